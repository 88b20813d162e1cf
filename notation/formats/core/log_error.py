"""A word or line of a log that cannot stand where it stands, and the finding that says so."""

from notation.findings import catalogue
from notation.findings.finding import Choice, Phrase
from notation.formats.core.report import Telling


class LogError(Exception):
    """Something else is expected than what stands there, in words of the log, or it contradicts the cards."""

    def __init__(self, why: str | Choice | Phrase) -> None:
        super().__init__(str(why))
        self._why = why

    def tell(self, telling: Telling, line: int, column: int, text: str) -> None:
        """Tell the finding, with the place and what stands there; without text the log ends there."""
        why, length = self._why, len(text)
        if isinstance(why, Phrase):
            telling.fault(catalogue.LOG_CONTRADICTS, line, column, length, why=why)
        elif text:
            telling.fault(catalogue.LOG_WORD, line, column, length, word=text[:64], expected=why)
        else:
            telling.fault(catalogue.LOG_END, line, column, expected=why)
