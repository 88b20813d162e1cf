"""Moderation of stored records: visibility, hiding, removal and readmission.

Each change is written to the audit trail in the same transaction, and applied to all derived data.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, NamedTuple

import sqlalchemy as sa

from notation import Game, digest, read
from notation.findings import Phrase
from viewer.limits import PAGE_RECORDS, judge_record
from viewer.store.access import (
    SHORTEST_ADDRESS,
    RecordSight,
    RecordStanding,
    Visibility,
    put_standing,
    standings,
)
from viewer.store.audit import Deed, note
from viewer.store.changes import note_change
from viewer.store.counting import discount
from viewer.store.databases import Database, StoreError
from viewer.store.entries import Tombstone, tombstone_of
from viewer.store.listings import Judged, put_new, unlist
from viewer.store.names import renew_names
from viewer.store.summaries import summarise
from viewer.store.tables import RECORDS, TOMBSTONES, WITHHELD, text_key

GONE: Final = RecordStanding(visibility=Visibility.PRIVATE)
"""The standing of a record that does not exist."""


def ids_of(game: Game, standing: RecordStanding) -> tuple[str, str]:
    """Return the id of a record, and its id if it was unreadable when added: the digest of its text.

    A private record has a separate id for each owner: adding the same record elsewhere does not find it.
    """
    return ids_by(digest(game.record) if game.record else None, game.source, standing)


def ids_by(said: str | None, text: bytes, standing: RecordStanding) -> tuple[str, str]:
    """Return the same by the digest of a record's content, None for an unreadable one, and its text."""
    by_text = hashlib.sha256(text).hexdigest()
    keys = (said or by_text, by_text)
    if standing.visibility is not Visibility.PRIVATE:
        return keys
    first, second = (hashlib.sha256(f"private\0{standing.owner}\0{key}".encode()).hexdigest() for key in keys)
    return first, second


def refusals(connection: sa.Connection, ids: Sequence[str]) -> dict[str, str]:
    """Return which of some records are refused, with the reasons: they were removed, or are hidden."""
    found: dict[str, str] = {}
    for start in range(0, len(ids), PAGE_RECORDS):
        some = ids[start : start + PAGE_RECORDS]
        hidden = sa.select(RECORDS.c.id).join(WITHHELD).where(RECORDS.c.id.in_(some), WITHHELD.c.hidden)
        found |= dict.fromkeys(connection.scalars(hidden), "")
        removed = sa.select(TOMBSTONES.c.id, TOMBSTONES.c.reason).where(TOMBSTONES.c.id.in_(some))
        found |= {row.id: row.reason for row in connection.execute(removed)}
    return found


def buried(connection: sa.Connection, key: str, sight: RecordSight) -> Tombstone | None:
    """Return the tombstone of an id or a prefix, for callers who could have read the record."""
    wanted = sa.select(TOMBSTONES).where(TOMBSTONES.c.id >= key, TOMBSTONES.c.id < f"{key}g").limit(2)
    found = [tombstone_of(row) for row in connection.execute(wanted)]
    if len(found) != 1:
        return None
    standing = found[0].standing
    is_open = standing.is_open and (standing.is_public or len(key) >= SHORTEST_ADDRESS)
    owns = sight.owner and sight.owner == standing.owner
    return found[0] if is_open or owns or sight.everything else None


def graves(connection: sa.Connection) -> Iterator[Tombstone]:
    """Return all tombstones, newest first."""
    wanted = sa.select(TOMBSTONES).order_by(TOMBSTONES.c.removed.desc(), TOMBSTONES.c.id)
    return map(tombstone_of, connection.execute(wanted))


def hide(connection: sa.Connection, id: str, hidden: bool, reason: str, actor: str) -> None:
    """Hide a record or show it again."""
    kept = _claimed(connection, id)
    standing = replace(kept.standing, hidden=hidden)
    put_standing(connection, kept.number, standing)
    note_change(connection, id, kept.standing, standing)
    discount(connection, kept.number)
    renew_names(connection, kept.number)
    note(connection, actor, Deed.HIDE if hidden else Deed.UNHIDE, id, reason)


