"""What a deal is worth when every card is known: what a side can be sure of, whatever the others do.

The search plays on copies of a :class:`referee.deal.Deal`, so that every rule counts as it does at the table:
the duties of a reply, marriages, exchanges, closing, right and false claims. It looks at every card, as no
player may, and never at the players' minds: a value says how a deal stands, not what somebody should have
seen. Of three that play each for himself, the others are taken to play against the one who is asked about.
Giving up is always allowed, and is not tried.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from referee.actions import CARDS, EXCHANGE, OUT, Action, is_marriage
from referee.cards import BIT, NOBODY, POINTS, Card, Cards, Seat, Suit
from referee.deal import Deal
from referee.endgame import Endgame, end_terms_of, worth_of
from referee.partial import PartialDeal
from referee.prospects import BEYOND, OPEN, Prospects

POSITIONS: Final = 1_000_000
"""How many positions a search may look at before it is given up, by default."""
COUNTED: Final = 100
"""The counter is called each time this many positions have been searched."""
UNTRIED: Final = Action(-1)
"""In the place of an action: none is known to be good."""


class SearchTooLongError(Exception):
    """A search has looked at as many positions as it may and has not come to an end."""


class ValuedAction(NamedTuple):
    """An action that is allowed, who may take it, and what the deal is worth after it."""

    action: Action
    seat: Seat
    value: int


class SearchedPosition:
    """What searches have found of a position, for one number of card points of the side, or another."""

    __slots__ = ("chosen", "missed", "reached")

    reached: list[tuple[int, int]]
    """Card points, and the value that the side reaches with so many or more."""
    missed: list[tuple[int, int]]
    """Card points, and the value that it does not exceed with so many or fewer."""
    chosen: Action
    """The action that was good enough when the position was searched last."""

    def __init__(self) -> None:
        self.reached = []
        self.missed = []
        self.chosen = UNTRIED

    def bound(self, points: int, goal: int) -> int:
        """A bound of the value that says whether it comes to a goal, or OPEN."""
        for most, value in self.missed:
            if points <= most and value < goal:
                return value
        for least, value in self.reached:
            if points >= least and value >= goal:
                return value
        return OPEN

    def note(self, points: int, goal: int, value: int) -> None:
        """Take down a bound in the place of those that say no more."""
        if value >= goal:
            self.reached = [each for each in self.reached if each[0] < points or each[1] > value]
            self.reached.append((points, value))
        else:
            self.missed = [each for each in self.missed if each[0] > points or each[1] < value]
            self.missed.append((points, value))


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
        self._found: dict[tuple[object, ...], SearchedPosition] = {}
        self._endgames: dict[tuple[Suit, int], Endgame] = {}
        self._lately: dict[tuple[int, Card, Seat], Action] = {}
        """What was good enough last in another position of the same trick, after the same lead."""
        self._prospects: Prospects | None = None

    def value(self, deal: Deal) -> int:
        """What the side is sure of from here.

        What is far from it is soonest refuted: so the highest and the lowest values are asked for first. Of
        the others, whether the side wins is asked before how much it loses.
        """
        if deal.result is not None:
            return worth_of(deal.result, self.side)
        low, high = self._known(deal).limits(deal, self.side)
        from_outside = high < BEYOND
        goal = high if from_outside else 1
        while low < high:
            found = self._search(deal, goal)
            is_reached = found >= goal
            if is_reached:
                low = found
            else:
                high = found
            goal = high if is_reached == from_outside else low + 1
            if goal == -1 and high > 0:
                goal = 1
        return low

    def actions(self, deal: Deal) -> list[ValuedAction]:
        """Every action of :meth:`Deal.legal`, in its order, with what the side is sure of after it."""
        return [self.after(deal, *move) for move in deal.legal()]

    def after(self, deal: Deal, action: Action, seat: Seat) -> ValuedAction:
        """An action of somebody with what the side is sure of after it."""
        return ValuedAction(action, seat, self.value(_after(deal, action, seat)))

    def better(self, deal: Deal, side: Seat, than: int, done: Action) -> tuple[int, list[ValuedAction]]:
        """What the best actions of a side come to and, if that is more ``than`` a value, which they are.

        They are none where it would have been best to claim nothing after the last trick.
        Values are those of ``side``, which gains what the side that is asked about loses if it is another.
        What was ``done``, if it was allowed, has the value that others are compared with.
        """
        sign = 1 if side == self.side else -1
        sides = sides_in_play(deal)
        party = sides[side]
        own = [(action, seat) for action, seat in _in_order(deal, deal.legal(), done) if sides[seat] == party]
        best = than
        if deal.spent and len(own) == len(deal.legal()):  # nobody claims if this side says nothing
            best = max(best, sign * worth_of(deal.copy().finish(), self.side))
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
        return sign * self._after(deal, *move, low + 1 if sign > 0 else -low)

    def _known(self, deal: Deal) -> Prospects:
        """What can be said of the deal without a search."""
        prospects = self._prospects
        if prospects is None:
            prospects = self._prospects = Prospects(deal.rules)
        return prospects

    def _search(self, deal: Deal, goal: int) -> int:
        """A bound of the value: from below if the value reaches a goal, else from above, short of the goal.

        What was found at the head of a trick holds for so many card points or more, or for so many or fewer
        (:meth:`referee.prospects.Prospects.key`).
        """
        self._spend(1)
        sides = sides_in_play(deal)
        party = sides[self.side]
        mine = sides[deal.turn] == party
        best = -BEYOND if mine else BEYOND
        prospects = self._known(deal)
        is_plain = prospects.speaks_of(deal)
        known: SearchedPosition | None = None
        points = 0
        is_decided = False
        at_head = deal.lead < 0
        if at_head:
            if deal.forfeit is not None:
                return worth_of(deal.forfeit, self.side)
            if deal.spent:
                best = worth_of(deal.copy().finish(), self.side)
                is_decided = (best >= goal) == mine
            elif is_plain:
                endgame = self._endgame(deal) if deal.strict and prospects.is_settled else None
                if endgame is not None and endgame.speaks_of(deal):
                    is_reached = endgame.is_reached(deal, goal)
                    self._spend(endgame.searched - 1)
                    return goal if is_reached else goal - 1
                bound = prospects.bound(deal, self.side, goal)
                if bound != OPEN:
                    return bound
            if is_plain and prospects.is_for_two:
                points = deal.points[self.side]
            key = prospects.key(deal, self.side) if is_plain and prospects.is_for_two else deal.key()
            known = self._found.get(key)
            if known is None:
                known = self._found[key] = SearchedPosition()
            else:
                bound = known.bound(points, goal)
                if bound != OPEN:
                    return bound
        moves = deal.legal()
        needless = prospects.needless(deal) if is_plain and len(moves) > 1 else 0
        others = []
        place = deal.trick, deal.lead, deal.turn
        first = known.chosen if known is not None else UNTRIED
        if first == UNTRIED:
            first = self._lately.get(place, UNTRIED)
        for action, seat in _in_order(deal, moves, first):
            if (sides[seat] == party) != mine:
                others.append((action, seat))
                continue
            if is_decided or (action < CARDS and needless >> action & 1):
                continue
            value = self._after(deal, action, seat, goal)
            best = max(best, value) if mine else min(best, value)
            if (best >= goal) == mine:
                is_decided = True
                if known is not None:
                    known.chosen = action
                self._lately[place] = action
        for action, seat in others:  # who is not in turn speaks before the play goes on, if that is better
            value = self._after(deal, action, seat, goal)
            best = min(best, value) if mine else max(best, value)
        if known is not None:
            known.note(points, goal, best)
        return best

    def _spend(self, positions: int) -> None:
        """Note that so many positions have been searched."""
        before = self.positions - 1
        self.positions -= positions
        if self.positions < 0:
            raise SearchTooLongError
        if self._count is not None:
            for _ in range(before // COUNTED - (self.positions - 1) // COUNTED):
                self._count(COUNTED)

    def _endgame(self, deal: Deal) -> Endgame:
        """What is known of the ends of the deal with this close, or without one."""
        key = deal.trump, self._known(deal).at_close(deal)
        endgame = self._endgames.get(key)
        if endgame is None:
            terms = end_terms_of(deal, self.side, key[1])
            endgame = self._endgames[key] = Endgame(deal, terms)
        return endgame

    def _after(self, deal: Deal, action: Action, seat: Seat, goal: int) -> int:
        after = _after(deal, action, seat)
        if after.result is not None:
            return worth_of(after.result, self.side)
        return self._search(after, goal)


def settled_cards(deal: Deal) -> Deal | None:
    """The deal with every card known that can still be played, as a solver needs it; None where one is not.

    Cards of a closed talon need not be known, but for the turn-up.
    """
    if not isinstance(deal, PartialDeal):
        return deal
    drawn = deal.talon[deal.drawn :]
    needed = drawn[-1:] if deal.strict else drawn
    if min(needed, default=0) < 0 or any(deal.unseen) or deal.is_blurred:
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


def _in_order(deal: Deal, moves: list[tuple[Action, Seat]], first: Action) -> list[tuple[Action, Seat]]:
    """What is allowed, most promising first; ``first`` was best when the position was searched before."""
    if len(moves) == 1:
        return moves
    against = 0
    if deal.lead < 0:
        side = deal.side_of[deal.turn]
        for seat, hand in enumerate(deal.hands):
            if deal.side_of[seat] != side:
                against |= hand
    # The place keeps equal ones apart, and in the order of `Deal.legal`.
    found = []
    for place, move in enumerate(moves):
        action, seat = move
        promise = BEYOND if action == first else _promise(deal, action, seat, against)
        found.append((-promise, place))
    found.sort()
    return [moves[place] for _, place in found]


def _promise(deal: Deal, action: Action, seat: Seat, against: Cards) -> int:
    """How much an action promises: a right claim, what ends play soon, card points won or not lost."""
    if action >= CARDS:
        if action == OUT:
            return BEYOND if deal.points[deal.side_of[seat]] >= deal.terms.target else -BEYOND
        return 300 if action == EXCHANGE else 100 if is_marriage(action) else 200
    points = POINTS[action]
    beats = deal.beats
    is_trump = bool(deal.trumps & BIT[action])
    if deal.lead < 0:
        if beats[action] & against:
            return -points - 10 * is_trump
        return 5 + points - 5 * is_trump
    if beats[deal.best] & BIT[action]:
        return deal.laid + points - (5 + points) * is_trump
    return -deal.laid - points - 10 * is_trump
