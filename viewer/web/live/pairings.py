"""Pairings as a table: CSV with a column for each of round, board and the seats."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from notation.findings import Fact, Phrase
from notation.record import SEAT_LETTERS

_SEPARATORS: Final = ";\t,"
COLUMNS: Final[tuple[str, ...]] = ("round", "board", *SEAT_LETTERS)
NO_HEADER: Final = Phrase("The first line names the columns: round, board, A, B and so on.")
NO_COLUMN: Final = Phrase("There is no column {name} in pairings.", {"name": ""})
TOO_MANY: Final = Phrase("This line has more fields than the first.")


class PairingLine(NamedTuple):
    """A line of the table: what it says of a match, and the line and column of each member."""

    match: dict[str, Any]
    places: dict[str, tuple[int, int]]

    def place(self, parameter: str) -> tuple[int, int]:
        """Return the line and column of a member that is wrong, or of the whole match."""
        return self.places.get(parameter) or self.places.get(parameter.partition(".")[0]) or self.places[""]


class PairingError(Exception):
    """The table is not one; ``phrase`` says why, and ``place`` is the line and column."""

    def __init__(self, phrase: Phrase, place: tuple[int, int]) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase
        self.place = place


def read_pairings(text: str) -> Iterator[PairingLine]:
    r"""Yield the matches of a table; raise PairingError where it is none.

    Empty lines and those that begin with # mean nothing; commas, semicolons or tabs separate the fields.

    >>> [pairing] = read_pairings("board,A,B\n1,Ana,Boris\n")
    >>> pairing.match, pairing.place("names.1")
    ({'board': '1', 'names': ['Ana', 'Boris']}, (2, 7))
    """
    head: list[str] = []
    separator = ","
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if not head:
            separator = next((each for each in _SEPARATORS if each in line), ",")
            head = [_column(word, (number, column)) for column, word in _fields(line, separator)]
            if "A" not in head:
                raise PairingError(NO_HEADER, (number, 1))
            continue
        yield _pairing(head, number, list(_fields(line, separator)))


def _pairing(head: list[str], number: int, found: list[tuple[int, str]]) -> PairingLine:
    if len(found) > len(head):
        raise PairingError(TOO_MANY, (number, found[len(head)][0]))
    match: dict[str, Any] = {}
    places = {"": (number, 1)}
    said = {name: (word, (number, column)) for name, (column, word) in zip(head, found, strict=False)}
    for name in ("round", "board"):
        if name in said:
            match[name], places[name] = said[name]
    seats = [letter for letter in SEAT_LETTERS if letter in said]
    match["names"] = [said[letter][0] for letter in seats]
    places |= {f"names.{at}": said[letter][1] for at, letter in enumerate(seats)}
    places["names"] = said[seats[-1]][1] if seats else places[""]
    return PairingLine(match, places)


def _column(word: str, place: tuple[int, int]) -> str:
    """Return the name of a column."""
    for name in COLUMNS:
        if word.casefold() == name.casefold():
            return name
    facts: dict[str, Fact] = {"name": word}
    raise PairingError(Phrase(NO_COLUMN.sentence, facts), place)


def _fields(line: str, separator: str) -> Iterator[tuple[int, str]]:
    """Yield the fields of a line, each with its column, counted from 1."""
    field = re.compile(rf' *(?:"((?:[^"]|"")*)" *|([^{separator}]*))({separator}|$)')
    at = 0
    while found := field.match(line, at):
        quoted, plain, ends = found.groups()
        start = found.start(1) - 1 if quoted is not None else found.start(2)
        yield start + 1, plain.strip() if quoted is None else quoted.replace('""', '"')
        at = found.end()
        if not ends:
            return
    yield at + 1, line[at:].strip()
