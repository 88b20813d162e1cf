"""Conversion of large files of SGN: block by block into a temporary file, by several processes.

What is written and what is told is what a conversion of the whole file comes to.
"""

import sys
from dataclasses import dataclass, replace
from io import BufferedReader
from pathlib import Path
from typing import IO, Final

from notation import Finding, Game, read
from notation.formats import SGN, BlockReport, Format, convert_games
from referee import RuleSet
from viewer.cli.bulk import BlockResult, FileBlock, Printed, Run
from viewer.cli.bulk.work import rules_of, spec_of
from viewer.cli.files import STDIN, Files
from viewer.cli.options import Bulk
from viewer.cli.printing import reading_text
from viewer.documents.languages import language as language_of
from viewer.exports.formats import FORMATS

_HEAD: Final = b"%SGN "
"""How a file starts that is converted so."""


@dataclass(frozen=True)
class Steps:
    """Converts the games of a block; what cannot be read is printed at once, or kept with the rest."""

    target: str
    assumed: str
    has_report: bool
    proves: bool
    language: str

    def __call__(self, piece: FileBlock) -> BlockResult:
        """The games of a block in the other format."""
        part, block = BlockResult(), piece.block
        if block.is_rest:
            return part
        games = read(block.data, block.start)
        step = convert_games(games, FORMATS[self.target], rules_of(self.assumed), prove=self.proves)
        if step.findings and not self.has_report:
            text = block.data.decode("utf-8", "backslashreplace")
            findings = tuple(_in_block(finding, block.start.line - 1) for finding in step.findings)
            game = Game(0, block.start.line, text, None, findings)
            part.say(reading_text(piece.file, game, language_of(self.language)), err=True)
        part.say(step.data)
        part.tally.games, part.tally.deals = step.games, step.deals
        part.kept.append(step)
        return part


def _in_block(finding: Finding, before: int) -> Finding:
    """A finding of a file in a part of it, before which there are so many lines."""
    span = finding.span
    return replace(finding, span=span._replace(line=span.line - before, end_line=span.end_line - before))


def goes_in_steps(files: Files, name: str, origin: Format | None, target: Format) -> bool:
    """Whether a file is converted so: one that starts with a game of SGN, into a format that can be.

    What cannot be read again from its start, and cannot be looked at before it is read, is not.
    """
    if target.between is None or origin not in (None, SGN):
        return False
    try:
        if name == STDIN:
            file = sys.stdin.buffer
            return isinstance(file, BufferedReader) and file.peek(len(_HEAD)).startswith(_HEAD)
        if not Path(name).is_file():
            return False
        with files.opened(name) as (contents, _):
            return contents.read(len(_HEAD)) == _HEAD
    except OSError:  # which reading it reports
        return False


def convert_in_steps(
    files: Files,
    name: str,
    target: Format,
    assumed: RuleSet | None,
    jobs: int | None,
    output: IO[bytes],
    has_report: bool,
    proves: bool,
) -> BlockReport | None:
    """Convert a file into an open one, and tell what became of it; None where it cannot be read to its end.

    With ``has_report`` all that is told is kept for a report of it; with ``proves`` every game is
    read again as it is written.
    """
    report, source = BlockReport(has_report), Files((name,), files.language)

    def take(_: FileBlock, part: BlockResult) -> None:
        for step in part.kept:
            if step.data and output.tell() and target.between:
                part.said.insert(0, Printed(target.between))
            report.add(step)

    work = Steps(target.name, spec_of(assumed), has_report, proves, files.language.code)
    Run(source, Bulk(jobs), output).go(work, take)
    files.failures += source.failures
    return None if source.failures else report
