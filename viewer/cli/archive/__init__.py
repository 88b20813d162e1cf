"""The commands that manage an archive: its records, its live matches, its keys, and backups.

Their user has access to the database itself, so they need no key; the audit trail records the command line as
the actor.
"""

from typing import ClassVar, Final

import click

from viewer.cli import LazyGroup

COMMANDS: Final = {
    "add": ("records", "Add the records of files, of logs too."),
    "audit": ("records", "Print who did what, and why."),
    "backup": ("backups", "Back up an archive while it is in use."),
    "check": ("backups", "Check everything that an archive holds."),
    "export": ("backups", "Write its records for another archive."),
    "hide": ("records", "Hide a record, or show it again."),
    "import": ("backups", "Add what another archive exported."),
    "keys": ("keys", "Create, list, renew and revoke keys, and forget persons."),
    "list": ("records", "List the records that match all conditions."),
    "matches": ("matches", "List live matches, show one with its journal, and remove it."),
    "migrate": ("versions", "Migrate the tables to this version of the program."),
    "remove": ("records", "Remove a record for good."),
    "restore": ("backups", "Restore an archive from a backup."),
    "rotate": ("backups", "Add a backup to a folder, and keep the last ones."),
    "show": ("records", "Print a record, and what is known about it."),
    "tidy": ("backups", "Drop what is older than the settings say."),
}
"""The module of each command, and what it does."""


class ArchiveGroup(LazyGroup):
    """Loads the commands on demand: the database takes long to load."""

    package = __name__
    groups: ClassVar = {"Commands": COMMANDS}


@click.group(cls=ArchiveGroup)
def archive() -> None:
    """Manage an archive: its records, live matches and keys, its backups, the version of its tables.

    The archive is named by --db or SANTASE_DATABASE; the default is the one that `santase serve`
    serves.
    """
