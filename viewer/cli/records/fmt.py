"""The command `fmt`: games in canonical form."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import IO

import click

from notation import read
from notation.findings import escape
from notation.text import ALPHABETS, Block, Game, LineLayout, WritingStyle, gap_behind, laid_out
from viewer.cli import options
from viewer.cli.bulk import BlockResult, FileBlock, Printed, Run
from viewer.cli.files import IN_MEMORY, STDIN, Files
from viewer.cli.printing import reading_text, show_change
from viewer.documents.languages import Language
from viewer.documents.languages import language as language_of


@dataclass(frozen=True)
class Canonical:
    """Converts the games of a block to canonical form, to be printed or collected."""

    language: str
    is_printed: bool
    fail_fast: bool
    letters: str | None
    layout: str

    def __call__(self, piece: FileBlock) -> BlockResult:
        """Return a block in canonical form."""
        part, laid, language = BlockResult(), Laid(), language_of(self.language)
        style = WritingStyle(ALPHABETS.get(self.letters or ""), LineLayout(self.layout))
        if piece.block.is_rest:
            self._add(part, laid, piece.block.data)
        for game, text in _laid_out(piece.block, style):
            part.say(reading_text(piece.file, game, language), err=True)
            laid.changes |= text != game.source or (game.number == 1 and game.line > 1)
            self._add(part, laid, text)
            if part.tally.count(game) and self.fail_fast:
                part.stops = True
                break
        part.kept.append(laid)
        return part

    def _add(self, part: BlockResult, laid: "Laid", text: bytes) -> None:
        laid.gap = gap_behind(text).decode()
        if self.is_printed:
            part.say(text)
        else:
            laid.texts.append(text)


@dataclass(slots=True)
class Laid:
    """Whether a block changes, the gap before the next file, and its games."""

    changes: bool = False
    gap: str = ""
    texts: list[bytes] = field(default_factory=list)


def _laid_out(block: Block, style: WritingStyle) -> Iterator[tuple[Game, bytes]]:
    """Yield the games of a block in canonical form, each with the empty line before the next one."""
    before: tuple[Game, bytes] | None = None
    for pair in laid_out(read(block.data, block.start), style) if not block.is_rest else ():
        if before:
            yield before
        before = pair
    if before:
        game, text = before
        yield game, text if block.is_last or block.goes_on else text + gap_behind(text)


def fmt(
    paths: tuple[str, ...],
    check: bool,
    diff: bool,
    write: bool,
    letters: str | None,
    layout: str,
    bulk: options.Bulk,
    language: Language,
    quiet: bool,
) -> None:
    """Print every game in canonical form, or rewrite the files."""
    if check + diff + write > 1:
        raise click.UsageError("--check, --diff and --write exclude each other")
    if write and STDIN in paths:
        raise click.UsageError("standard input cannot be written: --write does not go with -")
    if bulk.resume is not None and (diff or write):
        raise click.UsageError("--resume goes with what is printed: --write can be repeated without it")
    from tempfile import SpooledTemporaryFile  # takes long to load, and only files need it

    files = Files(paths, language)
    run = Run(files, bulk)
    with SpooledTemporaryFile(IN_MEMORY) as new:
        changed = _Changed(files, run, new, check, diff, write, quiet)
        run.go(
            Canonical(language.code, not (check or diff or write), bulk.fail_fast, letters, layout),
            changed.take,
        )
    options.leave(files, run.tally.errors > 0 or changed.is_wrong)


class _Changed:
    """Joins the blocks of each file, and processes it when it is complete."""

    def __init__(
        self, files: Files, run: Run, new: IO[bytes], check: bool, diff: bool, write: bool, quiet: bool
    ) -> None:
        self._files = files
        self._run = run
        self._new = new
        self._old = BytesIO()  # only a diff needs a whole file
        self._check, self._diff, self._write, self._quiet = check, diff, write, quiet

    @property
    def is_wrong(self) -> bool:
        """Whether a check or a diff found a change."""
        return (self._check or self._diff) and bool(self._run.memory.get("changed"))

    @property
    def _is_printed(self) -> bool:
        return not (self._check or self._diff or self._write)

    def take(self, piece: FileBlock, part: BlockResult) -> None:
        """Add a block; the last one of a file completes it."""
        memory, block = self._run.memory, piece.block
        (laid,) = part.kept
        if not block.start.offset:
            self._new.seek(0)
            self._new.truncate()
            if self._is_printed:
                part.said.insert(0, Printed(memory.get("gap", "").encode()))
            memory["changes"] = False
            self._old = BytesIO()
        if block.data or not block.is_rest:
            memory["gap"] = laid.gap
        memory["changes"] |= laid.changes
        if self._diff or self._write:
            self._new.writelines(laid.texts)
        if self._diff:
            self._old.write(block.data)
        if block.is_last and memory["changes"] and not part.stops:
            memory["changed"] = True
            if not self._is_printed:
                self._new.seek(0)
                self._end(piece.file)

    def _end(self, name: str) -> None:
        """Report a file that changes, show the difference, or rewrite it."""
        if self._check:
            click.echo(escape(name))
        elif self._diff:
            show_change(name, self._old.getvalue(), self._new.read())
        elif self._files.may_rewrite(name) and self._files.write(name, self._new) and not self._quiet:
            click.echo(f"{escape(name)}: {self._files.language.say('put into canonical form')}")
