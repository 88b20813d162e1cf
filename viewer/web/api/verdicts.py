"""The shapes of what is said of a record: under several rules, at one moment, and of its claims.

They describe what :mod:`viewer.rulings.comparison`, its neighbours and the command line make.
"""

from marshmallow import fields, validate

from notation.rulings.comparison import Matter
from notation.rulings.score_claims import ClaimVerdict
from viewer.web.api.shapes import Shape, by_seat, counted, finding, said, seated, written


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


class ChangeSchema(Shape):
    """An option that is set otherwise."""

    option = written()
    value = written()
    instead = written()
    point = written()


class CandidateSchema(Shape):
    """Rules that a record may have been played by."""

    rank = counted()
    rules = written()
    changes = fields.List(fields.Nested(ChangeSchema), required=True)
    left = fields.List(finding(), required=True)
    explained = fields.List(finding(), required=True)
    surprises = counted()
    odds_against = said()


class InferenceSchema(Shape):
    """The rules that a record fits, the best first."""

    file = written()
    game = counted()
    line = counted()
    digest = said()
    language = written()
    named = said()
    own = written()
    settled = fields.Boolean(required=True)
    unexplained = fields.List(finding(), required=True)
    candidates = fields.List(fields.Nested(CandidateSchema), required=True)


class ChoiceSchema(Shape):
    """Something that a seat can do."""

    seat = seated()
    action = written()


class RefusalSchema(Shape):
    """Why something is refused."""

    code = written()
    says = written()
    clause = written()


class RefusedSchema(RefusalSchema, ChoiceSchema):
    """An announcement that is refused."""


class ClaimedSchema(Shape):
    """What a claim would come to."""

    seat = seated()
    points = counted()
    slack = counted()
    missing = fields.Integer(required=True)
    refused = fields.Nested(RefusalSchema, required=True, allow_none=True)
    result = fields.Dict(required=True, allow_none=True)


class SituationSchema(Shape):
    """How a deal stands at a moment."""

    digest = said()
    rules = written()
    deal = counted()
    at = written()
    language = written()
    over = fields.Boolean(required=True)
    turn = seated()
    lead = said()
    tricks = by_seat()
    tricks_of_nobody = fields.Integer(validate=validate.Range(min=1))
    points = by_seat()
    slack = by_seat()
    waiting = by_seat()
    trumps = written()
    talon = counted()
    closed_by = seated()
    allowed = fields.List(fields.Nested(ChoiceSchema), required=True)
    open = fields.List(fields.Nested(ChoiceSchema), required=True)
    refused = fields.List(fields.Nested(RefusedSchema), required=True)
    claims = fields.List(fields.Nested(ClaimedSchema), required=True)
    known = fields.List(fields.Dict(), required=True, metadata={"description": "what each seat can know"})


class DisputeSchema(PlaceSchema):
    """A claim that stands in a record, and what is to be said of it."""

    text = written()
    fault = said()
    claim = fields.Dict(required=True, allow_none=True)
    verdict = fields.Enum(ClaimVerdict, by_value=fields.String, required=True)
    standing = fields.Dict(required=True, allow_none=True)
    action = said()
    allowed = said()
    ruling = said()
    refusal = said()
    answer = fields.Dict(required=True, allow_none=True)


class DisputesSchema(Shape):
    """The claims that stand in a deal."""

    file = written()
    game = counted()
    digest = said()
    rules = written()
    deal = counted()
    language = written()
    disputes = fields.List(fields.Nested(DisputeSchema), required=True)
