"""Where the archive lies: a file of SQLite, or PostgreSQL. All that sets the two apart is here.

It connects, begins and ends transactions, and turns every failure into one kind of error; it knows
nothing of records.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final
from urllib.parse import quote

import sqlalchemy as sa
from alembic.util import CommandError
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from notation.findings import Phrase
from viewer.store.migrations import is_current, migrate

PATIENCE: Final = 15
"""Seconds that are waited for a lock of SQLite, or for PostgreSQL to answer."""
MIGRATION_LOCK: Final = 0x53414E54415345
"""What programs that start at the same time agree on in PostgreSQL: the letters of the name."""


class StoreError(Exception):
    """The archive cannot be opened, read or written; ``why`` in it is the database's own word."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


class ReadOnlyError(StoreError):
    """Something would be written to an archive that is only read."""

    def __init__(self) -> None:
        super().__init__(Phrase("the archive is read only: nothing in it can be changed"))


class Database:
    """A database that has the tables of this program."""

    def __init__(self, url: str, read_only: bool = False) -> None:
        """Connect and bring the tables up to date; raises StoreError where that cannot be.

        A database that cannot be written, on a disk or a server that is only read, is read only.
        """
        place = _place(url)
        self.read_only = read_only or _is_unwritable(place)
        """Whether nothing is written."""
        self._engine = _engine(place, self.read_only)
        is_file = self._engine.dialect.name == "sqlite"
        self._insert = sqlite.insert if is_file else postgresql.insert
        # Within a reading transaction nothing changes that others write: SQLite needs no telling.
        still = {} if is_file else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reader = self._engine.execution_options(**still)
        self._writer = self._engine.execution_options(begin="BEGIN IMMEDIATE")
        try:
            self._prepare(is_file)
        except BaseException:
            self.close()
            raise

    def _prepare(self, is_file: bool) -> None:
        if not is_file:
            with self.reading() as connection:
                encoding = connection.scalar(sa.text("SHOW server_encoding"))
                if encoding != "UTF8":
                    raise StoreError(
                        Phrase(
                            "the database keeps text as {encoding}: it must be UTF8", {"encoding": encoding}
                        )
                    )
                self.read_only |= connection.scalar(sa.text(_IS_MIRROR)) is True
        if self.read_only:
            with self.reading() as connection:
                if not is_current(connection):
                    raise StoreError(
                        Phrase(
                            "the archive is read only, and was made by another version of this program: "
                            "open it once where it can be written"
                        )
                    )
            return
        with self.writing() as connection:
            if not is_file:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            try:
                migrate(connection)
            except CommandError as error:
                later = Phrase(
                    "the archive was made by a later version of this program: {why}", {"why": str(error)}
                )
                raise StoreError(later) from None

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A transaction that reads: all that it sees is of one moment."""
        with _failures(), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes: all of it happens, or nothing."""
        if self.read_only:
            raise ReadOnlyError
        with _failures(), self._writer.begin() as connection:
            yield connection

    def insert(self, table: sa.Table, row: Mapping[str, object]) -> sa.Insert:
        """The adding of a row that is left out where its key is there already, even if only just."""
        return self._insert(table).values(row).on_conflict_do_nothing()

    def forget_deleted(self) -> None:
        """Let nothing of what was deleted stay in the log of SQLite; PostgreSQL's vacuum sees to its own."""
        if self._engine.dialect.name == "sqlite":
            with _failures(), self._engine.connect() as connection:
                connection.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def integrity(self) -> list[str]:
        """What SQLite finds wrong in its file; PostgreSQL is not asked."""
        if self._engine.dialect.name != "sqlite":
            return []
        with self.reading() as connection:
            said = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
            left = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        return [each for each in said if each != "ok"] + [f"{row[0]}, row {row[1]}: {row[2]}" for row in left]

    def file(self) -> Path | None:
        """The file of SQLite; None for another database."""
        is_file = self._engine.dialect.name == "sqlite"
        return Path(str(self._engine.url.database)) if is_file else None

    def close(self) -> None:
        """End all connections."""
        self._engine.dispose()


