"""What a deal is worth: the end of play turned into a winner and game points.

Reads a state and never changes it. Two sides; the value of a win is always the loser's doing.
"""

from referee import arithmetic
from referee.arithmetic import Steps, tell
from referee.cards import NOBODY, SEATS, Seat
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
from referee.state import TARGET, DealState, Reason, Result


def last_bonus(state: DealState) -> int:
    """The card points that the last trick of an unclosed deal adds (`last.bonus`), 0 before it."""
    return state.rules.last_bonus if state.closer < 0 and state.spent else 0


def reaches(state: DealState, seat: Seat) -> int:
    """The card points that a seat can claim with now, the last trick's only where they may be claimed."""
    points = state.points[seat]
    if state.rules.last_bonus_claimable and seat == state.leader:
        points += last_bonus(state)
    return points


def claimed(state: DealState, seat: Seat, steps: Steps | None = None) -> Result:
    """The result of a claim made in its window, correct, void or false.

    Here and below ``steps``, where given, takes the arithmetic.
    """
    points = reaches(state, seat)
    if points > state.points[seat]:
        tell(steps, arithmetic.BONUS_CLAIMED, seat=seat, bonus=points - state.points[seat], points=points)
    if points >= TARGET:
        totals = _with(state, seat, points)
        if state.closer in (seat, NOBODY):
            line = arithmetic.OUT_FIRST if state.points[1 - seat] >= TARGET else arithmetic.OUT
            if state.rules.claim_mode is ClaimMode.AUTO:
                line = arithmetic.OUT_BY_ITSELF
            tell(steps, line, seat=seat, points=points)
            return Result(seat, _tier(state, seat, steps), Reason.OUT, totals)
        tell(steps, arithmetic.DEFENDER_OUT, closer=state.closer, seat=seat, points=points)
        return Result(seat, _defender_out(state, steps), Reason.DEFENDER_OUT, totals)
    bonus = last_bonus(state)
    if state.points[seat] + bonus >= TARGET:  # `last.bonus_claimable`: void, not false
        tell(steps, arithmetic.CLAIM_VOID, seat=seat, points=points, bonus=bonus, total=points + bonus)
        return played_out(state, steps)
    tell(
        steps,
        arithmetic.CLAIM_FALSE,
        seat=seat,
        points=points,
        missing=TARGET - points,
        winner=SEATS[1 - seat],
    )
    return Result(SEATS[1 - seat], _false_claim(state, seat, steps), Reason.FALSE_OUT, tuple(state.points))


def played_out(state: DealState, steps: Steps | None = None) -> Result:
    """The result of a deal that was played to the last card without a claim."""
    rules = state.rules
    last = state.leader
    if state.closer >= 0:
        tell(steps, arithmetic.CLOSER_FAILED, closer=state.closer, winner=SEATS[1 - state.closer])
        value = _failed_close(state, steps)
        return Result(SEATS[1 - state.closer], value, Reason.CLOSER_FAILED, tuple(state.points))
    bonus = last_bonus(state)
    totals = _with(state, last, state.points[last] + bonus)
    if bonus:
        tell(steps, arithmetic.BONUS, seat=last, bonus=bonus, points=totals[last])
    winner = SEATS[0] if totals[0] > totals[1] else SEATS[1]
    reason = Reason.TOTAL
    if rules.last_no_claim_exhausted is Unclaimed.LAST_TRICK:
        winner, reason = last, Reason.LAST_TRICK
        tell(steps, arithmetic.LAST_TRICK, winner=last)
    elif totals[0] == totals[1]:
        if rules.tie_result is Tie.DRAW:
            tell(steps, arithmetic.DRAWN, points=totals[0])
            return Result(NOBODY, 0, reason, totals)
        winner = last
        tell(steps, arithmetic.TIE_BROKEN, points=totals[0], winner=last)
    else:
        tell(steps, arithmetic.HIGHER_TOTAL, winner=winner, points=totals[winner], fewer=totals[1 - winner])
    if rules.score_exhausted is Exhausted.ONE:
        tell(steps, arithmetic.EXHAUSTED_ONE, value=1)
        return Result(winner, 1, reason, totals)
    tell(steps, arithmetic.EXHAUSTED_BY_LOSER)
    loser = SEATS[1 - winner]
    return Result(winner, _by_loser(state, loser, totals[loser], state.tricks[loser], steps), reason, totals)


def resigned(state: DealState, seat: Seat, steps: Steps | None = None) -> Result:
    """The result of giving the deal up: what going out now would have won the other player."""
    tell(steps, arithmetic.RESIGNED, seat=seat, winner=SEATS[1 - seat])
    return Result(SEATS[1 - seat], _given_up(state, seat, steps), Reason.RESIGNATION, tuple(state.points))


def revoked(state: DealState, seat: Seat, steps: Steps | None = None) -> Result | None:
    """What a revoke makes of the deal (`irr.revoke`), or None where play decides it all the same."""
    match state.rules.irr_revoke:
        case Revoke.NONE:
            return None
        case Revoke.LOST:
            tell(steps, arithmetic.REVOKE_LOSES, seat=seat, winner=SEATS[1 - seat])
            value = _given_up(state, seat, steps)
        case Revoke.THREE:
            value = 3
            tell(steps, arithmetic.REVOKE_COSTS, seat=seat, winner=SEATS[1 - seat], value=value)
    return Result(SEATS[1 - seat], value, Reason.FORFEIT, tuple(state.points))


