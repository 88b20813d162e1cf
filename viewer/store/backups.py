"""Backups of an archive: made while it is in use, verified by restoring them, and rotated.

A SQLite file is copied by this program, a PostgreSQL database by its own, `pg_dump` and `pg_restore`.
"""

import os
import re
import sqlite3
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import quote

import sqlalchemy as sa

from notation.findings import Phrase
from viewer.limits import Settings
from viewer.store.archive import Store
from viewer.store.checking import ArchiveFault
from viewer.store.databases import Database, StoreError

_NAME: Final = "archive-%Y%m%dT%H%M%SZ"
_PERIODS: Final = ("%Y-%m-%d", "%G-%V", "%Y-%m")
"""How a day, a week and a month are named."""
_NEEDED: Final = ("alembic_version", "records", "match_lines")
"""Tables that every archive has."""


def backup(store: Store, target: Path) -> None:
    """Back up an archive to a file, atomically; raises StoreError and OSError."""
    source = store.file()
    if source is not None:
        copy_file(source, target)
        return
    with _replacing(target) as made:
        _run("pg_dump", store.place, "--format=custom", f"--file={made}")


def restore(url: str, source: Path) -> None:
    """Restore an archive from a backup; raise StoreError if that is damaged, or the archive is not empty."""
    place = sa.make_url(url)
    if place.get_backend_name() == "postgresql":
        _restore_dump(url, source)
    else:
        _restore_file(url, Path(str(place.database)), source)
    Store.open(url).close()


