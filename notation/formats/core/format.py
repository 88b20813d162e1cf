"""The description of a format: its capabilities, how it is recognised, its reader and writer."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from notation.findings.finding import Choice, Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.report import Telling
from notation.formats.core.table_file import TableForm
from notation.record.model import DealRecord, Record
from notation.text.blocks import Heads
from referee.rules import RuleSet

MAX_LOG: Final = 64 << 20
"""Bytes of a log that is read as a whole, or of one game in a log that is streamed."""


def never(data: bytes) -> int:
    """The recogniser of a write-only format."""
    return 0


class Piece(NamedTuple):
    """A game to be written: its record, reduced to what the format can hold, and its rules.

    ``whole`` is the complete record, for derived values.
    """

    record: Record
    rules: RuleSet
    whole: Record


Writer = Callable[[Sequence[Piece], Telling], bytes]
Project = Callable[[DealRecord, RuleSet, Telling], DealRecord]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of logs.

    ``reader`` yields the games of a file and reports what it cannot read; ``writer`` makes a file from games.
    ``recognise`` returns the line that shows that a file is of this format, 0 if none. ``exact`` means that a
    file is read as it is; other programs' logs are also read without what consoles and loggers put around
    their lines. ``spec`` names the rules of its program. ``needs`` are the parts of a deal in which every
    card must be known, ``pack`` is the number of cards, 0 for any, ``seats`` the possible numbers of players.
    ``follows`` means that only deals that the referee can play to the end can be written, ``judges`` that the
    output depends on the rules, ``single`` that a file holds one game. ``merges`` means that the reader
    merges the views of a game's players. ``project`` removes from a deal what its parts do not distinguish;
    ``unfit`` gives reasons other than its parts why a deal cannot be held. ``finish`` removes from a game
    what depends on several of its deals. ``between`` is the separator of games in a file that is written
    piece by piece; None if a file is written as a whole. ``table`` means that a file is a table of a corpus,
    written row by row. ``heads`` finds where the games of a log begin (:mod:`notation.formats.core.cutting`),
    which is then streamed, with games of up to ``most`` bytes; None if a log is read as a whole. ``shows``
    says what its logs are recognised by, for messages when that is missing.
    """

    name: str
    title: Phrase
    suffix: str
    holds: frozenset[RecordPart]
    recognise: Callable[[bytes], int] = never
    reader: Callable[[bytes, Telling], Iterator[Record]] | None = None
    writer: Writer | None = None
    spec: str = ""
    needs: frozenset[RecordPart] = frozenset()
    pack: int = 0
    seats: int = 2
    follows: bool = True
    judges: bool = True
    single: bool = False
    exact: bool = False
    merges: bool = False
    project: Project | None = None
    unfit: Callable[[DealRecord, RuleSet], Phrase | None] | None = None
    finish: Callable[[Piece, Telling], Record] | None = None
    between: bytes | None = None
    table: TableForm | None = None
    heads: Heads | None = None
    most: int = MAX_LOG
    shows: Phrase | None = None

    @property
    def grows(self) -> bool:
        """Whether a file is written game by game, so that it can have any size."""
        return self.between is not None or self.table is not None


def in_lines(lines: Callable[[Piece], Iterable[str]], between: str = "") -> Writer:
    """Return the writer of a format that has lines for each piece, and this between two pieces."""

    def write(pieces: Sequence[Piece], telling: Telling) -> bytes:
        written = ("".join(f"{line}\n" for line in lines(piece)) for piece in pieces)
        return between.join(written).encode()

    return write


def evidence(found: Iterable[tuple[str, int]]) -> Choice:
    """Return the possible formats of a log, each with the line that shows it."""
    return Choice(tuple(Phrase("{name} (line {line})", {"name": name, "line": line}) for name, line in found))
