"""The output formats of `santase check`: one for people, the others for programs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import click

from notation.findings import CATALOGUE, Finding, escape
from notation.judge import Verdict, judge_source
from notation.text import cut
from viewer.cli import objects
from viewer.cli.bulk import BlockResult, FileBlock, Tally
from viewer.cli.bulk.work import rules_of
from viewer.cli.files import Failure, Files
from viewer.cli.options import ALL, Output, Selection
from viewer.cli.printing import findings_text
from viewer.documents.languages import Language
from viewer.documents.languages import language as language_of
from viewer.documents.reports import counted, errors, findings_shown, summary

if TYPE_CHECKING:
    from notation.judge import Judgement, SeriesJudgement
    from viewer.documents.document import Document

DOCUMENTS: Final = ("markdown", "html", "pdf")
"""The formats in which a report is a document."""
WHOLE: Final = (*DOCUMENTS, "sarif")
"""The formats that can only be written when everything is judged."""
_OF_ALL: Final = (*DOCUMENTS, "json")
"""The formats that also list games without findings."""
STATISTICS: Final = ("statistics", "statistics json")
"""The formats without single games: for people, and for programs."""


@dataclass(frozen=True)
class Check:
    """Judges the games of a block and renders the results; rules and language are given by name."""

    assumed: str
    imposed: str
    form: str
    language: str
    quiet: bool
    fail_fast: bool = False
    selection: Selection = ALL

    def __call__(self, piece: FileBlock) -> BlockResult:
        """Return the findings of a block."""
        part = BlockResult()
        if piece.block.is_rest:
            return part
        assumed, imposed = rules_of(self.assumed), rules_of(self.imposed)
        for source in cut(piece.block.data, piece.block.start):
            of_all = self.form in _OF_ALL
            judged = judge_source(source, assumed, imposed, keeps_deals=of_all)
            if isinstance(judged, Verdict) and of_all:
                judged = judged.judgement()
            if self.tell(piece.file, judged, part) and self.fail_fast:
                part.stops = True
                break
        return part

    def tell(self, file: str, judged: "Judgement | Verdict", part: BlockResult) -> bool:
        """Count and render a judgement, or a verdict.

        Returns whether it has errors.
        """
        counted = judged
        not_shown = judged.errors - sum(finding.is_error for finding in judged.findings)
        if not isinstance(judged, Verdict):
            from notation.judge import member_of  # a game without errors only needs the verdict

            counted = replace(judged, findings=self._chosen(judged.findings, part))
            _TELL[self.form](self, file, counted, part)
            member = member_of(counted, file)
            part.members += [member] if member else []
        elif judged.findings:
            counted = judged._replace(findings=tuple(self._chosen(judged.findings, part)))
            if counted.findings:
                _TELL[self.form](self, file, counted.found(), part)
        if self.form == "text" and not self.quiet:
            number = judged.source.number if isinstance(judged, Verdict) else judged.game.number
            if number:  # 0 is text before the first game
                language = language_of(self.language)
                game = language.say("game {number}", number=number)
                part.say(f"{escape(file)}: {game}: {summary(judged, language)}\n")
        return part.tally.count(counted, not_shown)

    def _chosen(self, findings: Sequence[Finding], part: BlockResult) -> list[Finding]:
        """Return the selected findings; the others are counted as left out."""
        chosen = list(filter(self.selection.takes, findings))
        part.tally.left_out += len(findings) - len(chosen)
        return chosen

    def tell_series(self, series: "SeriesJudgement", part: BlockResult) -> None:
        """Count and render the findings of a series, after all of its matches."""
        from viewer.rulings.series import as_judgement, series_sheet, series_title, tallied

        language = language_of(self.language)
        if self.form == "json":
            part.say(objects.line(objects.series(series)))
        elif self.form in DOCUMENTS and not (
            self.quiet and not any(match.findings for match in series.matches)
        ):
            part.kept.append(series_sheet(series, language))
        for match in series.matches:
            found = as_judgement(match)
            if found:
                found = replace(found, findings=self._chosen(found.findings, part))
                part.tally.count_findings(found.findings)
                if self.form not in _OF_ALL:
                    _TELL[self.form](self, match.member.file, found, part)
        if self.form == "text" and not self.quiet:
            matches = language.count("{number} match", "{number} matches", len(series.matches))
            part.say(f"{series_title(series, language)}: {matches}. {tallied(series, language)[0]}\n")


def _as_text(check: Check, file: str, judgement: "Judgement", part: BlockResult) -> None:
    if judgement.findings:
        part.say(findings_text(file, judgement, language_of(check.language), marked=True))


def _as_json(check: Check, file: str, judgement: "Judgement", part: BlockResult) -> None:
    part.say(objects.line(objects.judgement(file, judgement)))


def _as_github(check: Check, file: str, judgement: "Judgement", part: BlockResult) -> None:
    from viewer.cli.records.github import commands  # the other forms start faster without it

    part.say("".join(f"{command}\n" for command in commands(file, judgement)))


def _as_sarif(check: Check, file: str, judgement: "Judgement", part: BlockResult) -> None:
    from viewer.cli.records.sarif import found_in  # the other forms start faster without it

    part.kept += found_in(file, judgement)


def _as_document(check: Check, file: str, judgement: "Judgement", part: BlockResult) -> None:
    from viewer.documents.document import Paragraph  # the other forms start faster without it
    from viewer.documents.quotations import citing

    if not judgement.findings and check.quiet:
        return
    language, number = language_of(check.language), judgement.game.number
    parts = list(findings_shown(file, judgement, judgement.findings, language))
    if number:
        told = summary(judgement, language)
        parts.insert(0, Paragraph(f"{told[:1].upper()}{told[1:]}.", kind="answer"))
    title = f"{escape(file)}: {language.say('game {number}', number=number)}" if number else escape(file)
    part.kept.append(citing(title, parts, language))


def _not_at_all(check: Check, file: str, judgement: "Judgement", part: BlockResult) -> None:
    """Render nothing; only counts are reported."""


_TELL: Final[dict[str, Callable[[Check, str, "Judgement", BlockResult], None]]] = {
    "text": _as_text,
    "json": _as_json,
    "github": _as_github,
    "sarif": _as_sarif,
    **dict.fromkeys(DOCUMENTS, _as_document),
    **dict.fromkeys(STATISTICS, _not_at_all),
}


class Report:
    """The part of a report that follows all games, or needs all of them; here everything was rendered."""

    def keep(self, kept: Iterable[Any]) -> None:
        """Take what some games contribute."""

    def finish(self, tally: Tally, files: int, failures: Iterable[Failure]) -> None:
        """Print the rest."""


class _Totals(Report):
    """The counts in one line; with `codes` also the findings and the rules played."""

    def __init__(self, language: Language, codes: bool) -> None:
        self._language = language
        self._codes = codes

    def finish(self, tally: Tally, files: int, failures: Iterable[Failure]) -> None:
        language = self._language
        if tally.fixes:
            click.echo(
                language.count(
                    "{number} safe correction [*]: --fix makes it",
                    "{number} safe corrections [*]: --fix makes them",
                    tally.fixes,
                )
            )
        if tally.proposals:
            click.echo(
                language.count(
                    "{number} proposal [?]: --fix --unsafe-fixes makes it",
                    "{number} proposals [?]: --fix --unsafe-fixes makes them",
                    tally.proposals,
                )
            )
        if tally.repairs:
            click.echo(
                language.count(
                    "{number} deal is right after one change of the writing: --repair LINE makes it",
                    "{number} deals are right after one change of the writing: --repair LINE makes it",
                    tally.repairs,
                )
            )
        looked_at = language.say(
            "{games} in {files}",
            games=counted(tally.games, language),
            files=language.count("{number} file", "{number} files", files),
        )
        warnings = language.count("{number} warning", "{number} warnings", tally.warnings)
        stray = f", {language.say('and text that belongs to no game')}" if tally.strays else ""
        left_out = ""
        if tally.left_out:
            left_out = language.count(
                "{number} finding left out", "{number} findings left out", tally.left_out
            )
            left_out = f", {left_out}"
        click.echo(f"{looked_at}{stray}: {errors(tally.errors, language)}, {warnings}{left_out}")
        if not self._codes:
            return
        click.echo(language.count("{number} deal", "{number} deals", tally.deals))
        wrong = language.count("{number} game with errors", "{number} games with errors", tally.wrong)
        click.echo(wrong)
        for rules, number in sorted(tally.rules.items()):
            click.echo(f"  {escape(rules)}: {counted(number, language)}")
        for code, number in sorted(tally.codes.items()):
            severity = language.translate(CATALOGUE[code].severity.value)
            click.echo(f"  {severity} {code}: {number}")


class _TotalsAsJson(Report):
    def finish(self, tally: Tally, files: int, failures: Iterable[Failure]) -> None:
        counts = {
            name: getattr(tally, name)
            for name in ("games", "deals", "errors", "warnings", "wrong", "left_out")
        }
        named = {name: dict(sorted(getattr(tally, name).items())) for name in ("rules", "codes")}
        click.echo(objects.line({"files": files, **counts, **named}), nl=False)


class _DocumentReport(Report):
    """The findings of all games as one document."""

    def __init__(self, form: str, files: Files, output: Output | None) -> None:
        from viewer.cli.output import Delivery  # documents in their forms: `check` as text needs none

        self._delivery = Delivery(files, form, files.language, output)
        self._language = files.language

    def keep(self, kept: "Iterable[Document]") -> None:
        for document in kept:
            self._delivery.take(document)

    def finish(self, tally: Tally, files: int, failures: Iterable[Failure]) -> None:
        self._delivery.finish(self._language.say("Findings in the records"))


class _SarifReport(Report):
    """One log for all games."""

    def __init__(self) -> None:
        from viewer.cli.records.sarif import SarifLog  # the other forms start faster without it

        self._log = SarifLog()

    def keep(self, kept: Iterable[Any]) -> None:
        for found in kept:
            self._log.add(found)

    def finish(self, tally: Tally, files: int, failures: Iterable[Failure]) -> None:
        click.echo(objects.line(self._log.finish(failures)), nl=False)


def report_of(form: str, files: Files, output: Output | None, quiet: bool) -> Report:
    """Return the report of a format; ``quiet`` leaves out all but findings."""
    if form in DOCUMENTS:
        return _DocumentReport(form, files, output)
    if form == "sarif":
        return _SarifReport()
    if form == "statistics json":
        return _TotalsAsJson()
    if form == "statistics" or (form == "text" and not quiet):
        return _Totals(files.language, codes=form == "statistics")
    return Report()
