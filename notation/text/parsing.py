"""Parses text with Lark: a game with error recovery, or one action.

Imported on first use, because Lark takes longer to load than many commands take altogether.
"""

from functools import cache
from typing import cast

from lark import Lark
from lark.exceptions import UnexpectedInput

from grammar import tables
from notation.findings.finding import Finding
from notation.record.model import UNNAMED, Ply, Record
from notation.text.builder import BUILDER
from notation.text.recovery import read_on
from notation.text.spellings import Names


def parse_game(
    text: str, written: str = "", names: Names | None = None
) -> tuple[Record | None, list[Finding]]:
    """Return what can be read of a game, and every syntax error in it.

    ``written`` is the text as in the file, if its cards have other letters there; ``names`` are the players,
    if the text is only part of their game.
    """
    try:
        # The transformer turns the parse tree into a record; Lark's types cannot express this.
        return cast(Record, _parser().parse(text, start="game")), []
    except UnexpectedInput as error:
        return read_on(_parser(), error, text, written or text, names or Names(text))


def parse_right(text: str) -> Record | None:
    """Parse a game into a record; None if it has a syntax error."""
    try:
        return cast(Record, _parser().parse(text, start="game"))
    except UnexpectedInput:
        return None


def parse_action(word: str) -> Ply | None:
    """Parse a single action; None if the word is not one."""
    try:
        ply = cast(Ply, _parser().parse(word, start="ply"))
    except UnexpectedInput:
        return None
    return None if ply.notes or ply.action == UNNAMED else ply


@cache
def _parser() -> Lark:
    return tables.parser(BUILDER)
