"""The replay of a record, step by step: its lines of play with variations, and each state of a deal."""

from typing import TYPE_CHECKING

from referee.faces import lazy

if TYPE_CHECKING:
    from notation.replay.continuations import Aftermath as Aftermath
    from notation.replay.continuations import DealSoFar as DealSoFar
    from notation.replay.continuations import aftermath as aftermath
    from notation.replay.continuations import play_so_far as play_so_far
    from notation.replay.continuations import without_last as without_last
    from notation.replay.continuations import written_up_to as written_up_to
    from notation.replay.frame import BeforeBreach as BeforeBreach
    from notation.replay.frame import Frame as Frame
    from notation.replay.frame import FrameKind as FrameKind
    from notation.replay.frame import Layout as Layout
    from notation.replay.frame import findings_of as findings_of
    from notation.replay.frame import frames as frames
    from notation.replay.frame import layout_at_start as layout_at_start
    from notation.replay.frame import notes_of as notes_of
    from notation.replay.frame import trump_of as trump_of
    from notation.replay.frame import trump_written as trump_written
    from notation.replay.steps import PlacedClaim as PlacedClaim
    from notation.replay.steps import PlayedLine as PlayedLine
    from notation.replay.steps import ReplayedDeal as ReplayedDeal
    from notation.replay.steps import Standing as Standing
else:
    __getattr__, __dir__, __all__ = lazy(
        __name__,
        continuations="Aftermath DealSoFar aftermath play_so_far without_last written_up_to",
        frame="BeforeBreach Frame FrameKind Layout findings_of frames layout_at_start "
        "notes_of trump_of trump_written",
        steps="PlacedClaim PlayedLine ReplayedDeal Standing",
    )
