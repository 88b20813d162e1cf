"""A match as one process has it: its table, kept up with the journal, and everybody who reads it here.

The journal is the truth. What is asked for is stored there before it counts; where somebody else was quicker,
the room catches up and asks again. Those who watch without a token see the table as it was so long ago as the
match says: they are shown another table, which takes every line so much later, and never this one.
"""

from collections import deque
from collections.abc import Callable, Iterable
from datetime import datetime
from threading import RLock
from time import monotonic
from typing import Any, Final, NamedTuple

from notation.findings import Phrase
from notation.live.events import Event, answered, ended, events, snapshot
from notation.live.journal import JournalLine, SealedLine
from notation.live.match import LiveMatch, Proposed
from notation.live.text import MatchText
from notation.wire.table import maker_word, read_maker, read_request
from referee.cards import NOBODY, Seat
from referee.table import ARBITER, Accepted, Answer, Refused
from viewer.documents.languages import Language, language
from viewer.limits import LIVE_BACKLOG, LIVE_KEY_SECONDS, LIVE_LINES, LIVE_RECENT
from viewer.store.journal import Journals, Overtaken, token_digest
from viewer.web.failures import Problem
from viewer.web.live.streams import TEXT, Rendered, Stream

AHEAD: Final = Phrase("This match is at version {version}: there is nothing after {since} yet.")
TOO_OLD: Final = Phrase(
    "That is too long ago. Please start from the current state of the match, or read its journal."
)
TOO_LONG: Final = Phrase("This table has received too many requests and takes no more.")
NO_VERSION: Final = Phrase("Say which version this refers to, or send an idempotency key.")
TRIES: Final = 100
"""How often a request is proposed anew where others are quicker."""
LEAST_AWAY: Final = 1_000
"""So many milliseconds without a server are given back to whose clock ran; less is not worth an entry."""


class Channel:
    """Those who get the same: one role, its events in one language or the match as text."""

    def __init__(self, reader: Seat, code: str) -> None:
        self.reader = reader
        self.code = code
        """The code of the language; :data:`TEXT` for the match as text."""
        self.text = MatchText(reader)
        self.streams: set[Stream] = set()
        self.recent: deque[Rendered] = deque(maxlen=LIVE_RECENT)
        """The last events, none left out between them."""
        self.after = -1
        """The version after which they begin, if none has been forgotten."""

    def rendered(self, match: LiveMatch, line: JournalLine, answer: Accepted, id: str) -> Iterable[Rendered]:
        """What they are sent of a line that a match has just taken."""
        if self.code != TEXT:
            told = events(match, line, answer, self.reader, language(self.code))
            return [Rendered.of(event, id) for event in told]
        table = match.table
        has_end = table.ended_at == table.version
        return [Rendered(table.version, has_end, {TEXT: self.text.more(match).encode()})]


class TableReply(NamedTuple):
    """What became of a request."""

    answer: Answer
    event: Event


