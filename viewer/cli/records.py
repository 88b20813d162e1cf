"""The commands on records: judge, lay out, digest."""

from typing import Final

import click

from notation import digest as digest_of
from notation import read
from notation.findings import escape
from notation.judge import Judgement, all_series, member_of
from notation.text import gap_behind, laid_out
from referee import RuleSet
from viewer.cli import options
from viewer.cli.files import STDIN, Files
from viewer.cli.games import games_of, judgements, mended, numbered_games, verdicts
from viewer.cli.printing import show_change, show_game, show_text
from viewer.cli.report_formats import DOCUMENTS, TextReport, report_of
from viewer.documents.languages import Language

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
@options.language
@options.output
@options.quiet
def check(
    paths: tuple[str, ...],
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    form: str,
    fix: bool,
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
    if output and form not in DOCUMENTS:
        raise click.UsageError(f"--output goes with {', '.join(DOCUMENTS)}; {form} goes to standard output")
    files = Files(paths, language)
    report = report_of(form, files, output, quiet)
    wrong = False
    members = []
    if isinstance(report, TextReport) and not fix:  # what is right takes one line
        for name, judged in verdicts(files, assumed, imposed):
            wrong |= not judged.ok
            report.add(name, judged)
            if isinstance(judged, Judgement):
                members.append(member_of(judged, name))
    else:
        for name, judgement in (mended if fix else judgements)(files, assumed, imposed):
            wrong |= not judgement.ok
            report.add(name, judgement)
            members.append(member_of(judgement, name))
    for series in all_series(filter(None, members)):
        wrong |= bool(series.errors)
        report.add_series(series)
    report.finish(files.failures)
    options.leave(files, wrong)


@click.command()
@options.paths
@click.option("--check", is_flag=True, help="Print only the names of the files that would change.")
@click.option("--diff", is_flag=True, help="Print only what would change.")
@click.option("--write", is_flag=True, help="Write it to the files.")
@options.language
@options.quiet
def fmt(
    paths: tuple[str, ...], check: bool, diff: bool, write: bool, language: Language, quiet: bool
) -> None:
    """Print every game in canonical form, or put it into the files.

    What could not be read stays as it stands, byte for byte, and is reported. The exit status is 1
    where something could not be read, and where --check or --diff finds something to change.
    """
    if check + diff + write > 1:
        raise click.UsageError("--check, --diff and --write exclude each other")
    if write and STDIN in paths:
        raise click.UsageError("standard input cannot be written: --write does not go with -")
    from tempfile import SpooledTemporaryFile  # `check` needs none

    files = Files(paths, language)
    wrong = False
    before = b""
    # Only a diff needs a file as a whole.
    whole = ((name, data, read(data)) for name, data in files)
    for name, data, games in whole if diff else ((name, b"", games) for name, games in games_of(files)):
        changes, failures = False, len(files.failures)
        with SpooledTemporaryFile(IN_MEMORY) as new:
            for game, text in laid_out(games):
                wrong |= show_game(name, game, language)
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
            elif write and files.write(name, new) and not quiet:
                click.echo(f"{escape(name)}: {language.say('put into canonical form')}")
    options.leave(files, wrong)


@click.command()
@options.paths
@options.language
def digest(paths: tuple[str, ...], language: Language) -> None:
    """Print the SHA-256 of what every game says, its notes and its layout left out.

    A line a game: the digest, two blanks, the file; and the number of the game behind a colon where a
    file has several.
    """
    files = Files(paths, language)
    wrong = False
    for name, games in games_of(files):
        for game, number in numbered_games(games):
            wrong |= show_game(name, game, language)
            if game.record:
                click.echo(f"{digest_of(game.record)}  {escape(name)}{number}")
    options.leave(files, wrong)
