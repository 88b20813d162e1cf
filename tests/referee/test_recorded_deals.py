"""1,600 deals played by four other engines, judged through text.

What an engine plays otherwise than its source says is listed, deal by deal with its clause, in
``recorded_differences.txt``; in everything else every trick, point and result must agree.
"""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from notation import Judgement, read
from notation.judge import judge
from referee.points import POINTS

FOLDER = os.environ.get("SANTASE_ORACLE")
pytestmark = pytest.mark.skipif(not FOLDER, reason="SANTASE_ORACLE names no folder of recorded deals")
SPECS = {
    "santase": "santase claim=auto failed-close=3 last-trick-claimable=yes",
    "cp": "schnapsen claim=auto",
    "vu": "schnapsen claim=auto marriage-count=next-trick marriage-out=no",
    "fbg66": "sixty-six",
}


def differences(engine: str) -> dict[str, str]:
    """The deals of an engine that differ, and how: a code, or the result."""
    found = {}
    for line in Path(__file__).with_name("recorded_differences.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            head, _, why = line.partition("; ")
            name, deal, how = head.split()
            assert why.partition(":")[0] in POINTS
            if name == engine:
                found[deal] = how
    return found


def word(card: str) -> str:
    return card[0] + card[1].lower()


def as_sgn(deal: dict[str, Any], spec: str) -> str:
    """A recorded deal as SGN, with the card that was led from a marriage which ended it."""
    first = deal["first_leader"]
    lines = ["%SGN 1", f'[Rules "{spec}"]', f"deal 1 dealer {'BA'[first]} trump {word(deal['trump_card'])}"]
    lines += [f"{seat}: {' '.join(map(word, hand))}" for seat, hand in zip("AB", deal["hands"], strict=True)]
    lines.append("talon: " + " ".join(map(word, deal["talon"])))
    play: list[str] = []
    tricks = cards = 0
    for move in deal["moves"]:
        kind, actor = move["type"], f"{'AB'[move['seat']]}: "
        if kind == "draw":
            continue
        if cards == 2 * tricks and kind != "out":
            tricks += 1
            play.append(f"{tricks}.")
        if kind in ("marriage", "meld"):
            play.append(f"{actor}{move['value']}{move['suit'].lower()}")
            if kind == "meld":
                continue
        if kind in ("exchange", "close", "out"):
            play.append(actor + kind)
        else:
            play.append(actor + word(move["card"]))
            cards += 1
    return "\n".join([*lines, " ".join(play)]) + "\n"


def judged(deal: dict[str, Any], spec: str) -> Judgement:
    [game] = read(as_sgn(deal, spec))
    return judge(game)


def recorded(engine: str) -> list[dict[str, Any]]:
    assert FOLDER is not None
    with gzip.open(Path(FOLDER) / f"{engine}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def stated_result(deal: dict[str, Any]) -> tuple[int, int, list[int]]:
    """Winner, game points and card points as the engine has them."""
    result = deal["result"]
    if "scoring" in result:
        points = result["scoring"] or [0, 0]
        return (points.index(max(points)) if any(points) else -1), max(points), result["points"]
    winner = -1 if result["winner"] is None else result["winner"]
    return winner, result["game_points"], result.get("points") or result["card_points"]


def compare_tricks(deal: dict[str, Any], judgement: Judgement) -> None:
    """Every trick's leader, winner and running points."""
    tricks = [trick for trick in judgement.deals[0].tricks if trick.winner >= 0]
    assert [(t.leader, t.winner) for t in tricks] == [(t["leader"], t["winner"]) for t in deal["tricks"]]
    result = judgement.deals[0].result
    assert result is not None
    for trick, other in zip(tricks, deal["tricks"], strict=True):
        stated = other["points"] if "points" in other else other["direct"]
        last = trick is tricks[-1]
        assert stated == list(trick.points) or (last and stated == list(result.card_points)), deal["id"]


@pytest.mark.slow
@pytest.mark.parametrize("engine", SPECS)
def test_every_trick_and_result_agrees(engine: str) -> None:
    deals = recorded(engine)
    assert len(deals) == 400
    differing = {}
    for deal in deals:
        judgement = judged(deal, SPECS[engine])
        errors = [finding.code.id for finding in judgement.findings if finding.is_error]
        if errors:
            differing[deal["id"]] = errors[0]
            continue
        compare_tricks(deal, judgement)
        result = judgement.deals[0].result
        assert result is not None
        winner, game_points, card_points = stated_result(deal)
        assert list(result.card_points) == card_points, deal["id"]
        if (result.winner, result.game_points) != (winner, game_points):
            differing[deal["id"]] = "result"
    assert differing == differences(engine)


def test_nothing_differs_where_the_opponents_out_counts_as_a_failed_close() -> None:
    for deal in recorded("santase"):
        judgement = judged(deal, SPECS["santase"] + " defender-out=as-failed")
        result = judgement.deals[0].result
        assert judgement.ok
        assert result is not None
        assert (result.winner, result.game_points) == stated_result(deal)[:2], deal["id"]
