"""The command `audit`: compares score sheets with what the referee counts."""

import csv
import io
from functools import partial
from typing import Final

import click

from notation.rulings import audit as audit_games
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.load import heard_sheets
from viewer.cli.output import Delivery, delivered
from viewer.rulings.audits import TABLES, audit_sheet

SHEETS: Final = (".csv", ".tsv", ".xlsx")
"""The suffixes of tables that are audited where they lie in a folder with records."""
_delivered = partial(
    delivered,
    choice=options.form_of(*options.FORMS, "csv", help="pdf needs the extra `pdf`; csv is for --table."),
)


def _same(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Return which names are to be counted as which others."""
    same = {}
    for value in values:
        name, is_one, other = map(str.strip, value.partition("="))
        if not (name and is_one and other):
            raise click.BadParameter("expected NAME=OTHER")
        same[name] = other
    return same


@click.command()
@options.paths
@options.assumed
@options.imposed
@click.option(
    "--same",
    multiple=True,
    metavar="NAME=OTHER",
    callback=_same,
    help="Count the player NAME as OTHER; can be repeated.",
)
@click.option("--infer", "infers", is_flag=True, help="Look for the rules that fit all games together.")
@click.option(
    "--table",
    type=click.Choice(list(TABLES)),
    default="deals",
    show_default=True,
    help="The table that --format csv writes.",
)
@_delivered
def audit(
    paths: tuple[str, ...],
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    same: dict[str, str],
    infers: bool,
    table: str,
    delivery: Delivery,
) -> None:
    """Audit the score sheets of a match, an evening or a league.

    Prints each fault in a line, the standings, the cross table, who played whom, and the sheets with faults
    deal by deal. Sheets are SGN, or tables (CSV, Markdown, XLSX) with a row for each deal.

    The exit status is 0 if everything is right, 1 if something is wrong, and 2 if something cannot be
    read or judged.
    """
    files, language = delivery.files, delivery.language
    names = files.names(*SHEETS)
    judged = [(file, each) for file in names for each in heard_sheets(files, file, assumed, imposed)]
    if not judged:
        options.leave(files, wrong=False)
    audited = audit_games(judged, assumed, same, infers=infers)
    if delivery.form == "csv":
        written = io.StringIO()
        csv.writer(written, lineterminator="\n").writerows(TABLES[table](audited, language))
        delivery.hand_over(written.getvalue().encode())
    else:
        delivery.add(partial(audit_sheet, audited, language), partial(objects.audit, audited, language))
        delivery.finish("")
    options.leave(files, not audited.is_right)
