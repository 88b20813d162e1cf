"""Rule sets as data: one field for each decision that tables make differently.

A field is named after its decision point (``close_min_talon`` is the point ``close.min_talon`` of
:mod:`referee.clauses`, where its source stands). What every table decides alike has no field; it is
cited there all the same. No variant is a subclass, and nothing here plays a card.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Final

from referee.cards import FULL_PACK, PACK_20, Cards
from referee.decisions import (
    AfterDraw,
    ClaimMode,
    ClaimWindow,
    ClosedBasis,
    DefenderOut,
    Exchanger,
    Exhausted,
    FailedClose,
    FalseClaim,
    MarriageCount,
    MarriageLead,
    NextDealer,
    Revoke,
    Tie,
    Unclaimed,
)


class RulesError(ValueError):
    """Decisions that make no sense together; the sentence says why, with its facts in braces."""

    def __init__(self, sentence: str, **facts: int | str) -> None:
        super().__init__(sentence.format_map(facts))
        self.sentence = sentence
        self.facts = facts


EVEN: Final = "{what} must be an even number from 2 to {most}, not {stated}"
AT_MOST: Final = "{what} must be at most {most}, not {stated}"
BETWEEN: Final = "{what} must be from {least} to {most}, not {stated}"


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
    exchange_who: Exchanger
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
    claim_window: ClaimWindow
    claim_false: FalseClaim
    last_bonus: int
    last_bonus_claimable: bool
    last_no_claim_exhausted: Unclaimed
    score_tiers: int
    score_closed_basis: ClosedBasis
    score_closer_fails: FailedClose
    score_noncloser_out: DefenderOut
    score_exhausted: Exhausted
    tie_result: Tie
    tie_bonus: bool
    game_target: int
    game_seven_nil: bool
    irr_revoke: Revoke

    def __post_init__(self) -> None:
        if self.seats != 2:
            raise RulesError("only games for two can be settled, not for {stated}", stated=self.seats)
        if not 0 < self.deck_cards <= FULL_PACK or self.talon_size < 0:
            raise RulesError("the pack is too small for the hands")
        for what, talon in (
            ("exchange-min-talon", self.exchange_min_talon),
            ("close-min-talon", self.close_min_talon),
        ):
            if self.talon_size and (not 2 <= talon <= self.talon_size or talon % 2):
                raise RulesError(EVEN, what=what, most=self.talon_size, stated=talon)
        if not 0 <= self.exchange_min_tricks <= self.deal_hand_size:
            what, tricks = "exchange-min-tricks", self.exchange_min_tricks
            raise RulesError(AT_MOST, what=what, most=self.deal_hand_size, stated=tricks)
        if not 1 <= self.game_target <= 99:
            raise RulesError(BETWEEN, what="target", least=1, most=99, stated=self.game_target)
        if not 2 <= self.score_tiers <= 66:
            raise RulesError(BETWEEN, what="schneider", least=2, most=66, stated=self.score_tiers)
        if self.last_bonus > 66:
            raise RulesError(AT_MOST, what="last-trick", most=66, stated=self.last_bonus)
        if self.last_bonus_claimable and not self.last_bonus:
            raise RulesError("last-trick-claimable needs a last trick that adds card points")
        last_trick_wins = self.last_no_claim_exhausted is Unclaimed.LAST_TRICK
        if last_trick_wins and self.last_bonus and not self.last_bonus_claimable:
            raise RulesError("card points for the last trick decide nothing where the last trick wins")
        if last_trick_wins and self.tie_result is Tie.LAST_TRICK:
            raise RulesError("no totals are compared where the last trick wins, so none can be equal")
        if self.tie_bonus and (last_trick_wins or self.tie_result is Tie.LAST_TRICK):
            raise RulesError("draw-bonus needs deals that can be drawn")

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
    exchange_who=Exchanger.LEADER,
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
    claim_window=ClaimWindow.LEAD,
    claim_false=FalseClaim.FLAT,
    last_bonus=10,
    last_bonus_claimable=False,
    last_no_claim_exhausted=Unclaimed.TOTAL,
    score_tiers=33,
    score_closed_basis=ClosedBasis.TOTAL,
    score_closer_fails=FailedClose.TWO_OR_THREE,
    score_noncloser_out=DefenderOut.TWO,
    score_exhausted=Exhausted.BY_LOSER,
    tie_result=Tie.DRAW,
    tie_bonus=False,
    game_target=7,
    game_seven_nil=False,
    irr_revoke=Revoke.NONE,
)

SIXTY_SIX: Final = replace(
    SANTASE,
    name="sixty-six",
    exchange_opponent_on_close=True,
    marriage_first_trick=True,
    marriage_count_when=MarriageCount.WITH_TRICK,
    marriage_after_close=False,
    marriage_after_exhaustion=False,
    close_first_lead=True,
    close_before_draw=True,
    close_min_talon=2,
    score_noncloser_out=DefenderOut.TWO_OR_THREE,
)

SCHNAPSEN: Final = replace(
    SANTASE,
    name="schnapsen",
    deck_cards=PACK_20,
    deal_hand_size=5,
    deal_next_dealer=NextDealer.TURN,
    deal_after_draw=AfterDraw.TURN,
    exchange_min_tricks=0,
    marriage_first_trick=True,
    marriage_count_when=MarriageCount.WITH_TRICK,
    close_first_lead=True,
    close_min_talon=2,
    claim_window=ClaimWindow.REPLY,
    claim_false=FalseClaim.SCHNAPSEN,
    last_bonus=0,
    last_no_claim_exhausted=Unclaimed.LAST_TRICK,
    score_closed_basis=ClosedBasis.CLOSE,
    score_noncloser_out=DefenderOut.AS_FAILED,
    score_exhausted=Exhausted.ONE,
)

SCHNAPSEN_SHARP: Final = replace(
    SCHNAPSEN,
    name="schnapsen-sharp",
    exchange_min_tricks=1,
    exchange_min_talon=4,
    marriage_lead=MarriageLead.KING,
    marriage_first_trick=False,
    close_min_talon=4,
)

SCHNAPSEN_TOURNAMENT: Final = replace(
    SCHNAPSEN_SHARP, name="schnapsen-tournament", score_closed_basis=ClosedBasis.TOTAL
)

SCHNAPSEN_CASUAL: Final = replace(
    SCHNAPSEN,
    name="schnapsen-casual",
    close_noncloser_points=False,
    claim_window=ClaimWindow.LEAD,
    claim_false=FalseClaim.MAX,
    score_closer_fails=FailedClose.TWO,
)

SIXTY_SIX_CASUAL: Final = replace(
    SCHNAPSEN_CASUAL, name="sixty-six-casual", deck_cards=FULL_PACK, deal_hand_size=6
)

SCHNAPSEN_TOMPA: Final = replace(
    SCHNAPSEN,
    name="schnapsen-tompa",
    marriage_count_when=MarriageCount.AT_ONCE,
    claim_mode=ClaimMode.AUTO,
    claim_window=ClaimWindow.DRAW,
    claim_false=FalseClaim.FLAT,
    score_exhausted=Exhausted.BY_LOSER,
)

SIXTY_SIX_TOMPA: Final = replace(
    SCHNAPSEN_TOMPA,
    name="sixty-six-tompa",
    deck_cards=FULL_PACK,
    deal_hand_size=6,
    marriage_after_close=False,
    marriage_after_exhaustion=False,
    last_bonus=10,
    last_bonus_claimable=True,
    last_no_claim_exhausted=Unclaimed.TOTAL,
)

PRESETS: Final = {
    rules.name: rules
    for rules in (
        SANTASE,
        SIXTY_SIX,
        SCHNAPSEN,
        SCHNAPSEN_SHARP,
        SCHNAPSEN_TOURNAMENT,
        SIXTY_SIX_CASUAL,
        SCHNAPSEN_CASUAL,
        SIXTY_SIX_TOMPA,
        SCHNAPSEN_TOMPA,
    )
}
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


class ConsultedRules(RuleSet):
    """A rule set that notes which of its decisions are read: what is found under it rests on those alone.

    It equals nothing but itself, since comparing would read every decision.

    >>> rules = ConsultedRules(SANTASE)
    >>> rules.talon_size, rules.consulted()
    (12, ('deck_cards', 'deal_hand_size'))
    """

    __slots__ = ("_read",)

    _read: set[str]

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __init__(self, rules: RuleSet) -> None:
        object.__setattr__(self, "_read", set())
        super().__init__(**{field.name: getattr(rules, field.name) for field in fields(RuleSet)})
        self._read.clear()  # of what was read when the decisions were checked

    def __getattribute__(self, name: str) -> Any:
        object.__getattribute__(self, "_read").add(name)
        return object.__getattribute__(self, name)

    def consulted(self) -> tuple[str, ...]:
        """The decisions that have been read, in the order of their points."""
        return tuple(name for name in DECISIONS if name in self._read)
