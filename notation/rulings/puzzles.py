"""Puzzles: moments of a deal at which exactly one action is right, with every card in sight.

The values are the referee's (:mod:`referee.solver`): what the side in turn is sure of after each action.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final, NamedTuple

from notation.replay.frame import Layout, frames
from notation.rulings.ledger import Account
from notation.rulings.play_worth import OPEN_POSITIONS, POSITIONS
from referee.cards import SEATS, Seat
from referee.deal import Deal
from referee.solver import SearchTooLongError, Solver, ValuedAction, settled_cards

CHOICES: Final = 3
"""How many actions there are to choose from, at least."""


class Puzzle(NamedTuple):
    """A moment of a deal, every action that is allowed then with its value, and the only right one.

    Values are game points of the side of ``seat``, negative if it loses them.
    """

    account: Account
    trick: int
    seat: Seat
    deal: Deal
    layout: Layout
    actions: tuple[ValuedAction, ...]
    right: ValuedAction

    @property
    def next_best(self) -> int:
        """The value of the best of the other actions."""
        return max(each.value for each in self.actions if each != self.right)


def puzzles_in(accounts: Iterable[Account], seed: int) -> Iterator[Puzzle]:
    """Yield a puzzle of every deal that has one, in the order of the deals.

    Which moment of a deal is taken depends on the seed.

    >>> from notation.corpus import generate
    >>> from notation.judge import judge
    >>> from notation.rulings.ledger import account
    >>> from notation.text.reader import read
    >>> from referee import PRESETS
    >>> [text] = generate(PRESETS["schnapsen"], 1, 0, ["careful"])
    >>> [found] = puzzles_in([account(judge(next(read(text.encode()))), 1)], seed=1)
    >>> found.trick, found.right.value, found.next_best
    (3, 2, -2)
    """
    rng = Random(seed)  # noqa: S311 - no stakes
    for account in accounts:
        found = puzzles_of(account)
        if found:
            yield rng.choice(found)


def puzzles_of(account: Account) -> list[Puzzle]:
    """Return every puzzle in a deal, from its end back to where the search would take too long."""
    sides = len(account.rules.sides)
    solvers = [Solver(side, POSITIONS) for side in SEATS[: sides if sides > 2 else 1]]
    shown = {frame.steps: frame.layout for frame in frames(account) if frame.steps}
    found = []
    for number, step in reversed(list(enumerate(account.played))):
        deal = settled_cards(step.before)
        if deal is None:
            break
        layout = shown.get(number)
        if step.event is None or layout is None or not _asks(deal):
            continue
        side = deal.rules.side_of[deal.turn]
        solver, sign = (solvers[side], 1) if side < len(solvers) else (solvers[0], -1)
        if not deal.strict:
            solver.positions = min(solver.positions, OPEN_POSITIONS)
        try:
            valued = tuple(each._replace(value=sign * each.value) for each in solver.actions(deal))
        except SearchTooLongError:
            break
        best = max(each.value for each in valued)
        right = [each for each in valued if each.value == best]
        if len(right) == 1:
            found.append(Puzzle(account, deal.trick + 1, deal.turn, deal, layout, valued, right[0]))
    return found


def _asks(deal: Deal) -> bool:
    """Whether one player alone has a choice in a deal, and it is not whether to claim what he has."""
    if deal.result is not None or deal.forfeit is not None or deal.is_opening or deal.spent:
        return False
    if deal.melded >= 0:  # what is left to choose is the card of the marriage
        return False
    legal = deal.legal()
    alone = all(seat == deal.turn for _, seat in legal)
    return alone and len(legal) >= CHOICES and not deal.standing()[deal.turn].claim_holds
