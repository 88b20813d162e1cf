"""Mapping tables: the meaning of a server's messages, as data for :mod:`notation.formats.actions.log`.

A table is a JSON object:

* `name` says whose messages these are; `rules` is the spec that the server plays, `otherwise` what no spec
  can say of it; `marks` are conditions like `when` below: of the first messages of such a log one fits.
* `cards` says how a card is written: `codes` by number or word; or the paths `rank` and `suit` in an object,
  with the words of both in `ranks` and `suits`; with `split` one word holds both, and with `id` a card may
  be named by the id under which it was shown before.
* `ids` are the ids of the two players, for seats A and B; without them whoever acts first is A.
* `actions` are tried in their order, and all that fit a message are done. `when` gives values by path:
  a value, a list of values, `"*"` for anything, `"*..."` for how a word ends, null for nothing. `do` is one
  of :data:`KINDS`, and the rest says where its facts stand. `once` says that it may repeat what is known.

A path is words and numbers separated by dots; `#` at its end is the length. A path that starts with `=` is a
literal word. Nothing in a table is ever executed.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from notation.formats.core.json_values import part
from notation.record.words import read_card, read_suit
from notation.specs.spec import read_spec
from referee.cards import NO_CARD, NO_SUIT, Card, Suit
from referee.rules import RuleSet

KINDS: Final = frozenset(
    {
        *("deal", "hold", "drawn", "turn-up", "play", "marriage", "exchange", "close"),
        *("out", "resign", "result", "skip"),
    }
)
"""The kinds of actions in a table."""


class TableError(ValueError):
    """An invalid mapping table; says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a table: the meaning of messages of one kind, and the paths of their facts."""

    kind: str
    when: Mapping[str, Any]
    facts: Mapping[str, Any]

    def fits(self, message: Any) -> bool:
        """Return whether a message is of this kind."""
        return _holds(message, self.when)

    def fact(self, message: Any, name: str) -> Any:
        """Return a fact of a message, or None."""
        path = self.facts.get(name)
        return at(message, path) if isinstance(path, str) else path


@dataclass(frozen=True, slots=True)
class MappingTable:
    """A mapping table."""

    name: str
    spec: str
    marks: tuple[Mapping[str, Any], ...]
    ids: tuple[Any, ...]
    rules: tuple[Rule, ...]
    _cards: Mapping[str, Any]

    def line(self, first: Iterable[tuple[int, Any]]) -> int:
        """Return the line of the first message that matches a mark, 0 for none."""
        return next(
            (
                line
                for line, message in first
                if any(_holds(message, mark) for mark in self.marks) and self._knows_cards(message)
            ),
            0,
        )

    def _knows_cards(self, message: Any) -> bool:
        """Return whether the card values in a message can be cards of this server."""
        rules = (rule for rule in self.rules if rule.kind == "deal" or rule.fits(message))
        told = (rule.fact(message, name) for rule in rules for name in ("card", "turn_up"))
        has_ids = "id" in self._cards  # then a word can be a card shown before
        return all(
            self.card(each, {}) >= 0
            for each in told
            if each is not None and not (has_ids and isinstance(each, str))
        )

    def suit(self, told: Any) -> Suit:
        """Return the suit that a word or number names, or -1."""
        word = self._cards["suits"].get(str(told)) if isinstance(told, str | int) else None
        return read_suit(word) if word else NO_SUIT

    def card(self, told: Any, shown: dict[str, Card]) -> Card:
        """Return the card that a value names, or -1; ``shown`` holds those that have an id."""
        if isinstance(told, dict):
            return self._card_of_object(told, shown)
        if not isinstance(told, str | int):
            return NO_CARD
        word = str(told)
        if "codes" in self._cards:
            return read_card(self._cards["codes"][word]) if word in self._cards["codes"] else NO_CARD
        if "split" in self._cards:
            rank, _, suit = word.partition(self._cards["split"])
            return self._joined(rank, suit)
        return shown.get(word, NO_CARD)

    def _card_of_object(self, told: dict[str, Any], shown: dict[str, Card]) -> Card:
        if "rank" not in self._cards:
            return NO_CARD
        rank, suit = at(told, self._cards["rank"]), at(told, self._cards["suit"])
        if "split" in self._cards:
            return self.card(rank, shown) if isinstance(rank, str) else NO_CARD
        card = self._joined(rank, suit)
        known = at(told, self._cards.get("id", ""))
        if isinstance(known, str) and card >= 0:
            shown[known] = card
        return card

    def _joined(self, rank: Any, suit: Any) -> Card:
        if type(rank) not in (str, int) or not isinstance(suit, str):
            return NO_CARD
        letters = self._cards["ranks"].get(str(rank)), self._cards["suits"].get(suit)
        return read_card(f"{letters[0]}{letters[1]}") if all(letters) else NO_CARD


def at(message: Any, path: str) -> Any:
    """Return what is at a path in a message, or None.

    >>> at({"a": [{"b": 1}, 2]}, "a.0.b"), at({"a": [1, 2]}, "a.#"), at({}, "=me")
    (1, 2, 'me')
    """
    if path.startswith("="):
        return path[1:]
    *steps, last = path.split(".")
    if last != "#":
        return part(message, *map(_step, (*steps, last)))
    found = part(message, *map(_step, steps))
    return len(found) if isinstance(found, list) else None


def _step(word: str) -> str | int:
    return int(word) if word.removeprefix("-").isdecimal() and len(word) < 9 else word


def _holds(message: Any, when: Mapping[str, Any]) -> bool:
    """Return whether a message has every value that a condition requires."""
    return all(_fits(at(message, path), wanted) for path, wanted in when.items())


def _fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return any(_fits(value, each) for each in wanted)
    if isinstance(wanted, str) and wanted.startswith("*"):
        return value is not None if wanted == "*" else str(value).endswith(wanted[1:])
    return type(value) is type(wanted) and bool(value == wanted)


def read_table(data: bytes) -> MappingTable:
    """Parse a mapping table; raises :class:`TableError`."""
    try:
        shape = json.loads(data)
        cards, marks = shape["cards"], shape["marks"]
        rules = tuple(_rule(each) for each in shape["actions"])
        spec = str(shape["rules"])
        if not isinstance(read_spec(spec), RuleSet):
            raise TableError(f"rules: {spec}")
        codes: list[Card | Suit] = [read_card(word) for word in cards.get("codes", {}).values()]
        codes += [read_card(f"{letter}s") for letter in cards.get("ranks", {}).values()]
        codes += [read_suit(letter) for letter in cards["suits"].values()]
        conditions = tuple(dict(mark.items()) for mark in marks)
        return MappingTable(str(shape["name"]), spec, conditions, tuple(shape.get("ids", ())), rules, cards)
    except TableError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise TableError(f"{type(error).__name__}: {error}") from error


def _rule(shape: Any) -> Rule:
    facts = {name: value for name, value in shape.items() if name not in ("when", "do")}
    if shape["do"] not in KINDS:
        raise TableError(f"do: {shape['do']}")
    return Rule(shape["do"], dict(shape["when"]), facts)


@cache
def tables() -> tuple[MappingTable, ...]:
    """Return the built-in tables, by file name."""
    folder = files("notation.formats.actions") / "tables"
    paths = sorted(folder.iterdir(), key=lambda each: each.name)
    return tuple(read_table(path.read_bytes()) for path in paths if path.name.endswith(".json"))
