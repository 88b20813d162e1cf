"""Explicit migrations of an archive's tables, forward or back.

Opening an archive migrates it forward automatically; here an operator does so, or undoes it, on purpose: with
a backup, and without any loss that was not confirmed.
"""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from notation.findings import Phrase
from viewer.store.backups import copy_file
from viewer.store.databases import Database, StoreError
from viewer.store.migrations import all_steps, can_go_back, go_back, losses, migrate, taken

NONE = "0000"
"""The version before any table exists."""


class Way(NamedTuple):
    """The migration steps from one version of the tables to another."""

    found: str
    """The last step applied."""
    wanted: str
    steps: tuple[str, ...]
    """In the order in which they are applied or reverted."""
    is_back: bool
    losses: tuple[Phrase, ...]
    """The data that would be lost."""


def way_to(url: str, wanted: str | None = None) -> Way:
    """Return the steps to a version, by default the newest; raise StoreError for an unknown one."""
    with closing(Database(url, as_it_is=True)) as database, database.changing_tables() as connection:
        return _way(connection, wanted or all_steps()[-1])


def go(url: str, way: Way, copy: Path | None = None) -> None:
    """Apply or revert the steps atomically; a SQLite archive is backed up to a file before.

    Raises StoreError, also if the tables were changed since, or more would be lost.
    """
    with closing(Database(url, as_it_is=True)) as database, database.changing_tables() as connection:
        database.hold_tables(connection)
        if _way(connection, way.wanted) != way:
            raise StoreError(
                Phrase("somebody else has changed the archive in the meantime: please look again")
            )
        place = database.file
        if copy and place:
            copy_file(place, copy)
        if way.is_back:
            go_back(connection, way.wanted)
        else:
            migrate(connection, way.wanted)


def _way(connection: sa.Connection, wanted: str) -> Way:
    known, found = all_steps(), taken(connection) or NONE
    if found not in (NONE, *known):
        raise StoreError(
            Phrase("the archive was made by a later version of this program: {why}", {"why": found})
        )
    if wanted not in known:
        raise StoreError(Phrase("there is no step {step}: they are {first} to {last}", _range(wanted, known)))
    forward = tuple(step for step in known if found < step <= wanted)
    back = tuple(step for step in reversed(known) if wanted < step <= found)
    stuck = next((step for step in back if not can_go_back(step)), None)
    if stuck:
        raise StoreError(Phrase("step {step} cannot be taken back", {"step": stuck}))
    lost = tuple(loss for step in back for loss in losses(connection, step))
    return Way(found, wanted, back or forward, bool(back), lost)


def _range(step: str, known: tuple[str, ...]) -> dict[str, str]:
    return {"step": step, "first": known[0], "last": known[-1]}
