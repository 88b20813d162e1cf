"""The command `audit`: compares score sheets with what the referee counts."""

import csv
import io
from functools import partial

import click

from notation.rulings import audit as audit_games
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.load import heard
from viewer.cli.output import Delivery, delivered
from viewer.rulings.audits import audit_rows, audit_sheet

_delivered = partial(
    delivered,
    choice=options.form_of(*options.FORMS, "csv", help="pdf needs the extra `pdf`; csv has one row a deal."),
)


@click.command()
@options.paths
@options.assumed
@options.imposed
@_delivered
def audit(
    paths: tuple[str, ...], assumed: RuleSet | None, imposed: RuleSet | None, delivery: Delivery
) -> None:
    """Audit the score sheets of a match, an evening or a league.

    Prints every deal, where a score first goes wrong, the corrected table, and the rules that fit all
    games together.

    The exit status is 0 if everything is right, 1 if something is wrong, and 2 if something cannot be
    read or judged.
    """
    files, language = delivery.files, delivery.language
    judged = [(file, each) for file in files.names() for each in heard(files, file, None, assumed, imposed)]
    if not judged:
        options.leave(files, wrong=False)
    audited = audit_games(judged, assumed)
    if delivery.form == "csv":
        written = io.StringIO()
        csv.writer(written, lineterminator="\n").writerows(audit_rows(audited))
        delivery.hand_over(written.getvalue().encode())
    else:
        delivery.add(partial(audit_sheet, audited, language), partial(objects.audit, audited, language))
        delivery.finish("")
    options.leave(files, not audited.is_right)
