"""Infers rules from a record: the rule sets and options that make its play legal and its statements right.

Judges the record under many rules and ranks these by what they leave unexplained. It contains no rules, and
never says what was agreed at a table: only what fits the record.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, groupby
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.judge.action import PlayLog
from notation.judge.deal import has_gaps, play_deal
from notation.judge.judgement import DealJudgement, Event
from notation.judge.match import judge_under
from notation.judge.rules import DEFAULT_RULES
from notation.limits import check
from notation.record.model import DealRecord, Record
from notation.rulings.sheet_faults import CONSEQUENT
from notation.rulings.suggested_numbers import suggested_numbers
from notation.rulings.trials import Memory
from notation.specs.spec import (
    OPTIONS,
    Change,
    Option,
    Setting,
    changes_of,
    conflicts,
    read_spec,
    tried_options,
    why_idle,
    with_options,
    write_spec,
)
from notation.text.reader import Game
from referee import actions
from referee import codes as rulings
from referee.cards import Seat, players_of
from referee.contracts import Opening
from referee.deal import Deal
from referee.decisions import ClaimMode
from referee.rules import RuleSet
from referee.rulesets import PRESETS

MOST_STEPS: Final = 4
"""The search depth: options changed in succession."""
WIDEST: Final = 6
"""The beam width: rules from which the next option is changed."""
MOST_DEALS: Final = 4000
"""Deals judged at each depth of the search, those with gaps counted twice.

The search continues from at least one rule set, however long the record is.
"""
MOST_LISTED: Final = 24
"""Listed candidates with changed options."""
MOST_PAIRED: Final = 12
"""Options tried in pairs if none helps alone."""
MOST_WIDENED: Final = 3
"""First-ranked candidates for whose numbers the search looks for equivalent ones."""
DOUBTFUL: Final = 20
"""Odds below which candidates cannot be rejected for allowing what nobody did."""
TARGETS: Final = (7, 11)
"""Targets tried in addition to the highest score of the record."""

SLIP: Final = 8
"""What one slip of a scribe costs, in bits: that it happened, and what it was."""
OF_A_SOURCE, OF_NONE = 3, 4
"""What a changed option costs, in bits: to a value that some rule set has, or to one that none has."""
NOT_AS_NAMED: Final = 4
"""What each change costs in addition if the records name their rules."""

_PACK: Final = frozenset({rulings.HAND_SIZE, rulings.TALON_SIZE, rulings.NOT_IN_DEAL})
_FALSE: Final = frozenset({rulings.CLAIM_FALSE.id, rulings.CLAIM_VOID.id})
_UNDECIDED: Final = frozenset({catalogue.TAKEN_ON_TRUST, catalogue.CANNOT_DECIDE})


class NumberRange(NamedTuple):
    """A numerical option, and the smallest and greatest value that fit the record equally well."""

    option: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """Rules by which records may have been played, and how well they fit.

    ``changes`` are the options changed from a rule set, or from the record's own rules if those are nearer.
    ``left_in`` is what the rules leave unexplained, game by game; ``explained`` is what they explain and the
    record's own rules do not.
    """

    rules: RuleSet
    changes: tuple[Change, ...]
    left_in: tuple[tuple[Finding, ...], ...]
    explained: tuple[Finding, ...]
    surprises: int
    """False claims, superfluous claims, and what these rules do not decide."""
    cost: int = 0
    """The length of the shortest description of the records by these rules, in bits.

    It has the changed options, without those that are valid only beside another, and the slips of scribes
    that remain. An option that decides few of many deals needs more evidence than one of few.
    """
    freedom: int = 0
    """The product of the numbers of legal actions at each moment; the smaller, the tighter the rules fit.

    Only computed for candidates that are otherwise equal.
    """
    odds: int = 0
    """How many times freer the rules are than the tightest of the otherwise equal candidates."""
    rank: int = 0
    """1 for the best; equal candidates share a rank."""
    ranges: tuple[NumberRange, ...] = ()
    """The changed numbers of a best candidate for which others fit equally well."""

    @property
    def left(self) -> tuple[Finding, ...]:
        """What the rules leave unexplained."""
        return tuple(chain.from_iterable(self.left_in))

    @property
    def spec(self) -> str:
        """The rules as a spec."""
        return write_spec(self.rules)

    @property
    def times_as_many(self) -> str:
        """How many times as many ways to play the rules allow, `12` or `10^7`; "" if not computed."""
        if not self.odds:
            return ""
        return str(self.odds) if self.odds < 10**6 else f"10^{math.floor(math.log10(self.odds))}"


@dataclass(frozen=True, slots=True)
class Inference:
    """The inference from a record, or from several records together.

    ``named`` are the rules that the records name, if they are valid and the same in all; ``own`` are those,
    or the ones used for judging without them. ``unexplained`` is what those leave. Without candidates there
    is nothing to infer from.
    """

    named: RuleSet | None
    own: RuleSet
    unexplained: tuple[Finding, ...] = ()
    candidates: tuple[Candidate, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether there is nothing to infer: the rules that the record names explain all of it."""
        return self.named is not None and bool(self.candidates) and not self.unexplained

    @property
    def best(self) -> tuple[Candidate, ...]:
        """The first-ranked candidates, which the record cannot distinguish."""
        return tuple(candidate for candidate in self.candidates if candidate.rank == 1)


