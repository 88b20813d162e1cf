"""How an assertion is understood, with only those claims that are possible in the game of a rule set."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Fact, Phrase, SeatFact
from notation.judge.assertions import are_payments
from notation.record.model import NOBODY
from notation.record.words import score_words
from notation.rulings.claims import (
    DRAWN,
    OF_AUCTIONS,
    OF_CALLS,
    Claim,
    OfDeal,
    Out,
    Points,
    SeatPoints,
    SeatTricks,
    What,
    Worth,
)
from referee.cards import PARTNERS, Seat, players_of
from referee.match import MOST_PAID, most_bonus, stated_worths
from referee.rules import RuleSet

LONGEST: Final = 300
"""Characters of a claim that are read."""
UNCLEAR: Final = Phrase("this can mean more than one thing")
SPEAKER_UNKNOWN: Final = Phrase("it is not said who speaks, so it is not known who is meant")
SEVERAL_MEANT: Final = Phrase("more than one player can be meant")
NOT_UNDERSTOOD: Final = Phrase("this is not understood as a claim")
TOO_LONG: Final = Phrase("a claim has at most {most} characters", {"most": LONGEST})


class Reading(NamedTuple):
    """One assertion of a text and how it is understood.

    It is understood if it has one claim and no fault; otherwise the claims are offered to choose from.
    ``text`` is the part of the text that was read.
    """

    text: str
    claims: tuple[Claim, ...]
    fault: Phrase | None = None

    @property
    def understood(self) -> bool:
        """Whether the assertion has one meaning that can be judged."""
        return self.fault is None


def checked(text: str, claims: Sequence[Claim], rules: RuleSet) -> Reading:
    """Return a reading of claims, without those that the game does not allow."""
    sides = [_of_side(claim, rules) for claim in claims]
    faults = [fault(claim, rules) for claim in sides]
    good = tuple(claim for claim, fault in zip(sides, faults, strict=True) if fault is None)
    if len(good) == 1:
        return Reading(text, good)
    if not good:
        return Reading(text, (), faults[0])
    if len({claim._replace(what=_unseated(claim.what)) for claim in good}) > 1:
        return Reading(text, good, UNCLEAR)
    return Reading(text, good, SPEAKER_UNKNOWN if good[0].by < 0 else SEVERAL_MEANT)


def _unseated(what: What) -> What:
    if isinstance(what, OfDeal | Out | SeatPoints | SeatTricks):
        return what._replace(seat=Seat(NOBODY))
    return what._replace(winner=Seat(NOBODY)) if isinstance(what, Worth) else what


def _of_side(claim: Claim, rules: RuleSet) -> Claim:
    """Return a claim of what a deal is worth as one of a side."""
    what = claim.what
    if isinstance(what, Worth) and 0 <= what.winner < rules.seats:
        return claim._replace(what=what._replace(winner=rules.sides[rules.side_of[what.winner]]))
    return claim


def stranger(seat: int, rules: RuleSet) -> Phrase:
    """Return that a game has no such seat."""
    return Phrase(catalogue.SEAT_UNKNOWN.sentence, {"stated_seat": SeatFact(seat), "needed": rules.seats})


def fault(claim: Claim, rules: RuleSet) -> Phrase | None:
    """Return why a claim is not possible in the game of a rule set."""
    what, most = claim.what, stated_worths(rules, most_bonus(rules))[-1]
    seats = [claim.by]
    if isinstance(what, OfDeal) and what.subject in OF_AUCTIONS and not rules.auction.contracts:
        return Phrase("under these rules nothing is named or bid before the first lead")
    if isinstance(what, OfDeal) and what.subject in OF_CALLS and not rules.auction.calls:
        return Phrase("under these rules no card is called, so nobody is a secret partner")
    if isinstance(what, OfDeal) and what.score and len(what.score) != len(rules.sides):
        return NOT_UNDERSTOOD
    if isinstance(what, SeatPoints | SeatTricks | Out) and what.seat == NOBODY:
        return SPEAKER_UNKNOWN
    if isinstance(what, SeatPoints | SeatTricks | Out | OfDeal):
        seats.append(what.seat)
    elif isinstance(what, Worth) and what.paid:
        if not rules.mp_all_pay:
            return NOT_UNDERSTOOD
        if not are_payments(what.paid, rules):
            return Phrase(
                "{stated} cannot be paid and won: one player is paid what the others pay, 1 to {most} each",
                {"stated": score_words(what.paid), "most": MOST_PAID},
            )
    elif isinstance(what, Worth):
        seats += [what.winner] if rules.mp_partners or not rules.auction.steps else players_of(what.winner)
        if what != DRAWN and not 1 <= what.game_points <= most:
            return Phrase(
                "a deal brings 1 to {most} game points, not {stated}; "
                "card points are claimed as in `A has 41 points`",
                {"most": most, "stated": what.game_points},
            )
    elif isinstance(what, Points) and len(what.points) != len(rules.sides):
        facts: dict[str, Fact] = {"stated": what.points, "needed": len(rules.sides)}
        if rules.mp_partners:
            return Phrase("{stated} are not card points for {needed} sides", facts)
        return Phrase("{stated} are not card points for {needed} seats", facts)
    if any(seat not in rules.sides for seat in seats if seat >= PARTNERS):
        return NOT_UNDERSTOOD
    other = next((seat for seat in seats if rules.seats <= seat < PARTNERS), None)
    return None if other is None else stranger(other, rules)
