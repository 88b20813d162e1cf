"""Results in tables of text: CSV, TSV and Markdown, of one match or of an evening."""

from pathlib import Path
from typing import Final

import pytest

from notation.formats import FORMATS, SGN, convert
from notation.formats.core.capabilities import RecordPart
from notation.formats.score_sheet.tables import is_table
from notation.judge import judge
from notation.text.reader import read
from tests.support.commands import run
from tests.support.corpus import ROOT

TABLE: Final = FORMATS["results-table"]
SGN_TEXT: Final = """%SGN 1
[Rules "schnapsen"]
[A "Ana"]
[B "Ivan"]

deal 1
= A 2 score 2-0

deal 2
= B 1 score 2-1

deal 3
= A 3 score 5-1
"""
SAME: Final = {
    "commas": "Rules,schnapsen\nPlayer A,Player B,Deal,Winner,Points,Score\n"
    "Ana,Ivan,1,Ana,2,2-0\nAna,Ivan,2,Ivan,1,2:1\nAna,Ivan,3,A,3,5 - 1\n",
    "semicolons, German": "Regeln;schnapsen\nSpieler A;Spieler B;Nr.;Sieger;Punkte;Stand\n"
    "Ana;Ivan;1;Ana;2;2:0\nAna;Ivan;2;Ivan;1;2:1\nAna;Ivan;3;Ana;3;5:1\n",
    "tabs, Bulgarian": "Правила\tschnapsen\nИграч 1\tИграч 2\tИгра\tПобедител\tТочки\tРезултат\n"
    "Ana\tIvan\t1\tAna\t2\t2:0\nAna\tIvan\t2\tIvan\t1\t2:1\nAna\tIvan\t3\tAna\t3\t5:1\n",
    "players as columns, the score so far": "Rules,schnapsen\nDeal,Ana,Ivan\n1,2,0\n2,2,1\n3,5,1\n",
    "Markdown": "# Evening\n\n| Rules | schnapsen |\n|---|---|\n\n"
    "| Deal | Ana | Ivan |\n|---:|---:|---:|\n| 1 | 2 | 0 |\n| 2 | 2 | 1 |\n| 3 | 5 | 1 |\n\nThat was it.\n",
}


@pytest.mark.parametrize("kind", SAME)
def test_a_table_is_read_as_the_same_match_however_it_is_written(kind: str) -> None:
    done = convert(SAME[kind].encode(), TABLE, SGN)
    assert not done.findings
    assert done.data.decode() == SGN_TEXT


@pytest.mark.parametrize(
    "rows",
    [
        "Deal;Dealer;Winner;Points;Score\n1;Ivan;Ana;2;2:0\n2;Ana;Ivan;1;2:1\n3;Ivan;Ana;3;5:1\n",
        "Winner;Points;Total\nAna;2;2-0\nIvan;1;2-1\nAna;3;5-1\n",
        "Победител;Игри;Общо\n Ana;2;2:0\nIvan ;1;2:1\nANA;3;5:1\n",
    ],
)
def test_players_are_those_who_dealt_or_won_in_the_order_of_the_scores(rows: str) -> None:
    done = convert(f"Rules;schnapsen\n{rows}".encode(), TABLE, SGN)
    assert not done.findings
    assert done.data.decode().replace(" dealer A", "").replace(" dealer B", "") == SGN_TEXT
    assert done.report[0].part is RecordPart.NAMES
    turned = rows.replace("2:0", "0:2").replace("2:1", "1:2").replace("2-0", "0-2").replace("2-1", "1-2")
    done = convert(turned.replace("5:1", "1:5").replace("5-1", "1-5").encode(), TABLE, SGN)
    assert '[A "Ivan"]\n[B "Ana"]' in done.data.decode()
    assert done.data.decode().endswith("= B 3 score 1-5\n")


OF_FOUR: Final = """%SGN 1
[Rules "bauernschnapsen"]
[A "Jule"]
[B "Karl"]
[C "Moritz"]
[D "Eva"]

deal 1
= AC 2 score 2-0

deal 2
= BD 12 score 2-12
"""
FOUR: Final = "Rules;bauernschnapsen\nPlayer A;Player B;Player C;Player D;Deal;Winner;Points;Score\n"


