"""400 deals played by another Santase engine, judged through text.

The engine ends a deal at 66 by itself, through the last trick's 10 too, and lets a failed close
cost 3. It pays those 3 also to an opponent who goes out before the closer; the Santase Rules,
Scoring, have a row of their own for that (`score.noncloser_out`: 2), which is the one difference.
"""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from notation import Judgement, judge, read
from referee import Reason

FOLDER = os.environ.get("SANTASE_ORACLE")
pytestmark = pytest.mark.skipif(not FOLDER, reason="SANTASE_ORACLE names no folder of recorded deals")
SPEC = "santase claim=auto failed-close=3 last-trick-claimable=yes"


def word(card: str) -> str:
    return card[0] + card[1].lower()


def as_sgn(deal: dict[str, Any], spec: str) -> str:
    """A recorded deal as SGN; a marriage that ends the deal is followed by no lead."""
    first = deal["first_leader"]
    lines = ["%SGN 1", f'[Rules "{spec}"]', f"deal 1 dealer {'BA'[first]} trump {word(deal['trump_card'])}"]
    lines += [f"{seat}: {' '.join(map(word, hand))}" for seat, hand in zip("AB", deal["hands"], strict=True)]
    lines.append("talon: " + " ".join(map(word, deal["talon"])))
    play: list[str] = []
    tricks = cards = 0
    for index, move in enumerate(deal["moves"]):
        if cards == 2 * tricks:
            tricks += 1
            play.append(f"{tricks}.")
        if move["type"] == "marriage":
            play.append(f"{move['value']}{move['suit'].lower()}")
            if index + 1 == len(deal["moves"]):
                continue
        if move["type"] in ("exchange", "close"):
            play.append(move["type"])
        else:
            play.append(f"{'AB'[move['seat']]}: {word(move['card'])}")
            cards += 1
    return "\n".join([*lines, " ".join(play)]) + "\n"


def judged(deal: dict[str, Any], spec: str) -> Judgement:
    [game] = read(as_sgn(deal, spec))
    judgement = judge(game)
    assert judgement.findings == [], (deal["id"], [finding.message for finding in judgement.findings])
    return judgement


def recorded() -> list[dict[str, Any]]:
    assert FOLDER is not None
    with gzip.open(Path(FOLDER) / "santase.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def compare_tricks(deal: dict[str, Any], judgement: Judgement) -> None:
    """Every trick's leader, winner and running points."""
    tricks = [trick for trick in judgement.deals[0].tricks if trick.winner >= 0]
    assert [(t.leader, t.winner) for t in tricks] == [(t["leader"], t["winner"]) for t in deal["tricks"]]
    result = judgement.deals[0].result
    assert result is not None
    for trick, other in zip(tricks, deal["tricks"], strict=True):
        points = list(trick.points)
        if trick is tricks[-1] and trick.number == 12:
            points = list(result.card_points)  # the engine adds the last trick's 10 to the trick
        assert points == other["points"], deal["id"]


def test_every_trick_and_result_agrees() -> None:
    differing = set()
    deals = recorded()
    assert len(deals) == 400
    for deal in deals:
        judgement = judged(deal, SPEC)
        compare_tricks(deal, judgement)
        result = judgement.deals[0].result
        assert result is not None
        assert list(result.card_points) == deal["result"]["points"]
        assert result.winner == (-1 if deal["result"]["winner"] is None else deal["result"]["winner"])
        if result.game_points != deal["result"]["game_points"]:
            assert result.reason is Reason.DEFENDER_OUT
            assert (result.game_points, deal["result"]["game_points"]) == (2, 3)
            differing.add(deal["id"])
    assert len(differing) == 7


def test_nothing_differs_where_the_opponents_out_counts_as_a_failed_close() -> None:
    for deal in recorded():
        result = judged(deal, SPEC + " defender-out=as-failed").deals[0].result
        assert result is not None
        assert result.game_points == deal["result"]["game_points"], deal["id"]
