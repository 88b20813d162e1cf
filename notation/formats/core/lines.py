"""Decodes the text of a log and restores what its program printed, for all formats.

Windows writes UTF-16, browsers and loggers put prefixes before lines, mail quotes, shells add a prompt. A
file is decoded before any format sees it (:func:`opened`); what surrounds its lines is removed
(:func:`unwrapped`) only for a second reading, if the first one finds less. Lines keep their numbers, and
:meth:`Unwrapped.place` converts columns back to those of the file. Independent of any format.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Choice, Finding, Phrase
from notation.formats.core.others import named
from notation.formats.core.report import Telling
from notation.record.model import Span
from notation.record.words import SUIT_SYMBOLS
from notation.text.source import wide

MAX_LINE = 1 << 16
"""Characters of a line; a longer one is an error."""
MAX_FAULTS = 1000
"""Findings in a log, after which reading stops."""

# The encoding of a file.


def opened(data: bytes) -> bytes:
    r"""Return a log in UTF-8 if it is certainly UTF-16, otherwise unchanged; without a byte order mark.

    >>> opened("New game".encode("utf-16")), opened("New game".encode("utf-16-be")), opened(b"\xff\xfe\n")
    (b'New game', b'New game', b'\xff\xfe\n')
    """
    encoding = wide(data)
    text = data.decode(encoding).encode() if encoding else data
    return text.removeprefix(codecs.BOM_UTF8)


def decoded(data: bytes, telling: Telling) -> str | None:
    """Return the text of a log, or None if it is not UTF-8."""
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
    r"""Yield the numbered lines of a log, without line ends; none if it is not UTF-8.

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
        if is_full(telling, number):
            return
        yield number, content.removesuffix("\r")


def is_full(telling: Telling, line: int, before: int = 0) -> bool:
    """Return whether there are too many findings, with those ``before``, and report that reading stops."""
    if before + len(telling.findings) < MAX_FAULTS:
        return False
    if not is_cut_short(telling.findings):
        telling.fault(catalogue.LOG_LARGE, line, what=Phrase("a list of findings"), most=MAX_FAULTS)
    return True


def is_cut_short(findings: Sequence[Finding]) -> bool:
    """Return whether the last finding says that reading stopped because there was too much."""
    return bool(findings) and findings[-1].code is catalogue.LOG_LARGE


def line_of(pattern: re.Pattern[bytes], data: bytes) -> int:
    """Return the number of the first line that matches, or 0.

    >>> line_of(re.compile(b"o$", re.MULTILINE), b"one" + bytes([10]) + b"two")
    2
    """
    found = pattern.search(data)
    return data.count(b"\n", 0, found.start()) + 1 if found else 0


class LogError(Exception):
    """Something else is expected, in words of the log, or the cards contradict it."""

    def __init__(self, why: str | Choice | Phrase) -> None:
        super().__init__(str(why))
        self._why = why

    def tell(self, telling: Telling, line: int, column: int = 1, text: str = "") -> None:
        """Report the finding, with its place and text; without text the log ends there."""
        why = self._why
        if isinstance(why, Phrase):
            telling.fault(catalogue.LOG_CONTRADICTS, line, column, max(len(text), 1), why=why)
        elif text:
            telling.misread(line, text, why, column)
        else:
            telling.fault(catalogue.LOG_END, line, column, expected=why)


# What surrounds the lines of a log.

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
"""Prefixes of a line: blanks, `>`, a time, a level, the place in a script, the name of a logger."""
_BEHIND: Final = re.compile(_PLACE)
"""Suffixes of a line: the place in a script."""
_BESIDE: Final = re.compile(
    r"(?:`{3,9}|~{3,9})[\w-]*"
    r"|(?:\([\w.-]+\) ?)?(?:[\w.-]+@[\w.-]+[: ][^$#%]*[$#%]|\$)(?: .*)?"
    r"|(?:PS )?[A-Z]:\\[^>]*>.*"
)
"""A line that is not part of the log: the fence of a Markdown page, a shell prompt with its command."""
_BLANKS: Final = str.maketrans(dict.fromkeys("\u00a0\u2007\u202f", " "))
_SELECTED: Final = re.compile(f"(?<=[{SUIT_SYMBOLS}♤♡♢♧])[\ufe0e\ufe0f]")
"""The selector that turns a suit symbol into an emoji."""


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """A log without what surrounds its lines: ``changed`` lines of it, of which ``first`` is the first.

    ``mostly`` means that most lines had more around them than blanks at the end: the rest is the log then.
    """

    data: bytes
    first: int
    changed: int
    mostly: bool
    _lines: tuple[str, ...]

    def place(self, span: Span) -> Span:
        """Return the place in the file of a place in the unwrapped log."""
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
    r"""Return a log in UTF-8 without what surrounds its lines, or None if nothing does.

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
    """Return the part of a line that a program printed."""
    return _cut(line)[1]


def _cut(line: str) -> tuple[int, str]:
    """Return the column and text of what a program printed on a line; "" for a line not from it."""
    text = line.translate(_BLANKS).rstrip()
    last = text.rpartition(" ")[2]
    if len(last) < len(text) and _BEHIND.fullmatch(last):
        text = text[: -len(last)].rstrip()
    before = _BEFORE.match(text)
    start = before.end() if before else 0
    return start, "" if _BESIDE.fullmatch(text, start) else text[start:]
