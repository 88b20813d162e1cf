"""One action of a play: who does it, whether the rules allow it, and what it comes to.

A refusal of the referee becomes a finding, and its effect decides what follows: the action stands, is void,
or stops the play. But nobody is at fault in a deal of which something cannot be read, whose tricks are out of
order, or whose play cannot have happened as written. So whatever is found in a play goes through
:meth:`PlayOfActions.find`, which stops the play where the record is what is wrong.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import CardFact, Fact, Finding, Phrase, Related, SeatFact, typed
from notation.judge import assertions
from notation.judge.exact import ExactCards
from notation.judge.incomplete import IS_OVER, PossibleWorlds
from notation.judge.judgement import Attempt, DealJudgement, Event
from notation.judge.opening import action_of, foreign_word
from notation.limits import spend
from notation.record.model import (
    LAID_AWAY,
    NOBODY,
    UNNAMED,
    UNREADABLE,
    UNRECORDED,
    DealRecord,
    OpeningPly,
    Ply,
    Span,
    Trick,
)
from referee import actions
from referee import codes as rulings
from referee.actions import Action, is_play
from referee.cards import BIT, SEATS, Card, Seat
from referee.codes import Code, Effect, Ruling, Severity
from referee.deal import Deal
from referee.decisions import ClaimMode, ClaimWindow
from referee.rulesets import cite
from referee.state import Phase, Reason

UNREAD: Final = Phrase("part of the play could not be read")
TORN: Final = Phrase("part of the deal could not be read")
MISSING: Final = Phrase("part of the play is missing or out of order")
TWICE: Final = Phrase("the play contradicts itself")
DRAWN: Final = Phrase("cards were drawn irregularly")
HOLDER: Final = Phrase("who holds the card that was called")
NUMBERS: Final = Phrase("the numbers of some tricks are not known")
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

OPENING: Final = 0
"""In the place of a trick's number: what is said and done before the first lead."""

IMPOSSIBLE_PLAY: Final = frozenset(
    {code.id for code in rulings.CATALOGUE.values() if code.effect is Effect.STOPS} - {rulings.DEAL_OVER.id}
)
"""Rulings by which the play cannot have happened as written, whatever the players did."""

Watch = Callable[[Deal, Event | None], object]


@dataclass(slots=True)
class PlayLog:
    """What is written down of the play of a deal: its ledger, and what is found; a watch sees every state."""

    entry: DealJudgement
    findings: list[Finding] = field(default_factory=list)
    watch: Watch | None = None

    @classmethod
    def of(cls, record: DealRecord) -> "PlayLog":
        """Return an empty one for a deal."""
        return cls(DealJudgement(record.number, record.dealer))


CardsOfDeal = ExactCards | PossibleWorlds
"""How the cards of a deal are known: chosen once, before its first action."""


class Stop(NamedTuple):
    """Why the play is not followed any further: it is impossible, unless more is said."""

    unsure: Phrase | None = None
    """The rest may be right anyway: part of the play is unread, missing or written twice."""
    undecided: Phrase | None = None
    """What nobody can tell, so that nobody can tell how the deal went on."""


IMPOSSIBLE: Final = Stop()


def _look_away(deal: Deal, event: Event | None) -> None:
    """Watch nothing."""


def as_marked(found: Finding, ply: Ply) -> Finding:
    """What is found against an action: no more than noted where it is marked as irregular."""
    if not ply.irregular or found.code is catalogue.NOT_IRREGULAR:
        return found
    return replace(found, code=catalogue.IRREGULAR, facts={"rule": found.code.id, "why": found.phrase})


def _is_misvalued(ply: Ply, deal: Deal) -> bool:
    """Whether an action is a marriage that is worth another number than was announced."""
    return actions.is_marriage(ply.action) and any(assertions.marriage_value(ply, deal))


class Draws:
    """The draws after a trick, the winner's first, and which of them are written.

    ``drawn`` cards had been drawn before; a draw is due for each that has been since.
    """

    def __init__(self, deal: Deal, drawn: int) -> None:
        self.written = False
        self.turn = deal.turn
        self._leader, self._seats = deal.leader, deal.terms.seats
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


