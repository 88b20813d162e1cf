"""The command `check`: judges games and prints the findings."""

import os
from typing import TYPE_CHECKING

import click

from referee import RuleSet
from viewer.cli import options
from viewer.cli.bulk import BlockResult, FileBlock, Run
from viewer.cli.bulk.work import rules_of, spec_of
from viewer.cli.files import STDIN, Files
from viewer.cli.records.report_formats import DOCUMENTS, WHOLE, Check, report_of
from viewer.documents.languages import Language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notation.judge import Judgement, Member


def check(
    paths: tuple[str, ...],
    assumed: RuleSet | None,
    imposed: RuleSet | None,
    form: str,
    fix: bool,
    unsafe_fixes: bool,
    repairs: tuple[str, ...],
    statistics: bool,
    watch: bool,
    follows: bool,
    selection: options.Selection,
    bulk: options.Bulk,
    language: Language,
    output: options.Output | None,
    quiet: bool,
) -> None:
    """Judge every game."""
    if fix and (form != "text" or STDIN in paths):
        raise click.UsageError("--fix changes files and prints text: neither - nor --format goes with it")
    if repairs and (form != "text" or fix or statistics or len(paths) != 1 or not os.path.isfile(paths[0])):  # noqa: PTH113 - pathlib takes long to load
        raise click.UsageError(
            "--repair changes one file and prints text: no --format, --fix or --statistics"
        )
    if unsafe_fixes and not fix:
        raise click.UsageError("--unsafe-fixes goes with --fix")
    if (fix or repairs) and bulk != options.Bulk():
        raise click.UsageError("--fix takes file after file: options for large inputs do not go with it")
    if output and form not in DOCUMENTS:
        raise click.UsageError(f"--output goes with {', '.join(DOCUMENTS)}; {form} goes to standard output")
    if statistics and form not in ("text", "json"):
        raise click.UsageError("--statistics is text or json")
    if statistics:
        form = "statistics json" if form == "json" else "statistics"
    if bulk.resume is not None and form in WHOLE:
        raise click.UsageError(f"--resume goes with what is printed game by game; {form} is not")
    if watch and (STDIN in paths or fix or repairs or output or bulk.resume is not None):
        raise click.UsageError(
            "--watch prints what is found in files: -, --fix, -o and --resume do not go with it"
        )
    alone = not (fix or repairs or watch or statistics or output)
    if follows and (len(paths) != 1 or form not in ("text", "json") or not alone):
        raise click.UsageError("--follow judges one file or -, and prints text or json as it comes")
    if follows and bulk != options.Bulk():
        raise click.UsageError("--follow takes line after line: options for large inputs do not go with it")
    work = Check(spec_of(assumed), spec_of(imposed), form, language.code, quiet, bulk.fail_fast, selection)

    if follows:
        from viewer.cli.records.following import follow  # most records are complete

        files = Files(paths, language)
        options.leave(files, follow(files, paths[0], work))

    def judge_all() -> tuple[Files, bool]:
        files = Files(paths, language)
        if repairs:
            _repair(files, work, repairs)
        return files, _judge_all(files, work, bulk, output, fix, unsafe_fixes)

    if watch:
        from viewer.cli.watching import again  # needs the extra `watch`

        again(paths, judge_all)
    options.leave(*judge_all())


def _judge_all(
    files: Files,
    work: Check,
    bulk: options.Bulk,
    output: options.Output | None,
    fix: bool,
    unsafe_fixes: bool,
) -> bool:
    """Judge every game of some files and report the findings; return whether there are errors."""
    report = report_of(work.form, files, output, work.quiet)
    run = Run(files, bulk)
    members: list[Member] = []
    if fix:
        for name, judgement in _mended(files, work, unsafe_fixes):
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
    return run.tally.errors > 0


def _repair(files: Files, work: Check, names: tuple[str, ...]) -> None:
    """Make the named repairs of a file, and print the change."""
    from notation.findings import PhraseError  # most runs change nothing
    from viewer.cli.printing import show_change
    from viewer.rulings.mending import repaired

    for name, data in files:
        try:
            better, _ = repaired(data, names, rules_of(work.assumed), rules_of(work.imposed))
        except PhraseError as error:
            raise click.UsageError(files.language.put(error.phrase)) from None
        if files.may_rewrite(name):
            show_change(name, data, better)
            files.write(name, better)


def _mended(files: Files, work: Check, unsafe: bool) -> "Iterator[tuple[str, Judgement]]":
    """Apply the fixes of selected findings, and proposals if ``unsafe``; return the games judged after that.

    Each comes with the name of its file; the changes are printed.
    """
    from notation import read  # most runs change nothing
    from notation.judge import judge
    from viewer.cli.printing import show_change
    from viewer.rulings.mending import mend

    rules = rules_of(work.assumed), rules_of(work.imposed)
    for name, data in files:
        better, judged = mend(data, *rules, work.selection.takes, unsafe)
        if better != data:
            may_be_changed = files.may_rewrite(name)
            if may_be_changed:
                show_change(name, data, better)
            if not (may_be_changed and files.write(name, better)):
                judged = [judge(game, *rules) for game in read(data)]
        for judgement in judged:
            yield name, judgement
