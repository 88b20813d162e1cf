"""Every way in which the unknown cards of a deal can be known, and deals with faults that depend on them."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from math import factorial, perm
from typing import Final

from notation.judge.match import judge_under
from notation.record.model import UNRECORDED, DealRecord, Holding, Record
from notation.record.traversal import plies_of, rebuild
from notation.text.reader import Game
from referee.cards import BIT, PACK, SUIT_CARDS, Card, mask, members, rank_of, suit_of
from referee.rules import RuleSet
from tests.support.gaps import PlayingHabits, drawless, true_match

FAULTS: Final = (
    PlayingHabits(close=60, marks=False),
    PlayingHabits(revoke=12, close=60, marks=False),
    PlayingHabits(revoke=30, close=60, marks=False),
    PlayingHabits(revoke=12, irregular=5, bluff=30, close=40, out=5, marks=False),
)
MOST: Final = 20_000
"""The most completions of a deal that is tried."""
FAULTY: Final = "faulty"


def faulty_deal(spec: str, rng: random.Random) -> DealRecord:
    """A deal that is played at random, with some faults, and sometimes another result than its own."""
    _, [truth] = true_match(spec, rng, rng.choice(FAULTS), most=1)
    deal = replace(truth.record, number=1)
    if deal.result and deal.result.winner >= 0 and not deal.result.paid and rng.random() < 0.15:
        deal = replace(deal, result=replace(deal.result, game_points=rng.randrange(1, 4)))
    return deal


def with_blanks(deal: DealRecord, rules: RuleSet, rng: random.Random, most: int = 6) -> DealRecord:
    """A deal in which one to so many cards, as dealt or as played, are not known."""
    while True:
        hands = [list(hand.cards) for _, hand in deal.hands]
        talon = list(deal.talon.cards if deal.talon else ())
        tricks = [list(trick.plies) for trick in deal.tricks]
        for _ in range(rng.randrange(1, most + 1)):
            cards = rng.choice([*hands, *[talon] * (len(talon) > 0)])
            plies = rng.choice(tricks) if tricks else []
            plays = [at for at, ply in enumerate(plies) if ply.plays]
            if plays and rng.random() < 0.25:
                at = rng.choice(plays)
                plies[at] = replace(plies[at], action=UNRECORDED)
            else:
                cards[rng.randrange(len(cards))] = UNRECORDED
        seats = (seat for seat, _ in deal.hands)
        blank = replace(
            deal,
            hands=tuple((seat, Holding(tuple(hand))) for seat, hand in zip(seats, hands, strict=True)),
            talon=deal.talon and Holding(tuple(talon)),
            tricks=tuple(replace(t, plies=tuple(p)) for t, p in zip(deal.tricks, tricks, strict=True)),
        )
        blank = replace(blank, tricks=tuple(map(drawless, blank.tricks)))
        if number_of_completions(blank, rules) <= MOST:
            return blank


def _missing(deal: DealRecord, rules: RuleSet) -> tuple[list[Card], list[Card], int]:
    """The cards that are not known as dealt, those that are not known to be played, and the unknown plays."""
    dealt = [card for holding in deal.holdings for card in holding.cards]
    plays = [ply.played for trick in deal.tricks for ply in trick.plies if ply.plays]
    unseen = (rules.deck_cards & ~mask(card for card in seen if card >= 0) for seen in (dealt, plays))
    undealt, unplayed = (list(members(cards)) for cards in unseen)
    return undealt, unplayed, sum(card < 0 for card in plays)


def number_of_completions(deal: DealRecord, rules: RuleSet) -> int:
    """How many completions there are to try."""
    undealt, unplayed, gaps = _missing(deal, rules)
    return factorial(len(undealt)) * perm(len(unplayed), gaps)


def completions(deal: DealRecord, rules: RuleSet) -> Iterator[DealRecord]:
    """The deal with every choice of its unknown cards, whether it could be played with them or not."""
    undealt, unplayed, gaps = _missing(deal, rules)
    for dealt, played in product(permutations(undealt), permutations(unplayed, gaps)):
        cards, plays = iter(dealt), iter(played)

        def whole(holding: Holding, cards: Iterator[Card] = cards) -> Holding:
            return Holding(tuple(card if card >= 0 else next(cards) for card in holding.cards))

        tricks = []
        for trick in deal.tricks:
            gaps_in = (ply.plays and ply.action < 0 for ply in trick.plies)
            plies = zip(trick.plies, gaps_in, strict=True)
            filled = (replace(ply, action=next(plays), among=0) if is_gap else ply for ply, is_gap in plies)
            tricks.append(replace(trick, plies=tuple(filled)))
        hands = tuple((seat, whole(hand)) for seat, hand in deal.hands)
        filled_in = replace(deal, hands=hands, talon=deal.talon and whole(deal.talon), tricks=tuple(tricks))
        if _is_remembered(deal, filled_in):
            yield filled_in


def _is_remembered(deal: DealRecord, whole: DealRecord) -> bool:
    """Whether every half known card of a deal is one of those that it can be."""
    holdings = zip(deal.holdings, whole.holdings, strict=True)
    plies = zip(plies_of(deal), plies_of(whole), strict=True)
    return all(
        among & BIT[known.cards[place]] for holding, known in holdings for place, among in holding.among
    ) and all(ply.among & BIT[known.action] for (_, ply), (_, known) in plies if ply.among)


def half_known(deal: DealRecord, truth: DealRecord, rng: random.Random) -> DealRecord:
    """A deal of whose blanks the suit, the rank, or one other possibility is remembered, most of them."""

    def among(card: Card) -> int:
        other = BIT[rng.choice([each for each in PACK if each != card])]
        rank = mask(each for each in PACK if rank_of(each) == rank_of(card))
        pair = BIT[card] | other
        return rng.choice((0, SUIT_CARDS[suit_of(card)], rank, pair, pair, pair))

    def held(holding: Holding, true: Holding) -> Holding:
        gaps = [(place, among(true.cards[place])) for place, card in enumerate(holding.cards) if card < 0]
        return replace(holding, among=tuple(gap for gap in gaps if gap[1]))

    true_hands, true_plies = dict(truth.hands), dict(plies_of(truth))
    return replace(
        rebuild(
            deal,
            lambda path, ply: (
                replace(ply, among=among(true_plies[path].played)) if ply.plays and ply.action < 0 else ply
            ),
        ),
        hands=tuple((seat, held(hand, true_hands[seat])) for seat, hand in deal.hands),
        talon=deal.talon and truth.talon and held(deal.talon, truth.talon),
    )


def outcome(deal: DealRecord, rules: RuleSet) -> object:
    """What a deal comes to, judged under these rules, or that an error is found in it.

    That a result is stated of a play that stops early is not one: of a deal with gaps nobody can tell.
    """
    record = Record((), (deal,))
    judgement = judge_under(Game(1, 1, "", record, (), record), rules)
    errors = [finding for finding in judgement.findings if finding.is_error and finding.code.id != "X115"]
    return FAULTY if errors else judgement.deals[0].result
