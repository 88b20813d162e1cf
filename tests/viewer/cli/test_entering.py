"""`santase new` and `santase enter`: what is typed becomes a record, and nothing saved is lost."""

import os
import pty
import re
import select
import subprocess
from pathlib import Path
from random import Random

import pytest
from click.testing import Result

from notation import read, write
from notation.judge import judge
from notation.record import Record
from notation.text import ALPHABETS, WritingStyle, format_file, ply_word
from referee import PRESETS
from tests.support.commands import COMMAND, run
from tests.support.games import random_record
from tests.support.rulings import HANDS
from tests.support.sizes import some

HEAD = ["Friday", "2026-11-20", "Anna", "Bert"]
DEAL = ["B", "Qd", "Ks As Qh Kh Ah Kc", "Ts 9d Kd Td 9c Qc", "9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd"]
PLAY = ["As Td", "exchange 40d close Kd Kc", "out", ""]
WRITTEN = f"""%SGN 1
[Event "Friday"]
[Date "2026-11-20"]
[Rules "santase"]
[A "Anna"]
[B "Bert"]

deal 1 dealer B trump Qd
{HANDS}1. As Td
2. exchange 40d close Kd Kc
3. out
= B 3 by out (0-69) score 0-3
"""


def typed(command: str, path: Path, lines: list[str], *options: str, language: str = "en") -> Result:
    stdin = "".join(f"{line}\n" for line in lines)
    return run(command, path, "--lang", language, *options, stdin=stdin)


def tricks(record: Record) -> list[list[list[str]]]:
    """The words of a record by deals and tricks."""
    return [[[ply_word(ply) for ply in trick.plies] for trick in deal.tricks] for deal in record.deals]


def test_a_record_is_started_and_played_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "a.sgn"
    dated = ["Friday", "Maria", "20 November 2026", *HEAD[2:]]
    result = typed("new", path, ["santase", *dated, "Carl", "bert", *DEAL[1:], *PLAY])
    assert result.exit_code == 0
    assert "A (Anna), B (Bert)" in result.output
    assert "`Maria` is not a date" in result.output
    assert path.read_text("utf-8") == WRITTEN
    assert "Bert closed at trick 2 and went out with 69 card points" in result.output
    assert typed("new", path, HEAD).exit_code == 2
    assert path.read_text("utf-8") == WRITTEN


def test_a_record_goes_on_where_it_was_left_and_other_games_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.sgn"
    typed("new", path, [*HEAD, *DEAL, "As"], "--rules", "santase")
    other = b"%SGN 1\r\n[Rules  'odd]\r\n"
    path.write_bytes(other + path.read_bytes() + b"\n; behind it\n")
    typed("enter", path, ["Td", "exchange", "40d close"], "--game", "2")
    result = typed("enter", path, ["2. Kd Kc", "out", "= B 3 by out (0-69) score 0-3"])
    assert path.read_bytes().startswith(other)
    [_, game] = read(path.read_bytes())
    assert game.record
    assert tricks(game.record)[0] == [["As", "Td"], ["exchange", "40d", "close", "Kd", "Kc"], ["out"]]
    assert game.record.deals[0].result
    assert b"; behind it" in path.read_bytes()
    assert "Anna 0, Bert 69" in result.output


@pytest.mark.parametrize("language", ["en", "bg", "de", "hu"])
def test_what_is_against_the_rules_is_asked_about(tmp_path: Path, language: str) -> None:
    yes = {"en": "yes", "bg": "да", "de": "ja", "hu": "igen"}[language]
    path = tmp_path / "a.sgn"
    refused = [*HEAD, *DEAL, "As Td", "close Kd Kc", "exchange Ks", "n", "20x", "40d close Kd 9h", yes]
    result = typed("new", path, refused, "--rules", "santase", language=language)
    assert "R202" in result.output or "R20" in result.output
    assert "S113" in result.output
    [game] = read(path.read_bytes())
    assert game.record
    assert tricks(game.record)[0][0] == ["As", "Td"]


def test_cards_are_typed_in_the_letters_of_the_record(tmp_path: Path) -> None:
    path, hungarian = tmp_path / "a.sgn", ALPHABETS["hu"]
    text = format_file(WRITTEN.encode(), WritingStyle(hungarian)).decode()
    cards = [hungarian.own(line) for line in (*DEAL[2:], "?", *PLAY)]
    result = typed("new", path, ["santase", *HEAD, "B", "Dt", *cards], "--letters", "hu")
    assert path.read_text("utf-8") == text
    assert "Bp" not in result.output, "the jack of hearts is in the talon"
    assert "Áz" in result.output, "what may be played"
    path.write_text(text.partition("2. ")[0], "utf-8")
    typed("enter", path, ["exchange 40t close Kt Km", "=", "undo", "undo"])
    kept = path.read_text("utf-8")
    assert kept.endswith("Jh Qd\n".replace("Jh Qd", "Bp Dt"))
    assert '[Letters "hu"]' in kept


