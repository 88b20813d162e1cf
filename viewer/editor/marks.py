"""Semantic tokens: the kinds of words of a document, for editors that colour by them.

Looks at the text alone, so that every word has its colour while another is being typed; it judges nothing.
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from viewer.editor.places import EditorPage, Extent
from viewer.editor.review import Review, ReviewedSection

KINDS: Final = (
    *("keyword", "property", "string", "number", "enumMember", "function", "comment", "operator"),
    "decorator",
)
"""What words can be; a token has the index of its kind."""
_WORDS: Final = re.compile(
    r"""
    (?P<comment>\{(?:[^\\}]|\\[\s\S])*+\}?|(?<!\S);[ \t][^\n]*)
    |(?P<keyword>^\ufeff?%SGN[^\n]*|(?<![\w-])(?:deal|dealer|position|lead|tricks|pending|closed|trump|by|score
        |pays|draw|ruling|won|played|dealt|talon|stock|widow)(?![\w-]))
    |\[[ \t]*(?P<property>[A-Za-z][\w-]*)(?!\])
    |(?P<string>"(?:[^"\\\n]|\\.)*+"?)
    |(?P<decorator>@[A-Za-z][A-Za-z0-9-]*)
    |(?P<function>(?<![\w~-])~?(?:[24]0(?:[^\W\d_]|[♠♥♦♣])?|exchange|close|out|resign|call|pass|bid
        |double|discard)(?![\w-]))
    |(?P<enumMember>(?<!\w)[+~]?(?:(?:10|9|[^\W\d_])(?:[^\W\d_]|[♠♥♦♣]\ufe0f?)%?|--|\#\#)(?![\w-])
        |(?<![\w-])(?:-(?:[^\W\d_]|[♠♥♦♣]\ufe0f?)|(?:10|9|[^\W\d_])-)(?![\w#-]))
    |(?P<number>(?<![\w-])(?:\d+(?:-\d+)*|\?(?=\.))\.?(?![\w-]))
    |(?P<operator>[!?]{1,2}|\$\d+|^=)
    """,
    re.VERBOSE | re.MULTILINE,
)
_LINE: Final = re.compile(r"[^\r\n]+")


def marks(review: Review, encoding: str, shown: Extent | None = None) -> list[int]:
    """Return the tokens of a document, or of the sections in an extent of it, as the protocol numbers them.

    Each is five numbers: lines and units after the last one, length, kind, and 0.
    """
    found: list[int] = []
    page, line = review.page, 0
    for seen in review.games:
        for section in seen.sections_in(shown) if shown else seen.sections:
            own, last = section.keep("marks", (encoding,), (), partial(_marked, page, section, encoding))
            if own:
                first = page.position(section.start, encoding).line
                found += (first + own[0] - line, *own[1:])
                line = first + last
    return found


def changed(old: list[int], new: list[int]) -> tuple[int, int, list[int]]:
    """Return the one edit by which some tokens become others: where, how many numbers go, and which come.

    >>> changed([0, 1, 2, 3], [0, 1, 7, 8, 3])
    (2, 1, [7, 8])
    """
    start = _same(old, new)
    end = _same(old[start:][::-1], new[start:][::-1])
    return start, len(old) - start - end, new[start : len(new) - end]


def _same(one: list[int], other: list[int]) -> int:
    """Return how many numbers at the beginning are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _marked(page: EditorPage, section: ReviewedSection, encoding: str) -> tuple[list[int], int]:
    """Return the tokens of a section, the first one from its first line, and the line of the last one."""
    numbers: list[int] = []
    first = page.position(section.start, encoding).line
    line = column = 0
    for extent, kind in _pieces(page.text, section):
        start, end = (page.position(offset, encoding) for offset in extent)
        below = start.line - first - line
        beside = start.character - (0 if below else column)
        numbers += below, beside, end.character - start.character, kind, 0
        line, column = start.line - first, start.character
    return numbers, line


def _pieces(text: str, section: ReviewedSection) -> Iterator[tuple[Extent, int]]:
    """Return the words that have a kind; none goes over the end of a line."""
    for found in _WORDS.finditer(text, section.start, section.end):
        name = found.lastgroup or ""
        for piece in _LINE.finditer(text, *found.span(name)):
            yield Extent(*piece.span()), KINDS.index(name)
