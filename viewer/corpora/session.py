"""SQL queries on a corpus: DuckDB over the files of its tables, and no others.

A query is one SELECT; it can neither write nor read another file, load an extension, or change its
permissions.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

import duckdb

from notation.corpus import ALWAYS
from viewer.corpora.parquet import CorpusWriter, file_of, is_corpus, new_corpus, tables_in

_ALLOWED: Final = frozenset({duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN})
_BATCH: Final = 1000


class QueryError(Exception):
    """A query is invalid or failed."""


class QueryResult(NamedTuple):
    """The result of a query: column names, and rows as they come."""

    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]


class CorpusSession:
    """The tables of a corpus as views."""

    def __init__(self, folder: Path) -> None:
        self.tables = tables_in(folder)
        files = {table: str(file_of(folder.resolve(), table)) for table in self.tables}
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
        """Execute one SELECT, with ``values`` for its placeholders.

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


@contextmanager
def opened(
    paths: tuple[str, ...], fill: Callable[[CorpusWriter], None], tables: Collection[str] = ALWAYS
) -> Iterator[CorpusSession]:
    """Open the corpus at the only path, or a temporary one made from records, with some tables."""
    if len(paths) == 1 and is_corpus(Path(paths[0])):
        with CorpusSession(Path(paths[0])) as session:
            yield session
        return
    with TemporaryDirectory(prefix="santase-") as folder:
        made = Path(folder) / "corpus"
        with new_corpus(made, tables, compression="none") as writer:
            fill(writer)
        with CorpusSession(made) as session:
            yield session


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _words(error: Exception) -> str:
    """Return DuckDB's error message on a query, without the parts about itself."""
    return str(error).split("\n\nSTACK TRACE")[0].strip()
