"""Why a deal was won: a sentence for every way in which a deal can come to its result, and what it names.

Values only: whoever shows them puts them into words.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from notation.findings.finding import Fact, Phrase, SeatFact
from notation.judge.judgement import DealJudgement
from referee.cards import PARTNERS, SEATS, Seat
from referee.state import TARGET, Reason, Result


@dataclass(frozen=True, slots=True)
class CountedPhrase:
    """A sentence that has another form where a number, which it names, is not one."""

    one: str
    many: str
    number: int
    facts: Mapping[str, Fact]


def why_won(deal: DealJudgement, result: Result) -> Phrase | CountedPhrase:
    """Why somebody has won a deal, without a full stop.

    >>> str(why_won(DealJudgement(1, 0), Result(1, 2, Reason.RESIGNATION, ())))
    'A resigned'
    """
    facts: dict[str, Fact] = {"winner": SeatFact(result.winner)}
    if len(deal.score) > 2:
        return _paid(result, facts)
    winner, loser, other = _places(result)
    facts["loser"] = SeatFact(other)
    if deal.closing:
        facts["trick"] = deal.closing.trick
    points = result.card_points
    match result.reason:
        case Reason.RESIGNATION:
            return Phrase("{loser} resigned", facts)
        case Reason.AGREEMENT:
            return Phrase("so it was agreed")
        case Reason.FORFEIT:
            return Phrase("{loser} forfeited the deal", facts)
        case Reason.OUT:
            return _went_out(deal, result, facts)
        case Reason.CLOSER_FAILED:
            return _closer_failed(deal, loser, facts)
        case Reason.FALSE_OUT if not points:
            return Phrase("{loser} claimed 66 falsely", facts)
        case Reason.FALSE_OUT:
            facts["points"] = points[loser]
            if deal.closing and deal.closing.seat == loser:
                return Phrase(
                    "{loser} closed at trick {trick} and claimed 66 with {points} card points", facts
                )
            return Phrase("{loser} claimed 66 with {points} card points", facts)
        case Reason.DEFENDER_OUT if deal.closing is None or not points:
            return Phrase("{loser} closed the talon, and {winner} went out first", facts)
        case Reason.DEFENDER_OUT:
            facts["points"] = points[winner]
            return Phrase(
                "{loser} closed at trick {trick}, and {winner} went out first with {points} card points",
                facts,
            )
        case Reason.TOTAL if not points:
            return Phrase("nobody went out, and {winner} has more card points", facts)
        case Reason.TOTAL:
            facts |= {"points": points[winner], "fewer": points[loser]}
            if points[winner] == points[loser]:
                return Phrase(
                    "nobody went out; both have {points} card points, and {winner} took the last trick",
                    facts,
                )
            return Phrase("nobody went out, and {winner} has more card points, {points} to {fewer}", facts)
    return Phrase("nobody went out, and {winner} took the last trick", facts)


def _paid(result: Result, facts: dict[str, Fact]) -> Phrase:
    """Why all others pay the winner."""
    match result.reason:
        case Reason.RESIGNATION:
            return Phrase("the others gave the deal up")
        case Reason.AGREEMENT:
            return Phrase("so it was agreed")
        case Reason.FORFEIT:
            return Phrase("the deal was forfeited")
    if not result.card_points:
        return Phrase("{winner} has the most card points", facts)
    facts["points"] = max(result.card_points)
    return Phrase("{winner} has the most card points, {points}", facts)


def _places(result: Result) -> tuple[Seat, Seat, Seat]:
    """The places of winner and loser among two sides, and the loser's name."""
    base = PARTNERS if result.winner >= PARTNERS else 0
    winner = SEATS[result.winner - base]
    loser = SEATS[1 - winner]
    return winner, loser, Seat(base + loser)


def _went_out(deal: DealJudgement, result: Result, facts: dict[str, Fact]) -> Phrase | CountedPhrase:
    winner, loser, _ = _places(result)
    if not result.card_points:
        return Phrase("{winner} went out", facts)
    facts |= {"points": result.card_points[winner], "fewer": result.card_points[loser]}
    if not deal.tricks_won:
        return Phrase("{winner} went out with {points} card points; {loser} has {fewer}", facts)
    if deal.closing and deal.closing.seat == result.winner:
        return CountedPhrase(
            "{winner} closed at trick {trick} and went out with {points} card points; "
            "{loser} has {fewer} and {number} trick",
            "{winner} closed at trick {trick} and went out with {points} card points; "
            "{loser} has {fewer} and {number} tricks",
            deal.tricks_won[loser],
            facts,
        )
    return CountedPhrase(
        "{winner} went out with {points} card points; {loser} has {fewer} and {number} trick",
        "{winner} went out with {points} card points; {loser} has {fewer} and {number} tricks",
        deal.tricks_won[loser],
        facts,
    )


def _closer_failed(deal: DealJudgement, closer: Seat, facts: dict[str, Fact]) -> Phrase:
    if deal.closing is None:
        return Phrase("{loser} closed the talon and did not go out", facts)
    if not deal.closing.tricks:
        return Phrase("{loser} closed at trick {trick} and did not go out", facts)
    held = bool(deal.closing.tricks[1 - closer])
    short = bool(deal.card_points) and deal.card_points[closer] < TARGET
    if held and short:
        return Phrase(
            "{loser} closed at trick {trick} with {winner} already holding a trick, and did not reach 66",
            facts,
        )
    if held:
        return Phrase(
            "{loser} closed at trick {trick} with {winner} already holding a trick, and did not go out",
            facts,
        )
    if short:
        return Phrase(
            "{loser} closed at trick {trick} before {winner} had a trick, and did not reach 66", facts
        )
    return Phrase("{loser} closed at trick {trick} before {winner} had a trick, and did not go out", facts)
