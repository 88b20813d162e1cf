"""The verified properties of games and of live matches' journals as JSON: each proof with its kind."""

from collections.abc import Sequence
from typing import Any

from marshmallow import fields, validate

from notation.findings.finding import Phrase
from notation.findings.translator import Translator
from notation.judge.dealing_proofs import DealingProof
from notation.text.reader import Game, NamedGame
from notation.wire import member
from notation.wire.member import CODE, DIGEST
from notation.wire.shape import Given, WireSchema, dump_as, said


class ProofSchema(WireSchema):
    """What is proved of one deal."""

    kind = member.word(["dealing"], lambda of: "dealing", "how the cards were shuffled")
    deal = member.count(about="its number as it is stated")
    holds = member.truth(about="whether everything is proved to be right")
    commitment = member.truth(
        "fits_commitment", "whether the seed fits its commitment; null where nobody can tell", null=True
    )
    cards = member.truth(
        "fits_cards", "whether the seed gives the cards recorded; null where nobody can tell", null=True
    )
    compared = member.count(about="cards that are recorded, and were compared")
    why = member.text(about="why something cannot be told", via=said, null=True)
    codes = member.many(
        fields.String(validate=validate.Regexp(CODE)),
        lambda of: [finding.code.id for finding in of.findings],
        "what is found to be wrong",
    )


class ProofsSchema(WireSchema):
    """What is proved of a game: a line of `santase verify --format json`."""

    file = member.text(about="the path as it was given, or - for standard input")
    game = member.count(about="counted from 1 in its file")
    proofs = member.parts(ProofSchema, about="empty where there is nothing to prove")


class JournalProofSchema(WireSchema):
    """What is proved of the journal of a live match: a line of `santase verify --format json`."""

    file = member.text(about="the path as it was given")
    kind = member.word(["journal"], about="that it is what it was")
    holds = member.truth(about="whether everything is proved to be right")
    lines = member.count(about="lines of the journal", least=1)
    receipts = member.count(about="receipts that it was held against")
    wrong = member.texts(about="what is wrong")


class SignatureProofSchema(WireSchema):
    """What is proved of a signed ruling: a line of `santase verify --key ... --format json`."""

    file = member.text(about="the path as it was given")
    kind = member.word(["signature"], about="that it is what was signed")
    holds = member.truth(about="whether everything is proved to be right")
    key = member.text(about="the public key, in hexadecimal digits", pattern=DIGEST)
    sha256 = member.text(about="of the bytes of the file", pattern=DIGEST)
    code = member.text(about="of what is wrong", null=True, pattern=CODE)
    wrong = member.text(about="what is wrong", null=True)


def dump_proofs(
    file: str, game: Game, proofs: Sequence[DealingProof], language: Translator
) -> dict[str, Any]:
    """Serialize the verified properties of a game, as printed by ``santase verify --format json``."""
    return dump_as(
        ProofsSchema,
        {"file": file, "game": game.number, "proofs": proofs},
        Given(language, [NamedGame(file, game)]),
    )


def dump_journal_proof(
    file: str, lines: int, receipts: int, wrong: Sequence[Phrase], language: Translator
) -> dict[str, Any]:
    """Serialize the verified properties of a journal, as printed by ``santase verify --format json``."""
    return dump_as(
        JournalProofSchema,
        {"file": file, "kind": "journal", "holds": not wrong, "lines": lines, "receipts": receipts}
        | {"wrong": map(language.put, wrong)},
    )


def dump_signature_proof(
    file: str, key: str, sha256: str, wrong: Phrase | None, language: Translator
) -> dict[str, Any]:
    """Serialize the verification of a signed file, as printed by ``santase verify --key --format json``."""
    return dump_as(
        SignatureProofSchema,
        {"file": file, "kind": "signature", "holds": not wrong, "key": key, "sha256": sha256}
        | {"code": wrong and wrong.facts["code"], "wrong": wrong and language.put(wrong)},
    )
