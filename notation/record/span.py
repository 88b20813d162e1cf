"""Places in the text of a game, as everything that is read and found in it has them."""

from typing import Final, NamedTuple


class Span(NamedTuple):
    """Where something stands in its game: lines and columns from 1, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE: Final = Span(0, 0, 0, 0)


def span_at(text: str, start: int, length: int = 1) -> Span:
    r"""The place of so many characters of one line, by where they start in a text.

    >>> span_at("one\ntwo", 5, 2)
    Span(line=2, column=2, end_line=2, end_column=4)
    """
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    return Span(line, column, line, column + length)
