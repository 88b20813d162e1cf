"""Complete and correct records of three players with payments and of four partners."""

from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
THREE: Final = (HERE / "three.sgn").read_text("utf-8")
"""Deal 1 has a marriage in trumps that waits, in deal 2 trumps are named; all payments cancel out."""
FOUR: Final = (HERE / "four.sgn").read_text("utf-8")
"""The partners B and D win the match 7-5; players announce at their own and their partners' leads."""
