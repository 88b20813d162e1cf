"""Rule sets as data: one field for each decision that tables make differently.

A field is named after its decision point (``close_min_talon`` is the point ``close.min_talon`` of
:mod:`referee.points`; its values and their sources stand in :mod:`referee.rulesets`). What every table
decides alike has no field; it is cited there anyway. No variant is a subclass, and nothing here plays
a card.
"""

from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, Final

from referee.cards import ALL_CARDS, FULL_PACK, PARTNERS, RANKS, SEATS, Card, Cards, Seat, members
from referee.contracts import MOST_CONTRACTS, NO_AUCTION, Aim, Auction, Bidder, NeededCards, Opening
from referee.decisions import (
    AceBettler,
    AfterDraw,
    Announcer,
    AtLimit,
    ClaimMode,
    ClaimWindow,
    ClosedBasis,
    DefenderOut,
    DrawBonus,
    Exchanger,
    Exhausted,
    FailedClose,
    FalseClaim,
    MarriageAfterClose,
    MarriageCount,
    MarriageLead,
    NextDealer,
    Revoke,
    SeriesDealer,
    Tie,
    TrumpCard,
    Unclaimed,
    WrongMarriageLead,
)


@dataclass(eq=False)
class RulesError(ValueError):
    """Decisions that contradict each other; the sentence says why, with its facts in braces."""

    sentence: str
    facts: dict[str, int | str] = field(default_factory=dict)
    decisions: tuple[str, ...] = ()
    """Decisions that are invalid beside each other, whatever the others are."""

    def __str__(self) -> str:
        return self.sentence.format_map(self.facts)


EVEN: Final = "{what} must be an even number from 2 to {most}, not {stated}"
AT_MOST: Final = "{what} must be at most {most}, not {stated}"
BETWEEN: Final = "{what} must be from {least} to {most}, not {stated}"


TARGET: Final = 66
"""The card points that win a deal of most games."""
PAIRS: Final = (Seat(PARTNERS), Seat(PARTNERS + 1))
"""The sides where partners sit opposite each other: A and C, B and D."""


