"""Reconstructs a deal from what its players saw: their hands, the cards they drew, and the actions.

The referee decides who takes a trick and draws first; a card that nobody saw stays unknown. For logs from the
view of one side, or of both separately.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from notation.findings.finding import CardFact, Phrase
from notation.record.model import NO_SUIT, NOBODY
from notation.recorder import DealRecorder
from referee.actions import Action
from referee.cards import BIT, NO_CARD, SEATS, Card, Seat, Suit
from referee.deal import Deal
from referee.partial import possible, reveal, unplaced
from referee.rules import RuleSet


class Contradiction(Exception):  # noqa: N818 - not an error of the program: what a log says is impossible
    """The statements of a log about a deal contradict each other; says why."""

    def __init__(self, why: Phrase) -> None:
        super().__init__(str(why))
        self.why = why


class ObservedAction(NamedTuple):
    """An action; its player, if known, and the stated value of a marriage."""

    action: Action
    seat: Seat = NOBODY
    value: int = 0


@dataclass(frozen=True, slots=True)
class ObservedDeal:
    """A deal as seen: hands as dealt, with -1 for unknown cards, the turn-up or -1, the trump suit.

    ``drawn`` has the cards drawn, by trick from 1 and by seat; ``top`` the talon from its top, if the log
    lists it separately.
    """

    dealer: Seat
    hands: Sequence[Sequence[Card]]
    turn_up: Card
    steps: Sequence[ObservedAction]
    drawn: Mapping[int, Mapping[Seat, Card]]
    suit: Suit = NO_SUIT
    top: Sequence[Card] = ()

    def written(self, rules: RuleSet, number: int) -> DealRecorder:
        """Record the deal; raises :class:`Contradiction` if the draws are impossible."""
        hidden = [NO_CARD] * (rules.talon_size - 1)
        talon = [*[*self.top, *hidden][: len(hidden)], self.turn_up]
        scribe = DealRecorder(rules, number, self.dealer, self.hands, talon, self.suit)
        drawn = {trick: cards for trick, cards in self.drawn.items() if cards}
        for step in self.steps:
            before = scribe.deal.trick
            scribe.do(*step)
            if scribe.deal.trick > before:
                self._place(scribe.deal, drawn.pop(scribe.deal.trick, {}), talon)
        marriage = scribe.deal.marriages[-1:]
        # Some programs let both draw although a marriage ended the deal.
        if marriage and marriage[0].trick == scribe.deal.trick + 1:
            self._place_next(scribe.deal, drawn.pop(scribe.deal.trick + 1, {}), talon)
        if drawn:
            raise Contradiction(Phrase("cards are drawn after a trick that was not completed"))
        scribe = DealRecorder(rules, number, self.dealer, self.hands, talon, self.suit)
        for step in self.steps:
            scribe.do(*step)
        return scribe

    def _place(self, deal: Deal, drawn: Mapping[Seat, Card], talon: list[Card]) -> None:
        """Put the cards drawn after the last complete trick into the talon."""
        if deal.undrawn:
            self._place_next(deal, drawn, talon)
            return
        if drawn and deal.drawn != deal.rules.seats * deal.trick:
            raise Contradiction(Phrase("cards are drawn although the talon is closed or exhausted"))
        for place, seat in enumerate(_from_leader(deal), deal.rules.seats * (deal.trick - 1)):
            card = drawn.get(seat, NO_CARD)
            if card < 0:
                continue
            if deal.talon[place] < 0:
                _check(bool(possible(deal, seat) & BIT[card]), card)
                reveal(deal, seat, card)
                talon[place] = card
            else:
                _check(deal.talon[place] == card, card)

    def _place_next(self, deal: Deal, drawn: Mapping[Seat, Card], talon: list[Card]) -> None:
        """Put the cards drawn next into the talon."""
        if drawn and (deal.strict or deal.talon_left < deal.rules.seats):
            raise Contradiction(Phrase("cards are drawn although the talon is closed or exhausted"))
        for place, seat in enumerate(_from_leader(deal), deal.drawn):
            card = drawn.get(seat, NO_CARD)
            if card < 0:
                continue
            if deal.talon[place] < 0:
                _check(bool(unplaced(deal) & BIT[card]), card)
                deal.talon[place] = talon[place] = card
            else:
                _check(deal.talon[place] == card, card)


def _from_leader(deal: Deal) -> list[Seat]:
    """Return the seats in the order in which they draw."""
    seats = deal.rules.seats
    return [SEATS[(deal.leader + offset) % seats] for offset in range(seats)]


def _check(is_there: bool, card: Card) -> None:
    if not is_there:
        raise Contradiction(Phrase("{card} is drawn, but it is elsewhere", {"card": CardFact(card)}))
