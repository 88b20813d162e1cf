"""Files with one table of a corpus: their rows, and what a format must provide to write them.

The columns are those of :data:`notation.corpus.TABLES`, and a row is what :func:`notation.corpus.rows_of`
makes of a judged game; nothing is computed here.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import IO, TYPE_CHECKING, NamedTuple, Protocol
from zlib import compress, decompress

from notation.findings.finding import Phrase
from notation.formats.core.report import TableFacts, Telling
from notation.record.model import Record
from notation.text.reader import Game
from referee.rules import RuleSet

if TYPE_CHECKING:
    from notation.corpus.facts import Row


class RowFile(Protocol):
    """An open table file; nothing is written before the first row."""

    def put(self, rows: "Sequence[Row]") -> None:
        """Write rows, or buffer them until there are enough."""

    def finish(self) -> None:
        """Write the buffered rows and the end of the file; the file stays open."""


class TableForm(NamedTuple):
    """The corpus table that a format writes, and how it is written row by row.

    ``lacks`` says what must be installed before anything can be written, if it is missing.
    """

    name: str
    begin: Callable[[IO[bytes], Telling], RowFile]
    lacks: Callable[[], Phrase | None] = lambda: None


class TableWriter:
    """Writes the rows of games to an open file, numbering the games from 1."""

    def __init__(self, form: TableForm, file: IO[bytes], telling: Telling) -> None:
        self.facts = TableFacts()
        self._file = form.begin(file, telling)

    def add(self, rows: "Sequence[Row]") -> None:
        """Write the rows of a game."""
        self.facts.add(rows)
        self._file.put([row | {"game_id": self.facts.games} for row in rows])

    def add_packed(self, games: Iterable[bytes]) -> None:
        """Write the packed rows of games."""
        for rows in games:
            self.add(json.loads(decompress(rows)))

    def finish(self) -> None:
        """Write the buffered rows; the file stays open."""
        self._file.finish()


def packed(rows: "Sequence[Row]") -> bytes:
    """Serialise the rows of a game compactly, for those of a block that wait to be written."""
    return compress(json.dumps(rows).encode(), 1)


def rows_in(record: Record, rules: RuleSet, table: str) -> "list[Row]":
    """Return the rows of a table for a record, judged under these rules."""
    from notation.corpus.rows import rows_of  # loads the rulings, which other formats do not need
    from notation.judge.match import judge_under

    judgement = judge_under(Game(1, 1, "", record, (), record), rules)
    return rows_of(judgement, tables=(table,))[table]
