"""Checks claims about the contract of a deal against its account: made or lost, at which trick, doubled.

Looks up what the judgement says; contains no rules.
"""

from typing import NamedTuple

from notation.findings.finding import CardFact, Fact, Phrase, SeatFact
from notation.judge.opening import contract_in_words, spoken
from notation.record.model import NOBODY
from notation.record.words import wins
from notation.rulings.claims import OfDeal, Subject
from notation.rulings.elsewhere import ClaimVerdict
from notation.rulings.ledger import Account
from notation.rulings.undertakings import how_it_went
from referee import actions
from referee.cards import BIT, NO_CARD, PARTNERS, SEATS, Card, Seat
from referee.state import Reason

RIGHT, WRONG, OPEN = ClaimVerdict.RIGHT, ClaimVerdict.WRONG, ClaimVerdict.OPEN


class ReasonedVerdict(NamedTuple):
    """A verdict on a claim, and the reason in words."""

    verdict: ClaimVerdict
    told: tuple[Phrase, ...] = ()


def contract_went(account: Account, of: OfDeal, trick: int, contract: str) -> ReasonedVerdict:
    """Return whether the contract of a deal was made, or lost, by a seat or its side, at a trick or at any.

    ``contract`` is its name, if it is named.
    """
    deal, undertaking = account.deal, account.deal.undertaking
    if undertaking is None:
        return ReasonedVerdict(WRONG, (Phrase("nothing was bid"),)) if deal.result else ReasonedVerdict(OPEN)
    played = undertaking.contract
    if contract and contract != played.name:
        facts: dict[str, Fact] = {
            "seat": SeatFact(undertaking.seat),
            "contract": contract_in_words(played.name),
        }
        return ReasonedVerdict(WRONG, (Phrase("{seat} plays {contract}, nothing else", facts),))
    result = deal.result or deal.trusted
    if result is None:
        return ReasonedVerdict(OPEN)
    made = wins(result.winner, undertaking.seat)
    by_play = result.reason in (Reason.MADE, Reason.FAILED)
    told = (how_it_went(deal, undertaking, result),) if by_play and deal.result else ()
    if not _may_be(account, of.seat, undertaking.seat, by_play):
        facts = {"seat": SeatFact(undertaking.seat), "contract": contract_in_words(played.name)}
        return ReasonedVerdict(WRONG, told or (Phrase("{seat} plays {contract}, nothing else", facts),))
    at = deal.tricks[-1].number if deal.tricks else 0
    is_so = made is (of.subject is Subject.CONTRACT_MADE) and (not trick or trick == at)
    return ReasonedVerdict(RIGHT if is_so else WRONG, told)


def _may_be(account: Account, claimed: Seat, player: Seat, alone: bool) -> bool:
    """Return whether whoever is named plays the contract: its player, his side, or his partner with him."""
    if claimed in (NOBODY, player):
        return True
    if claimed < PARTNERS and alone:
        return False
    return claimed == called_in(account).holder or account.rules.side(claimed) == account.rules.side(player)


class CalledCard(NamedTuple):
    """The card that was called in a deal, if one was, and who is known to have held it."""

    card: Card = NO_CARD
    caller: Seat = NOBODY
    holder: Seat = NOBODY


def called_in(account: Account) -> CalledCard:
    """Return the card that was called in a deal, as far as its record shows it."""
    end = account.played[-1].after if account.played else None
    if end is None or end.auction is None or end.auction.called < 0:
        return CalledCard()
    card, caller, holder = end.auction.called, end.auction.declarer, end.auction.partner
    holders = [seat for seat in SEATS[: account.rules.seats] if end.hands[seat] & BIT[card]]
    return CalledCard(card, caller, holder if holder >= 0 else next(iter(holders), NOBODY))


def was_partner(account: Account, seat: Seat) -> ReasonedVerdict:
    """Return whether a seat, or anybody, was the secret partner of whoever called a card."""
    card, caller, holder = called_in(account)
    facts: dict[str, Fact] = {"seat": SeatFact(holder), "card": CardFact(card), "caller": SeatFact(caller)}
    if card == NO_CARD:
        return ReasonedVerdict(OPEN)
    if holder < 0:
        return ReasonedVerdict(OPEN, (Phrase("who holds {card} is not recorded", facts),))
    if holder == caller:
        return ReasonedVerdict(
            WRONG, (Phrase("{seat} called {card} from his own hand and has no partner", facts),)
        )
    is_so = seat in (NOBODY, holder)
    told = Phrase("{seat} held {card}, which {caller} had called, and is the partner", facts)
    return ReasonedVerdict(RIGHT if is_so else WRONG, (told,))


def was_doubled(account: Account, of: OfDeal) -> ReasonedVerdict:
    """Return whether a deal was doubled, by a seat or its side."""
    made = [
        (event.ply, event.seat)
        for trick in account.deal.tricks
        for event in trick.events
        if event.ply.action == actions.DOUBLE and event.ruling is None
    ]
    told = tuple(spoken(*each) for each in made)
    for _, seat in made:
        if of.seat in (NOBODY, seat) or (of.seat >= PARTNERS and account.rules.side(seat) == of.seat):
            return ReasonedVerdict(RIGHT, told)
    if not account.deal.undertaking:
        return ReasonedVerdict(OPEN, told)
    return ReasonedVerdict(WRONG, told or (Phrase("nobody doubled"),))