@pytest.mark.parametrize(
    "rows",
    [
        f"{FOUR}Jule;Karl;Moritz;Eva;1;Jule und Moritz;2;2-0\nJule;Karl;Moritz;Eva;2;BD;12;2-12\n",
        f"{FOUR}Jule;Karl;Moritz;Eva;1;Moritz;2;2-0\n;;;;2;Karl/Eva;12;2:12\n",
        "Rules;bauernschnapsen\nNr.;Jule & Moritz;Karl + Eva\n1;2;0\n2;2;12\n",
    ],
)
def test_what_partners_win_is_told_by_one_of_them_or_both(rows: str) -> None:
    done = convert(rows.encode(), TABLE, SGN)
    assert not done.findings
    assert done.data.decode() == OF_FOUR
    [game] = read(done.data)
    assert not judge(game).errors


def test_three_players_have_three_columns_or_scores_of_three() -> None:
    columns = convert(b"Rules;gaigel-three\nDeal;Jule;Karl;Moritz\n1;0;0;2\n2;1;0;2\n", TABLE, SGN)
    head = "Rules;gaigel-three\nA;Jule\nB;Karl\nC;Moritz\nDeal;Winner;Points;Score\n"
    named = convert(f"{head}1;Moritz;2;0-0-2\n2;A;1;1-0-2\n".encode(), TABLE, SGN)
    assert columns.data == named.data
    assert not columns.findings + named.findings
    assert [line for line in named.data.decode().splitlines() if line[:1] == "="] == [
        "= C 2 score 0-0-2",
        "= A 1 score 1-0-2",
    ]


@pytest.mark.parametrize(
    ("rows", "scores"),
    [
        ("1;2;-1;-1\n2;−2;4;-2\n3;-1;-1;2\nsum;-1;2;-1\n", ("", "", "")),
        ("1;2;-1;-1\n2;0;3;-3\n3;-1;2;-1\n", (" score 2 -1 -1", " score 0 3 -3", " score -1 2 -1")),
    ],
)
def test_what_all_others_pay_one_is_told_by_deal_or_as_the_score(rows: str, scores: tuple[str, ...]) -> None:
    head = "Rules;sixty-six-three\nDeal;Jule;Karl;Moritz\n"
    done = convert(f"{head}{rows}".encode(), TABLE, SGN)
    assert not done.findings
    paid = ("2 -1 -1", "-2 4 -2", "-1 -1 2")
    lines = [line for line in done.data.decode().splitlines() if line[:1] == "="]
    assert lines == [f"= pays {each}{score}" for each, score in zip(paid, scores, strict=True)]
    [game] = read(done.data)
    assert not judge(game).errors
    odd = convert(f"{head}1;1;1;-2\n2;2;-1;-1\n".encode(), TABLE, SGN)
    assert ["`1 1 -2`" in finding.message for finding in odd.findings] == [True]


def test_several_who_win_together_once_are_told_by_their_names_or_letters() -> None:
    rows = FOUR.replace("bauernschnapsen", "snapszer-four") + "Jule;Karl;Moritz;Eva;1;{};2;\n"
    for winners in ("Jule/Karl", "AB", "karl és JULE"):
        done = convert(rows.format(winners).encode(), TABLE, SGN)
        assert not done.findings
        assert done.data.decode().endswith("= AB 2\n")


def test_three_names_are_no_two_players() -> None:
    done = convert(b"Winner;Points\nAna;2\nIvan;1\nMaria;1\n", TABLE, SGN)
    assert [finding.span.line for finding in done.findings] == [2, 3, 4]


def test_a_column_that_is_not_known_is_told_once_and_the_rest_is_read() -> None:
    done = convert(b"Deal;Winner;Points;Remarks\n1;Ana;2;loud\n2;Ivan;1;late\n", TABLE, SGN)
    assert [finding.message for finding in done.findings] == [
        "`Remarks` was not expected here; expected the name of a column in D1"
    ]
    assert [line for line in done.data.decode().splitlines() if line[:1] == "="] == ["= A 2", "= B 1"]


def test_points_under_the_players_are_those_of_each_deal() -> None:
    done = convert(b"Deal;Ana;Ivan\n1;2;\n2;;1\n3;3;-\n", TABLE, SGN)
    assert not done.findings
    results = [line for line in done.data.decode().splitlines() if line.startswith("=")]
    assert results == ["= A 2", "= B 1", "= A 3"]


@pytest.mark.parametrize("told", ["total;5;1", "Summe;5;1", "Общо;5;1", "Σ;5;1"])
def test_a_total_below_the_deals_is_no_deal(told: str) -> None:
    done = convert(f"Deal;Ana;Ivan\n1;2;\n2;;1\n3;3;-\n{told}\n".encode(), TABLE, SGN)
    assert not done.findings
    assert [line for line in done.data.decode().splitlines() if line.startswith("=")] == [
        "= A 2",
        "= B 1",
        "= A 3",
    ]
    wrong = convert(b"Deal;Ana;Ivan\n1;2;0\n2;2;1\n3;5;1\nSum;4;1\n", TABLE, SGN)
    assert [finding.span.line for finding in wrong.findings] == [5]
    assert "the total, 5-1 in B5" in wrong.findings[0].message


