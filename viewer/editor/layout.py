"""Formatting: the line edits that bring a document into canonical form.

Changes the layout of a record and never its content; line ends are the editor's.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Final

from notation.text import WritingStyle, format_file
from viewer.editor.diagnostics import TextChange
from viewer.editor.places import Extent
from viewer.editor.syntax import GAME_LINE

_STARTS: Final = (GAME_LINE, "deal ")
"""The beginnings of the lines from which a part of a document can be laid out alone."""
MOST_COMPARED: Final = 2000
"""Maximum of lines compared one by one; more are replaced as a whole."""


def edits(text: str) -> list[TextChange]:
    r"""Return the edits that bring a document into canonical form; empty if it has it.

    Records keep the letters in which they write their cards.

    >>> [change.text for change in edits("%SGN 1\n[A   \"x\"]\n[B \"y\"]\n")]
    ['[A "x"]\n']
    """
    end = "\r\n" if "\r\n" in text else "\n"
    lines = _lines(text)
    starts = [0, *accumulate(map(len, lines))]
    old = [line.replace("\r\n", "\n") for line in lines]
    laid_out = format_file(text.encode("utf-8", "surrogatepass"), WritingStyle(keeps_letters=True)).decode(
        "utf-8", "surrogatepass"
    )
    new = [line.replace("\r\n", "\n") for line in _lines(laid_out)]
    return [
        TextChange(Extent(starts[low], starts[high]), "".join(put).replace("\n", end))
        for low, high, put in _differences(old, new)
    ]


def edits_in(text: str, place: Extent) -> list[TextChange]:
    """Return those of the edits that are wholly in an extent."""
    return [each for each in edits(text) if place.start <= each.extent.start and each.extent.end <= place.end]


def edits_of_line(text: str, offset: int) -> list[TextChange]:
    """Return the edits of the line that ends before an offset, if it stays one line.

    Only its deal is looked at, or the head of the game, so that it is done at once in a long record too.
    """
    end = text.rfind("\n", 0, offset) + 1
    line = Extent(text.rfind("\n", 0, max(end - 1, 0)) + 1, end)
    first = max(text.rfind(f"\n{word}", 0, line.end) + 1 for word in _STARTS)
    begun = text.startswith(GAME_LINE, first)
    above = "" if begun else f"{GAME_LINE}\n\n"
    shift = first - len(above)
    return [
        change._replace(extent=Extent(change.extent.start + shift, change.extent.end + shift))
        for change in edits(above + text[first : line.end])
        if (change.extent.start + shift, change.extent.end + shift) == line and change.text.count("\n") == 1
    ]


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _differences(old: list[str], new: list[str]) -> Iterator[tuple[int, int, list[str]]]:
    """Return the runs of old lines that are replaced by new ones."""
    before = 0
    while before < min(len(old), len(new)) and old[before] == new[before]:
        before += 1
    behind = 0
    while behind < min(len(old), len(new)) - before and old[-1 - behind] == new[-1 - behind]:
        behind += 1
    first, second = old[before : len(old) - behind], new[before : len(new) - behind]
    if not first and not second:
        return
    if max(len(first), len(second)) > MOST_COMPARED:
        yield before, before + len(first), second
        return
    for tag, low, high, low_new, high_new in SequenceMatcher(None, first, second, False).get_opcodes():
        if tag != "equal":
            yield before + low, before + high, second[low_new:high_new]
