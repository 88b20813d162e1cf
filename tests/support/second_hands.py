"""The independent oracles of games with openings or contracts, found by game."""

from typing import Any

from tests.support import oracle_of_contracts, oracle_of_gaigel


def hand_of(game: str) -> Any:
    """The second hand that knows a game."""
    return oracle_of_gaigel if game in oracle_of_gaigel.FORMS else oracle_of_contracts
