"""A deal under other rules: what the same play comes to there, and where something said of it holds.

The only place that says so; rulings, answers to claims and alternatives show what is found here. Judges the
play under one rule set after the other, each once; contains no rules.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

from notation.findings.finding import Finding
from notation.judge.assertions import AGREED
from notation.judge.judgement import DealJudgement, Judgement
from notation.judge.match import judge_under
from notation.judge.results import PlayedResults
from notation.limits import check
from notation.record.model import Outcome, Record
from notation.rulings.certainty import Certainty, certainties, worth_of
from notation.rulings.claims import Worth
from notation.rulings.suggested_numbers import suggested_numbers
from notation.rulings.trials import Breach, DealVerdict, GameVerdict, Hearing, breach_of, only_play, rulings
from notation.specs.spec import (
    Change,
    Setting,
    changes_of,
    conflicts,
    dealt_alike,
    tried_options,
    with_options,
    write_spec,
)
from notation.text.reader import Game
from referee import codes
from referee.codes import CATALOGUE, Severity
from referee.decisions import DrawBonus
from referee.rules import DECISION_BITS, RuleSet

MOST_SETS: Final = 12
"""Reported sets of options under which a claim would be right."""

_CONSEQUENCES: Final = frozenset({codes.WRONG_DEALER.id, codes.MATCH_OVER.id, codes.DEAL_OVER.id})
"""Rulings that other rules give only because the match or the deal took another course under them."""

_OF_THE_MATCH: Final = frozenset({"game_target", "game_seven_nil", "deal_next_dealer", "deal_after_draw"})
"""Decisions on which nothing in a deal depends but those."""


class ClaimVerdict(Enum):
    """The verdict on a claim: right, wrong, or undecidable."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"


class Elsewhere(NamedTuple):
    """A deal as other rules judge it, with the options changed from its own, if they were chosen by these.

    ``number`` is that of the deal in the judgement. ``broken`` are the rulings against actions of the play,
    ``refused`` those of them that the deal's own rules do not give.
    """

    rules: RuleSet
    judgement: Judgement
    number: int
    certainty: Certainty
    broken: tuple[Finding, ...]
    refused: tuple[Finding, ...]
    changes: tuple[Change, ...] = ()

    @property
    def spec(self) -> str:
        """The rules as a spec."""
        return write_spec(self.rules)

    @property
    def deal(self) -> DealJudgement:
        """The judged deal."""
        return self.judgement.deals[self.number - 1]


class HoldsUnder(NamedTuple):
    """The rules under which something holds: rule sets, and the smallest sets of changed options.

    Under those that are ``conditional`` it holds too, but they refuse an action of the play, or an
    announcement must have been valid that cannot be checked.
    """

    rule_sets: tuple[Elsewhere, ...] = ()
    options: tuple[Elsewhere, ...] = ()
    conditional: tuple[Elsewhere, ...] = ()


HOLDS_NOWHERE: Final = HoldsUnder()


def codes_of(findings: Iterable[Finding]) -> list[str]:
    """Return the codes of rulings against a play, each once."""
    return list(dict.fromkeys(breach_of(finding).code for finding in findings))


def verdict_on(claim: Worth, deal: DealJudgement, certainty: Certainty) -> ClaimVerdict:
    """Return whether a judged deal is worth what is claimed."""
    worth = worth_of(deal)
    possible = (worth, *certainty.otherwise)
    open_ended = certainty.rests_on and any(other is None or claim.fits(other) for other in possible)
    if worth is None or open_ended:
        return ClaimVerdict.OPEN
    return ClaimVerdict.RIGHT if claim.fits(worth) else ClaimVerdict.WRONG


class _OptionAlone(NamedTuple):
    """A changed option: the decisions that are consulted after it or have to change with it."""

    setting: Setting
    after: tuple[str, ...]
    brings: frozenset[str]
    """Those of them that are not consulted without it."""
    tells: bool
    """Whether it changes alone what the deal comes to, or what more is consulted for it."""


def _pairs(alone: Sequence[_OptionAlone]) -> list[tuple[Setting, Setting]]:
    """Return the pairs of options of which one may do something beside the other that neither does alone."""
    places = defaultdict[str, list[int]](list)
    for place, changed in enumerate(alone):
        places[changed.setting[0].decision].append(place)
    found = set[tuple[int, int]]()
    for place, changed in enumerate(alone):
        for decision in set(changed.after) - {changed.setting[0].decision}:
            for other in places.get(decision, ()):
                if changed.tells or alone[other].tells or decision in changed.brings:
                    found.add((min(place, other), max(place, other)))
    return [(alone[first].setting, alone[second].setting) for first, second in sorted(found)]


