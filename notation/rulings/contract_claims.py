"""Checks claims about the contract of a deal against its account: made or lost, at which trick, doubled.

Looks up what the judgement says; contains no rules.
"""

from typing import NamedTuple

from notation.findings.finding import Fact, Phrase, SeatFact
from notation.judge.opening import contract_in_words, spoken
from notation.record.model import NOBODY
from notation.record.words import wins
from notation.rulings.claims import OfDeal, Subject
from notation.rulings.elsewhere import ClaimVerdict
from notation.rulings.ledger import Account
from notation.rulings.undertakings import how_it_went
from referee import actions
from referee.cards import PARTNERS, Seat
from referee.state import Reason

RIGHT, WRONG, OPEN = ClaimVerdict.RIGHT, ClaimVerdict.WRONG, ClaimVerdict.OPEN


class Checked(NamedTuple):
    """A verdict on a claim, and the reason in words."""

    verdict: ClaimVerdict
    told: tuple[Phrase, ...] = ()


def contract_went(account: Account, of: OfDeal, trick: int, contract: str) -> Checked:
    """Return whether the contract of a deal was made, or lost, by a seat or its side, at a trick or at any.

    ``contract`` is its name, if it is named.
    """
    deal, undertaking = account.deal, account.deal.undertaking
    if undertaking is None:
        return Checked(OPEN)
    played = undertaking.contract
    if contract and contract != played.name:
        facts: dict[str, Fact] = {
            "seat": SeatFact(undertaking.seat),
            "contract": contract_in_words(played.name),
        }
        return Checked(WRONG, (Phrase("{seat} plays {contract}, nothing else", facts),))
    result = deal.result or deal.trusted
    if result is None:
        return Checked(OPEN)
    made = wins(result.winner, undertaking.seat)
    by_play = result.reason in (Reason.MADE, Reason.FAILED)
    told = (how_it_went(deal, undertaking, result),) if by_play and deal.result else ()
    if not _may_be(account, of.seat, undertaking.seat, by_play):
        facts = {"seat": SeatFact(undertaking.seat), "contract": contract_in_words(played.name)}
        return Checked(WRONG, told or (Phrase("{seat} plays {contract}, nothing else", facts),))
    at = deal.tricks[-1].number if deal.tricks else 0
    is_so = made is (of.subject is Subject.CONTRACT_MADE) and (not trick or trick == at)
    return Checked(RIGHT if is_so else WRONG, told)


def _may_be(account: Account, claimed: Seat, player: Seat, alone: bool) -> bool:
    """Return whether whoever is named plays the contract: its player, his side, or his partner with him."""
    if claimed in (NOBODY, player):
        return True
    is_side = claimed >= PARTNERS or not alone
    return is_side and account.rules.side(claimed) == account.rules.side(player)


def was_doubled(account: Account, of: OfDeal) -> Checked:
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
            return Checked(RIGHT, told)
    if not account.deal.undertaking:
        return Checked(OPEN, told)
    return Checked(WRONG, told or (Phrase("nobody doubled"),))
