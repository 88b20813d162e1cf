"""Corpora: many games of computer players, and games as rows of tables."""

from notation.corpus.generator import (
    MOST_DEALS,
    GeneratedDeal,
    Trumps,
    deal_text,
    generate,
    shuffled,
    trumps_of,
)
from notation.corpus.rows import Row, Rows, judged_in_full, rows_of, seat_rows_of
from notation.corpus.tables import TABLES, CellKind, TableField, cell

__all__ = [
    "MOST_DEALS",
    "TABLES",
    "CellKind",
    "GeneratedDeal",
    "Row",
    "Rows",
    "TableField",
    "Trumps",
    "cell",
    "deal_text",
    "generate",
    "judged_in_full",
    "rows_of",
    "seat_rows_of",
    "shuffled",
    "trumps_of",
]
