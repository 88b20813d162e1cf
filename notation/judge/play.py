"""The play of one deal as it was written, driven through the referee's state machine.

Goes on past a broken rule where the cards allow it, and stops where the record is impossible or where
nobody can tell how it went on. What is not recorded is the business of :mod:`notation.judge.incomplete`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NoReturn

from notation.findings import catalogue
from notation.findings.finding import CardFact, Fact, Finding, Fix, Phrase, Related, SeatFact, typed
from notation.judge.assertions import (
    AGREED,
    Draws,
    as_settled,
    compare_points,
    compare_result,
    compare_value,
    is_plausible,
    is_told,
    tell_claim,
    within,
)
from notation.judge.incomplete import Refused, Undecided, Unknowns, varies_with_gaps
from notation.judge.judgement import Closing, DealJudgement, Event, TrickLedger
from notation.limits import spend
from notation.record.model import (
    NOBODY,
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
from referee import actions
from referee import codes as rulings
from referee.actions import Action
from referee.cards import BIT, Card
from referee.clauses import cite
from referee.codes import Code, Effect, Ruling, Severity
from referee.deal import Deal
from referee.decisions import ClaimMode, ClaimWindow, Revoke
from referee.legality import MARRIAGE_UNDRAWN
from referee.partial import as_partial, deduce
from referee.state import TARGET, Reason

UNREAD: Final = Phrase("part of the play could not be read")
MISSING: Final = Phrase("part of the play is missing or out of order")
TWICE: Final = Phrase("the play contradicts itself")
"""Why a deal is not followed to its end."""

Watch = Callable[[Deal, Event | None], object]


def _look_away(deal: Deal, event: Event | None) -> None:
    """Watch nothing."""


class _Stopped(Exception):  # noqa: N818 - not an error: the end of what can be judged
    """The deal is judged no further."""


class _Unsure(_Stopped):
    """Part of the play is unread, missing or written twice, and the rest cannot be judged without it."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(str(why))
        self.why = why


