"""Reads score sheets of spreadsheets (XLSX): records with results and without play; needs the extra `sheets`.

Only values are read: no formula or macro is executed and no link followed.
"""

import warnings
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.report import Telling
from notation.formats.score_sheet.rows import MAX_ROWS, SheetReader
from notation.limits import spend
from notation.record.model import Record

MAX_UNPACKED: Final = 8
"""MiB of an unpacked workbook, according to its directory; a larger one is not unpacked."""
MAX_PARTS: Final = 2_000
"""Files in a workbook, most of which are sheets."""
_MIB: Final = 1 << 20
_A_UNIT: Final = 8
"""Unpacked bytes per unit of work."""
_MOST_COLUMNS: Final = 26


def is_workbook(data: bytes) -> int:
    """Return 1 for an XLSX workbook, which has no lines, otherwise 0."""
    return int(data.startswith(b"PK\x03\x04") and b"xl/workbook.xml" in data)


def read_sheets(data: bytes, telling: Telling) -> Iterator[Record]:
    """Yield the matches of a workbook; ModuleNotFoundError without the extra `sheets`."""
    from openpyxl import load_workbook

    if _is_too_large(data, telling):
        return
    found: list[Record] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about unused parts, such as print settings
            values, formulas = (
                load_workbook(BytesIO(data), read_only=True, data_only=is_value, keep_links=False)
                for is_value in (True, False)
            )
            for sheet, unworked in zip(values.worksheets, formulas.worksheets, strict=True):
                found += _matches(SheetReader(sheet.title, telling), _rows(sheet), _rows(unworked))
    except Exception:  # a damaged workbook can raise anything in the library
        telling.fault(
            catalogue.FORMAT_OTHER,
            0,
            what=Phrase("a damaged workbook"),
            advice=Phrase("open it in a spreadsheet program and save it again"),
        )
    for number, record in enumerate(found):
        telling.game += number > 0
        yield record


def _is_too_large(data: bytes, telling: Telling) -> bool:
    """Return whether a workbook is too large to unpack; damage is left to the library."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            size = sum(each.file_size for each in archive.infolist())
            parts = len(archive.infolist())
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return False
    if size <= MAX_UNPACKED * _MIB and parts <= MAX_PARTS:
        spend(size // _A_UNIT)
        return False
    most = Phrase("{number} MiB, unpacked", {"number": MAX_UNPACKED})
    telling.fault(catalogue.LOG_LARGE, 0, what=Phrase("a score sheet"), most=most)
    return True


def _matches(
    reader: SheetReader, rows: Iterator[tuple[Any, ...]], formulas: Iterator[tuple[Any, ...]]
) -> list[Record]:
    """Return the matches of one sheet; a row with a formula that was saved without its value is left out."""
    for row, (cells, written) in enumerate(zip(rows, formulas, strict=False)):
        if row >= MAX_ROWS:
            most = Phrase("{number} rows", {"number": MAX_ROWS})
            reader.telling.fault(catalogue.LOG_LARGE, 0, what=Phrase("a score sheet"), most=most)
            break
        found = {place: cell.value for place, cell in enumerate(cells) if cell.value not in (None, "")}
        unsaved = next(
            (
                place
                for place, cell in enumerate(written)
                if getattr(cell, "data_type", "") == "f" and place not in found
            ),
            None,
        )
        if unsaved is None:
            reader.take(row, found)
        else:
            reader.row = row
            reader.refuse_formula(unsaved, str(written[unsaved].value))
    return reader.records()


def _rows(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the cells of a sheet, row by row, ignoring its declared size."""
    sheet.reset_dimensions()
    for row in sheet.iter_rows(max_col=_MOST_COLUMNS):
        yield tuple(row)
