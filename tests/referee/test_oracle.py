"""The referee against the oracle, an engine written from the rules apart from it."""

import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notation import Finding, read_spec
from notation.specs.spec import write_spec
from referee.rulesets import PRESETS
from tests.support import oracle
from tests.support.each import for_each
from tests.support.games import random_spec
from tests.support.plain import PLAIN
from tests.support.sizes import Size, at_night
from tests.support.tables import rules_of
from tests.support.twins import play_twins

PRACTICE = (
    "santase target=11 failed-close=3 exchange-min-talon=4",  # Bulgarian clubs
    "santase claim=auto failed-close=3 last-trick-claimable=yes",
    "sixty-six exchange-by=turn",  # Foster 1897
    "sixty-six failed-close=1/2/3 defender-out=as-failed",  # the Bartender's Guide of 1895
    "sixty-six marriage-after-close=yes marriage-after-exhaustion=yes draw-bonus=yes",  # Bicycle
    "sixty-six tie=last-trick whitewash=yes",  # schnapsen66.info
    "schnapsen false-claim=proportional",
    "schnapsen claim=auto marriage-count=next-trick marriage-out=no",
    "schnapsen-tompa claim=said",
    "sixty-six claim-window=draw",
    "sixty-six-three exhausted=1 marriage-count=at-once",
    "sixty-six-four claim-window=reply marriage-count=next-trick",
    "santase-four claim=auto last-trick-claimable=yes",
    "schnapsen false-claim=proportional false-claim-33=2",
    "sixty-six-casual closed-basis=total frozen-tricks=no",
    "santase last-trick-claimable=yes last-trick-closed=yes failed-close=1/2/3 false-claim=proportional",
    "sixty-six-tompa last-trick-closed=yes",
    "schnapsen marriages-per-lead=2 marriage-count=next-trick",
    "sixty-six marriages-per-lead=2 marriage-after-close=closer",
    "santase marriage-first-deal=no",  # the text read to the letter
    "schnapsen marriage-first-deal=no marriages-per-lead=2",
    "sixty-six-four marriage-first-deal=no",
)
DEALS = Size("PLAYED", 10_000)
"""For each rule set; mutation testing makes do with fewer."""


@settings(max_examples=DEALS.share(100), deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**64))
@for_each([*PLAIN, *PRACTICE, "snapszer", "snapszer claim=auto marriage-count=at-once"], one_in=6)
def test_referee_and_oracle_agree_at_every_ply(spec: str, seed: int) -> None:
    play_twins(rules_of(spec), spec, seed)


@pytest.mark.slow
@settings(max_examples=DEALS.share(7), deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**64))
def test_they_agree_under_any_options(seed: int) -> None:
    rng = random.Random(seed)
    spec = random_spec(rng)
    rules = read_spec(spec)
    if not isinstance(rules, Finding):
        play_twins(rules, spec, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
@settings(max_examples=DEALS.share(20), deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**64))
def test_so_do_they_for_more_than_two(seats: int, seed: int) -> None:
    """Few options make sense without a talon, so more are drawn until they do."""
    rng = random.Random(seed)
    names = [name for name in PLAIN if PRESETS[name].seats == seats]
    drawn = (random_spec(rng, 4, names) for _ in range(100))
    rules = next(rules for spec in drawn if " " in spec and not isinstance(rules := read_spec(spec), Finding))
    play_twins(rules, write_spec(rules), seed)


def play_many(spec: str, deals: int, seed: str) -> Counter[str]:
    """Play so many deals under both, and count what was done."""
    rules = rules_of(spec)
    done: Counter[str] = Counter()
    for number in range(deals):
        done.update(word.split()[1] for word in play_twins(rules, spec, f"{seed} {number}"))
    return done


def test_a_difference_is_told_so_that_it_can_be_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compared with an oracle that never allows the ace of spades."""
    right = oracle.OracleDeal.legal
    monkeypatch.setattr(
        oracle.OracleDeal, "legal", lambda deal: {each for each in right(deal) if each[1] != "As"}
    )
    said = set()
    for _ in range(2):
        with pytest.raises(AssertionError) as raised:
            play_many("schnapsen", 50, "caught")
        said.add(str(raised.value))
    [message] = said
    told = re.match(r"spec='schnapsen', seed='(caught \d+)': only the referee allows [AB] As\n", message)
    assert told
    assert "\nonly the oracle allows nothing\nthe referee allows " in message
    with pytest.raises(AssertionError) as again:
        play_twins(rules_of("schnapsen"), "schnapsen", told[1])
    assert str(again.value) == message


@pytest.mark.slow
@pytest.mark.parametrize("spec", PLAIN)
def test_they_agree_over_many_deals(spec: str) -> None:
    done = play_many(spec, DEALS.share(2), spec)
    if not DEALS.is_full:
        return
    expected = {"20h", "40s", "As"}
    if rules_of(spec).talon_size:
        expected |= {"exchange", "close"}
    if "tompa" not in spec and "three" not in spec:
        expected.add("out")
    if spec == "sixty-six":
        expected.add("draw")
    assert expected <= set(done), "the random play must reach every kind of action"


@pytest.mark.nightly
@pytest.mark.parametrize("spec", PLAIN)
def test_they_agree_over_a_million_deals(spec: str) -> None:
    play_many(spec, at_night(500, 1_000_000), f"{spec} by night")
