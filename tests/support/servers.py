"""Servers: an application in this process, and those started as in production, in processes of theirs."""

import os
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlsplit

import pytest
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.support.corpus import ROOT
from tests.support.forked import Forked

ENVIRONMENT: Final = os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)}


class Loopback:
    """An application served on the loopback by threads of this process, while it is entered."""

    def __init__(self, app: Any) -> None:
        asked: list[tuple[str, str, int]] = []
        self.asked = asked
        """The method, the path and the status of every request so far."""

        class LoopbackHandler(WSGIRequestHandler):
            def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
                asked.append((self.command, urlsplit(self.path).path, int(code)))

            def log(self, type: str, message: str, *args: Any) -> None:
                """Log nothing else."""

        self._server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=LoopbackHandler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self.port = self._server.port
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@contextmanager
def started(
    *command: str, said: str, seconds: int = 180, **environment: str
) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Start a server, and stop it properly; gives the address that it prints.

    It is killed after so many seconds.
    """
    with Forked(command, ENVIRONMENT | environment) as process:
        watch = threading.Timer(seconds, process.kill)
        watch.start()
        try:
            assert process.stdout is not None
            heard = []
            for line in process.stdout:
                heard.append(line)
                if found := re.search(said, line):
                    yield found[1], process
                    break
            else:
                pytest.fail("".join(heard))
        finally:
            process.terminate()
            process.communicate()
            watch.cancel()


def ask(address: str, language: str = "en") -> tuple[int, str, "dict[str, str]"]:
    """A server's response: its status, text and headers."""
    request = urllib.request.Request(address, headers={"Accept-Language": language})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode(), dict(error.headers)


SERVICE: Final = (sys.executable, "-m", "gunicorn", "-c", "python:viewer.web.gunicorn_conf")
LISTENS: Final = r"Listening at: (http://127\.0\.0\.1:[0-9]+)"


@contextmanager
def service(
    database: str, seconds: int = 180, /, **environment: str
) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """The service as in production, over an archive."""
    told: Any = {"SANTASE_DATABASE": database, "SANTASE_BIND": "127.0.0.1:0", **environment}
    with started(*SERVICE, said=LISTENS, seconds=seconds, **told) as found:
        yield found


def children(pid: int) -> list[int]:
    """The processes that a process has started, as the workers of a server; one that has ended has none."""
    with suppress(OSError):
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(each) for thread in threads for each in (thread / "children").read_text().split()]
    return []


def free_ports(number: int) -> int:
    """The first of so many ports that are free, one after the other."""
    while True:
        with ExitStack() as stack, suppress(OSError, OverflowError):
            first = stack.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1]
            for more in range(1, number):
                stack.enter_context(socket.create_server(("127.0.0.1", first + more)))
            return int(first)


LIVE_SERVICE: Final = (sys.executable, "-m", "gunicorn", "-c", "python:viewer.web.live.gunicorn_conf")


@contextmanager
def live_service(database: str, **environment: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """The workers of live matches as in production, over an archive; everybody may open matches."""
    told: Any = {"SANTASE_DATABASE": database, "SANTASE_LIVE_BIND": "127.0.0.1:0", "SANTASE_LIVE": "all"}
    with started(*LIVE_SERVICE, said=LISTENS, **(told | environment)) as found:
        yield found
