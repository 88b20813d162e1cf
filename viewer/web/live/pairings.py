"""Pairings as a table: CSV with a column for each of round, board and the seats."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from notation.findings import Phrase
from notation.record import SEAT_LETTERS
from viewer.web.api.bodies import not_understood
from viewer.web.failures import Problem
from viewer.web.kept import language

_SEPARATORS: Final = ";\t,"
COLUMNS: Final[tuple[str, ...]] = ("round", "board", *SEAT_LETTERS)
NO_HEADER: Final = Phrase("The first line names the columns: round, board, A, B and so on.")
NO_COLUMN: Final = Phrase("There is no column {name} in pairings.", {"name": ""})
TOO_MANY: Final = Phrase("This line has more fields than the first.")

Wanted = tuple[dict[str, Any], Callable[[str], str]]
"""What is said of a match, and a function from what is wrong with it to its place."""


def read_pairings(text: str) -> Iterator[Wanted]:
    r"""Yield the matches of a table; raise a Problem with line and column where it is none.

    Empty lines and those that begin with # mean nothing; commas, semicolons or tabs separate the fields.

    >>> [(match, place)] = read_pairings("board,A,B\n1,Ana,Boris\n")
    >>> match, place("names.1")
    ({'board': '1', 'names': ['Ana', 'Boris']}, 'pairings:2:7')
    """
    head: list[str] = []
    separator = ","
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if not head:
            separator = next((each for each in _SEPARATORS if each in line), ",")
            head = [_column(word, number, column) for column, word in _fields(line, separator)]
            if "A" not in head:
                raise _wrong(NO_HEADER, number, 1)
            continue
        found = list(_fields(line, separator))
        if len(found) > len(head):
            raise _wrong(TOO_MANY, number, found[len(head)][0])
        yield _pairing(number, dict(zip(head, found, strict=False)))


def _pairing(number: int, found: dict[str, tuple[int, str]]) -> Wanted:
    seats = [letter for letter in SEAT_LETTERS if letter in found]

    def place(parameter: str) -> str:
        member, _, at = parameter.partition(".")
        column, _ = found.get(seats[int(at or -1)] if member == "names" and seats else member, (1, ""))
        return f"pairings:{number}:{column}"

    match: dict[str, Any] = {name: found[name][1] for name in COLUMNS[:2] if name in found}
    return match | {"names": [found[letter][1] for letter in seats]}, place


def _column(word: str, number: int, column: int) -> str:
    """Return the name of a column."""
    for name in COLUMNS:
        if word.casefold() == name.casefold():
            return name
    raise _wrong(Phrase(NO_COLUMN.sentence, {"name": word}), number, column)


def _wrong(phrase: Phrase, number: int, column: int) -> Problem:
    return not_understood({f"pairings:{number}:{column}": language().put(phrase)})


def _fields(line: str, separator: str) -> Iterator[tuple[int, str]]:
    """Yield the fields of a line, each with its column, counted from 1."""
    field = rf'(?:^|{separator}) *("(?:[^"]|"")*"(?= *(?:{separator}|$))|[^{separator}]*)'
    for found in re.finditer(field, line):
        word = found[1].strip()
        yield found.start(1) + 1, word[1:-1].replace('""', '"') if re.fullmatch('".*"', word) else word
