"""The events of a live match as JSON, and the responses to requests."""

from typing import Any, Final, NamedTuple

from marshmallow import fields, missing, validate

from notation.findings.translator import Translator
from notation.specs.spec import write_spec
from notation.wire import member
from notation.wire.member import DIGEST
from notation.wire.shape import WireSchema, dump_as
from notation.wire.table import (
    FORM,
    EntryAtTable,
    EntrySchema,
    RulingAtTable,
    TableRulingSchema,
    TableViewSchema,
    legal_words,
    maker_word,
)
from referee.cards import NOBODY, Seat
from referee.codes import Ruling
from referee.shuffle import ALGORITHM
from referee.table import MatchEnding, Mode, Table, TableView


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


class TableEvent(NamedTuple):
    """Something that a reader of a live match is told: what is left out here is no part of it."""

    event: str
    id: int = 0
    head: str = ""
    match: object = None
    entry: EntryAtTable | None = None
    rulings: tuple[RulingAtTable, ...] = ()
    fairness: object = None
    view: TableView | None = None
    ending: MatchEnding | None = None
    by: Seat = NOBODY
    winner: Seat | None = None
    score: tuple[int, ...] = ()


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
        FairnessSchema,
        lambda told: told.fairness or missing,
        "once a deal that was dealt from a seed is over",
        required=False,
    )
    view = member.part(TableViewSchema)


class EndSchema(WireSchema):
    """That a match is over; it has the id of the entry that ended it, and nothing follows."""

    event = _event("end")
    id = member.count()
    head = member.text(pattern=DIGEST)
    ending = member.word(MatchEnding)
    by = member.text(
        lambda told: maker_word(told.by) if told.by >= 0 else missing,
        "who ended it: the seat that left, lost on time or broke it off, or who forfeited it",
        required=False,
    )
    winner = member.side(about="null where nobody has won", null=True)
    score = member.score(about="game points")


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


class TableAnswer(NamedTuple):
    """What whoever asked for something is told."""

    event: str
    receipt: object
    rulings: tuple[RulingAtTable, ...]
    version: int
    legal: list[str]

    @property
    def ruling(self) -> RulingAtTable:
        """The ruling that refused it."""
        return self.rulings[0]


SHAPES: Final = {"snapshot": SnapshotSchema, "entry": EntryEventSchema, "end": EndSchema}
"""The shape of each event, by its name."""


def dump_event(told: TableEvent) -> dict[str, Any]:
    """Serialize an event."""
    return dump_as(SHAPES[told.event], told)


def dump_accepted(
    table: Table, rulings: tuple[Ruling, ...], receipt: object, language: Translator
) -> dict[str, Any]:
    """Serialize the acceptance of a request."""
    return dump_as(
        AcceptedSchema, TableAnswer("accepted", receipt, rulings_at(table, rulings, language), 0, [])
    )


def dump_refused(table: Table, ruling: Ruling, by: Seat, language: Translator) -> dict[str, Any]:
    """Serialize why a request was refused."""
    rulings = rulings_at(table, (ruling,), language)
    told = TableAnswer("refused", None, rulings, table.version, legal_words(table, by))
    return dump_as(RefusedSchema, told)


def rulings_at(table: Table, rulings: tuple[Ruling, ...], language: Translator) -> tuple[RulingAtTable, ...]:
    """Return the rulings of a table, with the language for their sentences."""
    return tuple(RulingAtTable(ruling, table, language) for ruling in rulings)


def dump_opening(opening: object) -> dict[str, Any]:
    """Serialize how a match was opened."""
    return dump_as(OpeningSchema, opening)
