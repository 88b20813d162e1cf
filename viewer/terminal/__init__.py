"""The replay in a terminal: its keys, its picture, its words; it judges nothing."""

from viewer.terminal.keys import Replay, Showing, showings
from viewer.terminal.remarks import lines
from viewer.terminal.screen import play

__all__ = ["Replay", "Showing", "lines", "play", "showings"]
