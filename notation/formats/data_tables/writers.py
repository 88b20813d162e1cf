"""The tables of a corpus as single files: one row per deal, trick or decision. Written only.

All columns are those of :data:`notation.corpus.TABLES`. A game is included as far as it was judged.
"""

import csv
import io
import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import IO, TYPE_CHECKING, Any, Final

from notation.corpus.facts import Row
from notation.corpus.tables import TABLES, CellKind, TableField, cell
from notation.findings.finding import Phrase
from notation.formats.core.capabilities import ACTIONS, RecordPart
from notation.formats.core.format import Format, Piece
from notation.formats.core.report import Telling
from notation.formats.core.table_file import RowFile, TableForm, TableWriter, rows_in
from notation.formats.csv_tables.writer import harmless

if TYPE_CHECKING:
    import pyarrow.parquet as pq

_ALWAYS: Final = frozenset({RecordPart.RULES, RecordPart.EVENT, RecordPart.MATCH, RecordPart.TRUMP})
_DONE: Final = _ALWAYS | ACTIONS | {RecordPart.POSITION, RecordPart.GAPS}
_HOLDS: Final = {
    "deals": _ALWAYS
    | {RecordPart.NAMES, RecordPart.DEALER, RecordPart.HANDS, RecordPart.TALON}
    | {RecordPart.CLOSES, RecordPart.SHORT_CLOSES},
    "tricks": _DONE - {RecordPart.TRUMP},
    "decisions": _DONE
    | {RecordPart.OPENING, RecordPart.NAMES, RecordPart.DEALER, RecordPart.HANDS, RecordPart.ACTORS},
}
"""The parts of a record in the rows of a table. Results are the referee's, not the record's."""


class _JsonRows:
    """One object per line."""

    def __init__(self, _table: str, file: IO[bytes], _telling: Telling) -> None:
        self._file = file

    def put(self, rows: Sequence[Row]) -> None:
        self._file.write("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode())

    def finish(self) -> None:
        pass


class _CsvRows:
    """CSV with the column names in its first line; a list is one cell."""

    def __init__(self, table: str, file: IO[bytes], telling: Telling) -> None:
        self._fields: tuple[TableField, ...] = TABLES[table]
        self._file = file
        self._telling = telling
        self._page = io.StringIO(newline="")
        csv.writer(self._page).writerow([field.name for field in self._fields])

    def put(self, rows: Sequence[Row]) -> None:
        writer = csv.writer(self._page)
        for row in rows:
            writer.writerow([self._cell(field, row[field.name]) for field in self._fields])
        if rows:
            self._file.write(self._page.getvalue().encode())
            self._page.seek(0)
            self._page.truncate()

    def _cell(self, field: TableField, value: Any) -> str:
        text = cell(value)
        return harmless(text, self._telling) if field.kind is CellKind.TEXT else text

    def finish(self) -> None:
        pass


class _ParquetRows:
    """Parquet, compressed with zstd; the rows of one group are buffered."""

    def __init__(self, table: str, file: IO[bytes], _telling: Telling) -> None:
        self._table = table
        self._file = file
        self._waiting: list[Row] = []
        self._writer: pq.ParquetWriter | None = None

    def put(self, rows: Sequence[Row]) -> None:
        from notation.corpus.arrow import ROW_GROUP

        self._waiting += rows
        if len(self._waiting) >= ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        from notation.corpus.arrow import schema_of

        schema = schema_of(self._table)
        if self._writer is None:
            self._writer = pq.ParquetWriter(_StaysOpen(self._file), schema, compression="zstd")
        self._writer.write_table(pa.Table.from_pylist(self._waiting, schema))
        self._waiting.clear()

    def finish(self) -> None:
        if self._waiting:
            self._flush()
        if self._writer is not None:
            self._writer.close()


class _StaysOpen(io.RawIOBase):
    """An open file to write to, which is not closed with this wrapper; tracks its own position."""

    def __init__(self, file: IO[bytes]) -> None:
        super().__init__()
        self._file = file
        self._at = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        part = bytes(data)
        self._file.write(part)
        self._at += len(part)
        return len(part)

    def tell(self) -> int:
        return self._at


def _lacks_arrow() -> Phrase | None:
    try:
        import pyarrow  # noqa: F401
    except ModuleNotFoundError:
        return Phrase('Parquet needs the extra `analytics`: pip install "santase[analytics]"')
    return None


def _written(form: TableForm, pieces: Sequence[Piece], telling: Telling) -> bytes:
    """Return a whole file, and its contents."""
    page = io.BytesIO()
    writer = TableWriter(form, page, telling)
    for piece in pieces:
        writer.add(rows_in(piece.whole, piece.rules, form.name))
    writer.finish()
    telling.table = writer.facts
    return page.getvalue()


def _format(title: Phrase, table: str, kind: str) -> Format:
    form = TableForm(table, partial(_KINDS[kind], table), _lacks_arrow if kind == "parquet" else lambda: None)
    return Format(
        f"{kind}-{table}",
        title,
        f".{kind}",
        _HOLDS[table],
        writer=partial(_written, form),
        seats=4,
        follows=False,
        table=form,
    )


_KINDS: Final[dict[str, Callable[[str, IO[bytes], Telling], RowFile]]] = {
    "jsonl": _JsonRows,
    "csv": _CsvRows,
    "parquet": _ParquetRows,
}
"""The kinds of files, each with its suffix."""
JSONL_DEALS: Final = _format(Phrase("JSON Lines, a row a deal"), "deals", "jsonl")
JSONL_TRICKS: Final = _format(Phrase("JSON Lines, a row a trick"), "tricks", "jsonl")
JSONL_DECISIONS: Final = _format(Phrase("JSON Lines, a row a decision"), "decisions", "jsonl")
CSV_DECISIONS: Final = _format(Phrase("CSV, a row a decision"), "decisions", "csv")
PARQUET_DEALS: Final = _format(Phrase("Parquet, a row a deal"), "deals", "parquet")
PARQUET_TRICKS: Final = _format(Phrase("Parquet, a row a trick"), "tricks", "parquet")
PARQUET_DECISIONS: Final = _format(Phrase("Parquet, a row a decision"), "decisions", "parquet")
