"""The statistics of an arena: game points per deal, their standard error, and when to stop.

The matches with the same cards are one observation, a *board*: the luck of the cards that favours a side in
one match favours the other in the next. A board has a number of game points and a number of deals, and the
estimate is the ratio of the sums; its error is that of a ratio (W. G. Cochran, Sampling Techniques, 6.4).
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Final, NamedTuple

from viewer.measures import SURE

ERROR: Final = 0.05
"""The probability with which a sequential test may accept the wrong hypothesis, either way."""
FEWEST: Final = 16
"""Boards before any decision of a sequential test: with fewer, the error is not known well enough."""
DECIDED: Final = log((1 - ERROR) / ERROR)
"""The log-likelihood ratio at which a test ends."""


class Estimate(NamedTuple):
    """Game points per deal, and their standard error."""

    value: float
    error: float

    @property
    def margin(self) -> float:
        """Half the width of the interval that contains the true value with a confidence of 95 %."""
        return SURE * self.error


class SequentialTest(NamedTuple):
    """The hypotheses of a sequential test: two numbers of game points per deal, the lower one first."""

    low: float
    high: float

    def likelihood(self, estimate: Estimate) -> float:
        """Return the log-likelihood ratio of the higher to the lower hypothesis, for normal errors."""
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
        """Add a board."""
        self.boards += 1
        self.points += points
        self.deals += deals
        self._squares += points * points
        self._products += points * deals
        self._deal_squares += deals * deals

    def estimate(self) -> Estimate:
        """Return the game points per deal and their standard error; zero for both without a deal."""
        if not self.deals:
            return Estimate(0.0, 0.0)
        value = self.points / self.deals
        if self.boards < 2:
            return Estimate(value, 0.0)
        left = self._squares - 2 * value * self._products + value * value * self._deal_squares
        return Estimate(value, sqrt(max(0.0, left) * self.boards / (self.boards - 1)) / self.deals)


def decided(test: SequentialTest, sums: Sums) -> int:
    """Return the hypothesis that a sequential test accepts: -1 the lower, 1 the higher, 0 neither yet."""
    if sums.boards < FEWEST:
        return 0
    ratio = test.likelihood(sums.estimate())
    return (ratio >= DECIDED) - (ratio <= -DECIDED)


def ahead(points: Sequence[int], entrant: int) -> int:
    """Return the balance of a side: the difference between two, or what was won and paid among several."""
    return points[entrant] - points[1 - entrant] if len(points) == 2 else points[entrant]
