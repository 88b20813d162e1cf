"""How much may be done for a request, and where: quick ones in their thread, long ones in a process.

A thread begins with every request. Where that takes more than quick work the request is given to a process
from its start, whatever it asks, so that no thread computes for long; nothing is kept of what was begun. Of
one whose answer has been begun, as that of a file of many games, it is given parts.
"""

from collections.abc import Iterable
from threading import Lock
from time import monotonic
from typing import IO, TYPE_CHECKING, Final

from flask import Flask, current_app, request

from notation.limits import SpentError, UnfinishedError, limited
from viewer.limits import HEAVY_ADDRESSES, HEAVY_SECONDS, QUICK_WORK, REQUEST_WORK, RETRY_SECONDS
from viewer.web.failures import Busy
from viewer.web.processes import AskedRequest, BusyError, Pool, ProcessAnswer
from viewer.web.turns import stand_aside
from viewer.web.visits import VISIT, Visit, visit_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_BUSY: Final = "santase.busy"
_QUICK: Final = "santase.quick"
_PART: Final = "santase.part"
_LEFT_OUT: Final = ("HTTP_TRANSFER_ENCODING", "HTTP_EXPECT")
"""How the body came, which no longer matters."""


def limit_work(app: Flask, pool: Pool | None) -> None:
    """Let no request cost more than its work; long ones are for the pool, if there is one."""
    answer = app.wsgi_app

    def in_thread(
        environ: "WSGIEnvironment", start_response: "StartResponse", units: int, error: type[BaseException]
    ) -> "Iterable[bytes]":
        with limited(units, error) as budget:
            try:
                return answer(environ, start_response)
            finally:
                visit = visit_of(environ)
                if visit:
                    visit.units += budget.spent

    def here(environ: "WSGIEnvironment", start_response: "StartResponse") -> "Iterable[bytes]":
        return in_thread(environ, start_response, REQUEST_WORK, SpentError)

    app.wsgi_app = here  # type: ignore[method-assign]
    if pool is None:
        return
    heavy = _HeavyAddresses()

    def here_or_there(environ: "WSGIEnvironment", start_response: "StartResponse") -> "Iterable[bytes]":
        address = _address(environ)
        body = environ["wsgi.input"] = _Remembered(environ["wsgi.input"])
        if address not in heavy:
            environ[_QUICK] = True
            try:
                return in_thread(environ, start_response, QUICK_WORK, UnfinishedError)
            except UnfinishedError:
                heavy.add(address)
        visit = visit_of(environ) or Visit("")
        visit.counts.clear()
        stand_aside()
        try:
            done = pool.ask(_asked(environ, visit.id, body))
        except BusyError as error:
            heavy.add(address, RETRY_SECONDS)  # another worker's process may have answered it by then
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
    """Whether a thread has begun with the request, and a process may take it."""
    return _QUICK in request.environ


def hand_over() -> None:
    """Give the request to a process now, if there are any: what it does must not be done twice."""
    if is_quick():
        raise UnfinishedError


def has_processes() -> bool:
    """Whether there are processes for what takes long."""
    return current_app.extensions["pool"] is not None


def ask_for_part(part: str, body: bytes) -> ProcessAnswer:
    """What a process answers to a part of the request; it finds in :func:`part` which.

    Its work is counted with that of the request. Raises Busy where there is no answer.
    """
    told = {
        name: value
        for name, value in _told(request.environ).items()
        if name not in ("HTTP_ACCEPT_ENCODING", "CONTENT_LENGTH")
    }
    visit = visit_of(request.environ) or Visit("")
    length = {"CONTENT_LENGTH": str(len(body))}
    stand_aside()
    try:
        done: ProcessAnswer = current_app.extensions["pool"].ask(
            AskedRequest(visit.id, {**told, **length, _PART: part}, body)
        )
    except BusyError as error:
        visit.process = error.why
        raise Busy(error.why) from None
    visit.process = "answered"
    _note(visit, done)
    return done


def part() -> str | None:
    """Which part of a request this process is asked for; None where it is all of it."""
    found: str | None = request.environ.get(_PART)
    return found


def _note(visit: Visit, done: ProcessAnswer) -> None:
    visit.units += done.units
    visit.cpu += done.cpu
    visit.error = done.error or visit.error
    visit.counts.update(done.counts)


def _address(environ: "WSGIEnvironment") -> str:
    """What is asked for; nothing where something is sent."""
    if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
        return ""
    return f"{environ.get('PATH_INFO', '')}?{environ.get('QUERY_STRING', '')}"


def _asked(environ: "WSGIEnvironment", id: str, body: "_Remembered") -> AskedRequest:
    data = body.whole(environ)
    told = _told(environ)
    if data or "CONTENT_LENGTH" in told:
        told["CONTENT_LENGTH"] = str(len(data))
    return AskedRequest(id, told, data)


def _told(environ: "WSGIEnvironment") -> dict[str, str]:
    """What a process is told of a request."""
    return {
        name: value
        for name, value in environ.items()
        if isinstance(value, str) and name not in _LEFT_OUT and name not in (_BUSY, VISIT)
    }


class _Remembered:
    """The body of a request, which remembers what was read of it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._read = bytearray()

    def read(self, size: int = -1) -> bytes:
        """Read on."""
        data = self._stream.read(size)
        self._read += data
        return data

    def whole(self, environ: "WSGIEnvironment") -> bytes:
        """All of it; of a body in chunks what was read, for nobody reads a part of one."""
        length = environ.get("CONTENT_LENGTH") or ""
        if length.isascii() and length.isdigit():
            while len(self._read) < int(length) and self.read(int(length) - len(self._read)):
                pass
        return bytes(self._read)


class _HeavyAddresses:
    """What took long lately, so that no thread begins with it; the oldest are forgotten."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}
        self._lock = Lock()

    def __contains__(self, address: str) -> bool:
        return self._until.get(address, 0) > monotonic()

    def discard(self, address: str) -> None:
        """Let a thread begin with an address again."""
        with self._lock:
            self._until.pop(address, None)

    def add(self, address: str, seconds: int = HEAVY_SECONDS) -> None:
        """Remember an address for some time."""
        if not address:
            return
        with self._lock:
            self._until.pop(address, None)
            self._until[address] = monotonic() + seconds
            while len(self._until) > HEAVY_ADDRESSES:
                del self._until[next(iter(self._until))]
