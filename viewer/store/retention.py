"""Retention: what an archive drops once it is old enough, and when it was last backed up.

By default everything stays for ever. What is dropped, and before which day, is written to the audit trail in
the same transaction. Whatever a result refers to that counts stays: the journals of the matches of a
tournament, and of those in which a seat belongs to the holder of a key.
"""

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

import sqlalchemy as sa

from viewer.limits import Settings
from viewer.store.audit import Deed, note
from viewer.store.databases import Database
from viewer.store.journal import Journals
from viewer.store.quotas import DAY
from viewer.store.tables import AUDIT, MATCH_KEYS, MATCHES, SALTS, SESSIONS, TOMBSTONES, USES

HOUSEKEEPING: Final = (Deed.BACK_UP.value, Deed.TIDY.value)
"""The deeds that are about the archive as a whole, and lose nothing if they are lost."""
ARCHIVE: Final = "archive"
TRAIL: Final = "audit"
GRAVES: Final = "tombstones"


class Overdue(NamedTuple):
    """What is older than the operator wants to keep it."""

    matches: tuple[str, ...]
    """The finished live matches, by their ids."""
    entries: int
    """Entries of the audit trail."""
    removals: int
    """Tombstones of records."""


class Retention:
    """What is dropped from an archive when it is old, and the date of its last backup."""

    _database: Database
    journal: Journals

    def overdue(self, settings: Settings, now: datetime) -> Overdue:
        """Return what :meth:`tidy` would drop."""
        is_bound = sa.exists().where(MATCH_KEYS.c.match == MATCHES.c.id, MATCH_KEYS.c.person != "")
        old = MATCHES.c.ended < _before(settings.keep_journals, now)
        is_free = sa.and_(MATCHES.c.tournament == "", MATCHES.c.tournament_id == "", ~is_bound)
        matches = sa.select(MATCHES.c.id).where(old, ~MATCHES.c.open, is_free)
        with self._database.reading() as connection:
            return Overdue(
                tuple(connection.scalars(matches.order_by(MATCHES.c.opened, MATCHES.c.id))),
                _number(connection, AUDIT, _old_entries(settings, now)),
                _number(connection, TOMBSTONES, _old_removals(settings, now)),
            )

    def tidy(self, settings: Settings, now: datetime, *, actor: str) -> Overdue:
        """Drop what is overdue, and return it; what is only needed for a day is dropped in any case."""
        found = self.overdue(settings, now)
        for match in found.matches:
            self.journal.remove(match, f"kept for {settings.keep_journals} days", actor=actor)
        with self._database.writing() as connection:
            today = int(now.timestamp()) // DAY
            for table in (USES, SALTS):
                connection.execute(sa.delete(table).where(table.c.day < today))
            connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.expires < now))
            if found.removals:
                days = settings.keep_tombstones
                note(connection, actor, Deed.TIDY, GRAVES, f"{found.removals}, kept for {days} days")
                connection.execute(sa.delete(TOMBSTONES).where(_old_removals(settings, now)))
            if found.entries:
                days = settings.keep_audit
                note(connection, actor, Deed.TIDY, TRAIL, f"{found.entries}, kept for {days} days")
                connection.execute(sa.delete(AUDIT).where(_old_entries(settings, now)))
        return found

    def note_backup(self, name: str, *, actor: str) -> None:
        """Note in the audit trail that a backup was made and verified."""
        with self._database.writing() as connection:
            note(connection, actor, Deed.BACK_UP, ARCHIVE, name)

    def last_backup(self) -> datetime | None:
        """Return when the last backup was made that was verified."""
        is_meant = sa.and_(AUDIT.c.subject == ARCHIVE, AUDIT.c.deed == Deed.BACK_UP.value)
        with self._database.reading() as connection:
            last: datetime | None = connection.scalar(sa.select(sa.func.max(AUDIT.c.moment)).where(is_meant))
        return last


def _before(days: int, now: datetime) -> datetime:
    """Return the moment before which something is overdue that is kept for so many days; 0 is for ever."""
    return now - timedelta(days=days) if days else datetime.min.replace(tzinfo=UTC)


def _old_entries(settings: Settings, now: datetime) -> sa.ColumnElement[bool]:
    """Return which entries of the audit trail are overdue.

    A removal is one only if tombstones are, too: it is what refuses a live match that was removed.
    """
    removals = _before(settings.keep_tombstones, now)
    return sa.and_(
        AUDIT.c.moment < _before(settings.keep_audit, now),
        AUDIT.c.deed.not_in(HOUSEKEEPING),
        sa.or_(AUDIT.c.deed != Deed.REMOVE.value, AUDIT.c.moment < removals),
    )


def _old_removals(settings: Settings, now: datetime) -> sa.ColumnElement[bool]:
    return TOMBSTONES.c.removed < _before(settings.keep_tombstones, now)


def _number(connection: sa.Connection, table: sa.Table, is_meant: sa.ColumnElement[bool]) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(table).where(is_meant)) or 0
