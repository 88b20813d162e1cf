"""Keys, and the sessions that are opened with them. Secrets are shown once and kept as digests alone.

A secret has 256 bits by chance, so that a plain SHA-256 of it cannot be turned round; a slow digest, as
passwords need, would gain nothing.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Collection
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
"""What every key begins with, so that it is known where it turns up."""
SESSION: Final = timedelta(hours=12)
"""How long a session lasts."""
PRECISION: Final = timedelta(minutes=5)
"""How exactly it is known when a key was used last: not every request writes."""
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
        """Make a key, whose secret is given back and never known again; StoreError for a name that is taken.

        The name of a key that was revoked stays taken, for records and the audit trail go by it.
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
        """All keys, by their names."""
        with self._database.reading() as connection:
            return [_key(row) for row in connection.execute(sa.select(KEYS).order_by(KEYS.c.name))]

    def renew(self, name: str, reason: str = "", *, actor: str) -> str:
        """Give a key another secret, which is given back; the one before and its sessions open nothing.

        Its records, role and scopes stay. Raises StoreError where there is no such key, or no longer.
        """
        secret = _secret()
        in_use = sa.and_(KEYS.c.name == name, KEYS.c.revoked.is_(None))
        with self._database.writing() as connection:
            self._end(connection, name, sa.update(KEYS).where(in_use).values(hash=_hash(secret)))
            note(connection, actor, Deed.RENEW_KEY, name, reason)
        return secret

    def revoke(self, name: str, reason: str = "", *, actor: str) -> None:
        """Let a key and its sessions open nothing any more; StoreError where there is none, or no longer."""
        in_use = sa.and_(KEYS.c.name == name, KEYS.c.revoked.is_(None))
        with self._database.writing() as connection:
            self._end(connection, name, sa.update(KEYS).where(in_use).values(revoked=datetime.now(UTC)))
            note(connection, actor, Deed.REVOKE_KEY, name, reason)

    def _end(self, connection: sa.Connection, name: str, change: sa.Update) -> None:
        """Change a key so that its secret opens nothing any more, and end its sessions."""
        if not connection.execute(change).rowcount:
            raise StoreError(Phrase("no active key is called {name}", {"name": name}))
        connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.key == name))

    def find(self, secret: str) -> Key | None:
        """The key of a secret; None where there is none in use."""
        found = self._key_of(_hash(secret))
        if found and not self._database.read_only:
            with suppress(StoreError):  # it opens what can be read on a full disk, too
                self._remember_use(found)
        return found

    def _key_of(self, digest: str) -> Key | None:
        wanted = sa.select(KEYS).where(KEYS.c.hash == digest, KEYS.c.revoked.is_(None))
        with self._database.reading() as connection:
            row = connection.execute(wanted).first()
        # The index has found it by its digest; nothing is gained by how long that took, or this.
        return _key(row) if row and hmac.compare_digest(row.hash, digest) else None

    def _remember_use(self, key: Key) -> None:
        now = datetime.now(UTC)
        if key.used is None or now - key.used > PRECISION:
            with self._database.writing() as connection:
                connection.execute(sa.update(KEYS).where(KEYS.c.name == key.name).values(used=now))

    # Sessions.

    def sign_in(self, secret: str) -> str | None:
        """Open a session with a key: the secret of the session; None for a key that is not in use."""
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
        """The key with which a session was opened that goes on."""
        goes_on = sa.and_(SESSIONS.c.hash == _hash(session), SESSIONS.c.expires > datetime.now(UTC))
        wanted = sa.select(KEYS).join(SESSIONS).where(goes_on, KEYS.c.revoked.is_(None))
        with self._database.reading() as connection:
            row = connection.execute(wanted).first()
        return _key(row) if row else None

    def sign_out(self, session: str) -> None:
        """End a session."""
        with self._database.writing() as connection:
            connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.hash == _hash(session)))


def _secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _key(row: sa.Row[Any]) -> Key:
    scopes = frozenset(map(Scope, row.scopes.split()))
    return Key(row.name, KeyRole(row.role), scopes, row.created, row.revoked, row.used)
