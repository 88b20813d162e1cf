"""The table of FreeBoardGames.org's sixty-six: hands in the order of its program, and its stock.

It does what the program does automatically without logging it, and judges nothing.
"""

from collections.abc import Sequence
from typing import Final

from notation.record.model import NOBODY
from referee.cards import CLUBS, DIAMONDS, HEARTS, SEATS, SPADES, Card, Seat, card, rank_of, suit_of

SUITS: Final = (DIAMONDS, HEARTS, SPADES, CLUBS)
"""Diamonds, hearts, spades, clubs; the same both ways."""
RANKS: Final = {9: 0, 10: 4, 11: 1, 12: 2, 13: 3, 14: 5}
"""The ranks by the program's numbers."""
NUMBERS: Final = {rank: number for number, rank in RANKS.items()}
"""The numbers by their ranks."""


class OrderedHands:
    """The stock, and the hands in the program's order."""

    def __init__(self, deck: Sequence[Card]) -> None:
        self.stock = list(deck[-12:])
        self.trump = suit_of(self.stock[0])
        self.hands = [self._sorted(deck[:6]), self._sorted(deck[6:12])]
        self.is_closed = False
        self.is_short = False
        """Whether a trick is complete and nobody has drawn since."""

    def _sorted(self, hand: Sequence[Card]) -> list[Card]:
        def place(card: Card) -> tuple[int, int]:
            suit = suit_of(card)
            return (9 if suit == self.trump else SUITS[suit]), rank_of(card)

        return sorted(hand, key=place)

    def draw(self, seat: Seat) -> bool:
        """Let both draw, the given seat first; returns whether that seat exchanged."""
        for drawer in (seat, 1 - seat):
            if len(self.hands[drawer]) < 6 and self.stock:
                self.hands[drawer] = self._sorted([*self.hands[drawer], self.stock.pop()])
        self.is_short = False
        return bool(self.stock) and self._exchange(seat)

    def close(self) -> Seat:
        """Close the talon; returns the seat that exchanged, or -1."""
        self.is_closed = True
        return next((seat for seat in SEATS[:2] if self.stock and self._exchange(seat)), NOBODY)

    def _exchange(self, seat: Seat) -> bool:
        nine = card(self.trump, 0)
        if nine not in self.hands[seat]:
            return False
        rest = [held for held in self.hands[seat] if held != nine]
        self.hands[seat] = self._sorted([*rest, self.stock[0]])
        self.stock[0] = nine
        return True
