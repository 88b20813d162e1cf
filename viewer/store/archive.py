"""The archive itself: records are added once, returned byte for byte, and listed as they were judged.

A judgement belongs to a version of the program; :meth:`Store.rejudge` brings it up to date.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import sqlalchemy as sa

from notation import Game, digest, read
from notation.judge import Verdict
from notation.limits import Budget, check, limited
from notation.text import Source, cut
from viewer.limits import (
    BALANCED_GAMES,
    PAGE_RECORDS,
    REQUEST_WORK,
    Settings,
    judge_record,
    read_and_judge_record,
)
from viewer.measures import DealTally, Grouping, question, tallies
from viewer.store.access import (
    ANYBODY,
    OPEN,
    RecordSight,
    RecordStanding,
    Visibility,
    is_listed,
    is_open,
    is_readable,
    put_standing,
    standings,
)
from viewer.store.answers import forget_outdated, keep_answer, kept_answer
from viewer.store.audit import AuditEntry, Deed, note, trail
from viewer.store.changes import changes
from viewer.store.checking import ArchiveFault, faults
from viewer.store.counting import COUNTED_STATE, NEXT_TO_COUNT, put_rows, rows_to_count
from viewer.store.databases import Database, ReadOnlyError, StoreError
from viewer.store.entries import (
    Added,
    ArchiveState,
    ChangesPage,
    Listed,
    ListedPage,
    Novelty,
    Stored,
    Tombstone,
)
from viewer.store.finding import find, numbers_after
from viewer.store.journal import NO_MATCH, Journals, KeptMatch
from viewer.store.keys import KeyRing
from viewer.store.listings import Judged, is_outdated, put, put_new, shown, summary_of
from viewer.store.moderation import (
    buried,
    bury,
    graves,
    hide,
    ids_by,
    ids_of,
    readmit,
    refusals,
    remove,
    set_visibility,
)
from viewer.store.named import NamedGames, named_games
from viewer.store.names import NameKind, NameOrder, NamesPage, find_names
from viewer.store.ordering import MOST, Order, cursor_of, read_cursor
from viewer.store.quotas import Quotas
from viewer.store.searching import Asked, asked_for, check_page
from viewer.store.summaries import (
    Summary,
    is_keepable,
    program,
    sorting_key,
    summarise,
    summarise_verdict,
)
from viewer.store.tables import AUDIT, KEYS, LISTINGS, MATCHES, RECORDS, TOMBSTONES, text_key
from viewer.store.transfer import Transferred, records
from viewer.store.words import renew, tidy_words

_KEY: Final = re.compile("[0-9a-f]{8,64}")
_DIGITS: Final = 64
_BATCH: Final = 100
"""Batch size for adding records, and for fetching those to judge again."""
_FOUND_AT_ONCE: Final = 500
"""Numbers of records fetched at once when all results are iterated."""
_READ_AT_ONCE: Final = 20
"""Records fetched at once when all results are iterated."""


class _Sent(NamedTuple):
    """A game that was sent, with its judgement, perhaps from when this very text was added."""

    source: Source
    summary: Summary
    said: str | None
    """The digest of its content, if all of it could be read."""
    known_as: str | None = None
    """The id of the record with this very text, if one was found before judging."""


class _Terms(NamedTuple):
    """How records are added: their standing, the actor, and the time."""

    standing: RecordStanding
    actor: str
    added: datetime | None
    beside: bool = False
    """Whether the same record with other notes is stored beside the first, by the digest of its text."""


class Store:
    r"""An archive of records.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Store.open(f"sqlite:///{folder}/archive.db") as store:
    ...     [added] = store.add('%SGN 1\n[A "Иван"]'.encode())
    ...     [listed] = store.search(player="ИВАН").records
    ...     added.novelty.value, listed.id == added.id, store.get(added.id[:12]).text.decode()
    ('new', True, '%SGN 1\n[A "Иван"]')
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.keys = KeyRing(database)
        self.quotas = Quotas(database)
        self.journal = Journals(database)
        self._tallies: dict[str, tuple[tuple[object, ...], list[DealTally]]] = {}
        """The last tallies, by question, with the state of the archive at that time."""

    @classmethod
    def open(cls, url: str, settings: Settings | None = None, *, read_only: bool = False) -> Self:
        """Open or create the archive at a URL, ``sqlite:///PATH`` or ``postgresql+psycopg://...``.

        Its tables are migrated, its judgements are not updated; an archive that cannot be written is opened
        read-only. Raises StoreError.
        """
        return cls(Database(url, settings, read_only))

    @property
    def read_only(self) -> bool:
        """Whether it is read-only: writing raises ReadOnlyError."""
        return self._database.read_only

    def close(self) -> None:
        """Close the database."""
        self.journal.close()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(
        self,
        data: bytes,
        *,
        at_once: bool = False,
        standing: RecordStanding = OPEN,
        actor: str = "",
        added: datetime | None = None,
        once_judged: Callable[[int], object] | None = None,
        beside: bool = False,
    ) -> list[Added]:
        """Add every game of a file; blank text contains none.

        New records get the ``standing``; private ones have a separate id for each owner, so that adding a
        record does not reveal whether it is there. The audit trail names the ``actor``, if there is one.
        ``added`` is the time of adding, by default now.

        Of a known record with another text, with different layout or notes, the first text stays; with
        ``beside`` the other is stored, too, and its id is the digest of its text.

        With ``at_once`` all are added or none: they are judged before the first is stored, and SpentError is
        raised if that takes more work than the surrounding limit leaves; ``once_judged`` is called with their
        number, and nothing is stored if it raises. Without it they are added in batches, and if StoreError is
        raised, the earlier batches are stored.

        A known text is neither parsed nor judged again: its result is taken from the lists.
        """
        if self.read_only:
            raise ReadOnlyError
        sources = (source for source in cut(data) if source.text.strip())
        terms = _Terms(standing, actor, added, beside)
        if at_once:
            judged = self._judged(list(sources), terms)
            check()
            if once_judged:
                once_judged(len(judged))
            return self._add(judged, terms)
        done = []
        while some := list(islice(sources, _BATCH)):
            done += self._add(self._judged(some, terms), terms)
        return done

    def _judged(self, sources: Sequence[Source], terms: _Terms) -> list[_Sent]:
        """Yield the games that were sent; only those with unknown text are judged."""
        known: dict[bytes, sa.Row[Any]] = {}
        if terms.standing.visibility is not Visibility.PRIVATE:  # the id of a private one is not its digest
            with self._database.reading() as connection:
                known = _known(connection, [source.raw for source in sources])
        return [
            _as_listed(source, known[source.raw]) if source.raw in known else _sent(source)
            for source in sources
        ]

    def _add(self, sent: Sequence[_Sent], terms: _Terms) -> list[Added]:
        if all(one.known_as for one in sent):
            return [
                Added(str(one.known_as), one.said, one.source.number, Novelty.KNOWN, one.summary)
                for one in sent
            ]
        keys = [ids_by(one.said, one.source.raw, terms.standing) for one in sent]
        ids = list({each for its in keys for each in its})
        added, new = [], dict[str, _Sent]()
        with self._database.adding() as connection:
            refused = refusals(connection, ids)
            texts = dict(_texts(connection, ids))
            for one, its in zip(sent, keys, strict=True):
                key = next((each for each in its if each in refused), None)
                if key is not None:
                    why = refused[key]
                    added.append(Added(key, one.said, one.source.number, Novelty.REFUSED, one.summary, why))
                    continue
                known = [each for each in its if each in texts]
                key = next((each for each in known if texts[each] == one.source.raw), (*known, its[0])[0])
                if terms.beside and texts.get(key, one.source.raw) != one.source.raw:
                    key = its[1]
                text = texts.get(key)
                novelty = Novelty.KNOWN if text == one.source.raw else Novelty.REWRITTEN
                if text is None:
                    texts[key], new[key], novelty = one.source.raw, one, Novelty.NEW
                added.append(Added(key, one.said, one.source.number, novelty, one.summary))
            self._keep(connection, new, terms)
        return added

    def _keep(self, connection: sa.Connection, new: dict[str, _Sent], terms: _Terms) -> None:
        moment = terms.added or datetime.now(UTC)
        rows = [
            {"id": key, "text": one.source.raw, "added": moment, "text_key": _key(one, key, terms)}
            for key, one in new.items()
        ]
        if not rows:
            return
        insert = sa.insert(RECORDS).returning(RECORDS.c.number, sort_by_parameter_order=True)
        numbers = connection.scalars(insert, rows).all()
        kept = zip(numbers, new.values(), strict=True)
        if terms.standing != OPEN:
            for number in numbers:
                put_standing(connection, number, terms.standing)
        put_new(connection, (Judged(number, one.source.raw, one.summary) for number, one in kept))
        if terms.actor:
            for key in new:
                note(connection, terms.actor, Deed.ADD, key)

    def get(self, id: str, sight: RecordSight = ANYBODY) -> Stored | None:
        """Return the record of an id or a prefix of 8 digits or more; None for none, or several.

        Records outside the ``sight`` count as missing. The record is judged by this version, whatever the
        lists say.
        """
        begun = id.lower()
        if not _KEY.fullmatch(begun):
            return None
        wanted = (
            sa.select(RECORDS, LISTINGS)
            .select_from(RECORDS.outerjoin(LISTINGS))
            .where(RECORDS.c.id.between(begun.ljust(_DIGITS, "0"), begun.ljust(_DIGITS, "f")))
            .where(is_readable(RECORDS.c.number, sight, begun))
            .limit(2)
        )
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all()
            if len(rows) != 1:
                return None
            standing = standings(connection, [rows[0].number])[rows[0].number]
        return _stored(rows[0], standing)

    def tombstone(self, id: str, sight: RecordSight = ANYBODY) -> Tombstone | None:
        """Return the tombstone of a record that could have been read before it was removed."""
        key = id.lower()
        if not _KEY.fullmatch(key):
            return None
        with self._database.reading() as connection:
            return buried(connection, key, sight)

    def file_record(self, match: str, text: bytes, *, actor: str = "") -> Added:
        """Add the record of a finished live match, and mark the match as finished.

        It is idempotent. A match that is not public gets an unlisted record. Raises StoreError.
        """
        listed = self.journal.find(match)
        if listed is None:
            raise StoreError(NO_MATCH)
        standing = OPEN if listed.listing.public else RecordStanding(visibility=Visibility.UNLISTED)
        [added] = self.add(text, standing=standing, actor=actor)
        self.journal.end(match, "" if added.novelty is Novelty.REFUSED else added.id)
        return added

    def set_visibility(self, id: str, visibility: Visibility, *, actor: str) -> str:
        """Set the visibility of a record; return its id, which changes if it becomes private, or was.

        Raises StoreError if that is impossible.
        """
        now = set_visibility(self._database, id, visibility, actor)
        if now != id:
            self._forget_deleted()
        return now

    def _forget_deleted(self) -> None:
        """Erase what was deleted from the index of words and from the log of a SQLite file."""
        with suppress(StoreError):  # it is deleted in any case
            with self._database.writing() as connection:
                tidy_words(connection)
            self._database.forget_deleted()

    def hide(self, id: str, hidden: bool, reason: str, *, actor: str) -> None:
        """Hide a record from all but operators and its owner, or show it again.

        Raises StoreError if it no longer exists.
        """
        with self._database.adding() as connection:
            hide(connection, id, hidden, reason, actor)

    def remove(self, id: str, reason: str, *, actor: str) -> None:
        """Remove a record with all derived data; its id, the time and the reason remain.

        Raises StoreError if it no longer exists.
        """
        with self._database.adding() as connection:
            remove(connection, id, reason, actor)
        self._forget_deleted()

    def readmit(self, id: str, reason: str, *, actor: str) -> None:
        """Allow a removed record to be added again; raise StoreError for an unknown or partial id."""
        with self._database.writing() as connection:
            readmit(connection, id, reason, actor)

    def changes(self, since: int = 0, size: int = 50) -> ChangesPage:
        """Return the changes to the public records after a number, in order, up to a maximum.

        Following it from 0 yields every public record, and reports each that is no longer public. A record
        comes in its present state, and may come again. Raises SearchError.
        """
        check_page(1, size)
        with self._database.reading() as connection:
            return changes(connection, min(since, MOST), size)

    def transfer(self, sight: RecordSight = ANYBODY) -> Iterator[Transferred]:
        """Yield the records of a list, as sent, for transfer to another archive."""
        return records(self._database, sight)

    def take(self, entry: Transferred | Tombstone | KeptMatch, *, actor: str) -> Novelty:
        """Store what another archive stored or removed, with its time and standing."""
        if isinstance(entry, KeptMatch):
            return self.journal.take(entry)
        is_here = sa.select(RECORDS.c.id).where(RECORDS.c.id == entry.id)
        if isinstance(entry, Transferred):
            with self._database.reading() as connection:
                if connection.scalar(is_here):
                    return Novelty.KNOWN
            game = _game(entry.text)
            beside = game.record is not None and entry.id == ids_of(game, entry.standing)[1]
            [added] = self.add(
                entry.text, standing=entry.standing, actor=actor, added=entry.added, beside=beside
            )
            return added.novelty
        with self._database.writing() as connection:
            if connection.scalar(is_here):
                return Novelty.REFUSED
            if refusals(connection, [entry.id]):
                return Novelty.KNOWN
            bury(connection, entry)
            note(connection, actor, Deed.REMOVE, entry.id, entry.reason)
        return Novelty.NEW

    def faults(self) -> Iterator[ArchiveFault]:
        """Yield everything that is wrong with the archive."""
        return faults(self._database, self.journal)

    def file(self) -> Path | None:
        """The file of a SQLite archive."""
        return self._database.file()

    def is_empty(self) -> bool:
        """Return whether there is nothing in it that could be lost."""
        with self._database.reading() as connection:
            return not any(
                connection.scalar(sa.select(sa.func.count()).select_from(table))
                for table in (RECORDS, MATCHES, KEYS, TOMBSTONES, AUDIT)
            )

    def tombstones(self) -> list[Tombstone]:
        """Return everything that was removed, newest first."""
        with self._database.reading() as connection:
            return list(graves(connection))

    def trail(self, subject: str = "", most: int = PAGE_RECORDS) -> list[AuditEntry]:
        """Return the audit trail of a record or a key, or of all; newest first."""
        with self._database.reading() as connection:
            return trail(connection, subject, most)

    def search(
        self,
        *,
        order: Order = Order.ADDED,
        page: int = 1,
        size: int = 50,
        cursor: str = "",
        sight: RecordSight = ANYBODY,
        **asked: Any,
    ) -> ListedPage:
        """Search the records that match all criteria, as last judged; empty criteria match everything.

        Only public records are searched; with a ``sight``, those of its owner, or all.

        ``player``, ``event`` and ``series`` are words of a name, or prefixes of them; ``text`` is whole words
        of the record in any order. ``rules`` is the name of a rule set, or a whole spec; ``result`` is a
        score (``7-4``), the seat or the partners that won, or ``*`` for a match without a winner; ``errors``
        is whether there are any. A partly unknown date is found in every span that it may belong to.
        ``since`` is the number of a record, after which they were added, or a time. A ``cursor`` is the end
        of the previous page, and replaces ``page``. Raises SearchError.
        """
        check_page(page, size)
        wanted, after = _asked(sight, asked), read_cursor(cursor, order) if cursor else None
        with self._database.reading() as connection:
            found = find(connection, wanted, order, after, size, 0 if after else (page - 1) * size)
            records = shown(connection, found.numbers)
            if sight != ANYBODY:
                stand = standings(connection, found.numbers)
                records = tuple(replace(each, standing=stand[each.number]) for each in records)
        goes_on = cursor_of(order, found.next) if found.next else None
        return ListedPage(records, found.total, found.more, page, size, goes_on)

    def each(self, **asked: Any) -> Iterator[Stored]:
        """Yield all public records that match, as last judged.

        The criteria are those of :meth:`search`. They come in the order in which they were added, those added
        meanwhile last. No connection is held between them.
        """
        return self._each(_asked(ANYBODY, asked))

    def _each(self, asked: Asked) -> Iterator[Stored]:
        last = 0
        while True:
            with self._database.reading() as connection:
                numbers = numbers_after(connection, asked, last, _FOUND_AT_ONCE)
            for start in range(0, len(numbers), _READ_AT_ONCE):
                with self._database.reading() as connection:
                    rows = _rows(connection, numbers[start : start + _READ_AT_ONCE])
                for row in rows:
                    yield Stored(row.id, row.added, summary_of(row), row.number, row.text)
            if len(numbers) < _FOUND_AT_ONCE:
                return
            last = numbers[-1]

    def series(self, name: str) -> tuple[Listed, ...]:
        """Return the records of a series of exactly this name, as last judged.

        They are in the order of their matches; more than 500 are cut off.
        """
        if not name or not is_keepable(name):
            return ()
        is_meant = (
            LISTINGS.c.series_key == sorting_key(name),
            LISTINGS.c.series == name,
            LISTINGS.c.series != "",
            is_listed(LISTINGS.c.record),
        )
        wanted = (
            sa.select(LISTINGS.c.record)
            .where(*is_meant)
            .order_by(LISTINGS.c.match, LISTINGS.c.record)
            .limit(PAGE_RECORDS)
        )
        with self._database.reading() as connection:
            return shown(connection, connection.scalars(wanted).all())

    def names(
        self,
        kind: NameKind,
        text: str = "",
        *,
        order: NameOrder = NameOrder.GAMES,
        page: int = 1,
        size: int = 50,
    ) -> NamesPage:
        """Return the players or the events of the public records, with the number of records of each.

        ``text`` is words of a name, or prefixes of them. Raises SearchError.
        """
        check_page(page, size)
        with self._database.reading() as connection:
            return find_names(connection, kind, text, order, page, size)

    def named(self, kind: NameKind, name: str, *, page: int = 1, size: int = 50) -> NamedGames | None:
        """Return the public records of a player or event of exactly this name; None if there are none.

        Only the last games and deals are counted. Raises SearchError.
        """
        check_page(page, size)
        with self._database.reading() as connection:
            return named_games(connection, kind, name, page, size, BALANCED_GAMES)

    def answer(self, record: str, question: str) -> bytes | None:
        """Return the cached answer of this program to a question about a record, if any."""
        with self._database.reading() as connection:
            return kept_answer(connection, record, question)

    def keep(self, record: str, question: str, answer: bytes) -> None:
        """Cache the answer to a question about a record, for some time, unless it is too large."""
        with self._database.writing() as connection:
            keep_answer(connection, record, question, answer)

    def tallies(self, grouping: Grouping, most: int | None = None) -> list[DealTally]:
        """Return the tallies of the deals of the archive, over the records that :meth:`count` has reached.

        They are computed once for each state of the archive, and shared, so never modify them.
        """
        asked = question(grouping, most)
        with self._database.reading() as connection:
            state = tuple(connection.execute(COUNTED_STATE).one())
            kept = self._tallies.get(asked)
            if kept and kept[0] == state:
                return kept[1]
            found = tallies(connection.execute(sa.text(asked)))
        self._tallies[asked] = state, found
        return found

    def count(self, units: int | None = None) -> int:
        """Tally new records, up to an amount of work; return how many are left.

        A read-only archive tallies nothing. Each record is a separate transaction, and the last one begun is
        finished.
        """
        if self.read_only:
            return self._uncounted()
        budget = Budget(units) if units else None
        while True:
            with self._database.reading() as connection:
                numbers = connection.scalars(NEXT_TO_COUNT.limit(_BATCH)).all()
            for number in numbers:
                if budget and budget.left < 0:
                    return self._uncounted()
                self._count(number, budget)
            if not numbers:
                return 0

    def _uncounted(self) -> int:
        with self._database.reading() as connection:
            return connection.execute(
                sa.select(sa.func.count()).select_from(NEXT_TO_COUNT.subquery())
            ).scalar_one()

    def _count(self, number: int, budget: Budget | None) -> None:
        is_meant = RECORDS.c.number == number
        with self._database.reading() as connection:
            text = connection.scalar(sa.select(RECORDS.c.text).where(is_meant))
        if text is None:
            return
        with limited(REQUEST_WORK) as spent:
            rows = rows_to_count(text)
        if budget:
            budget.left -= spent.units - spent.left + 1
        with self._database.writing() as connection:
            connection.execute(sa.select(RECORDS.c.number).where(is_meant).with_for_update())
            put_rows(connection, number, rows)

    def check(self) -> None:
        """Raise StoreError if the archive is unreachable."""
        with self._database.reading() as connection:
            connection.execute(sa.select(RECORDS.c.number).limit(1))

    def try_to_write(self) -> None:
        """Raise StoreError if it cannot be written."""
        self._database.try_to_write()

    @property
    def kind(self) -> str:
        """The database system, ``sqlite`` or ``postgresql``."""
        return self._database.kind

    def state(self) -> ArchiveState:
        """Return statistics on the archive."""
        with self._database.reading() as connection:
            records, last = connection.execute(sa.select(sa.func.count(), sa.func.max(RECORDS.c.added))).one()
        return ArchiveState(self._database.kind, self._database.size(), records, last)

    def rejudge(self) -> int:
        """Judge the records that another version, or none, has judged; return their number.

        Does nothing if the archive is read-only. Each record is a separate transaction, so that others can
        read and write meanwhile. A record that was never judged cannot be found by searching.
        """
        if self.read_only:
            return 0
        done = last = 0
        with self._database.writing() as connection:
            forget_outdated(connection)
            renew(connection)
        outdated = sa.select(RECORDS.c.number).select_from(RECORDS.outerjoin(LISTINGS)).where(is_outdated())
        while True:
            next_ones = outdated.where(RECORDS.c.number > last).order_by(RECORDS.c.number).limit(_BATCH)
            with self._database.reading() as connection:
                numbers = connection.scalars(next_ones).all()
            if not numbers:
                return done
            for number in numbers:
                self._rejudge(number)
            done, last = done + len(numbers), numbers[-1]

    def _rejudge(self, number: int) -> None:
        is_meant = RECORDS.c.number == number
        either = RECORDS.outerjoin(LISTINGS)
        wanted = sa.select(RECORDS.c.text).select_from(either).where(is_meant, is_outdated())
        with self._database.reading() as connection:
            text = connection.scalar(wanted)
        if text is None:  # another program has done it meanwhile
            return
        summary = _summary(_game(text))
        with self._database.writing() as connection:
            # One after the other, in case two programs judge the same record again.
            if connection.scalar(sa.select(RECORDS.c.number).where(is_meant).with_for_update()):
                put(connection, Judged(number, text, summary))


