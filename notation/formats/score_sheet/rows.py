"""The rows of a score sheet, whatever kind of file they are from: tags, one header, and a row for each deal.

Sheets filled in by hand are supported: columns in any order, names in place of letters, the players as
columns, several matches under one header. What cannot be read is reported with its cell. Sums are checked by
the judge.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise
from operator import sub
from typing import Any, Final, NoReturn

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.findings.hints import did_you_mean, suggestion
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.report import Telling
from notation.judge.assertions import are_payments
from notation.record.model import NOBODY, DealRecord, Outcome, Record, Tag, paid_outcome
from notation.record.tags import DATE, KNOWN_TAGS, TAG_NAMES
from notation.record.words import SEAT_LETTERS, score_words
from notation.specs import read_spec
from notation.specs.spec import CALLED
from notation.text.dates import date_meant
from notation.text.scan import REASONS
from referee.cards import Seat, players_of, together
from referee.match import MOST_STATED
from referee.rules import RuleSet
from referee.rulesets import PRESETS, SANTASE

DEAL: Final = "deal"
"""The first word of the deals' header."""
DEALER, WINNER, GAME_POINTS, REASON = "dealer", "winner", "game points", "by"
_SIDES: Final = frozenset(len(rules.sides) for rules in PRESETS.values())
"""How many sides play for a score."""
CARD_POINTS: Final = tuple(f"card points {seat}" for seat in SEAT_LETTERS[: max(_SIDES)])
SCORES: Final = tuple(f"score {seat}" for seat in SEAT_LETTERS[: max(_SIDES)])
CLOSED, ANNOUNCED = "closed by", "announced"
SCORE: Final = "score"
"""A column with both scores, as in `3-1`; read only."""
DRAW, UNFINISHED = "draw", "*"
"""The word for a deal without a winner."""


def columns(sides: int) -> tuple[str, ...]:
    """Return the columns of a game of so many sides in the order of writing; they are read in any order."""
    numbers = (*CARD_POINTS[:sides], *SCORES[:sides])
    return (DEAL, DEALER, WINNER, GAME_POINTS, REASON, *numbers, CLOSED, ANNOUNCED)


COLUMNS: Final = columns(max(_SIDES))
"""All columns."""
MAX_ROWS: Final = 20_000
"""Rows of a sheet."""
_MOST: Final = 9999
"""The greatest number of SGN."""
_REASONS: Final = tuple(word.decode() for word in REASONS)
_CONTRACTS: Final = sorted(
    {
        f"{each.name}{how}"
        for rules in PRESETS.values()
        for each in rules.auction.contracts
        for how in ("", "-failed")
    }
)
_TAG: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_FOR_ONE_LINE: Final = re.compile(r"[\x00-\x1f\x7f]+")
_SCORE: Final = re.compile(r"[0-9]{1,4}(?:\s*[-–:]\s*[0-9]{1,4}){1,3}")
_AND: Final = re.compile(r"\s*[/+&]\s*|\s+(?:and|und|и|és)\s+")
"""What stands between the names of partners."""
_NOTHING: Final = frozenset({"", "-", "–", "—", "0"})
"""What stands in the column of a player who has won nothing."""

_CALLED: Final = {
    DEAL: "no nr # № spiel раздаване игра leosztás osztás",
    DEALER: "dealt_by geber раздава раздаващ раздал osztó",
    WINNER: "won_by sieger gewinner печели спечелил победител nyertes győztes",
    GAME_POINTS: "points pts punkte spielpunkte точки игри pont pontok",
    SCORE: "total gesamt stand spielstand резултат общо állás összesen",
    DRAW: "remis unentschieden равенство равно döntetlen",
}
_NAMES: Final = {name.casefold(): name for name in (*COLUMNS, SCORE)} | {
    called.replace("_", " "): name
    for name, others in _CALLED.items()
    if name != DRAW
    for called in others.split()
}
"""The columns by what they are called, in small letters."""
_DRAWS: Final = frozenset({DRAW, *_CALLED[DRAW].split()})


def column_named(cell: Any) -> str:
    """Return the column that the cell of a header names, the name of a tag, or nothing.

    >>> column_named("Game Points"), column_named("Sieger"), column_named("Datum"), column_named("Maria")
    ('game points', 'winner', 'Date', '')
    """
    word = " ".join(str(cell).split()).casefold().rstrip(".:")
    return _NAMES.get(word) or TAG_NAMES.get(word.replace(" ", ""), "")


