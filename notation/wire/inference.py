"""The inferred rules of a record as JSON."""

from collections.abc import Sequence
from typing import Any

from notation.findings.translator import Translator
from notation.rulings.inference import Candidate, Inference
from notation.specs.spec import write_spec
from notation.text.reader import Game, NamedGame
from notation.wire import member
from notation.wire.dispute import ChangeSchema
from notation.wire.judgement import FindingSchema, GameInFileSchema, findings_of, in_game
from notation.wire.shape import Given, WireSchema, dump_as, given


class NumberRangeSchema(WireSchema):
    """A changed option that is a number, and the least and the most that a record fits as well."""

    option = member.text()
    least = member.count()
    most = member.count()


class FittingSchema(WireSchema):
    """Rules that one or several records may have been played by."""

    rank = member.count(about="1 for the best", least=1)
    rules = member.text("spec", least=1)
    changes = member.parts(ChangeSchema)
    ranges = member.parts(NumberRangeSchema, about="told for those of the first rank")
    surprises = member.count()
    odds_against = member.text(
        lambda of: f"{of.times_as_many} : 1" if of.odds else None,
        "how much freer they are than the tightest that explain as much",
        null=True,
    )


class CandidateSchema(FittingSchema):
    """Rules that a record may have been played by."""

    left = member.parts(FindingSchema, about="what they leave unexplained", via=in_game)
    explained = member.parts(
        FindingSchema, via=in_game, about="what they explain and the record's own rules do not"
    )


class InferenceSchema(GameInFileSchema):
    """The rules that a record fits, the best first: a line of `santase infer --format json`."""

    named = member.text(
        about="the rules that the record names, if they can be read", via=write_spec, null=True
    )
    own = member.text(about="these, or the rules that the record is judged by without them", via=write_spec)
    settled = member.truth(about="whether the rules that the record names explain all of it")
    unexplained = member.parts(FindingSchema, about="what its own rules leave", via=in_game)
    candidates = member.parts(CandidateSchema)


def dump_inference(found: Inference, game: Game, language: Translator, file: str) -> dict[str, Any]:
    """Serialize the inference from a game."""
    return dump_as(InferenceSchema, found, Given(language, [NamedGame(file, game)]))


class GameLeftSchema(WireSchema):
    """What rules leave unexplained in one of several games."""

    file = member.text()
    game = member.count(about="counted from 1 in its file")
    digest = member.digest()
    left = member.parts(FindingSchema)


def _left(candidate: Candidate) -> list[dict[str, Any]]:
    return [
        {"file": file, "game": game.number, "digest": game.digest, "left": findings_of(game, left)}
        for (file, game), left in zip(given().games, candidate.left_in, strict=True)
    ]


class JointCandidateSchema(FittingSchema):
    """Rules that several records may have been played by."""

    games = member.parts(GameLeftSchema, _left)


class JointInferenceSchema(WireSchema):
    """The rules that all of some games fit, the best first: `santase infer --together --format json`."""

    language = member.language()
    named = member.text(about="the rules that all of them name", via=write_spec, null=True)
    candidates = member.parts(JointCandidateSchema)


def dump_joint_inference(
    found: Inference, games: Sequence[NamedGame], language: Translator
) -> dict[str, Any]:
    """Serialize the inference from several games, each with the name of its file."""
    played = [named for named in games if named.game.draft and named.game.draft.deals]
    return dump_as(JointInferenceSchema, found, Given(language, played))
