"""Bytes cut into games, before any grammar: the line `%SGN` starts a game wherever it stands.

Nothing that stands open in one game can reach the next. Time is linear in the size of the input.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from notation import catalogue
from notation.findings import Fact, Finding
from notation.record import Span, span_at

MAX_LINE: Final = 65536
"""Bytes in a line."""

_GAME_LINE: Final = re.compile(rb"^(?:\xef\xbb\xbf)?%SGN(?:[ \t]+[0-9]|[ \t]*\r?$)", re.MULTILINE)
_BOM: Final = b"\xef\xbb\xbf"
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)")


class Source(NamedTuple):
    """The text of one game, or what is wrong with its bytes.

    ``number`` counts the games of a file from 1; 0 is what stands before the first. ``line`` is the
    line of the file on which it starts. ``raw`` is its bytes. ``fault`` is relative to the game.
    """

    number: int
    line: int
    text: str
    fault: Finding | None
    raw: bytes = b""


def cut(data: bytes) -> Iterator[Source]:
    r"""The games of a file in order; whatever stands before the first is a faulty game 0.

    >>> [(source.number, source.line) for source in cut(b"\n%SGN 1\n%SGN 1\n")]
    [(1, 2), (2, 3)]
    """
    heads = [match.start() for match in _GAME_LINE.finditer(data)]
    first = heads[0] if heads else len(data)
    before = _source(0, 1, data[:first], 0)
    if before.fault or before.text.strip() or not heads:
        yield before if before.fault else before._replace(fault=_misplaced(before.text))
    line = 1 + data.count(b"\n", 0, first)
    for number, (begin, end) in enumerate(pairwise([*heads, len(data)]), start=1):
        raw = data[begin:end]
        yield _source(number, line, raw, begin)
        line += raw.count(b"\n")


def _misplaced(text: str) -> Finding:
    """What is wrong with text before the first game, or with a file that has no game."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            column = len(line) - len(line.lstrip()) + 1
            return Finding(catalogue.STRAY_TEXT, Span(number, column, number, len(line.rstrip()) + 1))
    return Finding(catalogue.EMPTY, Span(1, 1, 1, 1))


def _source(number: int, line: int, raw: bytes, offset: int) -> Source:
    """The text of a game whose bytes start at an offset; a byte order mark before it is dropped."""
    content = raw.removeprefix(_BOM)
    fault: Finding | None = None
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        text = content.decode("utf-8", errors="replace")
        before = content[: error.start].decode("utf-8")
        at = offset + len(raw) - len(content) + error.start
        facts: dict[str, Fact] = {"byte": f"0x{content[error.start]:02X}", "offset": at}
        fault = Finding(catalogue.ENCODING, span_at(before, len(before)), facts)
    else:
        fault = _text_fault(text)
    return Source(number, line, text, fault, raw)


def _text_fault(text: str) -> Finding | None:
    control = _CONTROL.search(text)
    if control:
        facts: dict[str, Fact] = {"character": f"U+{ord(control[0]):04X}"}
        return Finding(catalogue.CONTROL, span_at(text, control.start()), facts)
    if len(text) * 4 > MAX_LINE:
        for index, content in enumerate(text.split("\n"), start=1):
            if len(content.removesuffix("\r").encode()) > MAX_LINE:
                return Finding(catalogue.LINE_LONG, Span(index, 1, index, 2))
    return None
