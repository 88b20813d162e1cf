"""Which worker looks after which share of the live matches: leases that their holders renew.

A lease says who does the duties of the house, so that not every worker does them. No match depends on it: the
journal accepts one line of each number, whoever sends it.
"""

from typing import NamedTuple

import sqlalchemy as sa

from viewer.store.databases import Database
from viewer.store.tables import LIVE_LEASES


class Lease(NamedTuple):
    """Who looks after a share of the matches."""

    worker: int
    """The number of the worker among those that run."""
    began: int
    """When its process began, in milliseconds since 1970: another process of that number began later."""
    beat: int
    """When it renewed the lease last, in milliseconds since 1970."""


class Leases:
    """The leases of an archive, by share.

    >>> from tempfile import TemporaryDirectory
    >>> from viewer.store import Store
    >>> first, second = Lease(0, 5, 10), Lease(1, 6, 20)
    >>> with TemporaryDirectory() as folder, Store.open(f"sqlite:///{folder}/archive.db") as store:
    ...     store.leases.replace(0, None, first), store.leases.replace(0, None, second)
    ...     store.leases.replace(0, first, second), store.leases.replace(0, first, first)
    ...     store.leases.all()
    (True, False)
    (True, False)
    {0: Lease(worker=1, began=6, beat=20)}
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> dict[int, Lease]:
        """Return every lease."""
        with self._database.reading() as connection:
            rows = connection.execute(sa.select(LIVE_LEASES))
            return {row.share: Lease(row.worker, row.began, row.beat) for row in rows}

    def replace(self, share: int, known: Lease | None, new: Lease) -> bool:
        """Replace a lease; return whether it was still as known, and so was replaced."""
        columns = LIVE_LEASES.c
        with self._database.writing() as connection:
            if known is None:
                made = self._database.insert(LIVE_LEASES, {"share": share, **new._asdict()})
                return connection.scalar(made.returning(columns.share)) is not None
            is_known = sa.tuple_(columns.share, columns.worker, columns.began, columns.beat) == (
                share,
                *known,
            )
            done = connection.execute(sa.update(LIVE_LEASES).where(is_known).values(new._asdict()))
            return bool(done.rowcount)
