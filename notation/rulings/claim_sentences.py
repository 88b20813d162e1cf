"""Claims in full sentences, as they are understood: in the reader's language, with the players' names.

The sentence of a claim is read as the same claim, so it can be claimed itself.
"""

from typing import Any

from notation.findings.finding import Phrase
from notation.findings.translator import Translator
from notation.judge.opening import contract_in_words
from notation.rulings.claim_words import claim_words
from notation.rulings.claims import (
    DRAWN,
    LEADER,
    MOMENTS,
    Allowed,
    Claim,
    OfDeal,
    Out,
    Points,
    SeatPoints,
    SeatTricks,
    Subject,
    Worth,
)
from referee.cards import NO_CARD, NO_SUIT, Seat
from referee.state import TARGET


def claim_sentence(claim: Claim, language: Translator) -> str:
    """Return what is claimed in a sentence.

    >>> from notation.rulings.claim_reader import read_claims
    >>> from viewer.documents.languages import language
    >>> [reading] = read_claims("after the seventh trick i was at 68", names=["Neda", "Vasil"])
    >>> [claim_sentence(claim, language("en")) for claim in reading.claims]
    ['A has 68 card points (trick 7)', 'B has 68 card points (trick 7)']
    """
    words = claim_words(language.code)
    kind, denied, seat, facts = parts_of(claim)
    named = words.term("somebody") if seat is None else _name(seat, language)
    of = words.term("possessive").format(seat=named)
    whose = words.term("impersonal") if seat is None else of
    facts = {"seat": named, "of": of, "whose": whose} | facts
    if claim.suit != NO_SUIT:
        facts["suit"] = language.suit(claim.suit)
    said = words.sentence(kind, denied, facts)
    more = []
    if claim.trick:
        more.append(words.term(MOMENTS.get(claim.trick, "in_trick")).format(trick=claim.trick))
    if isinstance(claim.what, OfDeal) and claim.what.number and str(claim.what.number) not in said:
        more.append(str(claim.what.number))
    if claim.card != NO_CARD:
        more.append(language.card(claim.card))
    if claim.contract:
        contract = contract_in_words(claim.contract)
        more.append(language.put(contract) if isinstance(contract, Phrase) else str(contract))
    return f"{said} ({', '.join(more)})" if more else said


def parts_of(claim: Claim) -> tuple[str, bool, Seat | None, dict[str, Any]]:
    """Return the kind of a claim as the tables call it, whether it is denied, the player, and other facts."""
    what = claim.what
    match what:
        case Worth(paid=paid) if paid:
            return "paid", claim.denied, None, {"paid": " ".join(map(str, paid))}
        case Worth() if what == DRAWN:
            return "draw", claim.denied, None, {}
        case Worth():
            kind = "worth" if what.winner >= 0 else "worth-of-deal"
            return kind, claim.denied, what.winner, {"number": what.game_points}
        case Points():
            return "total", claim.denied, None, {"points": "-".join(map(str, what.points))}
        case SeatPoints():
            return "points", claim.denied, what.seat, {"number": what.points}
        case SeatTricks(tricks=0):
            return "trick" if claim.denied else "trickless", False, what.seat, {}
        case SeatTricks():
            return "tricks", claim.denied, what.seat, {"number": what.tricks}
        case Out():
            return "out", claim.denied, what.seat, {}
        case Allowed():
            return "legal", not what.allowed, None, {}
    seat = None if what.seat < 0 and what.seat != LEADER else what.seat
    number = what.number or (TARGET if what.subject is Subject.REACHED else 0)
    kind = what.subject.value
    if what.subject is Subject.COUNTS and not number:
        kind = "counts-marriage"
    return kind, what.denied, seat, {"number": number, "points": "-".join(map(str, what.score))}


def _name(seat: Seat, language: Translator) -> str:
    if seat == LEADER:
        return claim_words(language.code).term("leader")
    return language.seat(seat)