def _restore_file(url: str, target: Path, source: Path) -> None:
    _be_sound(source)
    if not target.exists():
        copy_file(source, target)
        return
    _be_empty(url)
    with closing(_reading(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def _restore_dump(url: str, source: Path) -> None:
    held = _run("pg_restore", None, "--list", str(source))
    missing = [name for name in _NEEDED if not re.search(rf" TABLE DATA \S+ {name} ", held)]
    if missing:
        raise _unsound(f"no table {missing[0]}")
    with closing(Database(url, as_it_is=True)) as database:
        with database.changing_tables() as connection:
            has_tables = sa.inspect(connection).has_table(_NEEDED[0])
        if has_tables:
            _be_empty(url)
            with database.changing_tables() as connection:
                there = sa.MetaData()
                there.reflect(connection)
                there.drop_all(connection)
    how = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--exit-on-error")
    _run("pg_restore", sa.make_url(url), *how, "--single-transaction", str(source))


def _be_empty(url: str) -> None:
    with Store.open(url) as store:
        if not store.is_empty():
            raise StoreError(
                Phrase("this archive is not empty: a backup can be restored only into an empty one")
            )


def _be_sound(path: Path) -> None:
    try:
        with closing(_reading(path)) as connection:
            said = connection.execute("PRAGMA integrity_check").fetchone()[0]
            held = connection.execute("SELECT count(*) FROM records, alembic_version").fetchone()
    except sqlite3.Error as error:
        said, held = str(error), None
    if said != "ok" or held is None:
        raise _unsound(said)


def _unsound(why: str) -> StoreError:
    return StoreError(Phrase("this is not an intact backup of an archive: {why}", {"why": why}))


# Rotated.


def rotate(
    store: Store, folder: Path, settings: Settings, now: datetime, *, actor: str
) -> Path | list[ArchiveFault]:
    """Add a backup to a folder, verify it, and drop those that are no longer kept; return its path.

    If it is not intact, return its faults: then it stays as ``unverified``, and nothing is dropped. Raises
    StoreError and OSError.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    ending = ".db" if store.file() else ".dump"
    new = folder / f"unverified{ending}"
    backup(store, new)
    if found := verify(store, new):
        return found
    target = folder / f"{now.astimezone(UTC):{_NAME}}{ending}"
    new.replace(target)
    if not store.read_only:
        store.note_backup(target.name, actor=actor)
    made = {moment: path for path in folder.iterdir() if (moment := _moment(path, ending))}
    for moment in made.keys() - kept(made, settings):
        made[moment].unlink()
    return target


def kept(moments: Iterable[datetime], settings: Settings) -> set[datetime]:
    """Return which backups are kept: the newest, and the last of each of the last days, weeks and months.

    Periods without a backup do not count, so that nothing is dropped because time passes.

    >>> days = [datetime(2026, 11, day, tzinfo=UTC) for day in range(1, 25)]
    >>> wanted = Settings(backup_days=2, backup_weeks=3, backup_months=1)
    >>> [each.day for each in sorted(kept(days, wanted))]
    [15, 22, 23, 24]
    """
    newest_first = sorted(moments, reverse=True)
    chosen = set(newest_first[:1])
    numbers = (settings.backup_days, settings.backup_weeks, settings.backup_months)
    for form, number in zip(_PERIODS, numbers, strict=True):
        last_of: dict[str, datetime] = {}
        for moment in newest_first:
            last_of.setdefault(moment.strftime(form), moment)
        chosen |= set(list(last_of.values())[:number])
    return chosen


def _moment(path: Path, ending: str) -> datetime | None:
    """Return when a backup was made, by its name; None for another file."""
    with suppress(ValueError):
        return datetime.strptime(path.name, f"{_NAME}{ending}").replace(tzinfo=UTC)
    return None


def verify(store: Store, source: Path) -> list[ArchiveFault]:
    """Restore a backup into an archive that is made for it beside the other, and return its faults."""
    with _scratch(store.place, source.absolute().parent) as place:
        url = place.render_as_string(hide_password=False)
        restore(url, source)
        with Store.open(url) as restored:
            return list(restored.faults())


@contextmanager
def _scratch(place: sa.URL, folder: Path) -> Iterator[sa.URL]:
    """Yield the address of an archive that does not exist yet, and is dropped afterwards."""
    if place.get_backend_name() == "sqlite":
        with TemporaryDirectory(dir=folder, prefix=".santase-") as made:
            yield sa.URL.create("sqlite", database=f"{made}/archive.db")
        return
    name = f"santase_verified_{token_hex(8)}"
    engine = sa.create_engine(place.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0")
            try:
                yield place.set(database=name)
            finally:
                connection.exec_driver_sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    except sa.exc.DBAPIError as error:
        raise _failed("CREATE DATABASE", str(error.orig)) from error
    finally:
        engine.dispose()


# Files.


def copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite file atomically; raises StoreError and OSError."""
    try:
        with (
            _replacing(target) as made,
            closing(_reading(source)) as old,
            closing(sqlite3.connect(made)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # so that the copy is a single file
    except sqlite3.Error as error:
        raise StoreError(Phrase("the archive cannot be used: {why}", {"why": str(error)})) from error


@contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """Yield a file that replaces another when it is complete and on the disk."""
    with TemporaryDirectory(dir=target.absolute().parent, prefix=".santase-") as folder:
        made = Path(folder, target.name)
        made.touch(0o600)
        yield made
        with made.open("rb+") as file:
            os.fsync(file.fileno())
        made.replace(target)


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True)


def _run(program: str, place: sa.URL | None, *words: str) -> str:
    """Run a program of PostgreSQL, on a database if one is named, and return its output; raise StoreError.

    The password is passed in the environment, which only this user can read.
    """
    environment, named = dict(os.environ), list[str]()
    if place is not None:
        from psycopg.conninfo import make_conninfo  # of an extra

        told = place.set(drivername="postgresql+psycopg").get_dialect()().create_connect_args(place)[1]
        if password := told.pop("password", ""):
            environment["PGPASSWORD"] = str(password)
        named = ["--dbname", make_conninfo(**told)]
    try:
        done = subprocess.run(  # noqa: S603 - a program that is named here
            [program, *named, *words],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    except FileNotFoundError:
        raise StoreError(
            Phrase("{program} is not installed: it is one of PostgreSQL's programs", {"program": program})
        ) from None
    if done.returncode:
        raise _failed(program, (done.stderr.strip().splitlines() or ["?"])[-1])
    return done.stdout


def _failed(what: str, why: str) -> StoreError:
    return StoreError(Phrase("{program} has failed: {why}", {"program": what, "why": why.strip()}))
