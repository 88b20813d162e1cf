"""What a group of words claims, if it makes a claim of a kind: with which numbers, trick and card."""

import re
from typing import Final

from notation.record.model import NOBODY
from notation.rulings.claim_signals import MARRIAGES, Figures
from notation.rulings.claim_text import Group
from notation.rulings.claims import (
    Allowed,
    Claim,
    OfDeal,
    Out,
    Points,
    SeatPoints,
    SeatTricks,
    Subject,
    What,
    Worth,
)
from referee.cards import ACE, NO_CARD, NO_SUIT, RANK_LETTERS, SUITS, Card, Seat, Suit, card
from referee.match import most_worth
from referee.rules import RuleSet

_NUMBERED: Final = frozenset(
    {"counts", "marriage-illegal", "marriage-not-held", "marriage-late", "marriage-other-card"}
    | {"marriage-unmarked", "marriage-misnamed", "withdrawn"}
)
"""Claims of which the value of a marriage is kept."""
MOST_WORTH: Final = 11
"""The most game points of a deal, where nothing is bid."""


def meant(
    kind: str, denied: bool, group: Group, figures: Figures, seat: Seat, rules: RuleSet
) -> Claim | None:
    """Return the claim of a kind that a group makes of a player; nothing without the number it needs."""
    plain = figures.plain
    what: What
    match kind:
        case "draw":
            what = Worth(Seat(NOBODY), 0)
        case "worth":
            most = most_worth(rules) if rules.auction.contracts else MOST_WORTH
            numbers = [number for number in plain if 0 < number <= most]
            if not numbers:
                return None
            what = Worth(seat, numbers[0])
        case "total":
            if len(figures.pair) < 2:
                return None
            what = Points(figures.pair)
        case "points":
            rest = [number for number in plain if number not in MARRIAGES] or list(plain)
            if not rest:
                return None
            what = SeatPoints(seat, rest[0])
        case "tricks":
            number = figures.tricks if figures.tricks >= 0 else next(iter(plain), -1)
            if number < 0:
                return None
            what = SeatTricks(seat, number)
        case "trickless":
            what = SeatTricks(seat, 0)
        case "allowed":
            what, denied = Allowed(not denied), False
        case "out" if not figures.trick:
            what = Out(seat)
        case "reached" | "out":
            number = _reached(kind, group, plain, rules.target)
            what, denied = OfDeal(Subject.REACHED, seat, number, denied), False
        case _:
            number = next((n for n in plain if n in MARRIAGES), 0) if kind in _NUMBERED else 0
            what, denied = OfDeal(Subject(kind), seat, number, denied), False
    is_before = kind in ("close-early", "exchange-early") and figures.trick == 1  # `before the first trick`
    trick = 0 if is_before else figures.trick
    return Claim(what, NOBODY, trick, denied, _card(group), _suit(group), _contract(group, rules))


def _reached(kind: str, group: Group, plain: tuple[int, ...], target: int) -> int:
    """Return the card points that somebody reached."""
    known = [number for number in (target, 33) if number in plain]
    rest = [number for number in plain if number not in MARRIAGES] or list(plain)
    number = target if kind == "out" else next(iter(known or rest), target)
    return number + ("more" in group.found and kind == "reached")


def _card(group: Group) -> Card:
    """Return the card that a group names, if one."""
    found = {word for word in group.words if re.fullmatch(r"%\d\d", word)}
    if len(found) != 1:
        return NO_CARD
    [word] = found
    return card(SUITS[int(word[1])], (ACE - int(word[2])) % len(RANK_LETTERS))


def _suit(group: Group) -> Suit:
    """Return the suit that a group names, if one."""
    found = {Suit(int(word[2:])) for word in group.words if word.startswith("%s")}
    return found.pop() if len(found) == 1 else NO_SUIT


def _contract(group: Group, rules: RuleSet) -> str:
    """Return the name of the contract that a group names, if one; `Ass-Bettler` names no `Bettler`."""
    spans = [
        (match.span(), name)
        for name, words in group.language.contracts_of(rules)
        for match in words.finditer(group.line)
    ]
    found = {
        name
        for (start, end), name in spans
        if not any(
            first <= start and end <= last and last - first > end - start for (first, last), _ in spans
        )
    }
    return found.pop() if len(found) == 1 else ""
