"""The migrations of the database, one module for each step, and how they are applied.

A published step is never changed: a database somewhere has applied it. Steps only change tables; listings are
derived again by :meth:`viewer.store.Store.rejudge`. A step that loses something when it is reverted describes
that in a function ``losses``.
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

FOLDERS: Final = [str(Path(__file__).parent)]
"""Where the steps are; tests add a later one."""
_TURN: Final = Lock()
"""Steps access a database through a global of the process."""


def migrate(connection: sa.Connection, revision: str = "head") -> None:
    """Apply the steps that a database lacks, within the transaction of the connection.

    Raises :class:`alembic.util.CommandError` for a database with unknown steps.
    """
    _run(connection, lambda current, _: _steps()._upgrade_revs(revision, current))


def go_back(connection: sa.Connection, revision: str) -> None:
    """Revert steps until a database is as an earlier program left it."""
    _run(connection, lambda current, _: _steps()._downgrade_revs(revision, current))


def taken(connection: sa.Connection) -> str:
    """Return the last step applied to a database; an empty string for none."""
    return MigrationContext.configure(connection).get_current_revision() or ""


def is_current(connection: sa.Connection) -> bool:
    """Return whether every step has been applied to a database, and no unknown one."""
    return taken(connection) == all_steps()[-1]


def all_steps() -> tuple[str, ...]:
    """Return the names of all steps in their order."""
    return _names(*FOLDERS)


@cache
def _names(*folders: str) -> tuple[str, ...]:
    return tuple(step.revision for step in _steps().walk_revisions())[::-1]


def losses(connection: sa.Connection, revision: str) -> list[Phrase]:
    """Return what a database loses if a step is reverted."""
    module = _steps().get_revision(revision).module
    return list(module.losses(connection)) if hasattr(module, "losses") else []


def can_go_back(revision: str) -> bool:
    """Return whether a step can be reverted."""
    return hasattr(_steps().get_revision(revision).module, "downgrade")


def _steps() -> ScriptDirectory:
    return ScriptDirectory(FOLDERS[0], version_locations=FOLDERS)


def _run(connection: sa.Connection, steps: Callable[[Any, Any], Any]) -> None:
    context = MigrationContext.configure(connection, opts={"fn": steps})
    with _TURN, Operations.context(context):
        context.run_migrations()
