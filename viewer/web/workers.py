"""A worker of gunicorn that gives a request to a thread when all of it has come.

gunicorn's own threaded worker reads a request in the thread that answers it, with no bound on time: whoever
sends half of one holds the thread; and where a connection is closed, it waits for the client with everything
else standing still. Here heads and bodies are collected where connections are accepted, without a thread, and
have so many seconds to come. A request that comes too slowly is answered with 408, and what does not fit with
413 or 431; then the connection is closed.

Only plain HTTP/1 is read so. With TLS, HTTP/2 or the PROXY protocol, which are for a proxy in front of it,
connections are read as gunicorn reads them.
"""

import errno
import os
import re
import selectors
import socket
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from math import inf
from typing import Any, Final

from gunicorn.glogging import Logger
from gunicorn.workers.gthread import TConn, ThreadWorker

from viewer.limits import (
    BODY_RATE,
    BUFFERED_BYTES,
    HEAD_BYTES,
    RAW_BYTES,
    READING_SECONDS,
    RETRY_SECONDS,
    UPLOAD_BYTES,
    Settings,
)
from viewer.store.quotas import network
from viewer.web.turns import Turns, give_turns_with, stand_aside

PIECE: Final = 1 << 16
"""Bytes that are read at once."""
STOPPING_SECONDS: Final = 2
"""How long a worker that stops waits for the rest of a request."""
LINGERING_SECONDS: Final = 2
"""How long a client has to close a connection on which nothing more is sent."""
_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,18})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding:[^\r\n]*chunked", re.IGNORECASE)
_EXPECTS: Final = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)
_SIZE: Final = re.compile(rb"([0-9a-fA-F]{1,8})[ \t]*(?:;[^\r\n]*)?")
_FORWARDED: Final = re.compile(rb"\r\nx-forwarded-for:([^\r\n]*)", re.IGNORECASE)
_PROBE: Final = re.compile(rb"(?:GET|HEAD) /(?:live|health|ready)[ ?]")
"""What whoever watches the server asks for."""
LOOKING_SECONDS: Final = 0.25
"""How often a worker looks for what has not come in time; each time costs it turns with its threads."""
COMPUTING: Final = 2
"""Threads that compute at a time: more would only take it from each other."""
PROBING: Final = 2
"""Threads for that alone."""
_LINE: Final = 256
"""Bytes of the line before a chunk."""
_REASONS: Final = {
    408: b"Request Timeout",
    413: b"Content Too Large",
    431: b"Request Header Fields Too Large",
    503: b"Service Unavailable",
}


def refusal(status: int) -> bytes:
    """What is answered to a request that cannot be read."""
    title = _REASONS[status]
    body = b'{"type": "about:blank", "title": "%b", "status": %d, "detail": "%b"}' % (title, status, title)
    retry = b"Retry-After: %d\r\n" % RETRY_SECONDS if status == 503 else b""
    return (
        b"HTTP/1.1 %d %b\r\nConnection: close\r\nContent-Type: application/problem+json\r\n%b"
        b"Content-Length: %d\r\n\r\n%b" % (status, title, retry, len(body), body)
    )


def sender(head: bytes, client: Any, proxies: int) -> str:
    r"""Who sends a request: the address that it comes from, or where there are proxies, what they say.

    >>> head = b"GET / HTTP/1.1\r\nX-Forwarded-For: 192.0.2.9, 192.0.2.1\r\n\r\n"
    >>> [sender(head, ("127.0.0.1", 7), proxies) for proxies in range(4)]
    ['127.0.0.1', '192.0.2.1', '192.0.2.9', '127.0.0.1']
    """
    named = b",".join(_FORWARDED.findall(head)).decode("latin-1").split(",") if proxies else []
    if len(named) >= proxies > 0:
        return network(named[-proxies].strip())
    return network(client[0]) if isinstance(client, tuple) else ""


class HandedOver(OSError):  # noqa: N818 - gunicorn passes this kind on, and nothing is wrong
    """The rest of an answer is sent by something else, to which the connection belongs from now on.

    It has a descriptor of its own; whatever raises this, while the answer is sent, has made it.
    """


