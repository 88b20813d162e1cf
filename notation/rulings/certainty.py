"""Whether the outcome of a deal depends on something undecidable, and the outcome otherwise.

A marriage or an exchange from an unknown hand is accepted. This module judges the deal without it as well:
nothing is guessed, and it contains no rules.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.judge.doubt import MOST_DOUBTS, Doubt, choices, doubts_of, mattering, undecided, without
from notation.judge.judgement import DealJudgement, Judgement
from notation.judge.match import judge_under
from notation.record.path import Path
from notation.record.traversal import line_at, plies_of
from notation.rulings.claims import Worth
from notation.rulings.trials import only_play


class Certainty(NamedTuple):
    """Whether the outcome of a deal is certain; if not, the announcements it depends on, if any.

    ``otherwise`` is the possible outcome without them, None if the play does not decide it then.
    """

    certain: bool = True
    rests_on: tuple[Doubt, ...] = ()
    otherwise: tuple[Worth | None, ...] = ()


CERTAIN: Final = Certainty()


def certainties(judgement: Judgement) -> list[Certainty]:
    r"""Return the certainty of every deal of a judgement.

    >>> from notation.judge import judge
    >>> from notation.text.reader import read
    >>> text = '%SGN 1\n[Rules "santase"]\ndeal 1 dealer A trump As\n1. Js 9d\n2. close 40s Qs 9s\n'
    >>> [found] = certainties(judge(next(read(text + "3. Ad Qc\n4. Jd Kc\n5. 9c Ah out"))))
    >>> found.certain, [doubt.ply.value for doubt in found.rests_on], found.otherwise
    (False, [40], (Worth(winner=0, game_points=3, paid=()),))
    """
    if judgement.rules and any(finding.code is catalogue.MORE for finding in judgement.findings):
        judgement = judge_under(judgement.game, judgement.rules)
    return [_certainty(judgement, number) for number in range(1, len(judgement.deals) + 1)]


def _certainty(judgement: Judgement, number: int) -> Certainty:
    deal, draft = judgement.deals[number - 1], judgement.game.draft
    found = [f for f in judgement.findings if f.deal == number and f.code is catalogue.CANNOT_DECIDE]
    if draft is None or judgement.rules is None or not (found or deal.trusted):
        return CERTAIN
    record = draft.deals[number - 1]
    if deal.result is None:
        let_stand = {ply.span for trick in record.tricks for ply in trick.plies}
        open_ended = any(deal.stopped or finding.span not in let_stand for finding in found)
        return Certainty(not (deal.trusted or open_ended))
    doubts = doubts_of(record, plies_of(record), undecided(found))
    if len(doubts) > MOST_DOUBTS:
        return Certainty(False, doubts, (None,))
    came_to: dict[frozenset[Doubt], Worth | None] = {}
    for gone in choices(doubts):
        deals = (*draft.deals[max(0, number - 2) : number - 1], without(record, gone))
        near = only_play(replace(judgement.game, draft=replace(draft, deals=deals)))
        came_to[frozenset(gone)] = worth_of(judge_under(near, judgement.rules).deals[-1])
    whole = came_to[frozenset()]
    matter = mattering(doubts, came_to)
    otherwise = tuple(dict.fromkeys(worth for worth in came_to.values() if worth != whole))
    return Certainty(not matter, matter, otherwise)


def certainty_of_line(judgement: Judgement, number: int, path: Path) -> Certainty:
    """Return the certainty of the outcome of a deal that follows the variations of a path."""
    draft, doubtful = judgement.game.draft, (f.code is catalogue.CANNOT_DECIDE for f in judgement.findings)
    if draft is None or judgement.rules is None or not any(doubtful):
        return CERTAIN
    deals = (*draft.deals[max(0, number - 2) : number - 1], line_at(draft.deals[number - 1], path))
    near = only_play(replace(judgement.game, draft=replace(draft, deals=deals)))
    return _certainty(judge_under(near, judgement.rules), len(deals))


def worth_of(deal: DealJudgement) -> Worth | None:
    """Return the outcome of the play of a deal; None if the play does not decide it."""
    if deal.result is None:
        return None
    return Worth(deal.result.winner, deal.game_points, deal.result.paid)


def doubted(judgement: Judgement, number: int, doubts: Sequence[Doubt]) -> tuple[Finding, ...]:
    """Return the findings of a deal about these announcements."""
    spans = {doubt.ply.span for doubt in doubts}
    return tuple(f for f in judgement.findings if f.deal == number and f.span in spans)
