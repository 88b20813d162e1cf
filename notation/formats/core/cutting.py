"""Where the games of a log begin, so that a log of any size is read a few games at a time.

A place is a beginning only where that is certain: what is not cut is read together, and the reader takes it
apart. Whether a line begins a game depends on nothing before the last beginning, so that it does not matter
how much of a log is looked at at once.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from notation.formats.core.lines import bare_line
from notation.text.blocks import Heads
from notation.text.source import Start

_BLANK: Final = rb"(?: |\xc2\xa0|\xe2\x80\xaf|\xe2\x80\x87)"
"""A blank of a line, also one that a page or a printer has put in its place."""


class HeadLine(NamedTuple):
    """A line of a log that a format looks for: where it begins, where it ends, and what a program printed."""

    at: int
    end: int
    text: str


def marked_lines(mark: re.Pattern[bytes], held: bytearray, end: int) -> Iterator[HeadLine]:
    """The lines that hold a mark, from the first on; the last one may go on behind ``end``."""
    found = mark.search(held, 0, end)
    while found:
        at = held.rfind(b"\n", 0, found.start()) + 1
        stop = held.find(b"\n", found.end(), end)
        stop = end if stop < 0 else stop
        yield HeadLine(at, stop, bare_line(held[at:stop].decode("utf-8", "replace")))
        found = mark.search(held, stop, end)


def marks(*words: str) -> re.Pattern[bytes]:
    """What is looked for to find lines: some words, with blanks of any kind."""
    return re.compile(b"|".join(re.escape(word.encode()).replace(rb"\ ", _BLANK) for word in words))


def heads_of(mark: re.Pattern[bytes], begins: re.Pattern[str]) -> Heads:
    r"""Where lines begin that start a game whatever stands before them; a mark is in each of those lines.

    >>> heads = heads_of(marks("talon"), re.compile("talon "))
    >>> list(heads(bytearray(b"talon x\nno talon\n> talon y\n"), 0, 27))
    [0, 17]
    """

    def heads(held: bytearray, start: int, end: int) -> Iterator[int]:
        for line in marked_lines(mark, held, end):
            if line.at >= start and begins.match(line.text):
                yield line.at

    return heads


Decide = Callable[[Iterator[HeadLine]], Iterator[tuple[int, int]]]
"""Tells of lines which of them begin games: where each does, and the place up to which one has to know."""


def heads_by(mark: re.Pattern[bytes], decide: Decide) -> Heads:
    """Where games begin in a log in which that depends on more than one line."""

    def heads(held: bytearray, start: int, end: int) -> Iterator[int]:
        for at, known in decide(marked_lines(mark, held, end)):
            if known >= start:
                yield at

    return heads


def cut(data: bytes, heads: Heads | None) -> Iterator[tuple[Start, bytes]]:
    """The games of a log with their places; all of it where a format cannot be cut."""
    held = bytearray(data)
    places = [0, *list(heads(held, 0, len(held)) if heads else ())[1:], len(held)]
    line = 1
    for number, (at, end) in enumerate(pairwise(places)):
        yield Start(number, line, at), data[at:end]
        line += data.count(b"\n", at, end)