class Incoming:
    """A request as far as it has come; bytes go in, and it says when there is nothing more to wait for."""

    def __init__(self, data: bytes, settings: Settings) -> None:
        self.data = bytearray(data)
        self.refused = 0
        """The status with which it is refused."""
        self.is_whole = False
        self.is_cut = False
        """Whether a part of the body is left unread."""
        self.expects = False
        """Whether the client waits to be told to go on."""
        self._settings = settings
        self._body = -1
        """Where the body begins, once the head has come."""
        self._end: int | None = None
        """Where the body ends, if that is known."""
        self._at = 0
        """How far chunks have been looked at, or the head."""
        self._began = time.monotonic()
        self._look()

    def add(self, data: bytes) -> None:
        """Take what came."""
        self.data += data
        self._look()

    @property
    def head(self) -> bytearray:
        """The request line and the headers, once they have come."""
        return self.data[: max(self._body, 0)]

    @property
    def until(self) -> float:
        """When it has to be here: a body has more time the more of it has come."""
        if self._body < 0:
            return self._began + self._settings.header_seconds
        return self._began + self._settings.body_seconds + (len(self.data) - self._body) / BODY_RATE

    def _look(self) -> None:
        if self._body < 0:
            found = self.data.find(b"\r\n\r\n", max(0, self._at - 3))
            self._at = len(self.data)
            if found < 0 or found > HEAD_BYTES:
                self.refused = 431 if len(self.data) > HEAD_BYTES else 0
                return
            self._begin_body(found + 4)
        if self._end is None:
            self._end = self._end_of_chunks()
            if self._end is None and len(self.data) - self._body > RAW_BYTES:
                self.refused = 413
        self.is_whole = self._end is not None and len(self.data) >= self._end

    def _begin_body(self, start: int) -> None:
        head = bytes(self.data[:start])
        self._body = self._at = start
        self._began = time.monotonic()
        if _CHUNKED.search(head):
            self.expects = bool(_EXPECTS.search(head))
            return
        length = _LENGTH.search(head)
        size = int(length[1]) if length else 0
        # What is too long is refused in words, by the application, and none of it is read.
        self.is_cut = size > UPLOAD_BYTES
        self._end = start if self.is_cut else start + size
        self.expects = not self.is_cut and bool(_EXPECTS.search(head))

    def _end_of_chunks(self) -> int | None:
        """Where a body in chunks ends; what is no chunk ends it, and is for gunicorn to refuse."""
        while True:
            line = self.data.find(b"\r\n", self._at, self._at + _LINE)
            if line < 0:
                return len(self.data) if len(self.data) - self._at > _LINE else None
            size = _SIZE.fullmatch(self.data, self._at, line)
            if not size:
                return len(self.data)
            if int(size[1], 16) == 0:
                return self._end_of_trailers(line)
            following = line + 2 + int(size[1], 16) + 2
            if following > len(self.data):
                return None
            self._at = following

    def _end_of_trailers(self, line: int) -> int | None:
        end = self.data.find(b"\r\n\r\n", line)
        if end >= 0:
            return end + 4
        return len(self.data) if len(self.data) - line > HEAD_BYTES else None


class RequestLane:
    """Threads, and the requests that wait for one."""

    def __init__(self, threads: int) -> None:
        self.turns = Turns[Connection]()
        self.running: set[Connection] = set()
        """What threads answer."""
        self.computing: set[Connection] = set()
        """That of it which waits for nobody else."""
        self.pool = ThreadPoolExecutor(threads)
        self._threads = threads

    @property
    def is_full(self) -> bool:
        """Whether no thread is free."""
        return len(self.running) >= self._threads

    def next(self) -> "Connection | None":
        """The request whose turn it is, if there is a thread for it and not too many compute."""
        if self.is_full or len(self.computing) >= COMPUTING:
            return None
        found = self.turns.next()
        if found:
            self.running.add(found)
            self.computing.add(found)
        return found

    def behind(self, now: float) -> list[socket.socket]:
        """The readers who have to go so that others get their threads: who is furthest behind, first."""
        if not self.is_full:
            return []
        sockets = [conn.sock for conn in self.running if isinstance(conn.sock, Sending)]
        late = sorted((each for each in sockets if each.due < now), key=lambda each: each.due)
        return list(late[: len(self.turns)])


