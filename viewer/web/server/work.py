"""Work limits of requests, and where they are answered: quick ones in a thread, long ones in a process.

Every request starts in a thread. If it needs more than quick work, it is given to a process and restarted
there, so that no thread computes for long; what the thread began is discarded. A response that is already
being sent, such as that of a file of many games, is handed over in parts.
"""

from collections.abc import Iterable
from threading import Lock
from time import monotonic
from typing import IO, TYPE_CHECKING, Final

from flask import Flask, current_app, request

from notation.limits import SpentError, UnfinishedError, limited
from viewer.limits import HEAVY_ADDRESSES, HEAVY_SECONDS, QUICK_WORK, REQUEST_WORK, RETRY_SECONDS
from viewer.web.failures import Busy
from viewer.web.server.processes import AskedRequest, Pool, ProcessAnswer
from viewer.web.server.turns import stand_aside
from viewer.web.visits import VISIT, Visit, visit_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_BUSY: Final = "santase.busy"
_QUICK: Final = "santase.quick"
_PART: Final = "santase.part"
_LEFT_OUT: Final = ("HTTP_TRANSFER_ENCODING", "HTTP_EXPECT")
"""Headers on the transfer of the body, which is complete by then."""


def limit_work(app: Flask, pool: Pool | None) -> None:
    """Limit the work of each request; long ones go to the pool, if there is one."""
    answer = app.wsgi_app

    def in_thread(
        environ: "WSGIEnvironment", start_response: "StartResponse", units: int, error: type[BaseException]
    ) -> "Iterable[bytes]":
        with limited(units, error) as budget:
            try:
                return answer(environ, start_response)
            finally:
                visit_of(environ).units += budget.spent

    def here(environ: "WSGIEnvironment", start_response: "StartResponse") -> "Iterable[bytes]":
        return in_thread(environ, start_response, REQUEST_WORK, SpentError)

    app.wsgi_app = here  # type: ignore[method-assign]
    if pool is None:
        return
    heavy = _HeavyAddresses()

    def here_or_there(environ: "WSGIEnvironment", start_response: "StartResponse") -> "Iterable[bytes]":
        address = _address(environ)
        body = environ["wsgi.input"] = _WatchedBody(environ["wsgi.input"])
        if address not in heavy:
            environ[_QUICK] = True
            try:
                return in_thread(environ, start_response, QUICK_WORK, UnfinishedError)
            except UnfinishedError:
                heavy.add(address)
        visit = visit_of(environ)
        visit.counts.clear()
        stand_aside()
        try:
            done = pool.ask(_asked(environ, visit.id, body))
        except Busy as error:
            heavy.add(address, RETRY_SECONDS)  # a process of another worker may have answered it by then
            visit.process = environ[_BUSY] = error.why
            return answer(environ, start_response)
        if done.is_kept:
            heavy.discard(address)
        visit.process = "answered"
        _note(visit, done)
        start_response(done.status, done.headers)
        return [done.body]

    app.wsgi_app = here_or_there  # type: ignore[method-assign]

    @app.before_request
    def say_that_it_is_busy() -> None:
        if _BUSY in request.environ:
            raise Busy(request.environ[_BUSY])


def is_quick() -> bool:
    """Return whether this is the first try in a thread, after which a process may take the request."""
    return _QUICK in request.environ


def hand_over() -> None:
    """Give the request to a process now, if there are any, before an action that must not be repeated."""
    if is_quick():
        raise UnfinishedError


def has_processes() -> bool:
    """Return whether there are processes for long requests."""
    return current_app.extensions["pool"] is not None


def ask_for_part(part: str, body: bytes) -> ProcessAnswer:
    """Return the answer of a process to a part of the request, which reads the part from :func:`part`.

    Its work is charged to the request. Raises Busy if there is no answer.
    """
    told = {
        name: value
        for name, value in _told(request.environ).items()
        if name not in ("HTTP_ACCEPT_ENCODING", "CONTENT_LENGTH")
    }
    visit = visit_of(request.environ)
    length = {"CONTENT_LENGTH": str(len(body))}
    stand_aside()
    try:
        done: ProcessAnswer = current_app.extensions["pool"].ask(
            AskedRequest(visit.id, {**told, **length, _PART: part}, body)
        )
    except Busy as error:
        visit.process = error.why
        raise
    visit.process = "answered"
    _note(visit, done)
    return done


def part() -> str | None:
    """Return the part of a request that this process is to answer; None for all of it."""
    found: str | None = request.environ.get(_PART)
    return found


def _note(visit: Visit, done: ProcessAnswer) -> None:
    visit.units += done.units
    visit.cpu += done.cpu
    visit.error = done.error or visit.error
    visit.counts.update(done.counts)


def _address(environ: "WSGIEnvironment") -> str:
    """Return the address of a request; empty if it has a body."""
    if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
        return ""
    return f"{environ.get('PATH_INFO', '')}?{environ.get('QUERY_STRING', '')}"


def _asked(environ: "WSGIEnvironment", id: str, body: "_WatchedBody") -> AskedRequest:
    data = body.whole(environ)
    told = _told(environ)
    if data or "CONTENT_LENGTH" in told:
        told["CONTENT_LENGTH"] = str(len(data))
    return AskedRequest(id, told, data)


def _told(environ: "WSGIEnvironment") -> dict[str, str]:
    return {
        name: value
        for name, value in environ.items()
        if isinstance(value, str) and name not in _LEFT_OUT and name not in (_BUSY, VISIT)
    }


class _WatchedBody:
    """A request body that records what was read."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._read = bytearray()

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(size)
        self._read += data
        return data

    def whole(self, environ: "WSGIEnvironment") -> bytes:
        """Return the whole body; of a chunked one what was read, since it is never read in part."""
        length = environ.get("CONTENT_LENGTH") or ""
        if length.isascii() and length.isdigit():
            while len(self._read) < int(length) and self.read(int(length) - len(self._read)):
                pass
        return bytes(self._read)


class _HeavyAddresses:
    """The addresses that recently took long, which go to a process at once; the oldest expire."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}
        self._lock = Lock()

    def __contains__(self, address: str) -> bool:
        return self._until.get(address, 0) > monotonic()

    def discard(self, address: str) -> None:
        """Let a thread try an address again."""
        with self._lock:
            self._until.pop(address, None)

    def add(self, address: str, seconds: int = HEAVY_SECONDS) -> None:
        if not address:
            return
        with self._lock:
            self._until.pop(address, None)
            self._until[address] = monotonic() + seconds
            while len(self._until) > HEAVY_ADDRESSES:
                del self._until[next(iter(self._until))]
