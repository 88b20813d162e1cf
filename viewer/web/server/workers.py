"""A gunicorn worker that gives a request to a thread only when it is complete.

gunicorn's own threaded worker reads a request in the thread that answers it, without a time limit: a client
that sends half of one holds the thread; and when a connection is closed, it waits for the client while
everything else stands still. Here heads and bodies are collected in the thread that accepts connections, with
a deadline. A request that comes too slowly is answered with 408, one that is too large with 413 or 431; then
the connection is closed.

This concerns plain HTTP/1 only. With TLS, HTTP/2 or the PROXY protocol, which are a proxy's business,
gunicorn reads the connections.
"""

import os
import re
import selectors
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from io import BytesIO
from math import inf
from threading import Barrier
from typing import Any, Final

from gunicorn.glogging import Logger
from gunicorn.http.unreader import IterUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

from viewer import limits
from viewer.store.quotas import network
from viewer.web.server.turns import Sender, Turns, give_turns_with, stand_aside

PIECE: Final = 1 << 16
"""Bytes per read."""
STOPPING_SECONDS: Final = 2
"""How long a stopping worker waits for the rest of a request."""
LINGERING_SECONDS: Final = 2
"""How long a client has to close a connection on which nothing more is sent."""
_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*0*([0-9]{1,18})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding:[^\r\n]*chunked", re.IGNORECASE)
_EXPECTS: Final = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)
_SIZE: Final = re.compile(rb"([0-9a-fA-F]+)[ \t]*(?:;[^\r\n]*)?")
_FORWARDED: Final = re.compile(rb"\r\nx-forwarded-for:([^\r\n]*)", re.IGNORECASE)
_PROBE: Final = re.compile(rb"(?:GET|HEAD) /(?:live|health|ready)[ ?]")
"""The paths of health checks."""
LOOKING_SECONDS: Final = 0.25
"""Interval between checks for timeouts; each check takes time from the threads."""
COMPUTING: Final = 2
"""Maximum of threads that compute at the same time: more would only compete. One more may for the known."""
PROBING: Final = 2
"""Threads reserved for probes."""
_LINE: Final = 8190
"""Maximum length of the size line of a chunk, as for gunicorn."""
_REASONS: Final = {
    408: b"Request Timeout",
    413: b"Content Too Large",
    431: b"Request Header Fields Too Large",
    503: b"Service Unavailable",
}


def refusal(status: int) -> bytes:
    """Return the response to a request that cannot be read."""
    title = _REASONS[status]
    body = b'{"type": "about:blank", "title": "%b", "status": %d, "detail": "%b"}' % (title, status, title)
    retry = b"Retry-After: %d\r\n" % limits.RETRY_SECONDS if status == 503 else b""
    return (
        b"HTTP/1.1 %d %b\r\nConnection: close\r\nContent-Type: application/problem+json\r\n%b"
        b"Content-Length: %d\r\n\r\n%b" % (status, title, retry, len(body), body)
    )


def sender(head: bytes, client: Any, proxies: int) -> str:
    r"""Return the sender of a request: the peer address, or what trusted proxies report.

    >>> head = b"GET / HTTP/1.1\r\nX-Forwarded-For: 192.0.2.9, 192.0.2.1\r\n\r\n"
    >>> [sender(head, ("127.0.0.1", 7), proxies) for proxies in range(4)]
    ['127.0.0.1', '192.0.2.1', '192.0.2.9', '127.0.0.1']
    """
    named = b",".join(_FORWARDED.findall(head)).decode("latin-1").split(",") if proxies else []
    if len(named) >= proxies > 0:
        return network(named[-proxies].strip())
    return network(client[0]) if isinstance(client, tuple) else ""


class HandedOver(OSError):  # noqa: N818 - gunicorn passes this kind on, and nothing is wrong
    """The rest of a response is sent by something else, which owns the descriptor from now on.

    Raised while a response is sent.
    """


