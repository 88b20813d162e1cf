"""Contracts as data: what is settled before the first lead, and how cards beat each other under it.

A rule set in which the players name trumps, bid or lay cards away before the first lead has an
:class:`Auction` with steps and contracts. One with contracts and no steps has deals that begin with the first
lead, before which a player may announce a contract instead of the ordinary game. That of every other is
empty. Nothing here plays a card:
:mod:`referee.auction` says what is allowed, :mod:`referee.settlement` what a contract pays.
"""

from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from referee.cards import CARDS_BY_NUMBER, RANKS, Cards, Suit, mask, rank_of, suit_of


class Opening(Enum):
    """What can be due before the first lead."""

    CALL = "call"
    """Somebody names the trump suit: who won the bidding, else the seat after the dealer."""
    BID = "bid"
    """The seats bid contracts or pass in turn; who bids highest plays his."""
    DISCARD = "discard"
    """Whoever plays takes the cards that were not dealt, and lays as many away."""


class Aim(Enum):
    """What a contract promises; it ends the deal as soon as it is reached or missed."""

    POINTS = "points"
    """So many card points (``target``)."""
    FIRST = "first"
    """So many card points before the other side; where neither has them, whoever wins without a claim."""
    ALL_TRICKS = "all-tricks"
    NO_TRICK = "no-trick"
    HELD = "held"
    """The cards that its player must hold to bid it, which cannot be lost: nothing is played."""


class Bidder(Enum):
    """Who may bid a contract, the seat after the dealer being forehand."""

    ANYBODY = "anybody"
    FOREHAND = "forehand"
    """Forehand or his partner."""
    OTHERS = "others"
    """Whoever does not play with forehand."""
    CALLER = "caller"
    """Forehand himself."""
    NOBODY = "nobody"
    """It is not bid, but played where nobody bids anything."""


class NeededCards(Enum):
    """What a player must hold to bid a contract."""

    ANYTHING = "anything"
    ACE = "ace"
    """An ace; where tables play it with the ace lowest instead, anything (`auction.ace_bettler`)."""
    SUIT = "suit"
    """Every card of a suit."""
    TRUMPS = "trumps"
    """Every card of the trump suit."""


class Contract(NamedTuple):
    """What whoever plays a deal undertakes, and how it is played."""

    name: str
    value: int
    """What it pays; 0 where that is measured by what the loser has (`score.tiers`)."""
    aim: Aim
    target: int = 0
    """The card points to be reached; 0 where the aim is about tricks."""
    within: int = 0
    """By which trick they must be; 0 for the last."""
    trump: Suit | None = None
    """The trump suit; -1 for none, and None for the one that is named."""
    order: tuple[int, ...] = RANKS
    """The ranks from low to high."""
    marriages: bool = True
    """Whether marriages are announced."""
    alone: bool = True
    """Whether a partner's tricks count for the other side."""
    clean: bool = False
    """Whether it fails as soon as the other side takes a trick."""
    own_tricks: bool = False
    """Whether it fails as soon as somebody else than its player takes a trick, be it his partner."""
    sits_out: bool = False
    """Whether its player's partner lays his cards down and takes no part in the play."""
    leads: bool = False
    """Whether its player leads to the first trick; else the seat after the dealer does."""
    bidder: Bidder = Bidder.ANYBODY
    holds: NeededCards = NeededCards.ANYTHING
    """What its player must hold to bid it."""


class Auction(NamedTuple):
    """What comes before the first lead, and the contracts that can be played."""

    steps: tuple[Opening, ...] = ()
    """What is due, in this order; a suit is not named where the contract has its own."""
    contracts: tuple[Contract, ...] = ()
    """From the lowest to the highest; each bid goes above the last, where bids are due."""
    unbid: int = -1
    """The place of the contract that forehand plays where nobody bids; -1 where such a deal is not played.

    Without steps -1 too: the ordinary game is no contract.
    """
    no_trump: bool = False
    """Whether no trumps may be named in place of a suit."""
    defer: bool = False
    """Whether naming may be left to the card that is turned up (`mp.trump_defer`)."""
    hold: bool = False
    """Whether contracts are compared by value, and whoever comes earlier from forehand may bid as much."""
    packet: int = 0
    """How many cards whoever names trumps has seen by then; 0 where that is the whole hand."""
    call_held: bool = False
    """Whether he names a suit of which he has a card among those."""
    calls: bool = False
    """Whether a card is called in place of a suit: its suit is trumps, its holder the caller's partner."""
    doubles: int = 0
    """How often the two parties, in turn, may double before the first lead."""


NO_AUCTION: Final = Auction()
"""Of a rule set whose deals begin with the first lead."""

SUIT_IN_TWO_PACKS: Final = tuple(
    mask(card for card in CARDS_BY_NUMBER if suit_of(card) == suit) for suit in range(4)
)
"""Every card of a suit, second copies too, by suit."""
FOLLOW_IN_TWO_PACKS: Final = tuple(SUIT_IN_TWO_PACKS[suit_of(card)] for card in CARDS_BY_NUMBER)
"""Every card of the same suit, second copies too, by card."""


def trumps_of(trump: Suit) -> Cards:
    """Every card of the trump suit, second copies too; none without trumps."""
    return SUIT_IN_TWO_PACKS[trump] if trump >= 0 else 0


@cache
def beats_of(order: tuple[int, ...], trump: Suit) -> tuple[Cards, ...]:
    """The cards that beat each card, by an order of the ranks and the trump suit, if any.

    Neither of two equal cards beats the other, so the one that was played first wins.

    >>> from referee.cards import KING, NO_SUIT, members
    >>> list(members(beats_of((0, 1, 4, 2, 3, 5), NO_SUIT)[KING]))
    [5, 29]
    """
    height = {rank: place for place, rank in enumerate(order)}
    found = []
    for card in CARDS_BY_NUMBER:
        suit = suit_of(card)
        higher = [
            other
            for other in CARDS_BY_NUMBER
            if suit_of(other) == suit and height[rank_of(other)] > height[rank_of(card)]
        ]
        found.append(mask(higher) | (trumps_of(trump) if suit != trump else 0))
    return tuple(found)
