"""Cuts bytes into games, before any grammar: where reading and judging start.

The line `%SGN` starts a game wherever it occurs; nothing left open in one game can affect the next. Time is
linear in the size of the input, and only the game that is being cut is buffered.
"""

import codecs
import re
from collections.abc import Iterator
from io import BytesIO
from typing import IO, Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Fix, Phrase
from notation.findings.hints import did_you_mean
from notation.record.span import Span, span_at
from notation.record.tags import LETTERS

MAX_LINE: Final = 65536
"""Bytes of a line."""
MAX_DEALS: Final = 256
"""Deals of a game."""
MAX_TEXT: Final = 1 << 20
"""Characters of a game."""
MAX_WORDS: Final = 1 << 17
"""Words and signs of a game."""
SIGNS: Final = re.compile(r"\w++|[^\w\s]")
"""A word or a sign."""

GAME: Final = "%SGN 1"
_MAX_FIRST: Final = 64
"""Characters of a line that may be meant to start a game."""
_ABOUT_SGN: Final = r"(?i)[\s%#;\[(]{0,4}SGN[\s:=_.-]*(?:v|version|\")?[\s.]*1(?:\.0)?[\s.;:%\])\"]*$"
"""A near miss of the line that starts a game."""
_OF_A_GAME: Final = r"[ \t]*(?:\[[A-Za-z]{1,64}[ \t]{1,64}\"|deal[ \t]+[0-9])"
"""A line that occurs inside a game, and so shows that the first line is missing."""
_LIKE_THIS: Final = Phrase(
    "; a record is written like this: `%SGN 1`, `deal 1 dealer B trump Qh`, `1. Kh Ah`, `= A 2`,"
    " each on its own line (`santase new` helps)"
)
_FENCED: Final = re.compile(r"```[^`\n]*\s*\Z")
_IS_MISSING: Final = Phrase("; is that line missing here?")
_BLOCK: Final = 1 << 16
"""Bytes read at once."""
GAME_LINE: Final = re.compile(rb"^(?:\xef\xbb\xbf)?%SGN(?:[ \t]+[0-9]|[ \t]*\r?$)", re.MULTILINE)
"""The line that starts a game, up to its version."""
_WORD: Final = b"%SGN"
_USUAL: Final = GAME.encode() + b"\n"
"""How it usually is, of which less is asked."""
_NEWLINE: Final = ord("\n")
BOM: Final = b"\xef\xbb\xbf"
BIDI: Final = "[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
"""A bidirectional control, as a regular expression."""
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)")
_WIDE: Final = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_NEVER: Final = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""Characters that do not occur in text."""
_SURE: Final = 4096
"""Bytes examined for UTF-16 without a byte order mark: at least a third must be ASCII."""
_LINE_END: Final = re.compile("\r+\n|[\r\x0b\x0c\x85]")
"""What ends a line elsewhere: on old computers, in word processors, before a page."""
_NO_TEXT: Final = Phrase("; is this a text file?")
_ENDS_A_LINE: Final = Phrase(": a line ends with LF, or with CR and LF")

_PLAIN: Final = bytes((9, 10, *range(32, 127), *range(128, 0xC2), *range(0xC3, 256)))
"""Bytes that are not part of a control character, neither in ASCII nor in UTF-8."""


class Source(NamedTuple):
    """The text of one game, or what is wrong with its bytes.

    ``number`` counts the games of a file from 1; 0 is the text before the first. ``line`` is the line of the
    file on which the game starts. ``raw`` is its bytes. ``fault`` is relative to the game.
    """

    number: int
    line: int
    text: str
    fault: Finding | None
    raw: bytes = b""

    @property
    def english(self) -> str:
        """The text with its cards in English letters, at the same offsets."""
        if LETTERS not in self.text:
            return self.text
        from notation.text.letters import in_english  # few games have other letters

        return in_english(self.text)

    @property
    def scannable(self) -> str:
        """What the scanner is given of the text: nothing if something is wrong before any grammar."""
        if self.fault or unreadable(self.text) or _may_be_mistaken(self.text):
            return ""
        return self.english


class Start(NamedTuple):
    """The position of a chunk in its file: the number of games before it, its line, its offset."""

    games: int = 0
    line: int = 1
    offset: int = 0


START: Final = Start()
"""The start of a file."""


def cut(data: bytes | IO[bytes], start: Start = START) -> Iterator[Source]:
    r"""Yield the games of a file in order; text before the first is a faulty game 0.

    An open file is read on demand; a read error is raised before the game that could not be read to its end.
    ``start`` is the position of bytes that are only a chunk of their file; such a chunk starts with a game.

    >>> [(source.number, source.line) for source in cut(b"\n%SGN 1\n%SGN 1\n")]
    [(1, 2), (2, 3)]
    """
    pieces = _pieces(BytesIO(data) if isinstance(data, bytes) else data)
    before = _source(0, start.line, next(pieces), start.offset)
    empty = not before.text.strip()
    if before.fault or not empty:
        yield before if before.fault else before._replace(fault=_misplaced(before.text))
    line, offset = start.line + before.raw.count(b"\n"), start.offset + len(before.raw)
    number = start.games
    for number, raw in enumerate(pieces, start=start.games + 1):
        yield _source(number, line, raw, offset)
        line += raw.count(b"\n")
        offset += len(raw)
    if empty and not number and not before.fault:
        yield before._replace(fault=_misplaced(before.text))


def _may_be_mistaken(text: str) -> bool:
    """Return whether a letter of a game that names its letters may be meant otherwise."""
    if LETTERS not in text:
        return False
    from notation.text.letters import mistaken_letter  # few games have other letters

    return mistaken_letter(text) is not None


def too_large(text: str) -> Finding | None:
    """Return the finding about a game that exceeds the size limit, or None."""
    if len(text) > MAX_TEXT or (len(text) > MAX_WORDS and sum(1 for _ in SIGNS.finditer(text)) > MAX_WORDS):
        return Finding(catalogue.GAME_LARGE, Span(1, 1, 1, 7))
    return None


def unreadable(text: str) -> Finding | None:
    """Return the finding about a game that exceeds the size limit or names unknown letters, or None."""
    fault = too_large(text)
    if fault or LETTERS not in text:
        return fault
    from notation.text.letters import letters_fault  # few games have other letters

    return letters_fault(text)


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the text before the first game line, possibly empty, then every game."""
    held, searched, block = bytearray(), 0, b"\n"
    while block:
        block = file.read(_BLOCK)
        held += block
        whole = held.rfind(b"\n") + 1 if block else len(held)  # a line is examined once it is complete
        start = 0
        for head in game_lines(held, searched, whole):
            yield bytes(held[start:head])
            start = head
        del held[:start]
        searched = whole - start
    yield bytes(held)


