"""A game as it was written down: what reading makes and writing takes.

Statements only, true or false; nothing here is judged. Places lie beside what they belong to and
do not count when two records are compared.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from notation.record.placeholders import HIDDEN as HIDDEN
from notation.record.placeholders import LAID_AWAY as LAID_AWAY
from notation.record.placeholders import UNKNOWN_NUMBER as UNKNOWN_NUMBER
from notation.record.placeholders import UNNAMED as UNNAMED
from notation.record.placeholders import UNNUMBERED as UNNUMBERED
from notation.record.placeholders import UNREAD_WINNER as UNREAD_WINNER
from notation.record.placeholders import UNREADABLE as UNREADABLE
from notation.record.placeholders import UNRECORDED as UNRECORDED
from notation.record.placeholders import half_card
from notation.record.span import NOWHERE as NOWHERE
from notation.record.span import Span as Span
from notation.record.span import span_at as span_at
from notation.record.tags import IDENTIFIED as IDENTIFIED
from notation.record.tags import KNOWN_TAGS as KNOWN_TAGS
from notation.record.tags import MATCH as MATCH
from notation.record.tags import SERIES as SERIES
from notation.record.tags import SERIES_SCORE as SERIES_SCORE
from notation.record.tags import TAG_ORDER as TAG_ORDER
from notation.record.tags import guests_of
from referee.actions import MARRIAGE, Action
from referee.cards import BIT, Card, Cards, Seat, Suit
from referee.cards import NO_SUIT as NO_SUIT
from referee.cards import NOBODY as NOBODY


@dataclass(frozen=True, slots=True)
class Comment:
    """Free text; it belongs to what stands before it."""

    text: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Glyph:
    """A mark of opinion after an action, such as ``!?`` or ``$14``."""

    mark: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Card points stated for a moment of play, by seat."""

    points: tuple[int, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Annotation:
    """A typed note, ``@clk(0:03:12)``; the value is kept as written, quotation marks included."""

    name: str
    value: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Remark:
    """The scribe's remark, ``;`` to the end of the line; no part of the game.

    ``lines`` is 0 behind something on its line, 1 on a separate line, 2 where an empty line goes before.
    """

    text: str
    lines: int = 0
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Variation:
    """What could have been done instead of the action that it stands behind.

    The first trick is unnumbered where the variation starts without a number.
    """

    tricks: "tuple[Trick, ...]"
    result: "Outcome | None" = None
    notes: "tuple[Note, ...]" = ()
    """Nothing but an :class:`Unread`, where the variation could not be read."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Unread:
    """A part of the text that could not be read, byte for byte.

    ``starts`` and ``ends`` tell whether it starts and ends a line, ``joined`` whether no blank goes before.
    ``english`` is the same with its cards in English letters.
    """

    text: str
    starts: bool = False
    ends: bool = False
    joined: bool = False
    english: str = field(default="", compare=False, repr=False)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Note = Comment | Glyph | Checkpoint | Annotation | Remark | Variation | Unread


def has_unread(notes: tuple[Note, ...]) -> bool:
    """Whether something among notes could not be read."""
    return any(isinstance(note, Unread) for note in notes)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag pair, ``[Name "value"]``."""

    name: str
    value: str
    notes: tuple[Note, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


def _shown(card: Card, among: Cards, unsure: bool) -> Card:
    if card < 0:
        return half_card(among) if among and card == UNRECORDED else card
    return half_card(BIT[card]) if unsure else card


class Withdrawn(NamedTuple):
    """Something that was done and taken back.

    ``value`` is the 20 or 40 of a marriage, ``word`` the name of the contract that was bid.
    """

    action: Action
    value: int = 0
    word: str = ""


@dataclass(frozen=True, slots=True)
class Ply:
    """One action; ``value`` is the 20 or 40 of a marriage, ``seat`` the actor where one is named.

    The action of a card that is not recorded is :data:`UNRECORDED` or :data:`HIDDEN`; ``card`` is what
    is drawn by :data:`referee.actions.DRAW`. What is ``withdrawn`` was done and taken back before. An
    unrecorded card that is half known is one of ``among``; of one that is ``unsure`` the scribe is not
    certain.
    """

    action: Action
    value: int = 0
    seat: Seat = NOBODY
    notes: tuple[Note, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    irregular: bool = False
    withdrawn: tuple[Withdrawn, ...] = ()
    card: Card = UNRECORDED
    among: Cards = 0
    unsure: bool = False

    @property
    def word(self) -> str:
        """The name of the contract that is bid."""
        return ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that are laid away, known or not."""
        return ()

    @property
    def face_down(self) -> bool:
        """Whether the card is played face down."""
        return False

    @property
    def plays(self) -> bool:
        """Whether a card is played, known or not."""
        return HIDDEN <= self.action < MARRIAGE

    @property
    def played(self) -> Card:
        """The card that a play plays, known or not; not to be asked of anything else."""
        return Card(self.action)

    def shown(self, card: Card) -> Card:
        """The card that it plays as it is shown: half known or unsure where the record says so."""
        if not (self.among or self.unsure):
            return card
        return _shown(card, self.among, self.unsure)

    @property
    def cards_back(self) -> list[Card]:
        """The cards that were played and taken back, as far as they are known."""
        return [Card(back.action) for back in self.withdrawn if 0 <= back.action < MARRIAGE]

    @property
    def is_torn(self) -> bool:
        """Whether something behind it could not be read."""
        return has_unread(self.notes)


@dataclass(frozen=True, slots=True)
class OpeningPly(Ply):
    """An action of an opening that needs more words: a bid, cards laid away, a card played face down.

    The action of a bid is :data:`referee.actions.CONTRACT` whatever the name, since its place depends on the
    rules; that of cards laid away is :data:`LAID_AWAY`. The word of one that could not be read is that with
    which it begins.
    """

    word: str = ""
    cards: tuple[Card, ...] = ()
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick with its number, or :data:`UNKNOWN_NUMBER`, and all that is done and said before the next.

    That of number 0 is the opening: what is said and done before the first lead.
    """

    number: int
    notes: tuple[Note, ...] = ()
    plies: tuple[Ply, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand or the talon as it is stated, in the order in which it is written; no cards if unread.

    ``among`` has the places of unrecorded cards that are half known, and what each can be; ``unsure`` the
    places of those of which the scribe is not certain.
    """

    cards: tuple[Card, ...]
    notes: tuple[Note, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    among: tuple[tuple[int, Cards], ...] = ()
    unsure: tuple[int, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether every card was written, known or not."""
        return bool(self.cards) and not has_unread(self.notes)

    @property
    def is_known(self) -> bool:
        """Whether every card is recorded."""
        return self.is_whole and min(self.cards) >= 0

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards as they are shown: half known or unsure where the record says so."""
        if not (self.among or self.unsure):
            return self.cards
        among = dict(self.among)
        return tuple(
            _shown(card, among.get(place, 0), place in self.unsure) for place, card in enumerate(self.cards)
        )


@dataclass(frozen=True, slots=True)
class Closed:
    """Who had closed the talon before a position, and what each seat had at that time, where it is stated."""

    seat: Seat
    points: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """Where a deal is taken up in the middle, at the head of a trick: who leads, and what is stated beside.

    ``score`` is in game points, from before the deal. ``won`` holds the cards that were played before, by
    the seat that won them, or by :data:`NOBODY` where that is not recorded. One that could not be read has no
    lead.
    """

    lead: Seat
    points: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()
    pending: tuple[int, ...] = ()
    closed: Closed | None = None
    score: tuple[int, ...] = ()
    won: tuple[tuple[Seat, Holding], ...] = ()
    notes: tuple[Note, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The stated result of a deal: ``winner`` is -1 for a draw; an unfinished deal has no more.

    The winner is a side, or several sides (:func:`notation.record.words.winners`). Where all pay, ``paid``
    can say what each side wins or pays, winner and game points being those of the side that wins most.

    The winner of one that could not be read is :data:`UNREAD_WINNER`.
    """

    winner: Seat = NOBODY
    game_points: int = 0
    finished: bool = True
    reason: str = ""
    card_points: tuple[int, ...] = ()
    score: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    paid: tuple[int, ...] = ()


def paid_outcome(paid: tuple[int, ...]) -> Outcome:
    """The result that payments by side come to.

    >>> paid_outcome((-1, 3, -2)).winner, paid_outcome((-1, 3, -2)).game_points
    (1, 3)
    """
    most = max(paid)
    winner = Seat(paid.index(most)) if most > 0 else NOBODY
    return Outcome(winner, max(0, most), paid=paid)


@dataclass(frozen=True, slots=True)
class Award:
    """A ruling of the table: game points awarded to a side in addition to the play, behind so many tricks."""

    seat: Seat
    points: int
    why: str | None = None
    tricks: int = 0
    notes: tuple[Note, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal: its number, dealer and turn-up, the cards as dealt, the play, the stated result.

    ``suit`` is the trump suit where it is named without a turn-up. A head that could not be read has
    neither number nor dealer. With a ``position`` the cards are those that are left, and the dealer need not
    be named. ``opening`` is line ``0.``, and ``packets`` says of how many cards the first packet of a hand
    was, where a bar shows it.
    """

    number: int
    dealer: Seat
    trump: Card | None = None
    hands: tuple[tuple[Seat, Holding], ...] = ()
    talon: Holding | None = None
    tricks: tuple[Trick, ...] = ()
    result: Outcome | None = None
    notes: tuple[Note, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    suit: Suit = NO_SUIT
    awards: tuple[Award, ...] = ()
    position: Position | None = None
    opening: Trick | None = None
    packets: tuple[tuple[Seat, int], ...] = ()

    @property
    def is_headed(self) -> bool:
        """Whether its head could be read, and tells enough to play the deal."""
        if self.position:
            return self.number != UNNUMBERED and self.position.lead >= 0
        return self.dealer >= 0

    @property
    def is_stated_once(self) -> bool:
        """Whether no hand, and no cards that were won or played, are given twice."""
        won = self.position.won if self.position else ()
        return all(len(dict(stated)) == len(stated) for stated in (self.hands, won))

    @property
    def is_head_alone(self) -> bool:
        """Whether nothing but its head is written: what is missing from the next deal may belong to it."""
        return not (self.holdings or self.tricks or self.result or self.position)

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """Everything that is stated of cards: the hands, the talon, the cards won."""
        won = self.position.won if self.position else ()
        hands = (holding for _, holding in (*self.hands, *won))
        return (*hands, *([self.talon] if self.talon else []))


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

    @property
    def guests(self) -> str:
        """The letters of the seats of guests, where the record says at which seats persons sat.

        >>> Record(tags=(Tag("Identified", "B"),)).guests, Record().guests
        ('ACDEF', '')
        """
        return guests_of(self.tag(IDENTIFIED))
