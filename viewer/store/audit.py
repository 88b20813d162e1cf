"""The audit trail: who did what to a record, a live match or a key, when and why. It is append-only.

Old entries are dropped only where the operator wants that, and a later one says so
(:mod:`viewer.store.retention`).
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Final

import sqlalchemy as sa

from viewer.store.tables import AUDIT

COMMAND_LINE: Final = "@santase"
"""The actor of a command; no key can have this name."""


class Deed(Enum):
    """The audited actions."""

    ADD = "add"
    SET_VISIBILITY = "set visibility"
    HIDE = "hide"
    UNHIDE = "unhide"
    REMOVE = "remove"
    READMIT = "readmit"
    ADD_KEY = "add key"
    RENEW_KEY = "renew key"
    REVOKE_KEY = "revoke key"
    FORGET_KEY = "forget key"
    BACK_UP = "back up"
    TIDY = "tidy"


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One entry."""

    number: int
    moment: datetime
    actor: str
    """The name of a key, or :data:`COMMAND_LINE`."""
    deed: Deed
    subject: str
    """The id of a record or a live match, the name of a key, or what of the archive is meant."""
    reason: str


def note(connection: sa.Connection, actor: str, deed: Deed, subject: str, reason: str = "") -> None:
    """Append an entry, in the transaction of the action."""
    said = {"actor": actor, "deed": deed.value, "subject": subject, "reason": reason}
    connection.execute(sa.insert(AUDIT).values(moment=datetime.now(UTC), **said))


def was_removed(connection: sa.Connection, subject: str) -> bool:
    """Return whether something was removed here."""
    is_meant = sa.and_(AUDIT.c.subject == subject, AUDIT.c.deed == Deed.REMOVE.value)
    return connection.scalar(sa.select(AUDIT.c.number).where(is_meant).limit(1)) is not None


def trail(connection: sa.Connection, subject: str, most: int) -> list[AuditEntry]:
    """Return the trail of a record or a key, or of all if none is named; newest first."""
    wanted = sa.select(AUDIT).order_by(AUDIT.c.number.desc()).limit(most)
    if subject:
        wanted = wanted.where(AUDIT.c.subject == subject)
    return [
        AuditEntry(row.number, row.moment, row.actor, Deed(row.deed), row.subject, row.reason)
        for row in connection.execute(wanted)
    ]
