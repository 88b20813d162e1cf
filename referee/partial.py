"""Deals with unknown cards, and what is certain about those cards.

Only what is certain is reported; no card is ever guessed. A deal of which everything is known is a
:class:`referee.deal.Deal` and pays nothing for this.
"""

from collections.abc import Sequence
from typing import NamedTuple

from referee import actions
from referee.actions import Action
from referee.auction import after
from referee.cards import (
    BIT,
    MARRIAGE_CARDS,
    NO_CARD,
    NO_SUIT,
    NOBODY,
    POINTS,
    SEATS,
    Card,
    Cards,
    Seat,
    Suit,
    both,
    copy_in,
    mask,
    members,
)
from referee.contracts import KINGS_IN_TWO_PACKS, MARRIAGE_IN_TWO_PACKS
from referee.deal import Deal
from referee.rules import RuleSet
from referee.state import AuctionState, DealState, Marriage


class Midway(NamedTuple):
    """How a deal stands at the head of a trick at which it is taken up; what came before is not played.

    ``drawn`` cards of the talon are gone; ``gone`` is what is known of the cards that have been played. What
    is not known has bounds: ``slack`` is how many more card points each seat may have, ``untold`` how many
    tricks nobody knows the winner of, beside ``tricks``; and the same of the moment of the close.
    ``marriages`` are those that are known to have been announced, and whose cards are still held.
    """

    leader: Seat
    trick: int
    drawn: int
    points: tuple[int, ...]
    slack: tuple[int, ...]
    pending: tuple[int, ...]
    tricks: tuple[int, ...]
    untold: int = 0
    gone: Cards = 0
    closer: Seat = NOBODY
    close_points: tuple[int, ...] = ()
    close_slack: tuple[int, ...] = ()
    close_tricks: tuple[int, ...] = ()
    close_untold: int = 0
    marriages: tuple[Marriage, ...] = ()


