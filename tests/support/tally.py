"""An independent tally of a written deal: tricks, marriages, claims and the close, without the referee.

Reads a deal with complete play, and only knows tricks and card values. Whether an action was right, and the
worth of a deal, are not examined here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from notation.record.model import DealRecord, Ply
from notation.record.words import action_word, card_word, seat_letter
from referee import actions
from referee.cards import SUIT_LETTERS, suit_of
from tests.support import oracle_of_more
from tests.support.oracle import rules_of

VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
RANKS = "9JQKTA"
OTHER = {"A": "B", "B": "A"}
"""The opponent of each of two players."""
PACK_POINTS = 120
"""In the packs of 24 and 20 cards: nines are worth nothing."""


@dataclass
class Announced:
    """A marriage: its trick and seat, and the trick from which its points count, if they do."""

    trick: int
    seat: str
    suit: str
    points: int
    standing: str
    counts_from: int = 0
    waited: bool = False


@dataclass
class TalliedTrick:
    """A trick: its winner, its worth, whether that counts, and the points after it."""

    winner: str
    worth: int
    frozen: bool
    points: dict[str, int]


@dataclass
class TalliedClose:
    """The close: by whom, after how many tricks, before the draw or not, and what everybody had."""

    seat: str
    after: int
    short: bool
    points: dict[str, int]
    tricks: dict[str, int]


@dataclass
class TalliedClaim:
    """A claim: its trick, seat and points, and how many cards were played."""

    trick: int
    seat: str
    points: int
    cards: int


@dataclass
class PlainTally:
    """The totals of a deal, as far as it was played; points and tricks are by side."""

    points: dict[str, int]
    tricks: dict[str, int]
    taken: list[TalliedTrick] = field(default_factory=list)
    announced: list[Announced] = field(default_factory=list)
    close: TalliedClose | None = None
    claims: list[TalliedClaim] = field(default_factory=list)


def legal_spec(spec: str) -> str:
    """A spec as the oracle knows it, without revokes."""
    return " ".join(word for word in spec.split() if not word.startswith(("revoke=", "wrong-marriage-lead=")))


def plies_of(record: DealRecord) -> Iterator[tuple[int, Ply]]:
    """The actions of a deal, each with the number of its trick."""
    for trick in record.tricks:
        for ply in trick.plies:
            yield trick.number, ply


class TallyKeeper:
    """Adds up one deal, action by action."""

    def __init__(self, record: DealRecord, spec: str) -> None:
        spec = legal_spec(spec)
        self.rules = rules_of(spec)
        self.seats = "AB" if record.talon else oracle_of_more.seats_of(spec)
        sides = tuple(self.seats) if record.talon else oracle_of_more.sides_of(spec)
        self.side = {seat: side for side in sides for seat in side}
        self.trump = trump_letter(record)
        self.leader = self.after(seat_letter(record.dealer))
        self.table: list[tuple[str, str]] = []
        self.melded: Announced | None = None
        self.frozen = ""
        self.found = PlainTally(dict.fromkeys(sides, 0), dict.fromkeys(sides, 0))

    def after(self, seat: str) -> str:
        return oracle_of_more.after(self.seats, seat)

    def add(self, number: int, ply: Ply) -> None:
        """Add an action in the trick with this number."""
        turn = self.after(self.table[-1][0]) if self.table else self.leader
        seat = seat_letter(ply.seat) if ply.seat >= 0 else turn
        found, complete = self.found, len(self.found.taken)
        if ply.plays:
            self.play(seat, card_word(ply.played))
        elif actions.is_marriage(ply.action):
            self.marry(seat, action_word(ply.action, ply.value)[-1])
        elif ply.action in (actions.CLOSE, actions.CLOSE_SHORT):
            short = number == complete
            found.close = TalliedClose(seat, complete, short, dict(found.points), dict(found.tricks))
            self.frozen = OTHER[seat] if self.rules["defender-counts"] == "no" else ""
        elif ply.action == actions.OUT and self.rules["claim"] == "said":
            found.claims.append(
                TalliedClaim(number, seat, found.points[self.side[seat]], len(self.seats) * complete)
            )

    def play(self, seat: str, card: str) -> None:
        self.table.append((seat, card))
        if len(self.table) == len(self.seats):
            self.take()
        elif self.melded:
            self.lead_after(self.melded, card)
            self.melded = None

    def lead_after(self, said: Announced, card: str) -> None:
        """Make a marriage void if the lead is not one of its cards."""
        ranks = "K" if self.rules["marriage-lead"] == "king" else "KQ"
        if card not in [rank + said.suit for rank in ranks]:
            if said.standing == "counted":
                self.found.points[self.side[said.seat]] -= said.points
            said.standing, said.counts_from = "void", 0

    def take(self) -> None:
        winner, best = self.table[0]
        for seat, card in self.table[1:]:
            beaten = card[1] == self.trump
            if best[1] == card[1]:
                beaten = RANKS.index(card[0]) > RANKS.index(best[0])
            winner, best = (seat, card) if beaten else (winner, best)
        found, side = self.found, self.side[winner]
        found.tricks[side] += 1
        worth = sum(VALUES[card[0]] for _, card in self.table)
        if winner != self.frozen:
            found.points[side] += worth
            for said in found.announced:
                if self.side[said.seat] == side and said.standing == "no-trick-since":
                    said.standing, said.waited, said.counts_from = "counted", True, len(found.taken) + 1
                    found.points[side] += said.points
        found.taken.append(TalliedTrick(winner, worth, winner == self.frozen, dict(found.points)))
        self.leader, self.table = winner, []

    def marry(self, seat: str, suit: str) -> None:
        found, side = self.found, self.side[seat]
        when = self.rules["marriage-count"]
        said = Announced(len(found.taken) + 1, seat, suit, 40 if suit == self.trump else 20, "no-trick-since")
        if seat == self.frozen:
            said.standing = "after-the-close"
        elif when == "at-once" or (when == "with-trick" and found.tricks[side]):
            said.standing, said.counts_from = "counted", said.trick
            found.points[side] += said.points
        found.announced.append(said)
        if seat == self.leader:  # his partner may keep both cards
            self.melded = said


def trump_letter(record: DealRecord) -> str:
    if record.talon:
        return card_word(record.talon.cards[-1])[1]
    return SUIT_LETTERS[record.suit if record.trump is None else suit_of(record.trump)]


def tally(record: DealRecord, spec: str) -> PlainTally:
    """Tally a deal under the rules of a spec."""
    scribe = TallyKeeper(record, spec)
    for number, ply in plies_of(record):
        scribe.add(number, ply)
    return scribe.found
