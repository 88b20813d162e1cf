"""The script of a replay: every step of a deal as an object, with its words, for whatever plays it.

Layouts are given as what changes from step to step, cards as SGN writes them. Words are in one language;
what a record says stays as it is.
"""

from collections.abc import Iterable
from typing import Any, Final

from notation.findings.finding import Finding, Phrase
from notation.judge.assertions import is_told, outcome_words
from notation.judge.judgement import Judgement
from notation.record.model import (
    UNNAMED,
    UNREADABLE,
    UNRECORDED,
    Annotation,
    Checkpoint,
    Comment,
    Glyph,
    Note,
)
from notation.record.words import action_word, by_seat, card_word, seat_letter, seat_or_none
from notation.replay.frames import Frame, FrameKind, Layout, findings_of, frames, notes_of, trump_of
from notation.rulings.ledger import Account
from notation.rulings.state_at import Situation, situation_after
from referee import actions
from referee.codes import CATALOGUE
from viewer.documents.languages import Language
from viewer.documents.reports import excerpt
from viewer.rulings.answers import answer, awards, said
from viewer.rulings.situation import sayings

UNJUDGED: Final = (FrameKind.WRITTEN.value, FrameKind.AFTER.value)
"""The kinds of the steps that nobody judged."""
Parts = dict[str, Any]
"""What lies where, part by part."""


def script(account: Account, language: Language) -> dict[str, Any]:
    """One deal as an object: its head, its steps, what it came to.

    A deal without steps has what was found and said there itself.
    """
    trump = trump_of(account)
    telling = _Telling(account, language)
    shape = {
        "number": account.number,
        "dealer": seat_letter(account.record.dealer) if account.record.dealer >= 0 else None,
        "trump": "shdc"[trump] if trump >= 0 else None,
        "answer": answer(language, account.deal, account.certainty),
        "game_points": account.deal.game_points,
        "winner": seat_or_none(account.deal.result.winner) if account.deal.result else None,
        "score": by_seat(account.deal.score),
        "steps": telling.line(frames(account), {}),
    }
    if not shape["steps"]:
        shape["findings"] = [told(account.judgement, found, language) for found in findings_of(account)]
        shape |= _noted(notes_of(account))
    return shape


def conclusion(account: Account, language: Language) -> tuple[str, ...]:
    """What a deal came to, what the table awarded apart from it, and who has won the match with it."""
    judgement, stated = account.judgement, account.record.result
    sentences = [answer(language, account.deal, account.certainty), *awards(language, account.deal)]
    counted = account.deal.result or account.deal.trusted
    if not counted and stated and stated.finished and is_told(stated):
        words = outcome_words(stated.winner, stated.game_points)
        sentences.append(language.say("The result as it is written: {stated}.", stated=words))
    ended = next((at for at, deal in enumerate(judgement.deals, 1) if deal.score == judgement.score), 0)
    if judgement.winner >= 0 and account.number == ended:
        won = Phrase("{winner} wins the match {score}.")
        if judgement.games > 1:
            won = Phrase("{winner} wins the match {score}, which counts double.")
        score = "–".join(map(str, judgement.score))
        sentences.append(language.say(won.sentence, winner=judgement.winner, score=score))
    return tuple(sentences)


def told(judgement: Judgement, finding: Finding, language: Language) -> dict[str, Any]:
    """A finding as an object: its words, its place, and the line of the record with the place marked."""
    place = judgement.game.place(finding.span)
    rules = judgement.rules
    shape: dict[str, Any] = {
        "code": finding.code.id,
        "severity": finding.code.severity.value,
        "message": language.message(finding),
        "clause": (language.clause(rules, finding.code.point) if rules else finding.cite) or None,
        "line": place.line,
        "column": place.column,
        "excerpt": [line[4:] for line in excerpt(judgement.game.text.split("\n"), finding.span)],
    }
    if finding.related:
        there = judgement.game.place(finding.related.span)
        message = language.put(finding.related.phrase)
        shape["related"] = {"line": there.line, "column": there.column, "message": message}
    return shape


