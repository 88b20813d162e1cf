"""The glyphs, marks of opinion after an action: those of SGN, and their meanings.

The six signs have numbers too; the others are those of chess, with the player of the action in place of
White.
"""

from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Choice, Finding, Phrase
from notation.record.span import NOWHERE, Span

_SIGNS: Final = {
    "!": Phrase("a good move"),
    "?": Phrase("a mistake"),
    "!!": Phrase("a brilliant move"),
    "??": Phrase("a blunder"),
    "!?": Phrase("an interesting move"),
    "?!": Phrase("a doubtful move"),
}
GLYPHS: Final = {
    **_SIGNS,
    **{f"${number}": said for number, said in enumerate(_SIGNS.values(), start=1)},
    "$7": Phrase("the only move"),
    "$8": Phrase("no other move makes sense"),
    "$9": Phrase("the worst move"),
    "$10": Phrase("the deal is even"),
    "$13": Phrase("the deal is unclear"),
    "$14": Phrase("slightly better for whoever acted"),
    "$15": Phrase("slightly better for the other side"),
    "$16": Phrase("clearly better for whoever acted"),
    "$17": Phrase("clearly better for the other side"),
    "$18": Phrase("winning for whoever acted"),
    "$19": Phrase("winning for the other side"),
}
"""Every glyph and its meaning."""


def glyph_fault(mark: str, span: Span = NOWHERE) -> Finding | None:
    """Return the finding about a glyph whose number is not in the table, or None.

    >>> glyph_fault("$11").code.id, glyph_fault("$7")
    ('S136', None)
    """
    if mark in GLYPHS:
        return None
    known = Choice(tuple(mark for mark in GLYPHS if mark.startswith("$")))
    return Finding(catalogue.GLYPH, span, {"word": mark, "known": known})
