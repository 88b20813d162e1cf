"""The games of a text of reprs: which states and tricks belong together, however they were printed.

A game starts with a state in which nothing is played. Tricks follow it one by one, or a later state holds
all that went before. Nothing is put in the place of what is missing, and no rule of play is here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from notation.findings.finding import Phrase
from notation.formats.vu.common import MOST_MOVES, TOO_MANY
from notation.formats.vu.reprs import (
    Ended,
    Exchange,
    HeadingComment,
    ReprTrick,
    ResultComment,
    State,
    Token,
    UnreadRepr,
)
from referee.cards import JACK, SEATS, Seat, card, suit_of

_START: Final = Phrase("a GameState before the first trick")
_REPR: Final = Phrase("a complete repr with cards of a 20-card pack")


@dataclass(slots=True)
class ReprGame:
    """What a text tells of one game: ``states`` by how many tricks go before, an exchange counted as one.

    ``at`` is where it begins; ``fault`` is where something cannot be read, and what was expected there.
    """

    at: int
    heading: HeadingComment | None = None
    start: State | None = None
    tricks: list[ReprTrick | Exchange] = field(default_factory=list)
    states: dict[int, State] = field(default_factory=dict)
    result: ResultComment | Ended | None = None
    fault: tuple[int, Phrase] | None = None

    @property
    def leader(self) -> Seat:
        """The seat that leads first: A where nothing says it."""
        return self.heading.leader if self.heading else SEATS[0]

    def stop(self, at: int, expected: Phrase) -> None:
        """Something cannot be read; what comes first is told."""
        self.fault = self.fault or (at, expected)

    def take(self, states: Sequence[State], tricks: Sequence[ReprTrick | Exchange]) -> bool:
        """Take a state with what goes before it, oldest first; tell whether it is of this game."""
        first = states[0]
        if not first.is_start:
            self.states[len(self.tricks)] = first
            return self.start is not None and len(states) == 1
        if self.result or (self.start and not self._goes_on(first, tricks)):
            return False
        self.start, self.tricks, self.states = first, [*tricks], dict(enumerate(states))
        return True

    def _goes_on(self, first: State, tricks: Sequence[ReprTrick | Exchange]) -> bool:
        """Whether all that is known of this game goes before a state, but for a lead without its reply."""
        known = [trick[1:4] for trick in self.tricks if isinstance(trick, Exchange) or trick.follow >= 0]
        same = self.start is not None and (first.hands, first.talon) == (self.start.hands, self.start.talon)
        return same and [trick[1:4] for trick in tricks[: len(known)]] == known


def games(found: Sequence[Token]) -> Iterator[ReprGame]:
    """Every game of a text; one without a start has a fault."""
    game: ReprGame | None = None
    place = 0
    while place < len(found):
        token = found[place]
        place += 1
        is_over = game and game.result and isinstance(token, ReprTrick | Exchange)
        if game and (is_over or isinstance(token, HeadingComment)):
            yield from _ended(game)
            game = None
        game = game or ReprGame(token.at)
        match token:
            case HeadingComment():
                game.heading = token
            case UnreadRepr():
                game.stop(token.at, _REPR)
            case ReprTrick() | Exchange():
                game.tricks.append(token)
                if len(game.tricks) > MOST_MOVES:
                    game.stop(token.at, TOO_MANY)
            case ResultComment() | Ended():
                game.result = token
            case State():
                states, tricks, place = _chain(found, place - 1)
                if not game.take(states, tricks):
                    yield from _ended(game)
                    game = ReprGame(token.at)
                    if not game.take(states, tricks):
                        game.stop(token.at, _START)
                if len(tricks) < len(states) - 1 or len(tricks) > MOST_MOVES:
                    game.stop(token.at, _REPR)
    if game:
        yield from _ended(game)


def _ended(game: ReprGame) -> Iterator[ReprGame]:
    """A game as it is told, with the cards of its heading where no state tells them; none if it is empty."""
    heading = game.heading
    if heading and heading.hands and not game.start:
        hands = heading.hands if heading.leader == 0 else heading.hands[::-1]
        game.start = State(heading.at, ("", ""), (hands[0], hands[1]), (0, 0), heading.talon, False)
    if game.start and not game.start.is_start:
        game.stop(game.start.at, _REPR)
    elif not game.start and (game.tricks or heading):
        game.stop(game.tricks[0].at if game.tricks else heading.at if heading else 0, _START)
    for trick in game.tricks:
        if isinstance(trick, Exchange) and game.start and not _fits(trick, game.start):
            game.stop(trick.at, Phrase("the jack of trumps and the turn-up of the deal"))
    if game.start or game.fault:
        yield game


def _fits(exchange: Exchange, start: State) -> bool:
    """Whether what is exchanged is the turn-up of a deal, and a jack of its suit."""
    turn_up = start.talon[-1:]
    return turn_up == (exchange.taken,) and exchange.jack == card(suit_of(exchange.taken), JACK)


def _chain(found: Sequence[Token], place: int) -> tuple[list[State], list[ReprTrick | Exchange], int]:
    """The states that a state holds, the oldest first, the tricks between them, and what follows."""
    states: list[State] = []
    while place < len(found) and isinstance(state := found[place], State):
        states.append(state)
        place += 1
        if not state.later:
            break
    tricks: list[ReprTrick | Exchange] = []
    for token in found[place : place + len(states) - 1]:
        if not isinstance(token, ReprTrick | Exchange):
            break
        tricks.append(token)
    return states[::-1], tricks, place + len(tricks)
