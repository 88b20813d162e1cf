"""What a rule book is: the decisions of a rule set, each beside the sentence of its source.

Data for citations and rule sheets; of all this the play reads the rule set alone. A clause says in this
project's own words what its source says or, where the source is silent or at odds with itself, what was
ruled and why.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from referee.contracts import NO_AUCTION, Auction
from referee.decisions import (
    AceBettler,
    AtLimit,
    ClosedBasis,
    DefenderOut,
    Exchanger,
    FailedClose,
    MarriageAfterClose,
    Revoke,
    WrongMarriageLead,
)
from referee.points import LEFT_TO_TABLE, POINTS, field_of
from referee.rules import RuleSet


class RuleSource(NamedTuple):
    """A text that rules are from: its title, where it can be read, its edition, and its language by code."""

    title: str
    address: str = ""
    revision: str = ""
    language: str = "en"


class Clause(NamedTuple):
    """What a rule set says of one point: the source's section and the rule in one sentence.

    ``ruled`` gives the reason where the source is silent or contradicts itself, else it is empty. ``quote``
    is the source's own sentence, letter for letter; where a section is silent, the one that comes nearest.
    ``price`` is what an irregularity costs, in game points.
    """

    section: str
    rule: str
    ruled: str = ""
    quote: str = ""
    price: int = 0
    source: RuleSource | None = None
    """The text that it is from, where that is not the text of its rule book."""


NO_TALON: Final = "there is no talon"
"""The rule at a point that decides nothing because no cards are left to draw."""
NO_CLAIM: Final = "nobody goes out: every trick is played"
"""The rule at a point that decides nothing because nobody claims."""
NO_BIDS: Final = "nothing is named or bid before the first lead"
"""The rule at a point that decides nothing because a deal begins with the first lead."""
TWO_REPLY: Final = "does not arise: only one card is played to a lead"
"""The rule at a point that decides nothing where two play."""
NO_CONTRACT: Final = "does not arise: there is no such contract"
"""The rule at a point that decides nothing because the game has no contract of that kind."""
NO_PARTNER: Final = "does not arise: nobody has a partner"
"""The rule at a point that decides nothing because each plays for himself."""
ALL_DEALT: Final = "does not arise: every card is dealt"
"""The rule at a point that decides nothing because no cards are laid away."""


class Decided(NamedTuple):
    """A clause of a point that tables decide differently, with what the rule set decides."""

    value: object
    clause: Clause


class Passage(NamedTuple):
    """A section of a source, and its own sentence there."""

    section: str
    quote: str
    source: RuleSource | None = None

    def says(self, rule: str, ruled: str = "") -> Clause:
        """The clause of one of the points on which the sentence says something."""
        return Clause(self.section, rule, ruled, self.quote, source=self.source)

    def decides(self, value: object, rule: str, ruled: str = "") -> Decided:
        """What the sentence decides at one of them, and the clause that says so."""
        return Decided(value, self.says(rule, ruled))


Variants = Mapping[tuple[str, object], Passage]
"""By point and value the passage of a source that has what none of its rule sets plays."""


class RuleBook(NamedTuple):
    """A rule set as its source has it: the decisions, the source's title, and the clause of every point."""

    rules: RuleSet
    source: str
    clauses: Mapping[str, Clause]
    variants: Variants
    sources: Mapping[str, str] = {}
    """The source of each point that is from another one."""
    address: str = ""
    """Where the source can be read."""
    revision: str = ""
    """Which edition of the source it is, if the source says so."""
    language: str = "en"
    """The language of the quotes, by its code; empty if it is not known."""

    def source_of(self, point: str) -> str:
        """The title of the source that a point is from."""
        own = self.clauses[point].source
        return own.title if own else self.sources.get(point, self.source)

    def decides(self, point: str) -> bool:
        """Whether tables decide a point differently, so that the book has a value for it."""
        return field_of(point) is not None

    def decision(self, point: str) -> object:
        """The value of a point that tables decide differently."""
        return getattr(self.rules, field_of(point) or "")

    def borrowed(self) -> dict[str, Clause | Decided]:
        """What it says of every point, with the name of its text, for the book of another."""
        own = RuleSource(self.source, self.address, self.revision, self.language)
        found: dict[str, Clause | Decided] = {}
        for point, clause in self.clauses.items():
            named = clause._replace(source=clause.source or own) if clause.section else clause
            found[point] = Decided(self.decision(point), named) if self.decides(point) else named
        return found

    def but(
        self,
        name: str,
        points: Mapping[str, Clause | Decided],
        source: str = "",
        variants: Variants | None = None,
        seats: int = 2,
        address: str = "",
        revision: str = "",
        auction: Auction = NO_AUCTION,
        language: str = "en",
    ) -> "RuleBook":
        """A book of the same, but for some points; of the same source where no other is named."""
        decisions, clauses = _parted(points)
        if not source:
            source, address, revision = self.source, self.address, self.revision
        return RuleBook(
            replace(self.rules, name=name, seats=seats, auction=auction, **decisions),
            source,
            {**self.clauses, **clauses},
            variants or {},
            address=address,
            revision=revision,
            language=language,
        )


def book(
    name: str,
    source: str,
    points: Mapping[str, Clause | Decided],
    variants: Variants | None = None,
    address: str = "",
    revision: str = "",
    language: str = "en",
    seats: int = 2,
    auction: Auction = NO_AUCTION,
) -> RuleBook:
    """A rule book that says something of every point.

    Raises ValueError where it does not, or where a value stands at a point that has none, or lacks.
    """
    decisions, clauses = _parted(points)
    if clauses.keys() != POINTS.keys():
        raise ValueError(f"{name}: no clause, or too many: {sorted(clauses.keys() ^ POINTS.keys())}")
    rules = RuleSet(name=name, seats=seats, auction=auction, **decisions)
    return RuleBook(
        rules, source, clauses, variants or {}, address=address, revision=revision, language=language
    )


