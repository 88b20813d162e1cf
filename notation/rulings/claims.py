"""The claims about a deal or a moment of its play, as values.

:mod:`notation.rulings.claim_reader` reads them from text; whether a claim is right is decided by
:mod:`notation.rulings.dispute`.
"""

from enum import Enum
from typing import Final, NamedTuple

from notation.record.model import NOBODY
from notation.record.words import wins
from referee.cards import NO_CARD, NO_SUIT, Card, Seat, Suit

LEADER: Final = Seat(-2)
"""Used in place of a seat: the one that leads, or is about to lead, the trick."""


class Worth(NamedTuple):
    """A deal is worth so many game points to a side, or to each of several.

    A ``winner`` of -1 is nobody, in a draw, which has no game points; with some it is whoever wins, as in
    `the deal counts three`. In games with payments, ``paid`` can say what each side wins or pays.
    """

    winner: Seat
    game_points: int
    paid: tuple[int, ...] = ()

    def fits(self, worth: "Worth") -> bool:
        """Return whether a deal of this worth is worth what is claimed, also to one of several winners."""
        if self.paid or self.winner == worth.winner:
            return self == worth or (not self.paid and self == worth._replace(paid=()))
        is_of = self.winner < 0 or wins(worth.winner, self.winner)
        return self.game_points == worth.game_points and is_of


DRAWN: Final = Worth(Seat(NOBODY), 0)


class Points(NamedTuple):
    """The card points of each side are these."""

    points: tuple[int, ...]


class SeatPoints(NamedTuple):
    """A seat has so many card points; partners share them."""

    seat: Seat
    points: int


class SeatTricks(NamedTuple):
    """A seat has so many tricks."""

    seat: Seat
    tricks: int


class Out(NamedTuple):
    """A seat is out: a claim to have 66, made now, would be right."""

    seat: Seat


class Allowed(NamedTuple):
    """An action was allowed, or was not."""

    allowed: bool


class Subject(Enum):
    """What can be claimed about the play of a deal."""

    WINS = "wins"
    REACHED = "reached"
    REACHED_FIRST = "reached-first"
    TAKER = "taker"
    LEADER = "leader"
    COUNTS = "counts"
    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"
    REVOKE = "revoke"
    REVOKED_FIRST = "revoked-first"
    CLOSE_ILLEGAL = "close-illegal"
    CLOSE_LATE = "close-late"
    CLOSE_EARLY = "close-early"
    CLOSE_FAILED = "close-failed"
    MARRIAGE_ILLEGAL = "marriage-illegal"
    MARRIAGE_NOT_HELD = "marriage-not-held"
    MARRIAGE_LATE = "marriage-late"
    MARRIAGE_OTHER_CARD = "marriage-other-card"
    MARRIAGE_MISNAMED = "marriage-misnamed"
    MARRIAGE_UNMARKED = "marriage-unmarked"
    EXCHANGE_ILLEGAL = "exchange-illegal"
    EXCHANGE_LATE = "exchange-late"
    EXCHANGE_EARLY = "exchange-early"
    LED_OUT_OF_TURN = "led-out-of-turn"
    PLAYED_OUT_OF_TURN = "played-out-of-turn"
    TWO_CARDS = "two-cards"
    NOT_HELD = "not-held"
    TOOK_BACK = "took-back"
    WITHDRAWN = "withdrawn"
    EXPOSED = "exposed"
    DREW_WRONGLY = "drew-wrongly"
    MISDEAL = "misdeal"
    REDEAL = "redeal"
    DEALER = "dealer"
    TRUMPS = "trumps"
    WRONG_DEALER = "wrong-dealer"
    LOOKED_BACK = "looked-back"
    LOOKED_AT_TALON = "looked-at-talon"
    TALKED = "talked"
    GATHERED_WRONGLY = "gathered-wrongly"
    SCORE = "score"
    SCORE_WRONG = "score-wrong"
    FALSE_CLAIM = "false-claim"
    RIGHT_CLAIM = "right-claim"
    LATE_CLAIM = "late-claim"
    FORGOT_CLAIM = "forgot-claim"
    PLAYED_ON = "played-on"
    RESIGNED = "resigned"
    FORFEITED = "forfeited"
    AGREED = "agreed"
    CONTRACT_MADE = "contract-made"
    CONTRACT_FAILED = "contract-failed"
    CALL_ILLEGAL = "call-illegal"
    CALL_NOT_HELD = "call-not-held"
    BID_LOW = "bid-low"
    DOUBLED = "doubled"
    DOUBLE_LATE = "double-late"
    PARTNER = "partner"
    CLAIM_EARLY = "claim-early"


OF_CALLS: Final = frozenset({Subject.PARTNER, Subject.CLAIM_EARLY})
"""What can only be claimed where a card is called, whose holder is a secret partner."""
OF_AUCTIONS: Final = frozenset(
    {
        Subject.CONTRACT_MADE,
        Subject.CONTRACT_FAILED,
        Subject.CALL_ILLEGAL,
        Subject.CALL_NOT_HELD,
        Subject.BID_LOW,
        Subject.DOUBLED,
        Subject.DOUBLE_LATE,
        *OF_CALLS,
    }
)
"""What can only be claimed where trumps are named and contracts bid before the first lead."""


class OfDeal(NamedTuple):
    """A claim about the play of a deal, or its denial.

    ``seat`` is nobody if any player is meant, ``number`` 0 if nothing is counted. ``score`` is that of the
    match after the deal, by side.
    """

    subject: Subject
    seat: Seat = NOBODY
    number: int = 0
    denied: bool = False
    score: tuple[int, ...] = ()


What = Worth | Points | SeatPoints | SeatTricks | Out | Allowed | OfDeal


LAST: Final = -1
"""Used in place of the number of a trick: the last trick of the deal."""
CLOSE: Final = -2
"""Used in place of the number of a trick: the moment when the talon was closed."""
MOMENTS: Final = {LAST: "in_last", CLOSE: "at_close"}
"""What each language calls them, by its term in the tables of words."""


class Claim(NamedTuple):
    """What is claimed, with the seat that claims it, and the trick and the card, suit or contract, if stated.

    ``denied`` is for what cannot be denied otherwise.
    """

    what: What
    by: int = NOBODY
    trick: int = 0
    denied: bool = False
    card: Card = NO_CARD
    suit: Suit = NO_SUIT
    contract: str = ""
