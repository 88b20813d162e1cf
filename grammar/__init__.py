"""The one definition of SGN, the notation: its Lark grammar; the specification lies beside it."""

from importlib.resources import files
from typing import Final

GRAMMAR: Final = files(__name__).joinpath("sgn.lark").read_text(encoding="utf-8")
"""The text of the grammar, for :class:`lark.Lark` with the start rule ``game``."""

__all__ = ["GRAMMAR"]
