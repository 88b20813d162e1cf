"""The replay in a terminal: keys, picture and words; it judges nothing."""

from viewer.terminal.keys import Replay, ShownDeal, showings
from viewer.terminal.remarks import lines
from viewer.terminal.screen import play

__all__ = ["Replay", "ShownDeal", "lines", "play", "showings"]
