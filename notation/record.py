"""A game as it was written down: what reading makes and writing takes.

Statements only, true or false; nothing here is judged. Places lie beside what they belong to and
do not count when two records are compared.
"""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from referee.actions import Action
from referee.cards import Card

NOBODY: Final = -1
"""No seat was named."""


class Span(NamedTuple):
    """Where something stands in its game: lines and columns from 1, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE: Final = Span(0, 0, 0, 0)


def span_at(text: str, start: int, length: int = 1) -> Span:
    r"""The place of so many characters of one line, by where they start in a text.

    >>> span_at("one\ntwo", 5, 2)
    Span(line=2, column=2, end_line=2, end_column=4)
    """
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    return Span(line, column, line, column + length)


@dataclass(frozen=True, slots=True)
class Comment:
    """Free text; it belongs to what stands before it."""

    text: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Glyph:
    """A mark of opinion behind an action, such as ``!?`` or ``$14``."""

    mark: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Card points stated for a moment of play, by seat."""

    points: tuple[int, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Note = Comment | Glyph | Checkpoint


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag pair, ``[Name "value"]``."""

    name: str
    value: str
    notes: tuple[Note, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ply:
    """One action; ``value`` is the 20 or 40 of a marriage, ``seat`` the actor where one is named."""

    action: Action
    value: int = 0
    seat: int = NOBODY
    notes: tuple[Note, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Trick:
    """A numbered trick with all that is done and said before the next number."""

    number: int
    notes: tuple[Note, ...] = ()
    plies: tuple[Ply, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand or the talon as it is stated, in the order in which it is written."""

    cards: tuple[Card, ...]
    notes: tuple[Note, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The stated result of a deal: ``winner`` is -1 for a draw; an unfinished deal has no more."""

    winner: int = NOBODY
    game_points: int = 0
    finished: bool = True
    reason: str = ""
    card_points: tuple[int, ...] = ()
    score: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal: its number, dealer and turn-up, the cards as dealt, the play, the stated result."""

    number: int
    dealer: int
    trump: Card | None = None
    hands: tuple[tuple[int, Holding], ...] = ()
    talon: Holding | None = None
    tricks: tuple[Trick, ...] = ()
    result: Outcome | None = None
    notes: tuple[Note, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Record:
    """One game of a file: its tags and deals.

    >>> Record(tags=(Tag("Rules", "santase"),)).tag("Rules")
    'santase'
    """

    tags: tuple[Tag, ...] = ()
    deals: tuple[DealRecord, ...] = ()
    notes: tuple[Note, ...] = ()

    def tag(self, name: str) -> str | None:
        """The value of the first tag of a name, or None."""
        return next((tag.value for tag in self.tags if tag.name == name), None)
