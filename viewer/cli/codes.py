"""The command `code`: the codes of findings looked up."""

from functools import partial
from typing import TYPE_CHECKING

import click

from notation import CATALOGUE
from viewer.cli import objects, options
from viewer.cli.files import Files
from viewer.cli.output import Delivery
from viewer.documents import code_reference as codes
from viewer.documents.languages import Language

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _codes(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Complete a code of a finding."""
    return options.completed(CATALOGUE, incomplete.upper())


@click.command()
@click.argument("id", required=False, shell_complete=_codes)
@options.language
@options.form
@options.output
@click.option("--page", is_flag=True, help="Print the page of all codes, as Markdown.")
def code(id: str | None, language: Language, form: str, output: options.Output | None, page: bool) -> None:
    """Explain a code such as R203: what it means, by which clause, with an example and its correction.

    Without one, list them all.
    """
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
