"""A record: what was written down of a game, and the words that it is written in.

The model (games, deals, tricks, actions, notes, each with its place in the text) and the words of SGN for
cards, suits, seats and actions. Nothing here reads, judges or changes a record.
"""

from typing import TYPE_CHECKING

from notation.faces import lazy

if TYPE_CHECKING:
    from notation.record.model import (
        NO_SUIT,
        NOBODY,
        Annotation,
        Award,
        Checkpoint,
        Closed,
        Comment,
        DealRecord,
        Glyph,
        Holding,
        Note,
        Outcome,
        Ply,
        Position,
        Record,
        Remark,
        Tag,
        Trick,
        Unread,
        Variation,
        Withdrawn,
    )
    from notation.record.path import Path
    from notation.record.placeholders import (
        HIDDEN,
        UNNAMED,
        UNNUMBERED,
        UNREAD_WINNER,
        UNREADABLE,
        UNRECORDED,
    )
    from notation.record.span import NOWHERE, Span
    from notation.record.tags import KNOWN_TAGS, MATCH, OF_SEATS, SERIES, SERIES_SCORE, TAG_ORDER
    from notation.record.traversal import RecordNode, walk
    from notation.record.words import (
        PAIR_LETTERS,
        SEAT_LETTERS,
        SUIT_NAMES,
        SUIT_SYMBOLS,
        action_word,
        by_seat,
        card_word,
        in_order,
        read_card,
        read_seat,
        score_words,
        seat_letter,
        seat_or_none,
    )
else:
    __getattr__, __dir__ = lazy(
        __name__,
        model=(
            "NOBODY NO_SUIT Annotation Award Checkpoint Closed Comment DealRecord Glyph Holding Note Outcome "
            "Ply Position Record Remark Tag Trick Unread Variation Withdrawn"
        ),
        path="Path",
        placeholders="HIDDEN UNNAMED UNNUMBERED UNREADABLE UNREAD_WINNER UNRECORDED",
        span="NOWHERE Span",
        tags="KNOWN_TAGS MATCH OF_SEATS SERIES SERIES_SCORE TAG_ORDER",
        traversal="RecordNode walk",
        words=(
            "PAIR_LETTERS SEAT_LETTERS SUIT_NAMES SUIT_SYMBOLS action_word by_seat card_word in_order "
            "read_card read_seat score_words seat_letter seat_or_none"
        ),
    )

__all__ = [
    "HIDDEN",
    "KNOWN_TAGS",
    "MATCH",
    "NOBODY",
    "NOWHERE",
    "NO_SUIT",
    "OF_SEATS",
    "PAIR_LETTERS",
    "SEAT_LETTERS",
    "SERIES",
    "SERIES_SCORE",
    "SUIT_NAMES",
    "SUIT_SYMBOLS",
    "TAG_ORDER",
    "UNNAMED",
    "UNNUMBERED",
    "UNREADABLE",
    "UNREAD_WINNER",
    "UNRECORDED",
    "Annotation",
    "Award",
    "Checkpoint",
    "Closed",
    "Comment",
    "DealRecord",
    "Glyph",
    "Holding",
    "Note",
    "Outcome",
    "Path",
    "Ply",
    "Position",
    "Record",
    "RecordNode",
    "Remark",
    "Span",
    "Tag",
    "Trick",
    "Unread",
    "Variation",
    "Withdrawn",
    "action_word",
    "by_seat",
    "card_word",
    "in_order",
    "read_card",
    "read_seat",
    "score_words",
    "seat_letter",
    "seat_or_none",
    "walk",
]
