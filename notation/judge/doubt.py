"""Announcements that may or may not have been correct, and the deal without them.

A marriage or an exchange from an unknown hand is accepted. A finding about the deal may depend on that, so
the deal is also judged without it. Nothing is guessed, and no rules are in this module.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Choice, Fact, Finding, Phrase
from notation.judge.action import IMPOSSIBLE_PLAY, PlayLog
from notation.judge.assertions import as_settled, points_so_far, stated_result, worth_with
from notation.judge.deal import Setup, play_from
from notation.judge.judgement import DealJudgement
from notation.record.model import DealRecord, Outcome, Ply, Span
from notation.record.path import Path
from notation.record.traversal import first_trick, plies_of, rebuild
from notation.record.words import score_words
from referee import actions
from referee.cards import Seat

MOST_DOUBTS: Final = 4
"""Announcements in doubt of one deal that are judged both ways, each with each."""


class Doubt(NamedTuple):
    """An announcement that may not have been good: by whom, at which trick, and where it is written."""

    seat: Seat
    trick: int
    ply: Ply
    path: Path


class OtherReading(NamedTuple):
    """A deal as it is judged without some of its announcements, what is found of it then, and what it brings.

    ``worth`` is the winner and the game points, None where its play does not decide it; ``announced_by`` has
    the seats whose announcements were not good then.
    """

    deal: DealJudgement
    findings: tuple[Finding, ...]
    worth: tuple[Seat, int] | None
    announced_by: frozenset[Seat]

    def against(self, stated: Outcome) -> list[Finding]:
        """What is found of the deal, and of the result that is stated of it."""
        if self.deal.result and self.worth:
            return [*self.findings, *stated_result(stated, self.deal.result, self.worth[1])]
        return [*self.findings, *points_so_far(stated, self.deal.card_points)]


class PlayedDeal(NamedTuple):
    """What the cards and the play of a deal came to; the findings do not have the number of the deal."""

    entry: DealJudgement
    findings: tuple[Finding, ...]
    is_judged: bool = True
    """Whether the play could be judged at all."""
    others: Sequence[OtherReading] = ()
    """What it comes to without announcements of which nobody can tell whether they were good."""
    contradiction: Finding | None = None
    """What is wrong with the deal whatever its unknown cards are, if nothing else is."""


def doubts_of(
    record: DealRecord, plies: Iterable[tuple[Path, Ply]], found: Mapping[Span, Seat]
) -> tuple[Doubt, ...]:
    """The announcements among the plies of a deal that stand where something was found, and by whom."""
    return tuple(
        Doubt(found[ply.span], record.tricks[path.trick - first_trick(record)].number, ply, path)
        for path, ply in plies
        if ply.span in found and (actions.is_marriage(ply.action) or ply.action == actions.EXCHANGE)
    )


def undecided(findings: Sequence[Finding]) -> dict[Span, Seat]:
    """Where findings leave something open, and whom that concerns."""
    return {f.span: f.seat for f in findings if f.code is catalogue.CANNOT_DECIDE}


def choices(doubts: Sequence[Doubt]) -> Iterator[tuple[Doubt, ...]]:
    """Every choice of some of these, none of them first."""
    for number in range(len(doubts) + 1):
        yield from combinations(doubts, number)


def mattering(doubts: Sequence[Doubt], came_to: Mapping[frozenset[Doubt], object]) -> tuple[Doubt, ...]:
    """Those without which it may come to something else; ``came_to`` has what it does without each choice."""
    return tuple(
        doubt for doubt in doubts if any(what != came_to[gone | {doubt}] for gone, what in came_to.items())
    )


def without(record: DealRecord, gone: Collection[Doubt]) -> DealRecord:
    """A deal as if some announcements had not been made: they have no effect where they were not good."""
    if not gone:
        return record
    paths = {doubt.path for doubt in gone}
    left = rebuild(record, lambda path, ply: None if path in paths else ply)
    return replace(left, tricks=tuple(trick for trick in left.tricks if trick.plies))


def readings(setup: Setup, found: Sequence[Finding]) -> list[OtherReading]:
    """What a deal comes to without each choice of its announcements in doubt; nothing where it has none.

    ``found`` is what was found of it with all of them. Where the play cannot have happened as written unless
    some were good, they were good. Of very many, each is left out separately, and all together.
    """
    record = setup.record
    doubts = doubts_of(record, plies_of(record), undecided(found))
    each = choices(doubts) if len(doubts) <= MOST_DOUBTS else [*zip(doubts, strict=True), doubts]
    known, read = {(finding.code.id, finding.span) for finding in found}, []
    for gone in filter(None, each):
        log = PlayLog.of(record)
        deal, reported = log.entry, log.findings
        if play_from(setup, without(record, gone), log) is None:
            continue
        new = {finding.code.id for finding in reported if (finding.code.id, finding.span) not in known}
        if new & IMPOSSIBLE_PLAY:
            continue
        worth = None
        if deal.result:
            stated = record.result
            deal.result = as_settled(deal.result, stated, setup.bonus) if stated else deal.result
            worth = worth_with(deal.result, setup.bonus)
        read.append(OtherReading(deal, tuple(reported), worth, frozenset(doubt.seat for doubt in gone)))
    return read


def stands(finding: Finding, others: Iterable[OtherReading]) -> Finding | None:
    """An error in the play of a deal as far as it stands in every reading (:func:`in_all`).

    An announcement against the rules stands, too, against a seat that made another which was not good then.
    """
    if finding.code.point.startswith(("marriage.", "exchange.")):
        others = (reading for reading in others if finding.seat not in reading.announced_by)
    return in_all(finding, (reading.findings for reading in others))


def in_all(finding: Finding, others: Iterable[Iterable[Finding]]) -> Finding | None:
    """A finding as far as it is one of all readings of a deal, with all that may be expected; else None.

    Where the play ends undecided in a reading, what is stated of the deal is wrong in that too.
    """
    facts = finding.facts or {}
    expected = [facts.get("expected")]
    for found in others:
        there = [other for other in found if other.span == finding.span]
        same = [(other.facts or {}).get("expected") for other in there if other.code is finding.code]
        if not same and not any(other.code is catalogue.UNDECIDED for other in there):
            return None
        expected += same
    values: list[Fact] = []
    for fact in expected:
        if fact is not None and fact not in values:
            values.append(fact)
    if len(values) < 2:
        return finding
    words = (score_words(value) if isinstance(value, tuple) else value for value in values)
    parts = (part if isinstance(part, Phrase) else str(part) for part in words)
    return replace(finding, facts={**facts, "expected": Choice(tuple(parts))})
