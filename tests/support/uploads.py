"""Servers that receive records, and checks of the archive afterwards."""

import http.client
import os
import random
import re
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import NamedTuple

import pytest
import sqlalchemy as sa

from notation import digest, read, write
from tests.support.corpus import ROOT
from tests.support.forked import Forked
from tests.support.games import random_record
from viewer.store import Store
from viewer.store.tables import RECORDS

LOADED = "import viewer.web, gunicorn.app.wsgiapp as program; program.run()"
"""Gunicorn with the modules loaded before it forks its workers, once for all of them."""
WORDS = (
    *("--bind", "127.0.0.1:0", "--workers", "2", "--threads", "4"),
    *("--worker-class", "gthread", "viewer.web:create_app_from_environment()"),
)


UNBOUNDED = {"PYTHONUNBUFFERED": "1", "SANTASE_ADDRESS_QUOTA": "none", "SANTASE_RATE": "0"}
"""Settings for one address that sends everything as fast as it can."""


class ServerAnswer(NamedTuple):
    """A server's response."""

    status: int
    headers: dict[str, str]
    body: bytes


class UploadServer:
    """A server in a separate process group, which can be killed together; it runs ``first`` before."""

    def __init__(self, url: str, first: str = "") -> None:
        environment = os.environ | UNBOUNDED | {"SANTASE_DATABASE": url, "PYTHONPATH": str(ROOT)}
        command = (sys.executable, "-c", f"{first}\n{LOADED}", *WORDS)
        self._process = Forked(command, environment, start_new_session=True)
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
        self._reader.start()  # so that its output never blocks it

    def ask(self, method: str, path: str, body: bytes | None = None) -> ServerAnswer:
        """Send a request on a new connection; OSError if the server is gone."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, path, body, {"Content-Type": "application/x-sgn"} if body else {})
            response = connection.getresponse()
            return ServerAnswer(response.status, dict(response.getheaders()), response.read())

    def add(self, text: bytes) -> ServerAnswer:
        """Send a record."""
        return self.ask("POST", "/api/v1/records", text)

    def keep(self, text: bytes) -> None:
        """Send a new record again and again until the server keeps it."""
        for _ in range(20):
            if not refused_honestly(answer := self.add(text)):
                break
        assert answer.status == 201, answer

    def kill(self) -> None:
        """Kill every process of the server at once."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join()
        assert self._process.stdout
        self._process.stdout.close()

    def end(self) -> None:
        """Stop it properly, if it is still running."""
        self._process.terminate()
        self._process.wait()
        self.kill()


@contextmanager
def serving(url: str, first: str = "") -> Iterator[UploadServer]:
    server = UploadServer(url, first)
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


def refused_honestly(answer: ServerAnswer) -> bool:
    """Whether a server reports that it cannot store a record now, and when to retry."""
    return answer.status == 503 and int(answer.headers["Retry-After"]) > 0


def check_archive(url: str, acknowledged: dict[str, bytes], sent: dict[str, bytes]) -> None:
    """Nothing acknowledged is lost, nothing is torn, and the lists match the contents."""
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
