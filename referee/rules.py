"""Rule sets as data: one field for each decision that tables make differently.

A field is named after its decision point (``close_min_talon`` is the point ``close.min_talon`` of
:mod:`referee.clauses`, where its source stands). What every table decides alike has no field; it is
cited there all the same. No variant is a subclass, and nothing here plays a card.
"""

from dataclasses import dataclass, fields
from enum import Enum
from typing import Final

from referee.cards import FULL_PACK, Cards


class NextDealer(Enum):
    """Who deals the next deal (`deal.next_dealer`)."""

    WINNER = "winner"
    TURN = "turn"


class AfterDraw(Enum):
    """Who deals after a drawn deal (`deal.after_draw`)."""

    SAME = "same"
    TURN = "turn"


class MarriageLead(Enum):
    """Which card of an announced marriage must be led (`marriage.lead`)."""

    KING_OR_QUEEN = "king-or-queen"
    KING = "king"


class MarriageCount(Enum):
    """From when a marriage's points count (`marriage.count_when`)."""

    AT_ONCE = "at-once"
    WITH_TRICK = "with-trick"
    NEXT_TRICK = "next-trick"


class ClaimMode(Enum):
    """Whether 66 must be said, or ends the deal by itself (`claim.mode`)."""

    SAID = "said"
    AUTO = "auto"


class FalseClaim(Enum):
    """What a false claim gives the other side (`claim.false`)."""

    FLAT = "flat"
    SCHNAPSEN = "schnapsen"
    PROPORTIONAL = "proportional"
    MAX = "max"


class Unclaimed(Enum):
    """Who wins an unclosed deal in which nobody goes out (`last.no_claim_exhausted`)."""

    TOTAL = "total"
    LAST_TRICK = "last-trick"


class ClosedBasis(Enum):
    """Which points of the opponent measure a closer's win (`score.closed_basis`)."""

    TOTAL = "total"
    CLOSE = "close"


class FailedClose(Enum):
    """What a closer's failure gives the opponent (`score.closer_fails`)."""

    TWO_OR_THREE = "2/3"
    ONE = "1"
    TWO = "2"
    THREE = "3"


class DefenderOut(Enum):
    """What the closer's opponent scores for going out himself (`score.noncloser_out`)."""

    TWO = "2"
    TWO_OR_THREE = "2-or-3"
    AS_FAILED = "as-failed"


class RulesError(ValueError):
    """Decisions that make no sense together; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Every decision of one rule set; ``dataclasses.replace`` gives it options.

    Raises :class:`RulesError` for a senseless combination.

    >>> from dataclasses import replace
    >>> replace(SANTASE, game_target=11).game_target
    11
    """

    name: str
    seats: int = 2
    deck_cards: Cards
    deal_hand_size: int
    deal_next_dealer: NextDealer
    deal_after_draw: AfterDraw
    exchange_min_tricks: int
    exchange_min_talon: int
    exchange_opponent_on_close: bool
    marriage_lead: MarriageLead
    marriage_first_trick: bool
    marriage_count_when: MarriageCount
    marriage_after_close: bool
    marriage_after_exhaustion: bool
    marriage_out_without_lead: bool
    close_first_lead: bool
    close_before_draw: bool
    close_min_talon: int
    close_noncloser_points: bool
    claim_mode: ClaimMode
    claim_false: FalseClaim
    last_bonus: int
    last_bonus_claimable: bool
    last_no_claim_exhausted: Unclaimed
    score_closed_basis: ClosedBasis
    score_closer_fails: FailedClose
    score_noncloser_out: DefenderOut
    tie_bonus: bool
    game_target: int
    game_seven_nil: bool

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 4:
            raise RulesError(f"a game is played by 2, 3 or 4, not by {self.seats}")
        if not 0 < self.deck_cards <= FULL_PACK or self.talon_size < 0:
            raise RulesError("the pack is too small for the hands")
        for what, talon in (
            ("exchange-min-talon", self.exchange_min_talon),
            ("close-min-talon", self.close_min_talon),
        ):
            if self.talon_size and not 2 <= talon <= self.talon_size:
                raise RulesError(
                    f"{what} must be from 2 to the {self.talon_size} cards of the talon, not {talon}"
                )
        if not 1 <= self.game_target <= 99:
            raise RulesError(f"target must be from 1 to 99, not {self.game_target}")
        if self.last_bonus_claimable and not self.last_bonus:
            raise RulesError("last-trick-claimable needs a last trick that is worth something")

    @property
    def talon_size(self) -> int:
        """Cards of the talon at the start, the turn-up included (`deal.talon_size`)."""
        return self.deck_cards.bit_count() - self.seats * self.deal_hand_size


SANTASE: Final = RuleSet(
    name="santase",
    deck_cards=FULL_PACK,
    deal_hand_size=6,
    deal_next_dealer=NextDealer.WINNER,
    deal_after_draw=AfterDraw.SAME,
    exchange_min_tricks=1,
    exchange_min_talon=2,
    exchange_opponent_on_close=False,
    marriage_lead=MarriageLead.KING_OR_QUEEN,
    marriage_first_trick=False,
    marriage_count_when=MarriageCount.AT_ONCE,
    marriage_after_close=True,
    marriage_after_exhaustion=True,
    marriage_out_without_lead=True,
    close_first_lead=False,
    close_before_draw=False,
    close_min_talon=4,
    close_noncloser_points=True,
    claim_mode=ClaimMode.SAID,
    claim_false=FalseClaim.FLAT,
    last_bonus=10,
    last_bonus_claimable=False,
    last_no_claim_exhausted=Unclaimed.TOTAL,
    score_closed_basis=ClosedBasis.TOTAL,
    score_closer_fails=FailedClose.TWO_OR_THREE,
    score_noncloser_out=DefenderOut.TWO,
    tie_bonus=False,
    game_target=7,
    game_seven_nil=False,
)

PRESETS: Final = {rules.name: rules for rules in (SANTASE,)}
"""Every named rule set."""

DECISIONS: Final = tuple(f.name for f in fields(RuleSet) if f.name not in ("name", "seats"))
"""The fields of a rule set that decide something, in the order of their points."""


def changed(rules: RuleSet) -> tuple[str, ...]:
    """The decisions in which a rule set differs from the preset of its name.

    >>> from dataclasses import replace
    >>> changed(replace(SANTASE, game_target=11))
    ('game_target',)
    """
    preset = PRESETS[rules.name]
    return tuple(name for name in DECISIONS if getattr(rules, name) != getattr(preset, name))
