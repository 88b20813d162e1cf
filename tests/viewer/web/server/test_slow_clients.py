"""Clients that send slowly, or half of a request, keep nobody else waiting; over real sockets."""

import io
import json
import os
import random
import re
import resource
import selectors
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest
from gunicorn.config import Config as GunicornConfig
from gunicorn.http.parser import RequestParser

from tests.support.games import blanks
from tests.support.hostile import GOOD
from tests.support.servers import ask, children, service
from viewer.limits import HEAD_BYTES, RAW_BYTES, UPLOAD_BYTES, Settings
from viewer.store import Store
from viewer.web.server.workers import Connection, Incoming, RequestLane, Sending, Worker, refusal

HALF_HEAD: Final = b"GET /live HTTP/1.1\r\nHost: localhost\r\n"
HALF_BODY: Final = (
    b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
    b"Content-Length: 1000\r\n\r\n%SGN"
)
HALF_CHUNK: Final = (
    b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n400\r\n%SGN"
)


# What has come is looked at as it comes.


def chunked(rng: random.Random) -> bytes:
    parts = [rng.randbytes(rng.choice((1, 2, 15, 300))) for _ in range(rng.randrange(4))]
    body = b"".join(
        b"%0*x%b\r\n%b\r\n" % (rng.choice((1, 12)), len(part), rng.choice((b"", b";x=1")), part)
        for part in parts
    )
    return body + b"0\r\n" + rng.choice((b"", b"X-Sum: 1\r\n")) + b"\r\n"


def a_request(rng: random.Random) -> bytes:
    kind = rng.randrange(4)
    if kind == 0:
        return b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n" % rng.randrange(99)
    if kind == 1:
        return b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(rng)
    body = rng.randbytes(rng.choice((0, 1, 700)))
    digits = rng.choice((1, 30))
    return b"POST / HTTP/1.1\r\nConTent-Length: %0*d\r\n\r\n" % (digits, len(body)) + body


def parsed(data: bytes) -> tuple[bytes, int]:
    """The body that gunicorn reads in so many bytes, and how many of them it leaves."""
    parser = RequestParser(GunicornConfig(), iter([data]), ("127.0.0.1", 1))
    body = next(parser).body.read()
    return body, len(parser.unreader.take_buffered())


def test_a_request_is_whole_where_gunicorn_reads_all_of_it() -> None:
    """However it is cut; what follows it is left."""
    for seed in range(60):
        rng = random.Random(seed)
        data = a_request(rng)
        whole = parsed(data)
        incoming, at = Incoming(b"", Settings()), 0
        while at < len(data):
            assert not incoming.is_whole, seed
            size = rng.choice((1, 1, 2, 7, 500))
            incoming.add(data[at : at + size])
            at += size
        assert (incoming.is_whole, incoming.refused, bytes(incoming.data)) == (True, 0, data), seed
        assert whole[1] == 0
        following = Incoming(data + HALF_HEAD, Settings())
        assert following.is_whole
        assert parsed(bytes(following.data)) == (whole[0], len(HALF_HEAD)), seed


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"GET / HTTP/1.1\r\nX: " + b"x" * HEAD_BYTES, 431),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * HEAD_BYTES + b"\r\n\r\n", 431),
        (b"x" * (HEAD_BYTES + 1), 431),
        (HALF_CHUNK.replace(b"400", b"ffffff") + b"x" * RAW_BYTES, 413),
        (HALF_CHUNK + b"x" * 2000, 0),
        (HALF_BODY.replace(b"1000", b"%d" % (UPLOAD_BYTES + 1)), 0),
        (HALF_BODY.replace(b"1000", b"9" * 20), 0),
        (HALF_CHUNK.replace(b"400", b"zzz"), 0),
        (HALF_CHUNK.replace(b"400", b"0" * 9000), 0),
    ],
)
def test_what_is_too_long_or_no_request_is_not_waited_for(data: bytes, status: int) -> None:
    incoming = Incoming(data, Settings())
    assert incoming.refused == status
    assert bool(status) or incoming.is_whole or data == HALF_CHUNK + b"x" * 2000


def test_a_body_has_more_time_the_more_of_it_has_come() -> None:
    settings = Settings(header_seconds=1, body_seconds=100)
    incoming = Incoming(HALF_HEAD, settings)
    before = incoming.until
    incoming.add(b"x: y\r\n")
    assert incoming.until == before
    incoming = Incoming(HALF_BODY.replace(b"1000", b"900000"), settings)
    body = incoming.until
    assert body > before + 90
    incoming.add(b"x" * 300_000)
    assert incoming.until > body + 30


