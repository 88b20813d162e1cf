"""The journals of live matches: the requests at each table, line by line, and the keys of its seats.

An appended line is on the disk, and only then may anybody learn of it. Writers are kept apart only by the
unique number of a line: the second gets an error, reads what it has missed and tries again. A line is never
changed, and deleted only with its match. Its content means nothing to this module.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from notation.findings import Phrase
from notation.live.journal import JournalLine
from notation.record import NOBODY, SEAT_LETTERS
from notation.wire.table import ARBITER_WORD
from viewer.limits import PAGE_RECORDS
from viewer.store.audit import Deed, note, was_removed
from viewer.store.databases import Database, StoreError, overwrite
from viewer.store.entries import Novelty
from viewer.store.joining import Joined
from viewer.store.summaries import is_keepable
from viewer.store.tables import MATCH_KEYS, MATCH_LINES, MATCHES
from viewer.store.tournaments import Tournament, put, remove_empty, tournament_of
from viewer.store.wakeups import Wakeups, tell

_OF_MATCH: Final = MATCH_LINES.c.match == sa.bindparam("of")
_LINE: Final = sa.select(*(MATCH_LINES.c[name] for name in JournalLine._fields))
_SINCE: Final = _LINE.where(_OF_MATCH, MATCH_LINES.c.number > sa.bindparam("above")).order_by(
    MATCH_LINES.c.number
)
_UNDER_KEY: Final = _LINE.where(
    _OF_MATCH,
    MATCH_LINES.c.by == sa.bindparam("maker"),
    MATCH_LINES.c.key == sa.bindparam("named"),
    MATCH_LINES.c.key != sa.literal_column("''"),  # as in the index
)
"""A frequent query, built once."""
NO_MATCH: Final = Phrase("there is no match of this id")


class Overtaken(Exception):  # noqa: N818 - no error: it is asked again
    """Somebody else has stored a line of this number before."""


class MatchListing(NamedTuple):
    """The entry of a match in lists."""

    opened: datetime
    """When it was opened; of a rematch, when those who watch may know of it."""
    names: tuple[str, ...] = ()
    """By seat."""
    rules: str = ""
    tournament: str = ""
    round: str = ""
    board: str = ""
    public: bool = True
    """Whether public lists contain it."""
    owner: str = ""
    """The name of the key with which it was opened; empty without one."""
    tournament_id: str = ""
    """The id of its tournament; empty without one."""


class ListedMatch(NamedTuple):
    """A match in a list."""

    id: str
    listing: MatchListing
    open: bool
    """Whether it is still running."""
    record: str = ""
    """The id of its record in the archive, once there is one."""
    score: str = ""
    """The game points by side, once it is over."""
    winner: int = NOBODY
    """The side that has won it."""
    free: tuple[str, ...] = ()
    """The seats that whoever comes may take (:meth:`Journals.with_seats`)."""
    identified: tuple[str, ...] = ()
    """The seats at which persons sit; the others are guests' or programs'."""
    guests: str = ""
    """The letters of the seats that tokens open."""
    own: str = ""
    """The seat of the person who asks."""
    awaited: tuple[str, ...] = ()
    """The seats for which it waits, where somebody has looked."""


class KeptLine(NamedTuple):
    """A line, its sender, and its key."""

    line: JournalLine
    by: str
    key: str


class RoleKey(NamedTuple):
    """What opens a role at a match: a token of the match, the key of a person, or nothing."""

    digest: bytes = b""
    """The digest of the token (:func:`token_digest`); empty where no token opens the role."""
    person: str = ""
    """The name of the key of the person to whom the role is bound; empty for a guest."""


class NewMatch(NamedTuple):
    """A match to store: its id, the first line of its journal, what opens its roles, its entry in lists."""

    id: str
    first: JournalLine
    keys: Mapping[str, RoleKey]
    listing: MatchListing
    seated: Sequence[JournalLine] = ()
    """The lines with which persons sit down at once."""


class KeptMatch(NamedTuple):
    """A match with its whole journal, and what opens its roles; and the tournament that it belongs to."""

    listed: ListedMatch
    lines: tuple[KeptLine, ...]
    keys: dict[str, RoleKey]
    tournament: Tournament | None = None


class Journals:
    """The journals of an archive.

    >>> from tempfile import TemporaryDirectory
    >>> from datetime import UTC
    >>> from notation.live.journal import next_line
    >>> from viewer.store import Store
    >>> first = next_line(None, 0, {"open": {}}, bytes(16))
    >>> second = next_line(first, 1, {"entry": {}}, bytes(16))
    >>> with TemporaryDirectory() as folder, Store.open(f"sqlite:///{folder}/archive.db") as store:
    ...     listing = MatchListing(datetime(2026, 11, 20, tzinfo=UTC))
    ...     store.journal.create_all([NewMatch("m1", first, {}, listing)])
    ...     store.journal.append("m1", second, by="A", key="k1") == second
    ...     store.journal.append("m1", second, by="A", key="k1") == second
    ...     [line.number for line in store.journal.since("m1", -1)]
    True
    True
    [0, 1]
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._wakeups = Wakeups(database)
        self._store = database.insert(MATCH_LINES).returning(MATCH_LINES.c.place)
        self._appending = Joined(self._append_all)

    def close(self) -> None:
        """Stop listening for lines."""
        self._wakeups.close()

    # Lines.

    def create_all(self, matches: Sequence[NewMatch], tournament: Tournament | None = None) -> None:
        """Create the journals of all these matches or of none, with their tournament if it is new.

        Raises Overtaken for an existing id, or for a tournament that the same request has opened before.
        """
        with self._database.writing() as connection:
            if tournament and not put(self._database, connection, tournament):
                raise Overtaken(tournament.id)
            for match, first, keys, listing, seated in matches:
                row = {"id": match, **listing._asdict(), "open": True}
                if connection.scalar(self._database.insert(MATCHES, row).returning(MATCHES.c.id)) is None:
                    raise Overtaken(match)
                for line in (first, *seated):
                    connection.execute(sa.insert(MATCH_LINES).values(_row(match, line, "", "")))
                _put_keys(connection, match, keys)
                tell(connection, match, first.number)
        for match, first, *_ in matches:
            self._wakeups.heard(match, first.number)

    def append(self, match: str, line: JournalLine, by: str, key: str = "") -> JournalLine:
        """Append a line, and return it when it is on the disk.

        If the same ``by`` has stored a line under this ``key`` before, that line is returned, and nothing is
        stored. Raises Overtaken if there is a line of this number, and StoreError; after that only
        :meth:`since` says whether it was stored.
        """
        return self._appending.write((match, line, by, key))

    def _append_all(
        self, wishes: Sequence[tuple[str, JournalLine, str, str]]
    ) -> list[JournalLine | Exception]:
        """Store lines in one transaction; return the result or error of :meth:`append` for each.

        They are stored in the order of the matches: two processes that store lines of the same ones in
        different orders would wait for each other.
        """
        done: dict[int, JournalLine | Exception] = {}
        with self._database.writing() as connection:
            for at in sorted(range(len(wishes)), key=lambda at: wishes[at][0]):
                match, line, by, key = wishes[at]
                if connection.scalar(self._store, _row(match, line, by, key)) is not None:
                    tell(connection, match, line.number)
                    done[at] = line
                else:
                    known = _line_under(connection, match, by, key)
                    done[at] = known or Overtaken(match, line.number)
        for match, line, _, _ in wishes:
            self._wakeups.heard(match, line.number)
        return [done[at] for at in range(len(wishes))]

    def since(self, match: str, number: int, most: int | None = None) -> list[JournalLine]:
        """Return the lines of a match with a number above this one, or at most so many; with -1 all."""
        with self._database.reading() as connection:
            rows = connection.execute(_SINCE.limit(most), {"of": match, "above": number})
            return [JournalLine(*row) for row in rows]

    def follow(self, follower: Callable[[str, int], None]) -> None:
        """Call a function, in any thread, with the match and number of every line that is stored.

        It gets an empty match and -1 if some may have been missed.
        """
        self._wakeups.follow(follower)

    # Keys.

    def role_of(self, match: str, token: str, person: str = "") -> str | None:
        """Return the role of a token, or else of a person, at a match: a seat or the arbiter, or None.

        The arbiter of a tournament is that of each of its matches.
        """
        digest, keys = token_digest(token), self.keys_of(match)
        found = [role for role, known in keys.items() if hmac.compare_digest(known.digest, digest)]
        found += [role for role, known in keys.items() if person and known.person == person]
        if not found and token:
            with self._database.reading() as connection:
                tournament = tournament_of(connection, match)
            if tournament and tournament.is_opened_by(digest):
                return ARBITER_WORD
        return found[0] if found else None

    def keys_of(self, match: str) -> dict[str, RoleKey]:
        """Return what opens the roles of a match."""
        with self._database.reading() as connection:
            return _keys_of(connection, match)

    def renew(self, match: str, role: str, digest: bytes) -> bool:
        """Replace the token of a role, given by its digest, or revoke it if that is empty.

        The old one is invalid. Returns False for the seat of a person, who keeps it.
        """
        columns = MATCH_KEYS.c
        is_token = sa.and_(columns.match == match, columns.role == role, columns.person == "")
        with self._database.writing() as connection:
            connection.execute(sa.delete(MATCH_KEYS).where(is_token))
            return self._open(connection, match, role, RoleKey(digest))

    def take_seat(self, match: str, role: str, digest: bytes) -> bool:
        """Give a role that is free the token of this digest; return whether it was free."""
        with self._database.writing() as connection:
            return self._open(connection, match, role, RoleKey(digest))

    def _open(self, connection: sa.Connection, match: str, role: str, key: RoleKey) -> bool:
        """Let a key open a role; return whether nothing else opens it."""
        insert = self._database.insert(MATCH_KEYS, _key_row(match, role, key))
        return connection.scalar(insert.returning(MATCH_KEYS.c.role)) is not None

    def bind(
        self, match: str, role: str, person: str, line: JournalLine, names: tuple[str, ...], digest: bytes
    ) -> bool:
        """Give a person a seat that is free, or that the token of this digest opens, which is void then.

        ``line`` says so in the journal, and ``names`` are those of the match with it. Returns whether the
        seat was to be had; raises Overtaken if there is a line of this number.
        """
        columns = MATCH_KEYS.c
        is_shown = sa.and_(columns.match == match, columns.role == role, columns.hash == digest)
        with self._database.writing() as connection:
            if digest and not connection.execute(sa.delete(MATCH_KEYS).where(is_shown)).rowcount:
                return False
            if not self._open(connection, match, role, RoleKey(person=person)):
                return False
            if connection.scalar(self._store, _row(match, line, "", "")) is None:
                raise Overtaken(match, line.number)
            connection.execute(sa.update(MATCHES).where(MATCHES.c.id == match).values(names=names))
            tell(connection, match, line.number)
        self._wakeups.heard(match, line.number)
        return True

    def with_seats(self, matches: Sequence[ListedMatch], person: str = "") -> list[ListedMatch]:
        """Return matches with the seats of persons, that of one of them, and the free ones if running."""
        wanted = sa.select(MATCH_KEYS).where(MATCH_KEYS.c.match.in_([each.id for each in matches]))
        with self._database.reading() as connection:
            keys = {
                (row.match, row.role): RoleKey(row.hash, row.person) for row in connection.execute(wanted)
            }
        return [_with_seats(each, keys, person) for each in matches]

    # The list.

    def find(self, match: str) -> ListedMatch | None:
        """Return a match by its id."""
        with self._database.reading() as connection:
            row = connection.execute(sa.select(MATCHES).where(MATCHES.c.id == match)).first()
        return _listed(row) if row else None

    def matches(
        self,
        *,
        is_open: bool | None = None,
        tournament: str = "",
        round: str = "",
        board: str = "",
        person: str = "",
        everything: bool = False,
        now: datetime | None = None,
        after: str = "",
        size: int = PAGE_RECORDS,
    ) -> list[ListedMatch]:
        """Return the public matches, or ``everything``, last opened first; empty criteria match all.

        Of a ``person`` they are those at which he sits, and those that he opened. A rematch of which those
        who watch may not know ``now`` is only for who sits there. ``after`` is the id of the match that
        precedes the page.
        """
        if not all(map(is_keepable, (tournament, round, board, after))):
            return []
        columns = MATCHES.c
        wanted = sa.select(MATCHES).order_by(columns.opened.desc(), columns.id.desc()).limit(size)
        if is_open is not None:
            wanted = wanted.where(columns.open.is_(is_open))
        asked = {columns.tournament: tournament, columns.round: round, columns.board: board}
        wanted = wanted.where(*(column == said for column, said in asked.items() if said))
        is_known = columns.opened <= (now or datetime.now(UTC))
        if person:
            sits = sa.select(MATCH_KEYS.c.match).where(MATCH_KEYS.c.person == person)
            wanted = wanted.where(sa.or_(columns.id.in_(sits), sa.and_(columns.owner == person, is_known)))
        elif not everything:
            wanted = wanted.where(columns.public, is_known)
        if after:
            last = sa.select(columns.opened, columns.id).where(columns.id == after)
            wanted = wanted.where(sa.tuple_(columns.opened, columns.id) < last.scalar_subquery())
        with self._database.reading() as connection:
            return [_listed(row) for row in connection.execute(wanted)]

    def open_matches(self) -> Sequence[str]:
        """Return the ids of all running matches, in the order in which they were opened."""
        wanted = sa.select(MATCHES.c.id).where(MATCHES.c.open).order_by(MATCHES.c.opened, MATCHES.c.id)
        with self._database.reading() as connection:
            return connection.scalars(wanted).all()

    def of_tournament(self, tournament: str) -> list[ListedMatch]:
        """Return the matches of a tournament, in the order in which they were opened."""
        columns = MATCHES.c
        wanted = sa.select(MATCHES).where(columns.tournament_id == tournament)
        with self._database.reading() as connection:
            return [_listed(row) for row in connection.execute(wanted.order_by(columns.opened, columns.id))]

    def there(self, matches: Sequence[str]) -> set[str]:
        """Those of some matches that there are; the others were removed."""
        wanted = sa.select(MATCHES.c.id).where(MATCHES.c.id.in_(matches))
        with self._database.reading() as connection:
            return set(connection.scalars(wanted))

    def end(self, match: str, record: str = "", score: str = "", winner: int = NOBODY) -> None:
        """Mark a match as finished, with the id of its record in the archive if it has one."""
        state = {"open": False, "record": record or None, "score": score, "winner": winner}
        ended = sa.func.coalesce(MATCHES.c.ended, datetime.now(UTC))
        with self._database.writing() as connection:
            is_meant = MATCHES.c.id == match
            connection.execute(sa.update(MATCHES).where(is_meant).values(state | {"ended": ended}))

    def remove(self, match: str, reason: str, *, actor: str) -> None:
        """Remove a match with its journal and its keys; raise StoreError if it does not exist.

        Its record in the archive stays, and is removed like any other. The last match takes its tournament
        with it.
        """
        with self._database.writing() as connection:
            overwrite(connection)
            tournament = tournament_of(connection, match)
            if not connection.execute(sa.delete(MATCHES).where(MATCHES.c.id == match)).rowcount:
                raise StoreError(NO_MATCH)
            if tournament:
                remove_empty(connection, tournament.id)
            note(connection, actor, Deed.REMOVE, match, reason)
        self._database.forget_deleted()

    # Transfer to another archive.

    def each(self, *, everything: bool) -> Iterator[KeptMatch]:
        """Yield the finished public matches, or ``everything``, with their journals, in opening order."""
        wanted = sa.select(MATCHES.c.id).order_by(MATCHES.c.opened, MATCHES.c.id)
        if not everything:
            wanted = wanted.where(MATCHES.c.public, MATCHES.c.open.is_(False))
        with self._database.reading() as connection:
            matches = connection.scalars(wanted).all()
        for match in matches:
            with self._database.reading() as connection:
                kept = _kept(connection, match)
            if kept:
                yield kept

    def take(self, match: KeptMatch) -> Novelty:
        """Store a match from another archive; of an existing one, the missing lines.

        It is refused if its journal differs here, or if it was removed.
        """
        listed, theirs = match.listed, match.lines
        with self._database.writing() as connection:
            if was_removed(connection, listed.id):
                return Novelty.REFUSED
            ours = _kept(connection, listed.id)
            known = len(ours.lines) if ours else 0
            if ours and ours.lines != theirs[:known]:
                return Novelty.KNOWN if theirs == ours.lines[: len(theirs)] else Novelty.REFUSED
            state: dict[str, object] = {"open": listed.open, "record": listed.record or None}
            state |= {"score": listed.score, "winner": listed.winner}
            state["ended"] = None if listed.open else datetime.now(UTC)
            if ours is None:
                row = {"id": listed.id, **listed.listing._asdict(), **state}
                if match.tournament:
                    put(self._database, connection, match.tournament)
                connection.execute(sa.insert(MATCHES).values(row))
                _put_keys(connection, listed.id, match.keys)
            elif theirs[known:]:
                connection.execute(sa.update(MATCHES).where(MATCHES.c.id == listed.id).values(state))
            for each in theirs[known:]:
                connection.execute(sa.insert(MATCH_LINES).values(_row(listed.id, *each)))
                tell(connection, listed.id, each.line.number)
        if theirs:
            self._wakeups.heard(listed.id, theirs[-1].line.number)
        return Novelty.KNOWN if ours else Novelty.NEW