def test_one_row_that_cannot_be_is_told_and_its_deal_stays_open() -> None:
    done = convert(b"Deal;Ana;Ivan\n1;2;\n2;1;1\n3;;3\n", TABLE, SGN)
    assert [finding.span.line for finding in done.findings] == [3]
    assert [line for line in done.data.decode().splitlines() if line.startswith("=")] == [
        "= A 2",
        "= *",
        "= B 3",
    ]


def test_a_table_without_a_header_is_told_what_that_has() -> None:
    done = convert(b"Ana,Ivan\n2,0\n2,1\n", TABLE, SGN)
    assert [finding.message for finding in done.findings] == [
        "`Ana,Ivan` was not expected here; expected a header with the deal, its winner and the game points, "
        "or the deal and two players"
    ]


def test_a_row_that_cannot_be_read_is_told_with_its_cell_and_keeps_its_place() -> None:
    text = SAME["commas"].replace("2,Ivan,1", "2,Iwan,1")
    done = convert(text.encode(), TABLE, SGN)
    assert [(finding.span.line, finding.message) for finding in done.findings] == [
        (4, "`Iwan` was not expected here; expected A, B, Ana, Ivan, draw, * in D4, did you mean Ivan?")
    ]
    [game] = read(done.data)
    assert not judge(game).errors
    assert "deal 2\n= * score 2-1" in done.data.decode()


def test_totals_of_which_both_grow_are_no_result() -> None:
    done = convert(b"Deal,Ana,Ivan\n1,2,0\n2,3,2\n3,6,2\n", TABLE, SGN)
    assert ["`3-2` was not expected here" in finding.message for finding in done.findings] == [True]
    assert "= A 3 score 6-2" in done.data.decode()


@pytest.mark.parametrize(
    "text",
    [
        "name,points\nAna,3\n",
        "Deal the cards, Ana\n",
        "| Deal | Written | Score | Counted | Score | What is wrong |\n",
        "deal 1 dealer B\n= A 1\n",
        "",
    ],
)
def test_other_text_is_no_table_of_results(text: str) -> None:
    assert not is_table(text.encode())


def test_tables_are_audited_like_records() -> None:
    paths = [str(ROOT / "samples/evening" / name) for name in ("results.csv", "final.md")]
    found = run("audit", *paths)
    assert found.exit_code == 1
    for line in (
        "5 faults were found.",
        "- results.csv:2 (Ana – Maria): deal 4: added wrongly: 3-4, not 3-3, unless it was Maria 2",
        "- results.csv:3 (Ana – Petar): deal 5: deal 4 is missing; by the score it was Ana 2",
        "- results.csv:6 (Maria – Petar): deal 4: winners swapped: by the score Maria 1, not Petar 1",
        "- Mariya (results.csv:4) may be Maria. Until somebody says so, they count as two.",
    ):
        assert line in found.stdout
    merged = run("audit", *paths, "--same", "Mariya=Maria", "--format", "csv")
    assert "may be" not in merged.stdout
    table = ["--format", "csv", "--table", "standings"]
    told = run("audit", *paths, "--same", "Mariya=Maria", *table).stdout
    assert told.splitlines()[1] == "Maria,4,4,0,29,11,0"


def test_an_audit_says_what_of_the_tables_it_could_not_read(tmp_path: Path) -> None:
    (tmp_path / "right.csv").write_text("Deal,Ana,Ivan\n1,2,\n2,,1\n", "utf-8")
    (tmp_path / "headless.csv").write_text("Ana,Ivan\n2,0\n", "utf-8")
    (tmp_path / "odd.csv").write_text("Deal,Ana,Ivan\n1,2,\n2,1,1\n3,,3\n", "utf-8")
    for name, said in (
        ("right.csv", "Every score on the sheets is right."),
        ("odd.csv", "Every score that could be read is right. Some lines could not be read."),
        ("", "Every score that could be read is right. Some lines could not be read."),
    ):
        done = run("audit", "--lang", "en", tmp_path / name)
        assert said in done.stdout, name
    assert "headless.csv: 1: F403: `Ana,Ivan` was not expected here" in done.stderr
    assert "S10" not in done.stderr
