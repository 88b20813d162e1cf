"""The steps of a deal in order: every replay is a fold over these.

The referee plays the deal as written; nothing is decided here.
"""

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from notation.findings.finding import Finding
from notation.findings.names import Speaking, speaking_of
from notation.judge.deal import play_deal
from notation.judge.judgement import DealJudgement, Event, Judgement
from notation.record.model import NOWHERE, DealRecord, Ply
from notation.record.path import Path, place
from notation.record.traversal import plies_of
from referee.deal import Deal
from referee.rules import RuleSet


class Step(NamedTuple):
    """One step of a deal: the event, and the states before and after it.

    ``path`` has the trick and the number of its actions done so far, in the order of play. A step without an
    event is the start, the head of a trick, or the end of a deal that no action ended; at the start,
    ``before`` is the same deal.
    """

    path: Path
    before: Deal
    event: Event | None
    after: Deal
    written: Path | None = None
    """The address of the action in the record; None for one that is not recorded there."""
    findings: tuple[Finding, ...] = ()
    """The findings on the way to this step; of the last step, also those after it."""


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
        draft = self.judgement.game.draft
        heads = [deal.span[:2] for deal in draft.deals] if draft else []
        return [
            finding
            for finding in self.judgement.findings
            if self.number == (finding.deal or bisect(heads, finding.span[:2]))
        ]

    def speaking(self, language: Speaking) -> Speaking:
        """Return the language, set to call the players by their names."""
        return speaking_of(self.judgement.game.draft, self.rules, language)


def replay(rules: RuleSet, record: DealRecord) -> Iterator[Step]:
    r"""Yield every step of a deal, in order; none if its play cannot be judged at all.

    >>> from notation.text.reader import read
    >>> from referee.rulesets import SANTASE
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As Td"
    >>> steps = replay(SANTASE, next(read(text)).record.deals[0])
    >>> [(str(step.path), tuple(step.after.points)) for step in steps]
    [('1', (0, 0)), ('1.1', (0, 0)), ('1.2', (0, 21))]
    """
    if not record.is_headed:
        return
    entry = DealJudgement(record.number, record.dealer)
    seen: list[tuple[Path, Deal, Event | None, tuple[Finding, ...]]] = []
    findings: list[Finding] = []

    def watch(deal: Deal, event: Event | None) -> None:
        trick = entry.tricks[-1] if entry.tricks else None
        path = place(trick.number, len(trick.events)) if trick else place(deal.trick + 1)
        if event is None and seen and seen[-1][0] == path and seen[-1][1].over == deal.over:
            *_, event, found = seen.pop()
            findings[:0] = found
        seen.append((path, deal.copy(), event, tuple(findings)))
        findings.clear()

    play_deal(rules, record, entry, findings.append, watch)
    before = seen[0][1] if seen else None
    coming = list(plies_of(record))
    for at, (path, after, event, found) in enumerate(seen, start=1):
        if at == len(seen):
            found += tuple(findings)
        yield Step(path, before or after, event, after, _taken(coming, event.ply) if event else None, found)
        before = after


def _taken(coming: list[tuple[Path, Ply]], played: Ply) -> Path | None:
    """Return the address of a played action, and remove it from those to come."""
    for at, (path, ply) in enumerate(coming):
        # One that is misplaced is played elsewhere, and is not the same object then.
        if ply is played or ply.span == played.span != NOWHERE:
            del coming[at]
            return path
    return None
