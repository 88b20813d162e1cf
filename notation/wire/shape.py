"""What a value looks like on its way out: a marshmallow schema for each, whose `dump` is the only way.

Each member says in one place what it is taken from, what it can be and what it means. The JSON Schemas and
the OpenAPI document are read off the same members by :mod:`notation.wire.json_schema`.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

from marshmallow import RAISE, Schema, missing
from marshmallow.fields import Field


class WireSchema(Schema):
    """An object that has the members that it names, and no others."""

    class Meta:
        """What is not named is refused."""

        unknown = RAISE

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self._members = [
            (field.data_key or name, name, _take(name, field), field._serialize)
            for name, field in self.dump_fields.items()
        ]

    def _serialize(self, obj: Any, *, many: bool = False) -> Any:
        """What :class:`marshmallow.Schema` makes of a value, without asking each field anew where to look."""
        if many:
            return [self._serialize(each) for each in obj]
        found = {}
        for key, name, take, put in self._members:
            value = take(obj)
            if value is not missing:
                found[key] = put(value, name, obj)
        return found


def _take(name: str, field: Field[Any]) -> Callable[[Any], Any]:
    """How the value of a member is found; `missing` where it is left out."""
    if not field._CHECK_ATTRIBUTE:
        return lambda obj: None
    take: Callable[[Any], Any] = field.metadata.get("take") or attrgetter(name)
    return take


def dump_as(shape: type[Schema], value: object) -> dict[str, Any]:
    """A value as an object for JSON.

    >>> from notation.record.model import Tag
    >>> from notation.wire import member
    >>> class Named(WireSchema):
    ...     name = member.text()
    >>> dump_as(Named, Tag("Site", "Sofia"))
    {'name': 'Site'}
    """
    found: dict[str, Any] = _made(shape).dump(value)
    return found


def load_as(shape: type[Schema], found: object) -> Any:
    """The value of an object from JSON; raises ValidationError where it is not of the shape."""
    return _made(shape).load(found)  # type: ignore[arg-type]  # whatever it is, it is checked


@cache
def _made(shape: type[Schema]) -> Schema:
    return shape()
