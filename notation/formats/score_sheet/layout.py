"""The layout of a score sheet: the tags in two columns, then one row per deal under one header.

The words are English, as in SGN, in every language of the program, because programs also read sheets.
"""

from typing import Final

DEAL: Final = "deal"
"""The first word of the deals' header."""
DEALER, WINNER, GAME_POINTS, REASON = "dealer", "winner", "game points", "by"
CARD_POINTS: Final = ("card points A", "card points B")
SCORES: Final = ("score A", "score B")
CLOSED, ANNOUNCED = "closed by", "announced"
COLUMNS: Final = (DEAL, DEALER, WINNER, GAME_POINTS, REASON, *CARD_POINTS, *SCORES, CLOSED, ANNOUNCED)
"""The columns in the order of writing; they are read in any order."""
DRAW, UNFINISHED = "draw", "*"
"""The word for a deal without a winner."""
SEATS: Final = ("A", "B")


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell in spreadsheets; rows and columns count from 0, up to 26 columns.

    >>> cell_name(11, 2)
    'C12'
    """
    return f"{chr(ord('A') + column)}{row + 1}"
