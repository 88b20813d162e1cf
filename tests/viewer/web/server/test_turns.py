"""The order of requests: small ones do not wait for large ones. No time passes here."""

import random
import socket
import threading
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from math import inf
from pathlib import Path

import pytest

from tests.support.games import blanks
from tests.support.servers import service
from viewer.limits import SENDERS_COUNTED, WAIT_SECONDS, WAITING_REQUESTS
from viewer.web.server.turns import ADVANCE, BEGUN, HALVED, Sender, Turns, give_turns_with, stand_aside
from viewer.web.server.workers import COMPUTING, Connection, RequestLane, Sending, Worker

Random = random.Random
MANY, FEW = Sender("many"), Sender("few")


class StoppedClock:
    """A clock that stands still unless it is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_asks_once_waits_for_no_more_than_one_request_of_another_sender() -> None:
    turns = Turns[str](StoppedClock())
    for number in range(100):
        assert turns.wait(MANY, f"many {number}") is None
    assert turns.next() == "many 0"
    assert turns.wait(FEW, "few") is None
    assert turns.next() == "few"


def test_who_used_more_waits_until_it_is_forgotten() -> None:
    clock = StoppedClock()
    turns = Turns[str](clock)
    for sender, seconds in (("much", 8.0), ("little", 1.0)):
        turns.wait(Sender(sender), sender)
        assert turns.next() == sender
        turns.end(Sender(sender), seconds)

    def order() -> list[str | None]:
        turns.wait(Sender("much"), "much")
        turns.wait(Sender("little"), "little")
        found = [turns.next(), turns.next()]
        turns.end(Sender("much"), 0)
        turns.end(Sender("little"), 0)
        return found

    assert order() == ["little", "much"]
    clock.now = 3 * HALVED  # what was 8 counts for 1 now
    turns.wait(Sender("little"), "little")
    turns.next()
    turns.end(Sender("little"), 2.0)
    assert order() == ["much", "little"]


@pytest.mark.parametrize("seed", range(20))
def test_every_request_comes_out_once_and_each_senders_in_their_order(seed: int) -> None:
    """Beside a list of all that wait, which is looked through each time."""
    rng, clock = Random(seed), StoppedClock()
    turns = Turns[tuple[Sender, int]](clock)
    waiting: list[tuple[Sender, int]] = []
    running: Counter[Sender] = Counter()
    used: defaultdict[Sender, float] = defaultdict(float)
    out: list[tuple[Sender, int]] = []

    def cost(sender: Sender) -> float:
        return used[sender] + BEGUN * running[sender] - ADVANCE * sender.is_known

    for number in range(400):
        sender = Sender(rng.choice("abcd"), rng.random() < 0.5)
        if rng.random() < 0.5:
            assert turns.wait(sender, (sender, number)) is None
            waiting.append((sender, number))
        elif running and rng.random() < 0.7:
            ends = rng.choice(sorted(running.elements()))
            seconds = rng.random()
            turns.end(ends, seconds)
            running -= Counter([ends])
            used[ends] += seconds
        elif waiting:
            found = turns.next()
            assert found is not None
            assert cost(found[0]) == pytest.approx(min(cost(each) for each, _ in waiting))
            assert found == next(each for each in waiting if each[0] == found[0])
            waiting.remove(found)
            running[found[0]] += 1
            out.append(found)
        assert len(turns) == len(waiting)
    while (found := turns.next()) is not None:
        waiting.remove(found)
    assert waiting == []


def test_where_too_many_wait_the_last_of_who_has_most_waiting_goes() -> None:
    turns = Turns[str](StoppedClock())
    for number in range(WAITING_REQUESTS - 1):
        assert turns.wait(MANY, f"many {number}") is None
    assert turns.wait(FEW, "few 0") is None
    assert turns.wait(FEW, "few 1") == f"many {WAITING_REQUESTS - 2}"
    assert turns.wait(MANY, "one more") == "one more"
    assert len(turns) == WAITING_REQUESTS


def test_what_waited_too_long_goes_and_nothing_else() -> None:
    clock = StoppedClock()
    turns = Turns[int](clock)
    for number in range(6):
        turns.wait((MANY, FEW)[number % 2], number)
        clock.now += 1
    assert list(turns.late()) == []
    clock.now = WAIT_SECONDS + 3.5
    assert sorted(turns.late()) == [0, 1, 2, 3]
    assert [turns.next(), turns.next(), turns.next()] == [4, 5, None]


def test_who_is_known_goes_before_any_number_of_strangers_until_the_advance_is_used() -> None:
    turns = Turns[str](StoppedClock())
    player, other = Sender("hall", is_known=True), Sender("home", is_known=True)

    def order() -> list[str | None]:
        for number in range(WAITING_REQUESTS - 2):
            turns.wait(Sender(f"{number}" if number else "hall"), "stranger")
        turns.wait(player, "player")
        turns.wait(other, "other")
        found = [turns.next() for _ in range(WAITING_REQUESTS)]
        for number in range(WAITING_REQUESTS - 2):
            turns.end(Sender(f"{number}" if number else "hall"), 9 * (number == 0))
        turns.end(player, ADVANCE * 0.6)
        turns.end(other, 0)
        return found

    strangers = ["stranger"] * (WAITING_REQUESTS - 2)
    assert order() == ["player", "other", *strangers]
    assert order() == ["other", "player", *strangers]  # whatever a stranger used at the same address
    assert order() == ["other", *strangers[1:], "player", "stranger"]  # who floods has no more advance


def test_a_worker_asks_the_application_whom_it_knows() -> None:
    worker = Worker.__new__(Worker)
    worker._proxies, worker._requests = 0, RequestLane(1)
    shown = [b"GET /%d HTTP/1.1\r\n\r\n" % number for number in range(3)]
    asked = [SocketAlone(Sending()) for _ in shown]
    worker._requests.running.add(asked[0])  # no thread is free

    def wait() -> list[Connection | None]:
        for conn, head in zip(asked, shown, strict=True):
            conn.client = (f"192.0.2.{head[5]}", 7)
            worker._wait(conn, head)
        return [worker._requests.turns.next() for _ in asked]

    assert wait() == asked
    worker.knows = lambda head: head == shown[2]
    assert wait() == [asked[2], *asked[:2]]
    for conn in asked:
        conn.sock.close()


def test_so_many_senders_are_remembered_and_no_more() -> None:
    turns = Turns[int](StoppedClock())
    for number in range(SENDERS_COUNTED + 5):
        turns.wait(Sender(str(number)), number)
        assert turns.next() == number
        turns.end(Sender(str(number)), 1)
    assert len(turns._used) <= SENDERS_COUNTED


def test_so_many_compute_at_a_time_and_who_stands_aside_lets_another_begin() -> None:
    lane, idle = RequestLane(COMPUTING + 1), [SocketAlone(Sending()) for _ in range(COMPUTING + 2)]
    for number, conn in enumerate(idle):
        lane.turns.wait(Sender(str(number)), conn)
    assert [lane.next() for _ in idle] == [*idle[:COMPUTING], None, None]
    assert not lane.is_full
    lane.computing.discard(idle[0])
    assert lane.next() is idle[COMPUTING]
    lane.computing.clear()
    assert lane.is_full
    assert lane.next() is None
    for conn in idle:
        conn.sock.close()


def test_one_more_may_compute_who_is_known() -> None:
    lane, idle = RequestLane(COMPUTING + 2), [SocketAlone(Sending()) for _ in range(COMPUTING + 3)]
    for number, conn in enumerate(idle[:-2]):
        lane.turns.wait(Sender(str(number)), conn)
    assert [lane.next() for _ in idle] == [*idle[:COMPUTING], None, None, None]
    for conn in idle[-2:]:
        lane.turns.wait(Sender("player", is_known=True), conn)
    assert [lane.next(), lane.next()] == [idle[-2], None]
    lane.computing.discard(idle[0])
    assert lane.next() is idle[-1]
    lane.computing.discard(idle[1])
    assert lane.next() is None  # two compute, and a stranger waits
    for conn in idle:
        conn.sock.close()


def test_all_threads_are_there_before_the_first_request() -> None:
    before = set(threading.enumerate())
    lane = RequestLane(5)
    assert len(set(threading.enumerate()) - before) == 5
    lane.pool.shutdown()


def test_a_thread_stands_aside_once_for_each_request() -> None:
    given: list[str] = []
    stand_aside()
    give_turns_with(lambda: given.append("first"))
    stand_aside()
    stand_aside()
    give_turns_with(lambda: given.append("second"))
    thread = threading.Thread(target=stand_aside)  # which answers nothing
    thread.start()
    thread.join()
    stand_aside()
    assert given == ["first", "second"]


# Readers.


class SocketAlone(Connection):
    """A connection of which only the socket is used."""

    def __init__(self, sock: Sending) -> None:
        self.sock = sock


def test_who_reads_nothing_has_to_go_only_where_others_wait_and_no_thread_is_free() -> None:
    ours, theirs = socket.socketpair()
    with theirs, Sending(fileno=ours.detach()) as sock:
        sock.settimeout(60)
        lane = RequestLane(1)
        lane.running.add(SocketAlone(sock))
        lane.turns.wait(FEW, SocketAlone(sock))
        assert lane.behind(inf) == []  # it sends nothing
        ended = threading.Event()

        def send() -> None:
            with pytest.raises(OSError, match="Broken pipe"):
                sock.sendall(bytes(1 << 24))
            ended.set()

        thread = threading.Thread(target=send)
        thread.start()
        while sock.due == inf:
            pass
        assert lane.behind(sock.due - 1) == []
        assert lane.behind(inf) == [sock]
        waits = lane.turns.next()
        assert lane.behind(inf) == []  # nobody waits
        assert waits
        lane.turns.wait(FEW, waits)
        sock.shutdown(socket.SHUT_RDWR)
        thread.join()
        assert ended.is_set()
        assert sock.due == inf
        assert not RequestLane(1).is_full


def send_file(sock: Sending, data: bytes) -> None:
    sock.sendfile(BytesIO(b"left out" + data + b"left out"), 8, len(data))


@pytest.mark.parametrize("send", [Sending.sendall, send_file])
def test_who_waits_for_a_reader_from_the_first_byte_on_computes_nothing(
    send: Callable[[Sending, bytes], None],
) -> None:
    """Nothing could be sent, because what was answered before is not read."""
    worker = Worker.__new__(Worker)
    worker.alive, worker._incoming, worker._lingering, worker._stops_at = True, {}, {}, inf
    worker._requests, worker._probes = lane, _ = RequestLane(2), RequestLane(1)
    ours, theirs = socket.socketpair()
    with theirs, Sending(fileno=ours.detach()) as sock:
        sock.setblocking(False)
        before = 0
        with suppress(BlockingIOError):
            while True:
                before += sock.send(bytes(4096))
        sock.settimeout(60)
        waits = SocketAlone(sock)
        waits.lane = lane
        lane.computing.add(waits)
        worker._look_after(0)
        assert lane.computing == {waits}
        thread = threading.Thread(target=send, args=(sock, b"the answer"))
        thread.start()
        while lane.computing and thread.is_alive():
            worker._look_after(0)
        assert lane.computing == set()
        read = theirs.makefile("rb")
        assert read.read(before) == bytes(before)
        assert read.read(10) == b"the answer"
        thread.join()


def test_all_is_sent_to_who_reads_slowly() -> None:
    ours, theirs = socket.socketpair()
    data = Random(1).randbytes(3_000_000)
    found = bytearray()
    with theirs, Sending(fileno=ours.detach()) as sock:
        sock.settimeout(60)

        def send() -> None:
            sock.sendall(data)
            sock.shutdown(socket.SHUT_WR)

        thread = threading.Thread(target=send)
        thread.start()
        while piece := theirs.recv(777):
            found += piece
        thread.join()
    assert bytes(found) == data


# The server.


def request(path: str, body: bytes = b"") -> bytes:
    head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    return f"{head}Content-Type: text/plain\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


@pytest.mark.slow
def test_others_are_answered_before_all_that_one_sender_asks_for(tmp_path: Path) -> None:
    """With two threads and eight long questions before them: two are begun when they come."""
    long = blanks(10).encode()
    told = {"SANTASE_WORKERS": "1", "SANTASE_THREADS": "2", "SANTASE_PROCESSES": "0"}
    answered: list[str] = []

    def ask(place: tuple[str, int], address: str, name: str, data: bytes) -> threading.Thread:
        sock = socket.create_connection(place, 120, (address, 0))
        sock.sendall(data)

        def read() -> None:
            with sock:
                head = sock.recv(100)
                answered.append(f"{name} {head[9:12].decode()}")

        thread = threading.Thread(target=read)
        thread.start()
        return thread

    with service(f"sqlite:///{tmp_path / 'archive.db'}", **told) as (address, _):
        host, _, port = address.removeprefix("http://").partition(":")
        place = (host, int(port))
        threads = [ask(place, "127.0.0.2", "long", request("/api/v1/check", long)) for _ in range(8)]
        threads.append(ask(place, "127.0.0.3", "list", request("/")))
        threads.append(ask(place, "127.0.0.2", "live", request("/live")))
        for thread in threads:
            thread.join()
    assert len(answered) == 10
    assert answered.index("list 200") < 5
    assert answered.index("live 200") < 5
