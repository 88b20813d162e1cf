"""The tables of many games as Arrow tables, column by column; needs the extra `analytics`.

A game of two players in which nothing is wrong is judged by the fast path, which records its actions as
numbers, and no record of it is made. Any other is judged in the ordinary way and gives the rows of
:mod:`notation.corpus.rows`: both fill the same columns.
"""

import hashlib
import sys
from array import array
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate, chain, repeat
from operator import add, sub
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from notation.corpus.arrow import FROM_NUMBERS, WORD, schema_in_memory
from notation.corpus.rows import (
    DealFacts,
    Row,
    SharedCells,
    deal_row,
    finding_rows,
    game_row,
    judged_in_full,
    rows_of,
)
from notation.corpus.tables import ALWAYS, TABLES
from notation.judge.bulk import Verdict, recorded
from notation.judge.judgement import Judgement
from notation.judge.recorder import (
    ACTION_FIELDS,
    PLAIN,
    SAID,
    SEAT_FIELDS,
    TRICK_FIELDS,
    PlayRecorder,
    RecordedDeal,
    announced,
)
from notation.judge.results import closing_of
from notation.record.path import Path, place
from notation.record.words import SEAT_LETTERS, action_word, card_word, seat_letter
from notation.specs.spec import write_spec
from notation.text.canonical import canonical_text
from notation.text.reader import read_game
from notation.text.source import Source
from notation.text.writer import digest
from referee import actions
from referee.actions import ACTIONS_BY_NUMBER, ANNOUNCEMENTS
from referee.cards import CARDS_BY_NUMBER, SEATS, SUIT_LETTERS, SUITS, members
from referee.rules import RuleSet
from referee.state import Reason

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
_KINDS: Final = ["card"] * PLAIN + ["marriage"] * 8 + ["exchange", "close", "close", "draw", "claim"]


class _Members(dict[int, bytes]):
    """The cards of a part of a set, by its bits."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self.first = first

    def __missing__(self, bits: int) -> bytes:
        found = self[bits] = bytes(self.first + card for card in range(16) if bits >> card & 1)
        return found


class _Announcements(dict[int, bytes]):
    """The numbers of the announcements of a set, above whose bits the trump suit stands."""

    def __missing__(self, said: int) -> bytes:
        trump = said >> SAID
        each = (action for place, action in enumerate(ANNOUNCEMENTS) if said >> place & 1)
        found = self[said] = bytes(announced(action, action - actions.MARRIAGE == trump) for action in each)
        return found


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


_LOW, _HIGH, _SAID = _Members(0), _Members(16), _Announcements()
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
            self._add_rows(judged_in_full(read_game(source), assumed, imposed), file)
        else:
            self._add_recorded(verdict, file)

    def tables(self) -> Tables:
        """Return the tables."""
        made = {}
        columns = self._recorded.columns(self._tables)
        for name in self._tables:
            table = _from_cells(name, self._cells[name])
            if name in FROM_NUMBERS:
                schema = table.schema
                counted = pa.table([columns[name][each] for each in schema.names], schema)
                if name == "decisions":
                    counted = counted.filter(columns[name]["decides"])
                if len(table):
                    both = pa.concat_tables([table, counted])
                    counted = both.take(pc.sort_indices(both, [("game_id", "ascending")]))
                table = counted
            made[name] = table
        return made

    def _add_rows(self, judgement: Judgement, file: str) -> None:
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
            places: dict[tuple[int, str, Any], Path] = {}
            for finding in verdict.findings:
                last = recorder.deals[finding.deal - 1].actions - len(ACTION_FIELDS)
                where = place(recorder.actions[last], recorder.actions[last + 1])
                places[finding.deal, finding.code.id, finding.span] = where
            self._put("findings", finding_rows(verdict.found(), number, places))
        if not FROM_NUMBERS.isdisjoint(tables):
            self._recorded.add(recorder, number, game, verdict.rules, spec)

    def _spec(self, rules: RuleSet) -> str:
        known = self._specs.get(id(rules))
        if known is None:
            known = self._specs[id(rules)] = (rules, write_spec(rules))
        return known[1]


def _record_digest(source: Source, spec: str) -> str | None:
    text = canonical_text(source.text, spec)
    if text is not None:
        return hashlib.sha256(text.encode()).hexdigest()
    record = read_game(source).record
    return digest(record) if record else None


def _facts(deal: RecordedDeal, number: int, rules: RuleSet, spec: str, play: str) -> DealFacts:
    end = deal.deal
    result, dealt = end.result, end.dealt
    assert dealt is not None  # noqa: S101 - from its first card on
    claims = []
    if deal.claimant >= 0:
        claims.append((deal.claimant, result is None or result.reason is not Reason.FALSE_OUT))
    return DealFacts(
        number,
        rules,
        spec,
        end.dealer,
        deal.leader,
        end.trump,
        dealt.talon[-1],
        {seat: list(map(CARDS_BY_NUMBER.__getitem__, deal.held[seat])) for seat in SEATS[:2]},
        list(map(CARDS_BY_NUMBER.__getitem__, deal.held[-1])),
        result,
        deal.won,
        result.card_points if result else end.points,
        end.tricks,
        end.steps or (),
        closing_of(end),
        claims,
        [seat for seat in SEATS[:2] if deal.missed >> seat & 1],
        [(each.seat, each.suit == end.trump) for each in end.marriages],
        0,
        play,
    )


def _play_digest(deal: RecordedDeal) -> str:
    """Return the digest of a deal's cards and its play, as that of an account is made."""
    end = deal.deal
    dealt = end.dealt
    assert dealt is not None  # noqa: S101 - from its first card on
    words = [seat_letter(end.dealer), "2"]
    for seat in SEATS[:2]:
        words.append(f"{SEAT_LETTERS[seat]}: {_cards_in_words(members(dealt.hands[seat]))}")
    words.append(_cards_in_words(dealt.talon))
    words.append(SUIT_LETTERS[end.trump])
    done = map(_DONE[end.trump].__getitem__, memoryview(end.history).cast("H"))
    return hashlib.sha256(("\n".join(words) + "".join(done)).encode()).hexdigest()


