"""How the command `languages` is called; what it does is loaded when it runs."""

import click

from viewer.cli import by
from viewer.cli.output import delivered


@click.command()
@delivered
@by("tools.languages")
def languages() -> None:
    """List the languages: how much of each is translated, and in whose letters pictures show the cards.

    What a language has no translation of is said in English.
    """
