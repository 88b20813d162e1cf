"""The commands `solve` and `annotate`: a deal compared with best play."""

from functools import partial

import click

from notation import write
from notation.judge import judge
from notation.rulings import best_play, with_engine_notes
from notation.text import gap_behind
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.files import Files
from viewer.cli.games import chosen
from viewer.cli.load import accounts
from viewer.cli.output import Delivery, delivered
from viewer.cli.printing import show_findings, show_text
from viewer.documents.languages import Language
from viewer.rulings.best_play import best_play_document


@click.command()
@options.deals
@delivered
def solve(of: options.DealsAsked, delivery: Delivery) -> None:
    """Show what every deal was worth with best play, and what each action cost.

    The search goes back from the end of a deal, with the cards of the talon as they lay. If it would
    take too long, the values begin later in the deal. The exit status says whether everything could
    be read, not whether the players played well.
    """
    files, language = delivery.files, delivery.language
    for account in accounts(files, of):
        told = (account, best_play(account), language)
        delivery.add(partial(best_play_document, *told), partial(objects.best_play, *told))
    delivery.leave(language.say("Best play in {file}", file=of.file), wrong=False)


@click.command()
@options.file
@options.assumed
@options.language
@options.output
def annotate(file: str, assumed: RuleSet | None, language: Language, output: options.Output | None) -> None:
    """Add to a record what every deal was worth with best play, and what each action cost.

    An action that cost something gets `@best(out) @cost(B 2)`, and the point where the values begin
    gets `@eval(A +2)`; existing notes of this kind are replaced. Every game is printed in canonical
    form. A game that cannot be judged gets no values and is reported, and the exit status is 1.
    """
    files = Files(language=language)
    texts: list[bytes] = []
    before, wrong = b"", False
    for game in chosen(files, file, None):
        judgement = judge(game, assumed)
        if judgement.rules is None or game.findings:
            show_findings(file, judgement, language, err=True)
        wrong |= judgement.rules is None or any(finding.is_error for finding in game.findings)
        text = game.source if game.draft is None else write(with_engine_notes(judgement)).encode()
        if output is None:
            show_text(before + text)
        else:
            texts.append(before + text)
        before = gap_behind(text)
    if output is not None and texts:
        files.put_out(output.name, b"".join(texts), output.force)
    options.leave(files, wrong)
