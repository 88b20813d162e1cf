"""Judging again, beside everything else, what another version of the program judged.

A process of its own does it, which goes when others want the processor: the threads of a server process share
one core, and an archive may hold records that take a second each.
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
from viewer.web.app import Config
from viewer.web.logs import Log
from viewer.web.metrics import FOLDER
from viewer.web.processes import begin, stand_back


def rejudge(app: Flask) -> None:
    """Judge again what another version has judged, and count what came since; it is not waited for."""
    config: Config = app.extensions["config"]
    log: Log = app.extensions["log"]

    def start() -> None:
        try:
            process = begin(_work, config)
        except OSError as error:  # there is no room for one
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
    """Wait for the other workers of this server, which would do the same."""
    with ExitStack() as stack:
        if folder := os.environ.get(FOLDER):
            import fcntl  # which is there where gunicorn is

            file = stack.enter_context((Path(folder) / "rejudging.lock").open("w"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
