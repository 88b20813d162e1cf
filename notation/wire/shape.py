"""What a value looks like on its way out: a marshmallow schema for each, whose `dump` is the only way.

Each member says in one place what it is taken from, what it can be and what it means. The JSON Schemas and
the OpenAPI document are read off the same members by :mod:`notation.wire.json_schema`.
"""

from functools import cache
from typing import Any

from marshmallow import RAISE, Schema


class WireSchema(Schema):
    """An object that has the members that it names, and no others."""

    class Meta:
        """What is not named is refused."""

        unknown = RAISE

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self._takes = {name: field.metadata.get("take") for name, field in self.fields.items()}

    def get_attribute(self, obj: Any, attr: str, default: Any) -> Any:
        """What a member is taken from; `missing` where it is left out."""
        take = self._takes[attr]
        return take(obj) if take else getattr(obj, attr)


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
