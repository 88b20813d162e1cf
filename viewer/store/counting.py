"""What each seat did in the deals of a record, as rows to be tallied; the tallies are made elsewhere."""

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from notation import read
from notation.corpus import Row, seat_rows_of
from notation.limits import SpentError, limited
from viewer.limits import RECORD_WORK, judge_record
from viewer.store.access import is_listed
from viewer.store.tables import AUDIT, COUNTED, LISTINGS, SEATS, UNCOUNTED

_COLUMNS: Final = tuple(column.name for column in SEATS.columns if column.name != "record")

NEXT_TO_COUNT: Final = (
    sa.select(UNCOUNTED.c.record).where(is_listed(UNCOUNTED.c.record)).order_by(UNCOUNTED.c.record)
)
"""The public records without rows yet."""

COUNTED_STATE: Final = sa.select(
    sa.func.count(),
    sa.func.max(COUNTED.c.record),
    sa.select(sa.func.max(AUDIT.c.number)).scalar_subquery(),
)
"""The state that the tallies are cached for; it changes when anything else is counted.

It is the number of records, the last of them, and the last change to any, which may have hidden one and shown
another.
"""


def rows_to_count(text: bytes) -> list[Row]:
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


def put_rows(connection: sa.Connection, record: int, rows: list[Row]) -> None:
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