def _came_to(verdict: GameVerdict) -> DealVerdict:
    """What a deal came to, whatever was refused in it."""
    return verdict.deals[-1]._replace(breaches=())


class DealElsewhere:
    """A deal of a judged game under other rules.

    It is judged after the deal before it, or the draws before it, which may bring it extra points where the
    rules have such a bonus.
    """

    def __init__(self, judgement: Judgement, number: int, plays: PlayedResults | None = None) -> None:
        self._judgement = judgement
        self._number = number
        self._plays = plays or PlayedResults()
        self._is_tried = False
        """Whether it is tried under many rules."""
        self._held: dict[RuleSet, Elsewhere] = {}

    @property
    def rules(self) -> RuleSet:
        """The deal's own rules."""
        assert self._judgement.rules  # noqa: S101 - it was judged
        return self._judgement.rules

    @cached_property
    def _record(self) -> Record:
        """The deals to be judged: the last is the deal in question, as it was played."""
        deals, number = self._judgement.game.readable.deals, self._number
        deal = deals[number - 1]
        if deal.result and deal.result.reason not in AGREED:
            deal = replace(deal, result=None)
        first = max(0, number - 2)
        while first and (before := self._judgement.deals[first].result) and before.winner < 0:
            first -= 1
        return replace(self._judgement.game.readable, deals=(*deals[first : number - 1], deal))

    @cached_property
    def _game(self) -> Game:
        return only_play(replace(self._judgement.game, draft=self._record))

    @cached_property
    def _alone(self) -> Game:
        """The game without the deals before, unless the last of them may have lost its cards to this one."""
        *before, deal = self._game.readable.deals
        if before and before[-1].is_head_alone:
            return self._game
        return replace(self._game, draft=replace(self._game.readable, deals=(deal,)))

    @cached_property
    def _hearing(self) -> Hearing:
        return Hearing(self._game, is_whole=False)

    def _judgement_under(self, rules: RuleSet) -> Judgement:
        """The judgement under some rules: that of the trials, if there are any, which has every ledger."""
        if self._is_tried:
            return self._hearing.judgement(rules)
        game = self._alone if rules.tie_bonus is DrawBonus.NONE else self._game
        judgement = judge_under(game, rules, self._plays)
        check()
        return judgement

    @cached_property
    def _own(self) -> frozenset[Breach]:
        """The rulings of the deal's own rules."""
        judgement = self._judgement_under(self.rules)
        return frozenset(map(breach_of, rulings(judgement, len(judgement.deals))))

    def under(self, rules: RuleSet) -> Elsewhere:
        """Return the deal under other rules."""
        if rules not in self._held:
            judgement = self._judgement_under(rules)
            number = len(judgement.deals)
            broken = tuple(
                finding
                for finding in rulings(judgement, number)
                if (code := breach_of(finding).code) not in _CONSEQUENCES
                and CATALOGUE[code].severity is Severity.ERROR
            )
            refused = tuple(finding for finding in broken if breach_of(finding) not in self._own)
            sure = certainties(judgement)[-1]
            self._held[rules] = Elsewhere(rules, judgement, number, sure, broken, refused)
        return self._held[rules]

    def rule_sets(self) -> Iterator[Elsewhere]:
        """Yield the deal under every other rule set for as many players with the same cards dealt."""
        return (self.under(rules) for rules in dealt_alike(self.rules) if rules != self.rules)

    def where_worth(self, claim: Worth, most: int = 2) -> HoldsUnder:
        """Return where the deal is worth what is claimed, with at most this number of options changed."""

        def holds(other: Elsewhere) -> ClaimVerdict:
            possible = (worth_of(other.deal), *other.certainty.otherwise)
            if not any(worth and claim.fits(worth) for worth in possible):
                return ClaimVerdict.WRONG
            return verdict_on(claim, other.deal, other.certainty)

        def may_hold(verdict: DealVerdict) -> bool:
            deal = verdict.result
            return deal is not None and claim.fits(Worth(deal.winner, verdict.game_points, deal.paid))

        stated = Outcome(claim.winner, claim.game_points, paid=claim.paid)
        return self._where(holds, self._changed(stated, most), may_hold)

    def where(self, holds: Callable[[Elsewhere], bool]) -> HoldsUnder:
        """Return where a condition holds for the deal, with at most one option changed."""
        return self._where(
            lambda other: ClaimVerdict.RIGHT if holds(other) else ClaimVerdict.WRONG, self._changed(None, 1)
        )

    def _where(
        self,
        holds: Callable[[Elsewhere], ClaimVerdict],
        changed: Iterable[list[RuleSet]],
        may_hold: Callable[[DealVerdict], bool] | None = None,
    ) -> HoldsUnder:
        def held(others: Iterable[Elsewhere]) -> list[tuple[bool, Elsewhere]]:
            """Return those under which it holds, each with whether it does so without a condition."""
            judged = [(holds(other), other) for other in others]
            return [
                (verdict is ClaimVerdict.RIGHT and not other.refused, other)
                for verdict, other in judged
                if verdict is not ClaimVerdict.WRONG
            ]

        self._is_tried = True
        rule_sets, options = held(self.rule_sets()), list[tuple[bool, Elsewhere]]()
        for level in changed:
            likely = [rules for rules in level if may_hold is None or may_hold(self._verdict(rules))]
            options = held(
                self.under(rules)._replace(changes=changes_of(rules, self.rules)) for rules in likely
            )
            if options:
                break
        return HoldsUnder(
            tuple(other for is_plain, other in rule_sets if is_plain),
            tuple(other for is_plain, other in options if is_plain)[:MOST_SETS],
            tuple(other for is_plain, other in (*rule_sets, *options) if not is_plain)[:MOST_SETS],
        )

    def _changed(self, stated: Outcome | None, most: int) -> Iterator[list[RuleSet]]:
        """Yield the rules with one option changed that may judge the deal otherwise, then those with two.

        An option matters only if the deal, judged with the other change, consults its decision, or if the
        other change is not valid without it. Two that are consulted anyway, and that alone change no more
        than what is refused, are not paired; of numbers that do the same alone, the nearest is.
        """
        own_rules, deal = self.rules, self._record.deals[-1]
        deal = replace(deal, result=stated or deal.result)

        def suggested(rules: RuleSet) -> list[Setting]:
            judged = self._hearing.judgement(rules).deals[-1:]
            tried = tried_options(own_rules, suggested_numbers(rules, [deal], judged))
            return [
                (option, value)
                for option, value in tried
                if option.decision not in _OF_THE_MATCH and getattr(own_rules, option.decision) != value
            ]

        verdict, asked = self._heard(own_rules)
        own, settings = _came_to(verdict), suggested(own_rules)
        single = {
            place: other
            for place, setting in enumerate(settings)
            if setting[0].decision in asked and (other := with_options(own_rules, setting))
        }
        yield list(single.values())
        if most < 2:
            return
        follow_up = dict[tuple[str, object], _OptionAlone]()
        for place, setting in enumerate(settings):
            option, value = setting
            if other := single.get(place):
                verdict, after = self._heard(other)
                alike = verdict if option.values is None else value
                brings = frozenset(after).difference(asked)
                tells = bool(brings) or _came_to(verdict) != own
                follow_up.setdefault((option.word, alike), _OptionAlone(setting, after, brings, tells))
            else:
                needed = conflicts(own_rules, setting)
                alone = _OptionAlone(setting, needed, frozenset(needed), bool(needed))
                follow_up[option.word, value] = alone
        both = (with_options(own_rules, *pair) for pair in _pairs(list(follow_up.values())))
        pairs = [other for other in both if other]
        for other in single.values():  # and numbers that the record suggests only then
            if self._verdict(other).card_points != own.card_points:
                more = [setting for setting in suggested(other) if setting not in settings]
                pairs += filter(None, (with_options(other, setting) for setting in more))
        yield pairs

    def _heard(self, rules: RuleSet) -> tuple[GameVerdict, tuple[str, ...]]:
        """The verdict under some rules, and the decisions that it depends on."""
        verdict, asked = self._hearing.verdict(rules)
        return verdict, tuple(name for name, bit in DECISION_BITS.items() if asked & bit)

    def _verdict(self, rules: RuleSet) -> DealVerdict:
        return self._hearing.verdict(rules)[0].deals[-1]
