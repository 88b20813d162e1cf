"""The clocks of a match: how much time each seat has left, at moments that are fed in from outside.

All times are milliseconds from a start that the caller chooses. Nothing here looks at a clock of the machine.
"""

from typing import NamedTuple

from referee.cards import NOBODY, Seat


class TimeControl(NamedTuple):
    """How much time each seat has for the match, what every action adds, and what of its time is free."""

    main: int
    increment: int = 0
    """Added after each action of the seat."""
    delay: int = 0
    """What passes before the time of an action counts."""


class Clock:
    """The time of every seat; it runs for one of them at most.

    >>> from referee.cards import SEATS
    >>> clock = Clock(TimeControl(60_000, increment=2_000, delay=500), 2)
    >>> clock.run(SEATS[0], 0)
    >>> clock.acted(10_000)
    >>> clock.left, clock.running
    ([52500, 60000], -1)
    """

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.left = [control.main] * seats
        """What each seat had left when its clock was last stopped."""
        self.running: Seat = NOBODY
        """Whose clock runs; -1 for nobody's."""
        self._since = 0

    def run(self, seat: Seat, at: int) -> None:
        """Let the clock of a seat run from now on; -1 stops them all. What runs already is not disturbed."""
        if seat == self.running:
            return
        self._stop(at)
        self.running, self._since = seat, at

    def acted(self, at: int) -> None:
        """Stop the clock that runs after an action of its seat, and add the increment."""
        seat = self.running
        self._stop(at)
        if seat >= 0:
            self.left[seat] += self.control.increment

    def left_at(self, seat: Seat, at: int) -> int:
        """What a seat has left at a moment; nothing less than 0."""
        left = self.left[seat]
        if seat == self.running:
            left -= max(0, at - self._since - self.control.delay)
        return max(0, left)

    def falls_at(self) -> int:
        """When the time that runs will have run out; -1 where none runs."""
        if self.running < 0:
            return -1
        return self._since + self.control.delay + self.left[self.running]

    def fallen(self, at: int) -> Seat:
        """The seat whose time has run out by now; -1 where none has."""
        return self.running if 0 <= self.falls_at() <= at else NOBODY

    def _stop(self, at: int) -> None:
        if self.running >= 0:
            self.left[self.running] = self.left_at(self.running, at)
        self.running = NOBODY
