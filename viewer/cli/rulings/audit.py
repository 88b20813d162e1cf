"""The command `audit`: compares score sheets with what the referee counts."""

from dataclasses import replace
from functools import partial
from typing import Final

from notation.rulings import audit as audit_games
from referee import RuleSet
from viewer.cli import objects, options
from viewer.cli.load import heard_sheets
from viewer.cli.output import Delivery
from viewer.rulings.audits import as_csv, audit_sheet

SHEETS: Final = (".csv", ".tsv", ".xlsx")
"""The suffixes of tables that are audited where they lie in a folder with records."""


def audit(
    paths: tuple[str, ...],
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    same: dict[str, str],
    infers: bool,
    table: str,
    delivery: Delivery,
) -> None:
    """Audit the score sheets of a match, an evening or a league."""
    files, language = delivery.files, delivery.language
    names = files.names(*SHEETS)
    judged = [(file, each) for file in names for each in heard_sheets(files, file, assumed, imposed)]
    if not judged:
        options.leave(files, wrong=False)
    audited = replace(audit_games(judged, assumed, same, infers=infers), lacks_lines=bool(files.failures))
    if delivery.form == "csv":
        delivery.hand_over(as_csv(audited, table, language).encode())
    else:
        delivery.add(partial(audit_sheet, audited, language), partial(objects.audit, audited, language))
        delivery.finish("")
    options.leave(files, not audited.is_right)
