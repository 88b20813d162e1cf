"""What programs may ask, and the shapes of what they are answered, as marshmallow schemas.

A question is checked by these; an answer is only described, and is made elsewhere.
"""

from typing import Any, Final

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from notation import Finding, read_spec
from notation.findings.finding import Phrase
from notation.formats import Kind
from notation.record.words import SEAT_LETTERS
from notation.rulings.state_at import read_moment
from viewer.cards.palettes import PALETTES, TONES
from viewer.cards.sheets import PACKS
from viewer.documents.languages import NAMES
from viewer.store import Novelty, Order
from viewer.store.searching import LONGEST, MAX_PAGE, MAX_SIZE

DATE: Final = r"^[0-9?]{4}(-[0-9?]{2}){0,2}$"
HIDDEN: Final = r"^[A-D]{0,4}$"
PLACE: Final = r"^[1-9][0-9]?(\.[0-9]{1,2})?$"
RESULT: Final = r"^([A-D]|\*|[0-9]{1,4}(-[0-9]{1,4}){1,3})$"
MOST_SETS: Final = 9
"""Rule sets that are compared at once."""
WIDTHS: Final = (64, 2048)
"""The least and the greatest width of a PNG, in pixels."""
PATHS: Final[dict[str, dict[str, Any]]] = {
    "id": {"type": "string", "pattern": "^[0-9a-fA-F]{8,64}$"},
    "number": {"type": "integer", "minimum": 1},
    "step": {"type": "integer", "minimum": 0},
    "spec": {"type": "string", "minLength": 1},
    "code": {"type": "string", "pattern": "^[SXRCNF][0-9]{3}$"},
}
"""What a path can name."""


class RuleSpec(fields.String):
    """A rule set with its options, as on a record's Rules tag."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        rules = read_spec(super()._deserialize(value, attr, data, **kwargs))
        if isinstance(rules, Finding):
            raise ValidationError(f"{rules.code.id}: {rules.message}")
        return rules


class RuleSpecs(RuleSpec):
    """Several rule sets with commas between them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        specs = [spec for spec in str(value).split(",") if spec.strip()]
        if len(specs) > MOST_SETS:
            raise ValidationError(f"at most {MOST_SETS} rule sets can be compared at once")
        return tuple(super(RuleSpecs, self)._deserialize(spec, attr, data, **kwargs) for spec in specs)


def _told(what: str) -> dict[str, str]:
    return {"description": what}


class Query(Schema):
    """What can be asked of everything."""

    class Meta:
        """What is not named is refused."""

        unknown = RAISE

    lang = fields.String(
        load_default="en",
        validate=validate.OneOf(list(NAMES)),
        metadata=_told("the language of what is said in words"),
    )


class JudgedQuery(Query):
    """What can be asked of a judgement."""

    imposed = RuleSpec(
        data_key="as",
        metadata=_told("judge by these rules, whatever the record names: `santase target=11`"),
    )


