"""The cards as they were dealt: whether they can be a deal of the rules, and the deal that they make."""

from typing import Final

from notation.findings import catalogue
from notation.findings.finding import CardFact, SeatFact, SuitFact
from notation.judge.assertions import Find
from notation.judge.position import Middle, seats_of
from notation.record.model import NO_SUIT, NOBODY, UNRECORDED, DealRecord, Holding
from referee import codes as rulings
from referee.cards import BIT, Card, mask, suit_of
from referee.deal import Deal
from referee.partial import deal_of
from referee.rules import RuleSet

NOTHING: Final = Holding(())
"""A hand or talon of which nothing is recorded."""


def look_over(rules: RuleSet, record: DealRecord, find: Find) -> None:
    """Find what is wrong with the cards as dealt, or as they lie in the middle of a deal."""
    position = record.position
    seats = [(record.dealer, record.span), *((seat, hand.span) for seat, hand in record.hands)]
    seats += ((seat, position.span) for seat in seats_of(record)) if position else ()
    for seat, span in dict.fromkeys(seats):
        if seat >= rules.seats:
            find(catalogue.SEAT_UNKNOWN, span, {"stated_seat": SeatFact(seat), "needed": rules.seats})
    talon = record.talon or NOTHING
    last = talon.cards[-1] if talon.is_whole else UNRECORDED
    if position is None:
        _find_sizes(rules, record, find)
    elif position.lead >= 0 and record.is_stated_once:
        Middle(rules, record).find(find)
    _find_foreign_cards(rules, record, last, find)
    if last >= 0 and record.trump is not None and record.trump != last:
        find(catalogue.TURN_UP, record.span, {"card": CardFact(record.trump), "turn_up": CardFact(last)})
    if last >= 0 and record.suit not in (NO_SUIT, suit_of(last)):
        find(catalogue.TRUMP_SUIT, record.span, {"suit": SuitFact(record.suit), "turn_up": CardFact(last)})


def _find_sizes(rules: RuleSet, record: DealRecord, find: Find) -> None:
    """Hands and talons that are larger or smaller than they are dealt."""
    for seat, hand in record.hands:
        if hand.is_whole and len(hand.cards) != rules.deal_hand_size and seat < rules.seats:
            facts = {"seat": SeatFact(seat), "stated": len(hand.cards), "needed": rules.deal_hand_size}
            find(rulings.HAND_SIZE, hand.span, facts, seat)
    talon = record.talon
    if talon and talon.is_whole and len(talon.cards) != rules.talon_size:
        find(rulings.TALON_SIZE, talon.span, {"stated": len(talon.cards), "needed": rules.talon_size})


def _find_foreign_cards(rules: RuleSet, record: DealRecord, last: Card, find: Find) -> None:
    """Cards that are dealt twice, or do not belong to the pack."""
    seen: set[Card] = set()
    holdings = [(seat, hand.span, hand.cards) for seat, hand in dict(record.hands).items()]
    won = record.position.won if record.position else ()
    holdings += ((seat, pile.span, pile.cards) for seat, pile in won)
    if record.talon is not None:
        holdings.append((NOBODY, record.talon.span, record.talon.cards))
    in_talon = record.talon is not None and record.trump in record.talon.cards
    turned_up = record.trump is not None and last < 0 and not in_talon
    if record.position and turned_up:  # it may be gone by now
        deals = set_up(rules, record)
        turned_up = bool(deals) and all(deal.talon_left for deal in deals)
    if turned_up and record.trump is not None:
        holdings.insert(0, (NOBODY, record.span, (record.trump,)))
    for seat, span, cards in holdings:
        for card in cards:
            if card < 0:
                continue
            if not rules.deck_cards & BIT[card]:
                find(rulings.NOT_IN_DEAL, span, {"card": CardFact(card)}, seat)
            elif card in seen:
                find(catalogue.CARD_TWICE, span, {"card": CardFact(card)}, seat)
            seen.add(card)


def set_up(rules: RuleSet, record: DealRecord) -> list[Deal]:
    """The deal as it lies before the first lead, or where it is taken up; none without a trump suit.

    Where a position leaves open how far the deal has come, there is one for each way that fits.
    """
    if record.position:
        return Middle(rules, record).deals
    size = rules.talon_size
    written = [max(card, UNRECORDED) for card in (record.talon or NOTHING).cards]
    talon = [*written, *[UNRECORDED] * size][:size]
    if talon and talon[-1] < 0 and record.trump is not None:
        talon[-1] = record.trump
    if (not talon or talon[-1] < 0) and record.suit < 0:
        return []
    hands = dict(record.hands)
    known = [[card for card in hands.get(seat, NOTHING).cards if card >= 0] for seat in range(rules.seats)]
    unseen = [max(0, rules.deal_hand_size - len(cards)) for cards in known]
    return [deal_of(rules, record.dealer, [mask(cards) for cards in known], talon, record.suit, unseen)]
