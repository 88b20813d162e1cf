"""WSGI middleware that gives every request an id, and reports it to the log and the metrics."""

import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from random import getrandbits
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from flask import Flask, request, request_started
from werkzeug.wsgi import ClosingIterator

from viewer.limits import ERRORS_SHOWN, PROBE_SECONDS, Settings
from viewer.store import Store, StoreError
from viewer.web.server.logs import Log
from viewer.web.server.metrics import Metrics
from viewer.web.server.processes import Pool
from viewer.web.visits import VISIT, Visit, visit_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

HEADER: Final = "X-Request-Id"
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
NOWHERE: Final = "-"
"""The route of URLs that do not exist."""


class ShownError(NamedTuple):
    """A failed request, for the operator."""

    at: datetime
    id: str
    route: str
    status: int
    kind: str


class Watch:
    """The monitoring data of a server process."""

    def __init__(self, log: Log, metrics: Metrics, pool: Pool | None, settings: Settings) -> None:
        self.log = log
        self.metrics = metrics
        self.pool = pool
        self.settings = settings
        self.began = datetime.now(UTC)
        self.errors: deque[ShownError] = deque(maxlen=ERRORS_SHOWN)
        self._turn = Lock()
        self._wrote: tuple[float, bool] | None = None
        if pool:
            pool.on_change = metrics.queue.set

    def can_write(self, store: Store) -> bool:
        """Return whether the archive could be written to, now or a moment ago."""
        with self._turn:
            if not self._wrote or time.monotonic() - self._wrote[0] >= PROBE_SECONDS:
                try:
                    store.try_to_write()
                    self._wrote = time.monotonic(), True
                except StoreError as error:
                    self.log.error("archive", why=str(error))
                    self._wrote = time.monotonic(), False
            return self._wrote[1]


def watch(app: Flask, watched: Watch, trusts_ids: bool) -> None:
    """Give every request an id, and record its result.

    A well-formed `X-Request-Id` is used if it comes from a trusted proxy.
    """
    answer = app.wsgi_app

    def noted(environ: "WSGIEnvironment", start_response: "StartResponse") -> "Iterable[bytes]":
        given = environ.get("HTTP_X_REQUEST_ID", "")
        visit = Visit(given if trusts_ids and _WELL_FORMED.fullmatch(given) else f"{getrandbits(64):016x}")
        environ[VISIT] = visit
        began, cpu = time.perf_counter(), time.thread_time()
        watched.metrics.answering.inc()

        def started(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            visit.status = int(status[:3])
            return start_response(status, [*headers, (HEADER, visit.id)], *more)

        def end() -> None:
            if visit.is_over:
                return
            visit.is_over = True
            watched.metrics.answering.dec()
            seconds = time.perf_counter() - began
            _note(watched, environ, visit, seconds, time.thread_time() - cpu + visit.cpu)

        try:
            parts = answer(environ, started)
        except BaseException as error:
            visit.status, visit.error = 500, type(error).__name__
            end()
            raise
        if isinstance(parts, environ.get("wsgi.file_wrapper", ())):
            end()  # the server sends the file itself
            sent: Iterable[bytes] = parts
            return sent
        return ClosingIterator(_counted(parts, visit, end), [getattr(parts, "close", end), end])

    app.wsgi_app = noted  # type: ignore[method-assign]
    request_started.connect(_note_route, app)


def _note_route(app: Flask) -> None:
    if request.url_rule:
        visit_of(request.environ).route = request.url_rule.rule


def _counted(parts: "Iterable[bytes]", visit: Visit, end: Callable[[], None]) -> Iterator[bytes]:
    for part in parts:
        visit.sent += len(part)
        yield part
    end()


def _note(watched: Watch, environ: "WSGIEnvironment", visit: Visit, seconds: float, cpu: float) -> None:
    route = visit.route or NOWHERE
    method = environ["REQUEST_METHOD"]
    watched.metrics.note(visit, method if method in METHODS else "other", route, seconds, cpu)
    told = {
        "method": method if method in METHODS else "other",
        "route": route,
        "status": visit.status,
        "ms": round(seconds * 1000, 1),
        "cpu_ms": round(cpu * 1000, 1),
        "units": visit.units,
        "bytes": visit.sent,
        "request_id": visit.id,
    }
    if visit.process:
        told["process"] = visit.process
    if visit.key:
        told["key"] = visit.key
    if watched.log.addresses:
        told["address"] = environ.get("REMOTE_ADDR", "")
    watched.log.request(seconds * 1000 >= watched.settings.slow_ms, **told)
    if visit.status >= 500:
        kind = visit.error or visit.process
        watched.errors.append(ShownError(datetime.now(UTC), visit.id, route, visit.status, kind))
