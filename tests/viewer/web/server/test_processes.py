"""Long questions: what takes more than quick work is answered by a process, as a thread would answer it."""

import gc
import io
import json
import os
import random
import signal
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, Final
from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse, create_environ

from notation import read, write
from notation.findings import Phrase
from notation.wire.record import dump
from tests.support.apps import made_app
from tests.support.corpus import ROOT
from tests.support.games import blanks, random_record
from tests.support.hostile import GOOD
from viewer.limits import QUICK_WORK, REQUEST_WORK, RETRY_SECONDS, Settings
from viewer.store import Store, StoreError
from viewer.store.quotas import Quota
from viewer.web import Config, create_app
from viewer.web.failures import Busy
from viewer.web.kept import forget
from viewer.web.server.processes import AskedRequest, Pool, ProcessAnswer
from viewer.web.visits import Visit

pytestmark = pytest.mark.usefixtures("few_repairs")

streams: Final = sys.modules["viewer.web.api.streams"]
"""The module: its name in the package is that of what it offers."""


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'archive.db'}"


PLAIN: Final = "text/plain"


def pool_of(app: Flask) -> Pool:
    pool: Pool = app.extensions["pool"]
    return pool


class InThread:
    """In place of a pool: answers with an application of its own, and keeps what it was asked."""

    def __init__(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        from viewer.web.server.processes import _answer

        self.asked: list[AskedRequest] = []
        config: Config = app.extensions["config"]
        self.app = other = made_app(replace(config, is_watched=True))

        def ask(asked: AskedRequest) -> ProcessAnswer:
            self.asked.append(asked)
            return _answer(other, asked)

        monkeypatch.setattr(pool_of(app), "ask", ask)


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return made_app(Config(url(tmp_path)), processes=1)


def paths(id: str) -> Iterator[str]:
    for part in ("", "/embed", ".html", ".json", "/deals/1/ruling", "/deals/2/steps/0.png?width=2048"):
        yield f"/records/{id}{part}"
    for part in ("judgement", "comparison", "inference", "deals/1/disputes", "deals/2/script"):
        yield f"/api/v1/records/{id}/{part}"
    yield "/statistics"
    yield "/api/v1/statistics"
    yield f"/api/v1/records/{id}/deals/99/ruling"


@pytest.mark.parametrize("quick", [1, 150])
def test_a_process_makes_what_a_thread_has_not_made_of_a_comparison(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, quick: int
) -> None:
    """The rest of the verdicts and then all pairs, wherever the thread gives up; the page is the same."""
    there = InThread(app, monkeypatch)
    text = (ROOT / "samples/faulty/does-not-follow.sgn").read_bytes()
    key = client.post("/api/v1/records", data=text, content_type=PLAIN).get_json()["records"][0]["id"][:16]
    address = f"/records/{key}/comparison?set=santase&set=sixty-six&set=santase-club&set=sixty-six-casual"
    expected = client.get(address).text
    assert not there.asked
    assert expected.count("<details class=") > 1
    monkeypatch.setattr("viewer.web.record.comparing.QUICK_WORK", quick)
    page = client.get(address).text
    assert 0 < len(there.asked) < 3
    assert page.split() == expected.split()
    monkeypatch.setattr(pool_of(app), "ask", Mock(side_effect=Busy("full")))
    refused = client.get(address).text
    assert "Too many long questions are being asked now." in refused
    assert refused.rstrip().endswith("</html>")


@pytest.mark.slow
def test_a_process_answers_as_a_thread_does(
    tmp_path: Path, app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is requested or sent; nothing is judged in part and stored."""
    monkeypatch.setattr("viewer.web.server.work.QUICK_WORK", 40)
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
    monkeypatch.setattr("viewer.web.server.work.QUICK_WORK", 500)
    there = InThread(app, monkeypatch)
    pages = []
    for each in (alone, client):
        files = [(io.BytesIO(GOOD.encode()), "good.sgn"), (io.BytesIO(blanks(1).encode()), "blank.sgn")]
        pages.append(each.post("/records", data={"file": files}).text)
    assert pages[0] == pages[1]
    assert len(there.asked) == 1
    counted = [line for line in client.get("/metrics").text.splitlines() if "records_added_total " in line]
    assert counted[-1] == "santase_records_added_total 2.0"


@pytest.mark.slow
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
    monkeypatch.setattr("viewer.web.server.work.limited", work)
    monkeypatch.setattr(pool_of(app), "ask", Mock(side_effect=Busy("full")))
    assert client.get(address).status_code == 503
    assert work.call_count == 0
    assert QUICK_WORK < 30_000
    monkeypatch.setattr("viewer.web.server.work.monotonic", lambda: monotonic() + RETRY_SECONDS)
    with pytest.raises(AssertionError, match="a thread begins"):
        client.get(address)


@pytest.mark.slow
def test_a_page_for_which_a_process_was_needed_is_answered_by_a_thread_the_next_time(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the same words, even if the thread has not cached it; in another language it is judged again."""
    there = InThread(app, monkeypatch)
    record = random_record("santase target=40", random.Random(66), most_deals=15)
    [sent] = client.post("/api/v1/records", data=write(record), content_type=PLAIN).get_json()["records"]
    for lang in ("en", "bg"):
        address = f"/records/{sent['id']}?lang={lang}"
        asked = []
        pages = []
        for _ in range(3):
            forget()
            before = len(there.asked)
            pages.append(client.get(address).data)
            asked.append(len(there.asked) - before)
        assert asked == [1, 0, 0]
        assert pages[0] == pages[1] == pages[2]
        assert len(pages[0]) > 50_000


@pytest.mark.parametrize("why", ["full", "late", "lost"])
def test_whoever_cannot_be_answered_is_told_so_and_when_to_come_again(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    monkeypatch.setattr("viewer.web.server.work.QUICK_WORK", 40)
    monkeypatch.setattr(pool_of(app), "ask", Mock(side_effect=Busy(why)))
    words = {"full": "Too many long questions", "late": "took too long", "lost": "stopped"}[why]
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


@pytest.mark.parametrize("is_own", [False, True])
def test_so_many_wait_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_own: bool) -> None:
    """And the place of one that was answered is free again. In a server for oneself all wait."""
    settings = Settings(processes=1, queue=2, question_seconds=60 * (not is_own))
    pool = Pool(Config(url(tmp_path), settings=settings, is_own=is_own), create_app)
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

    monkeypatch.setattr("viewer.web.server.processes._Process", Slow)
    inside: list[int] = []
    pool.on_change = inside.append
    asked = AskedRequest("x", {}, b"")
    with ThreadPoolExecutor(4) as threads:
        answers = [threads.submit(pool.ask, asked) for _ in range(3 + is_own)]
        begun.acquire()
        while pool.inside < 3:
            pass
        if not is_own:
            with pytest.raises(Busy, match="Too many"):
                pool.ask(asked)
        goes_on.set()
        assert all(answer.result(60) for answer in answers)
    assert (max(inside), pool.inside) == (3, 0)
    assert pool.ask(asked)
    pool.close()


# Parts of a request, whose answer is sent as it is made.

LINES: Final = "application/x-ndjson"


def stream_of(games: int, event: int = 0) -> bytes:
    """Ordinary games, dear ones, and some that cannot be read."""
    heads = [f'%SGN 1\n[Event "{event}"]\n[Round "{at}"]\n' for at in range(games)]
    texts = [GOOD.replace("%SGN 1\n", head) for head in heads]
    dear = [blanks(deals, event) for deals in (2, 3)]
    return "".join([*texts, dear[0], "%SGN 1\n\0\n", "%SGN 2\n", *texts[:2], dear[1]]).encode()


def as_lines(data: bytes) -> bytes:
    records = [json.dumps(dump(game.record)) for game in read(data) if game.record]
    return "\n".join([*records, "{", '{"sgn": 1}{"sgn": 1}']).encode()


def lines(client: FlaskClient, path: str, data: bytes, kind: str) -> list[dict[str, Any]]:
    answer = client.post(path, data=data, content_type=kind, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    found = [json.loads(line) for line in answer.data.splitlines()]
    answer.close()
    for line in found:
        if line["problem"]:
            line["problem"]["request_id"] = ""
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/api/v1/checks?lang=de", PLAIN),
        pytest.param("/api/v1/checks?rules=schnapsen", "application/octet-stream", marks=pytest.mark.nightly),
        pytest.param("/api/v1/checks", LINES, marks=pytest.mark.nightly),
        pytest.param("/api/v1/uploads", PLAIN, marks=pytest.mark.nightly),
        ("/api/v1/uploads", LINES),
    ],
)
def test_the_lines_of_a_process_are_those_of_a_thread(
    tmp_path: Path, app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str, kind: str
) -> None:
    (tmp_path / "other").mkdir()
    alone = made_app(Config(url(tmp_path / "other")))
    for units in (REQUEST_WORK, 9_000):  # in the second case the work of the request does not suffice
        data = stream_of(6, units)
        data = as_lines(data) if kind == LINES else data
        monkeypatch.setattr(streams, "REQUEST_WORK", units)
        monkeypatch.setattr(streams, "QUICK_WORK", 300)
        there = InThread(app, monkeypatch)
        expected = lines(alone.test_client(), path, data, kind)
        assert lines(client, path, data, kind) == expected
        assert len(there.asked) > 3
        assert all(len(asked.body) < len(data) // 2 for asked in there.asked)
    stored = [[one.summary for one in each.extensions["archive"].search().records] for each in (alone, app)]
    assert stored[0] == stored[1]


def test_a_thread_does_no_more_of_a_file_than_of_anything_else(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is in it; what no process takes is said, and not done by the thread after all."""
    noted = Mock(side_effect=app.extensions["watch"].metrics.note)
    monkeypatch.setattr(app.extensions["watch"].metrics, "note", noted)
    data = "".join(blanks(3, number) for number in range(12)).encode()
    for why, said in (("full", "Too many long questions"), ("late", "took too long"), ("lost", "stopped")):
        monkeypatch.setattr(pool_of(app), "ask", Mock(side_effect=Busy(why)))
        for path in ("/api/v1/checks", "/api/v1/uploads"):
            found = lines(client, path, data, PLAIN)
            assert [line["left"] for line in found] == list(range(11, -1, -1))
            assert {line["problem"]["status"] for line in found} == {503}
            assert all(said in line["problem"]["detail"] for line in found)
            visit: Visit = noted.call_args.args[0]
            assert 0 < visit.units <= QUICK_WORK + 10_000  # a step of the referee beyond it
            assert visit.process == why
    archive: Store = app.extensions["archive"]
    assert archive.search().total == 0


@pytest.mark.slow
def test_the_parts_of_a_file_count_as_one_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = made_app(Config(url(tmp_path), rate=2, address_quota=Quota(13, 1 << 20)), processes=1)
    there, client = InThread(app, monkeypatch), app.test_client()
    monkeypatch.setattr(streams, "QUICK_WORK", 1)
    data = stream_of(5)
    assert [bool(line["added"]) for line in lines(client, "/api/v1/uploads", data, PLAIN)] == [True] * 11
    assert len(there.asked) == 11
    again = lines(client, "/api/v1/uploads", data, PLAIN)
    assert [bool(line["added"]) for line in again] == [True] * 2 + [False] * 9
    assert {line["problem"]["status"] for line in again[2:]} == {429}
    assert client.post("/api/v1/uploads", data=data, content_type=PLAIN).status_code == 429
    metrics = client.get("/metrics").text
    assert "santase_records_added_total 9.0" in metrics


def test_what_fails_in_a_process_is_said_on_the_line_and_counted(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = InThread(app, monkeypatch)
    monkeypatch.setattr(streams, "QUICK_WORK", 1)
    real = Store.add

    def failing(self: Store, data: bytes, **how: Any) -> Any:
        if b'"2"' in data:
            raise StoreError(Phrase("the disk is full"))
        return real(self, data, **how)

    monkeypatch.setattr(Store, "add", failing)
    found = lines(client, "/api/v1/uploads", stream_of(6), PLAIN)
    assert [line["problem"]["status"] if line["problem"] else 200 for line in found] == [200] * 2 + [503] * 10
    assert len(there.asked) == 3
    assert "santase_database_errors_total 1.0" in client.get("/metrics").text
    for status in (500, 401, 503):
        answer = ProcessAnswer(f"{status} WHY", [], b"", 0, 0.0, "", Counter())
        monkeypatch.setattr(pool_of(app), "ask", Mock(return_value=answer))
        found = lines(client, "/api/v1/uploads", stream_of(6, status), PLAIN)
        assert [line["problem"]["status"] for line in found] == [status] * 12


@pytest.mark.slow
def test_so_many_answers_are_sent_at_once_and_others_are_answered_meanwhile(
    app: Flask, client: FlaskClient
) -> None:
    """And the place of one that was sent, given up or never begun is free again."""
    data, most = GOOD.encode() * 4, Settings().streams
    assert client.post("/api/v1/uploads", data=data, content_type=PLAIN).status_code == 200
    paths = ["/api/v1/checks", "/api/v1/uploads", "/api/v1/records.sgn", "/api/v1/records.ndjson"]

    def ask(path: str, sender: int = 0) -> TestResponse:
        base = {"REMOTE_ADDR": f"192.0.2.{sender}"}  # the last place is not for one who has another
        if path.startswith("/api/v1/records"):
            return client.get(path, buffered=False, environ_base=base)
        return client.post(path, data=data, content_type=PLAIN, buffered=False, environ_base=base)

    for first, begins in ((path, begins) for path in paths for begins in (False, True)):
        held = []
        for sender in range(most):
            own = copy_context()  # as each thread has one
            answer = own.run(ask, first, sender)
            assert answer.status_code == 200
            if begins:
                assert own.run(next, iter(answer.response))
            held.append((own, answer))
        for path in paths:
            refused = ask(path)
            assert refused.status_code == 503
            assert refused.headers["Retry-After"] == str(RETRY_SECONDS)
            assert "Too many long answers" in refused.get_json(force=True)["detail"]
        for path in ("/", "/api/v1/records", "/health"):
            assert client.get(path).status_code == 200
        assert client.post("/api/v1/check", data=GOOD, content_type=PLAIN).status_code == 200
        for own, answer in held:
            own.run(answer.close)
            own.run(answer.close)
    for _ in range(2 * most):
        assert list(ask("/api/v1/checks").response)


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
        assert "stopped" in answer.get_json(force=True)["detail"]
        assert client.post("/api/v1/records", data=blanks(8), content_type=PLAIN).status_code == 201
    finally:
        pool.close()


def kill_when_asked(pool: Pool, pid: int) -> None:
    while not pool.inside:
        pass
    os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
def test_a_question_that_takes_too_long_or_too_much_memory_ends_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = Config(url(tmp_path), settings=Settings(processes=1, question_seconds=60))
    pool = Pool(config, create_app)
    slow = asked_to_check(blanks(200).encode())
    try:
        pool.start()
        before = only(pool)
        pool.settings = replace(pool.settings, question_seconds=0.01)  # type: ignore[arg-type]
        with pytest.raises(Busy, match="too long"):
            pool.ask(slow)
        assert not Path(f"/proc/{before}").exists()
        pool.settings = replace(pool.settings, question_seconds=60)
        pool.start()
        with monkeypatch.context() as hurried:
            hurried.setattr("viewer.web.server.processes.QUESTION_WAIT", 0)
            with pytest.raises(Busy, match="too long"):
                pool.ask(slow)
    finally:
        pool.close()
    small = Settings(processes=1, question_seconds=60, process_memory=256)
    pool = Pool(Config(url(tmp_path), settings=small), create_app)
    try:
        pool.start()
        before = only(pool)
        with pytest.raises(Busy, match="stopped"):
            pool.ask(asked_to_check(bytes(300 << 20)))
        assert not Path(f"/proc/{before}").exists()
        assert pool.ask(asked_to_check(GOOD.encode())).status == "200 OK"
    finally:
        pool.close()
    gc.collect()


def asked_to_check(body: bytes) -> AskedRequest:
    environ = create_environ("/api/v1/check", method="POST", content_type=PLAIN, content_length=len(body))
    words = {name: value for name, value in environ.items() if isinstance(value, str)}
    return AskedRequest("x", words, body)
