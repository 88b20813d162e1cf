"""A word or line of a log that is not valid where it is, and the finding about it."""

from notation.findings import catalogue
from notation.findings.finding import Choice, Phrase
from notation.formats.core.report import Telling


class LogError(Exception):
    """Something else is expected, in words of the log, or the cards contradict it."""

    def __init__(self, why: str | Choice | Phrase) -> None:
        super().__init__(str(why))
        self._why = why

    def tell(self, telling: Telling, line: int, column: int, text: str) -> None:
        """Report the finding, with its place and text; without text the log ends there."""
        why = self._why
        if isinstance(why, Phrase):
            telling.fault(catalogue.LOG_CONTRADICTS, line, column, len(text), why=why)
        elif text:
            telling.misread(line, text, why, column)
        else:
            telling.fault(catalogue.LOG_END, line, column, expected=why)
