"""The settings of gunicorn for live matches: ``gunicorn -c python:viewer.web.live.gunicorn_conf``.

The operator's choices are read from environment variables, as for the application of the records. Where
there are several workers, each also listens on a separate port: those after the common one, in their order.
A proxy sends the matches in the share of a worker there (:mod:`viewer.web.live.shares`).
"""

import os
import socket
from collections import Counter
from contextlib import suppress
from typing import Any

from viewer.limits import Settings
from viewer.web import gunicorn_conf as records

_settings = Settings.from_environment(os.environ)

bind = os.environ.get("SANTASE_LIVE_BIND", "127.0.0.1:8067")
workers = _settings.live_workers
threads = _settings.threads
worker_class = records.worker_class
logger_class = records.logger_class
wsgi_app = "viewer.web.live.app:create_live_app_from_environment()"
graceful_timeout = _settings.send_seconds
"""Deadline for running requests on shutdown, in seconds; streams end at once, and their readers reconnect."""
control_socket_disable = True
"""The control socket is unused, and its thread must not exist when workers are forked."""
on_starting = records.on_starting
child_exit = records.child_exit
on_exit = records.on_exit
if hasattr(records, "logconfig_dict"):
    logconfig_dict: dict[str, Any] = records.logconfig_dict


def pre_fork(server: Any, worker: Any) -> None:
    """Give a worker the first number that is free, or that of the worker which it replaces."""
    taken = Counter(each.number for each in server.WORKERS.values())
    worker.number = min(range(worker.cfg.workers), key=lambda number: taken[number])


def post_worker_init(worker: Any) -> None:
    """Start the background work of the matches."""
    records.settle_in()
    worker.knows = worker.wsgi.extensions["known"].shown_in
    worker.wsgi.extensions["hall"].start(worker.reads_here, worker.number, worker.cfg.workers)
    if worker.cfg.workers > 1 and worker.sockets[0].family != socket.AF_UNIX:
        _listen(worker)


def _listen(worker: Any) -> None:
    """Listen on the port of a worker: only while it can answer, so that a proxy knows."""
    shared = worker.sockets[0]
    host, port, *_ = shared.getsockname()
    place = host, port + 1 + worker.number
    try:
        own = socket.create_server(place, family=shared.family, backlog=worker.cfg.backlog, reuse_port=True)
    except OSError as error:
        worker.log.error("%s:%s: %s; this worker has no port of its own", *place, error.strerror)
    else:
        worker.sockets = [*worker.sockets, own]


def worker_exit(server: Any, worker: Any) -> None:
    """End the streams with the worker, and close the archive, so that its file is complete."""
    with suppress(AttributeError):  # it ended before it had loaded the application
        worker.wsgi.extensions["hall"].close()
        worker.wsgi.extensions["archive"].close()
