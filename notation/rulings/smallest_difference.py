"""Finds the smallest set of rule differences that explains why two rule sets judge a play differently.

Tries mixtures of the two rule sets; what a rule does is decided by the judgement, never here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from notation.rulings.trials import GameVerdict, Hearing
from referee.cards import members
from referee.rules import DECISIONS, RulesError, RuleSet

Decisions = tuple[str, ...]
"""Decisions that one rule set takes from another, in the order of their points."""

MOST_TRIED: Final = 10_000
"""Sets of decisions tried in the search for a smallest one."""


class Deciding(NamedTuple):
    """What the first of two rule sets must take from the second to come to the same verdict.

    No smaller set of decisions does that. Of several of this size it is the one with the earliest points;
    ``others`` are the rest. If more than :data:`MOST_TRIED` would have to be tried it may not be
    ``smallest``: it is then only irreducible.
    """

    decisions: Decisions
    smallest: bool = True
    others: tuple[Decisions, ...] = ()


class DecisionSearch:
    """The decisions in which two rule sets differ, and which of them their verdicts depend on.

    A set of decisions is a bit mask over those in which the two differ. Verdicts are memoised: one under a
    mixture of the two serves every mixture with the same values of the decisions that it depends on.
    """

    def __init__(self, first: RuleSet, second: RuleSet) -> None:
        self.first = first
        self.second = second
        self._apart = tuple(name for name in DECISIONS if getattr(first, name) != getattr(second, name))
        self._bits = {name: 1 << place for place, name in enumerate(self._apart)}
        self._all = (1 << len(self._apart)) - 1
        self._mixed: dict[int, RuleSet | RulesError] = {}
        self._heard: dict[Hearing, dict[int, dict[int, GameVerdict]]] = {}

    def between(self, taken: Decisions) -> RuleSet | None:
        """Return the first rule set with some decisions taken from the second; None if not valid.

        >>> from referee.rulesets import PRESETS
        >>> search = DecisionSearch(PRESETS["santase"], PRESETS["sixty-six"])
        >>> search.between(("close_min_talon",)).close_min_talon
        2
        """
        mixed = self._between(self._mask(taken))
        return None if isinstance(mixed, RulesError) else mixed

    def decide(self, hearings: Sequence[Hearing]) -> Deciding:
        """Return what decides between the verdicts of the two in all hearings; nothing if they agree.

        Sets are tried by size, starting with the empty one. While a verdict differs from that of the second
        rule set, one of the decisions which it depends on must be added: no other can change it.
        """
        aims = [hearing.verdict(self.second)[0] for hearing in hearings]

        @cache
        def lacking(taken: int) -> tuple[int, ...]:
            """Return sets of decisions of each of which one must be added; none if nothing is lacking.

            They are disjoint, so that at least as many decisions are needed as there are sets.
            """
            mixed = self._between(taken)
            if isinstance(mixed, RulesError):
                return ((self._mask(mixed.decisions) or self._all) & ~taken,)
            wrong = []
            unheard = []
            for hearing, aim in zip(hearings, aims, strict=True):
                heard = self._known(hearing, taken)
                if heard is None:
                    unheard.append((hearing, aim))
                elif heard[0] != aim:
                    wrong.append(heard[1] & ~taken)
            for hearing, aim in unheard if not wrong else ():
                verdict, depends = self._hear(hearing, taken)
                if verdict != aim:
                    return (depends & ~taken,)
            return tuple(_disjoint(sorted(wrong, key=int.bit_count)))

        found = _smallest(self._all, lacking)
        if not found:
            return Deciding(self._named(_irreducible(self._all, lacking)), smallest=False)
        first, *others = map(self._named, found)
        return Deciding(first, others=tuple(others))

    def _between(self, taken: int) -> RuleSet | RulesError:
        """Return a mixture, or why it is not valid."""
        if taken not in self._mixed:
            try:
                changes = {name: getattr(self.second, name) for name in self._named(taken)}
                self._mixed[taken] = replace(self.first, **changes)
            except RulesError as error:
                self._mixed[taken] = error
        return self._mixed[taken]

    def _known(self, hearing: Hearing, taken: int) -> tuple[GameVerdict, int] | None:
        """Return the verdict of a hearing under a mixture and what it depends on, if it is known."""
        for depends, verdicts in self._heard.setdefault(hearing, {}).items():
            heard = verdicts.get(taken & depends)
            if heard is not None:
                return heard, depends
        return None

    def _hear(self, hearing: Hearing, taken: int) -> tuple[GameVerdict, int]:
        mixed = self._between(taken)
        assert isinstance(mixed, RuleSet)  # noqa: S101 - seen before
        verdict, names = hearing.verdict(mixed)
        depends = self._mask(names)
        self._heard[hearing].setdefault(depends, {})[taken & depends] = verdict
        return verdict, depends

    def _mask(self, names: Iterable[str]) -> int:
        """Return the bit mask of those named decisions in which the two differ."""
        return sum(self._bits.get(name, 0) for name in names)

    def _named(self, taken: int) -> Decisions:
        return tuple(name for name, bit in self._bits.items() if taken & bit)


def _disjoint(sets: Iterable[int]) -> Iterator[int]:
    """Yield the sets without those that overlap an earlier one."""
    seen = 0
    for one in sets:
        if not one & seen:
            seen |= one
            yield one


def _smallest(apart: int, lacking: Callable[[int], Sequence[int]]) -> list[int]:
    """Return the smallest sets that lack nothing, by their points; none if there were too many to try.

    Sizes are tried in ascending order; a branch that lacks more than its size allows is cut off.
    """
    tried: set[int] = set()
    for size in range(apart.bit_count() + 1):
        level = {0}
        for room in range(size, -1, -1):
            larger: set[int] = set()
            found = []
            for taken in sorted(level, key=lambda taken: list(members(taken))):
                tried.add(taken)
                more = lacking(taken)
                if not more:
                    found.append(taken)
                    continue
                if len(tried) >= MOST_TRIED:
                    return found
                if len(more) <= room:
                    larger.update(taken | 1 << place for place in members(more[0]))
            if found:
                return found
            level = larger
    raise AssertionError("a verdict hangs on a decision that it did not ask for")


def _irreducible(apart: int, lacking: Callable[[int], object]) -> int:
    """Return an irreducible set that lacks nothing: all decisions, minus those that can be removed."""
    kept = apart
    while True:
        smaller = (kept & ~(1 << place) for place in reversed(list(members(kept))))
        found = next((less for less in smaller if not lacking(less)), None)
        if found is None:
            return kept
        kept = found
