"""Block-wise conversion of a log of any size into a temporary file, by several processes.

The output and the report are the same as for a conversion of the whole log.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import IO

import click

from notation import Finding, Game
from notation.formats import MAX_LOG, BlockReport, Format, LogStream, convert_block, heads_in, opened
from notation.text import Block
from referee import RuleSet
from viewer.cli.bulk import BlockResult, FileBlock, Printed, Run
from viewer.cli.bulk.work import rules_of, spec_of
from viewer.cli.files import STDIN, Files, size_on_disk
from viewer.cli.options import Bulk
from viewer.cli.printing import reading_text
from viewer.documents.languages import Language
from viewer.documents.languages import language as language_of
from viewer.exports.formats import FORMATS


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of a conversion; ``made`` are the files that this command has created and may replace."""

    origin: Format | None
    to: Format
    assumed: RuleSet | None
    force: bool
    check: bool
    strict: bool
    report: str
    card: str | None
    jobs: int | None
    language: Language
    made: set[str] = field(default_factory=set)

    @property
    def proves(self) -> bool:
        """Whether the output is read back."""
        return self.check or self.strict

    def format_of(self, log: LogStream) -> Format | Finding:
        """Return the format of a log, or why it is not recognised."""
        return self.origin or log.format(list(FORMATS.values()))

    def may_make(self, output: str, files: Files) -> bool:
        """Return whether a file may be created, if one is needed."""
        return self.check or output == STDIN or files.may_put_out(output, self.force or output in self.made)


@dataclass(frozen=True)
class Steps:
    """Converts the games of a block; read errors are printed at once, or collected in the report.

    ``faults`` were found in the blocks before, if known.
    """

    source: str
    target: str
    assumed: str
    has_report: bool
    proves: bool
    language: str
    faults: int = 0

    def __call__(self, piece: FileBlock) -> BlockResult:
        """Return the games of a block in the other format."""
        source, target = FORMATS[self.source], FORMATS[self.target]
        rules = rules_of(self.assumed)
        step = convert_block(piece.block, source, target, rules, prove=self.proves, faults=self.faults)
        part = BlockResult()
        if not self.has_report:
            part.say(findings_text(piece.file, piece.block, step.findings, self.language), err=True)
        part.say(step.data)
        part.tally.games, part.tally.deals = step.games, step.deals
        part.kept.append(step)
        return part


def findings_text(name: str, block: Block, findings: tuple[Finding, ...], language: str) -> str:
    """Return the read errors of a block, with their lines."""
    if not findings:
        return ""
    text = block.data.decode("utf-8", "backslashreplace")
    found = tuple(_in_block(finding, block.start.line - 1) for finding in findings)
    return reading_text(name, Game(0, block.start.line, text, None, found), language_of(language))


def _in_block(finding: Finding, before: int) -> Finding:
    """Convert a finding of a file to one of its part after so many lines."""
    span = finding.span
    if not span.line:
        return finding
    return replace(finding, span=span._replace(line=span.line - before, end_line=span.end_line - before))


class _LogFile(Files):
    """An open log as the only file of a run."""

    def __init__(self, files: Files, name: str, log: LogStream, raw: IO[bytes]) -> None:
        super().__init__((name,), files.language)
        self._log = log
        self._raw = raw

    def names(self, *more: str) -> Iterator[str]:
        yield from self.paths

    @contextmanager
    def opened(self, name: str) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
        """Open the log as UTF-8, and the file on the disk."""
        yield self._log.text(), self._raw


def convert_in_steps(
    wish: Wish,
    files: Files,
    name: str,
    log: LogStream,
    raw: IO[bytes],
    form: Format,
    output: IO[bytes],
    report: BlockReport,
) -> bool:
    """Convert a log of a format and append it to an open file, with a report; return whether it was read.

    Read errors are printed at once, unless the report is collected.
    """
    target = wish.to
    source = _LogFile(files, name, log, raw)
    writer = report.table_writer(target, output)
    report.add(log.told())
    work = Steps(
        form.name, target.name, spec_of(wish.assumed), report.whole, wish.proves, files.language.code
    )

    def take(piece: FileBlock, part: BlockResult) -> None:
        if report.is_full:
            part.said.clear()
            return
        if report.faults and not form.exact and report.may_fill(part.kept[0]):
            again = replace(work, faults=report.faults)(piece)
            part.said, part.kept = again.said, again.kept
        for step in part.kept:
            if step.data and output.tell() and target.between:
                part.said.insert(0, Printed(target.between))
            report.add(step)
            if writer:
                writer.add_packed(step.rows)
        part.stops = report.is_full

    is_large = (size_on_disk(raw) or 0) > MAX_LOG
    Run(source, Bulk(wish.jobs), output).go(work, take, heads_in(log, form, is_large), form.most)
    files.failures += source.failures
    nothing = report.finish()
    if nothing and not report.whole:
        click.echo(
            findings_text(name, Block(opened(log.head)), nothing, files.language.code), nl=False, err=True
        )
    return not source.failures
