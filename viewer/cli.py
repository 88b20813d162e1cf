"""The command `santase`.

Finds files, calls the other rooms and prints; it judges nothing. What a command needs is imported
when it runs, so that checking one record stays quick.

Exit status: 0 nothing wrong, 1 findings of severity error, 2 wrong use or a file that cannot be read.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from notation import Game, Judgement
    from referee import RuleSet

STDIN = "-"
SUFFIX = ".sgn"
_COLOURS = {"error": "red", "warning": "yellow", "note": "blue"}


class _Spec(click.ParamType["RuleSet"]):
    """A rule set with its options, as on a record's Rules tag."""

    name = "spec"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> "RuleSet":
        from notation import Finding, read_spec

        rules = read_spec(value)
        if isinstance(rules, Finding):
            self.fail(f"{rules.code.id}: {rules.message}", param, ctx)
        return rules


_paths = click.argument("paths", nargs=-1, required=True, metavar="PATH...")
_assumed = click.option(
    "--rules", "assumed", type=_Spec(), metavar="SPEC", help="Rules for records that name none."
)
_imposed = click.option(
    "--as", "imposed", type=_Spec(), metavar="SPEC", help="Judge by these rules, whatever the record names."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="santase")
def main() -> None:
    """Keep records of Santase and its family, and have them refereed.

    PATH is a file, a folder (its .sgn files, folders inside it too) or - for standard input.
    """


@main.command(short_help="Judge every game, action by action.")
@_paths
@_assumed
@_imposed
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def check(paths: tuple[str, ...], assumed: "RuleSet | None", imposed: "RuleSet | None", form: str) -> None:
    """Judge every game: whether each action is legal and each statement right.

    With --format json one object a game is printed, a line each.
    """
    import json

    from viewer.reports import as_json, summary

    files = _Files(paths)
    games = wrong = 0
    for name, judgement in _judgements(files, assumed, imposed):
        games += judgement.game.number > 0
        wrong += not judgement.ok
        if form == "json":
            click.echo(json.dumps(as_json(name, judgement), ensure_ascii=False))
            continue
        _show_findings(name, judgement)
        click.echo(f"{name}: game {judgement.game.number}: {summary(judgement)}")
    if form == "text":
        click.echo(f"{games} game{'s' if games != 1 else ''}, {wrong} with errors")
    sys.exit(2 if files.failed else 1 if wrong else 0)


@main.command(short_help="Print the ledger of every game.")
@_paths
@_assumed
@_imposed
def score(paths: tuple[str, ...], assumed: "RuleSet | None", imposed: "RuleSet | None") -> None:
    """Print the ledger of every game: each trick with its points, each deal with its result."""
    from rich.console import Console

    from viewer.ledgers import ledger

    files = _Files(paths)
    wrong = 0
    console = Console(highlight=False)
    for name, judgement in _judgements(files, assumed, imposed):
        wrong += not judgement.ok
        click.echo(f"{name}: game {judgement.game.number}")
        for part in ledger(judgement):
            console.print(part, soft_wrap=isinstance(part, str), markup=False)
        _show_findings(name, judgement)
        click.echo()
    sys.exit(2 if files.failed else 1 if wrong else 0)


@main.command(short_help="Print every game in canonical form.")
@_paths
def fmt(paths: tuple[str, ...]) -> None:
    """Print every game in canonical form; a file with a game that cannot be read is not printed."""
    from notation import write

    files = _Files(paths)
    wrong = 0
    for name, games in files:
        if _report_unreadable(name, games):
            wrong += 1
        else:
            click.echo("\n".join(write(game.record) for game in games if game.record), nl=False)
    sys.exit(2 if files.failed else 1 if wrong else 0)


