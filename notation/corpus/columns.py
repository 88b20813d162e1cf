"""The tables of many games as Arrow tables, column by column; needs the extra `analytics`.

A game of two players in which nothing is wrong is judged by the fast path, which records its actions as
numbers, and no record of it is made. Any other is judged in the ordinary way and gives the rows of
:mod:`notation.corpus.rows`: both fill the same columns.
"""

import hashlib
import sys
from array import array
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from notation.corpus.arrow import FROM_NUMBERS, WORD, schema_in_memory
from notation.corpus.facts import DealFacts, Row, SharedCells, deal_row, finding_rows, game_row
from notation.corpus.tables import ALWAYS, TABLES
from notation.judge.bulk import Verdict, recorded
from notation.judge.recorder import (
    ACTION_FIELDS,
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

if TYPE_CHECKING:
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


_ALIKE: Final = {
    **dict.fromkeys(("game_id", "deal"), pa.int32()),
    **dict.fromkeys(("rules", "spec", "event", "date"), WORD),
    "year": pa.int32(),
    "dealer": WORD,
    "outcome_stands": pa.bool_(),
    "outcome_reason": WORD,
}
"""Columns that say the same of every row of a deal."""


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
        if "deals" in tables:
            for at, deal in enumerate(recorder.deals, 1):
                facts = _facts(deal, at, verdict.rules, spec, plays[at - 1])
                self._put("deals", [deal_row(facts, game, number)])
        if "games" in tables:
            named = _record_digest(verdict.source, spec) if self._digested else None
            self._put("games", [game_row(verdict.found(), game, number, file, verdict.deals, plays, named)])
        if "findings" in tables and verdict.findings:
            self._put("findings", finding_rows(verdict.found(), number, _places(verdict, recorder)))
        if not FROM_NUMBERS.isdisjoint(tables):
            self._recorded.add(recorder, number, game, verdict.rules, spec)

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


def _facts(deal: RecordedDeal, number: int, rules: RuleSet, spec: str, play: str) -> DealFacts:
    from notation.judge.judgement import Closing  # of the reader, which takes long to load

    end, held = deal.deal, deal.held
    result, dealt = end.result, end.dealt
    assert dealt is not None  # noqa: S101 - from its first card on
    return DealFacts(
        number,
        rules,
        spec,
        end.dealer,
        deal.leader,
        end.trump,
        dealt.talon[-1],
        {seat: _cards_in_words(held[seat]) for seat in SEATS[:2]},
        [_WORDS[card] for card in held[-1]],
        result,
        deal.won,
        result.card_points if result else end.points,
        end.tricks,
        end.steps or (),
        Closing.of(end),
        0,
        play,
    )


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
    """The numbers of the recorded games, and what goes with each deal."""

    def __init__(self) -> None:
        self.actions = array("i")
        self.tricks = array("i")
        self.seats = array("i")
        self.action_ends = array("i", [0])
        """How many actions there are up to the end of each deal."""
        self.trick_ends = array("i", [0])
        self.deals: list[tuple[Any, ...]] = []
        """What every row of a deal says alike, as :data:`_ALIKE` names it."""
        self.names: list[str | None] = []
        """The players by deal and seat, guests included; `counted` leaves guests out."""
        self.counted: list[str | None] = []

    def add(self, recorder: PlayRecorder, number: int, game: SharedCells, rules: RuleSet, spec: str) -> None:
        """Add a game."""
        actions_before, tricks_before = self.action_ends[-1], self.trick_ends[-1]
        self.actions.fromlist(recorder.actions)
        self.tricks.fromlist(recorder.tricks)
        self.seats.fromlist(recorder.seats)
        self.names += game.names[:2] * len(recorder.deals)
        self.counted += game.counted[:2] * len(recorder.deals)
        for at, recorded_deal in enumerate(recorder.deals, 1):
            self.action_ends.append(actions_before + recorded_deal.actions // len(ACTION_FIELDS))
            self.trick_ends.append(tricks_before + recorded_deal.tricks // len(TRICK_FIELDS))
            result = recorded_deal.deal.result
            word, dealer = result.word if result else None, SEAT_LETTERS[recorded_deal.deal.dealer]
            alike = (number, at, rules.name, spec, game.event, game.date, game.year, dealer)
            self.deals.append((*alike, result is not None, word))

    def columns(self, tables: Collection[str]) -> dict[str, Mapping[str, pa.Array]]:
        """Return the columns of these tables, and ``decides``: which actions are decisions."""
        if FROM_NUMBERS.isdisjoint(tables):
            return {}
        alike = {
            name: pa.array([deal[at] for deal in self.deals], kind)
            for at, (name, kind) in enumerate(_ALIKE.items())
        }
        seats, actions = _fields(self.seats, SEAT_FIELDS), _fields(self.actions, ACTION_FIELDS)
        made: dict[str, Mapping[str, pa.Array]] = {}
        if "seats" in tables:
            made["seats"] = self._of_seats(alike, seats)
        if "tricks" in tables:
            made["tricks"] = self._of_tricks(alike, actions["done"])
        if "actions" in tables or "decisions" in tables:
            made["actions"] = made["decisions"] = {
                **self._of_actions(alike, actions),
                **(self._of_decisions(actions, seats) if "decisions" in tables else {}),
            }
        return made

    def _of_seats(self, alike: "_Columns", raw: "_Columns") -> "_Columns":
        schema = schema_in_memory("seats")
        columns = _of_deals(alike, pc.shift_right(_upto(len(self.counted)), _ONE), schema.names)
        for name, numbers in raw.items():
            is_truth = name != "seat" and schema.field(name).type == pa.bool_()
            columns[name] = pc.cast(numbers, pa.bool_()) if is_truth else numbers
        for name in ("won", "game_points"):
            columns[name] = pc.if_else(columns["complete"], columns[name], None)
        letters = _of(_SEATS, raw["seat"])
        counted = pa.array(self.counted, WORD)
        alone = pa.repeat(pa.scalar(True), len(counted))
        return columns | {"seat": letters, "side": letters, "names_side": alone, "player": counted}

    def _of_tricks(self, alike: "_Columns", done: pa.Array) -> "_Columns":
        raw = _fields(self.tricks, TRICK_FIELDS)
        return {
            **_of_deals(alike, _parents(self.trick_ends), schema_in_memory("tricks").names),
            "trick": raw["trick"],
            "leader": _of(_SEATS, raw["leader"]),
            "winner": _of(_SEATS, _known(raw["winner"])),
            "actions": _word_lists(_ends(raw["actions"]), done),
            "cards": _word_lists(_ends(raw["plays"]), done.filter(pc.less(done, _PLAIN))),
            "value": _known(raw["value"]),
            "points": _pairs(raw["points_a"], raw["points_b"]),
        }

    def _of_actions(self, alike: "_Columns", raw: "_Columns") -> "_Columns":
        done = raw["done"]
        tricks, most = ((pc.max(raw[name]).as_py() or 0) + 1 for name in ("trick", "action"))
        places = [f"{trick}.{action}" for trick, action in product(range(tricks), range(most))]
        at = pc.add(pc.multiply(raw["trick"], pa.scalar(most, pa.int32())), raw["action"])
        said = pc.add(raw["said"], pc.shift_left(raw["trump"], pa.scalar(len(ANNOUNCEMENTS), pa.int32())))
        return {
            **_of_deals(alike, _parents(self.action_ends), _ALIKE),
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

    def _of_decisions(self, raw: "_Columns", seats: "_Columns") -> "_Columns":
        """Return what a decision has beside an action."""
        deals = pc.multiply(_parents(self.action_ends), pa.scalar(2, pa.int32()))
        by_seat = pc.add(deals, raw["seat"])
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
            "player": pa.array(self.names, WORD).take(by_seat),
            "turn_up": _of(_DICTIONARY, _known(raw["turn_up"])),
            "hand": _members(raw["hand"]),
            "gone": _members(raw["gone"]),
            "table": _word_lists(_ends(pc.cast(is_reply, pa.int32())), _known(lead).drop_null()),
            "decides": pc.cast(raw["decides"], pa.bool_()),
            "waiting": _pairs(raw["waiting_a"], raw["waiting_b"]),
        }


_Columns = dict[str, pa.Array]
_ONE: Final = pa.scalar(1, pa.int32())
_PLAIN: Final = pa.scalar(PLAIN, pa.int32())
_HALF: Final = 12
"""Cards whose sets are looked up together: half a pack."""


def _numbers(numbers: "array[int]") -> pa.Array:
    return pa.Array.from_buffers(pa.int32(), len(numbers), [None, pa.py_buffer(numbers)])


def _upto(count: int) -> pa.Array:
    return _numbers(array("i", range(count)))


def _fields(numbers: "array[int]", layout: Layout) -> _Columns:
    """Return the fields of recorded numbers by name."""
    found = {}
    for at, fields in enumerate(layout):
        left = _numbers(numbers[at :: len(layout)])
        for name, bits in fields:
            found[name] = pc.bit_wise_and(left, pa.scalar((1 << bits) - 1, pa.int32()))
            left = pc.shift_right(left, pa.scalar(bits, pa.int32()))
    return found


def _parents(ends: "array[int]") -> pa.Array:
    """Return the deal of each row, counted from 0, from how many rows there are up to the end of each."""
    lists = pa.ListArray.from_arrays(_numbers(ends), pa.nulls(ends[-1]))
    return pc.cast(pc.list_parent_indices(lists), pa.int32())


def _of_deals(alike: _Columns, deals: pa.Array, names: Collection[str]) -> _Columns:
    """Return those of these columns that say the same of every row of a deal, given the deal of each row."""
    return {name: column.take(deals) for name, column in alike.items() if name in names}


def _known(numbers: pa.Array) -> pa.Array:
    """Return numbers of which 0 is none, and any other stands for the one before it."""
    return _before().take(numbers)


@cache
def _before() -> pa.Array:
    return pa.array([None, *range(PLAIN)], pa.int32())


def _of(words: pa.Array, numbers: pa.Array) -> pa.Array:
    """Return the word of each number."""
    return pa.DictionaryArray.from_arrays(numbers, words)


def _pairs(first: pa.Array, second: pa.Array) -> pa.Array:
    ends, order = _paired(len(first))
    return pa.ListArray.from_arrays(ends, pa.concat_arrays([first, second]).take(order))


@lru_cache(maxsize=1)
def _paired(count: int) -> tuple[pa.Array, pa.Array]:
    """Return the ends of so many pairs, and where their members are found: first all the first."""
    order = array("i", bytes(8 * count))
    order[::2], order[1::2] = array("i", range(count)), array("i", range(count, 2 * count))
    return _numbers(array("i", range(0, 2 * count + 1, 2))), _numbers(order)


def _ends(counts: pa.Array) -> pa.Array:
    """Return the ends of lists with so many members, after a 0."""
    return pa.concat_arrays([pa.array([0], pa.int32()), pc.cumulative_sum(counts)])


def _word_lists(ends: pa.Array, numbers: pa.Array) -> pa.Array:
    """Return lists of words with these ends, by the numbers of the words."""
    words = pa.DictionaryArray.from_arrays(pc.cast(numbers, pa.int16()), _DICTIONARY)
    return pa.ListArray.from_arrays(ends, words)


def _members(cards: pa.Array, *others: pa.Array) -> pa.Array:
    """Return the words of the cards of each set, and of numbers as bytes."""
    low, high = _halves()
    first = low.take(pc.bit_wise_and(cards, pa.scalar((1 << _HALF) - 1, pa.int32())))
    second = high.take(pc.shift_right(cards, pa.scalar(_HALF, pa.int32())))
    joined = pc.binary_join_element_wise(first, second, *others, pa.scalar(b""))
    _, ends, numbers = joined.buffers()
    count = len(joined)
    ends = pa.Array.from_buffers(pa.int32(), count + 1, [None, ends])
    return _word_lists(ends, pa.Array.from_buffers(pa.uint8(), ends[-1].as_py(), [None, numbers]))


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
