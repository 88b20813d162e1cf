"""The output of commands: findings for people; text of records, safe on a terminal and exact elsewhere."""

import re
import sys
from typing import IO, TYPE_CHECKING, Final

import click

from notation.findings import Finding, Phrase, escape
from viewer.cli.files import IN_MEMORY
from viewer.documents.languages import Language
from viewer.documents.reports import ENGLISH, as_text

if TYPE_CHECKING:
    from notation.judge import Judgement
    from notation.text import Game

_COLOURS: Final = {"error": "red", "warning": "yellow", "note": "blue"}
_RULING: Final = re.compile(rb'\s*\{\s*"(?:ruling|dispute)"')


def show_findings(name: str, judgement: "Judgement", language: Language = ENGLISH, err: bool = False) -> None:
    """Print the findings of a judgement with their places."""
    if judgement.findings:
        click.echo(findings_text(name, judgement, language), nl=False, err=err)


def findings_text(
    name: str, judgement: "Judgement", language: Language = ENGLISH, marked: bool = False
) -> str:
    """Return the findings of a judgement with their places, with colours on request.

    ``marked`` says which can be corrected.
    """
    lines = (
        click.style(f"{line}{_mark(finding) if marked else ''}", fg=_COLOURS[finding.code.severity.value])
        if finding
        else line
        for line, finding in as_text(name, judgement, language)
    )
    text = "".join(f"{line}\n" for line in lines)
    foreign = _of_another_format(judgement.game) if not judgement.game.number else None
    return f"{text}{escape(name)}: {language.put(foreign)}\n" if foreign else text


def _mark(finding: Finding) -> str:
    return " [*]" if finding.fix else " [?]" if finding.proposal else ""


def _of_another_format(game: "Game") -> Phrase | None:
    """Return a notice that text outside a game is a ruling or another program's, and what to do with it."""
    if _RULING.match(game.source):
        return Phrase(
            "a saved ruling: `santase recheck` makes it again, `santase verify --key` proves its signature"
        )
    from notation.formats import FORMATS, recognised  # records need no format

    found = recognised(game.source, list(FORMATS.values()))
    if isinstance(found, Finding) or found.name == "sgn":
        return None
    return Phrase("recognised as {format}: `santase convert` turns it into a record", {"format": found.title})


def reading_text(name: str, game: "Game", language: Language) -> str:
    """Return the findings of reading a game."""
    return findings_text(name, _read_alone(game), language) if game.findings else ""


def show_game(name: str, game: "Game", language: Language) -> bool:
    """Print the findings of reading a game on standard error; return whether any of them is an error."""
    show_findings(name, _read_alone(game), language, err=True)
    return any(finding.is_error for finding in game.findings)


def _read_alone(game: "Game") -> "Judgement":
    from notation.judge import Judgement  # commands that only print judgements start without it

    return Judgement(game, None, list(game.findings))


def show_text(data: bytes) -> None:
    """Print text of records: unchanged, but with control characters as escapes on a terminal."""
    if sys.stdout.isatty():
        data = "\n".join(map(escape, data.decode("utf-8", "surrogateescape").split("\n"))).encode()
    click.echo(data, nl=False)


def show_file(data: IO[bytes]) -> None:
    """Print the content of an open file unchanged."""
    while part := data.read(IN_MEMORY):
        click.echo(part, nl=False)


def show_change(name: str, old: bytes, new: bytes) -> None:
    """Print a diff: unchanged, but in colours and with control characters as escapes on a terminal."""
    from viewer.documents.udiff import COLOURS, unified  # few commands change files

    for line in unified(name, old, new):
        if sys.stdout.isatty():
            click.secho(escape(line), fg=COLOURS.get(line[:1]))
        else:
            click.echo(line.encode("utf-8", "surrogateescape"))
