"""What each seat did in the deals of a record, put down to be counted; nothing is counted here by itself."""

from typing import Final

import sqlalchemy as sa

from notation import read
from notation.corpus import Row, seat_rows_of
from notation.limits import SpentError, limited
from viewer.limits import RECORD_WORK, judge_record
from viewer.store.tables import COUNTED, LISTINGS, SEATS

_COLUMNS: Final = tuple(column.name for column in SEATS.columns if column.name != "record")

UNCOUNTED: Final = (
    sa.select(LISTINGS.c.record)
    .select_from(LISTINGS.outerjoin(COUNTED))
    .where(COUNTED.c.record.is_(None))
    .order_by(LISTINGS.c.record)
)
"""The records of which nothing has been put down yet."""

COUNTED_STATE: Final = sa.select(sa.func.count(), sa.func.max(COUNTED.c.record))
"""What is another once anything else is counted: how many records, and the last of them."""


def rows_to_count(text: bytes) -> list[Row]:
    """What is put down of a record; nothing where that is more work than may be done for a record."""
    try:
        [game] = read(text)
        judgement = judge_record(game)
        with limited(RECORD_WORK):
            return list(seat_rows_of(judgement))
    except SpentError:
        return []


def put_rows(connection: sa.Connection, record: int, rows: list[Row]) -> None:
    """Put down what each seat did in the deals of a listed record, in the place of what is there."""
    connection.execute(sa.delete(COUNTED).where(COUNTED.c.record == record))
    if not connection.scalar(sa.select(LISTINGS.c.record).where(LISTINGS.c.record == record)):
        return
    connection.execute(sa.insert(COUNTED).values(record=record))
    if rows:
        kept = [{"record": record} | {name: row[name] for name in _COLUMNS} for row in rows]
        connection.execute(sa.insert(SEATS), kept)
