"""Whose request comes next of those that wait for a thread: that of the sender who used the least of late.

So one sender who asks for much, or from many connections, waits for himself and for nobody else. It knows no
sockets and no requests, and looks at nothing that was sent.
"""

from collections import deque
from collections.abc import Callable, Iterator
from threading import local
from time import monotonic
from typing import Final, Generic, NamedTuple, TypeVar

from viewer.limits import SENDERS_COUNTED, WAIT_SECONDS, WAITING_REQUESTS

HALVED: Final = 10.0
"""Seconds after which what a sender used counts for half."""
BEGUN: Final = 0.05
"""Seconds of a thread that a request counts for as long as it is being answered."""


T = TypeVar("T")
_THREAD: Final = local()


def give_turns_with(give: Callable[[], object]) -> None:
    """Say what a thread calls when the request that it answers has to wait for somebody else."""
    _THREAD.give = give


def stand_aside() -> None:
    """Let another request compute while this thread waits for somebody else, a process or a reader.

    It need not wait for a turn again. Where no turns are taken nothing happens.
    """
    give, _THREAD.give = getattr(_THREAD, "give", None), None
    if give:
        give()


class _Used(NamedTuple):
    """Seconds of threads that a sender had used at a moment."""

    seconds: float
    at: float


class Turns(Generic[T]):
    """Requests that wait, of each sender in their order; every one comes with whatever the caller gave it.

    >>> turns = Turns[str](now=lambda: 0.0)
    >>> for sender, request in (("ana", "A1"), ("ana", "A2"), ("ivan", "B1")):
    ...     turns.wait(sender, request)
    >>> turns.next(), turns.next(), turns.next(), turns.next()
    ('A1', 'B1', 'A2', None)
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._waiting: dict[str, deque[tuple[float, T]]] = {}
        self._number = 0
        self._running: dict[str, int] = {}
        self._used: dict[str, _Used] = {}

    def __len__(self) -> int:
        return self._number

    def wait(self, sender: str, request: T) -> T | None:
        """Let a request wait; the one that has to go for it, where too many wait.

        That is the last of the sender who has the most waiting.
        """
        self._waiting.setdefault(sender, deque()).append((self._now(), request))
        self._number += 1
        if self._number <= WAITING_REQUESTS:
            return None
        greedy = max(self._waiting, key=lambda each: (len(self._waiting[each]), self._cost(each)))
        return self._taken(greedy, -1)

    def next(self) -> T | None:
        """The request whose turn it is, if any waits; it counts as begun until :meth:`end`."""
        if not self._waiting:
            return None
        sender = min(self._waiting, key=self._cost)
        self._running[sender] = self._running.get(sender, 0) + 1
        return self._taken(sender, 0)

    def end(self, sender: str, seconds: float) -> None:
        """Note that a request of a sender was answered, and the seconds of CPU that its thread took."""
        left = self._running.pop(sender) - 1
        if left:
            self._running[sender] = left
        if len(self._used) >= SENDERS_COUNTED:
            self._used.clear()
        self._used[sender] = _Used(self._spent(sender) + seconds, self._now())

    def late(self) -> Iterator[T]:
        """Take out what has waited for too long."""
        before = self._now() - WAIT_SECONDS
        for sender in list(self._waiting):
            while sender in self._waiting and self._waiting[sender][0][0] < before:
                yield self._taken(sender, 0)

    def _cost(self, sender: str) -> float:
        return self._spent(sender) + BEGUN * self._running.get(sender, 0)

    def _spent(self, sender: str) -> float:
        used = self._used.get(sender)
        return used.seconds * 0.5 ** ((self._now() - used.at) / HALVED) if used else 0.0

    def _taken(self, sender: str, place: int) -> T:
        requests = self._waiting[sender]
        _, request = requests[place]
        del requests[place]
        self._number -= 1
        if not requests:
            del self._waiting[sender]
        return request
