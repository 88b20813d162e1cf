"""The steps by which the tables came to be what they are, one module each, and how they are taken.

A step that has been published is never changed: a database somewhere has taken it. Steps change
tables alone; what is listed of the records is made again by :meth:`viewer.store.Store.rejudge`.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, Final

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory

_TURN: Final = Lock()
"""Steps speak to a database through something that a process has once."""


def migrate(connection: sa.Connection, revision: str = "head") -> None:
    """Take the steps that a database lacks, within the transaction of the connection.

    Raises :class:`alembic.util.CommandError` for a database that has taken steps unknown here.
    """
    _run(connection, lambda current, _: _steps()._upgrade_revs(revision, current))


def go_back(connection: sa.Connection, revision: str) -> None:
    """Take steps back until a database is as an earlier program left it, at least at step 0005."""
    _run(connection, lambda current, _: _steps()._downgrade_revs(revision, current))


def is_current(connection: sa.Connection) -> bool:
    """Whether a database has taken every step, and none unknown here."""
    head = _steps().get_current_head()
    return MigrationContext.configure(connection).get_current_revision() == head


def _steps() -> ScriptDirectory:
    folder = str(Path(__file__).parent)
    return ScriptDirectory(folder, version_locations=[folder])


def _run(connection: sa.Connection, steps: Callable[[Any, Any], Any]) -> None:
    context = MigrationContext.configure(connection, opts={"fn": steps})
    with _TURN, Operations.context(context):
        context.run_migrations()
