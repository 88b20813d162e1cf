"""Every step of a replay is what the oracle has on the table: hands, trick, talon, points, turn, taker.

Deals are played by chance; the script that the page is given is followed step by step, and what it says was
done is done in the oracle, which shares no code with the referee and takes nothing that is not legal.
"""

from typing import Any

import pytest

from referee import PRESETS
from tests.support.sizes import at_night
from tests.support.stepping import matches, table_of


def shown(layout: dict[str, Any]) -> dict[str, Any]:
    """A layout of a script, in the oracle's words."""
    found: dict[str, Any] = {
        name: sorted(cards.split()) for name, cards in layout.items() if name.startswith(("hand", "won"))
    }
    return found | {
        "talon": layout["talon"].split(),
        "trick": [tuple(each.split(":")) for each in layout["trick"].split()],
        "taker": layout["taker"],
        "closer": layout["closer"],
        "points": layout["points"],
        "turn": layout["turn"],
    }


def compared(spec: str, deals: int, seed: int) -> int:
    """How many steps of so many deals were compared; AssertionError where one is not the oracle's."""
    steps = done = 0
    for _, text, told in matches(spec, deals, seed):
        table = table_of(spec, text)
        layout: dict[str, Any] = {}
        for number, step in enumerate(told["steps"]):
            layout |= step["changes"]
            table.follow(step)
            assert shown(layout) == table.told(), (spec, seed, number, step["say"], text)
            steps += 1
        assert table.ended
        assert table.is_over
        done += 1
    assert done == deals
    return steps


@pytest.mark.parametrize("spec", PRESETS)
@pytest.mark.parametrize("deals", [6, pytest.param(at_night(6, 500), marks=pytest.mark.nightly)])
def test_every_step_is_the_oracle_s(spec: str, deals: int) -> None:
    assert compared(spec, deals, deals) > deals * 10
