"""Moderation of stored records: visibility, hiding, removal and readmission.

Each change is written to the audit trail in the same transaction, and applied to all derived data.
"""

import hashlib
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, NamedTuple

import sqlalchemy as sa

from notation import Game, read
from notation.findings import Phrase
from viewer.limits import PAGE_RECORDS, judge_record
from viewer.store import access
from viewer.store.audit import AuditEntry, Deed, note, trail
from viewer.store.changes import note_change
from viewer.store.counting import discount
from viewer.store.databases import Database, StoreError, overwrite
from viewer.store.entries import Tombstone, tombstone_of
from viewer.store.listings import Judged, put_new, unlist
from viewer.store.names import renew_names
from viewer.store.summaries import summarise
from viewer.store.tables import RECORDS, TOMBSTONES, WITHHELD, portions, text_key
from viewer.store.words import tidy_words

ID: Final = re.compile("[0-9a-f]{8,64}")
"""An id, or a prefix that is long enough."""
GONE: Final = access.RecordStanding(visibility=access.Visibility.PRIVATE)
"""The standing of a record that does not exist."""


def ids_of(game: Game, standing: access.RecordStanding) -> tuple[str, str]:
    """Return the id of a record, and its id if it was unreadable when added: the digest of its text.

    A private record has a separate id for each owner: adding the same record elsewhere does not find it.
    """
    return ids_by(game.digest, game.source, standing)


def ids_by(said: str | None, text: bytes, standing: access.RecordStanding) -> tuple[str, str]:
    """Return the same by the digest of a record's content, None for an unreadable one, and its text."""
    by_text = hashlib.sha256(text).hexdigest()
    keys = (said or by_text, by_text)
    if standing.visibility is not access.Visibility.PRIVATE:
        return keys
    first, second = (hashlib.sha256(f"private\0{standing.owner}\0{key}".encode()).hexdigest() for key in keys)
    return first, second


def refusals(connection: sa.Connection, ids: Sequence[str]) -> dict[str, str]:
    """Return which of some records are refused: they were removed, or are hidden.

    The reason is given if anybody can read it at the address of the record.
    """
    found: dict[str, str] = {}
    for some in portions(ids):
        hidden = sa.select(RECORDS.c.id).join(WITHHELD).where(RECORDS.c.id.in_(some), WITHHELD.c.hidden)
        found |= dict.fromkeys(connection.scalars(hidden), "")
        removed = sa.select(TOMBSTONES).where(TOMBSTONES.c.id.in_(some))
        graves = map(tombstone_of, connection.execute(removed))
        found |= {grave.id: grave.reason if grave.standing.is_open else "" for grave in graves}
    return found


