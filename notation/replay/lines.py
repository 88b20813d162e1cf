"""Lines of play in the record of a deal: the play itself, and every variation as if it had been played.

Finds the claims in them, and lets the referee play them. Nothing is compared or decided here.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.record.model import Annotation, Award, DealRecord, Outcome, Ply, Span
from notation.record.path import Path
from notation.record.traversal import RecordNode, first_trick, plies_of, walk_deal
from notation.replay.steps import Step, replay
from referee import actions
from referee.cards import Seat
from referee.deal import Deal
from referee.rules import RuleSet
from referee.state import Result


class Standing(NamedTuple):
    """The state of a deal at a moment: points that count, by seat, and who leads and acts.

    ``slack`` is how many more points each seat may have, if cards are unknown.
    """

    points: tuple[int, ...]
    slack: tuple[int, ...]
    tricks: tuple[int, ...]
    leader: Seat
    turn: Seat
    result: Result | None
    untold: int = 0
    """Tricks whose winner is not known."""


def standing_of(deal: Deal) -> Standing:
    """Return the standing of a deal."""
    points, slack = points_of(deal)
    return Standing(points, slack, tuple(deal.tricks), deal.leader, deal.turn, deal.result, deal.untold)


def points_of(deal: Deal) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the card points that count (of a deal that is over, as in its result) and the slack."""
    if deal.result and deal.result.card_points:
        return deal.result.card_points, (0,) * len(deal.points)
    return tuple(deal.points), tuple(deal.slack)


class PlacedClaim(NamedTuple):
    """A `@dispute` claim, the line of play that contains it, and its address there; None at the end."""

    note: Annotation
    line: Path
    at: Path | None


def claims_in(deal: DealRecord) -> Iterator[PlacedClaim]:
    """Yield the claims of a deal, including those in its variations."""
    holder: RecordNode = deal
    for path, part in walk_deal(deal):
        if isinstance(part, DealRecord | Award | Outcome):
            holder = part
        if isinstance(part, Annotation) and part.name == "dispute":
            yield PlacedClaim(part, path.line, _moment_of(path, holder, first_trick(deal)))


def _moment_of(path: Path, holder: RecordNode, first: int) -> Path | None:
    """Return the address of a note in its line of play; ``holder`` may be a deal, an award or a result."""
    _, trick, action = path.last
    if trick:
        return Path(trick=trick, action=action)
    if isinstance(holder, Award):
        return Path(trick=first + holder.tricks)
    return None if isinstance(holder, Outcome) else Path()


class PlayedLine:
    """A line of play as played by the referee: the states around every action, as far as judged."""

    def __init__(self, record: DealRecord) -> None:
        self.record = record
        self.plies = dict(plies_of(record))
        self.steps: tuple[Step, ...] = ()
        self.around: dict[Path, Step] = {}
        """The step of each action, by its address in the line of play."""
        self.doubts: dict[Span, Seat] = {}
        """The spans of what cannot be decided, each with the seat concerned."""

    def play(self, rules: RuleSet) -> None:
        """Play a deal whose cards can be judged."""
        self.steps = tuple(replay(rules, self.record))
        for step in self.steps:
            # An action that is played elsewhere than it is written is not the one in the record.
            if step.event and step.written and self.plies[step.written] is step.event.ply:
                self.around[step.written] = step
            found = (finding for finding in step.findings if finding.code is catalogue.CANNOT_DECIDE)
            self.doubts.update((finding.span, finding.seat) for finding in found)

    @property
    def is_followed(self) -> bool:
        """Whether the steps lead to the end of the line, and not only to where judging stopped."""
        if not self.steps or self.steps[-1].after.over:
            return bool(self.steps)
        last = max((step.written for step in self.steps if step.written), default=Path())
        return all(path <= last or ply.action in _SILENT for path, ply in self.plies.items())

    def ply_at(self, at: Path | None) -> Ply | None:
        """Return the action at an address; None if the address is not that of an action."""
        return self.plies.get(at) if at else None

    def after(self, at: Path | None) -> Deal | None:
        """Return the state after everything up to an address; None if it was not judged."""
        if not self.steps:
            return None
        if at is None:
            return self.steps[-1].after
        done = [path for path in self.plies if path <= at]
        while done and self.plies[done[-1]].action in _SILENT and done[-1] not in self.around:
            done.pop()
        if not done:
            return self.steps[0].after
        step = self.around.get(done[-1])
        return step.after if step else None


_SILENT: Final = frozenset({actions.DRAW, actions.OUT})
"""Actions that may be recorded although they change nothing."""
