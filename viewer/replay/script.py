"""The script of a replay: every step of a deal as an object, with words, for any player.

Layouts are given as changes from step to step, cards as SGN writes them. Words are in one language; the text
of a record stays as it is. The shapes of the objects are in :mod:`notation.wire.replay`, which is loaded on
demand: a terminal shows the steps themselves.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from notation.findings import CardFact, Finding, Phrase, SeatFact, SuitFact
from notation.judge import Judgement, is_told, outcome_words
from notation.limits import spend
from notation.record import (
    UNNAMED,
    UNREADABLE,
    UNRECORDED,
    Note,
    Path,
    Span,
    action_word,
    card_word,
    seat_letter,
    seat_or_none,
)
from notation.replay import Frame, FrameKind, Layout, findings_of, frames, notes_of, trump_of
from notation.rulings import (
    Account,
    Situation,
    awards,
    by_rule,
    certainty_of_line,
    decisive,
    outcome_sentence,
    said,
    situation_after,
    undertaken,
)
from referee import CATALOGUE, SUIT_LETTERS, Card, Suit, TrumpCard, actions, fixes_trumps
from viewer.documents.languages import Language
from viewer.documents.reports import excerpt, repairs_named
from viewer.documents.sides import by_side
from viewer.limits import STEP_WORK
from viewer.rulings.situation import sayings

UNJUDGED: Final = (FrameKind.WRITTEN.value, FrameKind.AFTER.value)
"""The kinds of unjudged steps."""


def script(account: Account, language: Language) -> dict[str, Any]:
    """Return one deal as an object: its head, its steps, its result.

    A deal without steps has its findings and notes itself.
    """
    from notation.wire.replay import ScriptSchema
    from notation.wire.shape import dump_as

    return dump_as(ScriptSchema, ScriptedDeal(account, language))


_BOTH_DRAW: Final = Phrase("After trick {trick} both draw, {seat} first; the talon has {number} cards.")
_ALL_DRAW: Final = Phrase("After trick {trick} all draw, {seat} first; the talon has {number} cards.")


def conclusion(account: Account, language: Language) -> tuple[str, ...]:
    """Return the result of a deal, points awarded by the table separately, and the winner of the match."""
    judgement, stated = account.judgement, account.record.result
    language = account.speaking(language)
    sentences = [
        outcome_sentence(language, account.deal, account.certainty, decisive(account)),
        *awards(language, account.deal, account.rules.sides),
    ]
    counted = account.deal.result or account.deal.trusted
    if not counted and stated and stated.finished and is_told(stated):
        words = outcome_words(stated.winner, stated.game_points, stated.paid)
        sentences.append(language.say("The result as written: {stated}.", stated=words))
    ended = next((at for at, deal in enumerate(judgement.deals, 1) if deal.score == judgement.score), 0)
    if judgement.winner >= 0 and account.number == ended:
        won = Phrase("{winner} wins the match {score}.")
        if judgement.games > 1:
            won = Phrase("{winner} wins the match {score}, which counts double.")
        if judgement.games > 2:
            won = Phrase("{winner} wins the match {score}, which counts four times.")
        score = "–".join(map(str, judgement.score))
        sentences.append(language.say(won.sentence, winner=SeatFact(judgement.winner), score=score))
    return tuple(sentences)


def deciding_point(account: Account) -> str:
    """Return the point of the rules that decides the worth of a deal; may be empty."""
    return next((step.line.point for step in reversed(account.steps) if step.line.point), "")


def told(judgement: Judgement, finding: Finding, language: Language) -> dict[str, Any]:
    """Return a finding as an object: its message, its position, and the line of the record with a mark."""
    from notation.wire.replay import ReplayedFindingSchema
    from notation.wire.shape import dump_as

    return dump_as(ReplayedFindingSchema, ReplayedFinding(judgement, finding, language))


class RelatedLine(NamedTuple):
    """Another line that a finding refers to."""

    line: int
    column: int
    message: str


class ShownRepair(NamedTuple):
    """A repair in a language: what it is called, what it says, and the text of the game after it."""

    name: str
    says: str
    text: str


@dataclass(frozen=True, slots=True)
class ReplayedFinding:
    """A finding in a language; ``own`` says whether it is about the action of its step, if there is one."""

    judgement: Judgement
    finding: Finding
    language: Language
    own: bool | None = None

    @property
    def place(self) -> Span:
        """Its position in the file."""
        return self.judgement.game.place(self.finding.span)

    @property
    def message(self) -> str:
        """Its message."""
        return self.language.message(self.finding)

    @property
    def clause(self) -> str | None:
        """The decision of the rules on its point, and their source."""
        rules, code = self.judgement.rules, self.finding.code
        return (self.language.clause(rules, code.point) if rules else self.finding.cite) or None

    @property
    def excerpt(self) -> list[str]:
        """The line of the record, and carets under it."""
        return [line[4:] for line in excerpt(self.judgement.game.text.split("\n"), self.finding.span)]

    @property
    def repairs(self) -> list[ShownRepair]:
        """What would make its deal right, likeliest first."""
        from notation.wire.judgement import text_after  # most findings have none

        game = self.judgement.game
        return [
            ShownRepair(name, self.language.put(repair.says), text_after(game, repair))
            for name, repair in repairs_named(game, self.finding)
        ]

    @property
    def related(self) -> RelatedLine | None:
        """Another line that it refers to."""
        if self.finding.related is None:
            return None
        there = self.judgement.game.place(self.finding.related.span)
        return RelatedLine(there.line, there.column, self.language.put(self.finding.related.phrase))


@lru_cache(maxsize=1 << 12)
def _cards(cards: tuple[Card, ...]) -> str:
    """Return some cards in words; most lie where they lay a step before."""
    return " ".join(map(card_word, cards))


def _laid_out(layout: Layout) -> dict[str, Any]:
    """Return what lies where, by the members of the object of a step, as far as a deal has them."""
    parts = {
        "talon": _cards(layout.talon),
        "trick": " ".join(f"{seat_or_none(seat) or ''}:{card_word(card)}" for seat, card in layout.trick),
        "taker": seat_or_none(layout.taker) or "",
        "closer": seat_or_none(layout.closer) or "",
        "turn": seat_or_none(layout.turn) or "",
        "points": list(layout.points),
        "slack": list(layout.slack),
        "pending": list(layout.pending),
        "idle": seat_or_none(layout.idle) or "",
    }
    for seat in range(len(layout.hands)):
        parts[f"hand_{seat_letter(seat).lower()}"] = _cards(layout.hand(seat))
    for side, won in enumerate(layout.won):
        parts[f"won_{seat_letter(side).lower()}"] = _cards(won)
    if len(layout.hands) > 2:  # two only announce at their own leads
        parts["announced"] = " ".join(
            f"{seat_letter(each.seat)}:{each.points}{SUIT_LETTERS[each.suit]}" for each in layout.marriages
        )
    if layout.twice:
        parts["twice"] = _cards(layout.twice)
    return parts


@dataclass(frozen=True)
class ScriptedDeal:
    """A deal to be replayed, in a language."""

    account: Account
    language: Language

    @cached_property
    def steps(self) -> "list[ReplayedStep]":
        """Every step."""
        return list(self.line(frames(self.account), None))

    def line(self, line: tuple[Frame, ...], before: dict[str, Any] | None) -> "Iterator[ReplayedStep]":
        """Return consecutive steps; ``before`` is what lay where before them."""
        path = next((frame.path.line for frame in line if frame.path), Path())
        for number, frame in enumerate(line, start=1):
            now = _laid_out(frame.layout)
            spend(STEP_WORK)
            yield ReplayedStep(self, path, frame, number, now, before)
            before = now

    @property
    def trump(self) -> Suit:
        """The trump suit, if known."""
        return trump_of(self.account)

    @property
    def contract(self) -> str:
        """Who plays what in a game in which contracts are bid; else an empty string."""
        undertaking = self.account.deal.undertaking
        return undertaken(self.account.speaking(self.language), undertaking) if undertaking else ""

    @property
    def turn_up(self) -> Card:
        """The card in a hand that fixes trumps, where there is no talon; -1 for none."""
        found = self.account.record.trump
        return UNRECORDED if found is None or self.account.rules.talon_size else found

    @property
    def paid(self) -> tuple[int, ...]:
        """What each side wins or pays; empty unless the sides pay."""
        result = self.account.deal.result or self.account.deal.trusted
        return result.paid if result and any(result.paid) else ()

    @cached_property
    def conclusion(self) -> tuple[str, ...]:
        """The result of the deal, and what follows for the match."""
        return conclusion(self.account, self.language)

    @property
    def answer(self) -> str:
        """The result of the deal."""
        return self.conclusion[0]

    @property
    def clause(self) -> str:
        """The clause that decides its worth, with its source; may be empty."""
        return self.language.clause(self.account.rules, deciding_point(self.account))

    @property
    def findings(self) -> list[ReplayedFinding]:
        """Its findings, if it has no steps."""
        found = [] if self.steps else findings_of(self.account)
        return [ReplayedFinding(self.account.judgement, finding, self.language) for finding in found]

    @property
    def notes(self) -> list[Note]:
        """Its notes, if it has no steps."""
        return [] if self.steps else notes_of(self.account)


@dataclass
class ReplayedStep:
    """A step of a replay: its line and trick, and what lies where after and before it."""

    deal: ScriptedDeal
    line_path: Path
    """The path of its line."""
    frame: Frame
    number: int
    now: dict[str, Any]
    before: dict[str, Any] | None

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes on it."""
        return self.frame.notes

    @property
    def findings(self) -> list[ReplayedFinding]:
        """The findings on it."""
        deal = self.deal
        return [
            ReplayedFinding(deal.account.judgement, finding, deal.language, self.frame.is_own(finding))
            for finding in self.frame.findings
        ]

    @cached_property
    def lines(self) -> list[list["ReplayedStep"]]:
        """The variations from it."""
        return [list(self.deal.line(other, self.before)) for other in self.frame.lines]

    @property
    def say(self) -> str:
        """What happens, numbered."""
        return self.deal.language.say("{number}. {what}", number=self.number, what=self._told())

    @cached_property
    def _instead(self) -> Situation | None:
        """The state of the deal where the rules were broken."""
        broken = any(self.frame.is_own(f) and f.code.id in CATALOGUE for f in self.frame.findings)
        if self.frame.breach is None or not (self.frame.event or broken):
            return None
        now = situation_after(self.deal.account.rules, *self.frame.breach)
        return now if isinstance(now, Situation) else None

    @property
    def allowed(self) -> list[str] | None:
        """The legal actions where the rules were broken, in words."""
        now = self._instead
        return list(sayings(now, now.allowed, self.deal.language)) if now else None

    @property
    def allowed_cards(self) -> tuple[Card, ...]:
        """The legal cards there."""
        now = self._instead
        return tuple(action for _, action in now.allowed if actions.is_play(action)) if now else ()

    @property
    def move(self) -> str:
        """The move without its player; for the last trick its points, for a deal its result."""
        frame, language = self.frame, self.deal.language
        event, came_to = frame.event, frame.came_to
        if frame.kind is FrameKind.BONUS:
            return f"+{self.deal.account.rules.last_bonus}"
        result = came_to and (came_to.result or came_to.trusted)
        if came_to and result:
            points = came_to.game_points if came_to.result else result.game_points
            return f"= {outcome_words(result.winner, points, result.paid)}"
        if event is None:
            return ""
        ply = event.ply
        if ply.plays:
            card = language.card(ply.shown(event.card))
            return (f"[{card}]" if ply.face_down else card) + "^" * ply.irregular
        if actions.is_marriage(ply.action):
            return f"{ply.value} {'♠♥♦♣'[ply.action - actions.MARRIAGE]}"
        if frame.kind in (FrameKind.WRITTEN, FrameKind.AFTER):
            return {UNNAMED: str(ply.value), UNREADABLE: "?"}.get(ply.action) or action_word(ply.action)
        return said(language, event, self.deal.account.rules.target)

    def _trumps_fixed(self) -> str:
        """Return how trumps were fixed, without a turn-up under the talon."""
        account, language = self.deal.account, self.deal.language
        rules, record = account.rules, account.record
        if rules.talon_size or rules.auction.steps or record.dealer < 0:
            return ""
        seat, suit = SeatFact(fixes_trumps(rules, record.dealer)), self.deal.trump
        if self.deal.turn_up >= 0:
            card = CardFact(self.deal.turn_up)
            return " " + language.say("{card}, in the hand of {seat}, fixes trumps.", card=card, seat=seat)
        if rules.deal_trump_card is TrumpCard.NAMED and suit >= 0:
            return " " + language.say("{seat} names trumps: {suit}.", seat=seat, suit=SuitFact(suit))
        return ""

    @property
    def _points(self) -> str:
        """The card points after it, with their sides."""
        return by_side(self.deal.account.rules, self.frame.layout.points, self.deal.language)

    def _told(self) -> str:
        """Return what happens; with its number no two steps sound the same."""
        frame, language = self.frame, self.deal.language
        say = language.say
        match frame.kind:
            case FrameKind.START:
                seat, number = self.deal.account.record.dealer, self.deal.account.number
                if not self.deal.account.played:
                    return say("Deal {number} as written; its play could not be judged.", number=number)
                if self.deal.account.record.position:
                    return say(
                        "The record of deal {number} begins before the lead to trick {trick}.",
                        number=number,
                        trick=frame.trick,
                    )
                dealt = say("Deal {number}: {seat} has dealt.", number=number, seat=SeatFact(seat))
                return f"{dealt}{self._trumps_fixed()}"
            case FrameKind.BONUS:
                return say(
                    "The last trick: {bonus} for {seat}. Card points: {points}.",
                    bonus=self.deal.account.rules.last_bonus,
                    seat=SeatFact(frame.seat),
                    points=self._points,
                )
            case FrameKind.END if frame.came_to is self.deal.account.deal:
                return " ".join(self.deal.conclusion)
            case FrameKind.END if frame.came_to:
                account = self.deal.account
                certainty = certainty_of_line(account.judgement, account.number, self.line_path)
                decided_by = by_rule(account.rules, frame.came_to)
                speaking = account.speaking(language)
                return outcome_sentence(speaking, frame.came_to, certainty, decided_by)
            case FrameKind.STOP:
                return say("Trick {trick}: from here on nothing could be judged.", trick=frame.trick)
            case FrameKind.DRAW:
                sentence = _BOTH_DRAW
                if self.deal.account.rules.seats > 2:
                    sentence = _ALL_DRAW
                first, left = SeatFact(frame.seat), len(frame.layout.talon)
                return say(sentence.sentence, trick=frame.trick, seat=first, number=left)
            case FrameKind.WRITTEN | FrameKind.AFTER:
                owner = f"{language.seat(frame.seat)}: " if frame.seat >= 0 else ""
                sentence = Phrase("Trick {trick}, as written: {done}.")
                if frame.kind is FrameKind.AFTER:
                    sentence = Phrase("Trick {trick}, after the end of the deal: {done}.")
                return say(sentence.sentence, trick=frame.trick_number, done=owner + self.move)
        assert frame.event is not None  # noqa: S101 - all other kinds have one
        done = said(language, frame.event, self.deal.account.rules.target)
        if frame.layout.taker >= 0:
            return say(
                "Trick {trick}: {done}; {winner} takes the trick. Card points: {points}.",
                trick=frame.trick,
                done=done,
                winner=SeatFact(frame.layout.taker),
                points=self._points,
            )
        if frame.kind in (FrameKind.OPENING, FrameKind.DISCARD):
            return say("Before the first lead: {done}.", done=done)
        return say("Trick {trick}: {done}.", trick=frame.trick, done=done)
