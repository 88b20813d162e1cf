"""The members of schemas: each kind with its bounds, its source, and its description."""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, missing, validate

from notation.record.words import PAIR_LETTERS, SEAT_LETTERS, by_seat, read_seat, seat_or_none

Take = Callable[[Any], Any]
"""What a member is taken from; without one it is the attribute of that name."""
DIGEST: Final = "^[0-9a-f]{64}$"
CODE: Final = "^[SXRCNFTE][0-9]{3}$"
"""The id of a code."""
RULING_CODE: Final = "^[RC][0-9]{3}$"
"""The id of a code that says which rule is broken."""
POINT: Final = "^[a-z0-9]+[.][a-z0-9_]+$"
"""A point that rules decide."""
LANGUAGE: Final = "^[a-z]{2,3}$"


class SeatField(fields.String):
    """A seat by its letter, or null for nobody."""

    words: tuple[str, ...] = tuple(SEAT_LETTERS)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return None if value is None else seat_or_none(value)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        letter = super()._deserialize(value, attr, data, **kwargs)
        if letter not in self.words:
            raise ValidationError(f"Must be one of: {', '.join(self.words)}.")
        return read_seat(letter)


class SideField(SeatField):
    """A side by the letter of its seat or of both, or null for nobody."""

    words = (*SEAT_LETTERS, *PAIR_LETTERS)