def _given_up(state: DealState, seat: Seat, steps: Steps | None) -> int:
    return _failed_close(state, steps) if state.closer == seat else _tier(state, SEATS[1 - seat], steps)


def _with(state: DealState, seat: Seat, points: int) -> tuple[int, ...]:
    totals = state.points.copy()
    totals[seat] = points
    return tuple(totals)


def _tricks(state: DealState, seat: Seat) -> int:
    """The tricks that count for a seat: none after the close where its points are frozen."""
    return state.close_tricks[seat] if state.frozen == seat else state.tricks[seat]


def _by_loser(state: DealState, loser: Seat, points: int, tricks: int, steps: Steps | None) -> int:
    """1, 2 for a schneider, 3 for a loser without a trick (`score.tiers`, `score.schwarz`)."""
    if not tricks:
        tell(steps, arithmetic.SCHWARZ, loser=loser, value=3)
        return 3
    needed = state.rules.score_tiers
    value = 2 if points < needed else 1
    line = arithmetic.SCHNEIDER if points < needed else arithmetic.SINGLE
    tell(steps, line, loser=loser, points=points, needed=needed, value=value)
    return value


def _tier(state: DealState, seat: Seat, steps: Steps | None) -> int:
    """What a correct claim wins, or would have won (`score.tiers`, `score.closed_basis`)."""
    other = SEATS[1 - seat]
    points, tricks = state.points[other], _tricks(state, other)
    if state.closer == seat and state.rules.score_closed_basis is ClosedBasis.CLOSE:
        points, tricks = state.close_points[other], state.close_tricks[other]
        tell(steps, arithmetic.BASIS_CLOSE, seat=seat, loser=other)
    elif state.frozen == other:
        tell(steps, arithmetic.FROZEN, loser=other)
    elif state.closer == seat:
        tell(steps, arithmetic.BASIS_TOTAL, seat=seat, loser=other)
    return _by_loser(state, other, points, tricks, steps)


def _failed_close(state: DealState, steps: Steps | None) -> int:
    """`score.closer_fails`."""
    decision = state.rules.score_closer_fails
    closer, winner = state.closer, SEATS[1 - state.closer]
    trickless = not state.close_tricks[winner]
    if decision not in (FailedClose.TWO_OR_THREE, FailedClose.BY_CLOSER):
        value = int(decision.value)
        tell(steps, arithmetic.FAILED_FLAT, value=value)
        return value
    if trickless:
        tell(steps, arithmetic.FAILED_TRICKLESS, winner=winner, closer=closer, value=3)
        return 3
    if decision is FailedClose.TWO_OR_THREE:
        tell(steps, arithmetic.FAILED_WITH_TRICK, winner=winner, closer=closer, value=2)
        return 2
    tell(steps, arithmetic.FAILED_BY_CLOSER, winner=winner, closer=closer)
    return _by_loser(state, closer, state.points[closer], 1, steps)


def _defender_out(state: DealState, steps: Steps | None) -> int:
    """`score.noncloser_out`."""
    match state.rules.score_noncloser_out:
        case DefenderOut.TWO:
            value, line = 2, arithmetic.DEFENDER_FLAT
        case DefenderOut.TWO_OR_THREE if state.tricks[state.closer]:
            value, line = 2, arithmetic.DEFENDER_TRICK
        case DefenderOut.TWO_OR_THREE:
            value, line = 3, arithmetic.DEFENDER_TRICKLESS
        case DefenderOut.AS_FAILED:
            tell(steps, arithmetic.DEFENDER_AS_FAILED)
            return _failed_close(state, steps)
    tell(steps, line, closer=state.closer, value=value)
    return value


def _false_claim(state: DealState, seat: Seat, steps: Steps | None) -> int:
    """`claim.false`; for a closer never less than his failure (`claim.false_by_closer`)."""
    winner = SEATS[1 - seat]
    match state.rules.claim_false:
        case FalseClaim.FLAT:
            value = 2
            tell(steps, arithmetic.FALSE_FLAT, value=value)
        case FalseClaim.SCHNAPSEN:
            value = 2 if _tricks(state, winner) else 3
            line = arithmetic.FALSE_TRICK if value == 2 else arithmetic.FALSE_TRICKLESS
            tell(steps, line, winner=winner, value=value)
        case FalseClaim.PROPORTIONAL:
            tell(steps, arithmetic.FALSE_PROPORTIONAL)
            value = _tier(state, seat, steps)
        case FalseClaim.MAX:
            tell(steps, arithmetic.FALSE_AT_LEAST, value=2)
            value = max(2, _tier(state, seat, steps))
            tell(steps, arithmetic.FALSE_HIGHER, value=value)
    if state.closer != seat:
        return value
    tell(steps, arithmetic.FALSE_BY_CLOSER, seat=seat)
    value = max(value, _failed_close(state, steps))
    tell(steps, arithmetic.CLOSER_HIGHER, value=value)
    return value
