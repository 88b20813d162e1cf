"""The command `santase solve`: what each action of the end of a deal cost, compared with best play."""

from functools import partial

import click

from notation.rulings import best_play
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.files import Files
from viewer.cli.load import accounts
from viewer.cli.output import Delivery
from viewer.documents.languages import Language
from viewer.rulings.best_play import best_play_document


@click.command()
@options.file
@options.game
@options.deal
@options.assumed
@options.imposed
@options.form
@options.language
@options.output
def solve(
    file: str,
    game: int | None,
    deal: int | None,
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    form: str,
    language: Language,
    output: options.Output | None,
) -> None:
    """Show what the end of every deal was worth with best play, and what each action cost.

    The search begins where the talon is closed or used up, because from there on the order of its
    cards does not matter. The exit status says whether everything could be read, not whether the
    players played well.
    """
    files = Files(language=language)
    delivery = Delivery(files, form, language, output)
    for account in accounts(files, file, game, deal, assumed, imposed):
        told = (account, best_play(account), language)
        delivery.add(partial(best_play_document, *told), partial(objects.best_play, *told))
    delivery.finish(language.say("Best play in {file}", file=file))
    options.leave(files, wrong=False)
