"""Groups the reprs of a text into games: states and tricks that belong together, however printed.

A game starts with a state in which nothing has been played. Its tricks follow one by one, or are nested in a
later state. Missing parts are not replaced, and this module contains no rules of play.
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
    """One game of a text: ``states`` by the number of preceding tricks, counting an exchange as one.

    ``at`` is where it begins; ``fault`` is where something cannot be read, and what was expected.
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
        """The seat that leads first: A if not stated."""
        return self.heading.leader if self.heading else SEATS[0]

    def stop(self, at: int, expected: Phrase) -> None:
        """Record an error; only the first is reported."""
        self.fault = self.fault or (at, expected)

    def take(self, states: Sequence[State], tricks: Sequence[ReprTrick | Exchange]) -> bool:
        """Add a state with its predecessors, oldest first; returns whether it belongs to this game."""
        first = states[0]
        if not first.is_start:
            self.states[len(self.tricks)] = first
            return self.start is not None and len(states) == 1
        if self.result or (self.start and not self._goes_on(first, tricks)):
            return False
        self.start, self.tricks, self.states = first, [*tricks], dict(enumerate(states))
        return True

    def _goes_on(self, first: State, tricks: Sequence[ReprTrick | Exchange]) -> bool:
        """Return whether a state continues all that is known of this game, except an unanswered lead."""
        known = [trick[1:4] for trick in self.tricks if isinstance(trick, Exchange) or trick.follow >= 0]
        same = self.start is not None and (first.hands, first.talon) == (self.start.hands, self.start.talon)
        return same and [trick[1:4] for trick in tricks[: len(known)]] == known


def games(found: Sequence[Token]) -> Iterator[ReprGame]:
    """Yield every game of a text; one without a start has a fault."""
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
    """Yield a finished game, with the cards of its heading if no state has them; none if it is empty."""
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
    """Return whether an exchange takes the turn-up of a deal for a jack of its suit."""
    turn_up = start.talon[-1:]
    return turn_up == (exchange.taken,) and exchange.jack == card(suit_of(exchange.taken), JACK)


def _chain(found: Sequence[Token], place: int) -> tuple[list[State], list[ReprTrick | Exchange], int]:
    """Return the states nested in a state, oldest first, the tricks between them, and what follows."""
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