class PlayOfActions:
    """A play as far as it has come, one action after the other, and what is found in it.

    At a fault ``is_torn`` is asked whether something of the deal cannot be read, and ``contradiction``, once,
    for what shows that the play cannot have happened as written.
    """

    _draws: Draws
    """The draws that can be written after this trick."""
    _said = False
    """Whether somebody has said `out` although 66 ends the deal automatically."""

    def __init__(
        self,
        deal: Deal,
        log: PlayLog,
        cards: CardsOfDeal,
        is_torn: Callable[[], bool] | None = None,
        contradiction: Callable[[], Finding | None] | None = None,
        bonus: int = 0,
    ) -> None:
        self.deal = deal
        self.entry = log.entry
        self._findings = log.findings
        self._watch = log.watch or _look_away
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
        self._is_unclear = False
        """Whether this is a variation in a trick that lacks a card: it may be what is played there."""
        self._misnumbered = False
        """Whether some trick has a number that is not its own: it may be the trick that is wrong."""

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
        of_opening = isinstance(ply, OpeningPly)
        if action == LAID_AWAY:
            return self._lay_away(ply, seat)
        if action >= actions.CONTRACT:
            named = action_of(self.deal.rules, ply)
            if named is None:
                return self.find(foreign_word(self.deal.rules, ply)) or IMPOSSIBLE
            action = named
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
            if of_opening or (self.deal.auction is not None and self.deal.terms.opens):
                stop = self._find_all(assertions.lies(ply, self.deal))
                if stop:
                    return stop
            action = self._cards.card(self.deal, ply, seat)
        if actions.TURN_UP <= action < actions.CALL_CARD and self.deal.phase is Phase.CALL:
            self._cards.show(self.deal, actions.turned_card(action), acting)
        done = self._take(action, ply, seat)
        if isinstance(done, Stop):
            return done
        is_open = self.deal.auction is not None and self._needs_holder(action)
        if is_open:
            self.deal.result = None
        self._record(ply, action, done.seat if done else acting, done, drawn)
        return Stop(undecided=HOLDER) if is_open else None

    def _needs_holder(self, action: Action) -> bool:
        """Whether what an action comes to depends on who holds the called card, which nobody can tell."""
        contract, result = self.deal.contract, self.deal.result
        is_asked = action == actions.DOUBLE or (contract is not None and contract.clean)
        if result is not None:
            is_asked = result.reason is not Reason.OUT
        return is_asked and self._is_holder_unknown

    @property
    def _is_holder_unknown(self) -> bool:
        """Whether a card has been called that is in no hand and has not been played, as far as is known."""
        deal = self.deal
        if deal.auction is None or deal.is_partner_open:
            return False
        return not any(cards & BIT[deal.auction.called] for cards in (deal.gone, *deal.hands))

    def _lay_away(self, ply: Ply, seat: Seat) -> Stop | None:
        """Lay cards away, one after the other."""
        acting, ruling = self._turn if seat < 0 else seat, None
        for card in ply.cards:
            is_due = self.deal.phase is Phase.DISCARD
            if not is_due or (card < 0 and acting != self.deal.turn):
                facts = {"seat": acting, "turn": self.deal.turn}
                code = rulings.CALL_OUT_OF_TURN if is_due else rulings.NOTHING_TO_CALL
                ruling = Ruling(code, acting, facts)
                stop = self._report_ruling(ruling, card, ply)
                if stop:
                    return stop
                break
            if card < 0:
                self._cards.lay_unknown(self.deal)
                continue
            self._cards.show(self.deal, card, acting)
            done = self._take(card, ply, seat)
            if isinstance(done, Stop):
                return done
            ruling = ruling or done
        self._record(ply, actions.PASS, acting, ruling, self.deal.drawn)
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
        is_out = result is not None and result.reason in (Reason.OUT, Reason.DEFENDER_OUT)
        return is_out and not self._said and self.deal.rules.claim_mode is ClaimMode.AUTO

    def _actor(self, ply: Ply) -> Seat | Stop:
        """The seat to act for, where one is named and it is not simply the wrong name."""
        if ply.seat == NOBODY:
            return self._doubler() if ply.action == actions.DOUBLE else NOBODY
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
            misnamed = self._cards.in_doubt or (ply.action >= 0 and assertions.holds(deal, turn, ply.played))
        else:
            misnamed = repeats
        if not misnamed:
            return seat
        facts = {"stated_seat": SeatFact(seat), "turn": SeatFact(turn)}
        return self.find(Finding(catalogue.ACTOR, ply.span, facts, seat=seat)) or NOBODY

    def _doubler(self) -> Seat:
        """Who doubles where nobody is named: the next of the side that may."""
        deal = self._cards.now(self.deal)
        seats = SEATS[: deal.rules.seats]
        may = (seat for seat in (*seats[deal.turn :], *seats) if deal.can(actions.DOUBLE, seat))
        return next(may, NOBODY)

    def _claimer(self) -> Seat:
        """Whose claim it is that nobody is named for: who may make it, or whose chance has just passed."""
        deal = self._cards.now(self.deal)
        if deal.lead < 0 or deal.played != 1 or not (deal.trick or deal.has_led_marriage):
            return NOBODY
        if deal.terms.opens and deal.can(actions.OUT, deal.turn):  # who replies has announced a marriage
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
        acting, at_lead, seen = deal.turn if seat < 0 else seat, deal.lead < 0, deal.auction
        if isinstance(self._cards, ExactCards):
            ruling, doubt, undecided = Attempt(deal.push(action, seat))
        else:
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
        elif seen and not seen.packet and actions.NAME_TRUMP <= action < actions.NO_TRUMP:
            self._find_all(assertions.named_unseen(ply, deal, acting))
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
            if deal.points[side] + deal.slack[side] >= deal.terms.target:
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
        undecided = self._decide(lambda world: world.let_stand(action, ruling), IS_OVER)
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

    def _decide(self, do: Callable[[Deal], object], what: Phrase) -> Phrase | None:
        """Do what may end the deal; returns what nobody can tell where unknown cards leave that open."""
        if not isinstance(self._cards, ExactCards):
            return self._cards.decide(self.deal, do, what)
        do(self.deal)
        return None

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
        points = tuple(deal.points) if deal.auction is None else deal.own_points
        event = Event(ply, acting, points, ruling, action if is_play(action) else UNRECORDED)
        ledger.events.append(event)
        ledger.points = points
        if deal.trick == ledger.number > OPENING:
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
        self.entry.tricks[-1].events.append(Event(ply, seat, deal.own_points, None, card))
        return None

    # Whether the record is whole.

    def find(self, finding: Finding) -> Stop | None:
        """Report a finding about the trick that is being played.

        Where the record itself shows that its play is not whole, the play is what is wrong, and stops.
        """
        code = finding.code
        if code not in _SEQUENCE and (code.severity is Severity.ERROR or code.id == rulings.CLAIM_FALSE.id):
            stop = self._doubt(code)
            if stop:
                return stop
        tricks = self.entry.tricks
        clause = cite(self.deal.rules, finding.point) if finding.point else ""
        self._findings.append(replace(finding, trick=tricks[-1].number if tricks else 0, cite=clause))
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
            if self._goes_on or self._is_unclear or (self._is_torn and self._is_torn()):
                self.deal.result = None
                return Stop(UNREAD if self._goes_on else TORN)
            if self._contradiction and code.effect is not Effect.STOPS:  # after which nothing shows more
                shown, self._contradiction = self._contradiction(), None
                if shown and not self._follows(code, shown):
                    self._findings.append(shown)
                    self.deal.result = None
                    return Stop(TWICE)
        if self._misnumbered:
            self.deal.result = None
            return Stop(MISSING)
        return None

    @property
    def _is_carried(self) -> bool:
        """Whether the trick on the table is the lead of a marriage that has ended the deal automatically."""
        return self.deal.over and self.deal.lead >= 0

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
        cited, number = cite(self.deal.rules, rulings.ALREADY_PLAYED.point), max(trick.number, 0)
        self._findings.append(Finding(rulings.ALREADY_PLAYED, again.span, facts, 0, number, NOBODY, cited))
        self.deal.result = None
        return Stop(TWICE)

    def _stop_at(self, trick: Trick, what: Phrase) -> Stop:
        """Stop where the number of a trick does not tell which one it is."""
        number = max(trick.number, 0)
        self._findings.append(Finding(catalogue.TRICK_ORDER, trick.span, {"what": what}, 0, number))
        return Stop(MISSING)

    def _lacking(self, span: Span) -> Finding:
        facts = {"expected": self.deal.trick + 1, "turn": SeatFact(self._cards.now(self.deal).turn)}
        return Finding(catalogue.TRICK_SHORT, span, facts)

    def _leave_open(self, what: Phrase, span: Span, seat: Seat) -> None:
        """Say once of each thing that it cannot be decided, and why."""
        why = self._cards.why(what, seat)
        if why:
            self.find(Finding(catalogue.CANNOT_DECIDE, span, {"what": what, "why": why}, seat=seat))
