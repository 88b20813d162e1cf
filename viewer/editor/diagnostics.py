"""Diagnostics: the findings of a document at their positions, with quick fixes.

Passes findings on and adds none; a fix is offered and never applied.
"""

from collections.abc import Iterator
from typing import NamedTuple

from notation.findings import Finding, Fix, catalogue
from referee import Severity
from viewer.documents.languages import Language
from viewer.documents.reports import cite_of, spoken_of
from viewer.editor.places import Extent
from viewer.editor.review import Review, ReviewedGame
from viewer.editor.sentences import ENGLISH


class TextChange(NamedTuple):
    """A text edit: replaces an extent of a document."""

    extent: Extent
    text: str


class Action(NamedTuple):
    """What an editor offers to do about a finding: text edits that belong together, and what they are."""

    title: str
    edits: tuple[TextChange, ...]
    is_safe: bool = False


class Diagnostic(NamedTuple):
    """A finding with its extent in the document, and what may be done about it, likeliest first."""

    extent: Extent
    severity: Severity
    code: str
    message: str
    cite: str = ""
    related: tuple[Extent, str] | None = None
    actions: tuple[Action, ...] = ()


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
        tuple(_actions(review, seen, finding, language)),
    )


def _actions(review: Review, seen: ReviewedGame, finding: Finding, language: Language) -> Iterator[Action]:
    """Return the change of a finding, and each of its repairs, whose changes make sense together only."""
    if finding.change:
        edit = _edit(seen, finding.change)
        title = language.say("Insert {text}", text=edit.text.strip())
        if there := review.page.text[slice(*edit.extent)]:
            title = language.say("Replace {there} with {text}", there=there, text=edit.text.strip())
        if finding.code is catalogue.HABIT:
            title = language.say("Change throughout: {what}", what=(finding.facts or {})["what"])
        yield Action(_capital(title), (edit,), finding.fix is not None)
    for repair in finding.repairs:
        yield Action(_capital(language.put(repair.says)), tuple(_edit(seen, fix) for fix in repair.changes))


def _edit(seen: ReviewedGame, fix: Fix) -> TextChange:
    return TextChange(seen.extent_of(fix.span), seen.judgement.game.own(fix.text))


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]


def actions_at(
    review: Review, extent: Extent, language: Language = ENGLISH
) -> Iterator[tuple[Diagnostic, Action]]:
    """Return what may be done about the findings in an extent of a document, each with its finding."""
    for found in diagnostics(review, language):
        if found.extent.start <= extent.end and extent.start <= found.extent.end:
            yield from ((found, action) for action in found.actions)


def safe_edits(review: Review) -> Iterator[TextChange]:
    """Return every fix with which nothing else can be meant; where two overlap, only the first."""
    done = -1
    for seen in review.games:
        fixes = sorted(finding.fix for finding in seen.judgement.findings if finding.fix)
        for fix in dict.fromkeys(fixes):
            edit = _edit(seen, fix)
            if edit.extent.start >= done:
                yield edit
                done = edit.extent.end
