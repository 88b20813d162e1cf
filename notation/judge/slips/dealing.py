"""Slips in the cards dealt: hands, the talon, and single cards."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import combinations, pairwise

from notation.findings.finding import CardFact, Fact, Fix, Phrase, SeatFact
from notation.judge.slips.writing import TriedChange, Writing, behind
from notation.record.model import NOBODY, Holding
from notation.record.span import Span
from notation.record.words import card_word
from referee.cards import Card, Seat


def hands_exchanged(writing: Writing) -> Iterator[TriedChange]:
    """Two hands in each other's place."""
    hands = () if writing.has_wrong_cards else writing.deal.hands
    for one, other in combinations(range(len(hands)), 2):
        (seat, first), (other_seat, second) = hands[one], hands[other]
        changed = list(hands)
        changed[one], changed[other] = (seat, second), (other_seat, first)
        deal = replace(writing.deal, hands=tuple(changed))
        if first.cards and second.cards and writing.fits_dealt(deal):
            facts: dict[str, Fact] = {"seat": SeatFact(seat), "other": SeatFact(other_seat)}
            says = Phrase("the hands of {seat} and {other} are in each other's place", facts)
            places = (Span(*writing.dealt_at(each, 0)[:2], *each.span[2:]) for each in (first, second))
            yield TriedChange(says, deal, writing.exchanged(*places))


def talon_turned(writing: Writing) -> Iterator[TriedChange]:
    """The talon from the bottom, or with the turn-up before its other cards."""
    talon = writing.deal.talon
    if talon is None or writing.has_wrong_cards or len(talon.cards) < 2 or talon.among or talon.unsure:
        return
    first, *others = cards = talon.cards
    for says, order in (
        (Phrase("the cards of the talon are written from the bottom"), cards[::-1]),
        (Phrase("the turn-up is written before the other cards of the talon"), (*others, first)),
    ):
        pairs = enumerate(zip(cards, order, strict=True))
        changed = {(NOBODY, index): card for index, (written, card) in pairs if card != written}
        if changed:
            yield from _dealt(writing, says, changed)


def cards_dealt(writing: Writing, suspects: Collection[Card]) -> Iterator[TriedChange]:
    """A dealt card that is another, is missing, or has changed places with one of another hand."""
    held = writing.held
    cards = [card for _, holding in held for card in holding.cards]
    missing = list((writing.copies - Counter(cards)).elements())
    doubled = {card for card in cards if card >= 0 and cards.count(card) > writing.copies[card]}
    last = writing.deal.tricks[writing.last - 1 : writing.last]
    suspects = {*suspects, *doubled}
    suspects |= {ply.played for trick in last for ply in trick.plies if ply.plays and ply.action >= 0}
    places = [(seat, holding, index) for seat, holding in held for index, _ in enumerate(holding.cards)]
    if len(missing) == 1:
        for seat, holding, index in places:
            card = holding.cards[index]
            is_first = seat < 0 or holding.cards.index(card) == index  # the order of a hand says nothing
            if card in suspects and is_first:
                says = _dealt_says(seat, card, missing[0])
                yield from _dealt(writing, says, {(seat, index): missing[0]})
    if len(missing) == 1 and len(cards) == len(writing.rules.pack) - 1:
        yield from _dealt_left_out(writing, missing[0])
        yield from _turn_up_left_out(writing, missing[0])
    if not missing and len(cards) == len(writing.rules.pack) + 1:
        yield from _dealt_twice(writing, doubled)
    if missing or len(cards) != len(writing.rules.pack):
        return
    if writing.deal.talon:
        yield from _talon_changed(writing, suspects)
    for seat, holding, index in places:
        card = holding.cards[index]
        for other_seat, other_holding, other_index in places if card in suspects else ():
            other = other_holding.cards[other_index]
            if seat != other_seat and writing.fits_swapped(card, other):
                says = Phrase(
                    "{card} and {due} changed places when the cards were written",
                    {"card": CardFact(card), "due": CardFact(other)},
                )
                yield from _dealt(writing, says, {(seat, index): other, (other_seat, other_index): card})


