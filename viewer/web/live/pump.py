"""Sends all streams of a process with one thread, which waits for no single reader.

A worker hands a connection over after sending the head of the response
(:class:`viewer.web.server.workers.HandedOver`). From then on only the pump writes to it. It knows nothing of
matches.
"""

import selectors
import socket
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Final

from viewer.limits import LIVE_KEEP_ALIVE
from viewer.web.live.streams import KEEP_ALIVE, Stream

KERNEL_BYTES: Final = 1 << 16
"""Size of the kernel's send buffer, of which at least half is used in addition to the queue."""
PIECE: Final = 4096
"""Bytes of a reader's input that are read and discarded at once."""
CLOSING_SECONDS: Final = 2
"""How long a reader has to close a stream that has ended."""


class Carried:
    """A stream on its connection."""

    __slots__ = (
        *("closes_at", "has_end", "is_chunked", "is_rung", "is_waiting", "rest", "sent_at", "sock", "stream"),
    )

    def __init__(self, stream: Stream, sock: socket.socket, is_chunked: bool, now: float) -> None:
        self.stream = stream
        self.sock = sock
        self.is_chunked = is_chunked
        self.rest = memoryview(b"")
        """Bytes taken from the stream that are not sent yet."""
        self.sent_at = now
        """When something was last sent."""
        self.closes_at = 0.0
        """The deadline for closing the connection; 0 while the stream is open."""
        self.is_waiting = False
        """Whether the send buffer is full."""
        self.has_end = False
        """Whether the end of the stream is in ``rest``, or has been sent."""
        self.is_rung = False


class Pump:
    """The one thread that writes to the readers of a process."""

    def __init__(self, send_seconds: int) -> None:
        self._send_seconds = send_seconds
        self._selector = selectors.DefaultSelector()
        self._bell, self._button = socket.socketpair()
        self._bell.setblocking(False)
        self._button.setblocking(False)
        self._selector.register(self._bell, selectors.EVENT_READ, None)
        self._inbox: SimpleQueue[Carried] = SimpleQueue()
        self._carried: set[Carried] = set()
        self._is_rung = False
        self._stops = False
        self._thread = threading.Thread(target=self._run, name="pump", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Close every stream and end the thread."""
        self._stops = True
        self.call()
        self._thread.join()

    def adopt(self, stream: Stream, sock: socket.socket, is_chunked: bool) -> None:
        """Take over a stream; the pump owns the connection from now on and closes it."""
        sock.setblocking(False)
        with suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        carried = Carried(stream, sock, is_chunked, time.monotonic())
        stream.ring = lambda at_once: self._ring(carried, at_once)
        self._ring(carried, True)

    def _ring(self, carried: Carried, at_once: bool) -> None:
        if not carried.is_rung:
            carried.is_rung = True
            self._inbox.put(carried)
        if at_once:
            self.call()

    def call(self) -> None:
        """Send what streams have queued."""
        if not self._is_rung and (self._stops or not self._inbox.empty()):
            self._is_rung = True
            with suppress(BlockingIOError):
                self._button.send(b"\0")

    def _run(self) -> None:
        swept = time.monotonic()
        while not self._stops:
            for key, events in self._selector.select(1.0):
                carried: Carried | None = key.data
                if carried is None:
                    self._answer_bell()
                elif carried in self._carried:
                    if events & selectors.EVENT_READ:
                        self._listen(carried)
                    if events & selectors.EVENT_WRITE and carried in self._carried:
                        self._send(carried)
            now = time.monotonic()
            if now - swept >= 1:
                swept = now
                self._sweep(now)
        for carried in list(self._carried):
            self._drop(carried)
        self._selector.close()
        self._bell.close()
        self._button.close()

    def _answer_bell(self) -> None:
        with suppress(BlockingIOError):
            self._bell.recv(PIECE)
        self._is_rung = False
        with suppress(Empty):
            while True:
                carried = self._inbox.get_nowait()
                carried.is_rung = False
                if carried not in self._carried:
                    if carried.stream.is_closed:
                        continue
                    self._carried.add(carried)
                    self._selector.register(carried.sock, selectors.EVENT_READ, carried)
                self._send(carried)

    def _send(self, carried: Carried) -> None:
        """Send what can be sent without blocking."""
        if carried.closes_at:
            return
        if carried.stream.is_cut:
            self._drop(carried)
            return
        try:
            while True:
                if not carried.rest and not carried.has_end:
                    data, carried.has_end = carried.stream.take()
                    carried.rest = memoryview(_framed(data, carried.has_end) if carried.is_chunked else data)
                if not carried.rest:
                    break
                sent = carried.sock.send(carried.rest)
                carried.rest = carried.rest[sent:]
                carried.sent_at = time.monotonic()
        except BlockingIOError:
            self._await(carried, True)
            return
        except OSError:
            self._drop(carried)
            return
        self._await(carried, False)
        if carried.has_end:
            self._finish(carried)

    def _await(self, carried: Carried, writable: bool) -> None:
        """Set whether to be notified when the connection is writable."""
        if writable != carried.is_waiting:
            carried.is_waiting = writable
            both = selectors.EVENT_READ | selectors.EVENT_WRITE
            self._selector.modify(carried.sock, both if writable else selectors.EVENT_READ, carried)

    def _finish(self, carried: Carried) -> None:
        """Shut down after all has been sent, and wait for the reader to close the connection."""
        carried.closes_at = time.monotonic() + CLOSING_SECONDS
        with suppress(OSError):
            carried.sock.shutdown(socket.SHUT_WR)

    def _listen(self, carried: Carried) -> None:
        """Detect that a reader is gone; other input is discarded."""
        try:
            if carried.sock.recv(PIECE):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._drop(carried)

    def _sweep(self, now: float) -> None:
        """Send keep-alives to quiet streams, and drop those that take nothing."""
        for carried in list(self._carried):
            if carried.closes_at:
                if now >= carried.closes_at:
                    self._drop(carried)
            elif carried.is_waiting:
                if now - carried.sent_at >= self._send_seconds:
                    self._drop(carried)
            elif now - carried.sent_at >= LIVE_KEEP_ALIVE - 1:
                data = KEEP_ALIVE[carried.stream.form]
                carried.rest = memoryview(_framed(data, False) if carried.is_chunked else data)
                self._send(carried)

    def _drop(self, carried: Carried) -> None:
        self._carried.discard(carried)
        self._selector.unregister(carried.sock)
        carried.sock.close()
        carried.stream.close()


def _framed(data: bytes, ends: bool) -> bytes:
    """Return bytes as a chunk of HTTP/1.1, followed by the last chunk at the end."""
    chunk = b"%x\r\n%b\r\n" % (len(data), data) if data else b""
    return chunk + b"0\r\n\r\n" if ends else chunk
