"""The steps by which the tables came to be what they are, one module each, and how they are taken.

A step that has been published is never changed: a database somewhere has taken it. Steps change
tables alone; what is listed of the records is made again by :meth:`viewer.store.Store.rejudge`. A step
that loses something when it is taken back says what, in a function ``losses``.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory

from notation.findings import Phrase

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


def taken(connection: sa.Connection) -> str:
    """The last step that a database has taken; an empty string for none."""
    return MigrationContext.configure(connection).get_current_revision() or ""


def is_current(connection: sa.Connection) -> bool:
    """Whether a database has taken every step, and none unknown here."""
    return taken(connection) == all_steps()[-1]


@cache
def all_steps() -> tuple[str, ...]:
    """The names of all steps in their order."""
    return tuple(step.revision for step in _steps().walk_revisions())[::-1]


def losses(connection: sa.Connection, revision: str) -> list[Phrase]:
    """What a database that has taken a step loses where the step is taken back."""
    module = _steps().get_revision(revision).module
    return list(module.losses(connection)) if hasattr(module, "losses") else []


def can_go_back(revision: str) -> bool:
    """Whether a step can be taken back."""
    return hasattr(_steps().get_revision(revision).module, "downgrade")


def _steps() -> ScriptDirectory:
    folder = str(Path(__file__).parent)
    return ScriptDirectory(folder, version_locations=[folder])


def _run(connection: sa.Connection, steps: Callable[[Any, Any], Any]) -> None:
    context = MigrationContext.configure(connection, opts={"fn": steps})
    with _TURN, Operations.context(context):
        context.run_migrations()
