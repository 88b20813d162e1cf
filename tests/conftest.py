"""Every test runs in the same surroundings, whatever starts the tests: a shell, nohup, cron, an editor, CI.

What a program asks its surroundings for (signals, terminal, language, time zone, home) is settled here, once
for the process, before any test is collected; the processes that tests start inherit it.
"""

import gc
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
if "CI" not in os.environ:  # where hypothesis has a profile of its own, which times nothing either
    settings.load_profile("untimed")

pytest_plugins = ("tests.support.databases",)

ASKED: Final = ("CLICOLOR", "FLASK_", "FORCE_COLOR", "GUNICORN_", "LANG", "LC_", "NO_COLOR", "PYTHONHASHSEED")
ASKED_TOO: Final = ("PYTHONDONTWRITEBYTECODE", "PYTHONIOENCODING", "PYTHONUNBUFFERED", "PYTHONUTF8")
ASKED_AS_WELL: Final = ("PYTHONWARNINGS", "TERM", "XDG_")
SERVER: Final = tuple(
    f"SANTASE_{name}"
    for name in (
        *("BIND", "CORS_ORIGINS", "DATABASE", "FRAME_ANCESTORS", "LOG", "METRICS", "PROXIES", "SECURE"),
        *("TRUSTED_HOSTS", "BODY", "HEADER", "LOCK", "PROCESS", "QUERY", "QUESTION", "QUEUE", "SEND"),
        *("SLOW", "THREADS", "WORKERS"),
        *("ADD", "ADDRESS_QUOTA", "KEY_QUOTA", "RATE", "READ_ONLY", "LIVE"),
    )
)
PROXIES: Final = ("ALL_PROXY", "FTP_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "WEB_CONCURRENCY")
"""Variables, or how their names begin, that change what a program does."""
SETTLED: Final = {"COLUMNS": "80", "LANG": "C.UTF-8", "LINES": "24", "TZ": "UTC"}
HOME: Final = pytest.StashKey[tempfile.TemporaryDirectory[str]]()


def stay(number: int, frame: FrameType | None) -> None:
    """Ignore a signal in this process, but not in those that it starts: handlers end with `exec`."""


def pytest_configure(config: pytest.Config) -> None:
    """Settle the surroundings."""
    from tests.support.databases import MEMORY, in_memory  # which pytest has rewritten by now

    for name in list(os.environ):
        if name.upper().startswith((*ASKED, *ASKED_TOO, *ASKED_AS_WELL, *PROXIES, *SERVER)):
            del os.environ[name]
    sys.dont_write_bytecode = False  # otherwise each process that tests start would compile everything again
    if "TMPDIR" not in os.environ and in_memory():  # a database on a disk is waited for at each commit
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
    home = config.stash[HOME] = tempfile.TemporaryDirectory(prefix="home", ignore_cleanup_errors=True)
    os.environ |= SETTLED | {"HOME": home.name}
    time.tzset()
    os.umask(0o022)
    if threading.current_thread() is threading.main_thread():
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        for each in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
            if signal.getsignal(each) == signal.SIG_IGN:
                signal.signal(each, stay)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Take the home away."""
    config.stash[HOME].cleanup()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for garbage seldom, and never among thousands of tests, which stay to the end."""
    gc.disable()
    gc.set_threshold(20_000)
    try:
        yield
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="module")
def few_repairs() -> Iterator[dict[str, int]]:
    """Hardly look for what would make a deal right, which is nine tenths of judging one with an error.

    For modules that say nothing of it; `tests/notation/judge/test_repairs.py` and others do. Gives the usual
    limits.
    """
    from notation.judge import repairs
    from tests.support.sizes import FEW_REPAIRS

    usual = {name: getattr(repairs, name) for name in FEW_REPAIRS}
    with pytest.MonkeyPatch.context() as patch:
        for name, limit in FEW_REPAIRS.items():
            patch.setattr(repairs, name, limit)
        yield usual


@pytest.fixture
def all_repairs(few_repairs: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Search for every repair in one test of a module that uses `few_repairs`."""
    for name, limit in few_repairs.items():
        monkeypatch.setattr(f"notation.judge.repairs.{name}", limit)
