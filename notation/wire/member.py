"""The members of schemas: each kind with its bounds, its source, and its description."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, Final, Literal, TypedDict, Unpack

from marshmallow import Schema, ValidationError, fields, missing, validate

from notation.limits import MAX_FINDINGS
from notation.record.words import SEAT_LETTERS, SUIT_NAMES, by_seat, card_word, read_seat, seat_or_none
from notation.wire.shape import given
from referee.cards import Card, Suit

Take = Callable[[Any], Any]
"""Takes a member from a value."""
Source = str | Take | None
"""What a member is taken from: an attribute, or those on the way to it with dots; the one of its own name."""
DIGEST: Final = "^[0-9a-f]{64}$"
CODE: Final = "^[SXRCNFTE][0-9]{3}$"
"""The id of a code."""
RULING_CODE: Final = "^[RC][0-9]{3}$"
"""The id of a code that says which rule is broken."""
POINT: Final = "^[a-z0-9]+[.][a-z0-9_]+$"
"""A point that rules decide."""
SIDE: Final = f"^(?=[A-F]){'?'.join(SEAT_LETTERS)}?$"
"""The seats of a side."""
LANGUAGE: Final = "^[a-z]{2,3}$"


class ListField(fields.List[Any]):
    """A list, which is read until as much is wrong in it as is shown."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        return _read_each(enumerate(value), lambda _, each: self.inner.deserialize(each, **kwargs))


class ObjectField(fields.Dict):
    """An object with arbitrary member names, which is read until as much is wrong in it as is shown."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        read: Callable[..., dict[Any, Any]] = super()._deserialize

        def read_member(name: Any, each: Any) -> Any:
            try:
                return read({name: each}, attr, data, **kwargs)
            except ValidationError as error:
                raise ValidationError(error.messages_dict[name]) from None

        return {name: each for part in _read_each(value.items(), read_member) for name, each in part.items()}


def _read_each(parts: Iterable[tuple[Any, Any]], read: Callable[[Any, Any], Any]) -> list[Any]:
    """Return what each part is read as; once as much is wrong as is shown, the others are not read."""
    found, wrong, left = [], {}, MAX_FINDINGS
    for name, part in parts:
        try:
            found.append(read(name, part))
        except ValidationError as error:
            wrong[name] = error.messages
            left -= sum(1 for _ in messages_in(error.messages))
            if left <= 0:
                break
    if wrong:
        raise ValidationError(wrong)
    return found


def messages_in(messages: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield what is wrong in a value that violates its schema: the path of each member, and what it is.

    They are in the order of the names, since unknown members come in a different order in every process.
    """
    if isinstance(messages, dict):
        for part, within in sorted(messages.items(), key=lambda named: (isinstance(named[0], str), named[0])):
            yield from messages_in(within, f"{name}.{part}" if name else str(part))
    else:
        yield name, " ".join(map(str, messages)) if isinstance(messages, list) else str(messages)


class SeatField(fields.String):
    """A seat by its letter, or null for nobody."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return None if value is None else seat_or_none(value)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        letters = super()._deserialize(value, attr, data, **kwargs)
        self._check(letters)
        return read_seat(letters)

    def _check(self, letters: str) -> None:
        if letters not in tuple(SEAT_LETTERS):
            raise ValidationError(f"Must be one of: {', '.join(SEAT_LETTERS)}.")


class SideField(SeatField):
    """A side by the letter of its seat or of both, several who win together by theirs, or null for nobody."""

    def _check(self, letters: str) -> None:
        if not re.fullmatch(SIDE, letters):
            raise ValidationError("Must be one or more of A to F, in this order.")


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


class Kept(TypedDict, total=False):
    """What can be said of every member."""

    required: bool
    null: bool
    """Whether it can be null."""
    empty: Literal["null", "omitted"]
    """What becomes of nothing, of zero, and of what is empty."""
    via: Take | None
    """What makes the member of what is taken; nothing stays nothing."""
    key: str | None
    """The name of the member, if that is not a valid Python name."""


def _kept(
    take: Source,
    about: str,
    *,
    required: bool = True,
    null: bool = False,
    empty: str = "",
    via: Take | None = None,
    key: str | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return the arguments common to all members."""
    metadata = {"take": take, "description": about, "empty": empty, "via": via, **more}
    return {
        "required": required and empty != "omitted",
        "allow_none": null or empty == "null",
        "data_key": key,
        "metadata": {name: value for name, value in metadata.items() if value},
    }


def text(
    take: Source = None,
    about: str = "",
    *,
    least: int = 0,
    most: int | None = None,
    pattern: str = "",
    error: str | None = None,
    form: str = "",
    **kept: Unpack[Kept],
) -> fields.String:
    """A string with length limits, a pattern, or a format of JSON Schema.

    ``error`` is the message for text that does not match the pattern.
    """
    checks: list[Any] = [validate.Length(min=least or None, max=most)] if least or most else []
    checks += [validate.Regexp(pattern, error=error)] if pattern else []
    return fields.String(validate=checks, **_kept(take, about, format=form, **kept))


def count(
    take: Source = None,
    about: str = "",
    *,
    least: int | None = 0,
    most: int | None = None,
    **kept: Unpack[Kept],
) -> fields.Integer:
    """An integer within bounds."""
    checks = validate.Range(least, most) if (least, most) != (None, None) else None
    return fields.Integer(strict=True, validate=checks, **_kept(take, about, **kept))


def fraction(take: Source = None, about: str = "", **kept: Unpack[Kept]) -> fields.Float:
    """A number that need not be whole."""
    return fields.Float(**_kept(take, about, **kept))


