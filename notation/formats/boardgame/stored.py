"""Matches as saved by boardgame.io: the shapes of states, log entries and names in a file.

The server's storage has an object with `state`, `initialState`, `log` and `metadata`, or node-persist files
with `key` and `value`; the browser's has lists of pairs, an id and its value, under `bgio_state`,
`bgio_initial`, `bgio_log` and `bgio_metadata`. A client prints states, with their log or the latest part of
it (`deltalog`), and `client.log`. Nothing is judged or interpreted here.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from math import trunc
from typing import Any, Final

from notation.formats.boardgame.table import RANKS, SUITS
from notation.formats.core.json_values import part

GAME: Final = "sixtysix"
"""The program's name of the game."""
MOVES: Final = ("SelectCards", "Meld", "DrawCards", "Close", "GoOut", "Finish")
"""The moves of the program."""
_PARTS: Final = ("initialState", "log", "state", "deltalog", "metadata", "filteredMetadata", "matchData")
"""The keys of a match's parts."""
_STORED: Final = ("_initial", "_state", "_log", "_metadata")
"""The suffixes of the keys in a browser's storage."""
_SKIPPED: Final = ("GAME_EVENT", "SET_PLAYER_ID", "SYNC", "PLAYER_LEAVE")
_HIDDEN: Final = {"suit": 0, "value": 14}
"""Replaces each card hidden from a player."""

_STEP: Final = 2.0**-32
_PACK: Final = tuple({"suit": suit, "value": value} for suit in range(4) for value in range(9, 15))
"""The unshuffled pack, in the program's order."""

Placed = tuple[int, Any]
"""A value and its line."""


@dataclass(slots=True)
class StoredRound:
    """A round: its deck, its moves, and its summary from a state; ``line`` is its first.

    ``deck`` is None if no state has it, and ``is_hidden`` if each state is a player's view without it.
    ``is_shuffled`` means that it was derived from the random generator. ``undone`` counts the moves taken
    back.
    """

    line: int
    moves: list[Placed] = field(default_factory=list)
    states: list[Placed] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    deck: Any = None
    is_hidden: bool = False
    is_shuffled: bool = False
    summary: Any = None
    undone: int = 0

    def add_state(self, line: int, state: Any) -> bool:
        """Add a state of this round; returns whether its deck is that of the others."""
        told = part(state, "G", "deck")
        hidden = isinstance(told, list) and told.count(_HIDDEN) == len(told) > 0
        if not hidden and self.deck is not None and told != self.deck:
            return False
        self.states.append((line, state))
        self.is_hidden = self.is_hidden or hidden
        if not hidden and self.deck is None:
            self.deck, self.line = told, line
        return True


