"""The tables of many games as Arrow tables, column by column; needs the extra `analytics`.

A game of two players in which nothing is wrong is judged by the fast path, which records its actions as
numbers, and no record of it is made. Any other is judged in the ordinary way and gives the rows of
:mod:`notation.corpus.rows`: both fill the same columns.
"""

import hashlib
import sys
from array import array
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from notation.corpus.arrow import FROM_NUMBERS, TEXT, WORD, schema_in_memory
from notation.corpus.facts import Row, SharedCells, finding_rows, game_row
from notation.corpus.tables import ALWAYS, TABLES
from notation.judge.bulk import Verdict, recorded
from notation.judge.recorder import (
    ACTION_FIELDS,
    DEAL_FIELDS,
    PLAIN,
    SEAT_FIELDS,
    TRICK_FIELDS,
    Layout,
    PlayRecorder,
    RecordedDeal,
    announced,
)
from notation.record.words import SEAT_LETTERS, action_word, card_word
from notation.specs.spec import write_spec
from notation.text.source import Source
from referee import actions
from referee.actions import ACTIONS_BY_NUMBER, ANNOUNCEMENTS
from referee.cards import CARDS_BY_NUMBER, SEATS, SUIT_LETTERS, SUITS, Cards, members
from referee.rules import RuleSet
from referee.state import Reason

if TYPE_CHECKING:
    from notation.judge.judgement import Closing
    from notation.record.path import Path

Tables = dict[str, pa.Table]
"""The tables of some games by name; games are numbered from 1."""


def _words() -> list[str]:
    """Return the words of a record by the numbers of :class:`PlayRecorder`."""
    plain = [action_word(actions.marriage(suit), 20) for suit in SUITS]
    said = [action_word(actions.marriage(suit), 40) for suit in SUITS]
    said += ["draw" if each == actions.DRAW else action_word(each) for each in ANNOUNCEMENTS[len(SUITS) :]]
    return [*map(card_word, CARDS_BY_NUMBER[:PLAIN]), *plain, *said]


_WORDS: Final = _words()
_DICTIONARY: Final = pa.array(_WORDS, pa.string())
_KINDS: Final = pa.array(
    ["card"] * PLAIN + ["marriage"] * 8 + ["exchange", "close", "close", "draw", "claim"], pa.string()
)
_SEATS: Final = pa.array(SEAT_LETTERS, pa.string())
_SUITS: Final = pa.array(SUIT_LETTERS, pa.string())


class _DigestLines(dict[int, str]):
    """Lines of a digest: what a seat did by its two bytes in the history of a deal, by trump suit."""

    def __init__(self, trump: int) -> None:
        super().__init__()
        self.trump = trump

    def __missing__(self, pair: int) -> str:
        seat, action = pair.to_bytes(2, sys.byteorder)
        word = ""
        if action != actions.DRAW:
            number = action
            if action >= PLAIN:
                number = announced(ACTIONS_BY_NUMBER[action], action - actions.MARRIAGE == self.trump)
            word = f"\n{SEAT_LETTERS[seat]} {_WORDS[number]}"
        self[pair] = word
        return word


_DONE: Final = tuple(map(_DigestLines, SUITS))


_REASONS: Final = pa.array([each.value for each in Reason], pa.string())
_OF_GAMES: Final = {
    "game_id": pa.int32(),
    **dict.fromkeys(("rules", "spec", "event", "date"), TEXT),
    "year": pa.int32(),
}
"""Columns that say the same of every row of a game."""


