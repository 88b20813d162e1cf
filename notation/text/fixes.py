"""Applies fixes: changes what findings say should be changed, and not one byte more."""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable
from itertools import chain
from typing import Protocol

from notation.findings.finding import Finding, Fix
from notation.record.model import NOWHERE, Span
from notation.text.reader import Game


class Places:
    r"""Converts between offsets and lines with columns in a text.

    >>> places = Places("one\ntwo")
    >>> places.offset(2, 3), places.span(4, 7)
    (6, Span(line=2, column=1, end_line=2, end_column=4))
    """

    def __init__(self, text: str) -> None:
        ends = (found.end() for found in re.finditer("\n", text))
        self._starts = array("Q", chain([0], ends, [len(text) + 1]))  # a fifth of a list, of a million lines

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column."""
        return self._starts[line - 1] + column - 1

    def offsets(self, span: Span) -> tuple[int, int]:
        """Return the offsets between which a span is."""
        return self.offset(*span[:2]), self.offset(*span[2:])

    def span(self, start: int, end: int) -> Span:
        """Return the span between two offsets."""
        return Span(*self._place(start), *self._place(end))

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


class Reviewed(Protocol):
    """A game and its findings."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def findings(self) -> Iterable[Finding]:
        """The findings, in any order."""


def fixed(data: bytes, reviewed: Iterable[Reviewed], unsafe: bool = False) -> bytes:
    """Return the bytes of a file with every fix of its games' findings applied.

    ``unsafe`` applies proposals too. Where two changes overlap, only the first is applied.
    """
    games = [(each.game, each.findings) for each in reviewed]
    before = len(data) - sum(len(game.source) for game, _ in games)
    return data[:before] + b"".join(fixed_game(game, findings, unsafe) for game, findings in games)


def fixed_game(game: Game, findings: Iterable[Finding], unsafe: bool = False) -> bytes:
    """Return the bytes of a game with the fixes of findings applied, and their proposals if ``unsafe``."""
    changes = (finding.change if unsafe else finding.fix for finding in findings)
    return changed(game, filter(None, changes))


def changed(game: Game, changes: Iterable[Fix]) -> bytes:
    """Return the bytes of a game after some changes; where two overlap, only the first is applied."""
    fixes = sorted(changes)
    if not fixes:
        return game.source
    text, places = game.text, Places(game.text)
    mark = len(game.source) - len(text.encode())  # a byte order mark is not part of the text
    parts, done, last = [game.source[:mark]], 0, NOWHERE
    for span, new, _ in fixes:
        start, end = places.offsets(span)
        if start >= done and span != last:
            parts += [text[done:start].encode(), game.own(new).encode()]
            done, last = end, span
    return b"".join([*parts, text[done:].encode()])
