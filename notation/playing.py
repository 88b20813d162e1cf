"""The play of one deal as it was written, driven through the referee's state machine.

Goes on past a broken rule where the cards allow it, and stops where the record is impossible.
"""

from collections.abc import Callable, Mapping

from notation import catalogue
from notation.findings import Fact
from notation.judgement import DealJudgement, Event, TrickLedger
from notation.record import NOBODY, Checkpoint, DealRecord, Note, Ply, Span, Trick
from referee import actions, rulings
from referee.cards import BIT, mask
from referee.deal import Deal
from referee.decisions import ClaimMode
from referee.rules import RuleSet
from referee.rulings import Code, Effect, Ruling
from referee.scoring import Reason, last_bonus

Report = Callable[[Code, Span, Mapping[str, Fact] | None, int, int], None]
"""Takes a finding: its code, span, facts, trick and seat."""


class _Stopped(Exception):  # noqa: N818 - not an error: the end of what can be judged
    """The deal is judged no further."""


class Play:
    """Judges the play of one deal."""

    def __init__(self, rules: RuleSet, record: DealRecord, entry: DealJudgement, report: Report) -> None:
        self.record = record
        self.entry = entry
        self._report = report
        hands = dict(record.hands)
        talon = record.talon.cards if record.talon else ()
        held = [mask(hands[seat].cards) for seat in range(rules.seats)]
        self.deal = Deal(rules, record.dealer, held, talon)
        self._ahead = 0
        """By how much the stated trick numbers run ahead; a skipped number is told once."""
        self._unnumbered = False
        """Whether the trick that is open was opened without its number."""
        self._said = False
        """Whether somebody has said `out` where 66 ends the deal by itself."""

    def find(
        self, code: Code, span: Span, facts: Mapping[str, Fact] | None = None, seat: int = NOBODY
    ) -> None:
        """Add a finding about the trick that is being played."""
        tricks = self.entry.tricks
        self._report(code, span, facts, tricks[-1].number if tricks else 0, seat)

    def run(self) -> None:
        """Play what was written as far as it can be played."""
        deal = self.deal
        stated = self.record.result
        try:
            for trick in self.record.tricks:
                self._trick(trick)
        except _Stopped:
            self.entry.stopped = not deal.over and not deal.spent
        if deal.spent:
            deal.finish()
        self.entry.result = deal.result
        if not deal.over and not self.entry.stopped and stated is not None and stated.finished:
            self.find(catalogue.UNDECIDED, stated.span)

    def _trick(self, trick: Trick) -> None:
        deal = self.deal
        if deal.lead >= 0:
            self.find(catalogue.TRICK_SHORT, trick.span, {"expected": deal.trick + 1, "turn": deal.turn})
            raise _Stopped
        claims = bool(trick.plies) and trick.plies[0].action == actions.OUT
        if (deal.over and not (claims and self._may_repeat)) or (deal.spent and not claims):
            self.find(rulings.DEAL_OVER, trick.plies[0].span if trick.plies else trick.span)
            raise _Stopped
        ledgers = self.entry.tricks
        if not ledgers or ledgers[-1].number != deal.trick + 1:
            self._open(trick.span)
        elif not self._unnumbered:
            self.find(catalogue.TRICK_TWICE, trick.span, {"expected": deal.trick + 1})
        self._unnumbered = False
        ahead = trick.number - (deal.trick + 1)
        if ahead not in (0, self._ahead):
            facts = {"stated": trick.number, "expected": deal.trick + 1}
            self.find(catalogue.TRICK_NUMBER, trick.span, facts)
        self._ahead = ahead
        self._checkpoints(trick.notes)
        for index, ply in enumerate(trick.plies):
            if ledgers[-1].winner >= 0 and not deal.over and self._starts_a_trick(trick.plies[index:]):
                self._open(ply.span)
                self._unnumbered = True
                self.find(catalogue.TRICK_UNNUMBERED, ply.span, {"expected": deal.trick + 1})
            self._do(ply)
            self._checkpoints(ply.notes)

    def _open(self, span: Span) -> None:
        """A new trick starts: by then both have drawn."""
        deal = self.deal
        if deal.undrawn:
            self._settle(deal.refusal(actions.DRAW), actions.DRAW, span)
        self.entry.tricks.append(TrickLedger(deal.trick + 1, deal.turn, points=tuple(deal.points)))

    def _starts_a_trick(self, plies: tuple[Ply, ...]) -> bool:
        """Whether the first of these, behind a complete trick, belongs to the next without its number.

        A card does, and what is announced for it; but a claim, and what comes before the draw, do not.
        """
        deal = self.deal
        action = plies[0].action
        if actions.is_play(action):
            return True
        if action in (actions.OUT, actions.CLOSE) or deal.undrawn:
            return False
        if action == actions.EXCHANGE and self.entry.tricks[-1].events[-1].ply.action == actions.CLOSE:
            return False  # the opponent's, right after a close with the short hand
        if deal.just_drawn and not any(actions.is_play(ply.action) for ply in plies):
            self.find(rulings.SHORT_ONLY, plies[0].span)
            return False
        return not deal.spent

    @property
    def _may_repeat(self) -> bool:
        """Whether `out` may be written to say that 66 has ended the deal by itself."""
        result = self.deal.result
        by_itself = self.deal.rules.claim_mode is ClaimMode.AUTO and not self._said
        return by_itself and result is not None and result.reason in (Reason.OUT, Reason.DEFENDER_OUT)

    def _do(self, ply: Ply) -> None:
        deal = self.deal
        action = ply.action
        ledger = self.entry.tricks[-1]
        seat = self._actor(ply)
        if action == actions.OUT and self._may_repeat:
            self._said = True
            return
        if action == actions.CLOSE and ledger.winner >= 0 and (deal.undrawn or deal.just_drawn):
            action = actions.CLOSE_SHORT
        acting = deal.turn if seat < 0 else seat
        if actions.is_marriage(action) and not deal.over:
            self._compare_value(ply)
        ruling = self._settle(deal.refusal(action, seat), action, ply.span, seat)
        if ruling is not None:
            acting = ruling.seat
        if deal.lead >= 0 and deal.played == 1:
            ledger.leader = deal.leader
        ledger.events.append(Event(ply, acting, tuple(deal.points), ruling))
        ledger.points = tuple(deal.points)
        if deal.trick == ledger.number:
            ledger.winner = deal.leader

    def _settle(self, ruling: Ruling | None, action: int, span: Span, seat: int = NOBODY) -> Ruling | None:
        """Do an action, or report it and do what the ruling's effect says."""
        deal = self.deal
        if ruling is None:
            deal.push(action, seat)
            if action == actions.OUT:
                self._claim(span, deal.turn)
            return None
        self.find(ruling.code, span, ruling.facts, ruling.seat)
        if ruling.code.effect is Effect.STOPS:
            raise _Stopped
        if ruling.code.effect is Effect.STANDS:
            deal.let_stand(action, ruling)
        return ruling

    def _actor(self, ply: Ply) -> int:
        """The seat to act for, where one is named and it is not simply the wrong name."""
        deal = self.deal
        seat, turn = ply.seat, deal.turn
        if seat in (NOBODY, turn):
            return seat
        if seat >= deal.rules.seats:
            facts = {"stated_seat": seat, "needed": deal.rules.seats}
            self.find(catalogue.SEAT_UNKNOWN, ply.span, facts)
            raise _Stopped
        if actions.is_play(ply.action):
            misnamed = bool(deal.hands[turn] & BIT[ply.action])
        else:
            misnamed = ply.action == actions.OUT and self._may_repeat
        if misnamed:
            self.find(catalogue.ACTOR, ply.span, {"stated_seat": seat, "turn": turn}, seat)
            return NOBODY
        return seat

    def _compare_value(self, ply: Ply) -> None:
        suit = ply.action - actions.MARRIAGE
        expected = self.deal.marriage_points(suit)
        if ply.value != expected:
            facts = {"stated": ply.value, "suit": suit, "expected": expected}
            self.find(catalogue.MARRIAGE_VALUE, ply.span, facts)

    def _claim(self, span: Span, seat: int) -> None:
        """Say so where a claim was false or void."""
        deal = self.deal
        result = deal.result
        if result is None or result.reason in (Reason.OUT, Reason.DEFENDER_OUT):
            return
        facts: dict[str, Fact] = {"seat": seat, "points": deal.points[seat]}
        if result.reason is Reason.FALSE_OUT:
            self.find(rulings.CLAIM_FALSE, span, facts | {"winner": result.winner}, seat)
        else:
            self.find(rulings.CLAIM_VOID, span, facts | {"bonus": last_bonus(deal)}, seat)

    def _checkpoints(self, notes: tuple[Note, ...]) -> None:
        points = tuple(self.deal.points)
        for note in notes:
            if isinstance(note, Checkpoint) and note.points != points:
                self.find(catalogue.CHECKPOINT, note.span, {"stated": note.points, "expected": points})
