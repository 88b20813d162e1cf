"""What both typesetting languages need: the colours of the suits, and which columns are wrapped."""

from typing import Final

from viewer.documents.document import DataTable

SUIT_COLOURS: Final = ("#1a1a1a", "#c8102e", "#c8102e", "#1a1a1a")
FOUR_COLOURS: Final = ("#1a1a1a", "#c8102e", "#1456b8", "#15722f")
"""The colours of the suits in their order, as on the cards: two-colour and four-colour."""
ROOMY: Final = 6
"""Columns of a table that fit beside each other."""
NARROW: Final = 9
CLOSE: Final = 6
"""Characters of a cell that is never wrapped, and of one in a table with more columns."""


def wide_columns(table: DataTable) -> list[bool]:
    """Return which columns contain text that may have to be wrapped.

    >>> from viewer.documents.document import Column
    >>> wide_columns(DataTable((Column("Trick", True), Column("Why")), (("1", "because of the rules"),)))
    [False, True]
    """
    longest = [
        max(len(line) for cell in column for line in (*cell.split("\n"), ""))
        for column in zip([each.title for each in table.columns], *table.rows, strict=True)
    ]
    most = NARROW if len(table.columns) <= ROOMY else CLOSE
    return [size > most and not column.number for size, column in zip(longest, table.columns, strict=True)]
