"""The arithmetic of a result: each step that scoring takes, the point it follows, and its facts.

Sentences name facts in braces; :mod:`notation` puts them into words. A
step is reported with the value and never decides it.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Line(NamedTuple):
    """A step that scoring can take: its sentence, and the decision point that it follows, if any."""

    sentence: str
    point: str = ""


class ArithmeticStep(NamedTuple):
    """One step of a result: the line, and the facts that it names; ``value`` is what it comes to."""

    line: Line
    facts: Mapping[str, int]


Steps = list[ArithmeticStep]


def tell(steps: Steps | None, line: Line, **facts: int) -> None:
    """Add a step where somebody listens."""
    if steps is not None:
        steps.append(ArithmeticStep(line, facts))


# How the deal was decided.
OUT: Final = Line("{seat} claims 66 and has {points} card points: {seat} is out", "claim.mode")
OUT_FIRST: Final = OUT._replace(point="claim.both66")
"""The same where the other has 66 too."""
OUT_TOGETHER: Final = Line(
    "{seat} claims 66, and {winner} have {points} card points: they are out", "claim.mode"
)
OUT_BY_ITSELF: Final = Line("{seat} has {points} card points, and reaching 66 ends the deal", "claim.mode")
BONUS_CLAIMED: Final = Line(
    "the last trick gives {seat} {bonus} more card points, which count towards a claim: {points}",
    "last.bonus_claimable",
)
DEFENDER_OUT: Final = Line(
    "{closer} closed the talon, and {seat} goes out first with {points} card points",
    "close.noncloser_can_win",
)
CLAIM_FALSE: Final = Line("{seat} claims 66 with {points} card points, {missing} too few: {winner} wins")
CLAIM_VOID: Final = Line(
    "{seat} claims 66 with {points}; the last trick's {bonus} would make {total}, but does not count "
    "towards a claim: the claim is void, and the deal is settled without it",
    "last.bonus_claimable",
)
GAME_OUT: Final = Line("{seat} claims {needed} and has {points} card points: {seat} is out", "claim.mode")
"""Here and below: after an opening, where so many win."""
GAME_OUT_TOGETHER: Final = Line(
    "{seat} claims {needed}, and {winner} have {points} card points: they are out", "claim.mode"
)
GAME_BY_ITSELF: Final = Line(
    "{seat} has {points} card points, and reaching {needed} ends the deal", "claim.mode"
)
GAME_CLAIM_FALSE: Final = Line(
    "{seat} claims {needed} with {points} card points, {missing} too few: {winner} wins"
)
GAME_CLAIM_VOID: Final = Line(
    "{seat} claims {needed} with {points}; the last trick's {bonus} would make {total}, but does not count "
    "towards a claim: the claim is void, and the deal is settled without it",
    "last.bonus_claimable",
)
CLOSER_FAILED: Final = Line(
    "{closer} closed the talon and nobody went out: {winner} wins", "last.no_claim_closed"
)
BONUS: Final = Line("the last trick gives {seat} {bonus} more card points: {points}", "last.bonus")
HIGHER_TOTAL: Final = Line(
    "nobody went out, and {winner} has more card points, {points} to {fewer}", "last.no_claim_exhausted"
)
LAST_TRICK: Final = Line("nobody went out, and {winner} took the last trick", "last.no_claim_exhausted")
DRAWN: Final = Line("both have {points} card points: the deal is a draw", "tie.result")
TIE_BROKEN: Final = Line("both have {points} card points, and {winner} took the last trick", "tie.result")
MOST: Final = Line("all tricks are played, and {winner} has the most card points, {points}", "mp.end")
SHARED: Final = Line("more than one has the most card points, {points}: nobody pays", "tie.result")
RESIGNED: Final = Line("{seat} resigns the deal, for what going out now would win {winner}")
REVOKE_LOSES: Final = Line(
    "{seat} revoked and loses the deal, for what going out at that moment would win {winner}", "irr.revoke"
)
REVOKE_COSTS: Final = Line("{seat} revoked, and {winner} scores {value}", "irr.revoke")
WRONG_LEAD_COSTS: Final = Line(
    "{seat} did not lead a card of the marriage, and {winner} scores {value}", "irr.marriage_wrong_lead"
)

# How a contract came out.
CONTRACT_POINTS: Final = Line(
    "{seat} has {points} card points, {needed} or more, and the contract is made", "auction.end"
)
CONTRACT_ALL: Final = Line("{seat} has taken every trick, and the contract is made", "auction.end")
CONTRACT_NONE: Final = Line("{seat} has taken no trick, and the contract is made", "auction.end")
CONTRACT_HELD: Final = Line("{seat} holds the cards of the contract, which cannot be lost", "auction.end")
CONTRACT_NOT_HELD: Final = Line(
    "{seat} does not hold the cards of the contract, which is lost", "auction.end"
)
CONTRACT_SEVENS: Final = Line("{seat} has {needed} sevens in hand, and the contract is made", "auction.end")
CONTRACT_TRICK: Final = Line(
    "{holder} takes trick {trick}, and the contract of {seat} is lost with it", "auction.end"
)
CONTRACT_FEWER: Final = Line(
    "after trick {trick} {seat} has {points} card points, {missing} too few, and the contract is lost",
    "auction.end",
)
CONTRACT_WORTH: Final = Line("the contract is worth {value}", "auction.contracts")
DOUBLED: Final = Line("the doubling multiplies that by {factor}: {value}", "auction.double")
SCORES: Final = Line("{winner} scores {value}", "mp.all_pay")

# What it is worth.
PAYS: Final = Line("{loser} pays {winner} {value}", "mp.all_pay")
SCHWARZ: Final = Line("{loser} has not taken a trick, which counts {value}", "score.schwarz")
SCHNEIDER: Final = Line(
    "{loser} has {points} card points, fewer than {needed}, which counts {value}", "score.tiers"
)
SINGLE: Final = Line(
    "{loser} has {points} card points, {needed} or more, which counts {value}", "score.tiers"
)
GAME: Final = Line("{loser} has taken a trick, so the game counts {value}", "score.tiers")
GAME_TRICKLESS: Final = Line("{loser} has not taken a trick, so the game counts {value}", "score.schwarz")
BASIS_TOTAL: Final = Line(
    "{seat} closed the talon; everything {loser} has counts, also what came after the close",
    "score.closed_basis",
)
BASIS_CLOSE: Final = Line(
    "{seat} closed the talon; what {loser} had at that moment counts", "score.closed_basis"
)
FROZEN: Final = Line("what {loser} took after the close does not count", "close.noncloser_points")
FROZEN_POINTS: Final = Line(
    "the points that {loser} took after the close do not count, the tricks do", "close.frozen_tricks"
)
FAILED_TRICKLESS: Final = Line(
    "{winner} had no trick when {closer} closed the talon, which counts {value}", "score.closer_fails"
)
FAILED_WITH_TRICK: Final = Line(
    "{winner} had a trick when {closer} closed the talon, which counts {value}", "score.closer_fails"
)
FAILED_BY_CLOSER: Final = Line(
    "{winner} had a trick when {closer} closed the talon, so what {closer} has counts", "score.closer_fails"
)
FAILED_FLAT: Final = Line("a closer's failure costs {value}, whatever the opponent has", "score.closer_fails")
DEFENDER_FLAT: Final = Line("going out against a closer wins {value}", "score.noncloser_out")
DEFENDER_TRICK: Final = Line("{closer} has a trick, which counts {value}", "score.noncloser_out")
DEFENDER_TRICKLESS: Final = Line("{closer} has no trick, which counts {value}", "score.noncloser_out")
DEFENDER_AS_FAILED: Final = Line(
    "going out against a closer wins what the closer's failure costs", "score.noncloser_out"
)
EXHAUSTED_ONE: Final = Line("a deal won without a claim is worth {value}", "score.exhausted")
EXHAUSTED_BY_LOSER: Final = Line("a deal won without a claim counts by what the loser has", "score.exhausted")
FALSE_FLAT: Final = Line("a false claim costs {value}", "claim.false")
FALSE_TRICK: Final = Line("a false claim costs {value}, as {winner} has a trick", "claim.false")
FALSE_TRICKLESS: Final = Line("a false claim costs {value}, as {winner} has no trick", "claim.false")
FALSE_PROPORTIONAL: Final = Line("a false claim costs what a right one would have won", "claim.false")
FALSE_AT_LIMIT: Final = Line(
    "{loser} has exactly {points} card points, too few after a false claim, which counts {value}",
    "claim.false_at_33",
)
FALSE_AT_LEAST: Final = Line(
    "a false claim costs what a right one would have won, and {value} at least", "claim.false"
)
FALSE_HIGHER: Final = Line("the higher of the two counts: {value}", "claim.false")
FALSE_BY_CLOSER: Final = Line(
    "{seat} closed the talon, so the claim costs no less than the closer's failure would",
    "claim.false_by_closer",
)
CLOSER_HIGHER: Final = Line("the higher of the two counts: {value}", "claim.false_by_closer")
DRAW_BONUS: Final = Line(
    "the previous deal was a draw at 65 each, so this one wins one more, {value} in all", "tie.bonus"
)
DRAWS_BONUS: Final = Line(
    "the previous deal was a draw, so this one wins {bonus} more, {value} in all", "tie.bonus"
)

LINES: Final = tuple(line for line in list(globals().values()) if isinstance(line, Line))
"""Every step there is."""
