"""The events of a live match, as each reader gets them: a snapshot, every entry, the end.

The same objects go over HTTP, as server-sent events, over standard input and output, and into tests of other
programs. What a reader gets follows from the lines of the journal and from who he is, and from nothing else:
nothing is asked of a clock, and nothing is taken out afterwards. The id of an event is the version of the
table; the next one has the next id, so that whoever breaks off can go on from the last that he got.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from notation.findings.translator import Translator
from notation.live.journal import Line, Receipt
from notation.live.match import Fairness, LiveMatch
from notation.record.words import seat_or_none
from notation.wire.table import (
    dump_entry,
    dump_table_ruling,
    dump_table_view,
    load_whole_entry,
    word_of_action,
)
from referee.cards import NO_SUIT, Seat
from referee.codes import Ruling
from referee.shuffle import ALGORITHM
from referee.table import Accepted, Answer, Refused

Event = dict[str, Any]


def snapshot(match: LiveMatch, reader: Seat, at: int) -> Event:
    """How a match stands for a reader: what a stream begins with."""
    opening = match.opening.dump()
    view = dump_table_view(match.table.view(reader, at))
    return {"event": "snapshot", **_ids(match.receipt), "match": opening, "view": view}


def events(
    match: LiveMatch, line: Line, answer: Answer, reader: Seat, language: Translator
) -> Iterator[Event]:
    """What a reader gets of a line that a match has just taken; nothing of one that was refused."""
    if isinstance(answer, Refused):
        return
    table = match.table
    said = line.said
    entry = load_whole_entry(said["entry"])
    at_deal = table.now or (table.finished[-1] if table.finished else None)
    told: Event = {"event": "entry", **_ids(match.receipt)}
    told["entry"] = dump_entry(entry, at_deal.deal.trump if at_deal else NO_SUIT)
    if answer.rulings:
        told["rulings"] = [dump_table_ruling(ruling, table, language) for ruling in answer.rulings]
    if table.now is None and match.fairness and match.fairness[-1].number == len(table.finished):
        told["fairness"] = dump_fairness(match.fairness[-1])
    yield told | {"view": dump_table_view(table.view(reader, entry.at))}
    if table.ending is not None and not table.rematch and entry.proposal is None:
        yield ended(match)


def ended(match: LiveMatch) -> Event:
    """That a match is over; it has the id of the entry that ended it."""
    table = match.table
    assert table.ending is not None  # noqa: S101 - for whoever asks
    end: Event = {"event": "end", **_ids(match.receipt), "ending": table.ending.value}
    return end | {"winner": seat_or_none(table.winner), "score": list(table.match.score)}


def events_since(
    lines: Iterable[Line], reader: Seat, language: Translator, since: int = -1
) -> Iterator[Event]:
    """Everything that a reader gets of a journal after a version: from the start a snapshot comes first."""
    match: LiveMatch | None = None
    for line in lines:
        if match is None:
            match = LiveMatch.resume([line])
            if since < 0:
                yield snapshot(match, reader, 0)
            continue
        answer = match.take(line)
        if line.version > since:
            yield from events(match, line, answer, reader, language)


def answered(match: LiveMatch, answer: Answer, line: Line, language: Translator) -> Event:
    """What whoever asked for something is told of it, with the receipt of its line."""
    receipt: Event = {"version": line.version, "head": line.head.hex()}
    if isinstance(answer, Accepted):
        rulings = [dump_table_ruling(ruling, match.table, language) for ruling in answer.rulings]
        return {"event": "accepted", "receipt": receipt, "rulings": rulings}
    return refused(match, answer.ruling, load_whole_entry(line.said["entry"]).by, language) | {
        "receipt": receipt
    }


def refused(match: LiveMatch, ruling: Ruling, by: Seat, language: Translator) -> Event:
    """Why something is refused, and what could be done instead."""
    table = match.table
    trump = table.now.deal.trump if table.now else NO_SUIT
    legal = [word_of_action(action, trump) for action in table.legal(by)]
    return {
        "event": "refused",
        "version": table.version,
        "ruling": dump_table_ruling(ruling, table, language),
        "legal": legal,
    }


def dump_fairness(fairness: Fairness) -> Event:
    """What the cards of a deal were made of, for whoever wants to deal them again."""
    return {
        "algorithm": ALGORITHM,
        "deal": fairness.number,
        "commitment": fairness.commitment,
        "seed": fairness.seed.hex(),
        "cuts": list(fairness.cuts),
    }


def _ids(receipt: Receipt) -> Event:
    return {"id": receipt.version, "head": receipt.head}
