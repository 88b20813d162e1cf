"""The database: a SQLite file, or PostgreSQL. All differences between the two are here.

It connects, begins and ends transactions, and turns every failure into one kind of error; it knows nothing of
records.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from math import inf, isinf
from pathlib import Path
from threading import Lock
from time import monotonic, sleep, time
from typing import Any, Final
from urllib.parse import quote

import sqlalchemy as sa
from alembic.util import CommandError
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from notation.findings import Fact, Phrase, PhraseError
from viewer.extras import needed
from viewer.limits import Settings
from viewer.store.migrations import all_steps, is_current, migrate, taken

STARTING_SECONDS: Final = 15
"""Timeout for the database when a program starts."""
MIGRATION_SECONDS: Final = 3600
"""Timeout for others that migrate the same tables."""
INSTRUCTIONS: Final = 100_000
"""SQLite instructions between two checks of the deadline: a few milliseconds."""
MIGRATION_LOCK: Final = 0x53414E54415345
"""PostgreSQL advisory lock for migrations: the letters of the name."""
ADDING_LOCK: Final = MIGRATION_LOCK + 1
"""PostgreSQL advisory lock for adding records."""


class StoreError(PhraseError):
    """The archive cannot be opened, read or written; ``why`` is the message of the database."""


class UnusableError(StoreError):
    """The archive cannot be read or written now, whatever is asked of it."""


class ReadOnlyError(UnusableError):
    """A write to a read-only archive."""

    def __init__(self) -> None:
        super().__init__(Phrase("the archive is read only"))


class MovedError(UnusableError):
    """The file of a SQLite archive was moved or replaced while it was open, so nothing is stored in it."""

    def __init__(self) -> None:
        super().__init__(
            Phrase("the file of the archive was moved or replaced while it was open: restart the server")
        )


class OtherVersionError(UnusableError):
    """The tables no longer have the version of this program: another version has migrated them meanwhile."""

    def __init__(self, found: str) -> None:
        facts: dict[str, Fact] = {"found": found, "own": all_steps()[-1]}
        super().__init__(
            Phrase(
                "another version of this program has upgraded the archive: its tables are at step "
                "{found}, this program knows step {own}",
                facts,
            )
        )


class Database:
    """A database whose tables have the version of this program in every transaction."""

    def __init__(
        self, url: str, settings: Settings | None = None, read_only: bool = False, *, as_it_is: bool = False
    ) -> None:
        """Connect and migrate the tables; raise StoreError on failure.

        A generous timeout applies to that; afterwards the settings limit waiting for locks and for answers. A
        database that cannot be written, because of its disk or its server, is read-only. With ``as_it_is``
        the tables are not migrated.
        """
        settings = settings or Settings()
        place = _place(url)
        self.place = place
        """The address of the database."""
        self.read_only = read_only or _is_unwritable(place)
        """Whether it is read-only."""
        self._bounds = _Bounds(STARTING_SECONDS, inf)
        self._is_checked = False
        """Whether each transaction begins with a check of the version of the tables."""
        self.file = Path(str(place.database)).absolute() if place.get_backend_name() == "sqlite" else None
        """The file of SQLite; None for PostgreSQL."""
        self._opened: tuple[int, int] | None = None
        """The file of SQLite that was opened, by its device and inode."""
        self._engine = _engine(place, self._bounds, settings, self.read_only)
        self.kind = self._engine.dialect.name
        """``sqlite`` or ``postgresql``."""
        is_file = self.kind == "sqlite"
        # A reading transaction sees a snapshot, which in SQLite is the default.
        still = {} if is_file else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reader = self._engine.execution_options(**still)
        self._writer = self._engine.execution_options(begin="BEGIN IMMEDIATE")
        self._turn = Lock()
        try:
            if not as_it_is:
                self._prepare(is_file)
                self._is_checked = True
                self._opened = self._file_there()
        except BaseException:
            self.close()
            raise
        self._bounds.lock_seconds, self._bounds.query_seconds = settings.lock_seconds, settings.query_seconds
        self._engine.dispose()  # timeouts of connections are set when they are made

    def _prepare(self, is_file: bool) -> None:
        if not is_file:
            with self.reading() as connection:
                encoding = connection.scalar(sa.text("SHOW server_encoding"))
                if encoding != "UTF8":
                    facts = {"encoding": encoding}
                    raise StoreError(Phrase("the database keeps text as {encoding}: it must be UTF8", facts))
                self.read_only |= connection.scalar(sa.text(_IS_MIRROR)) is True
        if self.read_only:
            if not self._is_current():
                raise StoreError(
                    Phrase(
                        "the archive is read only and was made by another version of this "
                        "program: open it once with write access"
                    )
                )
            return
        if is_file and self._is_current():  # without the lock, for which whoever writes would wait
            return
        with self.changing_tables() as connection:
            try:
                if not is_current(connection):
                    self.hold_tables(connection)
                    migrate(connection)
            except CommandError as error:
                later = Phrase(
                    "the archive was made by a later version of this program: {why}", {"why": str(error)}
                )
                raise StoreError(later) from None

    def _is_current(self) -> bool:
        with self.reading() as connection:
            return is_current(connection)

    @contextmanager
    def changing_tables(self) -> Iterator[sa.Connection]:
        """Begin a transaction that may change tables; other programs that start wait for it."""
        if self.read_only:
            raise ReadOnlyError
        is_file = self.kind == "sqlite"
        with _failures(), self._writer.connect() as connection:
            if is_file and (raw := connection.connection.driver_connection):
                raw.execute(f"PRAGMA busy_timeout = {1000 * MIGRATION_SECONDS}")
            with connection.begin():
                if not is_file:
                    connection.exec_driver_sql(f"SET LOCAL lock_timeout = {1000 * MIGRATION_SECONDS}")
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
                elif not taken(connection) and set(table_names(connection)) - {"alembic_version"}:
                    raise StoreError(Phrase("this is a SQLite file of another program, not an archive"))
                yield connection

    def hold_tables(self, connection: sa.Connection) -> None:
        """Lock the tables until the transaction ends; a SQLite transaction is exclusive for writers anyway.

        The table of the version is locked first, as by all readers and writers: so nobody holds another table
        while waiting.
        """
        if self.kind == "sqlite":
            return
        names = sorted(table_names(connection), key=lambda name: name != "alembic_version")
        quoted = ", ".join(map(connection.dialect.identifier_preparer.quote, names))
        if names:
            connection.exec_driver_sql(f"LOCK TABLE {quoted} IN ACCESS EXCLUSIVE MODE")

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Begin a reading transaction, which sees a snapshot."""
        self._be_in_place()
        with _failures(), self._reader.begin() as connection:
            self._be_known(connection)
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Begin a writing transaction, which is atomic.

        Raises MovedError after it, too, if the file was moved meanwhile: it may be missing from the archive.
        """
        if self.read_only:
            raise ReadOnlyError
        self._be_in_place()
        with _failures(), self._turn_to_write(), self._writer.begin() as connection:
            self._be_known(connection)
            yield connection
        self._be_in_place()

    def _be_in_place(self) -> None:
        """Raise MovedError unless the file of SQLite is still the one that was opened."""
        if self._opened and self._opened != self._file_there():
            raise MovedError

    def _file_there(self) -> tuple[int, int] | None:
        """Return device and inode of the file at the address of the archive; None for PostgreSQL, or none."""
        try:
            found = self.file.stat() if self.file else None
        except OSError:
            return None
        return (found.st_dev, found.st_ino) if found else None

    @contextmanager
    def _turn_to_write(self) -> Iterator[None]:
        """Wait for the threads of this archive that are writing to SQLite, which is fair to nobody.

        It looks ten times a second whether its lock is free, and a thread that writes without a pause takes
        the lock again before the others look, until they give up.
        """
        if self.kind != "sqlite":
            yield
            return
        if not self._turn.acquire(timeout=self._bounds.lock_seconds):
            raise _unusable(TimeoutError("database is locked"))
        try:
            yield
        finally:
            self._turn.release()

    def _be_known(self, connection: sa.Connection) -> None:
        """Raise OtherVersionError if the tables have another version; they cannot change until the end.

        PostgreSQL takes the snapshot before it waits for a table, unless that is locked first.
        """
        if not self._is_checked:
            return
        if self.kind != "sqlite":
            connection.exec_driver_sql("LOCK TABLE alembic_version IN ACCESS SHARE MODE")
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        if found != all_steps()[-1]:
            raise OtherVersionError(str(found or "0000"))

    def try_to_write(self) -> None:
        """Write something meaningless to the disk; raise StoreError on failure.

        SQLite writes nothing if the value is unchanged.
        """
        with self.writing() as connection:
            if self.kind == "sqlite":
                connection.exec_driver_sql(f"PRAGMA user_version = {int(time()) & 0x7FFFFFFF}")
            else:
                connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))

    def size(self) -> int:
        """Return the size of the database in bytes."""
        with self.reading() as connection:
            return int(connection.execute(sa.text(_SIZE[self.kind])).scalar_one())

    @contextmanager
    def adding(self) -> Iterator[sa.Connection]:
        """Begin a transaction that adds records; only one runs at a time, as always in SQLite.

        So records become visible in the order of their numbers, and readers of what follows miss none.
        """
        with self.writing() as connection:
            if self.kind != "sqlite":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(ADDING_LOCK)))
            yield connection

    @contextmanager
    def apart(self) -> Iterator[Any]:
        """Yield a dedicated driver connection for a long operation; it is closed with the block."""
        with _failures(), self._engine.connect() as connection:
            connection.connection.info.get("clock", _Deadline()).until = inf
            try:
                yield connection.connection.driver_connection
            except self._engine.dialect.loaded_dbapi.Error as error:
                raise _unusable(error) from error
            finally:
                connection.invalidate()

    def insert(
        self, table: sa.Table, row: Mapping[str, object] | None = None
    ) -> sqlite.Insert | postgresql.Insert:
        """Return an insert that ignores rows whose key exists, even if only just added."""
        insert = sqlite.insert if self.kind == "sqlite" else postgresql.insert
        return (insert(table).values(row) if row else insert(table)).on_conflict_do_nothing()

    def forget_deleted(self) -> None:
        """Erase what was deleted from SQLite's log; in PostgreSQL vacuum does so.

        Where the disk does not allow it, as where another reads the log, a later one does it.
        """
        if self.kind == "sqlite":
            with suppress(SQLAlchemyError, sqlite3.Error), self._engine.connect() as connection:
                _hurry(self._bounds, connection)
                connection.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def integrity(self) -> list[str]:
        """Return the errors that SQLite finds in its file; PostgreSQL is not checked."""
        if self.kind != "sqlite":
            return []
        with self.reading() as connection:
            said = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check")]
            left = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        return [each for each in said if each != "ok"] + [f"{row[0]}, row {row[1]}: {row[2]}" for row in left]

    def close(self) -> None:
        """End all connections."""
        self._engine.dispose()


@dataclass(slots=True)
class _Bounds:
    """The timeouts of new connections, for locks and for answers."""

    lock_seconds: int
    query_seconds: float


class _Compiler(SQLiteCompiler):
    """Renders the table hints that tell SQLite which index to use."""

    def get_from_hint_text(self, table: sa.FromClause, text: str | None) -> str | None:
        return text


_SIZE: Final = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
    "postgresql": "SELECT pg_database_size(current_database())",
}
_BE_SYNCED: Final = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)
"""A commit survives a loss of power, whatever the server's setting, which may also be stricter."""
_IS_MIRROR: Final = "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on'"
"""Whether a PostgreSQL server is a read-only replica."""


