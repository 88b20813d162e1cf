"""The one walk over a record: everything that it holds, each part with its address.

Reads a record as it was written, whether right or wrong; which of its actions can be played is not asked
here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from notation.record.model import (
    HIDDEN,
    UNNUMBERED,
    Award,
    DealRecord,
    Holding,
    Note,
    Outcome,
    Ply,
    Position,
    Record,
    Tag,
    Trick,
    Variation,
)
from notation.record.path import Path, place

RecordNode = Record | Tag | DealRecord | Position | Holding | Trick | Ply | Award | Outcome | Note
"""Whatever a record is made of."""


def walk(record: Record, game: int = 0) -> Iterator[tuple[Path, RecordNode]]:
    r"""Every part of a record with its address, as they follow each other: first a part, then what it holds.

    A trick, an action and a variation have addresses of their own. Everything else has that of what it
    belongs to: a hand or a result that of its deal, a comment that of the action before it.

    >>> from notation.text.reader import read
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\n1. As Td (9d {cheaper}) {dear}"
    >>> for path, part in walk(next(read(text)).record):
    ...     print(path, type(part).__name__)
     Record
    1: DealRecord
    1:1 Trick
    1:1.1 Ply
    1:1.2 Ply
    1:1.2/1 Variation
    1:1.2/1:1 Trick
    1:1.2/1:1.2 Ply
    1:1.2/1:1.2 Comment
    1:1.2 Comment
    """
    path = Path(game)
    yield path, record
    yield from _notes(path, record.notes)
    for tag in record.tags:
        yield path, tag
        yield from _notes(path, tag.notes)
    for number, deal in enumerate(record.deals, start=1):
        yield from walk_deal(deal, Path(game, number))


def walk_deal(deal: DealRecord, path: Path | None = None) -> Iterator[tuple[Path, RecordNode]]:
    """Every part of a deal with its address in the deal, or below the path of the deal."""
    path = path or Path()
    yield path, deal
    yield from _notes(path, deal.notes)
    held: list[Position | Holding] = [deal.position] if deal.position else []
    for part in (*held, *deal.holdings):
        yield path, part
        yield from _notes(path, part.notes)
    yield from _tricks(path.at(0), [deal.opening] if deal.opening else [])
    yield from _tricks(path.at(first_trick(deal)), deal.tricks)
    endings: list[Award | Outcome] = [*deal.awards, *([deal.result] if deal.result else [])]
    for ending in endings:
        yield path, ending
        yield from _notes(path, ending.notes)


def first_trick(deal: DealRecord) -> int:
    """The number of the first trick of a record: 1, unless the deal is taken up at a later one."""
    stated = deal.tricks[0].number if deal.position and deal.tricks else 1
    return max(stated, 1)


def last_number(deal: DealRecord) -> int:
    """The number of the last trick of a record, or its place where that is not known; 0 without tricks."""
    place = first_trick(deal) + len(deal.tricks) - 1
    return deal.tricks[-1].number if deal.tricks and deal.tricks[-1].number >= 0 else place


def plies_of(deal: DealRecord) -> Iterator[tuple[Path, Ply]]:
    """The actions of a deal as it was played, each with its address in the deal; not those of variations."""
    for number, trick in numbered(deal):
        for order, ply in enumerate(trick.plies, start=1):
            yield place(number, order), ply


def numbered(deal: DealRecord) -> Iterable[tuple[int, Trick]]:
    """The opening of a deal, if it has one, and its tricks, each with its number in addresses."""
    tricks = enumerate(deal.tricks, start=first_trick(deal))
    return chain([(0, deal.opening)], tricks) if deal.opening else tricks


def rebuild(deal: DealRecord, change: Callable[[Path, Ply], Ply | None]) -> DealRecord:
    """A deal with each of its actions as ``change`` makes it, without those that it drops by None."""
    tricks = []
    for number, trick in numbered(deal):
        changed = (change(Path(trick=number, action=at), ply) for at, ply in enumerate(trick.plies, start=1))
        tricks.append(replace(trick, plies=tuple(ply for ply in changed if ply is not None)))
    return _with_lines(deal, tricks)


def line_at(deal: DealRecord, path: Path) -> DealRecord:
    """The deal as if it had gone the way of the variations of a path."""
    first = first_trick(deal)
    trick, action = path.trick, path.action
    for variation, inner_trick, inner_action in path.variations:
        index = trick - first if trick else -1
        notes = _lines(deal)[index + bool(deal.opening)].plies[action - 1].notes
        branch = [note for note in notes if isinstance(note, Variation)][variation - 1]
        deal = varied(deal, index, action - 1, branch)
        trick, action = inner_trick, inner_action
    return deal


def _lines(deal: DealRecord) -> tuple[Trick, ...]:
    """The opening of a deal, if it has one, and its tricks."""
    return (deal.opening, *deal.tricks) if deal.opening else deal.tricks


def _with_lines(deal: DealRecord, lines: Sequence[Trick]) -> DealRecord:
    """A deal with another opening, if it has one, and other tricks."""
    opening = lines[0] if deal.opening else None
    return replace(deal, opening=opening, tricks=tuple(lines[bool(deal.opening) :]))


def varied(line: DealRecord, index: int, order: int, variation: Variation) -> DealRecord:
    """The line of play in which a variation takes the place of an action.

    Tricks and actions count from 0; the opening is trick -1.
    """
    lines, is_opening = _lines(line), index < 0
    index += bool(line.opening)
    trick, (first, *others) = lines[index], variation.tricks
    before = trick.plies[:order]
    if _goes_on(variation, is_opening, order):
        number = trick.number if first.number == UNNUMBERED else first.number
        played = [replace(first, number=number, plies=(*before, *first.plies)), *others]
    else:
        played = [replace(trick, plies=before), *variation.tricks]
    return replace(_with_lines(line, (*lines[:index], *played)), result=variation.result, awards=())


def _goes_on(variation: Variation, is_opening: bool, order: int) -> bool:
    """Whether the first trick of a variation is the one in which so many actions stand before it."""
    first = variation.tricks[0].number
    return first == UNNUMBERED or (not order and (not is_opening or not first))


def _tricks(path: Path, tricks: Sequence[Trick], done: int = 0) -> Iterator[tuple[Path, RecordNode]]:
    """Tricks from a path on, the first of them behind so many actions of the same trick."""
    for number, trick in enumerate(tricks, start=path.last.trick):
        here = path.at(number)
        yield here, trick
        yield from _notes(here, trick.notes)
        for order, ply in enumerate(trick.plies, start=done + 1):
            here = path.at(number, order)
            yield here, ply
            yield from _notes(here, ply.notes)
        done = 0


def _notes(path: Path, notes: Sequence[Note]) -> Iterator[tuple[Path, RecordNode]]:
    """Notes, and what the variations among them hold."""
    variations = 0
    for note in notes:
        if not isinstance(note, Variation):
            yield path, note
            continue
        variations += 1
        inside = path.into(variations)
        yield inside, note
        if note.tricks:
            _, trick, action = path.last
            goes_on = _goes_on(note, not trick, action - 1)
            first = inside.at(trick if goes_on else trick + 1)
            yield from _tricks(first, note.tricks, action - 1 if goes_on else 0)
        if note.result:
            yield inside, note.result
            yield from _notes(inside, note.result.notes)
        yield from _notes(inside, note.notes)


def plays_unknown(tricks: Iterable[Trick]) -> bool:
    """Whether some card that is played or laid away in these tricks is not recorded."""
    return any(
        ply.action < 0 and (ply.action >= HIDDEN or min(ply.cards, default=0) < 0)
        for trick in tricks
        for ply in trick.plies
    )


def is_half_known(record: DealRecord) -> bool:
    """Whether something is known of a card of a deal that is not recorded."""
    return any(holding.among for holding in record.holdings) or any(ply.among for _, ply in plies_of(record))


def has_notes(record: DealRecord) -> bool:
    """Whether anything is said about the play, such as what could have been done instead."""
    return any(trick.notes or any(ply.notes for ply in trick.plies) for trick in record.tricks)


def is_unsure(record: DealRecord) -> bool:
    """Whether the scribe is unsure of a card of a deal."""
    return any(holding.unsure for holding in record.holdings) or any(
        ply.unsure for _, ply in plies_of(record)
    )
