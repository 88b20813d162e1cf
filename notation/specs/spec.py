"""Rule specs: words such as `santase target=11 failed-close=3`, the rule set they name, and its neighbours.

One language for `[Rules "..."]`, the command line and programs. The referee defines what an option means;
this module only has its words, and the values of it that are worth trying.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from typing import Any, Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Choice, Fact, Finding, Phrase
from notation.findings.hints import did_you_mean, suggestion
from referee.decisions import ClaimMode
from referee.points import point_of
from referee.rulebook import ALL_DEALT, NO_BIDS, NO_CLAIM, NO_CONTRACT, NO_PARTNER, NO_TALON, TWO_REPLY
from referee.rules import BETWEEN, RulesError, RuleSet
from referee.rulesets import BOOKS, PRESETS


class Option(NamedTuple):
    """An option: its word, its decision, and its values; None stands for any whole number."""

    word: str
    decision: str
    values: Mapping[str, Any] | None = None

    def read(self, text: str) -> Any:
        """Parse a word into its value; raises KeyError if it is not valid."""
        if self.values is not None:
            return self.values[text]
        if not (text.isascii() and text.isdigit() and len(text) <= 4):
            raise KeyError(text)
        return int(text)

    def write(self, value: Any) -> str:
        """Return the word for a value."""
        if self.values is None:
            return str(value)
        return next(word for word, meant in self.values.items() if meant is value)

    @property
    def expected(self) -> Choice:
        """The form of a valid value, for a finding."""
        return Choice((Phrase("a number"),) if self.values is None else tuple(self.values))


_YES_NO: Final = {"yes": True, "no": False}


def _values(decision: str) -> Mapping[str, Any] | None:
    """Return the values of a decision by their words; None for a number."""
    kind = type(getattr(PRESETS["santase"], decision))
    if issubclass(kind, Enum):
        return {member.value: member for member in kind}
    return _YES_NO if kind is bool else None


OPTIONS: Final = tuple(
    Option(word, decision, _values(decision))
    for word, decision in (
        ("target", "game_target"),
        ("next-dealer", "deal_next_dealer"),
        ("draw-dealer", "deal_after_draw"),
        ("undertrump", "play2_undertrump"),
        ("exchange-by", "exchange_who"),
        ("exchange-min-tricks", "exchange_min_tricks"),
        ("exchange-min-talon", "exchange_min_talon"),
        ("opponent-exchange", "exchange_opponent_on_close"),
        ("marriage-lead", "marriage_lead"),
        ("marriages-per-lead", "marriage_per_lead"),
        ("marriage-first-trick", "marriage_first_trick"),
        ("marriage-first-deal", "marriage_first_deal"),
        ("marriage-count", "marriage_count_when"),
        ("marriage-after-close", "marriage_after_close"),
        ("marriage-after-exhaustion", "marriage_after_exhaustion"),
        ("marriage-out", "marriage_out_without_lead"),
        ("close-first-trick", "close_first_lead"),
        ("close-min-tricks", "close_min_tricks"),
        ("close-before-draw", "close_before_draw"),
        ("close-min-talon", "close_min_talon"),
        ("defender-counts", "close_noncloser_points"),
        ("frozen-tricks", "close_frozen_tricks"),
        ("claim", "claim_mode"),
        ("claim-window", "claim_window"),
        ("false-claim", "claim_false"),
        ("false-claim-33", "claim_false_at_33"),
        ("last-trick", "last_bonus"),
        ("last-trick-claimable", "last_bonus_claimable"),
        ("last-trick-closed", "close_last_trick"),
        ("unclaimed", "last_no_claim_exhausted"),
        ("schneider", "score_tiers"),
        ("closed-basis", "score_closed_basis"),
        ("failed-close", "score_closer_fails"),
        ("defender-out", "score_noncloser_out"),
        ("exhausted", "score_exhausted"),
        ("tie", "tie_result"),
        ("draw-bonus", "tie_bonus"),
        ("whitewash", "game_seven_nil"),
        ("retour", "game_retour"),
        ("series-dealer", "series_next_dealer"),
        ("turn-up", "auction_turn_up"),
        ("ace-bettler", "auction_ace_bettler"),
        ("partner-plays", "auction_partner_plays"),
        ("discards", "auction_talon"),
        ("revoke", "irr_revoke"),
        ("wrong-marriage-lead", "irr_marriage_wrong_lead"),
    )
)
"""Every option, in the order in which a spec is written."""

OPTION_OF: Final = {option.decision: option for option in OPTIONS}
"""The option of each decision that has one."""

_BY_WORD: Final = {option.word: option for option in OPTIONS}


def why_idle(rules: RuleSet, option: Option) -> Phrase | None:
    """Return why an option has no effect in the game of a rule set; None if it has.

    >>> [option] = [option for option in OPTIONS if option.word == "close-min-talon"]
    >>> str(why_idle(PRESETS["sixty-six-four"], option)), why_idle(PRESETS["sixty-six"], option)
    ('close-min-talon has no effect where there is no talon', None)
    """
    clause = BOOKS[rules.name].clauses[point_of(option.decision)]
    idle = _IDLE.get(clause.rule)
    return Phrase(idle.sentence, {"word": option.word}) if idle else None


_IDLE: Final = {
    NO_TALON: Phrase("{word} has no effect where there is no talon"),
    NO_CLAIM: Phrase("{word} has no effect where nobody claims"),
    NO_BIDS: Phrase("{word} has no effect where nothing is bid"),
    NO_CONTRACT: Phrase("{word} has no effect where there is no such contract"),
    NO_PARTNER: Phrase("{word} has no effect where nobody has a partner"),
    ALL_DEALT: Phrase("{word} has no effect where every card is dealt"),
    TWO_REPLY: Phrase("{word} has no effect where two play"),
}
"""Why an option has no effect, by what the clause of its point says."""


def read_spec(text: str) -> RuleSet | Finding:
    """Return the rule set that a spec names, or the finding that says why it is not valid.

    >>> read_spec("santase target=11").game_target
    11
    >>> read_spec("santasse").message.partition(";")[0]
    'unknown rule set `santasse`, did you mean santase?'
    """
    words = text.split()
    name = words[0] if words else ""
    if name not in PRESETS:
        return _unknown(catalogue.RULES_UNKNOWN, name, PRESETS)
    changes: dict[str, Any] = {}
    for word in words[1:]:
        key, _, value = word.partition("=")
        option = _BY_WORD.get(key)
        if option is None:
            return _unknown(catalogue.OPTION_UNKNOWN, key, _BY_WORD)
        idle = why_idle(PRESETS[name], option)
        if idle:
            return Finding(catalogue.OPTIONS_SENSELESS, facts={"why": idle})
        if option.decision in changes:
            return Finding(
                catalogue.OPTIONS_SENSELESS, facts={"why": Phrase("{word} is given twice", {"word": key})}
            )
        try:
            changes[option.decision] = option.read(value)
        except KeyError:
            hint = did_you_mean(suggestion(value, option.values or ()))
            facts: dict[str, Fact] = {"word": value, "option": key, "expected": option.expected, "hint": hint}
            return Finding(catalogue.OPTION_VALUE, facts=facts)
    if not changes:
        return PRESETS[name]
    try:
        rules = replace(PRESETS[name], **changes)
    except RulesError as error:
        return Finding(catalogue.OPTIONS_SENSELESS, facts={"why": Phrase(error.sentence, error.facts)})
    senseless = why_senseless(rules, changes)
    return Finding(catalogue.OPTIONS_SENSELESS, facts={"why": senseless}) if senseless else rules


def why_senseless(rules: RuleSet, changes: Container[str]) -> Phrase | None:
    """Return why these changed decisions are not agreed on beside the other rules; None if they can be."""
    if not rules.marriage_per_lead:
        return Phrase(BETWEEN, {"what": "marriages-per-lead", "least": 1, "most": 2, "stated": 0})
    if rules.claim_mode is ClaimMode.AUTO and ("claim_false" in changes or "claim_window" in changes):
        return Phrase("nobody claims where reaching 66 ends the deal")
    return None


class UnknownRules(ValueError):  # noqa: N818 - the rules are unknown
    """A spec that names no rules: an unknown rule set or option, or a contradictory combination."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def parse_spec(text: str) -> RuleSet:
    """Return the rule set that a spec names, as :func:`read_spec` does; raises :class:`UnknownRules`.

    >>> parse_spec("santase target=11").game_target
    11
    """
    rules = read_spec(text)
    if isinstance(rules, Finding):
        raise UnknownRules(rules)
    return rules


