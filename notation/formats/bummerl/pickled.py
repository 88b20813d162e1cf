"""The match saved by Patrasciuc's Schnapsen app: a pickle of seeds and actions.

The program is cpatrasciuc/schnapsen-card-game (commit 2e04766); it saves a `Bummerl`, or the current `Game`.
A deal is its dealer, the seed of Python's `random.Random` that shuffles the pack, and the actions: the cards
follow from the seed. The worth of a deal is not saved, only the score of the match.

Unpickling executes code. Here the instructions are interpreted one by one and build only plain data; a class
other than the program's few, or an unexpected instruction, is an error. Nothing of it is ever executed or
imported.
"""

import pickletools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase
from notation.formats.bummerl.log import MAX_ACTIONS, MAX_DEALS, SPEC, Act, written_down
from notation.formats.core.capabilities import PLAY, RecordPart
from notation.formats.core.format import Format
from notation.formats.core.report import Telling
from notation.record.model import DealRecord, Record, Span, Tag
from referee import cards
from referee.cards import NO_CARD, Card, Seat, card
from referee.codes import Code

MAX_PICKLE: Final = 1 << 20
"""Bytes of a pickle; a match of seven deals has 4,000."""
MAX_INSTRUCTIONS: Final = 1 << 18
"""Instructions of a pickle; a match of seven deals has 2,500."""

_FIRST_INSTRUCTIONS: Final = 64
"""Instructions within which a match names a class."""
MAX_SCORE: Final = 9999
"""Game points of a match."""

_ACTIONS: Final = ("PlayCard", "AnnounceMarriage", "ExchangeTrumpCard", "CloseTheTalon")
ADMITTED: Final = frozenset(
    {
        "model.bummerl Bummerl",
        "model.game Game",
        "model.player_id PlayerId",
        "model.player_pair PlayerPair",
        "model.card Card",
        "model.card_value CardValue",
        "model.suit Suit",
        *(f"model.player_action {name}Action" for name in _ACTIONS),
    }
)
"""The classes that a pickle may name; none of them is imported."""


class _Faulty(Exception):  # noqa: N818 - not an error of the program: the pickle cannot be read
    """The pickle cannot be read; has a code of the catalogue."""

    def __init__(self, code: Code, **facts: Fact) -> None:
        super().__init__(code.id)
        self._code, self._facts = code, facts
        self.byte = 0
        """The offset of the faulty instruction."""

    def tell(self, telling: Telling) -> None:
        """Report the fault; a pickle counts as one line, with its bytes as columns."""
        span = Span(1, self.byte + 1, 1, self.byte + 2)
        telling.findings.append(Finding(self._code, span, self._facts))


@dataclass(slots=True, eq=False)
class _Thing:
    """An object of the pickle: the name of its class, its arguments, and its state."""

    name: str
    made_of: Any = ()
    state: Any = field(default_factory=dict)


_PUSHED: Final = frozenset(
    {
        *("SHORT_BINUNICODE", "BINUNICODE", "UNICODE", "SHORT_BINBYTES", "BINBYTES"),
        *("BININT", "BININT1", "BININT2", "LONG", "LONG1", "INT", "BINFLOAT", "FLOAT"),
    }
)
_CONSTANTS: Final = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False, "EMPTY_TUPLE": ()}
_TUPLES: Final = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
_MARK: Final = object()


