"""Documents as text for people: wrapped to a width, tables in boxes, in colour on a terminal.

It adds nothing to the document. Text of a record stays text: line breaks in a cell make lines of the cell,
and double-width and zero-width characters are measured as such.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final, NamedTuple, TypedDict

from viewer.documents.document import (
    BLANK,
    Blanks,
    DataTable,
    Document,
    Excerpt,
    HandDiagram,
    Heading,
    Listing,
    Paragraph,
    Part,
    Picture,
)


class Style(TypedDict, total=False):
    """The style of a line on a terminal, as `click.style` takes it."""

    bold: bool
    underline: bool
    dim: bool
    fg: str


STYLES: Final[dict[str, Style]] = {
    "answer": {"bold": True},
    "meaning": {"bold": True},
    "right": {"fg": "green"},
    "wrong": {"fg": "red"},
    "fine": {"dim": True},
}
TITLE: Final[Style] = {"bold": True}
SECTION: Final[Style] = {"bold": True, "underline": True}
SUBSECTION: Final[Style] = {"underline": True}
PLAIN: Final[Style] = {}
NOTE: Final[Style] = {"dim": True}
INDENT: Final = "    "

_WORD: Final = re.compile(r"\s*\S+\s*")
_NARROW: Final = re.compile(
    r"[ -~\u00a0-\u00ac\u00ae-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2500-\u257f\u2660-\u2667]*"
)
"""Text in which every character takes one column, which is nearly all text."""


class TextLine(NamedTuple):
    """A line of text and its style."""

    text: str
    style: Style = PLAIN


def as_text(document: Document, width: int) -> str:
    """Return a document as plain text of limited width, except for excerpts, which are unchanged.

    >>> from viewer.documents.document import Column
    >>> table = DataTable((Column("Trick", True), Column("Play")), (("1", "As Ks"),))
    >>> print(as_text(Document("A deal", (Paragraph("It is over."), table), "en"), 40), end="")
    A deal
    <BLANKLINE>
    It is over.
    <BLANKLINE>
    ┏━━━━━━━┳━━━━━━━┓
    ┃ Trick ┃ Play  ┃
    ┡━━━━━━━╇━━━━━━━┩
    │     1 │ As Ks │
    └───────┴───────┘
    """
    return "".join(f"{line.text.rstrip(' ')}\n" for line in lines(document, width))


def lines(document: Document, width: int) -> Iterator[TextLine]:
    """Return the lines of a document."""
    yield from _wrapped(document.title, width, TITLE)
    for part in document.parts:
        yield TextLine("")
        yield from _lines(part, width)


def _lines(part: Part, width: int) -> Iterator[TextLine]:
    match part:
        case Heading():
            yield from _wrapped(part.text, width, SECTION if part.level == 2 else SUBSECTION)
        case Paragraph():
            if part.text:
                yield from _wrapped(part.text, width, STYLES.get(part.kind, PLAIN))
            if part.note:
                yield from _wrapped(part.note, width, NOTE, INDENT)
        case Listing():
            for number, item in enumerate(part.items, start=1):
                mark = f"{number}. " if part.ordered else "- "
                margin = " " * len(mark)
                for place, line in enumerate(_wrapped(item.text, width, PLAIN, margin)):
                    yield line if place else TextLine(mark + line.text[len(mark) :])
                if item.note:
                    yield from _wrapped(item.note, width, NOTE, margin)
        case DataTable():
            if part.title:
                yield from _wrapped(part.title, width)
            yield from map(TextLine, _grid(part, width))
            for note in part.notes:
                yield from _wrapped(note, width, NOTE, INDENT)
        case Excerpt():
            yield from map(TextLine, part.lines)
        case Picture() | HandDiagram():
            yield from _lines(part.words, width)
        case Blanks():
            for what, given in part.lines:
                yield from _wrapped(f"{what}: {given or BLANK}", width)


def _wrapped(text: str, width: int, style: Style = PLAIN, margin: str = "") -> Iterator[TextLine]:
    for line in wrap(text, max(1, width - len(margin))):
        yield TextLine(margin + line, style)


@lru_cache(maxsize=1 << 12)
def columns_of(text: str) -> int:
    """Return the number of terminal columns that a text takes.

    >>> columns_of("A♠"), columns_of("牌")
    (2, 2)
    """
    if _NARROW.fullmatch(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def wrap(text: str, width: int) -> list[str]:
    """Break a text into lines between words, and inside a word that is longer than a line.

    >>> wrap("a long sentence", 8)
    ['a long', 'sentence']
    """
    if "\n" not in text and columns_of(text) <= width:
        return [text]
    return list(_broken_text(text, width))


@lru_cache(maxsize=1 << 8)
def _broken_text(text: str, width: int) -> tuple[str, ...]:
    return tuple(broken for line in text.split("\n") for broken in _broken(line, width))


def _broken(line: str, width: int) -> Iterator[str]:
    if columns_of(line) <= width:
        yield line
        return
    done, taken = "", 0
    for word in _WORD.findall(line):
        bare = word.rstrip()
        needed = columns_of(bare)
        if taken + needed > width and done:
            yield done.rstrip()
            done, taken = "", 0
        while needed > width:
            cut = _most(bare, width)
            yield word[:cut]
            word, bare = word[cut:], bare[cut:]
            needed = columns_of(bare)
        done += word
        taken += columns_of(word)
    yield done.rstrip()


def _most(text: str, width: int) -> int:
    """Return how many characters of a text fit into a width; at least one."""
    return next((n - 1 for n in range(2, len(text) + 1) if columns_of(text[:n]) > width), len(text))


@lru_cache(maxsize=1 << 12)
def _longest_word(text: str) -> int:
    return max((columns_of(word.rstrip()) for word in _WORD.findall(text)), default=0)


def _grid(table: DataTable, width: int) -> Iterator[str]:
    """Draw a table in a box; where it is too wide, the widest columns are wrapped, the last of them first."""
    titles = tuple(column.title for column in table.columns)
    has_head = any(titles)
    cells = [*table.rows, titles] if has_head else table.rows
    is_narrow = bool(_NARROW.fullmatch("".join(map("".join, cells))))
    if is_narrow:
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    else:
        widths = [max((columns_of(line) for cell in column for line in cell.split("\n")), default=0)
                  for column in zip(*cells, strict=True)]  # fmt: skip
    too_wide = sum(widths) + 3 * len(widths) + 1 - width
    if too_wide > 0:
        words = [max(map(_longest_word, column)) for column in zip(*cells, strict=True)]
        for _ in range(too_wide):
            widest = max(range(len(widths)), key=lambda at: (widths[at] > words[at], widths[at], at))
            widths[widest] = max(1, widths[widest] - 1)
    box = _box(tuple(widths), tuple(column.number for column in table.columns))
    is_plain = is_narrow and too_wide <= 0
    if has_head:
        yield box.top
        yield from (box.head % titles,) if is_plain else _row(titles, box, "┃")
        yield box.under_head
    else:
        yield box.top_without_head
    if is_plain:
        yield from map(box.row.__mod__, table.rows)
    else:
        for row in table.rows:
            yield from _row(row, box, "│")
    yield box.bottom


class _Box(NamedTuple):
    """The lines of a table with columns of some widths, and its rows as patterns for their cells."""

    widths: tuple[int, ...]
    right: tuple[bool, ...]
    """Whether each column is aligned to the right."""
    top: str
    under_head: str
    top_without_head: str
    bottom: str
    head: str
    row: str


@lru_cache(maxsize=1 << 10)
def _box(widths: tuple[int, ...], right: tuple[bool, ...]) -> _Box:
    cells = [
        f"%{width}s" if is_right else f"%-{width}s" for width, is_right in zip(widths, right, strict=True)
    ]
    return _Box(
        widths,
        right,
        _rule(("┏", "┳", "┓"), "━", widths),
        _rule(("┡", "╇", "┩"), "━", widths),
        _rule(("┌", "┬", "┐"), "─", widths),
        _rule(("└", "┴", "┘"), "─", widths),
        f"┃ {' ┃ '.join(cells)} ┃",
        f"│ {' │ '.join(cells)} │",
    )


def _rule(corners: tuple[str, str, str], line: str, widths: Sequence[int]) -> str:
    left, between, right = corners
    return left + between.join(line * (width + 2) for width in widths) + right


def _row(cells: Sequence[str], box: _Box, edge: str) -> Iterator[str]:
    """Draw a row with characters of any width, or wrapped cells."""
    wrapped = [wrap(cell, width) for cell, width in zip(cells, box.widths, strict=True)]
    for parts in zip_longest(*wrapped, fillvalue=""):
        padded = [
            blank + part if is_right else part + blank
            for part, width, is_right in zip(parts, box.widths, box.right, strict=True)
            for blank in (" " * (width - columns_of(part)),)
        ]
        yield f"{edge} " + f" {edge} ".join(padded) + f" {edge}"
