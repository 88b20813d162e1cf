"""Sends all streams of a process with one thread, an event loop that waits for no single reader.

A worker hands a connection over after sending the head of the response
(:class:`viewer.web.server.workers.HandedOver`). From then on only the pump writes to it. It knows nothing of
matches.
"""

import asyncio
import socket
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Final

from viewer.limits import LIVE_KEEP_ALIVE
from viewer.web.live.streams import KEEP_ALIVE, Stream

KERNEL_BYTES: Final = 1 << 16
"""Size of the kernel's send buffer, of which at least half is used in addition to the queue."""
CLOSING_SECONDS: Final = 2
"""How long a reader has to close a stream that has ended."""


class Carried(asyncio.Protocol):
    """A stream on its connection; what the reader sends is ignored, and the end of it closes the stream."""

    def __init__(self, stream: Stream, is_chunked: bool, carried: "set[Carried]") -> None:
        self.stream = stream
        self.is_rung = False
        self._is_chunked = is_chunked
        self._carried = carried
        self._transport: Any = None
        self._has_end = False
        """Whether the end of the stream has been written."""
        self._is_waiting = False
        """Whether the send buffer is full."""
        self._left = 0
        """Bytes that were written and not sent when they were looked at last."""
        self._sent_at = time.monotonic()
        """When something was last sent."""

    def connection_made(self, transport: Any) -> None:
        """Begin to send."""
        self._transport = transport
        transport.set_write_buffer_limits(0)
        self._carried.add(self)
        if self.stream.is_closed:
            transport.abort()
        self.send()

    def connection_lost(self, _: Exception | None) -> None:
        """Close the stream: its reader is gone."""
        self._carried.discard(self)
        self.stream.close()

    def pause_writing(self) -> None:
        """Take nothing more from the stream."""
        self._is_waiting = True

    def resume_writing(self) -> None:
        """Send what has come meanwhile."""
        self._is_waiting = False
        self.send()

    def send(self) -> None:
        """Send what is queued."""
        if self._transport is None or self._transport.is_closing():
            return
        if self.stream.is_cut:
            self.drop()
        elif not self._is_waiting and not self._has_end:
            data, self._has_end = self.stream.take()
            self._write(data)
            if self._has_end:
                self._transport.write_eof()
                asyncio.get_running_loop().call_later(CLOSING_SECONDS, self.drop)

    def drop(self) -> None:
        """Close the connection at once."""
        self._transport.abort()

    def look_after(self, now: float, send_seconds: int) -> None:
        """Drop a reader who takes nothing; send a keep-alive if nothing else was sent."""
        left = self._transport.get_write_buffer_size()
        if left < self._left:
            self._sent_at = now
        self._left = left
        if self._has_end:
            return
        if self._is_waiting and now - self._sent_at >= send_seconds:
            self.drop()
        elif not self._is_waiting and now - self._sent_at >= LIVE_KEEP_ALIVE - 1:
            self._write(KEEP_ALIVE[self.stream.form])

    def _write(self, data: bytes) -> None:
        framed = _framed(data, self._has_end) if self._is_chunked else data
        if framed:
            self._sent_at = time.monotonic()
            self._transport.write(framed)


class Pump:
    """The one thread that writes to the readers of a process."""

    def __init__(self, send_seconds: int) -> None:
        self._send_seconds = send_seconds
        self._loop = asyncio.new_event_loop()
        self._inbox: SimpleQueue[Carried] = SimpleQueue()
        self._carried: set[Carried] = set()
        self._is_called = False
        self._thread = threading.Thread(target=self._loop.run_forever, name="pump", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._loop.call_soon(self._look_after)
        self._thread.start()

    def stop(self) -> None:
        """Close every stream and end the thread."""
        self._loop.call_soon_threadsafe(self._end)
        self._thread.join()
        self._loop.close()

    def adopt(self, stream: Stream, sock: socket.socket, is_chunked: bool) -> None:
        """Take over a stream; the pump owns the connection from now on and closes it."""
        sock.setblocking(False)
        with suppress(OSError, AttributeError):  # not every system, nor every kind of socket, has both
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
            # A reader who has vanished confirms nothing, not even a keep-alive.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * self._send_seconds)
        carried = Carried(stream, is_chunked, self._carried)
        stream.ring = lambda at_once: self._ring(carried, at_once)
        beginning = self._loop.connect_accepted_socket(lambda: carried, sock)
        asyncio.run_coroutine_threadsafe(beginning, self._loop)

    def call(self) -> None:
        """Send what streams have queued."""
        if not self._is_called and not self._inbox.empty():
            self._is_called = True
            self._loop.call_soon_threadsafe(self._send)

    def _ring(self, carried: Carried, at_once: bool) -> None:
        if not carried.is_rung:
            carried.is_rung = True
            self._inbox.put(carried)
        if at_once:
            self.call()

    def _send(self) -> None:
        self._is_called = False
        with suppress(Empty):
            while True:
                carried = self._inbox.get_nowait()
                carried.is_rung = False
                carried.send()

    def _look_after(self) -> None:
        for carried in list(self._carried):
            carried.look_after(time.monotonic(), self._send_seconds)
        self._loop.call_later(1, self._look_after)

    def _end(self) -> None:
        for carried in self._carried:
            carried.drop()
        self._loop.call_soon(self._loop.stop)


def _framed(data: bytes, ends: bool) -> bytes:
    """Return bytes as a chunk of HTTP/1.1, followed by the last chunk at the end."""
    chunk = b"%x\r\n%b\r\n" % (len(data), data) if data else b""
    return chunk + b"0\r\n\r\n" if ends else chunk
