"""The command `json`: records as JSON and back."""

from json import dumps

import click

from notation import write
from notation.wire import dump, load
from notation.wire.schemas import PRINTED, schema_named
from viewer.cli import options
from viewer.cli.files import Files
from viewer.cli.games import games_of
from viewer.cli.printing import show_game, show_text
from viewer.documents.languages import Language


def _print_schema(context: click.Context, _: click.Parameter, name: str | None) -> None:
    """Print the JSON Schema of a name, and nothing else."""
    if name is None:
        return
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
@options.language
def json(paths: tuple[str, ...], target: str, language: Language) -> None:
    """Turn games into JSON, one object a line, or such JSON back into SGN.

    A game that has an error of reading is reported and not printed, and the exit status is 1.
    """
    files = Files(paths, language)
    wrong = printed = False
    sources = ((name, load(data)) for name, data in files) if target == "sgn" else games_of(files)
    for name, games in sources:
        for game in games:
            if show_game(name, game, language) or game.record is None:
                wrong = True
                continue
            if target == "sgn":
                show_text(b"\n" * printed + write(game.record).encode())
            else:
                show_text(f"{dumps(dump(game.record), ensure_ascii=False)}\n".encode())
            printed = True
    options.leave(files, wrong)
