"""The orders of lists, and cursors to continue them.

A cursor encodes a place in a list; it is opaque to clients, and validated when it comes back. A list that
continues from a place leaves nothing out and repeats nothing, whatever is added meanwhile.
"""

import base64
import binascii
import json
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from notation.findings import Phrase
from viewer.limits import SEARCH_CHARACTERS, SEARCH_WORDS
from viewer.store.summaries import is_keepable
from viewer.store.tables import LISTINGS


class SearchError(ValueError):
    """A search is invalid; ``name`` is the parameter, ``phrase`` the reason."""

    def __init__(self, name: str, phrase: Phrase) -> None:
        super().__init__(f"{name}: {phrase}")
        self.name = name
        self.phrase = phrase


def check_length(name: str, text: str) -> None:
    """Raise SearchError for a parameter with too much text."""
    if len(text) > SEARCH_CHARACTERS:
        facts = {"number": SEARCH_CHARACTERS}
        raise SearchError(name, Phrase("at most {number} characters can be searched for", facts))


def check_words(name: str, words: Sequence[object]) -> None:
    """Raise SearchError for a parameter with no words, or too many."""
    if not words:
        raise SearchError(name, Phrase("words need letters or digits, and there are none"))
    if len(words) > SEARCH_WORDS:
        facts = {"number": SEARCH_WORDS}
        raise SearchError(name, Phrase("at most {number} words can be searched for", facts))


class Order(Enum):
    """The order of listed records; ties are in the order of adding."""

    ADDED = "added"
    """Added last, first."""
    OLDEST = "oldest"
    """Added first, first."""
    DATE = "date"
    """Played last, first; those without a date at the end."""
    EVENT = "event"
    """By the event, from A."""
    PLAYER = "player"
    """By the first player who is named, from A."""
    RULES = "rules"
    """By the rules, from A."""
    ERRORS = "errors"
    """Most errors first."""


class Sorting(NamedTuple):
    """The sort key of an order: a column with the number of the record, or that alone; and the index."""

    column: sa.ColumnElement[Any] | None
    walked: str
    falls: bool

    @property
    def columns(self) -> tuple[sa.ColumnElement[Any], ...]:
        """The columns of the sort key."""
        return (LISTINGS.c.record,) if self.column is None else (self.column, LISTINGS.c.record)


SORTINGS: Final = {
    Order.ADDED: Sorting(None, "", falls=True),
    Order.OLDEST: Sorting(None, "", falls=False),
    Order.DATE: Sorting(LISTINGS.c.date_first, "listings_by_date", falls=True),
    Order.EVENT: Sorting(LISTINGS.c.event_key, "listings_by_event", falls=False),
    Order.PLAYER: Sorting(LISTINGS.c.player_key, "listings_by_player", falls=False),
    Order.RULES: Sorting(LISTINGS.c.rules, "listings_by_rules", falls=False),
    Order.ERRORS: Sorting(LISTINGS.c.errors, "listings_by_errors", falls=True),
}

Place = tuple[Any, ...]
"""The values of the sort columns of one record."""
MOST: Final = (1 << 63) - 1
"""The greatest integer of both databases."""
_KINDS: Final[dict[Order, tuple[type, ...]]] = {
    Order.ADDED: (int,),
    Order.OLDEST: (int,),
    Order.ERRORS: (int, int),
}
"""The types of the places of an order; all others are a text and a number."""


def cursor_of(order: Order, place: Place) -> str:
    """Return the cursor of a place.

    >>> read_cursor(cursor_of(Order.EVENT, ("club", 7)), Order.EVENT)
    ('club', 7)
    """
    said = json.dumps([order.value, *place], separators=(",", ":"), ensure_ascii=False)
    return base64.urlsafe_b64encode(said.encode()).decode().rstrip("=")


def read_cursor(cursor: str, order: Order) -> Place:
    """Return the place of a cursor; raise SearchError if it is not one of this order."""
    try:
        said = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        said = None
    wanted = (str, *_KINDS.get(order, (str, int)))
    if (
        not isinstance(said, list)
        or tuple(map(type, said)) != wanted
        or said[0] != order.value
        or any(not 0 <= each <= MOST if isinstance(each, int) else not is_keepable(each) for each in said)
    ):
        raise SearchError(
            "cursor",
            Phrase("this cursor does not belong to a list in this order: please start at the beginning"),
        )
    return tuple(said[1:])
