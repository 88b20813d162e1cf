"""The glyphs, marks of opinion after an action: which SGN has, and what each of them says.

The six signs have numbers too; the others are those of chess, with whoever acted in the place of White.
"""

from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Choice, Fact, Finding, Phrase
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
"""Every glyph, and what it says."""


def glyph_fault(mark: str, span: Span = NOWHERE) -> Finding | None:
    """What is wrong with a glyph that stands at a place: its number is none of the table.

    >>> glyph_fault("$11").code.id, glyph_fault("$7")
    ('S136', None)
    """
    if mark in GLYPHS:
        return None
    known = Choice(tuple(mark for mark in GLYPHS if mark.startswith("$")))
    facts: dict[str, Fact] = {"word": mark, "known": known}
    return Finding(catalogue.GLYPH, span, facts)
