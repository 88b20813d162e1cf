"""Tokenizes the reprs of the package `schnapsen` in a text, including nested ones.

They are found by their shape and never evaluated; the text between them is other output and not part of a
game. :mod:`notation.formats.vu.tricks` interprets them together.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple
from unicodedata import category

from notation.formats.vu.common import is_count
from notation.record.words import read_card
from notation.text.source import BIDI
from referee import cards
from referee.cards import NO_CARD, NO_SUIT, NOBODY, Card, Seat, Suit, card, suit_of

SUITS: Final = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
"""Each suit as the package prints it."""
_RANKS: Final = {"JACK": 1, "QUEEN": 2, "KING": 3, "TEN": 4, "ACE": 5}
NAMES: Final = {
    card(s, r): f"Card.{rank}_{suit}"
    for s, suit in zip(cards.SUITS, SUITS, strict=True)
    for rank, r in _RANKS.items()
}
"""Each card as the package prints it."""
_CARDS_BY_NAME: Final = {name: card for card, name in NAMES.items()}


class State(NamedTuple):
    """A ``GameState``, of the leader, then of the follower; the predecessor of a ``later`` one follows it."""

    at: int
    names: tuple[str, str]
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    points: tuple[int, int]
    talon: tuple[Card, ...]
    later: bool

    @property
    def is_start(self) -> bool:
        """Whether nothing has been played yet, and every card has its place."""
        whole = len({*self.hands[0], *self.hands[1], *self.talon}) == len(NAMES)
        return whole and [*map(len, self.hands), len(self.talon)] == [5, 5, 10]

    @property
    def held(self) -> frozenset[Card]:
        """The cards not yet played."""
        return frozenset((*self.hands[0], *self.hands[1], *self.talon))


class Exchange(NamedTuple):
    """An ``ExchangeTrick``: the jack given, and the turn-up taken."""

    at: int
    jack: Card
    taken: Card


class ReprTrick(NamedTuple):
    """A ``RegularTrick``, or a ``PartialTrick`` without ``follow``; with a marriage the card led is unknown.

    The lead at the end of a perspective, to which its player has to reply, is a trick without ``follow``.

    ``remained`` tells, inside a state, whether the leader leads again.
    """

    at: int
    marriage: Suit
    lead: Card
    follow: Card
    remained: bool | None


class NamelessPerspective(NamedTuple):
    """A perspective without a repr: that of the follower before an exchange, in a history."""

    at: int


class Ended(NamedTuple):
    """The package's line with the winner and his card points."""

    at: int
    name: str
    points: int
    card_points: int


class HeadingComment(NamedTuple):
    """A comment with what no repr has: the seat that leads first, the names, possibly the cards by seat."""

    at: int
    leader: Seat
    names: tuple[str | None, ...]
    hands: tuple[tuple[Card, ...], ...]
    talon: tuple[Card, ...]


class ResultComment(NamedTuple):
    """A comment with the result: the seat of the winner, -1 for none."""

    at: int
    winner: Seat
    points: int
    reason: str
    card_points: tuple[int, ...]


class UnreadRepr(NamedTuple):
    """The start of a repr that cannot be read."""

    at: int


Token = (
    State | Exchange | ReprTrick | NamelessPerspective | Ended | HeadingComment | ResultComment | UnreadRepr
)

_CARD: Final = rf"Card\.(?:{'|'.join(_RANKS)})_(?:{'|'.join(SUITS)})"
_LIST: Final = rf"\[((?:{_CARD}(?:, )?){{0,20}})\]"
_SCORE: Final = r"Score\(direct_points=(\d{1,4}), pending_points=(\d{1,4})\)"
_BOT: Final = (
    rf"BotState\(implementation=([^\n]{{0,200}}?), hand=Hand\(cards={_LIST}, max_size=\d{{1,4}}\), "
    rf"score={_SCORE}, won_cards={_LIST}\)"
)
_MOVE: Final = rf"RegularMove\(card=({_CARD})\)"
_STATE: Final = re.compile(
    rf"GameState\(leader={_BOT}, follower={_BOT}, talon=Talon\(cards={_LIST}, trump_suit=\w+\), "
    r"previous=(None|Previous\(state=(?=GameState))"
)
_TRICK: Final = re.compile(
    rf"(?:(?:Regular|Partial)Trick\(|, )leader_move="
    rf"(?:{_MOVE}|Marriage\(queen_card=({_CARD}), king_card=({_CARD})\))"
    rf"(?:, follower_move={_MOVE})?\)(?:, leader_remained_leader=(True|False))?"
)
"""A trick, or the end of a perspective whose player is asked to reply to a lead."""
_EXCHANGE: Final = re.compile(
    rf"ExchangeTrick\(exchange=TrumpExchange\(jack=({_CARD})\), trump_card=({_CARD})\)"
)
_NAMELESS: Final = re.compile("ExchangeFollowerPerspective object at ")
_ENDED: Final = re.compile(
    rf"Game ended\. Winner is ([^\n]{{0,200}}?) with (\d{{1,4}}) points, score {_SCORE}"
)
_START: Final = re.compile(
    r"\bGameState\(leader=|\b(?:Regular|Partial)Trick\(leader_move=|\bExchangeTrick\(|"
    r", leader_move=(?!None)|\bExchangeFollowerPerspective object|Game ended\. Winner is |^#[^\n]*",
    re.MULTILINE,
)
_SEAT: Final = re.compile(r"\bfirst_leader=seat([01])\b")
_STRING: Final = r"""(null|'[^'\\]{0,200}'|"(?:[^"\\]|\\.){0,1100}")"""
_BOTS: Final = re.compile(rf"\bbots=\[{_STRING}, {_STRING}\]")
_WORD: Final = "'[JQKTA][SHDC]'"
_WORDS: Final = rf"\[((?:{_WORD}(?:, )?){{0,20}})\]"
_DEALT: Final = re.compile(rf"\bhands=\[{_WORDS}, {_WORDS}\] talon\(top\.\.bottom\)={_WORDS}")
_RESULT: Final = re.compile(r"# result (\{.*)")


