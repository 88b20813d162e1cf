"""Re-judge, in the background, records that another version of the program judged.

A separate process of low priority does it: the threads of a server process share one core, and an archive may
hold records that take a second each.
"""

import atexit
import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from flask import Flask

from notation.specs import know_packs
from viewer.store import Store, StoreError
from viewer.web.config import Config
from viewer.web.server.logs import Log
from viewer.web.server.metrics import FOLDER
from viewer.web.server.processes import begin, stand_back


def rejudge(app: Flask) -> None:
    """Re-judge records of another version, and count new ones, in the background."""
    config: Config = app.extensions["config"]
    log: Log = app.extensions["log"]

    def start() -> None:
        try:
            process = begin(_work, config)
        except OSError as error:  # not enough memory for one
            log.error("archive", why=str(error))
        else:
            atexit.register(process.kill)
            process.join()

    threading.Thread(target=start, name="rejudge", daemon=True).start()


def _work(config: Config) -> None:
    stand_back(config.settings.process_memory)
    know_packs(config.packs)
    try:
        with (
            _alone(),
            Store.open(config.database, config.settings, read_only=config.policy.read_only) as archive,
        ):
            archive.rejudge()
            archive.count()
    except (StoreError, OSError) as error:
        Log(config.log, config.addresses).error("archive", why=str(error))


@contextmanager
def _alone() -> Iterator[None]:
    """Wait for the other workers of this server, which would do the same work."""
    with ExitStack() as stack:
        if folder := os.environ.get(FOLDER):
            import fcntl  # which exists under gunicorn

            file = stack.enter_context((Path(folder) / "rejudging.lock").open("w"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
