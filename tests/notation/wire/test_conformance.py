"""The conformance suite: it agrees with the program, and reports where an implementation fails."""

import importlib
import json
import random
import re
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import Result

from notation import digest, read, write
from notation.text import ALPHABETS, LineLayout, WritingStyle, format_file
from notation.wire import dump, load
from tests.notation.text.test_scan import INCOMPLETE, SPECS
from tests.scripts.conformance import CONTRACT, suite
from tests.scripts.javascript_rules import MODULE, module
from tests.support.commands import run
from tests.support.corpus import ROOT, need
from tests.support.games import random_record
from tests.support.layouts import altered, relaid
from tests.support.sizes import Size
from viewer.cli.conformance.suite import (
    CORE_WORDS,
    FORM,
    LEVELS,
    SUITE,
    Case,
    Suite,
    archive_of,
    archived_suite,
    own_suite,
)
from viewer.cli.conformance.trial import Implementation, try_cases

COMPARED: Final = Size("COMPARED_READERS", 20_000)
OWN: Final = f"{sys.executable} {ROOT / 'samples/conformance/reader.py'}"
CORE_READER: Final = ROOT / "samples/conformance/core.py"
SCRIPT: Final = ROOT / "samples/javascript/conformance.mjs"
STUB: Final = """
import json, os, sys, time
def ask():
    return json.loads(sys.stdin.readline())
def say(asked, **answer):
    print(json.dumps({"id": asked["id"]} | answer), flush=True)
"""
GREETS: Final = 'say(ask(), reader="stub", levels=["read"])\n'
RIGHT: Final = 'say(ask(), games=[{"number": 1, "line": 1, "record": {"sgn": 1, "tags": {}, "deals": []}}])\n'
EMPTY_GAME: Final = {
    "number": 1,
    "line": 1,
    "record": {"sgn": 1, "tags": {}, "deals": []},
    "canonical": "%SGN 1\n",
    "digest": "898e9e8be7aedae4947061aa348189ab03c628c6f683a685ee61930048d5cd98",
    "rules": "santase",
    "deals": [],
    "score": {"A": 0, "B": 0},
    "winner": None,
}


def conformance(*words: object) -> Result:
    return run("conformance", *words)


def passed(result: Result, level: str) -> tuple[int, int]:
    """How many cases passed at a level, and how many there are."""
    [head] = [line for line in result.output.splitlines() if line.startswith("┃ cases ")]
    heads = head.replace("┃", "").split()[1:]
    [line] = [line for line in result.output.splitlines() if line.startswith("│ all ")]
    right, number = re.findall(r"(\d+)/(\d+)", line)[heads.index(level)]
    return int(right), int(number)


# The suite.


@pytest.mark.nightly
def test_the_suite_is_what_the_program_says() -> None:
    """Where it is not on purpose: `.venv/bin/python tests/scripts/conformance.py`."""
    kept, now = SUITE.read_text("utf-8").splitlines(), suite().splitlines()
    apart = [json.loads(line).get("case") for line in {*kept} ^ {*now}]
    assert not apart
    assert kept == now


def test_every_level_has_cases_that_pass_and_cases_that_cannot() -> None:
    cases = own_suite().cases
    assert len({case.name for case in cases}) == len(cases) >= 1000
    records = [game["record"] for case in cases for game in case.games]
    assert records.count(None) >= 100
    assert len(records) - records.count(None) >= 800
    assert any(not case.data.isascii() for case in cases)
    assert {name for case in cases for name in case.answer("judge")} == {"games", "findings"}


