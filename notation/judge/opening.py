"""What is said and done before the first lead, in words: trumps that are named, bids, passes, doubles."""

from typing import Final

from notation.findings.finding import CardFact, CardsFact, Fact, Phrase, SeatFact, SuitFact
from notation.record.model import LAID_AWAY, Ply
from referee import actions
from referee.actions import CALL_CARD, CONTRACT, NAME_TRUMP, NO_TRUMP, TURN_UP
from referee.cards import Seat, mask

CONTRACTS: Final = {
    "rufer": Phrase("the caller's game"),
    "bettler": Phrase("Bettler"),
    "ass-bettler": Phrase("Ass-Bettler"),
    "schnapser": Phrase("Schnapser"),
    "gang": Phrase("Gang"),
    "zehnergang": Phrase("Zehnergang"),
    "kontraschnapser": Phrase("Kontraschnapser"),
    "bauernschnapser": Phrase("Bauernschnapser"),
    "farbensolo": Phrase("Farbensolo"),
    "kontrabauernschnapser": Phrase("Kontrabauernschnapser"),
    "herrenschnapser": Phrase("Herrenschnapser"),
}
"""The contracts by their names in records; another is called as there."""


def contract_in_words(name: str) -> Fact:
    """What a contract is called.

    >>> str(contract_in_words("gang")), contract_in_words("plauderer")
    ('Gang', 'plauderer')
    """
    return CONTRACTS.get(name, name)


def speaks(ply: Ply) -> bool:
    """Whether an action is one of those that come before the first lead."""
    return ply.action >= NAME_TRUMP or ply.action == LAID_AWAY


def spoken(ply: Ply, seat: Seat) -> Phrase:
    """What a seat says or does before the first lead.

    >>> str(spoken(Ply(actions.PASS), Seat(1))), str(spoken(Ply(actions.DOUBLE), Seat(2)))
    ('B passes', 'C doubles')
    """
    action = ply.action
    facts: dict[str, Fact] = {"seat": SeatFact(seat)}
    if action == LAID_AWAY:
        known = mask(card for card in ply.cards if card >= 0)
        if known.bit_count() < len(ply.cards):
            return Phrase("{seat} lays cards away", facts)
        return Phrase("{seat} lays {cards} away", facts | {"cards": CardsFact(known)})
    if action == actions.PASS:
        return Phrase("{seat} passes", facts)
    if action == actions.DOUBLE:
        return Phrase("{seat} doubles", facts)
    if action == NO_TRUMP:
        return Phrase("{seat} names no trumps", facts)
    if action < NO_TRUMP:
        return Phrase("{seat} names {suit} as trumps", facts | {"suit": SuitFact(action - NAME_TRUMP)})
    if CONTRACT <= action < TURN_UP:
        return Phrase("{seat} bids {contract}", facts | {"contract": contract_in_words(ply.word)})
    if action < CALL_CARD:
        return Phrase(
            "{seat} lets {card} be turned up for trumps", facts | {"card": CardFact(action - TURN_UP)}
        )
    return Phrase("{seat} calls {card}", facts | {"card": CardFact(action - CALL_CARD)})
