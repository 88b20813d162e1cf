"""Where blocks are worked on: in this process, in others of this machine, or on a cluster.

Each takes a batch and gives the future of its parts. Of a worker that dies the batch is lost and nothing
else: the future raises, and whoever waits for it can give the batch to another one.
"""

import signal
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Protocol

from viewer.cli.bulk.work import Batch, BlockResult, Work, perform


class WorkerLostError(Exception):
    """A process died before it was done with a batch, or failed at it."""


class Pending(Protocol):
    """A batch that is worked on."""

    def result(self) -> list[BlockResult]:
        """Its parts, waited for."""


class Executor(Protocol):
    """Works on batches, some of them at once."""

    width: int
    """How many batches keep it busy."""

    def submit(self, work: Work, batch: Batch) -> Pending:
        """Start working on a batch."""

    def close(self) -> None:
        """Let go of everything, and stop what is still worked on."""


class Processes:
    """Processes of this machine: each has a thread here that hands it batches through a pipe of its own.

    A pool of the standard library shares one pipe for what comes back, on which a process that is killed
    while it writes leaves a torn message, and nobody reads on.
    """

    def __init__(self, jobs: int, packs: tuple[bytes, ...], module: str) -> None:
        """``module`` is where the work is; it is loaded once for all."""
        self.width = 2 * jobs
        self._packs = packs
        self._closed = False
        method = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
        self._context = get_context(method)
        if method == "forkserver":
            self._context.set_forkserver_preload([__name__, module])
        resource_tracker.ensure_running()  # while it starts it lets signals through
        self._workers: SimpleQueue[_Worker] = SimpleQueue()
        self._all: list[_Worker] = []
        kept = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which the processes inherit
        try:
            for _ in range(jobs):
                self._workers.put(self._started())
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, kept)
        self._threads = ThreadPoolExecutor(jobs, "worker")

    def submit(self, work: Work, batch: Batch) -> "Future[list[BlockResult]]":
        """Start working on a batch."""
        return self._threads.submit(self._ask, work, batch)

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in list(self._all):
            worker.end()  # its thread waits for it no longer
        self._threads.shutdown()
        for worker in self._all:
            worker.end()

    def _started(self) -> "_Worker":
        worker = _Worker(self._context.Pipe, self._context.Process)  # type: ignore[attr-defined]
        self._all.append(worker)
        return worker

    def _ask(self, work: Work, batch: Batch) -> list[BlockResult]:
        worker, parts = self._workers.get(), None
        try:
            parts = worker.ask((self._packs, work, batch))
        except (EOFError, OSError):
            worker.end()
            self._all.remove(worker)
            if not self._closed:
                worker = self._started()
        finally:
            self._workers.put(worker)
        if parts is None:
            raise WorkerLostError
        return parts


class _Worker:
    """A process, and the pipe to it."""

    def __init__(self, pipe: Callable[[], tuple[Connection, Connection]], process: type[BaseProcess]) -> None:
        self._pipe, theirs = pipe()
        self._process = process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()  # so that the pipe ends where the process does

    def ask(self, task: tuple[tuple[bytes, ...], Work, Batch]) -> list[BlockResult] | None:
        """The parts of a batch, or None where it fails; raises EOFError or OSError where the process dies."""
        self._pipe.send(task)
        parts: list[BlockResult] | None = self._pipe.recv()
        return parts

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection) -> None:
    """Work on what comes through a pipe, until it ends with the process at its other end."""
    with suppress(EOFError, OSError):
        while True:
            packs, work, batch = pipe.recv()
            try:
                parts = perform(packs, work, batch)
            except Exception:  # which comes again where it can be seen: whoever waits does the work itself
                pipe.send(None)
            else:
                pipe.send(parts)
