"""Evaluates claims about the worth of a deal, and finds the rules under which they would be right.

Judges the deal under one rule set after the other; contains no rules.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.judge.judgement import DealJudgement
from notation.judge.match import judge_under
from notation.limits import check, spend
from notation.record.model import DealRecord
from notation.replay.lines import PlayedLine, Standing, standing_of
from notation.rulings.certainty import CERTAIN, Certainty, certainties, doubted, worth_of
from notation.rulings.claims import Worth
from notation.rulings.ledger import Account, account
from notation.rulings.trials import Breach, DealVerdict, Hearing, only_play
from notation.specs.neighbours import Change, changes_of, dealt_alike, tried_options, with_options
from notation.specs.spec import write_spec
from notation.text.reader import Game
from referee import codes as rulings
from referee.codes import CATALOGUE, Effect, Severity
from referee.rules import RuleSet

MOST_SETS: Final = 12
"""Reported sets of options under which a claim would be right."""


class ClaimVerdict(Enum):
    """The verdict on a claim: right, wrong, or undecidable."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"


class Elsewhere(NamedTuple):
    """Rules under which a claim would be right, and the options changed from the record's own, if few."""

    rules: RuleSet
    changes: tuple[Change, ...] = ()

    @property
    def spec(self) -> str:
        """The rules as a spec."""
        return write_spec(self.rules)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a claim about the worth of a deal.

    ``worth`` is the real one, None if the play does not decide it: then ``missing`` are the findings that say
    why, and ``standing`` is how the play ends. If it depends on announcements whose validity is unknown,
    ``missing`` are the findings about these. ``rule_sets`` and ``options`` are the rules under which the
    claim would be right.
    """

    claim: Worth
    verdict: ClaimVerdict
    worth: Worth | None
    deal: DealJudgement
    standing: Standing | None = None
    missing: tuple[Finding, ...] = ()
    rule_sets: tuple[Elsewhere, ...] = ()
    options: tuple[Elsewhere, ...] = ()
    certainty: Certainty = CERTAIN


def answer(game: Game, number: int, claim: Worth, rules: RuleSet) -> Answer:
    r"""Answer a claim about the worth of a deal under these rules; deals count from 1.

    Raises ValueError if the game has no such deal.

    >>> from notation.text.reader import read
    >>> from referee.rulesets import PRESETS
    >>> text = "%SGN 1\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c Qc\n"
    >>> text += "talon: 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\n1. As 9c\n2. Kc Tc\n3. close Ts Ks\n4. out"
    >>> found = answer(next(read(text)), 1, Worth(0, 3), PRESETS["santase"])
    >>> found.verdict.value, found.worth, [other.spec for other in found.options]
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
    possible = (worth, *sure.otherwise)
    open_ended = bool(sure.rests_on) and any(other is None or claim.fits(other) for other in possible)
    if worth is not None and claim.fits(worth) and not open_ended:
        return Answer(claim, ClaimVerdict.RIGHT, worth, entry, certainty=sure)
    elsewhere = right_under(game, number, claim, rules)
    if worth is not None:
        verdict = ClaimVerdict.OPEN if open_ended else ClaimVerdict.WRONG
        doubts = doubted(judgement, number, sure.rests_on) if open_ended else ()
        return Answer(claim, verdict, worth, entry, None, doubts, *elsewhere, sure)
    line = PlayedLine(record)
    if entry.tricks:
        line.play(rules)
    standing = standing_of(line.steps[-1].after) if line.is_followed and not entry.unsure else None
    found = (finding for finding in judgement.findings if finding.deal == number)
    missing = [f for f in found if f.code in _UNDECIDED or f.code.effect is Effect.STOPS]
    if entry.stopped:
        missing = [*_unread(game, number), *missing]
    return Answer(claim, ClaimVerdict.OPEN, None, entry, standing, tuple(missing), *elsewhere)


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


# The rules under which a claim would be right.

