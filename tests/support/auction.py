"""Rule sets with an auction, for tests only: none of them is a real game.

Together they cover everything that can precede a first lead: trumps named before the bidding, after it or
without any, no trumps, trumps left to a card, discards, contracts with another order of ranks, two packs, one
against two and partners against partners.
"""

from dataclasses import replace
from typing import Final

from referee.cards import ACE, DOUBLE_PACK, FULL_PACK, HEARTS, JACK, KING, NINE, NO_SUIT, PACK_20, QUEEN, TEN
from referee.contracts import Aim, Auction, Bidder, Contract, Opening
from referee.decisions import Announcer, ClaimMode, TrumpCard, Unclaimed
from referee.rulesets import PRESETS

TEN_BELOW_KING: Final = (NINE, JACK, QUEEN, TEN, KING, ACE)
ACE_LOWEST: Final = (ACE, NINE, JACK, QUEEN, KING, TEN)
CALL, BID, DISCARD = Opening.CALL, Opening.BID, Opening.DISCARD

GAME: Final = Contract("game", 0, Aim.FIRST, target=66)
SHORT: Final = Contract("short", 6, Aim.POINTS, target=40, within=3, bidder=Bidder.FOREHAND)
BEGGAR: Final = Contract(
    "beggar", 4, Aim.NO_TRICK, trump=NO_SUIT, order=TEN_BELOW_KING, marriages=False, leads=True
)
WALK: Final = Contract(
    "walk", 9, Aim.ALL_TRICKS, trump=NO_SUIT, order=ACE_LOWEST, marriages=False, leads=True
)
HEARTS_ONLY: Final = Contract("hearts", 12, Aim.POINTS, target=50, trump=HEARTS, marriages=False, alone=False)
AGAINST: Final = Contract("against", 24, Aim.ALL_TRICKS, alone=False, bidder=Bidder.OTHERS)


def without_marriages(*contracts: Contract) -> tuple[Contract, ...]:
    """The same contracts without announcements, as two packs require."""
    return tuple(contract._replace(marriages=False) for contract in contracts)


ALONE: Final = replace(
    PRESETS["sixty-six-three"],
    name="alone",
    claim_mode=ClaimMode.AUTO,
    marriage_out_without_lead=True,
    deck_cards=PACK_20,
    deal_hand_size=6,
    auction=Auction((CALL, BID, DISCARD), (GAME, SHORT, BEGGAR, WALK, HEARTS_ONLY), unbid=0, defer=True),
)
"""Three players and 20 cards: forehand names trumps or leaves it to a card, and two cards are laid away."""

TWO_PACKS: Final = replace(
    ALONE,
    name="two-packs",
    deck_cards=DOUBLE_PACK,
    deal_hand_size=15,
    score_tiers=60,
    auction=Auction(
        (BID, DISCARD, CALL),
        without_marriages(GAME._replace(target=125), BEGGAR, WALK, HEARTS_ONLY._replace(target=120)),
        no_trump=True,
    ),
)
"""Three players and 48 cards: three are laid away before trumps are named; nobody need bid."""

CALLED: Final = replace(
    ALONE,
    name="called",
    deck_cards=FULL_PACK,
    deal_hand_size=8,
    last_bonus=0,
    auction=Auction((CALL,), (GAME,), unbid=0),
)
"""Three players and 24 cards: forehand names trumps and plays against the others; nobody bids."""

PARTNERS: Final = replace(
    PRESETS["sixty-six-four"],
    name="partners",
    claim_mode=ClaimMode.AUTO,
    marriage_who=Announcer.LEADER,
    deal_trump_card=TrumpCard.NAMED,
    deck_cards=PACK_20,
    deal_hand_size=5,
    last_bonus=0,
    last_no_claim_exhausted=Unclaimed.LAST_TRICK,
    game_target=24,
    auction=Auction(
        (CALL, BID),
        (GAME._replace(alone=False), SHORT._replace(alone=False), BEGGAR, WALK, HEARTS_ONLY, AGAINST),
        unbid=0,
        defer=True,
    ),
)
"""Four partners and 20 cards; some contracts are played alone, some only by one side."""

PARTNERS_OF_TWO_PACKS: Final = replace(
    PARTNERS,
    name="partners-of-two-packs",
    deck_cards=DOUBLE_PACK,
    deal_hand_size=11,
    score_tiers=60,
    auction=Auction(
        (BID, CALL, DISCARD),
        without_marriages(
            GAME._replace(target=125, alone=False), BEGGAR, WALK, HEARTS_ONLY._replace(target=120), AGAINST
        ),
        unbid=0,
        no_trump=True,
    ),
    auction_talon=False,
)
"""Four partners and 48 cards: four are laid away, and count for nobody."""

RULES: Final = {rules.name: rules for rules in (ALONE, TWO_PACKS, CALLED, PARTNERS, PARTNERS_OF_TWO_PACKS)}
"""Every rule set of this module by name."""
