"""The archive itself: records are added once, returned byte for byte, and listed as they were judged.

A judgement belongs to a version of the program; :meth:`Store.rejudge` brings it up to date.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import sqlalchemy as sa

from notation import Game, read
from notation.judge import Judgement
from notation.limits import check
from notation.record import NOBODY
from notation.text import Source, cut
from viewer.limits import Settings, judge_record, read_and_judge_record
from viewer.store.access import (
    ANYBODY,
    OPEN,
    RecordSight,
    RecordStanding,
    Visibility,
    is_open,
    is_readable,
    put_standing,
    standings,
)
from viewer.store.answers import Answers, forget_outdated
from viewer.store.audit import Deed, note
from viewer.store.changes import Changes
from viewer.store.checking import ArchiveFault, faults
from viewer.store.counting import Counting
from viewer.store.databases import Database, ReadOnlyError, StoreError
from viewer.store.entries import Added, ArchiveState, Novelty, Stored, Tombstone
from viewer.store.finding import SearchOfRecords
from viewer.store.forgetting import Forgetting
from viewer.store.journal import NO_MATCH, Journals, KeptMatch
from viewer.store.keys import KeyRing, be_in_use
from viewer.store.leases import Leases
from viewer.store.listings import Judged, is_outdated, put, put_new, summary_of
from viewer.store.moderation import ID, KeptRecord, bury, ids_by, refusals
from viewer.store.named import NamesHeld
from viewer.store.quotas import Quotas
from viewer.store.retention import HOUSEKEEPING, Retention
from viewer.store.summaries import Summary, program, summarise, summarise_verdict
from viewer.store.tables import AUDIT, KEYS, LISTINGS, MATCHES, RECORDS, TOMBSTONES, portions, text_key
from viewer.store.tournaments import Tournaments
from viewer.store.transfer import Transferred, records
from viewer.store.words import renew

_DIGITS: Final = 64
_LISTED: Final = RECORDS.outerjoin(LISTINGS)
"""The records, each with its listing if it has one."""
_BATCH: Final = 100
"""Batch size for adding records, and for fetching those to judge again."""


class _SentGame(NamedTuple):
    """A game that was sent, with its judgement, perhaps from when this very text was added."""

    source: Source
    summary: Summary
    said: str | None
    """The digest of its content, if all of it could be read."""
    known_as: str | None = None
    """The id of the record with this very text, if one was found before judging."""


class _AddingTerms(NamedTuple):
    """How records are added: their standing, the actor, and the time."""

    standing: RecordStanding
    actor: str
    added: datetime | None
    beside: bool = False
    """Whether the same record with other notes is stored beside the first, by the digest of its text."""
    id: str = ""
    """The only one of its two ids under which a record is looked for and stored, if one is required."""


class Store(SearchOfRecords, NamesHeld, Changes, Counting, Answers, Forgetting, Retention):
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
        self.leases = Leases(database)
        self.tournaments = Tournaments(database)
        self._tallies = {}

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
        id: str = "",
    ) -> list[Added]:
        """Add every game of a file; blank text contains none.

        New records get the ``standing``; private ones have a separate id for each owner, so that adding a
        record does not reveal whether it is there. The audit trail names the ``actor``, if there is one.
        ``added`` is the time of adding, by default now.

        Of a known record with another text, with different layout or notes, the first text stays; with
        ``beside`` the other is stored, too, and its id is the digest of its text. A single record is stored
        under the ``id`` that is given, one of those two, whatever else is there.

        With ``at_once`` all are added or none: they are judged before the first is stored, and SpentError is
        raised if that takes more work than the surrounding limit leaves; ``once_judged`` is called with their
        number, and nothing is stored if it raises. Without it they are added in batches, and if StoreError is
        raised, the earlier batches are stored.

        A known text is neither parsed nor judged again: its result is taken from the lists.
        """
        if self.read_only:
            raise ReadOnlyError
        sources = (source for source in cut(data) if source.text.strip())
        terms = _AddingTerms(standing, actor, added, beside, id)
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

    def _judged(self, sources: Sequence[Source], terms: _AddingTerms) -> list[_SentGame]:
        """Yield the games that were sent; only those with unknown text are judged."""
        known: dict[bytes, sa.Row[Any]] = {}
        if not terms.id and terms.standing.visibility is not Visibility.PRIVATE:  # its id is not its digest
            with self._database.reading() as connection:
                known = _known(connection, [source.raw for source in sources])
        return [
            _as_listed(source, known[source.raw]) if source.raw in known else _sent(source)
            for source in sources
        ]

    def _add(self, sent: Sequence[_SentGame], terms: _AddingTerms) -> list[Added]:
        if all(one.known_as for one in sent):
            return [
                Added(str(one.known_as), one.said, one.source.number, Novelty.KNOWN, one.summary)
                for one in sent
            ]
        program()  # takes long the first time: not while others wait to write
        with self._database.adding() as connection:
            return self._put(connection, sent, terms)

    def _put(self, connection: sa.Connection, sent: Sequence[_SentGame], terms: _AddingTerms) -> list[Added]:
        if terms.actor and terms.actor == terms.standing.owner:
            be_in_use(connection, terms.actor)  # who is being forgotten adds nothing any more
        keys = [_ids(one, terms) for one in sent]
        ids = list({each for its in keys for each in its})
        added, new = [], dict[str, _SentGame]()
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

    def _sent_again(self, text: bytes) -> _SentGame:
        """Return the only game of a text, judged."""
        [source] = cut(text)
        program()
        return _sent(source)

    def _put_again(self, connection: sa.Connection, sent: _SentGame, kept: KeptRecord, id: str) -> Added:
        """Store what takes the place of a record, as that stands, under an id."""
        terms = _AddingTerms(kept.standing, "", kept.added, id=id)
        [added] = self._put(connection, [sent], terms)
        return added

    def _keep(self, connection: sa.Connection, new: dict[str, _SentGame], terms: _AddingTerms) -> None:
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
        if not ID.fullmatch(begun):
            return None
        is_meant = RECORDS.c.id.between(begun.ljust(_DIGITS, "0"), begun.ljust(_DIGITS, "f"))
        is_seen = is_readable(RECORDS.c.number, sight, begun)
        wanted = sa.select(RECORDS, LISTINGS).select_from(_LISTED).where(is_meant, is_seen).limit(2)
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all()
            if len(rows) != 1:
                return None
            standing = standings(connection, [rows[0].number])[rows[0].number]
        return _stored(rows[0], standing)

    def file_record(
        self, match: str, text: bytes, score: str = "", winner: int = NOBODY, *, actor: str = ""
    ) -> Added:
        """Add the record of a finished live match, and mark the match as finished, with what it came to.

        It is idempotent. A match that is not public gets an unlisted record. Raises StoreError.
        """
        listed = self.journal.find(match)
        if listed is None:
            raise StoreError(NO_MATCH)
        standing = OPEN if listed.listing.public else RecordStanding(visibility=Visibility.UNLISTED)
        [added] = self.add(text, standing=standing, actor=actor)
        record = "" if added.novelty is Novelty.REFUSED else added.id
        self.journal.end(match, record, score, winner)
        return added

    def transfer(
        self, sight: RecordSight = ANYBODY, damaged: Callable[[str], object] | None = None
    ) -> Iterator[Transferred]:
        """Yield the records of a list, as sent, for transfer to another archive.

        ``damaged`` is called with the id of each that cannot be read; without it StoreError is raised.
        """
        return records(self._database, sight, damaged)

    def take(self, entry: Transferred | Tombstone | KeptMatch, *, actor: str) -> Novelty:
        """Store what another archive stored or removed, with its time and standing."""
        if isinstance(entry, KeptMatch):
            return self.journal.take(entry)
        is_here = sa.select(RECORDS.c.id).where(RECORDS.c.id == entry.id)
        if isinstance(entry, Transferred):
            with self._database.reading() as connection:
                if connection.scalar(is_here):
                    return Novelty.KNOWN
            [added] = self.add(
                entry.text, standing=entry.standing, actor=actor, added=entry.added, id=entry.id
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
        return self._database.file

    @property
    def place(self) -> sa.URL:
        """The address of its database."""
        return self._database.place

    def is_empty(self) -> bool:
        """Return whether there is nothing in it that could be lost."""
        with self._database.reading() as connection:
            rows = [sa.select(table) for table in (RECORDS, MATCHES, KEYS, TOMBSTONES)]
            rows.append(sa.select(AUDIT).where(AUDIT.c.deed.not_in(HOUSEKEEPING)))
            return not any(connection.execute(wanted.limit(1)).first() for wanted in rows)

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
        return ArchiveState(self._database.kind, self._database.size(), records, last, self.last_backup())

    def rejudge(self) -> int:
        """Judge the records that another version, or none, has judged; return their number.

        Does nothing if the archive is read-only. Each record is a separate transaction, so that others can
        read and write meanwhile. A record that was never judged cannot be found by searching.
        """
        if self.read_only:
            return 0
        done = last = 0
        # Which program this is takes long the first time: not while others wait to write.
        outdated = sa.select(RECORDS.c.number).select_from(_LISTED).where(is_outdated())
        with self._database.writing() as connection:
            forget_outdated(connection)
            renew(connection)
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
        wanted = sa.select(RECORDS.c.text).select_from(_LISTED).where(is_meant, is_outdated())
        with self._database.reading() as connection:
            text = connection.scalar(wanted)
        if text is None:  # another program has done it meanwhile
            return
        summary = _summary(_game(text))
        with self._database.writing() as connection:
            # One after the other, in case two programs judge the same record again.
            if connection.scalar(sa.select(RECORDS.c.number).where(is_meant).with_for_update()):
                put(connection, Judged(number, text, summary))


def _sent(source: Source) -> _SentGame:
    judged = read_and_judge_record(source)
    if isinstance(judged, Judgement):
        return _SentGame(source, summarise(judged), _said(judged.game))
    summary = summarise_verdict(judged)
    if judged.canonical is not None:
        return _SentGame(source, summary, hashlib.sha256(judged.canonical.encode()).hexdigest())
    return _SentGame(source, summary, _said(judged.game))


def _said(game: Game | None) -> str | None:
    return game.digest if game else None


def _ids(sent: _SentGame, terms: _AddingTerms) -> tuple[str, ...]:
    """Return the ids under which a record may be stored, the preferred one first."""
    ids = ids_by(sent.said, sent.source.raw, terms.standing)
    return (terms.id,) if terms.id in ids else ids


def _as_listed(source: Source, row: sa.Row[Any]) -> _SentGame:
    """Return a game with the text of a stored record, from its row and listing."""
    return _SentGame(source, summary_of(row), row.id if row.whole else None, row.id)


def _known(connection: sa.Connection, texts: Sequence[bytes]) -> dict[bytes, sa.Row[Any]]:
    """Return the open records with one of these texts that this program judged, by text.

    A text that was unreadable when it was added, and is readable now, is excluded: its id is not its digest.
    """
    found: dict[bytes, sa.Row[Any]] = {}
    for some in portions(texts):
        is_there = sa.or_(
            RECORDS.c.text_key.in_(map(text_key, some)),
            RECORDS.c.id.in_(hashlib.sha256(text).hexdigest() for text in some),
        )
        wanted = sa.select(RECORDS, LISTINGS).select_from(RECORDS.join(LISTINGS))
        is_meant = sa.and_(is_there, LISTINGS.c.program == program(), is_open(RECORDS.c.number))
        rows = connection.execute(wanted.where(is_meant))
        found |= {row.text: row for row in rows if row.text_key is not None or not row.whole}
    return found


def _key(sent: _SentGame, id: str, terms: _AddingTerms) -> int | None:
    """Return the number by which the text of a new record is found; None if its id is the text's digest."""
    by_said = ids_by(sent.said, sent.source.raw, terms.standing)[0]
    return text_key(sent.source.raw) if sent.said and id == by_said else None


def _summary(game: Game) -> Summary:
    """Return the summary of a game, as far as the work limit of a record allows."""
    return summarise(judge_record(game))


def _game(text: bytes) -> Game:
    """Return the only game of a text that was cut from a file."""
    [game] = read(text)
    return game


def _texts(connection: sa.Connection, ids: list[str]) -> Iterator[tuple[str, bytes]]:
    for some in portions(ids):
        kept = sa.select(RECORDS.c.id, RECORDS.c.text).where(RECORDS.c.id.in_(some))
        yield from map(tuple, connection.execute(kept))


def _stored(row: sa.Row[Any], standing: RecordStanding) -> Stored:
    """Return the record of a row with its listing, judged by this version."""
    summary = summary_of(row) if row.program == program() else _summary(_game(row.text))
    return Stored(row.id, row.added, summary, row.number, row.text, standing=standing)
