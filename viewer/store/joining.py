"""Group commit: joins the writes of several threads into one transaction, which is synced once.

Nobody waits longer than for a separate transaction: writes that arrive while one is running are in the next,
with all others that have arrived by then.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

Wish = TypeVar("Wish")
Found = TypeVar("Found")


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
        self._waiting: list[tuple[Wish, Future[Found]]] = []

    def write(self, wish: Wish) -> Found:
        """Write a request, with those of others or alone; raise its error."""
        mine = Future[Found]()
        with self._door:
            self._waiting.append((wish, mine))
        with self._turn:
            if not mine.done():
                with self._door:
                    batch, self._waiting = self._waiting, []
                self._write_all(batch)
        return mine.result()

    def _write_all(self, batch: Sequence[tuple[Wish, Future[Found]]]) -> None:
        try:
            done = self._write([wish for wish, _ in batch])
        except Exception as error:  # everybody gets the error
            done = [error] * len(batch)
        for (_, each), found in zip(batch, done, strict=True):
            if isinstance(found, Exception):
                each.set_exception(found)
            else:
                each.set_result(found)
