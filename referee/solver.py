"""What a deal is worth when every card is known: what a side can be sure of, whatever the others do.

The search plays on copies of a :class:`referee.deal.Deal`, so that every rule counts as it does at the table:
the duties of a reply, marriages, exchanges, closing, right and false claims. It looks at every card, as no
player may, and never at the players' minds: a value says how a deal stands, not what somebody should have
seen. Of three that play each for himself, the others are taken to play against the one who is asked about.
Giving up is always allowed, and is not tried.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from referee.actions import CARDS, OUT, Action
from referee.cards import BIT, NOBODY, SEATS, Seat, players_of
from referee.deal import Deal
from referee.partial import PartialDeal
from referee.settlement import claimed, played_out
from referee.state import Result

POSITIONS: Final = 1_000_000
"""How many positions a search may look at before it is given up, by default."""
BEYOND: Final = 10_000
"""More game points than any deal is worth."""
COUNTED: Final = 100
"""The counter is called each time this many positions have been searched."""
UNTRIED: Final = -1
"""In the place of an action: none is known to be good."""


class SearchTooLongError(Exception):
    """A search has looked at as many positions as it may and has not come to an end."""


class ValuedAction(NamedTuple):
    """An action that is allowed, who may take it, and what the deal is worth after it."""

    action: Action
    seat: Seat
    value: int


class Solver:
    """The game points that one side of a deal is sure of; below zero it cannot help losing so many.

    ``side`` is the place of the side in the rule set; whoever plays with it under a contract helps it. All
    searches together look at so many ``positions`` at most; beyond them :class:`SearchTooLongError` is
    raised. ``count`` is called for each :data:`COUNTED` of them and may raise its own error. What was found
    is remembered: one solver serves a deal from its first question to its last, and no other deal.

    >>> from referee.cards import mask
    >>> from referee.deal import DealPosition
    >>> from referee.rulesets import SCHNAPSEN
    >>> position = DealPosition((mask([4, 11]), mask([5, 10])), (), 0, 0, (45, 45), (4, 4))
    >>> deal = Deal.at(SCHNAPSEN, position)
    >>> solver = Solver(0)
    >>> solver.value(deal), [found.value for found in solver.actions(deal)]
    (1, [-1, 1, -2])
    """

    def __init__(
        self, side: Seat, positions: int = POSITIONS, count: Callable[[int], None] | None = None
    ) -> None:
        self.side = side
        self.positions = positions
        self._count = count
        self._found: dict[tuple[object, ...], tuple[int, int, int]] = {}
        self._most_won: dict[tuple[int, ...], int] = {}

    def value(self, deal: Deal) -> int:
        """What the side is sure of from here."""
        if deal.result is not None:
            return self._worth(deal, deal.result)
        return self._search(deal, -BEYOND, BEYOND)

    def actions(self, deal: Deal) -> list[ValuedAction]:
        """Every action of :meth:`Deal.legal`, in its order, with what the side is sure of after it."""
        return [ValuedAction(*move, self.value(_after(deal, *move))) for move in deal.legal()]

    def better(self, deal: Deal, side: Seat, than: int, done: Action) -> tuple[int, list[ValuedAction]]:
        """What the best actions of a side come to and, if that is more ``than`` a value, which they are.

        They are none where it would have been best to claim nothing after the last trick.
        Values are those of ``side``, which gains what the side that is asked about loses if it is another.
        What was ``done``, if it was allowed, has the value that others are compared with.
        """
        sign = 1 if side == self.side else -1
        sides = sides_in_play(deal)
        party = sides[side]
        own = [(action, seat) for action, seat in _in_order(deal, done) if sides[seat] == party]
        best = than
        if deal.spent and len(own) == len(deal.legal()):  # nobody claims if this side says nothing
            best = max(best, sign * self._worth(deal, deal.copy().finish()))
        for move in own:
            while (value := self._above(deal, move, sign, best)) > best:
                best = value
        if best > than:
            legal = [move for move in deal.legal() if move in own]
            most = [move for move in legal if self._above(deal, move, sign, best - 1) >= best]
            return best, [ValuedAction(*move, best) for move in most]
        if any(self._above(deal, move, sign, than - 1) >= than for move in own):
            return than, []
        return max(sign * self.value(_after(deal, *move)) for move in own), []

    def _above(self, deal: Deal, move: tuple[Action, Seat], sign: int, low: int) -> int:
        """A bound of the value after an action: above another bound if the value is, else not."""
        bounds = (low, low + 1) if sign > 0 else (-low - 1, -low)
        return sign * self._after(deal, *move, *bounds)

    def _worth(self, deal: Deal, result: Result) -> int:
        """What a result gives the side, in game points."""
        if result.paid:
            return result.paid[self.side]
        if result.winner < 0:
            return 0
        won = self.side in players_of(result.winner)
        return result.game_points if won else -result.game_points

    def _search(self, deal: Deal, low: int, high: int) -> int:
        """The value where it lies between two bounds, else a bound of it beyond the one that it passes."""
        self.positions -= 1
        if self.positions < 0:
            raise SearchTooLongError
        if self._count is not None and not self.positions % COUNTED:
            self._count(COUNTED)
        sides = sides_in_play(deal)
        party = sides[self.side]
        mine = sides[deal.turn] == party
        best = -BEYOND if mine else BEYOND
        at_head = deal.lead < 0
        key: tuple[object, ...] = ()
        least, most, chosen = -BEYOND, BEYOND, UNTRIED
        if at_head:
            if deal.forfeit is not None:
                return self._worth(deal, deal.forfeit)
            if deal.spent:
                best = self._worth(deal, deal.copy().finish())
            key = deal.key()
            least, most, chosen = self._found.get(key) or self._bounds(deal)
            if least >= high or least == most:
                return least
            if most <= low:
                return most
            low, high = max(low, least), min(high, most)
        above, below = low, high
        others = []
        for action, seat in _in_order(deal, chosen):
            if (sides[seat] == party) != mine:
                others.append((action, seat))
                continue
            if above >= below:
                continue
            value = self._after(deal, action, seat, above, below)
            if mine and value > best:
                best, chosen = value, action
                above = max(above, best)
            elif not mine and value < best:
                best, chosen = value, action
                below = min(below, best)
        for action, seat in others:  # who is not in turn speaks before the play goes on, if that is better
            value = self._after(deal, action, seat, low, high)
            best = min(best, value) if mine else max(best, value)
        if at_head:
            self._found[key] = (best if best > low else least, best if best < high else most, chosen)
        return best

    def _after(self, deal: Deal, action: Action, seat: Seat, low: int, high: int) -> int:
        after = _after(deal, action, seat)
        if after.result is not None:
            return self._worth(after, after.result)
        return self._search(after, low, high)

    def _bounds(self, deal: Deal) -> tuple[int, int, int]:
        """What the side can lose and win at most."""
        if (
            len(deal.points) != 2
            or deal.auction is not None
            or (deal.rules.auction.contracts and not deal.trick)
        ):
            return -BEYOND, BEYOND, UNTRIED
        return -self._most(deal, SEATS[1 - self.side]), self._most(deal, self.side), UNTRIED

    def _most(self, deal: Deal, side: Seat) -> int:
        """What one of two sides can win at most, unless the other does worse than it need.

        That is what 66 would win it now: what it is worth depends on the other's points and tricks, which
        only grow. More can be won by a false claim or a failed close, which nobody has to make; where the
        other has closed already, the close may fail.
        """
        other = 1 - side
        key = (side, deal.points[other], deal.tricks[other], deal.closer)
        most = self._most_won.get(key)
        if most is None:
            reached = deal.copy()
            reached.points[side] = max(deal.terms.target, deal.points[side])
            most = claimed(reached, SEATS[deal.side_of.index(side)]).game_points
            if deal.closer == other:
                most = max(most, played_out(reached).game_points)
            self._most_won[key] = most
        return most


def settled_cards(deal: Deal) -> Deal | None:
    """The deal with every card known that can still be played, as a solver needs it; None where one is not.

    Cards of a closed talon need not be known, but for the turn-up.
    """
    if not isinstance(deal, PartialDeal):
        return deal
    has_turn_up = not deal.talon_left or deal.talon[-1] >= 0
    if not deal.strict or not has_turn_up or any(deal.unseen) or deal.is_blurred:
        return None
    known = Deal(deal.rules)
    deal.copy_to(known)
    return known


def sides_in_play(deal: Deal) -> tuple[Seat, ...]:
    """By seat, the place of its side; a secret partner knows with whom he plays."""
    partner = deal.hidden_partner if deal.auction is not None else NOBODY
    if deal.auction is None or partner < 0:
        return deal.side_of
    return (*deal.side_of[:partner], deal.side_of[deal.auction.declarer], *deal.side_of[partner + 1 :])


def _after(deal: Deal, action: Action, seat: Seat) -> Deal:
    after = deal.copy()
    after.push(action, seat)
    return after


def _in_order(deal: Deal, first: int) -> list[tuple[Action, Seat]]:
    """What is allowed, most promising first; ``first`` was best when the position was searched before.

    A right claim, a card that takes the trick, an announcement, another card, a false claim.
    """
    moves = deal.legal()
    if len(moves) == 1:
        return moves
    beats = deal.beats
    against = 0
    if deal.lead < 0:
        side = deal.side_of[deal.turn]
        for seat, hand in enumerate(deal.hands):
            if deal.side_of[seat] != side:
                against |= hand
    good: list[tuple[Action, Seat]] = []
    said: list[tuple[Action, Seat]] = []
    poor: list[tuple[Action, Seat]] = []
    false: list[tuple[Action, Seat]] = []
    for move in moves:
        action, seat = move
        if action == first:
            good.insert(0, move)
        elif action >= CARDS:
            if action != OUT:
                said.append(move)
            elif deal.points[deal.side_of[seat]] >= deal.terms.target:
                good.insert(0, move)
            else:
                false.append(move)
        elif (beats[deal.best] & BIT[action]) if deal.lead >= 0 else not beats[action] & against:
            good.append(move)
        else:
            poor.append(move)
    if deal.lead < 0:
        good.reverse()
    return good + said + poor + false
