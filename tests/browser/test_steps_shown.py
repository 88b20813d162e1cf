"""What the page shows at every step is what the oracle has on the table, for every rule set."""

from typing import Any, Final

import pytest

from referee import PRESETS
from tests.support.browser import OwnSite, Visitor
from tests.support.sizes import Size, some
from tests.support.stepping import ContractTable, OracleTable, matches, table_of

RANKS: Final = {"ace": "A", "ten": "T", "king": "K", "queen": "Q", "jack": "J", "nine": "9", "seven": "7"}
ON_THE_TABLE: Final = """() => {
    const board = document.querySelector('santase-replay .board');
    const cards = (part) => [...part.querySelectorAll('svg.card title')].map(each => each.textContent);
    const words = (part) => part?.textContent ?? '';
    const seats = [...board.querySelectorAll('section.seat')];
    return {
        hands: Object.fromEntries(seats.map(each => [each.dataset.seat, cards(each.querySelector('.hand'))])),
        trick: [...board.querySelectorAll('.played')].map(each => [each.dataset.seat, cards(each)[0]]),
        taker: [...board.querySelectorAll('.played.takes')].map(each => each.dataset.seat),
        turn: seats.filter(each => each.classList.contains('in-turn')).map(each => each.dataset.seat),
        talon: words(board.querySelector('.talon p, span.left')),
        open: board.querySelectorAll('div.left svg').length,
        turnUp: [...board.querySelectorAll('.talon .stack, .trump, div.left')].flatMap(cards),
        points: Object.fromEntries([...board.querySelectorAll('section[aria-label] .count')].map(each => {
            const part = each.closest('section');
            return [part.dataset.seat ?? part.className, parseInt(each.textContent, 10)];
        })),
    };
}"""
DEALS: Final = Size("SHOWN", 3)
SPECS: Final = some(PRESETS, "schnapsen", "gaigel-two", "santase-three", "bauernschnapsen", "gaigel-four")
"""On every change tables of two, three and four, with one pack and two, with a lead first and with bids."""
FORWARD: Final = "() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))"


def word(name: str) -> str:
    """A card by its name, as in `ace of spades`."""
    rank, _, suit = name.partition(" of ")
    return RANKS[rank] + suit[0]


def expected(table: OracleTable | ContractTable) -> dict[str, Any]:
    """What the oracle has of what a page shows."""
    told, sides = table.told(), table.sides
    by_side = dict(zip(sides, told["points"], strict=True))
    partners = any(len(side) == 2 for side in sides)
    is_covered = table.ended and len(table.seats) > 2  # the result lies where the talon was
    return {
        "hands": {seat: told[f"hand {seat}"] for seat in table.seats},
        "trick": told["trick"],
        "taker": [told["taker"]] if told["taker"] else [],
        "turn": [told["turn"]] if told["turn"] and not told["taker"] else [],  # a trick is looked at first
        "talon": 0 if is_covered else len(told["talon"]),
        "points": {
            f"partners side-{at}" if partners else side: by_side[side] for at, side in enumerate(sides)
        },
    }


def seen(shown: dict[str, Any]) -> dict[str, Any]:
    """What a page shows, in the oracle's words."""
    talon = shown["talon"].rpartition(": ")[2]
    return {
        "hands": {seat: sorted(map(word, cards)) for seat, cards in shown["hands"].items()},
        "trick": [(seat, word(card)) for seat, card in shown["trick"]],
        "taker": shown["taker"],
        "turn": shown["turn"],
        "talon": int(talon) if talon.isdecimal() else shown["open"],
        "points": shown["points"],
    }


@pytest.mark.parametrize("spec", SPECS)
def test_the_page_shows_what_is_on_the_table(visitor: Visitor, site: OwnSite, spec: str) -> None:
    steps = 0
    games: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for game, text, script in matches(spec, DEALS, 25):
        games.setdefault(game, []).append((text, script))
    for game, its in games.items():
        replay = visitor.replay(site.add(game))
        for number, (text, script) in enumerate(its, start=1):
            replay.to_deal(number)
            replay.press("Home")
            table = table_of(spec, text)
            for at, step in enumerate(script["steps"]):
                table.follow(step)
                shown = replay.page.evaluate(ON_THE_TABLE)
                assert seen(shown) == expected(table), (spec, number, at, step["say"])
                if seen(shown)["talon"] and not table.told()["closer"]:
                    turn_up = table.told()["talon"][-1]
                    assert turn_up in [word(each) for each in shown["turnUp"] if " of " in each]
                replay.page.evaluate(FORWARD)
                steps += 1
    assert steps > DEALS * 10