_CONSEQUENCES: Final = frozenset({rulings.WRONG_DEALER.id, rulings.MATCH_OVER.id, rulings.DEAL_OVER.id})
"""Rulings that other rules give only because the match or the deal took another course under them."""


def right_under(
    game: Game, number: int, claim: Worth, rules: RuleSet, most: int = 2
) -> tuple[tuple[Elsewhere, ...], tuple[Elsewhere, ...]]:
    """Return the compatible rule sets, and the smallest sets of options, that make a claim right.

    ``most`` is the number of options tried together. The deal is judged with the one before it, which may
    bring it an extra point after a draw.
    """
    draft = game.draft
    near = replace(game, draft=draft and replace(draft, deals=draft.deals[max(0, number - 2) : number]))
    hearing = Hearing(only_play(near), is_whole=False)
    own, asked = hearing.verdict(rules)
    broken = _broken(own.deals[-1])

    def is_right(other: RuleSet) -> bool:
        """Return whether the deal is worth the claim, without new breaches."""
        deal = hearing.verdict(other)[0].deals[-1]
        if deal.result is None or not claim.fits(
            Worth(deal.result.winner, deal.game_points, deal.result.paid)
        ):
            return False
        return _broken(deal) <= broken and certainties(hearing.judgement(other))[-1].certain

    return _tried(rules, asked, is_right, most)


class DealUnderOtherRules:
    """A deal judged under other rules, memoised: compatible rule sets, and single options."""

    def __init__(self, game: Game, number: int, rules: RuleSet) -> None:
        draft = game.draft
        deals = draft.deals[max(0, number - 2) : number] if draft else ()
        near = replace(game, draft=draft and replace(draft, deals=deals))
        self._place = len(deals)
        self._rules = rules
        self._hearing = Hearing(only_play(near), is_whole=False)
        self._accounts: dict[RuleSet, Account] = {}

    def where(self, holds: Callable[[Account], bool]) -> tuple[tuple[Elsewhere, ...], tuple[Elsewhere, ...]]:
        """Return the rule sets and the single options under which a condition holds for the deal."""
        _, asked = self._hearing.verdict(self._rules)
        return _tried(self._rules, asked, lambda other: holds(self._account(other)), most=1)

    def _account(self, rules: RuleSet) -> Account:
        if rules not in self._accounts:
            judgement = self._hearing.judgement(rules)
            found = self._accounts[rules] = account(judgement, self._place, named="-")
            spend(len(found.played))
        spend()
        return self._accounts[rules]


def _tried(
    rules: RuleSet, asked: Sequence[str], is_right: Callable[[RuleSet], bool], most: int
) -> tuple[tuple[Elsewhere, ...], tuple[Elsewhere, ...]]:
    """Return the rule sets that satisfy a condition, and the smallest sets of options, up to a number."""
    rule_sets = tuple(Elsewhere(other) for other in dealt_alike(rules) if is_right(other))
    for size in range(1, most + 1):
        options = [
            Elsewhere(other, changes_of(other, rules))
            for other in _with(rules, asked, size)
            if is_right(other)
        ]
        if options:
            return rule_sets, tuple(options[:MOST_SETS])
    return rule_sets, ()


def _with(rules: RuleSet, asked: Sequence[str], size: int) -> Iterator[RuleSet]:
    """Yield rules with ``size`` options changed, at least one of which the judgement consulted."""
    tried = [setting for setting in tried_options(rules) if getattr(rules, setting[0].decision) != setting[1]]
    for settings in combinations(tried, size):
        decisions = {option.decision for option, _ in settings}
        if len(decisions) == size and not decisions.isdisjoint(asked):
            other = with_options(rules, *settings)
            if other is not None:
                yield other


def _broken(deal: DealVerdict) -> set[Breach]:
    """Return the breaches in the play of a deal, apart from the match that it belongs to."""
    return {
        breach
        for breach in deal.breaches
        if CATALOGUE[breach.code].severity is Severity.ERROR and breach.code not in _CONSEQUENCES
    }
