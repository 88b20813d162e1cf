"""Finds where the games of a log begin, so that a log of any size is streamed.

Only places that are certain count: what is not cut is read together, and separated by the reader. Whether a
line begins a game depends only on lines since the last beginning, so that the result does not depend on the
size of the chunks.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from notation.formats.core.lines import bare_line
from notation.text.blocks import Heads
from notation.text.source import Start

_BLANK: Final = rb"(?: |\xc2\xa0|\xe2\x80\xaf|\xe2\x80\x87)"
"""A blank of a line, including those that a page or a printer has put in its place."""


class HeadLine(NamedTuple):
    """A candidate line of a log: its start, its end, and what the program printed."""

    at: int
    end: int
    text: str


def marked_lines(mark: re.Pattern[bytes], held: bytearray, end: int) -> Iterator[HeadLine]:
    """Yield the lines that contain a mark, from the first on; the last one may extend beyond ``end``."""
    found = mark.search(held, 0, end)
    while found:
        at = held.rfind(b"\n", 0, found.start()) + 1
        stop = held.find(b"\n", found.end(), end)
        stop = end if stop < 0 else stop
        yield HeadLine(at, stop, bare_line(held[at:stop].decode("utf-8", "replace")))
        found = mark.search(held, stop, end)


def marks(*words: str) -> re.Pattern[bytes]:
    """Return the pattern for words with blanks of any kind."""
    return re.compile(b"|".join(re.escape(word.encode()).replace(rb"\ ", _BLANK) for word in words))


def heads_of(mark: re.Pattern[bytes], begins: re.Pattern[str]) -> Heads:
    r"""Return the finder of lines that start a game whatever precedes them; each contains a mark.

    >>> heads = heads_of(marks("talon"), re.compile("talon "))
    >>> list(heads(bytearray(b"talon x\nno talon\n> talon y\n"), 0, 27))
    [0, 17]
    """
    return heads_by(mark, lambda lines: ((line.at, line.at) for line in lines if begins.match(line.text)))


Decide = Callable[[Iterator[HeadLine]], Iterator[tuple[int, int]]]
"""Decides which lines begin games: yields their starts, with the offset up to which it had to look."""


def heads_by(mark: re.Pattern[bytes], decide: Decide) -> Heads:
    """Return the finder of games' starts for a log in which several lines have to be compared."""

    def heads(held: bytearray, start: int, end: int) -> Iterator[int]:
        for at, known in decide(marked_lines(mark, held, end)):
            if known >= start:
                yield at

    return heads


def cut(data: bytes, heads: Heads | None) -> Iterator[tuple[Start, bytes]]:
    """Yield the games of a log with their positions; the whole log if its format cannot be cut."""
    held = bytearray(data)
    places = [0, *list(heads(held, 0, len(held)) if heads else ())[1:], len(held)]
    line = 1
    for number, (at, end) in enumerate(pairwise(places)):
        yield Start(number, line, at), data[at:end]
        line += data.count(b"\n", at, end)