class _Telling:
    """Puts the steps of one deal into words and changes."""

    def __init__(self, account: Account, language: Language) -> None:
        self._account = account
        self._language = language

    def line(self, line: tuple[Frame, ...], before: Parts) -> list[dict[str, Any]]:
        """The objects of some frames that follow each other, and what lay where before them."""
        shapes = []
        trick = action = 0
        for number, frame in enumerate(line, start=1):
            if frame.trick != trick:
                trick, action = frame.trick, 0
            action += frame.event is not None
            now = _parts(frame.layout)
            shapes.append(self._shape(frame, number, action))
            shapes[-1]["changes"] = {name: part for name, part in now.items() if before.get(name) != part}
            if frame.lines:
                shapes[-1]["lines"] = [self.line(other, before) for other in frame.lines]
            before = now
        return shapes

    def _shape(self, frame: Frame, number: int, action: int) -> dict[str, Any]:
        shape: dict[str, Any] = {
            "kind": frame.kind.value,
            "trick": frame.trick,
            "say": f"{number}. {self._told(frame, action)}",
        }
        if frame.seat >= 0 and frame.kind is not FrameKind.DRAW:
            shape["seat"] = seat_letter(frame.seat)
        move = self._move(frame)
        if move:
            shape["move"] = move
        if frame.event:
            if frame.event.ply.plays:
                shape["card"] = card_word(frame.event.card)
            if frame.event.ruling:
                shape["irregular"] = True
        if frame.findings:
            shape["findings"] = [self._finding(frame, finding) for finding in frame.findings]
        return shape | self._allowed(frame) | _noted(frame.notes)

    def _finding(self, frame: Frame, finding: Finding) -> dict[str, Any]:
        return told(self._account.judgement, finding, self._language) | {"own": frame.is_own(finding)}

    def _allowed(self, frame: Frame) -> dict[str, Any]:
        """What the rules allowed where they were broken."""
        broken = any(frame.is_own(finding) and finding.code.id in CATALOGUE for finding in frame.findings)
        if frame.breach is None or not (frame.event or broken):
            return {}
        now = situation_after(self._account.rules, *frame.breach)
        if not isinstance(now, Situation):
            return {}
        plays = (action for _, action in now.allowed if actions.is_play(action))
        return {
            "allowed": list(sayings(now, now.allowed, self._language)),
            "allowed_cards": " ".join(map(card_word, plays)),
        }

    def _move(self, frame: Frame) -> str:
        """The move by itself, without who made it; the points of the last trick, and the result of a deal."""
        event, came_to = frame.event, frame.came_to
        if frame.kind is FrameKind.BONUS:
            return f"+{self._account.rules.last_bonus}"
        result = came_to and (came_to.result or came_to.trusted)
        if came_to and result:
            points = came_to.game_points if came_to.result else result.game_points
            return f"= {outcome_words(result.winner, points)}"
        if event is None:
            return ""
        ply = event.ply
        if ply.plays:
            return self._language.card(event.card) + "^" * ply.irregular
        if actions.is_marriage(ply.action):
            return f"{ply.value} {'♠♥♦♣'[ply.action - actions.MARRIAGE]}"
        if frame.kind in (FrameKind.WRITTEN, FrameKind.AFTER):
            unnamed = {UNNAMED: str(ply.value), UNREADABLE: "?"}
            return unnamed.get(ply.action) or action_word(ply.action)
        return said(self._language, event)

    def _told(self, frame: Frame, action: int) -> str:
        """What happens, numbered, so that no two steps sound alike."""
        say = self._language.say
        points = ", ".join(f"{seat_letter(seat)} {number}" for seat, number in enumerate(frame.layout.points))
        match frame.kind:
            case FrameKind.START:
                seat, number = self._account.record.dealer, self._account.number
                if not self._account.played:
                    return say("Deal {number} as it is written; its play could not be judged.", number=number)
                if self._account.record.position:
                    return say(
                        "Deal {number} is taken up before the lead to trick {trick}.",
                        number=number,
                        trick=frame.trick,
                    )
                return say("Deal {number}: {seat} has dealt.", number=number, seat=seat)
            case FrameKind.BONUS:
                return say(
                    "The last trick: {bonus} for {seat}. Card points: {points}.",
                    bonus=self._account.rules.last_bonus,
                    seat=frame.seat,
                    points=points,
                )
            case FrameKind.END if frame.came_to is self._account.deal:
                return " ".join(conclusion(self._account, self._language))
            case FrameKind.END if frame.came_to:
                return answer(self._language, frame.came_to)
            case FrameKind.STOP:
                return say("Trick {trick}: from here on nothing could be judged.", trick=frame.trick)
            case FrameKind.DRAW:
                return say(
                    "Behind trick {trick} all draw, {seat} first; the talon has {number} cards.",
                    trick=frame.trick,
                    seat=frame.seat,
                    number=len(frame.layout.talon),
                )
            case FrameKind.WRITTEN | FrameKind.AFTER:
                owner = f"{seat_letter(frame.seat)}: " if frame.seat >= 0 else ""
                sentence = Phrase("Trick {trick}, as it is written: {done}.")
                if frame.kind is FrameKind.AFTER:
                    sentence = Phrase("Trick {trick}, after the end of the deal: {done}.")
                return say(sentence.sentence, trick=frame.trick, done=owner + self._move(frame))
        assert frame.event is not None  # noqa: S101 - all other kinds have one
        done = said(self._language, frame.event)
        if frame.layout.taker >= 0:
            return say(
                "Trick {trick}, action {number}: {done}; {winner} takes the trick. Card points: {points}.",
                trick=frame.trick,
                number=action,
                done=done,
                winner=frame.layout.taker,
                points=points,
            )
        return say("Trick {trick}, action {number}: {done}.", trick=frame.trick, number=action, done=done)


def _noted(notes: Iterable[Note]) -> dict[str, Any]:
    """The comments, glyphs, annotations and checkpoints among notes."""
    shape: dict[str, list[Any]] = {"comments": [], "glyphs": [], "annotations": [], "checkpoints": []}
    for note in notes:
        match note:
            case Comment():
                shape["comments"].append(note.text)
            case Glyph():
                shape["glyphs"].append(note.mark)
            case Annotation():
                shape["annotations"].append([note.name, note.value])
            case Checkpoint():
                shape["checkpoints"].append("-".join(map(str, note.points)))
    return {name: found for name, found in shape.items() if found}


def _parts(layout: Layout) -> Parts:
    """A layout as plain values; hands, tricks won and talon each by itself, so that little changes."""
    parts: Parts = {
        "talon": _cards(layout.talon),
        "trick": " ".join(f"{seat_or_none(seat) or ''}:{card_word(card)}" for seat, card in layout.trick),
        "taker": seat_or_none(layout.taker) or "",
        "closer": seat_or_none(layout.closer) or "",
        "turn": seat_or_none(layout.turn) or "",
        "points": list(layout.points),
        "slack": list(layout.slack),
        "pending": list(layout.pending),
    }
    for seat, hand in enumerate(layout.hands):
        letter = seat_letter(seat)
        parts[f"hand {letter}"] = _cards((*hand, *[UNRECORDED] * layout.unseen[seat]))
        parts[f"won {letter}"] = _cards(layout.won[seat])
    if layout.twice:
        parts["twice"] = _cards(layout.twice)
    return parts


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(map(card_word, cards))
