"""Complete play of small packs: referee, oracle and the stored counts agree."""

import json
from typing import Any

import pytest

from tests.scripts import perft
from tests.support.each import for_each

CASES = [pytest.param(pack, name, id=f"{pack}-{name}") for pack, name in perft.CASES]


def stored(pack: str, name: str, phase: str) -> dict[str, Any]:
    counts: dict[str, Any] = json.loads((perft.VECTORS / f"{pack}-{name}.json").read_text("utf-8"))[phase]
    assert counts["every"] == perft.EVERY[pack][phase]
    return counts


@pytest.mark.slow
@for_each(perft.CASES, one_in=12)
def test_referee_and_oracle_count_the_same_ends(pack: str, name: str) -> None:
    counts = stored(pack, name, "ci")
    assert perft.by_referee(name, pack, counts["every"]) == counts["ends"]
    assert perft.by_oracle(name, pack, counts["every"]) == counts["ends"]


@pytest.mark.nightly
def test_the_number_of_deals() -> None:
    for pack in perft.PACKS.values():
        assert sum(1 for _ in perft.deals(pack, 1)) == pack.deals


@pytest.mark.nightly
def test_plays_alone_of_all_deals() -> None:
    assert perft.plays_only(perft.PACKS["8-cards"]) == 445_440


@pytest.mark.nightly
@pytest.mark.parametrize(("pack", "name"), CASES)
def test_referee_and_oracle_count_the_same_ends_of_many_deals(pack: str, name: str) -> None:
    counts = stored(pack, name, "nightly")
    assert perft.by_referee(name, pack, counts["every"]) == counts["ends"]
    assert perft.by_oracle(name, pack, counts["every"]) == counts["ends"]
