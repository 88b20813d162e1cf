"""Lines of play in the record of a deal: the play itself, and every variation as if it had been played.

Says where notes stand in them, and has the referee play them. Nothing is compared or decided here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.judge.deal import play_deal
from notation.judge.judgement import DealJudgement, Event
from notation.record.model import UNNUMBERED, Annotation, DealRecord, Note, Ply, Span, Variation
from referee import actions
from referee.deal import Deal
from referee.rules import RuleSet
from referee.state import Result


class Standing(NamedTuple):
    """How a deal stands at a moment: what counts, by seat, and who leads and acts.

    ``slack`` is how many more points each seat may have, where cards are not known.
    """

    points: tuple[int, ...]
    slack: tuple[int, ...]
    tricks: tuple[int, ...]
    leader: int
    turn: int
    result: Result | None
    untold: int = 0
    """Tricks of which nobody knows the winner."""


def standing_of(deal: Deal) -> Standing:
    """How a deal stands."""
    points, slack = points_of(deal)
    return Standing(points, slack, tuple(deal.tricks), deal.leader, deal.turn, deal.result, deal.untold)


def points_of(deal: Deal) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The card points that count, those of a deal that is over as its result has them; and the slack."""
    if deal.result and deal.result.card_points:
        return deal.result.card_points, (0,) * len(deal.points)
    return tuple(deal.points), tuple(deal.slack)


class Place(NamedTuple):
    """Where a claim stands: in which line of play, behind how many actions (-1: all), and behind which."""

    note: Annotation
    record: DealRecord
    done: int
    ply: Ply | None = None


def places(deal: DealRecord) -> Iterator[Place]:
    """The claims of a deal, those in its variations included."""
    position = deal.position.notes if deal.position else ()
    for notes in (deal.notes, position, *(holding.notes for holding in deal.holdings)):
        yield from (Place(note, deal, 0) for note in _claiming(notes))
    behind = [0, *accumulate(len(trick.plies) for trick in deal.tricks)]
    for award in deal.awards:
        done = behind[min(award.tricks, len(deal.tricks))]
        yield from (Place(note, deal, done) for note in _claiming(award.notes))
    yield from _in_line(deal, 0)


def _in_line(line: DealRecord, since: int) -> Iterator[Place]:
    """The claims in the tricks and the result of a line of play, from some number of actions on."""
    done = 0
    for index, trick in enumerate(line.tricks):
        if done >= since:
            yield from (Place(note, line, done) for note in _claiming(trick.notes))
        for order, ply in enumerate(trick.plies):
            done += 1
            if done > since:
                yield from (Place(note, line, done, ply) for note in _claiming(ply.notes))
                for note in ply.notes:
                    if isinstance(note, Variation) and note.tricks:
                        yield from _in_line(varied(line, index, order, note), done - 1)
    notes = line.result.notes if line.result else ()
    yield from (Place(note, line, -1) for note in _claiming(notes))


def varied(line: DealRecord, index: int, order: int, variation: Variation) -> DealRecord:
    """The line of play in which a variation takes the place of an action; tricks and actions from 0."""
    trick, (first, *others) = line.tricks[index], variation.tricks
    before = trick.plies[:order]
    if first.number == UNNUMBERED or not before:
        number = trick.number if first.number == UNNUMBERED else first.number
        played = [replace(first, number=number, plies=(*before, *first.plies)), *others]
    else:
        played = [replace(trick, plies=before), *variation.tricks]
    return replace(line, tricks=(*line.tricks[:index], *played), result=variation.result, awards=())


def _claiming(notes: Sequence[Note]) -> Iterator[Annotation]:
    """The claims among notes."""
    return (note for note in notes if isinstance(note, Annotation) and note.name == "dispute")


class Line:
    """A line of play as the referee plays it: the states around every action, as far as it is judged."""

    def __init__(self) -> None:
        self.start: Deal | None = None
        self.end: Deal | None = None
        self.around: dict[int, tuple[Deal, Event, Deal]] = {}
        """Each action with the state before it and behind it, by its identity."""
        self.doubts: set[Span] = set()
        """Where something cannot be decided."""

    def play(self, rules: RuleSet, record: DealRecord) -> None:
        """Play a deal whose cards can be judged."""

        def watch(deal: Deal, event: Event | None) -> None:
            now = deal.copy()
            if event and self.end:
                self.around[id(event.ply)] = self.end, event, now
            self.start = self.start or now
            self.end = now

        def report(finding: Finding) -> None:
            if finding.code is catalogue.CANNOT_DECIDE:
                self.doubts.add(finding.span)

        play_deal(rules, record, DealJudgement(record.number, record.dealer), report, watch)

    def behind(self, record: DealRecord, done: int) -> Deal | None:
        """The state behind so many actions, None where it was not judged."""
        if done < 0:
            return self.end
        plies = [ply for trick in record.tricks for ply in trick.plies][:done]
        while plies and plies[-1].action in _SILENT and id(plies[-1]) not in self.around:
            plies.pop()
        if not plies:
            return self.start
        seen = self.around.get(id(plies[-1]))
        return seen[2] if seen else None


_SILENT: Final = frozenset({actions.DRAW, actions.OUT})
"""What may be written although it changes nothing."""
