"""The replay of a record, step by step: its lines of play with variations, and each state of a deal."""

from notation.replay.continuations import Aftermath as Aftermath
from notation.replay.continuations import DealSoFar as DealSoFar
from notation.replay.continuations import aftermath as aftermath
from notation.replay.continuations import play_so_far as play_so_far
from notation.replay.continuations import without_last as without_last
from notation.replay.continuations import written_up_to as written_up_to
from notation.replay.frames import BeforeBreach as BeforeBreach
from notation.replay.frames import Frame as Frame
from notation.replay.frames import FrameKind as FrameKind
from notation.replay.frames import Layout as Layout
from notation.replay.frames import LayoutInParts as LayoutInParts
from notation.replay.frames import findings_of as findings_of
from notation.replay.frames import frames as frames
from notation.replay.frames import layout_at_start as layout_at_start
from notation.replay.frames import notes_of as notes_of
from notation.replay.frames import trump_of as trump_of
from notation.replay.frames import trump_written as trump_written
from notation.replay.steps import PlacedClaim as PlacedClaim
from notation.replay.steps import PlayedLine as PlayedLine
from notation.replay.steps import ReplayedDeal as ReplayedDeal
from notation.replay.steps import Standing as Standing
from notation.replay.steps import Step as Step
from notation.replay.steps import replay as replay
