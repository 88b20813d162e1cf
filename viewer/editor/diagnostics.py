"""The findings of a document where they stand in it, and the changes that would put them right.

Hands on what was found, and finds nothing; a fix is offered and never made.
"""

from collections.abc import Iterator
from typing import NamedTuple

from notation.findings.finding import Finding, Fix
from referee.codes import Severity
from viewer.editor.places import Extent
from viewer.editor.review import Review, ReviewedGame


class Diagnostic(NamedTuple):
    """A finding in a document, with the place that goes with it and the text that would mend it."""

    extent: Extent
    severity: Severity
    code: str
    message: str
    cite: str = ""
    related: tuple[Extent, str] | None = None
    fix: "TextChange | None" = None
    proposal: "TextChange | None" = None


class TextChange(NamedTuple):
    """A change of a document: what stands there gives way to a text."""

    extent: Extent
    text: str
    title: str


def diagnostics(review: Review) -> Iterator[Diagnostic]:
    """The findings of all games of a document, in order."""
    for seen in review.games:
        for finding in seen.judgement.findings:
            yield _diagnostic(review, seen, finding)


def _diagnostic(review: Review, seen: ReviewedGame, finding: Finding) -> Diagnostic:
    cite = f"\nsee {finding.cite}" if finding.cite else ""
    related = finding.related
    return Diagnostic(
        seen.extent_of(finding.span),
        finding.code.severity,
        finding.code.id,
        finding.message + cite,
        finding.cite,
        (seen.extent_of(related.span), related.sentence) if related else None,
        _change(review, seen, finding.fix) if finding.fix else None,
        _change(review, seen, finding.proposal) if finding.proposal else None,
    )


def _change(review: Review, seen: ReviewedGame, fix: Fix) -> TextChange:
    extent = seen.extent_of(fix.span)
    there = review.page.text[slice(*extent)]
    title = f"Replace {there} by {fix.text.strip()}" if there else f"Insert {fix.text.strip()}"
    return TextChange(extent, fix.text, title)


def changes(review: Review, extent: Extent) -> Iterator[tuple[Diagnostic, TextChange]]:
    """The changes that would mend what is found in a stretch of a document, each with its finding."""
    for found in diagnostics(review):
        touches = found.extent.start <= extent.end and extent.start <= found.extent.end
        change = found.fix or found.proposal
        if change and touches:
            yield found, change
