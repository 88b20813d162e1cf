"""Generates JSON Schemas from the schemas of this package: standalone, or OpenAPI components.

Draft 2020-12, as used by OpenAPI 3.1.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from inspect import cleandoc
from typing import Any, Final

from marshmallow import Schema, fields, validate

from notation.record.words import SEAT_LETTERS
from notation.wire.member import SIDE, AnyField, BySeatField, ScoreField, SeatField, SideField

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_KINDS: Final[dict[type[fields.Field[Any]], dict[str, Any]]] = {
    SeatField: {
        "title": "Seat",
        "description": "A seat by its letter.",
        "type": "string",
        "enum": list(SEAT_LETTERS),
    },
    SideField: {
        "title": "SideByLetters",
        "description": "A side by the letter of its seat, or of both where two play as partners; where "
        "several win who are no fixed side, by the letter of each.",
        "type": "string",
        "pattern": SIDE,
    },
    ScoreField: {
        "title": "ScoreBySide",
        "description": "Game points by side, at its first seat; below nothing where somebody has paid.",
        "type": "object",
        "propertyNames": {"enum": list(SEAT_LETTERS)},
        "additionalProperties": {"type": "integer"},
    },
    BySeatField: {
        "title": "BySeat",
        "description": "Numbers by seat, or by side at its first seat.",
        "type": "object",
        "propertyNames": {"enum": list(SEAT_LETTERS)},
        "additionalProperties": {"type": "integer", "minimum": 0},
    },
}
"""The kinds of members that have names of their own, as shapes have."""
_WITHIN: Final = "#/$defs/"
_COMPONENTS: Final = "#/components/schemas/"


def name_of(shape: type[Schema]) -> str:
    """Return the name of a schema.

    >>> from notation.wire.judgement import JudgementSchema
    >>> name_of(JudgementSchema)
    'Judgement'
    """
    return shape.__name__.removesuffix("Schema")


def word_of(shape: type[Schema]) -> str:
    """Return the name of a schema in an address or on a command line.

    >>> from notation.wire.rules import RuleSheetSchema
    >>> word_of(RuleSheetSchema)
    'rule-sheet'
    """
    return re.sub("(?<=[a-z])(?=[A-Z])", "-", name_of(shape)).lower()


def json_schema(shape: type[Schema]) -> dict[str, Any]:
    """Return the JSON Schema of a schema class, with everything that it refers to.

    >>> from notation.wire.judgement import JudgementSchema
    >>> json_schema(JudgementSchema)["$id"]
    'urn:santase:judgement'
    """
    found = dict(_definitions([shape], _WITHIN))
    whole = found.pop(name_of(shape))
    return {"$schema": DRAFT, "$id": f"urn:santase:{word_of(shape)}", **whole} | (
        {"$defs": found} if found else {}
    )


def components(shapes: Iterable[type[Schema]]) -> dict[str, dict[str, Any]]:
    """Return schemas, and everything they refer to, by name, for an OpenAPI document."""
    return dict(_definitions(shapes, _COMPONENTS))


def _definitions(shapes: Iterable[type[Schema]], at: str) -> Iterator[tuple[str, dict[str, Any]]]:
    done: dict[str, type[Schema]] = {}
    kinds: set[str] = set()
    waiting: list[type[Schema]] = list(shapes)
    while waiting:
        shape = waiting.pop(0)
        name = name_of(shape)
        if name in done:
            if done[name] is not shape:
                raise TypeError(f"{done[name]} and {shape} are both called {name}")
            continue
        done[name] = shape
        described, referred, named = _described(shape, at)
        yield name, described
        waiting += referred
        for kind in named:
            if kind["title"] not in kinds:
                kinds.add(kind["title"])
                yield kind["title"], kind


@cache
def _described(
    shape: type[Schema], at: str
) -> tuple[dict[str, Any], list[type[Schema]], list[dict[str, Any]]]:
    """Return the JSON Schema of an object, the shapes that it refers to, and the kinds of its members."""
    found = _Description(at)
    return found.of_shape(shape), found.referred, found.kinds


class _Description:
    """Describes one shape, and remembers to which others it refers."""

    def __init__(self, at: str) -> None:
        self._at = at
        self.referred: list[type[Schema]] = []
        self.kinds: list[dict[str, Any]] = []

    def of_shape(self, shape: type[Schema]) -> dict[str, Any]:
        members = {
            field.data_key or name: field for name, field in shape().fields.items() if not field.load_only
        }
        required = [name for name, field in members.items() if field.required]
        return {
            "title": name_of(shape),
            "description": cleandoc(shape.__doc__ or ""),
            "type": "object",
            "properties": {name: self._of(field) for name, field in members.items()},
            **({"required": required} if required else {}),
            "additionalProperties": False,
        }

    def _of(self, field: fields.Field[Any]) -> dict[str, Any]:
        """Return the JSON Schema of a member: its type, null included, and its description."""
        found = self._bare(field)
        if field.allow_none and not isinstance(field, AnyField):
            if isinstance(found.get("type"), str) and not {"enum", "properties"} & found.keys():
                found["type"] = [found["type"], "null"]
            else:
                found = {"oneOf": [found, {"type": "null"}]}
        about = field.metadata.get("description")
        return found | ({"description": about} if about else {})

    def _bare(self, field: fields.Field[Any]) -> dict[str, Any]:
        match field:
            case AnyField():
                return dict(field.described)
            case fields.Nested():
                shape = type(field.schema)
                self.referred.append(shape)
                return {"$ref": f"{self._at}{name_of(shape)}"}
            case fields.List():
                return {"type": "array", "items": self._of(field.inner), **_bounds(field, "Items")}
            case SeatField() | BySeatField():
                kind = _KINDS[type(field)]
                self.kinds.append(kind)
                return {"$ref": f"{self._at}{kind['title']}"}
            case fields.Dict():
                names = self._of(field.key_field) if field.key_field else {}
                values = self._of(field.value_field) if field.value_field else {}
                return {
                    "type": "object",
                    "additionalProperties": values,
                    **({"propertyNames": names} if names.keys() != {"type"} else {}),
                }
            case fields.Boolean():
                return {"type": "boolean"}
            case fields.Float():
                return {"type": "number"}
            case fields.Integer():
                return {"type": "integer", **_bounds(field, "")}
            case fields.String():
                form = field.metadata.get("format")
                return {"type": "string", **_bounds(field, "Length"), **({"format": form} if form else {})}
        raise TypeError(f"{field!r} has no JSON Schema")


def _bounds(field: fields.Field[Any], what: str) -> dict[str, Any]:
    """Return the constraints of a member's validators: bounds, pattern, words."""
    found: dict[str, Any] = {}
    for check in field.validators:
        match check:
            case validate.Range() | validate.Length():
                least, most = (f"min{what}", f"max{what}") if what else ("minimum", "maximum")
                found |= {least: check.min} if check.min is not None else {}
                found |= {most: check.max} if check.max is not None else {}
            case validate.Regexp():
                found["pattern"] = re.sub(r"\\Z$", "$", str(check.regex.pattern))
            case validate.OneOf():
                found["enum"] = list(check.choices)
            case validate.Equal():
                found["const"] = check.comparable
    return found
