"""All live matches of a process: each is restored from its journal on demand.

One thread does the duties of the house (commitments, cards, flags), shows watchers what they may know by now,
and receives what other processes have stored. Several processes may serve the same match: the journal accepts
one line of each number, and the process that comes second catches up. But only one looks after it unasked:
the one that has its share.
"""

import heapq
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from notation.live.match import seated_lines
from notation.live.record import text_of
from notation.record import score_words
from notation.wire.table import ARBITER_WORD
from referee.cards import Seat
from referee.table import ARBITER
from viewer.limits import LIVE_ADDRESS_PROGRAMS, LIVE_ADDRESS_STREAMS, LIVE_IDLE, RETRY_SECONDS
from viewer.store import Store, StoreError
from viewer.store.journal import Journals, NewMatch, Overtaken, rematch_id
from viewer.web.live.boards import in_order
from viewer.web.live.pump import Pump
from viewer.web.live.room import Room
from viewer.web.live.shares import BEAT, Shares
from viewer.web.live.streams import Stream
from viewer.web.server.logs import Log

SWEEP_SECONDS: Final = 5
"""Interval of checking which readers have lost access, and which rooms are unused."""
LEAVE_SECONDS: Final = 10
"""How long the room of a match of another worker stays in memory, unless it is used."""
ACTOR: Final = "live"
"""The actor in the audit trail who adds the records of matches."""


def clock() -> Callable[[], int]:
    """Return a clock in milliseconds since 1970 that nobody can set: the machine's is read only once."""
    started = time.time_ns() - time.monotonic_ns()
    return lambda: (started + time.monotonic_ns()) // 1_000_000


