"""The version of an archive's tables, and how an operator takes it forward or back.

An archive is brought forward by whoever opens it; here that is done, or undone, on purpose: with a copy of
the archive as it was, and nothing lost that nobody said might be.
"""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from notation.findings import Phrase
from viewer.store.copies import copy_file
from viewer.store.databases import Database, StoreError
from viewer.store.migrations import all_steps, can_go_back, go_back, losses, migrate, taken

NONE = "0000"
"""What the tables are at that are not there yet."""


class Way(NamedTuple):
    """The steps from where the tables are to where they are to be."""

    found: str
    """The last step that they have taken."""
    wanted: str
    steps: tuple[str, ...]
    """In the order in which they are taken, or taken back."""
    is_back: bool
    losses: tuple[Phrase, ...]
    """What is there now and would not be afterwards."""


def way_to(url: str, wanted: str | None = None) -> Way:
    """The way of an archive to a step, else to the newest; StoreError where there is none."""
    with closing(Database(url, as_it_is=True)) as database, database.changing_tables() as connection:
        return _way(connection, wanted or all_steps()[-1])


def go(url: str, way: Way, copy: Path | None = None) -> None:
    """Go a way, all of it or nothing; before that an archive of SQLite is copied to a file.

    Raises StoreError, as where somebody else has changed the tables since, or more would be lost.
    """
    with closing(Database(url, as_it_is=True)) as database, database.changing_tables() as connection:
        database.hold_tables(connection)
        if _way(connection, way.wanted) != way:
            raise StoreError(
                Phrase("somebody else has changed the archive in the meantime: please look again")
            )
        place = database.file()
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
