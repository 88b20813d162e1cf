"""The deals that can be, for all that a seat knows."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import factorial
from random import Random

from referee import Card, Deal, View, members
from referee.cards import BIT


class PossibleDeals:
    """The deals that can be, for all that the seat of a view knows, as they stand now, each as likely.

    The order of a closed talon makes no difference, and is not told apart. Where a card that was played is
    not recorded, it can be any. What others meant by their play is not asked. Only for deals without an
    auction (:meth:`referee.View.deal_if`).

    >>> from referee import SCHNAPSEN, Seat, Watcher
    >>> deal = Deal.dealt_from(SCHNAPSEN, Seat(1), [card for card in range(24) if card % 6])
    >>> found = PossibleDeals(View(deal, Seat(0), [], Watcher(deal)))
    >>> found.number == 2002 * factorial(9), found.draw(Random(1)).hands[0] == deal.hands[0]
    (True, True)
    """

    def __init__(self, view: View) -> None:
        count = view.count()
        self._view = view
        self._shown = count.shown
        self._hidden = tuple(members(count.hidden))
        self._sizes = count.sizes
        self._rooms = count.rooms
        self._talon = len(count.shown)
        self._is_ordered = not view.strict
        self._ways: dict[tuple[int, ...], int] = {}
        orders = factorial(self._sizes[self._talon]) if self._is_ordered else 1
        self.number = self._number(self._sizes) * orders
        """How many there are."""

    def all(self) -> Iterator[Deal]:
        """Every one of them, in a fixed order."""
        for places in self._everywhere(self._sizes):
            talon = self._in_talon(places)
            for order in permutations(talon) if self._is_ordered else [talon]:
                yield self._deal(places, order)

    def some(self, number: int, rng: Random) -> Iterator[Deal]:
        """A random sample of this size; if no more are possible, all of them in random order."""
        if self.number <= number:
            found = list(self.all())
            rng.shuffle(found)
            return iter(found)
        return (self.draw(rng) for _ in range(number))

    def draw(self, rng: Random) -> Deal:
        """One of them at random."""
        left, places = self._sizes, []
        while any(left):
            number = rng.randrange(self._number(left))
            for place, after in self._next(left):
                number -= self._number(after)
                if number < 0:
                    places.append(place)
                    left = after
                    break
        talon = self._in_talon(places)
        rng.shuffle(talon)
        return self._deal(places, talon)

    def _next(self, left: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Where the next card can be if so many are still missing in each place, and how many are then."""
        card = BIT[self._hidden[-sum(left)]]
        for place, size in enumerate(left):
            if size and self._rooms[place] & card:
                yield place, (*left[:place], size - 1, *left[place + 1 :])

    def _number(self, left: tuple[int, ...]) -> int:
        """In how many ways the cards that have no place yet can lie."""
        if not any(left):
            return 1
        found = self._ways.get(left)
        if found is None:
            found = self._ways[left] = sum(self._number(after) for _, after in self._next(left))
        return found

    def _everywhere(self, left: tuple[int, ...]) -> Iterator[list[int]]:
        """The places of the cards that have none yet, in every way."""
        if not any(left):
            yield []
            return
        for place, after in self._next(left):
            for others in self._everywhere(after):
                yield [place, *others]

    def _in_talon(self, places: Sequence[int]) -> list[Card]:
        return [card for card, place in zip(self._hidden, places, strict=True) if place == self._talon]

    def _deal(self, places: Sequence[int], talon: Sequence[Card]) -> Deal:
        hands = list(self._shown)
        for card, place in zip(self._hidden, places, strict=True):
            if place < self._talon:
                hands[place] |= BIT[card]
        return self._view.deal_if(hands, talon)
