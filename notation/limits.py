"""Work limits: how many actions may be judged and states weighed in answering one question.

There is no such limit unless the caller sets one around the question, as a server does. It applies to all
work within it, in this thread only, like the contexts of :mod:`decimal`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

MAX_FINDINGS: Final = 100
"""Findings that are shown of one game; one more says how many are left out."""


class SpentError(Exception):
    """The work limit was reached: the question has no answer."""


class UnfinishedError(BaseException):
    """The limit of this place was reached: the caller starts the question again elsewhere.

    Only the code that set the limit may catch it, and must discard what was begun.
    """


class Budget:
    """The work left within a limit, and within the limits around it."""

    def __init__(
        self, units: int, around: "Budget | None" = None, error: type[BaseException] = SpentError
    ) -> None:
        self.units = units
        self.left = units
        self._around = around
        self._error = error

    @property
    def spent(self) -> int:
        """The work done within the limit."""
        return self.units - self.left

    @property
    def left_around(self) -> int:
        """The work left within the limit and all limits around it."""
        return min(self.left, self._around.left_around) if self._around else self.left

    def spend(self, units: int) -> None:
        """Count work; raises SpentError, or the limit's own error, once the limit is exceeded."""
        self.left -= units
        if self._around:
            self._around.spend(units)
        if self.left < 0:
            raise self._error


_BUDGET: Final[ContextVar[Budget | None]] = ContextVar("budget", default=None)


@contextmanager
def limited(units: int, error: type[BaseException] = SpentError) -> Iterator[Budget]:
    """Limit the work within the block to this many units, and to what an outer limit leaves.

    Raises ``error`` beyond it: SpentError, if there is no answer then, or UnfinishedError.

    >>> with limited(10) as budget:
    ...     spend(4)
    ...     budget.left
    6
    """
    budget = Budget(units, _BUDGET.get(), error)
    token = _BUDGET.set(budget)
    try:
        yield budget
    finally:
        _BUDGET.reset(token)


def left() -> int | None:
    """Return the work that is left within the limit, and within those around it; None without a limit.

    >>> left()
    >>> with limited(10), limited(20):
    ...     spend(4)
    ...     left()
    6
    """
    budget = _BUDGET.get()
    return None if budget is None else budget.left_around


def is_limited() -> bool:
    """Return whether a limit is set, so that work has to be counted.

    >>> is_limited()
    False
    """
    return _BUDGET.get() is not None


def check() -> None:
    """Raise SpentError if more was requested within a limit than could be done."""
    spend(0)


def spend(units: int = 1) -> None:
    """Count an action about to be judged, or states to be weighed; raises SpentError."""
    budget = _BUDGET.get()
    if budget is not None:
        budget.spend(units)
