"""The archive itself: records go in once, come out byte for byte, and are listed as they were judged.

What was judged belongs to a version of the program; :meth:`Store.rejudge` brings it up to date.
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import sqlalchemy as sa

from notation import Game, digest, read
from notation.judge import Verdict
from notation.limits import Budget, check, limited
from notation.text import Source, cut
from viewer.limits import PAGE_RECORDS, REQUEST_WORK, Settings, judge_record, read_and_judge_record
from viewer.measures import DealTally, Grouping, question, tallies
from viewer.store.access import (
    ANYBODY,
    OPEN,
    Sight,
    Standing,
    Visibility,
    is_listed,
    is_readable,
    put_standing,
    standings,
)
from viewer.store.answers import forget_outdated, keep_answer, kept_answer
from viewer.store.audit import AuditEntry, Deed, note, trail
from viewer.store.checking import Fault, faults
from viewer.store.counting import COUNTED_STATE, UNCOUNTED, put_rows, rows_to_count
from viewer.store.databases import Database
from viewer.store.entries import Added, ArchiveState, Listed, ListedPage, Novelty, Stored, Tombstone
from viewer.store.keys import KeyRing
from viewer.store.listings import LISTED, is_outdated, put, summaries
from viewer.store.moderation import (
    buried,
    bury,
    graves,
    hide,
    ids_by,
    readmit,
    refusal,
    remove,
    set_visibility,
)
from viewer.store.quotas import Quotas
from viewer.store.searching import Order, check_page, conditions
from viewer.store.summaries import Summary, is_keepable, program, summarise, summarise_verdict
from viewer.store.tables import AUDIT, KEYS, LISTINGS, RECORDS, TOMBSTONES
from viewer.store.transfer import Transferred, records

_KEY: Final = re.compile("[0-9a-f]{8,64}")
_BATCH: Final = 100
"""Records whose turn it is to be judged again that are asked for at once."""


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
        self._tallies: dict[str, tuple[tuple[object, ...], list[DealTally]]] = {}
        """What was counted last, by the question, with the state of the archive that it was counted in."""

    @classmethod
    def open(cls, url: str, settings: Settings | None = None, *, read_only: bool = False) -> Self:
        """The archive at an address, ``sqlite:///PATH`` or ``postgresql+psycopg://...``, made if need be.

        Its tables are brought up to date, its judgements are not; one that cannot be written is opened to
        read. Raises StoreError.
        """
        return cls(Database(url, settings, read_only))

    @property
    def read_only(self) -> bool:
        """Whether nothing is written: what would be raises ReadOnlyError."""
        return self._database.read_only

    def close(self) -> None:
        """Let go of the database."""
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
        standing: Standing = OPEN,
        actor: str = "",
        added: datetime | None = None,
        once_judged: Callable[[int], object] | None = None,
    ) -> list[Added]:
        """Take every game of a file, each wholly or not at all; blank text is none.

        New records get the ``standing``; private ones have an id of their own for each owner, so that nobody
        finds out by adding whether a record is there. The audit trail names the ``actor``, if there is one.
        ``added`` is the moment of adding where it is not now. With ``at_once`` the function ``once_judged``
        is told how many there are before the first is kept, and nothing is kept where it raises.

        Raises StoreError where one cannot be kept; those before it are. With ``at_once`` all are judged
        before the first is kept, and none is where that takes more work than a limit around this leaves:
        then SpentError is raised.
        """
        games = (_summarised(source) for source in cut(data) if source.text.strip())
        if at_once:
            judged = list(games)
            check()
            if once_judged:
                once_judged(len(judged))
            return [self._add(*each, standing, actor, added) for each in judged]
        return [self._add(*each, standing, actor, added) for each in games]

    def _add(
        self, game: Game, summary: Summary, standing: Standing, actor: str, added: datetime | None
    ) -> Added:
        said = digest(game.record) if game.record else None
        keys = ids_by(said, game.source, standing)
        key = keys[0]
        known = sa.select(RECORDS.c.id, RECORDS.c.text).where(RECORDS.c.id.in_(keys))
        novelty = Novelty.NEW
        with self._database.writing() as connection:
            why = refusal(connection, keys)
            if why is not None:
                return Added(key, said, game.number, Novelty.REFUSED, summary, why)
            row = connection.execute(known).first()
            if row is None:
                values = {"id": key, "text": game.source, "added": added or datetime.now(UTC)}
                if connection.scalar(self._database.insert(RECORDS, values).returning(RECORDS.c.id)):
                    put(connection, key, game, summary)
                    put_standing(connection, key, standing)
                    if actor:
                        note(connection, actor, Deed.ADD, key)
                else:
                    row = connection.execute(known).one()
            if row is not None:
                key, novelty = row.id, Novelty.KNOWN if row.text == game.source else Novelty.REWRITTEN
        return Added(key, said, game.number, novelty, summary)

    def get(self, id: str, sight: Sight = ANYBODY) -> Stored | None:
        """The record of an id or of its beginning, 8 digits or more; None where there is none, or several.

        What the ``sight`` does not reach is not there. What is said of a record is of today, whatever the
        lists say.
        """
        key = id.lower()
        if not _KEY.fullmatch(key):
            return None
        wanted = (
            sa.select(RECORDS, LISTINGS)
            .select_from(RECORDS.outerjoin(LISTINGS))
            .where(RECORDS.c.id >= key, RECORDS.c.id < f"{key}g", is_readable(RECORDS.c.id, sight, key))
            .limit(2)
        )
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all()
            if len(rows) != 1:
                return None
            [row] = rows
            standing = standings(connection, [row.id])[row.id]
            if row.program == program():
                [summary] = summaries(connection, rows)
                return Stored(row.id, row.added, summary, row.text, standing=standing)
        return Stored(row.id, row.added, _summary(_game(row.text)), row.text, standing=standing)

    def tombstone(self, id: str, sight: Sight = ANYBODY) -> Tombstone | None:
        """What is left of a record that was removed and could have been read before."""
        key = id.lower()
        if not _KEY.fullmatch(key):
            return None
        with self._database.reading() as connection:
            return buried(connection, key, sight)

    def set_visibility(self, id: str, visibility: Visibility, *, actor: str) -> str:
        """Say for whom a record is kept; its id afterwards, which is another where it becomes private or was.

        Raises StoreError where that cannot be.
        """
        return set_visibility(self._database, id, visibility, actor)

    def hide(self, id: str, hidden: bool, reason: str, *, actor: str) -> None:
        """Hide a record from all but operators and its owner, or show it again.

        Raises StoreError where it is gone.
        """
        with self._database.writing() as connection:
            hide(connection, id, hidden, reason, actor)

    def remove(self, id: str, reason: str, *, actor: str) -> None:
        """Remove a record with all that is derived of it; its id, the moment and the reason stay.

        Raises StoreError where it is gone.
        """
        with self._database.writing() as connection:
            remove(connection, id, reason, actor)
        self._database.forget_deleted()

    def readmit(self, id: str, reason: str, *, actor: str) -> None:
        """Let a record that was removed be added again; StoreError where none of this whole id was."""
        with self._database.writing() as connection:
            readmit(connection, id, reason, actor)

    def transfer(self, sight: Sight = ANYBODY) -> Iterator[Transferred]:
        """The records of a list as they go to another archive, by their ids."""
        return records(self._database, sight)

    def take(self, entry: Transferred | Tombstone, *, actor: str) -> Novelty:
        """Take what another archive has kept, or removed, with its moment and standing."""
        is_here = sa.select(RECORDS.c.id).where(RECORDS.c.id == entry.id)
        if isinstance(entry, Transferred):
            with self._database.reading() as connection:
                if connection.scalar(is_here):
                    return Novelty.KNOWN
            [added] = self.add(entry.text, standing=entry.standing, actor=actor, added=entry.added)
            return added.novelty
        with self._database.writing() as connection:
            if connection.scalar(is_here):
                return Novelty.REFUSED
            if refusal(connection, [entry.id]) is not None:
                return Novelty.KNOWN
            bury(connection, entry)
            note(connection, actor, Deed.REMOVE, entry.id, entry.reason)
        return Novelty.NEW

    def faults(self) -> Iterator[Fault]:
        """All that is not sound in the archive."""
        return faults(self._database)

    def file(self) -> Path | None:
        """The file of an archive of SQLite."""
        return self._database.file()

    def is_empty(self) -> bool:
        """Whether there is nothing in it that could be lost."""
        with self._database.reading() as connection:
            return not any(
                connection.scalar(sa.select(sa.func.count()).select_from(table))
                for table in (RECORDS, KEYS, TOMBSTONES, AUDIT)
            )

    def tombstones(self) -> list[Tombstone]:
        """All that was removed, the last first."""
        with self._database.reading() as connection:
            return list(graves(connection))

    def trail(self, subject: str = "", most: int = PAGE_RECORDS) -> list[AuditEntry]:
        """What was done to a record or a key of this name, or to any; what came last is first."""
        with self._database.reading() as connection:
            return trail(connection, subject, most)

    def search(
        self,
        *,
        player: str = "",
        event: str = "",
        date_from: str = "",
        date_to: str = "",
        rules: str = "",
        result: str = "",
        errors: bool | None = None,
        text: str = "",
        series: str = "",
        order: Order = Order.ADDED,
        page: int = 1,
        size: int = 50,
        sight: Sight = ANYBODY,
    ) -> ListedPage:
        """The records that fulfil all that is asked, as they were last judged; what is empty asks nothing.

        They are of those that are public; with a ``sight``, of those of its owner, or of all.

        ``player``, ``event`` and ``series`` are parts of a name, ``text`` is words of the record
        in any order. ``rules`` is the name of a rule set, or a whole spec; ``result`` is a score (``7-4``),
        the seat or the partners that won, or ``*`` for a match that nobody has won; ``errors`` is whether
        there are any. A date of which parts are unknown is found wherever it may be meant. Raises
        SearchError.
        """
        check_page(page, size)
        asked = conditions(player, event, date_from, date_to, rules, result, errors, text, series)
        asked.append(is_listed(LISTINGS.c.record, sight))
        total = sa.select(sa.func.count()).select_from(LISTED).where(*asked)
        shown = (
            sa.select(RECORDS.c.id, RECORDS.c.added, LISTINGS)
            .select_from(LISTED)
            .where(*asked)
            .order_by(*order.columns)
            .limit(size)
            .offset((page - 1) * size)
        )
        with self._database.reading() as connection:
            number = connection.execute(total).scalar_one()
            rows = connection.execute(shown).all()
            said = summaries(connection, rows)
            stand = standings(connection, [row.id for row in rows]) if sight != ANYBODY else {}
        records = (
            Listed(row.id, row.added, summary, standing=stand.get(row.id, OPEN))
            for row, summary in zip(rows, said, strict=True)
        )
        return ListedPage(tuple(records), number, page, size)

    def series(self, name: str) -> tuple[Listed, ...]:
        """The records that belong to a series of this very name, as they were last judged.

        They are in the order of their matches; where there are more than 500 the last are left out.
        """
        if not is_keepable(name):
            return ()
        shown = (
            sa.select(RECORDS.c.id, RECORDS.c.added, LISTINGS)
            .select_from(LISTED)
            .where(LISTINGS.c.series == name, LISTINGS.c.series != "", is_listed(LISTINGS.c.record))
            .order_by(LISTINGS.c.match, RECORDS.c.id)
            .limit(PAGE_RECORDS)
        )
        with self._database.reading() as connection:
            rows = connection.execute(shown).all()
            said = summaries(connection, rows)
        return tuple(Listed(row.id, row.added, summary) for row, summary in zip(rows, said, strict=True))

    def answer(self, record: str, question: str) -> bytes | None:
        """What this program has answered to a question about a record, if it is kept."""
        with self._database.reading() as connection:
            return kept_answer(connection, record, question)

    def keep(self, record: str, question: str, answer: bytes) -> None:
        """Keep the answer to a question about a record, for some time and if it is not too large."""
        with self._database.writing() as connection:
            keep_answer(connection, record, question, answer)

    def tallies(self, grouping: Grouping, most: int | None = None) -> list[DealTally]:
        """What was counted of the deals of the archive, of records that :meth:`count` has come to.

        It is counted once for each state of the archive, and nobody may change it.
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
        """Put down what is counted of records that came since, for so much work; how many records are left.

        An archive that is read only counts nothing. Each is done by itself, and the last one begun is
        finished.
        """
        if self.read_only:
            return self._uncounted()
        budget = Budget(units) if units else None
        while True:
            with self._database.reading() as connection:
                keys = connection.scalars(UNCOUNTED.limit(_BATCH)).all()
            for key in keys:
                if budget and budget.left < 0:
                    return self._uncounted()
                self._count(key, budget)
            if not keys:
                return 0

    def _uncounted(self) -> int:
        with self._database.reading() as connection:
            return connection.execute(
                sa.select(sa.func.count()).select_from(UNCOUNTED.subquery())
            ).scalar_one()

    def _count(self, key: str, budget: Budget | None) -> None:
        is_meant = RECORDS.c.id == key
        with self._database.reading() as connection:
            text = connection.scalar(sa.select(RECORDS.c.text).where(is_meant))
        if text is None:
            return
        with limited(REQUEST_WORK) as spent:
            rows = rows_to_count(text)
        if budget:
            budget.left -= spent.units - spent.left + 1
        with self._database.writing() as connection:
            connection.execute(sa.select(RECORDS.c.id).where(is_meant).with_for_update())
            put_rows(connection, key, rows)

    def check(self) -> None:
        """Raise StoreError where the archive cannot be reached."""
        with self._database.reading() as connection:
            connection.execute(sa.select(RECORDS.c.id).limit(1))

    def try_to_write(self) -> None:
        """Raise StoreError where nothing can be written."""
        self._database.try_to_write()

    @property
    def kind(self) -> str:
        """The kind of its database, ``sqlite`` or ``postgresql``."""
        return self._database.kind

    def state(self) -> ArchiveState:
        """How the archive stands."""
        with self._database.reading() as connection:
            records, last = connection.execute(sa.select(sa.func.count(), sa.func.max(RECORDS.c.added))).one()
        return ArchiveState(self._database.kind, self._database.size(), records, last)

    def rejudge(self) -> int:
        """Judge again what another version judged, or none; the number of records that were.

        In an archive that is read only none is.

        Each is done by itself, so that others can read and write meanwhile. Without it a record that has
        never been judged is not found by searching.
        """
        number, last = 0, ""
        if self.read_only:
            return 0
        with self._database.writing() as connection:
            forget_outdated(connection)
        outdated = sa.select(RECORDS.c.id).select_from(RECORDS.outerjoin(LISTINGS)).where(is_outdated())
        while True:
            next_ones = outdated.where(RECORDS.c.id > last).order_by(RECORDS.c.id).limit(_BATCH)
            with self._database.reading() as connection:
                keys = connection.scalars(next_ones).all()
            if not keys:
                return number
            for key in keys:
                self._rejudge(key)
            number, last = number + len(keys), keys[-1]

    def _rejudge(self, key: str) -> None:
        is_meant = RECORDS.c.id == key
        either = RECORDS.outerjoin(LISTINGS)
        wanted = sa.select(RECORDS.c.text).select_from(either).where(is_meant, is_outdated())
        with self._database.reading() as connection:
            text = connection.scalar(wanted)
        if text is None:  # another program has done it meanwhile
            return
        game = _game(text)
        summary = _summary(game)
        with self._database.writing() as connection:
            # One after the other, where two programs judge the same record again.
            if connection.scalar(sa.select(RECORDS.c.id).where(is_meant).with_for_update()):
                put(connection, key, game, summary)


def _summarised(source: Source) -> tuple[Game, Summary]:
    """A game of a file, and what a list says of it."""
    game, judged = read_and_judge_record(source)
    return game, summarise_verdict(game, judged) if isinstance(judged, Verdict) else summarise(judged)


def _summary(game: Game) -> Summary:
    """What a list says of a game, as far as the work for a record reaches."""
    return summarise(judge_record(game))


def _game(text: bytes) -> Game:
    """The one game of a text that was cut from a file."""
    [game] = read(text)
    return game
