"""Backups of a SQLite archive: made while it is in use, and restored into an empty one."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import mkstemp
from urllib.parse import quote

import sqlalchemy as sa

from notation.findings import Phrase
from viewer.store.archive import Store
from viewer.store.databases import StoreError

DUMP = Phrase("this archive is in PostgreSQL: back it up with pg_dump and restore it with pg_restore")


def backup(store: Store, target: Path) -> None:
    """Back up an archive to a file, atomically.

    Raises StoreError for a database other than SQLite, and OSError.
    """
    source = store.file()
    if source is None:
        raise StoreError(DUMP)
    copy_file(source, target)


def restore(url: str, source: Path) -> None:
    """Restore an archive from a backup; raise StoreError if that is damaged, or the archive is not empty."""
    place = sa.make_url(url)
    if place.get_backend_name() != "sqlite":
        raise StoreError(DUMP)
    _be_sound(source)
    target = Path(str(place.database))
    if target.exists():
        with Store.open(url) as store:
            if not store.is_empty():
                raise StoreError(
                    Phrase("this archive is not empty: a backup can be restored only into an empty one")
                )
        with closing(_reading(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
    else:
        copy_file(source, target)
    Store.open(url).close()


def _be_sound(path: Path) -> None:
    try:
        with closing(_reading(path)) as connection:
            said = connection.execute("PRAGMA integrity_check").fetchone()[0]
            held = connection.execute("SELECT count(*) FROM records, alembic_version").fetchone()
    except sqlite3.Error as error:
        said, held = str(error), None
    if said != "ok" or held is None:
        raise StoreError(Phrase("this is not an intact backup of an archive: {why}", {"why": said}))


def copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite file atomically; raises StoreError and OSError."""
    handle, name = mkstemp(dir=target.absolute().parent, prefix=".santase-", suffix=".tmp")
    os.close(handle)
    made = Path(name)
    try:
        with closing(_reading(source)) as old, closing(sqlite3.connect(made)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # so that the copy is a single file
        with made.open("rb+") as file:
            os.fsync(file.fileno())
        made.replace(target)
    except sqlite3.Error as error:
        raise StoreError(Phrase("the archive cannot be used: {why}", {"why": str(error)})) from error
    finally:
        for each in (made, made.with_name(f"{made.name}-journal")):
            each.unlink(missing_ok=True)


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True)
