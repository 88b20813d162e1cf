"""The command `show`, and the terminal on which it plays: keys read as they are pressed, pictures drawn.

What the command needs is imported when it runs. The terminal is put back however the replay ends.
"""

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Final

import click

from viewer.cli import options
from viewer.cli.files import Files

if TYPE_CHECKING:
    from rich.console import Console

    from notation.rulings.ledger import Account
    from referee import RuleSet
    from viewer.documents.languages import Language
    from viewer.replay.keys import Replay, Showing


@click.command()
@options.file
@options.game
@click.option("--deal", type=click.IntRange(1), metavar="N", help="Start at this deal.")
@click.option(
    "--at", "place", metavar="TRICK", help="Start at the head of a trick, or behind an action of it: 7, 7.2."
)
@options.assumed
@options.imposed
@click.option("--plain", is_flag=True, help="Print every step as text, as without a terminal.")
@click.option(
    "--palette",
    type=click.Choice(["two-colour", "french", "german"]),
    default="two-colour",
    show_default=True,
    help="The colours of the suits; french and german have four.",
)
@options.language
def show(
    file: str,
    game: int | None,
    deal: int | None,
    place: str | None,
    assumed: "RuleSet | None",
    imposed: "RuleSet | None",
    plain: bool,
    palette: str,
    language: "Language",
) -> None:
    """Step through a record: what was done, what lies where, what was found.

    In a terminal the arrow keys lead from step to step, ? tells the others. Elsewhere, and with --plain,
    every step is printed as a line.
    """
    from notation.findings.finding import Phrase
    from notation.rulings.state_at import read_moment
    from viewer.cli.load import accounts
    from viewer.replay.keys import Replay, showings

    at = read_moment(place) if place is not None else None
    if isinstance(at, Phrase):
        raise click.UsageError(language.put(at))
    files = Files()
    told = list(accounts(files, file, game, None, assumed, imposed, as_written=True))
    first = _first(files, file, told, deal)
    if first is None:
        raise SystemExit(2)
    shown = list(showings(told, language))
    step = shown[first].step_at(at) if at else 0
    if isinstance(step, Phrase):
        files.fail(file, language.put(step))
        raise SystemExit(2)
    if plain or not _play(Replay(shown, first, step), language, palette):
        _print(shown[first:], step, language)
    options.leave(files, any(finding.is_error for one in shown for finding in one.findings))


def _first(files: Files, file: str, told: "list[Account]", deal: int | None) -> int | None:
    """Which deal is shown first: of the first game, the one of a number; None where there is none."""
    if not told:
        return None
    game = told[0].judgement.game.number
    deals = sum(one.judgement.game.number == game for one in told)
    if deal is not None and deal > deals:
        files.fail(file, f"game {game} has {deals} deal{'s' if deals != 1 else ''}")
        return None
    return deal - 1 if deal else 0


def _print(shown: "list[Showing]", step: int, language: "Language") -> None:
    """Print deals as text, the first from a step on."""
    from viewer.replay.remarks import lines

    game = None
    for one in shown:
        if game is not one.account.judgement:
            game = one.account.judgement
            click.echo(one.title)
        click.echo()
        for line in lines(one, language, step):
            click.echo(line)
        step = 0


# The terminal.

Reader = Callable[[float], list[str] | None]
"""Waits so many seconds for keys and gives their names; None where no more can come."""
POLL: Final = 0.2
"""Seconds after which it is seen whether the screen has changed its size."""
TERMINATED: Final = 128 + signal.SIGTERM


def _play(replay: "Replay", language: "Language", palette: str) -> bool:
    """Play a replay until it is left; False where there is no terminal for that."""
    from rich.console import Console

    console = Console(highlight=False)
    if not sys.stdout.isatty() or not console.is_terminal or console.is_dumb_terminal:
        return False
    with _keyboard() as read:
        if read is None:
            return False
        with suppress(KeyboardInterrupt), _ending_in_order():
            _loop(replay, console, read, language, palette)
    return True


def _loop(replay: "Replay", console: "Console", read: Reader, language: "Language", palette: str) -> None:
    from rich.console import Group
    from rich.live import Live

    from viewer.replay.terminal import picture

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
def _ending_in_order() -> Iterator[None]:
    """Let a request to end the program end it as an error would, so that the terminal is put back."""

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(TERMINATED)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _keyboard() -> Iterator[Reader | None]:
    """The keyboard, read key by key and without showing what is pressed; None where there is none."""
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
    r"""The names of the keys that a terminal has sent; those that mean nothing are left out.

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
"""The keys by what the terminals send behind the escape and the character after it."""
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
