"""The command `check`: games judged, and what is found in them."""

from typing import TYPE_CHECKING

import click

from referee import RuleSet
from viewer.cli import options
from viewer.cli.bulk import BlockResult, FileBlock, Run
from viewer.cli.bulk.work import spec_of
from viewer.cli.files import STDIN, Files
from viewer.cli.report_formats import DOCUMENTS, WHOLE, Check, report_of
from viewer.documents.languages import Language

if TYPE_CHECKING:
    from notation.judge import Member


@click.command()
@options.paths
@options.assumed
@options.imposed
@click.option(
    "--format",
    "form",
    type=click.Choice((*options.FORMS, "sarif", "github")),
    default="text",
    show_default=True,
    help="For people, or for programs: json is an object a game, sarif one log, github its commands.",
)
@click.option("--fix", is_flag=True, help="First change what can be put right in one way only.")
@click.option("--summary", is_flag=True, help="Print only what was counted, as text or as a JSON object.")
@options.bulk
@options.language
@options.output
@options.quiet
def check(
    paths: tuple[str, ...],
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    form: str,
    fix: bool,
    summary: bool,
    bulk: options.Bulk,
    language: Language,
    output: options.Output | None,
    quiet: bool,
) -> None:
    """Judge every game: whether each action is legal and each statement right.

    With --fix a finding that one change puts right, and no other could, is put right in the file: a
    misspelt word, a number that alone is wrong. The play itself is never changed. The changes are
    printed, then the findings that are left.

    Matches that name the same series are compared with each other, whatever files they are in.
    """
    if fix and (form != "text" or STDIN in paths):
        raise click.UsageError("--fix changes files and prints text: neither - nor --format goes with it")
    if fix and bulk != options.Bulk():
        raise click.UsageError("--fix takes file after file: options for large inputs do not go with it")
    if output and form not in DOCUMENTS:
        raise click.UsageError(f"--output goes with {', '.join(DOCUMENTS)}; {form} goes to standard output")
    if summary and form not in ("text", "json"):
        raise click.UsageError("--summary is text or json")
    if summary:
        form = "summary json" if form == "json" else "summary"
    if bulk.resume is not None and form in WHOLE:
        raise click.UsageError(f"--resume goes with what is printed game by game; {form} is not")
    files = Files(paths, language)
    report = report_of(form, files, output, quiet)
    run = Run(files, bulk)
    work = Check(spec_of(assumed), spec_of(imposed), form, language.code, quiet, bulk.fail_fast)
    members: list[Member] = []
    if fix:
        from viewer.cli.fixing import mended  # most runs change nothing

        for name, judgement in mended(files, assumed, imposed):
            part = BlockResult()
            work.tell(name, judgement, part)
            members.extend(part.members)
            run.add(name, part)
    else:

        def take(_: FileBlock, result: BlockResult) -> None:
            report.keep(result.kept)
            members.extend(result.members)

        run.go(work, take)
    if members:
        from notation.judge import all_series  # few matches are of a series

        for series in all_series(members):
            result = BlockResult()
            work.tell_series(series, result)
            report.keep(result.kept)
            run.add(None, result)
    report.finish(run.tally, run.files, files.failures)
    options.leave(files, run.tally.errors > 0)
