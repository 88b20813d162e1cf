"""The settings of gunicorn for this server: ``gunicorn -c python:viewer.web.gunicorn_conf``.

The operator's choices are read from environment variables, as for the application.
"""

import gc
import os
import resource
import shutil
import sys
import tempfile
import threading
from contextlib import suppress
from typing import Any

from viewer.limits import Settings
from viewer.web.server.metrics import FOLDER

try:
    _settings = Settings.from_environment(os.environ)
except ValueError as error:
    sys.exit(f"santase: {error}")

SWITCH_SECONDS = 0.0005
"""Interval after which a computing thread yields to another, which may have a probe to answer."""
bind = os.environ.get("SANTASE_BIND", "127.0.0.1:8066")
workers = _settings.workers
threads = _settings.threads
worker_class = "viewer.web.server.workers.Worker"
logger_class = "viewer.web.server.workers.ServerLog"
wsgi_app = "viewer.web:create_app_from_environment()"
graceful_timeout = 2 * _settings.question_seconds + _settings.send_seconds
"""Deadline for running requests on shutdown, in seconds."""
control_socket_disable = True
"""The control socket is unused, and its thread must not exist when workers are forked."""

if os.environ.get("SANTASE_LOG", "json") == "json":
    logconfig_dict: dict[str, Any] = {
        "version": 1,
        "formatters": {
            "line": {
                "()": "viewer.web.server.logs.LineFormatter",
                "addresses": os.environ.get("SANTASE_LOG_ADDRESSES") == "1",
            }
        },
        "handlers": {
            "line": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}
        },
        "root": {"level": "WARNING", "handlers": ["line"]},
        "loggers": {"gunicorn.error": {"level": "INFO", "handlers": ["line"], "propagate": False}},
    }


def on_starting(server: Any) -> None:
    """Create the directory in which the workers write their metrics."""
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="santase-metrics-")


def settle_in() -> None:
    """Exempt loaded modules from garbage collection, which would stop all threads for a tenth of a second.

    And take a file descriptor for every possible connection.
    """
    gc.collect()
    gc.freeze()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def post_worker_init(worker: Any) -> None:
    """Let threads switch more often, and start the process for long questions in the background."""
    settle_in()
    sys.setswitchinterval(SWITCH_SECONDS)
    pool = worker.wsgi.extensions["pool"]
    if pool:
        threading.Thread(target=pool.start, name="start", daemon=True).start()


def child_exit(server: Any, worker: Any) -> None:
    """Remove the gauges of a worker that ended from the metrics."""
    from prometheus_client import multiprocess  # which reads environment variables on import

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def worker_exit(server: Any, worker: Any) -> None:
    """End the child processes of a worker with it, and close the archive, so that its file is complete."""
    with suppress(AttributeError):  # it ended before it had loaded the application
        worker.wsgi.extensions["pool"].close()
    with suppress(AttributeError):
        worker.wsgi.extensions["archive"].close()


def on_exit(server: Any) -> None:
    """Remove the metrics directory."""
    shutil.rmtree(os.environ.get(FOLDER, ""), ignore_errors=True)
