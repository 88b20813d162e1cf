"""Parses the console log of VU Amsterdam's old platform into games, line by line.

Other lines are output of bots and are skipped. :mod:`notation.formats.vu.verbose` interprets the lines; this
module contains no rules of play.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from notation.findings.finding import Phrase
from notation.formats.vu.common import MOST_MOVES, TOO_MANY, partner
from notation.formats.vu.reprs import is_name
from notation.record.model import UNRECORDED
from notation.record.words import read_card
from referee.cards import KING, NO_SUIT, QUEEN, Card, Seat, Suit, rank_of, suit_of

_CARD: Final = "(?:10|[AKQJ])[CDHS]"
_LINES: Final = {
    "player": r"player([12]): (.*)",
    "points": r"Player ([12])'s points: (\d{1,4}), pending: (\d{1,4})",
    "trump": r"The trump suit is: ([CDHS])",
    "hand": rf"Player ([12])'s hand:((?: {_CARD}){{0,6}}) *",
    "stock": r"There are (\d{1,2}) cards in the stock",
    "table": r"Player ([12]) has played card: (10|[AKQJ]) of ([CDHS])",
    "play": rf"\*   Player ([12]) plays: ({_CARD})",
    "marriage": rf"\*   Player ([12]) melds a marriage between ({_CARD}) and ({_CARD})",
    "exchange": r"\*   Player ([12]) performs a trump jack exchange",
    "revoke": r"!   Player ([12]) (?:revoked \(made illegal move\), game finished\.|took too long, .*)",
    "end": r"Game finished\. Player ([12]) has won, receiving (\d{1,4}) points\.",
}
_KNOWN: Final = {name: re.compile(pattern) for name, pattern in _LINES.items()}
_BEGINNINGS: Final = ("Player ", "The trump suit", "There are ", "*   Player", "!   Player", "Game finished")
"""The beginnings of lines that must be read; others are not part of a game."""
_LINE: Final = Phrase("a line of the platform's log")
STOCK: Final = 10
"""Cards of the stock at the start of the deal."""


@dataclass(slots=True)
class ConsoleState:
    """A deal as the log prints it."""

    points: list[int] = field(default_factory=lambda: [0, 0])
    pending: list[int] = field(default_factory=lambda: [0, 0])
    hands: list[frozenset[Card]] = field(default_factory=list)
    stock: int = STOCK
    """The number of cards in the stock, including the turn-up."""


@dataclass(slots=True)
class ConsoleMove:
    """A move, and the state shown after it; without a card it is an exchange."""

    line: int
    seat: Seat
    card: Card = UNRECORDED
    marriage: bool = False
    shown: ConsoleState = field(default_factory=ConsoleState)


@dataclass(slots=True)
class ConsoleGame:
    """The log of one game."""

    line: int = 0
    names: dict[int, str] = field(default_factory=dict)
    suit: Suit = NO_SUIT
    start: ConsoleState = field(default_factory=ConsoleState)
    events: list[ConsoleMove] = field(default_factory=list)
    revoked: bool = False
    result: tuple[Seat, int] | None = None
    fault: tuple[int, str, Phrase] | None = None

    def stop(self, line: int, word: str, expected: Phrase) -> None:
        """Record an error; only the first is reported."""
        self.fault = self.fault or (line, word, expected)


def games(found: Iterator[tuple[int, str]]) -> Iterator[ConsoleGame]:
    """Yield the log of each game."""
    game = ConsoleGame()
    for number, line in found:
        name, match = next(((n, m) for n, p in _KNOWN.items() if (m := p.fullmatch(line))), ("", None))
        if match is None and not line.startswith(_BEGINNINGS):
            continue
        if game.line and _begins(game, name):
            yield game
            game = ConsoleGame()
        game.line = game.line or number
        if match is None or not _take(game, number, name, match):
            game.stop(number, line[:40], _LINE)
        if len(game.events) > MOST_MOVES:
            game.stop(number, line[:40], TOO_MANY)
    if game.line:
        yield game


def _begins(game: ConsoleGame, name: str) -> bool:
    """Return whether a line starts another game: states are shown once at the start and after each move."""
    shown = game.events[-1].shown if game.events else game.start
    again = name == "points" and len(shown.hands) == 2
    return bool(game.result or again or (name == "player" and game.events))


def _take(game: ConsoleGame, number: int, name: str, match: re.Match[str]) -> bool:
    """Process a line; returns whether it is valid there."""
    last = game.events[-1] if game.events else None
    shown = last.shown if last else game.start
    seat = Seat(int(match[1]) - 1 if name not in ("trump", "stock", "table") else 0)
    match name:
        case "player":
            if is_name(match[2]) and not match[2].startswith("<"):
                game.names[seat] = match[2]
        case "trump":
            game.suit = suit_of(_card("A" + match[1]))
        case "points":
            shown.points[seat], shown.pending[seat] = int(match[2]), int(match[3])
        case "hand":
            shown.hands.append(frozenset(map(_card, match[2].split())))
            return len(shown.hands) == seat + 1
        case "stock":
            shown.stock = int(match[1])
        case "play":
            game.events.append(ConsoleMove(number, seat, _card(match[2])))
        case "marriage":
            if last is None or last.seat != seat or last.card != _card(match[2]):
                return False
            last.marriage = rank_of(last.card) in (QUEEN, KING) and partner(last.card) == _card(match[3])
            return last.marriage
        case "exchange":
            game.events.append(ConsoleMove(number, seat))
        case "revoke":
            game.revoked = True
        case "end":
            game.result = seat, int(match[2])
    return True


def _card(word: str) -> Card:
    return read_card(word[:-1] + word[-1].lower())


def talon_of(game: ConsoleGame) -> list[Card]:
    """Return the talon, as far as its cards appeared in a hand; the winner of a trick has more points."""
    size = game.start.stock
    drawn: list[Card] = []
    turn_up = UNRECORDED
    before, table = game.start, 0
    for event in game.events:
        shown = event.shown
        if len(shown.hands) < 2:
            break
        new = [[*(hand - old)] for hand, old in zip(shown.hands, before.hands, strict=True)]
        table = (table + 1) % 2 if event.card >= 0 else table
        if event.card < 0:
            turn_up = new[event.seat][0] if len(new[event.seat]) == 1 else UNRECORDED
        elif table == 0:
            winners = [seat for seat in (0, 1) if shown.points[seat] > before.points[seat]]
            if len(winners) != 1 or [len(cards) for cards in new] != [1, 1]:
                break
            drawn += [new[winners[0]][0], new[1 - winners[0]][0]]
        before = shown
    talon = [*drawn[:size], *[UNRECORDED] * (size - len(drawn))]
    if turn_up >= 0 and talon:
        talon[-1] = turn_up
    return talon
