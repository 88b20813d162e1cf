"""The archive itself: records go in once, come out byte for byte, and are listed as they were judged.

What was judged belongs to a version of the program; :meth:`Store.rejudge` brings it up to date.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import sqlalchemy as sa

from notation import Game, digest, read
from notation.judge import Verdict
from notation.limits import Budget, check, limited
from notation.text import Source, cut
from viewer.limits import PAGE_RECORDS, REQUEST_WORK, Settings, judge_record, read_and_judge_record
from viewer.measures import DealTally, Grouping, question, tallies
from viewer.store.answers import forget_outdated, keep_answer, kept_answer
from viewer.store.counting import COUNTED_STATE, UNCOUNTED, put_rows, rows_to_count
from viewer.store.databases import Database
from viewer.store.entries import Added, ArchiveState, Listed, ListedPage, Novelty, Stored
from viewer.store.finding import find, numbers_after
from viewer.store.listings import Judged, is_outdated, put, put_new, shown, sorting_key, summary_of
from viewer.store.ordering import Order, cursor_of, read_cursor
from viewer.store.searching import Asked, asked_for, check_page
from viewer.store.summaries import Summary, is_keepable, program, summarise, summarise_verdict
from viewer.store.tables import LISTINGS, RECORDS
from viewer.store.words import renew

_KEY: Final = re.compile("[0-9a-f]{8,64}")
_DIGITS: Final = 64
_BATCH: Final = 100
"""Records that are added together, or whose turn it is to be judged again that are asked for at once."""
_FOUND_AT_ONCE: Final = 500
"""Numbers of records that are looked up at once, where all that are found are handed out."""
_READ_AT_ONCE: Final = 20
"""Records that are read at once, where all that are found are handed out."""


class _Sent(NamedTuple):
    """A game that was sent, as it was judged."""

    game: Game
    summary: Summary
    said: str | None
    """The digest of what it says, if all of it could be read."""
    by_text: str
    """That of its text."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The ids under which it may be kept, the right one first.

        What an earlier program could not read lies under its text, and may be read by now.
        """
        return (self.said, self.by_text) if self.said else (self.by_text,)


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
        self._tallies: dict[str, tuple[tuple[object, ...], list[DealTally]]] = {}
        """What was counted last, by the question, with the state of the archive that it was counted in."""

    @classmethod
    def open(cls, url: str, settings: Settings | None = None) -> Self:
        """The archive at an address, ``sqlite:///PATH`` or ``postgresql+psycopg://...``, made if need be.

        Its tables are brought up to date, its judgements are not. Raises StoreError.
        """
        return cls(Database(url, settings))

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, data: bytes, *, at_once: bool = False) -> list[Added]:
        """Take every game of a file; blank text is none.

        With ``at_once`` all are taken or none is: they are judged before the first is kept, and where that
        takes more work than a limit around this leaves, SpentError is raised. Without it so many are taken
        at once, and where StoreError is raised those before them are kept.
        """
        games = (_sent(source) for source in cut(data) if source.text.strip())
        if at_once:
            judged = list(games)
            check()
            return self._add(judged)
        added = []
        while some := list(islice(games, _BATCH)):
            added += self._add(some)
        return added

    def _add(self, sent: Sequence[_Sent]) -> list[Added]:
        ids = {each for one in sent for each in one.keys}
        added, new = [], dict[str, _Sent]()
        with self._database.adding() as connection:
            texts = dict(_texts(connection, list(ids)))
            for one in sent:
                key = next((each for each in one.keys if each in texts), one.keys[0])
                text = texts.get(key)
                novelty = Novelty.KNOWN if text == one.game.source else Novelty.REWRITTEN
                if text is None:
                    texts[key], new[key], novelty = one.game.source, one, Novelty.NEW
                added.append(Added(key, one.said, one.game.number, novelty, one.summary))
            self._keep(connection, new)
        return added

    def _keep(self, connection: sa.Connection, new: dict[str, _Sent]) -> None:
        now = datetime.now(UTC)
        rows = [{"id": key, "text": one.game.source, "added": now} for key, one in new.items()]
        if rows:
            insert = sa.insert(RECORDS).returning(RECORDS.c.number, sort_by_parameter_order=True)
            numbers = connection.scalars(insert, rows).all()
            kept = zip(numbers, new.values(), strict=True)
            put_new(connection, (Judged(number, one.game.source, one.summary) for number, one in kept))

    def get(self, id: str) -> Stored | None:
        """The record of an id or of its beginning, 8 digits or more; None where there is none, or several.

        What is said of it is of today, whatever the lists say.
        """
        begun = id.lower()
        if not _KEY.fullmatch(begun):
            return None
        wanted = (
            sa.select(RECORDS, LISTINGS)
            .select_from(RECORDS.outerjoin(LISTINGS))
            .where(RECORDS.c.id.between(begun.ljust(_DIGITS, "0"), begun.ljust(_DIGITS, "f")))
            .limit(2)
        )
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all()
        return _stored(rows[0]) if len(rows) == 1 else None

    def search(
        self,
        *,
        order: Order = Order.ADDED,
        page: int = 1,
        size: int = 50,
        cursor: str = "",
        **asked: Any,
    ) -> ListedPage:
        """The records that fulfil all that is asked, as they were last judged; what is empty asks nothing.

        ``player``, ``event`` and ``series`` are words of a name, of each at least how it begins; ``text`` is
        whole words of the record in any order. ``rules`` is the name of a rule set, or a whole spec;
        ``result`` is a score (``7-4``), the seat or the partners that won, or ``*`` for a match that nobody
        has won; ``errors`` is whether there are any. A date of which parts are unknown is found wherever it
        may be meant. ``since`` is the number of a record, after which they came, or a moment. A ``cursor``
        is where a page before it ended, and takes the place of ``page``. Raises SearchError.
        """
        check_page(page, size)
        wanted, after = asked_for(**asked), read_cursor(cursor, order) if cursor else None
        with self._database.reading() as connection:
            found = find(connection, wanted, order, after, size, 0 if after else (page - 1) * size)
            records = shown(connection, found.numbers)
        goes_on = cursor_of(order, found.next) if found.next else None
        return ListedPage(records, found.total, found.more, page, size, goes_on)

    def each(self, **asked: Any) -> Iterator[Stored]:
        """All records that fulfil what is asked, as they were last judged; it is asked as in :meth:`search`.

        They are in the order in which they came, and what comes meanwhile comes last. No connection is held
        while one of them is looked at.
        """
        return self._each(asked_for(**asked))

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
        """The records that belong to a series of this very name, as they were last judged.

        They are in the order of their matches; where there are more than 500 the last are left out.
        """
        if not name or not is_keepable(name):
            return ()
        is_meant = (
            LISTINGS.c.series_key == sorting_key(name),
            LISTINGS.c.series == name,
        )
        wanted = (
            sa.select(LISTINGS.c.record)
            .where(*is_meant)
            .order_by(LISTINGS.c.match, LISTINGS.c.record)
            .limit(PAGE_RECORDS)
        )
        with self._database.reading() as connection:
            return shown(connection, connection.scalars(wanted).all())

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

        Each is done by itself, and the last one begun is finished.
        """
        budget = Budget(units) if units else None
        while True:
            with self._database.reading() as connection:
                numbers = connection.scalars(UNCOUNTED.limit(_BATCH)).all()
            for number in numbers:
                if budget and budget.left < 0:
                    return self._uncounted()
                self._count(number, budget)
            if not numbers:
                return 0

    def _uncounted(self) -> int:
        with self._database.reading() as connection:
            return connection.execute(
                sa.select(sa.func.count()).select_from(UNCOUNTED.subquery())
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
        """Raise StoreError where the archive cannot be reached."""
        with self._database.reading() as connection:
            connection.execute(sa.select(RECORDS.c.number).limit(1))

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

        Each is done by itself, so that others can read and write meanwhile. Without it a record that has
        never been judged is not found by searching.
        """
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
            # One after the other, where two programs judge the same record again.
            connection.execute(sa.select(RECORDS.c.number).where(is_meant).with_for_update())
            put(connection, Judged(number, text, summary))


def _sent(source: Source) -> _Sent:
    game, judged = read_and_judge_record(source)
    summary = summarise_verdict(game, judged) if isinstance(judged, Verdict) else summarise(judged)
    said = digest(game.record) if game.record else None
    return _Sent(game, summary, said, hashlib.sha256(game.source).hexdigest())


def _summary(game: Game) -> Summary:
    """What a list says of a game, as far as the work for a record reaches."""
    return summarise(judge_record(game))


def _game(text: bytes) -> Game:
    """The one game of a text that was cut from a file."""
    [game] = read(text)
    return game


def _texts(connection: sa.Connection, ids: list[str]) -> Iterator[tuple[str, bytes]]:
    """The texts that are kept under some ids."""
    for start in range(0, len(ids), PAGE_RECORDS):
        kept = sa.select(RECORDS.c.id, RECORDS.c.text).where(
            RECORDS.c.id.in_(ids[start : start + PAGE_RECORDS])
        )
        yield from map(tuple, connection.execute(kept))


def _rows(connection: sa.Connection, numbers: Sequence[int]) -> Sequence[sa.Row[Any]]:
    """Records with their listings, in the order in which they came."""
    wanted = sa.select(RECORDS, LISTINGS).select_from(RECORDS.join(LISTINGS))
    return connection.execute(wanted.where(RECORDS.c.number.in_(numbers)).order_by(RECORDS.c.number)).all()


def _stored(row: sa.Row[Any]) -> Stored:
    """The record of a row, with its listing; what is said of it is of today."""
    summary = summary_of(row) if row.program == program() else _summary(_game(row.text))
    return Stored(row.id, row.added, summary, row.number, row.text)