class _Interpreter:
    """Interprets the instructions of a pickle on plain data."""

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self._memo: dict[int, Any] = {}

    def take(self, name: str, value: Any) -> None:
        """Execute one instruction; raises _Faulty, IndexError, KeyError or TypeError if that fails."""
        stack = self.stack
        if name in _PUSHED:
            stack.append(value)
        elif name in _CONSTANTS:
            stack.append(_CONSTANTS[name])
        elif name in _TUPLES:
            stack[-_TUPLES[name] :] = [tuple(self._last(_TUPLES[name]))]
        elif name in ("MEMOIZE", "BINPUT", "LONG_BINPUT", "PUT"):
            self._memo[len(self._memo) if name == "MEMOIZE" else value] = stack[-1]
        elif name in ("BINGET", "LONG_BINGET", "GET"):
            stack.append(self._memo[value])
        elif name in ("GLOBAL", "STACK_GLOBAL"):
            asked = value if name == "GLOBAL" else " ".join((stack.pop(-2), stack.pop()))
            if asked not in ADMITTED:
                raise _Faulty(catalogue.LOG_NAME, word=asked.replace(" ", ".")[:64])
            stack.append(asked)
        elif name in ("NEWOBJ", "REDUCE"):
            made_of, of = stack.pop(), stack.pop()
            if type(of) is not str or of not in ADMITTED:
                raise TypeError
            stack.append(_Thing(of.partition(" ")[2], made_of))
        else:
            self._fill(name)

    def _fill(self, name: str) -> None:
        """Execute an instruction that builds or fills a list or dictionary."""
        stack = self.stack
        if name in ("MARK", "EMPTY_LIST", "EMPTY_DICT"):
            stack.append(_MARK if name == "MARK" else [] if name == "EMPTY_LIST" else {})
        elif name == "TUPLE":
            stack.append(tuple(self._marked()))
        elif name in ("LIST", "DICT"):
            filling = self._marked()
            stack.append(filling if name == "LIST" else _pairs(filling))
        elif name in ("APPEND", "APPENDS"):
            added = self._marked() if name == "APPENDS" else [stack.pop()]
            _as(list, stack[-1]).extend(added)
        elif name in ("SETITEM", "SETITEMS"):
            added = self._marked() if name == "SETITEMS" else [stack.pop(-2), stack.pop()]
            _as(dict, stack[-1]).update(_pairs(added))
        elif name == "BUILD":
            state = stack.pop()
            _as(_Thing, stack[-1]).state = _as(dict, state)
        elif name not in ("PROTO", "FRAME", "STOP"):
            raise _Faulty(catalogue.LOG_NAME, word=name)

    def _last(self, number: int) -> list[Any]:
        if len(self.stack) < number:
            raise IndexError
        return self.stack[-number:]

    def _marked(self) -> list[Any]:
        """Pop the values above the last mark."""
        above: list[Any] = []
        while (top := self.stack.pop()) is not _MARK:
            above.append(top)
        return above[::-1]


def _pairs(flat: list[Any]) -> dict[str, Any]:
    return {_as(str, key): value for key, value in zip(flat[::2], flat[1::2], strict=True)}


