"""What a deal is worth: the end of play turned into a winner and game points.

Reads a deal and never changes it. Two sides; the value of a win is always the loser's doing.
"""

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from referee.decisions import (
    ClosedBasis,
    DefenderOut,
    Exhausted,
    FailedClose,
    FalseClaim,
    Revoke,
    Tie,
    Unclaimed,
)

if TYPE_CHECKING:
    from referee.deal import Deal

TARGET: Final = 66


class Reason(Enum):
    """How a deal was decided."""

    OUT = "out"
    FALSE_OUT = "false-out"
    CLOSER_FAILED = "closer-failed"
    DEFENDER_OUT = "defender-out"
    TOTAL = "total"
    LAST_TRICK = "last-trick"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    FORFEIT = "forfeit"


class Result(NamedTuple):
    """The end of a deal; ``winner`` is -1 after a draw, ``card_points`` are by seat."""

    winner: int
    game_points: int
    reason: Reason
    card_points: tuple[int, ...]


def last_bonus(deal: "Deal") -> int:
    """The card points that the last trick of an unclosed deal adds (`last.bonus`), 0 before it."""
    return deal.rules.last_bonus if deal.closer < 0 and deal.spent else 0


def reaches(deal: "Deal", seat: int) -> int:
    """The card points that a seat can claim with now, the last trick's only where they may be claimed."""
    points = deal.points[seat]
    if deal.rules.last_bonus_claimable and seat == deal.leader:
        points += last_bonus(deal)
    return points


def claimed(deal: "Deal", seat: int) -> Result:
    """The result of a claim made in its window, correct, void or false."""
    points = reaches(deal, seat)
    if points >= TARGET:
        totals = _with(deal, seat, points)
        if deal.closer in (seat, -1):
            return Result(seat, _tier(deal, seat), Reason.OUT, totals)
        return Result(seat, _defender_out(deal), Reason.DEFENDER_OUT, totals)
    if deal.points[seat] + last_bonus(deal) >= TARGET:
        return played_out(deal)  # `last.bonus_claimable`: void, not false
    return Result(1 - seat, _false_claim(deal, seat), Reason.FALSE_OUT, tuple(deal.points))


def played_out(deal: "Deal") -> Result:
    """The result of a deal that was played to the last card without a claim."""
    rules = deal.rules
    last = deal.leader
    if deal.closer >= 0:
        return Result(1 - deal.closer, _failed_close(deal), Reason.CLOSER_FAILED, tuple(deal.points))
    totals = _with(deal, last, deal.points[last] + last_bonus(deal))
    winner = 0 if totals[0] > totals[1] else 1
    reason = Reason.TOTAL
    if rules.last_no_claim_exhausted is Unclaimed.LAST_TRICK:
        winner, reason = last, Reason.LAST_TRICK
    elif totals[0] == totals[1]:
        if rules.tie_result is Tie.DRAW:
            return Result(-1, 0, reason, totals)
        winner = last
    one = rules.score_exhausted is Exhausted.ONE
    value = 1 if one else _by_loser(deal, totals[1 - winner], deal.tricks[1 - winner])
    return Result(winner, value, reason, totals)


def resigned(deal: "Deal", seat: int) -> Result:
    """The result of giving the deal up: what going out now would have won the other player."""
    value = _failed_close(deal) if deal.closer == seat else _tier(deal, 1 - seat)
    return Result(1 - seat, value, Reason.RESIGNATION, tuple(deal.points))


def revoked(deal: "Deal", seat: int) -> Result | None:
    """What a revoke makes of the deal (`irr.revoke`), or None where play decides it all the same."""
    match deal.rules.irr_revoke:
        case Revoke.NONE:
            return None
        case Revoke.LOST:
            value = resigned(deal, seat).game_points
        case Revoke.THREE:
            value = 3
    return Result(1 - seat, value, Reason.FORFEIT, tuple(deal.points))


def _with(deal: "Deal", seat: int, points: int) -> tuple[int, ...]:
    totals = deal.points.copy()
    totals[seat] = points
    return tuple(totals)


def _tricks(deal: "Deal", seat: int) -> int:
    """The tricks that count for a seat: none after the close where its points are frozen."""
    return deal.close_tricks[seat] if deal.frozen == seat else deal.tricks[seat]


def _by_loser(deal: "Deal", points: int, tricks: int) -> int:
    """1, 2 for a schneider, 3 for a loser without a trick (`score.tiers`, `score.schwarz`)."""
    if not tricks:
        return 3
    return 2 if points < deal.rules.score_tiers else 1


def _tier(deal: "Deal", seat: int) -> int:
    """What a correct claim wins, or would have won (`score.tiers`, `score.closed_basis`)."""
    other = 1 - seat
    if deal.closer == seat and deal.rules.score_closed_basis is ClosedBasis.CLOSE:
        return _by_loser(deal, deal.close_points[other], deal.close_tricks[other])
    return _by_loser(deal, deal.points[other], _tricks(deal, other))


def _failed_close(deal: "Deal") -> int:
    """`score.closer_fails`."""
    value = deal.rules.score_closer_fails
    trickless = not deal.close_tricks[1 - deal.closer]
    if value is FailedClose.TWO_OR_THREE:
        return 3 if trickless else 2
    if value is FailedClose.BY_CLOSER:
        return 3 if trickless else _by_loser(deal, deal.points[deal.closer], 1)
    return int(value.value)


def _defender_out(deal: "Deal") -> int:
    """`score.noncloser_out`."""
    match deal.rules.score_noncloser_out:
        case DefenderOut.TWO:
            return 2
        case DefenderOut.TWO_OR_THREE:
            return 2 if deal.tricks[deal.closer] else 3
        case DefenderOut.AS_FAILED:
            return _failed_close(deal)


def _false_claim(deal: "Deal", seat: int) -> int:
    """`claim.false`; for a closer never less than his failure (`claim.false_by_closer`)."""
    match deal.rules.claim_false:
        case FalseClaim.FLAT:
            value = 2
        case FalseClaim.SCHNAPSEN:
            value = 2 if _tricks(deal, 1 - seat) else 3
        case FalseClaim.PROPORTIONAL:
            value = _tier(deal, seat)
        case FalseClaim.MAX:
            value = max(2, _tier(deal, seat))
    return max(value, _failed_close(deal)) if deal.closer == seat else value
