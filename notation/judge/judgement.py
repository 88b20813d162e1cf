"""What a judgement consists of: the ledger of every deal, the findings, the score.

Data only; :mod:`notation.judge.match` fills it and :mod:`viewer` shows it.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from notation.findings.finding import Finding, Phrase
from notation.record.model import NOBODY, UNRECORDED, Ply
from notation.text.reader import Game
from referee.cards import Card, Seat, Suit
from referee.codes import Ruling
from referee.contracts import Contract
from referee.deal import Deal
from referee.rules import RuleSet
from referee.state import Result


@dataclass(slots=True)
class Event:
    """One action as it was judged, with the card points that count after it.

    ``card`` is what was played or drawn, as far as it is known, whether written or proved.
    """

    ply: Ply
    seat: Seat
    points: tuple[int, ...]
    ruling: Ruling | None = None
    card: Card = UNRECORDED
    variations: "list[DealJudgement]" = field(default_factory=list, compare=False)
    """What could have been done instead, judged from just before the action."""


@dataclass(slots=True)
class TrickLedger:
    """One trick: who led, all that was done in order, who took it, and the points after it."""

    number: int
    leader: Seat
    events: list[Event] = field(default_factory=list)
    winner: Seat = NOBODY
    points: tuple[int, ...] = ()

    def copy(self) -> "TrickLedger":
        """The trick as far as it has come."""
        return TrickLedger(self.number, self.leader, self.events.copy(), self.winner, self.points)


class Attempt(NamedTuple):
    """What came of an action: done, or the ruling against it; and what about it nobody can tell.

    ``doubt`` does not keep the play from going on, ``undecided`` does.
    """

    ruling: Ruling | None = None
    doubt: Phrase | None = None
    undecided: Phrase | None = None


class Undertaking(NamedTuple):
    """The contract of a deal: who plays it, with which trumps, and how often it was doubled."""

    contract: Contract
    seat: Seat
    trump: Suit
    doubles: int
    made: bool | None = None
    """Whether it was made; None while that is not decided."""


class Closing(NamedTuple):
    """The close: before which trick, by whom, what each seat had, and how many cards stayed in the talon.

    ``short`` tells whether it was done before the draw. What the seats had is empty where it is not known.
    """

    trick: int
    seat: Seat
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    talon: int
    short: bool

    @staticmethod
    def of(deal: Deal) -> "Closing | None":
        """Return the close of a deal, if there was one."""
        if deal.closer < 0:
            return None
        before = sum(deal.close_tricks)
        short = deal.drawn < before * deal.rules.seats
        return Closing(before + 1, deal.closer, deal.close_points, deal.close_tricks, deal.talon_left, short)


@dataclass(slots=True)
class DealJudgement:
    """One deal as it was judged; without a result it is incomplete or was not judged further."""

    number: int
    dealer: Seat
    tricks: list[TrickLedger] = field(default_factory=list)
    result: Result | None = None
    game_points: int = 0
    """Game points that the deal brought its winner, an extra one after a draw included."""
    tricks_won: tuple[int, ...] = ()
    """Tricks by seat; nothing where the winners of some are not known."""
    card_points: tuple[int, ...] = ()
    closing: Closing | None = None
    undertaking: Undertaking | None = None
    trusted: Result | None = None
    """The stated result, where the play does not decide the deal and it is counted anyway."""
    awarded: tuple[int, ...] = ()
    """Game points by seat that rulings of the table gave in addition to the play."""
    score: tuple[int, ...] = ()
    """Game points won by seat, this deal included."""
    stopped: bool = False
    """Whether nothing after some action was judged: it is impossible, unread or cannot be decided."""
    unsure: Phrase | None = None
    """Why the rest of the play was not judged although it may be right: unread, missing, contradictory."""

    @property
    def is_unjudged(self) -> bool:
        """Whether it is not judged to its end."""
        return self.result is None and (self.stopped or not self.tricks)


@dataclass(slots=True)
class Judgement:
    """What the referee says of one game: the rules it was judged by, the findings, the scores."""

    game: Game
    rules: RuleSet | None
    findings: list[Finding] = field(default_factory=list)
    deals: list[DealJudgement] = field(default_factory=list, repr=False)
    score: tuple[int, ...] = ()
    winner: Seat = NOBODY
    is_open: bool = False
    """Whether the score is not known: the play of a deal was not judged, and no result is stated."""
    games: int = 1
    """What a match that is won counts for: 2 after a win to nil, 4 after a lead to nil that was lost."""
    errors: int = 0
    """How many findings are errors, those that are not shown included."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with the record; notes and warnings may remain."""
        return not self.errors
