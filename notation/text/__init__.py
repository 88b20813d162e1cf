"""SGN as text: reading with error recovery, canonical writing, formatting, and fixes put into the text.

What is read is a :class:`Game`: the record as far as it could be read, and the findings about its text.
Whether the record is right is for :mod:`notation.judge`.
"""

from notation.text.fixes import fixed
from notation.text.formatter import format_file, gap_behind, laid_out
from notation.text.reader import Game, read, read_file, read_game
from notation.text.source import Source, cut
from notation.text.writer import digest, outcome_words, ply_word, write

__all__ = [
    "Game",
    "Source",
    "cut",
    "digest",
    "fixed",
    "format_file",
    "gap_behind",
    "laid_out",
    "outcome_words",
    "ply_word",
    "read",
    "read_file",
    "read_game",
    "write",
]
