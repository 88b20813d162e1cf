"""What stands where on a score sheet: the tags in two columns, then a row a deal under one head.

The words are English, as in SGN, whatever language the program speaks: a sheet is read by programs, too.
"""

from typing import Final

DEAL: Final = "deal"
"""The word by which the head of the deals is known, in the first column."""
DEALER, WINNER, GAME_POINTS, REASON = "dealer", "winner", "game points", "by"
CARD_POINTS: Final = ("card points A", "card points B")
SCORES: Final = ("score A", "score B")
CLOSED, ANNOUNCED = "closed by", "announced"
COLUMNS: Final = (DEAL, DEALER, WINNER, GAME_POINTS, REASON, *CARD_POINTS, *SCORES, CLOSED, ANNOUNCED)
"""The columns in the order in which they are written; they are read in any."""
DRAW, UNFINISHED = "draw", "*"
"""What stands for a winner where there is none."""
SEATS: Final = ("A", "B")


def cell_name(row: int, column: int) -> str:
    """A cell as spreadsheets name it; rows and columns count from 0, and there are 26 columns.

    >>> cell_name(11, 2)
    'C12'
    """
    return f"{chr(ord('A') + column)}{row + 1}"