class MomentField(fields.String):
    """A trick, or an action of it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        path = read_moment(super()._deserialize(value, attr, data, **kwargs))
        if isinstance(path, Phrase):
            raise ValidationError(str(path))
        return path


class PlacedQuery(JudgedQuery):
    """What can be asked of a moment of a deal."""

    at = MomentField(
        required=True,
        metadata=_told("the head of a trick, `7`, or behind an action of it, `7.2`") | {"pattern": PLACE},
    )


class ComparedQuery(Query):
    """What can be asked of a comparison."""

    rules = RuleSpecs(
        metadata=_told("rule sets with commas between them, instead of all that share the pack"),
    )


def _part(what: str) -> fields.String:
    return fields.String(validate=validate.Length(max=LONGEST), metadata=_told(what))


class SearchQuery(Query):
    """What records can be found by, and which page of them is asked for."""

    player = _part("a part of a player's name")
    event = _part("a part of the event's name")
    date_from = fields.String(validate=validate.Regexp(DATE), metadata=_told("played then or later"))
    date_to = fields.String(validate=validate.Regexp(DATE), metadata=_told("played then or earlier"))
    rules = _part("the name of a rule set, or a whole spec")
    result = fields.String(
        validate=validate.Regexp(RESULT),
        metadata=_told("a score, the seat that won, or * for a match that nobody has won"),
    )
    errors = fields.Boolean(
        truthy={"true"}, falsy={"false"}, metadata=_told("whether anything is wrong with the record")
    )
    text = _part("words of the record, in any order")
    order = fields.Enum(
        Order, by_value=fields.String, load_default=Order.ADDED, metadata={"default": Order.ADDED.value}
    )
    page = fields.Integer(load_default=1, validate=validate.Range(1, MAX_PAGE))
    size = fields.Integer(load_default=50, validate=validate.Range(1, MAX_SIZE))


class ViewQuery(Query):
    """How a picture is seen; `b` and `h` are the words of a link to a step of the replay."""

    b = fields.String(
        load_default="",
        validate=validate.OneOf(["", *SEAT_LETTERS]),
        metadata=_told("the seat at the bottom"),
    )
    h = fields.String(
        load_default="", validate=validate.Regexp(HIDDEN), metadata=_told("the seats whose hands are hidden")
    )
    pack = fields.String(load_default="french", validate=validate.OneOf(PACKS))
    palette = fields.String(load_default="two-colour", validate=validate.OneOf(list(PALETTES)))
    tone = fields.String(load_default="light", validate=validate.OneOf(TONES))


class SizedViewQuery(ViewQuery):
    """How a picture is seen, and how many pixels wide it is."""

    width = fields.Integer(load_default=800, validate=validate.Range(*WIDTHS))


class Shape(Schema):
    """An answer that has the members that it names, and no others."""

    class Meta:
        """What is not named is refused."""

        unknown = RAISE


def finding() -> fields.Raw:
    """A finding, as in a judgement."""
    return fields.Raw(metadata={"allOf": [{"$ref": "#/components/schemas/Judgement.finding"}]})


def seated() -> fields.String:
    """A seat, or null."""
    return fields.String(required=True, allow_none=True, validate=validate.OneOf(SEAT_LETTERS))


def by_seat() -> fields.Dict:
    """Numbers by seat."""
    return fields.Dict(
        required=True, keys=fields.String(validate=validate.OneOf(SEAT_LETTERS)), values=fields.Integer()
    )


def written(**metadata: Any) -> fields.String:
    """Text that is always there."""
    return fields.String(required=True, metadata=metadata)


def said(what: str = "") -> fields.String:
    """Text, or null where nothing is said."""
    return fields.String(required=True, allow_none=True, metadata=_told(what) if what else {})


def counted() -> fields.Integer:
    """A number of things."""
    return fields.Integer(required=True, validate=validate.Range(min=0))


class WrongSchema(Shape):
    """What is wrong with one part of a question."""

    parameter = written()
    detail = written()


class ProblemSchema(Shape):
    """What is wrong, by RFC 9457."""

    type = written(format="uri-reference", description="the address of a code, or about:blank")
    title = written()
    status = fields.Integer(required=True, validate=validate.Range(400, 599))
    detail = written()
    errors = fields.List(fields.Nested(WrongSchema), metadata=_told("parts of the query that are wrong"))
    findings = fields.List(finding(), metadata=_told("what was found in the record"))


class AddedSchema(Shape):
    """What became of one game that was sent."""

    id = written(pattern="^[0-9a-f]{64}$")
    digest = said("null where not all of the game could be read")
    number = counted()
    novelty = fields.Enum(Novelty, by_value=fields.String, required=True)
    errors = counted()
    findings = counted()


class EntrySchema(Shape):
    """What became of something when the log of another program was made SGN."""

    kind = fields.Enum(Kind, by_value=fields.String, required=True)
    part = said("names, talon, comments, ...")
    game = fields.Integer(required=True, allow_none=True)
    deal = fields.Integer(required=True, allow_none=True)
    line = fields.Integer(required=True, allow_none=True)
    count = counted()
    why = said("in English")


class AddedListSchema(Shape):
    """What became of every game that was sent."""

    records = fields.List(fields.Nested(AddedSchema), required=True)
    report = fields.List(fields.Nested(EntrySchema), required=True)


class SummarySchema(Shape):
    """What a list says of a record; null stands for what the record does not say."""

    id = written(pattern="^[0-9a-f]{64}$")
    added = written(format="date-time")
    event = said()
    site = said()
    date = said("as it is written, with ? for what is not known")
    round = said()
    players = fields.Dict(
        required=True, keys=fields.String(validate=validate.OneOf(SEAT_LETTERS)), values=fields.String()
    )
    rules = said("the rules that the record names, in their one spelling")
    deals = counted()
    result = said("the result of the match as the record states it")
    score = by_seat()
    winner = seated()
    whole = fields.Boolean(required=True, metadata=_told("whether all of the text could be read"))
    errors = counted()
    findings = counted()


class FoundSchema(Shape):
    """A page of what was found."""

    total = counted()
    page = fields.Integer(required=True, validate=validate.Range(1, MAX_PAGE))
    size = fields.Integer(required=True, validate=validate.Range(1, MAX_SIZE))
    records = fields.List(fields.Nested(SummarySchema), required=True)


class CheckedSchema(Shape):
    """The judgements of all games that were sent."""

    games = fields.List(
        fields.Raw(metadata={"allOf": [{"$ref": "#/components/schemas/Judgement"}]}), required=True
    )


class RecordSchema(Shape):
    """A record as JSON, as `santase json` writes it."""

    sgn = fields.Integer(required=True, validate=validate.Equal(1))
    tags = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    deals = fields.List(fields.Dict())
    notes = fields.List(fields.Dict())
