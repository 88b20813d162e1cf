"""The terminal of a replay: reads single keys and draws pictures.

The terminal is restored however the replay ends.
"""

import os
import re
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from rich.console import Console, Group
from rich.live import Live

from viewer.documents.languages import Language
from viewer.terminal.keys import Replay
from viewer.terminal.picture import picture

Reader = Callable[[float], list[str] | None]
"""Waits some seconds for keys and returns their names; None at the end of input."""
POLL: Final = 0.2
"""Interval of checking the size of the screen, in seconds."""
_SENT: Final = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])?|.", re.DOTALL)
_UNFINISHED: Final = re.compile(rb"\x1b(?:\[[0-9;]*|O)?$")
_NAMED: Final = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "1;2C": "shift right",
    "1;2D": "shift left",
    "H": "home",
    "1~": "home",
    "7~": "home",
    "F": "end",
    "4~": "end",
    "8~": "end",
    "5~": "page up",
    "6~": "page down",
}
"""The keys by the sequences that terminals send after the escape and the character after it."""
_ON_WINDOWS: Final = {
    "H": "up",
    "P": "down",
    "M": "right",
    "K": "left",
    "G": "home",
    "O": "end",
    "I": "page up",
    "Q": "page down",
}


def play(replay: Replay, language: Language, palette: str) -> bool:
    """Run a replay until it is left; return False if there is no suitable terminal."""
    console = Console(highlight=False)
    if not sys.stdout.isatty() or not console.is_terminal or console.is_dumb_terminal:
        return False
    with _keyboard() as read:
        if read is None:
            return False
        with suppress(KeyboardInterrupt):
            _loop(replay, console, read, language, palette)
    return True


def _loop(replay: Replay, console: Console, read: Reader, language: Language, palette: str) -> None:
    with Live(console=console, screen=True, auto_refresh=False) as live:
        drawn: object = None
        began = time.monotonic()
        while not replay.over:
            state = replay.state, console.size
            if state != drawn:
                live.update(Group(*picture(replay, console, language, palette)), refresh=True)
                drawn = state
            wait = began + replay.pause - time.monotonic() if replay.playing else POLL
            pressed = read(min(max(wait, 0), POLL))
            if pressed is None:
                return
            was_playing = replay.playing
            for key in pressed:
                replay.press(key)
            now = time.monotonic()
            if not was_playing:
                began = now
            elif replay.playing and now >= began + replay.pause:
                replay.tick()
                began = now


@contextmanager
def _keyboard() -> Iterator[Reader | None]:
    """Read the keyboard key by key, without echo; None if there is none."""
    if sys.platform == "win32":
        yield _pressed_on_windows if sys.stdin.isatty() else None
        return
    import termios
    import tty

    try:
        handle = os.dup(sys.stdin.fileno()) if sys.stdin.isatty() else os.open("/dev/tty", os.O_RDWR)
        before = termios.tcgetattr(handle)
    except (OSError, termios.error):
        yield None
        return
    try:
        tty.setcbreak(handle)
        mode = termios.tcgetattr(handle)
        mode[6][termios.VSUSP] = b"\0"  # a stopped replay would leave the shell a terminal without echo
        termios.tcsetattr(handle, termios.TCSADRAIN, mode)
        yield lambda seconds: _pressed(handle, seconds)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)
        os.close(handle)


def _pressed(handle: int, seconds: float) -> list[str] | None:
    if not select.select([handle], [], [], seconds)[0]:
        return []
    data = os.read(handle, 1024)
    while _UNFINISHED.search(data) and select.select([handle], [], [], 0.05)[0]:
        more = os.read(handle, 1024)
        if not more:
            break
        data += more
    return named(data) if data else None


def _pressed_on_windows(seconds: float) -> list[str]:
    if sys.platform != "win32":
        return []
    import msvcrt

    end = time.monotonic() + seconds
    while not msvcrt.kbhit():
        if time.monotonic() >= end:
            return []
        time.sleep(0.01)
    key = msvcrt.getwch()
    if key in "\x00\xe0":
        return [_ON_WINDOWS.get(msvcrt.getwch(), "")]
    if key == "\x03":
        raise KeyboardInterrupt
    return [key]


def named(data: bytes) -> list[str]:
    r"""Return the names of the keys that a terminal has sent; unknown ones are left out.

    >>> named(b"\x1b[C\x1bOD\x1b[5~\x1b[1;2Cx\x1b[24~ ")
    ['right', 'left', 'page up', 'shift right', 'x', ' ']
    """
    found = []
    for sequence in _SENT.findall(data.decode("utf-8", "replace")):
        if sequence[0] != "\x1b":
            found.append(sequence)
        elif len(sequence) > 1:
            found.append(_NAMED.get(sequence[2:], ""))
    return [name for name in found if name]
