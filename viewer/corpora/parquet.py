"""The tables of a corpus as Parquet: a folder with a file for each, written atomically.

Whatever the number of games, only a part of a table is in memory.
"""

import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from notation.corpus import ALWAYS, TABLES
from notation.corpus.arrow import LARGE, ROW_GROUP, metadata_of, schema_in_memory
from notation.corpus.columns import Tables

_LARGER: Final = 5
"""How many times as many rows of a large table are written together, which are small in memory: what a file
says of each group of its rows stays there until its end."""


def file_of(folder: Path, table: str) -> Path:
    """Return the file of a table."""
    return folder / f"{table}.parquet"


def is_corpus(path: Path) -> bool:
    """Return whether a path is a folder with the files of the tables that every corpus has."""
    return path.is_dir() and all(file_of(path, table).is_file() for table in ALWAYS)


def tables_in(folder: Path) -> list[str]:
    """Return the tables that a corpus has."""
    return [table for table in TABLES if file_of(folder, table).is_file()]


def holds_nothing_else(path: Path) -> bool:
    """Return whether a folder contains only the files of tables, so that it may be replaced."""
    return {inside.name for inside in path.iterdir()} <= {file_of(path, table).name for table in TABLES}


class CorpusWriter:
    """Appends tables to the files of an existing, empty folder."""

    def __init__(self, folder: Path, tables: Collection[str] = ALWAYS, compression: str = "zstd") -> None:
        self._waiting: dict[str, list[pa.Table]] = {table: [] for table in tables}
        self._files = {
            table: pq.ParquetWriter(
                file_of(folder, table),
                schema_in_memory(table),
                compression=compression,
                store_schema=False,
                write_statistics=["game_id", "deal"],
            )
            for table in tables
        }
        self.games = 0
        """The number of games."""
        self.rows = dict.fromkeys(tables, 0)
        """The number of rows of each table."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                for table in self._files:
                    self._flush(table)
        finally:
            for table, file in self._files.items():
                file.add_key_value_metadata(metadata_of(table))
                file.close()

    def add(self, games: int, tables: Tables) -> None:
        """Append the tables of the next games, of which some may be left out, renumbering them."""
        before = pa.scalar(self.games, pa.int32())
        self.games += games
        for name, table in tables.items():
            at = table.schema.get_field_index("game_id")
            numbers = pc.add(table.column(at), before)
            waiting = self._waiting[name]
            waiting.append(table.set_column(at, table.schema.field(at), numbers))
            self.rows[name] += len(table)
            if sum(map(len, waiting)) >= ROW_GROUP * (_LARGER if name in LARGE else 1):
                self._flush(name)

    def _flush(self, name: str) -> None:
        waiting = self._waiting[name]
        if waiting:
            self._files[name].write_table(pa.concat_tables(waiting).unify_dictionaries())
            waiting.clear()
            pa.default_memory_pool().release_unused()


@contextmanager
def new_corpus(
    path: Path, tables: Collection[str] = ALWAYS, compression: str = "zstd"
) -> Iterator[CorpusWriter]:
    """Create the folder of a corpus with some tables, which appears when the context ends.

    An existing one is replaced once the new one is complete. On failure it is unchanged, or missing. Raises
    OSError.
    """
    path = path.resolve()
    made = Path(tempfile.mkdtemp(dir=path.parent, prefix=".santase-", suffix=".tmp"))
    try:
        new = made / "new"
        new.mkdir()
        with CorpusWriter(new, tables, compression) as writer:
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
