"""The execution of a search, with work that does not grow with the archive.

First a limited number of matches is gathered in any order. If these are all, they are sorted here. Otherwise
matches are common: then the index of the order is walked from the given place until a page is full. So no
list is sorted, and none is counted to its end.
"""

from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from viewer.limits import RECORDS_COUNTED
from viewer.store.ordering import SORTINGS, Order, Place, Sorting
from viewer.store.searching import Asked
from viewer.store.tables import LISTINGS
from viewer.store.words import index_of

COMMON: Final = 5
"""Words are common if at least one in so many of the first records has them."""


class FoundNumbers(NamedTuple):
    """The numbers of the records of a page, and the place of the next page, if there is one."""

    numbers: tuple[int, ...]
    next: Place | None
    total: int
    """The number of matches, up to the limit of counting."""
    more: bool
    """Whether there are more than were counted."""


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


def numbers_after(connection: sa.Connection, asked: Asked, number: int, size: int) -> list[int]:
    """Return the numbers of the next matches, in the order of adding."""
    found = walk(connection, asked, SORTINGS[Order.OLDEST], (number,)).limit(size)
    return list(connection.scalars(found))


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