class Incoming:
    """A request being received; takes bytes, and knows when it is complete."""

    def __init__(self, data: bytes, settings: limits.Settings) -> None:
        self.data = bytearray(data)
        self.refused = 0
        """The status with which it is refused."""
        self.is_whole = False
        self.is_cut = False
        """Whether a part of the body is left unread."""
        self.expects = False
        """Whether the client waits for 100 Continue."""
        self._settings = settings
        self._body = -1
        """Offset of the body, once the head is complete."""
        self._end: int | None = None
        """Offset of the end of the body, if known."""
        self._at = 0
        """How far chunks, or the head, have been scanned."""
        self._began = time.monotonic()
        self._look()

    def add(self, data: bytes) -> None:
        """Append received bytes."""
        self.data += data
        self._look()

    @property
    def head(self) -> bytearray:
        """The request line and the headers, once complete."""
        return self.data[: max(self._body, 0)]

    @property
    def until(self) -> float:
        """The deadline; a body has more time the more of it has arrived."""
        if self._body < 0:
            return self._began + self._settings.header_seconds
        return self._began + self._settings.body_seconds + (len(self.data) - self._body) / limits.BODY_RATE

    def _look(self) -> None:
        if self._body < 0:
            found = self.data.find(b"\r\n\r\n", max(0, self._at - 3))
            self._at = len(self.data)
            if found < 0 or found > limits.HEAD_BYTES:
                self.refused = 431 if len(self.data) > limits.HEAD_BYTES else 0
                return
            self._begin_body(found + 4)
        if self._end is None:
            self._end = self._end_of_chunks()
            if self._end is None and len(self.data) - self._body > limits.RAW_BYTES:
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
        # A body that is too long is refused by the application, with a message, and never read.
        self.is_cut = size > limits.UPLOAD_BYTES
        self._end = start if self.is_cut else start + size
        self.expects = not self.is_cut and bool(_EXPECTS.search(head))

    def _end_of_chunks(self) -> int | None:
        """Return where a chunked body ends; an invalid chunk ends it, for gunicorn to refuse."""
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
        return len(self.data) if len(self.data) - line > limits.HEAD_BYTES else None


class RequestLane:
    """Threads and the queue of requests for them."""

    def __init__(self, threads: int) -> None:
        self.turns = Turns[Connection]()
        self.running: set[Connection] = set()
        """Requests in threads."""
        self.computing: set[Connection] = set()
        """Those of them that are computing rather than waiting."""
        self.pool = ThreadPoolExecutor(threads)
        self._threads = threads
        started = Barrier(threads)  # all now: later the machine may have no room for one more
        for _ in range(threads):
            self.pool.submit(started.wait)

    @property
    def is_full(self) -> bool:
        """Whether no thread is free."""
        return len(self.running) >= self._threads

    def next(self) -> "Connection | None":
        """Return the next request, if a thread is free and not too many compute."""
        if self.is_full or len(self.computing) > COMPUTING:
            return None
        found = self.turns.next(only_known=len(self.computing) == COMPUTING)
        if found:
            self.running.add(found)
            self.computing.add(found)
        return found

    def unread(self) -> "list[Connection]":
        """Return the requests that compute nothing, since a reader has not taken what came before."""
        return [conn for conn in self.computing if isinstance(conn.sock, Sending) and conn.sock.due < inf]

    def behind(self, now: float) -> list[socket.socket]:
        """Return the slow readers to drop so that others get their threads, slowest first."""
        if not self.is_full:
            return []
        sockets = [conn.sock for conn in self.running if isinstance(conn.sock, Sending)]
        late = sorted((each for each in sockets if each.due < now), key=lambda each: each.due)
        return list(late[: len(self.turns)])


