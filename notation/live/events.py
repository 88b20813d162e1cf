"""The events of a live match, as each reader gets them: a snapshot, every entry, the end.

The same objects go over HTTP, as server-sent events, over standard input and output, and into tests of other
programs. What a reader gets follows from the lines of the journal and from who he is, and from nothing else:
nothing is asked of a clock, and nothing is taken out afterwards. The id of an event is the version of the
table; the next one has the next id, so that whoever breaks off can go on from the last that he got.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from notation.findings.translator import Translator
from notation.live.journal import JournalLine, Receipt
from notation.live.match import LiveMatch
from notation.live.record import record_of
from notation.text.writer import digest
from notation.wire.events import MatchResultSchema, dump_event
from notation.wire.shape import dump_as
from notation.wire.table import EntryAtTable, at_table, load_whole_entry, maker_word
from referee.actions import CARDS
from referee.cards import NO_SUIT, Seat
from referee.deal import Deal
from referee.table import ARBITER, Accepted, Kind, Table
from referee.view import LAID_AWAY, LAID_FACE_DOWN

Event = dict[str, Any]


class MatchResult(NamedTuple):
    """What the result of a match is made of: its id, how it was played, the digest of its record."""

    id: str
    played: LiveMatch
    record: str


def snapshot(match: LiveMatch, reader: Seat, at: int) -> Event:
    """How a match stands for a reader: what a stream begins with."""
    view = match.table.view(reader, at)
    return dump_event("snapshot", **_ids(match.receipt), match=match.shown, view=view)


def events(
    match: LiveMatch, line: JournalLine, answer: Accepted, reader: Seat, language: Translator
) -> Iterator[Event]:
    """What a reader gets of a line that a match has just taken.

    Rulings, which speak of the cards that a seat holds, are for the arbiter until the deal is over.
    """
    table = match.table
    entry = load_whole_entry(line.said["entry"]).as_seen_by(reader)
    at_deal = table.now or (table.finished[-1] if table.finished else None)
    trump = at_deal.deal.trump if at_deal else NO_SUIT
    is_laid = match.laid_by(line) >= 0
    if is_laid and not _is_open(table) and reader not in (entry.by, entry.actor):
        entry = entry._replace(action=LAID_AWAY)
    face_down = at_deal is not None and entry.kind is Kind.ACT and was_face_down(at_deal.deal)
    if face_down and at_deal is not None and at_deal.deal.face_down and reader not in (entry.actor, entry.by):
        entry = entry._replace(action=LAID_FACE_DOWN)  # until the trick is complete
    yield dump_event(
        "entry",
        at_table(table, language),
        **_ids(match.receipt),
        entry=EntryAtTable(entry, trump, table.rules, is_laid, face_down),
        rulings=answer.rulings if _is_open(table) or reader == ARBITER else (),
        fairness=match.opened,
        view=table.view(reader, entry.at),
    )
    if table.ended_at == table.version:
        yield ended(match)


def was_face_down(deal: Deal) -> bool:
    """Whether what was done last in a deal was to play a card face down."""
    contract = deal.contract
    if contract is None or not contract.face_down or deal.history[-1] >= CARDS:
        return False
    return sum(action < CARDS for action in deal.history[1::2]) <= deal.rules.seats


def _is_open(table: Table) -> bool:
    """Whether nothing is hidden: no deal is being played."""
    return table.now is None or table.ending is not None


def ended(match: LiveMatch) -> Event:
    """That a match is over; it has the id of the entry that ended it."""
    table = match.table
    return dump_event(
        "end",
        **_ids(match.receipt),
        ending=table.ending,
        **({"by": maker_word(table.ended_by)} if table.ended_by >= 0 else {}),
        winner=table.winner,
        score=table.match.score,
    )


def result_of(match: LiveMatch, id: str) -> Event:
    """The result of a match that is over, as it is signed."""
    return dump_as(MatchResultSchema, MatchResult(id, match, digest(record_of(match))))


def accepted(match: LiveMatch, line: JournalLine, language: Translator) -> Event:
    """The answer to whoever made the entry of a line, with the receipt of it."""
    around, receipt = at_table(match.table, language), Receipt(line.version, line.head.hex())
    return dump_event("accepted", around, receipt=receipt, rulings=match.rulings_at(line.version))


def _ids(receipt: Receipt) -> dict[str, Any]:
    return {"id": receipt.version, "head": receipt.head}
