"""What follows from a claim about a deal that has been answered: what it changes there, or does not.

Reads the account of the deal and the clauses of its rules; decides nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from notation.findings.finding import Fact, Phrase, SeatFact, typed
from notation.record.words import wins
from notation.rulings.alternative import Alternative, AlternativeKind, missed_claims
from notation.rulings.certainty import worth_of
from notation.rulings.claims import OfDeal, Out, SeatPoints, Subject, Worth
from notation.rulings.elsewhere import ClaimVerdict
from notation.rulings.ledger import Account
from referee import arithmetic
from referee.cards import NOBODY, PARTNERS, Seat
from referee.decisions import ClaimMode
from referee.rules import RulesError
from referee.rulesets import BOOKS


class Consequence(NamedTuple):
    """What follows from a claim, in words, and the decision point that says so."""

    says: Phrase
    point: str = ""
    worth: Worth | None = None
    """What the deal would be worth then, if the words are a condition."""


Follows = tuple[Consequence | Alternative, ...]
"""What follows from a claim; an alternative is what the claimed would have needed."""

_CLAUSES: Final[Mapping[Subject, str]] = {
    Subject.REVOKE: "irr.revoke",
    Subject.REVOKED_FIRST: "irr.revoke",
    Subject.MISDEAL: "irr.misdeal",
    Subject.WRONG_DEALER: "irr.wrong_dealer",
    Subject.MARRIAGE_OTHER_CARD: "irr.marriage_wrong_lead",
    Subject.LED_OUT_OF_TURN: "irr.out_of_turn",
    Subject.PLAYED_OUT_OF_TURN: "irr.out_of_turn",
    Subject.NOT_HELD: "irr.not_held",
    Subject.DREW_WRONGLY: "irr.draw",
}
"""The points that say what happens after an irregularity."""
_CONTRACT_POINTS: Final = frozenset({arithmetic.CONTRACT_WORTH.point, arithmetic.DOUBLED.point})
_STEPS: Final[Mapping[Subject, frozenset[str]]] = {
    Subject.FALSE_CLAIM: frozenset({"claim.false", "claim.false_at_33", "claim.false_by_closer"}),
    Subject.RIGHT_CLAIM: frozenset({"claim.false", "claim.false_at_33", "claim.false_by_closer"}),
    Subject.CLOSE_FAILED: frozenset({"score.closer_fails"}),
    Subject.CONTRACT_MADE: _CONTRACT_POINTS,
    Subject.CONTRACT_FAILED: _CONTRACT_POINTS,
    Subject.DOUBLED: frozenset({arithmetic.DOUBLED.point}),
}
"""The points of the steps of the scoring that say what something else cost."""
_OF_66: Final = frozenset({Subject.REACHED, Subject.REACHED_FIRST, Subject.FORGOT_CLAIM})


def consequences(
    account: Account, what: OfDeal | SeatPoints | Out, verdict: ClaimVerdict, trick: int = 0
) -> Follows:
    r"""Return what follows from a claim with this verdict in a deal.

    >>> from notation.judge import judge
    >>> from notation.rulings.ledger import account
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\n1. As Td @incident(exposed A Kc)"
    >>> found = account(judge(next(read(text))), 1)
    >>> consequences(found, SeatPoints(0, 21), ClaimVerdict.RIGHT)
    ()
    >>> [follows] = consequences(found, OfDeal(Subject.REVOKE), ClaimVerdict.RIGHT)
    >>> follows.point
    'irr.revoke'
    """
    if verdict is ClaimVerdict.OPEN:
        return ()
    is_so = verdict is ClaimVerdict.RIGHT
    if isinstance(what, SeatPoints | Out):
        points = account.rules.target if isinstance(what, Out) else what.points
        return tuple(_of_points(account, what.seat, points, trick)) if is_so else ()
    is_so ^= what.denied
    if what.subject in _OF_66:
        number = what.number or account.rules.target
        return tuple(_of_points(account, what.seat, number, trick)) if is_so else ()
    if what.subject is Subject.RIGHT_CLAIM:
        is_so = not is_so
    if not is_so:
        return ()
    point = _CLAUSES.get(what.subject, "")
    cost = tuple(_steps(account, _STEPS.get(what.subject, frozenset({point} if point else ()))))
    if cost or not point:
        return cost
    return (Consequence(Phrase(BOOKS[account.rules.name].clauses[point].rule), point),)


def _steps(account: Account, points: frozenset[str], loser: Seat | None = None) -> Iterator[Consequence]:
    """Yield the steps of the scoring that follow these points, or those about a loser."""
    for line, facts in account.steps:
        if line.point in points and (loser is None or wins(Seat(facts.get("loser", NOBODY)), loser)):
            yield Consequence(Phrase(line.sentence, typed(facts)), line.point)


_TIERS: Final = frozenset({arithmetic.SCHNEIDER.point})


def _of_points(account: Account, seat: Seat, points: int, trick: int) -> Iterator[Consequence | Alternative]:
    """Yield what follows from card points of a side: the deal if they were claimed, or what a loss counts."""
    if seat < 0:
        return
    rules, deal = account.rules, account.deal
    side = rules.side(seat)
    result = deal.result or deal.trusted
    winner = result.winner if result else None
    target = rules.target
    if points < target:
        for other in (seat, side) if winner is not None and not wins(winner, side) else ():
            found = list(_steps(account, _TIERS, other))
            yield from found
            if found:
                return
        return
    if (winner is not None and wins(winner, side)) or rules.claim_mode is ClaimMode.AUTO:
        return
    if rules.claim_mode is ClaimMode.NEVER:
        yield Consequence(Phrase("this does not end the deal: nobody claims under these rules"), "claim.mode")
        return
    own = [claim for claim in account.claims if rules.side(claim.seat) == side]
    facts: dict[str, Fact] = {"seat": SeatFact(side if side >= PARTNERS else seat), "needed": target}
    if any(claim.refused for claim in own):
        told = Phrase("this alone does not win the deal: {seat} claimed it too late", facts)
        yield Consequence(told, "claim.window")
    elif not own:
        told = Phrase("this alone does not win the deal: {seat} did not claim {needed}", facts)
        yield Consequence(told, "claim.mode")
    yield from _had_it_counted(account, side, trick)


def _had_it_counted(account: Account, side: Seat, trick: int) -> Iterator[Consequence | Alternative]:
    """Yield what a claim, and what rules without claims, would have given a side with 66."""
    now = worth_of(account.deal)
    for chance, worth in missed_claims(account, now):
        if account.rules.side(chance.seat) == side and trick in (0, chance.trick):
            kind = AlternativeKind.CLAIM
            at = (chance.trick, chance.seat, chance.points, chance.lead)
            yield Alternative(kind, worth, *at, needed=chance.needed)
            break
    try:
        rules = replace(account.rules, claim_mode=ClaimMode.AUTO)
    except RulesError:
        return
    other = account.elsewhere.under(rules)
    unclaimed = worth_of(other.deal)
    if unclaimed and unclaimed != now and other.certainty.certain:
        needed: dict[str, Fact] = {"needed": rules.target}
        yield Consequence(Phrase("if {needed} did not have to be claimed", needed), worth=unclaimed)
