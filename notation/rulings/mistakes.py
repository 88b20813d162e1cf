"""Mistakes: actions that cost something with best play, by kind, and what each player lost by them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final, NamedTuple, Self

from notation.findings.finding import Phrase
from notation.judge.judgement import Judgement
from notation.rulings.play_worth import ActionCost, BestPlay
from referee.actions import CLOSE, CLOSE_SHORT, DRAW, EXCHANGE, OUT, RESIGN, Action, is_marriage, is_play
from referee.cards import Seat

MEANT: Final = Phrase(
    "Best play assumes that all cards are seen. A cost says what the cards allowed, not what "
    "the player could have known."
)
"""What is always said beside a cost."""


class MistakeKind(Enum):
    """What was wrong with an action: what was done, or what should have been done before it."""

    CLOSED_EARLY = "closed-early"
    """The talon was closed, and playing on was worth more."""
    CLOSED_LATE = "closed-late"
    """Closing was worth more, and the player went on; perhaps he closed later."""
    CLAIMED_EARLY = "claimed-early"
    """A claim that was false, or that would have won more later."""
    CLAIMED_LATE = "claimed-late"
    """A claim would have won more than going on."""
    MARRIAGE_MISSED = "marriage-missed"
    MARRIAGE = "marriage"
    """A marriage was announced, and something else was worth more."""
    EXCHANGE_MISSED = "exchange-missed"
    EXCHANGE = "exchange"
    RESIGNED = "resigned"
    CARD = "card"
    """Another card was worth more."""
    OPENING = "opening"
    """A bid, or another action before the first lead."""


_DONE: Final = {
    CLOSE: MistakeKind.CLOSED_EARLY,
    CLOSE_SHORT: MistakeKind.CLOSED_EARLY,
    OUT: MistakeKind.CLAIMED_EARLY,
    RESIGN: MistakeKind.RESIGNED,
}
"""Actions that are a mistake themselves, whatever was better."""
_MISSED: Final = {
    OUT: MistakeKind.CLAIMED_LATE,
    CLOSE: MistakeKind.CLOSED_LATE,
    CLOSE_SHORT: MistakeKind.CLOSED_LATE,
    EXCHANGE: MistakeKind.EXCHANGE_MISSED,
}


def mistake_of(each: ActionCost) -> MistakeKind:
    """Return the kind of an action that cost something.

    Where a card would have been as good as anything, the card that was played was wrong; otherwise it is what
    was not done. Where nobody claimed after the last trick, that is what was missed.
    """
    done = each.event.ply.action if each.event else OUT
    if each.event and done in _DONE:
        return _DONE[done]
    better = [move.action for move in each.better]
    if not any(map(is_play, better)):
        for action in better:
            if action in _MISSED:
                return _MISSED[action]
        if any(map(is_marriage, better)):
            return MistakeKind.MARRIAGE_MISSED
    return _instead(done)


def _instead(done: Action) -> MistakeKind:
    """Return the kind of an action in whose place another of its kind was better."""
    if is_play(done) or done == DRAW:
        return MistakeKind.CARD
    if is_marriage(done):
        return MistakeKind.MARRIAGE
    return MistakeKind.EXCHANGE if done == EXCHANGE else MistakeKind.OPENING


class Mistakes(NamedTuple):
    """The mistakes of one kind that a player made, and the game points that they cost his side."""

    seat: Seat
    kind: MistakeKind
    number: int
    cost: int


def mistakes_in(deals: Iterable[BestPlay]) -> tuple[Mistakes, ...]:
    r"""Return the mistakes in some deals of the same players, by seat, and of a seat the dearest kind first.

    >>> from notation.judge import judge
    >>> from notation.rulings import account, best_play
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\n[Rules \"schnapsen\"]\ndeal 1 trump s\nposition lead A <45-45> tricks 4-4\n"
    >>> text += "A: Ts Kh\nB: As Qh\n9. Ts As 10. Qh Kh\n"
    >>> found = best_play(account(judge(next(read(text))), 1))
    >>> [(each.seat, each.kind.value, each.number, each.cost) for each in mistakes_in([found])]
    [(1, 'claimed-late', 1, 2)]
    """
    numbers: Counter[tuple[Seat, MistakeKind]] = Counter()
    costs: Counter[tuple[Seat, MistakeKind]] = Counter()
    for deal in deals:
        for each in deal.actions:
            if each.cost:
                key = each.seat, mistake_of(each)
                numbers[key] += 1
                costs[key] += each.cost
    found = [Mistakes(*key, number, costs[key]) for key, number in numbers.items()]
    return tuple(sorted(found, key=lambda each: (each.seat, -each.cost, each.kind.value)))


class MatchCost(NamedTuple):
    """What the players of a match lost by mistakes, and how many of its deals could be valued."""

    judgement: Judgement
    deals: int
    valued: int
    whole: int
    """The deals whose values begin as early as the cards are known."""
    mistakes: tuple[Mistakes, ...]

    @classmethod
    def of(cls, judgement: Judgement, found: Sequence[BestPlay | Phrase]) -> Self:
        """Return it from what was found of its deals."""
        valued = [each for each in found if isinstance(each, BestPlay)]
        whole = sum(each.is_whole for each in valued)
        return cls(judgement, len(found), len(valued), whole, mistakes_in(valued))
