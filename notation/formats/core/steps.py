"""Streaming conversion, block by block; file and report equal those of a conversion in one piece.

A log is decoded as it is read and cut where its games begin; at most a block or a game is buffered. The
report of a block is kept separately for reading, fitting and writing its games, because a conversion in one
piece reports all of one before any of the next.
"""

import codecs
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import BufferedReader, RawIOBase
from itertools import chain
from typing import IO, Any, Final, cast

from notation.findings import catalogue
from notation.findings.finding import Finding, Phrase, PhraseError, Wording
from notation.formats.core.convert import Conversion, convert, fitted_games
from notation.formats.core.format import MAX_LOG, Format
from notation.formats.core.lines import MAX_FAULTS, is_cut_short
from notation.formats.core.reading import HELD, UTF_16, read_games, too_large
from notation.formats.core.recognition import recognised
from notation.formats.core.registry import FORMATS
from notation.formats.core.report import (
    GroupKey,
    ReportEntry,
    ReportGroup,
    TableFacts,
    Telling,
    groups_of,
    has_losses,
    joined,
)
from notation.formats.core.table_file import TableWriter, packed, rows_in
from notation.record.model import Record, Span
from notation.text.blocks import BLOCK, Block, Heads, blocks
from notation.text.source import wide
from referee.rules import RuleSet

HEAD: Final = BLOCK
"""Bytes at the beginning of a log from which its format is recognised."""


class DamagedTextError(PhraseError, OSError):
    """A text that cannot be read to its end, as the phrase says."""


class LogStream:
    """A log read once from an open file, possibly a pipe; its ``head`` is available before that."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._held = _first(file, HEAD)
        self.is_whole = len(self._held) < HEAD
        """Whether the head is the whole log."""
        self._encoding = wide(self._held, self.is_whole)
        self.head = self._held if self.is_whole else self._whole_lines()
        """The first lines of the log, in UTF-8, or the whole log unchanged."""

    def _whole_lines(self) -> bytes:
        text = self._held
        if self._encoding:
            text = codecs.getincrementaldecoder(self._encoding)().decode(text).encode()
        return text[: text.rfind(b"\n") + 1] or text

    def format(self, formats: Sequence[Format]) -> Format | Finding:
        """Return the format of the log, or why it cannot be determined.

        From its first lines; if those do not show it, from the whole log if it is not too large.
        """
        found = recognised(self.head, formats)
        if isinstance(found, Finding) and not self.is_whole and (data := self.held()) is not None:
            return recognised(data, formats)
        return found

    def held(self, most: int = MAX_LOG) -> bytes | None:
        """Return the whole log unchanged, once; None if it is larger than ``most`` bytes."""
        data = self._held + _first(self._file, most + 1 - len(self._held))
        self._held = data
        return data if len(data) <= most else None

    def told(self) -> "ConvertedBlock":
        """The report on how the log is decoded, before any of its games."""
        reading = Telling()
        if self._encoding:
            reading.read(UTF_16)
        return ConvertedBlock(reading=reading)

    def text(self) -> IO[bytes]:
        """Return the whole log in UTF-8, once; reading it raises :class:`DamagedTextError`."""
        held, self._held = self._held, b""
        return opened_parts(self._decoded(held))

    def _decoded(self, held: bytes) -> Iterator[bytes]:
        """Yield what has been read of the file and the rest of it, in UTF-8 without a byte order mark."""
        decoder = codecs.getincrementaldecoder(self._encoding)() if self._encoding else None
        mark = codecs.BOM_UTF8
        for data in chain([held], iter(lambda: self._file.read(BLOCK), b""), [b""]):
            try:
                text = decoder.decode(data, not data).encode() if decoder else data
            except UnicodeError:
                raise DamagedTextError(Phrase("damaged UTF-16")) from None
            yield text.removeprefix(mark)
            mark = b""


def _first(file: IO[bytes], size: int) -> bytes:
    """Read this many bytes of a file, or all that are left."""
    parts = []
    while size > 0 and (part := file.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def opened_parts(parts: Iterable[bytes]) -> IO[bytes]:
    """Return the parts of a file, concatenated into an open file."""
    return cast(IO[bytes], BufferedReader(_Parts(filter(None, parts)), BLOCK))


class _Parts(RawIOBase):
    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts = parts
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._left = self._left or memoryview(next(self._parts, b""))
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


def goes_in_blocks(source: Format, target: Format) -> bool:
    """Return whether a log is converted block by block, so that it may have any size."""
    return source.heads is not None and target.grows


def held_too_large(source: Format, target: Format) -> Conversion:
    """Return the report for a log that is too large to be converted as a whole."""
    of_target = Phrase("a log that becomes {name}", {"name": target.name})
    why = too_large(of_target if source.heads else HELD)
    return Conversion(b"", (why,), (), 0, 0, sources=(0,))


def heads_in(log: LogStream, source: Format, is_large: bool = False) -> Heads:
    """Return the finder of where a log is cut.

    If views of a game are merged, a log of moderate size is not cut, so that they are found anywhere; in a
    larger one (``is_large``) only adjacent views are merged.
    """
    if source.heads is None or (source.merges and not is_large and log.held() is not None):
        return lambda *_: iter(())
    return source.heads


@dataclass(frozen=True, slots=True)
class ConvertedBlock:
    """The converted games of a block: their text in the other format, and the reports about them.

    ``games`` were read and ``deals`` written, ``unread`` games could not be read, and ``proved`` were read
    back. The reports on ``reading``, ``fitting`` and ``writing`` them number the games from 1, with places in
    the file. For a table, ``rows`` are those of each game, packed, and there is no text.
    """

    data: bytes = b""
    games: int = 0
    deals: int = 0
    reading: Telling = field(default_factory=Telling)
    fitting: Telling = field(default_factory=Telling)
    writing: Telling = field(default_factory=Telling)
    proved: int = 0
    unread: int = 0
    rows: tuple[bytes, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What could not be read."""
        return tuple(self.reading.findings)


