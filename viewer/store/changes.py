"""The changes to the public records, in order, so that mirrors can follow them.

An added record is known by its number. A later change gets a number from the same sequence, greater than all
before: the record became public, or is no longer public. Records that were never public are not mentioned.
"""

from itertools import islice
from typing import Final

import sqlalchemy as sa

from viewer.store.access import RecordStanding, is_listed
from viewer.store.databases import Database
from viewer.store.entries import ChangesPage, RecordChange, Tombstone, tombstone_of
from viewer.store.listings import shown
from viewer.store.ordering import MOST
from viewer.store.searching import check_page
from viewer.store.tables import CHANGES, LISTINGS, RECORDS, TOMBSTONES

_NEXT: Final = {
    "sqlite": "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'records' RETURNING seq",
    "postgresql": "SELECT nextval(pg_get_serial_sequence('records', 'number'))",
}
"""The next number of the sequence, which no record will have."""


def note_change(connection: sa.Connection, id: str, before: RecordStanding, after: RecordStanding) -> None:
    """Note that a record becomes public or is no longer public, if that is the case.

    It belongs in a transaction that adds, so that changes become visible in the order of their numbers.
    """
    if before.is_public != after.is_public:
        put_change(connection, id)


def put_change(connection: sa.Connection, id: str) -> None:
    """Store a change to a record that is or was public."""
    number = connection.scalar(sa.text(_NEXT[connection.dialect.name]))
    connection.execute(sa.delete(CHANGES).where(CHANGES.c.id == id))
    connection.execute(sa.insert(CHANGES).values(number=number, id=id))


class Changes:
    """The changes of an archive."""

    _database: Database

    def changes(self, since: int = 0, size: int = 50) -> ChangesPage:
        """Return the changes to the public records after a number, in order, up to a maximum.

        Following it from 0 yields every public record, and reports each that is no longer public. A record
        comes in its present state, and may come again. Raises SearchError.
        """
        check_page(1, size)
        with self._database.reading() as connection:
            return _changes(connection, min(since, MOST), size)


def _changes(connection: sa.Connection, since: int, size: int) -> ChangesPage:
    public = is_listed(LISTINGS.c.record)
    added = sa.select(LISTINGS.c.record).where(LISTINGS.c.record > since, public).order_by(LISTINGS.c.record)
    later = sa.select(CHANGES).where(CHANGES.c.number > since).order_by(CHANGES.c.number)
    found: dict[int, str] = dict.fromkeys(connection.scalars(added.limit(size + 1)), "")
    found |= {row.number: row.id for row in connection.execute(later.limit(size + 1))}
    page = {number: found[number] for number in islice(sorted(found), size)}
    ids = [key for key in page.values() if key]
    kept = sa.select(RECORDS.c.id, LISTINGS.c.record).select_from(RECORDS.join(LISTINGS))
    still = kept.where(RECORDS.c.id.in_(ids), public)
    numbers: dict[str, int] = {row.id: row.record for row in connection.execute(still)}
    wanted = {number for number, key in page.items() if not key} | set(numbers.values())
    records = {each.number: each for each in shown(connection, sorted(wanted))}
    graves = _graves(connection, ids)
    told = []
    for number, key in page.items():
        record = records.get(numbers.get(key, 0) if key else number)
        told.append(
            RecordChange(number, record.id if record else key, record, None if record else graves.get(key))
        )
    return ChangesPage(tuple(told), max(page, default=since), len(found) > size)


def _graves(connection: sa.Connection, ids: list[str]) -> dict[str, Tombstone]:
    """Return the tombstones of records that were removed while they were public."""
    rows = connection.execute(sa.select(TOMBSTONES).where(TOMBSTONES.c.id.in_(ids)))
    return {grave.id: grave for grave in map(tombstone_of, rows) if grave.standing.is_public}
