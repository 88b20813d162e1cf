"""What a deal is worth: the end of play turned into a winner and game points, or into payments.

Reads a state and never changes it. The value of a win is always the loser's doing. Where two sides play, the
winner scores it; where more do, each of the others pays the winner what he himself has brought it to. Under
a contract two parties play. Where the players are for themselves, whoever plays it pays each of the others or
is paid by each; where they play for a score, he scores its value, or each of the others does.
"""

from typing import Final

from referee import arithmetic, openings
from referee.arithmetic import Line, Steps, tell
from referee.auction import may_hold
from referee.cards import NOBODY, SEATS, Seat, players_of, together
from referee.contracts import Aim, Contract
from referee.decisions import (
    AtLimit,
    ClaimMode,
    ClosedBasis,
    DefenderOut,
    Exhausted,
    FailedClose,
    FalseClaim,
    Revoke,
    Tie,
    Unclaimed,
    WrongMarriageLead,
)
from referee.state import AuctionState, DealState, Reason, Result
from referee.terms import AUTO, TARGET

# Members of enumerations by names of their own: they are looked up much faster.
OUT: Final = Reason.OUT
TOTAL: Final = Reason.TOTAL
BY_LAST_TRICK: Final = Unclaimed.LAST_TRICK
DRAWN: Final = Tie.DRAW
FLAT_ONE: Final = Exhausted.ONE
AT_CLOSE: Final = ClosedBasis.CLOSE


def _other(side: Seat) -> Seat:
    """The place of the other side, of two."""
    return SEATS[1 - side]


def _named(state: DealState, side: Seat) -> Seat:
    """The name of the side at a place (:attr:`referee.rules.RuleSet.sides`), or of a party to a contract.

    Where all pay, that of several players is whoever sits first after the one who plays it.
    """
    if state.auction is None:
        return state.terms.sides[side]
    player, seats = state.auction.declarer, SEATS[: state.rules.seats]
    party = [seat for seat in (*seats[player:], *seats[:player]) if state.side_of[seat] == side]
    party = [seat for seat in party if seat != state.hidden_partner]
    if state.rules.mp_partners or state.rules.mp_all_pay:
        return state.rules.side(party[0])
    return together(party)


def last_bonus(state: DealState) -> int:
    """The card points that the last trick adds (`last.bonus`, `close.last_trick`), 0 before it."""
    if not state.spent:
        return 0
    counts = state.closer < 0 or (state.rules.close_last_trick and state.leader != state.frozen)
    return state.rules.last_bonus if counts else 0


def reaches(state: DealState, seat: Seat) -> int:
    """The card points that a seat can claim with now, the last trick's only where they may be claimed."""
    side = state.side_of[seat]
    points = state.points[side]
    if state.rules.last_bonus_claimable and side == state.side_of[state.leader]:
        points += last_bonus(state)
    return points


def claim_holds(state: DealState, seat: Seat) -> bool:
    """Whether a claim of a seat would be right now, if it may be made."""
    return reaches(state, seat) >= state.terms.target


def claimed(state: DealState, seat: Seat, steps: Steps | None = None) -> Result:
    """The result of a claim made in its window, correct, void or false.

    Here and below ``steps``, where given, takes the arithmetic.
    """
    side = state.side_of[seat]
    other = _other(side)
    points = reaches(state, seat)
    if points > state.points[side]:
        tell(steps, arithmetic.BONUS_CLAIMED, seat=seat, bonus=points - state.points[side], points=points)
    bonus, target = last_bonus(state), state.terms.target
    is_void = points < target <= state.points[side] + bonus  # `last.bonus_claimable`
    if state.terms.opens and not is_void:
        return openings.claimed(state, seat, points, _with(state, side, points), steps)
    if points >= target:
        totals = _with(state, side, points)
        if state.closer in (side, NOBODY):
            if state.terms.claim_mode() is AUTO:
                line = arithmetic.OUT_BY_ITSELF
                tell(steps, line, seat=_named(state, side), points=points)
            elif state.rules.mp_partners:
                winner = _named(state, side)
                line = arithmetic.OUT_TOGETHER
                tell(steps, line, seat=seat, points=points, winner=winner)
            else:
                line = arithmetic.OUT_FIRST if state.points[other] >= TARGET else arithmetic.OUT
                tell(steps, line, seat=seat, points=points)
            return _won(state, side, _tier(state, side, steps), OUT, totals, steps)
        tell(steps, arithmetic.DEFENDER_OUT, closer=state.closer, seat=seat, points=points)
        return Result(side, _defender_out(state, steps), Reason.DEFENDER_OUT, totals)
    if is_void:
        facts = {"seat": seat, "points": points, "bonus": bonus, "total": points + bonus}
        if state.terms.opens:
            tell(steps, arithmetic.GAME_CLAIM_VOID, needed=target, **facts)
        else:
            tell(steps, arithmetic.CLAIM_VOID, **facts)
        return played_out(state, steps)
    winner = _named(state, other)
    missing = TARGET - points
    tell(steps, arithmetic.CLAIM_FALSE, seat=seat, points=points, missing=missing, winner=winner)
    value = _false_claim(state, side, steps)
    return _won(state, other, value, Reason.FALSE_OUT, tuple(state.points), steps)


