"""The boards of a tournament: how each of its matches stands, for its arbiter and for those who watch.

What a reader sees of a board follows from what he may see of its match (:class:`referee.table.TableView`);
those who watch are as late as at the match itself.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from notation.record import seat_letter
from notation.wire import member
from notation.wire.shape import WireSchema
from notation.wire.table import CallSchema, ClockViewSchema, OfferSchema, maker_word
from referee.cards import NOBODY, Seat
from referee.table import MatchEnding, TableView
from viewer.store.journal import ListedMatch

_DIGITS: Final = re.compile("([0-9]+)")


class Board(NamedTuple):
    """A match of a tournament, as a reader sees it."""

    id: str
    round: str
    board: str
    names: Sequence[str]
    view: TableView
    awaited: tuple[Seat, ...]
    since: int
    """In milliseconds since 1970."""
    ended_by: Seat


class BoardSchema(WireSchema):
    """How a match of a tournament stands."""

    match = member.text("id")
    round = member.text(empty="omitted")
    board = member.text(empty="omitted")
    names = member.texts(about="of the players, by seat")
    version = member.count("view.version", "of the table")
    deal = member.count("view.number", "which deal of the match it is; 0 before the first")
    score = member.score("view.score", "game points")
    identified = member.texts(
        lambda board: [seat_letter(seat) for seat in sorted(board.view.seated)],
        "the seats of persons; the others are guests'",
    )
    awaited = member.texts(
        lambda board: [seat_letter(seat) for seat in board.awaited],
        "the seats for which it waits: to act, to answer an offer, or to cut",
    )
    since = member.text(
        lambda board: f"{datetime.fromtimestamp(board.since / 1000, UTC):%FT%T.%f}"[:-3] + "Z",
        "since when it has waited for them",
    )
    clock = member.part(
        ClockViewSchema,
        lambda board: board.view if board.view.left else None,
        "at the moment of the event",
        null=True,
    )
    paused = member.truth("view.paused")
    offer = member.part(OfferSchema, "view.offer", "an offer that waits for the others", null=True)
    calls = member.parts(CallSchema, "view.calls", "of seats for the arbiter")
    ending = member.word(MatchEnding, "view.ending", "how the match ended; null while it goes on", null=True)
    winner = member.side("view.winner", null=True)
    by = member.text(
        lambda board: maker_word(board.ended_by) if board.ended_by != NOBODY else None,
        "who ended it, where that was a decision",
        null=True,
    )


def in_order(matches: Sequence[ListedMatch]) -> list[ListedMatch]:
    """Return the matches of a tournament by round and board, 2 before 10."""

    def place(listed: ListedMatch) -> list[list[str | int]]:
        words = (_DIGITS.split(word) for word in (listed.listing.round, listed.listing.board))
        return [[int(part) if at % 2 else part for at, part in enumerate(word)] for word in words]

    return sorted(matches, key=place)
