"""Removing a person from an archive: the name of a key, wherever it stands.

In records and journals the name becomes `removed`. A record without it replaces the old one, whose address
leads to the new one. Of a line of a journal the body changes, and its leaf is kept, so that the chain still
verifies. Whatever else names the person names somebody unknown then. A name in a comment is not found.
"""

import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from notation import read
from notation.findings import Fact, Phrase
from notation.live.journal import JournalLine, without_name
from viewer.store import moderation
from viewer.store.access import Visibility
from viewer.store.audit import Deed, note
from viewer.store.databases import Database, StoreError, overwrite
from viewer.store.entries import Added, Novelty
from viewer.store.tables import (
    AUDIT,
    KEYS,
    LISTINGS,
    MATCH_KEYS,
    MATCH_LINES,
    MATCHES,
    OWNERS,
    RECORDS,
    SESSIONS,
    TOMBSTONES,
    TOURNAMENTS,
    USES,
    WITHHELD,
)

REMOVED: Final = "removed"
UNKNOWN: Final = "@removed "
"""How the names begin that take the place of a removed one; no key can have such a name."""
_NAMING: Final = (
    *(OWNERS.c.owner, TOMBSTONES.c.owner, MATCHES.c.owner, MATCH_KEYS.c.person, TOURNAMENTS.c.owner),
    *(AUDIT.c.actor, AUDIT.c.subject, KEYS.c.name),
)
"""The columns with names of keys."""


class Forgotten(NamedTuple):
    """What a name was removed from."""

    records: dict[str, str]
    """The new ids of the changed records by their old ones; empty for one that is removed."""
    matches: list[str]


