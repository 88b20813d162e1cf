"""A record: what was written down of a game, and the words that it is written in.

The model (games, deals, tricks, actions, notes, each with its place in the text) and the words of SGN for
cards, suits, seats and actions. Nothing here reads, judges or changes a record.
"""

from typing import TYPE_CHECKING

from referee.faces import lazy

if TYPE_CHECKING:
    from notation.record.model import NO_SUIT as NO_SUIT
    from notation.record.model import NOBODY as NOBODY
    from notation.record.model import Annotation as Annotation
    from notation.record.model import Award as Award
    from notation.record.model import Checkpoint as Checkpoint
    from notation.record.model import Closed as Closed
    from notation.record.model import Comment as Comment
    from notation.record.model import DealRecord as DealRecord
    from notation.record.model import Glyph as Glyph
    from notation.record.model import Holding as Holding
    from notation.record.model import Note as Note
    from notation.record.model import Outcome as Outcome
    from notation.record.model import Ply as Ply
    from notation.record.model import Position as Position
    from notation.record.model import Record as Record
    from notation.record.model import Remark as Remark
    from notation.record.model import Tag as Tag
    from notation.record.model import Trick as Trick
    from notation.record.model import Unread as Unread
    from notation.record.model import Variation as Variation
    from notation.record.model import Withdrawn as Withdrawn
    from notation.record.path import Path as Path
    from notation.record.placeholders import HIDDEN as HIDDEN
    from notation.record.placeholders import UNNAMED as UNNAMED
    from notation.record.placeholders import UNNUMBERED as UNNUMBERED
    from notation.record.placeholders import UNREAD_WINNER as UNREAD_WINNER
    from notation.record.placeholders import UNREADABLE as UNREADABLE
    from notation.record.placeholders import UNRECORDED as UNRECORDED
    from notation.record.span import NOWHERE as NOWHERE
    from notation.record.span import Span as Span
    from notation.record.tags import IDENTIFIED as IDENTIFIED
    from notation.record.tags import KNOWN_TAGS as KNOWN_TAGS
    from notation.record.tags import MATCH as MATCH
    from notation.record.tags import OF_SEATS as OF_SEATS
    from notation.record.tags import SERIES as SERIES
    from notation.record.tags import SERIES_SCORE as SERIES_SCORE
    from notation.record.tags import TAG_ORDER as TAG_ORDER
    from notation.record.traversal import RecordNode as RecordNode
    from notation.record.traversal import walk as walk
    from notation.record.words import PAIR_LETTERS as PAIR_LETTERS
    from notation.record.words import SEAT_LETTERS as SEAT_LETTERS
    from notation.record.words import SUIT_NAMES as SUIT_NAMES
    from notation.record.words import SUIT_SYMBOLS as SUIT_SYMBOLS
    from notation.record.words import action_word as action_word
    from notation.record.words import by_seat as by_seat
    from notation.record.words import card_word as card_word
    from notation.record.words import in_order as in_order
    from notation.record.words import read_card as read_card
    from notation.record.words import read_seat as read_seat
    from notation.record.words import score_words as score_words
    from notation.record.words import seat_letter as seat_letter
    from notation.record.words import seat_or_none as seat_or_none
else:
    __getattr__, __dir__, __all__ = lazy(
        __name__,
        model=(
            "NOBODY NO_SUIT Annotation Award Checkpoint Closed Comment DealRecord Glyph Holding Note Outcome "
            "Ply Position Record Remark Tag Trick Unread Variation Withdrawn"
        ),
        path="Path",
        placeholders="HIDDEN UNNAMED UNNUMBERED UNREADABLE UNREAD_WINNER UNRECORDED",
        span="NOWHERE Span",
        tags="IDENTIFIED KNOWN_TAGS MATCH OF_SEATS SERIES SERIES_SCORE TAG_ORDER",
        traversal="RecordNode walk",
        words=(
            "PAIR_LETTERS SEAT_LETTERS SUIT_NAMES SUIT_SYMBOLS action_word by_seat card_word in_order "
            "read_card read_seat score_words seat_letter seat_or_none"
        ),
    )
