"""Worker processes for long questions: each takes a whole request and answers it as a thread would.

Work, CPU time and memory are limited; a process that exceeds CPU time or memory ends and is replaced. Work
ends a request first, even on a busy machine, where everything takes longer by the clock on the wall. The
queue for a process is bounded, so that threads stay free for other requests; in a server for oneself nobody
is refused.
"""

import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from multiprocessing import get_all_start_methods, get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, LifoQueue
from time import process_time
from typing import Any, Final, NamedTuple

from flask import Flask

from notation.specs import know_packs
from viewer.limits import QUESTION_WAIT, START_SECONDS
from viewer.web.config import Config
from viewer.web.failures import Busy
from viewer.web.visits import VISIT, Visit

FULL: Final = "full"
"""The queue is full."""
LATE: Final = "late"
"""It took too long."""
LOST: Final = "lost"
"""Its process died."""
NICE: Final = 5
"""Niceness of the processes: others go first."""
_STOPS: Final = {signal.SIGINT, signal.SIGTERM}


class AskedRequest(NamedTuple):
    """A request on its way to a process."""

    id: str
    environ: dict[str, str]
    body: bytes


class ProcessAnswer(NamedTuple):
    """The answer of a process, with what is to be recorded of it."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes
    units: int
    cpu: float
    error: str
    counts: Counter[str]
    is_kept: bool = False


@dataclass
class Pool:
    """The worker processes of one server process; each is started when it is first needed."""

    config: Config
    make_app: Callable[[Config], Flask]
    """Called in each process, which imports it by its name."""
    on_change: Callable[[int], object] = lambda inside: None
    """Called with the number of questions that wait or are being answered."""

    def __post_init__(self) -> None:
        settings = self.settings = self.config.settings
        self._places = threading.BoundedSemaphore(settings.processes + settings.queue)
        self._free: LifoQueue[_Process | None] = LifoQueue()
        self._all: list[_Process] = []
        self._lock = threading.Lock()
        self._inside = 0
        self._closed = False
        for _ in range(settings.processes):
            self._free.put(None)

    @property
    def inside(self) -> int:
        """The number of questions that wait or are being answered."""
        return self._inside

    def start(self) -> None:
        """Start a process now, so that the first question need not wait for it."""
        with suppress(Empty, Busy):
            process = self._free.get_nowait()
            try:
                process = process or self._started(None)
            finally:
                self._free.put(process)

    def ask(self, asked: AskedRequest) -> ProcessAnswer:
        """Return the answer to a request; raise Busy if there is none."""
        if not self._places.acquire(blocking=self.config.is_own):
            raise Busy(FULL)
        self._change(1)
        try:
            return self._ask(asked)
        finally:
            self._change(-1)
            self._places.release()

    def _ask(self, asked: AskedRequest) -> ProcessAnswer:
        try:
            process = self._free.get(timeout=None if self.config.is_own else self.settings.question_seconds)
        except Empty:
            raise Busy(FULL) from None
        try:
            if process is None or not process.is_alive():
                process = self._started(process)
            return process.ask(asked, self.settings.question_seconds)
        except Busy:
            self._end(process)
            process = None
            raise
        finally:
            self._free.put(process)

    def _started(self, gone: "_Process | None") -> "_Process":
        self._end(gone)
        try:
            process = _Process(self.make_app, self.config)
        except OSError:  # not enough memory for one
            raise Busy(LOST) from None
        with self._lock:
            self._all.append(process)
            is_over = self._closed
        try:
            if is_over:
                raise Busy(LOST)
            process.wait()
        except Busy:
            self._end(process)
            raise
        return process

    def _end(self, process: "_Process | None") -> None:
        if process:
            process.end()
            with self._lock, suppress(ValueError):
                self._all.remove(process)

    def _change(self, by: int) -> None:
        with self._lock:
            self._inside += by
            self.on_change(self._inside)

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        with self._lock:
            self._closed = True
            left, self._all = self._all, []
        for process in left:
            process.end()


def _context() -> Any:
    """Return the start method: fork a process that has loaded the program and has no threads."""
    method = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
    context: Any = get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload(["viewer.web.app"])
    return context


def begin(target: Callable[..., object], *args: object) -> BaseProcess:
    """Start a process that ends with this one; the child ignores signals meant to stop a server."""
    resource_tracker.ensure_running()  # signals stay enabled while it starts
    process: BaseProcess = _context().Process(target=target, args=args, daemon=True)
    kept = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)  # which the process inherits
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, kept)
    return process


class _Process:
    """A process, and the pipe to it."""

    def __init__(self, make_app: Callable[[Config], Flask], config: Config) -> None:
        self._pipe, theirs = _context().Pipe()
        self._process = begin(_serve, theirs, make_app, config)
        theirs.close()  # so that the pipe closes when the process ends

    def wait(self) -> None:
        self._receive(START_SECONDS)

    def is_alive(self) -> bool:
        return self._process.is_alive()

    def ask(self, asked: AskedRequest, seconds: int) -> ProcessAnswer:
        """Return its answer; raise Busy if it dies or takes more than some seconds of CPU time."""
        try:
            self._pipe.send((asked, seconds))
        except OSError:
            raise Busy(LOST) from None
        answer: ProcessAnswer = self._receive(QUESTION_WAIT)
        return answer

    def _receive(self, seconds: int) -> Any:
        try:
            if not self._pipe.poll(seconds):
                raise Busy(LATE)
            return self._pipe.recv()
        except (EOFError, OSError):
            self._process.join(1)
            raise Busy(LATE if self._process.exitcode == -signal.SIGPROF else LOST) from None

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _serve(pipe: Connection, make_app: Callable[[Config], Flask], config: Config) -> None:
    """Answer requests from a pipe until its other end is closed."""
    stand_back(config.settings.process_memory)
    know_packs(config.packs)
    one = replace(config.settings, processes=0)
    with suppress(EOFError, MemoryError, OSError):
        app = make_app(replace(config, settings=one, proxies=0, is_watched=True))

        @app.errorhandler(MemoryError)
        def give_up(error: MemoryError) -> str:
            os._exit(1)

        pipe.send(None)
        while True:
            asked, seconds = pipe.recv()
            signal.setitimer(signal.ITIMER_PROF, seconds)  # which ends this process
            answer = _answer(app, asked)
            signal.setitimer(signal.ITIMER_PROF, 0)
            pipe.send(answer)


def stand_back(mebibytes: int) -> None:
    """Limit the memory of this process, and lower its priority."""
    with suppress(OSError):
        os.nice(NICE)
    with suppress(ImportError, OSError, ValueError):  # where the system has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (mebibytes << 20, mebibytes << 20))


def _answer(app: Flask, asked: AskedRequest) -> ProcessAnswer:
    began, visit = process_time(), Visit(asked.id)
    begun: list[tuple[str, list[tuple[str, str]]]] = []
    written: list[bytes] = []

    def start(status: str, headers: list[tuple[str, str]], _: object = None) -> Callable[[bytes], object]:
        begun.append((status, headers))
        return written.append

    environ: dict[str, Any] = {
        **asked.environ,
        VISIT: visit,
        "wsgi.version": (1, 0),
        "wsgi.input": BytesIO(asked.body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    parts: Iterable[bytes] = app.wsgi_app(environ, start)
    try:
        written.extend(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    status, headers = begun[-1]
    spent = process_time() - began
    return ProcessAnswer(
        status, headers, b"".join(written), visit.units, spent, visit.error, visit.counts, visit.is_kept
    )