class PartialDeal(Deal):
    """A deal of which not everything need be known.

    ``unseen`` counts the cards of each hand that are not known, and a talon holds -1 in their place. Where no
    turn-up is known, ``trump`` names the suit; ValueError without either.
    """

    __slots__ = (
        "_close_slack",
        "_close_untold",
        "_laid_from",
        "_laid_points",
        "_slack",
        "_unseen",
        "_untold",
        "excluded",
    )

    _unseen: list[int]
    excluded: list[Cards]
    """The cards that are known not to be in each hand."""
    _slack: list[int]
    _untold: int
    _close_slack: tuple[int, ...]
    _close_untold: int
    _laid_from: Cards
    """The cards of which those were that were laid away and are not known."""
    _laid_points: tuple[int, int]
    """How many card points those have at least and at most, as far as they count."""

    def __init__(
        self,
        rules: RuleSet,
        dealer: Seat = NOBODY,
        hands: Sequence[Cards] = (),
        talon: Sequence[Card] = (),
        trump: Suit = NO_SUIT,
        unseen: Sequence[int] = (),
        packet: Cards = 0,
        turned: Card = NO_CARD,
    ) -> None:
        super().__init__(rules)
        if not hands:
            return
        self._lay(rules, dealer, hands, talon, trump, packet, turned)
        self.dealt = None
        self._unseen = list(unseen) or [0] * rules.seats
        self.excluded = [0] * rules.seats
        self._slack = [0] * len(rules.sides)
        self._untold = 0
        self._close_slack = ()
        self._close_untold = 0
        self._laid_from = 0
        self._laid_points = (0, 0)

    @property
    def unseen(self) -> list[int]:
        """How many more cards each seat holds than those that are known."""
        return self._unseen

    @property
    def slack(self) -> list[int]:
        """How many more card points each seat may have, where cards of its tricks are unknown."""
        return self._slack

    @property
    def untold(self) -> int:
        """Tricks of which nobody knows the winner, from before the deal was taken up."""
        return self._untold

    @property
    def close_slack(self) -> tuple[int, ...]:
        """How many more card points each seat may have had at the close."""
        return self._close_slack

    @property
    def close_untold(self) -> int:
        """Tricks before the close of which nobody knows the winner."""
        return self._close_untold

    def copy(self) -> "PartialDeal":
        """An independent copy of the deal as it stands."""
        other = PartialDeal(self.rules)
        self.copy_to(other)
        other._unseen = self._unseen[:]
        other.excluded = self.excluded[:]
        other._slack = self._slack[:]
        other._untold = self._untold
        other._close_slack = self._close_slack
        other._close_untold = self._close_untold
        other._laid_from = self._laid_from
        other._laid_points = self._laid_points
        return other

    def key(self) -> tuple[object, ...]:
        """As of a deal of which everything is known, with the bounds."""
        at_close = (*self._close_slack, self._close_untold)
        bounds = (*self._unseen, *self.excluded, *self._slack, self._untold, *at_close, self._laid_from)
        return (*super().key(), self.gone, *bounds)

    @property
    def spent(self) -> bool:
        """Whether every card in hand has been played."""
        return not any(self.hands) and not any(self._unseen)

    def held(self, seat: Seat) -> int:
        """How many cards a seat holds, known or not."""
        return self.hands[seat].bit_count() + self._unseen[seat]

    @property
    def is_blurred(self) -> bool:
        """Whether points or tricks that may count are not known."""
        return any(self._slack) or any(self._close_slack) or self._untold + self._close_untold > 0

    @property
    def just_closed(self) -> bool:
        """Whether the talon was closed at this lead."""
        tricks = sum(self.close_tricks) + self._close_untold
        return self.lead < 0 and self.turn == self.closer and tricks == self.trick

    def take_up(self, midway: Midway) -> None:
        """Stand as at the head of a later trick, the hands being what is left of them.

        The talon must hold -1 in the place of every card that is drawn; the dealer may be -1.
        """
        self.leader = self.turn = midway.leader
        self.trick = midway.trick
        self.drawn = midway.drawn
        self.gone = midway.gone
        self.points = list(midway.points)
        self._slack = list(midway.slack)
        self.pending = list(midway.pending)
        self.tricks = list(midway.tricks)
        self._untold = midway.untold
        self.marriages = midway.marriages
        self.strict = self.drawn == len(self.talon)
        if midway.closer >= 0:
            self._shut(midway.closer)
            self.close_points, self._close_slack = midway.close_points, midway.close_slack
            self.close_tricks, self._close_untold = midway.close_tricks, midway.close_untold

    def stay_open(self) -> None:
        """Take it as known that 66 has not ended the deal automatically, as it goes on."""
        for seat in self.ended_by():
            side = self.side_of[seat]
            self._slack[side] = min(self._slack[side], self.terms.target - 1 - self.points[side])

    def _take_talon(self, seat: Seat) -> None:
        self._unseen[seat] += sum(card < 0 for card in self.talon)
        self.hands[seat] |= mask(card for card in self.talon if card >= 0)
        self.talon = []

    def lay_unknown(self) -> None:
        """Lay a card away that is not known: each card of that hand may be the one, or still be there."""
        now, seat = self.auction, self.turn
        if now is None:
            return
        hand, left = self.hands[seat], unplaced(self)
        if not now.unknown:
            self._laid_from = hand
            if self._unseen[seat]:
                self._laid_from |= left
            else:
                self.excluded[seat] |= left
        for other in SEATS[: self.rules.seats]:
            self.excluded[other] |= hand if other != seat else 0
        self.hands[seat] = 0
        self._unseen[seat] += hand.bit_count() - 1
        self.auction, self.turn = after(self, now, Action(NO_CARD), seat)
        if self.auction.due is None:
            self._begin(self.auction)
            if self.result and any(self._slack):
                self.result = self.result.verdict

    def count_laid(self) -> None:
        """See between which numbers the points of cards must be that were laid away and are not known."""
        now = self.auction
        if now is None or not now.unknown or now.due is not None or not self.rules.auction_talon:
            return
        points = sorted(POINTS[card] for card in members(unplaced(self) & self._laid_from))
        least, most = sum(points[: now.unknown]), sum(points[-now.unknown :])
        before, side = self._laid_points, self.side_of[now.declarer]
        more = least - before[0]
        self._laid_points = (least, most)
        self.points[side] += more
        self._slack[side] = max(0, self._slack[side] + most - before[1] - more)
        if now.taken:
            taken = list(now.taken)
            taken[now.declarer] += more
            self.auction = now._replace(taken=tuple(taken))

    def _copy(self, card: Card, seat: Seat) -> Card:
        return copy_in(card, (self.hands[seat], possible(self, seat), ~self.gone))

    def _begin(self, settled: AuctionState) -> None:
        super()._begin(settled)
        self._slack = [0] * len(self.points)
        self.count_laid()

    def _keep_playing_with(self, winner: Seat) -> None:
        super()._keep_playing_with(winner)
        contract, auction = self.contract, self.auction
        if contract is None or auction is None or not contract.clean or self.is_partner_open:
            return
        if winner != auction.declarer and possible(self, winner) >> auction.called & 1:
            self._show_partner(winner)

    def _sit_out(self, settled: AuctionState, seat: Seat) -> None:
        super()._sit_out(settled, seat)
        self._unseen[seat] = 0

    def _take_unknown(self, seat: Seat) -> None:
        self._unseen[seat] += 1

    def _give_back_unknown(self, seat: Seat) -> None:
        self._unseen[seat] -= 1

    def _close(self, seat: Seat, give_back: bool) -> None:
        super()._close(seat, give_back)
        self._close_untold = self._untold


