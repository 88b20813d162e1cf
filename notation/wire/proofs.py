"""The verified properties of games and of live matches' journals as JSON: each proof with its kind."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from marshmallow import fields, validate

from notation.findings.finding import Phrase
from notation.findings.translator import Translator
from notation.judge.shuffle import DealingProof
from notation.text.reader import Game
from notation.wire import member
from notation.wire.member import CODE, DIGEST
from notation.wire.shape import WireSchema, dump_as


class ProvedGame(NamedTuple):
    """A game of a file, what is proved of it, and the language in which that is said."""

    file: str
    game: Game
    proofs: Sequence[DealingProof]
    language: Translator


class SaidProof(NamedTuple):
    """A proof, and the language in which it is said."""

    proof: DealingProof
    language: Translator


def _why(of: SaidProof) -> str | None:
    return of.language.put(of.proof.why) if of.proof.why else None


class ProofSchema(WireSchema):
    """What is proved of one deal."""

    kind = member.word(["dealing"], lambda of: "dealing", "how the cards were shuffled")
    deal = member.count("proof.deal", "its number as it is stated")
    holds = member.truth("proof.holds", "whether everything is proved to be right")
    commitment = member.truth(
        "proof.fits_commitment", "whether the seed fits its commitment; null where nobody can tell", null=True
    )
    cards = member.truth(
        "proof.fits_cards", "whether the seed gives the cards recorded; null where nobody can tell", null=True
    )
    compared = member.count("proof.compared", "cards that are recorded, and were compared")
    why = member.text(_why, "why something cannot be told", null=True)
    codes = member.many(
        fields.String(validate=validate.Regexp(CODE)),
        lambda of: [finding.code.id for finding in of.proof.findings],
        "what is found to be wrong",
    )


class ProofsSchema(WireSchema):
    """What is proved of a game: a line of `santase verify --format json`."""

    file = member.text(about="the path as it was given, or - for standard input")
    game = member.count("game.number", "counted from 1 in its file")
    proofs = member.parts(
        ProofSchema,
        lambda of: [SaidProof(proof, of.language) for proof in of.proofs],
        "empty where there is nothing to prove",
    )


class ProvedJournal(NamedTuple):
    """A journal, how many receipts it was held against, what is wrong with it, and the language of that."""

    file: str
    lines: int
    receipts: int
    wrong: Sequence[Phrase]
    language: Translator


class JournalProofSchema(WireSchema):
    """What is proved of the journal of a live match: a line of `santase verify --format json`."""

    file = member.text(about="the path as it was given")
    kind = member.word(["journal"], lambda of: "journal", "that it is what it was")
    holds = member.truth(lambda of: not of.wrong, "whether everything is proved to be right")
    lines = member.count(about="lines of the journal", least=1)
    receipts = member.count(about="receipts that it was held against")
    wrong = member.texts(lambda of: [of.language.put(phrase) for phrase in of.wrong], "what is wrong")


class ProvedSignature(NamedTuple):
    """A signed file, its SHA-256, the key it is held against, and what is wrong with it, if anything is."""

    file: str
    key: str
    sha256: str
    wrong: Phrase | None
    language: Translator


class SignatureProofSchema(WireSchema):
    """What is proved of a signed ruling: a line of `santase verify --key ... --format json`."""

    file = member.text(about="the path as it was given")
    kind = member.word(["signature"], lambda of: "signature", "that it is what was signed")
    holds = member.truth(lambda of: not of.wrong, "whether everything is proved to be right")
    key = member.text(about="the public key, in hexadecimal digits", pattern=DIGEST)
    sha256 = member.text(about="of the bytes of the file", pattern=DIGEST)
    code = member.text(
        lambda of: of.wrong.facts["code"] if of.wrong else None, "of what is wrong", null=True, pattern=CODE
    )
    wrong = member.text(
        lambda of: of.language.put(of.wrong) if of.wrong else None, "what is wrong", null=True
    )


def dump_proofs(
    file: str, game: Game, proofs: Sequence[DealingProof], language: Translator
) -> dict[str, Any]:
    """Serialize the verified properties of a game, as printed by ``santase verify --format json``."""
    return dump_as(ProofsSchema, ProvedGame(file, game, proofs, language))


def dump_journal_proof(
    file: str, lines: int, receipts: int, wrong: Sequence[Phrase], language: Translator
) -> dict[str, Any]:
    """Serialize the verified properties of a journal, as printed by ``santase verify --format json``."""
    return dump_as(JournalProofSchema, ProvedJournal(file, lines, receipts, wrong, language))


def dump_signature_proof(
    file: str, key: str, sha256: str, wrong: Phrase | None, language: Translator
) -> dict[str, Any]:
    """Serialize the verification of a signed file, as printed by ``santase verify --key --format json``."""
    return dump_as(SignatureProofSchema, ProvedSignature(file, key, sha256, wrong, language))
