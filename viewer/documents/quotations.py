"""Quotations in documents: every clause where it first matters, every sentence of a source once."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from viewer.documents.document import DataTable, Document, Listing, Paragraph, Part
from viewer.documents.languages import CitedClause, Language


def quoted_once(parts: Iterable[Part]) -> Iterator[Part]:
    """Return the parts of a document, with each clause and each sentence only where it comes first.

    >>> from referee import SANTASE
    >>> from viewer.documents.languages import language
    >>> clause = language("en").quoted(SANTASE, "close.effect")
    >>> [bool(part.note) for part in quoted_once([Paragraph("closed", clause), Paragraph("again", clause)])]
    [True, False]
    """
    quoted: set[str] = set()

    def first(clause: CitedClause) -> str:
        if clause in quoted:
            return ""
        shown = clause.quoting("", "") if clause.quote in quoted else clause
        quoted.update((clause, *filter(None, (clause.quote,))))
        return shown

    return _with_clauses(parts, first)


def citing(title: str, parts: Iterable[Part], language: Language) -> Document:
    """Return a document that quotes clauses; the first translation in it says whose it is.

    >>> from referee import SANTASE
    >>> from viewer.documents.languages import language
    >>> german = language("de")
    >>> twice = [Paragraph("", german.quoted(SANTASE, point)) for point in ("close.who", "close.first_lead")]
    >>> [part.note.endswith("(unsere Übersetzung)") for part in citing("", twice, german).parts]
    [True, False]
    """
    is_marked = False

    def marked(clause: CitedClause) -> str:
        nonlocal is_marked
        if is_marked or not clause.translation:
            return clause
        is_marked = True
        words = language.say("{translation} (our translation)", translation=clause.translation)
        return clause.quoting(clause.quote, words)

    return Document(title, tuple(_with_clauses(parts, marked)), language.code)


def _with_clauses(parts: Iterable[Part], change: Callable[[CitedClause], str]) -> Iterator[Part]:
    """Return parts with their clauses changed, in the order in which they are read."""

    def changed(text: str) -> str:
        return change(text) if isinstance(text, CitedClause) else text

    for part in parts:
        match part:
            case Paragraph(note=CitedClause()):
                yield replace(part, note=changed(part.note))
            case Listing():
                yield replace(
                    part, items=tuple(item._replace(note=changed(item.note)) for item in part.items)
                )
            case DataTable() if any(isinstance(cell, CitedClause) for row in part.rows for cell in row):
                yield replace(part, rows=tuple(tuple(map(changed, row)) for row in part.rows))
            case _:
                yield part


def points_quoted(parts: Sequence[Part]) -> set[str]:
    """Return the points of the clauses that parts of a document quote."""
    notes = [part.note for part in parts if isinstance(part, Paragraph)]
    notes += [item.note for part in parts if isinstance(part, Listing) for item in part.items]
    return {note.point for note in notes if isinstance(note, CitedClause)}
