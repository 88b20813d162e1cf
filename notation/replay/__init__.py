"""The replay of a record, step by step: its lines of play with variations, and each state of a deal."""

from notation.replay.continuations import (
    Aftermath,
    DealSoFar,
    aftermath,
    play_so_far,
    without_last,
    written_up_to,
)
from notation.replay.frames import (
    BeforeBreach,
    Frame,
    FrameKind,
    Layout,
    LayoutInParts,
    findings_of,
    frames,
    layout_at_start,
    notes_of,
    trump_of,
    trump_written,
)
from notation.replay.lines import PlacedClaim, PlayedLine, Standing
from notation.replay.steps import ReplayedDeal, Step, replay

__all__ = [
    "Aftermath",
    "BeforeBreach",
    "DealSoFar",
    "Frame",
    "FrameKind",
    "Layout",
    "LayoutInParts",
    "PlacedClaim",
    "PlayedLine",
    "ReplayedDeal",
    "Standing",
    "Step",
    "aftermath",
    "findings_of",
    "frames",
    "layout_at_start",
    "notes_of",
    "play_so_far",
    "replay",
    "trump_of",
    "trump_written",
    "without_last",
    "written_up_to",
]
