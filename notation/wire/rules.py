"""Rule sets and their options as JSON."""

from typing import NamedTuple

from marshmallow import fields

from notation.findings.translator import Translator
from notation.record.words import card_word
from notation.specs.spec import OPTIONS, Option, write_spec
from notation.wire import member
from notation.wire.member import POINT
from notation.wire.shape import WireSchema
from referee.cards import members
from referee.points import POINTS, point_of
from referee.rules import RuleSet
from referee.rulesets import BOOKS, PRESETS, citation, differ_at, is_option, points_decided


class SaidPoint(NamedTuple):
    """A point of a rule set, and the language in which that is said."""

    rules: RuleSet
    point: str
    language: Translator


class SaidRules(NamedTuple):
    """A rule set, and the language in which it is said."""

    rules: RuleSet
    language: Translator
    against: RuleSet | None = None
    """Another, where only the points matter in which the two differ."""

    @property
    def points(self) -> list[SaidPoint]:
        """Every decision, or those that differ from the other's."""
        other = self.against
        points = [
            point
            for point in (POINTS if other else points_decided(self.rules))
            if other is None or differ_at(self.rules, other, point)
        ]
        return [SaidPoint(self.rules, point, self.language) for point in points]


class SaidOption(NamedTuple):
    """An option, and the language in which it is said."""

    option: Option
    language: Translator

    @property
    def point(self) -> str:
        """The point that it decides."""
        return point_of(self.option.decision)


class SaidRuleSets(NamedTuple):
    """All rule sets and all options, and the language in which they are said."""

    language: Translator

    @property
    def sets(self) -> list[SaidRules]:
        """Every rule set."""
        return [SaidRules(rules, self.language) for rules in PRESETS.values()]

    @property
    def options(self) -> list[SaidOption]:
        """Every option."""
        return [SaidOption(option, self.language) for option in OPTIONS]


class RuleSetSchema(WireSchema):
    """A rule set: its name with what is agreed otherwise, and the value of every option."""

    rules = member.text(via=write_spec, least=1)
    source = member.text(lambda of: BOOKS[of.rules.name].source)
    address = member.text(
        lambda of: BOOKS[of.rules.name].address or None, "where the source can be read", null=True
    )
    revision = member.text(
        lambda of: BOOKS[of.rules.name].revision or None, "which edition of the source it is", null=True
    )
    seats = member.count("rules.seats")
    cards = member.texts(lambda of: [card_word(card) for card in members(of.rules.deck_cards)])
    hand = member.count("rules.deal_hand_size", "cards of a hand when the deal starts")
    options = member.table(
        fields.String(),
        lambda of: {option.word: option.write(getattr(of.rules, option.decision)) for option in OPTIONS},
    )


class RulePointSchema(WireSchema):
    """A point of a rule sheet: what is decided, and where that is from."""

    point = member.text(pattern=POINT)
    decides = member.text(lambda of: of.language.translate(POINTS[of.point]))
    rule = member.text(lambda of: of.language.rule_in_words(of.rules, of.point))
    cite = member.text(lambda of: of.language.cite(of.rules, of.point))
    quote = member.text(
        lambda of: citation(of.rules, of.point).quote or None, "the sentence of the source", null=True
    )
    address = member.text(
        lambda of: citation(of.rules, of.point).address or None, "where the source can be read", null=True
    )
    revision = member.text(
        lambda of: citation(of.rules, of.point).revision or None, "which edition of it", null=True
    )
    agreed = member.truth(lambda of: is_option(of.rules, of.point), "whether an option decides otherwise")


class RuleSheetSchema(RuleSetSchema):
    """A rule set with the clause for every point."""

    points = member.parts(RulePointSchema)


class OptionSchema(WireSchema):
    """An option that a table can agree on, and the values that it can have."""

    option = member.text("option.word")
    point = member.text(pattern=POINT)
    decides = member.text(lambda of: of.language.translate(POINTS[of.point]))
    values = member.texts(
        lambda of: None if of.option.values is None else list(of.option.values),
        "null for any whole number",
        null=True,
    )


class RulesSchema(WireSchema):
    """All rule sets and all options."""

    sets = member.parts(RuleSetSchema)
    options = member.parts(OptionSchema)
