"""The shapes of the larger answers: the script of a replay, a comparison, rule sheets and codes.

They describe what :mod:`viewer.replay.script`, :mod:`viewer.rulings.comparison` and others make.
"""

from typing import Any

from marshmallow import fields, validate

from notation.parting import Matter
from referee.rulings import Severity
from viewer.replay.steps import Kind
from viewer.web.api.shapes import Shape, by_seat, counted, said, seated, written


def _cards(**how: Any) -> fields.List[str]:
    return fields.List(fields.String(), **how)


class ChangesSchema(Shape):
    """What lies otherwise than at the step before; every part is whole."""

    talon = _cards()
    trick = fields.List(fields.List(fields.String()), metadata={"description": "seat and card, in order"})
    taker = fields.String(allow_none=True)
    closer = fields.String(allow_none=True)
    turn = fields.String(allow_none=True)
    points = fields.List(fields.Integer())
    slack = fields.List(fields.Integer())
    pending = fields.List(fields.Integer())
    hand_a = _cards(data_key="hand A")
    hand_b = _cards(data_key="hand B")
    won_a = _cards(data_key="won A")
    won_b = _cards(data_key="won B")


class ToldSchema(Shape):
    """A finding as a replay tells it."""

    code = written()
    severity = fields.Enum(Severity, by_value=fields.String, required=True)
    message = written()
    clause = said()
    line = counted()
    column = counted()


class StepSchema(Shape):
    """One step of a replay."""

    kind = fields.Enum(Kind, by_value=fields.String, required=True)
    trick = counted()
    say = written()
    changes = fields.Nested(ChangesSchema, required=True)
    seat = fields.String()
    move = fields.String()
    card = fields.String()
    findings = fields.List(fields.Nested(ToldSchema))
    irregular = fields.Boolean()
    comments = fields.List(fields.String())
    glyphs = fields.List(fields.String())
    annotations = fields.List(fields.List(fields.String()))
    lines = fields.List(fields.List(fields.Nested(lambda: StepSchema())))


class ScriptSchema(Shape):
    """A deal as it is replayed, step by step."""

    number = fields.Integer(required=True, validate=validate.Range(min=1))
    dealer = seated()
    trump = fields.String(required=True, allow_none=True, validate=validate.OneOf("shdc"))
    answer = written()
    game_points = counted()
    winner = seated()
    score = by_seat()
    steps = fields.List(fields.Nested(StepSchema), required=True)


class PlaceSchema(Shape):
    """A place in a record."""

    line = counted()
    column = counted()
    end_line = counted()
    end_column = counted()


class BreachSchema(PlaceSchema):
    """A ruling and its place."""

    code = written()


class DealVerdictSchema(Shape):
    """What a deal comes to under a rule set."""

    winner = seated()
    game_points = fields.Integer(required=True, allow_none=True)
    reason = said()
    card_points = by_seat()
    stopped = fields.Boolean(required=True)
    rulings = fields.List(fields.Nested(BreachSchema), required=True)


class MatchSchema(Shape):
    """What a match comes to."""

    score = by_seat()
    winner = seated()
    games = counted()


class VerdictSchema(Shape):
    """What a game comes to under a rule set."""

    rules = written()
    deals = fields.List(fields.Nested(DealVerdictSchema), required=True)
    match = fields.Nested(MatchSchema, required=True)


class DecidedSchema(Shape):
    """What a rule set decides at a point."""

    option = written()
    rule = written()
    cite = written()


class DecidingSchema(Shape):
    """A decision that makes the difference."""

    decision = written()
    point = written()
    decides = written()
    first = fields.Nested(DecidedSchema, required=True)
    second = fields.Nested(DecidedSchema, required=True)


class SideSchema(Shape):
    """What a rule set says at the place where two part."""

    ruling = fields.Raw(
        required=True,
        metadata={"anyOf": [{"$ref": "#/components/schemas/Judgement.finding"}, {"type": "null"}]},
    )
    points = by_seat()


class PartingSchema(PlaceSchema):
    """Where two rule sets part, and by what."""

    matter = fields.Enum(Matter, by_value=fields.String, required=True)
    deal = fields.Integer(required=True, allow_none=True)
    trick = fields.Integer(required=True, allow_none=True)
    action = fields.Integer(required=True, allow_none=True)
    word = said()
    first = fields.Nested(SideSchema, required=True)
    second = fields.Nested(SideSchema, required=True)
    deciding = fields.List(fields.Nested(DecidingSchema), required=True)
    smallest = fields.Boolean(required=True)


class PairSchema(Shape):
    """Two rule sets side by side."""

    first = written()
    second = written()
    parting = fields.Nested(PartingSchema, required=True, allow_none=True)
    deals = fields.List(fields.Nested(PartingSchema), required=True)


class ComparisonSchema(Shape):
    """The same play under several rule sets."""

    file = written()
    game = counted()
    line = counted()
    digest = said()
    language = written()
    alike = fields.List(fields.List(fields.String()), required=True)
    verdicts = fields.List(fields.Nested(VerdictSchema), required=True)
    pairs = fields.List(fields.Nested(PairSchema), required=True)


class ClauseSchema(Shape):
    """What a rule set says of a point, and where it has it from."""

    rule = written()
    cite = written()


class PointSchema(ClauseSchema):
    """A point of a rule sheet."""

    point = written()
    decides = written()
    agreed = fields.Boolean(required=True, metadata={"description": "whether an option decides otherwise"})


class SetSchema(Shape):
    """A rule set: its name with what is agreed otherwise, and what every option comes to."""

    rules = written()
    source = written()
    seats = counted()
    cards = _cards(required=True)
    hand = counted()
    options = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class SheetSchema(SetSchema):
    """A rule set with the clause behind every point."""

    points = fields.List(fields.Nested(PointSchema), required=True)


class OptionSchema(Shape):
    """An option, and the values that it can have; null stands for any whole number."""

    option = written()
    point = written()
    decides = written()
    values = fields.List(fields.String(), required=True, allow_none=True)


class RulesSchema(Shape):
    """All rule sets and all options."""

    sets = fields.List(fields.Nested(SetSchema), required=True)
    options = fields.List(fields.Nested(OptionSchema), required=True)


class CodeSchema(Shape):
    """A code of a finding."""

    code = written()
    severity = fields.Enum(Severity, by_value=fields.String, required=True)
    sentence = written(description="with the names of facts in braces")
    says = written(description="the sentence in the language asked for")
    effect = said("what the judgement does then")
    point = said("the point of the rules that it rests on")
    clauses = fields.Dict(
        required=True,
        keys=fields.String(),
        values=fields.Nested(ClauseSchema),
        metadata={"description": "by rule set"},
    )


class ExampleSchema(Shape):
    """A record that gets a code, and one like it that does not."""

    form = fields.String(required=True, validate=validate.OneOf(["sgn", "json"]))
    wrong = written()
    right = written()


class ExplainedSchema(CodeSchema):
    """A code with an example, where one can be shown."""

    example = fields.Nested(ExampleSchema, required=True, allow_none=True)


class CodesSchema(Shape):
    """All codes of findings."""

    codes = fields.List(fields.Nested(CodeSchema), required=True)
