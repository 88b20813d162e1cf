"""Predicts the decks of later rounds from the stored state of boardgame.io's random generator.

A server stores that state with every state of a match, and so does a client without a server. The generator
is Alea, by Johannes Baagøe; the program uses it only to shuffle the sorted pack for every round.
"""

from collections.abc import Iterator
from math import trunc
from typing import Any, Final

from notation.formats.core.json_values import part

_STEP: Final = 2.0**-32
_PACK: Final = tuple({"suit": suit, "value": value} for suit in range(4) for value in range(9, 15))
"""The unshuffled pack, in the program's order."""


def decks_after(state: Any) -> Iterator[list[Any]]:
    """Yield the decks of the rounds after a stored state, in order; none if it has no generator state.

    >>> numbers = {"c": 569045, "s0": 0.17070942325517535, "s1": 0.08947300515137613}
    >>> data = {"prngstate": {**numbers, "s2": 0.3605862108524889}}
    >>> stored = {"plugins": {"random": {"data": data}}}
    >>> next(decks_after(stored))[:2], list(decks_after({}))
    ([{'suit': 1, 'value': 14}, {'suit': 0, 'value': 14}], [])
    """
    told = [part(state, "plugins", "random", "data", "prngstate", name) for name in ("c", "s0", "s1", "s2")]
    if not all(type(each) in (int, float) and 0 <= each < 2**32 for each in told):
        return
    carry, *seeds = told
    while True:
        left, deck = list(_PACK), []
        while left:
            number = 2091639 * seeds[0] + carry * _STEP
            carry = trunc(number)
            seeds = [*seeds[1:], number - carry]
            place = trunc(len(left) * seeds[2])
            deck.append(left[place])
            last = left.pop()
            if place < len(left):
                left[place] = last
        yield deck
