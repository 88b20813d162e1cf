"""Diagnostics: the findings of a document at their positions, with quick fixes.

Passes findings on and adds none; a fix is offered and never applied.
"""

from collections.abc import Iterator
from typing import NamedTuple

from notation.findings import Finding, Fix
from referee import Severity
from viewer.documents.languages import Language
from viewer.documents.reports import cite_of, spoken_of
from viewer.editor.places import Extent
from viewer.editor.review import Review, ReviewedGame
from viewer.editor.sentences import ENGLISH


class Diagnostic(NamedTuple):
    """A finding with its extent in the document, and the change that may put it right."""

    extent: Extent
    severity: Severity
    code: str
    message: str
    cite: str = ""
    related: tuple[Extent, str] | None = None
    change: "TextChange | None" = None
    is_safe: bool = False


class TextChange(NamedTuple):
    """A text edit: replaces an extent of a document."""

    extent: Extent
    text: str
    title: str


def diagnostics(review: Review, language: Language = ENGLISH) -> Iterator[Diagnostic]:
    """Return the findings of all games of a document, in order."""
    for seen in review.games:
        spoken = spoken_of(seen.judgement, language)
        for finding in seen.judgement.findings:
            yield _diagnostic(review, seen, finding, spoken)


def _diagnostic(review: Review, seen: ReviewedGame, finding: Finding, language: Language) -> Diagnostic:
    cited = cite_of(seen.judgement, finding, language)
    see = f"\n{language.say('see {clause}', clause=cited)}" if cited else ""
    related = finding.related
    return Diagnostic(
        seen.extent_of(finding.span),
        finding.code.severity,
        finding.code.id,
        language.message(finding) + see,
        cited,
        (seen.extent_of(related.span), language.put(related.phrase)) if related else None,
        _change(review, seen, finding.change, language) if finding.change else None,
        finding.fix is not None,
    )


def _change(review: Review, seen: ReviewedGame, fix: Fix, language: Language) -> TextChange:
    extent = seen.extent_of(fix.span)
    there = review.page.text[slice(*extent)]
    new = seen.judgement.game.own(fix.text)
    text = new.strip()
    title = language.say("Insert {text}", text=text)
    if there:
        title = language.say("Replace {there} with {text}", there=there, text=text)
    return TextChange(extent, new, title)


def changes(
    review: Review, extent: Extent, language: Language = ENGLISH
) -> Iterator[tuple[Diagnostic, TextChange]]:
    """Return the fixes of the findings in an extent of a document, each with its finding."""
    for found in diagnostics(review, language):
        touches = found.extent.start <= extent.end and extent.start <= found.extent.end
        if found.change and touches:
            yield found, found.change