def convert_block(
    block: Block,
    source: Format,
    target: Format,
    rules: RuleSet | None = None,
    *,
    prove: bool = False,
    faults: int = 0,
) -> ConvertedBlock:
    """Convert the games of a block to a format that is written piece by piece, with default ``rules``.

    With ``prove`` every game is read back. ``faults`` were found in the blocks before.
    """
    if target.writer is None or not target.grows:
        raise ValueError(f"{target.name} is not written piece by piece")
    reading, fitting, writing = Telling(), Telling(), Telling()
    if block.goes_on and source.most == MAX_LOG:
        reading.findings.append(too_large(Phrase("a game of a log"), block.start.line))
        return ConvertedBlock(reading=reading)
    is_all = block.is_last and not block.start.offset
    found: list[tuple[int, Record]] = []
    if not block.is_rest:
        is_uncut = source.merges and is_all
        found = read_games(block.data, source, reading, rules, True, is_uncut, faults, block.start)
    written: list[bytes] = []
    rows: list[bytes] = []
    deals = 0
    for pieces in fitted_games(found, target, fitting, rules, prove):
        if target.table:
            rows += [packed(rows_in(piece.whole, piece.rules, target.table.name)) for piece in pieces]
        else:
            written += [target.writer(pieces, writing)] if pieces else []
        deals += sum(len(piece.record.deals) for piece in pieces)
    data = (target.between or b"").join(written)
    proved, unread = fitting.proved, reading.unread
    return ConvertedBlock(data, len(found), deals, reading, fitting, writing, proved, unread, tuple(rows))