class CorpusColumns:
    """Judges games and gathers their rows in columns; ``tables`` are those that are wanted.

    Without ``digested`` the digests of records are left out.
    """

    def __init__(self, tables: Collection[str] = ALWAYS, digested: bool = True) -> None:
        self.games = 0
        """The number of games."""
        self.deals = 0
        """The number of their deals."""
        self.quick = 0
        """The number of games of which no record was made."""
        self._tables = [name for name in TABLES if name in tables]
        self._digested = digested
        self._cells: dict[str, list[Any]] = {name: [] for name in self._tables}
        """The cells of each table row by row, but for what comes of numbers."""
        self._recorder = PlayRecorder(not {"tricks", "actions", "decisions"}.isdisjoint(tables))
        self._specs: dict[int, tuple[RuleSet, str]] = {}
        self._recorded = _Recorded()
        self._noted = not {"games", "findings"}.isdisjoint(tables)

    def add(
        self, source: Source, file: str = "-", assumed: RuleSet | None = None, imposed: RuleSet | None = None
    ) -> None:
        """Add a game, judged as :func:`notation.corpus.judged_in_full` does."""
        self.games += 1
        is_quick = imposed is None and "costs" not in self._tables
        verdict = None
        if is_quick:
            verdict = recorded(source, self._recorder, keeps_notes=self._noted)
        if verdict is None:
            self._add_rows(source, file, assumed, imposed)
        else:
            self._add_recorded(verdict, file)

    def tables(self) -> Tables:
        """Return the tables."""
        made = {}
        columns = self._recorded.columns(self._tables)
        for name in self._tables:
            cells, schema = self._cells[name], schema_in_memory(name)
            table = _from_cells(cells, schema) if cells or name not in FROM_NUMBERS else None
            if name in FROM_NUMBERS:
                counted = pa.table([columns[name][each] for each in schema.names], schema)
                if name == "decisions" and not pc.all(columns[name]["decides"]).as_py():
                    counted = counted.filter(columns[name]["decides"])
                if table is not None:
                    both = pa.concat_tables([table, counted])
                    counted = both.take(pc.sort_indices(both, [("game_id", "ascending")]))
                table = counted
            made[name] = table
        return made

    def _add_rows(self, source: Source, file: str, assumed: RuleSet | None, imposed: RuleSet | None) -> None:
        from notation.corpus.rows import judged_in_full, rows_of  # with every game right none is needed
        from notation.text.reader import read_game

        judgement = judged_in_full(read_game(source), assumed, imposed)
        self.deals += len(judgement.game.readable.deals)
        for name, rows in rows_of(judgement, file, self.games, self._tables, self._digested).items():
            names = [field.name for field in TABLES[name]]
            for row in rows:
                self._cells[name].extend(map(row.__getitem__, names))

    def _put(self, table: str, rows: Iterable[Row]) -> None:
        """Add rows that have every column, in order."""
        for row in rows:
            self._cells[table].extend(row.values())

    def _add_recorded(self, verdict: Verdict, file: str) -> None:
        self.quick += 1
        recorder, tables = self._recorder, self._tables
        game, spec, number = SharedCells.of_tags(verdict.tags), self._spec(verdict.rules), self.games
        self.deals += verdict.deals
        plays: list[str] = []
        if "games" in tables or "deals" in tables:
            plays += map(_play_digest, recorder.deals)
        if "games" in tables:
            named = _record_digest(verdict.source, spec) if self._digested else None
            self._put("games", [game_row(verdict.found(), game, number, file, verdict.deals, plays, named)])
        if "findings" in tables and verdict.findings:
            self._put("findings", finding_rows(verdict.found(), number, _places(verdict, recorder)))
        if not FROM_NUMBERS.isdisjoint(tables):
            alike = (number, verdict.rules.name, spec, game.event, game.date, game.year)
            self._recorded.add(recorder, alike, game, plays if "deals" in tables else [])

    def _spec(self, rules: RuleSet) -> str:
        known = self._specs.get(id(rules))
        if known is None:
            known = self._specs[id(rules)] = (rules, write_spec(rules))
        return known[1]


def _places(verdict: Verdict, recorder: PlayRecorder) -> "dict[tuple[int, str, Any], Path]":
    """Return the places of findings, each on the last action of a deal."""
    from notation.record.path import place  # few games have any

    places = {}
    for finding in verdict.findings:
        deal = recorder.deals[finding.deal - 1]
        places[finding.deal, finding.code.id, finding.span] = place(deal.trick, deal.action)
    return places


def _record_digest(source: Source, spec: str) -> str | None:
    from notation.text.canonical import canonical_text  # few commands print digests
    from notation.text.reader import read_game

    text = canonical_text(source.text, spec)
    return read_game(source).digest if text is None else hashlib.sha256(text.encode()).hexdigest()


