"""A deal before its first action: how the cards can lie, and whether every one of them is known."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from itertools import islice

from notation.judge.position import Middle
from notation.judge.progress import NOTHING
from notation.record.model import HIDDEN, UNRECORDED, DealRecord, Holding, Trick
from referee.cards import (
    NO_CARD,
    NO_SUIT,
    NOBODY,
    SEATS,
    Card,
    Cards,
    Seat,
    Suit,
    kind,
    mask,
    numbered,
    second_copy,
    suit_of,
)
from referee.deal import Deal, fixes_trumps
from referee.partial import PartialDeal
from referee.rules import RuleSet
from referee.terms import terms_of


class Setup:
    """A deal of a record under some rules, set up once for everything that judges it."""

    def __init__(self, rules: RuleSet, record: DealRecord, bonus: int = 0) -> None:
        self.rules = rules.in_deal(record.number)
        self.record = with_copies(record) if terms_of(self.rules).has_copies else record
        self.bonus = bonus
        """What the deal brings its winner beside, after a draw."""

    @cached_property
    def middle(self) -> Middle | None:
        """The position at which the deal is taken up, if it is."""
        position = self.record.position
        return Middle(self.rules, self.record, position) if position else None

    @cached_property
    def last(self) -> Card:
        """The last card of the talon as written; negative where it is not known."""
        talon = self.record.talon or NOTHING
        return talon.cards[-1] if talon.is_whole else UNRECORDED

    @property
    def opening(self) -> Trick | None:
        """What is said before the first lead, in a game in which something is; None if it is not recorded."""
        return self.record.opening if self.rules.auction.contracts else None

    @property
    def lacks_opening(self) -> bool:
        """Whether nobody recorded what was said before the first lead, so that the contract is not known."""
        return bool(self.rules.auction.steps) and self.record.opening is None

    @property
    def holder_of_turn_up(self) -> Seat:
        """Who is dealt the card that fixes trumps, where there is no talon and the deal is whole."""
        rules, record = self.rules, self.record
        if rules.talon_size or rules.auction.steps or record.position or record.dealer < 0:
            return NOBODY
        return fixes_trumps(rules, record.dealer)

    @cached_property
    def starts(self) -> list[Deal]:
        """The deal as it lies before its first action, to be copied; none without a trump suit.

        Where a position leaves open how far the deal has come, there is one for each way that fits.
        """
        if self.middle:
            return self.middle.deals
        rules, record = self.rules, self.record
        size = rules.talon_size
        written = [max(card, UNRECORDED) for card in (record.talon or NOTHING).cards]
        talon = [*written, *[UNRECORDED] * size][:size]
        if talon and talon[-1] < 0 and record.trump is not None:
            talon[-1] = record.trump
        suit = record.suit
        if rules.auction.steps and not rules.draws:
            return [self._dealt(talon, NO_SUIT, self.packet)]
        if not rules.talon_size and record.trump is not None:
            suit = suit_of(record.trump)
        if (not talon or talon[-1] < 0) and suit < 0:
            return []
        return [self._dealt(talon, suit)]

    def _dealt(self, talon: list[Card], suit: Suit, packet: Cards = 0) -> Deal:
        """The deal with this talon, and with this trump suit unless a card is turned up or names it."""
        rules, record = self.rules, self.record
        hands = dict(record.hands)
        known = [
            [card for card in hands.get(seat, NOTHING).cards if card >= 0] for seat in SEATS[: rules.seats]
        ]
        self._put_turn_up(known)
        unseen = [max(0, rules.deal_hand_size - len(cards)) for cards in known]
        whole = list(map(mask, known))
        if any(unseen) or min(talon, default=0) < 0:
            return PartialDeal(rules, record.dealer, whole, talon, suit, unseen, packet)
        return Deal.unchecked(rules, record.dealer, whole, talon, suit, packet)

    @property
    def packet(self) -> Cards:
        """The cards that whoever names trumps has seen by then; none where that is not recorded."""
        rules, record = self.rules, self.record
        size = rules.auction.packet
        forehand = SEATS[(record.dealer + 1) % rules.seats]
        if not size or dict(record.packets).get(forehand) != size:
            return 0
        seen = dict(record.hands).get(forehand, NOTHING).cards[:size]
        return mask(seen) if min(seen, default=-1) >= 0 else 0

    def _put_turn_up(self, known: list[list[Card]]) -> None:
        """Put the card that fixed trumps into the hand of who was dealt it, if some of that is not known."""
        holder, card = self.holder_of_turn_up, self.record.trump
        if card is None or not 0 <= holder < len(known) or any(card in cards for cards in known):
            return
        if len(known[holder]) < self.rules.deal_hand_size:
            known[holder].append(card)

    @cached_property
    def has_gaps(self) -> bool:
        """Whether some card of the deal is not recorded, or something that counts when it is taken up."""
        rules, record = self.rules, self.record
        if plays_unknown(record.tricks) or (self.opening and plays_unknown((self.opening,))):
            return True
        if self.middle:
            return not self.middle.is_exact
        if len(record.hands) < rules.seats or (record.talon is None and rules.talon_size):
            return True
        return not all(map(is_known, record.holdings))


def with_copies(record: DealRecord) -> DealRecord:
    r"""The same deal with its own copy for each card that stands twice in hands, talon and turn-up.

    >>> from notation import read
    >>> [game] = read("%SGN 1\ndeal 1 dealer A\nA: 7s Ah\nB: Ah 7s 7s")
    >>> [hand.cards for _, hand in with_copies(game.record.deals[0]).hands]
    [(48, 11), (35, 52, 52)]
    """
    cards = iter(numbered(card for holding in record.holdings for card in holding.cards))

    def copied(holding: Holding) -> Holding:
        return replace(holding, cards=tuple(islice(cards, len(holding.cards))))

    hands = tuple((seat, copied(hand)) for seat, hand in record.hands)
    position, trump = record.position, record.trump
    if position:
        position = replace(position, won=tuple((seat, copied(pile)) for seat, pile in position.won))
    talon = record.talon and copied(record.talon)
    if trump is not None:
        last = talon.cards[-1] if talon and talon.cards else NO_CARD
        held = [card for holding in record.holdings for card in holding.cards]
        trump = last if last >= 0 and kind(last) == trump else second_copy(trump) if trump in held else trump
    return replace(record, hands=hands, talon=talon, position=position, trump=trump)


def set_up(rules: RuleSet, record: DealRecord) -> list[Deal]:
    """The deal as it lies before its first action, in every way that fits (:attr:`Setup.starts`)."""
    return Setup(rules, record).starts


def has_gaps(rules: RuleSet, record: DealRecord) -> bool:
    """Whether something that counts is not recorded (:attr:`Setup.has_gaps`)."""
    return Setup(rules, record).has_gaps


def plays_unknown(tricks: Iterable[Trick]) -> bool:
    """Whether some card that is played or laid away in these tricks is not recorded."""
    return any(
        ply.action < 0 and (ply.action >= HIDDEN or min(ply.cards, default=0) < 0)
        for trick in tricks
        for ply in trick.plies
    )


def is_known(holding: Holding) -> bool:
    """Whether every card of a hand or talon is recorded."""
    return holding.is_whole and min(holding.cards) >= 0
