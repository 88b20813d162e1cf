"""Conversion block by block: the file and the report are those of a conversion in one piece.

A log is decoded as it is read, cut where its games begin, and no more of it is held than a block or a game.
What is told of a block is kept apart by when it is told: while the games are read, while each is made to fit,
and while they are written; a conversion in one piece tells all of the first before any of the next.
"""

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import BufferedReader, RawIOBase
from typing import IO, Any, Final, cast

from notation.findings import catalogue
from notation.findings.finding import Finding, Phrase, Wording
from notation.formats.core.convert import (
    UTF_16,
    Conversion,
    convert,
    fitted,
    is_cut_short,
    moved,
    prove_game,
    read_games,
    too_large,
)
from notation.formats.core.format import MAX_LOG, Format
from notation.formats.core.lines import MAX_FAULTS, wide
from notation.formats.core.recognition import recognised
from notation.formats.core.registry import FORMATS
from notation.formats.core.report import (
    GroupKey,
    ReportEntry,
    ReportGroup,
    Telling,
    groups_of,
    has_losses,
    joined,
)
from notation.formats.core.table_file import TableFacts, TableWriter, packed, rows_in
from notation.record.model import Record, Span
from notation.text.blocks import BLOCK, Block, Heads, blocks
from referee.rules import RuleSet

HEAD: Final = BLOCK
"""Bytes at the beginning of a log by which its format is known."""


class DamagedTextError(OSError):
    """Why a text cannot be read to its end: what the phrase says."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


class LogStream:
    """A log that is read once, from an open file that may be a pipe; its ``head`` is known before that."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._held = _first(file, HEAD)
        self.is_whole = len(self._held) < HEAD
        """Whether the head is all of the log."""
        self._encoding = wide(self._held, self.is_whole)
        self.head = self._held if self.is_whole else self._whole_lines()
        """The first lines of the log, in UTF-8, or all of it as it stands."""

    def _whole_lines(self) -> bytes:
        text = self._held
        if self._encoding:
            text = codecs.getincrementaldecoder(self._encoding)().decode(text).encode()
        return text[: text.rfind(b"\n") + 1] or text

    def format(self, formats: Sequence[Format]) -> Format | Finding:
        """The format that the log is written in, or why it cannot be determined.

        Its first lines show it; all of it is looked at where they do not, and it can be held.
        """
        found = recognised(self.head, formats)
        if isinstance(found, Finding) and not self.is_whole and (data := self.held()) is not None:
            return recognised(data, formats)
        return found

    def held(self, most: int = MAX_LOG) -> bytes | None:
        """All of the log as it stands, once; None where it has more bytes than that."""
        data = self._held + _first(self._file, most + 1 - len(self._held))
        self._held = data
        return data if len(data) <= most else None

    def told(self) -> "ConvertedBlock":
        """What is told of how the log is read, before any of its games."""
        reading = Telling()
        if self._encoding:
            reading.read(UTF_16)
        return ConvertedBlock(b"", 0, 0, (), reading.report)

    def text(self) -> IO[bytes]:
        """All of the log in UTF-8, once; reading it raises :class:`DamagedTextError`."""
        held, self._held = self._held, b""
        return cast(IO[bytes], BufferedReader(_Text(held, self._file, self._encoding), BLOCK))