@pytest.mark.parametrize("status", [408, 413, 431, 503])
def test_a_refusal_is_a_problem(status: int) -> None:
    head, _, body = refusal(status).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Content-Length: %d" % len(body) in head
    assert (b"Retry-After" in head) == (status == 503)
    assert json.loads(body)["status"] == status


# The server.


def place_of(address: str) -> tuple[str, int]:
    host, _, port = address.removeprefix("http://").partition(":")
    return host, int(port)


def answered(sock: socket.socket) -> bytes:
    """All that is answered until the connection is closed."""
    found = io.BytesIO()
    while data := sock.recv(65536):
        found.write(data)
    return found.getvalue()


@contextmanager
def opened(place: tuple[str, int], data: bytes, number: int) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_connection(place, 60)) for _ in range(number)]
        for each in sockets:
            each.sendall(data)
        yield sockets


FEW: Final = {"SANTASE_WORKERS": "1", "SANTASE_THREADS": "4", "SANTASE_QUEUE": "1", "SANTASE_STREAMS": "1"}


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """The address of a server that waits for no client for more than three seconds, and its process."""
    url = f"sqlite:///{tmp_path_factory.mktemp('slow') / 'archive.db'}"
    seconds = {"SANTASE_HEADER_SECONDS": "3", "SANTASE_BODY_SECONDS": "3", "SANTASE_SEND_SECONDS": "3"}
    with service(url, **FEW, **seconds) as (address, process):
        yield address, process.pid
        process.terminate()
        assert process.wait(30) == 0


@pytest.fixture(scope="module")
def server(master: tuple[str, int]) -> str:
    return master[0]


@pytest.mark.slow
def test_half_requests_keep_nobody_waiting_and_are_ended(server: str) -> None:
    place = place_of(server)
    with ExitStack() as stack:
        silent = stack.enter_context(opened(place, b"", 8))
        slow = [
            each
            for data in (HALF_HEAD, HALF_BODY, HALF_CHUNK)
            for each in stack.enter_context(opened(place, data, 32))
        ]
        for _ in range(20):  # while the others still wait
            assert ask(f"{server}/health")[:2] == (200, "ok\n")
        assert ask(f"{server}/")[0] == 200
        for each in slow:
            said = answered(each)
            assert said.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
            assert b'"status": 408' in said
        assert [answered(each) for each in silent] == [b""] * 8
    assert ask(f"{server}/health")[0] == 200


@contextmanager
def few_descriptors(master: tuple[str, int]) -> Iterator[int]:
    """The only worker of a server, which can open 16 more files and connections."""
    address, pid = master
    ask(f"{address}/health")
    [worker] = children(pid)
    used = len(list(Path(f"/proc/{worker}/fd").iterdir()))
    before = resource.prlimit(worker, resource.RLIMIT_NOFILE)
    resource.prlimit(worker, resource.RLIMIT_NOFILE, (used + 16, before[1]))
    yield worker
    assert children(pid) == [worker], "it goes on"
    resource.prlimit(worker, resource.RLIMIT_NOFILE, before)


def state_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


@contextmanager
def paused(process: int) -> Iterator[None]:
    os.kill(process, signal.SIGSTOP)
    while state_of(process) != "T":
        os.sched_yield()
    yield
    os.kill(process, signal.SIGCONT)


@pytest.mark.slow
def test_a_worker_that_has_no_file_descriptor_left_drops_the_oldest_half_request(
    master: tuple[str, int],
) -> None:
    with few_descriptors(master), opened(place_of(master[0]), HALF_HEAD, 60) as half:
        assert ask(f"{master[0]}/health")[:2] == (200, "ok\n")
        assert half[0].recv(1) == b""


