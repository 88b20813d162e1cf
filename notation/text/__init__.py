"""SGN as text: reading with error recovery, canonical writing, formatting, and applying fixes.

Reading gives a :class:`Game`: the record as far as it could be read, and the findings about its text. Whether
the record is right is decided by :mod:`notation.judge`.
"""

from typing import TYPE_CHECKING

from notation.faces import lazy
from notation.text.blocks import BLOCK, MOST_OF_GAME, Block, Heads, blocks, object_lines
from notation.text.source import game_lines

if TYPE_CHECKING:
    from notation.text.fixes import fixed
    from notation.text.formatter import CANONICAL, WritingStyle, format_file, gap_behind, laid_out
    from notation.text.glyphs import GLYPHS
    from notation.text.letters import ALPHABETS, ENGLISH_RANKS, Alphabet
    from notation.text.reader import Game, NamedGame, read, read_action, read_file, read_game
    from notation.text.sections import GameSection, read_sections
    from notation.text.source import Source, Start, cut
    from notation.text.writer import LineLayout, digest, in_letters, outcome_words, ply_word, write
else:
    __getattr__, __dir__ = lazy(
        __name__,
        fixes="fixed",
        formatter="CANONICAL WritingStyle format_file gap_behind laid_out",
        glyphs="GLYPHS",
        letters="ALPHABETS ENGLISH_RANKS Alphabet",
        reader="Game NamedGame read read_action read_file read_game",
        sections="GameSection read_sections",
        source="Source Start cut",
        writer="LineLayout digest in_letters outcome_words ply_word write",
    )

__all__ = [
    "ALPHABETS",
    "BLOCK",
    "CANONICAL",
    "ENGLISH_RANKS",
    "GLYPHS",
    "MOST_OF_GAME",
    "Alphabet",
    "Block",
    "Game",
    "GameSection",
    "Heads",
    "LineLayout",
    "NamedGame",
    "Source",
    "Start",
    "WritingStyle",
    "blocks",
    "cut",
    "digest",
    "fixed",
    "format_file",
    "game_lines",
    "gap_behind",
    "in_letters",
    "laid_out",
    "object_lines",
    "outcome_words",
    "ply_word",
    "read",
    "read_action",
    "read_file",
    "read_game",
    "read_sections",
    "write",
]
