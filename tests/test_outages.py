"""What happens to the server's machine: killed, its disk full, its database away or locked.

Real servers take real uploads. Whatever they have acknowledged is found afterwards, byte for byte, and
nothing is there by halves; while something is away they say so, and do so no longer when it is back.
"""

import http.client
import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple

import pytest
import sqlalchemy as sa

from notation import digest, read, write
from support.corpus import ROOT
from support.databases import KINDS, Postgres, new_url
from support.games import random_record
from support.sizes import Size
from viewer.store import Store
from viewer.store.tables import RECORDS

UPLOADS = Size("UPLOADS", 300)
"""Records that are sent while the server is killed; 3,000 at night."""
LOADED = "import viewer.web, gunicorn.app.wsgiapp as program; program.run()"
"""Gunicorn in which the modules are loaded before it makes its workers, once for all of them."""
COMMAND = (
    *(sys.executable, "-c", LOADED, "--bind", "127.0.0.1:0", "--workers", "2", "--threads", "4"),
    *("--worker-class", "gthread", "viewer.web:create_app_from_environment()"),
)


UNBOUNDED = {"PYTHONUNBUFFERED": "1", "SANTASE_ADDRESS_QUOTA": "none", "SANTASE_RATE": "0"}
"""One address sends everything here, as fast as it can."""


class Answer(NamedTuple):
    """What a server answers."""

    status: int
    headers: dict[str, str]
    body: bytes


class Server:
    """A server in a group of processes of its own, which can be killed with all of them."""

    def __init__(self, url: str, prepare: Callable[[], None] | None = None) -> None:
        self._process = subprocess.Popen(
            COMMAND,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=os.environ | UNBOUNDED | {"SANTASE_DATABASE": url, "PYTHONPATH": str(ROOT)},
            start_new_session=True,
            preexec_fn=prepare,
            text=True,
        )
        assert self._process.stdout
        heard = []
        for line in self._process.stdout:
            heard.append(line)
            if found := re.search(r"Listening at: http://127\.0\.0\.1:([0-9]+)", line):
                self.port = int(found[1])
                break
        else:
            pytest.fail("".join(heard))
        self._reader = threading.Thread(target=self._process.stdout.read, daemon=True)
        self._reader.start()  # so that it never waits to be heard

    def ask(self, method: str, path: str, body: bytes | None = None) -> Answer:
        """One request on a connection of its own; OSError where the server is gone."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, path, body, {"Content-Type": "application/x-sgn"} if body else {})
            response = connection.getresponse()
            return Answer(response.status, dict(response.getheaders()), response.read())

    def add(self, text: bytes) -> Answer:
        """Send a record."""
        return self.ask("POST", "/api/v1/records", text)

    def kill(self) -> None:
        """Kill every process of the server at once."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join()
        assert self._process.stdout
        self._process.stdout.close()

    def end(self) -> None:
        """End it in order, if it still runs."""
        self._process.terminate()
        self._process.wait()
        self.kill()


@contextmanager
def serving(url: str, prepare: Callable[[], None] | None = None) -> Iterator[Server]:
    server = Server(url, prepare)
    try:
        yield server
    finally:
        server.end()


def texts(number: int, seed: int) -> list[bytes]:
    """Different records."""
    rng = random.Random(seed)
    made = (random_record("santase", rng, noted=False, most_deals=2) for _ in range(number))
    return [
        write(record).replace("%SGN 1\n", f'%SGN 1\n[Round "{seed}.{at}"]\n', 1).encode()
        for at, record in enumerate(made)
    ]


def key_of(text: bytes) -> str:
    [game] = read(text)
    assert game.record
    return digest(game.record)


def refused_honestly(answer: Answer) -> bool:
    """Whether a server says that it cannot keep a record now, and when to try again."""
    return answer.status == 503 and int(answer.headers["Retry-After"]) > 0


def check_archive(url: str, acknowledged: dict[str, bytes], sent: dict[str, bytes]) -> None:
    """Nothing acknowledged is lost, nothing is torn, and what is listed is what is kept."""
    with Store.open(url) as store:
        for key, text in acknowledged.items():
            found = store.get(key)
            assert found
            assert found.text == text
        with store._database.reading() as connection:
            rows = connection.execute(sa.select(RECORDS.c.id, RECORDS.c.text)).all()
            kept = {row.id: row.text for row in rows}
            listed = connection.scalar(sa.text("SELECT count(*) FROM listings"))
            if url.startswith("sqlite"):
                assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
        assert listed == len(kept)
        assert kept.items() <= sent.items()
        assert store.search(size=1).total == len(kept)


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_url(request, request.param, tmp_path)


# Killed.


def send(
    server: Server,
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
    deaths = sorted(rng.sample(range(1, len(sent)), max(6, len(sent) // 50)))
    waiting = SimpleQueue[str]()
    for key in sent:
        waiting.put(key)
    acknowledged: dict[str, bytes] = {}
    while not waiting.empty():
        server = Server(url)
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
    most = 1_200_000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    sent = {key_of(text): text for text in texts(400, 5)}
    acknowledged = {}
    with serving(url, limit) as server:
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
    with serving(url) as server:
        for key, text in sent.items():
            assert server.add(text).status in (200, 201)
            acknowledged[key] = text
    check_archive(url, acknowledged, sent)


@pytest.mark.slow
def test_a_locked_database_is_waited_for_a_second_and_read_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    url = f"sqlite:///{path}"
    first, second = texts(2, 6)
    with serving(url) as server:
        assert server.add(first).status == 201
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert refused_honestly(server.add(second))
            assert server.ask("GET", f"/api/v1/records/{key_of(first)}").status == 200
            assert server.ask("GET", "/").status == 200
            other.execute("ROLLBACK")
        assert server.add(second).status == 201
    check_archive(
        url, {key_of(first): first, key_of(second): second}, {key_of(text): text for text in (first, second)}
    )


@pytest.mark.slow
def test_a_database_that_is_away_is_said_to_be_and_used_again_when_it_is_back(own_postgres: Postgres) -> None:
    url = own_postgres.new_url()
    sent = {key_of(text): text for text in texts(6, 8)}
    acknowledged = {}
    with serving(url) as server:
        for number, (key, text) in enumerate(sent.items()):
            if number % 2:
                own_postgres.halt()
                assert refused_honestly(server.add(text))
                assert server.ask("GET", "/").status == 503
                own_postgres.resume()
            answer = server.add(text)
            assert answer.status == 201, answer
            acknowledged[key] = text
    check_archive(url, acknowledged, sent)
