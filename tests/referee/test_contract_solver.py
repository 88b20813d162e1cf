"""The solver in the games with contracts: equal to the second hand, which tries everything."""

import random
from copy import deepcopy
from typing import Final

import pytest

from referee.cards import SEATS
from referee.deal import Deal
from referee.solver import Solver
from tests.referee.test_contract_oracle import GAMES, rules_of
from tests.support import oracle_of_contracts as oracle
from tests.support.contract_deals import action_of, as_played
from tests.support.naming import case
from tests.support.random_contracts import random_deal
from tests.support.sizes import sizes

LEFT: Final = {3: 3, 4: 2}
"""How many cards are left in hand at most, by the number of players, where everything is tried."""


def tried_out(spiel: oracle.ContractSpiel, seat: str) -> int:
    """What a seat and whoever plays with it are sure of, by trying everything."""
    if spiel.over:
        winners, value, *_ = spiel.over
        return value if seat in winners else -value
    friends, turn = oracle.side(spiel, seat), spiel.turn or spiel.tricks[-1][0]
    values: dict[bool, list[int]] = {True: [], False: []}
    for actor, word in oracle.legal(spiel):
        after = deepcopy(spiel)
        oracle.do(after, actor, word)
        values[(actor in friends) == (turn in friends)].append(tried_out(after, seat))
    if not spiel.turn:
        after = deepcopy(spiel)
        oracle.finish(after)
        values[True].append(tried_out(after, seat))
    best, worst = (max, min) if turn in friends else (min, max)
    return worst([best(values[True]), *values[False]])  # who is not in turn may speak first


def endgame(game: str, dice: random.Random) -> tuple[Deal, oracle.ContractSpiel]:
    """A deal of both, played alike by chance until few cards are left; nobody claims."""
    left = dice.randint(1, LEFT[len(oracle.FORMS[game][0])])
    while True:
        spiel, hands, talon = random_deal(game, dice)
        deal = as_played(rules_of(game), spiel, hands, talon)
        while not spiel.over and spiel.turn:
            if spiel.step == "play" and not spiel.trick and len(spiel.hands[spiel.turn]) <= left:
                return deal, spiel
            words = [each for each in oracle.legal(spiel) if each[1] not in ("out", "double")]
            seat, word = words[0] if spiel.step == "bids" and dice.random() < 0.6 else dice.choice(words)
            deal.do(action_of(deal, word), SEATS["ABCD".index(seat)])
            oracle.do(spiel, seat, word)


@pytest.mark.slow
@sizes(8, 1000)
@pytest.mark.parametrize("game", [game for game in GAMES if game in oracle.FORMS])
def test_random_endgames_tried_out_in_full(game: str, size: int) -> None:
    found = set()
    for seed in range(size):
        deal, spiel = endgame(game, random.Random(f"{game} {seed}"))
        for side in SEATS[: len(deal.rules.sides)]:
            value = Solver(side).value(deal)
            with case(f"{seed} {side}"):
                assert value == tried_out(spiel, "ABCD"[side]), (deal, side)
            found.add(value)
    assert len(found) > 3