def _cards_in_words(cards: Iterable[int]) -> str:
    return " ".join([_WORDS[card] for card in cards])


def _from_cells(table: str, cells: list[Any]) -> pa.Table:
    schema = schema_in_memory(table)
    width = len(schema)
    return pa.table([pa.array(cells[at::width], field.type) for at, field in enumerate(schema)], schema)


class _Recorded:
    """The numbers of the recorded games, and what goes with each deal."""

    def __init__(self) -> None:
        self.actions = array("i")
        self.tricks = array("i")
        self.action_deals = array("i")
        """The deal of each action, counted from 0 here."""
        self.trick_deals = array("i")
        self.seats = array("i")
        self.deals: list[tuple[Any, ...]] = []
        """What every row of a deal says alike, as :data:`_ALIKE` names it."""
        self.names: list[str | None] = []
        """The players by deal and seat, guests included; `counted` leaves guests out."""
        self.counted: list[str | None] = []

    def add(self, recorder: PlayRecorder, number: int, game: SharedCells, rules: RuleSet, spec: str) -> None:
        """Add a game."""
        self.actions.fromlist(recorder.actions)
        self.tricks.fromlist(recorder.tricks)
        self.seats.fromlist(recorder.seats)
        self.names += game.names[:2] * len(recorder.deals)
        self.counted += game.counted[:2] * len(recorder.deals)
        actions_before = tricks_before = 0
        for at, recorded_deal in enumerate(recorder.deals, 1):
            deal, here = recorded_deal.deal, len(self.deals)
            if recorder.keeps_actions:
                count = (recorded_deal.actions - actions_before) // len(ACTION_FIELDS)
                self.action_deals.extend(repeat(here, count))
                count = (recorded_deal.tricks - tricks_before) // len(TRICK_FIELDS)
                self.trick_deals.extend(repeat(here, count))
                actions_before, tricks_before = recorded_deal.actions, recorded_deal.tricks
            result = deal.result
            word, dealer = result.word if result else None, seat_letter(deal.dealer)
            alike = (number, at, rules.name, spec, game.event, game.date, game.year, dealer)
            self.deals.append((*alike, result is not None, word))

    def columns(self, tables: Collection[str]) -> dict[str, dict[str, pa.Array]]:
        """Return the columns of these tables, and ``decides``: which actions are decisions."""
        made = {}
        if "seats" in tables:
            made["seats"] = self._of_seats()
        if "tricks" in tables:
            made["tricks"] = self._of_tricks()
        if "actions" in tables or "decisions" in tables:
            made["actions"] = made["decisions"] = self._of_actions("decisions" in tables)
        return made

    def _of_deals(self, places: pa.Array, names: Collection[str]) -> dict[str, pa.Array]:
        """Return those of these columns that say the same of every row of a deal."""
        return {
            name: pa.array([deal[at] for deal in self.deals], kind).take(places)
            for at, (name, kind) in enumerate(_ALIKE.items())
            if name in names
        }

    def _of_seats(self) -> dict[str, pa.Array]:
        width = len(SEAT_FIELDS)
        raw = {name: _numbers(self.seats[at::width]) for at, name in enumerate(SEAT_FIELDS)}
        schema = schema_in_memory("seats")
        places = _numbers(array("i", chain.from_iterable(zip(*2 * [range(len(self.deals))], strict=True))))
        columns = self._of_deals(places, schema.names)
        for name, numbers in raw.items():
            is_truth = name != "seat" and schema.field(name).type == pa.bool_()
            columns[name] = pc.cast(numbers, pa.bool_()) if is_truth else numbers
        for name in ("won", "game_points"):
            columns[name] = pc.if_else(columns["complete"], columns[name], None)
        letters = pa.DictionaryArray.from_arrays(raw["seat"], pa.array(SEAT_LETTERS, pa.string()))
        counted = pa.array(self.counted, WORD)
        alone = pa.repeat(pa.scalar(True), len(counted))
        return columns | {"seat": letters, "side": letters, "names_side": alone, "player": counted}

    def _outcomes(self, seats: pa.Array) -> dict[str, pa.Array]:
        """Return what the deal came to for each of some seats, which are counted over all deals."""
        at = SEAT_FIELDS.index
        width = len(SEAT_FIELDS)
        complete = pc.cast(_numbers(self.seats[at("complete") :: width]), pa.bool_())
        brought = self.seats[at("game_points") :: width]
        balance = array("i", brought)
        balance[::2] = array("i", map(sub, brought[::2], brought[1::2]))
        balance[1::2] = array("i", map(sub, brought[1::2], brought[::2]))
        found = {
            "outcome_won": pc.cast(_numbers(self.seats[at("won") :: width]), pa.bool_()),
            "outcome_game_points": _numbers(balance),
            "outcome_points": _numbers(self.seats[at("points") :: width]),
        }
        return {name: pc.if_else(complete, each, None).take(seats) for name, each in found.items()}

    def _of_tricks(self) -> dict[str, pa.Array]:
        width = len(TRICK_FIELDS)
        raw = {name: self.tricks[at::width] for at, name in enumerate(TRICK_FIELDS)}
        done = self.actions[ACTION_FIELDS.index("done") :: len(ACTION_FIELDS)]
        return {
            **self._of_deals(_numbers(self.trick_deals), schema_in_memory("tricks").names),
            "trick": _numbers(raw["trick"]),
            "leader": _of(SEAT_LETTERS, raw["leader"]),
            "winner": _of(SEAT_LETTERS, raw["winner"]),
            "actions": _list_array(raw["actions"], bytes(done.tolist())),
            "cards": _list_array(raw["plays"], bytes([card for card in done if card < PLAIN])),
            "value": _known(raw["value"]),
            "points": _pairs(raw["points_a"], raw["points_b"]),
        }

    def _of_actions(self, with_decisions: bool) -> dict[str, pa.Array]:
        width = len(ACTION_FIELDS)
        raw = {name: self.actions[at::width] for at, name in enumerate(ACTION_FIELDS)}
        deals = _numbers(self.action_deals)
        seats = pc.add(pc.multiply(deals, pa.scalar(2, pa.int32())), _numbers(raw["seat"]))
        most = max(raw["action"], default=0) + 1
        places = [
            f"{trick}.{action}" for trick in range(max(raw["trick"], default=0) + 1) for action in range(most)
        ]
        at = pc.add(pc.multiply(_numbers(raw["trick"]), pa.scalar(most, pa.int32())), _numbers(raw["action"]))
        legal = list(map(add, _cards(raw["cards"]), map(_SAID.__getitem__, raw["said"])))
        nothing = pa.nulls(len(deals), WORD)
        columns = {
            **self._of_deals(deals, _ALIKE),
            "trick": _numbers(raw["trick"]),
            "action": _numbers(raw["action"]),
            "place": pa.DictionaryArray.from_arrays(at, pa.array(places, pa.string())),
            "seat": _of(SEAT_LETTERS, raw["seat"]),
            "word": _of(_WORDS, raw["done"]),
            "kind": _of(_KINDS, raw["done"]),
            "card": pa.DictionaryArray.from_arrays(
                pc.if_else(pc.less(_numbers(raw["done"]), PLAIN), _numbers(raw["done"]), None), _DICTIONARY
            ),
            "ruling": nothing,
            "legal": _word_lists(legal),
            "lead": _of(_WORDS, raw["lead"]),
            "points": _pairs(raw["points_a"], raw["points_b"]),
            "tricks": _pairs(raw["tricks_a"], raw["tricks_b"]),
            "tricks_left": _numbers(raw["tricks_left"]),
            "talon": _numbers(raw["talon"]),
            "trump": _of(SUIT_LETTERS, raw["trump"]),
            "closer": _of(SEAT_LETTERS, raw["closer"]),
        }
        if with_decisions:
            led = map((0).__le__, raw["lead"])
            columns["player"] = pa.array(self.names, WORD).take(seats)
            columns |= self._outcomes(seats)
            columns |= {
                "turn_up": _of(_WORDS, raw["turn_up"]),
                "hand": _word_lists(list(_cards(raw["hand"]))),
                "gone": _word_lists(list(_cards(raw["gone"]))),
                "table": _list_array(led, bytes([card for card in raw["lead"] if card >= 0])),
                "decides": pc.cast(_numbers(raw["decides"]), pa.bool_()),
                "waiting": _pairs(raw["waiting_a"], raw["waiting_b"]),
            }
        return columns