def tokens(text: str) -> Iterator[Token]:
    """Yield every repr, heading and result of a text, in order."""
    position = 0
    while start := _START.search(text, position):
        at, position = start.span()
        token: Token | None
        if start[0].startswith("#"):
            token = _comment(at, start[0])
        else:
            token, position = _repr(text, at, position)
        if token:
            yield token


def _repr(text: str, at: int, behind: int) -> tuple[Token, int]:
    for pattern, read in _REPRS:
        found = pattern.match(text, at)
        token = read(found) if found else None
        if found and token:
            return token, found.end()
    return UnreadRepr(at), behind


def _state(found: re.Match[str]) -> State:
    leader, his, direct, _, _, follower, others, points, _, _, talon, previous = found.groups()
    hands = _cards(his), _cards(others)
    scores = int(direct), int(points)
    return State(found.start(), (leader, follower), hands, scores, _cards(talon), previous != "None")


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(_CARDS_BY_NAME[name] for name in text.split(", ")) if text else ()


def _trick(found: re.Match[str]) -> ReprTrick | None:
    lead, queen, king, follow, remained = found.groups()
    suits = {suit_of(_CARDS_BY_NAME[name]) for name in (queen, king) if name}
    told = None if remained is None else remained == "True"
    answer = _CARDS_BY_NAME[follow] if follow else NO_CARD
    if lead:
        return ReprTrick(found.start(), NO_SUIT, _CARDS_BY_NAME[lead], answer, told)
    if len(suits) > 1 or "QUEEN" not in queen or "KING" not in king:
        return None
    return ReprTrick(found.start(), suits.pop(), NO_CARD, answer, told)


_REPRS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Token | None]], ...]] = (
    (_STATE, _state),
    (_TRICK, _trick),
    (_EXCHANGE, lambda found: Exchange(found.start(), *map(_CARDS_BY_NAME.__getitem__, found.groups()))),
    (_NAMELESS, lambda found: NamelessPerspective(found.start())),
    (_ENDED, lambda found: Ended(found.start(), found[1], int(found[2]), int(found[3]))),
)


def _comment(at: int, text: str) -> HeadingComment | ResultComment | UnreadRepr | None:
    result = _RESULT.match(text)
    if result:
        return _result(at, result[1]) or UnreadRepr(at)
    leader = _SEAT.search(text)
    if not leader:
        return None
    bots, dealt = _BOTS.search(text), _DEALT.search(text)
    try:
        names = tuple(map(_name, bots.groups())) if bots else ()
    except ValueError:
        return UnreadRepr(at)
    first, second, talon = (_words(words) for words in dealt.groups()) if dealt else ((), (), ())
    return HeadingComment(at, Seat(int(leader[1])), names, (first, second) if dealt else (), talon)


def _name(text: str) -> str | None:
    name = text.strip("'") if text.startswith("'") else json.loads(text)
    if name is not None and not is_name(name):
        raise ValueError(name)
    return name


def is_name(text: str) -> bool:
    r"""Return whether a text can be the name of a player: a single line without control characters.

    >>> is_name("Ivan"), is_name("two\nlines")
    (True, False)
    """
    return 0 < len(text) <= 1024 and not re.search(BIDI, text) and not {"Cc", "Cs"} & set(map(category, text))


def _words(text: str) -> tuple[Card, ...]:
    return tuple(read_card(word.strip("'")) for word in text.split(", ")) if text else ()


def _result(at: int, text: str) -> ResultComment | None:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    winner, points = told.get("winner"), told.get("game_points")
    counted, reason = told.get("card_points", []), told.get("reason", "")
    named = winner is None or (is_count(winner) and winner < 2)
    if not named or not is_count(points) or not isinstance(reason, str):
        return None
    if not isinstance(counted, list) or len(counted) not in (0, 2) or not all(map(is_count, counted)):
        return None
    return ResultComment(at, NOBODY if winner is None else Seat(winner), points, reason, tuple(counted))
