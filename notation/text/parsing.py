"""Text through the grammar, with Lark: a game with recovery from its faults, or one action.

Loaded when it is first needed, since Lark takes longer to start than many commands take altogether.
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
    """What can be read of a game, and every fault that the grammar meets in it.

    ``written`` is how the text is in the file, where that has other letters for its cards; ``names`` are
    the players where the text is only a part of their game.
    """
    try:
        # The transformer makes the parse tree a record; Lark's types cannot say so.
        return cast(Record, _parser().parse(text, start="game")), []
    except UnexpectedInput as error:
        return read_on(_parser(), error, text, written or text, names or Names(text))


def parse_right(text: str) -> Record | None:
    """The record that a game is; None where the grammar meets a fault."""
    try:
        return cast(Record, _parser().parse(text, start="game"))
    except UnexpectedInput:
        return None


def parse_action(word: str) -> Ply | None:
    """One action by itself; None where the word is not an action."""
    try:
        ply = cast(Ply, _parser().parse(word, start="ply"))
    except UnexpectedInput:
        return None
    return None if ply.notes or ply.action == UNNAMED else ply


@cache
def _parser() -> Lark:
    return tables.parser(BUILDER)
