"""The commands `convert` and `formats`."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Final, NamedTuple

import click

from notation import Game
from notation.findings import did_you_mean, escape, suggestion
from notation.formats import (
    ACTIONS,
    BlockReport,
    Conversion,
    Format,
    TableError,
    grouped,
    has_losses,
    opened,
    read_table,
    reader_of,
    recognised,
)
from notation.formats import convert as convert_log
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.files import STDIN, Files, is_folder
from viewer.cli.output import Delivery
from viewer.cli.printing import reading_text
from viewer.cli.steps import convert_in_steps, goes_in_steps
from viewer.documents.languages import Language
from viewer.exports.formats import FORMATS, by_suffix, listed, told

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

IN_MEMORY: Final = 1 << 20
"""Bytes of a new file that are kept in memory before it is written; more go to a temporary file."""


class FormatName(click.ParamType[Format]):
    """A format by its name."""

    name = "format"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Format:
        """The format of a name."""
        if isinstance(value, Format):
            return value
        name = str(value)
        if name not in FORMATS:
            hint = did_you_mean(suggestion(name, list(FORMATS)))
            self.fail(f"{name!r} is no format{hint}; `santase formats` lists them", param, ctx)
        return FORMATS[name]

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """The formats whose names go on like this."""
        return options.completed(FORMATS, incomplete)


@click.command()
@click.argument("source", type=options.PATH, metavar="IN")
@click.argument("target", type=options.PATH, metavar="[OUT]", default=STDIN)
@click.option(
    "--from", "origin", type=FormatName(), metavar="FORMAT", help="What IN is; else it is recognised."
)
@click.option(
    "--to", "form", type=FormatName(), metavar="FORMAT", help="What OUT shall be; else its name tells."
)
@click.option("--mapping", metavar="FILE", help="A table that tells how a server's actions are read.")
@options.assumed
@options.force
@click.option("--strict", is_flag=True, help="Write nothing where anything would be lost or is wrong.")
@click.option(
    "--report",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to tell what was lost, beside the output: as text, or an object a file.",
)
@options.jobs
@options.language
def convert(
    source: str,
    target: str,
    origin: Format | None,
    form: Format | None,
    mapping: str | None,
    assumed: RuleSet | None,
    force: bool,
    strict: bool,
    report: str,
    jobs: int | None,
    language: Language,
) -> None:
    """Convert a log into another format: a file, - for standard input, or all files of a folder.

    OUT is a file, a folder where IN is one, or left out for standard output; it appears whole or not at
    all. A file that exists is replaced only with --force, and IN itself never. Without --to the name of OUT
    tells the format, and a folder becomes one of SGN. What was dropped, derived, unknown or left out is
    reported on standard error. IN can be a file of SGN of any size; other logs, and some formats of OUT,
    take 64 MiB. The exit status is 1 where something could not be read or no deal could be written, and
    with --strict where anything would be lost.
    """
    _show_problems(language)
    to = form or by_suffix(STDIN if source != STDIN and is_folder(source) else target)
    if to is None:
        raise click.UsageError(
            f"what format shall {target} be? Name it with --to; `santase formats` lists them"
        )
    if to.writer is None:
        raise click.UsageError(f"{to.name} is read only; `santase formats` says what can be written")
    if origin is not None and origin.reader is None:
        raise click.UsageError(f"{origin.name} is written only; `santase formats` says what can be read")
    files = Files((source,), language)
    if mapping is not None:
        if origin is not None:
            raise click.UsageError("--mapping says how IN is read: --from does not go with it")
        origin = _mapped(files, mapping)
    wrong = False
    for name, output in _pairs(source, target, to, files, force):
        in_steps = goes_in_steps(files, name, origin, to)
        data = None if in_steps else files.read(name)
        if (data is None and not in_steps) or (output != STDIN and not files.may_put_out(output, force)):
            continue
        with SpooledTemporaryFile(IN_MEMORY) as new:
            if data is None:
                steps = convert_in_steps(files, name, to, assumed, jobs, new, report == "json")
                if steps is None:
                    continue
                told = _told_in_steps(steps, language)
            else:
                converted = convert_log(data, origin or recognised(data, list(FORMATS.values())), to, assumed)
                new.write(converted.data)
                told = _told_at_once(converted, data, name, language)
            is_wrong = not told.ok or not new.tell()
            held = strict and told.has_losses
            wrong |= held or is_wrong
            written = bool(new.tell()) and not held and not (strict and is_wrong)
            told.show(name, output if written else None, report, language)
            if not written:
                continue
            new.seek(0)
            if output == STDIN:
                _print(new)
            else:
                files.write(output, new)
    options.leave(files, wrong)


def _show_problems(language: Language) -> None:
    """Say which formats of installed packages are left out, and why."""
    for problem in FORMATS.problems:
        click.echo(language.put(problem), err=True)


def _mapped(files: Files, mapping: str) -> Format:
    """Actions of a server, read by the table of a file."""
    table = files.read(mapping)
    if table is None:
        options.leave(files, wrong=False)
    try:
        return replace(ACTIONS, reader=reader_of([read_table(table)]))
    except TableError as error:
        raise click.UsageError(f"{mapping} is no mapping table: {error}") from None


def _pairs(source: str, target: str, to: Format, files: Files, force: bool) -> Iterator[tuple[str, str]]:
    """The files to read, each with the file to write; two that would be one fail."""
    if source == STDIN or not is_folder(source):
        yield source, target
        return
    if target == STDIN:
        raise click.UsageError("a folder is converted into a folder: name it after the first")
    folder, goal = Path(source), Path(target)
    if folder.resolve() == goal.resolve():
        raise click.UsageError("a folder is converted into another folder")
    found = [
        path
        for path in map(Path, files.within(source))
        if goal not in path.parents
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
    if not found and not files.failures:
        files.fail(source, "no files in this folder")
    outputs: dict[Path, Path] = {}
    for path in found:
        output = (goal / path.relative_to(folder)).with_suffix(to.suffix)
        if output in outputs:
            files.fail(str(path), f"another file of this folder becomes {output} already")
        else:
            outputs[output] = path
    existing = [output for output in outputs if output.exists() and not force]
    if existing:
        more = f", and so do {len(existing) - 1} others" if len(existing) > 1 else ""
        files.fail(str(existing[0]), f"this file exists{more}; --force replaces what exists")
        return
    for output, path in outputs.items():
        try:
            output.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            files.fail(str(output), error.strerror or str(error))
        else:
            yield str(path), str(output)


class _ConversionReport(NamedTuple):
    """What became of one file: what could not be read of it, and what of the rest is not as it was.

    ``findings`` are printed at the start, where they have not been before; ``lines`` follow them.
    """

    conversion: Conversion
    ok: bool
    has_losses: bool
    findings: str
    lines: Sequence[str]

    def show(self, name: str, output: str | None, form: str, language: Language) -> None:
        """Tell it beside the output, which is None where nothing is written."""
        if form == "json":
            click.echo(json.dumps(objects.conversion(name, output, self.conversion)), err=True)
            return
        click.echo(self.findings, nl=False, err=True)
        for line in self.lines:
            click.echo(f"{escape(name)}: {escape(line)}", err=True)
        number = self.conversion.deals if output is not None else 0
        deals = language.count("{number} deal written", "{number} deals written", number)
        games = language.count("{number} game read", "{number} games read", self.conversion.games)
        click.echo(f"{escape(name)}: {games}, {deals}", err=True)


def _told_at_once(converted: Conversion, data: bytes, name: str, language: Language) -> _ConversionReport:
    """What became of a file that was held."""
    text = opened(data).decode("utf-8", "backslashreplace")
    findings = reading_text(name, Game(0, 1, text, None, converted.findings), language)
    lines = list(grouped(converted.report, language))
    return _ConversionReport(converted, converted.ok, has_losses(converted.report), findings, lines)


def _told_in_steps(steps: BlockReport, language: Language) -> _ConversionReport:
    """What became of a file whose findings have been printed."""
    converted = Conversion(b"", tuple(steps.findings), steps.entries, steps.games, steps.deals)
    return _ConversionReport(converted, steps.ok, steps.has_losses, "", steps.lines(language))


def _print(data: IO[bytes]) -> None:
    """Print an open file to its end."""
    while part := data.read(IN_MEMORY):
        click.echo(part, nl=False)


@click.command()
@click.argument("named", type=FormatName(), metavar="[FORMAT]", required=False)
@options.form
@options.language
@options.output
def formats(named: Format | None, form: str, language: Language, output: options.Output | None) -> None:
    """List the formats that `convert` reads and writes, or tell what one of them can hold."""
    _show_problems(language)
    files = Files(language=language)
    delivery = Delivery(files, form, language, output)
    wanted = [named] if named else list(FORMATS.values())
    document = told(named, language) if named else listed(language)
    delivery.add(lambda: document, *(partial(objects.form, each) for each in wanted))
    delivery.finish(document.title)
    options.leave(files, wrong=False)
