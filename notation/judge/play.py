"""The play of one deal as it was written, trick after trick, through the referee's state machine.

Goes on past a broken rule where the cards allow it, and stops where the record is impossible or where
nobody can tell how it went on. A play is :class:`Play` here: the order of its tricks, its end, and what is
stated beside it. It takes each action, and reports what is found, by :mod:`notation.judge.action`, and asks
of every card how it is known: :mod:`notation.judge.exact` or :mod:`notation.judge.incomplete`.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase, SeatFact
from notation.judge import assertions
from notation.judge.action import (
    HOLDER,
    IMPOSSIBLE,
    MISSING,
    NUMBERS,
    OPENING,
    UNREAD,
    Draws,
    PlayLog,
    PlayOfActions,
    Stop,
)
from notation.judge.assertions import (
    ENDING,
    as_settled,
    finished,
    holds,
    is_told,
    misplaced,
    most_before,
    out_of_order,
    played_again,
    result_form,
    stated_result,
    worth_with,
)
from notation.judge.incomplete import PossibleWorlds
from notation.judge.judgement import Closing, DealJudgement, TrickLedger, Undertaking
from notation.record.model import (
    NOBODY,
    UNKNOWN_NUMBER,
    UNNAMED,
    UNNUMBERED,
    UNREADABLE,
    Checkpoint,
    Note,
    Outcome,
    Ply,
    Span,
    Trick,
    Unread,
    Variation,
)
from notation.record.traversal import plays_unknown
from notation.record.words import wins
from referee import actions
from referee import codes as rulings
from referee.cards import SEATS, Card, both
from referee.deal import Deal
from referee.decisions import ClaimMode
from referee.legality import MARRIAGE_UNDRAWN
from referee.partial import as_partial, possible
from referee.rules import RuleSet
from referee.state import FIELDS

_AFTER_A_TRICK: Final = frozenset(
    {actions.OUT, actions.CLOSE, actions.DRAW, actions.RESIGN, UNNAMED, UNREADABLE}
)
"""Actions that can stand after a complete trick, before the next number."""

_NOT_OF_THE_STANDING: Final = frozenset(
    {"deal", "entry", "_findings", "_watch", "_cards", "_is_torn", "_contradiction", "_draws"}
)
_STATE: Final = attrgetter(*sorted({*FIELDS} - {"rules", "terms", "history", "steps"}))


def _is_torn(trick: Trick) -> bool:
    """Whether something after an action of a trick could not be read."""
    return any(ply.is_torn for ply in trick.plies)


def _brackets(trick: Trick, most: int) -> list[Variation]:
    """Variations of cards alone, at most so many, that may be cards of the trick itself."""
    notes = (note for ply in trick.plies for note in ply.notes if isinstance(note, Variation))
    return [
        note
        for note in notes
        if len(note.tricks) == 1
        and len(note.tricks[0].plies) <= most
        and all(ply.plays for ply in note.tricks[0].plies)
    ]


class Play(PlayOfActions):
    """Judges the play of one deal, or of a variation from some state of it.

    Its findings lack the number of the deal. The watch of its log is shown the deal at the start, at the head
    of every trick, after every action with its event, and at the end; it must not change the deal. ``bonus``
    is what the deal brings beside, after a draw: a result that a variation states holds it.
    """

    _unnumbered = False
    """Whether the trick that is open was opened without its number."""

    def run(
        self, tricks: tuple[Trick, ...], stated: Outcome | None, goes_on: bool = False, taken_up: bool = False
    ) -> None:
        """Play what was written as far as it can be played.

        It ``goes_on`` where more of it is unread; a deal that is ``taken_up`` may be over by then.
        """
        self.begin(tricks, goes_on)
        self.conclude(tricks, stated, self._follow(tricks, taken_up))

    def begin(self, tricks: tuple[Trick, ...], goes_on: bool = False) -> None:
        """Look at what was written before any of it is played."""
        self._again = dict(played_again(tricks, self.deal.terms.has_copies))
        self._goes_on = goes_on
        self._draws = Draws(self.deal, self.deal.drawn)
        is_opened = bool(tricks) and tricks[0].number == OPENING
        self._out_of_order = out_of_order(tricks[is_opened:], self.deal.trick + 1)
        self._watch(self.deal, None)

    def conclude(self, tricks: tuple[Trick, ...], stated: Outcome | None, stop: Stop | None) -> None:
        """End a play of which all was played that is written, or as far as it goes; nothing comes after."""
        entry = self.entry
        stated = finished(stated)
        stop = stop or self._end(stated)
        if self._cards.went_on:
            self._findings.append(Finding(catalogue.WENT_ON, self._cards.went_on))
        if stop:
            self._break_off(stop, tricks, stated)
        self._watch(self.deal, None)
        self._write_down()
        if stated and finished(stated) and not self.deal.over and not entry.stopped:
            stop = self._find_all(assertions.undecided(stated, self.deal))
            if stop:
                self._break_off(stop, tricks, stated)

    def resumed(
        self, rules: RuleSet, findings: list[Finding], contradiction: Callable[[], Finding | None] | None
    ) -> "Play":
        """A copy of the play as it stands, to be gone on with under rules that are alike so far.

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
        other._findings = findings
        if self._contradiction:
            other._contradiction = contradiction
        return other

    def standing(self) -> tuple[object, ...]:
        """What decides how the play goes on: plays of the same cards that stand alike come to the same."""
        own = {name: value for name, value in vars(self).items() if name not in _NOT_OF_THE_STANDING}
        deal = self.deal
        state = own, vars(self._draws), bool(self._contradiction), deal.terms.game, _STATE(deal)
        if not self.entry.tricks:
            return state
        open_trick = self.entry.tricks[-1]
        out_of_turn = [
            event.ruling
            for event in open_trick.events
            if event.ruling and event.ruling.code.id == rulings.NOT_IN_TURN.id
        ]
        done = [event.ply.action for event in open_trick.events]
        return *state, open_trick.number, open_trick.leader, open_trick.winner, done, out_of_turn

    def _follow(self, tricks: tuple[Trick, ...], taken_up: bool) -> Stop | None:
        """Play trick after trick."""
        if taken_up:
            undecided = self._cards.take_up(self.deal, tricks)
            if undecided:
                return Stop(undecided=undecided)
        for index, trick in enumerate(tricks):
            stop, order = self.head(tricks, index), 0
            while not stop and order < len(trick.plies):
                stop = self.action(tricks, index, order)
                order += 1
            if stop:
                return stop
        return Stop(UNREAD) if self._goes_on else None

    def _end(self, stated: Outcome | None) -> Stop | None:
        """Settle a deal of which all was played that is written."""
        deal, open_revoke = self.deal, self._cards.revoke_open(self.deal)
        stop = self._rely() if deal.over else None
        if stop:
            return stop
        if deal.spent or deal.forfeit:
            if self._is_holder_unknown:
                return Stop(undecided=HOLDER)
            undecided = self._decide(Deal.finish, Phrase("what the deal is worth"))
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
        entry.tricks_won = () if deal.untold else deal.own_tricks
        if deal.result:
            entry.card_points = deal.result.card_points
        elif not any(deal.slack):
            entry.card_points = deal.own_points
        if deal.auction and deal.contract and not deal.is_opening:
            by, result = deal.auction.declarer, deal.result
            made = None if result is None else wins(result.winner, by)
            entry.undertaking = Undertaking(deal.contract, by, deal.trump, deal.auction.doubles, made)
        if deal.closer >= 0:
            before = sum(deal.close_tricks) + deal.close_untold
            short = deal.drawn < before * deal.terms.seats
            told = not any(deal.close_slack) and not deal.close_untold
            held = (deal.close_points, deal.close_tricks) if told else ((), ())
            entry.closing = Closing(before + 1, deal.closer, *held, deal.talon_left, short)

    # Tricks.

    def head(self, tricks: tuple[Trick, ...], index: int) -> Stop | None:
        """Begin one trick of those that are written; returns why nothing after it is followed, if so."""
        trick = tricks[index]
        if trick.number == OPENING:
            return self._open(trick.span, OPENING) or self._read(trick.notes)
        stop = self._start(tricks, index) if trick.number != UNNUMBERED else None
        return stop or self._read(trick.notes) or self._count_cards(trick, tricks[index + 1 :])

    def action(self, tricks: tuple[Trick, ...], index: int, order: int) -> Stop | None:
        """Take one action of a trick; returns why nothing after it is followed, if so."""
        trick = tricks[index]
        ply, ledgers = trick.plies[order], self.entry.tricks
        ledger = ledgers[-1]
        is_complete = ledger.winner >= 0 if ledger.number > OPENING else self._is_opened(ply)
        if is_complete and not self.deal.over:
            stop = self._start_unnumbered(trick.plies[order:])
            if stop:
                return stop
        if ply.plays and ply.action in self._again and self._again[ply.played][1] is not ply:
            self._doubtful = ply.played
        if not self._cards.are_known:
            self._cards.look(trick.plies[order:], tricks[index + 1 :])
        if not ply.notes:
            return self._do(ply)
        varied = any(isinstance(note, Variation) for note in ply.notes) and not self._cards.in_doubt
        state = (self.deal.copy(), ledgers[-1].copy()) if varied else None
        return self._do(ply) or self._read(ply.notes, state)

    def _is_opened(self, following: Ply) -> bool:
        """Whether a lead is all that can follow what was said before the first one, and it follows."""
        is_lead = following.plays or actions.is_marriage(following.action)
        return is_lead and not self.deal.is_opening

    def _start(self, tricks: tuple[Trick, ...], index: int) -> Stop | None:
        deal, trick, ledgers = self.deal, tricks[index], self.entry.tricks
        number = deal.trick + 1 + self._is_carried
        stated = number if trick.number == UNKNOWN_NUMBER else trick.number
        wrong = misplaced(tricks, index, number) if stated != number else None
        if self._is_past_the_end(trick):
            if wrong:
                return self._stop_at(trick, wrong)
            span = trick.plies[0].span if trick.plies else trick.span
            return self._rely() or self.find(Finding(rulings.DEAL_OVER, span)) or IMPOSSIBLE
        if deal.auction is not None and not deal.over and deal.is_opening:
            turn = SeatFact(deal.turn)
            return self.find(Finding(catalogue.OPENING_SHORT, trick.span, {"turn": turn})) or IMPOSSIBLE
        if not deal.over and (deal.lead >= 0 or self._cards.in_doubt):
            return self.find(self._lacking(trick.span)) or IMPOSSIBLE
        if wrong:
            return self._stop_at(trick, wrong)
        if trick.number == UNKNOWN_NUMBER and self._may_lack(tricks, index, number):
            return self._lose_count(trick)
        if stated != number:
            self.find(Finding(catalogue.TRICK_NUMBER, trick.span, {"stated": stated, "expected": number}))
            self._misnumbered = True
        if not ledgers or ledgers[-1].number != number:
            stop = self._open(trick.span)
            if stop:
                return stop
        elif not self._unnumbered:
            self.find(Finding(catalogue.TRICK_TWICE, trick.span, {"expected": number}))
        self._unnumbered = False
        return None

    def _may_lack(self, tricks: tuple[Trick, ...], index: int, number: int) -> bool:
        """Whether tricks may be missing before one whose number is not known, where a ``number`` is due."""
        deal = self.deal
        cards = sum(hand.bit_count() for hand in deal.hands) + sum(deal.unseen)
        if deal.closer < 0:
            cards += deal.talon_left
        left = cards // deal.rules.seats - (len(tricks) - index)
        most = most_before(tricks, index)
        return left > 0 if most is None else most > number

    def _lose_count(self, trick: Trick) -> Stop:
        """Stop at a trick of which nobody can tell which it is; what is wrong whichever it is is reported."""
        if self._out_of_order:
            return self._stop_at(*self._out_of_order)
        self._doubtful = next(iter(self._again), None)
        stop = self._rely()
        if not stop:
            facts: dict[str, Fact] = {"what": Phrase("which trick this is"), "why": NUMBERS}
            self._findings.append(Finding(catalogue.CANNOT_DECIDE, trick.span, facts))
        return stop or Stop(NUMBERS)

    def _is_past_the_end(self, trick: Trick) -> bool:
        """Whether a trick starts after the last; a claim may stand there, and giving up before the end."""
        first = trick.plies[0].action if trick.plies else None
        if self.deal.over:
            return not (first == actions.OUT and self._may_repeat)
        return self.deal.spent and first not in ENDING

    def _count_cards(self, trick: Trick, following: tuple[Trick, ...]) -> Stop | None:
        """Stop where a trick certainly lacks its lead, or holds more cards than two tricks can."""
        deal = self.deal
        places = [at for at, ply in enumerate(trick.plies) if ply.plays]
        plays = [trick.plies[at] for at in places]
        seats = len({*deal.after})
        cards = len(plays) + deal.played * (deal.lead >= 0)
        tricks = -(-cards // seats)
        due = deal.trick + 1 + tricks
        if tricks > 2 or (tricks == 2 and following and following[0].number != due):
            if _is_torn(trick):
                return Stop(UNREAD)
            facts: dict[str, Fact] = {"expected": deal.trick + 1}
            return self._stop_at(trick, Phrase("trick {expected} has more cards than one trick", facts))
        last = places[-1] if places else len(trick.plies)
        after = following[:1] or trick.plies[last + 1 :] or _brackets(trick, seats - cards)
        self._short = after[0].span if cards < seats and after else None
        first = plays[0] if 0 < len(plays) < seats and deal.lead < 0 and not deal.over else None
        is_told = first and first.action >= 0 and first.seat == NOBODY and not first.irregular
        # Of two equal cards it can be the one that is exchanged in this trick.
        gets = deal.terms.has_copies and any(ply.action == actions.EXCHANGE for ply in trick.plies)
        if first and is_told and not gets and self._is_held_elsewhere(first.played):
            if _is_torn(trick) or self._is_unclear:
                return Stop(UNREAD)
            self.find(self._lacking(first.span))
            return Stop(MISSING)
        return None

    def _is_held_elsewhere(self, card: Card) -> bool:
        """Whether another holds a card than who is in turn, who does not, and cannot hold its second copy."""
        deal = self.deal
        others = (seat for seat in SEATS[: deal.rules.seats] if seat != deal.turn)
        if holds(deal, deal.turn, card) or possible(deal, deal.turn) & both(card):
            return False
        return any(holds(deal, seat, card) for seat in others)

    def _open(self, span: Span, number: int = UNNUMBERED) -> Stop | None:
        """A new trick starts, the next where no number is named: by then both have drawn."""
        deal = self.deal
        if deal.undrawn:
            done = self._settle(actions.DRAW, Ply(actions.DRAW, span=span), NOBODY)
            if isinstance(done, Stop):
                return done
        self._draws = Draws(deal, deal.drawn)
        self._cards.start_trick(deal)
        if number == UNNUMBERED:
            number = OPENING if deal.auction is not None and deal.is_opening else deal.trick + 1
        points = tuple(deal.points) if deal.auction is None else deal.own_points
        self.entry.tricks.append(TrickLedger(number, deal.turn, points=points))
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
        play = Play(deal.copy(), PlayLog(entry, self._findings), cards, self._is_torn, bonus=self._bonus)
        play._is_unclear = self._is_unclear or self._short is not None
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
