"""What a deal is worth: the end of play turned into a winner and game points.

Reads a deal and never changes it. Two sides; the value of a win is always the loser's doing.
"""

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from referee import arithmetic as working
from referee.arithmetic import Steps, tell
from referee.decisions import (
    ClaimMode,
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


def claimed(deal: "Deal", seat: int, steps: Steps | None = None) -> Result:
    """The result of a claim made in its window, correct, void or false.

    Here and below ``steps``, where given, takes the arithmetic.
    """
    points = reaches(deal, seat)
    if points > deal.points[seat]:
        tell(steps, working.BONUS_CLAIMED, seat=seat, bonus=points - deal.points[seat], points=points)
    if points >= TARGET:
        totals = _with(deal, seat, points)
        if deal.closer in (seat, -1):
            line = working.OUT_FIRST if deal.points[1 - seat] >= TARGET else working.OUT
            if deal.rules.claim_mode is ClaimMode.AUTO:
                line = working.OUT_BY_ITSELF
            tell(steps, line, seat=seat, points=points)
            return Result(seat, _tier(deal, seat, steps), Reason.OUT, totals)
        tell(steps, working.DEFENDER_OUT, closer=deal.closer, seat=seat, points=points)
        return Result(seat, _defender_out(deal, steps), Reason.DEFENDER_OUT, totals)
    bonus = last_bonus(deal)
    if deal.points[seat] + bonus >= TARGET:  # `last.bonus_claimable`: void, not false
        tell(steps, working.CLAIM_VOID, seat=seat, points=points, bonus=bonus, total=points + bonus)
        return played_out(deal, steps)
    tell(steps, working.CLAIM_FALSE, seat=seat, points=points, missing=TARGET - points, winner=1 - seat)
    return Result(1 - seat, _false_claim(deal, seat, steps), Reason.FALSE_OUT, tuple(deal.points))


def played_out(deal: "Deal", steps: Steps | None = None) -> Result:
    """The result of a deal that was played to the last card without a claim."""
    rules = deal.rules
    last = deal.leader
    if deal.closer >= 0:
        tell(steps, working.CLOSER_FAILED, closer=deal.closer, winner=1 - deal.closer)
        value = _failed_close(deal, steps)
        return Result(1 - deal.closer, value, Reason.CLOSER_FAILED, tuple(deal.points))
    bonus = last_bonus(deal)
    totals = _with(deal, last, deal.points[last] + bonus)
    if bonus:
        tell(steps, working.BONUS, seat=last, bonus=bonus, points=totals[last])
    winner = 0 if totals[0] > totals[1] else 1
    reason = Reason.TOTAL
    if rules.last_no_claim_exhausted is Unclaimed.LAST_TRICK:
        winner, reason = last, Reason.LAST_TRICK
        tell(steps, working.LAST_TRICK, winner=last)
    elif totals[0] == totals[1]:
        if rules.tie_result is Tie.DRAW:
            tell(steps, working.DRAWN, points=totals[0])
            return Result(-1, 0, reason, totals)
        winner = last
        tell(steps, working.TIE_BROKEN, points=totals[0], winner=last)
    else:
        tell(steps, working.HIGHER_TOTAL, winner=winner, points=totals[winner], fewer=totals[1 - winner])
    if rules.score_exhausted is Exhausted.ONE:
        tell(steps, working.EXHAUSTED_ONE, value=1)
        return Result(winner, 1, reason, totals)
    tell(steps, working.EXHAUSTED_BY_LOSER)
    loser = 1 - winner
    return Result(winner, _by_loser(deal, loser, totals[loser], deal.tricks[loser], steps), reason, totals)


def resigned(deal: "Deal", seat: int, steps: Steps | None = None) -> Result:
    """The result of giving the deal up: what going out now would have won the other player."""
    tell(steps, working.RESIGNED, seat=seat, winner=1 - seat)
    return Result(1 - seat, _given_up(deal, seat, steps), Reason.RESIGNATION, tuple(deal.points))


def revoked(deal: "Deal", seat: int, steps: Steps | None = None) -> Result | None:
    """What a revoke makes of the deal (`irr.revoke`), or None where play decides it all the same."""
    match deal.rules.irr_revoke:
        case Revoke.NONE:
            return None
        case Revoke.LOST:
            tell(steps, working.REVOKE_LOSES, seat=seat, winner=1 - seat)
            value = _given_up(deal, seat, steps)
        case Revoke.THREE:
            value = 3
            tell(steps, working.REVOKE_COSTS, seat=seat, winner=1 - seat, value=value)
    return Result(1 - seat, value, Reason.FORFEIT, tuple(deal.points))


def _given_up(deal: "Deal", seat: int, steps: Steps | None) -> int:
    return _failed_close(deal, steps) if deal.closer == seat else _tier(deal, 1 - seat, steps)


def _with(deal: "Deal", seat: int, points: int) -> tuple[int, ...]:
    totals = deal.points.copy()
    totals[seat] = points
    return tuple(totals)


def _tricks(deal: "Deal", seat: int) -> int:
    """The tricks that count for a seat: none after the close where its points are frozen."""
    return deal.close_tricks[seat] if deal.frozen == seat else deal.tricks[seat]


def _by_loser(deal: "Deal", loser: int, points: int, tricks: int, steps: Steps | None) -> int:
    """1, 2 for a schneider, 3 for a loser without a trick (`score.tiers`, `score.schwarz`)."""
    if not tricks:
        tell(steps, working.SCHWARZ, loser=loser, value=3)
        return 3
    needed = deal.rules.score_tiers
    value = 2 if points < needed else 1
    line = working.SCHNEIDER if points < needed else working.SINGLE
    tell(steps, line, loser=loser, points=points, needed=needed, value=value)
    return value


def _tier(deal: "Deal", seat: int, steps: Steps | None) -> int:
    """What a correct claim wins, or would have won (`score.tiers`, `score.closed_basis`)."""
    other = 1 - seat
    points, tricks = deal.points[other], _tricks(deal, other)
    if deal.closer == seat and deal.rules.score_closed_basis is ClosedBasis.CLOSE:
        points, tricks = deal.close_points[other], deal.close_tricks[other]
        tell(steps, working.BASIS_CLOSE, seat=seat, loser=other)
    elif deal.frozen == other:
        tell(steps, working.FROZEN, loser=other)
    elif deal.closer == seat:
        tell(steps, working.BASIS_TOTAL, seat=seat, loser=other)
    return _by_loser(deal, other, points, tricks, steps)


def _failed_close(deal: "Deal", steps: Steps | None) -> int:
    """`score.closer_fails`."""
    decision = deal.rules.score_closer_fails
    closer, winner = deal.closer, 1 - deal.closer
    trickless = not deal.close_tricks[winner]
    if decision not in (FailedClose.TWO_OR_THREE, FailedClose.BY_CLOSER):
        value = int(decision.value)
        tell(steps, working.FAILED_FLAT, value=value)
        return value
    if trickless:
        tell(steps, working.FAILED_TRICKLESS, winner=winner, closer=closer, value=3)
        return 3
    if decision is FailedClose.TWO_OR_THREE:
        tell(steps, working.FAILED_WITH_TRICK, winner=winner, closer=closer, value=2)
        return 2
    tell(steps, working.FAILED_BY_CLOSER, winner=winner, closer=closer)
    return _by_loser(deal, closer, deal.points[closer], 1, steps)


def _defender_out(deal: "Deal", steps: Steps | None) -> int:
    """`score.noncloser_out`."""
    match deal.rules.score_noncloser_out:
        case DefenderOut.TWO:
            value, line = 2, working.DEFENDER_FLAT
        case DefenderOut.TWO_OR_THREE if deal.tricks[deal.closer]:
            value, line = 2, working.DEFENDER_TRICK
        case DefenderOut.TWO_OR_THREE:
            value, line = 3, working.DEFENDER_TRICKLESS
        case DefenderOut.AS_FAILED:
            tell(steps, working.DEFENDER_AS_FAILED)
            return _failed_close(deal, steps)
    tell(steps, line, closer=deal.closer, value=value)
    return value


def _false_claim(deal: "Deal", seat: int, steps: Steps | None) -> int:
    """`claim.false`; for a closer never less than his failure (`claim.false_by_closer`)."""
    winner = 1 - seat
    match deal.rules.claim_false:
        case FalseClaim.FLAT:
            value = 2
            tell(steps, working.FALSE_FLAT, value=value)
        case FalseClaim.SCHNAPSEN:
            value = 2 if _tricks(deal, winner) else 3
            line = working.FALSE_TRICK if value == 2 else working.FALSE_TRICKLESS
            tell(steps, line, winner=winner, value=value)
        case FalseClaim.PROPORTIONAL:
            tell(steps, working.FALSE_PROPORTIONAL)
            value = _tier(deal, seat, steps)
        case FalseClaim.MAX:
            tell(steps, working.FALSE_AT_LEAST, value=2)
            value = max(2, _tier(deal, seat, steps))
            tell(steps, working.FALSE_HIGHER, value=value)
    if deal.closer != seat:
        return value
    tell(steps, working.FALSE_BY_CLOSER, seat=seat)
    value = max(value, _failed_close(deal, steps))
    tell(steps, working.CLOSER_HIGHER, value=value)
    return value
