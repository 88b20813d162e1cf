"""Reads score sheets: records with results and without play; needs the extra `sheets`.

Sheets filled in by hand are supported: columns in any order, names in place of letters. What cannot be read
is reported with its sheet and cell. Only values are read: no formula or macro is executed and no link
followed. Sums are checked by the judge. A sheet has the tags in two columns, then one row per deal under one
header; its words are English, as in SGN, in every language of the program, because programs also read sheets.
"""

import re
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from typing import Any, Final, NoReturn

from notation.findings import catalogue
from notation.findings.finding import Fact, Phrase
from notation.findings.hints import did_you_mean, suggestion
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.report import ReportKind, Telling
from notation.limits import spend
from notation.record.model import NOBODY, DealRecord, Outcome, Record, Tag
from notation.record.tags import KNOWN_TAGS, TAG_NAMES
from referee.cards import Seat
from referee.state import Reason

DEAL: Final = "deal"
"""The first word of the deals' header."""
DEALER, WINNER, GAME_POINTS, REASON = "dealer", "winner", "game points", "by"
CARD_POINTS: Final = ("card points A", "card points B")
SCORES: Final = ("score A", "score B")
CLOSED, ANNOUNCED = "closed by", "announced"
COLUMNS: Final = (DEAL, DEALER, WINNER, GAME_POINTS, REASON, *CARD_POINTS, *SCORES, CLOSED, ANNOUNCED)
"""The columns in the order of writing; they are read in any order."""
DRAW, UNFINISHED = "draw", "*"
"""The word for a deal without a winner."""
SEATS: Final = ("A", "B")

MAX_UNPACKED: Final = 8
"""MiB of an unpacked workbook, according to its directory; a larger one is not unpacked."""
MAX_ROWS: Final = 20_000
"""Rows of a sheet."""
MAX_PARTS: Final = 2_000
"""Files in a workbook, most of which are sheets."""
_MIB: Final = 1 << 20
_A_UNIT: Final = 8
"""Unpacked bytes per unit of work."""
_MOST_COLUMNS: Final = 26
_MOST: Final = 9999
"""The greatest number of SGN."""
_REASONS: Final = tuple(reason.value for reason in Reason)
_TAG: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_FOR_ONE_LINE: Final = re.compile(r"[\x00-\x1f\x7f]+")


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell in spreadsheets; rows and columns count from 0, up to 26 columns.

    >>> cell_name(11, 2)
    'C12'
    """
    return f"{chr(ord('A') + column)}{row + 1}"


def is_workbook(data: bytes) -> int:
    """Return 1 for an XLSX workbook, which has no lines, otherwise 0."""
    return int(data.startswith(b"PK\x03\x04") and b"xl/workbook.xml" in data)


def read_sheets(data: bytes, telling: Telling) -> Iterator[Record]:
    """Yield the matches of a workbook, one per sheet; ModuleNotFoundError without the extra `sheets`."""
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
                record = _SheetReader(sheet.title, telling).record(_rows(sheet), _rows(unworked))
                if record is not None:
                    found.append(record)
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


def _rows(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the cells of a sheet, row by row, ignoring its declared size."""
    sheet.reset_dimensions()
    for row in sheet.iter_rows(max_col=_MOST_COLUMNS):
        yield tuple(row)


_Said = str | Phrase


class _UnreadError(Exception):
    """A row cannot be read; the reason has been reported."""


