"""The shapes of the larger answers: the script of a replay, rule sheets and codes.

They describe what :mod:`viewer.replay.script` and others make; what is said of a record's rules, places and
claims has its shapes in :mod:`viewer.web.api.verdicts`.
"""

from typing import Any

from marshmallow import fields, validate

from notation.replay.frames import FrameKind
from referee.codes import Severity
from viewer.web.api.shapes import Shape, by_seat, counted, said, seated, written


def _cards(**how: Any) -> fields.List[str]:
    return fields.List(fields.String(), **how)


def _held(description: str = "cards as SGN writes them", **how: Any) -> fields.String:
    return fields.String(metadata={"description": description}, **how)


class ChangesSchema(Shape):
    """What lies otherwise than at the step before; every part is whole."""

    talon = _held()
    trick = _held(
        "seat and card of each play, in order, as in `A:Ks B:As`; `:Ks` where nobody judged whose it is"
    )
    taker = _held("who takes the trick that lies complete, or nothing")
    closer = _held("who closed the talon, or nothing")
    turn = _held("whose turn it is, or nothing")
    points = fields.List(
        fields.Integer(), metadata={"description": "by seat; none of a deal that could not be judged"}
    )
    slack = fields.List(fields.Integer())
    pending = fields.List(fields.Integer())
    hand_a = _held(data_key="hand A")
    hand_b = _held(data_key="hand B")
    won_a = _held(data_key="won A")
    won_b = _held(data_key="won B")
    twice = _held("cards that are written in several places, so that nobody could judge the deal")


class RelatedSchema(Shape):
    """Another place that belongs to a finding."""

    line = counted()
    column = counted()
    message = written()


class ToldSchema(Shape):
    """A finding as a replay tells it."""

    code = written()
    severity = fields.Enum(Severity, by_value=fields.String, required=True)
    message = written()
    clause = said()
    line = counted()
    column = counted()
    excerpt = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "the line of the record, and carets under it"},
    )
    related = fields.Nested(RelatedSchema)
    own = fields.Boolean(metadata={"description": "whether it is about the action of its step"})


class NotedSchema(Shape):
    """What a record notes, and what was found in it."""

    findings = fields.List(fields.Nested(ToldSchema))
    comments = fields.List(fields.String())
    glyphs = fields.List(fields.String())
    annotations = fields.List(fields.List(fields.String()))
    checkpoints = fields.List(fields.String())


class StepSchema(NotedSchema):
    """One step of a replay."""

    kind = fields.Enum(FrameKind, by_value=fields.String, required=True)
    trick = counted()
    say = written()
    changes = fields.Nested(ChangesSchema, required=True)
    seat = fields.String()
    move = fields.String()
    card = fields.String()
    irregular = fields.Boolean()
    allowed = fields.List(
        fields.String(), metadata={"description": "what the rules allowed instead, in words"}
    )
    allowed_cards = _held("what might have been played instead")
    lines = fields.List(fields.List(fields.Nested(lambda: StepSchema())))


class ScriptSchema(NotedSchema):
    """A deal as it is replayed, step by step; one without steps has its findings and notes itself."""

    number = fields.Integer(required=True, validate=validate.Range(min=1))
    dealer = seated()
    trump = fields.String(required=True, allow_none=True, validate=validate.OneOf("shdc"))
    answer = written()
    game_points = counted()
    winner = seated()
    score = by_seat()
    steps = fields.List(fields.Nested(StepSchema), required=True)


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
