"""The parts of a document before rendering: text, tables and lists.

Words are already in the reader's language. :mod:`viewer.documents.rendering` decides how they look.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, NamedTuple


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a section; level 2 under the document's title, 3 under that."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, with its source below in small type.

    ``kind`` is empty, ``answer`` for the most important sentence, ``meaning`` for what the title means,
    ``right`` and ``wrong`` for a verdict, ``letterhead`` for who issues a sheet, with its number, place and
    date, or ``fine`` for small print.
    """

    text: str
    note: str = ""
    kind: str = ""

    @property
    def is_strong(self) -> bool:
        """Whether it stands out."""
        return self.kind not in ("", "letterhead", "fine")


class Item(NamedTuple):
    """A list item, with its source below in small type.

    An anchor is the target of links on a page; a link leads from the item to another page.
    """

    text: str
    note: str = ""
    anchor: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; ordered where each item follows from the one before."""

    items: tuple[Item, ...]
    ordered: bool = False


class Column(NamedTuple):
    """A column of a table; numbers are aligned right."""

    title: str
    number: bool = False


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table; every row has as many cells as there are columns, and an anchor if the table has anchors.

    What is ``below`` a row, if the table has notes, stands over the whole width.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    anchors: tuple[str, ...] = ()
    below: tuple[str, ...] = ()

    @property
    def noted(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Each row with what is below it."""
        return zip(self.rows, self.below or ("",) * len(self.rows), strict=True)

    @property
    def notes(self) -> Iterator[str]:
        """What is below rows, each after the first cell of its row, for a form without wide cells."""
        return (f"{row[0]} {note}".strip() for row, note in self.noted if note)


class SuitedHand(NamedTuple):
    """A hand in a diagram: its owner, and a line per suit with its symbol and cards, high ones first."""

    title: str
    suits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandDiagram:
    """Hands by suits, side by side, and below them the other cards, each with a label."""

    hands: tuple[SuitedHand, ...]
    beside: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> DataTable:
        """The same as a table: a column per hand, a row per suit."""
        columns = tuple(Column(hand.title) for hand in self.hands)
        rows = tuple(zip(*(hand.suits for hand in self.hands), strict=True))
        return DataTable(columns, rows, "\n".join(f"{label}: {cards}" for label, cards in self.beside))


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of a record, unchanged, or of a ``diff`` of two."""

    lines: tuple[str, ...]
    syntax: str = "text"


@dataclass(frozen=True, slots=True)
class Picture:
    """SVG pictures, side by side where there is room, and a table with the same content for other forms."""

    draw: Callable[[], tuple[str, ...]]
    words: DataTable


BLANK: Final = "_" * 24
"""A line to write on, in plain text."""


@dataclass(frozen=True, slots=True)
class Blanks:
    """Lines to be filled in and signed by hand: the label of each, and its pre-filled content."""

    lines: tuple[tuple[str, str], ...]


Part = Heading | Paragraph | Listing | DataTable | HandDiagram | Excerpt | Picture | Blanks


def beneath(parts: Iterable[Part]) -> Iterator[Part]:
    """Return the parts of a document below a heading of another: their own headings go one level down."""
    for part in parts:
        yield Heading(part.text, part.level + 1) if isinstance(part, Heading) else part


@dataclass(frozen=True, slots=True)
class Document:
    """A document in one language, named by its code."""

    title: str
    parts: tuple[Part, ...]
    language: str
    sheets: str = ""
    """The URL pattern of the rule sheets that clauses link to: `https://club.example/{rules}.html`."""

    @property
    def head(self) -> tuple[Paragraph, ...]:
        """The letterhead and the answer with which it opens, as far as it has them."""
        opening = takewhile(
            lambda part: getattr(part, "kind", "") in ("letterhead", "answer"), self.parts[:2]
        )
        return tuple(part for part in opening if isinstance(part, Paragraph))

    @property
    def body(self) -> tuple[Part, ...]:
        """Everything below that."""
        return self.parts[len(self.head) :]


def joined(documents: list[Document], title: str) -> Document:
    """Join several documents under a title, each under its own; return a single one unchanged."""
    first, *others = documents
    if not others:
        return first
    parts: list[Part] = []
    for number, document in enumerate(documents, start=1):
        parts.append(Heading(document.title))
        parts += (_apart(part, number) for part in beneath(document.parts))
    return Document(title, tuple(parts), first.language)


def _apart(part: Part, number: int) -> Part:
    """Return a part of one of several documents, with unique anchors."""
    if not isinstance(part, DataTable) or not part.anchors or number == 1:
        return part
    return replace(part, anchors=tuple(f"{number}/{anchor}" for anchor in part.anchors))
