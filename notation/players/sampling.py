"""What an action is worth on average over the deals that can be, and a player that plays by it.

Each deal is valued as if all cards were seen. That is better play than anybody's, and it knows in each deal
what it should do there: a choice that is right in every deal but for different reasons is worth too much, and
what finds out or hides something is worth nothing. Programs that play the deals out see what they would see.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from notation.limits import spend
from notation.players.builtin import CarefulPlayer, Player, play_out
from notation.players.possible import PossibleDeals
from referee import Action, Deal, View, Watcher, actions
from referee.solver import SearchTooLongError, Solver

DEALS: Final = 500
"""Deals that are valued by default."""
POSITIONS: Final = 20_000_000
"""Positions searched at most for all deals: about a minute compiled, four in plain Python."""
PILOT: Final = 5
"""The deals that show how long more of them take."""

DEALS_OF_PLAYER: Final = 25
"""Deals that the player values before it acts."""
POSITIONS_OF_PLAYER: Final = 125_000
"""And how many positions of them it searches at most: 0.4 s compiled, four times that in plain Python."""


class ActionAverage(NamedTuple):
    """The mean worth of an action and its distance from the best one, each with its standard error.

    The same deals are valued after each action, so that what lies in the cards alone adds nothing to the
    error of the difference.
    """

    action: Action
    mean: float
    error: float
    behind: float
    behind_error: float


class SampledValues(NamedTuple):
    """What actions of a seat are worth on average to its side, in game points, best first."""

    actions: tuple[ActionAverage, ...]
    deals: int
    """How many deals were valued."""
    number: int
    """How many are possible; if no more than were valued, each of them was."""


def searched_values(
    view: View, rng: Random, deals: int = DEALS, positions: int = POSITIONS
) -> SampledValues | None:
    """What each action of a view's seat is worth on average over the deals that can be, with best play.

    Where no more deals are possible than are asked for, each is valued once, else so many are drawn. None if
    the first of them show that all would take more than so many ``positions``; if that shows only later,
    fewer are valued. A deal that has been begun is finished, so that long ones are not left out.
    """
    possible = PossibleDeals(view)
    number = min(possible.number, deals)
    share = positions * min(PILOT, number) // number
    rows: list[list[int]] = []
    used = 0
    for deal in possible.some(number, rng):
        most = share - used if len(rows) < PILOT else positions
        solver = Solver(view.side, most, spend)
        try:
            rows.append([solver.value(_after(view, deal, action)) for action in view.legal])
        except SearchTooLongError:
            return None
        used += most - solver.positions
        if used > positions:
            break
    return SampledValues(averages(view.legal, rows, len(rows) == possible.number), len(rows), possible.number)


def played_out_values(
    view: View, rng: Random, player: Callable[[Random], Player], deals: int = DEALS
) -> SampledValues:
    """The same if players of a kind play the deals out, each of whom sees what its seat would see."""
    possible = PossibleDeals(view)
    number = min(possible.number, deals)
    rows = [_played_out(view, deal, player, rng) for deal in possible.some(number, rng)]
    return SampledValues(averages(view.legal, rows, False), number, possible.number)


def _played_out(view: View, deal: Deal, player: Callable[[Random], Player], rng: Random) -> list[int]:
    """The results of a deal after each action if players play it out."""
    found = []
    for action in view.legal:
        after = deal.copy()
        watcher = Watcher(after, play=view.play())
        after.do(action, view.seat)
        done = len(after.history)
        if not after.over:
            play_out(after, [player(rng) for _ in range(after.rules.seats)], watcher=watcher)
        spend(1 + (len(after.history) - done) // 2)
        found.append(Solver(view.side).value(after))
    return found


def _after(view: View, deal: Deal, action: Action) -> Deal:
    after = deal.copy()
    after.do(action, view.seat)
    return after


def averages(
    legal: Sequence[Action], rows: Sequence[Sequence[int]], is_exact: bool
) -> tuple[ActionAverage, ...]:
    """What actions are worth on average, best first, by their values in each deal."""
    columns = list(zip(*rows, strict=True))
    best = max(columns, key=sum)
    found = []
    for action, values in zip(legal, columns, strict=True):
        lost = [most - value for most, value in zip(best, values, strict=True)]
        errors = (0.0, 0.0) if is_exact else (standard_error(values), standard_error(lost))
        found.append(ActionAverage(action, fmean(values), errors[0], fmean(lost), errors[1]))
    return tuple(sorted(found, key=lambda each: each.behind))


def standard_error(values: Sequence[int]) -> float:
    """The standard error of the mean of some values; 0 of one alone.

    >>> round(standard_error([1, 2, 3, 2]), 3)
    0.408
    """
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


class SamplingPlayer:
    """Plays what is worth most on average over deals that can be, with best play.

    Plays like :class:`CarefulPlayer` of actions that are worth as much, in games with contracts, and where
    the search would take too long, as it does at the first lead.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._careful = CarefulPlayer(rng)

    def choose(self, view: View) -> Action | None:
        """Return a correct claim if possible, otherwise what is worth most on average."""
        wanted = self._careful.choose(view)
        is_settled = len(view.legal) < 2 or not view.in_turn or wanted == actions.OUT
        if is_settled or view.rules.auction.contracts:
            return wanted
        found = searched_values(view, self._rng, DEALS_OF_PLAYER, POSITIONS_OF_PLAYER)
        if found is None:
            return wanted
        best = [each.action for each in found.actions if not each.behind]
        return wanted if wanted in best else best[0]