def test_the_archive_is_the_suite_as_files(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip"):
        assert conformance("export", tmp_path / name).exit_code == 0
    data = (tmp_path / "one.zip").read_bytes()
    assert data == (tmp_path / "two.zip").read_bytes()
    assert archived_suite(data) == own_suite()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.read("README.md") == CONTRACT.read_bytes()
        files = {name: archive.read(name) for name in archive.namelist() if name.startswith("cases/")}
    assert files == {f"cases/{case.name}": case.data for case in own_suite().cases}
    for path in (ROOT / "tests/vectors/valid").iterdir():
        assert files[f"cases/valid/{path.name}"] == path.read_bytes()
    again = conformance("export", tmp_path / "one.zip")
    assert again.exit_code == 2
    assert "--force" in again.output


def test_what_is_no_suite_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "suite.zip"
    head = json.loads(SUITE.read_text("utf-8").partition("\n")[0])
    for lines, said in {
        "": "this is not a conformance suite",
        "{}\n": "this is not a conformance suite",
        '{"format": "sgn-conformance", "version": 2, "sgn": 1}\n': "the suite has version 2",
        f"{json.dumps(head)}\n[]\n": "this is not a conformance suite",
    }.items():
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("suite.jsonl", lines)
        result = conformance("run", "--reader", OWN, path)
        assert result.exit_code == 2
        assert said in result.output
    path.write_bytes(b"no archive")
    assert "this is not a conformance suite" in conformance("run", "--reader", OWN, path).output


# The core.


def test_a_case_is_of_the_core_by_the_words_that_the_contract_lists() -> None:
    [listed] = re.findall(r"^  ```text\n(.*?)^  ```$", CONTRACT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert textwrap.dedent(listed) == CORE_WORDS[1:]
    records = [game["record"] for case in own_suite().at("core") for game in case.games]
    assert len(records) > 600
    assert records.count(None) > 30


@pytest.mark.parametrize(
    ("text", "is_core"),
    [
        ("1. As 20h Kh {x} out\n= A 2 by out (66-20) score 2-0\n", True),
        ("= 2 A score deal\n", True),
        ("1. As^ Td\n", False),
        ("1. As ~Kd Td\n", False),
        ("1. As! Td\n", False),
        ("1. As Td +--\n", False),
        ("1. As Td ; late\n", False),
        ("1. 10h ♠A\n", False),
        ("C: As\n", False),
        ('[Letters "hu"]\n', False),
        ('[Event "\u202e"]\n', False),
        ("1. As {never closed\n", False),
    ],
)
def test_nothing_but_words_of_the_core_makes_a_case_of_it(text: str, is_core: bool) -> None:
    assert Case("", "sgn", f"%SGN 1\n{text}".encode(), [], []).is_core is is_core


def test_a_reader_that_knows_the_core_alone_passes_its_level() -> None:
    """It has at most a hundred lines, without empty ones and docstrings, and nothing of this program."""
    text = CORE_READER.with_name("sgn_core.py").read_text("utf-8")
    lines = re.sub(r'"""[A-Z].*?"""', "", text, flags=re.DOTALL).splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 100
    assert re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE) == ["re", "typing"]
    result = conformance("run", "--reader", f"{sys.executable} {CORE_READER}")
    assert result.exit_code == 0, result.output
    assert passed(result, "core")[0] == len(own_suite().at("core"))


def test_a_reader_of_the_core_gives_no_other_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what is not of the core it skips the notes, and refuses the rest."""
    monkeypatch.syspath_prepend(CORE_READER.parent)
    core = importlib.import_module("sgn_core")
    rng = random.Random(20261126)
    cases = [case for case in own_suite().at("read") if not case.is_core]
    for index in range(COMPARED.share(4)):
        record = random_record(rng.choice(SPECS), rng, noted=True, most_deals=2)
        cases.append(case_of(f"random/{index}", "sgn", write(record).encode()))
    taken = 0
    for case in cases:
        read_whole = {game["number"]: game["record"] for game in case.games}
        for game in core.read(case.data):
            whole = read_whole[game["number"]]
            if game["record"] and whole:
                taken += 1
                assert without_notes(game["record"]) == without_notes(whole), case.name
    assert taken > 50


def without_notes(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_notes(each) for name, each in value.items() if name != "notes"}
    return list(map(without_notes, value)) if isinstance(value, list) else value


# Readers.


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A suite of six games without anything in them."""
    case = {"kind": "sgn", "text": "%SGN 1\n", "games": [EMPTY_GAME], "findings": []}
    lines = [FORM, *({"case": f"{'ab'[n > 3]}/{n}.sgn", **case} for n in range(1, 7))]
    path = tmp_path / "small.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("suite.jsonl", "".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def run_stub(program: str, small: Path, *words: str) -> Result:
    path = small.with_name("stub.py")
    path.write_text(STUB + program, "utf-8")
    return conformance("run", "--reader", f"{sys.executable} {path}", *words, small)


def test_a_reader_that_is_right_passes_and_may_say_more_than_it_is_asked(small: Path) -> None:
    more = RIGHT.replace('"record"', '"digest": "x", "record"')
    result = run_stub(GREETS + 6 * more, small)
    assert (result.exit_code, passed(result, "read")) == (0, (6, 6)), result.output
    assert "difference" not in result.output


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('"deals": [1]', "games[0].record.deals.length is 1, expected 0"),
        ('"deals": false', "games[0].record.deals is false, expected []"),
        ('"more": 1, "deals": []', "games[0].record.more is 1, expected null"),
    ],
)
def test_the_first_difference_is_shown(answer: str, said: str, small: Path) -> None:
    python = answer.replace("false", "False")
    result = run_stub(GREETS + RIGHT + RIGHT.replace('"deals": []', python) + 4 * RIGHT, small)
    assert (result.exit_code, passed(result, "read")) == (1, (5, 6)), result.output
    assert f"read a/2.sgn: {said}" in result.output
    assert "1 difference" in result.output


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("ask(); os._exit(3)", "ended with status 3"),
        ("ask(); os.kill(os.getpid(), 9)", "was ended by signal 9"),
        ("ask(); time.sleep(30)", "no answer within 0.5 s"),
        ("ask(); print('oops', flush=True); time.sleep(30)", "wrote what is not a JSON object: oops"),
        ("say(ask() | {'id': 1})", "it answers 1 where 3 was asked"),
        ("say(ask(), games=[])", "games.length is 0, expected 1"),
        ("say(ask())", "games is null, expected"),
        ("say(ask(), games=[[]])", "games[0] is [], expected"),
    ],
)
def test_a_reader_that_fails_a_case_is_told_why_and_goes_on(answer: str, said: str, small: Path) -> None:
    """It is restarted, which the file beside it shows to the stub: from then on it answers correctly."""
    again = f"if os.path.exists({str(small.with_name('again'))!r}):\n    {GREETS}" + 6 * f"    {RIGHT}"
    first = f"open({str(small.with_name('again'))!r}, 'x').close()\n{GREETS}{RIGHT}{answer}\n{4 * RIGHT}"
    result = run_stub(again + first, small, "--timeout", "0.5")
    assert (result.exit_code, passed(result, "read")) == (1, (5, 6)), result.output
    assert f"read a/2.sgn: {said}" in result.output


