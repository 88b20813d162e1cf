"""What a document for people consists of, before it is put into a form: text, tables and lists.

Words that are already in the reader's language. How they look is for :mod:`viewer.documents.rendering`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a part; level 2 under the document's title, 3 under that."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, and under it in small type where it comes from.

    ``kind`` is nothing, ``answer`` for the sentence that matters most, or ``right`` and ``wrong`` for a
    verdict.
    """

    text: str
    note: str = ""
    kind: str = ""


class Item(NamedTuple):
    """An item of a list, and under it in small type where it comes from.

    An anchor is what a link to it names on a page.
    """

    text: str
    note: str = ""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; ordered where each item follows from the one before."""

    items: tuple[Item, ...]
    ordered: bool = False


class Column(NamedTuple):
    """A column of a table; numbers stand to the right."""

    title: str
    number: bool = False


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table; every row has as many cells as there are columns, and an anchor where there are any."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    anchors: tuple[str, ...] = ()


class SuitedHand(NamedTuple):
    """A hand as a diagram has it: whose it is, and a line a suit, its sign and its cards, high ones first."""

    title: str
    suits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandDiagram:
    """Hands by suits, side by side, and below them what lies elsewhere, each with what it is called."""

    hands: tuple[SuitedHand, ...]
    beside: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> DataTable:
        """The same as a table: a column a hand, a row a suit."""
        columns = tuple(Column(hand.title) for hand in self.hands)
        rows = tuple(zip(*(hand.suits for hand in self.hands), strict=True))
        return DataTable(columns, rows, "\n".join(f"{label}: {cards}" for label, cards in self.beside))


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of a record as they stand there, or of a ``diff`` of two."""

    lines: tuple[str, ...]
    syntax: str = "text"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, drawn as SVG where one can be shown, and a table that says the same where none can."""

    draw: Callable[[], str]
    words: DataTable


BLANK: Final = "_" * 24
"""A line to write on, where text is all there is."""


@dataclass(frozen=True, slots=True)
class Blanks:
    """Lines to be filled in and signed by hand: what each is for, and what stands on it already."""

    lines: tuple[tuple[str, str], ...]


Part = Heading | Paragraph | Listing | DataTable | HandDiagram | Excerpt | Picture | Blanks


def beneath(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts of a document as they stand under a heading of another: their own go one level down."""
    for part in parts:
        yield Heading(part.text, part.level + 1) if isinstance(part, Heading) else part


@dataclass(frozen=True, slots=True)
class Document:
    """A document in one language, named by its code."""

    title: str
    parts: tuple[Part, ...]
    language: str
    sheets: str = ""
    """Where the rule sheets lie to which clauses lead, as a pattern: `https://club.example/{rules}.html`."""
