"""The commands on records: judge, lay out, digest."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import IO, Final

import click

from notation import digest as digest_of
from notation import read
from notation.findings import escape
from notation.judge import Member, all_series
from notation.text import Block, Game, gap_behind, laid_out
from referee import RuleSet
from viewer.cli import options
from viewer.cli.bulk import BlockResult, Bulk, FileBlock, Printed, Run, bulk
from viewer.cli.bulk.work import spec_of
from viewer.cli.files import STDIN, Files
from viewer.cli.games import mended, numbered_games
from viewer.cli.printing import reading_text, show_change
from viewer.cli.report_formats import DOCUMENTS, WHOLE, Check, report_of
from viewer.documents.languages import Language
from viewer.documents.languages import language as language_of

IN_MEMORY: Final = 1 << 20
"""Bytes of a laid out file that are kept in memory before it is written; more go to a temporary file."""


@click.command()
@options.paths
@options.assumed
@options.imposed
@click.option(
    "--format",
    "form",
    type=click.Choice((*options.FORMS, "sarif", "github")),
    default="text",
    show_default=True,
    help="For people, or for programs: json is an object a game, sarif one log, github its commands.",
)
@click.option("--fix", is_flag=True, help="First change what can be put right in one way only.")
@click.option("--summary", is_flag=True, help="Print only what was counted, as text or as a JSON object.")
@bulk
@options.language
@options.output
@options.quiet
def check(
    paths: tuple[str, ...],
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    form: str,
    fix: bool,
    summary: bool,
    bulk: Bulk,
    language: Language,
    output: options.Output | None,
    quiet: bool,
) -> None:
    """Judge every game: whether each action is legal and each statement right.

    With --fix a finding that one change puts right, and no other could, is put right in the file: a
    misspelt word, a number that alone is wrong. The play itself is never changed. The changes are
    printed, then the findings that are left.

    Matches that name the same series are compared with each other, whatever files they are in.
    """
    if fix and (form != "text" or STDIN in paths):
        raise click.UsageError("--fix changes files and prints text: neither - nor --format goes with it")
    if fix and bulk != Bulk():
        raise click.UsageError("--fix takes file after file: options for large inputs do not go with it")
    if output and form not in DOCUMENTS:
        raise click.UsageError(f"--output goes with {', '.join(DOCUMENTS)}; {form} goes to standard output")
    if summary and form not in ("text", "json"):
        raise click.UsageError("--summary is text or json")
    if summary:
        form = "summary json" if form == "json" else "summary"
    if bulk.resume is not None and form in WHOLE:
        raise click.UsageError(f"--resume goes with what is printed game by game; {form} is not")
    files = Files(paths, language)
    report = report_of(form, files, output, quiet)
    run = Run(files, bulk)
    work = Check(spec_of(assumed), spec_of(imposed), form, language.code, quiet, bulk.fail_fast)
    members: list[Member] = []
    if fix:
        for name, judgement in mended(files, assumed, imposed):
            part = BlockResult()
            work.tell(name, judgement, part)
            members.extend(part.members)
            run.add(name, part)
    else:

        def take(_: FileBlock, result: BlockResult) -> None:
            report.keep(result.kept)
            members.extend(result.members)

        run.go(work, take)
    for series in all_series(members):
        result = BlockResult()
        work.tell_series(series, result)
        report.keep(result.kept)
        run.add(None, result)
    report.finish(run.tally, run.files, files.failures)
    options.leave(files, run.tally.errors > 0)


@dataclass(frozen=True)
class Canonical:
    """Puts the games of a block into canonical form, which is printed or kept."""

    language: str
    is_printed: bool
    fail_fast: bool

    def __call__(self, piece: FileBlock) -> BlockResult:
        """A block in canonical form."""
        part, laid, language = BlockResult(), Laid(), language_of(self.language)
        if piece.block.is_rest:
            self._add(part, laid, piece.block.data)
        for game, text in _laid_out(piece.block):
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
    """Whether a block changes, what goes behind it where another file follows, and its games."""

    changes: bool = False
    gap: str = ""
    texts: list[bytes] = field(default_factory=list)


def _laid_out(block: Block) -> Iterator[tuple[Game, bytes]]:
    """The games of a block in canonical form, each with the empty line before the next of the file."""
    before: tuple[Game, bytes] | None = None
    for pair in laid_out(read(block.data, block.start)) if not block.is_rest else ():
        if before:
            yield before
        before = pair
    if before:
        game, text = before
        yield game, text if block.is_last or block.goes_on else text + gap_behind(text)


@click.command()
@options.paths
@click.option("--check", is_flag=True, help="Print only the names of the files that would change.")
@click.option("--diff", is_flag=True, help="Print only what would change.")
@click.option("--write", is_flag=True, help="Write it to the files.")
@bulk
@options.language
@options.quiet
def fmt(
    paths: tuple[str, ...],
    check: bool,
    diff: bool,
    write: bool,
    bulk: Bulk,
    language: Language,
    quiet: bool,
) -> None:
    """Print every game in canonical form, or put it into the files.

    What could not be read stays as it stands, byte for byte, and is reported. The exit status is 1
    where something could not be read, and where --check or --diff finds something to change.
    """
    if check + diff + write > 1:
        raise click.UsageError("--check, --diff and --write exclude each other")
    if write and STDIN in paths:
        raise click.UsageError("standard input cannot be written: --write does not go with -")
    if bulk.resume is not None and (diff or write):
        raise click.UsageError("--resume goes with what is printed: --write can be repeated without it")
    from tempfile import SpooledTemporaryFile  # takes long to load, and only files are laid out by it

    files = Files(paths, language)
    run = Run(files, bulk)
    with SpooledTemporaryFile(IN_MEMORY) as new:
        changed = _Changed(files, run, new, check, diff, write, quiet)
        run.go(Canonical(language.code, not (check or diff or write), bulk.fail_fast), changed.take)
    options.leave(files, run.tally.errors > 0 or changed.is_wrong)


class _Changed:
    """Puts the blocks of each file together, and does what is asked for when it is there as a whole."""

    def __init__(
        self, files: Files, run: Run, new: IO[bytes], check: bool, diff: bool, write: bool, quiet: bool
    ) -> None:
        self._files = files
        self._run = run
        self._new = new
        self._old = BytesIO()  # only a diff needs a file as a whole
        self._check, self._diff, self._write, self._quiet = check, diff, write, quiet

    @property
    def is_wrong(self) -> bool:
        """Whether something changes that was only looked for."""
        return (self._check or self._diff) and bool(self._run.memory.get("changed"))

    @property
    def _is_printed(self) -> bool:
        return not (self._check or self._diff or self._write)

    def take(self, piece: FileBlock, part: BlockResult) -> None:
        """Take a block; the last one of a file ends it."""
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
        """Name a file that changes, show the change, or make it."""
        if self._check:
            click.echo(escape(name))
        elif self._diff:
            show_change(name, self._old.getvalue(), self._new.read())
        elif self._files.may_rewrite(name) and self._files.write(name, self._new) and not self._quiet:
            click.echo(f"{escape(name)}: {self._files.language.say('put into canonical form')}")


@dataclass(frozen=True)
class Digests:
    """The digests of the games of a block."""

    language: str
    fail_fast: bool

    def __call__(self, piece: FileBlock) -> BlockResult:
        """A line a game that can be read."""
        part, block = BlockResult(), piece.block
        games = () if block.is_rest else read(block.data, block.start)
        for game, number in numbered_games(games, block.is_last):
            part.say(reading_text(piece.file, game, language_of(self.language)), err=True)
            if game.record:
                part.say(f"{digest_of(game.record)}  {escape(piece.file)}{number}\n")
            if part.tally.count(game) and self.fail_fast:
                part.stops = True
                break
        return part


@click.command()
@options.paths
@bulk
@options.language
def digest(paths: tuple[str, ...], bulk: Bulk, language: Language) -> None:
    """Print the SHA-256 of what every game says, its notes and its layout left out.

    A line a game: the digest, two blanks, the file; and the number of the game behind a colon where a
    file has several.
    """
    files = Files(paths, language)
    run = Run(files, bulk)
    run.go(Digests(language.code, bulk.fail_fast))
    options.leave(files, run.tally.errors > 0)
