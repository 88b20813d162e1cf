"""Slips of a scribe: a right deal with one change that spoils what it says."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from notation.record.model import DealRecord, Outcome, Ply, Trick
from referee.actions import CLOSE, EXCHANGE, MARRIAGE, OUT, Action
from referee.cards import CARDS_BY_NUMBER, PACK, Card, Seat, Suit, rank_of, suit_of

Slip = Callable[[DealRecord, random.Random], DealRecord | None]
"""The deal with the slip, or None where it has nothing that can be written wrongly so."""


def _with(deal: DealRecord, at: int, plies: Sequence[Ply]) -> DealRecord:
    tricks = list(deal.tricks)
    tricks[at] = replace(tricks[at], plies=tuple(plies))
    return replace(deal, tricks=tuple(tricks))


def _numbered(deal: DealRecord, tricks: Sequence[Trick]) -> DealRecord:
    numbered = (replace(trick, number=number) for number, trick in enumerate(tricks, start=1))
    return replace(deal, tricks=tuple(numbered))


def _each(change: Callable[[list[Ply], int, random.Random], None], of: Callable[[Ply], bool]) -> Slip:
    """A change of the actions of a trick at one action of a kind."""

    def slip(deal: DealRecord, rng: random.Random) -> DealRecord | None:
        places = [
            (at, index)
            for at, trick in enumerate(deal.tricks)
            for index, ply in enumerate(trick.plies)
            if of(ply)
        ]
        if not places:
            return None
        at, index = rng.choice(places)
        plies = list(deal.tricks[at].plies)
        change(plies, index, rng)
        return _with(deal, at, plies)

    return slip


def _drop(plies: list[Ply], index: int, _: random.Random) -> None:
    del plies[index]


def _like(card: Card, rng: random.Random, by_suit: bool) -> Card:
    """Another card of the same suit, or else of the same rank."""
    alike = suit_of if by_suit else rank_of
    cards = PACK if card in PACK else CARDS_BY_NUMBER
    return rng.choice([other for other in cards if other != card and alike(other) == alike(card)])


def _other_card(by_suit: bool) -> Slip:
    def change(plies: list[Ply], index: int, rng: random.Random) -> None:
        plies[index] = replace(plies[index], action=Action(_like(plies[index].played, rng, by_suit)))

    return _each(change, lambda ply: ply.plays)


def _is_marriage(ply: Ply) -> bool:
    return MARRIAGE <= ply.action < MARRIAGE + 4


def _other_suit(plies: list[Ply], index: int, rng: random.Random) -> None:
    suits = [suit for suit in range(4) if suit != plies[index].action - MARRIAGE]
    plies[index] = replace(plies[index], action=Action(MARRIAGE + rng.choice(suits)))


def _other_value(plies: list[Ply], index: int, _: random.Random) -> None:
    plies[index] = replace(plies[index], value=60 - plies[index].value)


def _turned_round(deal: DealRecord, rng: random.Random) -> DealRecord | None:
    at = rng.randrange(len(deal.tricks))
    plies = list(deal.tricks[at].plies)
    cards = [index for index, ply in enumerate(plies) if ply.plays]
    if len(cards) < 2:
        return None
    one, other = rng.sample(cards, 2)
    plies[one], plies[other] = (
        replace(plies[one], action=plies[other].action),
        replace(plies[other], action=plies[one].action),
    )
    return _with(deal, at, plies)


def _reply(deal: DealRecord, rng: random.Random) -> DealRecord | None:
    at = rng.randrange(len(deal.tricks))
    plies = list(deal.tricks[at].plies)
    cards = [index for index, ply in enumerate(plies) if ply.plays]
    if len(cards) < 2:
        return None
    del plies[cards[-1]]
    return _with(deal, at, plies)


def _dealer(deal: DealRecord, rng: random.Random) -> DealRecord:
    seats = max(len([ply for ply in trick.plies if ply.plays]) for trick in deal.tricks)
    return replace(deal, dealer=_another(deal.dealer, max(seats, 2), rng))


def _another(one: Seat, seats: int, rng: random.Random) -> Seat:
    return Seat((one + rng.randrange(1, seats)) % seats)


def _tricks(most: int) -> Slip:
    """Two tricks, at most so far from each other, in each other's place."""

    def slip(deal: DealRecord, rng: random.Random) -> DealRecord | None:
        if len(deal.tricks) < 2:
            return None
        one = rng.randrange(len(deal.tricks) - 1)
        other = min(one + rng.randint(1, most), len(deal.tricks) - 1)
        tricks = list(deal.tricks)
        tricks[one], tricks[other] = tricks[other], tricks[one]
        return _numbered(deal, tricks)

    return slip


