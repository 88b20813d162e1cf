"""The text of a log as it reached the disk, brought to what its program printed, for all formats alike.

Windows writes UTF-16, browsers and loggers put something before each line, mail quotes, shells add a
prompt. A file is decoded before any format is asked (:func:`opened`); what stands round its lines is taken
off (:func:`unwrapped`) only for a second reading, where the first one finds less. Lines keep their numbers,
and :meth:`Unwrapped.place` leads back to the columns of the file. Nothing here knows a format.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.others import named
from notation.formats.core.report import Telling
from notation.record.model import Span
from notation.record.words import SUIT_SYMBOLS

MAX_LINE = 1 << 16
"""Characters of a line; a longer one is a fault."""
MAX_FAULTS = 1000
"""Findings in a log; with so many it is read no further."""

# What a file is written in.

_WIDE: Final = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""Characters that no text holds."""
_SURE: Final = 4096
"""The bytes by which UTF-16 without a byte order mark is known: a third of it at least is ASCII."""


def opened(data: bytes) -> bytes:
    r"""A log in UTF-8 where it is UTF-16 for certain, anything else byte for byte; without a byte order mark.

    >>> opened("New game".encode("utf-16")), opened("New game".encode("utf-16-be")), opened(b"\xff\xfe\n")
    (b'New game', b'New game', b'\xff\xfe\n')
    """
    encoding = wide(data)
    text = data.decode(encoding).encode() if encoding else data
    return text.removeprefix(codecs.BOM_UTF8)


def wide(data: bytes, is_whole: bool = True) -> str:
    """The form of UTF-16 that a file, or the beginning of one, is written in for certain, or nothing."""
    for mark, encoding in _WIDE:
        if data.startswith(mark):
            return encoding if _decodes(data, encoding, is_whole) else ""
    first = data[:_SURE]
    zeros = first[1::2].count(0), first[::2].count(0)
    if min(zeros) or max(zeros) * 6 <= len(first):
        return ""
    encoding = _WIDE[zeros.index(max(zeros))][1]
    is_text = _decodes(data, encoding, is_whole) and not _CONTROLS.search(data.decode(encoding, "ignore"))
    return encoding if is_text else ""


def _decodes(data: bytes, encoding: str, is_whole: bool = True) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(data, is_whole)
    except UnicodeDecodeError:
        return False
    return True


