"""The forms in which `santase check` prints judgements: one for people, the others for programs."""

import json
from collections.abc import Callable, Iterable
from typing import Final, Protocol

import click

from notation.findings.finding import escape
from notation.judge.judgement import Judgement
from notation.wire.judgement import dump_judgement
from viewer.cli.files import Failure
from viewer.cli.github import commands
from viewer.cli.printing import counted, show_findings
from viewer.documents.reports import summary


class Report(Protocol):
    """Prints judgements as they come, or all at the end."""

    def add(self, file: str, judgement: Judgement) -> None:
        """Take the judgement of a game."""

    def finish(self, failures: Iterable[Failure]) -> None:
        """Print what stands behind all judgements."""


class _Text:
    def __init__(self) -> None:
        self.games = self.wrong = self.strays = 0

    def add(self, file: str, judgement: Judgement) -> None:
        number = judgement.game.number
        show_findings(file, judgement)
        if not number:  # text before the first game, which is none itself
            self.strays += 1
            return
        self.games += 1
        self.wrong += not judgement.ok
        click.echo(f"{escape(file)}: game {number}: {summary(judgement)}")

    def finish(self, failures: Iterable[Failure]) -> None:
        stray = ", and text that belongs to none" if self.strays else ""
        click.echo(f"{counted(self.games)}, {self.wrong} with errors{stray}")


class _Json:
    """An object a game, a line each."""

    def add(self, file: str, judgement: Judgement) -> None:
        click.echo(json.dumps(dump_judgement(file, judgement)))

    def finish(self, failures: Iterable[Failure]) -> None:
        """Nothing is left."""


class _Github:
    """A command a finding, a line each."""

    def add(self, file: str, judgement: Judgement) -> None:
        for command in commands(file, judgement):
            click.echo(command)

    def finish(self, failures: Iterable[Failure]) -> None:
        """Nothing is left."""


class _Sarif:
    """One log for everything."""

    def __init__(self) -> None:
        from viewer.cli.sarif import Log

        self._log = Log()

    def add(self, file: str, judgement: Judgement) -> None:
        self._log.add(file, judgement)

    def finish(self, failures: Iterable[Failure]) -> None:
        click.echo(json.dumps(self._log.finish(failures)))


FORMATS: Final[dict[str, Callable[[], Report]]] = {
    "text": _Text,
    "json": _Json,
    "sarif": _Sarif,
    "github": _Github,
}
