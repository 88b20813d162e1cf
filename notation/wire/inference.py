"""The rules that a record fits as JSON."""

from typing import Any, NamedTuple

from notation.findings.translator import Translator
from notation.rulings.inference import Candidate, Inference
from notation.specs.spec import write_spec
from notation.text.reader import Game
from notation.wire import member
from notation.wire.dispute import ChangeSchema
from notation.wire.judgement import FindingSchema, GameInFileSchema, findings_of
from notation.wire.shape import WireSchema, dump_as


class CandidateInFile(NamedTuple):
    """Rules that a game in a file may have been played by."""

    candidate: Candidate
    game: Game


class CandidateSchema(WireSchema):
    """Rules that a record may have been played by."""

    rank = member.count(lambda of: of.candidate.rank, "1 for the best", least=1)
    rules = member.text(lambda of: of.candidate.spec, least=1)
    changes = member.parts(ChangeSchema, lambda of: of.candidate.changes)
    left = member.parts(
        FindingSchema, lambda of: findings_of(of.game, of.candidate.left), "what they leave unexplained"
    )
    explained = member.parts(
        FindingSchema,
        lambda of: findings_of(of.game, of.candidate.explained),
        "what they explain and the record's own rules do not",
    )
    surprises = member.count(lambda of: of.candidate.surprises)
    odds_against = member.text(
        lambda of: of.candidate.odds_in_words or None,
        "how much freer they are than the tightest that explain as much",
        null=True,
    )


class InferenceInFile(NamedTuple):
    """What can be said of the rules of a game in a file."""

    found: Inference
    game: Game
    language: Translator
    file: str


class InferenceSchema(GameInFileSchema):
    """The rules that a record fits, the best first: a line of `santase infer --format json`."""

    named = member.text(
        lambda of: write_spec(of.found.named) if of.found.named else None,
        "the rules that the record names, if they can be read",
        null=True,
    )
    own = member.text(
        lambda of: write_spec(of.found.own), "these, or the rules that the record is judged by without them"
    )
    settled = member.truth(
        lambda of: of.found.settled, "whether the rules that the record names explain all of it"
    )
    unexplained = member.parts(
        FindingSchema, lambda of: findings_of(of.game, of.found.unexplained), "what its own rules leave"
    )
    candidates = member.parts(
        CandidateSchema, lambda of: [CandidateInFile(each, of.game) for each in of.found.candidates]
    )


def dump_inference(found: Inference, game: Game, language: Translator, file: str) -> dict[str, Any]:
    """What can be said of the rules of a game, as an object."""
    return dump_as(InferenceSchema, InferenceInFile(found, game, language, file))
