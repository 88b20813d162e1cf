"""Fair scheduling: the next request is that of the sender who recently used the least CPU time.

A sender with many requests or connections delays only their own. Who is known has an advance: his requests
go before those of strangers until he has used it up, so that no number of strangers delays a player. It knows
nothing of sockets and requests, and reads nothing that was sent.
"""

from collections import deque
from collections.abc import Callable, Iterator
from threading import local
from time import monotonic
from typing import Final, Generic, NamedTuple, TypeVar

from viewer.limits import SENDERS_COUNTED, WAIT_SECONDS, WAITING_REQUESTS

HALVED: Final = 10.0
"""Half-life of what a sender used, in seconds."""
BEGUN: Final = 0.05
"""Seconds charged to a sender for a request that is still being answered."""
ADVANCE: Final = 1.0
"""Seconds that a known sender can have used and still goes before a stranger who has used none."""


T = TypeVar("T")
_THREAD: Final = local()


def give_turns_with(give: Callable[[], object]) -> None:
    """Set the function that a thread calls while its request waits for a process or a reader."""
    _THREAD.give = give


def stand_aside() -> None:
    """Let another request compute while this thread waits for a process or a reader.

    The thread need not queue again afterwards. Without scheduling nothing happens.
    """
    give, _THREAD.give = getattr(_THREAD, "give", None), None
    if give:
        give()


class Sender(NamedTuple):
    """Who sends: those who are known at an address are counted apart from the strangers there."""

    address: str
    is_known: bool = False


class _Used(NamedTuple):
    """Seconds of thread time that a sender had used at a moment."""

    seconds: float
    at: float


class Turns(Generic[T]):
    """A queue of requests, first come first served for each sender; an item is whatever the caller gave.

    >>> turns = Turns[str](now=lambda: 0.0)
    >>> ana, ivan, known = Sender("ana"), Sender("ivan"), Sender("ana", is_known=True)
    >>> for sender, request in ((ana, "A1"), (ana, "A2"), (ivan, "I1"), (known, "K1")):
    ...     turns.wait(sender, request)
    >>> turns.next(), turns.next(), turns.next(), turns.next(), turns.next()
    ('K1', 'A1', 'I1', 'A2', None)
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._waiting: dict[Sender, deque[tuple[float, T]]] = {}
        self._number = 0
        self._running: dict[Sender, int] = {}
        self._used: dict[Sender, _Used] = {}

    def __len__(self) -> int:
        return self._number

    def wait(self, sender: Sender, request: T) -> T | None:
        """Queue a request; return the one to drop if the queue is full.

        That is the last one of the sender with the most requests in the queue.
        """
        self._waiting.setdefault(sender, deque()).append((self._now(), request))
        self._number += 1
        if self._number <= WAITING_REQUESTS:
            return None
        greedy = max(self._waiting, key=lambda each: (len(self._waiting[each]), self._cost(each)))
        return self._taken(greedy, -1)

    def next(self, *, only_known: bool = False) -> T | None:
        """Return the next request, if any, and if a stranger's will do; it is running until :meth:`end`."""
        if not self._waiting:
            return None
        sender = min(self._waiting, key=self._cost)
        if only_known and not sender.is_known:
            return None
        self._running[sender] = self._running.get(sender, 0) + 1
        return self._taken(sender, 0)

    def end(self, sender: Sender, seconds: float) -> None:
        """Record that a request of a sender was answered, and the CPU seconds of its thread."""
        left = self._running.pop(sender) - 1
        if left:
            self._running[sender] = left
        if len(self._used) >= SENDERS_COUNTED:
            self._used.clear()
        self._used[sender] = _Used(self._spent(sender) + seconds, self._now())

    def late(self) -> Iterator[T]:
        """Remove and return the requests that waited too long."""
        before = self._now() - WAIT_SECONDS
        for sender in list(self._waiting):
            while sender in self._waiting and self._waiting[sender][0][0] < before:
                yield self._taken(sender, 0)

    def _cost(self, sender: Sender) -> float:
        spent = self._spent(sender) + BEGUN * self._running.get(sender, 0)
        return spent - ADVANCE if sender.is_known else spent

    def _spent(self, sender: Sender) -> float:
        used = self._used.get(sender)
        return used.seconds * 0.5 ** ((self._now() - used.at) / HALVED) if used else 0.0

    def _taken(self, sender: Sender, place: int) -> T:
        requests = self._waiting[sender]
        _, request = requests[place]
        del requests[place]
        self._number -= 1
        if not requests:
            del self._waiting[sender]
        return request
