"""The definition of SGN, the notation: its Lark grammar; the specification is in the same folder."""

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent

GRAMMAR: Final = (_FOLDER / "sgn.lark").read_text(encoding="utf-8")
"""The text of the grammar, for :class:`lark.Lark` with the start rule ``game``."""

WITH_RECOVERY: Final = GRAMMAR + (_FOLDER / "sgn-recovery.lark").read_text(encoding="utf-8")
"""The grammar with the additional rules for error recovery."""
