"""One match in one process: its table, kept in step with the journal, and all its readers here.

The journal is the truth. A request is stored there before it counts; if another process was faster, the room
catches up and tries again. Watchers without a token see the table with the delay of the match: theirs is a
second table, which receives every line that much later, and never this one.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from threading import RLock
from time import monotonic
from typing import Final, NamedTuple

from notation.findings import Phrase
from notation.live.events import Event, accepted, ended, events, snapshot
from notation.live.journal import JournalLine, SealedLine
from notation.live.match import LiveMatch, Proposed
from notation.live.text import MatchText
from notation.wire.events import dump_refused
from notation.wire.shape import dump_as
from notation.wire.table import maker_word, read_maker, read_request
from referee.cards import NOBODY, Seat
from referee.table import ARBITER, Accepted, Answer, Refused
from viewer.documents.languages import Language, language
from viewer.limits import LIVE_BACKLOG, LIVE_KEY_SECONDS, LIVE_PIECE, LIVE_RECENT
from viewer.store import Key, Store
from viewer.store.journal import MatchListing, Overtaken, token_digest
from viewer.store.keys import KeyRing
from viewer.store.tournaments import Tournament
from viewer.web.failures import Problem
from viewer.web.live.boards import Board, BoardSchema
from viewer.web.live.streams import TEXT, Rendered, Stream

AHEAD: Final = Phrase("This match is at version {version}: there is nothing after {since} yet.")
TOO_OLD: Final = Phrase(
    "That is too long ago. Please start from the current state of the match, or read its journal."
)
NO_VERSION: Final = Phrase("Say which version this refers to, or send an idempotency key.")
BUSY: Final = Phrase("This table has too many requests now. Please try again in a while.")
TRIES: Final = 100
"""How often a request is retried when other processes are faster."""
BOARDS: Final = "boards"
"""Instead of a language, for those who follow the match as a board of its tournament."""
LEAST_AWAY: Final = 1_000
"""Downtime of the server, in milliseconds, from which on it is given back to the running clock."""


class Channel:
    """The readers who receive the same: one role, and events in a language, the match as text or a board."""

    def __init__(self, reader: Seat, code: str) -> None:
        self.reader = reader
        self.code = code
        """The code of the language; :data:`TEXT` for the match as text, :data:`BOARDS` for a board."""
        self.text = MatchText(reader)
        self.streams: set[Stream] = set()
        self.recent: deque[Rendered] = deque(maxlen=LIVE_RECENT)
        """The last events, without gaps."""
        self.after = -1
        """The version that they start after, if none has been dropped."""

    def rendered(self, match: LiveMatch, line: JournalLine, answer: Accepted, id: str) -> Iterable[Rendered]:
        """Render what they are sent of a line that a match has just taken."""
        if self.code != TEXT:
            told = events(match, line, answer, self.reader, language(self.code))
            return [Rendered.of(event, id) for event in told]
        table = match.table
        has_end = table.ended_at == table.version
        return [Rendered(table.version, has_end, {TEXT: self.text.more(match).encode()})]


class Shown(NamedTuple):
    """What a caller shows: the token of a role, or the key or the session of a person."""

    secret: str
    is_session: bool = False

    def key(self, keys: KeyRing) -> Key | None:
        """Return the key of the person who shows it, if it is one or a session."""
        return keys.holder(self.secret) if self.is_session else keys.find(self.secret)

    def directs(self, tournament: Tournament) -> bool:
        """Return whether it is the key of the arbiter of a tournament."""
        return not self.is_session and tournament.is_opened_by(token_digest(self.secret))


class Caller(NamedTuple):
    """Who asks at a match."""

    role: str = ""
    """A seat or the arbiter; empty for whoever watches."""
    person: Key | None = None
    """The key of the person; None for a guest."""

    @property
    def seat(self) -> Seat:
        """The seat or arbiter; nobody for whoever watches."""
        return read_maker(self.role) if self.role else NOBODY


class TableReply(NamedTuple):
    """The result of a request."""

    answer: Answer
    event: Event


class Room:
    """A match in this process; ``now`` returns milliseconds since 1970, ``draw`` returns salts."""

    def __init__(
        self,
        id: str,
        lines: list[JournalLine],
        store: Store,
        now: Callable[[], int],
        draw: Callable[[int], bytes],
        send: Callable[[], None],
    ) -> None:
        self.id = id
        self.lock = RLock()
        self.match = LiveMatch.resume(lines)
        self.storing = -1
        """The number of a line that this process is storing."""
        self.is_put_down = False
        """Whether the match is marked as finished."""
        self.has_rematch = False
        """Whether the rematch has been opened."""
        self.listing: MatchListing | None = None
        """Its entry in lists, whose names may be older; None before it is looked up."""
        self.used = monotonic()
        """When it was last used."""
        self.sender = ""
        """The address from which it was opened here without a key."""
        self._journal = store.journal
        self._keys_of_persons = store.keys
        self._now = now
        self._draw = draw
        self._send = send
        """Has the queued bytes of streams sent."""
        self._last = max(line.at for line in lines)
        """The time of the last line, in milliseconds since the match was opened."""
        self._opened = min(self.match.opening.began, now() - self._last)
        """When the time at the table began, earlier than the opening if the clock was set back since."""
        self._waiting: deque[JournalLine] = deque()
        """Lines that watchers are not shown yet."""
        self._shown = self.match
        if self.delay:
            due = self.at() - self.delay
            early = [line for line in lines if line.number == 0 or line.at <= due]
            self._shown = LiveMatch.resume(early)
            self._waiting.extend(lines[len(early) :])
        self._channels: dict[tuple[Seat, str], Channel] = {}
        self._callers: dict[tuple[bytes, bool], tuple[Caller, float]] = {}
        """The callers by the digests of what they show, and how long they are cached."""
        self._keys: dict[tuple[Seat, str], JournalLine] = {}
        """The lines stored under a key, by sender and key."""
        for line in lines:
            self._note_key(line)

    @property
    def delay(self) -> int:
        """The delay of watchers in milliseconds."""
        return self.match.opening.delay

    @property
    def is_over_for_all(self) -> bool:
        """Whether everybody may know that the match is over."""
        return self._shown.table.ending is not None

    @property
    def has_streams(self) -> bool:
        """Whether it has readers here."""
        return bool(self.streams())

    def at(self, reader: Seat = ARBITER) -> int:
        """Return the time at the table for a reader, in milliseconds; it is monotonic."""
        at = max(self._now() - self._opened, self._last)
        return at if reader != NOBODY or not self.delay else max(0, at - self.delay)

    def moment(self, at: int) -> int:
        """Convert a time at the table to milliseconds since 1970."""
        return self._opened + at

    def is_early(self, reader: Seat) -> bool:
        """Return whether a reader may not know of it yet: a rematch says how the match before it ended."""
        return reader == NOBODY and bool(self.match.opening.tally) and self.at() < self.delay

    def seen_by(self, reader: Seat) -> LiveMatch:
        """Return the match as a reader may know it now."""
        return self._shown if reader == NOBODY else self.match

    def caller(self, shown: Shown) -> Caller | None:
        """Return who shows something, None if it opens nothing; cached for a few seconds."""
        callers = self._callers  # what is looked up before a key is revoked is cached for nobody after it
        name = token_digest(shown.secret), shown.is_session
        known = callers.get(name)
        if known and monotonic() < known[1]:
            return known[0]
        role = None if shown.is_session else self._journal.role_of(self.id, shown.secret)
        person = None if role else shown.key(self._keys_of_persons)
        if person:
            role = self._journal.role_of(self.id, "", person.name) or ""
        if role is None:
            return None
        caller = Caller(role, person)
        callers[name] = caller, monotonic() + LIVE_KEY_SECONDS
        return caller

    def forget_keys(self) -> None:
        """Clear the cached callers, since a key may have been revoked."""
        self._callers = {}

    def shut_out(self, role: str) -> None:
        """Cut the streams of a role, whose key has just been revoked, and accept that key no longer."""
        self.forget_keys()
        for stream in self.streams(role):
            stream.cut()

    def bind(self, seat: Seat, person: str, digest: bytes) -> bool | None:
        """Give a person a seat that is free, or that the token of a digest opens.

        Returns whether it was to be had, None if the table refuses it: cards have been dealt, or it is a
        person's, or the person has another.
        """
        with self.lock:
            for _ in range(TRIES):
                self.catch_up()
                proposed = self.match.seat(seat, person, self.at(), self._draw(16))
                if isinstance(proposed, Refused) or person in self.match.persons:
                    return None
                names = list(self.match.names)
                names[seat] = person
                role = maker_word(seat)
                try:
                    if not self._journal.bind(self.id, role, person, proposed.line, tuple(names), digest):
                        return False
                except Overtaken:
                    continue
                self._take(proposed.line)
                return True
        raise Problem(503, BUSY)

    # Requests.

    def ask(self, by: Seat, found: object, spoken: Language) -> TableReply:
        """Execute a request once it is stored; raise a Problem or ValidationError if it is refused."""
        key = str(found.get("key", "")) if isinstance(found, dict) else ""
        with self.lock:
            for _ in range(TRIES):
                if (by, key) in self._keys:
                    return self._accepted(self._keys[by, key], spoken)
                table = self.match.table
                asked = read_request(table, by, self.at(), found)
                if asked.version is None and not asked.key:
                    raise Problem(422, NO_VERSION, word="no-version")
                version = table.version if asked.version is None else asked.version
                proposed = self.match.propose(asked.entry, version, self._draw(16), asked.key)
                if isinstance(proposed, Refused):
                    if self.catch_up():
                        continue  # what others have stored may allow it
                    return TableReply(proposed, dump_refused(table, proposed.ruling, by, spoken))
                line = proposed.line
                try:
                    stored = self._store(line, by, asked.key)
                except Overtaken:
                    self.catch_up()
                    continue
                if stored == line:
                    self._take(line)
                else:
                    self.catch_up()
                return self._accepted(stored, spoken)
        raise Problem(503, BUSY)

    def keep_house(self) -> int:
        """Enter what the house is due to do, and show what is due; return the next due time, or -1.

        Times are milliseconds since 1970. Raises StoreError.
        """
        with self.lock:
            while True:
                proposed = self.match.house(self.at(), self._draw(32), self._draw(16))
                if proposed is None:
                    break
                self._enter(proposed)
            self._show_due()
            waits = [self.match.house_waits_until()]
            waits += [line.at + self.delay for line in list(self._waiting)[:1]]
            due = [self.moment(at) for at in waits if at >= 0]
            return min(due, default=-1)

    def note_clock(self, gap: tuple[int, int] | None = None) -> None:
        """Enter the remaining time of the running clock, before the server may be down for a while.

        With a gap, times in milliseconds since 1970 between which nobody served the match: what has passed of
        it since the last line is charged to nobody. Raises StoreError.
        """
        with self.lock:
            for _ in range(TRIES):
                lost = max(0, gap[1] - max(gap[0], self.moment(self._last))) if gap else 0
                if gap and lost < LEAST_AWAY:
                    return
                proposed = self.match.note_clock(self.at(), self._draw(16), lost)
                if proposed is None or self._enter(proposed):
                    return

    def _enter(self, proposed: Proposed) -> bool:
        """Enter an entry of the house unless others have been faster; return whether it was entered."""
        try:
            self._store(proposed.line, proposed.entry.by, "")
        except Overtaken:
            self.catch_up()
            return False
        self._take(proposed.line)
        return True

    def catch_up(self) -> bool:
        """Take the lines that others have stored; return whether there were any."""
        with self.lock:
            lines = self._journal.since(self.id, self.match.last.number)
            for line in lines:
                self._take(line)
            return bool(lines)

    def _store(self, line: JournalLine, by: Seat, key: str) -> JournalLine:
        self.storing = line.number
        try:
            return self._journal.append(self.id, line, maker_word(by), key)
        finally:
            self.storing = -1

    def _take(self, line: JournalLine) -> None:
        answer = self.match.take(line)
        self._note_key(line)
        self._last = max(self._last, line.at)
        for channel in list(self._channels.values()):
            if channel.reader != NOBODY or not self.delay:
                self._publish(channel, self.match, line, answer)
        if self.delay:
            self._waiting.append(line)
        self._send()

    def _show_due(self) -> None:
        """Show watchers what they may know by now."""
        due = self.at() - self.delay
        while self._waiting and self._waiting[0].at <= due:
            line = self._waiting.popleft()
            answer = self._shown.take(line)
            for channel in list(self._channels.values()):
                if channel.reader == NOBODY:
                    self._publish(channel, self._shown, line, answer)
            self._send()

    def _publish(self, channel: Channel, match: LiveMatch, line: JournalLine, answer: Accepted) -> None:
        if not channel.streams:
            del self._channels[channel.reader, channel.code]
            return
        if channel.code == BOARDS:
            board = self._board_event(channel.reader)
            for stream in list(channel.streams):
                stream.put(board, at_once=False)
            return
        for made in channel.rendered(match, line, answer, self.id):
            channel.recent.append(made)
            for stream in list(channel.streams):
                stream.put(made, at_once=False)

    def _accepted(self, line: JournalLine, spoken: Language) -> TableReply:
        """Return the answer to the request that stored a line."""
        return TableReply(Accepted(line.version), accepted(self.match, line, spoken))

    def _note_key(self, line: JournalLine) -> None:
        said = line.said
        if "key" in said:
            self._keys[read_maker(said["entry"]["by"]), said["key"]] = line

    # Reading.

    def snapshot(self, reader: Seat) -> Event:
        """Return the state of the match for a reader."""
        with self.lock:
            return snapshot(self.seen_by(reader), reader, self.at(reader))

    def board(self, reader: Seat) -> Board:
        """Return how the match stands for a reader, as a board of its tournament."""
        with self.lock:
            match = self.seen_by(reader)
            table, tags = match.table, match.opening.tags
            return Board(
                *(self.id, tags.get("Round", ""), tags.get("Board", ""), match.names),
                table.view(reader, self.at(reader)),
                match.awaited,
                self.moment(match.awaited_since),
                table.ended_by,
            )

    def _board_event(self, reader: Seat) -> Rendered:
        """Return the event that something has happened here, with how it stands now."""
        return Rendered.of({"event": "board", **dump_as(BoardSchema, self.board(reader))})

    def journal_for(self, reader: Seat, since: int, most: int) -> Sequence[JournalLine | SealedLine]:
        """Return the lines of the journal above a number as a reader may see them now, at most so many."""
        lines = self._journal.since(self.id, since, most)
        with self.lock:
            match = self.seen_by(reader)
            last = match.last.number
            return list(match.shown_to(reader, (line for line in lines if line.number <= last)))

    # Readers.

    def follow(self, stream: Stream, reader: Seat, code: str, since: int | None) -> None:
        """Subscribe a stream to the events after a version, or to a snapshot and what follows.

        Raises a Problem for a version in the future, or one after which too much has happened.
        """
        with self.lock:
            match = self.seen_by(reader)
            if since is None:
                stream.put(Rendered.of(snapshot(match, reader, self.at(reader)), self.id), bounded=False)
                self._join(reader, code, stream, match)
                return
            known = match.receipt.version
            if since > known:
                self.catch_up()
                known = match.receipt.version
            if since > known:
                raise Problem(409, Phrase(AHEAD.sentence, {"version": known, "since": since}), word="ahead")
            if known - since > LIVE_BACKLOG:
                raise Problem(410, TOO_OLD, word="too-old")
            if self.keeps(reader, code, since):
                for made in self._channel(reader, code).recent:
                    if made.id > since:
                        stream.put(made, bounded=False)
                self._join(reader, code, stream, match)
                return
        self._replay(stream, reader, code, since)

    def keeps(self, reader: Seat, code: str, since: int) -> bool:
        """Return whether the events after a version are kept as bytes; else the match must be replayed."""
        with self.lock:
            channel = self._channels.get((reader, code))
            is_recent = channel and channel.recent and channel.recent[0].id <= since + 1
            return bool(is_recent) or since == self.seen_by(reader).receipt.version

    def follow_text(self, stream: Stream, reader: Seat) -> None:
        """Subscribe a stream to the match as text, from its start."""
        with self.lock:
            self.catch_up()
            match = self.seen_by(reader)
            channel = self._channel(reader, TEXT)
            channel.text.more(match)
            is_over = match.table.ending is not None
            text = Rendered(match.table.version, is_over, {TEXT: channel.text.game.encode()})
            stream.put(text, bounded=False)
            if not is_over:
                channel.streams.add(stream)

    def follow_board(self, stream: Stream, reader: Seat) -> None:
        """Subscribe a stream to how the match stands, beginning with now."""
        with self.lock:
            self.catch_up()
            streams = self._channel(reader, BOARDS).streams
            if not stream.is_closed and stream not in streams:
                if not self.is_early(reader):
                    stream.put(self._board_event(reader), bounded=False)
                streams.add(stream)

    def _replay(self, stream: Stream, reader: Seat, code: str, since: int) -> None:
        """Replay the match in the background up to now, and continue from there.

        A stream that is sent too much at a time ends, and its reader resumes it.
        """
        match: LiveMatch | None = None
        size = 0
        for attempt in range(TRIES):
            lines = self._journal.since(self.id, match.last.number if match else -1)
            with self.lock:
                self.catch_up()
                last = self.seen_by(reader).last.number
                if match is not None and match.last.number == last:
                    self._join(reader, code, stream, match)
                    return
                if attempt + 1 == TRIES:
                    break
            for line in lines:
                if line.number > last:
                    break
                if match is None:
                    match = LiveMatch.resume([line])
                    continue
                answer = match.take(line)
                if line.version <= since:
                    continue
                for event in events(match, line, answer, reader, language(code)):
                    made = Rendered.of(event, self.id)
                    stream.put(made, bounded=False)
                    size += len(made.forms[stream.form])
                if size > LIVE_PIECE:
                    stream.end()
                    return
        raise Problem(503, BUSY)

    def _channel(self, reader: Seat, code: str) -> Channel:
        return self._channels.setdefault((reader, code), Channel(reader, code))

    def _join(self, reader: Seat, code: str, stream: Stream, match: LiveMatch) -> None:
        """Subscribe a stream to future events; a match that is over has at most its end, if not sent yet."""
        if match.table.ending is None:
            self._channel(reader, code).streams.add(stream)
        else:
            stream.put(Rendered.of(ended(match), self.id), bounded=False)

    def leave(self, stream: Stream) -> None:
        """Remove a stream."""
        with self.lock:
            for channel in self._channels.values():
                channel.streams.discard(stream)

    def streams(self, role: str = "") -> list[Stream]:
        """Return all streams, or those of one role."""
        with self.lock:
            channels = self._channels.values()
            wanted = [each for each in channels if not role or each.reader == read_maker(role)]
            return [stream for channel in wanted for stream in channel.streams]
