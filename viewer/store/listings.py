"""Summaries of records in their tables: put down beside what they are searched by, and read back."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

import sqlalchemy as sa

from notation import Game
from viewer.store.summaries import Summary, days, fold, program
from viewer.store.tables import LISTINGS, PLAYERS, RECORDS, WORDS

LISTED: Final = LISTINGS.join(RECORDS)
"""The records that are listed."""
_FIELDS: Final = tuple(field.name for field in fields(Summary) if field.name != "players")


def is_outdated() -> sa.ColumnElement[bool]:
    """Whether another version judged a record, or none; asked of records with or without a listing."""
    return sa.or_(LISTINGS.c.program.is_(None), LISTINGS.c.program != program())


def forget(connection: sa.Connection, record: str) -> None:
    """Let go of all that is derived of a record."""
    connection.execute(sa.delete(LISTINGS).where(LISTINGS.c.record == record))


def put(connection: sa.Connection, record: str, game: Game, summary: Summary) -> None:
    """Write down what a list says of a record, in the place of what it said before."""
    span = days(summary.date)
    row = {
        **{name: getattr(summary, name) for name in _FIELDS},
        "record": record,
        "program": program(),
        "event_folded": fold(summary.event),
        "series_folded": fold(summary.series),
        "date_first": span.first if span else "",
        "date_last": span.last if span else "",
    }
    forget(connection, record)
    connection.execute(sa.insert(LISTINGS).values(row))
    connection.execute(sa.insert(WORDS).values(record=record, text_folded=fold(game.text)))
    players = [
        {"record": record, "seat": seat, "name": name, "name_folded": fold(name)}
        for seat, name in enumerate(summary.players)
    ]
    if players:
        connection.execute(sa.insert(PLAYERS), players)


def summaries(connection: sa.Connection, rows: Sequence[sa.Row[Any]]) -> list[Summary]:
    """What lists say of the records of some rows, in which their listings stand."""
    names: dict[str, list[str]] = {row.record: [] for row in rows}
    players = sa.select(PLAYERS).where(PLAYERS.c.record.in_(names))
    for player in connection.execute(players.order_by(PLAYERS.c.record, PLAYERS.c.seat)):
        names[player.record].append(player.name)
    return [
        Summary(players=tuple(names[row.record]), **{name: getattr(row, name) for name in _FIELDS})
        for row in rows
    ]
