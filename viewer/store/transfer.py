"""The transfer format of records and live matches between archives: one JSON object per line.

A line contains everything that cannot be derived. Keys are not transferred with records: an owner is a name,
and belongs to the holder of the key of that name there. The token digests of a match are, so that it can
continue at its destination.
"""

import base64
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from notation import read
from notation.findings import Fact, Phrase, PhraseError
from notation.live.journal import JournalLine, dump_line, faults, load_line
from viewer.store.access import RecordSight, RecordStanding, Visibility, is_listed, standings
from viewer.store.databases import Database, StoreError
from viewer.store.entries import Tombstone
from viewer.store.journal import KeptLine, KeptMatch, ListedMatch, MatchListing, RoleKey
from viewer.store.moderation import ids_of
from viewer.store.tables import DAMAGE, PACKED, RECORDS
from viewer.store.tournaments import Tournament

BATCH = 100
"""Batch size for fetching records."""
DAMAGED = Phrase("its text was damaged in the database and cannot be read")


class TransferError(PhraseError, ValueError):
    """A line does not contain a record as it was written; ``phrase`` says why."""


@dataclass(frozen=True, slots=True)
class Transferred:
    """A record with everything that cannot be derived."""

    id: str
    added: datetime
    standing: RecordStanding
    text: bytes


def records(
    database: Database, sight: RecordSight, damaged: Callable[[str], object] | None = None
) -> Iterator[Transferred]:
    """Yield the records of a list, as sent; each batch is a snapshot.

    ``damaged`` is called with the id of each record whose text was damaged in the database, and the others
    follow; without it StoreError is raised.
    """
    last = 0
    packed = sa.type_coerce(RECORDS.c.text, sa.LargeBinary).label("packed")
    columns = sa.select(RECORDS.c.number, RECORDS.c.id, RECORDS.c.added, packed)
    while True:
        wanted = columns.where(RECORDS.c.number > last, is_listed(RECORDS.c.number, sight))
        with database.reading() as connection:
            rows = connection.execute(wanted.order_by(RECORDS.c.number).limit(BATCH)).all()
            stand = standings(connection, [row.number for row in rows])
        for row in rows:
            try:
                text = PACKED.load(row.packed)
            except DAMAGE:
                if damaged is None:
                    raise StoreError(DAMAGED) from None
                damaged(row.id)
                continue
            yield Transferred(row.id, row.added, stand[row.number], text)
        if len(rows) < BATCH:
            return
        last = rows[-1].number


def write_line(entry: Transferred | Tombstone | KeptMatch) -> bytes:
    r"""A record, what is left of one, or a live match, as a line of JSON.

    >>> moment = datetime(2026, 11, 20, tzinfo=UTC)
    >>> entry = Transferred("00", moment, RecordStanding("ana"), b"%SGN 1")
    >>> print(write_line(entry).decode(), end="")
    {"id": "00", "added": "2026-11-20T00:00:00+00:00", "owner": "ana", "visibility": "public", "hidden": false, "text": "%SGN 1"}
    """  # noqa: E501
    if isinstance(entry, KeptMatch):
        return _json(_shape_of_match(entry))
    standing = entry.standing.members
    shape: dict[str, object]
    if isinstance(entry, Tombstone):
        shape = {"removed": entry.id, "moment": _moment(entry.removed), "reason": entry.reason, **standing}
        shape |= {"successor": entry.successor} if entry.successor else {}
    else:
        shape = {"id": entry.id, "added": _moment(entry.added), **standing, **_text(entry.text)}
    return _json(shape)


def _json(shape: dict[str, object]) -> bytes:
    return json.dumps(shape, ensure_ascii=False).encode() + b"\n"


def _shape_of_match(match: KeptMatch) -> dict[str, object]:
    listed = match.listed
    return {
        "match": listed.id,
        **listed.listing._asdict(),
        "opened": _moment(listed.listing.opened),
        "open": listed.open,
        "record": listed.record,
        "score": listed.score,
        "winner": listed.winner,
        "within": _shape_of_tournament(match.tournament) if match.tournament else None,
        "keys": {role: [key.digest.hex(), key.person] for role, key in match.keys.items()},
        "lines": [dump_line(each.line) | {"by": each.by, "key": each.key} for each in match.lines],
    }


def _shape_of_tournament(tournament: Tournament) -> dict[str, object]:
    shape = tournament._asdict() | {"opened": _moment(tournament.opened)}
    return {name: said.hex() if isinstance(said, bytes) else said for name, said in shape.items()}


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def _text(text: bytes) -> dict[str, str]:
    try:
        return {"text": text.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(text).decode()}


def read_line(line: bytes) -> Transferred | Tombstone | KeptMatch:
    """Parse a line; raise TransferError if it is neither record nor match, or was altered."""
    try:
        shape: dict[str, Any] = json.loads(line)
        if "match" in shape:
            return _read_match(shape)
        standing = RecordStanding(shape["owner"], Visibility(shape["visibility"]), shape["hidden"])
        if "removed" in shape:
            gone = datetime.fromisoformat(shape["moment"])
            successor = str(shape.get("successor", ""))
            return Tombstone(str(shape["removed"]), gone, str(shape["reason"]), standing, successor)
        text = shape["text"].encode() if "text" in shape else base64.b64decode(shape["base64"], validate=True)
        entry = Transferred(str(shape["id"]), datetime.fromisoformat(shape["added"]), standing, text)
    except TransferError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        said = f"{type(error).__name__}: {error}"
        raise TransferError(Phrase("this is not a line of an export ({why})", {"why": said})) from None
    games = [game for game in read(text) if game.text.strip()]
    if len(games) != 1 or entry.id not in ids_of(games[0], standing):
        raise TransferError(Phrase("this is not the text of the record {id}", {"id": entry.id[:16]}))
    return entry


def _read_match(shape: dict[str, Any]) -> KeptMatch:
    lines = []
    for each in shape["lines"]:
        line = load_line(each)
        if not isinstance(line, JournalLine):
            raise TypeError("a line is sealed")
        lines.append(KeptLine(line, str(each["by"]), str(each["key"])))
    facts: dict[str, Fact] = {"id": str(shape["match"])[:16]}
    for fault in faults(each.line for each in lines):
        facts["number"] = fault.number
        raise TransferError(
            Phrase("the journal of the match {id} has been altered from line {number} on", facts)
        )
    told: dict[str, Any] = {name: str(shape[name]) for name in MatchListing._fields}
    told |= {"opened": datetime.fromisoformat(told["opened"]), "public": bool(shape["public"])}
    listing = MatchListing(**told | {"names": tuple(map(str, shape["names"]))})
    keys = {
        str(role): RoleKey(bytes.fromhex(digest), str(person))
        for role, (digest, person) in shape["keys"].items()
    }
    ended = str(shape["record"]), str(shape["score"]), int(shape["winner"])
    listed = ListedMatch(str(shape["match"]), listing, bool(shape["open"]), *ended)
    within = shape["within"]
    return KeptMatch(listed, tuple(lines), keys, _read_tournament(within) if within else None)


def _read_tournament(shape: dict[str, Any]) -> Tournament:
    return Tournament(
        *(str(shape["id"]), str(shape["name"]), str(shape["owner"])),
        datetime.fromisoformat(shape["opened"]),
        bool(shape["public"]),
        *(bytes.fromhex(shape[name]) for name in ("hash", "salt", "request")),
    )
