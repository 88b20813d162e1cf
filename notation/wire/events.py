"""The events of a live match as JSON, and the responses to requests."""

from typing import Any, Final

from marshmallow import fields, missing, validate

from notation.findings.translator import Translator
from notation.record.words import seat_letter
from notation.specs.spec import write_spec
from notation.wire import member
from notation.wire.member import DIGEST
from notation.wire.shape import Given, WireSchema, dump_as
from notation.wire.table import FORM, EntrySchema, TableRulingSchema, TableViewSchema, at_table, legal_words
from referee.cards import Seat
from referee.codes import Ruling
from referee.shuffle import ALGORITHM
from referee.table import MatchEnding, Mode, Table


class TimeControlSchema(WireSchema):
    """How much time each seat has for the match, in milliseconds."""

    main = member.count()
    increment = member.count(about="added after each action")
    delay = member.count(about="what passes before the time of an action counts")


class OpeningSchema(WireSchema):
    """How a match was opened."""

    form = member.count(lambda _: FORM, "the version of this vocabulary", least=1)
    rules = member.text(about="the rule spec", via=write_spec, least=1)
    names = member.texts(about="by seat")
    mode = member.word(Mode)
    dealer = member.seat(about="who deals first")
    dealing = member.text(about="`fair`: from a seed and the cuts of the seats; `hand`: by the arbiter")
    clock = member.part(TimeControlSchema, "control", null=True)
    deals = member.count(about="the match ends after so many; 0 at the target of the rules")
    delay = member.count(about="by how many milliseconds those who watch see everything later")
    tags = member.table(fields.String(), about="what the record of the match says of it")
    opened = member.text(about="when it was opened")
    tally = member.many(
        fields.Integer(), about="what each side had won in the series before; empty without one"
    )
    programs = member.texts(
        about="by seat, the built-in player that plays it; empty for a person", empty="omitted"
    )
    waits = member.truth(about="that the first cards are dealt only when every seat has cut", empty="omitted")
    identifies = member.truth(about="that its seats are persons' or guests'", empty="omitted")


class ReceiptSchema(WireSchema):
    """The version of the table, and the head of its journal."""

    version = member.count()
    head = member.text(pattern=DIGEST)


class FairnessSchema(WireSchema):
    """What the cards of a deal that is over were made of."""

    algorithm = member.text(lambda _: ALGORITHM)
    deal = member.count("number", least=1)
    commitment = member.text(pattern=DIGEST)
    seed = member.text(lambda fairness: fairness.seed.hex(), pattern=DIGEST)
    cuts = member.texts(about="by seat; empty for one that did not cut")


def _event(name: str) -> fields.Field[Any]:
    return fields.String(required=True, validate=validate.Equal(name))


class SnapshotSchema(WireSchema):
    """How a match stands: what a stream begins with."""

    event = _event("snapshot")
    id = member.count(about="the version of the table; the next event has the next id")
    head = member.text(about="of the journal after the last entry that was accepted", pattern=DIGEST)
    match = member.part(OpeningSchema)
    view = member.part(TableViewSchema)


class EntryEventSchema(WireSchema):
    """What was entered at a table, and how it stands after it."""

    event = _event("entry")
    id = member.count(about="the version of the table")
    head = member.text(pattern=DIGEST)
    entry = member.part(EntrySchema)
    rulings = member.parts(TableRulingSchema, about="on irregular play that was let stand")
    fairness = member.part(
        FairnessSchema, about="once a deal that was dealt from a seed is over", empty="omitted"
    )
    view = member.part(TableViewSchema)


class EndSchema(WireSchema):
    """That a match is over; it has the id of the entry that ended it, and nothing follows."""

    event = _event("end")
    id = member.count()
    head = member.text(pattern=DIGEST)
    ending = member.word(MatchEnding)
    by = member.text(
        about="who ended it: the seat that left, lost on time or broke it off, or who forfeited it",
        required=False,
    )
    winner = member.side(about="null where nobody has won", null=True)
    score = member.score(about="game points")


class MatchResultSchema(WireSchema):
    """The result of a match that is over. The signature covers every other member, as canonical JSON."""

    form = member.count(lambda _: FORM, "the version of this vocabulary", least=1)
    match = member.text("id", about="the id of the match")
    opened = member.text("played.opening.opened")
    rules = member.text("played.opening.rules", about="the rule spec", via=write_spec)
    names = member.texts("played.shown.names", about="by seat")
    identified = member.texts(
        lambda of: [seat_letter(seat) for seat in sorted(of.played.table.seated)],
        "the seats of persons, whose names are those of their keys; the others are guests' or programs'",
    )
    tournament = member.text(lambda of: of.played.opening.tags.get("Tournament", missing), required=False)
    round = member.text(lambda of: of.played.opening.tags.get("Round", missing), required=False)
    board = member.text(lambda of: of.played.opening.tags.get("Board", missing), required=False)
    ending = member.word(MatchEnding, "played.table.ending")
    winner = member.side("played.table.winner", "null where nobody has won", null=True)
    score = member.score("played.table.match.score", "game points")
    record = member.text(about="the digest of the record of the match", pattern=DIGEST)
    version = member.count("played.receipt.version", "of the table, at the head of the journal")
    head = member.text("played.receipt.head", about="of the journal", pattern=DIGEST)
    confirmed = member.texts(
        lambda of: [seat_letter(seat) for seat in sorted(of.played.table.confirmed)],
        "the seats that have confirmed it",
    )
    key = member.text(
        lambda _: missing,
        "the public key of the server; null where it signs nothing",
        null=True,
        pattern=DIGEST,
    )
    signature = member.text(
        lambda _: missing, "Ed25519, in base64; null where the server signs nothing", null=True
    )


class AcceptedSchema(WireSchema):
    """That a request was accepted, and stored."""

    event = _event("accepted")
    receipt = member.part(ReceiptSchema)
    rulings = member.parts(TableRulingSchema, about="on irregular play that was let stand")


class RefusedSchema(WireSchema):
    """Why a request was refused, and what could be done instead."""

    event = _event("refused")
    version = member.count(about="the version of the table")
    ruling = member.part(TableRulingSchema)
    legal = member.texts(about="what whoever asked may do now")


SHAPES: Final = {
    "snapshot": SnapshotSchema,
    "entry": EntryEventSchema,
    "end": EndSchema,
    "accepted": AcceptedSchema,
    "refused": RefusedSchema,
}
"""The shape of each event, by its name."""


def dump_event(event: str, given: Given | None = None, /, **members: object) -> dict[str, Any]:
    """Serialize an event with these members."""
    return dump_as(SHAPES[event], {"event": event, **members}, given)


def dump_refused(table: Table, ruling: Ruling, by: Seat, language: Translator) -> dict[str, Any]:
    """Serialize why a request was refused."""
    around, legal = at_table(table, language), legal_words(table, by)
    return dump_event("refused", around, version=table.version, ruling=ruling, legal=legal)
