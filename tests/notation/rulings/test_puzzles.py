"""Puzzles: one action is right, by searches of their own, and the answers say so in every form."""

import json
import re
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from notation.rulings import Puzzle, puzzles_in, puzzles_of
from notation.wire.schemas import schema_named
from referee.rulesets import PRESETS
from referee.solver import Solver
from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.plain import UNLIKE
from tests.support.sizes import some
from viewer.cli.replay.puzzling import generated_accounts

LATE = str(ROOT / "samples/taken-up-in-the-middle.sgn")
MINUS = "\N{MINUS SIGN}"
GENERATED = ("puzzles", "--rules", "schnapsen", "--number", "2", "--lang", "en")


@cache
def text_in(form: str, *more: str) -> str:
    done = run(*GENERATED, "--format", form, *more)
    assert done.exit_code == 0, done.output
    return done.stdout


def assert_one_is_right(puzzle: Puzzle) -> None:
    """See that everything allowed is there, with the value that a new search finds."""
    deal, side = puzzle.deal, puzzle.deal.rules.side_of[puzzle.seat]
    assert [(each.action, each.seat) for each in puzzle.actions] == deal.legal()
    assert {each.seat for each in puzzle.actions} == {deal.turn} == {puzzle.seat}
    for each in puzzle.actions:
        done = deal.copy()
        done.do(each.action)
        assert Solver(side).value(done) == each.value
        assert (each == puzzle.right) is (each.value > puzzle.next_best)
    layout = zip(puzzle.layout.hands, deal.hands, strict=True)
    assert all(sum(1 << card for card in shown) == hand for shown, hand in layout)
    assert list(puzzle.layout.talon) == deal.talon[deal.drawn :]
    assert [card for _, card in puzzle.layout.trick[:1]] == ([deal.lead] if deal.lead >= 0 else [])


@pytest.mark.slow
@pytest.mark.parametrize("name", some(UNLIKE, "schnapsen", "snapszer"))
def test_exactly_one_action_is_right(name: str) -> None:
    for account in islice(generated_accounts(PRESETS[name], 0), 2):
        for puzzle in puzzles_of(account)[:3]:
            assert_one_is_right(puzzle)


@pytest.mark.slow
def test_a_seed_gives_the_same_puzzles_and_another_gives_others() -> None:
    accounts = list(islice(generated_accounts(PRESETS["snapszer"], 0), 2))
    one, same, *others = (
        [each[1:3] + each[-1:] for each in puzzles_in(accounts, seed)] for seed in (1, 1, 2, 3, 4)
    )
    assert one == same
    assert any(other != one for other in others)


@pytest.mark.nightly
def test_the_object_of_a_puzzle_is_of_its_schema() -> None:
    validator = Draft202012Validator(schema_named("puzzle"))
    found = text_in("json")
    assert found.count("\n") == 2
    for each in map(json.loads, found.splitlines()):
        validator.validate(each)
        values = {move["action"]: move["value"] for move in each["actions"]}
        assert [action for action, value in values.items() if value == max(values.values())] == [
            each["right"]
        ]
    assert text_in("json", "--seed", "1") != found


@pytest.mark.slow
def test_every_action_on_the_page_has_its_answer_in_it() -> None:
    objects = [json.loads(line) for line in text_in("json").splitlines()]
    page = text_in("html")
    assert not re.search(r"<script|<link|https?://(?!www\.w3\.org/2000/svg)", page)
    sections = re.findall(r"<section.*?</section>", page, re.DOTALL)
    for section, each in zip(sections, objects, strict=True):
        answers = re.findall(
            r'<summary>.*?</summary><p class="(\w+)">[^<]*?worth (\N{MINUS SIGN}|\+)?(\d)', section
        )
        values = [int(f"{'-' if sign == '−' else ''}{number}") for _, sign, number in answers]
        assert values == [move["value"] for move in each["actions"]]
        right = [kind == "right" for kind, _, _ in answers]
        assert right == [move["action"] == each["right"] for move in each["actions"]]


@pytest.mark.slow
def test_a_text_has_its_answers_at_the_end() -> None:
    questions, answers = text_in("text").split("\nAnswers\n")
    assert "worth +" not in questions
    assert answers.count("Right: ") == questions.count("Which action is right?") == 2


def test_records_have_puzzles_too(tmp_path: Path) -> None:
    done = run("puzzles", LATE, "--format", "json", "--number", "2")
    assert (done.exit_code, len(done.stdout.splitlines())) == (0, 2)
    missing = run("puzzles", str(tmp_path / "missing.sgn"))
    assert missing.exit_code == 2
    bare = tmp_path / "bare.sgn"
    bare.write_text('%SGN 1\n[Rules "schnapsen"]\n\ndeal 1\nresult A 1\n')
    nothing = run("puzzles", str(bare), "--lang", "en")
    assert (nothing.exit_code, nothing.stdout) == (2, "")
    assert "no deal has a moment at which exactly one action is right" in nothing.stderr
