"""Finds what a comment or remark has swallowed: its closing brace is missing, or `;` separates cards."""

import re
from typing import Final

from notation.findings.finding import Phrase

_SWALLOWED: Final = re.compile(
    r"(?:\n[ \t]*(?:(?P<trick>[0-9]{1,2}\.[ \t]+(?:[A-F]:[ \t]*)?(?:[97JQKTA][shdc]|20|40|close|exchange)\b)"
    r"|(?P<deal>deal[ \t]+[0-9]+[ \t]+dealer\b)|(?P<result>=[ \t]*(?:[A-F][ \t]+[0-9]|draw|\*))"
    r"|(?P<hand>[A-F]:[ \t]+(?:[97JQKTA][shdc]|--|##)\b)|(?P<talon>(?:talon|stock):)"
    r"|(?P<tag>\[[A-Za-z]+[ \t]+\")|(?P<ruling>ruling[ \t]+[A-F][ \t]+[0-9])))"
    r"|\A[ \t]*(?P<outcome>=[ \t]*(?:(?:AC|BD|[A-F])[ \t]+[0-9]+|pays(?:[ \t]+-?[0-9]+)+|draw|\*)"
    r"[ \t]+(?:by[ \t]|\(|score[ \t]))"
)
"""A line that does not occur in a comment unless its closing brace is missing."""
_SWALLOWS: Final = {
    "trick": Phrase("a trick"),
    "deal": Phrase("a deal"),
    "result": Phrase("a result"),
    "hand": Phrase("a hand"),
    "talon": Phrase("a talon"),
    "tag": Phrase("a tag"),
    "ruling": Phrase("a ruling"),
    "outcome": Phrase("an outcome"),
}


def swallowed(comment: str) -> Phrase | None:
    """Return the first line of a comment that shows that its closing brace may be missing, or None."""
    found = _SWALLOWED.search(comment)
    return next(what for name, what in _SWALLOWS.items() if found[name]) if found else None


_PLAYED: Final = (
    r"(?:(?:[A-F]:)?\+?(?:10|[97JQKATXOU])[shdclab♠♥♦♣]\ufe0f?|(?:20|40)[shdclab♠♥♦♣]?|close|exchange|out|resign)"
    r"[!?^]*(?![\w.])"
)
_FIRST_PLAYED: Final = re.compile(rf"[ \t;,]*({_PLAYED})")
ONLY_PLAYED: Final = re.compile(rf"(?:[ \t;,]*{_PLAYED})+[ \t;,]*")
"""Text that consists of cards and actions."""


def played_in(remark: str) -> str:
    """Return the card or action with which a remark begins, if there is one.

    >>> played_in("Ad;Kc"), played_in("Ad was better"), played_in("a fine card")
    ('Ad', 'Ad', '')
    """
    found = _FIRST_PLAYED.match(remark)
    return found[1] if found else ""
