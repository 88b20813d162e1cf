"""What can be done at the table, one byte each.

The numbers are part of stored records and never change their meaning: 0 to 55 play that card, or lay it
away before the first lead (:class:`referee.contracts.Opening`), 64 to 127 are announcements, and 128 to 223
name a card before the first lead. 56 to 63, 74 to 79, 121 to 127 and 225 to 255 are free.
"""

from typing import Final, TypeGuard

from referee.cards import CARDS_BY_NUMBER, Card, Suit
from referee.cards import Action as Action

CARDS: Final = 56
"""Actions below it play a card."""
MARRIAGE: Final = Action(64)
"""64 to 67: announce the marriage of suit ``action - MARRIAGE``."""
EXCHANGE: Final = Action(68)
"""Put the lowest trump in the place of the turn-up."""
CLOSE: Final = Action(69)
"""Close the talon at the head of a trick, both hands being full."""
CLOSE_SHORT: Final = Action(70)
"""Close the talon after a trick, before the two draw."""
DRAW: Final = Action(71)
"""Draw after a trick; an action only where the rules let something be done before it."""
OUT: Final = Action(72)
"""Claim to have 66."""
RESIGN: Final = Action(73)
"""Give the deal up; whoever's turn it is."""
NAME_TRUMP: Final = Action(80)
"""80 to 83: name the trump suit ``action - NAME_TRUMP``."""
NO_TRUMP: Final = Action(84)
"""Name no trumps."""
PASS: Final = Action(85)
"""Bid nothing, or leave naming trumps to the card that is turned up."""
CONTRACT: Final = Action(86)
"""86 to 119: bid the contract at the place ``action - CONTRACT`` of the rule set's table."""
DOUBLE: Final = Action(120)
"""Double what the contract is worth."""
TURN_UP: Final = Action(128)
"""128 to 175: the card ``action - TURN_UP`` was turned up, and its suit is trumps."""
CALL_CARD: Final = Action(176)
"""176 to 223: call the card ``action - CALL_CARD``: its suit is trumps, its holder the partner."""
TURN_UP_UNSEEN: Final = Action(224)
"""Turn up the next card of one's hand, without having seen it; a deal has that card (:meth:`Deal.meant`)."""
ALL_ACTIONS: Final = 225
"""Everything that can be done is below it."""

ANNOUNCEMENTS: Final = tuple(map(Action, range(MARRIAGE, OUT + 1)))
"""What the rules regulate beside plays; resigning is always open, and `legal` does not list it."""
MARRIAGES: Final = ANNOUNCEMENTS[:4]
"""The announcement of the marriage of each suit."""
ACTIONS_BY_NUMBER: Final = tuple(map(Action, range(256)))
"""Whatever a byte of a stored record says, as an action; many numbers are free."""


def marriage(suit: Suit) -> Action:
    """The announcement of a suit's marriage.

    >>> from referee.cards import CLUBS
    >>> marriage(CLUBS)
    67
    """
    return Action(MARRIAGE + suit)


def marriage_suit(action: Action) -> Suit:
    """The suit of the marriage that is announced.

    >>> marriage_suit(MARRIAGES[3])
    3
    """
    return Suit(action - MARRIAGE)


def turned_card(action: Action) -> Card:
    """The card that is turned up, or called.

    >>> turned_card(ACTIONS_BY_NUMBER[TURN_UP + 10]), turned_card(ACTIONS_BY_NUMBER[CALL_CARD + 10])
    (10, 10)
    """
    return CARDS_BY_NUMBER[action - TURN_UP if action < CALL_CARD else action - CALL_CARD]


def is_play(action: Action) -> TypeGuard[Card]:
    """Whether an action plays a card."""
    return action < CARDS


def is_marriage(action: Action) -> bool:
    """Whether an action announces a marriage."""
    return MARRIAGE <= action < EXCHANGE
