"""A record that is judged while it grows: the output of `santase check --follow`."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

import click

from notation.findings import escape
from notation.judge import Follower, Judgement, Told
from viewer.cli import objects
from viewer.cli.bulk.work import rules_of
from viewer.cli.files import STDIN, Files, size_on_disk
from viewer.cli.records.report_formats import Check
from viewer.documents.languages import Language
from viewer.documents.reports import headline, place_words, spoken_of, summary

LOOK: Final = 0.25
"""Seconds between two checks whether a file has grown."""


def follow(files: Files, path: str, work: Check) -> bool:
    """Judge a text as it grows, and report at once what is certain; return whether there are errors.

    A pipe is read to its end, a file until its match is over; an interrupt ends both.
    """
    follower = Follower(rules_of(work.assumed), rules_of(work.imposed))
    wrong = False
    try:
        with suppress(KeyboardInterrupt), _opened(path) as file:
            grows = path != STDIN and size_on_disk(file) is not None
            for line in _lines(file, lambda: not grows or follower.is_over):
                for came in follower.take(line):
                    wrong |= _tell(path, came, work, files.language)
    except OSError as error:
        files.failed(path, error)
        return wrong
    for came in follower.end():
        wrong |= _tell(path, came, work, files.language)
    return wrong


def _opened(path: str) -> IO[bytes]:
    return open(0, "rb", closefd=False) if path == STDIN else Path(path).open("rb")


def _lines(file: IO[bytes], ends: Callable[[], bool]) -> Iterator[bytes]:
    """Yield the complete lines of a file as they are written; at its final end also an incomplete one."""
    held = b""
    while True:
        held += file.readline()
        if held.endswith(b"\n"):
            yield held
            held = b""
        elif ends():
            break
        else:
            time.sleep(LOOK)
    if held:
        yield held


def _tell(name: str, came: Told | Judgement, work: Check, language: Language) -> bool:
    """Print a certain finding in one line; return whether it is an error with which a game ends."""
    if isinstance(came, Judgement):
        if work.form == "text" and came.game.number and not work.quiet:
            game = language.say("game {number}", number=came.game.number)
            click.echo(f"{escape(name)}: {game}: {summary(came, language)}")
        return any(finding.is_error for finding in came.findings if work.selection.takes(finding))
    judgement, finding, stands = came
    if not work.selection.takes(finding):
        return False
    if work.form == "json":
        shape = {"file": name, "game": judgement.game.number, "stands": stands}
        click.echo(objects.line(shape | objects.finding(judgement.game, finding)), nl=False)
        return False
    if stands:
        click.echo(headline(name, judgement, finding, spoken_of(judgement, language)))
    else:
        place = place_words(name, judgement.game, finding.span)
        what = language.say("{code} is not certain: what follows contradicts it", code=finding.code.id)
        click.echo(f"{place}: {what}")
    return False
