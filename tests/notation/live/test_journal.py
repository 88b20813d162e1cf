"""The journals of live matches: nothing acknowledged is lost, doubled or torn, whatever happens."""

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from notation.live.journal import (
    JournalLine,
    Receipt,
    SealedLine,
    dump_line,
    faults,
    head_after,
    load_line,
    next_line,
)
from notation.live.match import LiveMatch, Proposed, wrong_in
from notation.live.record import text_of
from notation.wire.schemas import schema_named
from referee.table import ARBITER, Entry, Kind, Refused
from tests.support.archives import with_tables
from tests.support.corpus import ROOT
from tests.support.databases import KINDS, Postgres, new_url
from tests.support.dying_match import POINTS
from tests.support.journals import lines_of, opened
from tests.support.naming import case
from tests.support.sizes import Size, sizes, some
from viewer.cli import main
from viewer.limits import Settings
from viewer.store import Novelty, Store, StoreError, Visibility
from viewer.store.access import EVERYTHING
from viewer.store.journal import Journals, MatchListing, NewMatch, Overtaken, RoleKey, new_token, token_digest

KILLED = Size("KILLED_MATCHES", 400)
"""Matches whose process is killed at every step; 400 at night."""
RACES = Size("RACES", 2_000)
"""Lines for which sixteen writers race."""
OPENED = datetime(2026, 11, 20, tzinfo=UTC)
LISTING = MatchListing(OPENED, ("Ani", "Boris"), "santase")


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(with_tables(url)) as opened_store:
        yield opened_store


def keep(
    journal: Journals, match: str, lines: Sequence[JournalLine], listing: MatchListing = LISTING
) -> None:
    """Store the lines of a match."""
    journal.create_all([NewMatch(match, lines[0], {}, listing)])
    for line in lines[1:]:
        journal.append(match, line, "A")


def line_after(last: JournalLine, said: str = "") -> JournalLine:
    return next_line(last, last.version + 1, {"said": said}, bytes(16))


FIRST = next_line(None, 0, {"open": {}}, bytes(16))
SECOND = line_after(FIRST)


# Lines and their keys.


def test_lines_come_back_as_they_were_stored(store: Store) -> None:
    lines = lines_of("some")
    keep(store.journal, "m", lines)
    assert store.journal.since("m", -1) == lines
    assert store.journal.since("m", 7) == lines[8:]
    assert store.journal.since("m", lines[-1].number) == store.journal.since("another", -1) == []
    assert LiveMatch.resume(store.journal.since("m", -1)).table.ending


def test_a_line_is_stored_once_under_a_key_and_a_number_once(store: Store) -> None:
    journal = store.journal
    journal.create_all([NewMatch("m", FIRST, {}, LISTING)])
    with pytest.raises(Overtaken):
        journal.create_all([NewMatch("m", FIRST, {}, LISTING)])
    assert journal.append("m", SECOND, "A", "k") == SECOND
    third = line_after(SECOND)
    assert journal.append("m", third, "A", "k") == SECOND  # asked again later
    assert journal.append("m", line_after(FIRST, "again"), "A", "k") == SECOND  # or again as before
    for by, key in (("B", "k"), ("A", "j"), ("A", "")):
        with pytest.raises(Overtaken):
            journal.append("m", line_after(FIRST, "another"), by, key)
    assert journal.append("m", third, "B", "k") == third  # the key of somebody else
    assert journal.append("m", line_after(third), "B", "").number == 3
    assert journal.append("m", line_after(line_after(third)), "B", "").number == 4
    journal.create_all([NewMatch("n", FIRST, {}, LISTING)])
    assert journal.append("n", SECOND, "A", "k") == SECOND  # and another match
    with pytest.raises(StoreError):
        journal.append("no such match", SECOND, "A")