def test_a_reader_that_never_answers_is_given_up(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.cli.conformance.trial.PATIENCE", 3)
    result = run_stub(GREETS + "ask()\n", small)
    assert (result.exit_code, passed(result, "read")) == (1, (0, 6)), result.output
    assert "3 differences" in result.output
    assert "3 cases were not tried" in result.output


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("sys.exit(4)", "ended with status 4"),
        ("say(ask())", "its greeting names no levels"),
        ("say(ask(), levels=['play'])", "its greeting names no levels"),
        ("print('hello')", "wrote what is not a JSON object: hello"),
    ],
)
def test_a_reader_that_does_not_greet_is_not_tried(program: str, said: str, small: Path) -> None:
    result = run_stub(program, small)
    assert result.exit_code == 1
    assert said in result.output
    assert "cases" not in result.output


def test_a_level_can_be_asked_for_that_the_reader_does_not_name(small: Path) -> None:
    result = run_stub(GREETS + 6 * RIGHT, small, "--level", "write")
    assert (result.exit_code, passed(result, "write")) == (1, (0, 6)), result.output


def test_a_reader_that_is_not_there_is_wrong_use(small: Path) -> None:
    for command in ("no-such-program-of-sgn", "", "'"):
        result = conformance("run", "--reader", command, small)
        assert result.exit_code == 2, result.output
        assert "there is no program" in result.output


def test_what_the_contract_shows_is_what_is_answered() -> None:
    lines = re.findall(r"^    ([><]) (.*)$", CONTRACT.read_text("utf-8"), re.MULTILINE)
    requests = "".join(f"{line}\n" for way, line in lines if way == ">")
    shown = [json.loads(line) for way, line in lines if way == "<"]
    done = subprocess.run(OWN.split(), input=requests, capture_output=True, text=True, check=True, cwd=ROOT)
    assert [json.loads(line) for line in done.stdout.splitlines()][1:] == shown[1:]
    assert len(shown) == 4


@pytest.mark.slow
@pytest.mark.parametrize("one_in", [32, pytest.param(1, marks=pytest.mark.nightly)])
def test_this_program_passes_every_level(one_in: int, tmp_path: Path) -> None:
    head, *cases = SUITE.read_bytes().splitlines(keepends=True)
    path = tmp_path / "suite.zip"
    path.write_bytes(archive_of(b"".join([head, *cases[::one_in]])))
    result = conformance("run", "--reader", OWN, path)
    assert result.exit_code == 0, result.output
    for level in LEVELS:
        right, number = passed(result, level)
        assert right == number == len(archived_suite(path.read_bytes()).at(level)) > 0