@dataclass(slots=True)
class _SheetReader:
    """Reads one sheet."""

    title: str
    telling: Telling
    tags: list[Tag] = field(default_factory=list)
    deals: list[DealRecord] = field(default_factory=list)
    columns: dict[str, int] = field(default_factory=dict)
    row: int = -1

    def record(self, rows: Iterator[tuple[Any, ...]], formulas: Iterator[tuple[Any, ...]]) -> Record | None:
        """Return the match of the sheet; None if it is empty or lacks the header of the deals."""
        has_words = False
        for self.row, (cells, written) in enumerate(zip(rows, formulas, strict=False)):
            if self.row >= MAX_ROWS:
                most = Phrase("{number} rows", {"number": MAX_ROWS})
                self.telling.fault(catalogue.LOG_LARGE, 0, what=Phrase("a score sheet"), most=most)
                break
            found = {place: cell.value for place, cell in enumerate(cells) if cell.value not in (None, "")}
            try:
                for place, cell in enumerate(written):
                    if getattr(cell, "data_type", "") == "f" and place not in found:
                        self._refuse(place, str(cell.value), Phrase("a formula with a saved value"))
                if found:
                    has_words = True
                    self._take(found)
            except _UnreadError:
                continue
        if not self.columns and has_words:
            self.row = 0
            self._tell(0, Phrase("this sheet"), Phrase("a row that starts with `{word}`", {"word": DEAL}))
        return Record(tuple(self.tags), tuple(self.deals)) if self.columns else None

    def _take(self, found: Mapping[int, Any]) -> None:
        """Process a non-empty row: the header, a deal below it, a tag above it."""
        first = str(found.get(0, "")).strip().casefold()
        if self.columns:
            self._deal(found)
        elif first == DEAL:
            self._head(found)
        else:
            self._tag(found)

    def _head(self, found: Mapping[int, Any]) -> None:
        known = {name.casefold(): name for name in COLUMNS}
        for place, cell in found.items():
            word = " ".join(str(cell).split()).casefold()
            if word not in known or known[word] in self.columns:
                hint = did_you_mean(suggestion(word, COLUMNS))
                self._tell(place, str(cell), Phrase("the name of a column"), hint)
            else:
                self.columns[known[word]] = place

    def _tag(self, found: Mapping[int, Any]) -> None:
        name = str(found.get(0, "")).strip()
        name = name if name in KNOWN_TAGS else TAG_NAMES.get(name.casefold(), name)
        if not _TAG.fullmatch(name) or any(tag.name == name for tag in self.tags):
            hint = did_you_mean(suggestion(name, KNOWN_TAGS))
            self._refuse(0, name, Phrase("the name of a tag, once"), hint)
        value = found.get(1)
        if value is None:
            return
        text = value.isoformat()[:10] if isinstance(value, date) else str(value)
        if isinstance(value, float) and value.is_integer():
            text = str(int(value))
        self.tags.append(Tag(name, _FOR_ONE_LINE.sub(" ", text)))

    def _deal(self, found: Mapping[int, Any]) -> None:
        for place in found:
            if place not in self.columns.values():
                self._refuse(place, str(found[place]), Phrase("nothing: this column has no name"))
        number = self._number(DEAL, found)
        if number is None:
            number = self.deals[-1].number + 1 if self.deals else 1
            self.telling.derived(RecordPart.NUMBERS, Phrase("the rows of the sheet"), number)
        dealer = self._seat(DEALER, found)
        self.deals.append(DealRecord(number, dealer, result=self._result(found)))
        for column, part in ((CLOSED, RecordPart.CLOSES), (ANNOUNCED, RecordPart.MARRIAGES)):
            if self._cell(column, found) is not None:
                self.telling.tell(
                    ReportKind.UNKNOWN, part, number, Phrase("the play does not show when it happened")
                )

    def _result(self, found: Mapping[int, Any]) -> Outcome | None:
        winner = self._cell(WINNER, found)
        points = self._number(GAME_POINTS, found)
        reason = self._reason(found)
        cards, score = self._pair(CARD_POINTS, found), self._pair(SCORES, found)
        if winner is None:
            if points is not None or reason or cards:
                self._missing(WINNER)
            return None
        word = str(winner).strip().casefold()
        if word in (DRAW, UNFINISHED):
            return Outcome(NOBODY, 0, word == DRAW, reason, cards, score)
        seat = self._seat(WINNER, found)
        if points is None:
            self._missing(GAME_POINTS)
        return Outcome(seat, points or 0, True, reason, cards, score)

    def _reason(self, found: Mapping[int, Any]) -> str:
        cell = self._cell(REASON, found)
        word = str(cell).strip().casefold().replace(" ", "-") if cell is not None else ""
        if word and word not in _REASONS:
            hint = did_you_mean(suggestion(word, _REASONS))
            self._refuse(self.columns[REASON], str(cell), ", ".join(_REASONS), hint)
        return word

    def _pair(self, names: tuple[str, str], found: Mapping[int, Any]) -> tuple[int, ...]:
        """Return two numbers, or none."""
        numbers = [self._number(name, found) for name in names]
        stated = [number for number in numbers if number is not None]
        if len(stated) == 1:
            self._missing(names[numbers.index(None)])
        return tuple(stated)

    def _seat(self, name: str, found: Mapping[int, Any]) -> Seat:
        """Return a seat by its letter, or by its player's name."""
        cell = self._cell(name, found)
        if cell is None:
            self._missing(name)
        word = str(cell).strip().casefold()
        called = {seat.casefold(): place for place, seat in enumerate(SEATS)}
        players = {tag.name: tag.value for tag in self.tags if tag.name in SEATS}
        called |= {
            players[seat].strip().casefold(): place for place, seat in enumerate(SEATS) if seat in players
        }
        if word not in called:
            words = [*SEATS, *players.values(), *((DRAW, UNFINISHED) if name == WINNER else ())]
            hint = did_you_mean(suggestion(str(cell), words))
            self._refuse(self.columns[name], str(cell), ", ".join(words), hint)
        return Seat(called[word])

    def _number(self, name: str, found: Mapping[int, Any]) -> int | None:
        cell = self._cell(name, found)
        if cell is None:
            return None
        text = str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell).strip()
        is_number = re.fullmatch("[0-9]{1,9}", text, re.ASCII) and not isinstance(cell, bool)
        if not is_number or int(text) > _MOST:
            expected = Phrase("a number from 0 to {number}", {"number": _MOST})
            self._refuse(self.columns[name], str(cell), expected)
        return int(text)

    def _cell(self, name: str, found: Mapping[int, Any]) -> Any:
        return found.get(self.columns[name]) if name in self.columns else None

    def _missing(self, name: str) -> NoReturn:
        self._refuse(self.columns.get(name, 0), Phrase("an empty cell"), Phrase("the {what}", {"what": name}))

    def _refuse(self, place: int, word: _Said, expected: _Said, hint: _Said = "") -> NoReturn:
        """Report an invalid cell, and stop reading its row."""
        self._tell(place, word, expected, hint)
        raise _UnreadError

    def _tell(self, place: int, word: _Said, expected: _Said, hint: _Said = "") -> None:
        said = word[:64] if isinstance(word, str) else word
        cell = f"{self.title}!{cell_name(self.row, place)}"
        facts: dict[str, Fact] = {"expected": expected, "cell": cell, "hint": hint}
        where = Phrase("{expected} in {cell}{hint}", facts)
        self.telling.fault(catalogue.LOG_WORD, 0, word=said, expected=where)
