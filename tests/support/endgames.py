"""Random endgames: deals from the moment when nobody draws any longer."""

import random

from referee import Deal
from referee.actions import OUT
from referee.cards import SEATS, members
from referee.rules import RuleSet


def endgame(rules: RuleSet, rng: random.Random, most: int = 2) -> Deal:
    """A deal played at random until nobody draws any longer, and possibly some tricks further; without
    claims.
    """
    pack = list(members(rules.deck_cards))
    while True:
        deal = Deal.dealt_from(rules, rng.choice(SEATS[: rules.seats]), rng.sample(pack, len(pack)))
        further = rng.randrange(most + 1)
        while not deal.over and not deal.spent:
            if deal.strict and deal.lead < 0 and not deal.undrawn and deal.melded < 0:
                if not further:
                    return deal
                further -= 1
            deal.do(*rng.choice([move for move in deal.legal() if move[0] != OUT]))