def decoded(data: bytes, telling: Telling) -> str | None:
    """The text of a log, or None where it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        known = named(data)
        if known:
            telling.fault(catalogue.FORMAT_OTHER, line, column, what=known[0], advice=known[1])
        else:
            byte = f"0x{data[error.start]:02x}"
            telling.fault(catalogue.ENCODING, line, column, byte=byte, offset=error.start, hint="")
        return None


def lines(data: bytes, telling: Telling) -> Iterator[tuple[int, str]]:
    r"""The lines of a log by their numbers, without line ends; none where it is not UTF-8.

    >>> list(lines(b"one\r\ntwo\n", Telling()))
    [(1, 'one'), (2, 'two')]
    """
    text = decoded(data, telling)
    if text is None:
        return
    for number, content in enumerate(text.removesuffix("\n").split("\n"), start=1):
        if len(content) > MAX_LINE:
            telling.fault(catalogue.LINE_LONG, number)
            return
        if len(telling.findings) >= MAX_FAULTS:
            what = Phrase("a list of findings")
            telling.fault(catalogue.LOG_LARGE, number, what=what, most=MAX_FAULTS)
            return
        yield number, content.removesuffix("\r")


def line_of(pattern: re.Pattern[bytes], data: bytes) -> int:
    """The number of the first line in which something is found, or 0.

    >>> line_of(re.compile(b"o$", re.MULTILINE), b"one" + bytes([10]) + b"two")
    2
    """
    found = pattern.search(data)
    return data.count(b"\n", 0, found.start()) + 1 if found else 0


# What stands round the lines of a log.

_SCRIPT: Final = r"[\w.%@/:-]*\.(?:[cm]?[jt]sx?|html?|py)(?:\?[^\s:]*)?"
_PLACE: Final = rf"(?:{_SCRIPT}|VM\d+|\(index\)|<anonymous>):\d+(?::\d+)?"
_LEVEL: Final = "(?i:trace|debug|info|notice|warn|warning|error|fatal|critical)"
_TIME: Final = r"\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?"
_DATE: Final = r"(?:\d{4}[-/]\d\d[-/]\d\d|[A-Z][a-z]{2}[ ]{1,2}\d{1,2})"
_BEFORE: Final = re.compile(
    rf"""(?:
      [ \t]+
    | >+                                              # a quotation, or the prompt of a language
    | [\[(]?(?:{_DATE}[T ])?{_TIME}[\])]?(?=[ :,|\t]|$)[:,|]?
    | [\[(]?{_DATE}[\])]?(?=[ \t])
    | \[?{_LEVEL}(?:\](?=[ :]|$)|:[\w.]*:|:|(?=[ \t]|$))  # INFO, [INFO], INFO:root:
    | {_PLACE}:?(?=[ \t]|$)                           # bundle.js:2, as browsers have it
    | [-|](?=[ \t]|$)(?:[ ][\w.]+[ ][-|](?=[ ]|$))?     # dashes, and the name of a logger between two
    | [\w.-]+[ ]+\|(?=[ \t]|$)                        # app_1  |
    | [\w.-]+[ ][\w./-]+\[\d+\]:(?=[ \t]|$)           # host python[123]:
    | \[[A-Za-z][\w .:/-]{{0,60}}\]:?(?=[ \t]|$)      # [main]
    )*+""",
    re.VERBOSE,
)
"""What is put before a line: blanks, `>`, a time, a level, the place in a script, the name of a logger."""
_BEHIND: Final = re.compile(_PLACE)
"""What is put after a line: the place in a script."""
_BESIDE: Final = re.compile(
    r"(?:`{3,9}|~{3,9})[\w-]*"
    r"|(?:\([\w.-]+\) ?)?(?:[\w.-]+@[\w.-]+[: ][^$#%]*[$#%]|\$)(?: .*)?"
    r"|(?:PS )?[A-Z]:\\[^>]*>.*"
)
"""A line that is none of the log: the fence of a Markdown page, a prompt of a shell with its command."""
_BLANKS: Final = str.maketrans(dict.fromkeys("\u00a0\u2007\u202f", " "))
_SELECTED: Final = re.compile(f"(?<=[{SUIT_SYMBOLS}♤♡♢♧])[\ufe0e\ufe0f]")
"""What makes an emoji of the symbol of a suit."""


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """A log without what stands round its lines: ``changed`` of them, of which ``first`` is the first.

    ``mostly`` says that more than blanks after them stands round most lines: what is left is the log then.
    """

    data: bytes
    first: int
    changed: int
    mostly: bool
    _lines: tuple[str, ...]

    def place(self, span: Span) -> Span:
        """The place in the file of a place in what is left of it."""
        if not 0 < span.line <= len(self._lines):
            return span
        line, column, end_line, end_column = span
        return Span(line, self._column(line, column), end_line, self._column(end_line, end_column))

    def _column(self, number: int, column: int) -> int:
        if not 0 < number <= len(self._lines):
            return column
        text = self._lines[number - 1]
        cut = _cut(text)[0]
        kept = text[cut:]
        for selector in _SELECTED.finditer(kept):
            if selector.start() < column:
                column += 1
        return cut + column


def unwrapped(data: bytes) -> Unwrapped | None:
    r"""A log in UTF-8 without what stands round its lines, or None where nothing does.

    >>> found = unwrapped(b"> bundle.js:2 hum tricks\n")
    >>> found and (found.data, found.place(Span(1, 1, 1, 4)))
    (b'hum tricks\n', Span(line=1, column=15, end_line=1, end_column=18))
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    before = text.split("\n")
    after = [_SELECTED.sub("", _cut(line)[1]) for line in before]
    changed = [
        number
        for number, (old, new) in enumerate(zip(before, after, strict=True), start=1)
        if old.removesuffix("\r") != new
    ]
    if not changed:
        return None
    more = sum(before[number - 1].rstrip() != after[number - 1] for number in changed)
    mostly = 2 * more > sum(map(bool, after))
    return Unwrapped("\n".join(after).encode(), changed[0], len(changed), mostly, tuple(before))


def bare_line(line: str) -> str:
    """What a program printed of a line."""
    return _cut(line)[1]


def _cut(line: str) -> tuple[int, str]:
    """Where in a line stands what a program printed, and that; nothing where the line is none of its own."""
    text = line.translate(_BLANKS).rstrip()
    last = text.rpartition(" ")[2]
    if len(last) < len(text) and _BEHIND.fullmatch(last):
        text = text[: -len(last)].rstrip()
    before = _BEFORE.match(text)
    start = before.end() if before else 0
    return start, "" if _BESIDE.fullmatch(text, start) else text[start:]
