"""Findings as GitHub workflow commands, which annotate the lines of a change.

The names of the commands and their escapes are GitHub's.
"""

from collections.abc import Iterator
from typing import Final

from notation.findings import Finding, escape
from notation.judge import Judgement
from referee import Severity
from viewer.documents.languages import Language
from viewer.documents.reports import ENGLISH, spoken_of

_COMMANDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def commands(file: str, judgement: Judgement) -> Iterator[str]:
    """Return the command for each finding of a judgement."""
    spoken = spoken_of(judgement, ENGLISH).as_written()
    for finding in judgement.findings:
        yield _command(file, judgement, finding, spoken)


def _command(file: str, judgement: Judgement, finding: Finding, spoken: Language) -> str:
    """Return the command for a finding; with columns only if it is on one line, as GitHub requires."""
    span = judgement.game.place(finding.span)
    properties: dict[str, str | int] = {"file": escape(file), "line": span.line, "endLine": span.end_line}
    if span.line == span.end_line:
        properties |= {"col": span.column, "endColumn": span.end_column}
    properties["title"] = finding.code.id
    words = ",".join(f"{name}={in_property(str(value))}" for name, value in properties.items())
    told = spoken.message(finding)
    message = f"{told}\nsee {finding.cite}" if finding.cite else told
    return f"::{_COMMANDS[finding.code.severity]} {words}::{in_message(message)}"


def in_message(text: str) -> str:
    r"""Escape a text for the message of a command.

    >>> in_message("50 %\nof all")
    '50 %25%0Aof all'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def in_property(text: str) -> str:
    """Escape a text for a property of a command.

    >>> in_property("a,b:c%")
    'a%2Cb%3Ac%25'
    """
    return in_message(text).replace(":", "%3A").replace(",", "%2C")
