"""Best play: the value of a deal at each action of its end, and what each action cost.

The values are the referee's (:mod:`referee.solver`), with all cards visible. They begin where the talon is
closed or used up, because from there on its order is irrelevant; only for the close itself the value of
playing on is computed, with the cards as they lay. A cost is about the deal as it was, not about what a
player should have seen.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

from notation.findings.finding import Phrase
from notation.judge.judgement import Event
from notation.limits import spend
from notation.record.path import Path
from notation.replay.frames import frames
from notation.replay.steps import Step
from notation.rulings.ledger import Account
from referee.actions import CLOSE, CLOSE_SHORT, OUT
from referee.cards import SEATS, Seat
from referee.deal import Deal
from referee.partial import PartialDeal
from referee.rules import RuleSet
from referee.solver import SearchTooLongError, Solver, ValuedAction, settled_cards, sides_in_play

POSITIONS: Final = 200_000
"""The default limit of positions searched for each side of a deal."""
PLAYED_ON: Final = 10_000
"""The limit for playing on instead of closing the talon, which is a tenth of a second in plain Python."""
RULED_POSITIONS: Final = 50_000
"""The limit in rulings, which must give the same when they are rechecked."""


@dataclass(frozen=True, slots=True)
class ActionCost:
    """An action, the value of the deal to its side after it, and the value of the best action.

    Values are game points of the side of ``seat``, negative if it loses them. Without an event nothing was
    done although something was possible: nobody claimed after the last trick. ``best`` is None for a close
    for which the value of playing on could not be determined.
    """

    step: int
    """The index of the step in the account."""
    path: Path
    seat: Seat
    event: Event | None
    value: int
    best: int | None
    better: tuple[ValuedAction, ...]
    """The actions with the highest value, if this one cost something; none if silence was best."""

    @property
    def is_close(self) -> bool:
        """Whether the talon was closed."""
        return self.event is not None and self.event.ply.action in (CLOSE, CLOSE_SHORT)

    @property
    def cost(self) -> int:
        """The game points it cost its side."""
        return max(0, self.best - self.value) if self.best is not None else 0


class StepWorth(NamedTuple):
    """The game points each side was certain of after a step, by side, and the trick."""

    step: int
    trick: int
    values: tuple[int, ...]


class BestPlay(NamedTuple):
    """The end of a deal: its first state, what each side was certain of then, and every action since."""

    start: Path
    deal: Deal
    """The state of the deal then."""
    values: tuple[int, ...]
    """By side; if it starts with a close, just after that."""
    actions: tuple[ActionCost, ...]
    steps: tuple[StepWorth, ...]
    """The steps of the account from the start to the end of the deal."""
    is_whole: bool
    """Whether the values begin where the talon was closed or used up, not later to save time."""


def best_play(account: Account, positions: int = POSITIONS) -> BestPlay | Phrase:
    r"""Return what each action of the end of a deal cost, or why that cannot be determined.

    The search goes backwards from the end; once it has searched ``positions`` positions, the values start
    later than they could. Each position is a unit of work (:mod:`notation.limits`).

    >>> from notation.rulings.ledger import account
    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\n[Rules \"schnapsen\"]\ndeal 1 trump s\nposition lead A <45-45> tricks 4-4\n"
    >>> text += "A: Ts Kh\nB: As Qh\n9. Ts As 10. Qh Kh\n"
    >>> found = best_play(account(judge(next(read(text))), 1))
    >>> found.values, [(str(each.path), each.cost) for each in found.actions if each.cost]
    ((-1, 1), [('10.1', 2)])
    """
    if not account.played:
        return Phrase("The play of this deal could not be judged.")
    table = _Values(account.rules, positions)
    found: list[ActionCost] = []
    start: tuple[Path, Deal] | None = None
    worths: list[StepWorth] = []
    is_whole = True
    for number, step in reversed(list(enumerate(account.played))):
        deal = settled_cards(step.after)
        if deal is None or not deal.strict:
            break
        try:
            values = tuple(table.value(deal, side) for side in table.sides)
            if step.before.strict:
                found += _costs(number, step, table)
        except SearchTooLongError:
            is_whole = False
            break
        trick = step.path.trick if deal.spent else deal.trick + 1
        worths.append(StepWorth(number, trick, values))
        start = step.path, deal
        if not step.before.strict:
            found += _closed(number, step, table)
            break
    if start is not None:
        steps = tuple(reversed(worths))
        return BestPlay(*start, steps[0].values, tuple(reversed(found)), steps, is_whole)
    if not is_whole:
        return Phrase("Best play cannot be worked out: it would take too long.")
    if not account.played[-1].after.strict:
        return Phrase("The talon was neither closed nor used up.")
    return Phrase("Best play cannot be worked out: some cards that it depends on are not known.")


def worth_at_steps(account: Account, found: BestPlay) -> tuple[StepWorth, ...]:
    """Return the value of the deal after each step of its replay, from where it is known.

    Steps count from 0, as in the script of the replay, which has more of them than the account.
    """
    worth = {each.step: each for each in found.steps}
    shown = ((number, frame.steps - 1) for number, frame in enumerate(frames(account)))
    return tuple(worth[step]._replace(step=number) for number, step in shown if step in worth)


class _Values:
    """The values of a deal for each side; with two sides, one loses what the other wins."""

    def __init__(self, rules: RuleSet, positions: int) -> None:
        self.sides = SEATS[: len(rules.sides)]
        self._solvers = [
            Solver(side, positions, spend) for side in self.sides[: 1 if len(self.sides) == 2 else None]
        ]

    def limit(self, positions: int) -> None:
        """Search no more than so many positions from now on."""
        for solver in self._solvers:
            solver.positions = min(solver.positions, positions)

    def value(self, deal: Deal, side: Seat) -> int:
        """Return the value for a side."""
        solvers = self._solvers
        return solvers[side].value(deal) if side < len(solvers) else -solvers[0].value(deal)

    def best(
        self, deal: Deal, side: Seat, value: int, event: Event | None
    ) -> tuple[int, tuple[ValuedAction, ...]]:
        """Return the value of the best actions of a side, and those if it is more than that of an event."""
        solver = self._solvers[side if side < len(self._solvers) else 0]
        best, better = solver.better(deal, side, value, event.ply.action if event else OUT)
        return best, tuple(better)


def _costs(number: int, step: Step, table: _Values) -> Iterator[ActionCost]:
    """Yield what an action, or a missed claim, cost its side."""
    before, after = settled_cards(step.before), settled_cards(step.after)
    if before is None or after is None or before.result is not None:
        return
    if step.event is None and not (before.spent and after.result is not None):
        return  # the head of a trick
    seat = before.turn if step.event is None else step.event.seat
    side, sides = before.rules.side_of[seat], sides_in_play(before)
    if all(sides[each] != sides[seat] for _, each in before.legal()):
        return  # it was not this side's turn to do anything
    value = table.value(after, side)
    yield ActionCost(number, step.path, seat, step.event, value, *table.best(before, side, value, step.event))


def _closed(number: int, step: Step, table: _Values) -> Iterator[ActionCost]:
    """Yield the value of a close to its side; that of playing on only if it can be determined."""
    if step.event is None or step.event.ply.action not in (CLOSE, CLOSE_SHORT):
        return  # the last cards of the talon were drawn
    seat, after = step.event.seat, settled_cards(step.after)
    if after is None:
        return
    side = after.side_of[seat]
    value = table.value(after, side)
    best: int | None = None
    better: tuple[ValuedAction, ...] = ()
    if not isinstance(step.before, PartialDeal):
        table.limit(PLAYED_ON)
        with suppress(SearchTooLongError):
            best, better = table.best(step.before, side, value, step.event)
    yield ActionCost(number, step.path, seat, step.event, value, best, better)
