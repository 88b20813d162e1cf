"""Notifications of new journal lines, from this process or another one on the same archive.

A notification only says that there is a line: one that is missed is found in the table later. A process has
one listener, however many follow: in PostgreSQL a dedicated connection, in SQLite polling of the file.
"""

import socket
from collections.abc import Callable
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from threading import Event, Lock, Thread, current_thread
from typing import Any, Final

import sqlalchemy as sa

from viewer.limits import LIVE_POLL_MS, RETRY_SECONDS
from viewer.store.databases import Database, StoreError

CHANNEL: Final = "santase_lines"
_NEWEST: Final = 'SELECT coalesce(max("place"), 0) FROM "match_lines"'
_ABOVE: Final = (
    'SELECT "match", max("number"), max("place") FROM "match_lines" WHERE "place" > ? GROUP BY "match"'
)


class Wakeups:
    """The notifications of a process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = Lock()
        self._listener: Thread | None = None
        self._followers: list[Callable[[str, int], None]] = []
        self._listens = Event()
        self._closed = Event()
        self._bell: tuple[socket.socket, ...] = ()

    def follow(self, follower: Callable[[str, int], None]) -> None:
        """Call a function with the match and number of every notification, and never wait for it.

        It gets an empty match and -1 if some may have been missed.
        """
        self._followers.append(follower)
        self._listen()

    def heard(self, match: str, number: int) -> None:
        """Tell those who follow that a match has a line of this number."""
        for follower in self._followers:
            follower(match, number)

    def close(self) -> None:
        """Stop listening; idempotent."""
        self._closed.set()
        with self._lock:
            listener, self._listener = self._listener, None
        if listener:
            with suppress(OSError):  # it may have ended before
                self._bell[1].send(b"\0")
            if listener is not current_thread():  # which collects an archive that nobody uses any more
                listener.join()

    def _doubt(self) -> None:
        """Make all who follow look in the table: notifications may have been missed."""
        for follower in self._followers:
            follower("", -1)

    def _listen(self) -> None:
        """Start listening, unless running; if that is impossible, only the table is used."""
        if self._listens.is_set() or self._closed.is_set():
            return
        with self._lock:
            if self._listener is None and not self._closed.is_set():
                self._bell = socket.socketpair()
                self._listener = Thread(target=self._keep_listening, name="wakeups", daemon=True)
                self._listener.start()
        self._listens.wait(RETRY_SECONDS)

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
        for end in self._bell:
            end.close()

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
        with DefaultSelector() as waiting:  # unlike select(), for any number of open files
            for each in (connection, self._bell[0]):
                waiting.register(each, EVENT_READ)
            while not self._closed.is_set():
                for told in connection.notifies(timeout=0):
                    match, _, number = told.payload.rpartition(" ")
                    self.heard(match, int(number))
                waiting.select()


def tell(connection: sa.Connection, match: str, number: int) -> None:
    """Notify every process of a line when its transaction commits."""
    if connection.dialect.name != "sqlite":
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{match} {number}")))
