"""Logs of other programs, as written by those programs, and as written by this one."""

from functools import cache
from typing import Final

from notation.formats import FORMATS, Format, convert
from tests.support.corpus import ROOT
from tests.support.fltk import FltkProgram

PRINTED: Final = {
    "boardgame": "boardgame.jsonl",
    "bummerl": "bummerl.txt",
    "painsi": "painsi.txt",
    "vu-verbose": "vu-verbose.txt",
}
"""Output of other programs, by format."""
WRITTEN: Final = {
    "vu-tricks": "schnapsen-a-game-to-seven",
    "vu-moves": "schnapsen-a-game-to-seven",
    "vu-verbose": "schnapsen-a-game-to-seven",
    "bummerl": "schnapsen-a-game-to-seven",
    "painsi": "schnapsen-a-game-to-seven",
    "decorator": "closed-and-won",
    "boardgame": "sixty-six-a-game-to-seven",
    "oneliner": "schnapsen-a-game-to-seven",
    "scg": "taken-up-in-the-middle",
    "tompa": "taken-up-in-the-middle",
}
"""Output of this program, by format, with the sample it is made from."""
TYPED: Final = ROOT / "tests/logs/typed"
"""Logs that were typed by hand, each with its record and the report about it."""
BUMMERL_LOG: Final = (TYPED / "bummerl.txt").read_text("utf-8").removesuffix("\n")
RESULTS: Final = (ROOT / "samples/evening/results.csv").read_bytes()
"""A table of results; nothing surrounds its lines."""
SCG_FILE: Final = (TYPED / "fltk-position.scg").read_text("utf-8")


@cache
def written(name: str) -> bytes:
    """A log in a format, written by this program."""
    data = (ROOT / "samples" / f"{WRITTEN[name]}.sgn").read_bytes()
    return convert(data, FORMATS["sgn"], FORMATS[name]).data


@cache
def clean() -> dict[str, tuple[Format, bytes]]:
    """Logs written by their own programs, by name, each with its format."""
    found = {f"written: {name}": (FORMATS[name], written(name)) for name in WRITTEN}
    for name, file in PRINTED.items():
        found[f"printed: {name}"] = FORMATS[name], (ROOT / "tests/logs" / file).read_bytes()
    stored = (ROOT / "tests/logs/boardgame-stored.json").read_bytes()
    found["stored: boardgame"] = FORMATS["boardgame"], stored
    snapszer = (ROOT / "tests/logs/trickster.jsonl").read_bytes()
    found["trickster: actions"] = FORMATS["actions"], snapszer
    found["fltk"] = FORMATS["fltk"], FltkProgram(5).matches(1)
    found["actions"] = FORMATS["actions"], (TYPED / "actions-d-becker.jsonl").read_bytes()
    return found
