"""What the actions of a deal cost: the costs explain the result; a long search starts later."""

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from notation.findings import Phrase
from notation.judge import judge
from notation.record.path import place
from notation.rulings import ActionCost, BestPlay, account, best_play
from notation.text.reader import read
from notation.text.writer import digest, write
from referee.actions import OUT
from referee.cards import SEATS
from referee.rulesets import PRESETS
from referee.solver import ValuedAction
from support.games import random_record
from support.sizes import Size
from viewer.cli import main

MATCHES = Size("MATCHES_SOLVED", 6)
"""How many matches are solved under each rule set."""
FORGOTTEN = """%SGN 1
[Rules "schnapsen"]

deal 1 trump s
position lead A <45-45> tricks 4-4
A: Ts Kh
B: As Qh
9. Ts As
10. Qh Kh
"""


def solved(text: str, number: int = 1, positions: int = 100_000) -> BestPlay | Phrase:
    """The best play of a deal of a text."""
    return best_play(account(judge(next(read(text))), number), positions)


def test_a_claim_that_was_forgotten_is_what_cost_the_deal() -> None:
    found = solved(FORGOTTEN)
    assert isinstance(found, BestPlay)
    assert (str(found.start), found.values) == ("9", (-1, 1))
    [costly] = [each for each in found.actions if each.cost]
    assert (str(costly.path), costly.seat, costly.value, costly.best) == ("10.1", 1, -1, 1)
    assert [move.action for move in costly.better] == [72]


def test_what_loses_where_nobody_had_to_lose_has_something_better() -> None:
    move = ValuedAction(OUT, SEATS[0], 0)
    lost = ActionCost(1, place(9), SEATS[0], None, -1, 0, (move,))
    assert (lost.cost, lost.better) == (1, (move,))
    kept = ActionCost(1, place(9), SEATS[0], None, 0, 0, (move,))
    assert (kept.cost, kept.better) == (0, ())


def by_side(found: BestPlay, actions: tuple[ActionCost, ...], side: int) -> int:
    """What the actions of a side cost."""
    return sum(each.cost for each in actions if found.deal.side_of[each.seat] == side)


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if rules.seats == 2])
def test_what_a_side_was_sure_of_less_what_it_gave_away_is_what_it_got(name: str) -> None:
    told = 0
    for seed in range(MATCHES):
        record = random_record(name, random.Random(seed), noted=False, most_deals=3)
        judgement = judge(next(read(write(record))))
        for number in range(1, len(judgement.deals) + 1):
            deal = account(judgement, number)
            found = best_play(deal, 20_000)
            result = deal.deal.result
            if isinstance(found, Phrase) or result is None:
                continue
            played = tuple(each for each in found.actions if not each.is_close)
            got = 0 if result.winner < 0 else result.game_points * (1 if result.winner == 0 else -1)
            assert found.values[0] - by_side(found, played, 0) + by_side(found, played, 1) == got
            told += 1
    assert told > MATCHES


def test_a_search_that_would_be_too_long_starts_later() -> None:
    whole, short = solved(FORGOTTEN), solved(FORGOTTEN, positions=1)
    assert isinstance(whole, BestPlay)
    assert isinstance(short, BestPlay)
    assert short.start > whole.start
    assert short.actions == whole.actions[-len(short.actions) :]


@pytest.mark.parametrize(
    ("play", "reason"),
    [
        ("A: Ts Kh\nB: As --\n9. Ts As", "not every card is known"),
        ("", "could not be judged"),
    ],
)
def test_why_nothing_can_be_told(play: str, reason: str) -> None:
    head = FORGOTTEN.partition("A: ")[0]
    found = solved(head + play + "\n")
    assert isinstance(found, Phrase)
    assert reason in str(found)


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "forgotten.sgn"
    path.write_text(FORGOTTEN, "utf-8")
    done = CliRunner().invoke(main, ["solve", str(path)])
    assert done.exit_code == 0
    assert "With best play from trick 9 on, B wins 1 game point." in done.stdout
    assert "B claims 66" in done.stdout
    done = CliRunner().invoke(main, ["solve", str(path), "--format", "json"])
    found = json.loads(done.stdout)
    assert found["values"] == {"A": -1, "B": 1}
    assert [each["better"] for each in found["actions"] if each["cost"]] == [[{"seat": "B", "action": "out"}]]


def test_values_are_written_into_a_record_and_into_nothing_else_of_it(tmp_path: Path) -> None:
    path, noted = tmp_path / "forgotten.sgn", tmp_path / "noted.sgn"
    unread = '\n%SGN 1\n[Rules "no such rules"]\n\ndeal 1 dealer A\n= A 1\n'
    path.write_text(FORGOTTEN + unread, "utf-8")
    done = CliRunner().invoke(main, ["annotate", str(path), "--output", str(noted)])
    assert done.exit_code == 1
    assert "no such rules" in done.stderr
    text = noted.read_text("utf-8")
    assert "10. Qh @best(out) @cost(B 2) Kh\n" in text
    assert text.endswith(unread)
    assert not list(next(read(text)).findings)
    again = CliRunner().invoke(main, ["annotate", str(noted)])
    assert again.stdout == text
    assert digest(next(read(text)).readable) == digest(next(read(FORGOTTEN)).readable)
