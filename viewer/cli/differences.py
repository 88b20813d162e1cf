"""Two records side by side, put before a reader: what they differ in, with both words and both places."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from notation.diff import Difference, Part, Side, compare
from notation.findings.finding import escape
from notation.record.model import Record
from notation.record.words import seat_letter
from notation.text.reader import Game

_PARTS: Final = {
    Part.NUMBER: "the number",
    Part.DEALER: "the dealer",
    Part.TRUMP: "the turn-up or trump suit",
    Part.POSITION: "the position",
    Part.TALON: "the talon",
    Part.RULING: "a ruling of the table",
    Part.RESULT: "the result",
}


class Named(NamedTuple):
    """A game with the name of its file."""

    file: str
    game: Game


def compared(first: Sequence[Named], second: Sequence[Named]) -> Iterator[list[str]]:
    """For each two whole games, in order, the lines that tell in what they differ; none where they do not."""
    pairs = list(zip_longest(first, second))
    for number, (one, other) in enumerate(pairs, start=1):
        if one and other:
            yield list(_differences(one, other, number if len(pairs) > 1 else 0))
        for alone in (one or other,) if not (one and other) else ():
            yield [f"game {number}: only in {escape(alone.file)}, line {alone.game.line}"] if alone else []


def _differences(first: Named, second: Named, number: int) -> Iterator[str]:
    records = (first.game.record, second.game.record)
    for difference in compare(*(record or Record() for record in records)):
        yield heading(difference, number)
        yield _side(first, difference.first)
        yield _side(second, difference.second)


def heading(difference: Difference, game: int = 0) -> str:
    """What two records differ in; the game is named where there are several.

    >>> heading(Difference(Part.ACTION, Side("Kd"), Side("Kc"), 2, 3, 1))
    'deal 2, trick 3, action 1:'
    """
    counts = {"game": game, "deal": difference.deal, "trick": difference.trick, "action": difference.action}
    words = [f"{what} {number}" for what, number in counts.items() if number]
    if difference.part is Part.TAG:
        words.append("the rules" if difference.name == "Rules" else f"the tag {difference.name}")
    elif difference.part is Part.HAND:
        words.append(f"the hand of {seat_letter(difference.seat)}")
    elif difference.part is Part.WON:
        seat = difference.seat
        words.append(f"the cards that {seat_letter(seat)} has won" if seat >= 0 else "the cards played")
    elif difference.part in _PARTS:
        words.append(_PARTS[difference.part])
    return f"{', '.join(words)}:"


def _side(named: Named, side: Side) -> str:
    if not side.words:
        return f"    {escape(named.file)}: nothing"
    place = named.game.place(side.span)
    return f"    {escape(named.file)}:{place.line}:{place.column}: {escape(side.words)}"
