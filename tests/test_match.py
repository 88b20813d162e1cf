"""Matches against the oracle's: score, dealer, winner, games."""

import random

import pytest

import oracle
from referee import Match, Reason, Result
from tables import rules_of

SPECS = (
    "santase",
    "santase target=11 draw-bonus=yes",
    "santase whitewash=yes",
    "santase target=3 draw-bonus=yes",
)


@pytest.mark.parametrize("spec", SPECS)
def test_match_and_oracle_agree(spec: str) -> None:
    rng = random.Random(spec)
    for _ in range(300):
        ours, theirs = Match(rules_of(spec), dealer=0), oracle.Match(spec, "A")
        while theirs.winner is None:
            assert "AB"[ours.dealer] == theirs.dealer
            winner = rng.choice((0, 1, 1, -1))
            points = (rng.choice(((65, 65), (75, 75)))) if winner < 0 else (70, 50)
            worth = rng.randrange(1, 4) if winner >= 0 else 0
            ours.add(ours.dealer, Result(winner, worth, Reason.TOTAL, points))
            seat = "AB"[winner] if winner >= 0 else None
            theirs.add(oracle.Result(seat, worth, "total", dict(zip("AB", points, strict=True))))
            assert ours.score == list(theirs.score.values())
        assert "AB"[ours.winner] == theirs.winner
        assert ours.games == theirs.games
