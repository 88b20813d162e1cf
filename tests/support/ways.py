"""The ways in which a log is saved, and what then surrounds its lines."""

import codecs
import re
from collections.abc import Callable
from typing import Final

Way = Callable[[bytes], bytes]


def by_line(change: Callable[[str], str]) -> Way:
    """Apply a change to every line of a log."""

    def changed(data: bytes) -> bytes:
        lines = data.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n")
        return "".join(f"{change(line)}\n" for line in lines).encode("utf-8", "surrogateescape")

    return changed


def windows(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\n", "\r\n")


def before(prefix: str) -> Way:
    return by_line(lambda line: prefix + line)


STAMP: Final = "2026-01-02 10:11:12,345"
WAYS: Final[dict[str, Way]] = {
    "line ends of Windows": lambda data: data.replace(b"\n", b"\r\n"),
    "a byte order mark": lambda data: codecs.BOM_UTF8 + data.replace(b"\n", b"\r\n"),
    "UTF-16 of PowerShell 5": lambda data: codecs.BOM_UTF16_LE + windows(data).encode("utf-16-le"),
    "UTF-16, high bytes first": lambda data: codecs.BOM_UTF16_BE + windows(data).encode("utf-16-be"),
    "UTF-16 without a mark": lambda data: windows(data).encode("utf-16-le"),
    "a saved console": before("bundle.js:2 "),
    "a saved console with times": before("10:11:12.345 https://example.org/static/js/main.3f2a.js:2:81234 "),
    "a saved console of Firefox": by_line(lambda line: f"{line} bundle.js:2:1234"),
    "a logger": before(f"{STAMP} INFO "),
    "a logger with its name": before(f"{STAMP} - santase.game - DEBUG - "),
    "a logger in brackets": before("[2026-01-02T10:11:12Z] [main] [INFO] "),
    "a logger without times": before("INFO:root:"),
    "a container": before("game_1  | "),
    "a journal": before("Jan  2 10:11:12 host python[123]: "),
    "a quotation": before("> "),
    "a quotation of a quotation": before("> > "),
    "a quotation of a log": before(f"> {STAMP} INFO "),
    "indentation": before("    "),
    "a tab": before("\t"),
    "a prompt": lambda data: b"$ python play.py\n" + data + b"$ \n",
    "a prompt with its host": lambda data: b"(venv) me@host:~/games$ python play.py\n" + data,
    "a prompt of Windows": lambda data: b"PS C:\\games> python play.py\n" + data + b"\nC:\\games>\n",
    "a fence": lambda data: b"```text\n" + data + b"```\n",
    "a fence in a quotation": lambda data: before("> ")(b"```\n" + data + b"```\n"),
    "trailing blanks": by_line(lambda line: f"{line}  "),
    "emoji": by_line(lambda line: re.sub("([♠♥♦♣])", "\\1\ufe0f", line)),
    "no-break spaces": lambda data: data.replace(b" ", "\u00a0".encode()),
}
"""The ways in which a log is saved."""
