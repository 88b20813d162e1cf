"""The command `referee`: a live match over standard input and output, a line for each request and answer."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

import click

from notation.findings import escape
from notation.live.events import Event, snapshot
from notation.live.journal import JournalLine, SealedLine, dump_line, faults, load_line
from notation.live.match import BY_HAND, FAIR, NOT_OF_A_MATCH, LiveMatch, MatchOpening
from notation.live.text import MatchText
from notation.record import SEAT_LETTERS, seat_letter
from referee import RuleSet
from referee.cards import NOBODY, SEATS
from referee.clock import TimeControl
from referee.table import ARBITER, Mode
from viewer.cli import options
from viewer.cli.bulk.run import interruptible
from viewer.cli.files import Files
from viewer.documents.languages import Language
from viewer.session import LONGEST, Session

PUBLIC: Final = "public"
"""Spectators, as readers of events."""


class JournalFile:
    """The journal of a match in a file: a line is on the disk before it counts."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def __call__(self, line: JournalLine) -> None:
        """Write a line."""
        self._file.write(json.dumps(dump_line(line)).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def read_journal(file: IO[bytes]) -> list[JournalLine]:
    """Return the lines of a journal to be continued; raise ValueError if the file is not a journal.

    Bytes after the last line break were never acknowledged, and are cut off.
    """
    data = file.read()
    whole = data[: data.rfind(b"\n") + 1]
    lines: list[JournalLine | SealedLine] = []
    for number, text in enumerate(whole.splitlines(), start=1):
        try:
            lines.append(load_line(json.loads(text)))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise ValueError(f"line {number} is not a line of a journal") from None
    for fault in faults(lines):
        raise ValueError(f"line {fault.number + 1}: {fault.phrase}")
    kept = [line for line in lines if isinstance(line, JournalLine)]
    if len(kept) != len(lines):
        raise ValueError("some of its lines are sealed: a match is resumed from its own journal alone")
    file.truncate(len(whole))
    file.seek(len(whole))
    return kept


def referee(
    rules: RuleSet,
    mode: str,
    dealing: str | None,
    cut: bool,
    seed: int | None,
    clock: TimeControl | None,
    names: str | None,
    dealer: str,
    deals: int | None,
    tells: bool,
    journal: str | None,
    shown: str | None,
    output: str | None,
    force: bool,
    language: Language,
) -> None:
    """Referee a match over standard input and output."""
    if rules.mp_all_pay and not deals:
        raise click.UsageError(
            f"a match of {rules.name} has no target: say with --deals how many deals it has"
        )
    if SEAT_LETTERS.index(dealer) >= rules.seats:
        raise click.UsageError(f"{rules.name} has {rules.seats} seats: {dealer} cannot deal")
    called = tuple(name.strip() for name in names.split(",")) if names else ()
    if len(called) > rules.seats:
        raise click.UsageError(f"{rules.name} has {rules.seats} seats: {len(called)} names are too many")
    try:
        opening = MatchOpening(
            rules,
            called,
            Mode(mode),
            SEATS[SEAT_LETTERS.index(dealer)],
            dealing or (FAIR if mode == Mode.STRICT.value else BY_HAND),
            clock,
            deals or 0,
            opened="" if seed is not None else datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        )
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    files = Files(language=language)
    for name in (output, shown):
        if name is not None and not files.may_put_out(name, force):
            options.leave(files, wrong=False)
    readers = (*SEATS[: rules.seats], NOBODY) if tells else ()
    with _journal(journal) as file, _text(shown) as written, interruptible():
        try:
            lines = read_journal(file) if file else []
            session = Session(
                opening,
                seed=seed,
                cuts=cut,
                keep=JournalFile(file) if file else None,
                lines=lines,
                readers=readers,
                language=language,
            )
        except NOT_OF_A_MATCH as error:
            raise click.UsageError(f"{escape(str(journal))}: {error}") from None
        try:
            first = snapshot(session.match, ARBITER, session.now()) | session.beside("arbiter")
            written(session.match)
            _say(session, first, tells)
            for number, data in enumerate(_lines(sys.stdin.buffer), start=1):
                answer = session.ask_line(data)
                written(session.match)
                _say(session, answer | {"line": number} if answer["event"] == "error" else answer, tells)
        finally:
            if output is not None:
                files.write(output, session.record.encode())
    options.leave(files, wrong=False)


def _say(session: Session, answer: Event, tells: bool) -> None:
    if tells:
        seats = {seat_letter(seat): session.events(seat) for seat in session.match.seats}
        answer = answer | {"events": seats | {PUBLIC: session.events(NOBODY)}}
    click.echo(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))
    sys.stdout.flush()


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of the input that are not empty; of an overlong one, only enough to show that."""
    while data := file.readline(LONGEST + 2):
        rest = data
        while not rest.endswith(b"\n") and (rest := file.readline(LONGEST)):
            pass
        if data.strip():
            yield data.rstrip(b"\r\n")


def _journal(name: str | None) -> "AbstractContextManager[IO[bytes] | None]":
    if name is None:
        return nullcontext()
    path = Path(name)
    path.touch()
    return path.open("r+b")


@contextmanager
def _text(name: str | None) -> Iterator[Callable[[LiveMatch], None]]:
    """Yield what adds to a file all that spectators may know by now; without a file it does nothing."""
    if name is None:
        yield lambda match: None
        return
    text = MatchText()
    with Path(name).open("w", encoding="utf-8", newline="\n") as file:

        def write(match: LiveMatch) -> None:
            file.write(text.more(match))
            file.flush()

        yield write
