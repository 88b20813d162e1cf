"""Evaluates claims about the worth of a deal.

Contains no rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.judge.judgement import DealJudgement
from notation.judge.match import judge_under
from notation.limits import check
from notation.record.model import DealRecord
from notation.replay.lines import Standing, standing_of
from notation.replay.steps import replay
from notation.rulings.certainty import CERTAIN, Certainty, certainties, doubted, worth_of
from notation.rulings.claims import Worth
from notation.rulings.elsewhere import HOLDS_NOWHERE, ClaimVerdict, DealElsewhere, Holding, verdict_on
from notation.rulings.trials import only_play
from notation.text.reader import Game
from referee.codes import Effect
from referee.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a claim about the worth of a deal.

    ``worth`` is the real one, None if the play does not decide it: then ``missing`` are the findings that say
    why, and ``standing`` is how the play ends. If it depends on announcements whose validity is unknown,
    ``missing`` are the findings about these. ``elsewhere`` says under which rules the claim would be right.
    """

    claim: Worth
    verdict: ClaimVerdict
    worth: Worth | None
    deal: DealJudgement
    standing: Standing | None = None
    missing: tuple[Finding, ...] = ()
    elsewhere: Holding = HOLDS_NOWHERE
    certainty: Certainty = CERTAIN


def answer(game: Game, number: int, claim: Worth, rules: RuleSet) -> Answer:
    r"""Answer a claim about the worth of a deal under these rules; deals count from 1.

    Raises ValueError if the game has no such deal.

    >>> from notation.text.reader import read
    >>> from referee.rulesets import PRESETS
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As 9c\n2. Kc Tc\n3. close Ts Ks\n4. out"
    >>> found = answer(next(read(text)), 1, Worth(0, 3), PRESETS["santase"])
    >>> found.verdict.value, found.worth, [other.spec for other in found.elsewhere.options]
    ('wrong', Worth(winner=0, game_points=2, paid=()), ['santase false-claim=3', 'santase failed-close=3'])
    """
    record = deal_of(game, number)
    judgement = judge_under(game, rules)
    check()
    if judgement.deals[number - 1].trusted:  # may depend on an announcement: the outcome of the play counts
        played = judge_under(only_play(game), rules)
        judgement = played if played.deals[number - 1].result else judgement
    entry = judgement.deals[number - 1]
    worth = worth_of(entry)
    sure = certainties(judgement)[number - 1]
    verdict = verdict_on(claim, entry, sure)
    if verdict is ClaimVerdict.RIGHT:
        return Answer(claim, verdict, worth, entry, certainty=sure)
    elsewhere = DealElsewhere(judgement, number).where_worth(claim)
    if worth is not None:
        doubts = doubted(judgement, number, sure.rests_on) if verdict is ClaimVerdict.OPEN else ()
        return Answer(claim, verdict, worth, entry, None, doubts, elsewhere, sure)
    steps = tuple(replay(rules, record)) if entry.tricks else ()
    standing = standing_of(steps[-1].after) if steps else None
    found = (finding for finding in judgement.findings if finding.deal == number)
    missing = [f for f in found if f.code in _UNDECIDED or f.code.effect is Effect.STOPS]
    if entry.stopped:
        missing = [*_unread(game, number), *missing]
    return Answer(claim, ClaimVerdict.OPEN, None, entry, standing, tuple(missing), elsewhere)


_UNDECIDED: Final = frozenset({catalogue.CANNOT_DECIDE, catalogue.UNDECIDED, catalogue.NO_RESULT})


def _unread(game: Game, number: int) -> Iterator[Finding]:
    """Yield the findings about the unread parts of a deal."""
    deals = game.draft.deals if game.draft else ()
    first = deals[number - 1].span.line
    behind = deals[number].span.line if number < len(deals) else game.text.count("\n") + 2
    return (f for f in game.findings if f.is_error and not f.deal and first <= f.span.line < behind)


def deal_of(game: Game, number: int) -> DealRecord:
    """Return a deal of a game, counted from 1."""
    if game.draft is None or not 1 <= number <= len(game.draft.deals):
        raise ValueError(f"there is no deal {number} in this game")
    return game.draft.deals[number - 1]
