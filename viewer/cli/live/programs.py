"""Player programs as processes: events go to their standard input, requests come from their output.

Each line is a JSON object, as over HTTP. Nothing that a program does, or fails to do, stops its caller: a
program that does not read, does not answer, answers nonsense or exits raises :class:`ProgramError`.
"""

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from notation.findings import escape
from notation.wire.shape import load_json
from viewer.session import LONGEST

MOST_UNREAD: Final = 1 << 20
"""Maximum of bytes of events buffered for a program that does not read."""
SHOWN: Final = 60
"""Characters shown of an invalid line."""


class ProgramError(Exception):
    """A program stopped playing; the text says why."""


class Program:
    """A program that plays one seat, from the events of a match to its requests."""

    def __init__(self, command: str, longest: int = LONGEST) -> None:
        """Start it; raise OSError or ValueError on failure; its lines have ``longest`` bytes at most."""
        self._process = subprocess.Popen(  # noqa: S603 - the programs are named by the user
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        assert self._process.stdin and self._process.stdout  # noqa: S101, PT018 - they are pipes
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._longest = longest
        self._sending = threading.Lock()
        self._unsent = b""
        self._unread = b""
        self._lines: deque[bytes] = deque()
        self.ended = False
        """Whether nothing more will come."""

    def tell(self, events: Sequence[dict[str, Any]]) -> None:
        """Send events, as far as the program reads; the rest is sent while waiting for it.

        Another thread may wait meanwhile.
        """
        with self._sending:
            for event in events:
                self._unsent += json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        self._send()

    def next_line(self) -> bytes | None:
        """Return a line that has arrived, if any."""
        return self._lines.popleft() if self._lines else None

    @staticmethod
    def wait(programs: "Sequence[Program]", until: float) -> None:
        """Wait until a program has sent something, or until a time of :func:`time.monotonic`."""
        with selectors.DefaultSelector() as selector:
            for program in programs:
                if not program.ended:
                    selector.register(program._out, selectors.EVENT_READ, program._receive)
                if program._unsent:
                    selector.register(program._in, selectors.EVENT_WRITE, program._send)
            for key, _ in selector.select(max(0.0, until - time.monotonic())):
                key.data()

    def _receive(self) -> None:
        try:
            data = os.read(self._out, LONGEST)
        except BlockingIOError:
            return
        self.ended = not data
        *lines, self._unread = (self._unread + data).split(b"\n")
        self._lines += [line for line in lines if line.strip()]
        if len(self._unread) > self._longest:
            raise ProgramError(f"wrote a line of more than {self._longest} bytes")

    def end(self) -> None:
        """Let the program exit, or kill it, with all that it has started."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def why_ended(self) -> str:
        """Return how the program ended."""
        try:
            code = self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            return "closed its output"
        return f"ended with status {code}" if code >= 0 else f"was ended by signal {-code}"

    def _send(self) -> None:
        with self._sending:
            try:
                self._unsent = self._unsent[os.write(self._in, self._unsent) :] if self._unsent else b""
            except BlockingIOError:
                if len(self._unsent) > MOST_UNREAD:
                    raise ProgramError("does not read what it is sent") from None
            except BrokenPipeError:  # whether it has ended shows where it is read
                self._unsent = b""


def load(line: bytes) -> dict[str, Any]:
    """Parse the request in a line; raise ProgramError for an invalid one."""
    try:
        found = load_json(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        said = escape(line.decode("utf-8", "replace"))
        raise ProgramError(f"wrote what is not a JSON object: {said[:SHOWN]}")
    return found


def fault_of(command: str) -> str | None:
    """Return why a command cannot be run; None if its program exists."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        return f"{command!r}: {error}"
    if not words:
        return "a command without words"
    return None if shutil.which(words[0]) else f"there is no program {words[0]!r}, and no player of this name"