class Sending(socket.socket):
    """A socket with a deadline for the reader to take more."""

    due = inf

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """Send all of it, with a timeout for each part."""
        left, due = memoryview(data), time.monotonic() + limits.READING_SECONDS
        try:
            while left:
                self.due = due
                sent = self.send(left, flags)
                left, due = left[sent:], due + sent / limits.BODY_RATE
                if left:
                    stand_aside()
        finally:
            self.due = inf

    def sendfile(self, file: Any, offset: int = 0, count: int | None = None) -> int:
        """Send a file of the program, in the same way."""
        file.seek(offset)
        data = file.read(count)
        self.sendall(data)
        return len(data)


class Connection(TConn):  # type: ignore[misc]  # it has no types
    """A connection that is closed without waiting for the client."""

    worker: "Worker"
    is_cut = False
    """Whether a part of the body was left unread, so that no other request can follow."""
    lane: RequestLane | None = None
    """The lane of its request, queued or running."""
    sender = Sender("")
    """The sender of the request."""
    size = 0
    """Bytes of the request while it waits for a thread."""
    spent = 0.0
    """CPU seconds of its thread."""

    def close(self, graceful: bool = False) -> None:
        """Close it; gracefully, after the client has read the response."""
        if graceful:
            self.worker.linger(self.sock)
        else:
            super().close()


class ServerLog(Logger):  # type: ignore[misc]  # it has no types
    """gunicorn's log, without an access log unless configured: the application logs requests."""

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:
        """Log a request, if configured."""
        if self.cfg.accesslog:
            super().access(resp, req, environ, request_time)