def infer(game: Game, assumed: RuleSet | None = None) -> Inference:
    """Infer the rules that fit a game best; ``assumed`` are used if it names none.

    >>> from pathlib import Path
    >>> from notation.text.reader import read_file
    >>> [game] = read_file(Path("samples/closed-and-won.sgn"))
    >>> inference = infer(game)
    >>> inference.settled, [candidate.spec for candidate in inference.best]
    (True, ['santase'])
    """
    return infer_together([game], assumed)


def infer_together(games: Sequence[Game], assumed: RuleSet | None = None) -> Inference:
    """Infer the rules that fit all games best, assuming they share their rules; see :func:`infer`.

    >>> from pathlib import Path
    >>> from notation.text.reader import read_file
    >>> names = ("closed-and-won", "two-draws")
    >>> games = [game for name in names for game in read_file(Path(f"samples/{name}.sgn"))]
    >>> infer_together(games).candidates[0].left_in
    ((), ())
    """
    tags = [game.draft.tag("Rules") if game.draft else None for game in games]
    first, *others = [read_spec(tag) if tag is not None else None for tag in tags] or [None]
    named = first if isinstance(first, RuleSet) and all(other == first for other in others) else None
    own = named or assumed or PRESETS[DEFAULT_RULES]
    played = [_GivenGame(game, game.draft) for game in games if game.draft and game.draft.deals]
    alike = _played_alike([each.record for each in played], own, named is not None)
    if not played or not alike:
        return Inference(named, own)
    bench = _Bench(played, own, alike)
    return Inference(
        named, own, tuple(chain.from_iterable(bench.trial(own).left)), tuple(bench.ranked(named))
    )


class _GivenGame(NamedTuple):
    """A game and its record."""

    game: Game
    record: Record


class _Trial(NamedTuple):
    """The outcome of judging records under rules, game by game."""

    rules: RuleSet
    left: tuple[tuple[Finding, ...], ...]
    undecided: tuple[tuple[Finding, ...], ...]
    surprises: int

    @property
    def errors(self) -> int:
        """The number of unexplained errors."""
        return sum(map(len, self.left))

    @property
    def weight(self) -> tuple[int, int, int]:
        """The unexplained rest: deals affected, undecided points, errors.

        Deals come first, because one that is not judged to its end hides its other errors; what rules leave
        undecided they do not explain.
        """
        deals = 0
        for left, undecided in zip(self.left, self.undecided, strict=True):
            untold = (finding for finding in undecided if finding.code is catalogue.TAKEN_ON_TRUST)
            deals += len({finding.deal for finding in (*left, *untold)})
        return deals, sum(map(len, self.undecided)), self.errors

    @property
    def slips(self) -> int:
        """The number of independent faults: what is stated wrongly of one deal is one slip.

        A wrong total of a game is one only if no deal has one. After a wrong statement the wrong player may
        deal, or the match may be over, without another fault.
        """
        slips = 0
        for left in self.left:
            stated = {finding.deal for finding in left if finding.code.id[0] == "X"}
            first = min(stated - {0}, default=math.inf)
            slips += len(stated - {0} or stated)
            for finding in left:
                follows = finding.code in CONSEQUENT and finding.deal > first
                slips += finding.code.id[0] != "X" and not follows
        return slips

    @property
    def marks(self) -> set[tuple[object, ...]]:
        """The identity of the unexplained findings, for comparison under other rules."""
        return {(number, *_mark(finding)) for number, left in enumerate(self.left) for finding in left}


