"""The summaries of records in their tables, stored with the search columns, and read back."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from viewer.store.counting import put_down_to_count
from viewer.store.entries import Listed
from viewer.store.names import put_names, take_names
from viewer.store.summaries import Summary, days, program, sorting_key
from viewer.store.tables import LISTINGS, RECORDS
from viewer.store.words import UNINDEXED, Named, entry, put_words, take_words

_FIELDS: Final = tuple(field.name for field in fields(Summary))
_SHOWN: Final = sa.select(RECORDS.c.number, RECORDS.c.id, RECORDS.c.added, LISTINGS).select_from(
    LISTINGS.join(RECORDS)
)


class Judged(NamedTuple):
    """A record with its summary."""

    number: int
    text: bytes
    summary: Summary


def is_outdated() -> sa.ColumnElement[bool]:
    """Return the condition that another version, or none, judged a record, with or without a listing."""
    return sa.or_(LISTINGS.c.program.is_(None), LISTINGS.c.program != program())


def put_new(connection: sa.Connection, judged: Iterable[Judged]) -> None:
    """Store the listings of records that have none yet."""
    rows, entries = [], {}
    for one in judged:
        rows.append(_row(one.number, one.summary))
        entries[one.number] = _entry(_named(one.summary), one.text)
    if rows:
        connection.execute(sa.insert(LISTINGS), rows)
        put_down_to_count(connection, list(entries))
        put_names(connection, list(entries))
        put_words(connection, entries)


def put(connection: sa.Connection, judged: Judged) -> None:
    """Store the listing of a record, replacing the old one."""
    before = _names_indexed(connection, judged.number)
    if before == _named(judged.summary):
        connection.execute(sa.delete(LISTINGS).where(LISTINGS.c.record == judged.number))
        connection.execute(sa.insert(LISTINGS).values(_row(judged.number, judged.summary)))
        put_down_to_count(connection, [judged.number])
        put_names(connection, [judged.number])
    else:
        unlist(connection, judged.number, judged.text)
        put_new(connection, [judged])


def unlist(connection: sa.Connection, number: int, text: bytes) -> None:
    """Remove a record from the lists and the index of words."""
    before = _names_indexed(connection, number)
    if before is not None:
        take_words(connection, number, _entry(before, text))
    take_names(connection, number)
    connection.execute(sa.delete(LISTINGS).where(LISTINGS.c.record == number))


def shown(connection: sa.Connection, numbers: Sequence[int]) -> tuple[Listed, ...]:
    """Return the listings of some records, in the order of the numbers."""
    rows = {row.number: row for row in connection.execute(_SHOWN.where(LISTINGS.c.record.in_(numbers)))}
    found = (rows[number] for number in numbers)
    return tuple(Listed(row.id, row.added, summary_of(row), row.number) for row in found)


def summary_of(row: sa.Row[Any]) -> Summary:
    """Return the summary in a row."""
    return Summary(**{name: getattr(row, name) for name in _FIELDS})


def _row(number: int, summary: Summary) -> dict[str, object]:
    span = days(summary.date)
    return {
        **{name: getattr(summary, name) for name in _FIELDS},
        "record": number,
        "program": program(),
        "date_first": span.first if span else "",
        "date_last": span.last if span else "",
        "player_key": sorting_key(next(filter(None, summary.players), "")),
        "event_key": sorting_key(summary.event),
        "series_key": sorting_key(summary.series),
    }


def _named(summary: Summary) -> Named:
    return Named(summary.players, summary.event, summary.series)


def _entry(named: Named, text: bytes) -> str:
    return entry(named, text.decode("utf-8", "replace"))


def _names_indexed(connection: sa.Connection, number: int) -> Named | None:
    """Return the names under which a record is in the index of words; None if it is not indexed."""
    names = sa.select(LISTINGS.c.players, LISTINGS.c.event, LISTINGS.c.series)
    is_meant = sa.and_(LISTINGS.c.record == number, LISTINGS.c.program != UNINDEXED)
    row = connection.execute(names.where(is_meant)).first()
    return None if row is None else Named(*row)
