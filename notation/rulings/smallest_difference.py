"""Which decisions make the difference between what two rule sets say of the same play.

Tries rule sets that stand between the two; what a rule does is for the judgement to say, never for this.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final, NamedTuple

from notation.rulings.trials import Hearing
from referee.rules import DECISIONS, RulesError, RuleSet

Decisions = tuple[str, ...]
"""Decisions that one rule set takes from another, in the order of their points."""

MOST_TRIED: Final = 10_000
"""Sets of decisions that are tried in search of a smallest one."""


class Deciding(NamedTuple):
    """What the first of two rule sets must take from the second to come to the same verdict.

    No smaller set of decisions does that, and of several as small it has the earliest points. Where more
    than :data:`MOST_TRIED` had to be tried it need not be ``smallest``: then only none of it can be spared.
    """

    decisions: Decisions
    smallest: bool = True


def between(first: RuleSet, second: RuleSet, taken: Sequence[str]) -> RuleSet | None:
    """The first rule set with some decisions taken from the second; None where they make no sense.

    >>> from referee.rulesets import PRESETS
    >>> between(PRESETS["santase"], PRESETS["sixty-six"], ["close_min_talon"]).close_min_talon
    2
    """
    try:
        return replace(first, **{name: getattr(second, name) for name in taken})
    except RulesError:
        return None


def decide(first: RuleSet, second: RuleSet, hearings: Sequence[Hearing]) -> Deciding:
    """What decides between the verdicts of two rule sets in all hearings; nothing where they agree.

    Sets are tried by size, starting with nothing. While a verdict is not yet that of the second, one of
    the decisions which it depends on must be taken as well: no other can change it.
    """
    apart = tuple(name for name in DECISIONS if getattr(first, name) != getattr(second, name))
    aims = [hearing.verdict(second)[0] for hearing in hearings]

    def lacking(taken: Decisions) -> Decisions:
        """Decisions of which one at least must be taken as well; none where nothing is lacking."""
        mixed = between(first, second, taken)
        if mixed is None:
            return apart
        for hearing, aim in zip(hearings, aims, strict=True):
            verdict, names = hearing.verdict(mixed)
            if verdict != aim:
                return tuple(name for name in apart if name in names)
        return ()

    found = _smallest(apart, lacking)
    return Deciding(_irreducible(apart, lacking), smallest=False) if found is None else Deciding(found)


def _smallest(apart: Decisions, lacking: Callable[[Decisions], Decisions]) -> Decisions | None:
    """The first by its points of the smallest sets that lack nothing; None where too many had to be tried."""
    level: list[Decisions] = [()]
    tried = 0
    while level:
        larger: set[Decisions] = set()
        for taken in level:
            tried += 1
            more = lacking(taken)
            if not more:
                return taken
            if tried == MOST_TRIED:
                return None
            larger.update(
                tuple(n for n in apart if n in (*taken, name)) for name in more if name not in taken
            )
        level = sorted(larger, key=lambda taken: [apart.index(name) for name in taken])
    raise AssertionError("a verdict hangs on a decision that it did not ask for")


def _irreducible(apart: Decisions, lacking: Callable[[Decisions], Decisions]) -> Decisions:
    """A set that lacks nothing, but something without any one of its decisions: all, less what can go."""
    kept = apart
    while True:
        smaller = combinations(kept, len(kept) - 1)
        found = next((less for less in smaller if not lacking(less)), None)
        if found is None:
            return kept
        kept = found