def _cards_of_two_tricks(deal: DealRecord, rng: random.Random) -> DealRecord | None:
    """Two cards of tricks at most two apart, in each other's place."""
    cards = [
        (at, index, ply)
        for at, trick in enumerate(deal.tricks)
        for index, ply in enumerate(trick.plies)
        if ply.plays
    ]
    pairs = [pair for pair in combinations(cards, 2) if 0 < pair[1][0] - pair[0][0] < 3]
    if not pairs:
        return None
    (at, index, one), (to, place, other) = rng.choice(pairs)
    first, second = list(deal.tricks[at].plies), list(deal.tricks[to].plies)
    first[index], second[place] = replace(one, action=other.action), replace(other, action=one.action)
    return _with(_with(deal, at, first), to, second)


def _strength(card: Card, led: Suit, trumps: Suit) -> tuple[bool, bool, int]:
    return (suit_of(card) == trumps, suit_of(card) == led, rank_of(card))


def _winners_first(deal: DealRecord, rng: random.Random) -> DealRecord | None:
    """The card that takes the trick before the other, from a trick on."""
    trumps = suit_of(deal.trump) if deal.trump is not None else deal.suit
    if trumps < 0 or len(deal.hands) != 2:
        return None
    for at in range(rng.randrange(len(deal.tricks)), len(deal.tricks)):
        plies = list(deal.tricks[at].plies)
        cards = [index for index, ply in enumerate(plies) if ply.plays]
        if len(cards) == 2:
            one, other = (plies[index] for index in cards)
            suits = (suit_of(one.played), Suit(trumps))
            order = sorted((one, other), key=lambda ply: _strength(ply.played, *suits))
            for index, ply in zip(cards, reversed(order), strict=True):
                plies[index] = ply
            deal = _with(deal, at, plies)
    return deal


def _twice(deal: DealRecord, rng: random.Random) -> DealRecord:
    at = rng.randrange(len(deal.tricks))
    return _numbered(deal, (*deal.tricks[: at + 1], *deal.tricks[at:]))


def _without_trick(deal: DealRecord, rng: random.Random) -> DealRecord | None:
    at = rng.randrange(len(deal.tricks))
    return _numbered(deal, (*deal.tricks[:at], *deal.tricks[at + 1 :])) if len(deal.tricks) > 2 else None


def _piles(deal: DealRecord) -> list[list[Card]]:
    """The cards of the hands, and of the talon if there is one."""
    talon = [deal.talon] if deal.talon else []
    return [list(holding.cards) for holding in (*dict(deal.hands).values(), *talon)]


def _exchanged(with_talon: bool) -> Slip:
    """Two cards of two hands, or of a hand and the talon, in each other's place."""

    def slip(deal: DealRecord, rng: random.Random) -> DealRecord | None:
        if len(deal.hands) < 2 or (with_talon and deal.talon is None):
            return None
        piles = _piles(deal)
        one, other = rng.sample(range(len(deal.hands)), 2)
        other = -1 if with_talon else other
        at, to = rng.randrange(len(piles[one])), rng.randrange(len(piles[other]) - 1)
        piles[one][at], piles[other][to] = piles[other][to], piles[one][at]
        return _dealt(deal, piles)

    return slip


def _talon(deal: DealRecord, rng: random.Random) -> DealRecord | None:
    """Two cards of the talon, of which neither is the turn-up, in each other's place."""
    if len(deal.hands) < 2 or deal.talon is None or len(deal.talon.cards) < 3:
        return None
    piles = _piles(deal)
    at = rng.randrange(len(piles[-1]) - 2)
    piles[-1][at : at + 2] = reversed(piles[-1][at : at + 2])
    return _dealt(deal, piles)


