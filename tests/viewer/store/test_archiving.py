"""Continuous archiving of PostgreSQL: restored to a moment or the last change, with matches in progress."""

import http.client
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from time import monotonic, sleep
from typing import Any, Final, NamedTuple

import pytest
import sqlalchemy as sa

from tests.support.corpus import ROOT, SAMPLES
from tests.support.databases import Postgres
from tests.support.live_http import API, HANDS, TALON
from tests.support.servers import live_service
from viewer.limits import Settings
from viewer.store import Store

SCRIPT: Final = ROOT / "docs" / "deployment" / "santase-wal.sh"
MATCHES: Final = 4


class Acknowledged(NamedTuple):
    """What was acknowledged, and when at the latest it was stored."""

    at: datetime
    match: str
    head: str


class Archiving:
    """A server whose changes are received in a folder by the script that operators use."""

    def __init__(self, postgres: Postgres) -> None:
        self.postgres = postgres
        self.folder = postgres.folder / "kept"
        self.script = postgres.folder / "santase-wal"
        shutil.copy(SCRIPT, self.script)
        self._receiver: subprocess.Popen[bytes] | None = None

    def run(self, *words: str, **environment: str) -> str:
        how = dict(self.postgres._how)
        how["env"] = how["env"] | {"PGHOST": str(self.postgres.folder), "PGUSER": "postgres"} | environment
        done: subprocess.CompletedProcess[str] = subprocess.run(
            ["sh", self.script, *words], capture_output=True, text=True, check=False, timeout=120, **how
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def counting(self) -> str:
        """A program in place of ours, which the server's user cannot read everywhere: it counts records."""
        path = self.postgres.folder / "counting"
        path.write_text(
            '#!/bin/sh\npsql --host="${4##*=}" --tuples-only --command="SELECT count(*) FROM records" santase'
        )
        path.chmod(0o755)
        return str(path)

    @contextmanager
    def receiving(self) -> Iterator[None]:
        how = dict(self.postgres._how)
        how["env"] = how["env"] | {"PGHOST": str(self.postgres.folder), "PGUSER": "postgres"}
        words = ["sh", str(self.script), "receive", str(self.folder)]
        with subprocess.Popen(words, stderr=subprocess.DEVNULL, **how) as receiver:
            try:
                while not list(self.folder.glob("wal/*")):
                    assert receiver.poll() is None
                    sleep(0.05)
                yield
            finally:
                receiver.terminate()

    @contextmanager
    def restored(self, moment: str = "") -> Iterator[str]:
        """The address of the archive as it was, in another data folder of the same server."""
        began = monotonic()
        data = self.postgres.folder / "data"
        shutil.rmtree(data)
        self.run("restore", str(self.folder), str(data), *[moment] * bool(moment))
        for name in ("postgresql.conf", "pg_hba.conf"):
            assert (data / name).exists()
        self.postgres.resume()
        url = self.postgres.url("santase")
        while is_recovering(url):
            sleep(0.05)
        with Store.open(url) as store:
            assert list(store.faults()) == []
        print(f"restored to {moment or 'the last change'} in {monotonic() - began:.1f} s")
        yield url
        self.postgres.halt()


def is_recovering(url: str) -> bool:
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        found = connection.scalar(sa.text("SELECT pg_is_in_recovery()"))
    engine.dispose()
    return found is not False


class ArchivedMatch:
    """A match in progress, at which the arbiter pauses and resumes all the time."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.requests, self.receipts = port, 0, list[Acknowledged]()
        asked = {"rules": "schnapsen", "dealing": "hand", "names": ["Ana", f"Boris {number}"]}
        opened = self._send(API, asked)
        self.id, self.key = opened["id"], opened["keys"]["arbiter"]
        self.act("deal", cards={"hands": HANDS, "talon": TALON})

    def _send(self, path: str, said: object, key: str = "") -> Any:
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request("POST", path, json.dumps(said), headers)
            answer = connection.getresponse()
            found = answer.read()
            return json.loads(found) if answer.status in (200, 201) else None

    def act(self, do: str, **said: object) -> None:
        self.requests += 1
        told = {"do": do, "key": str(self.requests), **said}
        try:
            done = self._send(f"{API}/{self.id}/actions", told, self.key)
        except (OSError, http.client.HTTPException):
            return
        if done:
            self.receipts.append(Acknowledged(datetime.now(UTC), self.id, done["receipt"]["head"]))

    def play(self, is_over: threading.Event) -> None:
        while not is_over.is_set():
            self.act("pause")
            self.act("resume")


def lost(url: str, receipts: list[Acknowledged]) -> list[Acknowledged]:
    """What was acknowledged and is not there."""
    with Store.open(url) as store:
        heads = {
            (match, line.head.hex())
            for match in store.journal.open_matches()
            for line in store.journal.since(match, -1)
        }
    return [each for each in receipts if (each.match, each.head) not in heads]


@pytest.mark.nightly
def test_nothing_that_was_acknowledged_before_a_moment_is_lost(own_postgres: Postgres) -> None:
    """And nothing at all, where writes wait for the folder; the disk of the server is lost meanwhile."""
    archiving, is_over = Archiving(own_postgres), threading.Event()
    own_postgres.execute("CREATE DATABASE santase")
    url = own_postgres.url("santase")
    with Store.open(url) as store:
        store.add(SAMPLES[0].read_bytes())
    with archiving.receiving():
        archiving.run("wait", "on")
        with live_service(url, SANTASE_LOG="off") as (address, _):
            tables = [ArchivedMatch(int(address.rpartition(":")[2]), number) for number in range(MATCHES)]
            threads = [threading.Thread(target=table.play, args=(is_over,)) for table in tables]
            for thread in threads:
                thread.start()
            sleep(1)
            archiving.run("base", str(archiving.folder))
            drilled = archiving.run("drill", str(archiving.folder), SANTASE=archiving.counting())
            assert re.fullmatch(r"\s*1\s+restored in \d+ s\n", drilled), "the record is there"
            sleep(3)
            moment = datetime.now(UTC)
            sleep(2)
            own_postgres.halt()
            is_over.set()
            for thread in threads:
                thread.join()
    receipts = [each for table in tables for each in table.receipts]
    before = [each for each in receipts if each.at <= moment]
    assert MATCHES * 2 < len(before) < len(receipts)
    with archiving.restored(f"{moment:%Y-%m-%d %H:%M:%S.%f} UTC") as url:
        assert lost(url, before) == []
        assert lost(url, receipts), "it is as it was then"
    with archiving.restored() as url:
        assert lost(url, receipts) == []
        with live_service(url, SANTASE_LOG="off") as (address, _):
            for table in tables:
                known = len(table.receipts)
                table.port = int(address.rpartition(":")[2])
                table.act("pause")
                table.act("resume")
                assert len(table.receipts) > known, "it continues"
    print(f"{len(receipts)} acknowledged, {len(before)} of them before the moment")


@pytest.mark.nightly
def test_a_write_waits_for_the_folder_however_long_that_takes(own_postgres: Postgres) -> None:
    """No timeout acknowledges what the folder does not have."""
    archiving, added = Archiving(own_postgres), threading.Event()
    url = own_postgres.new_url()
    with Store.open(url, Settings(query_seconds=1, lock_seconds=1)) as store:
        archiving.run("wait", "on")
        sleep(1)  # until the server has read its settings again

        def add() -> None:
            store.add(SAMPLES[0].read_bytes())
            added.set()

        thread = threading.Thread(target=add)
        thread.start()
        assert not added.wait(5)
        with archiving.receiving():
            thread.join()
        assert added.is_set()
        archiving.run("wait", "off")
        sleep(1)
        assert store.add(SAMPLES[1].read_bytes())
