"""The progress of a run, shown on a terminal on standard error."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING

from viewer.cli.bulk.work import Tally

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from viewer.documents.languages import Language


class Progress:
    """A line on standard error with the share of the input, deals per second and the remaining time."""

    def __init__(self, total: int | None, language: "Language") -> None:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

        self._language = language
        columns = (BarColumn(), DownloadColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
        console = Console(stderr=True)
        self._bar: Bar = Progress(
            *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
        )
        self._task = self._bar.add_task("", total=total)
        self._bar.start()

    def show(self, read: int, tally: Tally) -> None:
        """Show the number of bytes read and of deals counted."""
        seconds = max(self._bar.tasks[0].elapsed or 0, 1e-3)
        words = self._language.say("{number} deals/s", number=round(tally.deals / seconds))
        self._bar.update(self._task, completed=read, description=words)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Hide the line while something is printed."""
        self._bar.stop()
        try:
            yield
        finally:
            self._bar.start()

    def close(self) -> None:
        """Remove the line."""
        self._bar.stop()


class NoProgress:
    """No progress line, without a terminal."""

    def show(self, read: int, tally: Tally) -> None:
        """Show nothing."""

    def aside(self) -> nullcontext[None]:
        """Hide nothing."""
        return nullcontext()

    def close(self) -> None:
        """Remove nothing."""


def on_terminal() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr.isatty()
