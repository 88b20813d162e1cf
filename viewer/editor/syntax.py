"""What the grammar accepts at the end of a text: the kinds of words, and the open brackets.

Parses for completion only, with the grammar itself; records are parsed by :mod:`notation.text.reader`, and
nothing is corrected here.
"""

import re
from functools import cache
from typing import Final, NamedTuple

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput
from lark.parsers.lalr_interactive_parser import InteractiveParser

from grammar import tables
from notation.record import UNRECORDED, read_card
from notation.record.words import is_card
from referee import Card

GAME_LINE: Final = "%SGN 1"
_DEAL: Final = re.compile(r"^[ \t]*deal(?![0-9A-Za-z_-])", re.MULTILINE)
_IN_A_TRICK: Final = frozenset({"EXCHANGE", "CARD", "MARRIAGE", "CLOSE", "OUT", "RESIGN"})
LOST: Final = _IN_A_TRICK | {"TRICK", "EQUALS", "DEAL"}
"""The kinds that may be meant where an error hides what is open."""


class Ending(NamedTuple):
    """The state of the parser at the end of a text.

    ``kinds`` are the terminals that can follow, ``last`` that of the last word, ``depth`` the number of open
    variations. ``shut`` means that the text ends inside a comment, a remark or a value. ``start`` is the
    offset of the deal that was parsed separately, or 0.
    """

    kinds: frozenset[str]
    last: str = ""
    depth: int = 0
    shut: bool = False
    start: int = 0

    @property
    def acts(self) -> bool:
        """Whether an action can follow."""
        return "EXCHANGE" in self.kinds


def ending(text: str) -> Ending:
    r"""Return the state at the end of a game's text; only its last deal is parsed, if possible.

    >>> found = ending("%SGN 1\ndeal 1 dealer ")
    >>> sorted(found.kinds), found.last
    (['SEAT'], '_DEALER')
    >>> ending("%SGN 1\n{ not closed").shut
    True
    """
    heads = list(_DEAL.finditer(text))
    if heads:
        found = _ending(f"{GAME_LINE}\n{text[heads[-1].start() :]}")
        if found is not None:
            return found._replace(start=heads[-1].start())
    return _ending(text) or Ending(LOST if heads else frozenset())


def _ending(text: str) -> Ending | None:
    cursor: InteractiveParser = _parser().parse_interactive(text, start="game")
    last: Token | None = None
    try:
        for token in cursor.iter_parse():
            last = token
    except UnexpectedCharacters as error:
        rest = text[error.pos_in_stream :]
        return Ending(frozenset(), shut=True) if _stays_open(rest) else None
    except UnexpectedInput:
        return None
    values = [value.type for value in cursor.parser_state.value_stack if isinstance(value, Token)]
    shut = last is not None and last.type in ("REMARK", "LINE_REMARK") and last.end_pos == len(text)
    return Ending(
        frozenset({"CARD" if name == "TURNED" else name for name in cursor.accepts()} - {"UNREAD"}),
        last.type if last else "",
        values.count("LPAR") - values.count("RPAR"),
        shut,
    )


def _stays_open(rest: str) -> bool:
    """Return whether a text starts with an unclosed comment, annotation or value."""
    if rest.startswith("{"):
        return re.fullmatch(r"\{(?:[^\\}]|\\[\s\S])*+\\?", rest) is not None
    return re.fullmatch(r'(?:@[A-Za-z0-9-]*+(?:\([^()\n]*+)?)|"(?:[^"\\\n]|\\.)*+\\?', rest) is not None


def card_of(word: str) -> Card:
    """Return the card that a word of a hand names; no card if it is not known, or half known.

    >>> card_of("Ks%") == card_of("K♠"), card_of("-h") == card_of("Ks|Td") == card_of("--")
    (True, True)
    """
    known = word.removesuffix("%")
    return read_card(known) if is_card(known) else UNRECORDED


def cards_in(text: str) -> list[re.Match[str]]:
    """Return the cards of a hand or talon, known or not.

    >>> [found[0] for found in cards_in("A: 10h K♠ -- -h Ks|Qs 9d%")]
    ['10h', 'K♠', '--', '-h', 'Ks|Qs', '9d%']
    """
    return list(_card().finditer(text))


@cache
def _card() -> re.Pattern[str]:
    names = ("HALF", "UNSURE", "CARD", "UNKNOWN")
    kinds = [_parser().get_terminal(name).pattern.to_regexp() for name in names]
    return re.compile("|".join(kinds))


@cache
def _parser() -> Lark:
    return tables.parser()