@contextmanager
def _addressing() -> Iterator[None]:
    """Turn what is wrong with an address, or not installed for it, into the one error of this package."""
    try:
        yield
    except (ArgumentError, ValueError) as error:
        raise StoreError(
            Phrase("this is not the address of an archive: {why}", {"why": str(error)})
        ) from None
    except ModuleNotFoundError as error:
        raise StoreError(needed(error)) from None


def _place(url: str) -> sa.URL:
    with _addressing():
        place = sa.make_url(url)
    if place.get_backend_name() == "sqlite" and place.database in (None, "", ":memory:"):
        raise StoreError(Phrase("a SQLite archive is a file: sqlite:///archive.db"))
    return place


def _is_unwritable(place: sa.URL) -> bool:
    """Return whether an existing SQLite file, or its directory, which it needs too, cannot be written."""
    path = Path(str(place.database))
    try:
        exists = place.get_backend_name() == "sqlite" and path.is_file()
        return exists and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
    except OSError:  # which opening it reports
        return False


def _engine(place: sa.URL, bounds: _Bounds, settings: Settings, read_only: bool) -> sa.Engine:
    # A connection is kept for each thread that may need one, and none is made in vain.
    how: dict[str, Any] = {"pool_size": settings.threads, "pool_timeout": settings.lock_seconds}
    if place.get_backend_name() == "sqlite":
        path = Path(str(place.database)).absolute()
        if read_only:
            how["creator"] = partial(_connect_to_read, path)
        with _addressing():
            engine = sa.create_engine(place.set(drivername="sqlite"), **how)
        set_up = _set_up_reader if read_only else partial(_set_up_sqlite, path)
        sa.event.listen(engine, "connect", partial(set_up, bounds))
        engine.dialect.statement_compiler = _Compiler
        sa.event.listen(engine, "begin", _begin)
        sa.event.listen(engine, "before_cursor_execute", partial(_hurry, bounds))
        return engine
    if place.get_backend_name() == "postgresql":
        how |= {"connect_args": {"client_encoding": "utf8"}, "pool_pre_ping": True}
        with _addressing():
            engine = sa.create_engine(place.set(drivername="postgresql+psycopg"), **how)
        sa.event.listen(engine, "do_connect", partial(_wait_to_connect, bounds))
        sa.event.listen(engine, "connect", partial(_set_up_postgresql, bounds))
        return engine
    other = {"kind": place.get_backend_name()}
    raise StoreError(Phrase("an archive is kept in SQLite or PostgreSQL, not in {kind}", other))