def _first(file: IO[bytes], size: int) -> bytes:
    """So many bytes of a file, or all that are left."""
    parts = []
    while size > 0 and (part := file.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


class _Text(RawIOBase):
    """What has been read of a file and what is left of it, in UTF-8 without a byte order mark."""

    def __init__(self, held: bytes, file: IO[bytes], encoding: str) -> None:
        self._file = file
        self._decoder = codecs.getincrementaldecoder(encoding)() if encoding else None
        self._left = memoryview(b"")
        self._held = held
        self._is_first = True

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left:
            data, self._held = self._held or self._file.read(BLOCK), b""
            self._left = memoryview(self._decoded(data))
            if not data and not self._left:
                return 0
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size

    def _decoded(self, data: bytes) -> bytes:
        try:
            text = self._decoder.decode(data, not data).encode() if self._decoder else data
        except UnicodeError:
            raise DamagedTextError(Phrase("damaged UTF-16")) from None
        if self._is_first:
            text, self._is_first = text.removeprefix(codecs.BOM_UTF8), False
        return text


def goes_in_blocks(source: Format, target: Format) -> bool:
    """Whether a log is converted block by block, so that it may have any size."""
    return source.heads is not None and target.grows


def held_too_large(source: Format, target: Format) -> Conversion:
    """What is told of a log that is not converted, because it would have to be held and is too large."""
    of_source = Phrase("a log that is read as a whole")
    of_target = Phrase("a log that becomes {name}", {"name": target.name})
    why = too_large(of_target if source.heads else of_source)
    return Conversion(b"", (why,), (), 0, 0, sources=(0,))


def heads_in(log: LogStream, source: Format, is_large: bool = False) -> Heads:
    """Where a log is cut.

    Where the views of one game are merged, a log that may be held is not cut, so that they are found wherever
    they stand; in a larger one, or one of which ``is_large`` says that it is, they are where one stands
    after the other.
    """
    if source.heads is None or (source.merges and not is_large and log.held() is not None):
        return _no_heads
    return source.heads


def _no_heads(held: bytearray, start: int, end: int) -> Iterator[int]:
    yield from ()


@dataclass(frozen=True, slots=True)
class ConvertedBlock:
    """What some games come to: their text in the other format, and what is reported about them.

    ``games`` were read and ``deals`` written; ``reading`` numbers the ``logged`` games that were met, and
    ``fitting`` those that were read, from 1; ``proved`` of them were read again as they are written.
    ``findings`` have their places in the file. Where the format is a table, ``rows`` are those of each game,
    packed, and there is no text.
    """

    data: bytes
    games: int
    deals: int
    findings: tuple[Finding, ...]
    reading: tuple[ReportEntry, ...]
    fitting: tuple[ReportEntry, ...] = ()
    writing: tuple[ReportEntry, ...] = ()
    proved: int = 0
    logged: int = 0
    rows: tuple[bytes, ...] = ()


def convert_block(
    block: Block,
    source: Format,
    target: Format,
    rules: RuleSet | None = None,
    *,
    prove: bool = False,
    faults: int = 0,
) -> ConvertedBlock:
    """The games of a block in a format that is written piece by piece, with ``rules`` where they name none.

    With ``prove`` every game is read again as written. ``faults`` were found in the blocks before.
    """
    if target.writer is None or not target.grows:
        raise ValueError(f"{target.name} is not written piece by piece")
    reading, fitting, writing = Telling(), Telling(), Telling()
    before = block.start.line - 1
    if block.goes_on and source.most == MAX_LOG:
        reading.findings.append(too_large(Phrase("a game of a log"), block.start.line))
        return ConvertedBlock(b"", 0, 0, tuple(reading.findings), ())
    is_all = block.is_last and not block.start.offset
    found: list[tuple[int, Record]] = []
    if not block.is_rest:
        found = read_games(block.data, source, reading, rules, True, source.merges and is_all, faults)
    written: list[bytes] = []
    rows: list[bytes] = []
    deals = 0
    for number, (offset, record) in enumerate(found, start=1):
        fitting.game, fitting.offset = number, offset + before
        pieces = fitted(record, target, fitting, rules)
        if target.table:
            rows += [packed(rows_in(piece.whole, piece.rules, target.table.name)) for piece in pieces]
        else:
            written += [target.writer(pieces, writing)] if pieces else []
        if prove:
            prove_game(pieces, target, fitting)
        deals += sum(len(piece.record.deals) for piece in pieces)
    return ConvertedBlock(
        (target.between or b"").join(written),
        len(found),
        deals,
        tuple(moved(finding, before, block.start.offset) for finding in reading.findings),
        tuple(replace(entry, line=entry.line and entry.line + before) for entry in reading.report),
        fitting.report,
        writing.report,
        fitting.proved,
        reading.game,
        tuple(rows),
    )


@dataclass(slots=True)
class BlockReport:
    """The report of a conversion in blocks, as it grows: no more than its lines for people.

    It can be of several logs, one after the other. With ``whole`` every entry and every finding is kept.
    """

    whole: bool = False
    games: int = 0
    deals: int = 0
    ok: bool = True
    """Whether all of the source could be read."""
    has_losses: bool = False
    """Whether anything of the source is not in the new file."""
    proved: int = 0
    """The games that were read again as they are written."""
    faults: int = 0
    """How many findings there are of the log that is being read."""
    is_full: bool = False
    """Whether so much cannot be read that the log is read no further."""
    findings: list[Finding] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    """Of which log each finding is, counted from 0."""
    table: TableFacts | None = None
    """What the new file has, where it is a table, when all logs have ended."""
    _rows: TableWriter | None = None
    _log: int = 0
    _games_before: int = 0
    _logged: int = 0
    _reading: Telling = field(default_factory=Telling)
    _fitting: list[ReportEntry] = field(default_factory=list)
    _read_groups: dict[GroupKey, ReportGroup] = field(default_factory=dict)
    _fitted_groups: dict[GroupKey, ReportGroup] = field(default_factory=dict)
    _writing: Telling = field(default_factory=Telling)

    def add(self, step: ConvertedBlock) -> None:
        """Take what is reported about the next games."""
        self.has_losses = self.has_losses or has_losses((*step.reading, *step.fitting, *step.writing))
        self.proved += step.proved
        reading = [replace(entry, game=entry.game and entry.game + self._logged) for entry in step.reading]
        fitting = [replace(entry, game=entry.game + self.games) for entry in step.fitting]
        self._read_groups = joined(self._read_groups, groups_of(reading))
        self._fitted_groups = joined(self._fitted_groups, groups_of(fitting))
        if self.whole:
            self._reading.add(reading)
            self._fitting += fitting
            self.findings += step.findings
            self.sources += [self._log] * len(step.findings)
        self._writing.add(step.writing)
        self.games += step.games
        self.deals += step.deals
        self._logged += step.logged
        self.faults += len(step.findings)
        self.is_full = self.faults > MAX_FAULTS and is_cut_short(step.findings)
        self.ok = self.ok and not any(finding.is_error for finding in step.findings)

    def may_fill(self, step: ConvertedBlock) -> bool:
        """Whether another block of a log holds so much that cannot be read that the log is cut short."""
        return self.faults + len(step.findings) >= MAX_FAULTS

    def table_writer(self, target: Format, file: IO[bytes]) -> TableWriter | None:
        """What writes the rows of a table to an open file: one for all logs; None for other formats."""
        if target.table and self._rows is None:
            self._rows = TableWriter(target.table, file, self._writing)
        return self._rows

    def finish_table(self) -> None:
        """All logs have ended, and with them the table."""
        if self._rows:
            self._rows.finish()
            self.table = self._rows.facts
            self.has_losses = self.has_losses or has_losses(self._writing.report)

    def finish(self) -> tuple[Finding, ...]:
        """A log has ended: where neither a game nor a fault was found in it, that is reported."""
        nothing: tuple[Finding, ...] = ()
        if self.games == self._games_before and not self.faults:
            nothing = (Finding(catalogue.LOG_END, Span(1, 1, 1, 2), {"expected": Phrase("a game")}),)
            self.add(ConvertedBlock(b"", 0, 0, nothing, ()))
        self._log += 1
        self._games_before = self.games
        self.faults, self.is_full = 0, False
        return nothing

    @property
    def entries(self) -> tuple[ReportEntry, ...]:
        """Every entry in its order, where all are kept; of several logs they have no lines."""
        kept = (*self._reading.report, *self._fitting, *self._writing.report)
        return tuple(replace(entry, line=0) for entry in kept) if self._log > 1 else kept

    def lines(self, wording: Wording) -> list[str]:
        """The lines for people."""
        return [group.words(wording) for group in self.groups.values()]

    @property
    def groups(self) -> dict[GroupKey, ReportGroup]:
        """The groups of what is told, which are the lines for people."""
        found = joined(joined(self._read_groups, self._fitted_groups), groups_of(self._writing.report))
        return {key: group.without_line() if self._log > 1 else group for key, group in found.items()}


def convert_stream(
    file: IO[bytes],
    to: Format,
    output: IO[bytes],
    source: Format | None = None,
    rules: RuleSet | None = None,
    *,
    prove: bool = False,
    size: int = BLOCK,
    whole: bool = True,
) -> BlockReport:
    r"""Convert an open log of any size into an open file; without ``source`` its beginning tells its format.

    Of a log that is cut into games, in a format that is written game by game, no more is held than blocks of
    about ``size`` bytes. Another one is held as a whole, as :func:`convert` does. What is written when
    something could not be read is for the caller to keep or not. With ``whole`` the report keeps every
    finding and every entry. Raises :class:`OSError` where the log cannot be read to its end.

    >>> from io import BytesIO
    >>> from notation.formats import FORMATS
    >>> new = BytesIO()
    >>> report = convert_stream(BytesIO(b"%SGN 1\n[A Ivan]\n" * 2), FORMATS["json"], new)
    >>> report.ok, len(report.findings)
    (False, 2)
    """
    log, report = LogStream(file), BlockReport(whole)
    form = source or log.format(list(FORMATS.values()))
    if isinstance(form, Finding):
        report.add(ConvertedBlock(b"", 0, 0, (form,), ()))
        return report
    if not goes_in_blocks(form, to):
        data = log.held()
        done = convert(data, form, to, rules, prove=prove) if data is not None else held_too_large(form, to)
        output.write(done.data)
        report.table = done.table
        report.add(
            ConvertedBlock(done.data, done.games, done.deals, done.findings, done.report, proved=done.proved)
        )
        return report
    is_first = True
    writer = report.table_writer(to, output)
    report.add(log.told())
    heads = heads_in(log, form)
    for block in blocks(log.text(), size, heads, form.most):
        step = convert_block(block, form, to, rules, prove=prove, faults=report.faults)
        if step.data and not is_first:
            output.write(to.between or b"")
        output.write(step.data)
        is_first = is_first and not step.data
        report.add(step)
        if writer:
            writer.add_packed(step.rows)
        if report.is_full:
            break
    report.finish()
    report.finish_table()
    return report
