"""What stands in a record in the place of what was not recorded, is hidden, or could not be read."""

from typing import Final

from referee.actions import Action
from referee.cards import NO_CARD, Card, Cards, Seat

UNNUMBERED: Final = -1
"""A deal or trick without its number."""
UNKNOWN_NUMBER: Final = -2
"""In the place of a trick's number: it is not known, ``?.``."""
UNRECORDED: Final = NO_CARD
"""In the place of a card: it is not recorded, ``--``."""
HIDDEN: Final = Card(Action(-2))
"""In the place of a card: it is hidden from the reader, ``##``."""
UNNAMED: Final = Action(-3)
"""In the place of an action: a marriage whose suit no lead tells."""
UNREADABLE: Final = Action(-4)
"""In the place of an action: it could not be read."""
LAID_AWAY: Final = Action(-5)
"""In the place of an action: several cards are laid away, which the ply names."""
UNREAD_WINNER: Final = Seat(-4)
"""In the place of a result's winner: it could not be read."""

_HALF: Final = 16
"""Half known cards are multiples of it, below all other placeholders."""


def half_card(among: Cards) -> Card:
    """What is shown in the place of a card that is half known: it is one of these; a single one is unsure.

    >>> among_of(half_card(63)), among_of(UNRECORDED), among_of(Card(Action(5)))
    (63, 0, 0)
    """
    return Card(Action(-_HALF * among))


def among_of(card: Card) -> Cards:
    """The cards that a shown card can be where it is half known or unsure; otherwise none."""
    return max(0, -card // _HALF)
