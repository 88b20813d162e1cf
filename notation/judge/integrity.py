"""Whether the record of a play is whole: where it shows that it is not, nobody is accused of anything.

Nobody is at fault in a deal of which something cannot be read, whose tricks are out of order, or whose play
cannot have happened as written. So whatever is found in a play goes through :meth:`PlayInProgress.find`,
which stops the play where the record is what is wrong.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import CardFact, Finding, Phrase, SeatFact
from notation.judge.exact import ExactCards
from notation.judge.incomplete import PossibleWorlds
from notation.judge.judgement import DealJudgement, Event
from notation.record.model import NOBODY, Ply, Span, Trick
from referee import codes as rulings
from referee.cards import Card, Seat
from referee.codes import Code, Effect, Severity
from referee.deal import Deal
from referee.rulesets import cite

UNREAD: Final = Phrase("part of the play could not be read")
TORN: Final = Phrase("part of the deal could not be read")
MISSING: Final = Phrase("part of the play is missing or out of order")
TWICE: Final = Phrase("the play contradicts itself")
DRAWN: Final = Phrase("cards were drawn irregularly")
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

IMPOSSIBLE_PLAY: Final = frozenset(
    {code.id for code in rulings.CATALOGUE.values() if code.effect is Effect.STOPS} - {rulings.DEAL_OVER.id}
)
"""Rulings by which the play cannot have happened as written, whatever the players did."""

Watch = Callable[[Deal, Event | None], object]

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


class PlayInProgress:
    """A play as far as it has come, and what is found in it.

    At a fault ``is_torn`` is asked whether something of the deal cannot be read, and ``contradiction``, once,
    for what shows that the play cannot have happened as written.
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
        self._report(Finding(rulings.ALREADY_PLAYED, again.span, facts, 0, number, NOBODY, cited))
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
