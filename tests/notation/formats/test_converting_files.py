"""`convert` with several files: put together, merged, into a folder, checked, proved, watched."""

import gzip
import json
import random
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from notation import Record, read, write
from notation.formats import (
    FORMATS,
    SGN,
    Format,
    RecordPart,
    SourceLog,
    Telling,
    convert,
    convert_together,
    fitted,
)
from notation.record.model import DealRecord
from notation.text.writer import digest
from tests.support import commands
from tests.support.corpus import ROOT
from tests.support.games import random_record

DRAWS = ROOT / "samples/two-draws.sgn"
WON = ROOT / "samples/closed-and-won.sgn"
run = partial(commands.run, "convert", "--lang", "en")
DECORATOR = FORMATS["decorator"]


def told(*arguments: object) -> dict[str, Any]:
    shape: dict[str, Any] = json.loads(run(*arguments, "--report", "json").stderr)
    return shape


def a_match(seed: int) -> Record:
    """A match as the program of the decorator plays it, without what its logs do not hold."""
    record = random_record(DECORATOR.spec, random.Random(seed), noted=False, most_deals=3)
    [piece] = fitted(record, DECORATOR, Telling())
    return piece.record


def views(record: Record) -> list[bytes]:
    """The logs of the two players of a match."""
    done = convert(write(record).encode(), SGN, DECORATOR)
    first, second = done.data.split(b"New game vs ")[1:]
    return [b"New game vs " + first.rstrip(b"\n") + b"\n", b"New game vs " + second]


def test_files_become_one_with_their_games_in_order(tmp_path: Path) -> None:
    log = tmp_path / "won.json"
    assert run(WON, log).exit_code == 0
    result = run(DRAWS, log, tmp_path / "both.sgn")
    assert result.exit_code == 0
    assert [digest(game.record) for game in read((tmp_path / "both.sgn").read_bytes()) if game.record] == [
        digest(game.record) for path in (DRAWS, WON) for game in read(path.read_bytes()) if game.record
    ]
    assert f"{DRAWS} + {log}: 2 games read, 14 deals written" in result.stderr


@pytest.mark.parametrize("seed", range(6))
def test_the_logs_of_both_players_become_one_record(seed: int, tmp_path: Path) -> None:
    """With another log between them; neither log alone knows the hand of the other player."""
    record = a_match(seed)
    for number, view in enumerate(views(record)):
        (tmp_path / f"p{number}.log").write_bytes(view)
    other = tmp_path / "other.sgn"
    other.write_bytes(DRAWS.read_bytes())
    result = run(tmp_path / "p0.log", other, tmp_path / "p1.log", tmp_path / "all.sgn")
    assert result.exit_code == 0, result.stderr
    merged, _ = read((tmp_path / "all.sgn").read_bytes())
    assert merged.record
    assert [dealt(deal) for deal in merged.record.deals] == [dealt(deal) for deal in record.deals]
    [alone] = read(run(tmp_path / "p1.log").stdout_bytes)
    assert alone.record
    assert all(min(cards) < 0 for deal in alone.record.deals for cards in dealt(deal)[1:])


def dealt(deal: DealRecord) -> tuple[tuple[int, ...], ...]:
    """The cards of both hands; those of seat A first."""
    return tuple(tuple(sorted(hand.cards)) for _, hand in sorted(deal.hands))


def test_a_finding_stands_in_the_file_that_it_is_of(tmp_path: Path) -> None:
    """In one that is read together with another, too."""
    first, second = views(a_match(1))
    lines = second.split(b"\n")
    place = next(number for number, line in enumerate(lines) if line.startswith(b"--GetTurn"))
    lines[place] = lines[place].replace(b"--GetTurn", b"--GetTrun")
    for name, data in (("p0.log", first), ("p1.log", b"\n".join(lines)), ("no.sgn", b"%SGN 1\n[A Ivan]\n")):
        (tmp_path / name).write_bytes(data)
    names = [str(tmp_path / name) for name in ("p0.log", "no.sgn", "p1.log")]
    result = run(*names, tmp_path / "x.sgn")
    assert result.exit_code == 1
    assert f"{names[2]}:{place + 1}:" in result.stderr
    assert f"{names[1]}:2:" in result.stderr
    assert f"{names[0]}:" not in result.stderr.replace(" + ", "")
    shape = told(*names, tmp_path / "y.sgn")
    assert {(each["file"], each["line"]) for each in shape["findings"]} == {
        (names[1], 2),
        (names[2], place + 1),
    }
    assert shape["files"] == names


