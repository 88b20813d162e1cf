"""Matches against the oracle's: score, dealer, winner, games."""

import random

import pytest

from referee import Match, Reason, Result
from referee.cards import Seat
from support import oracle
from support.tables import for_seats, rules_of

SPECS = (
    "schnapsen",
    "sixty-six-tompa draw-bonus=yes",
    "schnapsen next-dealer=winner",
    "santase target=11 draw-bonus=any",
    "sixty-six target=11 draw-bonus=adding",
    "sixty-six next-dealer=loser draw-dealer=turn",
    "santase next-dealer=turn draw-dealer=turn",
    "santase",
    "santase target=11 draw-bonus=yes",
    "santase whitewash=yes",
    "santase target=3 draw-bonus=yes",
)


@pytest.mark.parametrize("spec", SPECS)
def test_match_and_oracle_agree(spec: str) -> None:
    rng = random.Random(spec)
    for _ in range(300):
        ours, theirs = Match(rules_of(spec), dealer=Seat(0)), oracle.Match(spec, "A")
        while theirs.winner is None:
            assert "AB"[ours.dealer] == theirs.dealer
            winner = rng.choice((0, 1, 1, -1))
            points = (rng.choice(((65, 65), (75, 75)))) if winner < 0 else (70, 50)
            worth = rng.randrange(1, 4) if winner >= 0 else 0
            ours.add(ours.dealer, Result(Seat(winner), worth, Reason.TOTAL, points))
            seat = "AB"[winner] if winner >= 0 else None
            theirs.add(oracle.Result(seat, worth, "total", dict(zip("AB", points, strict=True))))
            assert ours.score == list(theirs.score.values())
        assert "AB"[ours.winner] == theirs.winner
        assert ours.games == theirs.games


def test_the_deal_passes_to_the_left() -> None:
    match = Match(for_seats(rules_of("schnapsen"), 3, 6), dealer=Seat(0))
    dealers = []
    for _ in range(4):
        match.add(match.dealer, Result(Seat(0), 1, Reason.OUT, (70, 20, 30)))
        dealers.append(match.dealer)
    assert dealers == [1, 2, 0, 1]


@pytest.mark.parametrize("first", [0, 1])
def test_a_match_that_is_won_stays_won(first: int) -> None:
    match = Match(rules_of("santase target=3"), dealer=Seat(0))
    match.add(Seat(0), Result(Seat(first), 3, Reason.OUT, (70, 20)))
    match.add(Seat(0), Result(Seat(1 - first), 3, Reason.OUT, (70, 20)))
    assert match.winner == first
    [ruling] = match.refusals(Seat(0))
    assert (ruling.code.id, ruling.seat) == ("R261", first)


def test_a_wrong_dealer_is_named() -> None:
    match = Match(rules_of("santase"), dealer=Seat(1))
    [ruling] = match.refusals(Seat(0))
    assert (ruling.code.id, ruling.seat, ruling.facts) == ("R260", 0, {"seat": 0, "turn": 1})
    assert match.refusals(Seat(1)) == []
    assert Match(rules_of("santase")).refusals(Seat(0)) == []
