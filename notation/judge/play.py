"""The play of one deal as it was written, driven through the referee's state machine.

Goes on past a broken rule where the cards allow it, and stops where the record is impossible or where
nobody can tell how it went on. What is not recorded is the business of :mod:`notation.judge.incomplete`.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import CardFact, Fact, Finding, Phrase, Related, SeatFact, typed
from notation.judge import assertions
from notation.judge.assertions import (
    ENDING,
    as_settled,
    is_told,
    misplaced,
    out_of_order,
    played_again,
    result_form,
    stated_result,
    worth_with,
)
from notation.judge.incomplete import IS_OVER, PossibleWorlds
from notation.judge.judgement import Attempt, Closing, DealJudgement, Event, TrickLedger
from notation.judge.setup import plays_unknown
from notation.limits import spend
from notation.record.model import (
    NOBODY,
    UNNAMED,
    UNNUMBERED,
    UNREADABLE,
    UNRECORDED,
    Checkpoint,
    Note,
    Outcome,
    Ply,
    Span,
    Trick,
    Unread,
    Variation,
)
from referee import actions
from referee import codes as rulings
from referee.actions import Action, is_play
from referee.cards import BIT, SEATS, Card, Seat
from referee.codes import Code, Effect, Ruling, Severity
from referee.deal import Deal
from referee.decisions import ClaimMode, ClaimWindow
from referee.legality import MARRIAGE_UNDRAWN
from referee.partial import as_partial
from referee.rules import RuleSet
from referee.rulesets import cite
from referee.state import TARGET, Reason

UNREAD: Final = Phrase("part of the play could not be read")
TORN: Final = Phrase("part of the deal could not be read")
MISSING: Final = Phrase("part of the play is missing or out of order")
TWICE: Final = Phrase("the play contradicts itself")
DRAWN: Final = Phrase("cards were drawn irregularly")
"""Why a deal is not followed to its end."""

_SEQUENCE: Final = frozenset(
    {
        catalogue.TRICK_NUMBER,
        catalogue.TRICK_UNNUMBERED,
        catalogue.TRICK_SHORT,
        catalogue.TRICK_TWICE,
        catalogue.TRICK_ORDER,
    }
)
"""What can be wrong with the order of the tricks, whatever is played in them."""
_AFTER_A_TRICK: Final = frozenset(
    {actions.OUT, actions.CLOSE, actions.DRAW, actions.RESIGN, UNNAMED, UNREADABLE}
)
"""Actions that can stand after a complete trick, before the next number."""

IMPOSSIBLE_PLAY: Final = frozenset(
    {code.id for code in rulings.CATALOGUE.values() if code.effect is Effect.STOPS} - {rulings.DEAL_OVER.id}
)
"""Rulings by which the play cannot have happened as written, whatever the players did."""

Watch = Callable[[Deal, Event | None], object]


class Stop(NamedTuple):
    """Why the play is not followed any further: it is impossible, unless more is said."""

    unsure: Phrase | None = None
    """The rest may be right anyway: part of the play is unread, missing or written twice."""
    undecided: Phrase | None = None
    """What nobody can tell, so that nobody can tell how the deal went on."""


IMPOSSIBLE: Final = Stop()


def _is_torn(trick: Trick) -> bool:
    """Whether something after an action of a trick could not be read."""
    return any(ply.is_torn for ply in trick.plies)


def _look_away(deal: Deal, event: Event | None) -> None:
    """Watch nothing."""


def as_marked(found: Finding, ply: Ply) -> Finding:
    """What is found against an action: no more than noted where it is marked as irregular."""
    if not ply.irregular or found.code is catalogue.NOT_IRREGULAR:
        return found
    facts: dict[str, Fact] = {"rule": found.code.id, "why": found.phrase}
    return replace(found, code=catalogue.IRREGULAR, facts=facts)


def _is_misvalued(ply: Ply, deal: Deal) -> bool:
    """Whether an action is a marriage that is worth another number than was announced."""
    return actions.is_marriage(ply.action) and any(assertions.marriage_value(ply, deal))


class ExactCards:
    """The cards of a deal of which every one is known: the referee alone says what may be done."""

    are_known: Final = True
    in_doubt: Final = False
    """Whether a card of the trick that is open is not known."""
    went_on: Final = None
    """Where it was first taken as known that 66 had not ended the deal, because it goes on."""

    def revoke_open(self, deal: Deal) -> bool:
        """Whether nobody can tell if a revoke has decided the deal, where the rules let one decide it."""
        return False

    def now(self, deal: Deal) -> Deal:
        """The deal, or one of the states that the open trick may be in."""
        return deal

    def look(self, plies: tuple[Ply, ...], following: tuple[Trick, ...]) -> None:
        """Come to the next action: the first of ``plies``, those of this trick that are left."""

    def start_trick(self, deal: Deal) -> None:
        """Take note that a trick starts."""

    def show(self, deal: Deal, card: Card, seat: Seat) -> None:
        """Take a card as one of a seat's, where it can be."""

    def card(self, deal: Deal, ply: Ply, seat: Seat) -> Action:
        """The card that a play plays."""
        return ply.action

    def in_open_trick(
        self, deal: Deal, ply: Ply, action: Action, seat: Seat, turn: Seat
    ) -> Deal | Ruling | Phrase | None:
        """What an action comes to where a card of the open trick is not known; None where all are."""
        return None

    def do(self, deal: Deal, action: Action, seat: Seat) -> Attempt:
        """Do an action if the rules allow it."""
        return Attempt(deal.push(action, seat))

    def decide(self, deal: Deal, do: Callable[[Deal], object], what: Phrase) -> Phrase | None:
        """Do what may end a deal; returns ``what`` where nobody can tell whether it does."""
        do(deal)
        return None

    def take_up(self, deal: Deal, tricks: tuple[Trick, ...]) -> Phrase | None:
        """End a deal that was over when it was taken up; returns what nobody can know about it."""
        deal.end_if_reached()
        return None

    def allow(self, points: tuple[int, ...]) -> bool:
        """Whether stated points are those of some state that the open trick may be in."""
        return False

    def why(self, what: Phrase, seat: Seat) -> Phrase | None:
        """Why something about a seat cannot be decided, the first time that it cannot; then nothing."""
        return None

    def related(self, ruling: Ruling) -> Related | None:
        """The place that proves what a ruling says of a card."""
        return None