def test_what_is_told_of_the_second_file_has_the_numbers_of_its_games() -> None:
    logs = [SourceLog(path.read_bytes(), SGN) for path in (DRAWS, WON)]
    games = {entry.game for entry in convert_together(logs, FORMATS["csv-deals"]).report if entry.game}
    assert games == {1, 2}
    assert {entry.line for entry in convert_together(logs, FORMATS["csv-deals"]).report} == {0}


def test_each_file_becomes_one_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/won.sgn.gz").write_bytes(gzip.compress(WON.read_bytes()))
    result = run(DRAWS, tmp_path / "in", "--into", tmp_path / "out", "--to", "json")
    assert result.exit_code == 0, result.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["two-draws.jsonl", "won.jsonl"]
    again = run(DRAWS, "--into", tmp_path / "out", "--to", "json")
    assert again.exit_code == 2
    assert "--force" in again.stderr
    (tmp_path / "two-draws.txt").write_bytes(b"")
    twice = run(DRAWS, tmp_path / "two-draws.txt", "--into", tmp_path / "more", "--check")
    assert twice.exit_code == 2
    assert "another file becomes" in twice.stderr


def test_a_file_that_cannot_be_read_leaves_the_others_unconverted(tmp_path: Path) -> None:
    assert run(DRAWS, tmp_path / "none.sgn", tmp_path / "x.sgn").exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_check_says_what_would_be_lost_and_writes_nothing(tmp_path: Path) -> None:
    lossy = run(WON, tmp_path / "x.csv", "--to", "csv-deals", "--check")
    assert lossy.exit_code == 1
    assert "dropped: comments" in lossy.stderr
    assert lossy.stderr.rstrip().endswith("1 game read, 6 deals can be written")
    whole = run(WON, tmp_path / "x.jsonl", "--check")
    assert whole.exit_code == 0
    assert "1 game verified" in whole.stderr
    assert list(tmp_path.iterdir()) == []
    held = run(WON, "--to", "json", "--check")
    assert held.stdout == ""


def forgetful() -> Format:
    """The notation, written without the last deal of a game, which is not reported."""

    def write_less(pieces: Any, telling: Telling) -> bytes:
        assert SGN.writer
        return SGN.writer(
            [each._replace(record=replace(each.record, deals=each.record.deals[:-1])) for each in pieces],
            telling,
        )

    return replace(SGN, writer=write_less)


def test_what_a_format_loses_without_telling_is_found_where_it_is_read_again() -> None:
    text = WON.read_bytes()
    assert not convert(text, SGN, forgetful()).has_losses
    proved = convert(text, SGN, forgetful(), prove=True)
    assert proved.has_losses
    assert proved.proved == 0
    assert convert(text, SGN, SGN, prove=True).proved == 1


def test_the_number_of_a_trick_that_no_log_states_is_told() -> None:
    text = (ROOT / "samples/faulty/a-trick-misnumbered.sgn").read_bytes()
    for name in ("decorator", "boardgame", "csv-tricks", "diagram"):
        parts = [entry.part for entry in convert(text, SGN, FORMATS[name]).report]
        assert parts.count(RecordPart.TRICK_NUMBERS) == 1, name


@pytest.mark.slow
def test_a_log_that_grows_is_converted_again(tmp_path: Path) -> None:
    log, record = tmp_path / "match.sgn", tmp_path / "match.jsonl"
    log.write_bytes(DRAWS.read_bytes())
    command = [*commands.COMMAND, "convert", str(log), str(record), "--watch", "--lang", "en"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        seen = []
        for line in process.stderr:
            if "written" not in line:
                continue
            seen.append(len(record.read_bytes().splitlines()) if record.exists() else 0)
            if len(seen) == 1:
                with log.open("ab") as file:
                    file.write(b"\n" + WON.read_bytes())
            else:
                process.send_signal(2)
                break
        process.stderr.read()
    assert process.returncode == 130
    assert len(record.read_bytes().splitlines()) == 2
