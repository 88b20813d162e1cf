"""The execution of a search, with work that does not grow with the archive.

First a limited number of matches is gathered in any order. If these are all, they are sorted here. Otherwise
matches are common: then the index of the order is walked from the given place until a page is full. So no
list is sorted, and none is counted to its end.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from viewer.limits import PAGE_RECORDS, RECORDS_COUNTED
from viewer.store.access import ANYBODY, RecordSight, is_listed, standings
from viewer.store.databases import Database
from viewer.store.entries import Listed, ListedPage, Stored
from viewer.store.listings import shown, summary_of
from viewer.store.ordering import SORTINGS, Order, Place, Sorting, cursor_of, read_cursor
from viewer.store.searching import Asked, asked_for, check_page
from viewer.store.summaries import is_keepable, sorting_key
from viewer.store.tables import LISTINGS, RECORDS
from viewer.store.words import index_of

COMMON: Final = 5
"""Words are common if at least one in so many of the first records has them."""


_FOUND_AT_ONCE: Final = 500
"""Numbers of records fetched at once when all results are iterated."""
_READ_AT_ONCE: Final = 20
"""Records fetched at once when all results are iterated."""


class FoundNumbers(NamedTuple):
    """The numbers of the records of a page, and the place of the next page, if there is one."""

    numbers: tuple[int, ...]
    next: Place | None
    total: int
    """The number of matches, up to the limit of counting."""
    more: bool
    """Whether there are more than were counted."""


class SearchOfRecords:
    """The search in the records of an archive."""

    _database: Database

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
        both = RECORDS.join(LISTINGS)
        # Again, because a record may have been hidden since its number was found: readers can be slow.
        whole = sa.select(RECORDS, LISTINGS).select_from(both).where(is_listed(RECORDS.c.number))
        last = 0
        while True:
            with self._database.reading() as connection:
                found = walk(connection, asked, SORTINGS[Order.OLDEST], (last,)).limit(_FOUND_AT_ONCE)
                numbers = connection.scalars(found).all()
            for start in range(0, len(numbers), _READ_AT_ONCE):
                some = RECORDS.c.number.in_(numbers[start : start + _READ_AT_ONCE])
                wanted = whole.where(some).order_by(RECORDS.c.number)
                with self._database.reading() as connection:
                    rows = connection.execute(wanted).all()
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
        wanted = sa.select(LISTINGS.c.record).where(*is_meant).order_by(LISTINGS.c.match, LISTINGS.c.record)
        with self._database.reading() as connection:
            return shown(connection, connection.scalars(wanted.limit(PAGE_RECORDS)).all())


def _asked(sight: RecordSight, asked: dict[str, Any]) -> Asked:
    """Return the criteria of a search within the sight of a caller."""
    wanted = asked_for(**asked)
    return wanted._replace(conditions=(*wanted.conditions, is_listed(LISTINGS.c.record, sight)))


def find(
    connection: sa.Connection, asked: Asked, order: Order, after: Place | None, size: int, skipped: int
) -> FoundNumbers:
    """Return a page of the results, from a place or an offset."""
    sorting = SORTINGS[order]
    rows = connection.execute(gathering(connection, asked, sorting).limit(RECORDS_COUNTED + 1)).all()
    places = [tuple(row) for row in rows]
    more = len(places) > RECORDS_COUNTED
    total = min(len(places), RECORDS_COUNTED)
    if more:
        numbers = [place[-1] for place in places]
        common = max(numbers) - min(numbers) < COMMON * RECORDS_COUNTED and not asked.words.has_begun
        wanted = walk(connection, asked, sorting, after, common)
        walked = connection.execute(wanted.limit(size + 1).offset(skipped))
        places = [tuple(row) for row in walked]
    else:
        places.sort(reverse=sorting.falls)
        if after is not None:
            places = [place for place in places if (place < after if sorting.falls else place > after)]
        places = places[skipped : skipped + size + 1]
    page = places[:size]
    return FoundNumbers(
        tuple(place[-1] for place in page), page[-1] if len(places) > size else None, total, more
    )


def gathering(connection: sa.Connection, asked: Asked, sorting: Sorting) -> sa.Select[Any]:
    """Return a query for the places of all matches, unordered."""
    if asked.words and connection.dialect.name == "sqlite":
        return _streamed(connection, asked, sorting)
    return _listed(connection, asked, sorting)


def walk(
    connection: sa.Connection, asked: Asked, sorting: Sorting, after: Place | None, common: bool = False
) -> sa.Select[Any]:
    """Return a query for the places of all matches by the index of an order, after a place.

    If the words are ``common``, SQLite checks them record by record.
    """
    columns: tuple[sa.ColumnElement[Any], ...] = sorting.columns
    if asked.words and connection.dialect.name == "sqlite" and not sorting.walked:
        wanted, columns = _streamed(connection, asked, sorting), (index_of(connection).number,)
    else:
        how = f"INDEXED BY {sorting.walked}" if sorting.walked else "NOT INDEXED"
        wanted = _listed(connection, asked, sorting, common).with_hint(LISTINGS, how, "sqlite")
    if after is not None:
        row, place = sa.tuple_(*columns), sa.tuple_(*map(sa.literal, after))
        wanted = wanted.where(row < place if sorting.falls else row > place)
    return wanted.order_by(*(column.desc() if sorting.falls else column for column in columns))


def _listed(
    connection: sa.Connection, asked: Asked, sorting: Sorting, common: bool = False
) -> sa.Select[Any]:
    wanted, index = sa.select(*sorting.columns).where(*asked.conditions), index_of(connection)
    if not asked.words:
        return wanted
    found = index.numbers(asked.words)
    if common and connection.dialect.name == "sqlite":
        return wanted.where(found.where(index.number == LISTINGS.c.record).exists())
    return wanted.where(LISTINGS.c.record.in_(found))


def _streamed(connection: sa.Connection, asked: Asked, sorting: Sorting) -> sa.Select[Any]:
    """Return records in the order of SQLite's index of words, each joined to its listing."""
    index = index_of(connection)
    # The plus keeps SQLite from walking the listings and asking the index for each of them.
    both = index.table.join(LISTINGS, LISTINGS.c.record == sa.literal_column("+words.rowid"))
    wanted = sa.select(*sorting.columns).select_from(both).where(index.holds(asked.words), *asked.conditions)
    return wanted.with_hint(LISTINGS, "NOT INDEXED", "sqlite")
