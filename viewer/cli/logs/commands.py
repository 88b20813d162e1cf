"""How the commands on logs are called; what they do is loaded when they run."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import click

from viewer.cli import by, options
from viewer.cli.output import delivered

if TYPE_CHECKING:
    from notation.formats import Format


def format_of(value: object) -> "Format":
    """Return the format of a name."""
    from notation.findings import did_you_mean, suggestion
    from notation.formats import Format
    from viewer.exports.formats import FORMATS

    if isinstance(value, Format):
        return value
    name = str(value)
    if name not in FORMATS:
        hint = did_you_mean(suggestion(name, list(FORMATS)))
        raise click.BadParameter(f"{name!r} is not a format{hint}; `santase formats` lists them")
    return FORMATS[name]


def _formats() -> Iterable[str]:
    from viewer.exports.formats import FORMATS

    return FORMATS


_format_option = partial(
    click.option, type=format_of, metavar="FORMAT", shell_complete=options.completed(_formats)
)


@click.command()
@click.argument("paths", type=options.PATH, nargs=-1, required=True, metavar="IN... [OUT]")
@_format_option("--from", "origin", help="Format of IN (default: recognised).")
@_format_option("--to", "form", help="Format of OUT (default: by its suffix).")
@click.option(
    "--into", type=options.PATH, metavar="FOLDER", help="Convert each IN into a file in this folder."
)
@click.option("--mapping", metavar="FILE", help="Mapping table for the actions of a server.")
@options.assumed
@options.force
@click.option("--check", is_flag=True, help="Write nothing, and only report what would be lost.")
@click.option("--strict", is_flag=True, help="Write nothing if anything would be lost or is wrong.")
@click.option("--watch", is_flag=True, help="Keep running, and convert again whenever the files change.")
@click.option(
    "--report",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Format of the report on losses: text, or one JSON object a file.",
)
@click.option(
    "--card",
    type=options.PATH,
    metavar="FILE",
    help="With a table: describe the data in a dataset card, Markdown as Hugging Face has it.",
)
@options.jobs
@options.language
@by("logs.convert")
def convert() -> None:
    """Convert logs into another format: a file, - for standard input, or all files of a folder.

    Several IN become one OUT, with their games one after the other; logs of the two players of one
    game are merged. OUT is a file, or a folder if IN is one, or left out for standard output; it is
    written atomically. An existing file is replaced only with --force, and an input file never.
    Without --to the suffix of OUT decides the format; a folder is converted into SGN.

    What was dropped, derived, unknown or left out is reported on standard error. With --check and
    --strict every game is read back from the new file, and what is missing there counts as a loss. An
    IN may have any size where it is read and OUT is written game by game, as `santase formats FORMAT`
    says; else it may have 64 MiB.

    The exit status is 1 if something could not be read or no deal could be written, and with --check
    and --strict also if anything would be lost.
    """


@click.command()
@click.argument("paths", type=options.PATH, nargs=-1, required=True, metavar="FILE...")
@delivered
@by("logs.convert")
def recognise() -> None:
    """Recognise the format of each FILE: by which line, and why it is none of the others.

    A FILE is - for standard input. The exit status is 1 if a format cannot be recognised.
    """


@click.command()
@click.argument("words", nargs=-1, metavar="[FORMAT | test PACKAGE...]")
@click.option(
    "--log",
    "logs",
    type=options.PATH,
    multiple=True,
    metavar="FILE",
    help="With test: a log written by the format's program.",
)
@options.form
@options.language
@options.output
@by("logs.convert")
def formats() -> None:
    """List the formats that `convert` reads and writes, or show what one of them can hold.

    `santase formats test PACKAGE` tests the formats that an installed package adds, or a single one by
    its name. The exit status is 1 if one fails.
    """
