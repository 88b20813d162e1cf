"""What a deal is worth that begins with an opening: there every side plays for itself.

:mod:`referee.settlement` comes here for such deals, of however many sides. A game is worth one, and two where
nobody of those who lose has a trick; whoever claims falsely, or gives up, loses to all the others.
"""

from typing import Final

from referee import arithmetic, codes
from referee.arithmetic import Steps, tell
from referee.cards import NOBODY, SEATS, SEVENS, Seat, players_of, together
from referee.contracts import Contract
from referee.decisions import ClaimMode, Tie
from referee.state import AuctionState, DealState, Reason, Result

FALSELY: Final = 2
"""What a false claim costs."""
CLAIM_FALSE: Final = codes.CLAIM_FALSE.saying(
    "{seat} claims {needed} with {points} card points: a false claim, {winner} wins"
)
CLAIM_VOID: Final = codes.CLAIM_VOID.saying(
    "{seat} claims {needed} with {points}; the last trick's {bonus} cannot be claimed, and the claim is void"
)
"""The codes of claims, where more than 66 are claimed."""


def claimed(
    state: DealState, seat: Seat, points: int, totals: tuple[int, ...], steps: Steps | None
) -> Result:
    """The result of a claim made with so many card points, right or false."""
    side, needed = state.side_of[seat], state.terms.target
    if points >= needed:
        line = arithmetic.GAME_OUT_TOGETHER if state.rules.mp_partners else arithmetic.GAME_OUT
        if state.rules.claim_mode is ClaimMode.AUTO:
            line = arithmetic.GAME_BY_ITSELF
        winner = state.terms.sides[side]
        tell(steps, line, seat=seat, points=points, needed=needed, winner=winner)
        return Result(winner, game(state, side, steps), Reason.OUT, totals)
    winner = others(state, side)
    tell(
        steps,
        arithmetic.GAME_CLAIM_FALSE,
        seat=seat,
        points=points,
        missing=needed - points,
        winner=winner,
        needed=needed,
    )
    tell(steps, arithmetic.FALSE_FLAT, value=FALSELY)
    return lost(state, side, FALSELY, Reason.FALSE_OUT, steps)


def played_out(state: DealState, totals: tuple[int, ...], steps: Steps | None) -> Result:
    """The result of a deal that nobody claimed: the most card points win."""
    most = max(totals)
    side = SEATS[totals.index(most)]
    if totals.count(most) > 1:
        if state.rules.tie_result is Tie.DRAW:
            tell(steps, arithmetic.DRAWN if len(totals) == 2 else arithmetic.SHARED, points=most)
            return Result(NOBODY, 0, Reason.TOTAL, totals)
        side = state.side_of[state.leader]
        tell(steps, arithmetic.TIE_BROKEN, points=most, winner=state.terms.sides[side])
    else:
        fewer = max(points for place, points in enumerate(totals) if place != side)
        tell(steps, arithmetic.HIGHER_TOTAL, winner=state.terms.sides[side], points=most, fewer=fewer)
    return Result(state.terms.sides[side], game(state, side, steps), Reason.TOTAL, totals)


def made(
    state: DealState, auction: AuctionState, contract: Contract, steps: Steps | None = None
) -> Result | None:
    """The result as soon as so many sevens are held, or their collector has a trick; None before."""
    player = auction.declarer
    if not contract.sevens:
        return None
    side, totals = state.side_of[player], tuple(state.points)
    if state.trick and state.leader == player:
        tell(steps, arithmetic.CONTRACT_TRICK, holder=player, trick=state.trick, seat=player)
        tell(steps, arithmetic.CONTRACT_WORTH, value=contract.value)
        found = lost(state, side, contract.value, Reason.FAILED, steps)
        return found._replace(contract=contract.name)
    if (state.hands[player] & SEVENS).bit_count() < contract.sevens:
        return None
    tell(steps, arithmetic.CONTRACT_SEVENS, seat=player, needed=contract.sevens)
    tell(steps, arithmetic.CONTRACT_WORTH, value=contract.value)
    return Result(state.terms.sides[side], contract.value, Reason.MADE, totals, contract=contract.name)


def lost(state: DealState, side: Seat, value: int, reason: Reason, steps: Steps | None) -> Result:
    """The result that a side loses so much to all the others."""
    winner = others(state, side)
    if len(players_of(winner)) > 1 and not state.rules.mp_partners:
        for each in players_of(winner):
            tell(steps, arithmetic.SCORES, winner=each, value=value)
    return Result(winner, value, reason, tuple(state.points))


def given_up(state: DealState, side: Seat, steps: Steps | None) -> int:
    """What giving the deal up costs a side: what a game would, by its own tricks."""
    return _worth(state.terms.sides[side], not state.tricks[side], steps)


def others(state: DealState, side: Seat) -> Seat:
    """The name of all sides but one."""
    left = [each for place, each in enumerate(state.terms.sides) if place != side]
    return left[0] if len(left) == 1 else together(left)


def game(state: DealState, side: Seat, steps: Steps | None) -> int:
    """What a game is worth that a side wins."""
    loser = others(state, side)
    trickless = not any(tricks for place, tricks in enumerate(state.tricks) if place != side)
    return _worth(loser, trickless, steps)


def _worth(loser: Seat, trickless: bool, steps: Steps | None) -> int:
    value = 2 if trickless else 1
    tell(steps, arithmetic.GAME_TRICKLESS if trickless else arithmetic.GAME, loser=loser, value=value)
    return value
