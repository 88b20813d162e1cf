"""What a record states of points and results, compared with what the play comes to."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from notation import catalogue
from notation.findings import Fact
from notation.record import NOBODY, UNREADABLE, Outcome, Span
from notation.words import seat_letter
from referee.rulings import Code
from referee.scoring import Reason, Result

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


def compare_result(find: Find, stated: Outcome, result: Result, game_points: int) -> None:
    """Compare a stated result with that of the play and the game points that it brought."""
    if not stated.finished:
        code = catalogue.DECIDED if result.winner >= 0 else catalogue.DECIDED_DRAW
        find(code, stated.span, {"winner": result.winner} if result.winner >= 0 else {})
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


def within(stated: tuple[int, ...], points: Sequence[int], slack: Sequence[int]) -> bool:
    """Whether stated points are what is known, or what it can come to.

    >>> within((10, 5), [10, 0], [0, 11]), within((11, 5), [10, 0], [0, 11])
    (True, False)
    """
    pairs = zip(stated, points, slack, strict=False)
    return len(stated) == len(points) and all(low <= number <= low + more for number, low, more in pairs)
