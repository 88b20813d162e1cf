"""What is said and done before the first lead, in words: trumps that are named, bids, passes, doubles."""

from typing import Final

from notation.findings import catalogue
from notation.findings.finding import CardFact, CardsFact, Fact, Finding, Fix, Phrase, SeatFact, SuitFact
from notation.findings.hints import did_you_mean, suggestion
from notation.record.model import LAID_AWAY, NOBODY, OpeningPly, Ply, Span
from notation.record.words import action_word
from notation.text.openings import contract_meant
from referee import actions
from referee import codes as rulings
from referee.actions import (
    ACTIONS_BY_NUMBER,
    CALL_CARD,
    CONTRACT,
    NAME_TRUMP,
    NO_TRUMP,
    TURN_UP,
    TURN_UP_UNSEEN,
    Action,
    is_play,
    turned_card,
)
from referee.auction import is_word
from referee.cards import Seat, kind, mask
from referee.rules import RuleSet

CONTRACTS: Final = {
    "rufer": Phrase("the caller's game"),
    "bettler": Phrase("Bettler"),
    "ass-bettler": Phrase("Ass-Bettler"),
    "schnapser": Phrase("Schnapser"),
    "gang": Phrase("Gang"),
    "damengang": Phrase("Damengang"),
    "koenigsgang": Phrase("Königsgang"),
    "zehnergang": Phrase("Zehnergang"),
    "bauernloch": Phrase("Bauernloch"),
    "kontraschnapser": Phrase("Kontraschnapser"),
    "bauernschnapser": Phrase("Bauernschnapser"),
    "farbensolo": Phrase("Farbensolo"),
    "kontrabauernschnapser": Phrase("Kontrabauernschnapser"),
    "herrenschnapser": Phrase("Herrenschnapser"),
    "sima": Phrase("the plain game"),
    "snapszer": Phrase("Snapszer"),
    "ge-elfen": Phrase("Ge-elfen"),
    "andere-alte": Phrase("Andere Alte"),
    "hoeher-hat": Phrase("Höher hat"),
    "auf-dissle": Phrase("auf Dissle"),
}
"""The contracts by their names in records; another is called as there."""


def contract_in_words(name: str) -> Fact:
    """What a contract is called.

    >>> str(contract_in_words("gang")), contract_in_words("plauderer")
    ('Gang', 'plauderer')
    """
    return CONTRACTS.get(name, name)


def ply_of(
    rules: RuleSet, action: Action, value: int = 0, seat: Seat = NOBODY, face_down: bool = False
) -> Ply:
    """An action as it is recorded: a bid has the name of its contract, a card that of both its copies.

    >>> from referee.rulesets import PRESETS
    >>> ply_of(PRESETS["bauernschnapsen"], Action(CONTRACT + 1)).word
    'bettler'
    """
    contracts, place = rules.auction.contracts, action - CONTRACT
    if 0 <= place < len(contracts):
        return OpeningPly(CONTRACT, seat=seat, word=contracts[place].name)
    if is_play(action):
        return (
            OpeningPly(kind(action), seat=seat, face_down=True) if face_down else Ply(kind(action), 0, seat)
        )
    return Ply(action, value, seat)


def foreign_word(rules: RuleSet, ply: Ply) -> Finding:
    """The finding for a word that the rules have no action for.

    A contract under another name gets a correction.
    """
    if ply.action != CONTRACT:
        if ply.action >= CALL_CARD and not rules.auction.calls:
            return Finding(_NOT_CALLED, ply.span)
        return Finding(rulings.NOT_IN_DEAL, ply.span, {"card": CardFact(turned_card(ply.action))})
    names = [contract.name for contract in rules.auction.contracts]
    called = contract_meant(ply.word)
    meant = called if called in names else suggestion(ply.word, names)
    facts: dict[str, Fact] = {"word": ply.word, "known": ", ".join(names), "hint": did_you_mean(meant)}
    line, end = ply.span.end_line, ply.span.end_column - ply.irregular
    change = Fix(Span(line, end - len(ply.word), line, end), meant, meant == called) if meant else None
    return Finding(catalogue.CONTRACT_UNKNOWN, ply.span, facts, proposal=change)


_NOT_CALLED: Final = catalogue.CONTRACT_UNKNOWN.saying("under these rules no card is called: a suit is named")


def action_of(rules: RuleSet, ply: Ply) -> Action | None:
    """What an action does that is recorded so; None for a contract or a card that the rules do not have.

    >>> from referee.rulesets import PRESETS
    >>> action_of(PRESETS["bauernschnapsen"], OpeningPly(CONTRACT, word="bettler")) == CONTRACT + 1
    True
    """
    if ply.action == CONTRACT:
        names = [contract.name for contract in rules.auction.contracts]
        return ACTIONS_BY_NUMBER[CONTRACT + names.index(ply.word)] if ply.word in names else None
    if TURN_UP <= ply.action < TURN_UP_UNSEEN and not is_word(rules, ply.action):
        return None
    return ply.cards[0] if ply.action == LAID_AWAY else ply.action


def word_of(rules: RuleSet, action: Action, value: int = 0) -> str:
    """An action as written.

    >>> from referee.rulesets import PRESETS
    >>> word_of(PRESETS["bauernschnapsen"], Action(CONTRACT + 1))
    'bid bettler'
    """
    ply = ply_of(rules, action, value)
    return action_word(ply.action, value, ply.word)


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


def in_brief(ply: Ply) -> Fact:
    """The same in a table that has a column for each seat.

    >>> str(in_brief(Ply(actions.PASS))), str(in_brief(OpeningPly(CONTRACT, word="gang")))
    ('passes', 'Gang')
    """
    action = ply.action
    if action == LAID_AWAY:
        return Phrase("discards")
    if action == actions.PASS:
        return Phrase("passes")
    if action == actions.DOUBLE:
        return Phrase("doubles")
    if action == NO_TRUMP:
        return Phrase("no trumps")
    if action < NO_TRUMP:
        return Phrase("trumps: {suit}", {"suit": SuitFact(action - NAME_TRUMP)})
    if CONTRACT <= action < TURN_UP:
        return contract_in_words(ply.word)
    if action < CALL_CARD:
        return Phrase("turned up: {card}", {"card": CardFact(action - TURN_UP)})
    return Phrase("calls {card}", {"card": CardFact(action - CALL_CARD)})
