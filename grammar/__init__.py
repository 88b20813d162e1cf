"""The one definition of SGN, the notation: its Lark grammar; the specification lies beside it."""

from pathlib import Path
from typing import Final

GRAMMAR: Final = Path(__file__).with_name("sgn.lark").read_text(encoding="utf-8")
"""The text of the grammar, for :class:`lark.Lark` with the start rule ``game``."""

__all__ = ["GRAMMAR"]
