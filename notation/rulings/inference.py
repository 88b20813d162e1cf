"""Which rules make a record legal and what it states right: rule sets, and options changed from them.

Judges the record under many rules and orders these by what they leave unexplained. It knows no rule
itself, and it never says what was agreed at a table: only what the record fits.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, groupby, product
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.judge.deal import play_deal
from notation.judge.judgement import DealJudgement, Event
from notation.judge.match import DEFAULT_RULES, judge_under
from notation.judge.setup import has_gaps
from notation.limits import check
from notation.record.model import DealRecord, Record
from notation.rulings.suggested_numbers import suggested_numbers
from notation.specs.neighbours import Change, Setting, changes_of, tried_options, with_options
from notation.specs.spec import OPTIONS, Option, read_spec, write_spec
from notation.text.reader import Game
from referee import actions
from referee import codes as rulings
from referee.cards import PARTNERS, Seat
from referee.deal import Deal
from referee.decisions import ClaimMode
from referee.rules import RuleSet
from referee.rulesets import PRESETS

MOST_STEPS: Final = 4
"""How often one more option is changed."""
WIDEST: Final = 6
"""Rules of which one more option is changed, each time."""
MOST_DEALS: Final = 4000
"""Deals that are judged each time one more option is changed, those with gaps counting twice.

One rule set at least is gone on from, however long the record is.
"""
MOST_LISTED: Final = 24
"""Candidates with options that are listed."""
MOST_PAIRED: Final = 12
"""Options that are tried two by two where none of them helps alone."""
MOST_WIDENED: Final = 3
"""Candidates of the first rank for whose numbers it is found out which others do as well."""
DOUBTFUL: Final = 20
"""Odds up to which nobody can say that rules are too loose because nobody used what they allow."""
TARGETS: Final = (7, 11)
"""Targets that are tried beside the highest score of the record."""

_PACK: Final = frozenset({rulings.HAND_SIZE, rulings.TALON_SIZE, rulings.NOT_IN_DEAL})
_FALSE: Final = frozenset({rulings.CLAIM_FALSE, rulings.CLAIM_VOID})
_UNDECIDED: Final = frozenset({catalogue.TAKEN_ON_TRUST, catalogue.CANNOT_DECIDE})


class NumberRange(NamedTuple):
    """An option that is a number, and the least and the most that a record fits as well."""

    option: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """Rules that records may have been played by, and how well these fit them.

    ``changes`` are the options changed from a rule set, or from the record's own rules where those are
    nearer. ``left_in`` is what the rules leave unexplained, game by game; ``explained`` is what they explain
    and the record's own do not.
    """

    rules: RuleSet
    changes: tuple[Change, ...]
    left_in: tuple[tuple[Finding, ...], ...]
    explained: tuple[Finding, ...]
    surprises: int
    """False claims, claims said for nothing, and what these rules do not decide."""
    freedom: int = 0
    """In how many ways the actions could have been chosen: what was allowed, whether done or not.

    Counted for those candidates alone that nothing else tells apart.
    """
    odds: int = 0
    """How many times freer the rules are than the tightest of those that nothing else tells from them."""
    rank: int = 0
    """1 for the best; candidates that no measure tells apart have the same."""
    ranges: tuple[NumberRange, ...] = ()
    """The changed numbers of one of the best in place of which others would do as well."""

    @property
    def left(self) -> tuple[Finding, ...]:
        """What the rules leave unexplained."""
        return tuple(chain.from_iterable(self.left_in))

    @property
    def spec(self) -> str:
        """The rules as they are written."""
        return write_spec(self.rules)

    @property
    def odds_in_words(self) -> str:
        """How much freer the rules are, `12 : 1`; nothing where that was not counted."""
        if not self.odds:
            return ""
        return f"{self.odds} : 1" if self.odds < 10**6 else f"10^{math.floor(math.log10(self.odds))} : 1"


@dataclass(frozen=True, slots=True)
class Inference:
    """What can be determined of the rules of a record, or of several records together.

    ``named`` are the rules that the record names, if it does so readably and all records the same; ``own``
    are those, or the ones that it is judged by without. ``unexplained`` is what those leave. No candidates:
    nothing to infer from.
    """

    named: RuleSet | None
    own: RuleSet
    unexplained: tuple[Finding, ...] = ()
    candidates: tuple[Candidate, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether nothing is to be inferred: the rules that the record names explain all of it."""
        return self.named is not None and bool(self.candidates) and not self.unexplained

    @property
    def best(self) -> tuple[Candidate, ...]:
        """The candidates of the first rank, which the record cannot tell apart."""
        return tuple(candidate for candidate in self.candidates if candidate.rank == 1)


