"""The forms in which `santase check` prints judgements: one for people, the others for programs."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, Protocol

import click

from notation.findings import escape
from notation.judge import Judgement, SeriesJudgement, Verdict
from referee import Severity
from viewer.cli import objects
from viewer.cli.files import Failure, Files
from viewer.cli.options import Output
from viewer.cli.printing import show_findings
from viewer.documents.reports import counted, errors, findings_shown, summary

if TYPE_CHECKING:
    from viewer.documents.document import Document


class Report(Protocol):
    """Prints judgements as they come, or all at the end."""

    def add(self, file: str, judgement: Judgement) -> None:
        """Take the judgement of a game."""

    def add_series(self, series: SeriesJudgement) -> None:
        """Take the judgement of a series, all of whose matches have been taken."""

    def finish(self, failures: Iterable[Failure]) -> None:
        """Print what stands behind all judgements."""


def _found(series: SeriesJudgement) -> Iterator[tuple[str, Judgement]]:
    """What was found of the matches in a series, as findings about their games."""
    from viewer.rulings.series import as_judgement

    for match in series.matches:
        found = as_judgement(match)
        if found:
            yield match.member.file, found


class TextReport:
    """The findings of every game with their places, and a line about it."""

    def __init__(self, files: Files, quiet: bool) -> None:
        self._language = files.language
        self._quiet = quiet
        self._files: set[str] = set()
        self._games = self._errors = self._warnings = self._strays = 0

    def add(self, file: str, judgement: Judgement | Verdict) -> None:
        """Take the judgement of a game, or the verdict on one in which there is nothing to find."""
        self._files.add(file)
        if isinstance(judgement, Verdict):
            number = judgement.source.number
        else:
            number = judgement.game.number
            if judgement.findings:
                show_findings(file, judgement, self._language)
            self._errors += judgement.errors
            self._warnings += sum(finding.code.severity is Severity.WARNING for finding in judgement.findings)
        if not number:  # text before the first game, which is none itself
            self._strays += 1
            return
        self._games += 1
        if not self._quiet:
            game = self._language.say("game {number}", number=number)
            click.echo(f"{escape(file)}: {game}: {summary(judgement, self._language)}")

    def add_series(self, series: SeriesJudgement) -> None:
        """Take the judgement of a series, all of whose matches have been taken."""
        from viewer.rulings.series import series_title, tallied

        for file, found in _found(series):
            show_findings(file, found, self._language)
            self._errors += found.errors
            self._warnings += sum(finding.code.severity is Severity.WARNING for finding in found.findings)
        if not self._quiet:
            matches = self._language.count("{number} match", "{number} matches", len(series.matches))
            told = tallied(series, self._language)[0]
            click.echo(f"{series_title(series, self._language)}: {matches}. {told}")

    def finish(self, failures: Iterable[Failure]) -> None:
        """Print how many games there were, and what was found in all."""
        if self._quiet:
            return
        language = self._language
        looked_at = language.say(
            "{games} in {files}",
            games=counted(self._games, language),
            files=language.count("{number} file", "{number} files", len(self._files)),
        )
        warnings = language.count("{number} warning", "{number} warnings", self._warnings)
        stray = f", {language.say('and text that belongs to none')}" if self._strays else ""
        click.echo(f"{looked_at}{stray}: {errors(self._errors, language)}, {warnings}")


class _DocumentReport:
    """What is found in every game as one document."""

    def __init__(self, form: str, files: Files, output: Output | None, quiet: bool) -> None:
        from viewer.cli.output import Delivery  # documents in their forms: `check` as text needs none

        self._delivery = Delivery(files, form, files.language, output)
        self._language = files.language
        self._quiet = quiet

    def add(self, file: str, judgement: Judgement) -> None:
        if judgement.findings or not self._quiet:
            self._delivery.add(lambda: self._document(file, judgement))

    def _document(self, file: str, judgement: Judgement) -> "Document":
        from viewer.documents.document import Document, Paragraph

        language = self._language
        number = judgement.game.number
        parts = list(findings_shown(file, judgement, judgement.findings, language))
        if number:
            told = summary(judgement, language)
            parts.insert(0, Paragraph(f"{told[:1].upper()}{told[1:]}.", kind="answer"))
        title = f"{escape(file)}: {language.say('game {number}', number=number)}" if number else escape(file)
        return Document(title, tuple(parts), language.code)

    def add_series(self, series: SeriesJudgement) -> None:
        if not self._quiet or any(match.findings for match in series.matches):
            from viewer.rulings.series import series_sheet

            self._delivery.add(lambda: series_sheet(series, self._language))

    def finish(self, failures: Iterable[Failure]) -> None:
        self._delivery.finish(self._language.say("What is found in the records"))


class _JsonReport:
    """An object a game, a line each."""

    def add(self, file: str, judgement: Judgement) -> None:
        from json import dumps

        click.echo(dumps(objects.judgement(file, judgement)))

    def add_series(self, series: SeriesJudgement) -> None:
        from json import dumps

        click.echo(dumps(objects.series(series)))

    def finish(self, failures: Iterable[Failure]) -> None:
        """Nothing is left."""


class _GithubReport:
    """A command a finding, a line each."""

    def add(self, file: str, judgement: Judgement) -> None:
        from viewer.cli.github import commands

        for command in commands(file, judgement):
            click.echo(command)

    def add_series(self, series: SeriesJudgement) -> None:
        for file, found in _found(series):
            self.add(file, found)

    def finish(self, failures: Iterable[Failure]) -> None:
        """Nothing is left."""


class _SarifReport:
    """One log for everything."""

    def __init__(self) -> None:
        from viewer.cli.sarif import SarifLog  # the other forms start faster without it

        self._log = SarifLog()

    def add(self, file: str, judgement: Judgement) -> None:
        self._log.add(file, judgement)

    def add_series(self, series: SeriesJudgement) -> None:
        for file, found in _found(series):
            self._log.add(file, found)

    def finish(self, failures: Iterable[Failure]) -> None:
        from json import dumps

        click.echo(dumps(self._log.finish(failures)))


DOCUMENTS: Final = ("markdown", "html", "pdf")
"""The forms in which a report is a document."""
_FOR_PROGRAMS: Final[dict[str, Callable[[], Report]]] = {
    "json": _JsonReport,
    "sarif": _SarifReport,
    "github": _GithubReport,
}


def report_of(form: str, files: Files, output: Output | None, quiet: bool) -> Report:
    """What prints judgements in a form; ``quiet`` leaves out what is no finding."""
    if form in _FOR_PROGRAMS:
        return _FOR_PROGRAMS[form]()
    return _DocumentReport(form, files, output, quiet) if form in DOCUMENTS else TextReport(files, quiet)
