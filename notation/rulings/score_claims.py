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
from notation.replay.lines import PlayedLine, Standing, standing_of
from notation.rulings.certainty import CERTAIN, Certainty, certainties, doubted, worth_of
from notation.rulings.claims import Worth
from notation.rulings.elsewhere import HOLDS_NOWHERE, ClaimVerdict, HoldsUnder, verdict_on
from notation.rulings.ledger import Account
from notation.rulings.trials import only_play
from notation.text.reader import Game
from referee.codes import Effect


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
    elsewhere: HoldsUnder = HOLDS_NOWHERE
    certainty: Certainty = CERTAIN


def answer(account: Account, claim: Worth) -> Answer:
    r"""Answer a claim about the worth of a deal under the rules that it was judged by.

    >>> from notation.judge import judge
    >>> from notation.rulings.ledger import account
    >>> from notation.text.reader import read
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As 9c\n2. Kc Tc\n3. close Ts Ks\n4. out"
    >>> found = answer(account(judge(next(read(text))), 1), Worth(0, 3))
    >>> found.verdict.value, found.worth, [other.spec for other in found.elsewhere.options]
    ('wrong', Worth(winner=0, game_points=2, paid=()), ['santase false-claim=3', 'santase failed-close=3'])
    """
    judgement, number, sure = account.judgement, account.number, account.certainty
    if account.deal.trusted:  # may depend on an announcement: the outcome of the play counts
        played = judge_under(only_play(judgement.game), account.rules)
        check()
        if played.deals[number - 1].result:
            judgement, sure = played, certainties(played)[number - 1]
    entry = judgement.deals[number - 1]
    worth, verdict = worth_of(entry), verdict_on(claim, entry, sure)
    if verdict is ClaimVerdict.RIGHT:
        return Answer(claim, verdict, worth, entry, certainty=sure)
    elsewhere = account.elsewhere.where_worth(claim)
    if worth is not None:
        doubts = doubted(judgement, number, sure.rests_on) if verdict is ClaimVerdict.OPEN else ()
        return Answer(claim, verdict, worth, entry, None, doubts, elsewhere, sure)
    line = PlayedLine(account.record)
    if entry.tricks:
        line.play(account.rules)
    standing = standing_of(line.steps[-1].after) if line.is_followed and not entry.unsure else None
    found = (finding for finding in judgement.findings if finding.deal == number)
    missing = [f for f in found if f.code in _UNDECIDED or f.code.effect is Effect.STOPS]
    if entry.stopped:
        missing = [*_unread(judgement.game, number), *missing]
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