class Worker(ThreadWorker):  # type: ignore[misc]  # it has no types
    """gunicorn's threaded worker, whose threads never wait for a client."""

    knows: Callable[[bytes], bool] = staticmethod(lambda head: False)
    """Returns whether the application knows the sender of a request by its head."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._settings = limits.Settings.from_environment(os.environ)
        self._proxies = int(os.environ.get("SANTASE_PROXIES") or 0)
        self._incoming: dict[Connection, Incoming] = {}
        self._held = 0
        self._lingering: dict[socket.socket, float] = {}
        self._stops_at = inf
        self._looks_at = 0.0
        cfg = self.cfg
        self.reads_here = not cfg.is_ssl and cfg.proxy_protocol == cfg.http2_cleartext == "off"

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection; at the limit, or without a file descriptor for it, make room."""
        try:
            sock, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        except OSError:  # no file descriptor is left for it, or no memory
            self._make_room()
            return
        self.nr_conns += 1
        if self.reads_here:
            sock = Sending(fileno=sock.detach())
        conn = Connection(self.cfg, sock, address, listener.getsockname())
        conn.worker = self
        self.enqueue_req(conn)
        if self.nr_conns >= self.worker_connections:
            self._make_room()

    def _make_room(self) -> None:
        """Drop the oldest idle connection, else one without a complete request, else one that lingers.

        Where there is none, wait a moment instead of trying again at once.
        """
        if self.keepalived_conns:
            self.keepalived_conns[0].timeout = 0
            self.murder_keepalived()
        elif self._incoming:
            self._drop(next(iter(self._incoming)))
        elif self._lingering:
            self._let_go(next(iter(self._lingering)))
        else:
            time.sleep(0.01)

    def on_client_socket_readable(self, conn: Connection, client: socket.socket) -> None:
        """Receive the next request of an idle connection."""
        if client.fileno() >= 0:  # else dropped for another since the event came
            super().on_client_socket_readable(conn, client)

    def init_process(self) -> None:
        """Initialize; probes have their own threads, so that they wait for no other request."""
        self._requests, self._probes = RequestLane(self.cfg.threads), RequestLane(PROBING)
        super().init_process()

    def enqueue_req(self, conn: Connection) -> None:
        """Receive the next request of a connection, and queue it when it is complete."""
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
        if conn not in self._incoming:  # dropped for another since the event came
            return
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
        if self._held > limits.BUFFERED_BYTES and not incoming.is_whole:
            incoming.refused = 503
        self._advance(conn)

    def _advance(self, conn: Connection) -> None:
        """Take the next possible step with a request."""
        incoming = self._incoming[conn]
        if incoming.refused:
            self._refuse(conn, incoming.refused)
        elif incoming.is_whole:
            self._forget(conn)
            conn.init()
            # What has come is all there is: a thread that read on would wait for the client.
            conn.parser.unreader = IterUnreader([bytes(incoming.data)])
            conn.data_ready, conn.is_cut, conn.size = True, incoming.is_cut, len(incoming.data)
            self._held += conn.size
            self._wait(conn, bytes(incoming.head))
        elif incoming.expects:
            incoming.expects = False
            with suppress(OSError):
                conn.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _wait(self, conn: Connection, head: bytes) -> None:
        lane = conn.lane = self._probes if _PROBE.match(head) else self._requests
        conn.sender = Sender(sender(head, conn.client, self._proxies), self.knows(head))
        refused = lane.turns.wait(conn.sender, conn)
        if refused:
            self._end(refused, 503)
        self._go_on(lane)

    def _go_on(self, lane: RequestLane) -> None:
        """Give a request to every free thread."""
        while conn := lane.next():
            self._held -= conn.size
            conn.size = 0
            future = lane.pool.submit(self.handle, conn)
            future.add_done_callback(partial(self.method_queue.defer, self.finish_request, conn))

    def handle(self, conn: Connection) -> Any:
        """Answer a request in a thread."""
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
        """Wait for the next request of a connection, and free the thread."""
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
        """Show that the worker is alive, and check its connections; called after every event."""
        now = time.monotonic()
        if now >= self._looks_at:
            self._looks_at = now + LOOKING_SECONDS
            super().notify()
            self._look_after(now)

    def _look_after(self, now: float) -> None:
        """Refuse requests that missed the deadline for arriving or being answered."""
        if not self.alive:
            self._stops_at = min(self._stops_at, now + STOPPING_SECONDS)
        for conn, incoming in list(self._incoming.items()):
            if now < min(incoming.until, self._stops_at):
                continue
            if incoming.data:
                self._refuse(conn, 408)
            else:  # no client waits for a response
                self._drop(conn)
        for lane in (self._requests, self._probes):
            for conn in lane.turns.late():
                self._end(conn, 503)
            for conn in lane.unread():
                self._stand_aside(conn)
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
        """Refuse the request of a connection, and take no other from it."""
        with suppress(OSError):
            conn.sock.send(refusal(status))
        self._held -= conn.size
        self.nr_conns -= 1
        conn.close(graceful=True)

    def _drop(self, conn: Connection) -> None:
        self._forget(conn)
        self.nr_conns -= 1
        conn.close()

    def linger(self, sock: socket.socket) -> None:
        """Close a connection after the client has: closing with unread data would discard the response."""
        try:
            sock.shutdown(socket.SHUT_WR)
            sock.setblocking(False)
            self.poller.register(sock, selectors.EVENT_READ, self._discard)
        except (OSError, ValueError):
            sock.close()
        else:
            self._lingering[sock] = time.monotonic() + LINGERING_SECONDS

    def _discard(self, sock: socket.socket) -> None:
        if sock not in self._lingering:  # let go for another since the event came
            return
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
        """Answer a request; a client that takes none of the response for too long is dropped."""
        received = req.body
        if self.reads_here:
            req.body = BytesIO(received.read())  # an invalid chunk or trailer is refused here
        conn.sock.settimeout(self._settings.send_seconds)
        try:
            return bool(super().handle_request(req, conn))
        except HandedOver:
            return False
        except TimeoutError:
            self.log.debug("A client took too long to read.")
            return False
        finally:
            req.body = received  # of which nothing is kept while the connection is idle

    def _keepalive_after(self, conn: Connection, keepalive: bool) -> bool:
        """Return whether another request can follow."""
        return not conn.is_cut and bool(super()._keepalive_after(conn, keepalive))
