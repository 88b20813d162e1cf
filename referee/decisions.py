"""The ways in which tables decide a point, where it is more than yes, no or a number."""

from enum import Enum


class NextDealer(Enum):
    """Who deals the next deal (`deal.next_dealer`)."""

    WINNER = "winner"
    LOSER = "loser"
    TURN = "turn"


class SeriesDealer(Enum):
    """Who deals first in the next match of a series (`series.next_dealer`).

    ``ANEW`` is for who deals first in every match: it is chosen again, and anybody may.
    """

    ANEW = "anew"
    TURN = "turn"


class AfterDraw(Enum):
    """Who deals after a drawn deal (`deal.after_draw`)."""

    SAME = "same"
    TURN = "turn"


class TrumpCard(Enum):
    """How trumps are fixed (`deal.trump_card`).

    ``NAMED`` is for who leads first: he names the suit from his first three cards, or his fourth is turned up
    and has it. ``LAST`` is the card at the bottom of the pack, which the dealer gets.
    """

    UNDER_TALON = "under-talon"
    NAMED = "named"
    LAST = "last"


class Exchanger(Enum):
    """Who may exchange: only who is about to lead, or whoever is in turn (`exchange.who`)."""

    LEADER = "leader"
    TURN = "turn"


class Announcer(Enum):
    """Who may announce a marriage (`marriage.who`)."""

    LEADER = "leader"
    """Who is about to lead."""
    SIDE = "side"
    """He, or his partner."""
    TURN = "turn"
    """Whoever is in turn, before he leads or replies, once his side has a trick."""


class MarriageLead(Enum):
    """Which card of an announced marriage must be led (`marriage.lead`)."""

    KING_OR_QUEEN = "king-or-queen"
    KING = "king"
    ANY = "any"


class MarriageAfterClose(Enum):
    """Who may announce a marriage once the talon is closed (`marriage.after_close`)."""

    ANYBODY = "yes"
    NOBODY = "no"
    CLOSER = "closer"


class MarriageCount(Enum):
    """From when a marriage's points count (`marriage.count_when`)."""

    AT_ONCE = "at-once"
    WITH_TRICK = "with-trick"
    NEXT_TRICK = "next-trick"


class ClaimMode(Enum):
    """Whether 66 must be said, ends the deal automatically, or does not end it (`claim.mode`)."""

    SAID = "said"
    AUTO = "auto"
    NEVER = "never"


class ClaimWindow(Enum):
    """Until when a claim may be made (`claim.window`): the lead, the reply to a marriage's lead, the draw."""

    LEAD = "lead"
    REPLY = "reply"
    DRAW = "draw"


class FalseClaim(Enum):
    """What a false claim gives the other side (`claim.false`); ``FLAT`` is 2."""

    FLAT = "flat"
    THREE = "3"
    SCHNAPSEN = "schnapsen"
    PROPORTIONAL = "proportional"
    MAX = "max"


class AtLimit(Enum):
    """What a proportional false claim costs where the other has just enough (`claim.false_at_33`)."""

    ONE = "1"
    TWO = "2"


class Unclaimed(Enum):
    """Who wins an unclosed deal in which nobody goes out (`last.no_claim_exhausted`)."""

    TOTAL = "total"
    LAST_TRICK = "last-trick"


class ClosedBasis(Enum):
    """Which points of the opponent measure a closer's win (`score.closed_basis`)."""

    TOTAL = "total"
    CLOSE = "close"


class FailedClose(Enum):
    """What a closer's failure gives the opponent (`score.closer_fails`)."""

    TWO_OR_THREE = "2/3"
    BY_CLOSER = "1/2/3"
    ONE = "1"
    TWO = "2"
    THREE = "3"


class DefenderOut(Enum):
    """What the closer's opponent scores for going out himself (`score.noncloser_out`)."""

    TWO = "2"
    TWO_OR_THREE = "2-or-3"
    AS_FAILED = "as-failed"


class Exhausted(Enum):
    """What winning without a claim is worth (`score.exhausted`)."""

    BY_LOSER = "1/2/3"
    ONE = "1"


class AceBettler(Enum):
    """What makes an Ass-Bettler harder than a Bettler (`auction.ace_bettler`)."""

    HELD = "held"
    LOW = "low"


class Tie(Enum):
    """What equal totals mean (`tie.result`)."""

    DRAW = "draw"
    LAST_TRICK = "last-trick"


class DrawBonus(Enum):
    """After which draws a deal brings one more (`tie.bonus`); ``ADDING`` has several draws add up."""

    NONE = "no"
    AFTER_65 = "yes"
    AFTER_ANY = "any"
    ADDING = "adding"


class WrongMarriageLead(Enum):
    """What another card costs than one of the marriage announced (`irr.marriage_wrong_lead`)."""

    VOID = "void"
    THREE = "3"


class Revoke(Enum):
    """What becomes of a deal in which a duty of play was broken (`irr.revoke`)."""

    NONE = "none"
    LOST = "lost"
    THREE = "3"
