"""The tables of a corpus as Parquet: a folder with a file for each, written whole or not at all.

However many games there are, no more than a part of a table is held in memory.
"""

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from notation.corpus import TABLES, Row, Rows
from notation.corpus.arrow import ROW_GROUP, schema_of


def file_of(folder: Path, table: str) -> Path:
    """The file of a table."""
    return folder / f"{table}.parquet"


def is_corpus(path: Path) -> bool:
    """Whether a path is a folder with the file of every table."""
    return path.is_dir() and all(file_of(path, table).is_file() for table in TABLES)


def holds_nothing_else(path: Path) -> bool:
    """Whether a folder has nothing in it but the files of tables, so that it may be replaced."""
    return {inside.name for inside in path.iterdir()} <= {file_of(path, table).name for table in TABLES}


Tables = dict[str, pa.Table]
"""The tables of some games by their names; the games are counted from 1 in them."""


def tables_of(games: Iterable[Rows]) -> tuple[int, Tables]:
    """How many games there are, and their rows as tables; the games must be counted from 1."""
    rows: dict[str, list[Row]] = {table: [] for table in TABLES}
    for game in games:
        for table, found in game.items():
            rows[table] += found
    return len(rows["games"]), {
        table: pa.Table.from_pylist(found, schema_of(table)) for table, found in rows.items()
    }


class CorpusWriter:
    """Takes tables and puts them into the files of a folder that exists and is empty."""

    def __init__(self, folder: Path) -> None:
        self._waiting: dict[str, list[pa.Table]] = {table: [] for table in TABLES}
        self._files = {
            table: pq.ParquetWriter(file_of(folder, table), schema_of(table), compression="zstd")
            for table in TABLES
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

    def add(self, tables: Tables) -> None:
        """Take the tables of the next games, which are counted on here."""
        before = pa.scalar(self.rows["games"], pa.int32())
        for name, table in tables.items():
            at = table.schema.get_field_index("game_id")
            numbers = pc.add(table.column(at), before)
            waiting = self._waiting[name]
            waiting.append(table.set_column(at, table.schema.field(at), numbers))
            self.rows[name] += len(table)
            if sum(map(len, waiting)) >= ROW_GROUP:
                self._flush(name)

    def _flush(self, name: str) -> None:
        waiting = self._waiting[name]
        if waiting:
            self._files[name].write_table(pa.concat_tables(waiting), ROW_GROUP)
            waiting.clear()


@contextmanager
def new_corpus(path: Path) -> Iterator[CorpusWriter]:
    """What makes the folder of a corpus, which is there when the context ends.

    One that is there already is replaced once the new one is complete. Where that fails it is as it was, or
    is not there. Raises OSError.
    """
    path = path.resolve()
    made = Path(tempfile.mkdtemp(dir=path.parent, prefix=".santase-", suffix=".tmp"))
    try:
        new = made / "new"
        new.mkdir()
        with CorpusWriter(new) as writer:
            yield writer
        if path.exists():
            path.rename(made / "old")
            try:
                new.rename(path)
            except OSError:
                (made / "old").rename(path)
                raise
        else:
            new.rename(path)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def form_of(folder: Path) -> dict[str, Any]:
    """What the files of a corpus say of themselves: the versions of the tables and of the program."""
    said = pq.read_schema(file_of(folder, "games")).metadata or {}
    return {name.decode(): value.decode() for name, value in said.items() if name.startswith(b"santase.")}
