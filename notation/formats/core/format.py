"""What a format is: what it can hold, how it is recognised, and what reads and writes it."""

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
"""Bytes of a log that is held as a whole, and of a game in a log that is not."""


def never(data: bytes) -> int:
    """What recognises nothing: a format that is only written."""
    return 0


class Piece(NamedTuple):
    """A game to be written: its record, which holds nothing that the format cannot, and its rules.

    ``whole`` is the record with everything, for what is worked out from it.
    """

    record: Record
    rules: RuleSet
    whole: Record


Project = Callable[[DealRecord, RuleSet, Telling], DealRecord]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of logs.

    ``reader`` yields the games of a file and tells what it cannot read; ``writer`` makes a file of games.
    ``recognise`` says at which line a file shows that it is of this format, 0 where it does not. ``exact``
    says that a file is read as it stands: another program's log is read without what consoles and loggers put
    round its lines, too. ``spec`` names the rules that its program plays. ``needs`` is what a deal must have
    known to the last card, ``pack`` how many cards are dealt with, 0 for any, ``seats`` how many players
    there can be. ``follows`` says that a deal can be written only where the referee can follow its play to
    the end, ``judges`` that what is written depends on the rules, ``single`` that a file holds one game.
    ``merges`` says that the reader makes one game of the views that its players have of it.
    ``project`` takes from a deal what its parts do not tell apart; ``unfit`` says why a deal cannot be held
    for another reason than its parts, if there is one. ``finish`` takes from a game what only its deals
    together tell. ``between`` is what stands between two games in a file, which is then written piece by
    piece; it is None where a file is made as a whole. ``table`` says that a file is a table of a corpus,
    which is written row by row. ``heads`` finds where the games of a log begin
    (:mod:`notation.formats.core.cutting`), which is then read piece by piece; it is None where a log is read
    as a whole. Of such a log one game of ``most`` bytes is held. ``shows`` says what its logs are recognised
    by, so that it can be said to be missing.
    """

    name: str
    title: Phrase
    suffix: str
    holds: frozenset[RecordPart]
    recognise: Callable[[bytes], int] = never
    reader: Callable[[bytes, Telling], Iterator[Record]] | None = None
    writer: Callable[[Sequence[Piece], Telling], bytes] | None = None
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
        """Whether a file is written game by game, so that it can be of any size."""
        return self.between is not None or self.table is not None


def evidence(found: Iterable[tuple[str, int]]) -> Choice:
    """What a log could be, each with the line that shows it."""
    return Choice(tuple(Phrase("{name} (line {line})", {"name": name, "line": line}) for name, line in found))


def names(formats: Iterable[Format]) -> str:
    """The names of some formats, as they are listed."""
    return ", ".join(each.name for each in formats)
