"""Quotations in documents: every clause is quoted where it first matters, and not again."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from viewer.documents.document import Listing, Paragraph, Part
from viewer.documents.languages import CitedClause


def quoted_once(parts: Iterable[Part]) -> Iterator[Part]:
    """Return the parts of a document, with each clause only where it comes first.

    >>> from referee import SANTASE
    >>> from viewer.documents.languages import language
    >>> clause = language("en").quoted(SANTASE, "close.effect")
    >>> [bool(part.note) for part in quoted_once([Paragraph("closed", clause), Paragraph("again", clause)])]
    [True, False]
    """
    quoted: set[str] = set()

    def first(note: str) -> str:
        is_known = note in quoted
        if isinstance(note, CitedClause):
            quoted.add(note)
        return "" if is_known else note

    for part in parts:
        if isinstance(part, Paragraph):
            yield replace(part, note=first(part.note))
        elif isinstance(part, Listing):
            yield replace(part, items=tuple(item._replace(note=first(item.note)) for item in part.items))
        else:
            yield part


def points_quoted(parts: Sequence[Part]) -> set[str]:
    """Return the points of the clauses that parts of a document quote."""
    notes = [part.note for part in parts if isinstance(part, Paragraph)]
    notes += [item.note for part in parts if isinstance(part, Listing) for item in part.items]
    return {note.point for note in notes if isinstance(note, CitedClause)}
