"""The other processes on this machine that work on blocks.

They take a batch and return the future of its parts, as a cluster does. If a worker dies, only its batch is
lost: the future raises, and the caller can submit the batch again.
"""

import signal
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_all_start_methods, get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue

from viewer.cli.bulk.work import Batch, BlockResult, Work, perform


class WorkerLostError(Exception):
    """A process died, or failed, before it had finished a batch."""


class Processes:
    """Worker processes on this machine: each has a thread here that sends it batches through a separate pipe.

    A pool of the standard library shares one pipe for results; a process that is killed while writing leaves
    a partial message in it, after which nobody can read it.
    """

    def __init__(self, jobs: int, packs: tuple[bytes, ...], module: str) -> None:
        """``module`` contains the work; it is loaded once for all."""
        self.width = 2 * jobs
        """The number of batches that keep them busy."""
        self._packs = packs
        self._closed = False
        method = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
        self._context = get_context(method)
        if method == "forkserver":
            self._context.set_forkserver_preload([__name__, module])
        resource_tracker.ensure_running()  # signals stay enabled while it starts
        self._workers: SimpleQueue[_WorkerProcess] = SimpleQueue()
        self._all: list[_WorkerProcess] = []
        kept = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which the processes inherit
        try:
            for _ in range(jobs):
                self._workers.put(self._started())
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, kept)
        self._threads = ThreadPoolExecutor(jobs, "worker")

    def submit(self, work: Work, batch: Batch) -> "Future[list[BlockResult]]":
        """Submit a batch."""
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

    def _started(self) -> "_WorkerProcess":
        worker = _WorkerProcess(self._context.Pipe, self._context.Process)  # type: ignore[attr-defined]
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


class _WorkerProcess:
    """A process, and the pipe to it."""

    def __init__(self, pipe: Callable[[], tuple[Connection, Connection]], process: type[BaseProcess]) -> None:
        self._pipe, theirs = pipe()
        self._process = process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()  # so that the pipe closes when the process ends

    def ask(self, task: tuple[tuple[bytes, ...], Work, Batch]) -> list[BlockResult] | None:
        """Return the parts of a batch, or None if it fails; raise EOFError or OSError if the process dies."""
        self._pipe.send(task)
        parts: list[BlockResult] | None = self._pipe.recv()
        return parts

    def end(self) -> None:
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection) -> None:
    """Process batches from a pipe until its other end is closed."""
    with suppress(EOFError, OSError):
        while True:
            packs, work, batch = pipe.recv()
            try:
                parts = perform(packs, work, batch)
            except Exception:  # it is raised again in the main process, which repeats the work itself
                pipe.send(None)
            else:
                pipe.send(parts)
