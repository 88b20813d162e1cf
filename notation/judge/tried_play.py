"""Other plays of a deal, tried by the referee from the action in which they differ: most are refused at once.

Compiled by mypyc together with the referee, and so without anything else of the notation. It knows no rule
itself.
"""

from collections.abc import Sequence
from typing import Final

from referee.actions import (
    ACTIONS_BY_NUMBER,
    CALL_CARD,
    CARDS,
    CLOSE,
    CLOSE_SHORT,
    DRAW,
    TURN_UP,
    TURN_UP_UNSEEN,
    Action,
    turned_card,
)
from referee.cards import BIT, MARRIAGE_CARDS, NOBODY, SEATS, Card, Seat, mask, members
from referee.deal import Deal
from referee.legality import can
from referee.rules import RuleSet

PLAYED: Final = 0
"""Every action of a play is allowed."""
REFUSED: Final = 1
"""The referee refuses an action."""
OPEN: Final = 2
"""An action comes first that is not known, or is marked as irregular: it is for the judge."""

_SEAT: Final = 256
"""What a named seat counts for in the number of an action."""
_IRREGULAR: Final = 4096
_FOREIGN: Final = -1
"""An action with a card or of a seat that the rules do not have."""
_UNKNOWN: Final = -2
_ACTORS: Final = (NOBODY, *SEATS)
_TOLD: Final = mask(card for pair in MARRIAGE_CARDS for card in members(pair))
"""The cards by which marriages are announced."""


def numbered_action(rules: RuleSet, action: int, seat: Seat, is_irregular: bool) -> int:
    """An action of a record as one number: what is done, by whom if that is named, and how it is marked."""
    if action < 0:
        return _UNKNOWN
    if _is_foreign(rules, action) or seat >= rules.seats:
        return _UNKNOWN if is_irregular else _FOREIGN
    return action + (seat + 1) * _SEAT + is_irregular * _IRREGULAR


def _is_foreign(rules: RuleSet, action: int) -> bool:
    """Whether an action is done with a card that the rules do not have, or calls one where none is called."""
    if action < CARDS:
        return not rules.deck_cards & BIT[action]
    if not TURN_UP <= action < TURN_UP_UNSEEN:
        return False
    card = turned_card(ACTIONS_BY_NUMBER[action])
    return not rules.deck_cards & BIT[card] or (action >= CALL_CARD and not rules.auction.calls)


def changed_length(tricks: list[list[int]], at: int, others: list[list[int]], following: int) -> int:
    """By how many actions a play is longer with other tricks from an index to before another."""
    length = 0
    for numbers in others:
        length += len(numbers)
    for index in range(at, following):
        length -= len(tricks[index])
    return length


