"""Notifications of new journal lines, from this process or another one on the same archive.

A notification only says that there is a line: one that is missed is found in the table later. A process has
one listener, however many threads wait: in PostgreSQL a dedicated connection, in SQLite polling of the file.
Waiting threads hold no connection.
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
    """The waiting threads of one match."""

    __slots__ = ("changed", "doubts", "latest", "waiting")

    def __init__(self, lock: Lock) -> None:
        self.changed = Condition(lock)
        self.waiting = 0
        self.latest = -1
        """The highest number notified."""
        self.doubts = 0
        """How often notifications may have been missed."""


class Wakeups:
    """The notifications of a process; ``is_above`` looks in the table for a line above a number."""

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
        """Wait until a match has a line above a number; return whether it has."""
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
        """Call a function with the match and number of every notification, and never wait for it.

        It gets an empty match and -1 if some may have been missed.
        """
        self._followers.append(follower)
        self._listen(RETRY_SECONDS)

    def heard(self, match: str, number: int) -> None:
        """Wake the threads that wait for a line of this number."""
        with self._lock:
            if place := self._places.get(match):
                place.latest = max(place.latest, number)
                place.changed.notify_all()
        for follower in self._followers:
            follower(match, number)

    def close(self) -> None:
        """Stop listening, and wake all waiting threads; idempotent."""
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
        """Make all threads look in the table: notifications may have been missed."""
        with self._lock:
            for place in self._places.values():
                place.doubts += 1
                place.changed.notify_all()
        for follower in self._followers:
            follower("", -1)

    def _listen(self, seconds: float) -> None:
        """Start listening, unless running; if that is impossible, only the table is used."""
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
        """Notifications start now; earlier lines must be looked up."""
        self._listens.set()
        self._doubt()

    def _follow_file(self, connection: Any) -> None:
        """Notify of the lines that anybody adds to a SQLite file."""
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
        """Notify of the lines that PostgreSQL announces."""
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        self._begin()
        while not self._closed.is_set():
            for told in connection.notifies(timeout=0):
                match, _, number = told.payload.rpartition(" ")
                self.heard(match, int(number))
            select.select([connection, self._bell[0]], [], [])


def tell(connection: sa.Connection, match: str, number: int) -> None:
    """Notify every process of a line when its transaction commits."""
    if connection.dialect.name != "sqlite":
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{match} {number}")))