class Sending(socket.socket):
    """A socket that knows by when its reader has to take more."""

    due = inf

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """Send all of it, with a timeout for each part that is taken."""
        left, due = memoryview(data), time.monotonic() + READING_SECONDS
        try:
            while left:
                self.due = due
                sent = self.send(left, flags)
                left, due = left[sent:], due + sent / BODY_RATE
                if left:
                    stand_aside()
        finally:
            self.due = inf


class Connection(TConn):  # type: ignore[misc]  # it has no types
    """A connection that is closed without waiting for the client."""

    worker: "Worker"
    is_cut = False
    """Whether a part of the body was left unread, so that no other request can follow."""
    lane: RequestLane | None = None
    """Where its request waits or is answered."""
    sender = ""
    """Who sent that."""
    spent = 0.0
    """The seconds of CPU that its thread took."""
    is_handed_over = False
    """Whether something else goes on with it."""

    def close(self, graceful: bool = False) -> None:
        """Let go of it; gracefully after the client has read what it was sent."""
        if graceful and not self.is_handed_over:
            self.worker.linger(self.sock)
        else:
            super().close()


class ServerLog(Logger):  # type: ignore[misc]  # it has no types
    """gunicorn's log, which tells of no request unless it is asked to: the application does."""

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:
        """Tell of a request."""
        if self.cfg.accesslog:
            super().access(resp, req, environ, request_time)