def measure(take: Source = None, about: str = "", **kept: Unpack[Kept]) -> fields.Float:
    """A number with a fraction, rounded to four decimals."""
    return fraction(take, about, **kept | {"via": _rounded})


def _rounded(value: float) -> float:
    return round(value, 4)


def truth(take: Source = None, about: str = "", **kept: Unpack[Kept]) -> fields.Boolean:
    """A Boolean."""
    return fields.Boolean(**_kept(take, about, **kept))


def word(
    words: Iterable[str] | type[Enum], take: Source = None, about: str = "", **kept: Unpack[Kept]
) -> WordField:
    """One of several words, or of the values of an enumeration."""
    return WordField(words, **_kept(take, about, **kept))


def reason(take: Source, **kept: Unpack[Kept]) -> fields.String:
    """How a deal was decided, as in a record."""
    about = "as in a record: out, total, ...; a contract by its name, with -failed where it was not made"
    return text(take, about, pattern="^[a-z]+(-[a-z]+)*$", **kept)


def seat(take: Source = None, about: str = "", **kept: Unpack[Kept]) -> SeatField:
    """A seat by its letter; null for nobody, if allowed."""
    return SeatField(**_kept(take, about, **kept))


def side(take: Source = None, about: str = "", **kept: Unpack[Kept]) -> SideField:
    """A side by its seat, or its two seats; null for nobody, if allowed."""
    return SideField(**_kept(take, about, **kept))


def seats(
    take: Source = None, about: str = "", *, most: int | None = None, **kept: Unpack[Kept]
) -> BySeatField:
    """Numbers by seat; what belongs to two partners is listed for their first seat."""
    return BySeatField(
        keys=fields.String(validate=validate.OneOf(SEAT_LETTERS)),
        values=fields.Integer(strict=True, validate=validate.Range(0, most)),
        **_kept(take, about, **kept),
    )


def score(
    take: Source = None, about: str = "", *, most: int | None = None, **kept: Unpack[Kept]
) -> ScoreField:
    """Game points by side, each at its first seat; negative if a player has paid more than he won."""
    return ScoreField(
        keys=fields.String(validate=validate.OneOf(SEAT_LETTERS)),
        values=fields.Integer(strict=True, validate=validate.Range(None if most is None else -most, most)),
        **_kept(take, about, **kept),
    )


def part(
    shape: type[Schema] | Callable[[], Schema], take: Source = None, about: str = "", **kept: Unpack[Kept]
) -> fields.Nested:
    """An object with its own schema."""
    return fields.Nested(shape, **_kept(take, about, **kept))


def parts(
    shape: type[Schema] | Callable[[], Schema],
    take: Source = None,
    about: str = "",
    *,
    least: int = 0,
    most: int | None = None,
    **kept: Unpack[Kept],
) -> fields.List[Any]:
    """Objects with one schema; with ``null`` some of them may be null."""
    each = fields.Nested(shape, allow_none=kept.pop("null", False))
    return many(each, take, about, least=least, most=most, **kept)


def many(
    member: fields.Field[Any],
    take: Source = None,
    about: str = "",
    *,
    least: int = 0,
    most: int | None = None,
    **kept: Unpack[Kept],
) -> fields.List[Any]:
    """A list of members of one kind."""
    checks = validate.Length(min=least or None, max=most) if least or most else None
    return ListField(member, validate=checks, **_kept(take, about, **kept))


def texts(take: Source = None, about: str = "", **kept: Unpack[Kept]) -> fields.List[Any]:
    """A list of text."""
    return many(fields.String(), take, about, **kept)


def table(
    values: fields.Field[Any],
    take: Source = None,
    about: str = "",
    *,
    keys: Iterable[str] = (),
    **kept: Unpack[Kept],
) -> fields.Dict:
    """An object with arbitrary member names."""
    named = fields.String(validate=validate.OneOf(list(keys))) if keys else fields.String()
    return ObjectField(keys=named, values=values, **_kept(take, about, **kept))


def names(take: Source = None, about: str = "") -> fields.Dict:
    """The names of players by seat, from one for each seat; who has none is left out."""
    return table(fields.String(), take, about, keys=SEAT_LETTERS, via=_named)


def _named(players: Iterable[str | None]) -> dict[str, str]:
    return {letter: name for letter, name in zip(SEAT_LETTERS, players, strict=False) if name}


def described(
    schema: Mapping[str, Any],
    take: Source = None,
    about: str = "",
    *,
    check: Callable[[Any], None] | None = None,
    **kept: Unpack[Kept],
) -> AnyField:
    """A member that is described by a JSON Schema and serialized unchanged; input is validated separately."""
    return AnyField(schema, validate=check, **_kept(take, about, **kept))


def card(take: Source = None, about: str = "", **kept: Unpack[Kept]) -> fields.String:
    """A card by its word; null or omitted where there is none."""
    return text(take, about, **kept | {"via": _word_of_card})


def _word_of_card(card: Card) -> str | None:
    return card_word(card) if card >= 0 else None


def suit(take: Source = None, about: str = "", **kept: Unpack[Kept]) -> WordField:
    """A suit by its name; null or omitted where there is none."""
    return word(SUIT_NAMES, take, about, **kept | {"via": _name_of_suit})


def _name_of_suit(suit: Suit) -> str | None:
    return SUIT_NAMES[suit] if suit >= 0 else None


def digest(take: Source = None, about: str = "null where not all of it could be read") -> fields.String:
    """The digest of a game."""
    return text(take, about, null=True, pattern=DIGEST)


def language(about: str = "") -> fields.String:
    """The code of the language of sentences."""
    return text(lambda _: given().language.code, about, pattern=LANGUAGE)


def some(value: Any) -> Any:
    """Return a value, or the marker for an omitted member if it is empty."""
    return value or missing