def _dropped(deal: DealRecord, rng: random.Random) -> DealRecord | None:
    """A card of a hand that is left out."""
    if len(deal.hands) < 2:
        return None
    piles = _piles(deal)
    pile = rng.choice(piles[: len(deal.hands)])
    del pile[rng.randrange(len(pile))]
    return _dealt(deal, piles)


def _trumps(deal: DealRecord, rng: random.Random) -> DealRecord | None:
    """Another suit in the head of the deal."""
    if deal.suit >= 0:
        return replace(deal, suit=Suit((deal.suit + rng.randrange(1, 4)) % 4))
    return replace(deal, trump=_like(deal.trump, rng, by_suit=False)) if deal.trump is not None else None


def _moved(by: int) -> Slip:
    """An exchange, a close or a marriage that is written so many tricks too late."""

    def slip(deal: DealRecord, rng: random.Random) -> DealRecord | None:
        places = [
            (at, index)
            for at, trick in enumerate(deal.tricks)
            for index, ply in enumerate(trick.plies)
            if 0 <= at + by < len(deal.tricks) and (ply.action in (EXCHANGE, CLOSE) or _is_marriage(ply))
        ]
        if not places:
            return None
        at, index = rng.choice(places)
        ply = deal.tricks[at].plies[index]
        left = [each for each in deal.tricks[at].plies if each is not ply]
        return _with(_with(deal, at, left), at + by, (ply, *deal.tricks[at + by].plies))

    return slip


def _earlier(deal: DealRecord, rng: random.Random) -> DealRecord | None:
    """What is announced for a lead, written before the number of its trick."""
    places = [
        (at, first)
        for at, trick in enumerate(deal.tricks[1:], start=1)
        for first in [next((index for index, ply in enumerate(trick.plies) if ply.plays), 0)]
        if first and all(ply.action in (EXCHANGE, CLOSE) or _is_marriage(ply) for ply in trick.plies[:first])
    ]
    if not places:
        return None
    at, first = rng.choice(places)
    plies = deal.tricks[at].plies
    return _with(_with(deal, at, plies[first:]), at - 1, (*deal.tricks[at - 1].plies, *plies[:first]))


def _behind(plies: list[Ply], index: int, _: random.Random) -> None:
    """What is announced, written after the last card of its trick."""
    ply = plies.pop(index)
    last = max((at for at, each in enumerate(plies) if each.plays), default=len(plies))
    plies.insert(last + 1, ply)


def _hands(deal: DealRecord, rng: random.Random) -> DealRecord | None:
    """Two hands in each other's place."""
    if len(deal.hands) < 2:
        return None
    piles = _piles(deal)
    one, other = rng.sample(range(len(deal.hands)), 2)
    piles[one], piles[other] = piles[other], piles[one]
    return _dealt(deal, piles)


def _talon_turned(deal: DealRecord, rng: random.Random) -> DealRecord | None:
    """The talon from the bottom, or with the turn-up first."""
    if deal.talon is None or not deal.talon.cards:
        return None
    cards = deal.talon.cards
    return replace(deal, talon=replace(deal.talon, cards=rng.choice((cards[::-1], (cards[-1], *cards[:-1])))))


def _by_seat(deal: DealRecord, _: random.Random) -> DealRecord | None:
    """The cards of every trick from the first seat on, whoever led; what is said before the lead stays."""
    turned = suit_of(deal.trump) if deal.trump is not None else deal.suit
    seats = max(len(deal.hands), 2)
    leader, tricks = (deal.dealer + 1) % seats, list[Trick]()
    for trick in deal.tricks:
        places = [at for at, ply in enumerate(trick.plies) if ply.plays]
        cards = [Card(trick.plies[at].action) for at in places]
        if len(cards) != seats or min(cards) < 0 or turned < 0:
            return None if trick is not deal.tricks[-1] else replace(deal, tricks=(*tricks, trick))
        plies = list(trick.plies)
        for seat, at in enumerate(places):
            plies[at] = replace(plies[at], action=cards[(seat - leader) % seats])
        tricks.append(replace(trick, plies=tuple(plies)))
        ranked = [_strength(card, suit_of(cards[0]), turned) for card in cards]
        leader = (leader + ranked.index(max(ranked))) % seats
    return replace(deal, tricks=tuple(tricks))


