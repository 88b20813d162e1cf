"""Deals of the games with contracts as the program plays them, in the words of the second hand."""

from collections.abc import Iterable
from typing import Any

from referee.actions import (
    ACTIONS_BY_NUMBER,
    CALL_CARD,
    CARDS,
    CONTRACT,
    DOUBLE,
    EXCHANGE,
    MARRIAGE,
    NAME_TRUMP,
    OUT,
    PASS,
    TURN_UP,
    Action,
)
from referee.cards import (
    CARDS_BY_NUMBER,
    RANK_LETTERS,
    SEATS,
    SUIT_LETTERS,
    Card,
    Seat,
    Suit,
    card,
    card_name,
    kind,
    mask,
)
from referee.deal import Deal
from referee.rules import RuleSet
from referee.state import Phase
from tests.support.second_hands import hand_of

_PLAIN = {"pass": PASS, "double": DOUBLE, "out": OUT, "exchange": EXCHANGE}


def card_of(word: str) -> Card:
    """The card that a word names, of two copies the first."""
    return card(Suit(SUIT_LETTERS.index(word[1])), RANK_LETTERS.index(word[0]))


def dealt(packets: Iterable[str]) -> list[list[Card]]:
    """The cards that hands and a talon name; of two that are alike the later one is the second copy."""
    left = list(CARDS_BY_NUMBER)
    cards: list[list[Card]] = []
    for packet in packets:
        cards.append([])
        for word in packet.replace("|", "").split():
            copy = next(each for each in left if kind(each) == card_of(word))
            left.remove(copy)
            cards[-1].append(copy)
    return cards


def as_played(rules: RuleSet, spiel: Any, hands: list[str], talon: str) -> Deal:
    """A deal of the second hand that has not begun, as a deal of the program."""
    dealer = "ABCD".index(spiel.dealer)
    *held, left = dealt([*hands, talon])
    packet = mask(held[(dealer + 1) % len(held)][: hand_of(spiel.game).FORMS[spiel.game][3]])
    return Deal(rules, SEATS[dealer], list(map(mask, held)), left, packet=packet)


def action_of(deal: Deal, word: str) -> Action:
    """What a word of the second hand does in a deal."""
    verb, _, what = word.partition(" ")
    if verb in _PLAIN:
        return _PLAIN[verb]
    if verb == "bid":
        names = [contract.name for contract in deal.rules.auction.contracts]
        return ACTIONS_BY_NUMBER[CONTRACT + names.index(what)]
    if verb == "trump":
        turned = len(what) > 1
        return ACTIONS_BY_NUMBER[TURN_UP + card_of(what) if turned else NAME_TRUMP + SUIT_LETTERS.index(what)]
    if verb == "call":
        return ACTIONS_BY_NUMBER[CALL_CARD + card_of(what)]
    if word[0] in "24":
        return ACTIONS_BY_NUMBER[MARRIAGE + SUIT_LETTERS.index(word[2])]
    return card_of(what or word)


def word_of(deal: Deal, seat: Seat, action: Action) -> tuple[str, str]:
    """An action in the words of the second hand, after its seat."""
    return "ABCD"[seat], _word(deal, action)


def _word(deal: Deal, action: Action) -> str:
    if action < CARDS:
        card = card_name(kind(CARDS_BY_NUMBER[action]))
        return f"discard {card}" if deal.phase is Phase.DISCARD else card
    if MARRIAGE <= action < EXCHANGE:
        suit = action - MARRIAGE
        return f"{40 if suit == deal.trump else 20}{SUIT_LETTERS[suit]}"
    if NAME_TRUMP <= action < PASS:
        return f"trump {SUIT_LETTERS[action - NAME_TRUMP]}"
    if CONTRACT <= action < DOUBLE:
        return f"bid {deal.rules.auction.contracts[action - CONTRACT].name}"
    if action >= CALL_CARD:
        return f"call {_word(deal, ACTIONS_BY_NUMBER[action - CALL_CARD])}"
    if action >= TURN_UP:
        return f"trump {_word(deal, ACTIONS_BY_NUMBER[action - TURN_UP])}"
    return next(word for word, plain in _PLAIN.items() if plain == action)
