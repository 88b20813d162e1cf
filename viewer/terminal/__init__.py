"""The replay in a terminal: keys, picture and words; it judges nothing."""

from viewer.terminal.keys import Replay as Replay
from viewer.terminal.keys import ShownDeal as ShownDeal
from viewer.terminal.keys import showings as showings
from viewer.terminal.remarks import lines as lines
