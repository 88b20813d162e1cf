"""Results in a table of text (CSV, TSV or Markdown): a row for each deal, of one match or of many."""

import csv
from collections.abc import Iterator
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.capabilities import HEADINGS, STATED, RecordPart
from notation.formats.core.format import Format
from notation.formats.core.report import Telling
from notation.formats.score_sheet.rows import MAX_ROWS, SheetReader, is_header
from notation.record.model import Record

_BETWEEN: Final = ("|", "\t", ";", ",")
"""What separates cells; the first that makes a header of a line is that of the table."""
_HEADER: Final = Phrase("a header with the deal, its winner and the game points, or the deal and two players")
_LINES_BEFORE: Final = 40
"""Lines among which the header is looked for."""


def _cells(line: str, between: str) -> list[str]:
    """Return the cells of a line.

    >>> _cells("| 1 | Ana | 2 |", "|"), _cells('1;"Ana; Lisa";2', ";")
    (['1', 'Ana', '2'], ['1', 'Ana; Lisa', '2'])
    """
    if between == "|":
        return [cell.strip() for cell in line.strip().strip("|").split("|")]
    return [cell.strip() for cell in next(csv.reader([line], delimiter=between), [])]


def _header(lines: list[str]) -> tuple[int, str] | None:
    """Return the place of the header and what separates its cells."""
    for place, line in enumerate(lines[:_LINES_BEFORE]):
        for between in _BETWEEN:
            if between in line and is_header(_cells(line, between)):
                return place, between
    return None


def is_table(data: bytes) -> int:
    """Return the line of the header of a table of results, otherwise 0."""
    start = data[: 1 << 14]
    found = _header(start.decode("utf-8-sig", "replace").splitlines())
    return found[0] + 1 if found else 0


def read_table(data: bytes, telling: Telling) -> Iterator[Record]:
    """Yield the matches of a table."""
    lines = data.decode("utf-8-sig", "replace").splitlines()
    header = _header(lines)
    if header is None:
        first_line = next(filter(None, map(str.strip, lines)), "")
        telling.fault(catalogue.LOG_WORD, 1, word=first_line[:64], expected=_HEADER)
        return
    reader = SheetReader("", telling, is_text=True)
    first, between = header
    for row, line in enumerate(lines[: first + MAX_ROWS]):
        cells = _cells(line, between) if between in line else []
        if any(cell.strip("-: ") for cell in cells):
            reader.take(row, {place: cell for place, cell in enumerate(cells) if cell})
        elif row > first and not line.strip() and between == "|":
            break
    if len(lines) > first + MAX_ROWS:
        most = Phrase("{number} rows", {"number": MAX_ROWS})
        telling.fault(catalogue.LOG_LARGE, first + MAX_ROWS, what=Phrase("a score sheet"), most=most)
    for number, record in enumerate(reader.records()):
        telling.game += number > 0
        yield record


RESULTS_TABLE: Final = Format(
    "results-table",
    Phrase("results in a table (CSV, TSV or Markdown): a row a deal, of one match or several"),
    ".csv",
    HEADINGS | STATED | {RecordPart.TAGS},
    is_table,
    read_table,
    follows=False,
    exact=True,
    shows=_HEADER,
)