def game_lines(held: bytearray, start: int, end: int) -> Iterator[int]:
    r"""Return the offsets at which SGN games start, among lines that lie entirely between the bounds.

    >>> list(game_lines(bytearray(b"x\n%SGN 1\n %SGN 1\n%SGN\n"), 0, 22))
    [2, 17]
    """
    at = held.find(_WORD, start, end)  # searching for the word first is faster
    while at >= 0:
        if held.startswith(_USUAL, at, end) and (not at or held[at - 1] == _NEWLINE):
            yield at
            at = held.find(_WORD, at + len(_USUAL), end)
            continue
        line = at - len(BOM) if held[max(start, at - len(BOM)) : at] == BOM else at
        if GAME_LINE.match(held, line, end):
            yield line
        at = held.find(_WORD, at + 1, end)


def _misplaced(text: str) -> Finding:
    """Return the finding about text before the first game, or about a file without any game."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            column = len(line) - len(line.lstrip()) + 1
            span = Span(number, column, number, len(line.rstrip()) + 1)
            if len(line) < _MAX_FIRST and re.match(_ABOUT_SGN, line.rstrip()):
                facts: dict[str, Fact] = {"hint": did_you_mean(GAME)}
                return Finding(
                    catalogue.STRAY_TEXT, span, facts, proposal=Fix(span._replace(column=1), GAME, True)
                )
            if re.match(_OF_A_GAME, line):
                at = Span(number, 1, number, 1)
                return Finding(
                    catalogue.STRAY_TEXT, span, {"hint": _IS_MISSING}, proposal=Fix(at, f"{GAME}\n", True)
                )
            change = Fix(_whole(text), "") if _FENCED.search(text) else None
            return Finding(catalogue.STRAY_TEXT, span, {"hint": _LIKE_THIS}, proposal=change)
    return Finding(catalogue.EMPTY, Span(1, 1, 1, 1))


def _whole(text: str) -> Span:
    lines = text.split("\n")
    return Span(1, 1, len(lines), len(lines[-1]) + 1)


def wide(data: bytes, is_whole: bool = True) -> str:
    """Return the form of UTF-16 in which a file, or its beginning, is certainly written, or ""."""
    for mark, encoding in _WIDE:
        if data.startswith(mark):
            return encoding if _decodes(data, encoding, is_whole) else ""
    first = data[:_SURE]
    zeros = first[1::2].count(0), first[::2].count(0)
    if min(zeros) or max(zeros) * 6 <= len(first):
        return ""
    encoding = _WIDE[zeros.index(max(zeros))][1]
    is_text = _decodes(data, encoding, is_whole) and not _NEVER.search(data.decode(encoding, "ignore"))
    return encoding if is_text else ""


def _decodes(data: bytes, encoding: str, is_whole: bool = True) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(data, is_whole)
    except UnicodeDecodeError:
        return False
    return True


def code_page(content: bytes) -> str:
    """Return the likely code page of bytes that are not UTF-8, or "" if it cannot be recognised.

    >>> code_page("Мария".encode("cp1251")), code_page("Müller".encode("cp1252"))
    ('windows-1251', 'windows-1252')
    """
    if wide(content) or content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "UTF-16"
    if re.search(rb"[\xc0-\xff]{3}(?![\x80-\xbf])", content):
        return "windows-1251"  # words of letters that are all beyond ASCII
    if re.search(rb"[\xf5\xfb\xd5\xdb](?![\x80-\xbf])", content):
        return "windows-1250"  # the long ő and ű of Hungarian
    return (
        "windows-1252"
        if re.search(rb"(?:[A-Za-z][\xc0-\xff]|[\xc0-\xff][A-Za-z])(?![\x80-\xbf])", content)
        else ""
    )


def _as_meant(content: bytes) -> str:
    """Decode bytes in their likely code page, if that succeeds throughout."""
    name = code_page(content)
    try:
        text = content.decode(name) if name.startswith("windows") else ""
    except UnicodeDecodeError:
        return ""
    return "" if _text_fault(text) else text


def saved_as(content: bytes) -> Phrase | str:
    """Return the likely encoding of bytes that are not UTF-8, as the end of a sentence, or ""."""
    name = code_page(content)
    return Phrase("; it looks like {encoding}: save it as UTF-8", {"encoding": name}) if name else ""


def _source(number: int, line: int, raw: bytes, offset: int) -> Source:
    """Return the text of a game whose bytes start at an offset, without a byte order mark."""
    content = raw.removeprefix(BOM)
    wrong = content.find(0) if content[:2].count(0) == 1 and wide(content) else -1
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        text = _as_meant(content) or content.decode("utf-8", errors="replace")
        wrong = error.start
    if wrong < 0:
        return Source(number, line, text, None if _is_plain(content) else _text_fault(text), raw)
    before = content[:wrong].decode("utf-8")
    at = offset + len(raw) - len(content) + wrong
    facts: dict[str, Fact] = {"byte": f"0x{content[wrong]:02X}", "offset": at, "hint": saved_as(content)}
    return Source(number, line, text, Finding(catalogue.ENCODING, span_at(before, len(before)), facts), raw)


def _is_plain(content: bytes) -> bool:
    """Return whether a quick check rules out faulty characters, as it does for most texts."""
    return len(content) <= MAX_LINE and not content.translate(None, _PLAIN)


def _text_fault(text: str) -> Finding | None:
    control = _CONTROL.search(text)
    if control:
        meant = _LINE_END.sub("\n", text)
        is_line_end = _LINE_END.match(control[0]) and not _CONTROL.search(meant)
        facts: dict[str, Fact] = {
            "character": f"U+{ord(control[0]):04X}",
            "hint": _ENDS_A_LINE if is_line_end else _NO_TEXT,
        }
        change = Fix(_whole(text), meant, True) if is_line_end else None
        return Finding(catalogue.CONTROL, span_at(text, control.start()), facts, proposal=change)
    lines = text.split("\n") if len(text) * 4 > MAX_LINE else []
    if lines and 4 * max(map(len, lines)) > MAX_LINE:
        for index, content in enumerate(lines, start=1):
            if len(content.removesuffix("\r").encode()) > MAX_LINE:
                return Finding(catalogue.LINE_LONG, Span(index, 1, index, 2))
    return None