class Hall:
    """The matches of a process; nothing runs in the background before :meth:`start`."""

    def __init__(
        self,
        store: Store,
        log: Log,
        *,
        most_streams: int,
        send_seconds: int,
        most_programs: int = 0,
        now: Callable[[], int] | None = None,
        draw: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.store = store
        self.journal: Journals = store.journal
        self.pump: Pump | None = None
        """The carrier of streams, where connections can be handed over."""
        self.now = now or clock()
        self.draw = draw
        self.streams = 0
        """The number of open streams."""
        self._streams_of: dict[str, int] = {}
        """The same by sender."""
        self.on_streams: Callable[[int], None] = lambda number: None
        """Called with the number of open streams when it changes."""
        self._log = log
        self._most_streams = most_streams
        self._send_seconds = send_seconds
        self._most_programs = most_programs
        self._rooms: dict[str, Room] = {}
        self._turn = threading.Condition()
        self._due: list[tuple[int, str]] = []
        """A heap of due times and matches, in milliseconds since 1970; the earliest is first."""
        self._next: dict[str, int] = {}
        """The next due time of each match; its other entries in the heap are ignored."""
        self._heard: set[str] = set()
        self._followed: dict[Stream, tuple[str, Seat]] = {}
        """The streams of tournaments: the id of each, and its reader."""
        self._away = (0, 0)
        """The last times between which the archive could not be used, in milliseconds since 1970."""
        self._stopped = threading.Event()
        self._shares: Shares | None = None
        """What this process looks after; None before the start."""
        self._threads: list[threading.Thread] = []

    def start(self, hands_over: bool, worker: int = 0, workers: int = 1) -> None:
        """Start the background work, also for matches that were open when another process ended.

        Of several workers this is the one of a number, from 0.
        """
        self._shares = Shares(self.store.leases, worker, workers, lambda: self.now())
        if hands_over:
            self.pump = Pump(self._send_seconds)
            self.pump.start()
        self.journal.follow(self._hear)
        self._follow_shares()
        self._threads.append(threading.Thread(target=self._run, name="house", daemon=True))
        if workers > 1:
            self._threads.append(threading.Thread(target=self._beat, name="beat", daemon=True))
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End all streams and background work; the time used on running clocks is stored."""
        self._stopped.set()
        with self._turn:
            self._turn.notify()
            rooms = list(self._rooms.values())
        for room in rooms:
            for stream in room.streams():
                stream.cut()
        for thread in self._threads:
            thread.join()
        if self._shares:
            with suppress(StoreError):
                for room in rooms:
                    if self._shares.holds(room.id):
                        room.keep_house()
                        room.note_clock()
        if self.pump:
            self.pump.stop()

    def moment(self) -> datetime:
        """Return the time now, to the second."""
        return datetime.fromtimestamp(self.now() // 1000, UTC)

    def room(self, id: str) -> Room | None:
        """Return the room of a match; None if there is no such match."""
        with self._turn:
            room = self._rooms.get(id)
            if room:
                room.used = time.monotonic()
        if room is None:
            lines = self.journal.since(id, -1)
            if not lines:
                return None
            made = Room(id, lines, self.store, self.now, self.draw, self._send)
            if self._shares:
                made.note_clock(self._shares.gap(id))
            with self._turn:
                room = self._rooms.setdefault(id, made)
            room.catch_up()  # of what was stored since the lines were read nobody was told here
            self.look_after(id)
            self._show_board(room)
        return room

    def begin(self, id: str, sender: str = "") -> None:
        """Do the first duties of the house at a match that was just opened: its seats can cut at once.

        The others are left to the process that has its share. A ``sender`` has opened it without a key.
        """
        room = self.room(id)
        if room:
            room.sender = sender
            self.keep_house(room)
            if not self.is_in_charge(id):
                _leave(room)

    def has_room_for_programs(self, sender: str) -> bool:
        """Return whether another match can be opened, by a sender without a key, where a program sits."""
        with self._turn:
            rooms = list(self._rooms.values())
        going = [room for room in rooms if room.match.table.ending is None]
        played = [room.sender for room in going if any(room.match.opening.programs)]
        is_his_full = sender and played.count(sender) >= LIVE_ADDRESS_PROGRAMS
        return len(played) < self._most_programs and not is_his_full

    def is_in_charge(self, id: str) -> bool:
        """Return whether a match is in the share of this process."""
        return self._shares is None or self._shares.holds(id)

    def rooms_of(self, tournament: str, reader: Seat) -> list[Room]:
        """Return the matches of a tournament of which a reader may know, by round and board."""
        rooms = map(self.room, (listed.id for listed in in_order(self.journal.of_tournament(tournament))))
        return [room for room in rooms if room and not room.is_early(reader)]

    def forget_arbiter(self, tournament: str) -> None:
        """Let the arbiter's key that was valid open no match of a tournament here any longer."""
        matches = [listed.id for listed in self.journal.of_tournament(tournament)]
        with self._turn:
            rooms = [self._rooms[match] for match in matches if match in self._rooms]
        for room in rooms:
            room.shut_out(ARBITER_WORD)

    def look_after(self, id: str, at: int = 0) -> None:
        """Schedule what is due at a match, now or at a time."""
        with self._turn:
            if id not in self._next or at < self._next[id]:
                self._next[id] = at
                heapq.heappush(self._due, (at, id))
                self._turn.notify()

    def keep_house(self, room: Room) -> None:
        """Do the duties of the house right after a request; retry later on failure."""
        try:
            self._open_rematch(room)
            due = 0 if room.is_over_for_all else room.keep_house()
        except StoreError:
            due = 0
        if due >= 0:
            self.look_after(room.id, due)

    def note_away(self) -> None:
        """Take note that the archive could not be used just now."""
        (began, last), now = self._away, self.now()
        self._away = (began if now - last <= 2000 * RETRY_SECONDS else now, now)

    def give_back(self, room: Room) -> None:
        """Give a running clock the time back in which the archive could not be used. Raises StoreError."""
        room.note_clock(self._away)

    # Streams.

    def open_stream(
        self, form: str, on_close: Callable[[Stream], None], *, sender: str, watches: bool
    ) -> Stream | None:
        """Open a stream of a sender; None if there are too many of his, or of all.

        That limit is a tenth lower for those who only watch.
        """

        def closed(stream: Stream) -> None:
            self._count_streams(-1, sender)
            on_close(stream)

        kept = self._most_streams // 10 if watches else 0
        if not self._count_streams(1, sender, kept):
            return None
        return Stream(form, closed)

    def follow_tournament(self, stream: Stream, id: str, reader: Seat) -> None:
        """Subscribe a stream to all boards of a tournament, and to those that are added later."""
        with self._turn:
            self._followed[stream] = id, reader
        for room in self.rooms_of(id, ARBITER):
            room.follow_board(stream, reader)

    def leave_tournament(self, stream: Stream) -> None:
        """Remove a stream from all boards."""
        with self._turn:
            self._followed.pop(stream, None)
            rooms = list(self._rooms.values())
        for room in rooms:
            room.leave(stream)

    def streams_of_tournament(self, id: str, reader: Seat) -> list[Stream]:
        """Return the streams of a tournament for its arbiter, or for those who watch."""
        with self._turn:
            return [stream for stream, followed in self._followed.items() if followed == (id, reader)]

    def _show_board(self, room: Room) -> None:
        """Subscribe the streams of its tournament to a match that has come to this process."""
        with self._turn:
            followed = list(self._followed.items())
        listed = self.journal.find(room.id) if followed else None
        for stream, (tournament, reader) in followed:
            if listed and listed.listing.tournament_id == tournament:
                room.follow_board(stream, reader)

    def _send(self) -> None:
        """Have the queued bytes of streams sent."""
        if self.pump:
            self.pump.call()

    def _count_streams(self, more: int, sender: str, kept: int = 0) -> bool:
        with self._turn:
            own = self._streams_of.get(sender, 0)
            if more > 0 and (self.streams >= self._most_streams - kept or own >= LIVE_ADDRESS_STREAMS):
                return False
            self.streams += more
            self._streams_of[sender] = own + more
            if not own + more:
                del self._streams_of[sender]
            self.on_streams(self.streams)
            return True

    # The house.

    def _hear(self, match: str, number: int) -> None:
        """Take note that a match has a line; an empty id means that notifications may have been missed."""
        with self._turn:
            room = self._rooms.get(match)
            if room and 0 <= number <= max(room.storing, room.match.last.number):
                return  # stored by this process, or already known
            if match and room is None and (number > 0 or not self.is_in_charge(match)):
                return
            self._heard.update([match] if match else self._rooms)
            self._turn.notify()

    def _beat(self) -> None:
        """Show that this worker lives, and look after what another one no longer does."""
        while not self._stopped.wait(BEAT / 1000):
            self._follow_shares()

    def _follow_shares(self) -> None:
        """Begin to look after the matches of a share that was taken, and let go those of one given back."""
        shares = self._shares
        assert shares is not None  # noqa: S101 - it has started
        try:
            shares.beat()
            moved = shares.moved
            with self._turn:
                rooms = [room for room in self._rooms.values() if shares.of(room.id) in moved]
            for room in rooms:
                if shares.holds(room.id):
                    room.note_clock(shares.gap(room.id))
                elif shares.is_at_home(shares.of(room.id)):
                    _leave(room)
                    for stream in room.streams():
                        stream.cut()  # its reader comes back, and is served there
            for match in self.journal.open_matches() if moved else ():
                if shares.of(match) in moved and shares.holds(match):
                    self.look_after(match)
            moved.clear()
        except StoreError as error:
            self.note_away()
            self._log.error("archive", why=str(error))

    def _run(self) -> None:
        swept = time.monotonic()
        while True:
            with self._turn:
                if self._stopped.is_set():
                    return
                wait: float = SWEEP_SECONDS
                if self._heard:
                    wait = 0
                elif self._due:
                    wait = min(wait, max(0, self._due[0][0] - self.now()) / 1000)
                if wait:
                    self._turn.wait(wait)
                heard, self._heard = self._heard, set()
                due = self._take_due()
            for match in heard:
                self._tend(match, heard=True)
            if due:
                self._tend(due, heard=False)
            if time.monotonic() - swept >= SWEEP_SECONDS:
                swept = time.monotonic()
                self._sweep()

    def _take_due(self) -> str | None:
        """Take the match that has been due for longest: many can be, and what is heard goes before them."""
        while self._due and self._due[0][0] <= self.now():
            at, match = heapq.heappop(self._due)
            if self._next.get(match) == at:
                del self._next[match]
                return match
        return None

    def _tend(self, id: str, heard: bool) -> None:
        """Do what is due at a match; retry later on failure."""
        try:
            with self._turn:
                room = self._rooms.get(id)
            if self.is_in_charge(id):
                room = self.room(id)
            if room is None:
                return
            if heard:
                room.catch_up()
            self.give_back(room)
            again = room.keep_house()
            self._open_rematch(room)
            if room.is_over_for_all and not room.is_put_down:
                self._put_down(room)
        except StoreError as error:
            self.note_away()
            self._log.error("archive", why=str(error))
            again = self.now() + 1000 * RETRY_SECONDS
        except Exception as error:  # whatever it is, the other matches continue
            self._log.failure(error)
            again = self.now() + 1000 * RETRY_SECONDS
        if again >= 0:
            self.look_after(id, again)

    def _open_rematch(self, room: Room) -> None:
        """Open the rematch if all want it, as the next of its series; the same keys open it."""
        if room.has_rematch or not room.match.table.rematch:
            return
        named, listed = rematch_id(room.id), self.journal.find(room.id)
        if listed and self.journal.find(named) is None:
            opened = self.moment()
            with room.lock:
                opening = room.match.shown.rematch(
                    room.match.table, room.id, opened.strftime("%Y-%m-%dT%H:%M:%SZ")
                )
                persons = room.match.persons
            first, *seated = seated_lines(opening, persons, self.draw)
            with suppress(Overtaken):
                known = opened + timedelta(milliseconds=room.delay)
                keys, listing = self.journal.keys_of(room.id), listed.listing._replace(opened=known)
                self.journal.create_all([NewMatch(named, first, keys, listing, seated)])
            if self.is_in_charge(named):
                self.look_after(named)
        room.has_rematch = True

    def _put_down(self, room: Room) -> None:
        """Mark a match as finished and add its record to the archive, once everybody may know."""
        listed = self.journal.find(room.id)
        if listed and listed.open:
            with room.lock:
                has_deals = bool(room.match.table.finished or room.match.table.now)
                text = text_of(room.match).encode()
                ended = score_words(room.match.table.match.score), room.match.table.winner
            if has_deals:
                self.store.file_record(room.id, text, *ended, actor=ACTOR)
            else:
                self.journal.end(room.id, "", *ended)
        room.is_put_down = True

    def _sweep(self) -> None:
        """Cut the streams of revoked keys, and drop the rooms that are unused.

        They can be restored from the journal. Of a match that was removed nothing is left.
        """
        idle = time.monotonic() - LIVE_IDLE
        with self._turn:
            rooms = list(self._rooms.values())
        with suppress(StoreError):
            there = self.journal.there([room.id for room in rooms])
            for stream in {stream for room in rooms for stream in room.streams()}:
                if not stream.may_go_on():
                    stream.cut()
            for room in rooms:
                if room.id not in there:
                    for stream in room.streams():
                        stream.cut()
                    with self._turn:
                        self._rooms.pop(room.id, None)
        for room in rooms:
            with room.lock, self._turn:
                if room.used < idle and not room.has_streams:
                    self._rooms.pop(room.id, None)


def _leave(room: Room) -> None:
    """Let a room go soon, unless it is used again."""
    room.used = time.monotonic() - LIVE_IDLE + LEAVE_SECONDS
