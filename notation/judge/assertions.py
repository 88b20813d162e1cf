"""What a record states beside the play, compared with what the play comes to.

Results, points, the value of a marriage, draws. Nothing here is decided; the deal has decided it.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from notation.findings import catalogue
from notation.findings.finding import CardFact, Fact, SeatFact, SuitFact
from notation.record.model import NOBODY, UNREADABLE, UNRECORDED, Checkpoint, Outcome, Ply, Span
from notation.record.words import seat_letter
from referee import actions
from referee import codes as rulings
from referee.cards import Card
from referee.codes import Code
from referee.deal import Deal
from referee.settlement import last_bonus
from referee.state import Reason, Result

AGREED: Final = frozenset({Reason.RESIGNATION.value, Reason.AGREEMENT.value, Reason.FORFEIT.value})
"""Reasons that the players or the table decide, not the play."""


class Find(Protocol):
    """Takes a finding about what is being judged."""

    def __call__(
        self, code: Code, span: Span, facts: Mapping[str, Fact] | None = None, seat: int = NOBODY, /
    ) -> None:
        """Take a code, where it is, the facts, and whose doing it was."""


def is_told(stated: Outcome | None) -> bool:
    """Whether a result is stated and could be read, be it of a deal that was finished or not."""
    return stated is not None and stated.winner != UNREADABLE


def as_settled(result: Result, stated: Outcome, bonus: int = 0) -> Result:
    """A result as the players settled it: what a resignation is worth is for them to say.

    ``bonus`` is what the deal brings beside, and what is stated holds it already.
    """
    agreed = result.reason is Reason.RESIGNATION and stated.winner == result.winner
    if agreed and is_plausible(stated, stated.winner + 1) and stated.game_points > bonus:
        return result._replace(game_points=stated.game_points - bonus)
    return result


def is_plausible(stated: Outcome, seats: int) -> bool:
    """Whether a stated result is one that a deal of so many seats can have."""
    if stated.winner < 0:
        return stated.game_points == 0
    return stated.winner < seats and 1 <= stated.game_points <= 4


def compare_result(find: Find, stated: Outcome, result: Result, game_points: int) -> None:
    """Compare a stated result with that of the play and the game points that it brought."""
    if not stated.finished:
        code = catalogue.DECIDED if result.winner >= 0 else catalogue.DECIDED_DRAW
        find(code, stated.span, {"winner": SeatFact(result.winner)} if result.winner >= 0 else {})
        return
    if (stated.winner, stated.game_points) != (result.winner, game_points):
        facts: dict[str, Fact] = {
            "stated": outcome_words(stated.winner, stated.game_points),
            "expected": outcome_words(result.winner, game_points),
        }
        find(catalogue.RESULT, stated.span, facts)
    if stated.reason and stated.reason != result.reason.value:
        find(catalogue.REASON, stated.span, {"stated": stated.reason, "expected": result.reason.value})
    if stated.card_points and result.card_points and stated.card_points != result.card_points:
        points = {"stated": stated.card_points, "expected": result.card_points}
        find(catalogue.CARD_POINTS, stated.span, points)


def outcome_words(winner: int, game_points: int) -> str:
    """A result in short, as in a sentence."""
    return f"{seat_letter(winner)} {game_points}" if winner >= 0 else "draw"


def compare_points(find: Find, stated: Checkpoint, deal: Deal) -> None:
    """Compare a checkpoint with the card points that count at its moment."""
    if not within(stated.points, deal.points, deal.slack):
        facts: dict[str, Fact] = {"stated": stated.points, "expected": tuple(deal.points)}
        find(catalogue.CHECKPOINT, stated.span, facts)


def compare_value(find: Find, ply: Ply, deal: Deal) -> None:
    """Compare the 20 or 40 of a marriage with what it is worth."""
    suit = ply.action - actions.MARRIAGE
    expected = deal.marriage_points(suit)
    if ply.value != expected:
        find(
            catalogue.MARRIAGE_VALUE,
            ply.span,
            {"stated": ply.value, "suit": SuitFact(suit), "expected": expected},
        )


def tell_claim(find: Find, span: Span, deal: Deal, seat: int) -> None:
    """Say so where the claim that ended a deal was false or void."""
    result = deal.result
    if result is None or result.reason in (Reason.OUT, Reason.DEFENDER_OUT, Reason.FORFEIT):
        return
    facts: dict[str, Fact] = {"seat": SeatFact(seat), "points": deal.points[seat]}
    if result.reason is Reason.FALSE_OUT:
        find(rulings.CLAIM_FALSE, span, facts | {"winner": SeatFact(result.winner)}, seat)
    else:
        find(rulings.CLAIM_VOID, span, facts | {"bonus": last_bonus(deal)}, seat)


class Draws:
    """The draws behind a trick, the winner's first, and which of them are written.

    ``drawn`` cards had been drawn before; a draw is due for each that has been since.
    """

    def __init__(self, deal: Deal, drawn: int) -> None:
        self.written = False
        seats = deal.rules.seats
        cards = deal.talon[drawn : deal.drawn]
        self._due = [((deal.leader + order) % seats, card) for order, card in enumerate(cards)]
        self._turn = deal.turn

    def compare(self, find: Find, ply: Ply) -> tuple[int, Card]:
        """Compare a draw with the one that is due; who has drawn what, as far as it is known."""
        if not self._due:
            find(rulings.DRAW_NOT_DUE, ply.span)
            return self._turn, UNRECORDED
        self.written = True
        seat, card = self._due.pop(0)
        if ply.seat not in (NOBODY, seat):
            find(
                catalogue.ACTOR,
                ply.span,
                {"stated_seat": SeatFact(ply.seat), "turn": SeatFact(seat)},
                ply.seat,
            )
        if ply.card >= 0 and ply.card != card:
            facts = {"card": CardFact(ply.card), "due": CardFact(card), "seat": SeatFact(seat)}
            find(catalogue.DRAWN if card >= 0 else catalogue.DRAWN_ELSEWHERE, ply.span, facts, seat)
        return seat, card


def within(stated: tuple[int, ...], points: Sequence[int], slack: Sequence[int]) -> bool:
    """Whether stated points are what is known, or what it can come to.

    >>> within((10, 5), [10, 0], [0, 11]), within((11, 5), [10, 0], [0, 11])
    (True, False)
    """
    pairs = zip(stated, points, slack, strict=False)
    return len(stated) == len(points) and all(low <= number <= low + more for number, low, more in pairs)
