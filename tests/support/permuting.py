"""Deals that a reader cannot distinguish: the cards he has not seen are permuted."""

from random import Random

from referee.cards import CARDS_BY_NUMBER, Seat
from referee.deal import shown_for_trumps
from referee.rules import RuleSet
from referee.table import Table


def permuted(order: bytes, rules: RuleSet, table: Table, reader: Seat, rng: Random) -> bytes:
    """The same deal with the cards that a reader has not seen so far permuted."""
    assert table.now
    deal, size = table.now.deal, rules.deal_hand_size
    view = table.view_of_deal(reader)
    assert view
    seen = deal.gone | view.hand
    for hand in view.sight().hands:
        seen |= hand.known
    if view.turn_up >= 0:
        seen |= 1 << view.turn_up
    dealer = table.now.dealer
    seen |= 1 << shown_for_trumps(rules, dealer, [CARDS_BY_NUMBER[card] for card in order])
    own = range(reader * size, reader * size + size) if reader >= 0 else range(0)
    hidden = [place for place, card in enumerate(order) if not seen >> card & 1 and place not in own]
    cards = [order[place] for place in hidden]
    rng.shuffle(cards)
    changed = bytearray(order)
    for place, card in zip(hidden, cards, strict=True):
        changed[place] = card
    return bytes(changed)
