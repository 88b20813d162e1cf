"""Tasks that need no files, such as matches to be played, for several processes; their results in order."""

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, TypeVar

from viewer.cli.settings import packs_here

if TYPE_CHECKING:
    from concurrent.futures import Future

Task = TypeVar("Task")
Done = TypeVar("Done")


def in_order(jobs: int, do: Callable[[Task], Done], tasks: Iterable[Task]) -> Generator[Done]:
    """Yield the results of tasks in their order; closing it cancels those that have not begun.

    The tasks may be without end. With one job they are done here.
    """
    if jobs == 1:
        yield from map(do, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor  # one process needs none of this
    from multiprocessing import get_all_start_methods, get_context

    method = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
    pool = ProcessPoolExecutor(jobs, get_context(method), _prepare, (packs_here(),))
    waiting: deque[Future[Done]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(do, task))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _prepare(packs: tuple[bytes, ...]) -> None:
    from notation.specs import know_packs

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles interruptions
    know_packs(packs)
