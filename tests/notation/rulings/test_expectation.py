"""What actions were worth on average for all that a seat could know: in records, and by the command."""

import json
from pathlib import Path as File
from typing import Any, Final

import pytest
from click.testing import Result
from jsonschema import Draft202012Validator

from notation.findings import Phrase
from notation.judge import judge
from notation.rulings import Expectation, account, expectation, read_moment
from notation.text.reader import read
from notation.wire.schemas import schema_named
from referee import SUIT_LETTERS
from referee.actions import CLOSE, EXCHANGE, MARRIAGES
from tests.support.commands import run
from tests.support.corpus import ROOT

SAMPLE: Final = ROOT / "samples/the-closer-fails.sgn"


def expected(
    text: str, moment: str, deals: int = 20, positions: int = 20_000, **how: Any
) -> Expectation | Phrase:
    """What is said of a moment of the first deal of a text."""
    at = read_moment(moment)
    assert not isinstance(at, Phrase)
    return expectation(account(judge(next(read(text))), 1), at, deals, positions=positions, **how)


def found(text: str, moment: str, deals: int = 20, **how: Any) -> Expectation:
    """The averages at a moment of the first deal of a text."""
    said = expected(text, moment, deals, **how)
    assert isinstance(said, Expectation), said
    return said


def solve(*words: object, exit_code: int = 0) -> Result:
    """The command with some words."""
    result = run("solve", *words)
    assert result.exit_code == exit_code, result.output
    return result


CLOSED: Final = """%SGN 1
[Rules "schnapsen"]

deal 1 dealer B trump Js
A: As Ts Ks Ah Qh
B: Qs Th Kh Jh Ac
talon: Tc Kc Qc Jc Ad Td Kd Qd Jd Js
1. close Ah Jh
2. Qh Kh
3. Ac Ts
"""


def test_the_moment_of_a_close_compares_it_with_playing_on() -> None:
    said = found(CLOSED, "1", positions=1_000)
    assert said.done == CLOSE
    assert said.player
    assert CLOSE in {each.action for each in said.values.actions}
    assert said.values.deals == 20
    assert said.values.number > 10**6


def test_what_was_shown_by_following_suit_counts() -> None:
    """The talon is closed, so that each possible deal is soon valued once."""
    said = found(CLOSED, "3.1", 1_000)
    assert said.values.deals == said.values.number
    assert all(each.error == each.behind_error == 0 for each in said.values.actions)


def test_an_exchange_and_a_marriage_are_among_the_actions() -> None:
    text = CLOSED.replace("trump Js", "trump As").replace("A: As Ts Ks Ah Qh", "A: Js Kh Qh Ah Ts")
    text = text.replace("B: Qs Th Kh", "B: Qs Th Ks").replace("Jd Js\n", "Jd As\n").split("1. close")[0]
    said = found(text + "1. Ah Th\n", "1")
    assert {EXCHANGE, MARRIAGES[SUIT_LETTERS.index("h")]} <= {each.action for each in said.values.actions}


def test_hands_and_talon_that_are_not_recorded_are_drawn_all_the_same() -> None:
    """What the player in turn holds and the turn-up are enough."""
    text = '%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B trump Js\nA: As Ts Ks Ah Qh\n1. Ah Jh\n'
    said = found(text, "1", 5, player="greedy")
    assert said.values.number == found(CLOSED, "1", 5, player="greedy").values.number


@pytest.mark.parametrize(
    ("text", "moment", "why"),
    [
        pytest.param(CLOSED, "9", "9", id="no such moment"),
        pytest.param(
            '%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B trump Js\nB: Qs Th Kh Jh Ac\n1. Ah Jh\n',
            "1",
            "Not all cards of",
            id="hand not recorded",
        ),
        pytest.param(
            '%SGN 1\n[Rules "schnapsen"]\ndeal 1 dealer B trump s\nA: As Ts Ks Ah Qh\n1. Ah Jh\n',
            "1",
            "The turn-up at 1",
            id="turn-up not recorded",
        ),
    ],
)
def test_where_nothing_can_be_said_the_reason_is_given(text: str, moment: str, why: str) -> None:
    said = expected(text, moment)
    assert isinstance(said, Phrase)
    assert why in str(said)


def test_games_with_contracts_get_a_clear_answer() -> None:
    path = next(
        path for path in sorted((ROOT / "samples").glob("*.sgn")) if "bauern" in path.read_text("utf-8")
    )
    assert "games with contracts" in solve(path, "--deal", 1, "--at", 1, exit_code=2).output


@pytest.mark.parametrize("name", ["three", "four"])
def test_three_and_four_players(name: str) -> None:
    text = (ROOT / f"tests/support/{name}.sgn").read_text("utf-8")
    said = found(text, "1", 3)
    assert said.values.deals == 3


@pytest.mark.slow
def test_the_command_names_the_close_and_the_way_of_valuing() -> None:
    words = (SAMPLE, "--deal", 2, "--at", 4, "--deals", 8, "--seed", 7)
    result = solve(*words)
    assert "Closing won" in result.output
    assert "(played)" in result.output
    assert "8 deals)" in result.output
    assert "best play by everybody and all cards seen" in " ".join(result.output.split())
    assert result.output == solve(*words).output
    assert result.output != solve(*words[:-1], 8).output
    by_policy = " ".join(solve(*words, "--players", "greedy").output.split())
    assert "played out by greedy players" in by_policy


def test_the_json_form_matches_its_schema() -> None:
    said = json.loads(solve(SAMPLE, "--deal", 1, "--at", 5, "--deals", 300, "--format", "json").output)
    Draft202012Validator(schema_named("expectation")).validate(said)
    assert (said["seat"], said["deals"], said["possible"], said["player"]) == ("A", 220, 220, None)
    assert [each["action"] for each in said["actions"] if each["done"]] == ["Ad"]
    assert said["actions"][0]["behind"] == 0


def test_wrong_usage_is_said(tmp_path: File) -> None:
    assert "add --at" in solve(SAMPLE, "--players", "greedy", exit_code=2).output
    assert "seven is not a place" in solve(SAMPLE, "--deal", 1, "--at", "seven", exit_code=2).output
    assert "single deal" in solve(SAMPLE, "--at", 1, exit_code=2).output
    solve(tmp_path / "none.sgn", "--at", 1, exit_code=2)
