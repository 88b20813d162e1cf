"""Rule sets and their options as JSON."""

from typing import Any

from marshmallow import fields

from notation.findings.translator import Translator
from notation.record.words import card_word
from notation.specs.spec import OPTIONS, write_spec
from notation.wire import member
from notation.wire.member import POINT, Take
from notation.wire.shape import Given, WireSchema, dump_as, given
from referee.cards import members
from referee.points import POINTS, point_of
from referee.rules import RuleSet
from referee.rulesets import BOOKS, PRESETS, Citation, citation, differ_at, is_option, points_decided


class RuleSetSchema(WireSchema):
    """A rule set: its name with what is agreed otherwise, and the value of every option."""

    rules = member.text(write_spec, least=1)
    source = member.text(lambda of: BOOKS[of.name].source)
    address = member.text(
        lambda of: BOOKS[of.name].address or None, "where the source can be read", null=True
    )
    revision = member.text(
        lambda of: BOOKS[of.name].revision or None, "which edition of the source it is", null=True
    )
    seats = member.count()
    cards = member.texts(lambda of: [card_word(card) for card in members(of.deck_cards)])
    hand = member.count("deal_hand_size", "cards of a hand when the deal starts")
    options = member.table(
        fields.String(),
        lambda of: {option.word: option.write(getattr(of, option.decision)) for option in OPTIONS},
    )


def _cited(part: str) -> Take:
    return lambda point: getattr(citation(_rules(), point), part) or None


def _rules() -> RuleSet:
    rules = given().rules
    if rules is None:
        raise LookupError("no rules are given, of which points could be")
    return rules


def translated(cited: Citation) -> str:
    """The translation of a sentence of a source; empty if there is none."""
    words = given().language.translate(cited.quote)
    return words if words != cited.quote else ""


class RulePointSchema(WireSchema):
    """A point of a rule sheet: what is decided, and where that is from."""

    point = member.text(str, pattern=POINT)
    decides = member.text(lambda point: given().language.translate(POINTS[point]))
    rule = member.text(lambda point: given().language.rule_in_words(_rules(), point))
    cite = member.text(lambda point: given().language.cite(_rules(), point))
    quote = member.text(_cited("quote"), "the sentence of the source", null=True)
    translation = member.text(
        lambda point: translated(citation(_rules(), point)),
        "the same in the language of the answer, translated by this program; without it where the source is "
        "in that language, or where there is no translation",
        empty="omitted",
    )
    address = member.text(_cited("address"), "where the source can be read", null=True)
    revision = member.text(_cited("revision"), "which edition of it", null=True)
    agreed = member.truth(lambda point: is_option(_rules(), point), "whether an option decides otherwise")


class RuleSheetSchema(RuleSetSchema):
    """A rule set with the clause for every point."""

    points = member.parts(RulePointSchema, points_decided)


class OptionSchema(WireSchema):
    """An option that a table can agree on, and the values that it can have."""

    option = member.text("word")
    point = member.text(lambda option: point_of(option.decision), pattern=POINT)
    decides = member.text(lambda option: given().language.translate(POINTS[point_of(option.decision)]))
    values = member.texts(about="null for any whole number", via=list, null=True)


class RulesSchema(WireSchema):
    """All rule sets and all options."""

    sets = member.parts(RuleSetSchema)
    options = member.parts(OptionSchema)


def dump_rule_sheet(rules: RuleSet, language: Translator, against: RuleSet | None = None) -> dict[str, Any]:
    """Serialize a rule set with every decision, or with those that differ from another's."""
    around = Given(language, (), rules)
    found = dump_as(RuleSheetSchema, rules, around)
    if against is None:
        return found
    differing = [point for point in POINTS if differ_at(rules, against, point)]
    return found | {"points": [dump_as(RulePointSchema, point, around) for point in differing]}


def dump_rules(language: Translator) -> dict[str, Any]:
    """Serialize all rule sets and all options."""
    return dump_as(RulesSchema, {"sets": PRESETS.values(), "options": OPTIONS}, Given(language, ()))
