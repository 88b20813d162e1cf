"""The play of a deal, action by action, with the states before and after each, for writers of logs.

The referee plays it; nothing is decided here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from notation.findings.finding import Finding
from notation.judge.action import IMPOSSIBLE_PLAY, PlayLog
from notation.judge.deal import Step, play_deal, replay, with_replies
from notation.judge.judgement import Event
from notation.record.model import DealRecord, Ply
from notation.record.path import Path
from notation.text.slips import has_slips
from referee import actions
from referee.actions import Action
from referee.cards import Seat
from referee.codes import DEAL_OVER
from referee.deal import Deal
from referee.decisions import ClaimMode, ClaimWindow
from referee.rules import RuleSet


class Done(NamedTuple):
    """An action: its seat and trick, and the deal before and after it.

    ``action`` is the card played, or the announcement; a close before drawing is CLOSE_SHORT.
    """

    seat: Seat
    action: Action
    trick: int
    before: Deal
    after: Deal
    ply: Ply
    path: Path
    """Its address in the record."""


def followed(rules: RuleSet, record: DealRecord) -> list[Done] | None:
    r"""Return every action of a deal except recorded draws; None if the referee cannot follow all.

    No deal ends automatically here: a log may continue after the end, which the judge decides.

    >>> from referee.rulesets import SCHNAPSEN
    >>> from notation import read
    >>> text = "%SGN 1\ndeal 1 dealer B trump Td\nA: As Ks Qh Jh Kc\nB: Ad Ts Kh Ah Jc\n"
    >>> text += "talon: Qs Js Th Kd Qd Jd Ac Tc Qc Td\n1. As Ts"
    >>> [(done.seat, done.action) for done in followed(SCHNAPSEN, next(read(text)).record.deals[0])]
    [(0, 5), (1, 4)]
    """
    if has_slips(with_replies(rules, record), rules):
        return None
    rules = _without_end(rules)
    done: list[Done] = []
    for step in replay(rules, record):
        if step.event and step.written and step.event.ply.action != actions.DRAW:
            done.append(_done(step, step.event, step.written))
    written = sum(ply.action != actions.DRAW for trick in record.tricks for ply in trick.plies)
    return done if len(done) == written else None


def contradiction(rules: RuleSet, record: DealRecord, *, may_go_on: bool = True) -> Finding | None:
    """Return the finding about the first action of a deal that cannot have been done, whoever allowed it.

    Unless it ``may_go_on``, nothing can have been done after 66 has ended the deal.
    """
    log = PlayLog.of(record)
    play_deal(_without_end(rules) if may_go_on else rules, record, log)
    ends = set() if may_go_on else {DEAL_OVER.id}
    return next((finding for finding in log.findings if finding.code.id in IMPOSSIBLE_PLAY | ends), None)


def _without_end(rules: RuleSet) -> RuleSet:
    if rules.claim_mode is ClaimMode.NEVER:
        return rules
    return replace(rules, claim_mode=ClaimMode.SAID, claim_window=ClaimWindow.LEAD)


def _done(step: Step, event: Event, path: Path) -> Done:
    before, trick = step.before, step.path.trick
    action = event.card if event.ply.plays else event.ply.action
    if action == actions.CLOSE and before.lead < 0 and trick == before.trick:
        action = actions.CLOSE_SHORT
    return Done(event.seat, action, trick, before, step.after, event.ply, path)


def by_trick(done: Iterable[Done]) -> Iterator[list[Done]]:
    """Yield the actions of each trick; what follows one belongs to it."""
    for _, trick in groupby(done, key=lambda each: each.trick):
        yield list(trick)
