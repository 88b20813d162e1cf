"""Groups the reprs of a text into games: states and tricks that belong together, however printed.

A game starts with a state in which nothing has been played. Its tricks follow one by one, or are nested in a
later state. Missing parts are not replaced, and this module contains no rules of play.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from notation.findings.finding import Phrase
from notation.formats.vu import reprs
from notation.formats.vu.common import MOST_MOVES
from referee import actions
from referee.actions import Action
from referee.cards import JACK, NO_CARD, SEATS, Seat, card, suit_of

_START: Final = Phrase("a GameState before the first trick")
_REPR: Final = Phrase("a complete repr with cards of a 20-card pack")
_NEXT: Final = Phrase("a trick that follows those before it")
_JACK: Final = Phrase("the jack of trumps and the turn-up of the deal")


@dataclass(slots=True)
class ReprGame:
    """One game of a text: ``states`` by the number of preceding tricks, counting an exchange as one.

    ``at`` is where it begins; ``fault`` is where something cannot be read, and what was expected; ``gap`` is
    where something may be missing, unless a later state shows that it is not. ``printed`` is how many of its
    tricks precede the last state or trick printed, which may be an earlier one again.
    """

    at: int
    heading: reprs.HeadingComment | None = None
    start: reprs.State | None = None
    tricks: list[reprs.ReprTrick | reprs.Exchange] = field(default_factory=list)
    states: dict[int, reprs.State] = field(default_factory=dict)
    result: reprs.ResultComment | reprs.Ended | None = None
    fault: tuple[int, Phrase] | None = None
    gap: tuple[int, Phrase] | None = None
    printed: int = 0

    @property
    def leader(self) -> Seat:
        """The seat that leads first: A if not stated."""
        return self.heading.leader if self.heading else SEATS[0]

    def stop(self, at: int, expected: Phrase) -> None:
        """Record an error; only the first is reported."""
        self.fault = self.fault or (at, expected)

    def copy(self) -> "ReprGame":
        """Return the game as it is now."""
        return replace(self, tricks=[*self.tricks], states={**self.states})

    def add(self, trick: reprs.ReprTrick | reprs.Exchange) -> bool:
        """Add a trick, or find it among those known; returns whether it can belong to this game.

        A lead to which a player has to reply is completed by its trick.
        """
        for index, known in enumerate(self.tricks):
            if _is_same(trick, known):
                self.tricks[index] = max(known, trick, key=_is_whole)
                self.printed = index + 1
                return True
        if _once(*self.tricks) & _once(trick) or not _fits(trick, self.start):
            return False
        if self.printed < len(self.tricks) or (self.tricks and not _is_whole(self.tricks[-1])):
            self.gap = self.gap or (trick.at, _NEXT)
        self.tricks.append(trick)
        self.printed = len(self.tricks)
        return True

    def take(self, states: Sequence[reprs.State], tricks: Sequence[reprs.ReprTrick | reprs.Exchange]) -> bool:
        """Add a state with its predecessors, oldest first; returns whether it belongs to this game.

        The tricks before a state are complete; of those printed before, some may be missing, and some later.
        """
        first = states[0]
        if not first.is_start or self.has_exchanged(first):
            self.states[len(self.tricks)] = first
            return self.start is not None and len(states) == 1
        if self.result or (self.start and not self.has_cards(first)):
            return False
        later = [known for known in self.tricks if not any(_is_same(known, each) for each in tricks)]
        is_linked = len(later) < len(self.tricks) if tricks else self.start is not None
        if self.tricks and (not is_linked or later != self.tricks[len(self.tricks) - len(later) :]):
            return False
        if _once(*tricks) & _once(*later):
            return False
        self.start = self.start or first
        self.tricks = [*tricks, *later]
        self.gap = self.gap if later else None
        self.states |= enumerate(states)
        self.printed = len(tricks)
        return True

    def has_cards(self, start: reprs.State) -> bool:
        """Return whether these are the cards of a state."""
        return self.start is not None and (self.start.hands, self.start.talon) == (start.hands, start.talon)

    def has_exchanged(self, state: reprs.State) -> bool:
        """Return whether nothing but an exchange lies between the start and a state."""
        match self.start, self.tricks:
            case reprs.State() as start, [reprs.Exchange() as made]:
                held = {*start.hands[0], made.taken} - {made.jack}
                talon = (*start.talon[:-1], made.jack)
                return (set(state.hands[0]), state.talon) == (held, talon)
        return False


def _is_same(one: reprs.ReprTrick | reprs.Exchange, other: reprs.ReprTrick | reprs.Exchange) -> bool:
    """Return whether two tricks are the same one; a lead without its reply is the same as with it."""
    size = 4 if _is_whole(one) and _is_whole(other) else 3
    return type(one) is type(other) and one[1:size] == other[1:size]


def _is_whole(trick: reprs.ReprTrick | reprs.Exchange) -> bool:
    return isinstance(trick, reprs.Exchange) or trick.follow >= 0


def _once(*tricks: reprs.ReprTrick | reprs.Exchange) -> set[Action]:
    """Return what is done in some tricks and cannot be done twice in a deal."""
    done: set[Action] = set()
    for trick in tricks:
        if isinstance(trick, reprs.Exchange):
            done.add(actions.EXCHANGE)
        else:
            done |= {trick.lead, trick.follow} - {NO_CARD}
            done |= {actions.marriage(trick.marriage)} if trick.marriage >= 0 else set()
    return done


def _fits(trick: reprs.ReprTrick | reprs.Exchange, start: reprs.State | None) -> bool:
    """Return whether an exchange takes the turn-up of a deal for a jack of its suit."""
    if not isinstance(trick, reprs.Exchange) or start is None:
        return True
    is_jack = trick.jack == card(suit_of(trick.taken), JACK)
    return is_jack and start.talon[-1:] == (trick.taken,)


def games(found: Sequence[reprs.Token]) -> Iterator[ReprGame]:
    """Yield every game of a text; one without a start has a fault.

    What can be a game printed again, or the next one with the same cards, is taken for the former until
    something contradicts it: until then ``before`` is the game as it was, and ``turn`` the token's place.
    """
    game: ReprGame | None = None
    before: ReprGame | None = None
    place = turn = 0
    while place < len(found):
        token = found[place]
        place += 1
        is_played = isinstance(token, reprs.ReprTrick | reprs.Exchange | reprs.NamelessPerspective)
        if game and ((game.result and is_played) or isinstance(token, reprs.HeadingComment)):
            yield from _ended(game)
            game = before = None
        game = game or ReprGame(token.at)
        match token:
            case reprs.HeadingComment():
                game.heading = token
            case reprs.UnreadRepr():
                game.stop(token.at, _REPR)
            case reprs.NamelessPerspective():
                before, turn = game.copy() if game.start or game.tricks else None, place - 1
            case reprs.ReprTrick() | reprs.Exchange():
                if game.add(token):
                    continue
                if before:
                    yield from _ended(before)
                    game, before, place = None, None, turn
                else:
                    game.stop(token.at, _NEXT if _fits(token, game.start) else _JACK)
            case reprs.ResultComment() | reprs.Ended():
                game.result = game.result or token  # a second one is of a game of which nothing is printed
            case reprs.State():
                was, at = game.copy(), place - 1
                states, tricks, place = _chain(found, at)
                if game.take(states, tricks):
                    is_again = len(tricks) < len(game.tricks) and states[0].is_start
                    before, turn = (was, at) if is_again else (None, 0)
                elif before and not game.result and game.has_cards(states[0]):
                    yield from _ended(before)
                    game, before, place = None, None, turn
                    continue
                else:
                    yield from _ended(game)
                    game, before = ReprGame(token.at), None
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
        game.start = reprs.State(heading.at, ("", ""), (hands[0], hands[1]), (0, 0), heading.talon, False)
    if game.gap:
        game.stop(*game.gap)
    if game.start and not game.start.is_start:
        game.stop(game.start.at, _REPR)
    elif not game.start and (game.tricks or heading):
        game.stop(game.tricks[0].at if game.tricks else heading.at if heading else 0, _START)
    for trick in game.tricks:
        if not _fits(trick, game.start):
            game.stop(trick.at, _JACK)
    if game.start or game.fault:
        yield game


def _chain(
    found: Sequence[reprs.Token], place: int
) -> tuple[list[reprs.State], list[reprs.ReprTrick | reprs.Exchange], int]:
    """Return the states nested in a state, oldest first, the tricks between them, and what follows."""
    states: list[reprs.State] = []
    while place < len(found) and isinstance(state := found[place], reprs.State):
        states.append(state)
        place += 1
        if not state.later:
            break
    tricks: list[reprs.ReprTrick | reprs.Exchange] = []
    for token in found[place : place + len(states) - 1]:
        if not isinstance(token, reprs.ReprTrick | reprs.Exchange):
            break
        tricks.append(token)
    return states[::-1], tricks, place + len(tricks)