def is_header(cells: Sequence[Any]) -> bool:
    """Return whether some cells are the header of the deals: winners and points, or two players.

    >>> is_header(["winner", "points"]), is_header(["Nr.", "Ana", "Ivan"]), is_header(["deal", "Ana"])
    (True, True, False)
    """
    names = [column_named(cell) for cell in cells if str(cell).strip()]
    if WINNER in names:
        return GAME_POINTS in names
    return names.count(DEAL) == 1 and names.count(SCORE) < 2 and names.count("") in _SIDES


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell in spreadsheets; rows and columns count from 0, up to 26 columns.

    >>> cell_name(11, 2)
    'C12'
    """
    return f"{chr(ord('A') + column)}{row + 1}"


_Said = str | Phrase


class _UnreadError(Exception):
    """A row cannot be read; the reason has been reported."""


@dataclass(slots=True)
class SheetReader:
    """Reads the rows of one sheet; ``is_text`` if its rows are lines of a text."""

    title: str
    telling: Telling
    is_text: bool = False
    tags: list[Tag] = field(default_factory=list)
    """The tags above the deals."""
    columns: dict[str, int] = field(default_factory=dict)
    unnamed: set[int] = field(default_factory=set)
    """The columns whose names are not understood, which is reported once."""
    waiting: list[tuple[int, Mapping[int, Any]]] = field(default_factory=list)
    """Rows that wait until it is known who plays: nothing but they themselves says it."""
    deals: dict[tuple[Tag, ...], list[DealRecord]] = field(default_factory=dict)
    """The deals of each match, by its own tags."""
    row: int = -1
    has_words: bool = False
    won: list[tuple[int, Mapping[int, Any], tuple[int, ...]]] = field(default_factory=list)
    """Rows in which the players are columns, each with its number and the numbers in these columns."""
    totals: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    """Rows with the totals of these columns, each with its number."""
    own: tuple[Tag, ...] = ()
    """The tags of the match whose row is being read."""

    def take(self, row: int, found: Mapping[int, Any]) -> None:
        """Process the cells of a row that are not empty: the header, a deal below it, a tag above it."""
        self.row = row
        if not found:
            return
        self.has_words = True
        try:
            if self.columns:
                self._take_deal(found)
            elif column_named(found.get(0, "")) == DEAL or is_header(list(found.values())):
                self._head(found)
            else:
                self._tag(found)
        except _UnreadError:
            return

    def records(self) -> list[Record]:
        """Return the matches of the sheet; none if it is empty or lacks the header of the deals."""
        self._add_waiting()
        self._add_won()
        if not self.columns and self.has_words:
            self.row = 0
            self._tell(0, Phrase("this sheet"), Phrase("a row that starts with `{word}`", {"word": DEAL}))
        if not self.columns:
            return []
        found = []
        for own, deals in (self.deals or {(): []}).items():
            named = {tag.name for tag in own}
            found.append(Record((*(tag for tag in self.tags if tag.name not in named), *own), tuple(deals)))
        return found

    def refuse_formula(self, place: int, formula: str) -> None:
        """Report a formula that was saved without its value."""
        self._tell(place, formula, Phrase("a formula with a saved value"))

    def _head(self, found: Mapping[int, Any]) -> None:
        unknown = []
        for place, cell in found.items():
            name = column_named(cell)
            if not name or name in self.columns:
                unknown.append(place)
            else:
                self.columns[name] = place
        sides = len(self._rules().sides)
        if len(unknown) in (sides, sides + (self._rules() is SANTASE)) and WINNER not in self.columns:
            for number, place in enumerate(unknown):
                name = " ".join(str(found[place]).split())
                seats = players_of(self._side(Seat(number)))
                names = _AND.split(name) if len(seats) > 1 else [name]
                new = {SEAT_LETTERS[seat]: each for seat, each in zip(seats, names, strict=False)}
                self.tags = [*(tag for tag in self.tags if tag.name not in new), *map(Tag, new, new.values())]
                self.columns[_of_player(SEAT_LETTERS[number])] = place
            return
        self.unnamed = {*unknown}
        for place in unknown:
            hint = did_you_mean(suggestion(str(found[place]).strip().casefold(), COLUMNS))
            self._tell(place, str(found[place]), Phrase("the name of a column"), hint)

    def _tag(self, found: Mapping[int, Any]) -> None:
        name = str(found.get(0, "")).strip()
        name = name if name in KNOWN_TAGS else TAG_NAMES.get(name.casefold(), name)
        if not _TAG.fullmatch(name) or any(tag.name == name for tag in self.tags):
            hint = did_you_mean(suggestion(name, KNOWN_TAGS))
            self._refuse(0, name, Phrase("the name of a tag, once"), hint)
        value = found.get(1)
        if value is not None:
            self.tags.append(Tag(name, _tag_value(name, value)))

    def _take_deal(self, found: Mapping[int, Any]) -> None:
        known = {*self.columns, *(tag.name for tag in self.tags)}
        if known & {*SEAT_LETTERS, _of_player("A")} or self._rules().seats > 2:
            self._deal(found)
        else:
            self.waiting.append((self.row, found))

    def _add_waiting(self) -> None:
        """Add the deals of a sheet that names its players only where somebody dealt or won.

        The first name is that of A, unless a score says otherwise.
        """
        letters = {"a", "b", *_DRAWS, UNFINISHED}
        names: dict[str, str] = {}
        for _, found in self.waiting:
            for cell in (self._cell(DEALER, found), self._cell(WINNER, found)):
                if (word := _word(cell)) and word not in letters:
                    names.setdefault(word, " ".join(str(cell).split()))
        if 0 < len(names) <= 2:
            players = [*names.values(), ""][:2]
            if self._is_second(players[0].casefold()):
                players.reverse()
            self.tags += [Tag(seat, name) for seat, name in zip("AB", players, strict=True) if name]
            self.telling.derived(RecordPart.NAMES, Phrase("the rows of the sheet"))
        for row, found in self.waiting:
            self.row = row
            with suppress(_UnreadError):
                self._deal(found)

    def _is_second(self, player: str) -> bool:
        """Return whether a player has the second number of the scores, by the first that has one zero."""
        for _, found in self.waiting:
            score = _numbers(self._cell(SCORE, found))
            winner = _word(self._cell(WINNER, found))
            if len(score) == 2 and winner and (score[0] > 0) != (score[1] > 0):
                return (winner == player) == (score[1] > 0)
        return False

    def _deal(self, found: Mapping[int, Any]) -> None:
        for place in found.keys() - self.unnamed:
            if place not in self.columns.values():
                self._refuse(place, str(found[place]), Phrase("nothing: this column has no name"))
        own = tuple(
            Tag(name, _tag_value(name, found[place]))
            for name, place in self.columns.items()
            if name in KNOWN_TAGS and place in found
        )
        self.own = own or self.own  # where the match stands only in its first row
        if _of_player("A") in self.columns:
            places = [self.columns[name] for name in map(_of_player, SEAT_LETTERS) if name in self.columns]
            numbers = tuple(self._number_won(found, place) for place in places)
            if re.fullmatch(r"[^\d\s][^\d]*", str(self._cell(DEAL, found) or "")):
                self.totals.append((self.row, numbers))
            else:
                self.won.append((self.row, found, numbers))
        else:
            self._add(found, self._result_or_open(found))

    def _add(self, found: Mapping[int, Any], result: Outcome | None) -> None:
        """Add a deal with its result to its match."""
        deals = self.deals.setdefault(self.own, [])
        number = self._number(DEAL, found)
        if number is None:
            number = deals[-1].number + 1 if deals else 1
            self.telling.derived(RecordPart.NUMBERS, Phrase("the rows of the sheet"), number)
        dealer = self._seat(DEALER, found) if self._cell(DEALER, found) is not None else Seat(NOBODY)
        if result is None and dealer == NOBODY:
            self._missing(WINNER)
        deals.append(DealRecord(number, dealer, result=result))
        for column, part in ((CLOSED, RecordPart.CLOSES), (ANNOUNCED, RecordPart.MARRIAGES)):
            if self._cell(column, found) is not None:
                self.telling.unknown(part, Phrase("the play does not show when it happened"), number)

    def _result_or_open(self, found: Mapping[int, Any]) -> Outcome | None:
        """Return the result of a row; an open one if it cannot be read, so that the deal has its place."""
        try:
            return self._result(found)
        except _UnreadError:
            if self._cell(DEAL, found) is None:
                raise
        try:
            return Outcome(finished=False, score=self._score(found))
        except _UnreadError:
            return Outcome(finished=False)

    # Players as columns.

    def _number_won(self, found: Mapping[int, Any], place: int) -> int:
        word = str(found.get(place, "")).strip()
        if word in _NOTHING:
            return 0
        text = re.sub("^[−–]", "-", word.removesuffix(".0"))
        if not re.fullmatch("-?[0-9]{1,4}" if self._rules().mp_all_pay else "[0-9]{1,4}", text):
            expected = Phrase("a number from 0 to {number}", {"number": _MOST})
            self._refuse(place, word, expected)
        return int(text)

    def _add_won(self) -> None:
        """Add the deals whose columns are the players: the points of each deal, or the score so far."""
        told = [numbers for _, _, numbers in self.won]
        before = [(0,) * len(told[0] if told else ()), *told]
        no_points = sum(max(numbers) > MOST_STATED or not self._are_gains(numbers) for numbers in told)
        no_score = sum(not self._are_gains(tuple(map(sub, after, one))) for one, after in pairwise(before))
        is_score = no_points > 0 and no_score <= no_points
        for (row, found, numbers), one in zip(self.won, before, strict=False):
            self.row = row
            gains = tuple(map(sub, numbers, one)) if is_score else numbers
            with suppress(_UnreadError):
                self._add(found, self._won(gains, numbers, numbers if is_score else ()))
            if is_score:
                self.telling.derived(RecordPart.RESULTS, Phrase("the scores of the sheet"))
        total = before[-1] if is_score else tuple(map(sum, zip(*before, strict=True)))
        for row, numbers in self.totals:
            self.row = row
            if numbers != total:
                expected = Phrase("the total, {stated}", {"stated": total})
                self._tell(self.columns[_of_player("A")], score_words(numbers), expected)

    def _are_gains(self, numbers: tuple[int, ...]) -> bool:
        """Return whether numbers can be what a deal brings: one player wins, and the others may pay."""
        rules = self._rules()
        if rules.mp_all_pay:
            return are_payments(numbers, rules)
        return min(numbers) == 0 == sorted(numbers)[-2]

    def _won(self, gains: tuple[int, ...], numbers: tuple[int, ...], score: tuple[int, ...]) -> Outcome:
        """Return the result of a deal by what each player has won; an open one if that cannot be."""
        is_right, pays = self._are_gains(gains), self._rules().mp_all_pay
        if is_right and pays and any(gains):
            return replace(paid_outcome(gains), score=score)
        if is_right and any(gains):
            return Outcome(self._side(Seat(gains.index(max(gains)))), max(gains), score=score)
        if is_right:
            return Outcome(NOBODY, 0, score=score)
        one = Phrase("what all the others pay one") if pays else Phrase("game points that one player has won")
        self._tell(self.columns[_of_player("A")], score_words(numbers), one)
        return Outcome(finished=False, score=score)

    def _result(self, found: Mapping[int, Any]) -> Outcome | None:
        winner = self._cell(WINNER, found)
        points = self._number(GAME_POINTS, found)
        reason = self._reason(found)
        cards, score = self._by_side(CARD_POINTS, found), self._score(found)
        if winner is None:
            if points is not None or reason or cards:
                self._missing(WINNER)
            return None
        word = _word(winner)
        if word in (*_DRAWS, UNFINISHED):
            return Outcome(NOBODY, 0, word != UNFINISHED, reason, cards, score)
        seat = self._side(self._seat(WINNER, found))
        if points is None:
            self._missing(GAME_POINTS)
        return Outcome(seat, points or 0, True, reason, cards, score)

    def _reason(self, found: Mapping[int, Any]) -> str:
        cell = self._cell(REASON, found)
        word = str(cell).strip().casefold().replace(" ", "-") if cell is not None else ""
        if word and word not in (*_REASONS, *_CONTRACTS):
            hint = did_you_mean(suggestion(word, (*_REASONS, *_CONTRACTS)))
            self._refuse(self.columns[REASON], str(cell), ", ".join(_REASONS), hint)
        return word

    def _score(self, found: Mapping[int, Any]) -> tuple[int, ...]:
        """Return the score after a deal, from one column or two."""
        cell = self._cell(SCORE, found)
        if cell is None:
            return self._by_side(SCORES, found)
        numbers = _numbers(cell)
        if not numbers:
            self._refuse(self.columns[SCORE], str(cell), Phrase("a score, as in `3-1`"))
        return numbers

    def _by_side(self, names: tuple[str, ...], found: Mapping[int, Any]) -> tuple[int, ...]:
        """Return a number of each side, or none."""
        numbers = [self._number(name, found) for name in names]
        stated = tuple(number for number in numbers if number is not None)
        needed = max(len(self._rules().sides), len(stated)) if stated else 0
        if None in numbers[:needed]:
            self._missing(names[numbers.index(None)])
        return stated

    def _rules(self) -> RuleSet:
        """Return the rules that the sheet names; if it names none, those by which it will be judged."""
        named = next((tag.value for tag in (*self.own, *self.tags) if tag.name == "Rules"), "")
        rules = read_spec(named) if named else SANTASE
        return rules if isinstance(rules, RuleSet) else SANTASE

    def _side(self, seat: Seat) -> Seat:
        """Return the side of a seat, if partners win together."""
        rules = self._rules()
        return rules.side(seat) if seat < rules.seats else seat

    def _seat(self, name: str, found: Mapping[int, Any]) -> Seat:
        """Return a seat by its letter, or by its player's name; of a winner also several together."""
        cell = self._cell(name, found)
        if cell is None:
            self._missing(name)
        letters = SEAT_LETTERS[: self._rules().seats]
        players = {tag.name: tag.value for tag in (*self.tags, *self.own) if tag.name in letters}
        called = {_word(letter): Seat(place) for place, letter in enumerate(letters)}
        called |= {_word(players[letter]): called[_word(letter)] for letter in players}
        word = _word(cell)
        said = [word]
        if name == WINNER and word not in called:
            said = [*word] if {*word} <= {*letters.casefold()} else _AND.split(word)
        if not called.keys() >= {*said}:
            words = [*letters, *players.values(), *((DRAW, UNFINISHED) if name == WINNER else ())]
            hint = did_you_mean(suggestion(str(cell), words))
            self._refuse(self.columns[name], str(cell), ", ".join(words), hint)
        return together({called[each] for each in said}) if len(said) > 1 else called[word]

    def _number(self, name: str, found: Mapping[int, Any]) -> int | None:
        cell = self._cell(name, found)
        if cell is None:
            return None
        text = str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell).strip()
        is_number = re.fullmatch("[0-9]{1,9}", text, re.ASCII) and not isinstance(cell, bool)
        if not is_number or int(text) > _MOST:
            expected = Phrase("a number from 0 to {number}", {"number": _MOST})
            self._refuse(self.columns[name], str(cell), expected)
        return int(text)

    def _cell(self, name: str, found: Mapping[int, Any]) -> Any:
        return found.get(self.columns[name]) if name in self.columns else None

    def _missing(self, name: str) -> NoReturn:
        self._refuse(self.columns.get(name, 0), Phrase("an empty cell"), Phrase("the {what}", {"what": name}))

    def _refuse(self, place: int, word: _Said, expected: _Said, hint: _Said = "") -> NoReturn:
        """Report an invalid cell, and stop reading its row."""
        self._tell(place, word, expected, hint)
        raise _UnreadError

    def _tell(self, place: int, word: _Said, expected: _Said, hint: _Said = "") -> None:
        said = word[:64] if isinstance(word, str) else word
        cell = cell_name(self.row, place) if self.is_text else f"{self.title}!{cell_name(self.row, place)}"
        where = Phrase("{expected} in {cell}{hint}", {"expected": expected, "cell": cell, "hint": hint})
        line = self.row + 1 if self.is_text else 0
        self.telling.fault(catalogue.LOG_WORD, line, word=said, expected=where)


def _of_player(seat: str) -> str:
    """Return the name of the column that has what a player has won."""
    return f"won {seat}"


def _word(cell: Any) -> str:
    """Return a cell in small letters, nothing if it is empty."""
    return " ".join(str(cell).split()).casefold() if cell is not None else ""


def _numbers(cell: Any) -> tuple[int, ...]:
    """Return the numbers of a score, as in `3-1`; none if it is not a score."""
    said = str(cell).strip()
    return tuple(map(int, re.findall("[0-9]+", said))) if _SCORE.fullmatch(said) else ()


def _tag_value(name: str, cell: Any) -> str:
    """Return a cell as the value of a tag: dates and names of rule sets as SGN writes them."""
    value = _value(cell)
    if name == DATE:
        return date_meant(value) or value
    folded = value.casefold()
    return CALLED.get(folded, folded if folded in PRESETS else value) if name == "Rules" else value


def _value(cell: Any) -> str:
    """Return a cell as one line of text."""
    text = cell.isoformat()[:10] if isinstance(cell, date) else str(cell)
    if isinstance(cell, float) and cell.is_integer():
        text = str(int(cell))
    return _FOR_ONE_LINE.sub(" ", text).strip()