def _numbers(numbers: "array[int]") -> pa.Array:
    return pa.Array.from_buffers(pa.int32(), len(numbers), [None, pa.py_buffer(numbers)])


def _known(numbers: "array[int]") -> pa.Array:
    """Return numbers of which -1 is none."""
    found = _numbers(numbers)
    return pc.if_else(pc.equal(found, -1), None, found)


def _of(words: Sequence[str], numbers: "array[int]") -> pa.Array:
    """Return the word of each number; none of -1."""
    return pa.DictionaryArray.from_arrays(_known(numbers), pa.array(words, pa.string()))


def _pairs(first: "array[int]", second: "array[int]") -> pa.Array:
    both = array("i", bytes(2 * first.itemsize * len(first)))
    both[::2], both[1::2] = first, second
    offsets = array("i", range(0, len(both) + 1, 2))
    return pa.ListArray.from_arrays(_numbers(offsets), _numbers(both))


def _list_array(sizes: Iterable[int], numbers: bytes) -> pa.Array:
    """Return lists of words of these sizes, by the numbers of the words."""
    offsets = _numbers(array("i", accumulate(sizes, initial=0)))
    places = pa.Array.from_buffers(pa.uint8(), len(numbers), [None, pa.py_buffer(numbers)])
    words = pa.DictionaryArray.from_arrays(pc.cast(places, pa.int16()), _DICTIONARY)
    return pa.ListArray.from_arrays(offsets, words)


def _cards(sets: "array[int]") -> Iterable[bytes]:
    """Return the numbers of the cards of each set."""
    halves = memoryview(sets).cast("B").cast("H")
    low, high = (halves[::2], halves[1::2]) if sys.byteorder == "little" else (halves[1::2], halves[::2])
    return map(add, map(_LOW.__getitem__, low), map(_HIGH.__getitem__, high))


def _word_lists(lists: list[bytes]) -> pa.Array:
    """Return lists of words by their numbers."""
    return _list_array(map(len, lists), b"".join(lists))
