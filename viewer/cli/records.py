"""The commands on records: judge, score, lay out, compare and convert to JSON and back."""

import sys
from json import dumps
from tempfile import SpooledTemporaryFile
from typing import Final

import click

from notation import digest as digest_of
from notation import read, write
from notation.findings.finding import escape
from notation.text.formatter import gap_behind, laid_out
from notation.wire.record import dump, load
from referee import RuleSet
from viewer.cli import options
from viewer.cli.differences import Named, compared
from viewer.cli.files import STDIN, Files
from viewer.cli.games import games_of, judgements, mended, numbered_games, picked
from viewer.cli.printing import counted, show_change, show_findings, show_game, show_reading, show_text
from viewer.cli.report_formats import FORMATS

IN_MEMORY: Final = 1 << 20
"""Bytes of a laid out file that are kept in memory before it is written; more go to a temporary file."""


@click.command()
@options.paths
@options.assumed
@options.imposed
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    show_default=True,
    help="For people, or for programs: an object a game, a SARIF log, or GitHub's commands.",
)
@click.option("--fix", is_flag=True, help="First change what can be put right in one way only.")
def check(
    paths: tuple[str, ...], assumed: RuleSet | None, imposed: RuleSet | None, form: str, fix: bool
) -> None:
    """Judge every game: whether each action is legal and each statement right.

    With --fix a finding that one change puts right, and no other could, is put right in the file: a
    misspelt word, a number that alone is wrong. The play itself is never changed. The changes are
    printed, then the findings that are left.
    """
    if fix and (form != "text" or STDIN in paths):
        raise click.UsageError("--fix changes files and prints text: neither - nor --format goes with it")
    files, report = Files(paths), FORMATS[form]()
    wrong = False
    for name, judgement in (mended if fix else judgements)(files, assumed, imposed):
        wrong |= not judgement.ok
        report.add(name, judgement)
    report.finish(files.failures)
    options.leave(files, wrong)


@click.command()
@options.paths
@options.assumed
@options.imposed
def score(paths: tuple[str, ...], assumed: RuleSet | None, imposed: RuleSet | None) -> None:
    """Print the ledger of every game: each trick with its points, each deal with its result."""
    from rich.console import Console

    from viewer.cli.ledgers import ledger

    files = Files(paths)
    wrong = False
    console = Console(highlight=False)
    for name, judgement in judgements(files, assumed, imposed):
        wrong |= not judgement.ok
        click.echo(f"{escape(name)}: game {judgement.game.number}")
        for part in ledger(judgement):
            console.print(part, soft_wrap=isinstance(part, str), markup=False)
        show_findings(name, judgement)
        click.echo()
    options.leave(files, wrong)


@click.command()
@options.paths
@click.option("--check", is_flag=True, help="Print only the names of the files that would change.")
@click.option("--diff", is_flag=True, help="Print only what would change.")
@click.option("--write", is_flag=True, help="Write it to the files.")
def fmt(paths: tuple[str, ...], check: bool, diff: bool, write: bool) -> None:
    """Print every game in canonical form, or put it into the files.

    What could not be read stays as it stands, byte for byte, and is reported. The exit status is 1
    where something could not be read, and where --check or --diff finds something to change.
    """
    if check + diff + write > 1:
        raise click.UsageError("--check, --diff and --write exclude each other")
    if write and STDIN in paths:
        raise click.UsageError("standard input cannot be written: --write does not go with -")
    files = Files(paths)
    wrong = False
    before = b""
    # Only a diff needs a file as a whole.
    whole = ((name, data, read(data)) for name, data in files)
    for name, data, games in whole if diff else ((name, b"", games) for name, games in games_of(files)):
        changes, failures = False, len(files.failures)
        with SpooledTemporaryFile(IN_MEMORY) as new:
            for game, text in laid_out(games):
                wrong |= show_game(name, game)
                changes |= text != game.source or (game.number == 1 and game.line > 1)
                if diff or write:
                    new.write(text)
                elif not check:
                    show_text(gap_behind(before) + text)
                    before = text
            new.seek(0)
            if len(files.failures) > failures or not changes:
                continue
            wrong |= check or diff
            if check:
                click.echo(escape(name))
            elif diff:
                show_change(name, data, new.read())
            elif write and files.write(name, new):
                click.echo(f"{escape(name)}: put into canonical form")
    options.leave(files, wrong)


def _print_schema(context: click.Context, _: click.Parameter, name: str | None) -> None:
    """Print the JSON Schema of a name, and nothing else."""
    if name is None:
        return
    from notation.wire.schemas import PRINTED, schema_named

    if name not in PRINTED:
        raise click.UsageError(f"there is no schema {name!r}; there are {', '.join(PRINTED)}")
    click.echo(dumps(schema_named(name), indent=2))
    context.exit()


@click.command()
@options.paths
@click.option("--to", "target", type=click.Choice(["json", "sgn"]), default="json", show_default=True)
@click.option(
    "--schema",
    metavar="NAME",
    is_eager=True,
    expose_value=False,
    callback=_print_schema,
    help="Print the JSON Schema of a record, judgement, ruling, ... instead.",
)
def json(paths: tuple[str, ...], target: str) -> None:
    """Turn games into JSON, one object a line, or such JSON back into SGN.

    A game that has an error of reading is reported and not printed, and the exit status is 1.
    """
    files = Files(paths)
    wrong = printed = False
    sources = ((name, load(data)) for name, data in files) if target == "sgn" else games_of(files)
    for name, games in sources:
        for game in games:
            if show_game(name, game) or game.record is None:
                wrong = True
                continue
            if target == "sgn":
                show_text(b"\n" * printed + write(game.record).encode())
            else:
                show_text(f"{dumps(dump(game.record), ensure_ascii=False)}\n".encode())
            printed = True
    options.leave(files, wrong)


@click.command()
@options.paths
def digest(paths: tuple[str, ...]) -> None:
    """Print the SHA-256 of what every game says, its notes and its layout left out.

    A line a game: the digest, two blanks, the file; and the number of the game behind a colon where a
    file has several.
    """
    files = Files(paths)
    wrong = False
    for name, games in games_of(files):
        for game, number in numbered_games(games):
            wrong |= show_game(name, game)
            if game.record:
                click.echo(f"{digest_of(game.record)}  {escape(name)}{number}")
    options.leave(files, wrong)


@click.command()
@click.argument("first", metavar="FILE[:GAME]")
@click.argument("second", metavar="FILE[:GAME]")
def diff(first: str, second: str) -> None:
    """Say in what two records differ, and at which action their play parts.

    Games are compared in their order, or a single one if its number is given on either side. Notes and
    spelling do not count. The exit status is 0 where nothing differs, 1 where something does, and 2
    where something cannot be read.
    """
    files = Files()
    sides = picked(files, first, second)
    wrong = [show_reading(name, games) for name, games in sides]
    if files.failures or any(wrong):
        sys.exit(2)
    games = parted = 0
    for lines in compared(*([Named(name, game) for game in games] for name, games in sides)):
        games += 1
        parted += bool(lines)
        for line in lines:
            click.echo(line)
    click.echo(f"{counted(games)}, {f'{parted} different' if parted else 'the same in both'}")
    sys.exit(1 if parted else 0)
