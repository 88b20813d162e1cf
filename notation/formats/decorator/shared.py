"""Splits a log that both players of SantaseGameEngine wrote into the log of each player.

With one logger for both decorators every event is logged twice, in a strict order: the first player's line
before the second's, but each trick from its leader's side first, and the drawn cards by who draws first. The
result is two logs in sequence, which the reader of logs interprets.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.report import Telling
from notation.formats.decorator.lines import CARD, DOING, RULE, kind_of
from notation.record.model import NOBODY
from notation.record.words import read_card
from referee import actions
from referee.cards import BEATS, BIT, NO_CARD, SEATS, Card, Seat, card, suit_of

NumberedLine = tuple[int, str]
_TANGLED: Final = Phrase("both players wrote into it, and it is not clear whose line this is")


def unpicked(found: Iterable[NumberedLine], telling: Telling) -> Iterator[NumberedLine]:
    """Yield the lines of a file; those of a shared log as the first player's, then the second's."""
    for game in _games(found):
        headings = filter(None, (_heading(text) for _, text in game))
        if ("round", "round") in pairwise(headings):  # two deals in succession, which no single player sees
            yield from _apart(game, telling)
        else:
            yield from game


def _heading(text: str) -> str:
    """Return whether a line is the heading of a game or a round, or neither; "" if it is ignored."""
    if text.startswith("New game "):
        return "game"
    if text.startswith("New round "):
        return "round"
    return "" if not text.strip() or text.startswith(("#", RULE)) else "other"


def _games(found: Iterable[NumberedLine]) -> Iterator[list[NumberedLine]]:
    """Yield the lines of each game; two adjacent headings belong to one."""
    game: list[NumberedLine] = []
    last = ""
    for number, text in found:
        heading = _heading(text)
        if heading == "game" != last and game:
            yield game
            game = []
        game.append((number, text))
        last = heading or last
    yield game


def _apart(game: Sequence[NumberedLine], telling: Telling) -> Iterator[NumberedLine]:
    """Yield the lines of a shared log player by player; none if they cannot be separated."""
    fault = 0
    for winner_first in (True, False):
        lines = _Apart(winner_first)
        try:
            for number, text in game:
                lines.take(number, text)
        except _Tangled as tangled:
            fault = fault or tangled.line
        else:
            yield from (*lines.of[0], *lines.of[1])
            return
    telling.fault(catalogue.LOG_CONTRADICTS, fault, why=_TANGLED)


class _Tangled(Exception):  # noqa: N818 - not an error of the program: lines that cannot be told apart
    """The author of a line cannot be determined."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class _Apart:
    """Assigns each line of a game to the player who wrote it.

    ``winner_first`` means that the draw of a trick's winner is logged first, otherwise the first player's.
    """

    def __init__(self, winner_first: bool) -> None:
        self.of: tuple[list[NumberedLine], list[NumberedLine]] = ([], [])
        self._winner_first = winner_first
        self._counts: dict[str, int] = {}
        """The number of lines of each kind that both write in turn."""
        self._hands: list[set[Card]] = [set(), set()]
        self._turn_up: Card = NO_CARD
        self._leader = NOBODY
        self._turn: list[NumberedLine] = []
        """The leader's lines before his lead."""
        self._exchanged = False
        self._laid: list[Card] = []

    def take(self, number: int, text: str) -> None:
        """Process a line; raises :class:`_Tangled`."""
        kind, found = kind_of(text)
        if kind == "nothing":
            return
        if found is None:
            self.of[0].append((number, text))
        elif kind == "turn":
            self._ask(number, text, is_first=found[6] == "True")
        elif kind == "playing":
            self._play(number, text, found)
        else:
            self._told_twice(number, text, kind, found)

    def _told_twice(self, number: int, text: str, kind: str, found: re.Match[str]) -> None:
        """Assign a line that both write in turn."""
        count = self._counts[kind] = self._counts.get(kind, 0) + 1
        order = 1 - count % 2
        leads = kind == "end" or (kind == "draw" and self._winner_first)
        if leads and self._leader < 0:
            raise _Tangled(number)
        seat = order ^ self._leader if leads else order
        self.of[seat].append((number, text))
        if kind == "round":
            self._hands[seat] = {read_card(word) for word in re.findall(CARD, found[3])}
            self._turn_up, self._leader, self._exchanged = read_card(found[4]), NOBODY, False
            self._laid, self._turn = [], []
            self._counts = {"game": 0, "round": count}
        elif kind == "draw":
            self._hands[seat].add(read_card(found[1]))
        elif kind == "end" and order:
            # Without a reply a marriage has ended the deal.
            if len(self._laid) == 2 and BEATS[suit_of(self._turn_up)][self._laid[0]] & BIT[self._laid[1]]:
                self._leader = SEATS[1 - self._leader]
            self._laid = []

    def _ask(self, number: int, text: str, is_first: bool) -> None:
        if is_first:
            self._turn.append((number, text))
        elif self._leader < 0:
            raise _Tangled(number)
        else:
            self.of[1 - self._leader].append((number, text))

    def _play(self, number: int, text: str, found: re.Match[str]) -> None:
        if not self._turn:
            if self._leader < 0 or not found[2]:
                raise _Tangled(number)
            self.of[1 - self._leader].append((number, text))
            self._lay(number, read_card(found[2]), SEATS[1 - self._leader])
            return
        self._turn.append((number, text))
        self._exchanged |= DOING.get(found[1]) == actions.EXCHANGE
        if found[2]:
            self._lead(number, read_card(found[2]))

    def _lead(self, number: int, led: Card) -> None:
        """Process a lead; the leader of a deal is the owner of the card."""
        low = card(suit_of(self._turn_up), 0)
        if self._leader < 0:
            told_by = low if self._exchanged else led
            self._leader = next(
                (seat for seat, hand in zip(SEATS, self._hands, strict=False) if told_by in hand), NOBODY
            )
        if self._leader < 0:
            raise _Tangled(number)
        if self._exchanged:
            self._hands[self._leader] = self._hands[self._leader] - {low} | {self._turn_up}
            self._turn_up, self._exchanged = low, False
        self.of[self._leader].extend(self._turn)
        self._turn = []
        self._lay(number, led, self._leader)

    def _lay(self, number: int, played: Card, seat: Seat) -> None:
        if played not in self._hands[seat]:
            raise _Tangled(number)
        self._hands[seat].remove(played)
        self._laid.append(played)
