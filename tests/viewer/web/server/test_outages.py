"""What happens to the server's machine: killed, its disk full, its database away or locked.

Real servers take real uploads. Whatever they have acknowledged is found afterwards, byte for byte, and
nothing is there by halves; while something is away they say so, and do so no longer when it is back.
"""

import http.client
import random
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from tests.support.apps import app_in
from tests.support.databases import Postgres
from tests.support.live_http import Live, OpenMatch
from tests.support.sizes import Size
from tests.support.uploads import UploadServer, check_archive, key_of, refused_honestly, serving, texts
from viewer.store import MovedError, Store
from viewer.store.backups import backup

UPLOADS = Size("UPLOADS", 3_000)
"""Records that are sent while the server is killed; 3,000 at night."""
SMALL_FILES = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))"
"""Run by a server as if its disk had so many bytes."""


# Killed.


def send(
    server: UploadServer,
    sent: dict[str, bytes],
    waiting: "SimpleQueue[str]",
    acknowledged: dict[str, bytes],
    dies_at: int,
) -> None:
    """Send what waits, until nothing does or the server is killed, after so many were acknowledged."""
    while True:
        try:
            key = waiting.get_nowait()
        except Empty:
            return
        try:
            answer = server.add(sent[key])
        except (OSError, http.client.HTTPException):
            waiting.put(key)
            return
        if refused_honestly(answer):  # it was not kept, and is sent again
            waiting.put(key)
            continue
        assert answer.status in (200, 201), answer
        acknowledged[key] = sent[key]
        if len(acknowledged) == dies_at:
            server.kill()


@pytest.mark.slow
def test_what_was_acknowledged_survives_the_death_of_every_process(url: str) -> None:
    sent = {key_of(text): text for text in texts(UPLOADS, 17)}
    rng = random.Random(9)
    deaths = sorted(rng.sample(range(1, len(sent)), max(1, len(sent) // 50)))
    waiting = SimpleQueue[str]()
    for key in sent:
        waiting.put(key)
    acknowledged: dict[str, bytes] = {}
    while not waiting.empty():
        server = UploadServer(url)
        dies_at = deaths.pop(0) if deaths else len(sent) + 1
        senders = [
            threading.Thread(target=send, args=(server, sent, waiting, acknowledged, dies_at))
            for _ in range(4)
        ]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
        server.kill()
    assert acknowledged.keys() == sent.keys()
    assert not deaths
    check_archive(url, acknowledged, sent)


# Full, locked, away.


@pytest.mark.slow
def test_a_full_disk_is_said_and_costs_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'archive.db'}"
    with Store.open(url):
        pass
    sent = {key_of(text): text for text in texts(18, 5)}
    acknowledged = {}
    with serving(url, SMALL_FILES) as server:
        refused = 0
        for key, text in sent.items():
            answer = server.add(text)
            if answer.status == 201:
                acknowledged[key] = text
            else:
                assert refused_honestly(answer), answer
                refused += 1
                if refused == 5:
                    break
        assert refused
        assert acknowledged
        assert server.ask("GET", "/").status == 200
        for key in acknowledged:
            assert server.ask("GET", f"/api/v1/records/{key}").status == 200
    check_archive(url, acknowledged, sent)
    with Store.open(url) as archive:  # where there is room
        for text in sent.values():
            archive.add(text)
    check_archive(url, sent, sent)


@pytest.mark.slow
def test_a_locked_database_is_waited_for_a_second_and_read_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    url = f"sqlite:///{path}"
    first, second = texts(2, 6)
    with serving(url) as server:
        server.keep(first)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert refused_honestly(server.add(second))
            assert server.ask("GET", f"/api/v1/records/{key_of(first)}").status == 200
            assert server.ask("GET", "/").status == 200
            other.execute("ROLLBACK")
        server.keep(second)
    check_archive(
        url, {key_of(first): first, key_of(second): second}, {key_of(text): text for text in (first, second)}
    )


@pytest.mark.slow
def test_a_database_that_is_away_is_said_to_be_and_used_again_when_it_is_back(own_postgres: Postgres) -> None:
    url = own_postgres.new_url()
    sent = {key_of(text): text for text in texts(4, 8)}
    acknowledged = {}
    with serving(url) as server:
        for number, (key, text) in enumerate(sent.items()):
            if number % 2:
                own_postgres.halt()
                assert refused_honestly(server.add(text))
                assert server.ask("GET", "/").status == 503
                own_postgres.resume()
            server.keep(text)
            acknowledged[key] = text
    check_archive(url, acknowledged, sent)


# A file that was moved away, or replaced by another.


def test_no_move_is_acknowledged_into_a_file_that_was_moved_away(tmp_path: Path) -> None:
    """As in a restore while the workers of live matches still run: they refuse until they are restarted."""
    live = Live(tmp_path)
    file, copy, broken = (tmp_path / name for name in ("archive.db", "backup.db", "broken.db"))
    match = live.open(dealing="hand")
    match.deal()
    match.do("B", action="Kh")
    backup(live.app.extensions["archive"], copy)
    match.do("A", action="Qh")
    acknowledged = match.version
    file.rename(broken)
    _refuses(live, match)
    broken.rename(file)  # the very file is back
    assert live.client.get("/health").status_code == 200
    file.rename(broken)
    copy.rename(file)
    _refuses(live, match)
    for left in ("archive.db-wal", "archive.db-shm"):
        (tmp_path / left).unlink(missing_ok=True)
    live.restart()
    assert match.version == acknowledged - 1
    match.do("A", action="Qh")
    live.restart()
    assert match.version == acknowledged
    live.close()


def _refuses(live: Live, match: OpenMatch) -> None:
    version = match.version
    refused = match.ask("B", do="leave")
    assert (refused.status_code, refused.json["code"]) == (503, "unavailable")
    assert "moved or replaced" in refused.json["detail"]
    assert match.version == version
    assert [live.client.get(path).status_code for path in ("/health", "/ready")] == [503, 503]


def test_no_record_is_acknowledged_into_a_file_that_was_moved_away(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    client = app.test_client()
    (tmp_path / "archive.db").rename(tmp_path / "broken.db")
    for _ in range(2):
        refused = client.post("/api/v1/records", data=texts(1, seed=1)[0], content_type="text/plain")
        assert (refused.status_code, "moved or replaced" in refused.text) == (503, True)
        assert client.get("/health").status_code == 503
        assert not (tmp_path / "archive.db").exists()


def test_what_was_stored_while_the_file_was_moved_is_not_acknowledged(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'archive.db'}") as store:
        with pytest.raises(MovedError), store.keys._database.writing():
            (tmp_path / "archive.db").rename(tmp_path / "broken.db")
        with pytest.raises(MovedError):
            store.check()
