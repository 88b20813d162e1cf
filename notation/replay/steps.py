"""A deal of a judgement with its steps, its lines of play, and the claims in these.

A variation is a line of play as if it had been played, and has steps, too. Nothing is compared or decided.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.findings.names import Speaking, speaking_of
from notation.judge.deal import Step
from notation.judge.judgement import DealJudgement, Judgement
from notation.record.model import Annotation, Award, DealRecord, Outcome, Ply, Span
from notation.record.path import Path
from notation.record.traversal import RecordNode, first_trick, walk_deal
from referee import actions
from referee.cards import Seat
from referee.deal import Deal
from referee.rules import RuleSet
from referee.state import Result

_SILENT: Final = frozenset({actions.DRAW, actions.OUT})
"""Actions that may be recorded although they change nothing."""


@dataclass(frozen=True, slots=True)
class ReplayedDeal:
    """One deal of a judgement: as written, as judged, and as played."""

    judgement: Judgement
    number: int
    """The number of the deal in the game, from 1."""
    rules: RuleSet
    record: DealRecord
    deal: DealJudgement
    played: tuple[Step, ...]
    """Its steps; empty if its play was not judged."""

    @property
    def findings(self) -> list[Finding]:
        """The findings in this deal: in its play, or in its text."""
        return [
            finding
            for finding in self.judgement.findings
            if self.number == (finding.deal or self._number_at(finding.span))
        ]

    def _number_at(self, span: Span) -> int:
        """Return the number of the deal in whose text something is; 0 before the first."""
        draft = self.judgement.game.draft
        return bisect(draft.deals, span[:2], key=lambda deal: deal.span[:2]) if draft else 0

    def speaking(self, language: Speaking) -> Speaking:
        """Return the language, set to call the players by their names."""
        return speaking_of(self.judgement.game.draft, self.rules, language)


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
    return Standing(points, slack, deal.own_tricks, deal.leader, deal.turn, deal.result, deal.untold)


def points_of(deal: Deal) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the card points that count (of a deal that is over, as in its result) and the slack."""
    if deal.result and deal.result.card_points:
        return deal.result.card_points, (0,) * len(deal.result.card_points)
    return deal.own_points, deal.own_slack


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

    def __init__(self, record: DealRecord, plies: Mapping[Path, Ply]) -> None:
        self.record = record
        self.plies = plies
        """Its actions, by their addresses."""
        self.steps: tuple[Step, ...] = ()
        self.around: dict[Path, Step] = {}
        """The step of each action, by its address in the line of play."""
        self.doubts: dict[Span, Seat] = {}
        """The spans of what cannot be decided, each with the seat concerned."""

    def play(self, steps: Iterable[Step]) -> None:
        """Take the steps of a deal whose cards can be judged."""
        self.steps = tuple(steps)
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