class Forgetting(moderation.Moderation):
    """The removal of persons."""

    _database: Database
    _sent_again: Callable[[bytes], Any]
    _put_again: Callable[..., Added]

    def forget(self, name: str, *, actor: str) -> Forgotten:
        """Remove a person, by the name of the key: from records, journals, owners and the audit trail.

        The key is revoked, and private records of the person are removed. Repeating it continues what was
        interrupted. Raises StoreError if there is no such key, or such a player in a running match.
        """
        self._revoke_for_ever(name)
        records: dict[str, str] = {}
        for record in self._records_naming(name):
            records[record] = self._rename_in_record(record, name, actor)
        with self._database.reading() as connection:
            matches = _matches_naming(connection, name)
        for match in matches:
            self._rename_in_match(match, name)
        records |= dict.fromkeys(self._be_unknown(name, actor), "")
        self._forget_deleted()
        return Forgotten(records, matches)

    def _revoke_for_ever(self, name: str) -> None:
        is_meant = KEYS.c.name == name
        with self._database.writing() as connection:
            if connection.scalar(sa.select(KEYS.c.name).where(is_meant)) is None:
                raise StoreError(Phrase("no key is called {name}", {"name": name}))
            for match in _matches_naming(connection, name, MATCHES.c.open):
                facts: dict[str, Fact] = {"name": name, "match": match}
                raise StoreError(Phrase("{name} plays in a match that is in progress: {match}", facts))
            connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.key == name))
            now = datetime.now(UTC)
            connection.execute(sa.update(KEYS).where(is_meant, KEYS.c.revoked.is_(None)).values(revoked=now))

    def _records_naming(self, name: str) -> list[str]:
        """Return the records with a player of a name, except for the private ones of that person."""
        plays = sa.select(RECORDS.c.id, LISTINGS.c.players).join(LISTINGS)
        may_be = sa.type_coerce(LISTINGS.c.players, sa.Text).contains(name, autoescape=True)  # stored as JSON
        is_other = RECORDS.c.id.not_in(_own(name))
        with self._database.reading() as connection:
            found = connection.execute(plays.where(may_be, is_other))
            return [row.id for row in found if name in row.players]

    def _rename_in_record(self, id: str, name: str, actor: str) -> str:
        """Replace a record by one without a name; return its id."""
        with self._database.reading() as connection:
            before = moderation.kept_record(connection, id).text
        [game], text = read(before), _renamed(before, name)
        said, sent = game.digest, self._sent_again(text)  # which take long: not while others wait to write
        with self._database.adding() as connection:
            kept = moderation.claimed(connection, id)
            is_beside = id != moderation.ids_by(said, before, kept.standing)[0]
            ids = moderation.ids_by(sent.said, text, kept.standing)
            added = self._put_again(connection, sent, kept, ids[is_beside])
            renamed = "" if added.novelty is Novelty.REFUSED else added.id
            if renamed == id:  # it is written in another way
                return id
            is_its = MATCHES.c.record == id
            connection.execute(sa.update(MATCHES).where(is_its).values(record=renamed or None))
            moderation.remove_record(connection, id, "", actor=actor, successor=renamed)
        return renamed

    def _rename_in_match(self, match: str, name: str) -> None:
        lines = MATCH_LINES.c
        with self._database.writing() as connection:
            overwrite(connection)
            names = connection.scalar(sa.select(MATCHES.c.names).where(MATCHES.c.id == match))
            renamed = tuple(REMOVED if each == name else each for each in names or ())
            connection.execute(sa.update(MATCHES).where(MATCHES.c.id == match).values(names=renamed))
            wanted = sa.select(*(lines[part] for part in JournalLine._fields)).where(lines.match == match)
            for row in connection.execute(wanted).all():
                line = JournalLine(*row)
                changed = without_name(line, name, REMOVED)
                if changed != line:
                    is_meant = sa.and_(lines.match == match, lines.number == line.number)
                    connection.execute(sa.update(MATCH_LINES).where(is_meant).values(changed._asdict()))

    def _be_unknown(self, name: str, actor: str) -> list[str]:
        """Remove the private records of a person, and the name from what is left; return their ids."""
        unknown = f"{UNKNOWN}{secrets.token_hex(4)}"
        with self._database.adding() as connection:  # no record becomes private, or stops being so, meanwhile
            overwrite(connection)
            own = list(connection.scalars(_own(name)))
            for record in own:
                moderation.remove_record(connection, record, "", actor=actor)
            for column in _NAMING:
                connection.execute(sa.update(column.table).where(column == name).values({column: unknown}))
            forgotten = {"hash": secrets.token_hex(32)}
            connection.execute(sa.update(KEYS).where(KEYS.c.name == unknown).values(forgotten))
            connection.execute(sa.delete(USES).where(USES.c.sender == f"key {name}"))
            note(connection, actor, Deed.FORGET_KEY, unknown)
        return own


def _own(name: str) -> sa.Select[Any]:
    """Return a query for the ids of the private records of a person."""
    own = sa.select(RECORDS.c.id).join(OWNERS).join(WITHHELD, WITHHELD.c.record == RECORDS.c.number)
    return own.where(OWNERS.c.owner == name, WITHHELD.c.visibility == Visibility.PRIVATE.value)


def _matches_naming(connection: sa.Connection, name: str, *which: sa.ColumnElement[bool]) -> list[str]:
    """Return the matches, or some of them, with a person or a guest of a name."""
    sits = MATCHES.c.id.in_(sa.select(MATCH_KEYS.c.match).where(MATCH_KEYS.c.person == name))
    wanted = sa.select(MATCHES.c.id, MATCHES.c.names, sits.label("sits")).where(*which)
    return [row.id for row in connection.execute(wanted) if row.sits or name in row.names]


def _renamed(text: bytes, name: str) -> bytes:
    """Return the text of a record without a name in the tags of its players; anywhere, if it is in none."""
    tag = re.compile(rb'(\[\s*[A-F]\s+")' + re.escape(name.encode()) + rb'("\s*\])')
    changed = tag.sub(rb"\g<1>" + REMOVED.encode() + rb"\g<2>", text)
    return changed if changed != text else text.replace(name.encode(), REMOVED.encode())