class Worker(ThreadWorker):  # type: ignore[misc]  # it has no types
    """gunicorn's threaded worker, whose threads wait for no client."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._settings = Settings.from_environment(os.environ)
        self._proxies = int(os.environ.get("SANTASE_PROXIES") or 0)
        self._incoming: dict[Connection, Incoming] = {}
        self._held = 0
        self._lingering: dict[socket.socket, float] = {}
        self._stops_at = inf
        self._looks_at = 0.0
        cfg = self.cfg
        self.reads_here = not cfg.is_ssl and cfg.proxy_protocol == cfg.http2_cleartext == "off"

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection; where there are too many, the oldest that has sent nothing whole goes."""
        try:
            sock, address = listener.accept()
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED):
                raise
            return
        self.nr_conns += 1
        if self.reads_here:
            sock = Sending(fileno=sock.detach())
        conn = Connection(self.cfg, sock, address, listener.getsockname())
        conn.worker = self
        self.enqueue_req(conn)
        if self.nr_conns >= self.worker_connections and self._incoming:
            self._drop(next(iter(self._incoming)))

    def init_process(self) -> None:
        """Get ready; probes have threads of their own, so that they wait for no other request."""
        self._requests, self._probes = RequestLane(self.cfg.threads), RequestLane(PROBING)
        super().init_process()

    def enqueue_req(self, conn: Connection) -> None:
        """Collect the next request of a connection, and give it to a thread when it is whole."""
        if not self.reads_here:
            super().enqueue_req(conn)
            return
        begun = conn.parser.unreader.take_buffered() if conn.parser else b""
        conn.sock.setblocking(False)
        self._incoming[conn] = Incoming(begun, self._settings)
        self._held += len(begun)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._read_on, conn))
        self._advance(conn)

    def _read_on(self, conn: Connection, _: object) -> None:
        """Take what a client has sent."""
        try:
            data = conn.sock.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(conn)
            return
        incoming = self._incoming[conn]
        self._held += len(data)
        incoming.add(data)
        if self._held > BUFFERED_BYTES and not incoming.is_whole:
            incoming.refused = 503
        self._advance(conn)

    def _advance(self, conn: Connection) -> None:
        """Do with a request what can be done now."""
        incoming = self._incoming[conn]
        if incoming.refused:
            self._refuse(conn, incoming.refused)
        elif incoming.is_whole:
            self._forget(conn)
            conn.init()
            conn.parser.unreader.unread(bytes(incoming.data))
            conn.data_ready, conn.is_cut = True, incoming.is_cut
            self._wait(conn, bytes(incoming.head))
        elif incoming.expects:
            incoming.expects = False
            with suppress(OSError):
                conn.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _wait(self, conn: Connection, head: bytes) -> None:
        """Let a request wait for its turn."""
        lane = conn.lane = self._probes if _PROBE.match(head) else self._requests
        conn.sender = sender(head, conn.client, self._proxies)
        refused = lane.turns.wait(conn.sender, conn)
        if refused:
            self._end(refused, 503)
        self._go_on(lane)

    def _go_on(self, lane: RequestLane) -> None:
        """Give every free thread a request."""
        while conn := lane.next():
            future = lane.pool.submit(self.handle, conn)
            future.add_done_callback(partial(self.method_queue.defer, self.finish_request, conn))

    def handle(self, conn: Connection) -> Any:
        """Answer a request, in a thread."""
        began = time.thread_time()
        give_turns_with(partial(self.method_queue.defer, self._stand_aside, conn))
        try:
            return super().handle(conn)
        finally:
            conn.spent = time.thread_time() - began

    def _stand_aside(self, conn: Connection) -> None:
        if conn.lane:
            conn.lane.computing.discard(conn)
            self._go_on(conn.lane)

    def finish_request(self, conn: Connection, future: "Future[Any]") -> None:
        """Wait for the next request of a connection, and let another one have the thread."""
        lane = conn.lane
        if lane:
            conn.lane = None
            lane.running.remove(conn)
            lane.computing.discard(conn)
            lane.turns.end(conn.sender, conn.spent)
        super().finish_request(conn, future)
        if lane:
            self._go_on(lane)

    def notify(self) -> None:
        """Show that the worker lives, and look after its connections; called after every event."""
        now = time.monotonic()
        if now >= self._looks_at:
            self._looks_at = now + LOOKING_SECONDS
            super().notify()
            self._look_after(now)

    def _look_after(self, now: float) -> None:
        """Refuse what has not come, or has not been answered, in time."""
        if not self.alive:
            self._stops_at = min(self._stops_at, now + STOPPING_SECONDS)
        for conn, incoming in list(self._incoming.items()):
            if now < min(incoming.until, self._stops_at):
                continue
            if incoming.data:
                self._refuse(conn, 408)
            else:  # nobody waits for an answer
                self._drop(conn)
        for lane in (self._requests, self._probes):
            for conn in lane.turns.late():
                self._end(conn, 503)
            for reader in lane.behind(now):
                with suppress(OSError):
                    reader.shutdown(socket.SHUT_RDWR)  # which ends the wait of its thread
        for sock, until in list(self._lingering.items()):
            if now >= until:
                self._let_go(sock)

    def _forget(self, conn: Connection) -> None:
        self._held -= len(self._incoming.pop(conn).data)
        self.poller.unregister(conn.sock)

    def _refuse(self, conn: Connection, status: int) -> None:
        self._forget(conn)
        self._end(conn, status)

    def _end(self, conn: Connection, status: int) -> None:
        """Refuse the request of a connection, and take no other one from it."""
        with suppress(OSError):
            conn.sock.send(refusal(status))
        self.nr_conns -= 1
        conn.close(graceful=True)

    def _drop(self, conn: Connection) -> None:
        self._forget(conn)
        self.nr_conns -= 1
        conn.close()

    def linger(self, sock: socket.socket) -> None:
        """Close a connection once the client has: what is left unread would take the answer away."""
        try:
            sock.shutdown(socket.SHUT_WR)
            sock.setblocking(False)
            self.poller.register(sock, selectors.EVENT_READ, self._discard)
        except (OSError, ValueError):
            sock.close()
        else:
            self._lingering[sock] = time.monotonic() + LINGERING_SECONDS

    def _discard(self, sock: socket.socket) -> None:
        try:
            is_over = not sock.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            is_over = True
        if is_over:
            self._let_go(sock)

    def _let_go(self, sock: socket.socket) -> None:
        del self._lingering[sock]
        self.poller.unregister(sock)
        sock.close()

    def handle_request(self, req: Any, conn: Connection) -> bool:
        """Answer a request; a client that takes none of the answer for too long is left."""
        conn.sock.settimeout(self._settings.send_seconds)
        try:
            return bool(super().handle_request(req, conn))
        except HandedOver:
            conn.is_handed_over = True
            return False
        except TimeoutError:
            self.log.debug("A client took too long to read.")
            return False

    def _keepalive_after(self, conn: Connection, keepalive: bool) -> bool:
        """Whether another request can follow."""
        return not conn.is_cut and bool(super()._keepalive_after(conn, keepalive))
