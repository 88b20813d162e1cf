"""The parser of the notation, loaded from tables saved when the package was built, or built on demand.

The tables are Lark's, as JSON: data that cannot execute anything, whoever wrote it. They are only read from
the package; they match one text of the grammar and one version of Lark, and are ignored otherwise. Only
:func:`save`, which the build calls, writes a file.
"""

import json
import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef
from lark.parsers.lalr_parser_state import ParseConf

from grammar import WITH_RECOVERY

END: Final = "$END"
"""The kind of the token that ends every text."""
FILE: Final = Path(__file__).with_name("tables.json")
_OPTIONS: Final[dict[str, Any]] = {
    "start": ["game", "ply", "opening_ply"],
    "parser": "lalr",
    "keep_all_tokens": True,
}


def parser(file: Path = FILE) -> Lark:
    """Return a parser that starts at ``game``, ``ply`` or ``opening_ply``."""
    return loaded(file) or built()


def built() -> Lark:
    """Build the parser from the grammar."""
    return Lark(WITH_RECOVERY, **_OPTIONS)


def loaded(file: Path = FILE) -> Lark | None:
    """Load the parser from a file of tables; None if there are none that match."""
    try:
        key, data, memo = json.loads(file.read_bytes(), object_hook=_with_numbers)
    except (OSError, ValueError):
        return None
    # How Lark's stand-alone parsers are loaded: `Lark.load` only reads pickles.
    return Lark._load_from_dict(data, memo) if key == _key() else None


def save(file: Path = FILE) -> None:
    """Write the tables of the grammar atomically; raises OSError if that fails."""
    data, memo = built().memo_serialize([TerminalDef, Rule])
    new = file.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps([_key(), data, memo], separators=(",", ":")), "utf-8")
    new.replace(file)


def states_after(rules: ParseConf[int], states: Iterable[int], name: str) -> list[int] | None:
    """Return the states of a parser after a token of this kind, without a tree; None if it is refused.

    >>> begun = parser().parse_interactive("", start="game").parser_state
    >>> [states_after(begun.parse_conf, begun.state_stack, name) is None for name in ("GAME", "DEAL")]
    [False, True]
    """
    after = list(states)
    while action := rules.states[after[-1]].get(name):
        _, then = action
        if not isinstance(then, Rule):
            return [*after, then]
        if then.expansion:
            del after[-len(then.expansion) :]
        after.append(rules.states[after[-1]][then.origin.name][1])
        if name == END and after[-1] == rules.end_state:
            return after
    return None


def _key() -> str:
    """Return what tables must have been made from to match."""
    return sha256(f"{lark.__version__} {_OPTIONS} {WITH_RECOVERY}".encode()).hexdigest()


def _with_numbers(items: dict[str, Any]) -> dict[Any, Any]:
    """Convert keys that JSON turned into strings back to numbers."""
    return {int(key) if key.isdecimal() else key: value for key, value in items.items()}