class _Hashed:
    """Has its hash, once somebody has asked for it."""

    __slots__ = ("_hash",)

    _hash: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet(_Hashed):
    """Every decision of one rule set; ``dataclasses.replace`` gives it options.

    Raises :class:`RulesError` for a senseless combination.

    >>> from dataclasses import replace
    >>> from referee.rulesets import SANTASE
    >>> replace(SANTASE, game_target=11).game_target
    11
    """

    name: str
    seats: int = 2
    deck_cards: Cards
    deal_hand_size: int
    deal_trump_card: TrumpCard
    deal_next_dealer: NextDealer
    deal_after_draw: AfterDraw
    play2_undertrump: bool
    exchange_who: Exchanger
    exchange_min_tricks: int
    exchange_min_talon: int
    exchange_opponent_on_close: bool
    marriage_who: Announcer
    marriage_lead: MarriageLead
    marriage_per_lead: int
    marriage_first_trick: bool
    marriage_first_deal: bool
    marriage_count_when: MarriageCount
    marriage_after_close: MarriageAfterClose
    marriage_after_exhaustion: bool
    marriage_out_without_lead: bool
    close_first_lead: bool
    close_min_tricks: int
    close_before_draw: bool
    close_min_talon: int
    close_noncloser_points: bool
    close_frozen_tricks: bool
    close_last_trick: bool
    claim_mode: ClaimMode
    claim_window: ClaimWindow
    claim_false: FalseClaim
    claim_false_at_33: AtLimit
    last_bonus: int
    last_bonus_claimable: bool
    last_no_claim_exhausted: Unclaimed
    score_tiers: int
    score_closed_basis: ClosedBasis
    score_closer_fails: FailedClose
    score_noncloser_out: DefenderOut
    score_exhausted: Exhausted
    tie_result: Tie
    tie_bonus: DrawBonus
    game_target: int
    game_seven_nil: bool
    game_retour: bool
    series_next_dealer: SeriesDealer
    auction_turn_up: bool
    auction_ace_bettler: AceBettler
    auction_partner_plays: bool
    auction_talon: bool
    irr_revoke: Revoke
    irr_marriage_wrong_lead: WrongMarriageLead
    mp_partners: bool
    mp_all_pay: bool
    auction: Auction = NO_AUCTION
    """What is settled at the table before the first lead: trumps named, contracts bid, cards laid away."""

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(_FIELDS(self)))
            return self._hash

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 4:
            raise RulesError(BETWEEN, {"what": "seats", "least": 2, "most": 4, "stated": self.seats})
        pack = ALL_CARDS if self.auction.steps else FULL_PACK
        size = self.talon_size
        if not 0 < self.deck_cards <= pack or size < 0:
            raise RulesError("the pack is too small for the hands")
        draws = self.draws
        self._check_sides(draws)
        for what, talon in (
            ("exchange-min-talon", self.exchange_min_talon),
            ("close-min-talon", self.close_min_talon),
        ):
            if draws and (not 2 <= talon <= size or talon % 2):
                raise RulesError(EVEN, {"what": what, "most": size, "stated": talon})
        if not 0 <= self.exchange_min_tricks <= self.deal_hand_size:
            what, tricks = "exchange-min-tricks", self.exchange_min_tricks
            raise RulesError(AT_MOST, {"what": what, "most": self.deal_hand_size, "stated": tricks})
        if not self.marriage_first_deal <= self.marriage_per_lead <= 2:
            what, number = "marriages-per-lead", self.marriage_per_lead
            raise RulesError(BETWEEN, {"what": what, "least": 1, "most": 2, "stated": number})
        if not 0 <= self.close_min_tricks < self.deal_hand_size:
            what, tricks = "close-min-tricks", self.close_min_tricks
            raise RulesError(AT_MOST, {"what": what, "most": self.deal_hand_size - 1, "stated": tricks})
        if not self.mp_all_pay and not 1 <= self.game_target <= 99:
            raise RulesError(BETWEEN, {"what": "target", "least": 1, "most": 99, "stated": self.game_target})
        if not 2 <= self.score_tiers <= 66:
            raise RulesError(
                BETWEEN, {"what": "schneider", "least": 2, "most": 66, "stated": self.score_tiers}
            )
        if self.last_bonus > 66:
            raise RulesError(AT_MOST, {"what": "last-trick", "most": 66, "stated": self.last_bonus})
        self._check_sense()

    def _check_sense(self) -> None:
        """See that no decision is without effect beside the others; an error names those that it is about."""
        last_trick_wins = self.last_no_claim_exhausted is Unclaimed.LAST_TRICK
        is_said_at_close = self.claim_mode is ClaimMode.SAID and self.claim_false is FalseClaim.SCHNAPSEN
        frozen_tricks_matter = self.score_closed_basis is not ClosedBasis.CLOSE or is_said_at_close
        has_draw_bonus = self.tie_bonus is not DrawBonus.NONE
        if self.close_min_tricks == 1 and not self.close_first_lead:
            raise RulesError(
                "who closes after the first trick has one: close-min-tricks=1 decides nothing",
                decisions=("close_first_lead", "close_min_tricks"),
            )
        if self.last_bonus_claimable and not self.last_bonus:
            raise RulesError(
                "last-trick-claimable needs a last trick that adds card points",
                decisions=("last_bonus", "last_bonus_claimable"),
            )
        if self.close_last_trick and not self.last_bonus_claimable:
            raise RulesError(
                "last-trick-closed needs last-trick-claimable: after a close only a claim can use the points",
                decisions=("close_last_trick", "last_bonus_claimable"),
            )
        if self.claim_false_at_33 is AtLimit.TWO and self.claim_false is not FalseClaim.PROPORTIONAL:
            raise RulesError(
                "false-claim-33 needs false-claim=proportional",
                decisions=("claim_false", "claim_false_at_33"),
            )
        if not self.close_frozen_tricks and self.close_noncloser_points:
            raise RulesError(
                "no tricks are frozen where both go on counting",
                decisions=("close_noncloser_points", "close_frozen_tricks"),
            )
        if not self.close_frozen_tricks and not frozen_tricks_matter:
            raise RulesError(
                "frozen-tricks decides nothing where only tricks from before the close are asked for",
                decisions=("close_frozen_tricks", "claim_mode", "claim_false", "score_closed_basis"),
            )
        if last_trick_wins and self.last_bonus > 0 and not self.last_bonus_claimable:
            raise RulesError(
                "card points for the last trick decide nothing where the last trick wins",
                decisions=("last_bonus", "last_bonus_claimable", "last_no_claim_exhausted"),
            )
        if last_trick_wins and self.tie_result is Tie.LAST_TRICK:
            raise RulesError(
                "no totals are compared where the last trick wins, so none can be equal",
                decisions=("last_no_claim_exhausted", "tie_result"),
            )
        if has_draw_bonus and last_trick_wins:
            raise RulesError(
                "draw-bonus needs deals that can be drawn", decisions=("last_no_claim_exhausted", "tie_bonus")
            )
        if has_draw_bonus and self.tie_result is Tie.LAST_TRICK:
            raise RulesError(
                "draw-bonus needs deals that can be drawn", decisions=("tie_result", "tie_bonus")
            )

    def _check_sides(self, draws: bool) -> None:
        """See that two sides compete for a score, or that more of them pay each other.

        It ``draws`` where cards that are not dealt make a talon from which the players draw.
        """
        if self.mp_partners and self.seats != 4:
            raise RulesError("partners sit opposite each other, so there are four players")
        if self.auction != NO_AUCTION:
            self._check_auction(self.auction)
        if draws and self.seats != 2 and not self.auction.steps:
            raise RulesError("only two players draw from a talon")
        if not draws and self.deal_trump_card is TrumpCard.UNDER_TALON:
            raise RulesError("without a talon no card is turned up under it")
        if draws and self.deal_trump_card is not TrumpCard.UNDER_TALON:
            raise RulesError("the card under the talon fixes trumps")
        if self.marriage_lead is MarriageLead.ANY and not (draws and self.auction.steps):
            raise RulesError("a card of the marriage is led, but for games with openings")
        if self.marriage_who is Announcer.SIDE and not self.mp_partners:
            raise RulesError("only partners announce marriages for each other")
        if self.mp_partners and self.deal_next_dealer is not NextDealer.TURN:
            raise RulesError("two partners cannot both deal, so the deal passes in turn")
        if self.seats == 3 and self.deal_next_dealer is NextDealer.LOSER:
            raise RulesError("of three players two lose, and the two cannot both deal")
        if self.seats > 2 and self.auction.steps and self.deal_next_dealer is not NextDealer.TURN:
            raise RulesError("several win or lose together, and they cannot all deal")
        if self.mp_all_pay is (len(self.sides) == 2) and not self.auction.steps:
            raise RulesError("two sides play for a score, more pay each other after every deal")
        if self.claim_mode is ClaimMode.NEVER and len(self.sides) == 2:
            raise RulesError("where two sides play, 66 ends a deal")
        if not self.mp_all_pay:
            return
        if self.claim_mode is not ClaimMode.NEVER and not self.auction.steps:
            raise RulesError("where all pay, every trick is played and nobody claims")
        if self.game_target:
            raise RulesError("where all pay after every deal there is no target")
        if self.tie_result is Tie.LAST_TRICK or self.last_no_claim_exhausted is Unclaimed.LAST_TRICK:
            raise RulesError("where all pay, card points alone decide")
        if self.irr_marriage_wrong_lead is not WrongMarriageLead.VOID:
            raise RulesError("wrong-marriage-lead is for two sides that play for a score")
        if self.tie_bonus is not DrawBonus.NONE or self.game_seven_nil or self.irr_revoke is not Revoke.NONE:
            raise RulesError("draw-bonus, whitewash and revoke are for two sides that play for a score")

    def _check_auction(self, auction: Auction) -> None:
        """See that what comes before the first lead leads to a contract that can be played and settled.

        What is refused here is a mistake in a rule set's file, which no option can make: ValueError.
        """
        if self.claim_mode is ClaimMode.NEVER:
            raise RulesError("the aim of a contract ends the deal by itself")
        steps, contracts = auction.steps, auction.contracts
        if not 0 < len(contracts) <= MOST_CONTRACTS:
            raise ValueError(f"a table has from 1 to {MOST_CONTRACTS} contracts")
        if not steps:
            self._check_announced(auction)
            return
        bid = Opening.BID in steps
        opens = self.draws
        named = [each for each in contracts if each.trump is None]
        for fault, why in (
            (len(set(steps)) < len(steps), "an auction has steps, each of them once"),
            (not -1 <= auction.unbid < len(contracts), "the contract that nobody bids is one of the table"),
            (not bid and auction.unbid < 0, "where nobody can bid there is a contract that is played unbid"),
            (
                Opening.DISCARD in steps and not self.talon_size,
                "cards are laid away where some are left of the deal",
            ),
            (
                any((each.first is None) is opens for each in contracts)
                or (opens and steps != (Opening.BID,)),
                "where the players draw, and only there, contracts are openings and nothing else is due",
            ),
            (
                opens and len({each.target for each in contracts}) > 1,
                "after every opening as many points win",
            ),
            (opens and bool(self.talon_size % self.seats), "all draw as many cards of the talon"),
            (
                bid and Opening.DISCARD in steps[: steps.index(Opening.BID)],
                "who bids highest lays cards away",
            ),
            (steps[:1] == (Opening.DISCARD,), "before cards are laid away somebody has named trumps or bid"),
            (
                bool(named) and Opening.CALL not in steps and not opens,
                "where trumps are not of the contract they are named",
            ),
            (auction.defer and Opening.CALL not in steps, "only who may name trumps can leave it to a card"),
            (
                any(sorted(each.order) != list(RANKS) for each in contracts),
                "an order of ranks has every rank once",
            ),
            (
                self.claim_mode is ClaimMode.SAID
                and not opens
                and any(each.aim is Aim.FIRST and (each.value or each.target != 66) for each in contracts),
                "what is claimed is 66, for what the loser has",
            ),
            (
                any(each.sits_out and not (self.mp_partners and each.leads) for each in contracts),
                "a partner sits out where partners play, and whoever plays leads",
            ),
            (
                any(each.aim is Aim.HELD and each.holds is NeededCards.ANYTHING for each in contracts),
                "a contract that cannot be lost is one of the cards held",
            ),
            (
                any(each.holds is NeededCards.TRUMPS for each in contracts)
                and (not bid or Opening.CALL not in steps[: steps.index(Opening.BID)]),
                "all trumps are held where they were named before the bidding",
            ),
            (
                auction.hold
                and [each.value for each in contracts] != sorted(each.value for each in contracts),
                "contracts that are compared by value stand in that order",
            ),
            (not 0 <= auction.packet < self.deal_hand_size, "the first packet is a part of the hand"),
            (auction.defer and self.auction_turn_up, "one card is turned up, or another"),
        ):
            if fault:
                raise ValueError(why)

    def _check_announced(self, auction: Auction) -> None:
        """See that contracts which are announced without an auction can be, beside the ordinary game."""
        if auction != Auction(contracts=auction.contracts, doubles=auction.doubles):
            raise ValueError("where no bids are due, contracts are announced and nothing else is settled")
        for contract in auction.contracts:
            is_bid = contract.value and contract.bidder is not Bidder.NOBODY
            if not is_bid or contract.aim is Aim.FIRST or contract.sits_out:
                raise ValueError("what is announced is worth something, and not the ordinary game")

    def in_deal(self, number: int) -> "RuleSet":
        """These rules in a deal of a match: in the first no marriage at all may be agreed.

        >>> from dataclasses import replace
        >>> from referee.rulesets import SANTASE
        >>> rules = replace(SANTASE, marriage_first_deal=False)
        >>> rules.in_deal(1).marriage_per_lead, rules.in_deal(2) is rules, SANTASE.in_deal(1) is SANTASE
        (0, True, True)
        """
        if number != 1 or self.marriage_first_deal:
            return self
        return replace(self, marriage_per_lead=0)

    @property
    def sides(self) -> tuple[Seat, ...]:
        """The sides that win and lose, in the order of their first seats, by name (`mp.partners`).

        A player for himself is named by his seat, two partners by :data:`referee.cards.PARTNERS` and their
        first seat. What a state or a match has by side is in this order.

        >>> from referee.rulesets import PRESETS
        >>> PRESETS["santase"].sides, PRESETS["sixty-six-three"].sides, PRESETS["sixty-six-four"].sides
        ((0, 1), (0, 1, 2), (8, 9))
        """
        return PAIRS if self.mp_partners else SEATS[: self.seats]

    @property
    def side_of(self) -> tuple[Seat, ...]:
        """By seat, the place of its side among the sides.

        >>> from referee.rulesets import PRESETS
        >>> PRESETS["sixty-six-four"].side_of
        (0, 1, 0, 1)
        """
        return SEATS[:2] * 2 if self.mp_partners else SEATS[: self.seats]

    def place_of(self, name: Seat) -> Seat:
        """The place among the sides of a side, or of the side of a player.

        >>> from referee.rulesets import PRESETS
        >>> PRESETS["sixty-six-four"].place_of(3), PRESETS["sixty-six-four"].place_of(9)
        (1, 1)
        """
        return self.side_of[name] if name < self.seats else SEATS[self.sides.index(name)]

    def side(self, name: Seat) -> Seat:
        """The side of a player by name, or that side itself.

        >>> from referee.rulesets import PRESETS
        >>> PRESETS["sixty-six-four"].side(3), PRESETS["sixty-six-three"].side(2)
        (9, 2)
        """
        return self.sides[self.place_of(name)]

    @property
    def target(self) -> int:
        """The card points that win a deal.

        >>> from referee.rulesets import PRESETS
        >>> PRESETS["santase"].target, PRESETS["gaigel-two"].target
        (66, 101)
        """
        opens = self.auction.steps and self.draws
        return self.auction.contracts[0].target if opens else TARGET

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards that are dealt, in the order of their numbers: what is shuffled for a deal.

        >>> from referee.rulesets import SCHNAPSEN
        >>> len(SCHNAPSEN.pack), SCHNAPSEN.pack[:6]
        (20, (1, 2, 3, 4, 5, 7))
        """
        return tuple(members(self.deck_cards))

    @property
    def draws(self) -> bool:
        """Whether cards are left of the deal that the players draw, the last of them turned up for trumps.

        >>> from referee.rulesets import PRESETS
        >>> PRESETS["santase"].draws, PRESETS["dreierschnapsen"].draws
        (True, False)
        """
        return self.talon_size > 0 and Opening.DISCARD not in self.auction.steps

    @property
    def talon_size(self) -> int:
        """Cards that are not dealt: of the talon at the start, the turn-up included (`deal.talon_size`).

        With an auction they are those that whoever plays takes before he lays as many away.
        """
        return self.deck_cards.bit_count() - self.seats * self.deal_hand_size


_FIELDS: Final = attrgetter(*(f.name for f in fields(RuleSet)))
DECISIONS: Final = tuple(f.name for f in fields(RuleSet) if f.name not in ("name", "seats", "auction"))
"""The fields of a rule set that decide something, in the order of their points; an auction has no point."""
DECISION_BITS: Final = {name: 1 << place for place, name in enumerate(DECISIONS)}
"""By its name, the bit of a decision in a set of them that is an integer."""


NEWER: Final = {
    "marriage_first_deal": True,
    "play2_undertrump": True,
    "game_retour": False,
    "auction_turn_up": False,
    "auction_ace_bettler": AceBettler.HELD,
    "auction_partner_plays": True,
    "auction_talon": True,
}
"""Decisions that came later, with what was decided until then; packed deals say nothing of that."""
OF_A_SERIES: Final = ("series_next_dealer",)
"""Decisions on which no match depends."""


class ConsultedRules(RuleSet):
    """A rule set that notes which of its decisions are read: what is found under it rests on those alone.

    It equals nothing but itself, since comparing would read every decision. A decision is noted when it is
    read first, and read like any attribute from then on.

    >>> from referee.rulesets import SANTASE
    >>> rules = ConsultedRules(SANTASE)
    >>> rules.talon_size, rules.consulted()
    (12, ('deck_cards', 'deal_hand_size'))
    """

    __slots__ = ("_of", "_read")

    _of: RuleSet
    _read: dict[str, Any]

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __init__(self, rules: RuleSet) -> None:
        object.__setattr__(self, "_of", rules)
        object.__setattr__(self, "_read", {})
        object.__setattr__(self, "name", rules.name)

    def __getattr__(self, name: str) -> Any:
        """A decision that has not been read before, which has no value here until then."""
        value = getattr(self._of, name)
        self._read[name] = value
        object.__setattr__(self, name, value)
        return value

    def in_deal(self, number: int) -> "ConsultedRules":
        """The rules of a deal; what is read of them is noted here, too."""
        if number != 1 or self.marriage_first_deal:
            return self
        rules = ConsultedRules(self._of)
        object.__setattr__(rules, "_read", self._read)
        object.__setattr__(rules, "marriage_per_lead", 0)  # whatever else is decided of it
        return rules

    def consulted(self) -> tuple[str, ...]:
        """The decisions that have been read, in the order of their points."""
        return tuple(filter(self._read.__contains__, DECISIONS))

    def answers(self) -> dict[str, Any]:
        """Every field but the name that has been read, with its value, in the order of the first reading."""
        return self._read
