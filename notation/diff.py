"""Compares two records of the same game: what differs in what they say, and where.

Notes and spelling are ignored; two records without a difference have the same digest.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import zip_longest
from typing import Final, TypeVar

from notation.record.model import (
    NOBODY,
    NOWHERE,
    Award,
    DealRecord,
    Holding,
    Outcome,
    Ply,
    Position,
    Record,
    Span,
    Tag,
    Trick,
)
from notation.record.tags import tag_rank
from notation.record.words import card_word, seat_letter, trick_word
from notation.text.writer import (
    award_words,
    bare,
    deal_head,
    note_word,
    outcome_words,
    ply_word,
    position_words,
    write,
)
from referee.cards import SUIT_LETTERS, Seat

Key = TypeVar("Key", int, str)
_Held = tuple[tuple[Seat, Holding], ...]


class Part(Enum):
    """The parts in which two records can differ."""

    TAG = "tag"
    DEAL = "deal"
    NUMBER = "number"
    DEALER = "dealer"
    TRUMP = "trump"
    POSITION = "position"
    WON = "won"
    HAND = "hand"
    TALON = "talon"
    ACTION = "action"
    RULING = "ruling"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the records says, and where; no words if it says nothing."""

    words: str = ""
    span: Span = NOWHERE


NOTHING: Final = Side()


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two records.

    Deals, tricks and the actions of a trick are counted from 1, whatever their numbers say; 0 means none, and
    action 0 is the number of the trick. ``name`` is that of a tag.
    """

    part: Part
    first: Side
    second: Side
    deal: int = 0
    trick: int = 0
    action: int = 0
    seat: int = NOBODY
    name: str = ""


def compare(first: Record, second: Record) -> list[Difference]:
    """Return the differences between two complete records, in canonical order.

    In the play of a deal, only the first action that differs is reported.

    >>> one, other = Record(tags=(Tag("A", "Ivan"),)), Record(tags=(Tag("A", "Ivo"),))
    >>> [(difference.name, difference.second.words) for difference in compare(one, other)]
    [('A', '[A "Ivo"]')]
    """
    first, second = bare(first), bare(second)
    found = [*_tags(first, second)]
    for number, deals in enumerate(zip_longest(first.deals, second.deals), start=1):
        found += (replace(difference, deal=number) for difference in _deal(*deals))
    return found


def _tags(first: Record, second: Record) -> Iterator[Difference]:
    ours, theirs = (_numbered((tag.name, _line(tag)) for tag in record.tags) for record in (first, second))
    for name, times in sorted(ours | theirs, key=lambda key: (tag_rank(key[0]), key)):
        yield from _difference(Part.TAG, ours.get((name, times)), theirs.get((name, times)), name=name)


def _line(tag: Tag) -> Side:
    """Return a tag as written; a rule spec has one spelling."""
    _, line, *_ = write(Record((tag,))).split("\n")
    return Side(line, tag.span)


def _numbered(sides: Iterable[tuple[Key, Side]]) -> dict[tuple[Key, int], Side]:
    """Return sides by what they belong to and how often that occurred before."""
    times: Counter[Key] = Counter()
    numbered = {}
    for key, side in sides:
        numbered[key, times[key]] = side
        times[key] += 1
    return numbered


def _difference(
    part: Part,
    first: Side | None,
    second: Side | None,
    *,
    action: int = 0,
    seat: int = NOBODY,
    name: str = "",
) -> Iterator[Difference]:
    """Yield the difference between two sides, if their words differ."""
    first, second = first or NOTHING, second or NOTHING
    if first.words != second.words:
        yield Difference(part, first, second, action=action, seat=seat, name=name)


def _deal(first: DealRecord | None, second: DealRecord | None) -> Iterator[Difference]:
    if first is None or second is None:
        heads = (Side(deal_head(deal), deal.span) if deal else NOTHING for deal in (first, second))
        yield from _difference(Part.DEAL, *heads)
        return
    for part, words in _HEAD.items():
        yield from _difference(part, *(_side(words(deal), deal.span) for deal in (first, second)))
    yield from _difference(Part.POSITION, *(_position(deal.position) for deal in (first, second)))
    yield from _held(Part.HAND, first.hands, second.hands)
    won = (deal.position.won if deal.position else () for deal in (first, second))
    yield from _held(Part.WON, *won)
    yield from _difference(Part.TALON, *(_cards(deal.talon) for deal in (first, second)))
    yield from _parting(first.tricks, second.tricks)
    for awards in zip_longest(first.awards, second.awards):
        yield from _difference(Part.RULING, *map(_award, awards))
    yield from _difference(Part.RESULT, *(_outcome(deal.result) for deal in (first, second)))


def _held(part: Part, first: _Held, second: _Held) -> Iterator[Difference]:
    """Yield the differences between cards by seat."""
    ours, theirs = (_numbered((seat, _cards(cards)) for seat, cards in held) for held in (first, second))
    for seat, times in sorted(ours | theirs):
        yield from _difference(part, ours.get((seat, times)), theirs.get((seat, times)), seat=seat)


def _position(position: Position | None) -> Side:
    return Side(position_words(position), position.span) if position else NOTHING


def _side(words: str, span: Span) -> Side:
    return Side(words, span) if words else NOTHING


def _trump(deal: DealRecord) -> str:
    if deal.trump is not None:
        return card_word(deal.trump)
    return SUIT_LETTERS[deal.suit] if deal.suit >= 0 else ""


_HEAD: Final[dict[Part, Callable[[DealRecord], str]]] = {
    Part.NUMBER: lambda deal: str(deal.number),
    Part.DEALER: lambda deal: seat_letter(deal.dealer) if deal.dealer >= 0 else "",
    Part.TRUMP: _trump,
}


def _cards(holding: Holding | None) -> Side:
    return Side(" ".join(map(card_word, holding.cards)), holding.span) if holding else NOTHING


def _award(award: Award | None) -> Side:
    return Side(f"{award_words(award)} behind {award.tricks} tricks", award.span) if award else NOTHING


def _outcome(outcome: Outcome | None) -> Side:
    return Side(outcome_words(outcome), outcome.span) if outcome else NOTHING


def _parting(first: tuple[Trick, ...], second: tuple[Trick, ...]) -> Iterator[Difference]:
    """Yield the first action at which the play of two deals differs."""
    for number, tricks in enumerate(zip_longest(first, second), start=1):
        for action, sides in enumerate(zip_longest(*map(_steps, tricks))):
            for difference in _difference(Part.ACTION, *sides, action=action):
                yield replace(difference, trick=number)
                return


def _steps(trick: Trick | None) -> list[Side]:
    """Return the number of a trick and its actions, each with the checkpoints after it."""
    if trick is None:
        return []
    steps: list[tuple[str, Trick | Ply]] = [(trick_word(trick.number), trick)]
    steps += ((ply_word(ply), ply) for ply in trick.plies)
    return [Side(" ".join([words, *map(note_word, part.notes)]), part.span) for words, part in steps]