class TriedPlay:
    """The play of a deal as written, and how the deal stands before each of its actions.

    ``tricks`` has the numbers of the actions of each trick (:func:`numbered_action`). The play is followed
    until an action is refused.
    """

    def __init__(self, start: Deal, tricks: list[list[int]]) -> None:
        self.tricks = tricks
        self.states: list[list[Deal]] = []
        """Of each trick, the deal before every action, and after the last; then that after the play."""
        self.last = start
        """The deal after the play that was tried last, if all of that is allowed."""
        self.stop = PLAYED
        self.places: list[tuple[int, int]] = []
        """Every action by its trick and its place there."""
        self.used: dict[int, int] = {}
        """Which of them plays a card."""
        self.free = -1
        """The first in which the cards of a hand may count that is not simply played from."""
        deal = start.copy()
        for at, numbers in enumerate(tricks):
            if deal.undrawn:
                deal.push(DRAW)
            states = [deal.copy()]
            self.states.append(states)
            for index, number in enumerate(numbers):
                if self.free < 0 and (deal.strict or number % _SEAT >= CARDS):
                    self.free = len(self.places)
                self.used.setdefault(number % _SEAT, len(self.places))
                self.places.append((at, index))
                self.stop = _do(deal, number, index)
                if self.stop != PLAYED:
                    break
                states.append(deal.copy())
            if self.stop != PLAYED:
                break
        self.free = self.free if self.free >= 0 else len(self.places)
        if self.stop != PLAYED:
            return
        self.last = deal.copy()
        if deal.undrawn:
            deal.push(DRAW)
        self.states.append([deal])

    def state(self, at: int, index: int = 0) -> Deal | None:
        """The deal before an action of a trick; None where it does not come to it."""
        return self.states[at][index] if at < len(self.states) and index < len(self.states[at]) else None

    def changed(self, at: int, others: list[list[int]], following: int) -> int:
        """What comes of a play with other tricks from an index on, then as written from ``following``."""
        if at >= len(self.states):
            return self.stop
        states, tricks = self.states[at], others + self.tricks[following:]
        first = tricks[0] if tricks else []
        most, same = min(len(states) - 1, len(first)), 0
        while same < most and first[same] == self.tricks[at][same]:
            same += 1
        if same < len(first):
            refused = _against(states[same], first[same], same)
            if refused != PLAYED:
                return refused
        self.last = states[same].copy()
        return play_on(self.last, tricks, same)

    def swapped(self, card: Card, other: Card) -> int:
        """What comes of the play if two cards had been dealt in each other's place; none of them turned up.

        Until something depends on them, the deal stands as before but for these.
        """
        both = BIT[card] | BIT[other]
        told = both & (_TOLD | self.states[0][0].lowest_of_trumps)
        for at, index in self.places[
            min(self.free, self.used.get(card, self.free), self.used.get(other, self.free)) :
        ]:
            deal, number = self.states[at][index], self.tricks[at][index]
            action, hand = number % _SEAT, deal.hands[deal.turn] & both
            if action < CARDS and both >> action & 1:
                if not hand & ~BIT[action]:
                    return _refused(number)
            elif not (told if action >= CARDS else hand and deal.strict):
                continue
            self.last = deal.copy()
            _swap(self.last, card, other)
            return play_on(self.last, self.tricks[at:], index)
        self.last = self.states[-1][-1].copy()
        return self.stop


def _swap(deal: Deal, card: Card, other: Card) -> None:
    """Put two cards that have not been played in each other's place."""
    both = BIT[card] | BIT[other]
    for seat, hand in enumerate(deal.hands):
        if hand & both not in (0, both):
            deal.hands[seat] = hand ^ both
    for at, lying in enumerate(deal.talon):
        if lying in (card, other):
            deal.talon[at] = other if lying == card else card


def play_on(deal: Deal, tricks: Sequence[list[int]], done: int = 0) -> int:
    """Play tricks, of the first of which some actions are done; whether all is allowed."""
    for numbers in tricks:
        if deal.undrawn and not done:
            deal.push(DRAW)
        for at in range(done, len(numbers)):
            stop = _do(deal, numbers[at], at)
            if stop != PLAYED:
                return stop
        done = 0
    return PLAYED


def _action(deal: Deal, number: int, at: int) -> Action:
    """The action of a number, at an index of its trick."""
    action = number % _SEAT
    if action == CLOSE and at and (deal.undrawn or deal.just_drawn):
        return CLOSE_SHORT
    if action < CARDS and deal.auction is not None:
        return deal.meant(ACTIONS_BY_NUMBER[action], _ACTORS[number % _IRREGULAR // _SEAT])
    return ACTIONS_BY_NUMBER[action]


def _refused(number: int) -> int:
    """What a play comes to in which an action is not allowed."""
    return OPEN if number >= _IRREGULAR or number == _UNKNOWN else REFUSED


def _against(deal: Deal, number: int, at: int) -> int:
    """Whether an action would be refused."""
    if number >= 0:
        seat = _ACTORS[number % _IRREGULAR // _SEAT]
        if can(deal, _action(deal, number, at), deal.turn if seat < 0 else seat):
            return PLAYED
    return _refused(number)


def _do(deal: Deal, number: int, at: int) -> int:
    """Do an action, if it is allowed."""
    if number >= 0 and deal.push(_action(deal, number, at), _ACTORS[number % _IRREGULAR // _SEAT]) is None:
        return PLAYED
    return _refused(number)