def _as(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError
    return value


def _root(data: bytes) -> Any:
    """Return the object in a pickle; raises _Faulty if it cannot be read."""
    reading = _Interpreter()
    place = 0
    try:
        for order, (instruction, value, position) in enumerate(pickletools.genops(data)):
            place = position or 0
            if order == MAX_INSTRUCTIONS:
                raise _Faulty(catalogue.LOG_LARGE, what=Phrase("a pickle"), most=MAX_INSTRUCTIONS)
            reading.take(instruction.name, value)
        [root] = reading.stack
        return root
    except _Faulty as faulty:
        faulty.byte = place
        raise
    except (ValueError, TypeError, IndexError, KeyError):
        raise _Faulty(
            catalogue.LOG_CONTRADICTS, why=Phrase("byte {number} cannot be understood", {"number": place})
        ) from None


# The meaning of the objects.

_RANKS: Final = {2: cards.JACK, 3: cards.QUEEN, 4: cards.KING, 10: cards.TEN, 11: cards.ACE}
_SUITS: Final = {1: cards.HEARTS, 2: cards.SPADES, 3: cards.DIAMONDS, 4: cards.CLUBS}
_PACK: Final = tuple(card(suit, rank) for suit in _SUITS.values() for rank in _RANKS.values())
"""The pack in its order before shuffling."""


def dealt(seed: Any, dealer: Seat) -> list[Card]:
    """Return the cards dealt from a seed: ONE, TWO, talon, turn-up; the dealer's are dealt first.

    Raises TypeError for an invalid seed.

    >>> sorted(dealt(1, 0)) == sorted(_PACK), dealt(1, 0)[:5] == dealt(1, 1)[5:10]
    (True, True)
    """
    if type(seed) not in (int, float, str, bytes, bool) or seed != seed:
        raise TypeError
    pack = list(_PACK)
    random.Random(seed).shuffle(pack)  # noqa: S311 - the program's own shuffle, done again
    first, second, turn_up, talon = pack[:5], pack[5:10], pack[10], pack[11:]
    return [*(first + second if dealer == 0 else second + first), *talon, turn_up]


def _thing(name: str, value: Any) -> _Thing:
    if type(value) is not _Thing or value.name != name:
        raise TypeError
    return value


def _worth(name: str, value: Any) -> int:
    """Return the number of an enumeration member."""
    [number] = _as(tuple, _thing(name, value).made_of)
    return int(_as(int, number))


def _seat(value: Any) -> Seat:
    return Seat((1, 2).index(_worth("PlayerId", value)))


def _card(value: Any) -> Card:
    state = _thing("Card", value).state
    return card(_SUITS[_worth("Suit", state["suit"])], _RANKS[_worth("CardValue", state["card_value"])])


def _act(value: Any) -> Act:
    thing = _as(_Thing, value)
    name = thing.name.removesuffix("Action")
    if name not in _ACTIONS:
        raise TypeError
    played = _card(thing.state["_card"]) if name in _ACTIONS[:2] else NO_CARD
    return Act(name, _seat(thing.state["_player_id"]), played)


def _deal(number: int, value: Any, telling: Telling) -> DealRecord:
    state = _thing("Game", value).state
    dealer = _seat(state["_dealer"])
    acts = _as(list, state["_actions"])
    if len(acts) > MAX_ACTIONS:
        raise _Faulty(catalogue.LOG_LARGE, what=Phrase("a deal"), most=MAX_ACTIONS)
    cards = dealt(state["_seed"], dealer)
    record = written_down((number, dealer), cards, [_act(act) for act in acts])
    for part in (RecordPart.HANDS, RecordPart.TALON):
        telling.derived(part, Phrase("the seed"), number)
    return record


def _match(root: Any, telling: Telling) -> Record:
    """Return the match in an object; raises _Faulty, KeyError, TypeError or ValueError."""
    if _as(_Thing, root).name == "Game":
        return Record((), (_deal(1, root, telling),))
    state = _thing("Bummerl", root).state
    games = _as(list, state["_completed_games"])
    if len(games) >= MAX_DEALS:
        raise _Faulty(catalogue.LOG_LARGE, what=Phrase("a match"), most=MAX_DEALS)
    deals = [_deal(number, game, telling) for number, game in enumerate(games, start=1)]
    if state["_game"] is not None:
        deals.append(_deal(len(deals) + 1, state["_game"], telling))
    points = _thing("PlayerPair", state["_game_points"]).state
    score = [_as(int, points[player]) for player in ("one", "two")]
    if not 0 <= min(score) <= max(score) <= MAX_SCORE:
        raise ValueError
    return Record((Tag("Result", f"{score[0]}-{score[1]}"),), tuple(deals))


def _read(data: bytes, telling: Telling) -> Iterator[Record]:
    telling.begin(1)
    try:
        if len(data) > MAX_PICKLE:
            raise _Faulty(catalogue.LOG_LARGE, what=Phrase("a pickle"), most=MAX_PICKLE)
        yield _match(_root(data), telling)
    except _Faulty as faulty:
        faulty.tell(telling)
    except (KeyError, TypeError, ValueError):
        telling.fault(catalogue.LOG_CONTRADICTS, 1, why=Phrase("this is not a match of that program"))


def _is_pickle(data: bytes) -> int:
    """Return 1 if one of the first classes in a pickle is one of the program's, otherwise 0."""
    if not data.startswith(b"\x80"):
        return 0
    words: list[str] = []
    try:
        for instruction, value, _ in islice(pickletools.genops(data), _FIRST_INSTRUCTIONS):
            if isinstance(value, str):
                words.append(value)
            if instruction.name == "STACK_GLOBAL" and " ".join(words[-2:]) in ADMITTED:
                return 1
            if instruction.name == "GLOBAL" and value in ADMITTED:
                return 1
    except (ValueError, IndexError):
        pass
    return 0


BUMMERL_PICKLE: Final = Format(
    "bummerl-pickle",
    Phrase("saved match (cpatrasciuc/schnapsen-card-game)"),
    ".pickle",
    PLAY | {RecordPart.MATCH, RecordPart.SCORES},
    _is_pickle,
    _read,
    spec=SPEC,
    exact=True,
    pack=20,
    shows=Phrase("a pickle that names a class of its program"),
)