def played_out(state: DealState, steps: Steps | None = None) -> Result:
    """The result of a deal that was played to the last card without a claim."""
    rules = state.rules
    last = state.side_of[state.leader]
    bonus = last_bonus(state)
    totals = _with(state, last, state.points[last] + bonus)
    if bonus:
        tell(steps, arithmetic.BONUS, seat=state.leader, bonus=bonus, points=totals[last])
    if state.closer >= 0:
        winner = _other(state.closer)
        tell(steps, arithmetic.CLOSER_FAILED, closer=state.closer, winner=winner)
        return Result(winner, _failed_close(state, steps), Reason.CLOSER_FAILED, totals)
    if rules.mp_all_pay and state.auction is None:
        return _all_pay(state, totals, steps)
    if state.terms.opens:
        return openings.played_out(state, totals, steps)
    side = SEATS[0] if totals[0] > totals[1] else SEATS[1]
    reason = TOTAL
    if rules.last_no_claim_exhausted is BY_LAST_TRICK:
        side, reason = last, Reason.LAST_TRICK
        tell(steps, arithmetic.LAST_TRICK, winner=_named(state, last))
    elif totals[0] == totals[1] and state.auction is None:
        if rules.tie_result is DRAWN:
            tell(steps, arithmetic.DRAWN, points=totals[0])
            return Result(NOBODY, 0, reason, totals)
        side = last
        tell(steps, arithmetic.TIE_BROKEN, points=totals[0], winner=_named(state, last))
    else:
        fewer = totals[_other(side)]
        tell(steps, arithmetic.HIGHER_TOTAL, winner=_named(state, side), points=totals[side], fewer=fewer)
    if rules.score_exhausted is FLAT_ONE:
        tell(steps, arithmetic.EXHAUSTED_ONE, value=1)
        return _won(state, side, 1, reason, totals, steps)
    tell(steps, arithmetic.EXHAUSTED_BY_LOSER)
    loser = _other(side)
    value = _by_loser(state, loser, totals[loser], state.tricks[loser], steps)
    return _won(state, side, value, reason, totals, steps)


def _won(
    state: DealState, side: Seat, value: int, reason: Reason, totals: tuple[int, ...], steps: Steps | None
) -> Result:
    """The result that a side, or a party to a contract, wins so much; doubling multiplies it."""
    auction = state.auction
    if auction is None:
        return Result(state.terms.sides[side], value, reason, totals)
    if auction.doubles:
        factor = 1 << auction.doubles
        value *= factor
        tell(steps, arithmetic.DOUBLED, factor=factor, value=value)
    is_bid = reason in (Reason.MADE, Reason.FAILED)
    name = state.rules.auction.contracts[auction.bid].name if is_bid else ""
    winner = _named(state, side)
    if state.rules.mp_partners:
        return Result(winner, value, reason, totals, contract=name)
    totals = _by_player(state, totals)
    if not side and reason is not OUT and state.hidden_partner >= 0:
        winner = together([auction.declarer, state.hidden_partner])
    if not state.rules.mp_all_pay:
        for each in players_of(winner) if len(totals) > 2 else ():
            tell(steps, arithmetic.SCORES, winner=each, value=value)
        return Result(winner, value, reason, totals, contract=name)
    declarer = auction.declarer
    paid = [0] * len(state.rules.sides)
    for other in SEATS[: len(paid)]:
        if other != declarer:
            pays, wins = (declarer, other) if side else (other, declarer)
            tell(steps, arithmetic.PAYS, loser=pays, winner=wins, value=value)
            paid[pays] -= value
            paid[wins] += value
    return Result(winner, paid[winner], reason, totals, tuple(paid), name)


