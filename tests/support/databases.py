"""Databases to test with: files of SQLite, and a server of PostgreSQL that is started for the tests alone.

Where there is no PostgreSQL the tests that need it are skipped, but not in CI.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import sqlalchemy as sa

KINDS: Final = ("sqlite", "postgresql")
SERVING: Final = """
initdb -D "$PWD/data" -U postgres -A trust -E UTF8 --locale=C -N >/dev/null &&
pg_ctl -D "$PWD/data" -w -o "$1" -l "$PWD/log" start >/dev/null && echo ready
read -r _
pg_ctl -D "$PWD/data" -m immediate stop >/dev/null
rm -rf "$PWD"
"""
"""The life of a server: it ends with the tests, even where these are ended by force."""


class Postgres:
    """A server of PostgreSQL in a folder of its own, which listens nowhere but there."""

    def __init__(self, programs: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pg"))
        self._made = 0
        other: dict[str, Any] = {}
        if os.geteuid() == 0:  # which the server refuses to run as
            shutil.chown(self.folder, "postgres", "postgres")
            other = {"user": "postgres", "group": "postgres", "extra_groups": []}
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync=off"
        self._life = subprocess.Popen(
            ["sh", "-c", SERVING, "sh", options],
            cwd=self.folder,
            env={"PATH": f"{programs}:{os.environ['PATH']}"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            **other,
        )
        assert self._life.stdout
        assert self._life.stdout.readline() == b"ready\n"

    def stop(self) -> None:
        self._life.communicate()

    def url(self, database: str = "postgres", schema: str = "public") -> str:
        return (
            f"postgresql+psycopg://postgres@/{database}?host={self.folder}&options=-csearch_path%3D{schema}"
        )

    def execute(self, statement: str) -> None:
        engine = sa.create_engine(self.url(), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(statement)
        engine.dispose()

    def new_url(self) -> str:
        """The address of a place without tables."""
        self._made += 1
        self.execute(f"CREATE SCHEMA archive{self._made}")
        return self.url(schema=f"archive{self._made}")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    on_path = shutil.which("initdb")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not on_path and not found:
        missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        missing("PostgreSQL is not installed here: apt-get install postgresql")
    server = Postgres(Path(on_path or found[-1]).parent)
    yield server
    server.stop()


def new_url(request: pytest.FixtureRequest, kind: str, folder: Path) -> str:
    """The address of an archive without tables; a file of SQLite lies in the folder."""
    if kind == "sqlite":
        return f"sqlite:///{folder / 'archive.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_url()
