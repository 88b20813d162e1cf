"""Tournaments: matches with one arbiter, whose key opens them all.

No key is stored. Those of a tournament are derived from its salt and from the key of the request that opened
it (:func:`derived`): so a request that is repeated is answered as before, and neither the archive alone nor
the request alone says what the keys are.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from viewer.store.databases import Database
from viewer.store.tables import MATCHES, TOURNAMENTS


class Tournament(NamedTuple):
    """A tournament."""

    id: str
    name: str
    owner: str
    """The name of the key with which it was opened; empty without one."""
    opened: datetime
    public: bool
    """Whether everybody may follow it."""
    hash: bytes
    """The digest of the arbiter's key (:func:`viewer.store.journal.token_digest`)."""
    salt: bytes
    request: bytes
    """The digest of the request that opened it (:func:`request_digest`)."""

    def is_opened_by(self, digest: bytes) -> bool:
        """Return whether a digest is that of the arbiter's key."""
        return hmac.compare_digest(self.hash, digest)


class Tournaments:
    """The tournaments of an archive; :meth:`viewer.store.journal.Journals.create_all` opens them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, id: str) -> Tournament | None:
        """Return a tournament by its id."""
        with self._database.reading() as connection:
            return _found(connection, TOURNAMENTS.c.id == id)

    def opened_by(self, request: bytes) -> Tournament | None:
        """Return the tournament that a request has opened, by the digest of the request."""
        with self._database.reading() as connection:
            return _found(connection, TOURNAMENTS.c.request == request)

    def renew(self, id: str, digest: bytes) -> None:
        """Replace the arbiter's key, given by its digest; the old one is invalid."""
        with self._database.writing() as connection:
            connection.execute(sa.update(TOURNAMENTS).where(TOURNAMENTS.c.id == id).values(hash=digest))


def request_digest(owner: str, key: str) -> bytes:
    """Return what identifies a request: whose it is, and the key that its sender gave it."""
    return hashlib.sha256(f"{owner}\0{key}".encode()).digest()


def derived(salt: bytes, key: str, *purpose: str) -> bytes:
    """Return 32 bytes for a purpose, which only the salt and the key of a request determine together.

    >>> derived(bytes(32), "request", "arbiter").hex()[:16]
    '04e0d70c2258be66'
    """
    return hmac.digest(salt, "\0".join((key, *purpose)).encode(), "sha256")


def token_of(salt: bytes, key: str, match: str, role: str) -> str:
    """Return the token of a role at a match, or with an empty one at the tournament."""
    return urlsafe_b64encode(derived(salt, key, "token", match, role)).decode().rstrip("=")


def tournament_of(connection: sa.Connection, match: str) -> Tournament | None:
    """Return the tournament of a match; None if it belongs to none."""
    wanted = sa.select(MATCHES.c.tournament_id).where(MATCHES.c.id == match)
    return _found(connection, TOURNAMENTS.c.id == wanted.scalar_subquery())


def remove_empty(connection: sa.Connection, id: str) -> None:
    """Remove a tournament that has no matches."""
    columns = TOURNAMENTS.c
    its = sa.select(MATCHES.c.id).where(MATCHES.c.tournament_id == columns.id)
    connection.execute(sa.delete(TOURNAMENTS).where(columns.id == id, ~its.exists()))


def put(database: Database, connection: sa.Connection, tournament: Tournament) -> bool:
    """Store a tournament; return whether it is new."""
    insert = database.insert(TOURNAMENTS, tournament._asdict()).returning(TOURNAMENTS.c.id)
    return connection.scalar(insert) is not None


def _found(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> Tournament | None:
    columns = [TOURNAMENTS.c[name] for name in Tournament._fields]
    row = connection.execute(sa.select(*columns).where(condition)).first()
    return Tournament(*row) if row else None
