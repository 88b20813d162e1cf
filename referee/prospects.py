"""What can be said of a deal without playing it out: what a side wins at most, and what is certain.

It spares the solver (:mod:`referee.solver`) positions and changes no value. Nothing here decides what may be
done or what a deal is worth: the referee's own tables, :mod:`referee.legality` and :mod:`referee.settlement`
are asked. All of it is for two sides without a contract, and most of it for two players.

Much rests on one property of nearly every rule set: with more card points, and fewer of the other side,
a side does no worse (:attr:`Prospects.is_monotone`).
"""

from typing import Final

from referee.cards import (
    BIT,
    MARRIAGE_CARDS,
    PACK,
    SEATS,
    SUIT_CARDS,
    Cards,
    Seat,
)
from referee.deal import Deal
from referee.decisions import ClaimMode, ClosedBasis, DefenderOut, FalseClaim
from referee.rules import RuleSet
from referee.settlement import claimed, played_out

BEYOND: Final = 10_000
"""More game points than any deal is worth."""
OPEN: Final = 1 << 20
"""In the place of a bound: none is known that answers the question."""


class Prospects:
    """What a rule set lets be said of its deals.

    >>> from referee.rulesets import SCHNAPSEN
    >>> Prospects(SCHNAPSEN).is_monotone
    True
    """

    def __init__(self, rules: RuleSet) -> None:
        self.has_contracts = bool(rules.auction.contracts)
        self.has_two_sides = len(rules.sides) == 2
        self.is_for_two = rules.seats == 2
        if rules.claim_mode is ClaimMode.AUTO:  # who goes out wins no less than after a failed close
            self.is_monotone = rules.score_noncloser_out is DefenderOut.AS_FAILED
        else:  # a false claim costs no less where the other has more
            self.is_monotone = rules.claim_false is not FalseClaim.PROPORTIONAL
        self.is_settled = self.is_for_two and self.is_monotone
        self._asks_points_at_close = rules.score_closed_basis is ClosedBasis.CLOSE
        self._schneider = rules.score_tiers
        self._most_tricks_asked = max(1, rules.exchange_min_tricks, rules.close_min_tricks)
        self._exchange_on_close = rules.exchange_opponent_on_close
        self._won: dict[int, tuple[int, int]] = {}

    def speaks_of(self, deal: Deal) -> bool:
        """Whether anything here is about a deal as it stands: two sides play, and without a contract."""
        has_none = deal.auction is None and (not self.has_contracts or deal.trick > 0)
        return has_none and self.has_two_sides

    def limits(self, deal: Deal, side: Seat) -> tuple[int, int]:
        """The lowest and the highest value that a side can have; without limits where nothing is known."""
        if deal.short or not self.speaks_of(deal):
            return -BEYOND, BEYOND
        return -self._claim(deal, SEATS[1 - side])[1], self._claim(deal, side)[1]

    def bound(self, deal: Deal, side: Seat, goal: int) -> int:
        """At the head of a trick, a bound of a side's value that says whether it reaches a goal, or OPEN."""
        if deal.short:  # who has to close may fail
            return OPEN
        most = self._claim(deal, side)[1]
        if most < goal:
            return most
        least = -self._claim(deal, SEATS[1 - side])[1]
        return least if least >= goal else OPEN

    def key(self, deal: Deal, side: Seat) -> tuple[int, int]:
        """What states at the head of a trick for two have in common if the points of a side alone differ.

        Where more points could do harm, they are in it too. Whatever can no longer be asked for is left out.
        """
        hands, points, tricks, pending = deal.hands, deal.points, deal.tricks, deal.pending
        cards = hands[0] | hands[1] << 24
        if not self.is_monotone:
            cards |= points[side] + 1 << 48
        most = self._most_tricks_asked
        found = min(tricks[0], most)
        found = found << 3 | min(tricks[1], most)
        found = found << 9 | points[0] + points[1]
        found = found << 8 | pending[0] // 20 << 4 | pending[1] // 20
        found = found << 3 | deal.melded + 1
        found = found << 1 | deal.turn
        announced = 0
        if deal.marriages:
            whole, here = deal.open_marriages
            announced = len(here) << 4
            for suit in whole:
                announced |= 1 << suit
        found = found << 6 | announced
        return cards, found << 16 | self._of_talon(deal)

    def needless(self, deal: Deal) -> Cards:
        """Cards that the player in turn need not try: another of his is as high, and better here.

        Where no other card lies between two of his, they take the same tricks. Who wins this trick does no
        worse with the one that is worth more, and who loses it with the other. Of a marriage that is held or
        can come into the hand, and of the card that can be exchanged, it matters which is kept.
        """
        if not self.is_monotone or not self.is_for_two or deal.just_closed:
            return 0
        turn, lead = deal.turn, deal.lead
        hand, against = deal.hands[turn], deal.hands[1 - turn]
        kept = drawn = 0
        if not deal.strict:
            for card in deal.talon[deal.drawn :]:
                drawn |= BIT[card]
            kept = deal.lowest_of_trumps
        for pair in MARRIAGE_CARDS:
            if (hand | drawn) & pair == pair:
                kept |= pair
        others = against | drawn | kept
        if lead >= 0:
            others |= BIT[lead]
        cards = deal.playable() & ~kept
        found = 0
        for suit in SUIT_CARDS:
            low = 0
            rest = cards & suit
            if not rest & rest - 1:
                continue
            while rest:
                high = rest & -rest
                rest ^= high
                if low and not others & high - low:
                    needless = self._needless_of(deal, low, high, against)
                    found |= needless
                    if needless == high:
                        continue
                low = high
        return found

    def _needless_of(self, deal: Deal, low: Cards, high: Cards, against: Cards) -> Cards:
        """Which of two cards of the same height need not be tried, as a set; none where that is open."""
        beats = deal.beats
        if deal.lead >= 0:
            return low if high & beats[deal.best] else high
        card = PACK[high.bit_length() - 1]
        if not against & beats[card]:
            return low
        if not deal.strict:
            return 0
        led = deal.copy()
        led.push(card)
        replies = led.playable()
        beating = replies & beats[card]
        return low if not beating else high if beating == replies else 0

    def _of_talon(self, deal: Deal) -> int:
        """What of the talon, and of a close, still matters, in 16 bits."""
        turn_up = deal.talon[-1] + 1 if deal.drawn < len(deal.talon) else 0
        closer = deal.closer
        if closer >= 0:
            at_close = deal.just_closed
            kept = turn_up if at_close and self._exchange_on_close else 0
            return 1 << 15 | closer << 14 | at_close << 13 | self._at_close(deal) << 10 | kept
        if deal.strict:
            return 0
        found = (deal.exchanged == deal.trick) << 2 | deal.undrawn << 1 | deal.short
        return (found << 5 | deal.drawn) << 5 | turn_up

    def at_close(self, deal: Deal) -> int:
        """The closer, what can be asked of what his opponent had then, and what he has for good."""
        closer = deal.closer
        kept = deal.points[deal.frozen] if deal.frozen >= 0 else 0
        return kept << 5 | self._at_close(deal) << 2 | closer + 1

    def _at_close(self, deal: Deal) -> int:
        """What can be asked of what the closer's opponent had at the close, in 3 bits."""
        if deal.closer < 0:
            return 0
        other = 1 - deal.closer
        found = int(deal.close_tricks[other] > 0)
        if self._asks_points_at_close:
            points, needed = deal.close_points[other], self._schneider
            found |= (points >= needed) << 1 | (points > needed) << 2
        return found

    def _claim(self, deal: Deal, side: Seat) -> tuple[int, int]:
        """What 66 would win one of two sides now, and what it can win at most.

        What it wins depends on the other's points and tricks, which only grow. More can be won by a false
        claim or a failed close, which nobody has to make; where the other has closed already, the close may
        fail.
        """
        other = 1 - side
        key = deal.points[other] << 4 | min(deal.tricks[other], 1) << 3 | deal.closer + 1 << 1 | side
        key = key << 3 | self._at_close(deal)
        found = self._won.get(key)
        if found is None:
            reached = deal.copy()
            reached.points[side] = max(deal.terms.target, deal.points[side])
            won = most = claimed(reached, SEATS[deal.side_of.index(side)]).game_points
            if deal.closer == other:
                most = max(most, played_out(reached).game_points)
            found = self._won[key] = (won, most)
        return found
