"""Neighbouring rule sets: the option values worth trying, and the rules they give.

The base for comparing rules by their options. It reads no record and judges nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from notation.specs.spec import OPTIONS, Option, why_idle, why_senseless
from referee.points import point_of
from referee.rules import RulesError, RuleSet
from referee.rulesets import PRESETS

Setting = tuple[Option, Any]
"""An option and its value."""


class Change(NamedTuple):
    """A changed option: its word, its value, the value before, and the point it decides."""

    option: str
    value: str
    instead: str
    point: str


def dealt_alike(rules: RuleSet) -> list[RuleSet]:
    """Return the rule sets with the same number of players, pack and size of hands, and bids in all or none.

    >>> [other.name for other in dealt_alike(PRESETS["sixty-six-three"])]
    ['santase-three', 'sixty-six-three']
    """
    return [other for other in PRESETS.values() if _dealt(other) == _dealt(rules)]


def _dealt(rules: RuleSet) -> tuple[int, int, int, bool]:
    return rules.seats, rules.deck_cards, rules.deal_hand_size, bool(rules.auction.steps)


def tried_options(rules: RuleSet, numbers: Mapping[str, Iterable[int]] | None = None) -> list[Setting]:
    """Return the settings worth trying for the game of a rule set.

    Numbers are those of rule sets for two or for the same number of players, and the given ``numbers`` of
    their decisions, the nearest to the rule set's own first; options without effect in this game are not
    tried.

    >>> tried = tried_options(PRESETS["santase"], {"game_target": [9]})
    >>> [f"{option.word}={option.write(value)}" for option, value in tried][:3]
    ['target=7', 'target=9', 'target=11']
    """
    return [
        (option, value)
        for option in OPTIONS
        if why_idle(rules, option) is None
        for value in _values(rules, option, numbers or {})
    ]


def _values(rules: RuleSet, option: Option, numbers: Mapping[str, Iterable[int]]) -> list[Any]:
    if option.values is not None:
        return list(option.values.values())
    alike = (other for other in PRESETS.values() if other.seats in (2, rules.seats))
    if option.decision == "game_target" and rules.mp_all_pay:  # there is no target to play to
        return []
    own = getattr(rules, option.decision)
    tried = {getattr(other, option.decision) for other in alike}.union(numbers.get(option.decision, ()))
    return sorted(tried, key=lambda number: (abs(number - own), number))


def with_options(rules: RuleSet, *settings: Setting) -> RuleSet | None:
    """Return rules with some options changed; None if they are not valid.

    >>> [option, *_] = [option for option in OPTIONS if option.word == "last-trick-claimable"]
    >>> with_options(PRESETS["schnapsen"], (option, True)) is None
    True
    """
    try:
        other = replace(rules, **{option.decision: value for option, value in settings})
    except RulesError:
        return None
    preset = PRESETS[rules.name]
    changed = [each for each in OPTIONS if getattr(other, each.decision) != getattr(preset, each.decision)]
    if any(why_idle(preset, option) for option in changed):
        return None
    return None if why_senseless(other, {option.decision for option in changed}) else other


def conflicts(rules: RuleSet, setting: Setting) -> tuple[str, ...]:
    """Return the decisions of which one has to change too for a setting that is not valid alone.

    >>> [option, *_] = [option for option in OPTIONS if option.word == "last-trick-claimable"]
    >>> conflicts(PRESETS["schnapsen"], (option, True))
    ('last_bonus', 'last_bonus_claimable')
    """
    try:
        replace(rules, **{setting[0].decision: setting[1]})
    except RulesError as error:
        return error.decisions
    return ()


@lru_cache(maxsize=1 << 8)
def changes_of(rules: RuleSet, base: RuleSet) -> tuple[Change, ...]:
    """Return the options in which rules differ from others, in canonical order.

    >>> [change.option for change in changes_of(PRESETS["schnapsen-tournament"], PRESETS["schnapsen-sharp"])]
    ['closed-basis']
    """
    pairs = [(option, getattr(rules, option.decision), getattr(base, option.decision)) for option in OPTIONS]
    return tuple(
        Change(option.word, option.write(value), option.write(before), point_of(option.decision))
        for option, value, before in pairs
        if value != before
    )
