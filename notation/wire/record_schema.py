"""The shape of SGN's JSON, as marshmallow schemas.

Words and bounds are the notation's; only the shape is defined here.
"""

from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from notation.record.model import Ply
from notation.record.words import SEAT_LETTERS
from notation.text.reader import read_action
from referee.cards import SUIT_LETTERS

_SEAT: Final = validate.OneOf(SEAT_LETTERS)
_ONE_LINE: Final = validate.Regexp(r"[^\r\n]*\Z", error="a tag's value stands on one line")
_COUNT: Final = validate.Range(0, 9999)


class _Card(fields.String):
    """A card by its word, or a gap."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        ply = read_action(super()._deserialize(value, attr, data, **kwargs))
        if ply is None or ply != Ply(ply.action) or not ply.plays:
            raise ValidationError("not a card")
        return ply.action


class _Trump(_Card):
    """The turn-up, or the letter of a suit."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, str) and len(value) == 1 and value in SUIT_LETTERS:
            return value
        card = super()._deserialize(value, attr, data, **kwargs)
        if card < 0:
            raise ValidationError("neither a card nor a suit")
        return card


class _Action(fields.String):
    """An action by its word, with its actor where one is named."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        ply = read_action(super()._deserialize(value, attr, data, **kwargs))
        if ply is None:
            raise ValidationError("not an action")
        return ply


def _by_seat(field: fields.Field[Any], **kwargs: Any) -> fields.Dict:
    return fields.Dict(keys=fields.String(validate=_SEAT), values=field, **kwargs)


class NoteSchema(Schema):
    """One note, and what it stands behind."""

    after = fields.Raw()
    comment = fields.String()
    glyph = fields.String()
    checkpoint = _by_seat(fields.Integer(strict=True, validate=_COUNT))
    annotation = fields.String()
    value = fields.String(validate=_ONE_LINE)
    remark = fields.String(validate=_ONE_LINE)
    lines = fields.Integer(strict=True, validate=validate.Range(0, 2))
    variation = fields.Nested(lambda: VariationSchema())


class TrickSchema(Schema):
    """A trick: its number and its actions; a note stands ``after`` so many of them."""

    number = fields.Integer(required=True, strict=True, validate=_COUNT)
    actions = fields.List(_Action(), required=True)
    notes = fields.List(fields.Nested(NoteSchema))


class _VariationTrickSchema(TrickSchema):
    """A trick of a variation, which may go on with one that is open and has no number then."""

    number = fields.Integer(strict=True, validate=_COUNT)


def _is_false(value: Any) -> None:
    if value is not False:
        raise ValidationError("nothing but false can stand here")


class ResultSchema(Schema):
    """A stated result; a draw has no winner, an unfinished deal nothing but ``finished: false``."""

    finished = fields.Raw(validate=_is_false)
    winner = fields.String(allow_none=True, validate=_SEAT)
    game_points = fields.Integer(strict=True, validate=_COUNT)
    reason = fields.String()
    card_points = _by_seat(fields.Integer(strict=True, validate=_COUNT))
    score = _by_seat(fields.Integer(strict=True, validate=_COUNT))
    notes = fields.List(fields.Nested(NoteSchema))

    @validates_schema
    def _is_one_or_the_other(self, data: dict[str, Any], **_: Any) -> None:
        decided = {"winner", "game_points"} & data.keys()
        if "finished" in data and (decided or "reason" in data):
            raise ValidationError("an unfinished deal has no winner, game points or reason")
        if "finished" not in data and len(decided) < 2:
            raise ValidationError("a result has winner and game_points, or finished: false")
        if data.get("winner", "") is None and data["game_points"]:
            raise ValidationError("a draw has no game points")


class VariationSchema(Schema):
    """What could have been done instead of the action before."""

    tricks = fields.List(fields.Nested(_VariationTrickSchema), required=True)
    result = fields.Nested(ResultSchema)


class RulingSchema(Schema):
    """A ruling of the table, behind so many tricks."""

    tricks = fields.Integer(required=True, strict=True, validate=_COUNT)
    to = fields.String(required=True, validate=_SEAT)
    points = fields.Integer(required=True, strict=True, validate=_COUNT)
    why = fields.String(validate=_ONE_LINE)
    notes = fields.List(fields.Nested(NoteSchema))


class ClosedSchema(Schema):
    """Who had closed the talon before a position, and what each seat had then."""

    by = fields.String(required=True, validate=_SEAT)
    points = _by_seat(fields.Integer(strict=True, validate=_COUNT))
    tricks = _by_seat(fields.Integer(strict=True, validate=_COUNT))


class PositionSchema(Schema):
    """Where a deal is taken up in the middle."""

    lead = fields.String(required=True, validate=_SEAT)
    points = _by_seat(fields.Integer(strict=True, validate=_COUNT))
    tricks = _by_seat(fields.Integer(strict=True, validate=_COUNT))
    pending = _by_seat(fields.Integer(strict=True, validate=_COUNT))
    closed = fields.Nested(ClosedSchema)
    score = _by_seat(fields.Integer(strict=True, validate=_COUNT))
    won = _by_seat(fields.List(_Card()))
    played = fields.List(_Card())


class DealSchema(Schema):
    """A deal; a note stands ``after`` the word deal, position or talon, or a seat's cards."""

    number = fields.Integer(required=True, strict=True, validate=_COUNT)
    dealer = fields.String(validate=_SEAT)
    trump = _Trump()
    hands = _by_seat(fields.List(_Card()))
    talon = fields.List(_Card())
    tricks = fields.List(fields.Nested(TrickSchema))
    rulings = fields.List(fields.Nested(RulingSchema))
    result = fields.Nested(ResultSchema)
    notes = fields.List(fields.Nested(NoteSchema))
    position = fields.Nested(PositionSchema)

    @validates_schema
    def _is_dealt(self, data: dict[str, Any], **_: Any) -> None:
        if "dealer" not in data and "position" not in data:
            raise ValidationError("Missing data for required field.", "dealer")


class RecordSchema(Schema):
    """A game; a note stands ``after`` the word game or a tag of that name."""

    sgn = fields.Integer(required=True, strict=True, validate=validate.Equal(1))
    tags = fields.Dict(keys=fields.String(), values=fields.String(validate=_ONE_LINE))
    deals = fields.List(fields.Nested(DealSchema))
    notes = fields.List(fields.Nested(NoteSchema))
