"""The commands that look things up: rule sets, codes, and the language server of an editor."""

from functools import partial

import click

from referee import RuleSet
from viewer.cli import options
from viewer.cli.files import Files
from viewer.cli.output import Delivery
from viewer.documents import code_reference as codes
from viewer.documents import rule_sheets as sheets
from viewer.documents.languages import Language


@click.command()
@click.argument("spec", type=options.Spec(), required=False)
@click.option(
    "--diff", "other", type=options.Spec(), metavar="SPEC", help="Print only what differs from these rules."
)
@click.option("--table", is_flag=True, help="Print all rule sets side by side, as Markdown.")
@options.form
@options.language
@options.output
def rules(
    spec: RuleSet | None,
    other: RuleSet | None,
    table: bool,
    form: str,
    language: Language,
    output: options.Output | None,
) -> None:
    """List the rule sets and options, or print the rule sheet of one: `santase rules schnapsen`."""
    if sum((table, other is not None, spec is not None)) != (2 if other else 1 if table or spec else 0):
        raise click.UsageError("--diff goes with a SPEC, and --table stands alone")
    if table:
        click.echo(sheets.comparison(), nl=False)
        return
    files = Files(language=language)
    delivery = Delivery(files, form, language, output)
    if spec and other:
        delivery.add(
            partial(sheets.difference, spec, other, language),
            partial(sheets.sheet_json, spec, language, other),
            partial(sheets.sheet_json, other, language, spec),
        )
    elif spec:
        delivery.add(partial(sheets.sheet, spec, language), partial(sheets.sheet_json, spec, language))
    else:
        delivery.add(partial(sheets.index, language), partial(sheets.index_json, language))
    delivery.finish("")
    options.leave(files, wrong=False)


@click.command()
@click.option(
    "--lang",
    "language",
    type=options.Tongue(),
    metavar="CODE",
    help="The language of what is shown: en, bg, de or hu; else the editor's, or that of this machine.",
)
def lsp(language: Language | None) -> None:
    """Serve an editor over standard input and output: findings, hovers, completion, outline, layout."""
    try:
        from viewer.editor.server import serve  # needs an extra
    except ModuleNotFoundError as error:
        raise click.UsageError(
            f"this needs the extra `editor`: pip install 'santase[editor]' ({error})"
        ) from None
    serve(language)


@click.command()
@click.argument("id", required=False)
@options.language
@options.form
@options.output
@click.option("--page", is_flag=True, help="Print the page of all codes, as Markdown.")
def code(id: str | None, language: Language, form: str, output: options.Output | None, page: bool) -> None:
    """Explain a code such as R203: what it says, by which clause, with an example and its legal twin.

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
    delivery.add(lambda: document, *(partial(dict, shape) for shape in codes.as_json(id)))
    delivery.finish(document.title)
    options.leave(files, wrong=False)
