"""`santase referee` as a process: a line in, a line out, a record at the end, a journal to go on from."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from notation import read, write
from notation.judge import judge
from notation.live.journal import JournalLine, faults, load_line
from notation.live.match import LiveMatch
from tests.support.commands import COMMAND, run
from tests.support.corpus import ROOT


class Referee:
    """The command, as a process."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.first = self.hear()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def ask(self, **found: Any) -> dict[str, Any]:
        return self.say(json.dumps(found).encode())

    def say(self, line: bytes) -> dict[str, Any]:
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        return self.hear()

    def end(self) -> bytes:
        out, _ = self.process.communicate(timeout=60)
        return out

    def play(self, rng: Random, most: int = 10_000) -> int:
        """Play by chance from what the answers say, to the end of the match or so many actions."""
        due, made = self.first["next"], 0
        while due["turn"] and made < most:
            answer = self.ask(by=due["turn"], action=rng.choice(due["legal"]))
            assert answer["event"] == "accepted"
            due, made = answer["next"], made + 1
        self.first = {"next": due}
        return made


@contextmanager
def referee(*words: object) -> Iterator[Referee]:
    with subprocess.Popen(
        [*COMMAND, "referee", "--lang", "en", *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as process:
        try:
            yield Referee(process)
        finally:
            process.kill()


def findings(path: Path) -> set[str]:
    [game] = read(path.read_bytes())
    return {finding.code.id for finding in judge(game).findings if finding.is_error}


@pytest.mark.parametrize("spec", ["santase", "sixty-six-three", "sixty-six-four"])
def test_a_match_is_played_a_line_in_and_a_line_out(spec: str, tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    words = ("--deals", 3) if spec == "sixty-six-three" else ()
    with referee("--rules", spec, "--seed", 5, "--names", "Ada,Bob", "--out", path, *words) as asked:
        assert asked.first["event"] == "snapshot"
        made = asked.play(Random(1))
        assert asked.ask(by="A", get="snapshot")["view"]["ending"] == "played"
        assert asked.end() == b""
        assert asked.process.returncode == 0
    assert made > 20
    assert not findings(path)
    assert '[A "Ada"]\n[B "Bob"]' in path.read_text("utf-8")


def test_the_match_is_written_while_it_is_played(tmp_path: Path) -> None:
    shown, path = tmp_path / "shown.sgn", tmp_path / "match.sgn"
    with referee("--rules", "santase target=1", "--seed", 5, "--sgn", shown, "--out", path) as asked:
        asked.play(Random(1), most=3)
        text = shown.read_text("utf-8")
        assert text.count("\n1. ") == 1
        assert "A: " not in text
        assert not findings(shown)
        asked.play(Random(1))
        asked.end()
    assert not findings(shown)
    assert shown.read_text("utf-8").startswith(text)
    [game], [record] = list(read(shown.read_bytes())), list(read(path.read_bytes()))
    assert game.record
    assert record.record
    assert write(game.record).partition("deal")[2] == write(record.record).partition("deal")[2]
    taken = run("referee", "--sgn", shown)
    assert "--force" in taken.output


def test_a_line_that_is_not_a_request_is_answered_with_its_number_and_the_match_goes_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "match.sgn"
    with referee("--seed", 5, "--out", path) as asked:
        assert asked.say(b"{") == {
            "event": "error",
            "code": "not-json",
            "says": "this line is not JSON in UTF-8",
            "line": 1,
        }
        assert asked.say(b"\n\n" + b"x" * 300_000)["code"] == "too-long"
        assert asked.say(b'{"by":"Z"}')["line"] == 3
        assert asked.play(Random(2), most=3) == 3
        asked.end()
    assert not findings(path)
    assert "= *" in path.read_text("utf-8")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_process_that_is_ended_leaves_the_record(number: int, tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    with referee("--seed", 5, "--out", path) as asked:
        asked.play(Random(2), most=4)
        asked.process.send_signal(number)
        asked.process.wait(60)
        assert asked.process.returncode == 128 + number
    assert not findings(path)


@pytest.mark.slow
def test_a_process_that_is_killed_goes_on_from_its_journal_and_nothing_that_was_answered_is_lost(
    tmp_path: Path,
) -> None:
    journal, path = tmp_path / "journal.ndjson", tmp_path / "match.sgn"
    rng, receipts, last = Random(3), [], -1
    for _ in range(4):
        with referee("--rules", "schnapsen", "--journal", journal, "--out", path, "--force") as asked:
            assert asked.first["id"] >= last
            for _ in range(5):
                due = asked.ask(by="A", get="legal") and asked.first["next"]
                if due["turn"]:
                    answer = asked.ask(by=due["turn"], action=rng.choice(due["legal"]), key=f"k{last}")
                    asked.first, last = answer, answer["receipt"]["version"]
                    receipts.append((last, answer["receipt"]["head"]))
            asked.process.kill()
            asked.process.wait()
        with journal.open("ab") as file:
            file.write(b'{"line": 99, "torn')
    with referee("--journal", journal, "--out", path, "--force") as asked:
        assert asked.first["match"]["rules"] == "schnapsen"
        asked.play(rng)
        asked.end()
    lines = [load_line(json.loads(line)) for line in journal.read_text("utf-8").splitlines()]
    assert not list(faults(lines, receipts))  # type: ignore[arg-type]
    assert LiveMatch.resume([line for line in lines if isinstance(line, JournalLine)]).table.ending
    assert not findings(path)


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda text: text.replace('"version": 2', '"version": 3', 1),
        lambda text: "\n".join(text.splitlines()[1:]) + "\n",
        lambda text: "hello\n" + text,
        lambda text: "[]\n" + text,
    ],
)
def test_a_journal_that_was_changed_is_told_and_left_alone(spoilt: Any, tmp_path: Path) -> None:
    journal = tmp_path / "journal.ndjson"
    run("referee", "--journal", journal, status=0)
    journal.write_text(spoilt(journal.read_text("utf-8")), "utf-8")
    before = journal.read_bytes()
    result = run("referee", "--journal", journal, status=2)
    assert "journal.ndjson: line" in result.output
    assert journal.read_bytes() == before


def test_what_every_seat_is_to_be_told_goes_with_the_answers() -> None:
    lines = ['{"by":"A","get":"legal"}', '{"by":"B","do":"leave"}']
    result = run("referee", "--seed", "5", "--events", stdin="\n".join(lines))
    first, asked, left = map(json.loads, result.output.splitlines())
    assert {reader: [each["event"] for each in told] for reader, told in first["events"].items()} == {
        reader: ["snapshot", "entry", "entry"] for reader in ("A", "B", "public")
    }
    assert [event["view"]["you"] for event in first["events"]["A"]] == ["A"] * 3
    assert asked["events"] == {"A": [], "B": [], "public": []}
    assert [event["event"] for event in left["events"]["public"]] == ["entry", "end"]


def test_the_arbiter_deals_and_a_scorer_notes_what_happened(tmp_path: Path) -> None:
    path = tmp_path / "match.sgn"
    requests = [
        {"by": "arbiter", "do": "deal", "cards": {"hands": {"A": ["As", "Ks"]}, "trump": "Th"}},
        {"by": "arbiter", "action": "As", "seat": "A"},
        {"by": "arbiter", "action": "9c", "seat": "B"},
    ]
    words = ["referee", "--rules", "santase", "--mode", "scorer", "--dealer", "B", "--out", str(path)]
    result = run(*words, stdin="\n".join(map(json.dumps, requests)))
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert [answer["event"] for answer in answers] == ["snapshot", "accepted", "accepted", "accepted"]
    assert "1. As 9c" in path.read_text("utf-8")


def test_the_same_seed_and_lines_give_the_same_output() -> None:
    lines = '{"by":"A","get":"legal"}\n{"by":"B","do":"leave"}\n'
    words = ["referee", "--seed", "5"]
    first, again = (run(*words, stdin=lines).output for _ in range(2))
    assert first == again
    assert run(*words[:2], "6", stdin=lines).output != first


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rules", "santasse"], "santase"),
        (["--rules", "santase-three"], "--deals"),
        (["--dealer", "C"], "C cannot deal"),
        (["--names", "a,b,c"], "3 names are too many"),
        (["--clock", "fast"], "MAIN+INCREMENT/DELAY"),
        (["--mode", "lenient"], "lenient"),
        (["--mode", "scorer", "--dealing", "fair"], "dealt by hand"),
    ],
)
def test_wrong_use_is_told(words: list[str], said: str) -> None:
    assert said in run("referee", *words, status=2).output


def test_a_clock_is_read_in_seconds() -> None:
    words = ["referee", "--clock", "300+2.5/1"]
    first = json.loads(run(*words).output)
    assert first["match"]["clock"] == {"main": 300_000, "increment": 2_500, "delay": 1_000}
