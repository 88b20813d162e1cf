"""Who waits for a line of a journal, and what wakes him: this process, or another that serves the archive.

A wake-up says that there is a line, and nothing of it: what is not heard is found in the table, only later.
A process listens once, however many wait: in PostgreSQL on a connection of its own, in SQLite by looking
whether the file has changed. Whoever waits holds no connection.
"""

import select
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Condition, Event, Lock, Thread
from time import monotonic
from typing import Any, Final

import sqlalchemy as sa

from viewer.limits import LIVE_POLL_MS, RETRY_SECONDS
from viewer.store.databases import Database, StoreError

CHANNEL: Final = "santase_lines"
_NEWEST: Final = 'SELECT coalesce(max("place"), 0) FROM "match_lines"'
_ABOVE: Final = (
    'SELECT "match", max("number"), max("place") FROM "match_lines" WHERE "place" > ? GROUP BY "match"'
)


class _Place:
    """Where everybody waits who waits for lines of one match."""

    __slots__ = ("changed", "doubts", "latest", "waiting")

    def __init__(self, lock: Lock) -> None:
        self.changed = Condition(lock)
        self.waiting = 0
        self.latest = -1
        """The highest number heard of."""
        self.doubts = 0
        """How often something may not have been heard."""


class Wakeups:
    """The wake-ups of a process; ``is_above`` looks for a line above a number in the table."""

    def __init__(self, database: Database, is_above: Callable[[str, int], bool]) -> None:
        self._database = database
        self._is_above = is_above
        self._lock = Lock()
        self._places: dict[str, _Place] = {}
        self._gone = Condition(self._lock)
        self._listener: Thread | None = None
        self._followers: list[Callable[[str, int], None]] = []
        self._listens = Event()
        self._closed = Event()
        self._bell: tuple[socket.socket, ...] = ()

    def wait(self, match: str, number: int, seconds: float) -> bool:
        """Wait until a match has a line above a number; whether it has."""
        until = monotonic() + seconds
        self._listen(seconds)
        with self._place(match) as place:
            while not self._closed.is_set():
                doubts = place.doubts
                if self._is_above(match, number):
                    return True
                with self._lock:
                    while place.latest <= number and place.doubts == doubts:
                        left = until - monotonic()
                        if left <= 0 or self._closed.is_set():
                            return False
                        place.changed.wait(left)
                    if place.latest > number:
                        return True
            return False

    def follow(self, follower: Callable[[str, int], None]) -> None:
        """Call somebody with every line that is heard of, by match and number, and never wait for him.

        With an empty match and -1 where something may not have been heard.
        """
        self._followers.append(follower)
        self._listen(RETRY_SECONDS)

    def heard(self, match: str, number: int) -> None:
        """Wake whoever waits for a line of this number."""
        with self._lock:
            if place := self._places.get(match):
                place.latest = max(place.latest, number)
                place.changed.notify_all()
        for follower in self._followers:
            follower(match, number)

    def close(self) -> None:
        """Listen no longer, and let everybody go who waits; closing again does nothing."""
        self._closed.set()
        self._doubt()
        with self._lock:
            while self._places:
                self._gone.wait()
            listener, self._listener = self._listener, None
        if listener:
            self._bell[1].send(b"\0")
            listener.join()
            for end in self._bell:
                end.close()

    @contextmanager
    def _place(self, match: str) -> Iterator[_Place]:
        with self._lock:
            place = self._places.setdefault(match, _Place(self._lock))
            place.waiting += 1
        try:
            yield place
        finally:
            with self._lock:
                place.waiting -= 1
                if not place.waiting:
                    del self._places[match]
                    self._gone.notify_all()

    def _doubt(self) -> None:
        """Let everybody look for himself: something may not have been heard."""
        with self._lock:
            for place in self._places.values():
                place.doubts += 1
                place.changed.notify_all()
        for follower in self._followers:
            follower("", -1)

    def _listen(self, seconds: float) -> None:
        """Listen, if nobody did before; where that cannot be, the table is all there is to go by."""
        if self._listens.is_set() or self._closed.is_set():
            return
        with self._lock:
            if self._listener is None and not self._closed.is_set():
                self._bell = socket.socketpair()
                self._listener = Thread(target=self._keep_listening, name="wakeups", daemon=True)
                self._listener.start()
        self._listens.wait(seconds)

    def _keep_listening(self) -> None:
        follow = self._follow_file if self._database.kind == "sqlite" else self._follow_channel
        while not self._closed.is_set():
            with suppress(StoreError), self._database.apart() as connection:
                follow(connection)
            listened = self._listens.is_set()
            self._listens.clear()
            self._doubt()
            if not listened:
                self._closed.wait(RETRY_SECONDS)

    def _begin(self) -> None:
        """What is stored from now on is heard of; what was before must be looked for."""
        self._listens.set()
        self._doubt()

    def _follow_file(self, connection: Any) -> None:
        """Tell of the lines that anybody adds to a file of SQLite."""
        [place] = connection.execute(_NEWEST).fetchone()
        version = None
        self._begin()
        while not self._closed.wait(LIVE_POLL_MS / 1000):
            [now] = connection.execute("PRAGMA data_version").fetchone()
            if now == version:
                continue
            version = now
            for match, number, newest in connection.execute(_ABOVE, (place,)).fetchall():
                place = max(place, newest)
                self.heard(match, number)

    def _follow_channel(self, connection: Any) -> None:
        """Tell of the lines that PostgreSQL tells of."""
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        self._begin()
        while not self._closed.is_set():
            for told in connection.notifies(timeout=0):
                match, _, number = told.payload.rpartition(" ")
                self.heard(match, int(number))
            select.select([connection, self._bell[0]], [], [])


def tell(connection: sa.Connection, match: str, number: int) -> None:
    """Let every process hear of a line when the transaction ends in which it is stored."""
    if connection.dialect.name != "sqlite":
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{match} {number}")))
