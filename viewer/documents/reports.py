"""Judgements put before a reader: lines with places and carets for people, JSON for programs.

Only shows; what is right or wrong was decided before. The JSON shape is public, and
``viewer/schemas/check.schema.json`` is its schema.
"""

from collections.abc import Iterator
from typing import Any, Final

from notation.findings.finding import Finding, escape
from notation.judge.judgement import Judgement
from notation.record.model import Span
from notation.record.words import by_seat, seat_letter, seat_or_none
from notation.rulings.certainty import Certainty, certainties
from notation.specs.spec import write_spec
from notation.text.reader import Game
from notation.text.writer import digest, ply_word

WINDOW: Final = 100
"""Columns of a source line that are shown around a place."""


def as_json(file: str, judgement: Judgement) -> dict[str, Any]:
    """The judgement of one game as the object that ``santase check --format json`` prints on a line."""
    game = judgement.game
    judged = judgement.rules is not None
    return {
        "file": file,
        "game": game.number,
        "line": game.line,
        "rules": write_spec(judgement.rules) if judgement.rules else None,
        "ok": judgement.ok,
        "digest": digest(game.record) if game.record else None,
        "findings": [finding_json(judgement, finding) for finding in judgement.findings],
        "deals": [
            {
                "number": deal.number if deal.number >= 0 else None,
                "winner": seat_or_none(deal.result.winner if deal.result else -1),
                "game_points": deal.game_points if deal.result else None,
                "reason": deal.result.reason.value if deal.result else None,
                "card_points": by_seat(deal.card_points),
                "tricks": by_seat(deal.tricks_won),
                "awarded": by_seat(deal.awarded),
                "score": by_seat(deal.score),
                "complete": deal.result is not None,
                **certainty_json(certainty),
            }
            for deal, certainty in zip(judgement.deals, certainties(judgement), strict=True)
        ],
        "match": match_json(judgement) if judged else None,
    }


def match_json(judgement: Judgement) -> dict[str, Any]:
    """The match as it stands behind the last deal, and how many games it counts for once it is won."""
    return {
        "score": by_seat(judgement.score),
        "winner": seat_or_none(judgement.winner),
        "games": judgement.games,
    }


def certainty_json(certainty: Certainty) -> dict[str, Any]:
    """Whether what a deal comes to is certain, and on what it rests where that can be told."""
    depends = {
        "on": [
            {"seat": seat_letter(doubt.seat), "action": ply_word(doubt.ply)} for doubt in certainty.rests_on
        ],
        "otherwise": [
            {"winner": seat_or_none(worth.winner), "game_points": worth.game_points} if worth else None
            for worth in certainty.otherwise
        ],
    }
    return {"certain": certainty.certain, "depends": depends if certainty.rests_on else None}


def finding_json(judgement: Judgement, finding: Finding) -> dict[str, Any]:
    """A finding as an object, with its place in the file."""
    game = judgement.game
    related, fix = finding.related, finding.fix
    return {
        "code": finding.code.id,
        "severity": finding.code.severity.value,
        "message": finding.message,
        "deal": finding.deal or None,
        "trick": finding.trick or None,
        "seat": seat_or_none(finding.seat),
        **game.place(finding.span)._asdict(),
        "cite": finding.cite or None,
        "related": game.place(related.span)._asdict() | {"message": related.sentence} if related else None,
        "fix": game.place(fix.span)._asdict() | {"text": fix.text} if fix else None,
    }


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