def _by_player(state: DealState, totals: tuple[int, ...]) -> tuple[int, ...]:
    """Card points of two parties as those of each player; what the last trick adds is its winner's."""
    own = list(state.own_points)
    own[state.leader] += sum(totals) - sum(state.points)
    return tuple(own)


def _all_pay(state: DealState, totals: tuple[int, ...], steps: Steps | None) -> Result:
    """The result where the side with the most card points is paid by each of the others (`mp.all_pay`)."""
    most = max(totals)
    if totals.count(most) > 1:
        tell(steps, arithmetic.SHARED, points=most)
        return Result(NOBODY, 0, TOTAL, totals, (0,) * len(totals))
    winner = SEATS[totals.index(most)]
    tell(steps, arithmetic.MOST, winner=winner, points=most)
    paid = [0] * len(totals)
    for loser in SEATS[: len(totals)]:
        if loser != winner:
            value = 1
            if state.rules.score_exhausted is not FLAT_ONE:
                value = _by_loser(state, loser, totals[loser], state.tricks[loser], steps)
            tell(steps, arithmetic.PAYS, loser=loser, winner=winner, value=value)
            paid[loser] = -value
    paid[winner] = -sum(paid)
    return Result(winner, paid[winner], TOTAL, totals, tuple(paid))


def not_played(state: DealState) -> Result:
    """The result of a deal in which nobody bids and nothing is played: a draw without points."""
    nothing = (0,) * len(state.rules.sides)
    return Result(NOBODY, 0, TOTAL, nothing, nothing if state.rules.mp_all_pay else ())


def ends_by_claim(state: DealState) -> bool:
    """Whether what is played under an auction is the game in which 66 is claimed."""
    contract = state.contract
    return state.rules.claim_mode is ClaimMode.SAID and contract is not None and contract.aim is Aim.FIRST


def under_contract(state: DealState, auction: AuctionState, steps: Steps | None = None) -> Result | None:
    """The result as soon as the aim of the contract is reached or missed; None before."""
    contract = state.rules.auction.contracts[auction.bid]
    if contract.first is not None:
        return openings.made(state, auction, contract, steps) or _opened_by_itself(state, steps)
    last = state.side_of[state.leader]
    totals = _with(state, last, state.points[last] + last_bonus(state))
    if contract.aim is Aim.FIRST:
        return _first_to_target(state, contract, totals, steps)
    player = state.side_of[auction.declarer]
    made = _is_made(state, auction, contract, totals, steps)
    if made is None:
        return None
    tell(steps, arithmetic.CONTRACT_WORTH, value=contract.value)
    reason = Reason.MADE if made else Reason.FAILED
    return _won(state, player if made else _other(player), contract.value, reason, totals, steps)


def _opened_by_itself(state: DealState, steps: Steps | None) -> Result | None:
    """The result of a deal that began with an opening, where nobody claims; None before."""
    if state.rules.claim_mode is not AUTO:
        return None
    waits = state.melded >= 0 and not state.rules.marriage_out_without_lead
    if reaches(state, state.turn) >= state.terms.target and not waits:
        return claimed(state, state.turn, steps)
    return played_out(state, steps) if state.spent else None


def _first_to_target(
    state: DealState, contract: Contract, totals: tuple[int, ...], steps: Steps | None
) -> Result | None:
    """The result of the game that whoever first has enough card points wins, where nobody claims them."""
    if state.rules.claim_mode is ClaimMode.SAID:
        return None
    for side in SEATS[:2]:
        if totals[side] >= contract.target:
            winner = _named(state, side)
            tell(steps, arithmetic.OUT_BY_ITSELF, seat=winner, points=totals[side])
            value = contract.value or _lost_by(state, _other(side), totals, steps)
            return _won(state, side, value, OUT, totals, steps)
    return played_out(state, steps) if state.spent else None


