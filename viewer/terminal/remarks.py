"""A replay in words: the remarks on a step, and every step as text.

The same words are next to the picture in a terminal, and printed without one. Nothing here knows the width of
the screen.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from notation.findings import Finding, SuitFact, escape
from notation.record import Annotation, Comment, Glyph
from notation.replay import Layout
from notation.rulings import undertaken
from notation.text import GLYPHS
from referee import SEATS
from viewer.documents.languages import Language
from viewer.documents.reports import spoken_of, told
from viewer.replay.page import SAID
from viewer.replay.script import ReplayedStep
from viewer.terminal.keys import ShownDeal

SEVERITIES: Final = {"error": "bold red", "warning": "yellow", "note": "blue"}
"""The styles of severities, as rich names them."""


class SideNote(NamedTuple):
    """A remark on a step, and its style."""

    text: str
    style: str = ""


def remarks(showing: ShownDeal, step: ReplayedStep, language: Language) -> Iterator[SideNote]:
    """Return the remarks on a step: findings, comments, annotations."""
    language = spoken_of(showing.account.judgement, language)
    if step.frame.event and step.frame.event.ruling:
        yield SideNote(said(language, "irregular"), "bold")
    for finding in step.frame.findings:
        yield from found(showing, finding, language)
    for comment in comments(step):
        yield SideNote(f"“{_plain(comment)}”", "italic")
    if glyphs(step):
        yield SideNote(", ".join(_glyph(mark, language) for mark in glyphs(step)))
    for note in step.notes:
        if isinstance(note, Annotation):
            yield SideNote(_plain(f"@{note.name} {note.value}"))
    pending = dict(zip(showing.account.rules.sides, step.frame.layout.pending, strict=False))
    waiting = [f"{language.seat(side)} {points}" for side, points in pending.items() if points]
    if waiting:
        yield SideNote(f"{language.say('Points of marriages that wait for a trick')}: {', '.join(waiting)}")


def comments(step: ReplayedStep) -> list[str]:
    """Return the comments on a step in the record."""
    return [note.text for note in step.notes if isinstance(note, Comment)]


def glyphs(step: ReplayedStep) -> list[str]:
    """Return the marks of opinion on a step."""
    return [note.mark for note in step.notes if isinstance(note, Glyph)]


def _glyph(mark: str, language: Language) -> str:
    says = GLYPHS.get(mark)
    return f"{_plain(mark)} ({language.put(says)})" if says else _plain(mark)


def found(showing: ShownDeal, finding: Finding, language: Language) -> Iterator[SideNote]:
    """Return a finding with its code, its clause and its position in the record."""
    language = spoken_of(showing.account.judgement, language)
    yield SideNote(told(finding, language), SEVERITIES[finding.code.severity.value])
    rules = showing.account.judgement.rules
    clause = language.clause(rules, finding.point) if rules else ""
    if clause:
        yield SideNote(clause, "dim")
    game = showing.account.judgement.game
    place = game.place(finding.span)
    yield SideNote(language.say(SAID["source"].sentence, line=place.line, column=place.column), "dim")
    if finding.related:
        place = game.place(finding.related.span)
        where = language.say(SAID["source"].sentence, line=place.line, column=place.column)
        yield SideNote(f"{where}: {language.put(finding.related.phrase)}", "dim")


def said(language: Language, name: str) -> str:
    """Return a message of the browser's replay, by its name."""
    return language.translate(SAID[name].sentence)


def _plain(text: str) -> str:
    """Return text of a record on one line, without terminal control sequences."""
    return escape(" ".join(text.split()))


def lines(showing: ShownDeal, language: Language, start: int = 0) -> Iterator[str]:
    """Return a deal as text from a step on: a numbered line per step, with indented remarks."""
    language = spoken_of(showing.account.judgement, language)
    if not showing.steps:
        yield f"{language.say('Deal {number}', number=showing.account.number)}: {said(language, 'nothing')}"
        for finding in showing.findings:
            yield from (f"    {remark.text}" for remark in found(showing, finding, language))
        yield from (f"    {told}" for told in showing.conclusion)
        return
    yield from _lines(showing, showing.steps, language, start, "")


def _lines(
    showing: ShownDeal, line: list[ReplayedStep], language: Language, start: int, before: str
) -> Iterator[str]:
    for index, step in enumerate(line[start:], start):
        yield f"{before}{step.say}"
        if index == start and not before:
            undertaking = showing.account.deal.undertaking
            if undertaking:
                yield f"    {undertaken(language, undertaking)}."
            elif showing.trump >= 0:
                yield f"    {language.say('Trumps are {suit}.', suit=SuitFact(showing.trump))}"
            yield from (f"    {held}" for held in _cards(step.frame.layout, language))
        yield from (f"    {remark.text}" for remark in remarks(showing, step, language))
        for other in step.lines:
            yield from _lines(showing, other, language, 0, f"{said(language, 'inVariation')} ")
            yield f"    {said(language, 'leave')}."


def _cards(layout: Layout, language: Language) -> Iterator[str]:
    """Return the hands and the talon in words."""
    for seat in SEATS[: len(layout.hands)]:
        yield f"{language.seat(seat)}: {' '.join(map(language.card, layout.hand(seat)))}"
    if layout.talon:
        yield f"{said(language, 'talon')}: {' '.join(map(language.card, layout.talon))}"
    if layout.twice:
        yield f"{said(language, 'twice')}: {' '.join(map(language.card, layout.twice))}"