def write_spec(rules: RuleSet) -> str:
    """Return the one spelling of a rule set: its name, then what differs from the preset in a fixed order.

    >>> write_spec(read_spec("santase failed-close=3 claim=said target=11"))
    'santase target=11 failed-close=3'
    """
    written = _written.get(id(rules))
    if written is None or written[0] is not rules:
        if len(_written) == _MOST_WRITTEN:
            _written.clear()
        written = _written[id(rules)] = rules, _spec(rules)
    return written[1]


_MOST_WRITTEN: Final = 64
_written: Final[dict[int, tuple[RuleSet, str]]] = {}
"""Rule sets with their specs, by identity: to look one up by its value takes as long as writing it."""


def _spec(rules: RuleSet) -> str:
    preset = PRESETS[rules.name]
    words = [rules.name]
    for option in OPTIONS:
        value = getattr(rules, option.decision)
        if value != getattr(preset, option.decision):
            words.append(f"{option.word}={option.write(value)}")
    return " ".join(words)


def write_option(rules: RuleSet, decision: str) -> str:
    """Return the value of a decision in rules, as a spec writes it.

    >>> write_option(PRESETS["santase"], "game_target")
    'target=7'
    """
    option = OPTION_OF[decision]
    return f"{option.word}={option.write(getattr(rules, decision))}"


CALLED: Final = {
    **dict.fromkeys(("66", "sechsundsechzig", "hatvanhat"), "sixty-six"),
    **dict.fromkeys(("сантасе", "шестдесет-и-шест"), "santase"),
    "шнапсен": "schnapsen",
}
"""What rule sets are called in other words than their own."""


def _unknown(code: Any, word: str, known: Mapping[str, object]) -> Finding:
    called = CALLED.get(word.casefold(), "")
    hint = did_you_mean(called if called in known else suggestion(word, known))
    return Finding(code, facts={"word": word[:64], "hint": hint, "known": ", ".join(known)})


# Neighbouring rule sets: the base for comparing rules by their options.

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
        for value in _values_tried(rules, option, numbers or {})
    ]


def _values_tried(rules: RuleSet, option: Option, numbers: Mapping[str, Iterable[int]]) -> list[Any]:
    if option.values is not None:
        return list(option.values.values())
    alike = (other for other in PRESETS.values() if other.seats in (2, rules.seats))
    if option.decision == "game_target" and rules.mp_all_pay:  # the match has no target
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
    preset, changed = PRESETS[rules.name], set[str]()
    for option in OPTIONS:
        if getattr(other, option.decision) != getattr(preset, option.decision):
            if why_idle(preset, option):
                return None
            changed.add(option.decision)
    return None if why_senseless(other, changed) else other


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
