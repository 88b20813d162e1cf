"""Long questions: what takes more than quick work is answered by a process, as a thread would answer it."""

import gc
import io
import os
import random
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final
from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient

from notation import write
from support.apps import made_app
from support.games import random_record
from support.hostile import GOOD
from viewer.limits import QUICK_WORK, RETRY_SECONDS, Settings
from viewer.store import Store
from viewer.web import Config
from viewer.web.processes import AskedRequest, BusyError, Pool, ProcessAnswer

BLANK: Final = "deal {} dealer B trump d\n" + "".join(f"{number}. -- --\n" for number in range(1, 6))
"""A deal of nothing but unknown cards, the dearest there is by its length."""


def blanks(deals: int, round: int = 0) -> str:
    head = f'%SGN 1\n[Round "{round}"]\n'
    return head + "".join(BLANK.format(number) for number in range(1, deals + 1))


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'archive.db'}"


PLAIN: Final = "text/plain"


def pool_of(app: Flask) -> Pool:
    pool: Pool = app.extensions["pool"]
    return pool


class InThread:
    """In place of a pool: answers with an application of its own, and keeps what it was asked."""

    def __init__(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        from viewer.web.processes import _answer

        self.asked: list[AskedRequest] = []
        other = made_app(Config(app.extensions["config"].database, is_watched=True))

        def ask(asked: AskedRequest) -> ProcessAnswer:
            self.asked.append(asked)
            return _answer(other, asked)

        monkeypatch.setattr(pool_of(app), "ask", ask)


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return made_app(Config(url(tmp_path)), processes=1)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def paths(id: str) -> Iterator[str]:
    for part in ("", "/embed", ".html", ".json", "/deals/1/ruling", "/deals/2/steps/0.png?width=2048"):
        yield f"/records/{id}{part}"
    for part in ("judgement", "comparison", "inference", "deals/1/disputes", "deals/2/script"):
        yield f"/api/v1/records/{id}/{part}"
    yield "/statistics"
    yield "/api/v1/statistics"
    yield f"/api/v1/records/{id}/deals/99/ruling"


def test_a_process_answers_as_a_thread_does(
    tmp_path: Path, app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is asked for or sent; nothing is judged in part and kept."""
    monkeypatch.setattr("viewer.web.work.QUICK_WORK", 40)
    there = InThread(app, monkeypatch)
    (tmp_path / "other").mkdir()
    alone = made_app(Config(url(tmp_path / "other"))).test_client()
    record = random_record("santase target=21", random.Random(5), noted=False, most_deals=2)
    text = write(record) + GOOD
    sent = []
    for each in (alone, client):
        answer = each.post("/api/v1/records", data=text, content_type=PLAIN)
        sent.append(answer.get_json())
        several = [(io.BytesIO(GOOD.encode()), "good.sgn"), (io.BytesIO(text.encode()), "two.sgn")]
        page = each.post("/records", data={"file": several}, headers={"Accept-Language": "de"})
        sent.append((page.status_code, page.text))
    assert sent[0] == sent[2]
    assert sent[1] == sent[3]
    assert [asked.environ["REQUEST_METHOD"] for asked in there.asked] == ["POST", "POST"]
    assert there.asked[0].body.decode() == text
    handed = len(there.asked)
    for path in paths(sent[0]["records"][0]["id"][:16]):
        for lang in ("en", "bg"):
            query = f"{path}{'&' if '?' in path else '?'}lang={lang}"
            found, expected = (each.get(query) for each in (client, alone))
            assert found.status_code == expected.status_code
            same = {"X-Request-Id": "", "Date": "", "Last-Modified": "", "Set-Cookie": "", "ETag": ""}
            assert dict(found.headers) | same == dict(expected.headers) | same, query
            if found.status_code == 200:
                assert found.data == expected.data, query
    assert len(there.asked) > handed + 8
    archives = [each.extensions["archive"].search() for each in (app, alone.application)]
    assert [one.summary for one in archives[0].records] == [one.summary for one in archives[1].records]


def test_what_is_given_to_a_process_is_done_and_counted_once(
    tmp_path: Path, app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of several files the first is quick: it is not known already when a process takes them."""
    (tmp_path / "other").mkdir()
    alone = made_app(Config(url(tmp_path / "other"))).test_client()
    monkeypatch.setattr("viewer.web.work.QUICK_WORK", 500)
    there = InThread(app, monkeypatch)
    pages = []
    for each in (alone, client):
        files = [(io.BytesIO(GOOD.encode()), "good.sgn"), (io.BytesIO(blanks(1).encode()), "blank.sgn")]
        pages.append(each.post("/records", data={"file": files}).text)
    assert pages[0] == pages[1]
    assert len(there.asked) == 1
    counted = [line for line in client.get("/metrics").text.splitlines() if "records_added_total " in line]
    assert counted[-1] == "santase_records_added_total 2.0"


def test_quick_questions_stay_in_their_thread_and_what_was_heavy_goes_to_a_process_at_once(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = InThread(app, monkeypatch)
    [quick] = client.post("/api/v1/records", data=GOOD, content_type=PLAIN).get_json()["records"]
    for path in ("/", f"/records/{quick['id']}", f"/api/v1/records/{quick['id']}/judgement", "/statistics"):
        assert client.get(path).status_code == 200
    assert there.asked == []
    [heavy] = client.post("/api/v1/records", data=blanks(6), content_type=PLAIN).get_json()["records"]
    work = Mock(side_effect=AssertionError("a thread begins"))
    address = f"/records/{heavy['id']}/deals/1/ruling"
    assert client.get(address).status_code == 200
    assert len(there.asked) == 2
    monkeypatch.setattr("viewer.web.work.limited", work)
    monkeypatch.setattr(pool_of(app), "ask", Mock(side_effect=BusyError("full")))
    assert client.get(address).status_code == 503
    assert work.call_count == 0
    assert QUICK_WORK < 30_000


@pytest.mark.parametrize("why", ["full", "late", "lost"])
def test_whoever_cannot_be_answered_is_told_so_and_when_to_come_again(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    monkeypatch.setattr("viewer.web.work.QUICK_WORK", 40)
    monkeypatch.setattr(pool_of(app), "ask", Mock(side_effect=BusyError(why)))
    words = {"full": "Too many long questions", "late": "took too long", "lost": "has died"}[why]
    problem = client.post("/api/v1/records", data=GOOD, content_type=PLAIN)
    page = client.post("/records", data={"text": GOOD})
    for answer in (problem, page):
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == str(RETRY_SECONDS)
        assert words in answer.text
    assert problem.mimetype == "application/problem+json"
    assert problem.get_json(force=True)["request_id"] == problem.headers["X-Request-Id"]
    archive: Store = app.extensions["archive"]
    assert archive.search().total == 0
    metrics = client.get("/metrics").text
    assert f'santase_long_questions_total{{outcome="{why}"}} 2.0' in metrics


def test_so_many_wait_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the place of one that was answered is free again."""
    pool = Pool(Config(url(tmp_path), settings=Settings(processes=1, queue=2)))
    begun, goes_on = threading.Semaphore(0), threading.Event()

    class Slow:
        def __init__(self, *_: object) -> None:
            self.asked = 0

        def wait(self) -> None:
            pass

        def is_alive(self) -> bool:
            return True

        def end(self) -> None:
            pass

        def ask(self, asked: AskedRequest, seconds: int) -> ProcessAnswer:
            begun.release()
            assert goes_on.wait(60)
            return Mock()

    monkeypatch.setattr("viewer.web.processes._Process", Slow)
    inside: list[int] = []
    pool.on_change = inside.append
    asked = AskedRequest("x", {}, b"")
    with ThreadPoolExecutor(3) as threads:
        answers = [threads.submit(pool.ask, asked) for _ in range(3)]
        begun.acquire()
        while pool.inside < 3:
            pass
        with pytest.raises(BusyError, match="full"):
            pool.ask(asked)
        goes_on.set()
        assert all(answer.result(60) for answer in answers)
    assert (max(inside), pool.inside) == (3, 0)
    assert pool.ask(asked)
    pool.close()


# Real processes.


def only(pool: Pool) -> int:
    """The id of the one process of a pool."""
    [process] = pool._all
    pid = process._process.pid
    assert pid
    return pid


@pytest.mark.slow
def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    app = made_app(Config(url(tmp_path), settings=Settings(question_seconds=60)), processes=1)
    client, pool = app.test_client(), pool_of(app)
    try:
        first = client.post("/api/v1/records", data=blanks(6), content_type=PLAIN)
        assert first.status_code == 201
        before = only(pool)
        os.kill(before, signal.SIGKILL)  # while it waits
        while next(iter(pool._all)).is_alive():
            pass
        assert client.post("/api/v1/records", data=blanks(7), content_type=PLAIN).status_code == 201
        assert only(pool) != before
        killed = threading.Thread(target=kill_when_asked, args=(pool, only(pool)))
        killed.start()
        answer = client.post("/api/v1/check", data=blanks(200), content_type=PLAIN)
        killed.join()
        assert answer.status_code == 503
        assert "has died" in answer.get_json(force=True)["detail"]
        assert client.post("/api/v1/records", data=blanks(8), content_type=PLAIN).status_code == 201
    finally:
        pool.close()


def kill_when_asked(pool: Pool, pid: int) -> None:
    while not pool.inside:
        pass
    os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
def test_a_question_that_takes_too_long_or_too_much_memory_ends_its_process(tmp_path: Path) -> None:
    config = Config(url(tmp_path), settings=Settings(processes=1, question_seconds=60))
    pool = Pool(config)
    slow = asked_to_check(blanks(200).encode())
    try:
        pool.start()
        before = only(pool)
        pool.settings = Settings(processes=1, question_seconds=0)
        with pytest.raises(BusyError, match="late"):
            pool.ask(slow)
        assert not Path(f"/proc/{before}").exists()
    finally:
        pool.close()
    small = Settings(processes=1, question_seconds=60, process_memory=256)
    pool = Pool(Config(url(tmp_path), settings=small))
    try:
        pool.start()
        before = only(pool)
        with pytest.raises(BusyError, match="lost"):
            pool.ask(asked_to_check(bytes(300 << 20)))
        assert not Path(f"/proc/{before}").exists()
        assert pool.ask(asked_to_check(GOOD.encode())).status == "200 OK"
    finally:
        pool.close()
    gc.collect()


def asked_to_check(body: bytes) -> AskedRequest:
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/api/v1/check",
        "QUERY_STRING": "",
        "SCRIPT_NAME": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "HTTP_HOST": "localhost",
        "wsgi.url_scheme": "http",
        "CONTENT_TYPE": PLAIN,
        "CONTENT_LENGTH": str(len(body)),
    }
    return AskedRequest("x", environ, body)
