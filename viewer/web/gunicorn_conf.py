"""The settings of gunicorn for this server: ``gunicorn -c python:viewer.web.gunicorn_conf``.

What an operator chooses stands in the environment, as for the application.
"""

import gc
import os
import shutil
import sys
import tempfile
import threading
from contextlib import suppress
from typing import Any

from viewer.limits import Settings
from viewer.web.metrics import FOLDER

try:
    _settings = Settings.from_environment(os.environ)
except ValueError as error:
    sys.exit(f"santase: {error}")

SWITCH_SECONDS = 0.0005
"""After so long a thread that computes lets another one go on, which answers a probe or takes requests."""
bind = os.environ.get("SANTASE_BIND", "127.0.0.1:8066")
workers = _settings.workers
threads = _settings.threads
worker_class = "viewer.web.workers.Worker"
logger_class = "viewer.web.workers.ServerLog"
wsgi_app = "viewer.web:create_app_from_environment()"
graceful_timeout = 2 * _settings.question_seconds + _settings.send_seconds
"""Running requests end within this time."""
control_socket_disable = True
"""Nobody speaks to it, and its thread must not be there when workers are forked."""

if os.environ.get("SANTASE_LOG", "json") == "json":
    logconfig_dict: dict[str, Any] = {
        "version": 1,
        "formatters": {
            "line": {
                "()": "viewer.web.logs.LineFormatter",
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
    """Make the folder in which the workers keep their figures."""
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="santase-metrics-")


def keep_what_is_loaded() -> None:
    """Never look for garbage among what was loaded: that takes a tenth of a second, and all threads wait."""
    gc.collect()
    gc.freeze()


def post_worker_init(worker: Any) -> None:
    """Let threads take turns more often, and start the process for long questions beside everything else."""
    keep_what_is_loaded()
    sys.setswitchinterval(SWITCH_SECONDS)
    pool = worker.wsgi.extensions["pool"]
    if pool:
        threading.Thread(target=pool.start, name="start", daemon=True).start()


def child_exit(server: Any, worker: Any) -> None:
    """Take what a worker did when it ended out of the figures of what is done now."""
    from prometheus_client import multiprocess  # which looks at the environment when it is loaded

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def worker_exit(server: Any, worker: Any) -> None:
    """End the processes of a worker with it."""
    with suppress(AttributeError):  # it ended before it had an application
        worker.wsgi.extensions["pool"].close()


def on_exit(server: Any) -> None:
    """Take the folder away."""
    shutil.rmtree(os.environ.get(FOLDER, ""), ignore_errors=True)
