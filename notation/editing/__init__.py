"""Records as they are being written: one change after the other, and what can come next.

An edit changes one part of a record and leaves everything else as it is. What may be done next is the
referee's to say, through the judgement of what is there; no rule stands here.
"""

from typing import TYPE_CHECKING

from referee.faces import lazy

if TYPE_CHECKING:
    from notation.editing.edits import MOST_EDITS as MOST_EDITS
    from notation.editing.edits import POSITION as POSITION
    from notation.editing.edits import RESULT as RESULT
    from notation.editing.edits import TALON as TALON
    from notation.editing.edits import AddAction as AddAction
    from notation.editing.edits import AddVariation as AddVariation
    from notation.editing.edits import Edit as Edit
    from notation.editing.edits import EditError as EditError
    from notation.editing.edits import NotePlace as NotePlace
    from notation.editing.edits import Remove as Remove
    from notation.editing.edits import SetComment as SetComment
    from notation.editing.edits import SetDeal as SetDeal
    from notation.editing.edits import SetGlyphs as SetGlyphs
    from notation.editing.edits import SetResult as SetResult
    from notation.editing.edits import SetTag as SetTag
    from notation.editing.edits import edited as edited
    from notation.editing.edits import written as written
    from notation.editing.options import NextAction as NextAction
    from notation.editing.options import Options as Options
    from notation.editing.options import options_at as options_at
    from notation.editing.options import outcome as outcome
else:
    __getattr__, __dir__, __all__ = lazy(
        __name__,
        edits=(
            "MOST_EDITS POSITION RESULT TALON AddAction AddVariation Edit EditError NotePlace Remove "
            "SetComment SetDeal SetGlyphs SetResult SetTag edited written"
        ),
        options="NextAction Options options_at outcome",
    )