class Room:
    """A match in this process; ``now`` tells the time in milliseconds since 1970, ``draw`` gives salts."""

    def __init__(
        self,
        id: str,
        lines: list[JournalLine],
        journal: Journals,
        now: Callable[[], int],
        draw: Callable[[int], bytes],
        send: Callable[[], None],
    ) -> None:
        self.id = id
        self.lock = RLock()
        self.match = LiveMatch.resume(lines)
        self.storing = -1
        """The number of a line that is being stored from here."""
        self.is_put_down = False
        """Whether the match has been put down as over."""
        self.has_rematch = False
        """Whether the match that follows has been opened."""
        self.public: bool | None = None
        """Whether everybody may watch; None while nobody has looked."""
        self.used = monotonic()
        """When somebody asked for it last."""
        self._journal = journal
        self._now = now
        self._draw = draw
        self._send = send
        """Has everything sent that streams were given."""
        opened = self.match.opening.opened
        self._opened = int(datetime.fromisoformat(opened).timestamp() * 1000) if opened else 0
        self._last = max(map(_at, lines))
        """The time of the last line, in milliseconds since the match was opened."""
        self._waiting: deque[JournalLine] = deque()
        """Lines that those who watch are not shown yet."""
        self._shown = self.match
        if self.delay:
            due = self.at() - self.delay
            early = [line for line in lines if line.number == 0 or _at(line) <= due]
            self._shown = LiveMatch.resume(early)
            self._waiting.extend(lines[len(early) :])
        self._channels: dict[tuple[Seat, str], Channel] = {}
        self._roles: dict[bytes, tuple[str, float]] = {}
        """What tokens open, by their digests, and until when that is remembered."""
        self._keys: dict[tuple[Seat, str], int] = {}
        """The numbers of the lines that were stored under a key, by who asked with which."""
        for line in lines:
            self._note_key(line)

    @property
    def delay(self) -> int:
        """By how many milliseconds those who watch see everything later."""
        return self.match.opening.delay

    @property
    def is_over_for_all(self) -> bool:
        """Whether everybody may know that the match is over."""
        return self._shown.table.ending is not None

    @property
    def has_streams(self) -> bool:
        """Whether anybody follows it here."""
        return bool(self.streams())

    def at(self, reader: Seat = ARBITER) -> int:
        """The time at the table for a reader, in milliseconds; it never goes back."""
        at = max(self._now() - self._opened, self._last)
        return at if reader != NOBODY or not self.delay else max(0, at - self.delay)

    def moment(self, at: int) -> int:
        """A time at the table, in milliseconds since 1970."""
        return self._opened + at

    def seen_by(self, reader: Seat) -> LiveMatch:
        """The match as a reader may know it now."""
        return self._shown if reader == NOBODY else self.match

    def role_of(self, token: str) -> str | None:
        """The role that a token opens; what it opened is remembered for a few seconds."""
        digest = token_digest(token)
        known = self._roles.get(digest)
        if known and monotonic() < known[1]:
            return known[0]
        role = self._journal.role_of(self.id, token)
        if role:
            self._roles[digest] = role, monotonic() + LIVE_KEY_SECONDS
        return role

    def forget_keys(self) -> None:
        """Remember no token any longer: one may open nothing now."""
        self._roles.clear()

    # What is asked.

    def ask(self, by: Seat, found: object, spoken: Language) -> TableReply:
        """Do what somebody asks, once it is stored; a Problem or ValidationError where it cannot be taken."""
        key = str(found.get("key", "")) if isinstance(found, dict) else ""
        with self.lock:
            for _ in range(TRIES):
                if (by, key) in self._keys:
                    return self._answer_again(self._keys[by, key], spoken)
                asked = read_request(self.match.table, by, self.at(), found)
                if asked.version is None and not asked.key:
                    raise Problem(422, NO_VERSION, word="no-version")
                if self.match.last.number >= LIVE_LINES:
                    raise Problem(409, TOO_LONG, word="too-long")
                version = self.match.table.version if asked.version is None else asked.version
                line = self.match.propose(asked.entry, version, self._draw(16), asked.key).line
                try:
                    stored = self._store(line, by, asked.key)
                except Overtaken:
                    self.catch_up()
                    continue
                if stored != line:
                    return self._answer_again(stored.number, spoken)
                answer = self._take(line)
                return TableReply(answer, answered(self.match, answer, line, spoken))
        raise Problem(503, Phrase("This table has too many requests now. Please try again in a while."))

    def keep_house(self) -> int:
        """Enter what the house has to, and show what is due; when there is more to do, or -1.

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
            waits += [_at(line) + self.delay for line in list(self._waiting)[:1]]
            due = [self.moment(at) for at in waits if at >= 0]
            return min(due, default=-1)

    def note_clock(self, since: int = 0) -> None:
        """Enter how much time the seat has left whose clock runs, for nobody may be there for a while.

        With ``since``, in milliseconds since 1970, when this process began to serve: what passed between the
        last line and then counts for nobody. Raises StoreError.
        """
        with self.lock:
            for _ in range(TRIES):
                lost = max(0, since - self.moment(self._last)) if since else 0
                if since and lost < LEAST_AWAY:
                    return
                proposed = self.match.note_clock(self.at(), self._draw(16), lost)
                if proposed is None or self._enter(proposed):
                    return

    def _enter(self, proposed: Proposed) -> bool:
        """Enter what the house has to, unless others have been quicker; whether it was entered."""
        try:
            self._store(proposed.line, proposed.entry.by, "")
        except Overtaken:
            self.catch_up()
            return False
        self._take(proposed.line)
        return True

    def catch_up(self) -> None:
        """Take what others have stored."""
        with self.lock:
            for line in self._journal.since(self.id, self.match.last.number):
                self._take(line)

    def _store(self, line: JournalLine, by: Seat, key: str) -> JournalLine:
        self.storing = line.number
        try:
            return self._journal.append(self.id, line, maker_word(by), key)
        finally:
            self.storing = -1

    def _take(self, line: JournalLine) -> Answer:
        answer = self.match.take(line)
        self._note_key(line)
        self._last = max(self._last, _at(line))
        for channel in list(self._channels.values()):
            if channel.reader != NOBODY or not self.delay:
                self._publish(channel, self.match, line, answer)
        if self.delay:
            self._waiting.append(line)
        self._send()
        return answer

    def _show_due(self) -> None:
        """Show those who watch what they may know by now."""
        due = self.at() - self.delay
        while self._waiting and _at(self._waiting[0]) <= due:
            line = self._waiting.popleft()
            answer = self._shown.take(line)
            for channel in list(self._channels.values()):
                if channel.reader == NOBODY:
                    self._publish(channel, self._shown, line, answer)
            self._send()

    def _publish(self, channel: Channel, match: LiveMatch, line: JournalLine, answer: Answer) -> None:
        if isinstance(answer, Refused):
            return
        if not channel.streams:
            del self._channels[channel.reader, channel.code]
            return
        for made in channel.rendered(match, line, answer, self.id):
            channel.recent.append(made)
            for stream in list(channel.streams):
                stream.put(made, at_once=False)

    def _answer_again(self, number: int, spoken: Language) -> TableReply:
        """What was answered to a request when the line of this number was stored."""
        *before, line = self._journal.since(self.id, -1)[: number + 1]
        match = LiveMatch.resume(before)
        answer = match.take(line)
        return TableReply(answer, answered(match, answer, line, spoken))

    def _note_key(self, line: JournalLine) -> None:
        said = line.said
        if "key" in said:
            self._keys[read_maker(said["entry"]["by"]), said["key"]] = line.number

    # What is read.

    def snapshot(self, reader: Seat) -> Event:
        """How the match stands for a reader."""
        with self.lock:
            return snapshot(self.seen_by(reader), reader, self.at(reader))

    def journal_for(self, reader: Seat) -> Iterable[JournalLine | SealedLine]:
        """The lines of the journal as a reader may have them now."""
        with self.lock:
            match = self.seen_by(reader)
            lines = self._journal.since(self.id, -1)[: match.last.number + 1]
            return list(match.shown_to(reader, lines))

    # Who follows.

    def follow(self, stream: Stream, reader: Seat, code: str, since: int | None) -> Channel:
        """Let a stream have what comes after a version, or the match as it stands and what comes then.

        A Problem where there is no such version yet, or too much came after it.
        """
        if since is None:
            with self.lock:
                channel = self._channel(reader, code)
                match = self.seen_by(reader)
                stream.put(Rendered.of(snapshot(match, reader, self.at(reader)), self.id), bounded=False)
                self._join(channel, stream, match, has_end=False)
                return channel
        with self.lock:
            known = self.seen_by(reader).receipt.version
            if since > known:
                self.catch_up()
                known = self.seen_by(reader).receipt.version
            if since > known:
                raise Problem(409, Phrase(AHEAD.sentence, {"version": known, "since": since}), word="ahead")
            if known - since > LIVE_BACKLOG:
                raise Problem(410, TOO_OLD, word="too-old")
            channel = self._channel(reader, code)
            recent = [made for made in channel.recent if made.id > since]
            if since == known or (channel.recent and channel.recent[0].id <= since + 1):
                for made in recent:
                    stream.put(made, bounded=False)
                ends = bool(recent) and recent[-1].ends
                self._join(channel, stream, self.seen_by(reader), has_end=ends)
                return channel
        return self._replay(stream, reader, code, since)

    def follow_text(self, stream: Stream, reader: Seat) -> Channel:
        """Let a stream have the match as text, from its start."""
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
        return channel

    def _replay(self, stream: Stream, reader: Seat, code: str, since: int) -> Channel:
        """Play the match again beside everything else, as far as it has come, and go on from there."""
        match: LiveMatch | None = None
        has_end = False
        for attempt in range(TRIES):
            lines = self._journal.since(self.id, match.last.number if match else -1)
            with self.lock:
                self.catch_up()
                last = self.seen_by(reader).last.number
                if match is not None and match.last.number == last:
                    channel = self._channel(reader, code)
                    self._join(channel, stream, match, has_end)
                    return channel
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
                    has_end = made.ends
                    stream.put(made, bounded=False)
        raise Problem(503, Phrase("This table has too many requests now. Please try again in a while."))

    def _channel(self, reader: Seat, code: str) -> Channel:
        return self._channels.setdefault((reader, code), Channel(reader, code))

    def _join(self, channel: Channel, stream: Stream, match: LiveMatch, has_end: bool) -> None:
        """Let a stream have what comes from now on; nothing comes where the match is over."""
        if match.table.ending is None:
            channel.streams.add(stream)
        elif has_end:
            stream.end()
        else:
            stream.put(Rendered.of(ended(match), self.id), bounded=False)

    def leave(self, stream: Stream) -> None:
        """Let a stream go."""
        with self.lock:
            for channel in self._channels.values():
                channel.streams.discard(stream)

    def streams(self, role: str = "") -> list[Stream]:
        """Those of everybody who follows, or of one role."""
        with self.lock:
            channels = self._channels.values()
            wanted = [each for each in channels if not role or each.reader == read_maker(role)]
            return [stream for channel in wanted for stream in channel.streams]


def _at(line: JournalLine) -> int:
    """The time of a line at the table; the first has none."""
    at: Any = line.said.get("entry", {}).get("at", 0)
    return int(at)