_IS_MIRROR: Final = "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on'"
"""Whether a server of PostgreSQL takes no writes at all."""


def _place(url: str) -> sa.URL:
    try:
        place = sa.make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError(Phrase("this is no address of an archive: {why}", {"why": str(error)})) from None
    if place.get_backend_name() == "sqlite" and place.database in (None, "", ":memory:"):
        raise StoreError(Phrase("an archive of SQLite lies in a file: sqlite:///archive.db"))
    return place


def _is_unwritable(place: sa.URL) -> bool:
    """Whether a file of SQLite is there and cannot be written, or nothing beside it, which it needs too."""
    if place.get_backend_name() != "sqlite":
        return False
    path = Path(str(place.database))
    try:
        return path.is_file() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
    except OSError:  # which opening it reports
        return False


def _engine(place: sa.URL, read_only: bool) -> sa.Engine:
    try:
        if place.get_backend_name() == "sqlite":
            place = place.set(drivername="sqlite")
            if read_only:
                path = Path(str(place.database)).absolute()
                engine = sa.create_engine(place, creator=lambda: _connect_to_read(path))
            else:
                engine = sa.create_engine(place, connect_args={"timeout": PATIENCE})
                sa.event.listen(engine, "connect", _set_up)
            sa.event.listen(engine, "begin", _begin)
            return engine
        if place.get_backend_name() == "postgresql":
            place = place.set(drivername="postgresql+psycopg")
            how = {"connect_timeout": PATIENCE, "client_encoding": "utf8"}
            return sa.create_engine(place, connect_args=how, pool_pre_ping=True)
    except (ArgumentError, ValueError) as error:
        raise StoreError(Phrase("this is no address of an archive: {why}", {"why": str(error)})) from None
    except ModuleNotFoundError as error:
        needed = Phrase(
            "this needs the extra `postgres`: pip install 'santase[postgres]' ({why})", {"why": str(error)}
        )
        raise StoreError(needed) from None
    other = {"kind": place.get_backend_name()}
    raise StoreError(Phrase("an archive lies in SQLite or PostgreSQL, not in {kind}", other))


def _set_up(connection: sqlite3.Connection, _: object) -> None:
    """Prepare a new connection to SQLite, which begins no transaction by itself from here on."""
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    patient_until = monotonic() + PATIENCE
    while True:
        try:
            # The first to say so in a new file may be refused at once, for here SQLite does not wait.
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > patient_until:
                raise
            sleep(0.01)


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection to a file of SQLite that writes nothing, not even what readers share in WAL mode.

    Where a reader may not make the files that go with the mode, and no program has left any, the file is
    taken for one that never changes.
    """
    address = f"file:{quote(str(path))}?mode=ro"
    wal = path.with_name(f"{path.name}-wal")
    if _is_frozen(path) and not (wal.exists() and wal.stat().st_size):
        address += "&immutable=1"
    connection = sqlite3.connect(address, PATIENCE, uri=True, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA query_only = ON")
    return connection


def _is_frozen(path: Path) -> bool:
    return not os.access(path.parent, os.W_OK)


def _begin(connection: sa.Connection) -> None:
    """Begin a transaction of SQLite; one that will write takes its lock at once, for no other way waits."""
    options: Any = connection.get_execution_options()
    connection.exec_driver_sql(options.get("begin", "BEGIN"))


@contextmanager
def _failures() -> Iterator[None]:
    """Turn what a database says of its failure into the one error of this package."""
    try:
        yield
    except SQLAlchemyError as error:
        why = error.orig if isinstance(error, DBAPIError) else error
        raise StoreError(Phrase("the archive cannot be used: {why}", {"why": str(why)})) from error
