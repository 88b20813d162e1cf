"""The referee against the oracle, an engine written from the rules apart from it."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation.specs import read_spec
from referee.rules import RuleSet
from twins import play_twins

SPECS = (
    "santase",
    "santase target=11 failed-close=3",
    "santase claim=auto",
    "santase claim=auto failed-close=3 last-trick-claimable=yes",
    "santase claim=auto failed-close=3 defender-out=as-failed last-trick-claimable=yes",
    "santase false-claim=schnapsen closed-basis=close defender-out=2-or-3",
    "santase false-claim=proportional exchange-min-talon=4 marriage-count=with-trick",
    "santase false-claim=max failed-close=1 close-min-talon=2 marriage-count=next-trick marriage-out=no",
)


def rules_of(spec: str) -> RuleSet:
    rules = read_spec(spec)
    assert isinstance(rules, RuleSet)
    return rules


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=300, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**64))
def test_referee_and_oracle_agree_at_every_ply(spec: str, seed: int) -> None:
    play_twins(rules_of(spec), spec, random.Random(seed))


@pytest.mark.parametrize("spec", SPECS)
def test_referee_and_oracle_agree_over_many_deals(spec: str) -> None:
    rng = random.Random(spec)
    done: Counter[str] = Counter()
    for _ in range(1500):
        done.update(word.split()[1] for word in play_twins(rules_of(spec), spec, rng))
    announced = {"exchange", "close", "20h", "40s"} | ({"out"} if "claim=auto" not in spec else set())
    assert announced <= set(done), "the random play must reach every kind of action"
