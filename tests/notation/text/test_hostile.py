"""Hostile inputs end in games or findings, each game separately, within limits of memory and of output.

A change is tested with small inputs, but for memory, the night run with full ones;
for time, which no test looks at, see `tests/bench/hostile.py`.
"""

import json
import os
import tracemalloc
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Final

import pytest
from click.testing import Result
from lark import Lark

from grammar import WITH_RECOVERY
from notation import CATALOGUE, Finding, Game, Judgement, read
from notation.judge import judge
from notation.record.model import Span
from notation.wire.record import load
from tests.support import commands
from tests.support.each import for_each
from tests.support.hostile import (
    BULKY,
    CHARACTERS,
    FILE_NAMES,
    FULL,
    GOOD,
    GROWING,
    GROWING_JSON,
    INPUTS,
    JSON_INPUTS,
    NEAR_MISSES,
)
from tests.support.sizes import sampled

pytestmark = pytest.mark.usefixtures("few_repairs")

MOST_FINDINGS: Final = 102
"""A hundred of a game, a count of the others, and that it was read no further."""
MOST_ALONE: Final = 100
"""Games of a file that are also judged separately, taken from all over it."""
MOST_PRINTED: Final = 1_000_000
"""Bytes of an input that the command is given."""
MOST_MEMORY: Final = 50_000_000
MEMORY_A_BYTE: Final = 10
_UNSAFE: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")


class Hostile:
    """An input and the judgements of its games."""

    def __init__(self, name: str, size: int) -> None:
        self.data = (INPUTS | JSON_INPUTS)[name](size)
        self.reader: Callable[[bytes], Iterator[Game]] = load if name in JSON_INPUTS else read

    @cached_property
    def judgements(self) -> list[Judgement]:
        return [judge(game) for game in self.reader(self.data)]


