"""Positions in a document: offsets, the lines of SGN, and the positions of editors.

Converts, and never looks at the meaning of a text. Offsets count characters, as in Python. SGN ends a line
with a line feed only; editors also with a carriage return, and count UTF-16 units unless agreed otherwise.
"""

import re
from bisect import bisect_right
from itertools import accumulate
from typing import Final, NamedTuple

UTF8: Final = "utf-8"
UTF16: Final = "utf-16"
UTF32: Final = "utf-32"

_LINE_END: Final = re.compile(r"\r\n|\r|\n")


class EditorPosition(NamedTuple):
    """A position as an editor counts it: line and code unit in the line, both from 0."""

    line: int
    character: int


class Extent(NamedTuple):
    """A range of offsets in a document, the end exclusive."""

    start: int
    end: int


class EditorPage:
    r"""The text of a document with an index of its lines.

    >>> page = EditorPage("%SGN 1\r\n[A \"\U0001d11e x\"]")
    >>> page.position(page.text.index("x"), UTF16), page.position(page.text.index("x"), UTF8)
    (EditorPosition(line=1, character=7), EditorPosition(line=1, character=9))
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        """The offsets of the lines of SGN."""
        self._starts, self._ends = self._lines, [start - 1 for start in self._lines[1:]]
        """The starts of an editor's lines, and the ends of their text."""
        del self._lines[-1]
        if "\r" in text:
            ends = list(_LINE_END.finditer(text))
            self._starts = [0, *(found.end() for found in ends)]
            self._ends = [*(found.start() for found in ends), len(text)]
        self._is_ascii = text.isascii()

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column of SGN, both from 1; out of range, the nearest one."""
        index = min(max(line, 1), len(self._lines)) - 1
        end = self._lines[index + 1] - 1 if index + 1 < len(self._lines) else len(self.text)
        return min(self._lines[index] + max(column, 1) - 1, end)

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of SGN of an offset, both from 1."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def position(self, offset: int, encoding: str = UTF16) -> EditorPosition:
        """Return the position of an offset, as an editor counts it."""
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        if self._is_ascii:
            return EditorPosition(line, min(offset, self._ends[line]) - start)
        return EditorPosition(line, units(self.text[start : min(offset, self._ends[line])], encoding))

    def at(self, position: EditorPosition, encoding: str = UTF16) -> int:
        """Return the offset of an editor's position; out of range, the nearest one."""
        if position.line >= len(self._starts):
            return len(self.text)
        line = max(position.line, 0)
        start, end = self._starts[line], self._ends[line]
        if encoding == UTF32 or self.text[start:end].isascii():
            return min(start + max(position.character, 0), end)
        counted, offset = 0, start
        while offset < end:
            counted += units(self.text[offset], encoding)
            if counted > position.character:
                break
            offset += 1
        return offset


def units(text: str, encoding: str) -> int:
    r"""Return the number of code units of a text.

    >>> [units("A\u2665\U0001f0a1", encoding) for encoding in (UTF8, UTF16, UTF32)]
    [8, 4, 3]
    """
    if text.isascii() or encoding == UTF32:
        return len(text)
    if encoding == UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
