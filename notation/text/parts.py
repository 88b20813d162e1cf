"""Text rules shared by all ways of reading: blanks, escapes, and the suit of a marriage that names none.

Independent of the grammar and of any parser.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from notation.record.placeholders import UNNAMED, UNRECORDED
from referee import actions
from referee.cards import KING, QUEEN, Card, rank_of, suit_of

if TYPE_CHECKING:
    from notation.record.model import Ply

BLANKS: Final = " \t\r\n"


def escape_value(text: str) -> str:
    r"""Escape a text for use between quotation marks.

    >>> print(escape_value('Ivan "Vanyo"'))
    Ivan \"Vanyo\"
    """
    return text.replace("\\", "\\\\").replace('"', '\\"')


def unescape(text: str, escaped: str) -> str:
    r"""Remove the backslashes before these characters.

    >>> unescape(r"a \" \n", '"')
    'a " \\n'
    """
    if "\\" not in text:
        return text
    out, parts = [], iter(text)
    for character in parts:
        if character == "\\":
            following = next(parts, "")
            character = following if following in escaped else character + following
        out.append(character)
    return "".join(out)


def named(plies: "Iterable[Ply]") -> "tuple[Ply, ...]":
    """Return the actions of a trick, with each unnamed marriage in the suit of the card led after it.

    One written after its card takes the suit of that card; one followed by unread text has no suit.
    """
    plies = tuple(plies)
    found: list[Ply] = []
    lead: Card = UNRECORDED
    for index in range(len(plies) - 1, -1, -1):
        ply = plies[index]
        if ply.plays:
            lead = ply.played
        elif ply.is_torn:
            pass
        elif _is_late(plies[:index], ply):
            ply = replace(ply, action=actions.marriage(suit_of(plies[index - 1].played)))
        elif ply.action == UNNAMED and lead >= 0:
            ply = replace(ply, action=actions.marriage(suit_of(lead)))
        found.append(ply)
    return tuple(reversed(found))


def _is_late(before: "tuple[Ply, ...]", ply: "Ply") -> bool:
    """Return whether an unnamed marriage follows directly after the king or queen it was led with."""
    led = before[-1].action if before else UNRECORDED
    if ply.action != UNNAMED or led < 0 or not actions.is_play(led):
        return False
    return sum(each.plays for each in before) == 1 and rank_of(led) in (QUEEN, KING)
