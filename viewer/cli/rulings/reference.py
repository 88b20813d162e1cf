"""The commands `rules` and `code`: rule sets and the codes of findings looked up."""

from functools import partial
from pathlib import Path

import click

from notation import CATALOGUE
from notation.findings import escape
from referee import RuleSet
from viewer.cli import objects, options, settings
from viewer.cli.files import Files
from viewer.cli.output import Delivery
from viewer.documents import code_reference as codes
from viewer.documents import rule_sheets as sheets
from viewer.documents.languages import Language


def rules(words: tuple[str, ...], other: RuleSet | None, table: bool, delivery: Delivery) -> None:
    """List the rule sets and options, or print the rule sheet of one."""
    if words[:1] == ("check",):
        _check(words[1:])
        return
    spec = options.spec(" ".join(words)) if words else None
    if sum((table, other is not None, spec is not None)) != (2 if other else 1 if table or spec else 0):
        raise click.UsageError("--diff goes with a SPEC, and --table stands alone")
    if table:
        click.echo(sheets.comparison(), nl=False)
        return
    language = delivery.language
    if spec and other:
        delivery.add(
            partial(sheets.difference, (spec, other), language),
            partial(objects.rule_sheet, spec, language, other),
            partial(objects.rule_sheet, other, language, spec),
        )
    elif spec:
        delivery.add(partial(sheets.sheet, spec, language), partial(objects.rule_sheet, spec, language))
    else:
        delivery.add(partial(sheets.index, language), partial(objects.rule_sets, language))
    delivery.leave("", wrong=False)


def _check(packs: tuple[str, ...]) -> None:
    """Say what is wrong with rule packs; ends with 1 where anything is."""
    if not packs:
        raise click.UsageError("which rule pack? `santase rules check FILE`")
    wrong = False
    for pack in packs:
        faults = list(settings.faults_of(Path(pack)))
        wrong = wrong or bool(faults)
        for fault in faults or ["right"]:
            click.echo(f"{escape(pack)}: {fault}")
    if wrong:
        raise SystemExit(1)


def code(id: str | None, language: Language, form: str, output: options.Output | None, page: bool) -> None:
    """Explain a code such as R203."""
    if page and id:
        raise click.UsageError("--page prints all codes: no ID goes with it")
    if page:
        click.echo(codes.page(), nl=False)
        return
    files = Files(language=language)
    delivery = Delivery(files, form, language, output)
    try:
        document = codes.explained(id, language) if id else codes.listed(language)
    except codes.UnknownCodeError as error:
        raise click.UsageError(str(error)) from None
    asked = [code for code in CATALOGUE.values() if not id or code.id == id.strip().upper()]
    delivery.add(lambda: document, *(partial(objects.code, code) for code in asked))
    delivery.finish(document.title)
    options.leave(files, wrong=False)
