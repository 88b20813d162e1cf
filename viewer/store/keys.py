"""Keys, and the sessions opened with them. Secrets are shown once; only their digests are stored.

A secret has 256 random bits, so a plain SHA-256 of it cannot be inverted; a slow hash, as for passwords,
would gain nothing.
"""

import hashlib
import re
import secrets
from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa

from notation.findings import Phrase
from viewer.store.access import Key, KeyRole, Scope
from viewer.store.audit import Deed, note
from viewer.store.databases import Database, StoreError
from viewer.store.tables import KEYS, SESSIONS

PREFIX: Final = "sk"
"""Prefix of every key, so that a leaked one is recognised."""
SESSION: Final = timedelta(hours=12)
"""How long a session lasts."""
PRECISION: Final = timedelta(minutes=5)
"""Precision of the time of last use: not every request writes."""
_NAME: Final = re.compile(r"\w(?:[\w .'-]{0,62}\w)?")


class KeyRing:
    r"""The keys of an archive.

    >>> from tempfile import TemporaryDirectory
    >>> from viewer.store import Store
    >>> with TemporaryDirectory() as folder, Store.open(f"sqlite:///{folder}/archive.db") as store:
    ...     secret = store.keys.add("Ivan", KeyRole.UPLOADER, actor="@santase")
    ...     store.keys.find(secret).name, store.keys.find(secret + "x")
    ('Ivan', None)
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, name: str, role: KeyRole, scopes: Collection[Scope] = tuple(Scope), *, actor: str) -> str:
        """Create a key and return its secret, which is not stored; raise StoreError for a name that is taken.

        The name of a revoked key stays taken, since records and the audit trail refer to it.
        """
        if not _NAME.fullmatch(name):
            raise StoreError(
                Phrase(
                    "a key's name has 1 to 64 letters, digits, spaces and . ' - _; {name} does not fit",
                    {"name": name},
                )
            )
        secret = _secret()
        row = {
            "name": name,
            "role": role.value,
            "scopes": " ".join(scope.value for scope in Scope if scope in scopes),
            "hash": _hash(secret),
            "created": datetime.now(UTC),
        }
        with self._database.writing() as connection:
            if not connection.scalar(self._database.insert(KEYS, row).returning(KEYS.c.name)):
                raise StoreError(Phrase("there is already a key called {name}", {"name": name}))
            note(connection, actor, Deed.ADD_KEY, name, f"{role.value}: {row['scopes']}")
        return secret

    def list(self) -> list[Key]:
        """Return all keys, by name."""
        with self._database.reading() as connection:
            return [_key(row) for row in connection.execute(sa.select(KEYS).order_by(KEYS.c.name))]

    def in_use(self, names: Iterable[str]) -> set[str]:
        """Return those of some names whose keys are in use."""
        wanted = sa.select(KEYS.c.name).where(KEYS.c.name.in_(list(names)), KEYS.c.revoked.is_(None))
        with self._database.reading() as connection:
            return set(connection.scalars(wanted))

    def renew(self, name: str, reason: str = "", *, actor: str) -> str:
        """Give a key a new secret and return it; the old one and its sessions are invalid.

        Its records, role and scopes stay. Raises StoreError if there is no such key, or it was revoked.
        """
        secret = _secret()
        self._change(name, {"hash": _hash(secret)}, actor, Deed.RENEW_KEY, reason)
        return secret

    def revoke(self, name: str, reason: str = "", *, actor: str) -> None:
        """Revoke a key and its sessions; raise StoreError if there is none, or it was revoked."""
        self._change(name, {"revoked": datetime.now(UTC)}, actor, Deed.REVOKE_KEY, reason)

    def _change(self, name: str, change: dict[str, Any], actor: str, deed: Deed, reason: str) -> None:
        """Change a key so that its secret is invalid, and end its sessions."""
        in_use = sa.and_(KEYS.c.name == name, KEYS.c.revoked.is_(None))
        with self._database.writing() as connection:
            if not connection.execute(sa.update(KEYS).where(in_use).values(change)).rowcount:
                raise StoreError(Phrase("no active key is called {name}", {"name": name}))
            connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.key == name))
            note(connection, actor, deed, name, reason)

    def find(self, secret: str) -> Key | None:
        """Return the key of a secret; None for an invalid one."""
        found = self._key_where(sa.select(KEYS).where(KEYS.c.hash == _hash(secret)))
        if found and not self._database.read_only:
            with suppress(StoreError):  # reading must work on a full disk, too
                self._remember_use(found)
        return found

    def _key_where(self, wanted: sa.Select[Any]) -> Key | None:
        # The index finds a secret by its digest, so the time taken reveals nothing useful.
        with self._database.reading() as connection:
            row = connection.execute(wanted.where(KEYS.c.revoked.is_(None))).first()
        return _key(row) if row else None

    def _remember_use(self, key: Key) -> None:
        now = datetime.now(UTC)
        if key.used is None or now - key.used > PRECISION:
            with self._database.writing() as connection:
                connection.execute(sa.update(KEYS).where(KEYS.c.name == key.name).values(used=now))

    # Sessions.

    def sign_in(self, secret: str) -> str | None:
        """Open a session with a key; return the secret of the session, or None for an invalid key."""
        key = self.find(secret)
        if key is None:
            return None
        opened, now = secrets.token_urlsafe(32), datetime.now(UTC)
        row = {"hash": _hash(opened), "key": key.name, "expires": now + SESSION}
        with self._database.writing() as connection:
            connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.expires <= now))
            connection.execute(sa.insert(SESSIONS).values(row))
        return opened

    def holder(self, session: str) -> Key | None:
        """Return the key of an open session."""
        goes_on = sa.and_(SESSIONS.c.hash == _hash(session), SESSIONS.c.expires > datetime.now(UTC))
        return self._key_where(sa.select(KEYS).join(SESSIONS).where(goes_on))

    def sign_out(self, session: str) -> None:
        """End a session."""
        with self._database.writing() as connection:
            connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.hash == _hash(session)))


def be_in_use(connection: sa.Connection, name: str) -> None:
    """Raise StoreError unless a key is in use, which it stays until the transaction ends."""
    in_use = sa.and_(KEYS.c.name == name, KEYS.c.revoked.is_(None))
    if connection.scalar(sa.select(KEYS.c.name).where(in_use).with_for_update(read=True)) is None:
        raise StoreError(Phrase("no active key is called {name}", {"name": name}))


def _secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _key(row: sa.Row[Any]) -> Key:
    scopes = frozenset(map(Scope, row.scopes.split()))
    return Key(row.name, KeyRole(row.role), scopes, row.created, row.revoked, row.used)
