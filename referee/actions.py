"""What can be done at the table, one byte each.

``0`` to ``23`` play that card; the rest are announcements. The numbers are part of stored records
and never change their meaning.
"""

from typing import Final

from referee.cards import Suit

Action = int

MARRIAGE: Final = 24
"""24 to 27: announce the marriage of suit ``action - MARRIAGE``."""
EXCHANGE: Final = 28
"""Put the lowest trump in the place of the turn-up."""
CLOSE: Final = 29
"""Close the talon at the head of a trick, both hands being full."""
CLOSE_SHORT: Final = 30
"""Close the talon after a trick, before the two draw."""
DRAW: Final = 31
"""Draw after a trick; an action only where the rules let the talon be closed before it."""
OUT: Final = 32
"""Claim to have 66."""
RESIGN: Final = 33
"""Give the deal up; whoever's turn it is."""

ANNOUNCEMENTS: Final = range(MARRIAGE, OUT + 1)
"""What the rules regulate beside plays; resigning is always open, and `legal` does not list it."""


def marriage(suit: Suit) -> Action:
    """The announcement of a suit's marriage.

    >>> marriage(3)
    27
    """
    return MARRIAGE + suit


def is_play(action: Action) -> bool:
    """Whether an action plays a card."""
    return action < MARRIAGE


def is_marriage(action: Action) -> bool:
    """Whether an action announces a marriage."""
    return MARRIAGE <= action < EXCHANGE
