"""Programs in Python that begin where everything is loaded: a process that has loaded it is forked for each.

Loading the service takes a second of a core in each of its processes, of which tests start a hundred. What
tells how long a start takes, or what is loaded, is started as usual.
"""

import atexit
import gc
import io
import os
import pickle
import runpy
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fcntl import F_DUPFD, fcntl
from functools import cache
from importlib import import_module
from multiprocessing import util
from pathlib import Path
from select import select
from typing import Any, Final

LOADED: Final = (
    *("gunicorn.app.wsgiapp", "psycopg", "sqlalchemy.dialects.postgresql", "sqlalchemy.dialects.sqlite"),
    *("viewer.web.live.app", "viewer.web.server.workers"),
)
STATUS: Final = struct.Struct("i")
ABOVE: Final = 1 << 9
"""No file of a program that is started has a number from here on."""


class Forked(subprocess.Popen[str]):
    """A process of Python with `-c` or `-m`, in this folder; it writes to a file, or to `stdout`."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        file: int = -1,
        start_new_session: bool = False,
    ) -> None:
        self.args, self.returncode, self.stdin, self.stderr = command, None, None, None
        self._input, self._communication_started, self.text_mode = None, False, True
        heard, says = (-1, os.dup(file)) if file >= 0 else os.pipe()
        self._asked = _ask(_loaded(), command[1:], environment, {1: says, 2: says}, start_new_session)
        os.close(says)
        self.stdout = os.fdopen(heard, encoding="utf-8") if heard >= 0 else None
        self.pid = _told(self._asked)
        self._child_created = True

    def _wait(self, timeout: float | None) -> int:
        if self.returncode is None and not select([self._asked], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        self._internal_poll()
        return self.returncode

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        if self.returncode is None and select([self._asked], [], [], 0)[0]:
            self.returncode = os.waitstatus_to_exitcode(_told(self._asked))
            self._asked.close()
        return self.returncode


@cache
def _loaded() -> str:
    """Where a process is asked that has loaded everything, and ends with this one."""
    folder = tempfile.TemporaryDirectory(prefix="forked")
    place = f"{folder.name}/socket"
    command = [sys.executable, "-c", f"from {__name__} import begin; begin({place!r})"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout
    assert process.stdout.readline() == b"\n"

    @atexit.register
    def end() -> None:
        process.communicate()
        folder.cleanup()

    return place


def _ask(
    place: str, words: Sequence[str], environment: Mapping[str, str], files: Mapping[int, int], apart: bool
) -> socket.socket:
    """Request a process with these file descriptors; its id and then its status can be received."""
    asked = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    asked.connect(place)
    request = words, dict(environment), str(Path.cwd()), list(files), apart
    socket.send_fds(asked, [pickle.dumps(request)], list(files.values()))
    return asked


def _told(asked: socket.socket) -> int:
    [number] = STATUS.unpack(asked.recv(STATUS.size))
    return int(number)


def begin(place: str) -> None:
    """Fork this process for every program that is asked for; in the process of one, run it."""
    for module in LOADED:
        import_module(module)
    gc.collect()
    gc.freeze()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(place)
    listener.listen()
    print(flush=True)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        if select([sys.stdin, listener], [], [])[0][0] is sys.stdin:
            os._exit(0)
        asked, _ = listener.accept()
        if not os.fork():
            break
        asked.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    request, received, _, _ = socket.recv_fds(asked, 1 << 20, 8)
    if process := os.fork():
        for file in {0, 1, 2, listener.fileno(), *received}:
            os.close(file)
        asked.send(STATUS.pack(process))
        asked.send(STATUS.pack(os.waitpid(process, 0)[1]))
        os._exit(0)
    listener.close()
    asked.close()
    words, environment, folder, numbers, apart = pickle.loads(request)
    if apart:
        os.setsid()
    kept = [fcntl(file, F_DUPFD, ABOVE) for file in (os.open(os.devnull, os.O_RDONLY), *received)]
    os.closerange(0, ABOVE)
    for number, file in zip([0, *numbers], kept, strict=True):
        os.dup2(file, number)
    os.closerange(ABOVE, 2 * ABOVE)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    _run(place, *words)


def _run(place: str, how: str, what: str, *words: str) -> None:
    for name, file in (("stdout", 1), ("stderr", 2)):
        setattr(sys, name, io.TextIOWrapper(io.FileIO(file, "w", closefd=False), write_through=True))
    spawn: Any = util.spawnv_passfds

    def start(path: str, command: Sequence[str], files: Sequence[int]) -> int:
        """Have what forks the processes for long questions forked, too, with a child here that ends with it.

        It is not forked from here, where the archive is open: its locks would seem to be held there.
        """
        if "forkserver" not in command[-1]:
            return int(spawn(path, command, files))
        asked = _ask(place, command[-2:], os.environ, {file: file for file in (1, 2, *files)}, apart=False)
        _told(asked)
        if child := os.fork():
            asked.close()
            return child
        file = fcntl(asked.fileno(), F_DUPFD, ABOVE)
        os.closerange(0, ABOVE)
        os.read(file, STATUS.size)
        os._exit(0)

    util.spawnv_passfds = start  # type: ignore[assignment]
    sys.argv = [how, *words]
    if how == "-m":
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    else:
        exec(what, {"__name__": "__main__"})


def on_a_terminal(command: Sequence[str], environment: Mapping[str, str]) -> str:
    """What a program prints where it finds a terminal."""
    ours, theirs = os.openpty()
    with Forked(command, environment, theirs) as process:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # the other end is closed
            while part := os.read(ours, 4096):
                shown += part
        process.wait()
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")
