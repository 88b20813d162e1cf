"""Event streams: the queue of bytes that a reader has not been sent yet.

Producers of events append bytes and never wait; a carrier takes them out: the pump of the process
(:mod:`viewer.web.live.pump`), or a thread of a server that gives one to every stream. A reader who falls too
far behind is cut off, and can resume after the last event received.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator
from threading import Condition
from time import monotonic
from typing import Any, Final, NamedTuple

from viewer.limits import LIVE_BUFFER, LIVE_KEEP_ALIVE
from viewer.web.api.bodies import LINES

SSE: Final = "text/event-stream"
TEXT: Final = "application/x-sgn"
FORMS: Final = (LINES, SSE, TEXT)
"""The formats of a stream, by media type; the first is the default."""
KEEP_ALIVE: Final = {LINES: b"\n", SSE: b": \n\n", TEXT: b"\n"}
"""What is sent where nothing happens: a comment or a blank line without meaning."""


class Rendered(NamedTuple):
    """An event as bytes, once for all readers with the same view; or the text that it adds."""

    id: int
    ends: bool
    """Whether it is the last one of its match."""
    forms: dict[str, bytes]

    @staticmethod
    def of(event: dict[str, Any], match: str = "") -> "Rendered":
        """Render an event of a match in every format of events.

        One of a tournament has no id: the stream of who comes back begins again.
        """
        data = json.dumps(event, separators=(",", ":")).encode()
        kind: str = event["event"]
        named = f"id: {match}:{event['id']}\n" if match else ""
        head = f"{named}event: {kind}\ndata: ".encode()
        forms = {LINES: data + b"\n", SSE: head + data + b"\n\n"}
        return Rendered(event["id"] if match else -1, kind == "end", forms)


class Stream:
    """The stream of one reader."""

    def __init__(self, form: str, on_close: Callable[["Stream"], None]) -> None:
        self.form = form
        self.began = monotonic()
        self.is_cut = False
        """Whether the reader was too slow."""
        self.is_closed = False
        self.may_go_on: Callable[[], bool] = lambda: True
        """Returns whether its reader may still read it."""
        self.ring: Callable[[bool], None] | None = None
        """Tells the carrier that there is something to send: at once, or when it is called."""
        self._on_close = on_close
        self._pieces: deque[bytes] = deque()
        self._size = 0
        self._ends = False
        self._changed = Condition()

    def put(self, event: Rendered, bounded: bool = True, at_once: bool = True) -> None:
        """Queue an event; with ``bounded`` only as far as the reader is not too far behind.

        An event that is not urgent waits until all streams have theirs and the carrier is called.
        """
        data = event.forms[self.form]
        with self._changed:
            if self._ends or self.is_closed:
                return
            self._pieces.append(data)
            self._size += len(data) if bounded else 0
            self._ends = event.ends
            self.is_cut = self.is_cut or (bounded and self._size > LIVE_BUFFER)
            self._changed.notify()
        self._tell(at_once)

    def end(self) -> None:
        """End it after what is queued."""
        with self._changed:
            self._ends = True
            self._changed.notify()

    def cut(self) -> None:
        """Cut off the reader, for being too slow or no longer permitted."""
        with self._changed:
            self.is_cut = True
            self._changed.notify()
        self._tell()

    def take(self) -> tuple[bytes, bool]:
        """Return everything to send now, and whether the stream ends with it."""
        with self._changed:
            data = b"".join(self._pieces)
            self._pieces.clear()
            self._size = 0
            return data, self._ends

    def parts(self) -> Iterator[bytes]:
        """Yield what is to be sent, for a thread that does nothing else."""
        try:
            while True:
                with self._changed:
                    if not (self._pieces or self._ends or self.is_cut):
                        self._changed.wait(LIVE_KEEP_ALIVE)
                    if self.is_cut:
                        return
                data, ends = self.take()
                yield data or (b"" if ends else KEEP_ALIVE[self.form])
                if ends:
                    return
        finally:
            self.close()

    def close(self) -> None:
        """Close the stream: its reader is gone."""
        with self._changed:
            if self.is_closed:
                return
            self.is_closed = True
            self._pieces.clear()
        self._on_close(self)

    def _tell(self, at_once: bool = True) -> None:
        if self.ring:
            self.ring(at_once)