def test_processes_that_store_lines_of_the_same_matches_at_once_do_not_wait_for_each_other(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    matches = [f"m{number:02}" for number in range(60)]
    with Store.open(url := new_url(request, "postgresql", tmp_path)) as store, Store.open(url) as other:
        store.journal.create_all([NewMatch(match, FIRST, {}, LISTING) for match in matches])
        ready = threading.Barrier(2)

        def append(journal: Journals, order: list[str]) -> list[object]:
            ready.wait()
            return [*journal._append_all([(match, SECOND, "A", "") for match in order])]

        with ThreadPoolExecutor() as pool:
            asked = [(store.journal, matches), (other.journal, matches[::-1])]
            forth, back = pool.map(lambda each: append(*each), asked)
    for one, two in zip(forth, back[::-1], strict=True):
        assert [type(each) for each in (one, two)].count(Overtaken) == 1
        assert SECOND in (one, two)


def test_a_line_is_never_changed_and_goes_with_its_match_alone(store: Store) -> None:
    keep(store.journal, "m", [FIRST, SECOND])
    changes = ["UPDATE match_lines SET version = 7", "DELETE FROM match_lines WHERE number = 1"]
    changes += [] if store.kind == "sqlite" else ["TRUNCATE match_lines"]
    for change in changes:
        with pytest.raises(StoreError, match="a journal cannot be changed"):  # noqa: SIM117
            with store._database.writing() as connection:
                connection.exec_driver_sql(change)
    assert store.journal.since("m", -1) == [FIRST, SECOND]
    store.journal.remove("m", "a test", actor="ana")
    assert store.journal.since("m", -1) == []
    assert store.journal.find("m") is None
    [entry] = store.trail("m")
    assert (entry.actor, entry.deed.value, entry.reason) == ("ana", "remove", "a test")
    with pytest.raises(StoreError, match="no match of this id"):
        store.journal.remove("m", "", actor="ana")


def test_what_is_stored_is_synced_whatever_the_database_is_set_to(url: str) -> None:
    if not url.startswith("sqlite"):
        url += "%20-csynchronous_commit%3Doff"
    with Store.open(url) as store, store._database.writing() as connection:
        if store.kind == "sqlite":
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        else:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"


# Who sits where, and what is listed.


def test_a_token_opens_its_role_until_it_is_renewed_or_revoked(store: Store) -> None:
    journal = store.journal
    tokens = {role: new_token() for role in ("A", "B", "arbiter")}
    assert len(set(tokens.values())) == 3
    keys = {role: RoleKey(token_digest(token)) for role, token in tokens.items()}
    journal.create_all([NewMatch("m", FIRST, keys, LISTING)])
    journal.create_all([NewMatch("n", FIRST, {}, LISTING)])
    assert {role: journal.role_of("m", token) for role, token in tokens.items()} == {r: r for r in tokens}
    for match, token in (("n", tokens["A"]), ("m", ""), ("m", "\ud800")):
        assert journal.role_of(match, token) is None
    journal.renew("m", "A", token_digest("another"))
    assert journal.role_of("m", tokens["A"]) is None
    assert journal.role_of("m", "another") == "A"
    assert journal.renew("m", "A", b"")
    assert journal.role_of("m", "another") is None
    assert journal.role_of("m", tokens["B"]) == "B"
    with store._database.reading() as connection:
        kept = connection.execute(sa.text("SELECT hash FROM match_keys")).scalars().all()
    assert all(len(each) in (0, 32) for each in kept), "nothing of a token but its digest"


def test_matches_are_listed_by_what_they_belong_to_the_last_first(store: Store) -> None:
    journal = store.journal
    for number in range(6):
        listing = LISTING._replace(
            opened=OPENED + timedelta(minutes=number // 2),
            tournament="Cup" if number < 4 else "",
            round=str(number % 2),
            board=str(number),
            public=number != 3,
        )
        journal.create_all([NewMatch(f"m{number}", FIRST, {}, listing)])
    journal.end("m2", "ab" * 32)

    questions: tuple[tuple[str, dict[str, Any]], ...] = (
        ("54210", {}),
        ("543210", {"everything": True}),
        ("5410", {"is_open": True}),
        ("2", {"is_open": False}),
        ("210", {"tournament": "Cup"}),
        ("0", {"tournament": "Cup", "round": "0", "is_open": True}),
        ("5", {"board": "5"}),
        ("54", {"size": 2}),
        ("21", {"size": 2, "after": "m4"}),
        ("", {"after": "m0"}),
    )
    for expected, asked in questions:
        assert "".join(each.id[1] for each in journal.matches(**asked)) == expected, asked
    assert journal.open_matches() == ["m0", "m1", "m3", "m4", "m5"]
    found = journal.find("m2")
    assert found
    assert (found.open, found.record, found.listing.names) == (False, "ab" * 32, ("Ani", "Boris"))
    assert found.listing.opened == OPENED + timedelta(minutes=1)


# Following.


def following(journal: Journals) -> SimpleQueue[tuple[str, int]]:
    """What somebody hears who follows the journals."""
    heard = SimpleQueue[tuple[str, int]]()
    journal.follow(lambda match, number: heard.put((match, number)))
    return heard


def until(heard: SimpleQueue[tuple[str, int]], line: tuple[str, int]) -> list[tuple[str, int]]:
    """What is heard before a line, which comes within a minute."""
    return list(iter(lambda: heard.get(timeout=60), line))


def test_whoever_follows_hears_from_this_process_and_from_others(store: Store, url: str) -> None:
    with Store.open(url) as other:
        everybody = [following(each.journal) for each in (store, store, other, other)]
        store.journal.create_all([NewMatch("m", FIRST, {}, LISTING)])
        other.journal.create_all([NewMatch("n", FIRST, {}, LISTING)])
        store.journal.append("m", SECOND, "A")
        for heard in everybody:
            assert ("n", 1) not in until(heard, ("m", 1))
        other.journal.append("n", SECOND, "A")
        for heard in everybody:
            until(heard, ("n", 1))


def test_a_process_with_more_open_files_than_select_can_wait_for_hears_too(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    url = new_url(request, "postgresql", tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with ExitStack() as stack, Store.open(url) as other:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2048), hard))
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        for _ in range(1100):
            stack.callback(os.close, os.dup(0))
        heard = following(stack.enter_context(Store.open(url)).journal)
        other.journal.create_all([NewMatch("m", FIRST, {}, LISTING)])
        other.journal.append("m", SECOND, "A")
        until(heard, ("m", 1))


def test_wakeups_that_are_closed_again_stay_closed(store: Store) -> None:
    following(store.journal)
    closing_twice = [threading.Thread(target=store.journal.close) for _ in range(2)]
    for thread in closing_twice:
        thread.start()
    for thread in closing_twice:
        thread.join()
    store.journal.close()
    assert following(store.journal).empty()


def test_what_listens_may_be_what_closes_the_archive(store: Store) -> None:
    """As when the collector of garbage finds an archive while its listener runs."""
    closed = threading.Event()

    def close(match: str, number: int) -> None:
        store.close()
        closed.set()

    store.journal.follow(close)
    assert closed.wait(60)


def test_streams_hold_no_connection_and_a_process_listens_once(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    url = new_url(request, "postgresql", tmp_path) + "&application_name=listening"
    asked = "SELECT pid FROM pg_stat_activity WHERE application_name = 'listening' AND query LIKE 'LISTEN%'"
    watcher = sa.create_engine(url, poolclass=sa.NullPool)
    with Store.open(url) as store, closing(watcher.raw_connection()) as watching:
        store.journal.create_all([NewMatch("m", FIRST, {}, LISTING)])
        everybody = [following(store.journal) for _ in range(30)]
        pool = store._database._engine.pool
        assert isinstance(pool, sa.QueuePool)
        while pool.checkedout() > 1:  # the one that listens
            threading.Event().wait(0.001)
        cursor = watching.cursor()
        cursor.execute(asked)
        listening = cursor.fetchall()
        assert len(listening) == 1
        for heard in everybody:
            while not heard.empty():
                heard.get()
        cursor.execute("SELECT pg_terminate_backend(%s)", listening[0])
        with Store.open(url) as other:
            other.journal.append("m", SECOND, "A")
        for heard in everybody:  # of the line, or that some may have been missed
            assert heard.get(timeout=60) in (("m", 1), ("", -1))


def test_whoever_follows_hears_again_when_a_database_that_was_away_is_back(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.store.wakeups.RETRY_SECONDS", 0.01)
    url = new_url(request, "postgresql", tmp_path) + "&application_name=away"
    server: Postgres = request.getfixturevalue("postgres")
    refused, is_away = SimpleQueue[bool](), [True]

    def refuse(dialect: sa.Dialect, *_: object) -> None:
        if is_away:
            refused.put(True)
            raise dialect.loaded_dbapi.OperationalError("the server is away")

    with Store.open(url) as store:
        store.journal.create_all([NewMatch("m", FIRST, {}, LISTING)])
        heard = following(store.journal)
        sa.event.listen(store._database._engine, "do_connect", refuse)
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'away'"
        )
        for _ in range(2):
            refused.get(timeout=60)
        is_away.clear()
        assert store.journal._wakeups._listens.wait(60)
        with Store.open(url) as other:
            other.journal.append("m", SECOND, "A")
        until(heard, ("m", 1))


# Killed.


class KilledMatches:
    """Matches played by processes that are killed."""

    def __init__(self, url: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.dying_match", url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={"PATH": "", "PYTHONPATH": str(ROOT)},
            text=True,
        )
        assert self.process.stdout
        assert self.process.stdout.readline() == "\n"

    def heads(self, match: str, acknowledged: int, point: str) -> list[tuple[int, str]]:
        """What a child is given that is killed at a point, with the numbers of the lines."""
        assert self.process.stdin
        assert self.process.stdout
        print(match, acknowledged, point, file=self.process.stdin, flush=True)
        return [tuple(each) for each in json.loads(self.process.stdout.readline())]


@contextmanager
def dying(url: str) -> Iterator[KilledMatches]:
    matches = KilledMatches(url)
    try:
        yield matches
    finally:
        matches.process.communicate()


def check_kept(url: str, match: str, acknowledged: list[tuple[int, str]]) -> None:
    """The journal is that of a match that nothing happened to, and every line of it was acknowledged."""
    expected = lines_of(match)
    assert acknowledged == [(line.number, line.head.hex()) for line in expected]
    with Store.open(url) as store:
        assert store.journal.since(match, -1) == expected
        assert list(store.faults()) == []


@pytest.mark.slow
@pytest.mark.parametrize("url", some(KINDS, "sqlite"), indirect=True)
def test_a_match_whose_process_is_killed_at_every_step_loses_and_doubles_nothing(url: str) -> None:
    with dying(url) as matches:
        for number in range(KILLED):
            match = f"match{number}"
            acknowledged: list[tuple[int, str]] = []
            while len(acknowledged) < len(lines_of(match)):
                for point in POINTS:
                    given = matches.heads(match, len(acknowledged), point)
                    assert len(given) == (point == POINTS[-1])
                    acknowledged += given
            check_kept(url, match, acknowledged)


@pytest.mark.slow
def test_a_match_whose_process_is_killed_at_any_moment_loses_and_doubles_nothing(url: str) -> None:
    rng = Random(7)
    with dying(url) as matches:
        for number in range(KILLED.share(4)):
            match, longest = f"match{number}", 20_000
            acknowledged: list[tuple[int, str]] = []
            while len(acknowledged) < len(lines_of(match)):
                given = matches.heads(match, len(acknowledged), str(rng.randrange(longest)))
                longest *= 1 if given else 2  # however slow the machine is
                acknowledged += given
            check_kept(url, match, acknowledged)


# The disk full, the log torn, the table locked.


@pytest.mark.slow
def test_a_full_disk_is_said_and_costs_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'archive.db'}"
    rng = Random(3)
    with dying(url) as matches:
        for number in range(KILLED.share(2)):
            match, refused = f"match{number}", 0
            acknowledged: list[tuple[int, str]] = []
            while len(acknowledged) < len(lines_of(match)):
                given = matches.heads(match, len(acknowledged), f"full{rng.randrange(150_000)}")
                if given and given[-1][0] == -1:
                    assert "disk" in given.pop()[1]
                    refused += 1
                acknowledged += given
            assert refused
            check_kept(url, match, acknowledged)


@pytest.mark.slow
@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.nightly), 29])
def test_a_log_torn_at_any_byte_of_a_line_leaves_all_that_was_acknowledged(step: int, tmp_path: Path) -> None:
    path, copy = tmp_path / "archive.db", tmp_path / "copy.db"
    log, torn, shared = (path.with_name(name) for name in ("archive.db-wal", "copy.db-wal", "copy.db-shm"))
    address = f"file:{copy}?mode=ro"
    with Store.open(f"sqlite:///{path}") as store:
        keep(store.journal, "m", [FIRST, SECOND])
        acknowledged = log.stat().st_size
        third = line_after(SECOND)
        store.journal.append("m", third, "A", "k")
        written = log.read_bytes()
        shutil.copy(path, copy)
    last_frame = len(written) - 24 - 4096

    def kept() -> list[tuple[int, bytes]]:
        """Return what a reader finds after a loss of power who leaves the log unchanged."""
        with closing(sqlite3.connect(address, uri=True)) as connection:
            found = connection.execute('SELECT number, head FROM match_lines ORDER BY "number"').fetchall()
        shared.unlink(missing_ok=True)
        return found

    before = [(line.number, line.head) for line in (FIRST, SECOND)]
    torn.write_bytes(written)
    assert kept() == [*before, (third.number, third.head)]
    for size in range(len(written) - 1, last_frame - 1, -step):
        os.truncate(torn, size)
        assert kept() == before, size
    for size in range(last_frame, acknowledged - 1, -97):
        os.truncate(torn, size)
        assert kept() == before, size
    for at in range(last_frame, len(written), 13 * step):
        torn.write_bytes(written[:at] + bytes([written[at] ^ 1]) + written[at + 1 :])
        assert kept() == before, at
    with Store.open(f"sqlite:///{copy}") as store:
        assert store.journal.append("m", third, "A", "k") == third
        assert list(store._database.integrity()) == []


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Hold the lock that storing a line needs."""
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    how = "BEGIN IMMEDIATE" if url.startswith("sqlite") else "BEGIN; LOCK TABLE match_lines IN SHARE MODE"
    with engine.connect() as connection:
        connection.exec_driver_sql(how)
        yield
        connection.exec_driver_sql("ROLLBACK")
    engine.dispose()


@pytest.mark.slow
def test_a_lock_is_waited_for_a_second_and_lines_are_read_meanwhile(store: Store, url: str) -> None:
    store.journal.create_all([NewMatch("m", FIRST, {}, LISTING)])
    with locked(url):
        with pytest.raises(StoreError, match="lock"):
            store.journal.append("m", SECOND, "A", "k")
        assert store.journal.since("m", -1) == [FIRST]
    assert store.journal.append("m", SECOND, "A", "k") == SECOND
    assert Settings().lock_seconds == 1


# Raced for.


def race(store: Store, match: str, races: int, writers: int = 16) -> list[int]:
    """How many of so many lines each writer stored: all want the next one at once.

    Of those who come too late one in four reads at once what was stored, as it must then be there; the others
    are told by whoever stored it, before the next race.
    """
    first = opened(match).last
    store.journal.create_all([NewMatch(match, first, {}, LISTING)])
    together = threading.Barrier(writers)
    won, failures = [0] * writers, []
    told: list[JournalLine] = []

    def write(writer: int) -> None:
        live = LiveMatch.resume([first])
        for number in range(races):
            together.wait()
            if live.last.number < number:
                live.take(told[number - 1])
            version = live.table.version
            entry = Entry(Kind.RESUME if live.table.paused else Kind.PAUSE, ARBITER, writer)
            proposed = live.propose(entry, version, bytes(16))
            assert isinstance(proposed, Proposed)
            try:
                line = store.journal.append(match, proposed.line, f"{writer}", f"{number}")
            except Overtaken:
                if (number + writer) % 4:
                    continue
                for line in store.journal.since(match, live.last.number):
                    live.take(line)
                refused = live.propose(entry, version, bytes(16))
                assert isinstance(refused, Refused)
                assert refused.ruling.code.id == "T401"
            else:
                live.take(line)
                told.append(line)
                won[writer] += 1

    def run(writer: int) -> None:
        try:
            write(writer)
        except BaseException as error:
            failures.append(error)
            together.abort()

    threads = [threading.Thread(target=run, args=(writer,)) for writer in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    return won


@pytest.mark.slow
def test_of_sixteen_writers_one_stores_each_line(url: str) -> None:
    with Store.open(url, Settings(threads=16, lock_seconds=60, query_seconds=60)) as store:
        won = race(store, "m", RACES)
        lines = store.journal.since("m", -1)
        assert sum(won) == RACES == len(lines) - 1 == lines[-1].version
        assert list(faults(lines)) == []


# Tampered with.


def rechained(lines: Sequence[JournalLine]) -> list[JournalLine]:
    """Return the lines with matching numbers and heads, as anyone who can write the whole journal could."""
    made: list[JournalLine] = []
    for number, line in enumerate(lines):
        head = made[-1].head if made else bytes(32)
        made.append(line._replace(number=number, head=head_after(head, line.version, line.leaf)))
    return made


def changed(line: JournalLine, at: int) -> JournalLine:
    """The line with one of its bytes changed."""
    for name in ("body", "salt", "head"):
        value: bytes = getattr(line, name)
        if at < len(value):
            flipped: Any = value[:at] + bytes([value[at] ^ 1 << at % 8]) + value[at + 1 :]
            return line._replace(**{name: flipped})
        at -= len(value)
    return line._replace(version=line.version + 1) if at else line._replace(number=line.number + 1)


def check_tampered(match: str) -> None:
    """Look whether every change of a journal is found."""
    lines = lines_of(match)
    end = [Receipt(lines[-1].version, lines[-1].head.hex())]
    assert list(faults(lines, end)) == []
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        for byte in range(len(line.body) + len(line.salt) + len(line.head) + 2):
            forged = [*before, changed(line, byte), *after]
            assert next(faults(forged)).number == at
            assert (
                next(faults(rechained(forged), end), None)
                or forged[at].head != line.head
                or (forged[at].number != line.number)
            )
        dropped = [*before, *after]
        assert next(faults(dropped, end)).number == at
        assert next(faults(rechained(dropped), end))
        appended = [*before, line, line_after(line, "forged"), *after]
        if after:
            assert next(faults(appended)).number == at + 2
            swapped = [*before, after[0], line, *after[1:]]
            assert next(faults(swapped)).number == at
            assert next(faults(rechained(swapped), end))
            assert next(faults(rechained(appended), end))
    with pytest.raises(ValueError, match="is not accepted"):
        LiveMatch.resume([*lines, line_after(lines[-1])._replace(body=lines[-1].body)])


@sizes(1, 100)
def test_whatever_is_changed_in_a_journal_is_found(size: int) -> None:
    for number in range(size):
        with case(number):
            check_tampered(f"tampered {number}")


# Finished and stored elsewhere.


def test_a_match_that_is_over_goes_into_the_archive(store: Store) -> None:
    lines = lines_of("over")
    keep(store.journal, "over", lines)
    keep(store.journal, "secret", lines_of("secret"), LISTING._replace(public=False))
    text = text_of(LiveMatch.resume(store.journal.since("over", -1))).encode()
    added = store.file_record("over", text)
    assert store.file_record("over", text).novelty is Novelty.KNOWN
    match = store.journal.find("over")
    assert match
    assert (match.open, match.record) == (False, added.id)
    [found] = store.search().records
    assert (found.id, found.summary.errors) == (added.id, 0)
    hidden = store.file_record(
        "secret", text_of(LiveMatch.resume(store.journal.since("secret", -1))).encode()
    )
    stored = store.get(hidden.id, EVERYTHING)
    assert stored
    assert stored.standing.visibility is Visibility.UNLISTED
    assert store.journal.open_matches() == []
    store.remove(added.id, "", actor="ana")
    assert store.file_record("over", text).novelty is Novelty.REFUSED
    match = store.journal.find("over")
    assert match
    assert match.record == ""
    with pytest.raises(StoreError, match="no match of this id"):
        store.file_record("none", text)


def cli(*words: object, exit_code: int = 0) -> str:
    result = CliRunner().invoke(main, [*map(str, words)])
    assert result.exit_code == exit_code, result.output
    return result.output


@pytest.mark.parametrize("kind", KINDS)
def test_matches_go_to_another_archive_and_are_checked_there(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """From each database to the other."""
    there = new_url(request, kind, tmp_path)
    here = new_url(request, KINDS[1 - KINDS.index(kind)], tmp_path)
    lines = lines_of("going")
    with Store.open(there) as store:
        keep(store.journal, "over", lines_of("over"))
        store.journal.end("over")
        keep(store.journal, "secret", lines_of("secret"), LISTING._replace(public=False))
        store.journal.create_all(
            [NewMatch("going", lines[0], {"A": RoleKey(token_digest("token"), "Ani")}, LISTING)]
        )
        for line in lines[1:9]:
            store.journal.append("going", line, "A", f"k{line.number}")
    first, second = tmp_path / "first.ndjson", tmp_path / "second.ndjson"
    cli("archive", "export", "--db", there, "--all", "-o", first)
    assert len(cli("archive", "export", "--db", there).splitlines()) == 1
    assert cli("archive", "export", "--db", there, "--format", "sgn") == ""
    assert cli("archive", "import", "--db", here, first) == "3 new, 0 known\n"
    assert cli("archive", "check", "--db", here) == "the archive is intact\n"
    with Store.open(there) as store:
        for line in lines[9:]:
            store.journal.append("going", line, "A")
        store.journal.end("going")
        before = list(store.journal.each(everything=True))
    cli("archive", "export", "--db", there, "--all", "-o", second)
    assert cli("archive", "import", "--db", here, second) == "0 new, 3 known\n"
    assert cli("archive", "import", "--db", here, first) == "0 new, 3 known\n"
    with Store.open(here) as store:
        assert list(store.journal.each(everything=True)) == before
        assert store.journal.role_of("going", "token") == "A"
        assert store.journal.append("going", lines[-1], "A", "k3") == lines[3]
        store.journal.remove("over", "", actor="ana")
        store.journal.remove("secret", "", actor="ana")
        keep(store.journal, "secret2", lines_of("another"))
    assert "has another journal" in cli("archive", "import", "--db", here, second, exit_code=2)
    altered = second.read_text().replace('"head": "0', '"head": "1').replace('"head": "a', '"head": "b')
    second.write_text(altered)
    assert "has been altered from line" in cli("archive", "import", "--db", here, second, exit_code=2)


def test_a_copy_has_the_journals_and_a_changed_one_is_found(tmp_path: Path) -> None:
    url, copy, other = (f"sqlite:///{tmp_path / name}" for name in ("archive.db", "copy.db", "other.db"))
    with Store.open(url) as store:
        keep(store.journal, "m", lines_of("m"))
        keep(store.journal, "none", [FIRST, SECOND])
        cli("archive", "backup", "--db", url, tmp_path / "copy.db")
    cli("archive", "restore", "--db", other, tmp_path / "copy.db")
    with Store.open(other) as store:
        assert store.journal.since("m", -1) == lines_of("m")
    assert "not empty" in cli("archive", "restore", "--db", other, tmp_path / "copy.db", exit_code=2)
    assert "none: the lines are not those of a match" in cli("archive", "check", "--db", copy, exit_code=1)
    with closing(sqlite3.connect(tmp_path / "copy.db", isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER match_lines_are_not_changed")
        connection.execute("DELETE FROM matches WHERE id = 'none'")
        connection.execute("UPDATE match_lines SET version = version + 1 WHERE number = 7")
    said = cli("archive", "check", "--db", copy, exit_code=1)
    assert "m: line 7 was changed, or one before it is missing" in said


def test_a_journal_is_verified_against_receipts(tmp_path: Path) -> None:
    lines = lines_of("m")
    file = tmp_path / "m.ndjson"

    def proof(*receipts: str, exit_code: int) -> dict[str, Any]:
        said = cli("verify", "--format", "json", *receipts, file, exit_code=exit_code)
        found: dict[str, Any] = json.loads(said)
        Draft202012Validator(schema_named("journal-proof")).validate(found)
        assert found["holds"] == (exit_code == 0)
        return found

    def write(found: Sequence[JournalLine]) -> None:
        file.write_text("".join(json.dumps(dump_line(line)) + "\n" for line in found))

    write(lines)
    receipts = [f"--receipt={line.version}:{line.head.hex()}" for line in lines[::5]]
    said = cli("verify", *receipts, file)
    assert f"the last has the receipt {lines[-1].version}:{lines[-1].head.hex()}" in said
    held = {"file": str(file), "kind": "journal", "holds": True, "lines": len(lines), "wrong": []}
    assert proof(*receipts, exit_code=0) == held | {"receipts": len(receipts)}
    write([*lines[:5], *lines[6:]])
    assert "wrong: line 6 is where line 5 should be" in cli("verify", file, exit_code=1)
    assert "line 6 is where line 5 should be" in proof(exit_code=1)["wrong"]
    write(rechained([*lines[:3], changed(lines[3], 2), *lines[4:]]))
    assert "no line matches the receipt" in cli("verify", *receipts, file, exit_code=1)
    write([FIRST, SECOND])
    assert "not those of a match" in cli("verify", file, exit_code=1)
    sealed = [dump_line(SealedLine(line.number, line.version, line.leaf, line.head)) for line in lines]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in sealed))
    assert "verified" in cli("verify", *receipts, file)
    negative = '{"line": -1, "version": 0, "head": "", "leaf": ""}'
    for wrong in ("", "x", "[]", '{"line": 0}', negative, "1" * 5000):
        file.write_text(wrong)
        assert "journal" in cli("verify", file, exit_code=2)
    assert "VERSION:HEAD" in cli("verify", "--receipt", "7", file, exit_code=2)
    receipt = f"--receipt=0:{'0' * 64}"
    assert "for journals" in cli("verify", receipt, ROOT / "samples/the-closer-fails.sgn", exit_code=2)


@pytest.mark.parametrize("odd", [None, True, [], {}, "x", 10**25], ids=repr)
def test_a_journal_with_odd_members_is_answered_and_raises_nothing(odd: object) -> None:
    lines = lines_of("m")[:5]
    wrong = 0
    for line in lines:
        [(kind, said)] = [(name, said) for name, said in line.said.items() if isinstance(said, dict)]
        for name in said:
            body = json.dumps(line.said | {kind: said | {name: odd}}).encode()
            wrong += bool(
                wrong_in(
                    rechained([*lines[: line.number], line._replace(body=body), *lines[line.number + 1 :]])
                )
            )
    assert wrong > 10


def test_every_byte_changed_in_a_file_of_a_journal_is_found_or_changes_nothing() -> None:
    lines = lines_of("m")[:6]
    text = "".join(json.dumps(dump_line(line)) + "\n" for line in lines).encode()
    for at in range(len(text)):
        for bit in (0, 5):
            altered = text[:at] + bytes([text[at] ^ 1 << bit]) + text[at + 1 :]
            try:
                found = [load_line(json.loads(line)) for line in altered.splitlines()]
            except (KeyError, TypeError, ValueError):
                continue
            assert found == lines or list(faults(found, [Receipt(lines[-1].version, lines[-1].head.hex())]))
