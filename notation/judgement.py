"""What a judgement consists of: the ledger of every deal, the findings, the score.

Data only; :mod:`notation.judging` fills it and :mod:`viewer` shows it.
"""

from dataclasses import dataclass, field

from notation.findings import Finding
from notation.reading import Game
from notation.record import NOBODY, Ply
from referee.rules import RuleSet
from referee.rulings import Ruling
from referee.scoring import Result


@dataclass(frozen=True, slots=True)
class Event:
    """One action as it was judged, with the card points that count after it."""

    ply: Ply
    seat: int
    points: tuple[int, ...]
    ruling: Ruling | None = None


@dataclass(slots=True)
class TrickLedger:
    """One trick: who led, all that was done in order, who took it, and the points after it."""

    number: int
    leader: int
    events: list[Event] = field(default_factory=list)
    winner: int = NOBODY
    points: tuple[int, ...] = ()


@dataclass(slots=True)
class DealJudgement:
    """One deal as it was judged; without a result it is incomplete or was judged no further."""

    number: int
    dealer: int
    tricks: list[TrickLedger] = field(default_factory=list)
    result: Result | None = None
    game_points: int = 0
    """Game points that the deal brought its winner, an extra one after a draw included."""
    tricks_won: tuple[int, ...] = ()
    card_points: tuple[int, ...] = ()
    score: tuple[int, ...] = ()
    """Game points won by seat, this deal included."""
    stopped: bool = False
    """Whether the record is impossible at some action, so that nothing after it was judged."""


@dataclass(slots=True)
class Judgement:
    """What the referee says of one game: the rules it was judged by, the findings, the scores."""

    game: Game
    rules: RuleSet | None
    findings: list[Finding] = field(default_factory=list)
    deals: list[DealJudgement] = field(default_factory=list)
    score: tuple[int, ...] = ()
    winner: int = NOBODY
    games: int = 1
    """What a match that is won counts for: 2 where a win to nil counts double."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with the record; notes and warnings may remain."""
        return not any(finding.is_error for finding in self.findings)
