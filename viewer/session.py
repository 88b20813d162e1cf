"""A live match in one program: requests as JSON, each answered, with the house dealing at once.

For programs that let others play: the command `santase referee`, the arena, or a tournament program. The
effect of a request is determined by :class:`LiveMatch`; there are no rules here. Nothing is sent anywhere:
the owner of a session sees everything and decides what is shown to whom.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Final, Self

from marshmallow import ValidationError

from notation.findings.translator import Translator
from notation.live.events import Event, accepted, events, snapshot
from notation.live.journal import SALT_BYTES, JournalLine
from notation.live.match import LiveMatch, MatchOpening, Proposed
from notation.live.record import record_so_far, text_of
from notation.record.words import SEAT_LETTERS, seat_letter
from notation.text.writer import write
from notation.wire.events import dump_refused
from notation.wire.shape import load_json
from notation.wire.table import (
    dump_table_ruling,
    dump_table_view,
    legal_words,
    maker_word,
    read_action_at,
    read_maker,
    read_request,
)
from referee.cards import Seat
from referee.shuffle import SEED_BYTES
from referee.table import ARBITER, HOST, Accepted, Answer, Entry, Refused
from viewer.documents.languages import language as language_of

LONGEST: Final = 1 << 16
"""Maximum of bytes of a line."""
_PATIENT: Final = 1 << 60


class Session:
    """A live match in this program; as a context it saves its record to the file at ``path``, if given.

    ``seed`` makes cards and salts repeatable and, without a clock, stops time: the same requests then make
    the same journal. Without it, both come from the system's random numbers. ``keep`` is given every line
    before it counts; a match is resumed from such ``lines``. For each of the ``readers``, seats or -1 for the
    public, events are buffered until :meth:`events` fetches them. With ``cuts`` the house waits until every
    seat has cut; otherwise it deals at once.

    >>> from notation.live.match import opening_of
    >>> with Session(opening_of("schnapsen", ("Ada", "Bob")), seed=66) as session:
    ...     while session.turn is not None:
    ...         answer = session.ask(session.turn, {"action": session.legal[0]})
    >>> session.match.table.ending.value, session.match.table.match.score
    ('played', [1, 7])
    """

    def __init__(
        self,
        opening: MatchOpening,
        *,
        seed: int | None = None,
        cuts: bool = False,
        path: Path | None = None,
        keep: Callable[[JournalLine], None] | None = None,
        lines: Iterable[JournalLine] = (),
        readers: Sequence[Seat] = (),
        language: Translator | None = None,
    ) -> None:
        self._seed = seed
        self._random = secrets.token_bytes if seed is None else Random(seed).randbytes  # noqa: S311 - repeatable
        self._stands_still = seed is not None and opening.control is None
        self._grace = _PATIENT if cuts else 0
        self._path = path
        self._keep = keep or (lambda line: None)
        self._language = language or language_of("en")
        self._said: dict[tuple[Seat, str], Event] = {}
        self._news: dict[Seat, list[Event]] = {}
        self._at = 0
        kept = list(lines)
        self.match = LiveMatch.resume(kept[:1]) if kept else LiveMatch.open(opening, self._salt())
        if not kept:
            self._keep(self.match.last)
        for line in kept[1:]:
            self._take(line)
        self._began = time.monotonic() - self._at / 1000
        for reader in readers:
            self._news[reader] = [snapshot(self.match, reader, self._at)]
        self._house()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._path:
            new = self._path.with_name(f"{self._path.name}.new")
            new.write_text(self.record, "utf-8")
            new.replace(self._path)

    @property
    def record(self) -> str:
        """The match so far in SGN, including the current deal."""
        return text_of(self.match, whole=True)

    @property
    def turn(self) -> str | None:
        """The seat whose turn it is, by its letter; None if nobody can act."""
        table = self.match.table
        if table.now is None or table.paused or table.ending is not None:
            return None
        return seat_letter(table.now.deal.turn)

    @property
    def legal(self) -> list[str]:
        """The legal actions of the seat whose turn it is, in the words of requests."""
        return legal_words(self.match.table, read_maker(self.turn), ARBITER) if self.turn else []

    def events(self, reader: Seat) -> list[Event]:
        """Return the events of a reader since the last call."""
        news, self._news[reader] = self._news[reader], []
        return news

    def ask(self, by: str, found: Mapping[str, Any]) -> Event:
        """Enter the request of a seat or the arbiter, or answer its question; raise nothing.

        ``found`` is a request as in live matches. Without a ``version`` it refers to the current state of the
        table. With ``get`` it is a question: ``snapshot``, ``legal``, ``why`` (of an ``action``) or
        ``record``, each answered as far as the one who asks may know; the arbiter's record has all cards. The
        answer is an event: ``accepted`` or ``refused``, the answer to the question, or ``error``.
        """
        try:
            asker = read_maker(by)
        except (KeyError, TypeError):
            asker = HOST
        if asker != ARBITER and asker not in self.match.seats:
            letters = ", ".join(SEAT_LETTERS[: len(self.match.seats)])
            return _error("unknown-seat", f"`by` says who asks: {letters} or arbiter")
        self._house()
        try:
            if "get" in found:
                return self._answer(asker, found)
            return self._ask(asker, found)
        except ValidationError as error:
            return _error("not-a-request", _in_words(error))

    def ask_line(self, data: bytes) -> Event:
        """Return the answer to a line: a request as JSON, with its sender as ``by``.

        It contains what an operator of all seats needs: the state of the table for the sender (``view``), and
        whose turn it is with the legal actions (``next``). No player may be shown that.
        """
        if len(data) > LONGEST:
            return _error("too-long", f"a line has at most {LONGEST} bytes")
        try:
            found = load_json(data)
        except (ValueError, RecursionError):
            return _error("not-json", "this line is not JSON in UTF-8")
        if not isinstance(found, dict):
            return _error("not-json", "this line is not a JSON object")
        by = found.pop("by", "")
        answer = self.ask(by, found)
        if answer["event"] in ("accepted", "refused"):
            answer = answer | self.beside(by)
        return answer

    def enter(self, entry: Entry) -> Answer:
        """Make an entry in the current state of the table; the house then does what is due."""
        proposed = self.match.propose(entry, self.match.table.version, self._salt())
        answer = proposed if isinstance(proposed, Refused) else self._store(proposed)
        self._house()
        return answer

    def now(self) -> int:
        """Return the milliseconds since the match was opened."""
        if not self._stands_still:
            self._at = max(self._at, int((time.monotonic() - self._began) * 1000))
        return self._at

    def beside(self, by: str) -> Event:
        """Return the state of the table for a seat or the arbiter, and who can act how; not for players."""
        view = dump_table_view(self.match.table.view(read_maker(by), self.now()))
        return {"by": by, "next": {"turn": self.turn, "legal": self.legal}, "view": view}

    def _ask(self, by: Seat, found: Mapping[str, Any]) -> Event:
        table = self.match.table
        request = read_request(table, by, self.now(), found)
        said = self._said.get((by, request.key)) if request.key else None
        if said is None:
            version = table.version if request.version is None else request.version
            proposed = self.match.propose(request.entry, version, self._salt(), request.key)
            if isinstance(proposed, Refused):
                said = dump_refused(table, proposed.ruling, by, self._language)
            else:
                self._store(proposed)
                said = accepted(self.match, proposed.line, self._language)
            self._house()
        return said

    def _answer(self, by: Seat, found: Mapping[str, Any]) -> Event:
        table = self.match.table
        match found["get"]:
            case "snapshot":
                return snapshot(self.match, by, self.now())
            case "legal":
                legal = legal_words(table, by)
                return {"event": "legal", "version": table.version, "by": maker_word(by), "legal": legal}
            case "why":
                word = found.get("action")
                try:
                    action = read_action_at(table, str(word))
                except ValueError as error:
                    raise ValidationError(str(error), "action") from None
                ruling = table.why_not(action, by)
                said = ruling and dump_table_ruling(ruling, table, self._language)
                return {"event": "why", "version": table.version, "action": word, "ruling": said}
            case "record":
                known = self.record if by == ARBITER else write(record_so_far(self.match, by))
                return {"event": "record", "version": table.version, "sgn": known}
        raise ValidationError("Must be one of: snapshot, legal, why, record.", "get")

    def _house(self) -> None:
        """Let the house do everything that is due."""
        while proposed := self.match.house(self.now(), self._cards(), self._salt(), grace=self._grace):
            self._store(proposed)

    def _cards(self) -> bytes:
        """Return the seed of the next cards; in a repeatable session it does not depend on the requests."""
        if self._seed is None:
            return self._random(SEED_BYTES)
        number = len(self.match.table.finished) + 1
        return Random(f"{self._seed}/{number}").randbytes(SEED_BYTES)  # noqa: S311 - repeatable

    def _store(self, proposed: Proposed) -> Accepted:
        self._keep(proposed.line)
        return self._take(proposed.line)

    def _take(self, line: JournalLine) -> Accepted:
        """Apply a line, and send its events to the readers."""
        answer = self.match.take(line)
        said = line.said
        self._at = max(self._at, said["entry"]["at"])
        if "key" in said:
            by = read_maker(said["entry"]["by"])
            self._said[by, said["key"]] = accepted(self.match, line, self._language)
        for reader, news in self._news.items():
            news += events(self.match, line, answer, reader, self._language)
        return answer

    def _salt(self) -> bytes:
        return self._random(SALT_BYTES)


def _error(code: str, says: str) -> Event:
    return {"event": "error", "code": code, "says": says}


def _in_words(error: ValidationError) -> str:
    """Return the errors of a request, member by member."""
    messages = error.messages if isinstance(error.messages, dict) else {error.field_name: error.messages}
    told = {
        name: " ".join(map(str, said)) if isinstance(said, list) else said for name, said in messages.items()
    }
    return " ".join(f"`{name}`: {said}" for name, said in told.items())