def remove(connection: sa.Connection, id: str, reason: str, actor: str) -> None:
    """Remove a record; its text is overwritten."""
    kept = _claimed(connection, id)
    bury(connection, Tombstone(id, datetime.now(UTC), reason, kept.standing))
    note_change(connection, id, kept.standing, GONE)
    _delete(connection, kept)
    note(connection, actor, Deed.REMOVE, id, reason)


def bury(connection: sa.Connection, grave: Tombstone) -> None:
    """Store the tombstone of a record."""
    row = {
        "id": grave.id,
        "removed": grave.removed,
        "reason": grave.reason,
        "owner": grave.standing.owner,
        "visibility": grave.standing.visibility.value,
        "hidden": grave.standing.hidden,
    }
    connection.execute(sa.insert(TOMBSTONES).values(row))


def readmit(connection: sa.Connection, id: str, reason: str, actor: str) -> None:
    """Allow a removed record to be added again."""
    if not connection.execute(sa.delete(TOMBSTONES).where(TOMBSTONES.c.id == id)).rowcount:
        raise StoreError(Phrase("no removed record has this id"))
    note(connection, actor, Deed.READMIT, id, reason)


def set_visibility(database: Database, id: str, visibility: Visibility, actor: str) -> str:
    """Set the visibility of a record; return its id from now on."""
    with database.reading() as connection:
        before = _kept(connection, id)
    if visibility is Visibility.PRIVATE and not before.standing.owner:
        raise StoreError(Phrase("only a record that has an owner can be private"))
    was = before.standing.visibility
    moves = Visibility.PRIVATE in (visibility, was) and visibility is not was
    [game] = read(before.text)
    summary = summarise(judge_record(game)) if moves else None
    with database.adding() as connection:
        kept = _claimed(connection, id)
        standing = replace(kept.standing, visibility=visibility)
        moved, number = id, kept.number
        if summary:
            moved = ids_of(game, standing)[0]
            _be_free(connection, moved)
            key = text_key(kept.text) if game.record else None
            row = {"id": moved, "text": kept.text, "added": kept.added, "text_key": key}
            number = connection.execute(
                sa.insert(RECORDS).values(row).returning(RECORDS.c.number)
            ).scalar_one()
            put_new(connection, [Judged(number, kept.text, summary)])
            _delete(connection, kept)
        put_standing(connection, number, standing)
        if moved == id or kept.standing.is_public:  # published under another id it is a new record
            note_change(connection, id, kept.standing, standing)
        discount(connection, number)
        renew_names(connection, number)
        said = visibility.value if moved == id else f"{visibility.value}; it was {id}"
        note(connection, actor, Deed.SET_VISIBILITY, moved, said)
    return moved


def _be_free(connection: sa.Connection, id: str) -> None:
    """Raise StoreError if a record cannot be stored under an id."""
    if refusals(connection, [id]):
        raise StoreError(Phrase("this record was removed or hidden here and cannot be added again"))
    if connection.scalar(sa.select(RECORDS.c.number).where(RECORDS.c.id == id)):
        raise StoreError(Phrase("this record is already stored here as {id}", {"id": id[:16]}))


class _Kept(NamedTuple):
    """A stored record."""

    number: int
    text: bytes
    added: datetime
    standing: RecordStanding


def _claimed(connection: sa.Connection, id: str) -> _Kept:
    """Lock a record until the transaction ends, and return it."""
    connection.execute(sa.select(RECORDS.c.number).where(RECORDS.c.id == id).with_for_update())
    return _kept(connection, id)


def _kept(connection: sa.Connection, id: str) -> _Kept:
    row = connection.execute(sa.select(RECORDS).where(RECORDS.c.id == id)).first()
    if row is None:
        raise StoreError(Phrase("there is no record of this id"))
    return _Kept(row.number, row.text, row.added, standings(connection, [row.number])[row.number])


def _delete(connection: sa.Connection, kept: _Kept) -> None:
    """Delete a record with its derived data, erasing its text from a SQLite file."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
    unlist(connection, kept.number, kept.text)
    connection.execute(sa.delete(RECORDS).where(RECORDS.c.number == kept.number))