class _Bench:
    """Judges the same records under many rules, memoised."""

    def __init__(self, played: Sequence[_GivenGame], own: RuleSet, alike: Sequence[RuleSet]) -> None:
        self.played = played
        self.own = own
        self.alike = alike
        self.named: RuleSet | None = None
        self.trials: dict[RuleSet, _Trial] = {}
        self.memory = Memory()
        deals = sum(len(record.deals) for _, record in played)
        self.telling = deals.bit_length()
        """The bits that say in how many of the deals a rule matters."""
        self.said = sum(
            ply.action == actions.OUT
            for _, record in played
            for deal in record.deals
            for trick in deal.tricks
            for ply in trick.plies
        )

    def trial(self, rules: RuleSet) -> _Trial:
        """Return the judgement of the records under these rules."""
        known = self.trials.get(rules)
        if known is None:
            left, undecided = list[tuple[Finding, ...]](), list[tuple[Finding, ...]]()
            # Where 66 ends a deal automatically, claims are superfluous.
            surprises = self.said * (rules.claim_mode is ClaimMode.AUTO)
            for game, _ in self.played:
                judgement = judge_under(game, rules, self.memory)
                check()
                found = judgement.findings[len(game.findings) :]
                left.append(tuple(finding for finding in found if finding.is_error))
                undecided.append(tuple(finding for finding in found if finding.code in _UNDECIDED))
                surprises += len(undecided[-1]) + sum(finding.code.id in _FALSE for finding in found)
            known = self.trials[rules] = _Trial(rules, tuple(left), tuple(undecided), surprises)
        return known

    def ranked(self, named: RuleSet | None) -> list[Candidate]:
        """Return every rule set with the right pack, and better combinations of options, best first.

        The best is the one with the shortest description (:attr:`Candidate.cost`): an option that nobody
        wrote down has to explain more than one slip of a scribe would.
        """
        self.named = named

        def measure(candidate: Candidate) -> tuple[int, ...]:
            settles = candidate.rules == named and not candidate.left
            strange = named is not None and candidate.rules.name != named.name
            changed = len(candidate.changes)
            return not settles, candidate.cost, len(candidate.left), changed, strange, candidate.surprises

        plain = self._fitting()
        trials = {trial.rules: trial for trial in (*plain, *self._with_options(plain))}
        found = sorted(map(self._candidate, trials.values()), key=measure)
        ranked: list[Candidate] = []
        for _, alike in groupby(found, key=measure):
            ranked += self._by_freedom(list(alike), len(ranked) + 1)
        for place, candidate in enumerate(ranked[:MOST_WIDENED]):
            if candidate.rank == 1:
                ranked[place] = replace(candidate, ranges=tuple(self._ranges(candidate)))
        return ranked

    def _by_freedom(self, alike: list[Candidate], rank: int) -> Iterator[Candidate]:
        """Yield otherwise equal candidates, the tightest first, ranked from here."""
        if len(alike) > 1:
            weighed = (
                replace(other, freedom=math.prod(freedom(other.rules, record) for _, record in self.played))
                for other in alike
            )
            alike = sorted(weighed, key=lambda candidate: candidate.freedom)
        tightest = leader = alike[0].freedom
        for place, candidate in enumerate(alike, start=rank):
            if candidate.freedom > DOUBTFUL * leader:
                rank, leader = place, candidate.freedom
            yield replace(candidate, rank=rank, odds=candidate.freedom // tightest if tightest else 0)

    def _fitting(self) -> list[_Trial]:
        """The trials of rules with the right number of players and the right pack."""
        trials = list(map(self.trial, self.alike))
        wrong = [
            sum(finding.code in _PACK for finding in chain.from_iterable(trial.left)) for trial in trials
        ]
        return [trial for trial, cards in zip(trials, wrong, strict=True) if cards == min(wrong)]

    def _with_options(self, plain: list[_Trial]) -> list[_Trial]:
        """Return the best results of changing options, if the given rules leave more than options cost.

        One option at a time, and only if it explains more.
        """
        best, grown = plain, list[_Trial]()
        if min(trial.slips for trial in best) * SLIP < self._cost(OF_A_SOURCE):
            return grown
        deals = self._deals(plain[0].rules)
        width = max(1, min(WIDEST, MOST_DEALS // (len(self._options(plain[0].rules)) * deals)))
        for _ in range(MOST_STEPS):
            if not all(trial.errors for trial in best):
                break
            cheap = sorted(best, key=lambda trial: (self._candidate(trial).cost, trial.weight))[:width]
            light = sorted(best, key=lambda trial: trial.weight)[:width]
            best = list({trial.rules: trial for trial in (*cheap, *light)}.values())
            steps = {better.rules: better for trial in best for better in self._steps(trial)}
            if not steps:
                break
            best = list(steps.values())
            grown += best
        return sorted(grown, key=lambda trial: self._candidate(trial).cost)[:MOST_LISTED]

    def _deals(self, rules: RuleSet) -> int:
        """Return the number of deals judged for each rule set, those with gaps counted twice."""
        return sum(1 + has_gaps(rules, deal) for _, record in self.played for deal in record.deals)

    def _options(self, rules: RuleSet) -> list[Setting]:
        """Return the options to try, with numbers that the records suggest under these rules."""
        numbers: dict[str, set[int]] = {"game_target": set(TARGETS)}
        for game, record in self.played:
            judgement = judge_under(game, rules, self.memory)
            numbers["game_target"].add(_highest_score(record))
            for decision, suggested in suggested_numbers(rules, record.deals, judgement.deals).items():
                numbers.setdefault(decision, set()).update(suggested)
        return tried_options(rules, numbers)

    def _steps(self, trial: _Trial) -> Iterator[_Trial]:
        """Yield the improvements by one more option, or by two if neither helps alone.

        Pairs are tried if one option gives meaning to the other; and, if no single option helps, pairs of
        options that each change the findings.
        """
        senseless, telling, options = list[Setting](), list[Setting](), self._options(trial.rules)
        helps = False
        for setting in options:
            rules = with_options(trial.rules, setting)
            if rules is None:
                senseless.append(setting)
            elif self.trial(rules).weight < trial.weight:
                helps = True
                yield self.trial(rules)
            elif self.trial(rules)[1:] != trial[1:]:
                telling.append(setting)
        pairs = [
            (first, second)
            for first in senseless
            if not why_idle(PRESETS[trial.rules.name], first[0])  # else nothing gives it a meaning
            for needed in [conflicts(trial.rules, first)]
            for second in options
            if not needed or second[0].decision in needed
        ]
        if not helps:

            def weight(setting: Setting) -> tuple[int, int, int]:
                rules = with_options(trial.rules, setting)
                return self.trial(rules).weight if rules else trial.weight

            pairs += combinations(sorted(telling, key=weight)[:MOST_PAIRED], 2)
        for first, second in pairs:
            rules = with_options(trial.rules, first, second)
            if rules is not None and self.trial(rules).weight < trial.weight:
                yield self.trial(rules)

    def _ranges(self, candidate: Candidate) -> Iterator[NumberRange]:
        """Yield the changed numbers for which others fit equally well, with their ranges."""
        changed = {change.option for change in candidate.changes}
        for option in OPTIONS:
            if option.word in changed and option.values is None:
                least, most = (self._farthest(candidate.rules, option, way) for way in (-1, 1))
                if least < most:
                    yield NumberRange(option.word, least, most)

    def _farthest(self, rules: RuleSet, option: Option, way: int) -> int:
        """Return the last number, going down or up, with the same judgements."""
        farthest: int = getattr(rules, option.decision)
        expected = self.trial(rules)
        number = farthest
        for _ in range(MOST_DEALS // (4 * self._deals(rules))):
            number += way
            other = with_options(rules, (option, number)) if number >= 0 else None
            if other is None:
                if abs(number - farthest) > 1:  # of some options only even numbers are valid
                    break
            elif self.trial(other)[1:] == expected[1:]:
                farthest = number
            else:
                break
        return farthest

    def _candidate(self, trial: _Trial) -> Candidate:
        marks = trial.marks
        explained = tuple(
            finding
            for number, left in enumerate(self.trial(self.own).left)
            for finding in left
            if (number, *_mark(finding)) not in marks
        )
        bases = [PRESETS[trial.rules.name], *([self.own] if self.own.name == trial.rules.name else [])]
        base = min(bases, key=lambda base: len(changes_of(trial.rules, base)))
        changes = changes_of(trial.rules, base)
        words = {change.option for change in changes}
        settings = [(each, getattr(trial.rules, each.decision)) for each in OPTIONS if each.word in words]
        cost = SLIP * trial.slips + sum(
            self._cost(_bits(setting, base)) for setting in settings if not conflicts(base, setting)
        )
        if self.named and trial.rules.name != self.named.name:
            cost += self._cost(OF_A_SOURCE)
        return Candidate(trial.rules, changes, trial.left, explained, trial.surprises, cost)

    def _cost(self, bits: int) -> int:
        """Return what a change of the rules costs, whose own description has these bits."""
        return bits + self.telling + (NOT_AS_NAMED if self.named else 0)


def _bits(setting: Setting, base: RuleSet) -> int:
    """Return the bits that describe a changed option: fewer for what some rule set really has.

    What games with contracts have says nothing about the others.

    >>> [target, *_] = [option for option in OPTIONS if option.word == "target"]
    >>> [_bits((target, points), PRESETS["santase"]) for points in (11, 9, 24)]
    [3, 4, 4]
    """
    option, value = setting
    known = any(
        getattr(rules, option.decision) == value
        for rules in PRESETS.values()
        if bool(rules.auction.contracts) is bool(base.auction.contracts)
    )
    return OF_A_SOURCE if known else OF_NONE


def _played_alike(records: Sequence[Record], own: RuleSet, is_named: bool) -> list[RuleSet]:
    """Return the records' own rules and every rule set under which such records can have been played.

    It has the number of players in the records, of whom fewer may appear than took part, and its deals begin
    as theirs; rules named by the records override this.
    """
    deals = [deal for record in records for deal in record.deals]
    told = max((seat for deal in deals for seat in _seats_told(deal)), default=1)
    told = max(told, 1) + 1
    players = {told, own.seats} if is_named or own.seats > told else {told}
    return [
        rules
        for rules in dict.fromkeys((own, *PRESETS.values()))
        if rules.seats in players and (_begins_alike(rules, deals) or (is_named and rules == own))
    ]


def _begins_alike(rules: RuleSet, deals: Sequence[DealRecord]) -> bool:
    """Return whether as much is said before the first lead by a rule set as in deals, and trumps named."""
    auction = rules.auction
    said = {deal.opening is not None for deal in deals if deal.opening or deal.tricks}
    if len(said) == 1 and not said & {bool(auction.steps), bool(auction.contracts)}:
        return False
    words = (ply.action for deal in deals if deal.opening for ply in deal.opening.plies)
    return Opening.CALL in auction.steps or not any(
        actions.NAME_TRUMP <= word <= actions.NO_TRUMP or word >= actions.TURN_UP for word in words
    )


def _seats_told(deal: DealRecord) -> Iterator[Seat]:
    """Yield the seats that appear in a deal: in its hands, tricks, dealer or result."""
    yield deal.dealer
    yield from (seat for seat, _ in deal.hands)
    cards = {sum(ply.plays for ply in trick.plies) for trick in deal.tricks[:-1]}
    if not deal.hands and len(cards) == 1 and cards <= {3, 4}:
        yield Seat(cards.pop() - 1)
    if deal.result is None:
        return
    for told in (deal.result.paid, deal.result.card_points, deal.result.score):
        yield Seat(max(len(told), 1) - 1)
    winners = players_of(deal.result.winner)
    yield from winners
    if len(winners) > 1 and deal.opening is None:  # partners; bids can be against two of three as well
        yield Seat(3)


def _highest_score(record: Record) -> int:
    """Return the highest score in a record, 0 if there is none."""
    scores = [deal.result.score for deal in record.deals if deal.result]
    final = [int(number) for number in re.findall(r"[0-9]{1,4}", record.tag("Result") or "")]
    return max((points for score in (*scores, final) for points in score), default=0)


def _mark(finding: Finding) -> tuple[object, ...]:
    """Return the identity of a finding, for comparison under other rules."""
    return finding.code.id, finding.span, finding.deal, finding.trick, finding.seat


def freedom(rules: RuleSet, record: Record) -> int:
    """Return the number of ways in which the players could have chosen among legal actions.

    The product of the numbers of legal actions at every moment: the smaller, the likelier the record.
    """
    ways = open_now = 1
    drawn = 0

    def watch(deal: Deal, event: Event | None) -> None:
        nonlocal ways, open_now, drawn
        if event is not None or deal.over or deal.drawn != drawn:
            ways *= open_now
        drawn = deal.drawn
        # After the last trick the deal can also end without a claim.
        open_now = 1 if deal.over else max(1, len(deal.legal()) + deal.spent)

    for deal in record.deals:
        open_now, drawn = 1, 0
        if deal.is_headed:
            play_deal(rules, deal, PlayLog(DealJudgement(deal.number, deal.dealer), watch=watch))
    return ways