def _sent(source: Source) -> _Sent:
    game, judged = read_and_judge_record(source)
    summary = summarise_verdict(game, judged) if isinstance(judged, Verdict) else summarise(judged)
    return _Sent(source, summary, digest(game.record) if game.record else None)


def _as_listed(source: Source, row: sa.Row[Any]) -> _Sent:
    """Return a game with the text of a stored record, from its row and listing."""
    return _Sent(source, summary_of(row), row.id if row.whole else None, row.id)


def _known(connection: sa.Connection, texts: Sequence[bytes]) -> dict[bytes, sa.Row[Any]]:
    """Return the open records with one of these texts that this program judged, by text.

    A text that was unreadable when it was added, and is readable now, is excluded: its id is not its digest.
    """
    found: dict[bytes, sa.Row[Any]] = {}
    for start in range(0, len(texts), PAGE_RECORDS):
        some = texts[start : start + PAGE_RECORDS]
        is_there = sa.or_(
            RECORDS.c.text_key.in_(map(text_key, some)),
            RECORDS.c.id.in_(hashlib.sha256(text).hexdigest() for text in some),
        )
        rows = connection.execute(
            sa.select(RECORDS, LISTINGS)
            .select_from(RECORDS.join(LISTINGS))
            .where(is_there, LISTINGS.c.program == program(), is_open(RECORDS.c.number))
        )
        found |= {row.text: row for row in rows if row.text_key is not None or not row.whole}
    return found