class Moderation:
    """What is done to the records of an archive, by their owners and by operators."""

    _database: Database

    def tombstone(self, id: str, sight: access.RecordSight = access.ANYBODY) -> Tombstone | None:
        """Return the tombstone of an id or a prefix, for callers who could have read the record."""
        key = id.lower()
        if not ID.fullmatch(key):
            return None
        wanted = sa.select(TOMBSTONES).where(TOMBSTONES.c.id >= key, TOMBSTONES.c.id < f"{key}g").limit(2)
        with self._database.reading() as connection:
            found = [tombstone_of(row) for row in connection.execute(wanted)]
        if len(found) != 1:
            return None
        standing = found[0].standing
        is_open = standing.is_open and (standing.is_public or len(key) >= access.SHORTEST_ADDRESS)
        owns = sight.owner and sight.owner == standing.owner
        return found[0] if is_open or owns or sight.everything else None

    def tombstones(self) -> list[Tombstone]:
        """Return everything that was removed, newest first."""
        wanted = sa.select(TOMBSTONES).order_by(TOMBSTONES.c.removed.desc(), TOMBSTONES.c.id)
        with self._database.reading() as connection:
            return [tombstone_of(row) for row in connection.execute(wanted)]

    def trail(self, subject: str = "", most: int = PAGE_RECORDS) -> list[AuditEntry]:
        """Return the audit trail of a record or a key, or of all; newest first."""
        with self._database.reading() as connection:
            return trail(connection, subject, most)

    def hide(self, id: str, hidden: bool, reason: str, *, actor: str) -> None:
        """Hide a record from all but operators and its owner, or show it again.

        Raises StoreError if it no longer exists.
        """
        with self._database.adding() as connection:
            kept = claimed(connection, id)
            standing = replace(kept.standing, hidden=hidden)
            access.put_standing(connection, kept.number, standing)
            note_change(connection, id, kept.standing, standing)
            discount(connection, kept.number)
            renew_names(connection, kept.number)
            note(connection, actor, Deed.HIDE if hidden else Deed.UNHIDE, id, reason)

    def remove(self, id: str, reason: str, *, actor: str) -> None:
        """Remove a record with all derived data; its id, the time and the reason remain.

        Raises StoreError if it no longer exists.
        """
        with self._database.adding() as connection:
            remove_record(connection, id, reason, actor=actor)
        self._forget_deleted()

    def readmit(self, id: str, reason: str, *, actor: str) -> None:
        """Allow a removed record to be added again; raise StoreError for an unknown or partial id."""
        with self._database.writing() as connection:
            if not connection.execute(sa.delete(TOMBSTONES).where(TOMBSTONES.c.id == id)).rowcount:
                raise StoreError(Phrase("no removed record has this id"))
            note(connection, actor, Deed.READMIT, id, reason)

    def set_visibility(self, id: str, visibility: access.Visibility, *, actor: str) -> str:
        """Set the visibility of a record; return its id, which changes if it becomes private, or was.

        Raises StoreError if that is impossible.
        """
        with self._database.reading() as connection:
            before = kept_record(connection, id)
        if visibility is access.Visibility.PRIVATE and not before.standing.owner:
            raise StoreError(Phrase("only a record that has an owner can be private"))
        was = before.standing.visibility
        moves = access.Visibility.PRIVATE in (visibility, was) and visibility is not was
        [game] = read(before.text)
        summary = summarise(judge_record(game)) if moves else None
        with self._database.adding() as connection:
            kept = claimed(connection, id)
            standing = replace(kept.standing, visibility=visibility)
            moved, number = id, kept.number
            frees_its_id = moves and was is not access.Visibility.PRIVATE
            if frees_its_id and kept.standing.hidden:
                raise StoreError(Phrase("a hidden record cannot become private until it is shown again"))
            if summary:
                moved = ids_of(game, standing)[0]
                _be_free(connection, moved)
                key = text_key(kept.text) if game.record else None
                row = {"id": moved, "text": kept.text, "added": kept.added, "text_key": key}
                insert = sa.insert(RECORDS).values(row).returning(RECORDS.c.number)
                number = connection.execute(insert).scalar_one()
                put_new(connection, [Judged(number, kept.text, summary)])
                delete_record(connection, kept)
            access.put_standing(connection, number, standing)
            if moved == id or kept.standing.is_public:  # published under another id it is a new record
                note_change(connection, id, kept.standing, standing)
            discount(connection, number)
            renew_names(connection, number)
            said = visibility.value if moved == id else f"{visibility.value}; it was {id}"
            note(connection, actor, Deed.SET_VISIBILITY, moved, said)
        if moved != id:
            self._forget_deleted()
        return moved

    def _forget_deleted(self) -> None:
        """Erase what was deleted from the index of words and from the log of a SQLite file."""
        with suppress(StoreError):  # it is deleted in any case
            with self._database.writing() as connection:
                tidy_words(connection)
            self._database.forget_deleted()


def remove_record(
    connection: sa.Connection, id: str, reason: str, *, actor: str, successor: str = ""
) -> None:
    """Remove a record with all derived data; its tombstone, and the audit trail, name what replaces it."""
    kept = claimed(connection, id)
    bury(connection, Tombstone(id, datetime.now(UTC), reason, kept.standing, successor))
    note_change(connection, id, kept.standing, GONE)
    delete_record(connection, kept)
    note(connection, actor, Deed.REMOVE, id, reason or successor)


def bury(connection: sa.Connection, grave: Tombstone) -> None:
    """Store the tombstone of a record."""
    row = {"id": grave.id, "removed": grave.removed, "reason": grave.reason, "successor": grave.successor}
    connection.execute(sa.insert(TOMBSTONES).values(row | grave.standing.members))


def _be_free(connection: sa.Connection, id: str) -> None:
    """Raise StoreError if a record cannot be stored under an id."""
    if refusals(connection, [id]):
        raise StoreError(Phrase("this record was removed or hidden here and cannot be added again"))
    if connection.scalar(sa.select(RECORDS.c.number).where(RECORDS.c.id == id)):
        raise StoreError(Phrase("this record is already stored here as {id}", {"id": id[:16]}))


class KeptRecord(NamedTuple):
    """A stored record."""

    number: int
    text: bytes
    added: datetime
    standing: access.RecordStanding


def claimed(connection: sa.Connection, id: str) -> KeptRecord:
    """Lock a record until the transaction ends, and return it."""
    connection.execute(sa.select(RECORDS.c.number).where(RECORDS.c.id == id).with_for_update())
    return kept_record(connection, id)


def kept_record(connection: sa.Connection, id: str) -> KeptRecord:
    """Return a record; raise StoreError if there is none."""
    row = connection.execute(sa.select(RECORDS).where(RECORDS.c.id == id)).first()
    if row is None:
        raise StoreError(Phrase("there is no record of this id"))
    return KeptRecord(row.number, row.text, row.added, access.standings(connection, [row.number])[row.number])


def delete_record(connection: sa.Connection, kept: KeptRecord) -> None:
    """Delete a record with its derived data, erasing its text from a SQLite file."""
    overwrite(connection)
    unlist(connection, kept.number, kept.text)
    connection.execute(sa.delete(RECORDS).where(RECORDS.c.number == kept.number))