@dataclass(slots=True)
class StoredMatch:
    """What a file contains of a match: states, log entries, names of players, and the name of the game."""

    line: int
    states: list[Placed] = field(default_factory=list)
    entries: list[Placed] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    game: str = ""
    is_log_first: bool = False
    _is_loose: bool = False
    """Whether separate log entries follow the last state."""
    _told: set[str] = field(default_factory=set)
    """The entries in states, which may contain them repeatedly."""
    _loose: set[str] = field(default_factory=set)
    """The separate entries."""

    def add_state(self, line: int, state: Any) -> None:
        """Add a state, with the entries in it."""
        self.states.append((line, state))
        self._is_loose = False
        for name in ("log", "deltalog"):
            self.add_log(line, part(state, name))
        self.add_names(part(state, "matchData"))

    def add_log(self, line: int, log: Any) -> None:
        """Add entries in a state, without duplicates."""
        for entry in log if isinstance(log, list) else ():
            told = _told(entry)
            if told not in self._told and told not in self._loose:
                self.entries.append((line, entry))
            self._told.add(told)

    def add_entry(self, line: int, entry: Any) -> None:
        """Add a separate log entry."""
        self.is_log_first = self.is_log_first or not self.states
        self._is_loose = True
        told = _told(entry)
        self._loose.add(told)
        if told not in self._told:
            self.entries.append((line, entry))

    def add_names(self, metadata: Any) -> None:
        """Add the names of the players, from a list or by id."""
        self.game = str(part(metadata, "gameName") or self.game)
        players = part(metadata, "players") if isinstance(metadata, dict) else metadata
        listed = [*players.values()] if isinstance(players, dict) else players
        for player in listed if isinstance(listed, list) else ():
            seat, name = part(player, "id"), part(player, "name")
            if str(seat) in ("0", "1") and isinstance(name, str) and name:
                self.names[int(seat)] = name

    def has(self, state: Any) -> bool:
        """Return whether a later state is of the same match."""
        if not self.states:
            return True
        _, last = self.states[-1]
        if self._is_loose and part(last, "_stateID") == part(state, "_stateID"):
            return False
        first = part(state, "log", 0)
        return any(entry == first for _, entry in self.entries) or any(
            part(state, *path) is not None and part(state, *path) == part(last, *path)
            for path in (("G", "deck"), ("plugins", "random", "data", "seed"))
        )

    def goes_on(self, entry: Any) -> bool:
        """Return whether an entry can continue this: it must not begin another log."""
        if not (self.is_log_first and self.states and self.entries):
            return True
        before, after = (part(each, "_stateID") for each in (self.entries[-1][1], entry))
        return not (isinstance(before, int) and isinstance(after, int) and after < before)

    @property
    def is_of_another_game(self) -> bool:
        """Whether it is a match of another game: a browser stores all in one place."""
        if self.game:
            return self.game != GAME
        has_any = any(_is_entry(entry) for _, entry in self.entries)
        decks = [part(state, "G", "deck") for _, state in self.states]
        return bool(decks) and not has_any and all(deck is None for deck in decks)

    def rounds(self) -> list[StoredRound]:
        """The rounds in order, each with its states."""
        rounds, starts = self._split()
        others = []
        summaries: dict[int, Any] = {}
        for line, state in self.states:
            number = part(state, "_stateID")
            place = len(starts) - 1
            while place and isinstance(number, int) and starts[place] > number:
                place -= 1
            told = part(state, "G", "roundSummaries")
            told = told if isinstance(told, list) else []
            is_over = part(state, "ctx", "phase") != "placement"
            if rounds[place].add_state(line, state):
                for back, summary in enumerate(reversed(told)):
                    summaries[place - 1 + is_over - back] = summary
            else:  # of a round without logged moves
                others.append(
                    StoredRound(line, names=self.names, summary=told[-1] if told and is_over else None)
                )
                others[-1].add_state(line, state)
        for place, each in enumerate(rounds):
            each.summary, each.names = summaries.get(place), self.names
        self._shuffle(rounds)
        return [each for each in (*rounds, *others) if each.moves or each.states]

    def _split(self) -> tuple[list[StoredRound], list[int]]:
        """Return the moves of each round, and the index of the state with which each begins."""
        rounds, starts = [StoredRound(self.line)], [0]
        ready: set[str] = set()
        done, undone = _done(self.entries)
        for line, entry, undone_before in done:
            now = rounds[-1]
            if not now.moves:
                now.line = line
            now.undone += undone_before
            number = part(entry, "_stateID")
            if part(entry, "action", "payload", "type") != "Finish":
                now.moves.append((line, entry))
                continue
            ready.add(str(part(entry, "action", "payload", "playerID")))
            if len(ready) == 2:
                ready.clear()
                rounds.append(StoredRound(line))
                starts.append(number + 1 if isinstance(number, int) else starts[-1])
        rounds[-1].undone += undone
        return rounds, starts

    @staticmethod
    def _shuffle(rounds: list[StoredRound]) -> None:
        """Give rounds without a state the decks predicted from the states before them."""
        for place, each in enumerate(rounds):
            told = next((state for _, state in each.states if next(decks_after(state), None)), None)
            if told is None:
                continue
            for later, deck in zip(rounds[place + 1 :], islice(decks_after(told), len(rounds)), strict=False):
                if later.deck is None:
                    later.deck, later.is_shuffled = deck, True


def decks_after(state: Any) -> Iterator[list[Any]]:
    """Yield the decks of the rounds after a stored state, in order; none if it has no generator state.

    The generator is Alea, by Johannes Baagøe; the program uses it only to shuffle the sorted pack.

    >>> numbers = {"c": 569045, "s0": 0.17070942325517535, "s1": 0.08947300515137613}
    >>> data = {"prngstate": {**numbers, "s2": 0.3605862108524889}}
    >>> stored = {"plugins": {"random": {"data": data}}}
    >>> next(decks_after(stored))[:2], list(decks_after({}))
    ([{'suit': 1, 'value': 14}, {'suit': 0, 'value': 14}], [])
    """
    told = [part(state, "plugins", "random", "data", "prngstate", name) for name in ("c", "s0", "s1", "s2")]
    if not all(type(each) in (int, float) and 0 <= each < 2**32 for each in told):
        return
    carry, *seeds = told
    while True:
        left, deck = list(_PACK), []
        while left:
            number = 2091639 * seeds[0] + carry * _STEP
            carry = trunc(number)
            seeds = [*seeds[1:], number - carry]
            place = trunc(len(left) * seeds[2])
            deck.append(left[place])
            last = left.pop()
            if place < len(left):
                left[place] = last
        yield deck


def _told(entry: Any) -> str:
    """Return the identity of an entry, wherever it occurs."""
    return json.dumps([part(entry, "_stateID"), part(entry, "action")], sort_keys=True)


def _done(entries: Iterable[Placed]) -> tuple[list[tuple[int, Any, int]], int]:
    """Return the moves not undone, each with the number undone before it, and the number at the end.

    Entries that are not moves are kept, for the reader to report.
    """
    done: list[tuple[int, Any, int]] = []
    undone: list[tuple[int, Any, int]] = []
    for line, entry in entries:
        kind, by = part(entry, "action", "type"), part(entry, "action", "payload", "playerID")
        if kind in _SKIPPED:
            continue
        if kind == "UNDO" and done and part(done[-1][1], "action", "payload", "playerID") == by:
            undone.append(done.pop())
        elif kind == "REDO" and undone:
            done.append(undone.pop())
        else:
            done.append((line, entry, sum(1 + before for _, _, before in undone)))
            undone.clear()
    return done, sum(1 + before for _, _, before in undone)


