"""Daily quotas of senders. An address is never stored, only a digest of it.

The digest is salted, and the salt is deleted at the end of the day: then nobody can tell from which address
anything came.
"""

import hashlib
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, NamedTuple

import sqlalchemy as sa

from viewer.store.databases import Database
from viewer.store.tables import SALTS, USES

DAY: Final = 86_400


class Quota(NamedTuple):
    """What a sender may add in a day (UTC)."""

    records: int
    bytes: int


class Charged(NamedTuple):
    """The result of a charge, and what is left of the quota."""

    is_within: bool
    records: int
    bytes: int
    seconds: int
    """Until the end of the day."""


def ip_of(name: str) -> IPv4Address | IPv6Address | None:
    """Return an address, as IPv4 also where a socket of both kinds names it as IPv6; None if it is none."""
    try:
        found = ip_address(name)
    except ValueError:
        return None
    return found if isinstance(found, IPv4Address) else found.ipv4_mapped or found


def network(address: str) -> str:
    """Return what counts as one sender: an IPv4 address, or the /64 network of an IPv6 household.

    >>> network("192.0.2.7"), network("::ffff:192.0.2.7"), network("fe80::7%eth0")
    ('192.0.2.7', '192.0.2.7', 'fe80000000000000')
    """
    found = ip_of(address)
    if found is None:
        return ""
    return f"{int(found) >> 64:x}" if isinstance(found, IPv6Address) else str(found)


class Quotas:
    """The additions of today, by sender."""

    def __init__(self, database: Database, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database = database
        self._now = now

    def charge(self, key: str, address: str, records: int, bytes: int, quota: Quota) -> Charged:
        """Charge an addition to a key, or without one to an address; all of it or nothing."""
        day, past = divmod(int(self._now().timestamp()), DAY)
        with self._database.writing() as connection:
            for table in (USES, SALTS):
                connection.execute(sa.delete(table).where(table.c.day < day))
            sender = f"key {key}" if key else self._digest(connection, day, address)
            row = {"day": day, "sender": sender, "records": 0, "bytes": 0}
            connection.execute(self._database.insert(USES, row))
            is_meant = sa.and_(USES.c.day == day, USES.c.sender == sender)
            enough = sa.and_(USES.c.records + records <= quota.records, USES.c.bytes + bytes <= quota.bytes)
            done = connection.execute(
                sa.update(USES)
                .where(is_meant, enough)
                .values(records=USES.c.records + records, bytes=USES.c.bytes + bytes)
            )
            used = connection.execute(sa.select(USES.c.records, USES.c.bytes).where(is_meant)).one()
        return Charged(
            done.rowcount == 1,
            max(0, quota.records - used.records),
            max(0, quota.bytes - used.bytes),
            DAY - past,
        )

    def _digest(self, connection: sa.Connection, day: int, address: str) -> str:
        row = {"day": day, "salt": secrets.token_bytes(32)}
        connection.execute(self._database.insert(SALTS, row))
        salt = connection.execute(sa.select(SALTS.c.salt).where(SALTS.c.day == day)).scalar_one()
        return hashlib.blake2b(network(address).encode(), key=salt, digest_size=16).hexdigest()
