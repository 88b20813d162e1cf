"""What stands in a record in the place of what was not recorded, is hidden, or could not be read."""

from typing import Final

from referee.actions import Action
from referee.cards import NO_CARD, Card, Seat

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
UNREAD_WINNER: Final = Seat(-4)
"""In the place of a result's winner: it could not be read."""
