"""Judgements for people: lines with positions and carets.

Only shows what was decided elsewhere.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from notation.findings import Finding, Repair, SeatFact, escape, names_in_sentences, speaking_of
from notation.judge import Verdict
from notation.record import SEAT_LETTERS, Span, score_words
from notation.specs import write_spec
from viewer.documents.languages import Language, language

if TYPE_CHECKING:
    from notation.judge import Judgement
    from notation.text import Game
    from viewer.documents.document import Part

ENGLISH: Final = language("en")
WINDOW: Final = 100
"""Columns of a source line shown around a position."""


def place_words(file: str, game: "Game", span: Span) -> str:
    """Return the position of something in a game: file, line and column."""
    place = game.place(span)
    return f"{escape(file)}:{place.line}:{place.column}"


def as_text(
    file: str, judgement: "Judgement", language: Language = ENGLISH
) -> Iterator[tuple[str, Finding | None]]:
    """Yield the lines for one game, each with the finding that it starts, if any."""
    lines = judgement.game.text.split("\n")
    language = spoken_of(judgement, language).as_written()
    for finding in judgement.findings:
        yield headline(file, judgement, finding, language), finding
        yield from ((line, None) for line in excerpt(lines, finding.span))
        if finding.related:
            span = judgement.game.place(finding.related.span)
            yield f"    {span.line}:{span.column}: {language.put(finding.related.phrase)}", None
            yield from ((line, None) for line in excerpt(lines, finding.related.span))
        cited = cite_of(judgement, finding, language)
        if cited:
            yield f"    {language.say('see {clause}', clause=cited)}", None
        if len(finding.repairs) > 1:
            for name, repair in repairs_named(judgement.game, finding):
                said = language.say("repair {name}: if {slip}", name=name, slip=repair.says)
                yield f"    {said}", None


def repairs_named(game: "Game", finding: Finding) -> Iterator[tuple[str, Repair]]:
    """Return the repairs of a finding with what they are called.

    That is the line of the finding in the file, as in `20`; where there are several, also the number of each,
    as in `20.2`.
    """
    line = game.place(finding.span).line
    for number, repair in enumerate(finding.repairs, start=1):
        yield f"{line}.{number}" if len(finding.repairs) > 1 else str(line), repair


def spoken_of(judged: "Judgement | Verdict", language: Language) -> Language:
    """Return a language that calls the players of a game by their names."""
    if isinstance(judged, Verdict):
        letters = SEAT_LETTERS[: judged.rules.seats]
        return language.naming(names_in_sentences([judged.tags.get(letter) for letter in letters]))
    return speaking_of(judged.game.draft, judged.rules, language)


def headline(file: str, judgement: "Judgement", finding: Finding, language: Language) -> str:
    """Return the position of a finding, its severity, code and message."""
    return f"{place_words(file, judgement.game, finding.span)}: {told(finding, language)}"


def told(finding: Finding, language: Language) -> str:
    """Return the severity, code and message of a finding.

    >>> from notation.findings import catalogue
    >>> told(Finding(catalogue.TAG_TWICE, facts={"name": "Event"}), ENGLISH)
    'error S118: the tag Event was given before'
    """
    return f"{language.translate(finding.code.severity.value)} {finding.code.id}: {language.message(finding)}"


def cite_of(judgement: "Judgement", finding: Finding, language: Language) -> str:
    """Return the clause of a finding; empty if it has none."""
    rules, point = judgement.rules, finding.point
    return language.cite(rules, point) if finding.cite and rules and point else finding.cite


def findings_shown(
    file: str, judgement: "Judgement", findings: Iterable[Finding], language: Language
) -> "Iterator[Part]":
    """Return findings as parts of a document, each with its clause and its line."""
    from viewer.documents.document import Paragraph

    lines = judgement.game.text.split("\n")
    rules = judgement.rules
    language = spoken_of(judgement, language)
    for finding in findings:
        clause = language.quoted(rules, finding.point) if rules else ""
        yield Paragraph(
            headline(file, judgement, finding, language), clause, "wrong" if finding.is_error else ""
        )
        yield from _excerpt(lines, finding.span)
        if finding.related:
            span = judgement.game.place(finding.related.span)
            yield Paragraph(f"{span.line}:{span.column}: {language.put(finding.related.phrase)}")
            yield from _excerpt(lines, finding.related.span)


def _excerpt(lines: list[str], span: Span) -> "Iterator[Part]":
    from viewer.documents.document import Excerpt

    shown = excerpt(lines, span)
    if shown:
        yield Excerpt(tuple(line.removeprefix("    ") for line in shown))


def excerpt(lines: list[str], span: Span) -> list[str]:
    """Return the source line of a position with a caret below; empty for a position without a line.

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


def summary(judged: "Judgement | Verdict", language: Language = ENGLISH) -> str:
    """Summarise a game in one line: rules, score, and whether it is right or only partly judged."""
    if judged.rules is None:
        return language.say("not judged")
    if isinstance(judged, Verdict):
        deals, unjudged, is_judged = judged.deals, judged.unjudged, True
    else:
        deals, unjudged = len(judged.deals), sum(deal.is_unjudged for deal in judged.deals)
        is_judged = any(deal.tricks or deal.result for deal in judged.deals)
    score = None if judged.is_open else judged.score
    told = _outcome(write_spec(judged.rules), judged.errors, deals, unjudged, is_judged, score, language)
    if judged.winner >= 0:
        spoken = spoken_of(judged, language)
        told += f", {spoken.say('{winner} wins the match', winner=SeatFact(judged.winner))}"
    if judged.games > 2:
        told += f", {language.say('which counts four times')}"
    elif judged.games > 1:
        told += f", {language.say('which counts double')}"
    return told


@lru_cache(maxsize=1 << 12)
def _outcome(
    spec: str,
    wrong: int,
    deals: int,
    unjudged: int,
    is_judged: bool,
    score: tuple[int, ...] | None,
    language: Language,
) -> str:
    """Return what many games come to alike: whether they are right, their rules, deals and score."""
    if wrong:
        state = errors(wrong, language)
    elif unjudged:
        state = language.say("no error found")
    else:
        state = language.say("right") if is_judged else language.say("nothing to judge")
    number = language.count("{number} deal", "{number} deals", deals)
    if unjudged:
        number += f" ({language.say('{number} not judged to the end', number=unjudged)})"
    return f"{state}: {spec}, {number}, {language.say('score open') if score is None else score_words(score)}"


def counted(games: int, language: Language) -> str:
    """Return a number of games in words.

    >>> counted(1, ENGLISH), counted(2, ENGLISH)
    ('1 game', '2 games')
    """
    return language.count("{number} game", "{number} games", games)


def errors(number: int, language: Language) -> str:
    """Return a number of errors in words.

    >>> errors(1, ENGLISH), errors(0, ENGLISH)
    ('1 error', '0 errors')
    """
    return language.count("{number} error", "{number} errors", number)
