"""What both languages of typesetting need to know: the colours of the suits, and which columns are broken."""

from typing import Final

from viewer.documents.document import DataTable

SUIT_COLOURS: Final = ("#1a1a1a", "#c8102e", "#c8102e", "#1a1a1a")
FOUR_COLOURS: Final = ("#1a1a1a", "#c8102e", "#1456b8", "#15722f")
"""The colours of the suits in their order, as on the cards: black and red, and one each."""
ROOMY: Final = 6
"""Columns of a table that have room beside each other."""
NARROW: Final = 9
CLOSE: Final = 6
"""Characters of a cell that is never broken, and of one in a table of more columns."""


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