class StoredMatches:
    """Groups the values of a file into matches."""

    def __init__(self) -> None:
        self.matches: list[StoredMatch] = []
        self._by_id: dict[str, StoredMatch] = {}
        self._last: StoredMatch | None = None
        """The match of the last value without an id."""
        self._id: str | None = None
        """The id before the next values."""
        self._dump = 0
        """The number of the browser storage: ids are the same in many."""

    def take(self, line: int, value: Any) -> bool:
        """Add a value of a file; returns whether it is one of boardgame.io's."""
        if isinstance(value, str):
            self._id = value
            return True
        return self._put(line, value, self._id)

    def _put(self, line: int, value: Any, match_id: str | None) -> bool:
        if isinstance(value, list):
            # A pair of the storage begins with the id of its match, and so does what is sent to a client.
            named = len(value) > 1 and isinstance(value[0], str)
            each_id = f"{self._dump} {value[0]}" if named else match_id
            parts = [each for each in value[named:] if isinstance(each, dict | list)]
            # Patches of states cannot hold states or entries.
            return self._put_all(line, [(each, each_id) for each in parts if part(each, 0, "op") is None])
        if part(value, "G") is not None:
            self._match(line, match_id, value).add_state(line, value)
        elif part(value, "action") is not None:
            self._entry(line, value, match_id)
        elif isinstance(part(value, "key"), str) and "value" in value:
            return self._put(line, value["value"], value["key"].partition(":")[0])
        elif part(value, "players") is not None or part(value, "gameName") is not None:
            match = self._match(line, match_id, None)
            match.add_names(value)
            self._put_parts(line, value, match)
        elif isinstance(value, dict) and any(map(_keeps, value)):
            self._dump += 1
            return self._put_all(
                line, [(_opened(each), None) for name, each in value.items() if _keeps(name)]
            )
        elif isinstance(part(value, "args"), list):
            return self._put(line, value["args"], match_id)
        elif isinstance(value, dict) and any(name in value for name in _PARTS):
            begins = match_id is None and not {"initialState", "log"}.isdisjoint(value)
            match = self._begin(line) if begins else self._match(line, match_id, part(value, "state"))
            self._put_parts(line, value, match)
        else:
            return False
        return True

    def _put_all(self, line: int, found: list[tuple[Any, str | None]]) -> bool:
        """Add values, each with its match; returns whether all of them are boardgame.io's."""
        taken = [self._put(line, value, match_id) for value, match_id in found]
        return all(taken)

    def _put_parts(self, line: int, value: Any, match: StoredMatch) -> None:
        for name in _PARTS:
            found = part(value, name)
            if part(found, "G") is not None:
                match.add_state(line, found)
            elif name in ("log", "deltalog"):
                match.add_log(line, found)
            else:
                match.add_names(found)

    def _entry(self, line: int, entry: Any, match_id: str | None) -> None:
        match = self._match(line, match_id, None)
        if match_id is None and not match.goes_on(entry):
            match = self._begin(line)
        match.add_entry(line, entry)

    def _match(self, line: int, match_id: str | None, state: Any) -> StoredMatch:
        if match_id is not None:
            if match_id not in self._by_id:
                self._by_id[match_id] = self._add(line)
            return self._by_id[match_id]
        if self._last is None or (state is not None and not self._last.has(state)):
            return self._begin(line)
        return self._last

    def _begin(self, line: int) -> StoredMatch:
        self._last = self._add(line)
        return self._last

    def _add(self, line: int) -> StoredMatch:
        self.matches.append(StoredMatch(line))
        return self.matches[-1]


def _keeps(name: str) -> bool:
    return name.endswith(_STORED)


def _opened(value: Any) -> Any:
    """Parse a JSON text in a browser's storage; None if it is not one."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None


def shows(value: Any) -> bool:
    """Return whether a value holds a state, an entry or the name of this game."""
    collected = StoredMatches()
    try:
        collected.take(1, value)
    except RecursionError:
        return False
    return any(
        match.game == GAME
        or any(_is_state(state) for _, state in match.states)
        or any(_is_entry(entry) for _, entry in match.entries)
        for match in collected.matches
    )


def _is_state(value: Any) -> bool:
    """Return whether a value is a state of the client, with the program's cards."""
    deck = part(value, "G", "deck")
    cards = [(part(card, "suit"), part(card, "value")) for card in deck] if isinstance(deck, list) else []
    is_known = (
        type(suit) is int and 0 <= suit < len(SUITS) and type(rank) is int and rank in RANKS
        for suit, rank in cards
    )
    return bool(cards) and all(is_known)


def _is_entry(value: Any) -> bool:
    """Return whether a value is an entry of the client's log with a move of the program."""
    if part(value, "_stateID") is None:
        return False
    match part(value, "action", "payload"):
        case {"type": "SelectCards", "args": [[*_], *_]} | {"type": "Meld", "args": [int(), *_]}:
            return True
        case {"type": "GoOut"}:
            return True
    return False
