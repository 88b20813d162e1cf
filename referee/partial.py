"""What can be told of cards that nobody wrote down: where each can be, and what follows from that.

Only what is certain is told; no card is ever guessed. Works on a :class:`referee.deal.Deal` some of
whose cards are unknown.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.cards import BIT, Card, Cards, mask, members

if TYPE_CHECKING:
    from referee.deal import Deal


def unplaced(deal: "Deal") -> Cards:
    """The cards of the pack that are known to be nowhere: not in a hand, not in the talon, not played."""
    placed = deal.gone | mask(card for card in deal.talon[deal.drawn :] if card >= 0)
    for hand in deal.hands:
        placed |= hand
    return deal.rules.deck_cards & ~placed


def possible(deal: "Deal", seat: int) -> Cards:
    """The cards that a seat may hold beside those it is known to hold."""
    return unplaced(deal) if deal.unseen[seat] else 0


def reveal(deal: "Deal", seat: int, card: Card) -> None:
    """Take it as known that one of a seat's unseen cards is this one; ValueError where it cannot be."""
    if not possible(deal, seat) & BIT[card]:
        raise ValueError(f"card {card} cannot be in the hand of seat {seat}")
    deal.hands[seat] |= BIT[card]
    deal.unseen[seat] -= 1


def deduce(deal: "Deal") -> None:
    """Where the unknown cards can be in one place only, they are there."""
    gaps = [place for place in range(deal.drawn, len(deal.talon)) if deal.talon[place] < 0]
    if gaps and gaps[-1] == len(deal.talon) - 1:
        turn_ups = unplaced(deal) & deal.trumps
        if turn_ups.bit_count() == 1:
            deal.talon[gaps.pop()] = next(members(turn_ups))
    left = unplaced(deal)
    holders = [seat for seat, count in enumerate(deal.unseen) if count]
    if len(holders) == 1 and not gaps and left.bit_count() == deal.unseen[holders[0]]:
        deal.hands[holders[0]] |= left
        deal.unseen[holders[0]] = 0
    elif not holders and len(gaps) == 1 and left.bit_count() == 1:
        deal.talon[gaps[0]] = next(members(left))


def common(worlds: Sequence["Deal"]) -> "Deal":
    """What several possible states of one deal have in common; they differ in cards and points alone."""
    first, *others = worlds
    deal = first.copy()
    for seat in range(deal.rules.seats):
        held = deal.hands[seat].bit_count() + deal.unseen[seat]
        low, high = deal.points[seat], deal.points[seat] + deal.slack[seat]
        for other in others:
            deal.hands[seat] &= other.hands[seat]
            low = min(low, other.points[seat])
            high = max(high, other.points[seat] + other.slack[seat])
        deal.unseen[seat] = held - deal.hands[seat].bit_count()
        deal.points[seat], deal.slack[seat] = low, high - low
    for other in others:
        deal.gone &= other.gone
    return deal
