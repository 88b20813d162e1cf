"""What each seat did in the deals of a record, put down to be counted; nothing is counted here by itself."""

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
"""The public records of which nothing has been put down yet."""

COUNTED_STATE: Final = sa.select(
    sa.func.count(),
    sa.func.max(COUNTED.c.record),
    sa.select(sa.func.max(AUDIT.c.number)).scalar_subquery(),
)
"""What is another once anything else is counted.

It is how many records there are, the last of them, and what was last made of any, which may have hidden one
and shown another.
"""


def rows_to_count(text: bytes) -> list[Row]:
    """What is put down of a record; nothing where that is more work than may be done for a record."""
    try:
        [game] = read(text)
        judgement = judge_record(game)
        with limited(RECORD_WORK):
            return list(seat_rows_of(judgement))
    except SpentError:
        return []


def discount(connection: sa.Connection, record: int) -> None:
    """Count a record no more, until somebody comes to it again."""
    connection.execute(sa.delete(COUNTED).where(COUNTED.c.record == record))
    connection.execute(sa.delete(UNCOUNTED).where(UNCOUNTED.c.record == record))
    put_down_to_count(connection, [record])


def put_down_to_count(connection: sa.Connection, records: Sequence[int]) -> None:
    """Have those of some listed records counted that are public; none of them is put down for that yet."""
    public = sa.select(LISTINGS.c.record).where(LISTINGS.c.record.in_(records), is_listed(LISTINGS.c.record))
    connection.execute(sa.insert(UNCOUNTED).from_select(["record"], public))


def put_rows(connection: sa.Connection, record: int, rows: list[Row]) -> None:
    """Put down what each seat did in the deals of a listed record, in the place of what is there."""
    for table in (COUNTED, UNCOUNTED):
        connection.execute(sa.delete(table).where(table.c.record == record))
    is_meant = sa.and_(LISTINGS.c.record == record, is_listed(LISTINGS.c.record))
    if not connection.scalar(sa.select(LISTINGS.c.record).where(is_meant)):
        return
    connection.execute(sa.insert(COUNTED).values(record=record))
    if rows:
        kept = [{"record": record} | {name: row[name] for name in _COLUMNS} for row in rows]
        connection.execute(sa.insert(SEATS), kept)
