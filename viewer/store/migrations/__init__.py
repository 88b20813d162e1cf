"""The steps by which the tables came to be what they are, one module each, and how they are taken.

A step that has been published is never changed: a database somewhere has taken it. Steps change
tables alone; what is listed of the records is made again by :meth:`viewer.store.Store.rejudge`.
"""

from pathlib import Path
from threading import Lock
from typing import Final

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory

_TURN: Final = Lock()
"""Steps speak to a database through something that a process has once."""


def is_current(connection: sa.Connection) -> bool:
    """Whether a database has taken every step, and none unknown here."""
    context = MigrationContext.configure(connection)
    return context.get_current_revision() == _steps().get_current_head()


def migrate(connection: sa.Connection, revision: str = "head") -> None:
    """Take the steps that a database lacks, within the transaction of the connection.

    Raises :class:`alembic.util.CommandError` for a database that has taken steps unknown here.
    """
    steps = _steps()
    context = MigrationContext.configure(
        connection, opts={"fn": lambda current, _: steps._upgrade_revs(revision, current)}
    )
    with _TURN, Operations.context(context):
        context.run_migrations()


def _steps() -> ScriptDirectory:
    folder = str(Path(__file__).parent)
    return ScriptDirectory(folder, version_locations=[folder])
