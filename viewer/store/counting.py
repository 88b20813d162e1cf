"""What each seat did in the deals of a record, as rows to be tallied; the tallies are made elsewhere."""

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from notation import read
from notation.corpus import Row, seat_rows_of
from notation.limits import Budget, SpentError, limited
from viewer.limits import RECORD_WORK, REQUEST_WORK, judge_record
from viewer.measures import DealTally, Grouping, question, tallies
from viewer.store.access import is_listed
from viewer.store.databases import Database
from viewer.store.tables import AUDIT, COUNTED, LISTINGS, RECORDS, SEATS, UNCOUNTED

BATCH: Final = 100
"""Records to count that are fetched at once."""
_COLUMNS: Final = tuple(column.name for column in SEATS.columns if column.name != "record")

_NEXT_TO_COUNT: Final = (
    sa.select(UNCOUNTED.c.record).where(is_listed(UNCOUNTED.c.record)).order_by(UNCOUNTED.c.record)
)
"""The public records without rows yet."""

_COUNTED_STATE: Final = sa.select(
    sa.func.count(), sa.func.max(COUNTED.c.record), sa.select(sa.func.max(AUDIT.c.number)).scalar_subquery()
)
"""The state that the tallies are cached for; it changes when anything else is counted.

It is the number of records, the last of them, and the last change to any, which may have hidden one and shown
another.
"""


class Counting:
    """The tallies of an archive."""

    _database: Database
    _tallies: dict[str, tuple[tuple[object, ...], list[DealTally]]]
    """The last tallies, by question, with the state of the archive at that time."""

    def tallies(self, grouping: Grouping, most: int | None = None) -> list[DealTally]:
        """Return the tallies of the deals of the archive, over the records that :meth:`count` has reached.

        They are computed once for each state of the archive, and shared, so never modify them.
        """
        asked = question(grouping, most)
        with self._database.reading() as connection:
            state = tuple(connection.execute(_COUNTED_STATE).one())
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
        if self._database.read_only:
            return self._uncounted()
        budget = Budget(units) if units else None
        while True:
            with self._database.reading() as connection:
                numbers = connection.scalars(_NEXT_TO_COUNT.limit(BATCH)).all()
            for number in numbers:
                if budget and budget.left < 0:
                    return self._uncounted()
                self._count(number, budget)
            if not numbers:
                return 0

    def _uncounted(self) -> int:
        with self._database.reading() as connection:
            return connection.execute(
                sa.select(sa.func.count()).select_from(_NEXT_TO_COUNT.subquery())
            ).scalar_one()

    def _count(self, number: int, budget: Budget | None) -> None:
        is_meant = RECORDS.c.number == number
        with self._database.reading() as connection:
            text = connection.scalar(sa.select(RECORDS.c.text).where(is_meant))
        if text is None:
            return
        with limited(REQUEST_WORK) as spent:
            rows = _rows_to_count(text)
        if budget:
            budget.left -= spent.units - spent.left + 1
        with self._database.writing() as connection:
            connection.execute(sa.select(RECORDS.c.number).where(is_meant).with_for_update())
            _put_rows(connection, number, rows)


def _rows_to_count(text: bytes) -> list[Row]:
    """Return the rows of a record; empty if they take more work than the limit of a record."""
    try:
        [game] = read(text)
        judgement = judge_record(game)
        with limited(RECORD_WORK):
            return list(seat_rows_of(judgement))
    except SpentError:
        return []


def discount(connection: sa.Connection, record: int) -> None:
    """Delete the rows of a record, so that it is counted again later."""
    connection.execute(sa.delete(COUNTED).where(COUNTED.c.record == record))
    connection.execute(sa.delete(UNCOUNTED).where(UNCOUNTED.c.record == record))
    put_down_to_count(connection, [record])


def put_down_to_count(connection: sa.Connection, records: Sequence[int]) -> None:
    """Mark those of some listed records that are public as uncounted; none of them may be marked yet."""
    public = sa.select(LISTINGS.c.record).where(LISTINGS.c.record.in_(records), is_listed(LISTINGS.c.record))
    connection.execute(sa.insert(UNCOUNTED).from_select(["record"], public))


def _put_rows(connection: sa.Connection, record: int, rows: list[Row]) -> None:
    """Store the rows of a listed record, replacing the old ones."""
    for table in (COUNTED, UNCOUNTED):
        connection.execute(sa.delete(table).where(table.c.record == record))
    is_meant = sa.and_(LISTINGS.c.record == record, is_listed(LISTINGS.c.record))
    if not connection.scalar(sa.select(LISTINGS.c.record).where(is_meant)):
        return
    connection.execute(sa.insert(COUNTED).values(record=record))
    if rows:
        kept = [{"record": record} | {name: row[name] for name in _COLUMNS} for row in rows]
        connection.execute(sa.insert(SEATS), kept)
