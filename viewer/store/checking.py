"""Integrity checks of an archive: texts match their ids, and no derived row is missing or left over.

The journal of a live match must be an unbroken chain of lines that form a match.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import sqlalchemy as sa

from notation import read
from notation.findings import Fact, Phrase
from notation.live.match import wrong_in
from viewer.limits import judge_record
from viewer.store.access import EVERYTHING, Visibility
from viewer.store.databases import Database, table_names
from viewer.store.journal import Journals
from viewer.store.listings import summary_of
from viewer.store.moderation import ids_of
from viewer.store.names import miscounted
from viewer.store.summaries import program, summarise
from viewer.store.tables import (
    APPEARANCES,
    COUNTED,
    LISTINGS,
    OWNERS,
    RECORDS,
    SCHEMA,
    TOMBSTONES,
    WITHHELD,
)
from viewer.store.transfer import DAMAGED, Transferred, records

_ON: Final = (
    (LISTINGS, RECORDS),
    (COUNTED, LISTINGS),
    (APPEARANCES, LISTINGS),
    (OWNERS, RECORDS),
    (WITHHELD, RECORDS),
)
"""Tables whose rows refer to one of another table."""


class ArchiveFault(NamedTuple):
    """An integrity error; ``id`` is that of a record, the number of a missing one, or empty."""

    id: str
    phrase: Phrase


def faults(database: Database, journal: Journals) -> Iterator[ArchiveFault]:
    """Yield all integrity errors of an archive."""
    for said in database.integrity():
        yield ArchiveFault("", Phrase("the database says: {why}", {"why": said}))
    with database.reading() as connection:
        if missing := sorted(SCHEMA.tables.keys() - table_names(connection)):
            yield from (
                ArchiveFault("", Phrase("table {table} is missing", {"table": name})) for name in missing
            )
            return
        for table, needed in _ON:
            key = needed.primary_key.columns[0]
            orphans = sa.select(table.c.record).where(table.c.record.not_in(sa.select(key)))
            facts: dict[str, Fact] = {"table": table.name, "needed": needed.name}
            for record in connection.scalars(orphans):
                yield ArchiveFault(
                    str(record), Phrase("table {table} has a row without a counterpart in {needed}", facts)
                )
        for name, games, has in miscounted(connection):
            told: dict[str, Fact] = {"name": name, "games": games, "has": has}
            yield ArchiveFault("", Phrase("{name} is listed with {games} games and has {has}", told))
        removed = set(connection.scalars(sa.select(TOMBSTONES.c.id)))
    for match in journal.each(everything=True):
        lines = [each.line for each in match.lines]
        yield from (ArchiveFault(match.listed.id, phrase) for phrase in wrong_in(lines))
    damaged: list[str] = []
    for entry in records(database, EVERYTHING, damaged.append):
        if entry.id in removed:
            yield ArchiveFault(entry.id, Phrase("it was removed, but it is there"))
        yield from _faults_of(database, entry)
    yield from (ArchiveFault(record, DAMAGED) for record in damaged)


def _faults_of(database: Database, entry: Transferred) -> Iterator[ArchiveFault]:
    games = [game for game in read(entry.text) if game.text.strip()]
    if len(games) != 1 or entry.id not in ids_of(games[0], entry.standing):
        yield ArchiveFault(entry.id, Phrase("its text is not that of its id"))
        return
    if entry.standing.visibility is Visibility.PRIVATE and not entry.standing.owner:
        yield ArchiveFault(entry.id, Phrase("it is private and nobody owns it"))
    with database.reading() as connection:
        listed = sa.select(LISTINGS).join(RECORDS).where(RECORDS.c.id == entry.id)
        rows = connection.execute(listed).all()
    if not rows:
        yield ArchiveFault(entry.id, Phrase("it is not listed"))
    elif rows[0].program == program() and summary_of(rows[0]) != summarise(judge_record(games[0])):
        yield ArchiveFault(entry.id, Phrase("it is listed as something else"))
