"""Judgements put before a reader: lines with places and carets.

Only shows; what is right or wrong was decided before.
"""

from collections.abc import Iterator
from typing import Final

from notation.findings.finding import Finding, escape
from notation.judge.judgement import Judgement
from notation.record.model import Span
from notation.record.words import seat_letter
from notation.specs.spec import write_spec
from notation.text.reader import Game

WINDOW: Final = 100
"""Columns of a source line that are shown around a place."""


def place_words(file: str, game: Game, span: Span) -> str:
    """Where something of a game stands: its file, line and column."""
    place = game.place(span)
    return f"{escape(file)}:{place.line}:{place.column}"


def as_text(file: str, judgement: Judgement) -> Iterator[tuple[str, Finding | None]]:
    """The lines for one game, each with the finding that it opens, if it opens one."""
    lines = judgement.game.text.split("\n")
    for finding in judgement.findings:
        place = place_words(file, judgement.game, finding.span)
        yield f"{place}: {finding.code.severity.value} {finding.code.id}: {finding.message}", finding
        yield from ((line, None) for line in excerpt(lines, finding.span))
        if finding.related:
            span = judgement.game.place(finding.related.span)
            yield f"    {span.line}:{span.column}: {finding.related.sentence}", None
            yield from ((line, None) for line in excerpt(lines, finding.related.span))
        if finding.cite:
            yield f"    see {finding.cite}", None


def excerpt(lines: list[str], span: Span) -> list[str]:
    """The source line of a place with a caret under it; nothing where the place has no line.

    >>> excerpt(["1. Kd As"], Span(1, 7, 1, 9))
    ['    1. Kd As', '          ^^']
    """
    if not 1 <= span.line <= len(lines) or not lines[span.line - 1].strip():
        return []
    line = lines[span.line - 1].removesuffix("\r")
    start = max(0, span.column - 1 - WINDOW // 2)
    shown = line[start : start + WINDOW]
    before, marked = shown[: span.column - 1 - start], shown[span.column - 1 - start :]
    width = span.end_column - span.column if span.end_line == span.line else len(marked)
    carets = "^" * max(1, min(len(escape(marked[:width])), WINDOW))
    return [f"    {escape(shown.expandtabs(1))}", f"    {' ' * len(escape(before))}{carets}"]


def summary(judgement: Judgement) -> str:
    """One line on a game: the rules, the score, and whether it is right or only judged in part."""
    if judgement.rules is None:
        return "not judged"
    score = "score open" if judgement.is_open else "-".join(str(won) for won in judgement.score)
    won = f", {seat_letter(judgement.winner)} wins the match" if judgement.winner >= 0 else ""
    won += ", which counts double" if judgement.games > 1 else ""
    errors = judgement.errors
    deals = len(judgement.deals)
    unjudged = sum(deal.result is None and (deal.stopped or not deal.tricks) for deal in judgement.deals)
    state = f"{errors} error{'s' if errors != 1 else ''}"
    if judgement.ok:
        judged = any(deal.tricks or deal.result for deal in judgement.deals)
        state = "no error found" if unjudged else "right" if judged else "nothing to judge"
    part = f" ({unjudged} not judged to the end)" if unjudged else ""
    counted = f"{deals} deal{'s' if deals != 1 else ''}{part}"
    return f"{state}: {write_spec(judgement.rules)}, {counted}, {score}{won}"