@pytest.mark.slow
def test_the_program_in_javascript_reads_and_writes() -> None:
    result = conformance("run", "--reader", f"{need('node')} {SCRIPT}")
    assert result.exit_code == 0, result.output
    for level in ("core", "read", "write"):
        assert passed(result, level)[0] == len(own_suite().at(level))


def test_what_it_knows_of_the_rule_sets_is_so() -> None:
    """Where it is not: `PYTHONPATH=. .venv/bin/python tests/scripts/javascript_rules.py`."""
    assert MODULE.read_text("utf-8") == module()


def test_the_reader_in_javascript_says_where_a_record_is_at_fault() -> None:
    program = f"""
import {{ read }} from {json.dumps((ROOT / "samples/javascript/sgn.mjs").as_uri())};
const text = "%SGN 1\\n%SGN 1\\n[Event \\"♠ 𝄞\\"] [A \\"Ivan\\" x]\\n";
process.stdout.write(JSON.stringify(read(new TextEncoder().encode(text))));
"""
    done = subprocess.run(
        [need("node"), "--input-type=module", "-e", program], capture_output=True, text=True, check=True
    )
    games = json.loads(done.stdout)
    assert games[0] == {"number": 1, "line": 1, "record": {"sgn": 1, "tags": {}, "deals": []}, "fault": None}
    fault = games[1]["fault"]
    [_, game] = read("%SGN 1\n%SGN 1\n" + '[Event "♠ 𝄞"] [A "Ivan" x]\n')
    place = game.place(game.findings[0].span)
    assert games[1]["record"] is None
    assert (fault["line"], fault["column"]) == (place.line, place.column) == (3, 25)


def texts(rng: random.Random, number: int) -> Iterator[bytes]:
    """Return records in other layouts, records with altered bytes, and files of two of those."""
    files = [case.data for case in own_suite().cases if 0 < len(case.data) < 5_000]
    for index in range(number):
        kind = index % 5
        if kind == 0:
            yield relaid(write(random_record(rng.choice(SPECS), rng, noted=True, most_deals=2)), rng).encode()
        elif kind == 1:
            yield altered(rng.choice(files), rng)
        elif kind == 2:
            yield altered(relaid(rng.choice(INCOMPLETE), rng).encode(), rng)
        elif kind == 3:
            style = WritingStyle(rng.choice(list(ALPHABETS.values())), rng.choice(list(LineLayout)))
            text = write(random_record(rng.choice(SPECS), rng, noted=True, most_deals=2))
            styled = format_file(text.encode(), style)
            yield altered(styled, rng) if rng.random() < 0.5 else styled
        else:
            yield altered(b"".join(rng.choices(files, k=2)), rng)


def case_of(name: str, kind: str, data: bytes) -> Case:
    """What the program reads and writes of some bytes, as a case of a suite."""
    games = [
        {
            "number": game.number,
            **({"line": game.line} if kind == "sgn" else {}),
            "record": game.record and dump(game.record),
            "canonical": game.record and write(game.record),
            "digest": game.record and digest(game.record),
        }
        for game in (read(data) if kind == "sgn" else load(data))
    ]
    return Case(name, kind, data, games, [])


def shapes(rng: random.Random, number: int) -> Iterator[bytes]:
    """Return records as JSON, and some with an error in their form."""
    for _ in range(number):
        record = random_record(rng.choice(SPECS), rng, noted=True, most_deals=2)
        data = json.dumps(dump(record), ensure_ascii=rng.random() < 0.5).encode()
        yield altered(data, rng) if rng.random() < 0.7 else data


@pytest.mark.slow
def test_both_programs_make_the_same_of_any_text() -> None:
    rng = random.Random(20261123)
    cases = [case_of(f"sgn/{index}", "sgn", data) for index, data in enumerate(texts(rng, COMPARED))]
    cases += [case_of(f"json/{index}", "json", data) for index, data in enumerate(shapes(rng, COMPARED // 8))]
    reader = Implementation(f"{need('node')} {SCRIPT}", 10)
    try:
        differing = [
            outcome
            for outcome in try_cases(reader, Suite({}, cases), ["read", "write"])
            if not outcome.passed
        ]
    finally:
        reader.end()
    for outcome in differing[:5]:
        print(outcome.difference, outcome.case.data)
    assert not differing
    records = [game["record"] for case in cases for game in case.games]
    if COMPARED.is_full:
        assert min(records.count(None), len(records) - records.count(None)) > COMPARED // 4