SIZES: Final = (FULL // 1000, FULL)
"""How often things are repeated in an input."""
NIGHT: Final = 8
"""Parts into which the inputs are divided at night."""


def check_span(span: Span, lines: list[str]) -> None:
    """Check that a span starts inside a text, and ends after its start."""
    assert 1 <= span.line <= span.end_line <= len(lines)
    assert 1 <= span.column <= len(lines[span.line - 1]) + 1
    assert span[:2] <= span[2:]


def kept(findings: tuple[Finding, ...] | list[Finding]) -> list[Finding]:
    """Findings without the one fact that depends on what stands before a game."""
    return [replace(f, facts={k: v for k, v in (f.facts or {}).items() if k != "offset"}) for f in findings]


def essence(judgement: Judgement) -> Judgement:
    """A judgement without the place of its game in a file."""
    game = replace(judgement.game, number=1, line=1, findings=tuple(kept(judgement.game.findings)))
    return replace(judgement, game=game, findings=kept(judgement.findings))


@pytest.mark.slow
@for_each(INPUTS | JSON_INPUTS, one_in=10, sizes=SIZES, parts=NIGHT)
def test_games_or_findings_with_places_come_out(name: str, size: int) -> None:
    hostile = Hostile(name, size)
    assert hostile.judgements
    lines = hostile.data.decode("utf-8", "replace").split("\n")
    for judgement in hostile.judgements:
        game = judgement.game
        assert game.record is not None or not judgement.ok
        assert len(judgement.findings) <= MOST_FINDINGS
        own_lines = game.text.split("\n") if judgement.findings else []
        for finding in judgement.findings:
            assert finding.code.id in CATALOGUE
            assert finding.message
            if hostile.reader is read or game.record:  # which has the places of its SGN where it was JSON
                check_span(finding.span, own_lines)
            if hostile.reader is read or not game.record:
                check_span(game.place(finding.span), lines)


@pytest.mark.slow
@for_each(INPUTS, one_in=20, sizes=SIZES, parts=NIGHT)
def test_a_file_is_judged_as_each_of_its_games_is(name: str, size: int) -> None:
    hostile = Hostile(name, size)
    judged = hostile.judgements
    first = judged[0].game.number
    assert [judgement.game.number for judgement in judged] == list(range(first, first + len(judged)))
    lines = hostile.data.split(b"\n")
    heads = [judgement.game.line - 1 for judgement in judged]
    assert heads == sorted(set(heads))
    ends = [*heads[1:], len(lines)]
    for index in range(0, len(judged), len(judged) // (MOST_ALONE if size == FULL else 10) + 1):
        own = b"\n".join([*lines[heads[index] : ends[index]], *([b""] if index + 1 < len(judged) else [])])
        if own != hostile.data:
            [alone] = map(judge, read(own))
            assert essence(alone) == essence(judged[index])


@for_each(INPUTS, one_in=8, sizes=SIZES, parts=NIGHT)
def test_the_next_game_is_right(name: str, size: int) -> None:
    *_, last = read(Hostile(name, size).data + b"\n" + GOOD.encode())
    assert judge(last).ok
    assert essence(judge(last)) == essence(judge(next(read(GOOD))))


def check_memory(name: str) -> None:
    hostile = Hostile(name, FULL)
    tracemalloc.start()
    try:
        for game in hostile.reader(hostile.data):
            judge(game)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY + MEMORY_A_BYTE * len(hostile.data)


@pytest.mark.slow
@for_each(BULKY, one_in=20)
def test_memory_is_bounded(name: str) -> None:
    check_memory(name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", sampled([name for name in GROWING | GROWING_JSON if name not in BULKY]))
def test_memory_is_bounded_with_many_words(name: str) -> None:
    check_memory(name)


def run(*arguments: str | Path, stdin: bytes = b"") -> Result:
    """The result of a command that ends as commands end."""
    result = commands.run(*arguments, stdin=stdin)
    assert result.exit_code in (0, 1, 2)
    assert "Traceback" not in result.output
    return result


def check_safe(output: str) -> None:
    """Nothing in an output controls a terminal or the order of letters."""
    assert not {c for c in output if unicodedata.category(c) in _UNSAFE} - {"\n"}


def check_json_lines(output: str, games: int) -> None:
    """An output is one object of JSON a line, as many as there are games."""
    *lines, rest = output.split("\n")
    assert not rest
    assert all(isinstance(json.loads(line), dict) for line in lines)
    assert len(lines) == games


@pytest.mark.slow
@for_each(INPUTS, one_in=16, sizes=SIZES, parts=NIGHT)
def test_check_ends_and_prints_no_control(name: str, size: int) -> None:
    hostile = Hostile(name, size)
    if len(hostile.data) > MOST_PRINTED:
        return
    text = run("check", "-", stdin=hostile.data)
    check_safe(text.output)
    objects = run("check", "--format", "json", "-", stdin=hostile.data)
    check_safe(objects.output)
    check_json_lines(objects.stdout, len(hostile.judgements))
    assert text.exit_code == objects.exit_code == (not all(j.ok for j in hostile.judgements))


@for_each(CHARACTERS, one_in=2, sizes=SIZES)
def test_score_ends_and_prints_no_control(name: str, size: int) -> None:
    check_safe(run("score", "-", stdin=Hostile(name, size).data).output)


@for_each(JSON_INPUTS, one_in=2, sizes=SIZES)
def test_json_ends_and_reports_no_control(name: str, size: int) -> None:
    hostile = Hostile(name, size)
    if len(hostile.data) <= MOST_PRINTED:
        check_safe(run("json", "--to", "sgn", "-", stdin=hostile.data).stderr)


@pytest.mark.parametrize("text", [GOOD, "%SGN 1\n[A"], ids=["right", "faulty"])
@pytest.mark.parametrize("name", FILE_NAMES.values(), ids=FILE_NAMES)
def test_names_of_files_are_printed_without_controls(name: bytes, text: str, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(name)
    path.write_text(text, "utf-8")
    for target in (path, tmp_path):
        for command in ("check", "score", "fmt"):
            output = run(command, target).output
            check_safe(output)
            assert "\nforged" not in output
        objects = run("check", "--format", "json", target)
        check_safe(objects.output)
        check_json_lines(objects.stdout, 1)
    path.unlink()
    check_safe(run("check", path).output)


def test_a_name_that_is_too_long_cannot_be_opened() -> None:
    for name in ("x" * 5000, "x/" * 5000):
        assert run("check", name).exit_code == 2


def test_every_terminal_is_nearly_met() -> None:
    terminals = Lark(WITH_RECOVERY, start="game", parser="lalr").terminals
    assert {terminal.name for terminal in terminals} == set(NEAR_MISSES)
