"""The tokens of a game that is not too large and that the scanner knows: where reading and judging start."""

import re
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.record.span import Span
from notation.text.scan import Tokens, one_byte_each, scan
from notation.text.source import Source

MAX_DEALS: Final = 256
"""Deals of a game."""
MAX_TEXT: Final = 1 << 20
"""Characters of a game."""
MAX_WORDS: Final = 1 << 17
"""Words and signs of a game."""
SIGNS: Final = re.compile(r"\w++|[^\w\s]")
"""A word or a sign."""


def scanned(source: Source) -> Tokens | None:
    """The tokens of a game that the scanner knows; None of any other, and where its bytes are at fault."""
    if source.fault or too_large(source.text):
        return None
    return scan(one_byte_each(source.text))


def too_large(text: str) -> Finding | None:
    """What is wrong with a game that is larger than any may be."""
    if len(text) > MAX_TEXT or (len(text) > MAX_WORDS and sum(1 for _ in SIGNS.finditer(text)) > MAX_WORDS):
        return Finding(catalogue.GAME_LARGE, Span(1, 1, 1, 7))
    return None