def _kept(connection: sa.Connection, match: str) -> KeptMatch | None:
    row = connection.execute(sa.select(MATCHES).where(MATCHES.c.id == match)).first()
    if row is None:
        return None
    wanted = _LINE.add_columns(MATCH_LINES.c.by, MATCH_LINES.c.key).where(_OF_MATCH)
    lines = connection.execute(wanted.order_by(MATCH_LINES.c.number), {"of": match})
    kept = tuple(KeptLine(JournalLine(*line), by, key) for *line, by, key in lines)
    return KeptMatch(_listed(row), kept, _keys_of(connection, match), tournament_of(connection, match))


def _with_seats(match: ListedMatch, keys: Mapping[tuple[str, str], RoleKey], person: str) -> ListedMatch:
    known = {letter: keys.get((match.id, letter)) for letter in SEAT_LETTERS[: len(match.listing.names)]}
    persons = {letter: key.person for letter, key in known.items() if key and key.person}
    return match._replace(
        free=tuple(letter for letter, key in known.items() if match.open and key is None),
        identified=tuple(persons),
        guests="".join(letter for letter, key in known.items() if key and key.digest),
        own="".join(letter for letter, name in persons.items() if name == person),
    )


def _keys_of(connection: sa.Connection, match: str) -> dict[str, RoleKey]:
    rows = connection.execute(sa.select(MATCH_KEYS).where(MATCH_KEYS.c.match == match))
    return {row.role: RoleKey(row.hash, row.person) for row in rows}


