"""Databases for tests: SQLite files, and a PostgreSQL server started for the tests.

Without PostgreSQL the tests that need it are skipped, but not in CI.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.corpus import lacking

KINDS: Final = ("sqlite", "postgresql")
EITHER: Final = ("sqlite", pytest.param("postgresql", marks=pytest.mark.slow))
"""The same as parameters of tests; a server takes long to start."""
MEMORY: Final = Path("/dev/shm")
MEMORY_NEEDED: Final = 8 << 30
"""Bytes that are free where files are kept in memory, for those of tests to be there, which is quicker."""
SERVING: Final = """
initdb -D "$PWD/data" -U postgres -A trust -E UTF8 --locale=C -N >/dev/null &&
pg_ctl -D "$PWD/data" -w -o "$1" -l "$PWD/log" start >/dev/null && echo ready
read -r _
pg_ctl -D "$PWD/data" -m immediate stop >/dev/null
rm -rf "$PWD"
"""
"""The lifetime of a server: it ends with the tests, even if these are killed."""


def in_memory() -> bool:
    """Whether there is room in memory for the files of tests, and programs can be started from there."""
    if not MEMORY.is_dir() or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return False
    return shutil.disk_usage(MEMORY).free > MEMORY_NEEDED


class Postgres:
    """A PostgreSQL server in a private folder, which only listens there."""

    def __init__(self, programs: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))
        self.programs = programs
        self._made = 0
        self._how: dict[str, Any] = {
            "cwd": self.folder,
            "env": {"PATH": f"{programs}:{os.environ['PATH']}"},
            "start_new_session": True,
        }
        if os.geteuid() == 0:  # which the server refuses to run as
            shutil.chown(self.folder, "postgres", "postgres")
            self._how |= {"user": "postgres", "group": "postgres", "extra_groups": []}
        self._options = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync=off"
        self._life = subprocess.Popen(
            ["sh", "-c", SERVING, "sh", self._options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **self._how,
        )
        assert self._life.stdout
        assert self._life.stdout.readline() == b"ready\n"

    def stop(self) -> None:
        """Stop it for good."""
        self._life.communicate()

    def halt(self) -> None:
        """Stop it at once, like a power failure."""
        self._control("-m", "immediate", "stop")

    def resume(self) -> None:
        """Start it again."""
        self._control("-w", "-o", self._options, "-l", f"{self.folder}/log", "start")

    def _control(self, *words: str) -> None:
        command = ["pg_ctl", "-D", f"{self.folder}/data", *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=60, **self._how)

    def url(self, database: str = "postgres", schema: str = "public") -> str:
        return (
            f"postgresql+psycopg://postgres@/{database}?host={self.folder}&options=-csearch_path%3D{schema}"
        )

    def execute(self, statement: str) -> None:
        import sqlalchemy as sa  # which tests of the base do without

        engine = sa.create_engine(self.url(), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(statement)
        engine.dispose()

    def new_url(self) -> str:
        """The address of a new schema without tables."""
        self._made += 1
        self.execute(f"CREATE SCHEMA archive{self._made}")
        return self.url(schema=f"archive{self._made}")


def started_server() -> Postgres:
    """A separate server; the test is skipped if there can be none."""
    on_path = shutil.which("initdb")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not on_path and not found:
        lacking("PostgreSQL")
    return Postgres(Path(on_path or found[-1]).parent)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server for the whole session, with a separate schema for each test."""
    server = started_server()
    yield server
    server.stop()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A server for one test, which may stop it."""
    server = started_server()
    yield server
    server.stop()


def new_url(request: pytest.FixtureRequest, kind: str, folder: Path) -> str:
    """The address of an archive without tables; an SQLite file is created in the folder."""
    if kind == "sqlite":
        return f"sqlite:///{folder / 'archive.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_url()


@pytest.fixture(params=EITHER)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an archive without tables, in each kind of database."""
    return new_url(request, request.param, tmp_path)
