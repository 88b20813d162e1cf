"""Records as they are being written: one change after the other, and what can come next.

An edit changes one part of a record and leaves everything else as it is. What may be done next is the
referee's to say, through the judgement of what is there; no rule stands here.
"""

from typing import TYPE_CHECKING

from notation.faces import lazy

if TYPE_CHECKING:
    from notation.editing.edits import (
        MOST_EDITS,
        POSITION,
        RESULT,
        TALON,
        AddAction,
        AddVariation,
        Edit,
        EditError,
        NotePlace,
        Remove,
        SetComment,
        SetDeal,
        SetGlyphs,
        SetResult,
        SetTag,
        edited,
        written,
    )
    from notation.editing.options import NextAction, Options, options_at, outcome
else:
    __getattr__, __dir__ = lazy(
        __name__,
        edits=(
            "MOST_EDITS POSITION RESULT TALON AddAction AddVariation Edit EditError NotePlace Remove "
            "SetComment SetDeal SetGlyphs SetResult SetTag edited written"
        ),
        options="NextAction Options options_at outcome",
    )

__all__ = [
    "MOST_EDITS",
    "POSITION",
    "RESULT",
    "TALON",
    "AddAction",
    "AddVariation",
    "Edit",
    "EditError",
    "NextAction",
    "NotePlace",
    "Options",
    "Remove",
    "SetComment",
    "SetDeal",
    "SetGlyphs",
    "SetResult",
    "SetTag",
    "edited",
    "options_at",
    "outcome",
    "written",
]
