"""The base of all serialization: a marshmallow schema for each value, with `dump` as the only way out.

Each member defines in one place its source, its bounds and its meaning. The JSON Schemas and the OpenAPI
document are generated from the same members by :mod:`notation.wire.json_schema`.
"""

import json
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from marshmallow import RAISE, Schema, missing
from marshmallow.fields import Field

from notation.findings.finding import Phrase, typed
from notation.text.reader import Game, NamedGame
from referee.arithmetic import ArithmeticStep
from referee.codes import Ruling

if TYPE_CHECKING:
    from notation.findings.translator import Translator
    from notation.rulings.ledger import Account
    from referee.rules import RuleSet


class Given(NamedTuple):
    """What every part of a value is serialized with: the language of its sentences, its games and rules."""

    language: "Translator"
    games: Sequence[NamedGame]
    rules: "RuleSet | None" = None
    deal: int = 0
    """The number of a deal in its game, where something is said of one."""

    @property
    def game(self) -> Game:
        """The game, where it is one."""
        return self.games[0].game

    @classmethod
    def of(cls, account: "Account", language: "Translator") -> Self:
        """Return what is given for the deal of an account."""
        games = [NamedGame("", account.judgement.game)]
        return cls(account.speaking(language), games, account.rules, account.number)


_GIVEN: Final[ContextVar[Given]] = ContextVar("given")


def given() -> Given:
    """Return what the value that is being serialized is serialized with."""
    return _GIVEN.get()


def said(phrase: Phrase) -> str:
    """Return a phrase in the language of the value that is being serialized."""
    return given().language.put(phrase)


def told(ruling: Ruling | ArithmeticStep) -> str:
    """Return the sentence of a ruling or of a step of scoring, in the language that is given."""
    code = ruling.line if isinstance(ruling, ArithmeticStep) else ruling.code
    return said(Phrase(code.sentence, typed(ruling.facts)))


def clause(point: str) -> str:
    """Return what the rules that are given say of a point, and where; nothing without either."""
    language, rules = given().language, given().rules
    return language.clause(rules, point) if rules and point else ""


class WireSchema(Schema):
    """An object that has the members that it names, and no others."""

    class Meta:
        """What is not named is refused."""

        unknown = RAISE

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self._members, self._members_of_dicts = (
            [
                (field.data_key or name, name, take(name, field), _finish(field), field._serialize)
                for name, field in self.dump_fields.items()
            ]
            for take in (_take, _take_from_dict)
        )

    def _serialize(self, obj: Any, *, many: bool = False) -> Any:
        """Serialize like :class:`marshmallow.Schema`, without looking up each field's accessor again.

        A dict has by their names the members that no function makes; one that is lacking is omitted.
        """
        if many:
            return [self._serialize(each) for each in obj]
        found = {}
        for key, name, take, finish, put in self._members_of_dicts if type(obj) is dict else self._members:
            value = take(obj)
            if finish and value is not missing:
                value = finish(value)
            if value is not missing:
                found[key] = put(value, name, obj)
        return found


def _take(name: str, field: Field[Any]) -> Callable[[Any], Any]:
    """Return what takes a member of a value; `missing` if it is omitted."""
    if not field._CHECK_ATTRIBUTE:
        return lambda obj: None
    source: str | Callable[[Any], Any] = field.metadata.get("take") or name
    if not isinstance(source, str):
        return source
    return _path(source)


def _take_from_dict(name: str, field: Field[Any]) -> Callable[[Any], Any]:
    """Return what takes a member of a dict, by its name unless a function makes it."""
    if not field._CHECK_ATTRIBUTE or not isinstance(field.metadata.get("take") or name, str):
        return _take(name, field)
    return lambda found: found.get(name, missing)


def _finish(field: Field[Any]) -> Callable[[Any], Any] | None:
    """Return what makes the member of what was taken: it can be null, omitted, or something else."""
    empty, via = field.metadata.get("empty"), field.metadata.get("via")
    if not empty and not via:
        return None
    nothing = missing if empty == "omitted" else None

    def finish(value: Any) -> Any:
        made = via(value) if via and value is not None else value
        return nothing if made is None or (empty and not made) else made

    return finish


def _path(source: str) -> Callable[[Any], Any]:
    """Return what takes the attribute at the end of a way; None where nothing is on the way."""
    if "." not in source:
        return attrgetter(source)
    *before, last = source.split(".")

    def take(obj: Any) -> Any:
        for name in before:
            obj = getattr(obj, name)
            if obj is None:
                return None
        return getattr(obj, last)

    return take


def dump_as(shape: type[Schema], value: object, given: Given | None = None) -> dict[str, Any]:
    """Serialize a value as a JSON object, with what its parts are ``given``.

    >>> from notation.record.model import Tag
    >>> from notation.wire import member
    >>> class Named(WireSchema):
    ...     name = member.text()
    >>> dump_as(Named, Tag("Site", "Sofia"))
    {'name': 'Site'}
    """
    before = _GIVEN.set(given) if given else None
    try:
        found: dict[str, Any] = _made(shape).dump(value)
    finally:
        if before:
            _GIVEN.reset(before)
    return found


def load_json(data: bytes) -> Any:
    r"""Return the value of JSON in UTF-8; raises ValueError for other bytes.

    Half of a surrogate pair, which JSON can escape, is no text: nothing could be written of it.

    >>> load_json(rb'{"says": "\u2660"}')
    {'says': '♠'}
    >>> load_json(rb'{"says": "\ud800"}')
    Traceback (most recent call last):
    UnicodeEncodeError: 'utf-8' codec can't encode character '\ud800' in position 10: surrogates not allowed
    """
    text = data.decode("utf-8-sig")
    found = json.loads(text)
    if "\\" in text:
        json.dumps(found, ensure_ascii=False).encode()
    return found


def load_as(shape: type[Schema], found: object) -> Any:
    """Load a value from a JSON object; raises ValidationError if it does not match the schema."""
    return _made(shape).load(found)  # type: ignore[arg-type]  # whatever it is, it is checked


@cache
def _made(shape: type[Schema]) -> Schema:
    return shape()
