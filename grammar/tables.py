"""The parser of the notation, from tables that were saved when the package was built, else built now.

The tables are Lark's, as JSON: data that runs nothing, whoever wrote it. They are read from the package
alone; they fit one text of the grammar and one version of Lark, and are ignored where they do not fit. Only
:func:`save`, which the build calls, writes a file.
"""

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import lark
from lark import Lark, Transformer
from lark.grammar import Rule
from lark.lexer import TerminalDef

from grammar import WITH_RECOVERY

FILE: Final = Path(__file__).with_name("tables.json")
_OPTIONS: Final[dict[str, Any]] = {"start": ["game", "ply"], "parser": "lalr"}


def parser(builder: Transformer[Any, Any] | None = None, file: Path = FILE) -> Lark:
    """A parser that starts at ``game`` or ``ply`` and calls a transformer, where there is one."""
    return loaded(builder, file) or built(builder)


def built(builder: Transformer[Any, Any] | None = None) -> Lark:
    """The same, from the grammar."""
    return Lark(WITH_RECOVERY, transformer=builder, **_OPTIONS)


def loaded(builder: Transformer[Any, Any] | None = None, file: Path = FILE) -> Lark | None:
    """The same, from a file of tables; None where there is none that fits."""
    try:
        key, data, memo = json.loads(file.read_bytes(), object_hook=_with_numbers)
    except (OSError, ValueError):
        return None
    # What Lark's stand-alone parsers are made with: `Lark.load` reads pickles only, and takes no transformer.
    return Lark._load_from_dict(data, memo, transformer=builder) if key == _key() else None


def save(file: Path = FILE) -> None:
    """Write the tables of the grammar, whole or not at all; raises OSError where that is not possible."""
    data, memo = built().memo_serialize([TerminalDef, Rule])
    new = file.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps([_key(), data, memo], separators=(",", ":")), "utf-8")
    new.replace(file)


def _key() -> str:
    """What tables must be made from to fit."""
    return sha256(f"{lark.__version__} {_OPTIONS} {WITH_RECOVERY}".encode()).hexdigest()


def _with_numbers(items: dict[str, Any]) -> dict[Any, Any]:
    """Keys that are numbers, which JSON makes words, as numbers again."""
    return {int(key) if key.isdecimal() else key: value for key, value in items.items()}