def _dealt_left_out(writing: Writing, card: Card) -> Iterator[TriedChange]:
    """The card that is missing in a hand, in its first packet if that is short."""
    for at, (seat, holding) in enumerate(writing.deal.hands):
        if len(holding.cards) == writing.rules.deal_hand_size - 1:
            packets = dict(writing.deal.packets)
            size = len(holding.cards)
            if packets.get(seat, size) < writing.rules.auction.packet:
                size = packets[seat]
                packets[seat] += 1
            hands = list(writing.deal.hands)
            hands[at] = seat, replace(holding, cards=(*holding.cards[:size], card, *holding.cards[size:]))
            says = Phrase(
                "{card} is left out in {seat}'s hand", {"card": CardFact(card), "seat": SeatFact(seat)}
            )
            fix = behind(writing.dealt_at(holding, size - 1), card_word(card))
            deal = replace(writing.deal, hands=tuple(hands), packets=tuple(packets.items()))
            if writing.fits_dealt(deal):
                yield TriedChange(says, deal, (fix,))


def _turn_up_left_out(writing: Writing, card: Card) -> Iterator[TriedChange]:
    """The turn-up that is missing in the talon."""
    talon = writing.deal.talon
    if talon and card == writing.deal.trump and len(talon.cards) == writing.rules.talon_size - 1:
        deal = replace(writing.deal, talon=replace(talon, cards=(*talon.cards, card)))
        if writing.fits_dealt(deal):
            says = Phrase("{card} is left out in the talon", {"card": CardFact(card)})
            fix = behind(writing.dealt_at(talon, len(talon.cards) - 1), card_word(card))
            yield TriedChange(says, deal, (fix,))


def _dealt_twice(writing: Writing, doubled: Collection[Card]) -> Iterator[TriedChange]:
    """The card that is written twice in a hand or in the talon."""
    for seat, holding in writing.held:
        for index, card in enumerate(holding.cards):
            if card in doubled and card in holding.cards[:index]:
                start, end = writing.places.offsets(writing.dealt_at(holding, index))
                gone = writing.places.span(len(writing.text[:start].rstrip(" \t")), end)
                left = replace(holding, cards=(*holding.cards[:index], *holding.cards[index + 1 :]))
                hands = tuple((each, left if each == seat else hand) for each, hand in writing.deal.hands)
                says = Phrase("{card} is written twice in the talon", {"card": CardFact(card)})
                if seat >= 0:
                    facts = {"card": CardFact(card), "seat": SeatFact(seat)}
                    says = Phrase("{card} is written twice in {seat}'s hand", facts)
                deal = replace(writing.deal, hands=hands, talon=writing.deal.talon if seat >= 0 else left)
                if writing.fits_dealt(deal):
                    yield TriedChange(says, deal, (Fix(gone, ""),))


def _talon_changed(writing: Writing, suspects: Collection[Card]) -> Iterator[TriedChange]:
    """Two cards of the talon, one after the other, in the wrong order."""
    cards = writing.deal.talon.cards if writing.deal.talon else ()
    for at, (card, other) in enumerate(pairwise(cards)):
        if (card in suspects or other in suspects) and writing.fits_swapped(card, other):
            facts = {"card": CardFact(card), "due": CardFact(other)}
            says = Phrase("{card} and {due} in the talon are in the wrong order", facts)
            yield from _dealt(writing, says, {(NOBODY, at): other, (NOBODY, at + 1): card})


def _dealt(writing: Writing, says: Phrase, changed: dict[tuple[Seat, int], Card]) -> Iterator[TriedChange]:
    """The change that writes other cards in some places of hands and talon."""

    def of(seat: Seat, holding: Holding) -> Holding:
        cards = list(holding.cards)
        for (owner, index), card in changed.items():
            if owner == seat:
                cards[index] = card
        return replace(holding, cards=tuple(cards))

    hands = tuple((seat, of(seat, holding)) for seat, holding in writing.deal.hands)
    talon = writing.deal.talon and of(NOBODY, writing.deal.talon)
    fixes = (
        Fix(writing.dealt_at(holding, index), card_word(card))
        for seat, holding in writing.held
        for (owner, index), card in changed.items()
        if owner == seat
    )
    deal = replace(writing.deal, hands=hands, talon=talon)
    if writing.fits_dealt(deal):
        yield TriedChange(says, deal, fixes)


def _dealt_says(seat: Seat, card: Card, other: Card) -> Phrase:
    facts = {"card": CardFact(card), "due": CardFact(other), "seat": SeatFact(seat)}
    if seat < 0:
        return Phrase("{card} in the talon is a slip for {due}", facts)
    return Phrase("{card} in {seat}'s hand is a slip for {due}", facts)