def _put_keys(connection: sa.Connection, match: str, keys: Mapping[str, RoleKey]) -> None:
    for role, key in keys.items():
        connection.execute(sa.insert(MATCH_KEYS).values(_key_row(match, role, key)))


def _key_row(match: str, role: str, key: RoleKey) -> dict[str, object]:
    return {"match": match, "role": role, "hash": key.digest, "person": key.person}


def rematch_id(match: str) -> str:
    """Return the id of the rematch of a match."""
    return hashlib.sha256(f"rematch {match}".encode()).hexdigest()[:16]


def new_token() -> str:
    """Return a random token for a role: 256 bits."""
    return secrets.token_urlsafe(32)


def token_digest(token: str) -> bytes:
    """Return the digest that is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def _row(match: str, line: JournalLine, by: str, key: str) -> dict[str, object]:
    return {"match": match, **line._asdict(), "by": by, "key": key}


def _line_under(connection: sa.Connection, match: str, by: str, key: str) -> JournalLine | None:
    if not key:
        return None
    row = connection.execute(_UNDER_KEY, {"of": match, "maker": by, "named": key}).first()
    return JournalLine(*row) if row else None


def _listed(row: sa.Row[Any]) -> ListedMatch:
    listing = MatchListing(
        *(row.opened, row.names, row.rules, row.tournament, row.round, row.board, row.public, row.owner),
        tournament_id=row.tournament_id,
    )
    return ListedMatch(row.id, listing, row.open, row.record or "", row.score, row.winner)