def _is_made(
    state: DealState, auction: AuctionState, contract: Contract, totals: tuple[int, ...], steps: Steps | None
) -> bool | None:
    """Whether a contract is made or lost by now; None before either (`auction.end`)."""
    player, winner, trick = auction.declarer, state.leader, state.trick
    side = state.side_of[player]
    mine, theirs = state.tricks[side], state.tricks[_other(side)]
    if contract.aim is Aim.HELD:
        held = may_hold(state, player, contract)
        tell(steps, arithmetic.CONTRACT_HELD if held else arithmetic.CONTRACT_NOT_HELD, seat=player)
        return held
    takes_all = contract.clean or contract.aim is Aim.ALL_TRICKS
    wrong = mine if contract.aim is Aim.NO_TRICK else theirs if takes_all else 0
    if wrong or (contract.own_tricks and trick and winner != player):
        tell(steps, arithmetic.CONTRACT_TRICK, holder=winner, trick=trick, seat=player)
        return False
    if contract.aim is not Aim.POINTS:
        if not state.spent:
            return None
        line = arithmetic.CONTRACT_NONE if contract.aim is Aim.NO_TRICK else arithmetic.CONTRACT_ALL
        tell(steps, line, seat=player)
        return True
    points, needed = totals[side], contract.target
    if contract.own_tricks:  # what his partner has announced does not help him
        points -= sum(
            each.points
            for each in state.marriages
            if each.seat != player and state.side_of[each.seat] == side
        )
    if points >= needed:
        tell(steps, arithmetic.CONTRACT_POINTS, seat=player, points=points, needed=needed)
        return True
    if not state.spent and not 0 < contract.within <= trick:
        return None
    missing = needed - points
    tell(steps, arithmetic.CONTRACT_FEWER, seat=player, trick=trick, points=points, missing=missing)
    return False


def _lost_by(state: DealState, side: Seat, totals: tuple[int, ...], steps: Steps | None) -> int:
    """What a side loses that has no more than it has."""
    return _by_loser(state, side, totals[side], state.tricks[side], steps)


def resigned(state: DealState, seat: Seat, steps: Steps | None = None) -> Result:
    """The result of giving the deal up: what going out now, or a failed close, brings the other side."""
    side = state.side_of[seat]
    tell(steps, arithmetic.RESIGNED, seat=seat, winner=_named_against(state, side))
    return _lost(state, side, _given_up(state, side, steps), Reason.RESIGNATION, steps)


def revoked(state: DealState, seat: Seat, steps: Steps | None = None) -> Result | None:
    """What a revoke makes of the deal (`irr.revoke`), or None where play decides it anyway."""
    side = state.side_of[seat]
    match state.rules.irr_revoke:
        case Revoke.NONE:
            return None
        case Revoke.LOST:
            tell(steps, arithmetic.REVOKE_LOSES, seat=seat, winner=_named_against(state, side))
            return _lost(state, side, _given_up(state, side, steps), Reason.FORFEIT, steps)
        case Revoke.THREE:
            return _fined(state, seat, arithmetic.REVOKE_COSTS, steps)


def led_wrongly(state: DealState, seat: Seat, steps: Steps | None = None) -> Result | None:
    """What another lead than one of the marriage makes of the deal (`irr.marriage_wrong_lead`), or None."""
    if state.rules.irr_marriage_wrong_lead is WrongMarriageLead.VOID:
        return None
    return _fined(state, seat, arithmetic.WRONG_LEAD_COSTS, steps)


def _fined(state: DealState, seat: Seat, line: Line, steps: Steps | None) -> Result:
    """The result of irregular play that costs three."""
    side, value = state.side_of[seat], 3
    tell(steps, line, seat=seat, winner=_named_against(state, side), value=value)
    return _lost(state, side, value, Reason.FORFEIT, steps)


def _named_against(state: DealState, side: Seat) -> Seat:
    """The name of whoever wins what a side loses."""
    return openings.others(state, side) if state.terms.opens else _named(state, _other(side))


def _lost(state: DealState, side: Seat, value: int, reason: Reason, steps: Steps | None) -> Result:
    """The result that a side loses so much."""
    if state.terms.opens:
        return openings.lost(state, side, value, reason, steps)
    return _won(state, _other(side), value, reason, tuple(state.points), steps)


def _given_up(state: DealState, side: Seat, steps: Steps | None) -> int:
    contract = state.contract
    if state.terms.opens:
        return openings.given_up(state, side, steps)
    if contract is not None and contract.value:
        tell(steps, arithmetic.CONTRACT_WORTH, value=contract.value)
        return contract.value
    return _failed_close(state, steps) if state.closer == side else _tier(state, _other(side), steps)


def _with(state: DealState, side: Seat, points: int) -> tuple[int, ...]:
    totals = state.points.copy()
    totals[side] = points
    return tuple(totals)


def _tricks(state: DealState, side: Seat) -> int:
    """The tricks that count for a side, frozen ones not (`close.frozen_tricks`)."""
    is_frozen = state.frozen == side and state.rules.close_frozen_tricks
    return state.close_tricks[side] if is_frozen else state.tricks[side]