@pytest.mark.slow
@pytest.mark.parametrize("begun", [HALF_HEAD, b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n"])
def test_a_connection_dropped_for_another_may_be_sending(master: tuple[str, int], begun: bytes) -> None:
    """It and the other come in the same moment: what is half sent, and what is answered but not closed."""
    place = place_of(master[0])
    with few_descriptors(master) as worker, opened(place, begun, 60) as half:
        ask(f"{master[0]}/health")
        with paused(worker), ExitStack() as stack:
            for _ in range(4):
                stack.enter_context(opened(place, HALF_HEAD, 1))
                for each in half:
                    with suppress(OSError):
                        each.send(b"x")
        assert ask(f"{master[0]}/health")[:2] == (200, "ok\n")


@contextmanager
def connected(number: int) -> Iterator[tuple[Worker, list[Connection], list[socket.socket]]]:
    """A worker whose only thread is taken, connections of it, and their other ends."""
    pairs = [socket.socketpair() for _ in range(number)]
    worker = Worker(0, 0, [], None, 0, GunicornConfig(), None)
    worker.nr_conns = number
    worker._requests, worker._probes = RequestLane(1), RequestLane(1)
    with selectors.DefaultSelector() as worker.poller, ExitStack() as stack:
        stack.callback(worker.tmp.close)
        ends = [stack.enter_context(theirs) for _, theirs in pairs]
        for each in ends:
            each.settimeout(60)
        taken = [
            Connection(worker.cfg, stack.enter_context(Sending(fileno=ours.detach())), "", "")
            for ours, _ in pairs
        ]
        for each in taken:
            each.worker = worker
        worker._requests.running.add(Connection(worker.cfg, taken[0].sock, "", ""))
        yield worker, taken, ends


def test_an_idle_connection_is_dropped_first_and_may_be_sending() -> None:
    """It is not one that has begun a request, and its next request may have come in the same moment."""
    with connected(3) as (worker, (begun, *idle), ends):
        worker.enqueue_req(begun)
        for conn in idle:
            conn.set_timeout()
            worker.keepalived_conns.append(conn)
            worker.poller.register(conn.sock, selectors.EVENT_READ, conn)
        for left in ([begun, idle[1]], [begun], []):
            worker._make_room()
            assert [conn for conn in (begun, *idle) if conn.sock.fileno() >= 0] == left
            assert worker.nr_conns == len(left)
        worker.on_client_socket_readable(idle[0], idle[0].sock)
        assert [each.recv(1) for each in ends] == [b""] * 3


def test_requests_that_wait_for_a_thread_take_memory_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.limits.BUFFERED_BYTES", 1500)
    with connected(3) as (worker, conns, ends):
        for conn, sent in zip(
            conns, (HALF_BODY + b"x" * 996, HALF_BODY + b"x" * 500, HALF_BODY), strict=True
        ):
            ends[conns.index(conn)].sendall(sent)
            worker.enqueue_req(conn)
            worker._read_on(conn, conn.sock)
        assert ends[1].recv(20).startswith(b"HTTP/1.1 503")
        [waits] = iter(worker._requests.turns.next, None)
        worker._end(waits, 503)
        worker._drop(conns[2])
        assert worker._held == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "sent",
    [
        HALF_CHUNK.replace(b"400", b"zzz"),
        HALF_CHUNK.replace(b"400\r\n%SGN", b"5;" + b"x" * 9000),
        HALF_CHUNK.replace(b"400\r\n", b"0\r\n" + b"X: y\r\n" * 6000),
        HALF_CHUNK.replace(b"400\r\n", b"0\r\nHost: x\r\n\r\n"),
    ],
)
def test_what_no_parser_would_take_is_refused_and_no_thread_reads_on(server: str, sent: bytes) -> None:
    with opened(place_of(server), sent, 3) as wrong:
        for each in wrong:
            assert answered(each).startswith(b"HTTP/1.1 400")
        assert "santase_errors_total 0.0" in ask(f"{server}/metrics")[1]


@pytest.mark.slow
def test_an_upload_that_drips_ends(server: str) -> None:
    with opened(place_of(server), HALF_BODY, 1) as [sock]:
        stopped = threading.Event()

        def drip() -> None:
            with suppress(OSError):
                while not stopped.wait(0.5):
                    sock.send(b"x")

        thread = threading.Thread(target=drip)
        thread.start()
        said = answered(sock)
        stopped.set()
        thread.join()
        assert said.startswith(b"HTTP/1.1 408")


@pytest.mark.slow
def test_a_long_upload_that_flows_is_taken(server: str) -> None:
    place, body = place_of(server), GOOD.encode()
    head = b"POST /api/v1/check HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nConnection: close\r\n"
    cut = [body[at : at + 7] for at in range(0, len(body), 7)]
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in cut)
    for rest in (
        b"Content-Length: %d\r\n\r\n" % len(body) + body,
        b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n",
    ):
        with opened(place, b"", 1) as [sock]:
            sent = head + rest
            for start in range(0, len(sent), 100):
                sock.sendall(sent[start : start + 100])
            assert answered(sock).startswith(b"HTTP/1.1 200")
    waiting = head + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body)
    with opened(place, waiting, 1) as [sock]:
        assert sock.recv(100).startswith(b"HTTP/1.1 100")
        sock.sendall(body)
        assert b"\r\n\r\nHTTP/1.1 200" in answered(sock)
    with opened(place, head + b"Content-Length: %d\r\n\r\n" % (UPLOAD_BYTES + 1), 1) as [sock]:
        said = answered(sock)
        assert said.startswith(b"HTTP/1.1 413")
        assert b"1 MiB" in said
    with opened(place, b"GET /live HTTP/1.1\r\nHost: x\r\n\r\n" * 3 + HALF_HEAD, 1) as [sock]:
        sock.sendall(b"Connection: close\r\n\r\n")
        assert answered(sock).count(b"HTTP/1.1 200 OK") == 4