def deal_of(
    rules: RuleSet,
    dealer: Seat,
    hands: Sequence[Cards],
    talon: Sequence[Card],
    trump: Suit,
    unseen: Sequence[int],
    packet: Cards = 0,
    turned: Card = NO_CARD,
) -> Deal:
    """A deal with unseen cards in the hands, and -1 in their place in the talon; a whole one without any."""
    if any(unseen) or min(talon, default=0) < 0:
        return PartialDeal(rules, dealer, hands, talon, trump, unseen, packet, turned)
    return Deal.unchecked(rules, dealer, hands, talon, trump, packet, turned)


def as_partial(deal: Deal) -> PartialDeal:
    """A deal as one of which not everything need be known; what is known of it stays so."""
    if isinstance(deal, PartialDeal):
        return deal
    partial = PartialDeal(deal.rules, deal.dealer, deal.hands, deal.talon, deal.trump)
    deal.copy_to(partial)
    partial.dealt = None
    return partial


def unplaced(deal: DealState) -> Cards:
    """The cards of the pack that are known to be nowhere: not in a hand, not in the talon, not played."""
    placed = deal.gone | mask(card for card in deal.talon[deal.drawn :] if card >= 0)
    for hand in deal.hands:
        placed |= hand
    return deal.rules.deck_cards & ~placed


def possible(deal: Deal, seat: Seat) -> Cards:
    """The cards that a seat may hold beside those it is known to hold."""
    if not isinstance(deal, PartialDeal) or not deal.unseen[seat]:
        return 0
    return unplaced(deal) & ~deal.excluded[seat]


def reveal(deal: Deal, seat: Seat, card: Card) -> None:
    """Take it as known that one of a seat's unseen cards is this one; ValueError where it cannot be."""
    if not isinstance(deal, PartialDeal) or not possible(deal, seat) & BIT[card]:
        raise ValueError(f"card {card} cannot be in the hand of seat {seat}")
    deal.hands[seat] |= BIT[card]
    deal.unseen[seat] -= 1


def exclude(deal: Deal, seat: Seat, cards: Cards) -> None:
    """Take it as known that none of these cards is in a seat's hand, which holds unseen ones."""
    if isinstance(deal, PartialDeal):
        deal.excluded[seat] |= cards


def fits(deal: Deal) -> bool:
    """Whether the unknown cards can lie so that each hand and the talon have as many as they hold.

    By Hall's theorem: any of these places together must have enough cards to choose from.
    """
    left = unplaced(deal)
    wanted = [(possible(deal, seat), deal.unseen[seat]) for seat in SEATS[: deal.rules.seats]]
    hidden = [card < 0 for card in deal.talon[deal.drawn :]]
    if hidden and not deal.rules.draws:
        wanted.append((left, sum(hidden)))
    elif hidden:
        wanted += [(left, sum(hidden[:-1])), (left & deal.trumps, int(hidden[-1]))]
    sums = [(0, 0)]
    for cards, number in wanted:
        sums += [(cards | others, number + more) for others, more in sums] if number else []
    return all(cards.bit_count() >= number for cards, number in sums)


