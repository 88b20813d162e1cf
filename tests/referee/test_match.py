"""Matches against the oracle's: score, dealer, winner, games."""

import random

import pytest

from referee import Match, Reason, Result
from referee.cards import NOBODY, Seat
from tests.support import oracle
from tests.support.tables import rules_of, side_name

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
    "sixty-six-three",
    "santase-three next-dealer=winner",
    "santase-three draw-dealer=turn",
    "sixty-six-four",
    "santase-four target=11 draw-bonus=yes",
    "sixty-six-four whitewash=yes draw-dealer=turn",
)


@pytest.mark.parametrize("spec", SPECS)
def test_match_and_oracle_agree(spec: str) -> None:
    rng = random.Random(spec)
    rules = rules_of(spec)
    names = oracle.sides_of(spec)
    for _ in range(300):
        ours, theirs = Match(rules, dealer=Seat(0)), oracle.OracleMatch(spec, "A")
        for _ in range(20):
            assert "ABCD"[ours.dealer] == theirs.dealer
            place = rng.randrange(-1, len(names))
            worth = rng.randrange(1, 4) if place >= 0 else 0
            points: tuple[int, ...] = rng.choice(((65, 65), (75, 75))) if place < 0 else (70, 50)
            paid: tuple[int, ...] = ()
            if rules.mp_all_pay:
                points = (50, 50, 20) if place < 0 else (70, 30, 20)
                owed = [rng.randrange(1, 4) if place not in (-1, each) else 0 for each in range(3)]
                worth = sum(owed)
                paid = tuple(worth if each == place else -owed[each] for each in range(3))
            winner = rules.sides[place] if place >= 0 else NOBODY
            ours.add(ours.dealer, Result(winner, worth, Reason.TOTAL, points, paid))
            by_name = [dict(zip(names, each, strict=False)) for each in (points, paid)]
            theirs.add(oracle.OracleResult(names[place] if place >= 0 else None, worth, "total", *by_name))
            assert ours.score == list(theirs.score.values())
            if theirs.winner is not None:
                break
        assert side_name(ours.winner) == (theirs.winner or "")
        assert theirs.winner is None or ours.games == theirs.games


def test_what_three_pay_is_added_up() -> None:
    match = Match(rules_of("sixty-six-three"), dealer=Seat(0))
    assert match.add(Seat(0), Result(Seat(1), 4, Reason.TOTAL, (20, 90, 20), (-2, 4, -2))) == 4
    assert match.add(Seat(1), Result(NOBODY, 0, Reason.TOTAL, (50, 50, 30), (0, 0, 0))) == 0
    assert match.add(Seat(1), Result(Seat(2), 4, Reason.TOTAL, (0, 40, 90), (-3, -1, 4))) == 4
    assert (match.score, match.winner, match.dealer) == ([-5, 3, 2], -1, 2)
    match.award(Seat(1), 9)
    assert match.winner < 0, "there is no target"
    assert match.refusals(Seat(2)) == []


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