@dataclass(slots=True)
class BlockReport:
    """The growing report of a streaming conversion: only its lines for people.

    It can cover several logs in sequence. With ``whole`` every entry and every finding is kept.
    """

    whole: bool = False
    games: int = 0
    deals: int = 0
    ok: bool = True
    """Whether the whole source could be read."""
    has_losses: bool = False
    """Whether anything of the source is missing in the new file."""
    proved: int = 0
    """The games that were read back."""
    unread: int = 0
    """The games of the logs that could not be read."""
    faults: int = 0
    """Findings of the current log."""
    is_full: bool = False
    """Whether there are so many findings that reading the log stops."""
    findings: list[Finding] = field(default_factory=list)
    sources: list[int] = field(default_factory=list)
    """The index of each finding's log."""
    table: TableFacts | None = None
    """The contents of the new file, if it is a table, when all logs have ended."""
    _rows: TableWriter | None = None
    _log: int = 0
    _games_before: int = 0
    _reading: Telling = field(default_factory=Telling)
    _fitting: Telling = field(default_factory=Telling)
    _writing: Telling = field(default_factory=Telling)
    _read_groups: dict[GroupKey, ReportGroup] = field(default_factory=dict)
    _fitted_groups: dict[GroupKey, ReportGroup] = field(default_factory=dict)

    def add(self, step: ConvertedBlock) -> None:
        """Add the report about the next games."""
        stages = step.reading, step.fitting, step.writing
        self.has_losses = self.has_losses or any(has_losses(told.report) for told in stages)
        self._read_groups = joined(self._read_groups, self._take(self._reading, step.reading))
        self._fitted_groups = joined(self._fitted_groups, self._take(self._fitting, step.fitting))
        self._writing.add(step.writing.report)
        if self.whole:
            self.findings += step.findings
            self.sources += [self._log] * len(step.findings)
        self.games += step.games
        self.deals += step.deals
        self.proved += step.proved
        self.unread += step.unread
        self.faults += len(step.findings)
        self.is_full = self.faults > MAX_FAULTS and is_cut_short(step.findings)
        self.ok = self.ok and not any(finding.is_error for finding in step.findings)

    def _take(self, whole: Telling, told: Telling) -> dict[GroupKey, ReportGroup]:
        """Add the report of one stage, if all is kept; returns its groups, with the numbers of all games."""
        entries = told.entries_after(whole.game)
        if self.whole:
            whole.add(entries)
        whole.game += told.game
        return groups_of(entries)

    def may_fill(self, step: ConvertedBlock) -> bool:
        """Return whether another block has so many findings that the log is cut short."""
        return self.faults + len(step.findings) >= MAX_FAULTS

    def table_writer(self, target: Format, file: IO[bytes]) -> TableWriter | None:
        """Return the writer of table rows to an open file, one for all logs; None for other formats."""
        if target.table and self._rows is None:
            self._rows = TableWriter(target.table, file, self._writing)
        return self._rows

    def finish_table(self) -> None:
        """Finish the table after the last log."""
        if self._rows:
            self._rows.finish()
            self.table = self._rows.facts
            self.has_losses = self.has_losses or has_losses(self._writing.report)

    def finish(self) -> tuple[Finding, ...]:
        """Finish a log; reports it if neither a game nor a fault was found in it."""
        nothing: tuple[Finding, ...] = ()
        if self.games == self._games_before and not self.faults:
            nothing = (Finding(catalogue.LOG_END, Span(1, 1, 1, 2), {"expected": Phrase("a game")}),)
            self.add(ConvertedBlock(reading=Telling([*nothing])))
        self._log += 1
        self._games_before = self.games
        self.faults, self.is_full = 0, False
        return nothing

    @property
    def entries(self) -> tuple[ReportEntry, ...]:
        """All entries in order, if kept; those of several logs have no lines."""
        kept = (*self._reading.report, *self._fitting.report, *self._writing.report)
        return tuple(replace(entry, line=0) for entry in kept) if self._log > 1 else kept

    def lines(self, wording: Wording) -> list[str]:
        """Return the lines for people."""
        return [group.words(wording) for group in self.groups.values()]

    @property
    def groups(self) -> dict[GroupKey, ReportGroup]:
        """The groups of the report, one for each line for people."""
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
    r"""Convert an open log of any size into an open file; without ``source`` its format is recognised.

    If the log can be cut into games and the target is written game by game, only blocks of about ``size``
    bytes are buffered; otherwise the log is loaded as a whole, as in :func:`convert`. The caller decides
    whether to keep the output if something could not be read. With ``whole`` the report keeps every finding
    and every entry. Raises :class:`OSError` if the log cannot be read to its end.

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
        report.add(ConvertedBlock(reading=Telling([form])))
        return report
    if not goes_in_blocks(form, to):
        data = log.held()
        done = convert(data, form, to, rules, prove=prove) if data is not None else held_too_large(form, to)
        output.write(done.data)
        report.table = done.table
        reading = Telling([*done.findings])
        reading.add(done.report)
        report.add(
            ConvertedBlock(b"", done.games, done.deals, reading, proved=done.proved, unread=done.unread)
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
