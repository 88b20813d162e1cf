"""The command `conformance`: the suite for other implementations of SGN, and their results."""

import json
import shlex
import shutil
from collections import Counter
from typing import Any, Final

import click

from notation.findings import Phrase, escape
from viewer.cli import options
from viewer.cli.conformance.suite import Suite, SuiteError, archive_of, archived_suite, own_lines, own_suite
from viewer.cli.conformance.trial import CaseResult, Implementation, Mismatch, UnansweredError, try_cases
from viewer.cli.files import Files
from viewer.cli.output import screen, text_of
from viewer.documents.document import Column, DataTable, Document, Heading, Paragraph, Part
from viewer.documents.languages import Language

SHOWN: Final = 10
"""Maximum of differences shown."""
WIDTH: Final = 60
"""Maximum of characters of a value shown."""


def export(out: str, force: bool, language: Language) -> None:
    """Write the conformance suite as an archive."""
    files = Files(language=language)
    if files.may_put_out(out, force):
        files.write(out, archive_of(own_lines()))
    options.leave(files, wrong=False)


def run(command: str, level: str | None, timeout: float, suite: str | None, language: Language) -> None:
    """Test an implementation of SGN."""
    files = Files(language=language)
    if not _is_there(command):
        raise click.UsageError(f"there is no program {escape(command)!r}")
    chosen = _suite(suite, files)
    if chosen is None:
        options.leave(files, wrong=False)
    reader = Implementation(command, timeout)
    try:
        greeting = reader.greet()
        outcomes = list(try_cases(reader, chosen, [level] if level else greeting.levels))
    except UnansweredError as error:
        click.echo(f"santase: {escape(command)}: {_said(error.why, language)}", err=True)
        raise SystemExit(1) from None
    finally:
        reader.end()
    click.echo(text_of([_report(greeting.name, outcomes, language)], screen()), nl=False)
    options.leave(files, wrong=not all(outcome.passed for outcome in outcomes))


def _is_there(command: str) -> bool:
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    return bool(words and shutil.which(words[0]))


def _suite(name: str | None, files: Files) -> Suite | None:
    """Return the suite of an archive, or of this program; None if there is none, which is reported."""
    if name is None:
        return own_suite()
    data = files.read(name)
    try:
        return None if data is None else archived_suite(data)
    except SuiteError as error:
        files.fail(name, error.phrase)
        return None


def _report(name: str, outcomes: list[CaseResult], language: Language) -> Document:
    """Print the results of a reader: cases passed by group and level, and the first differences."""
    levels = list(dict.fromkeys(outcome.level for outcome in outcomes))
    tried = Counter((outcome.case.group, outcome.level) for outcome in outcomes)
    passed = Counter((outcome.case.group, outcome.level) for outcome in outcomes if outcome.passed)
    groups = dict.fromkeys(outcome.case.group for outcome in outcomes)
    columns = (Column(language.say("cases")), *(Column(level, number=True) for level in levels))
    rows = [
        (group, *(f"{passed[group, level]}/{tried[group, level]}" for level in levels)) for group in groups
    ]
    total = [
        "/".join(str(sum(counts[group, level] for group in groups)) for counts in (passed, tried))
        for level in levels
    ]
    parts: list[Part] = [DataTable(columns, (*rows, (language.say("all"), *total)))]
    differences = [outcome.difference for outcome in outcomes if outcome.difference]
    if differences:
        parts.append(Heading(language.count("{number} difference", "{number} differences", len(differences))))
        parts += [Paragraph(_words(each, language)) for each in differences[:SHOWN]]
    left = sum(not outcome.passed and outcome.difference is None for outcome in outcomes)
    if left:
        parts.append(
            Paragraph(language.count("{number} case was not tried", "{number} cases were not tried", left))
        )
    return Document(name, tuple(parts), language.code)


def _words(difference: Mismatch, language: Language) -> str:
    where = f"{difference.level} {difference.case}: "
    if difference.why:
        return where + _said(difference.why, language)
    return where + language.say(
        "{place} is {found}, expected {expected}",
        place=difference.place,
        found=_shown(difference.found),
        expected=_shown(difference.expected),
    )


def _said(why: str | Phrase, language: Language) -> str:
    return language.put(why) if isinstance(why, Phrase) else escape(why)


def _shown(value: Any) -> str:
    words = escape(json.dumps(value, ensure_ascii=False))
    return words if len(words) <= WIDTH else f"{words[:WIDTH]}…"
