"""Group commit: joins the writes of several threads into one transaction, which is synced once.

Nobody waits longer than for a separate transaction: writes that arrive while one is running are in the next,
with all others that have arrived by then.
"""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, TypeVar

Wish = TypeVar("Wish")
Found = TypeVar("Found")


class _Waiting(Generic[Wish, Found]):
    """A write request and its result."""

    __slots__ = ("found", "is_done", "wish", "wrong")

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.found: Found
        self.wrong: Exception | None = None
        self.is_done = False


class Joined(Generic[Wish, Found]):
    """Writes requests together.

    ``write`` writes several requests at once and returns a result or an error for each. If it raises, none of
    them is written.

    >>> doubled = Joined(lambda numbers: [2 * number for number in numbers])
    >>> doubled.write(21)
    42
    """

    def __init__(self, write: Callable[[Sequence[Wish]], Sequence[Found | Exception]]) -> None:
        self._write = write
        self._turn = Lock()
        self._door = Lock()
        self._waiting: list[_Waiting[Wish, Found]] = []

    def write(self, wish: Wish) -> Found:
        """Write a request, with those of others or alone; raise its error."""
        mine = _Waiting[Wish, Found](wish)
        with self._door:
            self._waiting.append(mine)
        with self._turn:
            if not mine.is_done:
                with self._door:
                    batch, self._waiting = self._waiting, []
                self._write_all(batch)
        if mine.wrong:
            raise mine.wrong
        return mine.found

    def _write_all(self, batch: Sequence[_Waiting[Wish, Found]]) -> None:
        try:
            done = self._write([each.wish for each in batch])
        except Exception as error:  # everybody gets the error
            done = [error] * len(batch)
        for each, found in zip(batch, done, strict=True):
            each.is_done = True
            if isinstance(found, Exception):
                each.wrong = found
            else:
                each.found = found