def _by_loser(
    state: DealState, side: Seat, points: int, tricks: int, steps: Steps | None, limit: AtLimit = AtLimit.ONE
) -> int:
    """1, 2 for a schneider, 3 for a losing side without a trick (`score.tiers`, `score.schwarz`).

    ``limit`` is what it is worth where the loser has exactly the points that save from schneider.
    """
    loser = _named(state, side)
    if not tricks:
        tell(steps, arithmetic.SCHWARZ, loser=loser, value=3)
        return 3
    needed = state.rules.score_tiers
    if points == needed and limit is AtLimit.TWO:
        tell(steps, arithmetic.FALSE_AT_LIMIT, loser=loser, points=points, value=2)
        return 2
    value = 2 if points < needed else 1
    line = arithmetic.SCHNEIDER if points < needed else arithmetic.SINGLE
    tell(steps, line, loser=loser, points=points, needed=needed, value=value)
    return value


def _tier(state: DealState, side: Seat, steps: Steps | None, limit: AtLimit = AtLimit.ONE) -> int:
    """What a correct claim wins, or would have won (`score.tiers`, `score.closed_basis`)."""
    other = _other(side)
    points, tricks = state.points[other], _tricks(state, other)
    if state.closer == side and state.rules.score_closed_basis is AT_CLOSE:
        points, tricks = state.close_points[other], state.close_tricks[other]
        tell(steps, arithmetic.BASIS_CLOSE, seat=side, loser=other)
    elif state.frozen == other:
        line = arithmetic.FROZEN if state.rules.close_frozen_tricks else arithmetic.FROZEN_POINTS
        tell(steps, line, loser=other)
    elif state.closer == side:
        tell(steps, arithmetic.BASIS_TOTAL, seat=side, loser=other)
    return _by_loser(state, other, points, tricks, steps, limit)


def _failed_close(state: DealState, steps: Steps | None) -> int:
    """`score.closer_fails`."""
    decision = state.rules.score_closer_fails
    closer, winner = state.closer, _other(state.closer)
    trickless = not state.close_tricks[winner]
    flat = (FailedClose.ONE, FailedClose.TWO, FailedClose.THREE)
    if decision in flat:
        value = 1 + flat.index(decision)
        tell(steps, arithmetic.FAILED_FLAT, value=value)
        return value
    if trickless:
        tell(steps, arithmetic.FAILED_TRICKLESS, winner=winner, closer=closer, value=3)
        return 3
    if decision is FailedClose.TWO_OR_THREE:
        tell(steps, arithmetic.FAILED_WITH_TRICK, winner=winner, closer=closer, value=2)
        return 2
    tell(steps, arithmetic.FAILED_BY_CLOSER, winner=winner, closer=closer)
    return _by_loser(state, closer, reaches(state, closer), 1, steps)


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


def _false_claim(state: DealState, side: Seat, steps: Steps | None) -> int:
    """`claim.false`; for a closer never less than his failure (`claim.false_by_closer`)."""
    other = _other(side)
    match state.rules.claim_false:
        case FalseClaim.FLAT | FalseClaim.THREE as flat:
            value = 3 if flat is FalseClaim.THREE else 2
            tell(steps, arithmetic.FALSE_FLAT, value=value)
        case FalseClaim.SCHNAPSEN:
            tricks = _tricks(state, other)
            if tricks != state.tricks[other]:
                tell(steps, arithmetic.FROZEN, loser=_named(state, other))
            value = 2 if tricks else 3
            line = arithmetic.FALSE_TRICK if value == 2 else arithmetic.FALSE_TRICKLESS
            tell(steps, line, winner=_named(state, other), value=value)
        case FalseClaim.PROPORTIONAL:
            tell(steps, arithmetic.FALSE_PROPORTIONAL)
            value = _tier(state, side, steps, state.rules.claim_false_at_33)
        case FalseClaim.MAX:
            tell(steps, arithmetic.FALSE_AT_LEAST, value=2)
            value = max(2, _tier(state, side, steps))
            tell(steps, arithmetic.FALSE_HIGHER, value=value)
    if state.closer != side:
        return value
    tell(steps, arithmetic.FALSE_BY_CLOSER, seat=side)
    value = max(value, _failed_close(state, steps))
    tell(steps, arithmetic.CLOSER_HIGHER, value=value)
    return value