def decided(value: object, section: str, rule: str, ruled: str = "", quote: str = "") -> Decided:
    """What a rule set decides, and the clause that says so."""
    return Decided(value, Clause(section, rule, ruled, quote))


def _parted(points: Mapping[str, Clause | Decided]) -> tuple[dict[str, Any], dict[str, Clause]]:
    decisions: dict[str, Any] = {}
    clauses: dict[str, Clause] = {}
    for point, entry in points.items():
        field = field_of(point)
        if isinstance(entry, Decided) != (field is not None):
            raise ValueError(f"{point}: a value stands where a field carries the point, and only there")
        if isinstance(entry, Decided):
            decisions[str(field)] = entry.value
            clauses[point] = entry.clause
        else:
            clauses[point] = entry
    return decisions, clauses


_NO_BIDS: Final = Clause("", NO_BIDS, "derived")

NOTHING_BID: Final[dict[str, Clause | Decided]] = {
    "auction.call": _NO_BIDS,
    "auction.turn_up": Decided(False, _NO_BIDS),
    "auction.bids": _NO_BIDS,
    "auction.equal": _NO_BIDS,
    "auction.contracts": _NO_BIDS,
    "auction.ace_bettler": Decided(AceBettler.HELD, _NO_BIDS),
    "auction.parties": _NO_BIDS,
    "auction.partner_plays": Decided(True, _NO_BIDS),
    "auction.talon": Decided(True, _NO_BIDS),
    "auction.double": _NO_BIDS,
    "auction.end": _NO_BIDS,
}
"""What the points of an auction come to where a deal begins with the first lead."""

TWO_PLAYERS: Final[dict[str, Clause | Decided]] = {
    "play2.undertrump": decided(True, "", TWO_REPLY, "derived"),
    "game.retour": decided(False, "", "no", "silent"),
    **NOTHING_BID,
    "mp.partners": decided(False, "", "nobody: two play against each other", "derived"),
    "mp.trump_defer": Clause("", "nobody names trumps: a card sets them", "derived"),
    "mp.end": Clause("", "as it does for two", "derived"),
    "mp.all_pay": decided(False, "", "no: the winner scores game points", "derived"),
}
"""What the points of the games for three and four come to where two play."""

_OF_A_TALON: Final[Mapping[str, object]] = {
    "play1.duty": None,
    "draw.order": None,
    "draw.last": None,
    "exchange.card": None,
    "exchange.who": Exchanger.LEADER,
    "exchange.min_tricks": 0,
    "exchange.first_lead": None,
    "exchange.min_talon": 2,
    "exchange.after_end": None,
    "exchange.opponent_on_close": False,
    "exchange.before_draw": None,
    "exchange.combo": None,
    "marriage.after_close": MarriageAfterClose.ANYBODY,
    "marriage.after_exhaustion": True,
    "marriage.close_order": None,
    "close.who": None,
    "close.first_lead": False,
    "close.min_tricks": 0,
    "close.before_draw": False,
    "close.min_talon": 2,
    "close.last_opportunity": None,
    "close.effect": None,
    "close.noncloser_points": True,
    "close.frozen_tricks": True,
    "close.noncloser_can_win": None,
    "close.last_trick": False,
    "claim.false_by_closer": None,
    "claim.false_vs_closer": None,
    "last.no_claim_closed": None,
    "score.closed_basis": ClosedBasis.TOTAL,
    "score.closer_fails": FailedClose.TWO_OR_THREE,
    "score.noncloser_out": DefenderOut.TWO,
}


def inert(clause: Clause) -> dict[str, Clause | Decided]:
    """The points that decide nothing where there is no talon, with a value for each that has a field."""
    return {
        point: clause if value is None else Decided(value, clause) for point, value in _OF_A_TALON.items()
    }


UNCONDITIONAL: Final[dict[str, Clause | Decided]] = {
    "close.frozen_tricks": decided(True, "", "does not arise: both go on counting", "derived"),
    "claim.false_at_33": decided(
        AtLimit.ONE, "", "does not arise: a false claim does not cost what a right one would win", "derived"
    ),
}
"""What points come to that arise where another decision is not as most sources have it."""

IRREGULARITIES: Final[dict[str, Clause | Decided]] = {
    "irr.not_held": Clause("", "it cannot be played", "silent"),
    "irr.revoke": decided(
        Revoke.NONE,
        "",
        "no penalty: at the table the card is refused; in a record it counts as it was played",
        "silent",
    ),
    "irr.marriage_wrong_lead": decided(
        WrongMarriageLead.VOID,
        "",
        "at the table the card is refused; in a record the marriage does not count",
        "silent",
    ),
    "irr.false_meld": Clause("", "it does not count", "silent"),
    "irr.untimely_claim": Clause("", "it has no effect, and play goes on", "silent"),
    "irr.misdeal": Clause("", "the same dealer deals again", "silent"),
    "irr.draw": Clause("", "the draw does not count; the talon gives the cards in its order", "silent"),
    **dict.fromkeys(LEFT_TO_TABLE, Clause("", "the rules say nothing about it; the table decides", "silent")),
}
"""What is ruled of irregularities, on which all the sources are silent."""
