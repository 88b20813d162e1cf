"""Best play: the value of a deal at each of its actions, and what each action cost.

The values are the referee's (:mod:`referee.solver`), with all cards visible as they lay, the talon too. They
begin as early as the cards are known and the limit of the search allows. A cost is about the deal as it was,
not about what a player should have seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from notation.findings.finding import Phrase
from notation.judge.deal import Step
from notation.judge.judgement import Event
from notation.limits import spend
from notation.record.path import Path
from notation.replay.frame import frames
from notation.rulings.ledger import Account
from referee.actions import CLOSE, CLOSE_SHORT, OUT, Action
from referee.cards import SEATS, Seat
from referee.deal import Deal
from referee.rules import RuleSet
from referee.solver import SearchTooLongError, Solver, ValuedAction, settled_cards, sides_in_play

POSITIONS: Final = 200_000
"""The default limit of positions searched for each side of a deal."""
OPEN_POSITIONS: Final = 50_000
"""The limit for the part of a deal in which the players draw: half a second in plain Python."""
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
    choices: tuple[ValuedAction, ...] = ()
    """Every action that the side could have taken, with its value, if those were asked for."""
    ways: int = 0
    """How many actions it could have taken, besides claims."""

    @property
    def is_close(self) -> bool:
        """Whether the talon was closed."""
        return self.event is not None and self.event.ply.action in (CLOSE, CLOSE_SHORT)

    @property
    def cost(self) -> int:
        """The game points it cost its side."""
        return max(0, self.best - self.value) if self.best is not None else 0

    @property
    def is_decision(self) -> bool:
        """Whether it was a choice whose value is known: false claims are none, unless they were made."""
        is_claim = self.event is not None and self.event.ply.action == OUT
        return self.best is not None and (self.ways > 1 or self.cost > 0 or is_claim)


class StepWorth(NamedTuple):
    """The game points each side was certain of after a step, by side, and the trick."""

    step: int
    trick: int
    values: tuple[int, ...]


class BestPlay(NamedTuple):
    """A deal from where its values are known: the state then, its values, and every action since."""

    start: Path
    deal: Deal
    """The state of the deal then."""
    values: tuple[int, ...]
    """By side, what each was certain of then: just after the action at the start, if it is one."""
    actions: tuple[ActionCost, ...]
    steps: tuple[StepWorth, ...]
    """The steps of the account from the start to the end of the deal."""
    is_whole: bool
    """Whether the values begin as early as the cards are known, not later to save time."""


def best_play(account: Account, positions: int = POSITIONS) -> BestPlay | Phrase:
    r"""Return what each action of a deal cost, or why that cannot be determined.

    The search goes backwards from the end; once it has searched ``positions`` positions, or
    :data:`OPEN_POSITIONS` where the players still draw, the values start later than they could. Each position
    is a unit of work (:mod:`notation.limits`).

    >>> from notation.rulings.ledger import account
    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\n[Rules \"schnapsen\"]\ndeal 1 trump s\nposition lead A <45-45> tricks 4-4\n"
    >>> text += "A: Ts Kh\nB: As Qh\n9. Ts As 10. Qh Kh\n"
    >>> found = best_play(account(judge(next(read(text))), 1))
    >>> found.values, [(str(each.path), each.cost) for each in found.actions if each.cost]
    ((-1, 1), [('10.1', 2)])
    """
    return _searched(account, _Values(account.rules, positions), OPEN_POSITIONS)


def every_choice(account: Account, positions: int) -> BestPlay | Phrase:
    r"""Return the same with the value of every action that could have been taken.

    That takes several times as long. All ``positions`` may be searched where the players draw.

    >>> from notation.rulings.ledger import account
    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\n[Rules \"schnapsen\"]\ndeal 1 trump s\nposition lead A <45-45> tricks 4-4\n"
    >>> text += "A: Ts Kh\nB: As Qh\n9. Ts As 10. Qh Kh\n"
    >>> found = every_choice(account(judge(next(read(text))), 1), 1000)
    >>> [[choice.value for choice in each.choices] for each in found.actions]
    [[-1, -1, -2], [], [-1, 1], [], []]
    """
    return _searched(account, _Values(account.rules, positions, has_choices=True), positions)


def _searched(account: Account, table: "_Values", open_positions: int) -> BestPlay | Phrase:
    if not account.played:
        return Phrase("The play of this deal could not be judged.")
    found: list[ActionCost] = []
    start: tuple[Path, Deal] | None = None
    worths: list[StepWorth] = []
    is_whole = True
    for number, step in reversed(list(enumerate(account.played))):
        deal = settled_cards(step.after)
        if deal is None:
            break
        if not deal.strict:
            table.limit(open_positions)
        try:
            values = tuple(table.value(deal, side) for side in table.sides)
            trick = step.path.trick if deal.spent else deal.trick + 1
            worths.append(StepWorth(number, trick, values))
            start = step.path, deal
            found += _costs(number, step, values, table)
        except SearchTooLongError:
            is_whole = False
            if start is not None and start[1] is deal:
                found += _unmatched_close(number, step, values)
            break
    if start is not None:
        steps = tuple(reversed(worths))
        return BestPlay(*start, steps[0].values, tuple(reversed(found)), steps, is_whole)
    if not is_whole:
        return Phrase("Best play cannot be worked out: it would take too long.")
    return Phrase("Best play cannot be worked out: some cards that it depends on are not known.")


def worth_at_steps(account: Account, found: BestPlay) -> tuple[StepWorth, ...]:
    """Return the value of the deal after each step of its replay, from where it is known.

    Steps count from 0, as in the script of the replay, which has more of them than the account.
    """
    worth = {each.step: each for each in found.steps}
    shown = ((number, frame.steps - 1) for number, frame in enumerate(frames(account)))
    return tuple(worth[step]._replace(step=number) for number, step in shown if step in worth)


def actions_at_steps(account: Account, found: BestPlay) -> Iterator[tuple[int, ActionCost]]:
    """Yield the actions that are in the replay, each with the number of its step there, as above."""
    shown: dict[int, int] = {}
    for number, frame in enumerate(frames(account)):
        shown.setdefault(frame.steps - 1, number)
    return ((shown[each.step], each) for each in found.actions if each.event and each.step in shown)


class _Values:
    """The values of a deal for each side; with two sides, one loses what the other wins."""

    def __init__(self, rules: RuleSet, positions: int, *, has_choices: bool = False) -> None:
        self.sides = SEATS[: len(rules.sides)]
        self._has_choices = has_choices
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

    def choices(self, deal: Deal, side: Seat, own: list[tuple[Action, Seat]]) -> tuple[ValuedAction, ...]:
        """Return the values of what a side can do, if they were asked for and there is a choice."""
        if not self._has_choices or len(own) < 2:
            return ()
        solver = self._solvers[side if side < len(self._solvers) else 0]
        sign = 1 if side == solver.side else -1
        found = (solver.after(deal, *move) for move in own)
        return tuple(each._replace(value=sign * each.value) for each in found)


def _costs(number: int, step: Step, values: tuple[int, ...], table: _Values) -> Iterator[ActionCost]:
    """Yield what an action, or a missed claim, cost its side; ``values`` are those after it."""
    before = settled_cards(step.before)
    if before is None:
        yield from _unmatched_close(number, step, values)
        return
    is_missed_claim = before.spent and step.after.result is not None
    if before.result is not None or (step.event is None and not is_missed_claim):
        return  # the deal is over, or it is the head of a trick
    seat = before.turn if step.event is None else step.event.seat
    side, sides = before.rules.side_of[seat], sides_in_play(before)
    if all(sides[each] != sides[seat] for _, each in before.legal()):
        return  # it was not this side's turn to do anything
    value = values[side]
    best, better = table.best(before, side, value, step.event)
    own = [move for move in before.legal() if sides[move[1]] == sides[seat]]
    choices = table.choices(before, side, own)
    ways = sum(action != OUT for action, _ in own)
    yield ActionCost(number, step.path, seat, step.event, value, best, better, choices, ways)


def _unmatched_close(number: int, step: Step, values: tuple[int, ...]) -> Iterator[ActionCost]:
    """Yield the value of a close to its side where that of playing on cannot be determined."""
    if step.event is not None and step.event.ply.action in (CLOSE, CLOSE_SHORT):
        seat = step.event.seat
        yield ActionCost(number, step.path, seat, step.event, values[step.after.side_of[seat]], None, ())