CardsOfDeal = ExactCards | PossibleWorlds
"""How the cards of a deal are known: chosen once, before its first action."""


class Draws:
    """The draws after a trick, the winner's first, and which of them are written.

    ``drawn`` cards had been drawn before; a draw is due for each that has been since.
    """

    def __init__(self, deal: Deal, drawn: int) -> None:
        self.written = False
        self.turn = deal.turn
        self._leader, self._seats = deal.leader, deal.rules.seats
        self._due = deal.talon[drawn : deal.drawn]
        self._taken = 0

    def take(self) -> tuple[Seat, Card] | None:
        """Whose draw is written next, and of which card, if any is due."""
        if self._taken == len(self._due):
            return None
        self.written = True
        seat = SEATS[(self._leader + self._taken) % self._seats]
        self._taken += 1
        return seat, self._due[self._taken - 1]


class Play:
    """Judges the play of one deal, or of a variation from some state of it.

    ``report`` takes a finding; the number of the deal is for it to put in. ``watch`` is shown the deal at the
    start, at the head of every trick, after every action with its event, and at the end; it must not change
    the deal. Nobody is at fault in a deal of which something cannot be read, or whose play cannot have
    happened as written: at a fault ``is_torn`` is asked for the first, and ``contradiction``, once,
    for what shows the second. ``bonus`` is what the deal brings beside, after a draw: a result that a
    variation states holds it.
    """

    def __init__(
        self,
        deal: Deal,
        entry: DealJudgement,
        report: Callable[[Finding], None],
        cards: CardsOfDeal,
        watch: Watch | None = None,
        is_torn: Callable[[], bool] | None = None,
        contradiction: Callable[[], Finding | None] | None = None,
        bonus: int = 0,
    ) -> None:
        self.deal = deal
        self.entry = entry
        self._report = report
        self._watch = watch or _look_away
        self._cards = cards
        self._is_torn = is_torn
        self._contradiction = contradiction
        self._bonus = bonus
        self._again: dict[Card, tuple[Trick, Ply]] = {}
        """Where each card that is played twice is played again."""
        self._doubtful: Card | None = None
        """A card that has been played and is played again later: one of the two plays is not true."""
        self._goes_on = False
        """Whether more of the play is unread, after all that is to be judged."""
        self._out_of_order: tuple[Trick, Phrase] | None = None
        """The first trick whose number does not go on from the one before, and what is wrong with it."""
        self._short: Span | None = None
        """What stands next in place of a card that the open trick lacks."""
        self._misnumbered = False
        """Whether some trick has a number that is not its own: it may be the trick that is wrong."""
        self._unnumbered = False
        """Whether the trick that is open was opened without its number."""
        self._said = False
        """Whether somebody has said `out` although 66 ends the deal automatically."""
        self._draws = Draws(deal, deal.drawn)
        """The draws that can be written after this trick."""

    def run(
        self, tricks: tuple[Trick, ...], stated: Outcome | None, goes_on: bool = False, taken_up: bool = False
    ) -> None:
        """Play what was written as far as it can be played.

        It ``goes_on`` where more of it is unread; a deal that is ``taken_up`` may be over by then.
        """
        self.begin(tricks, goes_on)
        self.go_on(tricks, stated, taken_up=taken_up)

    def begin(self, tricks: tuple[Trick, ...], goes_on: bool = False) -> None:
        """Look at what was written before any of it is played."""
        self._again = dict(played_again(tricks))
        self._goes_on = goes_on
        self._out_of_order = out_of_order(tricks, self.deal.trick + 1)
        self._watch(self.deal, None)

    def go_on(
        self,
        tricks: tuple[Trick, ...],
        stated: Outcome | None,
        index: int = 0,
        taken_up: bool = False,
        pause: Callable[[int], object] | None = None,
    ) -> None:
        """Play what was written from a trick on; ``pause`` is called before each, and before the end."""
        entry = self.entry
        stated = stated if stated and stated.finished and is_told(stated) else None
        stop = self._follow(tricks, index, taken_up, pause) or self._end(stated)
        if self._cards.went_on:
            self._report(Finding(catalogue.WENT_ON, self._cards.went_on))
        if stop:
            self._break_off(stop, tricks, stated)
        self._watch(self.deal, None)
        self._write_down()
        if stated and not self.deal.over and not entry.stopped:
            stop = self._find_all(assertions.undecided(stated, self.deal.rules))
            if stop:
                self._break_off(stop, tricks, stated)

    def resumed(
        self,
        rules: RuleSet,
        report: Callable[[Finding], None],
        contradiction: Callable[[], Finding | None] | None,
    ) -> "Play":
        """A copy of the play as it stands at a trick, to be gone on with under rules that are alike so far.

        It has asked for ``contradiction`` if this has.
        """
        other = Play.__new__(Play)
        other.__dict__.update(self.__dict__)
        other.deal = self.deal.copy()
        other.deal.go_on_under(rules)
        tricks = self.entry.tricks.copy()
        if tricks:
            tricks[-1] = tricks[-1].copy()
        other.entry = DealJudgement(self.entry.number, self.entry.dealer, tricks)
        other._report = report
        if self._contradiction:
            other._contradiction = contradiction
        return other

    def _follow(
        self,
        tricks: tuple[Trick, ...],
        index: int,
        taken_up: bool,
        pause: Callable[[int], object] | None,
    ) -> Stop | None:
        """Play trick after trick."""
        if taken_up:
            undecided = self._cards.take_up(self.deal, tricks)
            if undecided:
                return Stop(undecided=undecided)
        for number in range(index, len(tricks)):
            if pause:
                pause(number)
            stop = self._trick(tricks, number)
            if stop:
                return stop
        if pause:
            pause(len(tricks))
        return Stop(UNREAD) if self._goes_on else None

    def _end(self, stated: Outcome | None) -> Stop | None:
        """Settle a deal of which all was played that is written."""
        deal, open_revoke = self.deal, self._cards.revoke_open(self.deal)
        stop = self._rely() if deal.over else None
        if stop:
            return stop
        if deal.spent or deal.forfeit:
            undecided = self._cards.decide(deal, Deal.finish, Phrase("what the deal is worth"))
            return Stop(undecided=undecided) if undecided else None
        if not deal.over and (any(deal.slack) or open_revoke):
            self.entry.stopped = open_revoke or deal.rules.claim_mode is ClaimMode.AUTO
            return Stop(undecided=Phrase("who has won the deal")) if stated else None
        return None

    def _break_off(self, stop: Stop, tricks: tuple[Trick, ...], stated: Outcome | None) -> None:
        """Write down that the play was followed no further, and why."""
        deal, entry = self.deal, self.entry
        if stop.unsure:
            entry.stopped = not deal.over
            entry.unsure = stop.unsure if entry.stopped else None
        elif stop.undecided:
            entry.stopped = True
            if stated or tricks:
                self._leave_open(stop.undecided, stated.span if stated else tricks[-1].span, NOBODY)
        else:
            claims = any(ply.action in ENDING for trick in tricks for ply in trick.plies)
            if deal.spent and not claims and not deal.is_blurred and not self._cards.revoke_open(deal):
                deal.finish()
            entry.stopped = not deal.over and (claims or not deal.spent)

    def _write_down(self) -> None:
        """What the deal has come to."""
        deal, entry = self.deal, self.entry
        entry.result = deal.result
        entry.tricks_won = () if deal.untold else tuple(deal.tricks)
        if deal.result:
            entry.card_points = deal.result.card_points
        elif not any(deal.slack):
            entry.card_points = tuple(deal.points)
        if deal.closer >= 0:
            before = sum(deal.close_tricks) + deal.close_untold
            short = deal.drawn < before * deal.rules.seats
            told = not any(deal.close_slack) and not deal.close_untold
            held = (deal.close_points, deal.close_tricks) if told else ((), ())
            entry.closing = Closing(before + 1, deal.closer, *held, deal.talon_left, short)

    # Findings, and what they say of the record.

    def find(self, finding: Finding) -> Stop | None:
        """Report a finding about the trick that is being played.

        Where the record itself shows that its play is not whole, the play is what is wrong, and stops.
        """
        code = finding.code
        if code not in _SEQUENCE and (code.severity is Severity.ERROR or code is rulings.CLAIM_FALSE):
            stop = self._doubt(code)
            if stop:
                return stop
        tricks = self.entry.tricks
        clause = cite(self.deal.rules, code.point) if code.point else ""
        self._report(replace(finding, trick=tricks[-1].number if tricks else 0, cite=clause))
        return None

    def _find_all(self, findings: Iterable[Finding]) -> Stop | None:
        """Report findings, as far as the play is whole."""
        for finding in findings:
            stop = self.find(finding)
            if stop:
                return stop
        return None

    def _doubt(self, code: Code) -> Stop | None:
        """Stop where something would be found wrong, and the record shows that the play is not whole."""
        stop = self._rely() if code.effect is not Effect.STOPS else None
        if stop:
            return stop
        if code.id in rulings.CATALOGUE:
            if self._short and not self._is_carried:
                self.find(self._lacking(self._short))
                return Stop(MISSING)
            if self._out_of_order:
                self.deal.result = None
                return self._stop_at(*self._out_of_order)
            if self._goes_on or (self._is_torn and self._is_torn()):
                self.deal.result = None
                return Stop(UNREAD if self._goes_on else TORN)
            if self._contradiction and code.id not in IMPOSSIBLE_PLAY:
                shown, self._contradiction = self._contradiction(), None
                if shown and not self._follows(code, shown):
                    self._report(shown)
                    self.deal.result = None
                    return Stop(TWICE)
        if self._misnumbered:
            self.deal.result = None
            return Stop(MISSING)
        return None

    def _follows(self, code: Code, shown: Finding) -> bool:
        """Whether the play is impossible only because a turn-up is played that an exchange could not take."""
        is_exchange = code in (rulings.EXCHANGE_NOT_HELD, rulings.EXCHANGE_TALON_GONE)
        return is_exchange and shown.facts is not None and shown.facts.get("card") in self.deal.talon[-1:]

    def _rely(self) -> Stop | None:
        """Stop where what would be said next depends on a play of which the record itself casts doubt."""
        if self._doubtful is None or self.deal.spent:  # with every card played, none of them is in doubt
            return None
        trick, again = self._again[self._doubtful]
        facts = {"card": CardFact(self._doubtful)}
        self._doubtful = None
        cited = cite(self.deal.rules, rulings.ALREADY_PLAYED.point)
        self._report(Finding(rulings.ALREADY_PLAYED, again.span, facts, 0, trick.number, NOBODY, cited))
        self.deal.result = None
        return Stop(TWICE)

    def _stop_at(self, trick: Trick, what: Phrase) -> Stop:
        """Stop where the number of a trick does not tell which one it is."""
        number = max(trick.number, 0)
        self._report(Finding(catalogue.TRICK_ORDER, trick.span, {"what": what}, 0, number))
        return Stop(MISSING)

    def _lacking(self, span: Span) -> Finding:
        """The trick that is due lacks a card of the seat in turn."""
        facts = {"expected": self.deal.trick + 1, "turn": SeatFact(self._cards.now(self.deal).turn)}
        return Finding(catalogue.TRICK_SHORT, span, facts)

    def _leave_open(self, what: Phrase, span: Span, seat: Seat) -> None:
        """Say once of each thing that it cannot be decided, and why."""
        why = self._cards.why(what, seat)
        if why:
            self.find(Finding(catalogue.CANNOT_DECIDE, span, {"what": what, "why": why}, seat=seat))

    # Tricks.

    def _trick(self, tricks: tuple[Trick, ...], index: int) -> Stop | None:
        trick, following = tricks[index], tricks[index + 1 :]
        stop = self._start(tricks, index) if trick.number != UNNUMBERED else None
        stop = stop or self._read(trick.notes) or self._count_cards(trick, following)
        order = 0
        while not stop and order < len(trick.plies):
            stop = self._action(trick, order, following)
            order += 1
        return stop

    def _action(self, trick: Trick, order: int, following: tuple[Trick, ...]) -> Stop | None:
        """One action of a trick, with what stands beside it."""
        ply, ledgers = trick.plies[order], self.entry.tricks
        if ledgers[-1].winner >= 0 and not self.deal.over:
            stop = self._start_unnumbered(trick.plies[order:])
            if stop:
                return stop
        if ply.plays and ply.action in self._again and self._again[ply.played][1] is not ply:
            self._doubtful = ply.played
        if not self._cards.are_known:
            self._cards.look(trick.plies[order:], following)
        if not ply.notes:
            return self._do(ply)
        varied = any(isinstance(note, Variation) for note in ply.notes) and not self._cards.in_doubt
        state = (self.deal.copy(), ledgers[-1].copy()) if varied else None
        return self._do(ply) or self._read(ply.notes, state)

    def _start(self, tricks: tuple[Trick, ...], index: int) -> Stop | None:
        """A trick begins with its number."""
        deal, trick, ledgers = self.deal, tricks[index], self.entry.tricks
        number = deal.trick + 1 + self._is_carried
        wrong = misplaced(tricks, index, number) if trick.number != number else None
        if self._is_past_the_end(trick):
            if wrong:
                return self._stop_at(trick, wrong)
            span = trick.plies[0].span if trick.plies else trick.span
            return self._rely() or self.find(Finding(rulings.DEAL_OVER, span)) or IMPOSSIBLE
        if not deal.over and (deal.lead >= 0 or self._cards.in_doubt):
            return self.find(self._lacking(trick.span)) or IMPOSSIBLE
        if wrong:
            return self._stop_at(trick, wrong)
        if trick.number != number:
            facts = {"stated": trick.number, "expected": number}
            self.find(Finding(catalogue.TRICK_NUMBER, trick.span, facts))
            self._misnumbered = True
        if not ledgers or ledgers[-1].number != number:
            stop = self._open(trick.span)
            if stop:
                return stop
        elif not self._unnumbered:
            self.find(Finding(catalogue.TRICK_TWICE, trick.span, {"expected": number}))
        self._unnumbered = False
        return None

    def _is_past_the_end(self, trick: Trick) -> bool:
        """Whether a trick starts after the last; a claim may stand there, and giving up before the end."""
        first = trick.plies[0].action if trick.plies else None
        if self.deal.over:
            return not (first == actions.OUT and self._may_repeat)
        return self.deal.spent and first not in ENDING

    @property
    def _is_carried(self) -> bool:
        """Whether the trick on the table is the lead of a marriage that has ended the deal automatically."""
        return self.deal.over and self.deal.lead >= 0

    def _count_cards(self, trick: Trick, following: tuple[Trick, ...]) -> Stop | None:
        """Stop where a trick certainly lacks its lead, or holds more cards than two tricks can."""
        deal = self.deal
        plays = [ply for ply in trick.plies if ply.plays]
        seats = deal.rules.seats
        cards = len(plays) + deal.played * (deal.lead >= 0)
        tricks = -(-cards // seats)
        due = deal.trick + 1 + tricks
        if tricks > 2 or (tricks == 2 and following and following[0].number != due):
            if _is_torn(trick):
                return Stop(UNREAD)
            facts: dict[str, Fact] = {"expected": deal.trick + 1}
            return self._stop_at(trick, Phrase("trick {expected} has more cards than one trick", facts))
        last = max((at for at, ply in enumerate(trick.plies) if ply.plays), default=len(trick.plies))
        after = [*(later.span for later in following), *(ply.span for ply in trick.plies[last + 1 :])]
        self._short = after[0] if cards < seats and after else None
        first = plays[0] if 0 < len(plays) < seats and deal.lead < 0 and not deal.over else None
        if first and first.action >= 0 and first.seat == NOBODY and not first.irregular:
            others = (hand for seat, hand in enumerate(deal.hands) if seat != deal.turn)
            if any(hand & BIT[first.action] for hand in others):
                if _is_torn(trick):
                    return Stop(UNREAD)
                self.find(self._lacking(first.span))
                return Stop(MISSING)
        return None

    def _open(self, span: Span) -> Stop | None:
        """A new trick starts: by then both have drawn."""
        deal = self.deal
        if deal.undrawn:
            done = self._settle(actions.DRAW, Ply(actions.DRAW, span=span), NOBODY)
            if isinstance(done, Stop):
                return done
        self._draws = Draws(deal, deal.drawn)
        self._cards.start_trick(deal)
        self.entry.tricks.append(TrickLedger(deal.trick + 1, deal.turn, points=tuple(deal.points)))
        self._watch(deal, None)
        return None

    def _start_unnumbered(self, plies: tuple[Ply, ...]) -> Stop | None:
        """Open the next trick where the first of these, after a complete one, belongs to it.

        A card does, and what is announced for it; but a claim, and what comes before the draw, do not.
        """
        deal, first = self.deal, plies[0]
        if not first.plays and not (first.action == actions.CLOSE and self._draws.written):
            if first.action in _AFTER_A_TRICK or deal.undrawn:
                return None
            if first.action == actions.EXCHANGE and self._has_just_closed:
                return None  # the opponent's, right after a close with the short hand
            if deal.just_drawn and not self._draws.written and not any(ply.plays for ply in plies):
                about = MARRIAGE_UNDRAWN if actions.is_marriage(first.action) else rulings.SHORT_ONLY
                return self.find(Finding(about, first.span))
            if deal.spent:
                return None
        stop = self._open(first.span)
        if stop:
            return stop
        self._unnumbered = True
        return self.find(Finding(catalogue.TRICK_UNNUMBERED, first.span, {"expected": deal.trick + 1}))

    @property
    def _has_just_closed(self) -> bool:
        return self.entry.tricks[-1].events[-1].ply.action == actions.CLOSE

    # Actions.

    def _do(self, ply: Ply) -> Stop | None:
        """One action: who does it, what it is, whether the rules allow it, and what it comes to."""
        spend()
        if ply.action in (UNNAMED, UNREADABLE):
            return Stop(UNREAD)
        if ply.action == actions.DRAW:
            return self._draw(ply)
        seat = self._actor(ply)
        if isinstance(seat, Stop):
            return seat
        if ply.action == actions.OUT and self._may_repeat:
            self._said = True
            return self.find(Finding(catalogue.NOT_IRREGULAR, ply.span)) if ply.irregular else None
        if self._said:
            return self.find(Finding(rulings.DEAL_OVER, ply.span)) or IMPOSSIBLE
        return self._act(ply, seat)

    def _act(self, ply: Ply, seat: Seat) -> Stop | None:
        """Take an action of a seat, and write it into the ledger."""
        action, drawn = ply.action, self.deal.drawn
        if action == actions.OUT and seat < 0:
            seat = self._claimer()
        elif action == actions.CLOSE and self._is_before_the_draw:
            action = actions.CLOSE_SHORT
        acting = self._turn if seat < 0 else seat
        if ply.withdrawn or actions.is_marriage(action):
            stop = self._beside(ply, acting)
            if stop:
                return stop
        if ply.plays:
            action = self._cards.card(self.deal, ply, seat)
        done = self._take(action, ply, seat)
        if isinstance(done, Stop):
            return done
        self._record(ply, action, done.seat if done else acting, done, drawn)
        return None

    @property
    def _is_before_the_draw(self) -> bool:
        """Whether a trick is complete and no draw after it is written."""
        untouched = self.deal.undrawn or (self.deal.just_drawn and not self._draws.written)
        return untouched and self.entry.tricks[-1].winner >= 0

    @property
    def _turn(self) -> Seat:
        """The seat in turn; in a deal that has ended automatically, the one who may say so."""
        if self.deal.lead >= 0 and self._may_repeat:
            return self.deal.leader
        return self._cards.now(self.deal).turn

    @property
    def _may_repeat(self) -> bool:
        """Whether `out` may be written to say that 66 has ended the deal automatically."""
        result = self.deal.result
        by_itself = self.deal.rules.claim_mode is ClaimMode.AUTO and not self._said
        return by_itself and result is not None and result.reason in (Reason.OUT, Reason.DEFENDER_OUT)

    def _actor(self, ply: Ply) -> Seat | Stop:
        """The seat to act for, where one is named and it is not simply the wrong name."""
        if ply.seat == NOBODY:
            return NOBODY
        deal, seat, turn = self.deal, ply.seat, self._turn
        if seat == turn:
            return seat
        if seat >= deal.rules.seats:
            facts = {"stated_seat": SeatFact(seat), "needed": deal.rules.seats}
            return self.find(Finding(catalogue.SEAT_UNKNOWN, ply.span, facts)) or IMPOSSIBLE
        repeats = ply.action == actions.OUT and self._may_repeat
        if repeats and deal.side_of[seat] == deal.side_of[turn]:
            return seat
        if ply.plays:
            misnamed = self._cards.in_doubt or (ply.action >= 0 and bool(deal.hands[turn] & BIT[ply.action]))
        else:
            misnamed = repeats
        if not misnamed:
            return seat
        facts = {"stated_seat": SeatFact(seat), "turn": SeatFact(turn)}
        return self.find(Finding(catalogue.ACTOR, ply.span, facts, seat=seat)) or NOBODY

    def _claimer(self) -> Seat:
        """Whose claim it is that nobody is named for: who may make it, or whose chance has just passed."""
        deal = self._cards.now(self.deal)
        if deal.lead < 0 or deal.played != 1 or not (deal.trick or deal.has_led_marriage):
            return NOBODY
        rulings_here = (event.ruling for event in self.entry.tricks[-1].events if event.ply.plays)
        led_out_of_turn = next(
            (each for each in rulings_here if each and each.code.id == rulings.NOT_IN_TURN.id), None
        )
        return Seat(led_out_of_turn.facts["turn"]) if led_out_of_turn else deal.leader

    def _beside(self, ply: Ply, acting: Seat) -> Stop | None:
        """Compare what an action states beside: cards taken back, the value of a marriage."""
        for card in ply.cards_back:
            self._cards.show(self.deal, card, acting)
        stop = self._find_all(assertions.taken_back(ply, self.deal, acting))
        if stop or not actions.is_marriage(ply.action) or self.deal.over:
            return stop
        return self._find_all(as_marked(found, ply) for found in assertions.marriage_value(ply, self.deal))

    def _take(self, action: Action, ply: Ply, seat: Seat) -> Ruling | Stop | None:
        """Take an action as it was made: None where it is allowed, or the ruling with which play goes on."""
        if self._cards.are_known:
            return self._settle(action, ply, seat)
        came_to = self._cards.in_open_trick(self.deal, ply, action, seat, self._turn)
        match came_to:
            case None:
                return self._settle(action, ply, seat)
            case Phrase():
                return Stop(undecided=came_to)
            case Ruling():
                found = Finding(came_to.code, ply.span, typed(came_to.facts), seat=came_to.seat)
                return self.find(found) or IMPOSSIBLE
        self.deal = came_to
        return None

    def _settle(self, action: Action, ply: Ply, seat: Seat) -> Ruling | Stop | None:
        """Do an action, or report it and do what the ruling's effect says."""
        deal = self.deal
        acting, at_lead = deal.turn if seat < 0 else seat, deal.lead < 0
        ruling, doubt, undecided = self._cards.do(deal, action, seat)
        if doubt:
            self._leave_open(doubt, ply.span, acting)
        if undecided:
            return Stop(undecided=undecided)
        if ruling:
            return self._report_ruling(ruling, action, ply) or ruling
        if action == actions.OUT:
            stop = self._find_all(assertions.claim(ply.span, deal, acting))
            if stop:
                return stop
        # Who led a card may be unknown where hands are: another may have, out of turn.
        nameless = not self._cards.are_known and ply.plays and seat < 0 and at_lead
        if ply.irregular and not (doubt or nameless or _is_misvalued(ply, deal)):
            return self.find(Finding(catalogue.NOT_IRREGULAR, ply.span))
        return None

    def _report_ruling(self, ruling: Ruling, action: Action, ply: Ply) -> Stop | None:
        """Report what the rules have against an action, and let it stand where they do."""
        deal, code, seat = self.deal, ruling.code, ruling.seat
        if code is rulings.CLAIM_AUTOMATIC:
            side = deal.side_of[seat]
            if deal.points[side] + deal.slack[side] >= TARGET:
                return Stop(undecided=Phrase("whether 66 has ended the deal"))
        late = code.id == rulings.CLAIM_UNTIMELY.id
        related = self._too_late(seat) if late else self._cards.related(ruling)
        found = Finding(code, ply.span, typed(ruling.facts), seat=seat, related=related)
        done = action in (actions.EXCHANGE, actions.CLOSE, actions.CLOSE_SHORT)
        if code.effect is Effect.STANDS or (code.effect is Effect.VOID and not done):
            found = as_marked(found, ply)
        stop = self.find(found)
        if stop or code.effect is Effect.STOPS:
            return stop or IMPOSSIBLE
        return self._let_stand(ruling, action, ply) if code.effect is Effect.STANDS else None

    def _let_stand(self, ruling: Ruling, action: Action, ply: Ply) -> Stop | None:
        """Take an action as it was made, and report what it costs."""
        deal, forfeit = self.deal, self.deal.forfeit
        undecided = self._cards.decide(deal, lambda world: world.let_stand(action, ruling), IS_OVER)
        if undecided:
            return Stop(undecided=undecided)
        if deal.forfeit is forfeit or not deal.forfeit:
            return None
        facts: dict[str, Fact] = {
            "seat": SeatFact(ruling.seat),
            "winner": SeatFact(deal.forfeit.winner),
            "points": deal.forfeit.game_points,
        }
        code = rulings.REVOKED if ruling.code.point == rulings.REVOKE else rulings.WRONG_LEAD_COST
        return self.find(Finding(code, ply.span, facts, seat=ruling.seat))

    def _too_late(self, seat: Seat) -> Related | None:
        """The one place before which a claim would have been in time, where a lead has ended that time."""
        deal = self.deal
        rules = deal.rules
        before_draw = rules.claim_window is ClaimWindow.DRAW
        fits = rules.marriage_out_without_lead if deal.has_led_marriage else not before_draw
        if deal.lead < 0 or seat != self._claimer() or not fits:
            return None
        lead = next(event for event in self.entry.tricks[-1].events if event.ply.plays)
        words = {"card": CardFact(deal.lead)}
        why = Phrase(
            "with {card} the moment has passed; a claim made in time is written before {card}", words
        )
        return Related(lead.ply.span, why)

    def _record(self, ply: Ply, action: Action, acting: Seat, ruling: Ruling | None, drawn: int) -> None:
        """Write an action into the ledger; so many cards had been drawn before it."""
        deal, ledger = self.deal, self.entry.tricks[-1]
        if deal.lead >= 0 and deal.played == 1:
            ledger.leader = deal.leader
        points = tuple(deal.points)
        event = Event(ply, acting, points, ruling, action if is_play(action) else UNRECORDED)
        ledger.events.append(event)
        ledger.points = points
        if deal.trick == ledger.number:
            ledger.winner = deal.leader
        if deal.drawn > drawn:
            self._draws = Draws(deal, drawn)
        self._watch(deal, event)

    def _draw(self, ply: Ply) -> Stop | None:
        """A draw that is written: the rules have made it already, or make it now."""
        deal = self.deal
        if deal.undrawn:
            drawn = deal.drawn
            done = self._settle(actions.DRAW, Ply(actions.DRAW, span=ply.span), NOBODY)
            if isinstance(done, Stop):
                return done
            self._draws = Draws(deal, drawn)
        due = self._draws.take()
        against = list(assertions.draw(ply, due))
        if ply.irregular and not against:
            against = [Finding(catalogue.NOT_IRREGULAR, ply.span)]
        stop = self._find_all(as_marked(found, ply) for found in against)
        if stop or (ply.irregular and against[0].code is not catalogue.NOT_IRREGULAR):
            return stop or Stop(DRAWN)
        seat, card = due or (self._draws.turn, UNRECORDED)
        self.entry.tricks[-1].events.append(Event(ply, seat, tuple(deal.points), None, card))
        return None

    # What is stated beside the play.

    def _read(self, notes: tuple[Note, ...], before: tuple[Deal, TrickLedger] | None = None) -> Stop | None:
        """Compare what is stated in notes, and judge the variations in them."""
        for note in notes:
            stop = None
            if isinstance(note, Checkpoint):
                if not self._cards.allow(note.points):
                    stop = self._find_all(assertions.checkpoint(note, self.deal))
            elif isinstance(note, Unread):
                stop = Stop(UNREAD)
            elif isinstance(note, Variation) and before and note.tricks and not note.notes:
                stop = self._vary(note, *before)
            if stop:
                return stop
        return None

    def _vary(self, variation: Variation, deal: Deal, ledger: TrickLedger) -> Stop | None:
        """Judge what could have been done instead of an action, from just before it."""
        entry = DealJudgement(self.entry.number, self.entry.dealer)
        if variation.tricks[0].number == UNNUMBERED:
            entry.tricks.append(ledger.copy())
        cards = self._cards
        if isinstance(cards, PossibleWorlds):
            cards = cards.alone()
        elif plays_unknown(variation.tricks):
            cards, deal = PossibleWorlds(deal.rules, None, ()), as_partial(deal)
        play = Play(deal.copy(), entry, self._report, cards, bonus=self._bonus)
        stated = variation.result
        play.run(variation.tricks, stated)
        if self.entry.tricks[-1].events:
            self.entry.tricks[-1].events[-1].variations.append(entry)
        if stated is None or not is_told(stated):
            return None
        found = list(result_form(stated, deal.rules, self._bonus, entry.result is not None))
        if entry.result and not found:
            entry.result = as_settled(entry.result, stated, self._bonus)
            found += stated_result(stated, entry.result, worth_with(entry.result, self._bonus)[1])
        return play._find_all(found)