class Play:
    """Judges the play of one deal, or of a variation from some state of it.

    ``report`` takes a finding; the number of the deal is for it to put in. Without ``unknowns`` every
    card is known. ``watch`` is shown the deal at the start, at the head of every trick, behind every
    action with its event, and at the end; it must not change the deal.
    """

    def __init__(
        self,
        deal: Deal,
        entry: DealJudgement,
        report: Callable[[Finding], None],
        unknowns: Unknowns | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.deal = deal
        self.entry = entry
        self._report = report
        self._watch = watch or _look_away
        self._unknowns = unknowns
        self._again: dict[Card, tuple[Trick, Ply]] = {}
        """Where each card that is played twice is played again."""
        self._doubtful: Card | None = None
        """A card that has been played and is played again later: one of the two plays is not true."""
        self._goes_on = False
        """Whether more of the play is unread, behind all that is to be judged."""
        self._out_of_order: tuple[Trick, Phrase] | None = None
        """The first trick whose number does not go on from the one before, and what is wrong with it."""
        self._short: Span | None = None
        """Where the next trick starts, while one is open that lacks a card."""
        self._misnumbered = False
        """Whether some trick has a number that is not its own: it may be the trick that is wrong."""
        self._unnumbered = False
        """Whether the trick that is open was opened without its number."""
        self._said = False
        """Whether somebody has said `out` where 66 ends the deal by itself."""
        self._draws = Draws(deal, deal.drawn)
        """The draws that can be written behind this trick."""

    def find(
        self,
        code: Code,
        span: Span,
        facts: Mapping[str, Fact] | None = None,
        seat: int = NOBODY,
        related: Related | None = None,
        fix: Fix | None = None,
    ) -> None:
        """Add a finding about the trick that is being played."""
        if code not in _SEQUENCE and (code.severity is Severity.ERROR or code is rulings.CLAIM_FALSE):
            self._doubt(code)
        tricks = self.entry.tricks
        clause = cite(self.deal.rules, code.point) if code.point else ""
        number = tricks[-1].number if tricks else 0
        self._report(Finding(code, span, facts, 0, number, seat, clause, related, fix))

    def run(
        self, tricks: tuple[Trick, ...], stated: Outcome | None, goes_on: bool = False, taken_up: bool = False
    ) -> None:
        """Play what was written as far as it can be played.

        It ``goes_on`` where more of it is unread; a deal that is ``taken_up`` may be over by then.
        """
        entry = self.entry
        told = stated is not None and stated.finished and is_told(stated)
        self._again = dict(_played_again(tricks))
        self._goes_on = goes_on
        self._out_of_order = _out_of_order(tricks, self.deal.trick + 1)
        self._watch(self.deal, None)
        try:
            if taken_up:
                self._decide(Deal.end_if_reached, Phrase("whether the deal is over"))
            for index in range(len(tricks)):
                self._trick(tricks, index)
            if goes_on:
                raise _Unsure(UNREAD)
            if self.deal.over:
                self._rely()
            if self.deal.spent or self.deal.forfeit:
                self._decide(Deal.finish, Phrase("what the deal is worth"))
            elif not self.deal.over and (any(self.deal.slack) or self._revoke_open):
                entry.stopped = self._revoke_open or self.deal.rules.claim_mode is ClaimMode.AUTO
                if told:
                    raise Undecided(Phrase("who has won the deal"))
        except _Unsure as unsure:
            entry.stopped = not self.deal.over
            entry.unsure = unsure.why if entry.stopped else None
        except _Stopped:
            claims = any(ply.action in _ENDING for trick in tricks for ply in trick.plies)
            if self.deal.spent and not claims and not self.deal.is_blurred and not self._revoke_open:
                self.deal.finish()
            entry.stopped = not self.deal.over and (claims or not self.deal.spent)
        except Undecided as undecided:
            entry.stopped = True
            if told or tricks:
                self._leave_open(undecided.what, stated.span if stated and told else tricks[-1].span, NOBODY)
        self._watch(self.deal, None)
        self._write_down()
        undecided_play = told and not self.deal.over and not entry.stopped
        if undecided_play and stated is not None:
            seats = self.deal.rules.seats
            if stated.reason not in AGREED or not is_plausible(stated, seats):
                self.find(catalogue.UNDECIDED, stated.span)

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

    # Tricks.

    def _trick(self, tricks: tuple[Trick, ...], index: int) -> None:
        trick, following = tricks[index], tricks[index + 1 :]
        if trick.number != UNNUMBERED:
            self._start(tricks, index)
        self._read(trick.notes)
        self._count_cards(trick, following)
        ledgers = self.entry.tricks
        for index, ply in enumerate(trick.plies):
            if ledgers[-1].winner >= 0 and not self.deal.over and self._starts_a_trick(trick.plies[index:]):
                self._open(ply.span)
                self._unnumbered = True
                self.find(catalogue.TRICK_UNNUMBERED, ply.span, {"expected": self.deal.trick + 1})
            if ply.plays and ply.action in self._again and self._again[ply.action][1] is not ply:
                self._doubtful = ply.action
            varied = any(isinstance(note, Variation) for note in ply.notes) and not self._in_doubt
            state = (self.deal.copy(), ledgers[-1].copy()) if varied else None
            if self._unknowns:
                self._unknowns.look(self.deal, trick.plies[index:], following)
            self._do(ply)
            self._read(ply.notes, state)

    def _start(self, tricks: tuple[Trick, ...], index: int) -> None:
        """A trick begins with its number."""
        deal, trick = self.deal, tricks[index]
        number = deal.trick + 1 + self._is_carried
        misplaced = trick.number != number and _misplaced(tricks, index, number)
        claims = bool(trick.plies) and trick.plies[0].action == actions.OUT
        resigns = bool(trick.plies) and trick.plies[0].action == actions.RESIGN
        if (deal.over and not (claims and self._may_repeat)) or (deal.spent and not claims and not resigns):
            if misplaced:
                self._stop_at(trick, misplaced)
            self._rely()
            self.find(rulings.DEAL_OVER, trick.plies[0].span if trick.plies else trick.span)
            raise _Stopped
        if not deal.over and (deal.lead >= 0 or self._in_doubt):
            self.find(
                catalogue.TRICK_SHORT, trick.span, {"expected": deal.trick + 1, "turn": SeatFact(deal.turn)}
            )
            raise _Stopped
        ledgers = self.entry.tricks
        if misplaced:
            self._stop_at(trick, misplaced)
        if trick.number != number:
            self.find(catalogue.TRICK_NUMBER, trick.span, {"stated": trick.number, "expected": number})
            self._misnumbered = True
        if not ledgers or ledgers[-1].number != number:
            self._open(trick.span)
        elif not self._unnumbered:
            self.find(catalogue.TRICK_TWICE, trick.span, {"expected": number})
        self._unnumbered = False

    @property
    def _is_carried(self) -> bool:
        """Whether the trick on the table is the lead of a marriage that has ended the deal by itself."""
        return self.deal.over and self.deal.lead >= 0

    def _stop_at(self, trick: Trick, what: Phrase) -> NoReturn:
        """Stop where the number of a trick does not tell which one it is."""
        number = max(trick.number, 0)
        self._report(Finding(catalogue.TRICK_ORDER, trick.span, {"what": what}, 0, number))
        raise _Unsure(MISSING)

    def _count_cards(self, trick: Trick, following: tuple[Trick, ...]) -> None:
        """Stop where a trick certainly lacks its lead, or holds more cards than two tricks can."""
        deal = self.deal
        plays = [ply for ply in trick.plies if ply.plays]
        seats = deal.rules.seats
        cards = len(plays) + deal.played * (deal.lead >= 0)
        tricks = -(-cards // seats)
        due = deal.trick + 1 + tricks
        if tricks > 2 or (tricks == 2 and following and following[0].number != due):
            if any(isinstance(note, Unread) for ply in trick.plies for note in ply.notes):
                raise _Unsure(UNREAD)
            facts: dict[str, Fact] = {"expected": deal.trick + 1}
            self._stop_at(trick, Phrase("trick {expected} has more cards than one trick", facts))
        self._short = following[0].span if cards < seats and following else None
        first = plays[0] if 0 < len(plays) < seats and deal.lead < 0 and not deal.over else None
        if first and first.action >= 0 and first.seat == NOBODY and not first.irregular:
            others = (hand for seat, hand in enumerate(deal.hands) if seat != deal.turn)
            if any(hand & BIT[first.action] for hand in others):
                facts = {"expected": deal.trick + 1, "turn": SeatFact(deal.turn)}
                self.find(catalogue.TRICK_SHORT, first.span, facts)
                raise _Unsure(MISSING)

    def _doubt(self, code: Code) -> None:
        """Stop where something would be found wrong, and the record shows that the play is not whole."""
        if code.effect is not Effect.STOPS:
            self._rely()
        if code.id in rulings.CATALOGUE:
            if self._short and not self._is_carried:
                facts = {"expected": self.deal.trick + 1, "turn": SeatFact(self.deal.turn)}
                self.find(catalogue.TRICK_SHORT, self._short, facts)
                raise _Unsure(MISSING)
            if self._out_of_order:
                self.deal.result = None
                self._stop_at(*self._out_of_order)
            if self._goes_on:
                self.deal.result = None
                raise _Unsure(UNREAD)
        if self._misnumbered:
            self.deal.result = None
            raise _Unsure(MISSING)

    def _rely(self) -> None:
        """Stop where what would be said next hangs on a play of which the record itself casts doubt."""
        if self._doubtful is None or self.deal.spent:  # with every card played, none of them is in doubt
            return
        trick, again = self._again[self._doubtful]
        facts = {"card": CardFact(self._doubtful)}
        self._doubtful = None
        cited = cite(self.deal.rules, rulings.ALREADY_PLAYED.point)
        self._report(Finding(rulings.ALREADY_PLAYED, again.span, facts, 0, trick.number, NOBODY, cited))
        self.deal.result = None
        raise _Unsure(TWICE)

    def _open(self, span: Span) -> None:
        """A new trick starts: by then both have drawn."""
        deal = self.deal
        if deal.undrawn:
            self._settle(deal.why_not(actions.DRAW), actions.DRAW, Ply(actions.DRAW, span=span), NOBODY)
        self._draws = Draws(deal, deal.drawn)
        if self._unknowns:
            deduce(deal)
        self.entry.tricks.append(TrickLedger(deal.trick + 1, deal.turn, points=tuple(deal.points)))
        self._watch(deal, None)

    def _starts_a_trick(self, plies: tuple[Ply, ...]) -> bool:
        """Whether the first of these, behind a complete trick, belongs to the next without its number.

        A card does, and what is announced for it; but a claim, and what comes before the draw, do not.
        """
        deal = self.deal
        first = plies[0]
        if first.plays:
            return True
        if first.action == actions.CLOSE and self._draws.written:
            return True
        if first.action in _BEHIND_A_TRICK or deal.undrawn:
            return False
        if first.action == actions.EXCHANGE and self.entry.tricks[-1].events[-1].ply.action == actions.CLOSE:
            return False  # the opponent's, right after a close with the short hand
        if deal.just_drawn and not self._draws.written and not any(ply.plays for ply in plies):
            about = MARRIAGE_UNDRAWN if actions.is_marriage(first.action) else rulings.SHORT_ONLY
            self.find(about, first.span)
            return False
        return not deal.spent

    @property
    def _in_doubt(self) -> bool:
        """Whether a card of the trick that is open is not known."""
        return self._unknowns is not None and bool(self._unknowns.worlds)

    @property
    def _revoke_open(self) -> bool:
        """Whether nobody can tell if a revoke has decided the deal, where the rules let one decide it."""
        possible = self._unknowns is not None and self._unknowns.may_be_revoke
        return possible and self.deal.rules.irr_revoke is not Revoke.NONE

    @property
    def _turn(self) -> int:
        """The seat in turn; in a deal that has ended by itself, who may say so."""
        if self._may_repeat and self.deal.result is not None and self.deal.lead >= 0:
            return self.deal.result.winner
        worlds = self._unknowns.worlds if self._unknowns else []
        return worlds[0].turn if worlds else self.deal.turn

    def _claimer(self) -> int:
        """Whose claim it is that nobody is named for: who may make it, or whose chance has just passed."""
        deal = self._unknowns.worlds[0] if self._unknowns and self._in_doubt else self.deal
        if deal.lead < 0 or deal.played != 1 or not (deal.trick or deal.has_led_marriage):
            return NOBODY
        rulings_here = (event.ruling for event in self.entry.tricks[-1].events if event.ply.plays)
        led_out_of_turn = next(
            (each for each in rulings_here if each and each.code.id == rulings.NOT_IN_TURN.id), None
        )
        return led_out_of_turn.facts["turn"] if led_out_of_turn else deal.leader

    def _too_late(self, seat: int) -> Related | None:
        """The one place before which a claim would have been in time, where a lead has ended that time."""
        deal = self.deal
        rules = deal.rules
        before_draw = rules.claim_window is ClaimWindow.DRAW
        fits = rules.marriage_out_without_lead if deal.has_led_marriage else not before_draw
        if deal.lead < 0 or seat != self._claimer() or not fits:
            return None
        lead = next(event for event in self.entry.tricks[-1].events if event.ply.plays)
        words = {"card": CardFact(deal.lead)}
        why = Phrase("with {card} the time for it is over; a claim made in time stands before {card}", words)
        return Related(lead.ply.span, why)

    @property
    def _may_repeat(self) -> bool:
        """Whether `out` may be written to say that 66 has ended the deal by itself."""
        result = self.deal.result
        by_itself = self.deal.rules.claim_mode is ClaimMode.AUTO and not self._said
        return by_itself and result is not None and result.reason in (Reason.OUT, Reason.DEFENDER_OUT)

    # Actions.

    def _do(self, ply: Ply) -> None:
        spend()
        deal = self.deal
        ledger = self.entry.tricks[-1]
        action = ply.action
        if action in (UNNAMED, UNREADABLE):
            raise _Unsure(UNREAD)
        if action == actions.DRAW:
            self._draw(ply)
            return
        seat = self._actor(ply)
        if action == actions.OUT and self._may_repeat:
            self._said = True
            return
        if self._said:
            self.find(rulings.DEAL_OVER, ply.span)
            raise _Stopped
        if action == actions.OUT and seat < 0:
            seat = self._claimer()
        untouched = deal.undrawn or (deal.just_drawn and not self._draws.written)
        if action == actions.CLOSE and ledger.winner >= 0 and untouched:
            action = actions.CLOSE_SHORT
        acting = self._turn if seat < 0 else seat
        self._take_back(ply, acting)
        if actions.is_marriage(action) and not deal.over:
            compare_value(self.find, ply, deal)
        ruling: Ruling | None = None
        drawn = deal.drawn
        if ply.plays and self._unknowns and not deal.over:
            action = self._unknowns.card(deal, ply, seat)
        if self._unknowns and ply.plays and (action < 0 or self._in_doubt):
            if seat not in (NOBODY, self._turn):
                raise Undecided(Phrase("which card was played out of turn"))
            try:
                self.deal = self._unknowns.play(deal, ply)
            except Refused as refused:
                ruling = refused.ruling
                self.find(ruling.code, ply.span, typed(ruling.facts), ruling.seat)
                raise _Stopped from None
        elif self._unknowns and self._in_doubt:
            said = self._unknowns.say(action, acting)
            self.deal = said if said.over else deal
        else:
            ruling = self._settle(deal.why_not(action, seat), action, ply, seat)
        deal = self.deal
        if ruling is not None:
            acting = ruling.seat
        if deal.lead >= 0 and deal.played == 1:
            ledger.leader = deal.leader
        event = Event(ply, acting, tuple(deal.points), ruling, action if ply.plays else NOBODY)
        ledger.events.append(event)
        ledger.points = tuple(deal.points)
        if deal.trick == ledger.number:
            ledger.winner = deal.leader
        if deal.drawn > drawn:
            self._draws = Draws(deal, drawn)
        self._watch(deal, event)

    def _settle(self, ruling: Ruling | None, action: Action, ply: Ply, seat: int) -> Ruling | None:
        """Do an action, or report it and do what the ruling's effect says."""
        deal = self.deal
        doubt: Phrase | None = None
        if self._unknowns and not deal.over:
            ruling, doubt = self._unknowns.weigh(deal, action, seat, ruling)
            if doubt:
                self._leave_open(doubt, ply.span, deal.turn if seat < 0 else seat)
        # Who led a card may be unknown where hands are: another may have, out of turn.
        nameless = self._unknowns is not None and ply.plays and seat < 0 and deal.lead < 0
        if ruling is None:
            if action == actions.OUT:
                claimer = deal.turn if seat < 0 else seat
                self._decide(lambda world: world.push(action, seat), Phrase("whether the claim is right"))
                tell_claim(self.find, ply.span, deal, claimer)
            else:
                self._decide(lambda world: world.push(action, seat), Phrase("whether the deal is over"))
            if ply.irregular and not doubt and not nameless:
                self.find(catalogue.NOT_IRREGULAR, ply.span)
            return None
        code = ruling.code
        most = self.deal.points[ruling.seat] + self.deal.slack[ruling.seat]
        if code is rulings.CLAIM_AUTOMATIC and most >= TARGET:
            raise Undecided(Phrase("whether 66 has ended the deal"))
        related = self._unknowns.related(ruling) if self._unknowns else None
        if code is rulings.CLAIM_UNTIMELY:
            related = self._too_late(ruling.seat)
        if ply.irregular and code.effect is Effect.STANDS:
            facts: dict[str, Fact] = {"rule": code.id, "why": Phrase(code.sentence, typed(ruling.facts))}
            self.find(catalogue.IRREGULAR, ply.span, facts, ruling.seat, related)
        else:
            self.find(code, ply.span, typed(ruling.facts), ruling.seat, related)
        if code.effect is Effect.STOPS:
            raise _Stopped
        if code.effect is Effect.STANDS:
            forfeit = deal.forfeit
            self._decide(lambda world: world.let_stand(action, ruling), Phrase("whether the deal is over"))
            if deal.forfeit is not forfeit and deal.forfeit:
                facts = {
                    "seat": SeatFact(ruling.seat),
                    "winner": SeatFact(deal.forfeit.winner),
                    "points": deal.forfeit.game_points,
                }
                self.find(rulings.REVOKED, ply.span, facts, ruling.seat)
        return ruling

    def _decide(self, do: Callable[[Deal], object], what: Phrase) -> None:
        """Settle the deal; where points are unknown, only if every case comes to the same."""
        deal = self.deal
        if self._unknowns and deal.is_blurred:
            self._unknowns.settle(deal, do, what)
        else:
            do(deal)
        if deal.over and self._revoke_open:
            deal.result = None
            raise Undecided(Phrase("whether a revoke has decided the deal"))

    def _leave_open(self, what: Phrase, span: Span, seat: int) -> None:
        """Say once of each thing that it cannot be decided, and why."""
        why = self._unknowns.why(what, seat) if self._unknowns else None
        if why:
            self.find(catalogue.CANNOT_DECIDE, span, {"what": what, "why": why}, seat)

    def _actor(self, ply: Ply) -> int:
        """The seat to act for, where one is named and it is not simply the wrong name."""
        deal = self.deal
        seat, turn = ply.seat, self._turn
        if seat in (NOBODY, turn):
            return seat
        if seat >= deal.rules.seats:
            facts = {"stated_seat": SeatFact(seat), "needed": deal.rules.seats}
            self.find(catalogue.SEAT_UNKNOWN, ply.span, facts)
            raise _Stopped
        if ply.plays:
            misnamed = self._in_doubt or (ply.action >= 0 and bool(deal.hands[turn] & BIT[ply.action]))
        else:
            misnamed = ply.action == actions.OUT and self._may_repeat
        if misnamed:
            name = ply.span._replace(end_line=ply.span.line, end_column=ply.span.column + 1)
            fix = Fix(name, "ABCD"[turn])
            self.find(
                catalogue.ACTOR,
                ply.span,
                {"stated_seat": SeatFact(seat), "turn": SeatFact(turn)},
                seat,
                fix=fix,
            )
            return NOBODY
        return seat

    # What is stated beside the play.

    def _read(self, notes: tuple[Note, ...], before: tuple[Deal, TrickLedger] | None = None) -> None:
        """Compare what is stated in notes, and judge the variations in them."""
        for note in notes:
            if isinstance(note, Checkpoint):
                worlds = self._unknowns.worlds if self._unknowns else []
                if not any(within(note.points, world.points, world.slack) for world in worlds):
                    compare_points(self.find, note, self.deal)
            elif isinstance(note, Unread):
                raise _Unsure(UNREAD)
            elif isinstance(note, Variation) and before and note.tricks and not note.notes:
                self._vary(note, *before)

    def _vary(self, variation: Variation, deal: Deal, ledger: TrickLedger) -> None:
        """Judge what could have been done instead of an action, from just before it."""
        entry = DealJudgement(self.entry.number, self.entry.dealer)
        if variation.tricks[0].number == UNNUMBERED:
            entry.tricks.append(ledger.copy())
        unknowns = self._unknowns and self._unknowns.alone()
        if unknowns is None and varies_with_gaps(variation):
            unknowns = Unknowns(deal.rules, None, ())
            deal = as_partial(deal)
        play = Play(deal.copy(), entry, self._report, unknowns)
        play.run(variation.tricks, variation.result)
        if self.entry.tricks[-1].events:
            self.entry.tricks[-1].events[-1].variations.append(entry)
        if variation.result and is_told(variation.result) and entry.result:
            entry.result = as_settled(entry.result, variation.result)
            compare_result(play.find, variation.result, entry.result, entry.result.game_points)

    def _take_back(self, ply: Ply, seat: int) -> None:
        """A card that was played and taken back must have been in the hand."""
        for card in ply.withdrawn:
            if card >= 0 and not self._held(card, seat):
                self.find(
                    catalogue.NOT_TAKEN_BACK, ply.span, {"seat": SeatFact(seat), "card": CardFact(card)}, seat
                )

    def _held(self, card: Card, seat: int) -> bool:
        if self._unknowns:
            self._unknowns.show(self.deal, card, seat)
        return bool(self.deal.hands[seat] & BIT[card])

    def _draw(self, ply: Ply) -> None:
        """A draw that is written: the rules have made it already, or make it now."""
        deal = self.deal
        if deal.undrawn:
            drawn = deal.drawn
            self._settle(deal.why_not(actions.DRAW), actions.DRAW, Ply(actions.DRAW, span=ply.span), NOBODY)
            self._draws = Draws(deal, drawn)
        seat, card = self._draws.compare(self.find, ply)
        self.entry.tricks[-1].events.append(Event(ply, seat, tuple(deal.points), None, card))


def _misplaced(tricks: tuple[Trick, ...], index: int, expected: int) -> Phrase | None:
    """What is wrong with the order where a trick has another number; None if that alone is wrong."""
    numbers = [trick.number for trick in tricks]
    stated, following = numbers[index], numbers[index + 1 :]
    facts: dict[str, Fact] = {"stated": stated, "expected": expected}
    if following[:1] == [expected + 1] and expected not in following:
        return None
    if stated in numbers[:index]:
        return Phrase("trick {stated} stands where trick {expected} is due; was it written twice?", facts)
    if expected in following:
        return Phrase("trick {stated} stands before trick {expected}", facts)
    return Phrase("trick {stated} stands where trick {expected} is due; is trick {expected} missing?", facts)


def _out_of_order(tricks: tuple[Trick, ...], first: int) -> tuple[Trick, Phrase] | None:
    """The first trick that is out of order, with what is wrong; the first of all has the number given."""
    for index, trick in enumerate(tricks):
        if trick.number not in (UNNUMBERED, first + index):
            misplaced = _misplaced(tricks, index, first + index)
            if misplaced:
                return trick, misplaced
    return None


def _played_again(tricks: tuple[Trick, ...]) -> Iterator[tuple[Card, tuple[Trick, Ply]]]:
    """Each card that is played a second time before anybody ends the deal, with that trick and play."""
    seen: set[Card] = set()
    for trick in tricks:
        for ply in trick.plies:
            if ply.action in _ENDING:
                return
            if ply.plays and ply.action in seen:
                yield ply.action, (trick, ply)
            if ply.plays and ply.action >= 0:
                seen.add(ply.action)


_ENDING: Final = frozenset({actions.OUT, actions.RESIGN})
"""Actions by which somebody ends a deal."""
_SEQUENCE: Final = frozenset(
    {
        catalogue.TRICK_NUMBER,
        catalogue.TRICK_UNNUMBERED,
        catalogue.TRICK_SHORT,
        catalogue.TRICK_TWICE,
        catalogue.TRICK_ORDER,
    }
)
"""What can be wrong with the tricks as they stand one behind the other, whatever is played in them."""
_BEHIND_A_TRICK = frozenset({actions.OUT, actions.CLOSE, actions.DRAW, actions.RESIGN, UNNAMED, UNREADABLE})
"""Actions that can stand behind a complete trick, before the next number."""
