"""Computer players: each is shown what its seat may know, and chooses an action.

A player never gets a deal, so it cannot look at the cards of others; its only randomness is the generator it
is given, so the same seed gives the same play.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from notation.players.builtin import CarefulPlayer as CarefulPlayer
from notation.players.builtin import GreedyPlayer as GreedyPlayer
from notation.players.builtin import Player as Player
from notation.players.builtin import RandomPlayer as RandomPlayer
from notation.players.builtin import play_out as play_out
from notation.players.possible import PossibleDeals as PossibleDeals
from notation.players.sampling import DEALS as DEALS
from notation.players.sampling import POSITIONS as POSITIONS
from notation.players.sampling import ActionAverage as ActionAverage
from notation.players.sampling import SampledValues as SampledValues
from notation.players.sampling import SamplingPlayer as SamplingPlayer
from notation.players.sampling import played_out_values as played_out_values
from notation.players.sampling import searched_values as searched_values

QUICK_PLAYERS: Final[dict[str, Callable[[Random], Player]]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "careful": CarefulPlayer,
}
"""The players that answer at once, by name, each created with its own generator."""

PLAYERS: Final = {**QUICK_PLAYERS, "sampling": SamplingPlayer}
"""All players by name."""