def _play_digest(deal: RecordedDeal) -> str:
    """Return the digest of a deal's cards and its play, as that of an account is made."""
    end, held = deal.deal, deal.held
    words = [SEAT_LETTERS[end.dealer], "2"]
    words += [f"{SEAT_LETTERS[seat]}: {_cards_in_words(sorted(held[seat]))}" for seat in SEATS[:2]]
    words += [_cards_in_words(held[-1]), SUIT_LETTERS[end.trump]]
    done = map(_DONE[end.trump].__getitem__, memoryview(end.history).cast("H"))
    return hashlib.sha256(("\n".join(words) + "".join(done)).encode()).hexdigest()


def _cards_in_words(cards: Iterable[int]) -> str:
    return " ".join([_WORDS[card] for card in cards])


def _from_cells(cells: list[Any], schema: pa.Schema) -> pa.Table:
    width = len(schema)
    return pa.table([pa.array(cells[at::width], field.type) for at, field in enumerate(schema)], schema)


class _Recorded:
    """The numbers of the recorded games, and what goes with each game and deal."""

    def __init__(self) -> None:
        self.actions = array("i")
        self.tricks = array("i")
        self.seats = array("i")
        self.ends = array("i")
        """The numbers of the deals."""
        self.deals = array("i")
        """The deals, counted in their games."""
        self.games_of = array("i")
        """The game of each deal, counted from 0."""
        self.games: list[tuple[Any, ...]] = []
        """What every row of a game says alike, as :data:`_OF_GAMES` names it."""
        self.names: list[str | None] = []
        """The players by game and seat, guests included; `counted` leaves guests out."""
        self.counted: list[str | None] = []
        self.plays: list[str] = []
        """What table `deals` alone has: the digests of the plays, the cards as bytes, and the closes."""
        self.hands: list[bytes] = []
        self.talons: list[bytes] = []
        self.closes: list[Closing | None] = []

    def add(
        self, recorder: PlayRecorder, alike: tuple[Any, ...], game: SharedCells, plays: Sequence[str]
    ) -> None:
        """Add a game, with the digests of its plays for table `deals`."""
        self.actions.fromlist(recorder.actions)
        self.tricks.fromlist(recorder.tricks)
        self.seats.fromlist(recorder.seats)
        self.ends.fromlist(recorder.ends)
        deals = len(recorder.deals)
        self.deals.extend(range(1, deals + 1))
        self.games_of.extend([len(self.games)] * deals)
        self.games.append(alike)
        self.names += game.names[:2]
        self.counted += game.counted[:2]
        if plays:
            from notation.judge.judgement import Closing  # of the reader, which takes long to load

            self.plays += plays
            for deal, held, *_ in recorder.deals:
                self.hands += bytes(held[0]), bytes(held[1])
                self.talons.append(bytes(held[-1]))
                self.closes.append(Closing.of(deal))

    def columns(self, tables: Collection[str]) -> "dict[str, _Columns]":
        """Return the columns of these tables, and ``decides``: which actions are decisions."""
        if FROM_NUMBERS.isdisjoint(tables):
            return {}
        seats, ends = _fields(self.seats, SEAT_FIELDS), _fields(self.ends, DEAL_FIELDS)
        actions = _fields(self.actions, ACTION_FIELDS)
        alike = self._alike(seats, ends)
        made: dict[str, _Columns] = {}
        if "deals" in tables:
            made["deals"] = self._of_deals(alike, seats, ends)
        if "seats" in tables:
            made["seats"] = self._of_seats(alike, seats)
        if "tricks" in tables:
            made["tricks"] = self._of_tricks(alike, ends, actions["done"])
        if "actions" in tables or "decisions" in tables:
            deals = _parents(ends["actions"])
            made["actions"] = made["decisions"] = {
                **_taken(alike, deals, schema_in_memory("decisions").names),
                **self._of_actions(actions),
                **(self._of_decisions(deals, actions, seats) if "decisions" in tables else {}),
            }
        return made

    def _alike(self, seats: "_Columns", ends: "_Columns") -> "_Columns":
        """Return what every row of a deal says alike."""
        of_games = {
            name: pa.array([game[at] for game in self.games], kind)
            for at, (name, kind) in enumerate(_OF_GAMES.items())
        }
        return {
            **_taken(of_games, _numbers(self.games_of), _OF_GAMES),
            "deal": _numbers(self.deals),
            "dealer": _of(_SEATS, _of_seat(1, seats["dealt"])),
            "outcome_stands": pc.cast(_of_seat(0, seats["complete"]), pa.bool_()),
            "outcome_reason": _of(_REASONS, _known(ends["reason"])),
        }

    def _players(self, names: Sequence[str | None], deals: pa.Array, seats: pa.Array) -> pa.Array:
        """Return who sits at these seats of these deals."""
        games = _numbers(self.games_of).take(deals)
        return pa.array(names, TEXT).take(pc.add(pc.shift_left(games, _ONE), seats))

    def _of_deals(self, alike: "_Columns", seats: "_Columns", ends: "_Columns") -> "_Columns":
        complete = alike["outcome_stands"]
        by_seat = _upto(2 * len(complete))
        players = self._players(self.names, pc.shift_right(by_seat, _ONE), pc.bit_wise_and(by_seat, _ONE))
        first, second = (pc.cast(_of_seat(seat, seats["won"]), pa.bool_()) for seat in SEATS[:2])
        winner = pc.if_else(first, SEATS[0], pc.if_else(second, SEATS[1], None))
        brought = pc.add(*(_of_seat(seat, seats["game_points"]) for seat in SEATS[:2]))
        hands, talons = (_in_words(pa.array(each, pa.binary())) for each in (self.hands, self.talons))
        columns = {
            **alike,
            "players": _in_twos(players),
            "leader": _of(_SEATS, _of_seat(1, seats["led"])),
            "trump": _of(_SUITS, ends["trump"]),
            "turn_up": _of(_DICTIONARY, pa.array([talon[-1] for talon in self.talons], pa.int32())),
            "hands": _in_twos(pc.binary_join(pc.cast(hands, pa.list_(pa.string())), " ")),
            "talon": talons,
            "complete": complete,
            "stands": complete,
            "winner": _of(_SEATS, winner),
            "game_points": pc.if_else(complete, brought, None),
            "reason": alike["outcome_reason"],
            "points": _in_twos(seats["points"]),
            "tricks": _in_twos(seats["tricks"]),
            **{
                name: pc.if_else(complete, pc.cast(ends[name], pa.bool_()), None)
                for name in ("schneider", "schwarz")
            },
            **{
                f"close_{name}": pa.array([each and getattr(each, name) for each in self.closes])
                for name in ("trick", "points", "tricks", "talon", "short")
            },
            "closer": pa.array([each and SEAT_LETTERS[each.seat] for each in self.closes], pa.string()),
            "play": pa.array(self.plays, pa.string()),
            "errors": pa.repeat(pa.scalar(0, pa.int32()), len(complete)),
        }
        schema = schema_in_memory("deals")
        return {field.name: pc.cast(columns[field.name], field.type) for field in schema}

    def _of_seats(self, alike: "_Columns", raw: "_Columns") -> "_Columns":
        schema = schema_in_memory("seats")
        deals = pc.shift_right(_upto(len(self.seats) // len(SEAT_FIELDS)), _ONE)
        columns = _taken(alike, deals, schema.names)
        for name, numbers in raw.items():
            is_truth = name != "seat" and schema.field(name).type == pa.bool_()
            columns[name] = pc.cast(numbers, pa.bool_()) if is_truth else numbers
        for name in ("won", "game_points"):
            columns[name] = pc.if_else(columns["complete"], columns[name], None)
        letters = _of(_SEATS, raw["seat"])
        alone = pa.repeat(pa.scalar(True), len(deals))
        player = self._players(self.counted, deals, raw["seat"])
        return columns | {"seat": letters, "side": letters, "names_side": alone, "player": player}

    def _of_tricks(self, alike: "_Columns", ends: "_Columns", done: pa.Array) -> "_Columns":
        raw = _fields(self.tricks, TRICK_FIELDS)
        return {
            **_taken(alike, _parents(ends["tricks"]), schema_in_memory("tricks").names),
            "trick": raw["trick"],
            "leader": _of(_SEATS, raw["leader"]),
            "winner": _of(_SEATS, _known(raw["winner"])),
            "actions": _word_lists(_ends(raw["actions"]), done),
            "cards": _word_lists(_ends(raw["plays"]), done.filter(pc.less(done, _PLAIN))),
            "value": _known(raw["value"]),
            "points": _pairs(raw["points_a"], raw["points_b"]),
        }

    def _of_actions(self, raw: "_Columns") -> "_Columns":
        done = raw["done"]
        tricks, most = ((pc.max(raw[name]).as_py() or 0) + 1 for name in ("trick", "action"))
        places = [f"{trick}.{action}" for trick, action in product(range(tricks), range(most))]
        at = pc.add(pc.multiply(raw["trick"], pa.scalar(most, pa.int32())), raw["action"])
        said = pc.add(raw["said"], pc.shift_left(raw["trump"], pa.scalar(len(ANNOUNCEMENTS), pa.int32())))
        return {
            "trick": raw["trick"],
            "action": raw["action"],
            "place": _of(pa.array(places, pa.string()), at),
            "seat": _of(_SEATS, raw["seat"]),
            "word": _of(_DICTIONARY, done),
            "kind": _of(_KINDS, done),
            "card": _of(_DICTIONARY, pc.if_else(pc.less(done, _PLAIN), done, None)),
            "ruling": pa.nulls(len(done), WORD),
            "legal": _members(raw["cards"], _said().take(said)),
            "lead": _of(_DICTIONARY, _known(raw["lead"])),
            "points": _pairs(raw["points_a"], raw["points_b"]),
            "tricks": _pairs(raw["tricks_a"], raw["tricks_b"]),
            "tricks_left": raw["tricks_left"],
            "talon": raw["talon"],
            "trump": _of(_SUITS, raw["trump"]),
            "closer": _of(_SEATS, _known(raw["closer"])),
        }

    def _of_decisions(self, deals: pa.Array, raw: "_Columns", seats: "_Columns") -> "_Columns":
        """Return what a decision has beside an action."""
        by_seat = pc.add(pc.shift_left(deals, _ONE), raw["seat"])
        brought, complete = seats["game_points"], pc.cast(seats["complete"], pa.bool_())
        other = brought.take(pc.bit_wise_xor(_upto(len(brought)), _ONE))
        outcomes = {
            "outcome_won": pc.cast(seats["won"], pa.bool_()),
            "outcome_game_points": pc.subtract(brought, other),
            "outcome_points": seats["points"],
        }
        lead = raw["lead"]
        is_reply = pc.cast(lead, pa.bool_())
        return {
            **{name: pc.if_else(complete, each, None).take(by_seat) for name, each in outcomes.items()},
            "player": self._players(self.names, deals, raw["seat"]),
            "turn_up": _of(_DICTIONARY, _known(raw["turn_up"])),
            "hand": _members(raw["hand"]),
            "gone": _members(raw["gone"]),
            "table": _word_lists(_ends(pc.cast(is_reply, pa.int32())), _known(lead).drop_null()),
            "decides": pc.cast(raw["decides"], pa.bool_()),
            "waiting": _pairs(raw["waiting_a"], raw["waiting_b"]),
        }


_Columns = dict[str, pa.Array]
_ONE: Final = pa.scalar(1, pa.int32())
_WIDTH: Final = pa.scalar(32, pa.int64())
_PLAIN: Final = pa.scalar(PLAIN, pa.int32())
_HALF: Final = 12
"""Cards whose sets are looked up together: half a pack."""


def _numbers(numbers: "array[int]") -> pa.Array:
    return pa.Array.from_buffers(pa.int32(), len(numbers), [None, pa.py_buffer(numbers)])


def _upto(count: int, step: int = 1, first: int = 0) -> pa.Array:
    """Return so many numbers from the first one on."""
    steps = pa.repeat(pa.scalar(step, pa.int32()), count)
    return pc.cumulative_sum(steps, start=pa.scalar(first - step, pa.int32()))


def _fields(numbers: "array[int]", layout: Layout) -> _Columns:
    """Return the fields of recorded numbers by name."""
    found = {}
    for at, fields in enumerate(layout):
        left = _numbers(numbers[at :: len(layout)])
        for name, bits in fields:
            found[name] = pc.bit_wise_and(left, pa.scalar((1 << bits) - 1, pa.int32()))
            left = pc.shift_right(left, pa.scalar(bits, pa.int32()))
    return found


def _parents(counts: pa.Array) -> pa.Array:
    """Return the deal of each row, counted from 0, from how many rows each has."""
    ends = _ends(counts)
    lists = pa.ListArray.from_arrays(ends, pa.nulls(ends[-1].as_py()))
    return pc.cast(pc.list_parent_indices(lists), pa.int32())


def _taken(columns: _Columns, rows: pa.Array, names: Collection[str]) -> _Columns:
    """Return those of these columns that have one of the names, with the value of one row after the other."""
    return {name: column.take(rows) for name, column in columns.items() if name in names}


def _of_seat(seat: int, numbers: pa.Array) -> pa.Array:
    """Return the numbers of one of the two seats, deal by deal."""
    return numbers.take(_upto(len(numbers) // 2, 2, seat))


def _known(numbers: pa.Array) -> pa.Array:
    """Return numbers of which 0 is none, and any other stands for the one before it."""
    return _before().take(numbers)


@cache
def _before() -> pa.Array:
    return pa.array([None, *range(PLAIN)], pa.int32())


def _of(words: pa.Array, numbers: pa.Array) -> pa.Array:
    """Return the word of each number."""
    return pa.DictionaryArray.from_arrays(pc.cast(numbers, pa.int16()), words)


def _pairs(first: pa.Array, second: pa.Array) -> pa.Array:
    low, high = (first, second) if sys.byteorder == "little" else (second, first)
    both = pc.bit_wise_or(pc.cast(low, pa.int64()), pc.shift_left(pc.cast(high, pa.int64()), _WIDTH))
    return _in_twos(pa.Array.from_buffers(pa.int32(), 2 * len(both), both.buffers()))


def _in_twos(values: pa.Array) -> pa.Array:
    """Return lists of two values each."""
    return pa.ListArray.from_arrays(_upto(len(values) // 2 + 1, 2), values)


def _ends(counts: pa.Array) -> pa.Array:
    """Return the ends of lists with so many members, after a 0."""
    return pa.concat_arrays([pa.array([0], pa.int32()), pc.cumulative_sum(counts)])


def _word_lists(ends: pa.Array, numbers: pa.Array) -> pa.Array:
    """Return lists of words with these ends, by the numbers of the words."""
    return pa.ListArray.from_arrays(ends, _of(_DICTIONARY, numbers))


def _members(cards: pa.Array, *others: pa.Array) -> pa.Array:
    """Return the words of the cards of each set, and of numbers as bytes."""
    low, high = _halves()
    first = low.take(pc.bit_wise_and(cards, pa.scalar((1 << _HALF) - 1, pa.int32())))
    second = high.take(pc.shift_right(cards, pa.scalar(_HALF, pa.int32())))
    return _in_words(pc.binary_join_element_wise(first, second, *others, pa.scalar(b"")))


def _in_words(numbers: pa.Array) -> pa.Array:
    """Return the words of numbers as bytes."""
    _, ends, values = numbers.buffers()
    ends = pa.Array.from_buffers(pa.int32(), len(numbers) + 1, [None, ends])
    return _word_lists(ends, pa.Array.from_buffers(pa.uint8(), ends[-1].as_py(), [None, values]))


@cache
def _halves() -> tuple[pa.Array, pa.Array]:
    """Return the numbers of the cards of each set of the lower cards, and of the upper."""
    sets = [bytes(members(Cards(bits))) for bits in range(1 << _HALF)]
    return pa.array(sets, pa.binary()), pa.array([bytes(_HALF + card for card in each) for each in sets])


@cache
def _said() -> pa.Array:
    """Return the numbers of the announcements of each set, for one trump suit after the other."""
    sets = []
    for trump, bits in product(SUITS, range(1 << len(ANNOUNCEMENTS))):
        each = (action for place, action in enumerate(ANNOUNCEMENTS) if bits >> place & 1)
        sets.append(bytes(announced(action, action - actions.MARRIAGE == trump) for action in each))
    return pa.array(sets, pa.binary())