def test_a_trick_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "a.sgn"
    typed("new", path, [*HEAD, *DEAL, "Ks Td", "undo", "undo", *PLAY], "--rules", "santase")
    assert path.read_text("utf-8") == WRITTEN


def test_the_cards_that_may_be_played_are_listed(tmp_path: Path) -> None:
    result = typed("new", tmp_path / "a.sgn", [*HEAD, *DEAL, "?"], "--rules", "santase")
    assert "Ah As Kc Kh Ks Qh resign" in result.output


def test_a_sheet_with_only_the_cards_of_each_trick_is_entered(tmp_path: Path) -> None:
    path = tmp_path / "a.sgn"
    result = typed(
        "new", path, [*HEAD, "B", "d", "", "", "", "As Td", "Kd Kc", "= B 1", "yes"], "--rules", "santase"
    )
    assert "Anna 0, Bert 21" in result.output
    assert path.read_text("utf-8").endswith("deal 1 dealer B trump d\n1. As Td\n2. Kd Kc\n= B 1\n")


@pytest.mark.parametrize(
    "name", some(PRESETS, "santase", "schnapsen-tompa", "santase-three", "sixty-six-four")
)
def test_any_match_that_is_typed_line_by_line_becomes_the_same_record(tmp_path: Path, name: str) -> None:
    record = random_record(name, Random(66), noted=False, most_deals=3)
    is_trump_asked = PRESETS[name].draws or not PRESETS[name].auction.steps
    path = tmp_path / f"{name}.sgn"
    lines = []
    for line in write(record).partition("\n\n")[2].splitlines():
        head = re.fullmatch(r"deal \d+ dealer (.)(?: trump (\w+))?", line)
        if head:
            lines += [head[1], head[2] or ""] if is_trump_asked else [head[1]]
        elif line:
            lines.append(line if line[0].isdigit() or line[0] == "=" else line.partition(": ")[2])
    path.write_text(write(Record(tuple(tag for tag in record.tags if tag.name != "Result"))), "utf-8")
    result = typed("enter", path, lines)
    [game] = read(path.read_bytes())
    assert game.record, result.output
    assert tricks(game.record) == tricks(record), result.output

    assert judge(game).ok


def test_tab_completes_what_may_be_played(tmp_path: Path) -> None:
    path = tmp_path / "a.sgn"
    path.write_text(WRITTEN.partition("2. ")[0], "utf-8")
    ours, theirs = pty.openpty()
    command = [*COMMAND, "enter", str(path), "--lang", "en"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        seen = b""
        keys = {b"Bert: 2.: ": b"exch\t\n", b"Bert: 2. exchange: ": b"40\tcl\t\n", b"close: ": b"\x04"}
        for awaited, pressed in keys.items():
            while awaited not in seen and select.select([ours], [], [], 60)[0]:
                seen += os.read(ours, 1024)
            os.write(ours, pressed)
        process.wait()
    os.close(ours)
    assert path.read_text("utf-8").endswith("1. As Td\n2. exchange 40d close\n")


@pytest.mark.parametrize("seed", some(range(12), 0, 1, 2))
def test_whatever_is_typed_nothing_that_was_kept_is_lost(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    path = tmp_path / "a.sgn"
    words = [
        *"?=@{};()+~",
        "undo",
        "out",
        "Kd",
        "As Td",
        "%SGN 1",
        "deal 2",
        "\x1b[2J",
        "= B 2",
        "9" * 500,
        "{x",
        "y",
    ]
    typed("new", path, [*HEAD, *DEAL, *PLAY[:1]], "--rules", "santase")
    for _ in range(6):
        before = path.read_text("utf-8")
        lines = [" ".join(random.sample(words, random.randint(1, 3))) for _ in range(8)]
        result = typed("enter", path, lines)
        assert "\x1b" not in result.output
        [game] = read(path.read_bytes())
        assert game.record
        assert path.read_text("utf-8") == write(game.record)
        if not any("undo" in line for line in lines):
            assert len(path.read_text("utf-8")) >= len(before)


def test_a_file_that_somebody_else_changes_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.sgn"
    path.write_text(WRITTEN.partition("2. ")[0], "utf-8")
    real = judge

    def and_changed(*arguments: object, **named: object) -> object:
        path.write_text("somebody else's\n", "utf-8")
        return real(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("viewer.replay.editing.judge_record", and_changed)
    assert typed("enter", path, ["Kd Kc"]).exit_code == 2
    assert path.read_text("utf-8") == "somebody else's\n"
