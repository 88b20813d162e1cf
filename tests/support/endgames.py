"""Random endgames: deals from the moment when nobody draws any longer."""

import random

from referee import Deal
from referee.actions import OUT, PASS
from referee.cards import CARDS_BY_NUMBER, SEATS, members
from referee.rules import RuleSet


def endgame(rules: RuleSet, rng: random.Random, most: int = 2) -> Deal:
    """A deal played at random until nobody draws any longer, and possibly some tricks further; without
    claims. At most six tricks are left, where contracts are bid four: a search comes to an end then.
    """
    pack = list(members(rules.deck_cards))
    while True:
        deal = Deal.dealt_from(rules, rng.choice(SEATS[: rules.seats]), rng.sample(pack, len(pack)))
        further = rng.randrange(most + 1)
        while not deal.over and not deal.spent:
            if deal.strict and deal.lead < 0 and not deal.undrawn and deal.melded < 0:
                is_long = deal.trick < rules.deal_hand_size - (6 if deal.auction is None else 4)
                if not (further or is_long):
                    return deal
                further -= not is_long
            moves = [move for move in deal.legal() if move[0] != OUT]
            quiet = [move for move in moves if move[0] in (PASS, *CARDS_BY_NUMBER)]
            deal.do(*rng.choice(quiet if quiet and deal.auction is not None else moves))
