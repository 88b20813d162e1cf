"""The script of a replay: every step of a deal as an object, with its words, for whatever plays it.

Layouts are given as what changes from step to step. Words are in one language; what a record says stays as
it is.
"""

from typing import Any

from notation.accounts import Account
from notation.findings import Finding
from notation.judgement import Event
from notation.record import Annotation, Comment, Glyph
from notation.words import by_seat, card_word, seat_letter, seat_or_none
from referee import actions
from viewer.languages import Language
from viewer.replay.steps import Kind, Layout, Step, steps
from viewer.rulings.answers import answer, said, sentence


def script(account: Account, language: Language) -> dict[str, Any]:
    """One deal as an object: its head, its steps, what it came to."""
    start = account.moments[0].deal if account.moments else None
    found = steps(account.rules, account.record) if start else ()
    telling = _Telling(account, language)
    return {
        "number": account.number,
        "dealer": seat_letter(account.record.dealer) if account.record.dealer >= 0 else None,
        "trump": "shdc"[start.trump] if start else None,
        "answer": answer(language, account.deal),
        "game_points": account.deal.game_points,
        "winner": seat_or_none(account.deal.result.winner) if account.deal.result else None,
        "score": by_seat(account.deal.score),
        "steps": telling.line(found, None),
    }


class _Telling:
    """Puts the steps of one deal into words and changes."""

    def __init__(self, account: Account, language: Language) -> None:
        self._account = account
        self._language = language
        self._findings: dict[tuple[int, int], list[Finding]] = {}
        for finding in account.findings:
            self._findings.setdefault(finding.span[:2], []).append(finding)

    def line(self, line: tuple[Step, ...], before: Layout | None) -> list[dict[str, Any]]:
        """The objects of some steps that follow each other behind a layout."""
        shapes = []
        trick = action = 0
        for number, step in enumerate(line, start=1):
            if step.trick != trick:
                trick, action = step.trick, 0
            action += step.event is not None
            shapes.append(self._shape(step, before, number, action))
            if step.lines:
                shapes[-1]["lines"] = [self.line(other, before) for other in step.lines]
            before = step.layout
        return shapes

    def _shape(self, step: Step, before: Layout | None, number: int, action: int) -> dict[str, Any]:
        shape: dict[str, Any] = {
            "kind": step.kind.value,
            "trick": step.trick,
            "say": f"{number}. {self._told(step, action)}",
            "changes": _changes(before, step.layout),
        }
        event = step.event
        if event:
            shape |= {"seat": seat_letter(event.seat), "move": self._move(event)}
            if event.ply.plays:
                shape["card"] = card_word(event.card)
            found = self._findings.get(event.ply.span[:2], [])
            if event.ply.span[0] and found:
                shape["findings"] = [self._finding(finding) for finding in found]
            if event.ruling:
                shape["irregular"] = True
        shape |= _notes(step)
        return shape

    def _move(self, event: Event) -> str:
        """The move by itself, without who made it."""
        ply = event.ply
        if ply.plays:
            return self._language.card(event.card) + "^" * ply.irregular
        if actions.is_marriage(ply.action):
            return f"{ply.value} {'♠♥♦♣'[ply.action - actions.MARRIAGE]}"
        return said(self._language, event)

    def _told(self, step: Step, action: int) -> str:
        """What happens, numbered, so that no two steps sound alike."""
        say = self._language.say
        points = ", ".join(f"{seat_letter(seat)} {number}" for seat, number in enumerate(step.layout.points))
        match step.kind:
            case Kind.START:
                seat = self._account.record.dealer
                return say("Deal {number}: {seat} has dealt.", number=self._account.number, seat=seat)
            case Kind.END:
                return sentence(answer(self._language, self._account.deal)).rstrip(".") + "."
            case Kind.DRAW:
                return say(
                    "Behind trick {trick} all draw, {seat} first; the talon has {number} cards.",
                    trick=step.trick,
                    seat=step.seat,
                    number=len(step.layout.talon),
                )
        assert step.event is not None  # noqa: S101 - all other kinds have one
        done = said(self._language, step.event)
        if step.layout.taker >= 0:
            return say(
                "Trick {trick}, action {number}: {done}; {winner} takes the trick. Card points: {points}.",
                trick=step.trick,
                number=action,
                done=done,
                winner=step.layout.taker,
                points=points,
            )
        return say("Trick {trick}, action {number}: {done}.", trick=step.trick, number=action, done=done)

    def _finding(self, finding: Finding) -> dict[str, Any]:
        place = self._account.judgement.game.place(finding.span)
        return {
            "code": finding.code.id,
            "severity": finding.code.severity.value,
            "message": self._language.message(finding),
            "clause": self._language.clause(self._account.rules, finding.code.point) or None,
            "line": place.line,
            "column": place.column,
        }


def _notes(step: Step) -> dict[str, Any]:
    """The comments, glyphs and annotations of a step."""
    comments = [note.text for note in step.notes if isinstance(note, Comment)]
    glyphs = [note.mark for note in step.notes if isinstance(note, Glyph)]
    annotations = [[note.name, note.value] for note in step.notes if isinstance(note, Annotation)]
    told = {"comments": comments, "glyphs": glyphs, "annotations": annotations}
    return {name: notes for name, notes in told.items() if notes}


def _changes(before: Layout | None, layout: Layout) -> dict[str, Any]:
    """What is otherwise than before, every part whole."""
    now, then = _parts(layout), _parts(before) if before else {}
    return {name: part for name, part in now.items() if name not in then or then[name] != part}


def _parts(layout: Layout) -> dict[str, Any]:
    """A layout as plain values; hands, tricks won and talon each by itself, so that little changes."""
    parts: dict[str, Any] = {
        "talon": [card_word(card) for card in layout.talon],
        "trick": [[seat_letter(seat), card_word(card)] for seat, card in layout.trick],
        "taker": seat_or_none(layout.taker),
        "closer": seat_or_none(layout.closer),
        "turn": seat_or_none(layout.turn),
        "points": list(layout.points),
        "slack": list(layout.slack),
        "pending": list(layout.pending),
    }
    for seat, hand in enumerate(layout.hands):
        letter = seat_letter(seat)
        parts[f"hand {letter}"] = [card_word(card) for card in hand] + ["--"] * layout.unseen[seat]
        parts[f"won {letter}"] = [card_word(card) for card in layout.won[seat]]
    return parts
