"""Archives with existing tables: migrating them for each test takes a tenth of a second."""

import tempfile
from functools import cache
from pathlib import Path

from viewer.store import Store


@cache
def _archive() -> bytes:
    """An SQLite file with the tables of an empty archive."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "archive.db")
        Store.open(f"sqlite:///{path}").close()
        return path.read_bytes()


def with_tables(url: str) -> str:
    """Return the same address, after creating the tables in an SQLite file that does not exist yet."""
    path = Path(url.removeprefix("sqlite:///"))
    if url.startswith("sqlite:///") and path.parent.is_dir() and not path.exists():
        path.write_bytes(_archive())
    return url
