"""Score sheets: what one says, how one that was filled in by hand is read, and what a bad one can do."""

import io
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from openpyxl import Workbook, load_workbook

from notation import read
from notation.formats import FORMATS, SGN, Conversion, convert, recognised
from notation.formats.score_sheet.reader import MAX_UNPACKED
from notation.judge import judge
from notation.limits import SpentError, limited
from referee.rulesets import PRESETS
from tests.support.commands import run
from tests.support.corpus import ROOT

SHEET: Final = FORMATS["score-sheet"]
HEAD: Final = (
    "deal",
    "dealer",
    "winner",
    "game points",
    "by",
    "card points A",
    "card points B",
    "score A",
    "score B",
)
TAGS: Final = (("Event", "Club evening"), ("Rules", "santase"), ("A", "Ivan"), ("B", "Maria"))
ROWS: Final = ((1, "A", "B", 2, "out", 20, 66, 0, 2), (2, "B", "A", 1, "total", 66, 50, 1, 2))


def workbook(*rows: Sequence[Any], head: Sequence[str] = HEAD, tags: Sequence[Sequence[Any]] = TAGS) -> bytes:
    """A sheet as somebody fills it in; another library writes it than the one of the program."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Evening"
    for row in (*tags, (), head, *rows):
        sheet.append(list(row))
    return saved(book)


def saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def said(data: bytes) -> list[str]:
    """What is found in a sheet; no place of a text is made up for a cell."""
    done = convert(data, SHEET, SGN)
    assert all(finding.span.line == 0 for finding in done.findings)
    return [finding.message for finding in done.findings]


def text(done: Conversion) -> str:
    return done.data.decode()


# What is written.


@pytest.mark.parametrize(
    ("rules", "results"),
    [
        ("gaigel-three", ("C 2 score 0-0-2", "A 1 score 1-0-2", "B 2 score 1-2-2")),
        ("bauernschnapsen", ("AC 2 score 2-0", "BD 12 score 2-12", "AC 1 score 3-12")),
        ("snapszer-four", ("AC 4 score 4-0-4-0", "B 3 score 4-3-4-0", "BC 2 score 4-5-6-0")),
    ],
)
def test_a_sheet_of_three_or_four_comes_back(rules: str, results: tuple[str, ...]) -> None:
    names = "".join(f'[{seat} "{seat * 3}"]\n' for seat in "ABCD"[: PRESETS[rules].seats])
    deals = "".join(f"\ndeal {number}\n= {each}\n" for number, each in enumerate(results, start=1))
    record = f'%SGN 1\n[Rules "{rules}"]\n{names}{deals}'
    sheet = convert(record.encode(), SGN, SHEET)
    assert not sheet.report
    values = load_workbook(io.BytesIO(sheet.data)).active
    assert values is not None
    sums = [cell.value for row in values.iter_rows() for cell in row if str(cell.value).startswith("=SUMIF")]
    assert len(sums) in (0, 3 * len(PRESETS[rules].sides))
    assert text(convert(sheet.data, SHEET, SGN)) == record


def test_who_is_paid_by_the_others_has_no_sheet() -> None:
    sheet = convert(b'%SGN 1\n[Rules "sixty-six-three"]\n\ndeal 1\n= A 2\n', SGN, SHEET)
    assert [str(entry.why) for entry in sheet.report] == ["its players pay each other"]


def test_a_sheet_has_the_results_and_the_sums_of_the_match() -> None:
    sample = (ROOT / "samples/closed-and-won.sgn").read_bytes()
    [game] = read(sample)
    data = convert(sample, SGN, SHEET).data
    [values] = load_workbook(io.BytesIO(data), data_only=True).worksheets
    [formulas] = load_workbook(io.BytesIO(data)).worksheets
    rows = [[cell.value for cell in row] for row in values.iter_rows()]
    top = next(place for place, row in enumerate(rows) if row[0] == "deal")
    assert dict(row[:2] for row in rows[: top - 1])["A"] == "Ivan Petrov"
    judged = judge(game)
    won = [0, 0]
    for number, (row, deal) in enumerate(zip(rows[top + 1 :], judged.deals, strict=True), start=1):
        cells = dict(zip(rows[top], row, strict=True))
        assert deal.result
        won["AB".index(str(cells["winner"]))] += cells["game points"]
        assert (cells["deal"], cells["winner"]) == (number, "AB"[deal.result.winner])
        assert (cells["score A"], cells["score B"]) == tuple(won) == deal.score
        assert deal.closing
        assert cells["closed by"] == "AB"[deal.closing.seat]
        place = top + 1 + number
        written = formulas.cell(place, rows[top].index("score A") + 1).value
        assert written == f'=SUMIF(C${top + 2}:C{place},"A",D${top + 2}:D{place})'
    assert rows[top + 3][rows[top].index("announced")] == "B 20s, A 40d"
    assert convert(sample, SGN, SHEET).data == data


def test_a_name_that_would_be_a_formula_stays_a_name() -> None:
    record = (
        '%SGN 1\n[Rules "santase"]\n[A "=1+1"]\n[B "http://x.example"]\n\ndeal 1 dealer A\n= A 1 score 1-0\n'
    )
    data = convert(record.encode(), SGN, SHEET).data
    [sheet] = load_workbook(io.BytesIO(data)).worksheets
    cell = next(row[1] for row in sheet.iter_rows() if row[0].value == "A")
    assert (cell.value, cell.data_type) == ("=1+1", "s")
    assert not any("hyperlink" in name for name in zipfile.ZipFile(io.BytesIO(data)).namelist())
    assert text(convert(data, SHEET, SGN)) == record


def test_a_score_that_the_record_states_wrongly_stays_as_it_is_stated() -> None:
    record = '%SGN 1\n[Rules "santase"]\n\ndeal 1 dealer A\n= A 1 score 5-5\n'
    data = convert(record.encode(), SGN, SHEET).data
    assert text(convert(data, SHEET, SGN)) == record
    [sheet] = load_workbook(io.BytesIO(data)).worksheets
    assert not any(cell.data_type == "f" for row in sheet.iter_rows() for cell in row)
    assert any(finding.code.id == "X109" for finding in judge(next(read(record))).findings)


@pytest.mark.parametrize("deal", ["deal 0 dealer A\n= A 0", "deal 9999 dealer B\n= A 9999 (9999-0)"])
def test_whatever_number_can_be_stated_comes_back(deal: str) -> None:
    record = f'%SGN 1\n[Rules "santase"]\n\n{deal} score 9999-0\n'
    assert text(convert(convert(record.encode(), SGN, SHEET).data, SHEET, SGN)) == record


# What somebody filled in.


def test_a_sheet_that_was_filled_in_is_a_record() -> None:
    done = convert(workbook(*ROWS), SHEET, SGN)
    assert done.ok
    deals = "\ndeal 1 dealer A\n= B 2 by out (20-66) score 0-2\n"
    deals += "\ndeal 2 dealer B\n= A 1 by total (66-50) score 1-2\n"
    tags = '%SGN 1\n[Event "Club evening"]\n[Rules "santase"]\n[A "Ivan"]\n[B "Maria"]\n'
    assert text(done) == tags + deals


def test_names_stand_for_letters_and_columns_in_any_order() -> None:
    head = ("Deal", "Winner", "Game Points", "dealer")
    rows = ((1, "maria", 2.0, "IVAN"), (None, "draw", None, "b"), ("3", "*", None, "A"), (4, None, None, "B"))
    done = convert(workbook(*rows, head=head), SHEET, SGN)
    assert done.ok
    lines = [line for line in text(done).splitlines() if line[:1] in ("d", "=")]
    assert lines == [
        *(
            "deal 1 dealer A",
            "= B 2",
            "deal 2 dealer B",
            "= draw",
            "deal 3 dealer A",
            "= *",
            "deal 4 dealer B",
        )
    ]
    assert any("the rows of the sheet" in str(entry.why) for entry in done.report)


def test_a_sum_that_does_not_add_up_is_for_the_judge() -> None:
    row = (1, "A", "B", 2, "out", 20, 66, 0, 3)
    done = convert(workbook(row), SHEET, SGN)
    assert done.ok
    found = [finding.code.id for finding in judge(next(read(done.data))).findings if finding.is_error]
    assert found == ["X109"]


WRONG: Final[dict[str, tuple[tuple[Any, ...], str]]] = {
    "a missing winner": (
        (1, "A", None, 2),
        "`an empty cell` was not expected here; expected the winner in Evening!C7",
    ),
    "a name that nobody has": (
        (1, "A", "Mria", 2),
        "`Mria` was not expected here; expected A, B, Ivan, Maria, draw, * in Evening!C7, "
        "did you mean Maria?",
    ),
    "a reason": ((1, "A", "B", 2, "totl"), "in Evening!E7, did you mean total?"),
    "a number": (
        (1, "A", "B", "two"),
        "`two` was not expected here; expected a number from 0 to 9999 in Evening!D7",
    ),
    "no number of points": (
        (1, "A", "B", None),
        "`an empty cell` was not expected here; expected the game points in Evening!D7",
    ),
    "card points of one": (
        (1, "A", "B", 2, "out", 20),
        "`an empty cell` was not expected here; expected the card points B in Evening!G7",
    ),
    "neither dealer nor winner": (
        (1, None, None),
        "`an empty cell` was not expected here; expected the winner in Evening!C7",
    ),
    "a formula that nobody worked out": (
        (1, "A", "B", "=1+1"),
        "`=1+1` was not expected here; expected a formula with a saved value in Evening!D7",
    ),
    "a truth": ((True, "A", "B", 2), "in Evening!A7"),
    "beside the columns": ((1, "A", "B", 2, None, None, None, None, None, "x"), "in Evening!J7"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_wrong_is_told_with_its_cell_and_the_rest_is_read(kind: str) -> None:
    row, words = WRONG[kind]
    data = workbook(row, *ROWS[1:])
    [message] = said(data)
    assert words in message
    assert "deal 2 dealer B" in text(convert(data, SHEET, SGN))


def test_words_of_the_head_and_tags_are_suggested() -> None:
    [message] = said(workbook(*ROWS, head=("deal", "daeler", *HEAD[2:])))[:1]
    assert message.startswith(
        "`daeler` was not expected here; expected the name of a column in Evening!B6, did you mean dealer?"
    )
    [message] = said(workbook(*ROWS, tags=[*TAGS, ("Evnet", "x"), ("not a tag!", "y")]))
    assert "Evening!A6" in message
    [message] = said(workbook(*ROWS, head=("number", *HEAD[1:])))
    assert message.startswith("`number` was not expected here; expected the name of a column in Evening!A6")


def test_dates_and_rules_are_those_that_people_write() -> None:
    for called, name in (("Schnapsen", "schnapsen"), ("Hatvanhat", "sixty-six"), ("Whist", "Whist")):
        tags = (("Date", "14. 3. 2026"), ("Rules", called))
        record = text(convert(workbook((1, "A", "B", 2), head=HEAD[:4], tags=tags), SHEET, SGN))
        assert f'[Date "2026-03-14"]\n[Rules "{name}"]\n' in record


def test_the_command_names_the_file_and_the_cell(tmp_path: Path) -> None:
    path = tmp_path / "evening.xlsx"
    path.write_bytes(workbook((1, "A", None, 2)))
    done = run("convert", path, tmp_path / "evening.sgn", "--lang", "de")
    assert done.exit_code == 1
    assert "F403" in done.output
    assert "Evening!C7" in done.output


# What a bad one can do.


def repacked(data: bytes, change: Callable[[str, bytes], bytes], **more: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
        for name, part in more.items():
            new.writestr(name.replace("__", "/"), part)
    return file.getvalue()


def test_what_would_be_too_large_is_not_unpacked() -> None:
    data = repacked(workbook(*ROWS), lambda _, part: part, xl__bomb=b" " * ((MAX_UNPACKED << 20) + 1))
    assert len(data) < 100_000
    [message] = said(data)
    assert message == f"a score sheet holds at most {MAX_UNPACKED} MiB, unpacked"


def test_unpacking_counts_as_work() -> None:
    data = repacked(workbook(*ROWS), lambda _, part: part, xl__large=b" " * (1 << 20))
    with limited(1000), pytest.raises(SpentError):
        convert(data, SHEET, SGN)
    with limited(1 << 20):
        assert convert(data, SHEET, SGN).ok


def test_rows_far_below_are_not_waited_for() -> None:
    data = repacked(
        workbook(*ROWS),
        lambda name, part: part.replace(b'r="7"', b'r="1048576"') if "sheet1" in name else part,
    )
    assert any("20000 rows" in message for message in said(data))


def test_macros_and_links_are_left_alone() -> None:
    def linked(name: str, part: bytes) -> bytes:
        if name == "xl/workbook.xml":
            return part.replace(
                b"</workbook>",
                b'<externalReferences><externalReference r:id="rId99" '
                b'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/>'
                b"</externalReferences></workbook>",
            )
        return part

    plain = convert(workbook(*ROWS), SHEET, SGN)
    data = repacked(workbook(*ROWS), linked, xl__vbaProject=b"\xd0\xcf\x11\xe0 macro")
    assert convert(data, SHEET, SGN).data == plain.data


def test_no_entity_grows() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "' + b"a" * 1000 + b'">'
    for number in range(1, 9):
        bomb += b'<!ENTITY %c "%s">' % (97 + number, b"&%c;" % (96 + number) * 10)
    bomb += b"]>"

    def swollen(name: str, part: bytes) -> bytes:
        if "sheet1" not in name:
            return part
        return bomb + part.partition(b"?>")[2].replace(
            b"</sheetData>", b"<row><c t='str'><v>&i;</v></c></row></sheetData>"
        )

    assert len(said(repacked(workbook(*ROWS), swollen))) == 1


@pytest.mark.parametrize("data", [b"PK\x03\x04xl/workbook.xml", b"PK\x03\x04" + b"xl/workbook.xml" * 999])
def test_a_damaged_workbook_is_told(data: bytes) -> None:
    assert recognised(data, list(FORMATS.values())) is SHEET
    [message] = said(data)
    assert message.startswith("this is a damaged workbook")