def _claimed_early(deal: DealRecord, rng: random.Random) -> DealRecord | None:
    """A claim that is written before a card of its trick."""
    plies = list(deal.tricks[-1].plies)
    cards = [at for at, ply in enumerate(plies) if ply.plays]
    if plies[-1].action != OUT or not cards:
        return None
    claim = plies.pop()
    return _with(deal, len(deal.tricks) - 1, [*plies[: (at := rng.choice(cards))], claim, *plies[at:]])


def _dealt(deal: DealRecord, piles: Sequence[Sequence[Card]]) -> DealRecord:
    hands = tuple(
        (seat, replace(hand, cards=tuple(cards)))
        for (seat, hand), cards in zip(deal.hands, piles, strict=False)  # the talon is none of them
    )
    talon = deal.talon and replace(deal.talon, cards=tuple(piles[-1]))
    return replace(deal, hands=hands, talon=talon)


def _dealt_as(by_suit: bool) -> Slip:
    def slip(deal: DealRecord, rng: random.Random) -> DealRecord | None:
        if len(deal.hands) < 2:
            return None
        piles = _piles(deal)
        pile = rng.choice(piles[: len(deal.hands)])
        at = rng.randrange(len(pile))
        pile[at] = _like(pile[at], rng, by_suit)
        return _dealt(deal, piles)

    return slip


def _result(change: Callable[[Outcome, random.Random], Outcome | None]) -> Slip:
    def slip(deal: DealRecord, rng: random.Random) -> DealRecord | None:
        stated = deal.result
        wrong = change(stated, rng) if stated and stated.winner >= 0 else None
        return replace(deal, result=wrong) if wrong else None

    return slip


def _points(stated: Outcome, rng: random.Random) -> Outcome | None:
    if not stated.card_points:
        return None
    return replace(
        stated, card_points=(stated.card_points[0] + rng.choice((-1, 1, 10)), *stated.card_points[1:])
    )


SLIPS: Final[dict[str, Slip]] = {
    "the two cards of a trick": _turned_round,
    "the cards of all tricks by seat": _by_seat,
    "a claim before a card": _claimed_early,
    "two hands": _hands,
    "the dealer": _dealer,
    "the rank of a card played": _other_card(by_suit=True),
    "the suit of a card played": _other_card(by_suit=False),
    "cards of two hands": _exchanged(with_talon=False),
    "cards of hand and talon": _exchanged(with_talon=True),
    "cards of the talon": _talon,
    "the talon from the bottom": _talon_turned,
    "a card dealt left out": _dropped,
    "trumps": _trumps,
    "the rank of a card dealt": _dealt_as(by_suit=True),
    "the suit of a card dealt": _dealt_as(by_suit=False),
    "two tricks one after the other": _tricks(1),
    "two tricks": _tricks(6),
    "cards of two tricks": _cards_of_two_tricks,
    "the winner's card first": _winners_first,
    "a trick twice": _twice,
    "no trick": _without_trick,
    "no exchange": _each(_drop, lambda ply: ply.action == EXCHANGE),
    "no close": _each(_drop, lambda ply: ply.action == CLOSE),
    "no marriage": _each(_drop, _is_marriage),
    "no claim": _each(_drop, lambda ply: ply.action == OUT),
    "no reply": _reply,
    "an announcement a trick too late": _moved(1),
    "an announcement a trick too early": _moved(-1),
    "announcements before the number of their trick": _earlier,
    "a marriage behind its trick": _each(_behind, _is_marriage),
    "the suit of a marriage": _each(_other_suit, _is_marriage),
    "the value of a marriage": _each(_other_value, _is_marriage),
    "the winner": _result(lambda stated, _: replace(stated, winner=Seat(stated.winner ^ 1))),
    "the game points": _result(lambda stated, _: replace(stated, game_points=stated.game_points % 3 + 1)),
    "the card points": _result(_points),
}
"""What a scribe may write wrongly."""