def _key(sent: _Sent, id: str, terms: _Terms) -> int | None:
    """Return the number by which the text of a new record is found; None if its id is the text's digest."""
    by_said = ids_by(sent.said, sent.source.raw, terms.standing)[0]
    return text_key(sent.source.raw) if sent.said and id == by_said else None


def _asked(sight: RecordSight, asked: dict[str, Any]) -> Asked:
    """Return the criteria of a search within the sight of a caller."""
    wanted = asked_for(**asked)
    return wanted._replace(conditions=(*wanted.conditions, is_listed(LISTINGS.c.record, sight)))


def _summary(game: Game) -> Summary:
    """Return the summary of a game, as far as the work limit of a record allows."""
    return summarise(judge_record(game))


def _game(text: bytes) -> Game:
    """Return the only game of a text that was cut from a file."""
    [game] = read(text)
    return game


def _texts(connection: sa.Connection, ids: list[str]) -> Iterator[tuple[str, bytes]]:
    """Return the stored texts of some ids."""
    for start in range(0, len(ids), PAGE_RECORDS):
        kept = sa.select(RECORDS.c.id, RECORDS.c.text).where(
            RECORDS.c.id.in_(ids[start : start + PAGE_RECORDS])
        )
        yield from map(tuple, connection.execute(kept))


def _rows(connection: sa.Connection, numbers: Sequence[int]) -> Sequence[sa.Row[Any]]:
    """Return records with their listings, in the order in which they were added."""
    wanted = sa.select(RECORDS, LISTINGS).select_from(RECORDS.join(LISTINGS))
    return connection.execute(wanted.where(RECORDS.c.number.in_(numbers)).order_by(RECORDS.c.number)).all()


def _stored(row: sa.Row[Any], standing: RecordStanding) -> Stored:
    """Return the record of a row with its listing, judged by this version."""
    summary = summary_of(row) if row.program == program() else _summary(_game(row.text))
    return Stored(row.id, row.added, summary, row.number, row.text, standing=standing)
