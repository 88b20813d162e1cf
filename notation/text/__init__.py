"""SGN as text: reading with error recovery, canonical writing, formatting, and applying fixes.

Reading gives a :class:`Game`: the record as far as it could be read, and the findings about its text. Whether
the record is right is decided by :mod:`notation.judge`.
"""

from typing import TYPE_CHECKING

from notation.text.blocks import BLOCK as BLOCK
from notation.text.blocks import MOST_OF_GAME as MOST_OF_GAME
from notation.text.blocks import Block as Block
from notation.text.blocks import Heads as Heads
from notation.text.blocks import blocks as blocks
from notation.text.blocks import object_lines as object_lines
from notation.text.source import game_lines as game_lines
from referee.faces import lazy

if TYPE_CHECKING:
    from notation.text.fixes import fixed as fixed
    from notation.text.formatter import CANONICAL as CANONICAL
    from notation.text.formatter import WritingStyle as WritingStyle
    from notation.text.formatter import format_file as format_file
    from notation.text.formatter import gap_behind as gap_behind
    from notation.text.formatter import laid_out as laid_out
    from notation.text.glyphs import GLYPHS as GLYPHS
    from notation.text.letters import ALPHABETS as ALPHABETS
    from notation.text.letters import ENGLISH_RANKS as ENGLISH_RANKS
    from notation.text.letters import Alphabet as Alphabet
    from notation.text.reader import Game as Game
    from notation.text.reader import NamedGame as NamedGame
    from notation.text.reader import read as read
    from notation.text.reader import read_action as read_action
    from notation.text.reader import read_file as read_file
    from notation.text.reader import read_game as read_game
    from notation.text.sections import GameSection as GameSection
    from notation.text.sections import read_sections as read_sections
    from notation.text.source import Source as Source
    from notation.text.source import Start as Start
    from notation.text.source import cut as cut
    from notation.text.writer import LineLayout as LineLayout
    from notation.text.writer import digest as digest
    from notation.text.writer import in_letters as in_letters
    from notation.text.writer import outcome_words as outcome_words
    from notation.text.writer import ply_word as ply_word
    from notation.text.writer import write as write
else:
    __getattr__, __dir__, __all__ = lazy(
        __name__,
        fixes="fixed",
        formatter="CANONICAL WritingStyle format_file gap_behind laid_out",
        glyphs="GLYPHS",
        letters="ALPHABETS Alphabet ENGLISH_RANKS",
        reader="Game NamedGame read read_action read_file read_game",
        sections="GameSection read_sections",
        source="Source Start cut",
        writer="LineLayout digest in_letters outcome_words ply_word write",
    )
    __all__ += ["BLOCK", "MOST_OF_GAME", "Block", "Heads", "blocks", "game_lines", "object_lines"]
