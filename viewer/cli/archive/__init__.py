"""The commands that manage an archive: its records, its live matches, its keys, and backups.

Their user has access to the database itself, so they need no key; the audit trail records the command line as
the actor.
"""

import click

from viewer.cli.archive.backups import backup, check, export, import_, restore, rotate, tidy
from viewer.cli.archive.keys import keys
from viewer.cli.archive.matches import matches
from viewer.cli.archive.records import add, audit, hide, list_, remove, show
from viewer.cli.archive.versions import migrate


@click.group()
def archive() -> None:
    """Manage an archive: its records, live matches and keys, its backups, the version of its tables.

    The archive is named by --db or SANTASE_DATABASE; the default is the one that `santase serve`
    serves.
    """


for command in (
    list_,
    show,
    add,
    hide,
    remove,
    audit,
    export,
    import_,
    backup,
    rotate,
    restore,
    tidy,
    migrate,
    check,
    keys,
    matches,
):
    archive.add_command(command)
