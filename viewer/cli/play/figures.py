"""What the matches of an arena say about its players: game points per deal, how sure that is, when to stop.

The matches with the same cards are one observation, a *board*: what luck of the cards gives to one side in
one of them it takes away in the other. A board pays so many game points in so many deals, and the estimate is
the ratio of the sums; its error is that of a ratio (W. G. Cochran, Sampling Techniques, 6.4).
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Final, NamedTuple

SURE: Final = 1.96
"""Standard errors to either side of an estimate within which the truth lies 19 times in 20."""
ERROR: Final = 0.05
"""How often a sequential test may decide for the wrong hypothesis, either way."""
FEWEST: Final = 16
"""Boards before which a sequential test decides nothing: with fewer the error is not known well enough."""
DECIDED: Final = log((1 - ERROR) / ERROR)
"""The log-likelihood ratio at which a test ends."""


class Estimate(NamedTuple):
    """Game points per deal, and their standard error."""

    value: float
    error: float

    @property
    def margin(self) -> float:
        """Half the width of the interval in which the truth lies 19 times in 20."""
        return SURE * self.error


class SequentialTest(NamedTuple):
    """The hypotheses of a sequential test: a player wins so many game points per deal, or so many more."""

    low: float
    high: float

    def likelihood(self, estimate: Estimate) -> float:
        """The logarithm of how much likelier the higher hypothesis makes what was seen; normal errors."""
        if not estimate.error:
            return 0.0
        middle = (self.low + self.high) / 2
        return (self.high - self.low) * (estimate.value - middle) / estimate.error**2


class Sums:
    """The sums of the boards for one player.

    >>> sums = Sums()
    >>> for points, deals in ((3, 10), (1, 8), (5, 12), (-1, 10)):
    ...     sums.add(points, deals)
    >>> estimate = sums.estimate()
    >>> round(estimate.value, 3), round(estimate.error, 3)
    (0.2, 0.119)
    """

    def __init__(self) -> None:
        self.boards = 0
        self.points = 0
        self.deals = 0
        self._squares = 0
        self._products = 0
        self._deal_squares = 0

    def add(self, points: int, deals: int) -> None:
        """Count a board."""
        self.boards += 1
        self.points += points
        self.deals += deals
        self._squares += points * points
        self._products += points * deals
        self._deal_squares += deals * deals

    def estimate(self) -> Estimate:
        """Game points per deal, and their standard error; nothing of either where nothing was played."""
        if not self.deals:
            return Estimate(0.0, 0.0)
        value = self.points / self.deals
        if self.boards < 2:
            return Estimate(value, 0.0)
        left = self._squares - 2 * value * self._products + value * value * self._deal_squares
        return Estimate(value, sqrt(max(0.0, left) * self.boards / (self.boards - 1)) / self.deals)


def decided(test: SequentialTest, sums: Sums) -> int:
    """Which hypothesis a sequential test has come to: -1 the lower, 1 the higher, 0 neither yet."""
    if sums.boards < FEWEST:
        return 0
    ratio = test.likelihood(sums.estimate())
    return (ratio >= DECIDED) - (ratio <= -DECIDED)


def ahead(points: Sequence[int], entrant: int) -> int:
    """What one of several has won of the others: of two the difference, else what was won and paid."""
    return points[entrant] - points[1 - entrant] if len(points) == 2 else points[entrant]
