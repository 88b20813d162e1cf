"""The command `json`: records as JSON and back."""

from json import dumps

import click

from notation import write
from notation.wire import dump, load
from viewer.cli import options
from viewer.cli.files import Files
from viewer.cli.games import games_of
from viewer.cli.printing import show_game, show_text
from viewer.documents.languages import Language


@click.command()
@options.paths
@click.option("--to", "target", type=click.Choice(["json", "sgn"]), default="json", show_default=True)
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