def show(deal: Deal, action: Action, seat: Seat) -> None:
    """Take the cards that an action proves to be in a seat's hand as known, where they can be in it."""
    shown = BIT[action] if 0 <= action < actions.CARDS else 0
    if deal.terms.has_copies:
        shown |= _shown_copies(deal, action, seat)
    elif actions.is_marriage(action):
        shown = MARRIAGE_CARDS[actions.marriage_suit(action)]
    elif actions.TURN_UP <= action < actions.CALL_CARD:
        shown = BIT[actions.turned_card(action)]
    elif action == actions.EXCHANGE and deal.lowest_trump >= 0:
        shown = deal.lowest_of_trumps
    for card in members(shown & possible(deal, seat)):
        if deal.unseen[seat]:
            reveal(deal, seat, card)


def _shown_copies(deal: Deal, action: Action, seat: Seat) -> Cards:
    """The cards that an announcement proves to be in a hand beside those known, with two of each."""
    wanted: list[tuple[Cards, int]] = []
    if actions.is_marriage(action):
        suit = actions.marriage_suit(action)
        number = 1 + sum(each.suit == suit and each.seat == seat for each in deal.marriages)
        kings = KINGS_IN_TWO_PACKS[suit]
        wanted = [(kings, number), (MARRIAGE_IN_TWO_PACKS[suit] ^ kings, number)]
    elif actions.TURN_UP <= action < actions.CALL_CARD:
        wanted = [(both(actions.turned_card(action)), 1)]
    elif action == actions.EXCHANGE and deal.lowest_trump >= 0:
        wanted = [(both(deal.lowest_trump), 1)]
    found = 0
    for cards, number in wanted:
        left = max(0, number - (deal.hands[seat] & cards).bit_count())
        found |= mask([*members(cards & possible(deal, seat))][:left])
    return found


def deduce(deal: Deal) -> None:
    """Where the unknown cards can be in one place only, they are there."""
    if not isinstance(deal, PartialDeal):
        return
    gaps = [place for place in range(deal.drawn, len(deal.talon)) if deal.talon[place] < 0]
    if gaps and gaps[-1] == len(deal.talon) - 1 and deal.rules.draws:
        turn_ups = unplaced(deal) & deal.trumps
        if turn_ups.bit_count() == 1:
            deal.talon[gaps.pop()] = next(members(turn_ups))
    holders = [seat for seat, count in enumerate(deal.unseen) if count]
    left = unplaced(deal)
    if deal.auction is not None and deal.auction.unknown and len(holders) == 1:
        left = possible(deal, SEATS[holders[0]])
    if len(holders) == 1 and not gaps and left.bit_count() == deal.unseen[holders[0]]:
        deal.hands[holders[0]] |= left
        deal.unseen[holders[0]] = 0
    elif not holders and len(gaps) == 1 and left.bit_count() == 1:
        deal.talon[gaps[0]] = next(members(left))
    deal.count_laid()


def common(worlds: Sequence[Deal]) -> Deal:
    """What several possible states of one deal have in common; they differ in cards and points alone."""
    first, *others = worlds
    deal = first.copy()
    if not isinstance(deal, PartialDeal):
        return deal
    for seat in SEATS[: deal.rules.seats]:
        held = deal.held(seat)
        for other in others:
            deal.hands[seat] &= other.hands[seat]
        deal.unseen[seat] = held - deal.hands[seat].bit_count()
    for side in range(len(deal.points)):
        low = min(world.points[side] for world in worlds)
        high = max(world.points[side] + world.slack[side] for world in worlds)
        deal.points[side], deal.slack[side] = low, high - low
    for other in others:
        deal.gone &= other.gone
        if deal.auction is not None and other.auction is not None:
            least = tuple(map(min, deal.auction.taken, other.auction.taken))
            deal.auction = deal.auction._replace(taken=least)
    return deal
