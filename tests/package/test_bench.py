"""The table of `.ci/bench`: what misses a must or was not measured is counted; no time is looked at."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.bench import __main__ as bench
from tests.bench import archive
from tests.bench.musts import GROUPS, Figure, Row
from tests.bench.tasks import core_tasks, make, text_tasks
from viewer.store import Store

FASTER = Row("ours", "ours", Figure.PLIES, "theirs", plain=6, compiled=40)
SMALLER = Row("memory", "memory", Figure.MEMORY, plain=32, compiled=32)
SCALED = Row("deals", "ours", Figure.DEALS, "reference", plain=15_000)


def times(*spent: tuple[str, str, bench.Spent]) -> bench.Times:
    found: bench.Times = defaultdict(list)
    for version, task, one in spent:
        found[version, task].append(one)
    return found


@pytest.mark.parametrize(("seconds", "missed"), [(1, False), (1.001, True)])
def test_a_ratio_below_its_must_is_missed(seconds: float, missed: bool) -> None:
    found = times(
        ("", "theirs", bench.Spent(6, plies=100)), ("plain", "ours", bench.Spent(seconds, plies=100))
    )
    assert bench.cells(found, FASTER, "plain")[2] is missed


def test_ratios_are_those_of_each_round_and_their_median_counts() -> None:
    slow, fast = bench.Spent(8, plies=8), bench.Spent(4, plies=8)
    ours = bench.Spent(1, plies=8)
    found = times(*[("", "theirs", each) for each in (slow, fast, slow)], *[("plain", "ours", ours)] * 3)
    figure, ratio, missed = bench.cells(found, FASTER, "plain")
    assert (figure, ratio, missed) == ("8.00 plies/s", "8.00 (4.00-8.00) of 6.00", False)


@pytest.mark.parametrize(("memory", "missed"), [(32, False), (32.1, True)])
def test_a_figure_above_its_must_is_missed_where_less_is_better(memory: float, missed: bool) -> None:
    found = times(("compiled", "memory", bench.Spent(1, memory=memory)))
    assert bench.cells(found, SMALLER, "compiled")[2] is missed


@pytest.mark.parametrize(("chess", "missed"), [(70_000, False), (70_100, True)])
def test_a_must_per_second_is_meant_for_the_speed_of_python_chess(chess: int, missed: bool) -> None:
    found = times(("", "chess", bench.Spent(1, plies=chess)), ("plain", "ours", bench.Spent(1, deals=15_000)))
    assert bench.cells(found, SCALED, "plain")[2] is missed


def test_what_was_not_measured_is_no_success() -> None:
    figure, ratio, missed = bench.cells(times(), FASTER, "plain")
    assert (figure, ratio, missed) == ("-", "not measured", True)


@pytest.mark.nightly
def test_what_tasks_do_is_what_must_come_of_them(tmp_path: Path) -> None:
    expected: dict[str, Any] = make(tmp_path)
    tasks = text_tasks(tmp_path) | core_tasks(tmp_path)
    for name, wanted in expected.items():
        assert tasks[name]() == wanted["comes"], name
        assert wanted["deals"] > 0
        assert wanted["plies"] > 10 * wanted["deals"]
    assert False in expected["judge matches"]["comes"]


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("check", "49 games in 1 file: 2 errors, 0 warnings"),
        ("digest", "ab  /x\n"),
        ("json", ""),
        ("score", ""),
    ],
)
def test_work_that_was_left_out_stops_everything(tmp_path: Path, name: str, printed: str) -> None:
    expected = {"judge matches": {"comes": [True] * 48 + [False] * 2}}
    with pytest.raises(bench.WrongError):
        bench.BenchedVersion(tmp_path, expected, {}).check_output(name, "", printed)


def test_every_base_is_measured_too() -> None:
    tasks = {row.task for rows in GROUPS.values() for row in rows}
    assert {row.base for rows in GROUPS.values() for row in rows} - tasks == {
        "",
        "reference",
        "start",
        "spin",
    }


@pytest.mark.nightly
def test_an_archive_is_filled_asked_and_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'archive.db'}") as store:
        archive.report("sqlite", store, 250, 1, most=float("inf"))
        printed = capsys.readouterr().out
        assert "250 records" in printed
        assert all(f"  {name}\n" in printed for name in archive.asked(store))
        assert store.search().total == 250
