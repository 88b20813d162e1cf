"""The command `score`: the ledgers of games."""

from functools import partial

import click

from notation.judge import all_series, member_of
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.files import Files
from viewer.cli.games import judgements
from viewer.cli.output import Delivery
from viewer.cli.printing import show_findings
from viewer.documents.languages import Language
from viewer.rulings.score import score_sheet
from viewer.rulings.series import series_sheet


@click.command()
@options.paths
@options.assumed
@options.imposed
@options.form
@options.language
@options.output
def score(
    paths: tuple[str, ...],
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    form: str,
    language: Language,
    output: options.Output | None,
) -> None:
    """Print the ledger of every game: each trick with its points, each deal with its result.

    What is found in a game is reported beside it, on standard error. A series of matches has its
    ledger after them: what each match counts for, and the tally.
    """
    files = Files(paths, language)
    delivery = Delivery(files, form, language, output)
    wrong = False
    members = []
    for name, judgement in judgements(files, assumed, imposed):
        wrong |= not judgement.ok
        show_findings(name, judgement, language, err=True)
        if judgement.rules:
            told = (judgement, language)
            delivery.add(partial(score_sheet, *told), partial(objects.score, name, *told))
        if member := member_of(judgement, name):
            members.append(member)
    for series in all_series(members):
        wrong |= bool(series.errors)
        delivery.add(partial(series_sheet, series, language), partial(objects.series, series))
    delivery.finish(language.say("The ledgers of the games"))
    options.leave(files, wrong)
