"""The tables of a corpus as Parquet: a folder with a file for each, written whole or not at all.

However many games there are, no more than a part of a table is held in memory.
"""

import shutil
import tempfile
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import pyarrow as pa
import pyarrow.parquet as pq

from notation.corpus import TABLES, CellKind, Row, Rows

FORM: Final = "1"
"""The version of the tables; their files say it as `santase.corpus`."""
ROW_GROUP: Final = 20_000
"""Rows that are held before they are written."""
_TYPES: Final = {
    CellKind.NUMBER: pa.int32(),
    CellKind.TEXT: pa.string(),
    CellKind.TRUTH: pa.bool_(),
    CellKind.NUMBERS: pa.list_(pa.int32()),
    CellKind.TEXTS: pa.list_(pa.string()),
}


def file_of(folder: Path, table: str) -> Path:
    """The file of a table."""
    return folder / f"{table}.parquet"


def is_corpus(path: Path) -> bool:
    """Whether a path is a folder with the file of every table."""
    return path.is_dir() and all(file_of(path, table).is_file() for table in TABLES)


def holds_nothing_else(path: Path) -> bool:
    """Whether a folder has nothing in it but the files of tables, so that it may be replaced."""
    return {inside.name for inside in path.iterdir()} <= {file_of(path, table).name for table in TABLES}


def schema_of(table: str) -> pa.Schema:
    """The columns of a table, each with what it means."""
    columns = [
        pa.field(field.name, _TYPES[field.kind], metadata={"about": field.about}) for field in TABLES[table]
    ]
    return pa.schema(columns, metadata={"santase.corpus": FORM, "santase.version": version("santase")})


class CorpusWriter:
    """Takes rows and puts them into the files of a folder that exists and is empty."""

    def __init__(self, folder: Path) -> None:
        self._waiting: dict[str, list[Row]] = {table: [] for table in TABLES}
        self._schemas = {table: schema_of(table) for table in TABLES}
        self._files = {
            table: pq.ParquetWriter(file_of(folder, table), schema, compression="zstd")
            for table, schema in self._schemas.items()
        }
        self.rows = dict.fromkeys(TABLES, 0)
        """How many rows each table has got."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                for table in TABLES:
                    self._flush(table)
        finally:
            for file in self._files.values():
                file.close()

    def add(self, rows: Rows) -> None:
        """Take the rows of a game."""
        for table, found in rows.items():
            self.rows[table] += len(found)
            waiting = self._waiting[table]
            waiting += found
            if len(waiting) >= ROW_GROUP:
                self._flush(table)

    def _flush(self, table: str) -> None:
        waiting = self._waiting[table]
        if waiting:
            self._files[table].write_table(pa.Table.from_pylist(waiting, self._schemas[table]))
            waiting.clear()


def write_corpus(path: Path, games: Iterable[Rows]) -> dict[str, int]:
    """Make the folder of a corpus, and say how many rows each table has.

    One that is there already is replaced once the new one is complete. Where that fails it is as it was, or
    is not there. Raises OSError.
    """
    path = path.resolve()
    made = Path(tempfile.mkdtemp(dir=path.parent, prefix=".santase-", suffix=".tmp"))
    try:
        new = made / "new"
        new.mkdir()
        with CorpusWriter(new) as writer:
            for rows in games:
                writer.add(rows)
        if path.exists():
            path.rename(made / "old")
            try:
                new.rename(path)
            except OSError:
                (made / "old").rename(path)
                raise
        else:
            new.rename(path)
        return writer.rows
    finally:
        shutil.rmtree(made, ignore_errors=True)


def form_of(folder: Path) -> dict[str, Any]:
    """What the files of a corpus say of themselves: the versions of the tables and of the program."""
    said = pq.read_schema(file_of(folder, "games")).metadata or {}
    return {name.decode(): value.decode() for name, value in said.items() if name.startswith(b"santase.")}
