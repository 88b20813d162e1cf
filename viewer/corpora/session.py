"""A corpus that is asked in SQL: DuckDB over the files of its tables, which reads them and nothing else.

A question is one SELECT; it can neither write nor read another file, load an extension, or change what
it may do.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import duckdb

from notation.corpus import TABLES
from viewer.corpora.parquet import file_of

_ALLOWED: Final = frozenset({duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN})
_BATCH: Final = 1000


class QueryError(Exception):
    """A question that cannot be asked, or that has no answer."""


class QueryResult(NamedTuple):
    """The answer to a question: the names of its columns, and its rows as they come."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]


class CorpusSession:
    """The tables of a corpus as views by their names."""

    def __init__(self, folder: Path) -> None:
        files = {table: str(file_of(folder.resolve(), table)) for table in TABLES}
        self._connection = duckdb.connect(":memory:", config={"python_enable_replacements": "false"})
        run = self._connection.execute
        run("SET allowed_paths = [%s]" % ", ".join(map(_quoted, files.values())))  # noqa: UP031
        for setting in ("temp_directory = ''", "enable_external_access = false"):
            run(f"SET {setting}")
        for table, file in files.items():
            run(f"CREATE VIEW {table} AS SELECT * FROM read_parquet({_quoted(file)})")  # noqa: S608
        run("SET lock_configuration = true")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def ask(self, sql: str, values: Sequence[Any] = ()) -> QueryResult:
        """The answer to one SELECT, in which ``values`` take the place of its question marks.

        Raises QueryError, also while the rows come.
        """
        try:
            statements = self._connection.extract_statements(sql)
            if len(statements) != 1:
                raise QueryError(f"ask one question at a time, not {len(statements)}")
            if statements[0].type not in _ALLOWED:
                raise QueryError("a question is a SELECT: a corpus is read and never changed")
            answer = self._connection.execute(statements[0], list(values) or None)
            columns = tuple(str(name) for name, *_ in answer.description or ())
        except duckdb.Error as error:
            raise QueryError(_words(error)) from None
        return QueryResult(columns, self._rows(answer))

    def _rows(self, answer: Any) -> Iterator[tuple[Any, ...]]:
        try:
            while batch := answer.fetchmany(_BATCH):
                yield from batch
        except duckdb.Error as error:
            raise QueryError(_words(error)) from None


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _words(error: Exception) -> str:
    """What DuckDB says of a question, without what it says of itself."""
    return str(error).split("\n\nSTACK TRACE")[0].strip()