def infer(game: Game, assumed: RuleSet | None = None) -> Inference:
    """The rules that a game fits best; ``assumed`` serves one that names none.

    >>> from pathlib import Path
    >>> from notation.text.reader import read_file
    >>> [game] = read_file(Path("samples/closed-and-won.sgn"))
    >>> inference = infer(game)
    >>> inference.settled, [candidate.spec for candidate in inference.best]
    (True, ['santase'])
    """
    return infer_together([game], assumed)


def infer_together(games: Sequence[Game], assumed: RuleSet | None = None) -> Inference:
    """The rules that all of some games fit best, taken as played by the same; as :func:`infer` else.

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
    played = [_Played(game, game.draft) for game in games if game.draft and game.draft.deals]
    alike = _for_as_many([each.record for each in played], own, named is not None)
    if not played or not alike:
        return Inference(named, own)
    bench = _Bench(played, own, alike)
    return Inference(
        named, own, tuple(chain.from_iterable(bench.trial(own).left)), tuple(bench.ranked(named))
    )


class _Played(NamedTuple):
    """A game and what was read of it."""

    game: Game
    record: Record


class _Trial(NamedTuple):
    """What judging records under some rules came to, game by game."""

    rules: RuleSet
    left: tuple[tuple[Finding, ...], ...]
    undecided: tuple[tuple[Finding, ...], ...]
    surprises: int

    @property
    def errors(self) -> int:
        """How many errors are left unexplained."""
        return sum(map(len, self.left))

    @property
    def weight(self) -> tuple[int, int, int]:
        """How much is left unexplained: in how many deals, how much undecided, how many errors.

        Deals come first, for one that is not judged further hides what else is wrong with it; and what
        rules leave undecided they do not explain.
        """
        deals = 0
        for left, undecided in zip(self.left, self.undecided, strict=True):
            untold = (finding for finding in undecided if finding.code is catalogue.TAKEN_ON_TRUST)
            deals += len({finding.deal for finding in (*left, *untold)})
        return deals, sum(map(len, self.undecided)), self.errors

    @property
    def marks(self) -> set[tuple[object, ...]]:
        """What makes the findings that are left the same under other rules."""
        return {(number, *_mark(finding)) for number, left in enumerate(self.left) for finding in left}


class _Bench:
    """Judges the same records under many rules, each once."""

    def __init__(self, played: Sequence[_Played], own: RuleSet, alike: Sequence[RuleSet]) -> None:
        self.played = played
        self.own = own
        self.alike = alike
        self.trials: dict[RuleSet, _Trial] = {}
        self.said = sum(
            ply.action == actions.OUT
            for _, record in played
            for deal in record.deals
            for trick in deal.tricks
            for ply in trick.plies
        )

    def trial(self, rules: RuleSet) -> _Trial:
        """The records as they are judged under some rules."""
        known = self.trials.get(rules)
        if known is None:
            left, undecided = list[tuple[Finding, ...]](), list[tuple[Finding, ...]]()
            # Where 66 ends a deal by itself nobody needs to say so.
            surprises = self.said * (rules.claim_mode is ClaimMode.AUTO)
            for game, _ in self.played:
                judgement = judge_under(game, rules)
                check()
                found = judgement.findings[len(game.findings) :]
                left.append(tuple(finding for finding in found if finding.is_error))
                undecided.append(tuple(finding for finding in found if finding.code in _UNDECIDED))
                surprises += len(undecided[-1]) + sum(finding.code in _FALSE for finding in found)
            known = self.trials[rules] = _Trial(rules, tuple(left), tuple(undecided), surprises)
        return known

    def ranked(self, named: RuleSet | None) -> list[Candidate]:
        """Every rule set whose pack fits, and what options explain more, best first."""

        def measure(candidate: Candidate) -> tuple[int, ...]:
            settles = candidate.rules == named and not candidate.left
            strange = named is not None and candidate.rules.name != named.name
            return not settles, len(candidate.left), len(candidate.changes), strange, candidate.surprises

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
        """Candidates that nothing else tells apart, the tightest first, ranked from here."""
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
        """The trials of the rules for as many players as the record has, of those with the right pack."""
        trials = list(map(self.trial, self.alike))
        wrong = [
            sum(finding.code in _PACK for finding in chain.from_iterable(trial.left)) for trial in trials
        ]
        return [trial for trial, cards in zip(trials, wrong, strict=True) if cards == min(wrong)]

    def _with_options(self, plain: list[_Trial]) -> list[_Trial]:
        """The best of what changed options make of some rules, if those leave anything unexplained.

        One option at a time, and only such as explain more.
        """
        best, grown = plain, list[_Trial]()
        if not all(trial.errors for trial in best):
            return grown
        deals = self._deals(plain[0].rules)
        width = max(1, min(WIDEST, MOST_DEALS // (len(self._options(plain[0].rules)) * deals)))
        for _ in range(MOST_STEPS):
            if not all(trial.errors for trial in best):
                break
            best = sorted(best, key=lambda trial: trial.weight)[:width]
            steps = {better.rules: better for trial in best for better in self._steps(trial)}
            if not steps:
                break
            best = list(steps.values())
            grown += best
        least = min((trial.errors for trial in grown), default=0)
        return [trial for trial in grown if trial.errors == least][:MOST_LISTED]

    def _deals(self, rules: RuleSet) -> int:
        """How many deals are judged under each rules, those with gaps counted twice."""
        return sum(1 + has_gaps(rules, deal) for _, record in self.played for deal in record.deals)

    def _options(self, rules: RuleSet) -> list[Setting]:
        """The options that are tried, their numbers as the records suggest them under some rules."""
        numbers: dict[str, set[int]] = {"game_target": set(TARGETS)}
        for game, record in self.played:
            numbers["game_target"].add(_highest_score(record))
            for decision, suggested in suggested_numbers(record, judge_under(game, rules)).items():
                numbers.setdefault(decision, set()).update(suggested)
        return tried_options(rules, numbers)

    def _steps(self, trial: _Trial) -> Iterator[_Trial]:
        """What one more option explains better than without it, or two where neither does so alone.

        Two are tried of which one gives the other sense; and, where no single option helps, two that each
        change what is found.
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
        pairs = list(product(senseless, options))
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
        """In place of which changed numbers others would do as well, and from where to where."""
        changed = {change.option for change in candidate.changes}
        for option in OPTIONS:
            if option.word in changed and option.values is None:
                least, most = (self._farthest(candidate.rules, option, way) for way in (-1, 1))
                if least < most:
                    yield NumberRange(option.word, least, most)

    def _farthest(self, rules: RuleSet, option: Option, way: int) -> int:
        """The last number, going down or up from the one of some rules, that judges no game otherwise."""
        farthest: int = getattr(rules, option.decision)
        expected = self.trial(rules)
        number = farthest
        for _ in range(MOST_DEALS // (4 * self._deals(rules))):
            number += way
            other = with_options(rules, (option, number)) if number >= 0 else None
            if other is None:
                if abs(number - farthest) > 1:  # of some numbers only the even ones make sense
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
        changes = min((changes_of(trial.rules, base) for base in bases), key=len)
        return Candidate(trial.rules, changes, trial.left, explained, trial.surprises)


def _for_as_many(records: Sequence[Record], own: RuleSet, is_named: bool) -> list[RuleSet]:
    """The records' own rules and every rule set, of those for as many players as the records tell of.

    They may tell of fewer players than there were; those that the rules have which they name are believed.
    """
    told = max((seat for record in records for deal in record.deals for seat in _seats_told(deal)), default=1)
    told = max(told, 1) + 1
    players = {told, own.seats} if is_named or own.seats > told else {told}
    return [rules for rules in dict.fromkeys((own, *PRESETS.values())) if rules.seats in players]


def _seats_told(deal: DealRecord) -> Iterator[Seat]:
    """The seats that a deal tells of by its hands or its tricks, its dealer or its result."""
    yield deal.dealer
    yield from (seat for seat, _ in deal.hands)
    cards = {sum(ply.plays for ply in trick.plies) for trick in deal.tricks[:-1]}
    if not deal.hands and len(cards) == 1 and cards <= {3, 4}:
        yield Seat(cards.pop() - 1)
    for told in (deal.result.paid, deal.result.card_points, deal.result.score) if deal.result else ():
        if len(told) == 3:
            yield Seat(2)
    if deal.result and deal.result.winner >= 0:
        yield Seat(3) if deal.result.winner >= PARTNERS else deal.result.winner


def _highest_score(record: Record) -> int:
    """The most game points that a record gives anybody, 0 where it gives none."""
    scores = [deal.result.score for deal in record.deals if deal.result]
    final = [int(number) for number in re.findall(r"[0-9]{1,4}", record.tag("Result") or "")]
    return max((points for score in (*scores, final) for points in score), default=0)


def _mark(finding: Finding) -> tuple[object, ...]:
    """What makes a finding the same under other rules."""
    return finding.code.id, finding.span, finding.deal, finding.trick, finding.seat


def freedom(rules: RuleSet, record: Record) -> int:
    """In how many ways the players of a record could have chosen, each time among what was allowed.

    The numbers of what was allowed at every moment, multiplied: the smaller, the likelier the record.
    """
    ways = open_now = 1
    drawn = 0

    def watch(deal: Deal, event: Event | None) -> None:
        nonlocal ways, open_now, drawn
        if event is not None or deal.over or deal.drawn != drawn:
            ways *= open_now
        drawn = deal.drawn
        # After the last trick the deal can also be left to end without a claim.
        open_now = 1 if deal.over else max(1, len(deal.legal()) + deal.spent)

    for deal in record.deals:
        open_now, drawn = 1, 0
        if deal.is_headed:
            play_deal(rules, deal, DealJudgement(deal.number, deal.dealer), lambda _: None, watch)
    return ways