class BySeatField(fields.Dict):
    """Numbers by the letters of the seats."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return by_seat(tuple(value))

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        numbers = super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]
        if sorted(numbers) != list(SEAT_LETTERS[: len(numbers)]):
            raise ValidationError("the seats must be A, B and so on without a gap")
        return tuple(numbers[seat] for seat in sorted(numbers))


class ScoreField(BySeatField):
    """Game points by the letters of the seats, which may be below nothing."""


class WordField(fields.String):
    """One of some words, which are the values of an enumeration or stand for themselves."""

    def __init__(self, words: Iterable[str] | type[Enum], **kwargs: Any) -> None:
        found = [word.value if isinstance(word, Enum) else word for word in words]
        super().__init__(validate=validate.OneOf(found), **kwargs)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return value.value if isinstance(value, Enum) else value


class AnyField(fields.Raw):
    """What no kind of member describes: its JSON Schema is written out."""

    def __init__(self, described: Mapping[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.described = described


def _kept(take: Take | None, about: str, required: bool, null: bool, **more: Any) -> dict[str, Any]:
    """Return the arguments common to all members."""
    metadata = {"take": take, "description": about, **more}
    return {
        "required": required,
        "allow_none": null,
        "metadata": {name: value for name, value in metadata.items() if value},
    }


def text(
    take: Take | None = None,
    about: str = "",
    *,
    null: bool = False,
    required: bool = True,
    least: int = 0,
    most: int | None = None,
    pattern: str = "",
    error: str | None = None,
    form: str = "",
    key: str | None = None,
) -> fields.String:
    """A string with length limits, a pattern, or a format of JSON Schema.

    ``error`` is the message for text that does not match the pattern; ``key`` is the member's name if it is
    not a valid Python name.
    """
    checks: list[Any] = [validate.Length(min=least or None, max=most)] if least or most else []
    checks += [validate.Regexp(pattern, error=error)] if pattern else []
    return fields.String(validate=checks, data_key=key, **_kept(take, about, required, null, format=form))


def count(
    take: Take | None = None,
    about: str = "",
    *,
    null: bool = False,
    required: bool = True,
    least: int | None = 0,
    most: int | None = None,
    key: str | None = None,
) -> fields.Integer:
    """An integer within bounds; ``key`` as for :func:`text`."""
    checks = validate.Range(least, most) if (least, most) != (None, None) else None
    return fields.Integer(strict=True, validate=checks, data_key=key, **_kept(take, about, required, null))


def truth(
    take: Take | None = None, about: str = "", *, null: bool = False, required: bool = True
) -> fields.Boolean:
    """A Boolean."""
    return fields.Boolean(**_kept(take, about, required, null))


def word(
    words: Iterable[str] | type[Enum],
    take: Take | None = None,
    about: str = "",
    *,
    null: bool = False,
    required: bool = True,
    key: str | None = None,
) -> WordField:
    """One of several words, or of the values of an enumeration; ``key`` as for :func:`text`."""
    return WordField(words, data_key=key, **_kept(take, about, required, null))


def seat(
    take: Take | None = None, about: str = "", *, null: bool = False, required: bool = True
) -> SeatField:
    """A seat by its letter; null for nobody, if allowed."""
    return SeatField(**_kept(take, about, required, null))


def side(
    take: Take | None = None, about: str = "", *, null: bool = False, required: bool = True
) -> SideField:
    """A side by its seat, or its two seats; null for nobody, if allowed."""
    return SideField(**_kept(take, about, required, null))


def seats(
    take: Take | None = None, about: str = "", *, required: bool = True, most: int | None = None
) -> BySeatField:
    """Numbers by seat; what belongs to two partners is listed for their first seat."""
    return BySeatField(
        keys=fields.String(validate=validate.OneOf(SEAT_LETTERS)),
        values=fields.Integer(strict=True, validate=validate.Range(0, most)),
        **_kept(take, about, required, null=False),
    )


def score(
    take: Take | None = None, about: str = "", *, required: bool = True, most: int | None = None
) -> ScoreField:
    """Game points by side, each at its first seat; negative if a player has paid more than he won."""
    return ScoreField(
        keys=fields.String(validate=validate.OneOf(SEAT_LETTERS)),
        values=fields.Integer(strict=True, validate=validate.Range(None if most is None else -most, most)),
        **_kept(take, about, required, null=False),
    )


def part(
    shape: type[Schema] | Callable[[], Schema],
    take: Take | None = None,
    about: str = "",
    *,
    null: bool = False,
    required: bool = True,
) -> fields.Nested:
    """An object with its own schema."""
    return fields.Nested(shape, **_kept(take, about, required, null))


def parts(
    shape: type[Schema] | Callable[[], Schema],
    take: Take | None = None,
    about: str = "",
    *,
    null: bool = False,
    required: bool = True,
    least: int = 0,
    most: int | None = None,
) -> fields.List[Any]:
    """Objects with one schema; with ``null`` some of them may be null."""
    return many(fields.Nested(shape, allow_none=null), take, about, required=required, least=least, most=most)


def many(
    member: fields.Field[Any],
    take: Take | None = None,
    about: str = "",
    *,
    null: bool = False,
    required: bool = True,
    least: int = 0,
    most: int | None = None,
) -> fields.List[Any]:
    """A list of members of one kind."""
    checks = validate.Length(min=least or None, max=most) if least or most else None
    return fields.List(member, validate=checks, **_kept(take, about, required, null))


def texts(
    take: Take | None = None, about: str = "", *, null: bool = False, required: bool = True
) -> fields.List[Any]:
    """A list of text."""
    return many(fields.String(), take, about, null=null, required=required)


def table(
    values: fields.Field[Any],
    take: Take | None = None,
    about: str = "",
    *,
    keys: Iterable[str] = (),
    required: bool = True,
) -> fields.Dict:
    """An object with arbitrary member names."""
    named = fields.String(validate=validate.OneOf(list(keys))) if keys else fields.String()
    return fields.Dict(keys=named, values=values, **_kept(take, about, required, null=False))


def described(
    schema: Mapping[str, Any],
    take: Take | None = None,
    about: str = "",
    *,
    required: bool = True,
    check: Callable[[Any], None] | None = None,
) -> AnyField:
    """A member that is described by a JSON Schema and serialized unchanged; input is validated separately."""
    return AnyField(schema, validate=check, **_kept(take, about, required, null=False))


def digest(take: Take | None = None, about: str = "null where not all of it could be read") -> fields.String:
    """The digest of a game."""
    return text(take, about, null=True, pattern=DIGEST)


def language(about: str = "") -> fields.String:
    """The code of the language of sentences, from a value with a `language`."""
    return text(lambda of: of.language.code, about, pattern=LANGUAGE)


def some(value: Any) -> Any:
    """Return a value, or the marker for an omitted member if it is empty."""
    return value or missing