@pytest.mark.slow
def test_who_never_reads_or_closes_holds_nobody_up(server: str) -> None:
    closing = b"GET /live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with opened(place_of(server), closing, 40) as left:
        assert all(each.recv(1) for each in left)  # answered, and not closed from here
        began = time.monotonic()
        for _ in range(20):
            assert ask(f"{server}/live")[0] == 200
        assert time.monotonic() - began < 30  # a connection left open would cost two seconds


def descendants(pid: int) -> set[int]:
    """The processes that a process has started, and those that they have."""
    found = set(children(pid))
    return found.union(*(descendants(each) for each in found))


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.nightly)])
def test_what_is_being_answered_is_finished_and_nothing_is_left_over(
    tmp_path: Path, end: signal.Signals
) -> None:
    url = f"sqlite:///{tmp_path / 'archive.db'}"
    short = tempfile.mkdtemp()  # names of sockets may not be long
    with service(url, **FEW, TMPDIR=short, SANTASE_QUESTION_SECONDS="60") as (address, process):
        answers: list[Any] = []
        head = b"POST /api/v1/check HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nConnection: close\r\n"
        body = blanks(40).encode()
        sent = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
        with opened(place_of(address), sent, 1) as [sock]:
            while not re.search(r"santase_queue [1-9]", ask(f"{address}/metrics")[1]):
                time.sleep(0.02)  # until a process answers it
            before = descendants(process.pid)
            assert len(before) > 2
            process.send_signal(end)
            answers.append(answered(sock))
        assert answers[0].startswith(b"HTTP/1.1 200")
        if end is signal.SIGHUP:
            assert ask(f"{address}/live")[0] == 200
            process.terminate()
        assert process.wait(60) == 0
        for pid in before:
            while state_of(pid) != "Z":
                time.sleep(0.01)
        assert list(Path(short).iterdir()) == []


@pytest.mark.slow
def test_the_workers_figures_are_added_up_and_questions_of_all_kinds_are_answered(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'archive.db'}"
    with service(url, SANTASE_WORKERS="2", SANTASE_QUESTION_SECONDS="60") as (address, process):
        for _ in range(40):
            assert ask(f"{address}/live")[0] == 200
        line = 'santase_requests_total{method="GET",route="/live",status="200"}'
        for _ in range(100):  # a request is counted when its answer has been sent
            found = dict(re.findall(r"(?m)^(santase_[^ ]*) (.*)$", ask(f"{address}/metrics")[1]))
            if float(found[line]) == 40:
                break
            time.sleep(0.02)
        assert float(found[line]) == 40
        assert float(found["santase_requests_in_progress"]) == 1
        with Store.open(url) as archive:
            [added] = archive.add(blanks(3).encode())
        for path in ("", "/deals/1/ruling", "/deals/3/ruling"):
            assert ask(f"{address}/records/{added.id}{path}")[0] == 200
        found = dict(re.findall(r"(?m)^(santase_[^ ]*) (.*)$", ask(f"{address}/metrics")[1]))
        assert float(found['santase_long_questions_total{outcome="answered"}']) >= 1
        process.terminate()
        assert process.stdout is not None
        heard = process.stdout.read()
        assert process.wait(60) == 0
    lines = [json.loads(line) for line in heard.splitlines()]
    assert {"Worker exiting", "Shutting down: Master"} <= {line["event"].partition(" (")[0] for line in lines}
    asked = [line for line in lines if line.get("route") == "/live"]
    assert len(asked) == 40
    assert not any("traceback" in line or "127.0.0.1" in json.dumps(line) for line in lines)
