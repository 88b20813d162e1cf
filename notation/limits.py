"""How much may be done for one question: actions judged and states weighed, counted as they are done.

Unlimited unless somebody sets a limit around the question, as a server does. A limit holds for all that is
asked within it, in this thread alone, as with the contexts of :mod:`decimal`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final


class SpentError(Exception):
    """As much has been done as may be: what was asked has no answer."""


class UnfinishedError(BaseException):
    """As much has been done as may be done here: somebody else takes the question from its start.

    Nobody but whoever set the limit may catch it, or keep anything of what was begun.
    """


class Budget:
    """What may still be done within a limit, and within those around it."""

    def __init__(
        self, units: int, around: "Budget | None" = None, error: type[BaseException] = SpentError
    ) -> None:
        self.units = units
        self.left = units
        self._around = around
        self._error = error

    @property
    def spent(self) -> int:
        """What has been done within the limit."""
        return self.units - self.left

    def spend(self, units: int) -> None:
        """Count what is done; raises SpentError, or its own error, from when on it is too much."""
        self.left -= units
        if self._around:
            self._around.spend(units)
        if self.left < 0:
            raise self._error


_BUDGET: Final[ContextVar[Budget | None]] = ContextVar("budget", default=None)


@contextmanager
def limited(units: int, error: type[BaseException] = SpentError) -> Iterator[Budget]:
    """Let no more be done within than so many units, nor more than a limit around it leaves.

    Beyond it ``error`` is raised: SpentError, which says that there is no answer, or UnfinishedError.

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


def is_limited() -> bool:
    """Whether a limit has been set around the question, so that work has to be counted.

    >>> is_limited()
    False
    """
    return _BUDGET.get() is not None


def check() -> None:
    """Raise SpentError where more was asked within a limit than could be done."""
    spend(0)


def spend(units: int = 1) -> None:
    """Count an action that is about to be judged, or so many states to be weighed; raises SpentError."""
    budget = _BUDGET.get()
    if budget is not None:
        budget.spend(units)