class _Deadline:
    """The deadline of a SQLite statement."""

    until = inf

    def is_over(self) -> bool:
        return monotonic() > self.until


def _bound_waiting(
    bounds: _Bounds, connection: sqlite3.Connection, record: sa.pool.ConnectionPoolEntry
) -> None:
    connection.execute(f"PRAGMA busy_timeout = {bounds.lock_seconds * 1000}")
    record.info["clock"] = clock = _Deadline()
    connection.set_progress_handler(clock.is_over, INSTRUCTIONS)


def _set_up_sqlite(
    path: Path, bounds: _Bounds, connection: sqlite3.Connection, record: sa.pool.ConnectionPoolEntry
) -> None:
    """Prepare a new connection to SQLite, which begins no transaction automatically from here on.

    A new file is for its owner alone: it will hold keys, hidden records and the cards of live matches. The
    files beside it get its permissions.
    """
    with suppress(OSError):
        if not path.stat().st_size:
            path.chmod(0o600)
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    _bound_waiting(bounds, connection, record)
    patient_until = monotonic() + bounds.lock_seconds
    while True:
        try:
            # The first to set this in a new file may be refused at once, since SQLite does not wait here.
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")  # what was committed survives a loss of power
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > patient_until:
                raise
            sleep(0.01)


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a SQLite file without writing anything, not even the shared memory of WAL mode.

    If a reader may not create the files of that mode, and no program has left any, the file is opened as
    immutable.
    """
    address = f"file:{quote(str(path))}?mode=ro"
    wal = path.with_name(f"{path.name}-wal")
    if not os.access(path.parent, os.W_OK) and not (wal.exists() and wal.stat().st_size):
        address += "&immutable=1"
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)


def _set_up_reader(
    bounds: _Bounds, connection: sqlite3.Connection, record: sa.pool.ConnectionPoolEntry
) -> None:
    connection.execute("PRAGMA query_only = ON")
    _bound_waiting(bounds, connection, record)


def _hurry(bounds: _Bounds, connection: sa.Connection, *_: object) -> None:
    """Set the deadline of a SQLite statement; PostgreSQL has its own timeout."""
    connection.info["clock"].until = monotonic() + bounds.query_seconds


def _wait_to_connect(
    bounds: _Bounds, dialect: sa.Dialect, record: object, arguments: object, how: dict[str, Any]
) -> None:
    how.setdefault("connect_timeout", bounds.lock_seconds)


def _set_up_postgresql(bounds: _Bounds, connection: Any, record: object) -> None:
    """Prepare a new connection to PostgreSQL: queries are short, and each is planned with its values."""
    waits = 0 if isinf(bounds.query_seconds) else int(bounds.query_seconds * 1000)
    connection.execute(f"SET lock_timeout = {bounds.lock_seconds * 1000}")
    connection.execute(f"SET statement_timeout = {waits}")
    connection.execute("SET jit = off")
    connection.execute("SET plan_cache_mode = force_custom_plan")
    connection.execute(_BE_SYNCED)
    connection.commit()


def _begin(connection: sa.Connection) -> None:
    """Begin a transaction of SQLite; a writing one takes its lock at once, since only then others wait."""
    options: Any = connection.get_execution_options()
    connection.exec_driver_sql(options.get("begin", "BEGIN"))


@contextmanager
def _failures() -> Iterator[None]:
    """Turn every failure of a database into the one error of this package."""
    try:
        yield
    except SQLAlchemyError as error:
        why = error.orig if isinstance(error, DBAPIError) else error
        raise _unusable(why) from error
    except UnicodeDecodeError as error:  # the driver says so of damaged names in a file
        raise _unusable(error) from error


def _unusable(why: BaseException | None) -> StoreError:
    return UnusableError(Phrase("the archive cannot be used: {why}", {"why": str(why)}))


def table_names(connection: sa.Connection) -> list[str]:
    """Return the names of the tables that are there."""
    return sa.inspect(connection).get_table_names()


def overwrite(connection: sa.Connection) -> None:
    """Let the deleted content of a SQLite file be overwritten."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete = ON")
