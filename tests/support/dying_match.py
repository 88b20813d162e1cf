"""A process that plays live matches in child processes, each of which is killed at some point of a step.

It reads lines ``MATCH ACKNOWLEDGED POINT`` and answers each with the heads that the child received, as JSON.
A child knows how many lines were acknowledged before, repeats the requests that were not, then continues. It
is a separate process with one thread, so that it can be forked quickly.

A point is one of :data:`POINTS`; a number, for a delay in microseconds; or ``full`` and a number, for so many
more bytes in the log of SQLite, after which the disk is full and the child gets an error instead of being
killed.
"""

import gc
import json
import os
import resource
import select
import signal
import sys
from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa

from notation.live.journal import JournalLine
from notation.live.match import LiveMatch
from tests.support.journals import next_asked, opened
from viewer.store import Store, StoreError
from viewer.store.journal import Journals, MatchListing, NewMatch, Overtaken

OPENED: Final = datetime(2026, 11, 20, tzinfo=UTC)
POINTS: Final = ("before", "within", "after", "acknowledged")
"""Before a line is stored; written but not committed; committed; acknowledged."""


def play(store: Store, match: str, acknowledged: int, point: str, told: int) -> None:
    """Continue a match until it is over or the point is reached; receipts are sent to ``told``."""
    journal = store.journal
    stored = journal.since(match, -1)
    live: LiveMatch | None = None
    while True:
        number = live.last.number + 1 if live else acknowledged
        is_new = number >= len(stored)
        if is_new and point == "before":
            die()
        if is_new and point == "within":
            sa.event.listen(store._database._engine, "commit", lambda _: die())
        if live is None and acknowledged:
            live = LiveMatch.resume(stored[:acknowledged])
        if live is None:
            live = opened(match)
            line = created(journal, match, live.last)
            assert line == live.last
        else:
            asked = next_asked(live, match)
            if asked is None:
                return
            line = appended(journal, match, asked.line, asked.by, asked.key)
            live.take(line)
        if point == "after":
            die()
        os.write(told, f"{line.number} {line.head.hex()}\n".encode())
        if point == "acknowledged":
            die()


def created(journal: Journals, match: str, first: JournalLine) -> JournalLine:
    try:
        journal.create_all([NewMatch(match, first, {}, MatchListing(OPENED))])
    except Overtaken:
        [first] = journal.since(match, -1)
    return first


def appended(journal: Journals, match: str, line: JournalLine, by: str, key: str) -> JournalLine:
    try:
        return journal.append(match, line, by, key)
    except Overtaken:
        return journal.since(match, line.number - 1)[0]


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fill(store: Store, point: str) -> None:
    """Simulate a full disk after some bytes."""
    file = store.file()
    assert file
    log = file.with_name(f"{file.name}-wal")
    most = (log.stat().st_size if log.exists() else 0) + int(point[4:])
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def heads_of_child(store: Store, match: str, acknowledged: int, point: str) -> list[list[object]]:
    """Return what a child received before it was killed: at its point, or after a delay."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            if point.startswith("full"):
                fill(store, point)
            play(store, match, acknowledged, point, writer)
        except StoreError as error:
            os.write(writer, f"-1 {error}\n".encode())
        except BaseException as error:
            os.write(writer, f"-2 {error!r}\n".encode())
        finally:
            os._exit(0)
    os.close(writer)
    if point.isdigit():
        ended = os.pidfd_open(child)
        select.select([ended], [], [], int(point) / 1e6)
        os.close(ended)
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reader) as heard:
        heads = [line.split(" ", 1) for line in heard]
    os.waitpid(child, 0)
    return [[int(number), head.strip()] for number, head in heads]


def prepare(store: Store) -> None:
    """Do once what every child would have to do, and leave it no shared connection."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    play(store, "first", 0, "", nowhere)
    os.close(nowhere)
    store.journal.remove("first", "", actor="")
    store._database._engine.dispose()
    gc.collect()
    gc.freeze()


def main() -> None:
    with Store.open(sys.argv[1]) as store:
        prepare(store)
        print(flush=True)
        for line in sys.stdin:
            match, acknowledged, point = line.split()
            print(json.dumps(heads_of_child(store, match, int(acknowledged), point)), flush=True)


if __name__ == "__main__":
    main()