@main.command(name="json", short_help="Turn games into JSON, or JSON into games.")
@_paths
@click.option("--to", "target", type=click.Choice(["json", "sgn"]), default="json", show_default=True)
def json_form(paths: tuple[str, ...], target: str) -> None:
    """Turn games into JSON, one object a line, or such JSON back into SGN."""
    import json

    from notation import write
    from notation.jsonform import dump, load

    files = _Files(paths, load if target == "sgn" else None)
    wrong = 0
    for name, games in files:
        if _report_unreadable(name, games):
            wrong += 1
        elif target == "sgn":
            click.echo("\n".join(write(game.record) for game in games if game.record), nl=False)
        else:
            for game in games:
                click.echo(json.dumps(dump(game.record), ensure_ascii=False) if game.record else "")
    sys.exit(2 if files.failed else 1 if wrong else 0)


@main.command(short_help="List rule sets and options, or print a rule sheet.")
@click.argument("spec", type=_Spec(), required=False)
@click.option(
    "--diff", "other", type=_Spec(), metavar="SPEC", help="Print only what differs from these rules."
)
@click.option("--table", is_flag=True, help="Print all rule sets side by side, as Markdown.")
def rules(spec: "RuleSet | None", other: "RuleSet | None", table: bool) -> None:
    """List the rule sets and options, or print the rule sheet of one: `santase rules schnapsen`."""
    from rich.console import Console

    from viewer import sheets

    if sum((table, other is not None, spec is not None)) != (2 if other else 1 if table or spec else 0):
        raise click.UsageError("--diff goes with a SPEC, and --table stands alone")
    if table:
        click.echo(sheets.comparison(), nl=False)
        return
    console = Console(highlight=False)
    parts = (
        sheets.difference(spec, other) if spec and other else sheets.sheet(spec) if spec else sheets.index()
    )
    for part in parts:
        console.print(part)


@main.command(short_help="Serve an editor: the language server.")
def lsp() -> None:
    """Serve an editor over standard input and output: findings, hovers, completion, outline, layout."""
    try:
        from viewer.editor.server import serve
    except ModuleNotFoundError as error:
        raise click.UsageError(
            f"this needs the extra `editor`: pip install 'santase[editor]' ({error})"
        ) from None
    serve()


class _Files:
    """The games of all files that some paths name; what cannot be opened is reported and remembered."""

    def __init__(self, paths: tuple[str, ...], reader: Any = None) -> None:
        from notation import read

        self.paths = paths
        self.failed = False
        self._reader = reader or read

    def __iter__(self) -> Iterator[tuple[str, list["Game"]]]:
        for path in self.paths:
            for name in self._expand(path):
                try:
                    data = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
                except OSError as error:
                    self._fail(name, error.strerror or str(error))
                    continue
                yield name, list(self._reader(data))

    def _expand(self, path: str) -> list[str]:
        if path == STDIN or not Path(path).is_dir():
            return [path]
        found = sorted(str(file) for file in Path(path).rglob(f"*{SUFFIX}") if file.is_file())
        if not found:
            self._fail(path, f"no {SUFFIX} files in this folder")
        return found

    def _fail(self, name: str, why: str) -> None:
        from notation.findings import escape

        self.failed = True
        click.echo(f"santase: {escape(name)}: {why}", err=True)


def _judgements(
    files: _Files, assumed: "RuleSet | None", imposed: "RuleSet | None"
) -> Iterator[tuple[str, "Judgement"]]:
    from notation import judge

    for name, games in files:
        for game in games:
            yield name, judge(game, assumed, imposed)


def _show_findings(name: str, judgement: "Judgement", err: bool = False) -> None:
    from viewer.reports import as_text

    for line, finding in as_text(name, judgement):
        click.secho(line, fg=_COLOURS[finding.code.severity.value] if finding else None, err=err)


def _report_unreadable(name: str, games: list["Game"]) -> bool:
    """Report what keeps games from being written anew; whether there was anything."""
    from notation import Judgement

    found = [game for game in games if game.findings]
    for game in found:
        _show_findings(name, Judgement(game, None, list(game.findings)), err=True)
    return bool(found)
