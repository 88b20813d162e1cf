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

from referee.cards import (
    BIT,
    CARDS_BY_NUMBER,
    KING,
    NO_SUIT,
    QUEEN,
    RANKS,
    SEVEN,
    Cards,
    Suit,
    kind,
    mask,
    rank_of,
    suit_of,
)


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


class FirstTrick(Enum):
    """How the first trick is won after an opening; trumps are no trumps in it."""

    LEADER = "leader"
    """Whoever leads to it wins it."""
    SAME = "same"
    """Whoever plays the other copy of the card that was led; else whoever led it."""
    HIGHER = "higher"
    """The highest card of the suit that was led."""


class FirstLead(Enum):
    """Which card is led to an opening."""

    ANYTHING = "anything"
    ACE = "ace"
    """An ace that is no trump."""
    LOWER = "lower"
    """A card that is neither an ace nor a trump."""


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
    first: FirstTrick | None = None
    """How the first trick is won, of an opening: there every side plays for itself; None of any other."""
    first_lead: FirstLead = FirstLead.ANYTHING
    """What is led to it."""
    face_down: bool = False
    """Whether the cards of the first trick lie face down until it is complete."""
    sevens: int = 0
    """So many in its player's hand make it, and his own trick loses it; 0 where nothing but points counts."""


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
    must_bid: bool = False
    """Whether who is asked has to bid, so that nobody passes."""


MOST_CONTRACTS: Final = 34
"""How many contracts a table can have: each is an action (:data:`referee.actions.CONTRACT`)."""
NO_AUCTION: Final = Auction()
"""Of a rule set whose deals begin with the first lead."""

SUIT_IN_TWO_PACKS: Final = tuple(
    mask(card for card in CARDS_BY_NUMBER if suit_of(card) == suit) for suit in range(4)
)
"""Every card of a suit, second copies too, by suit."""
FOLLOW_IN_TWO_PACKS: Final = tuple(SUIT_IN_TWO_PACKS[suit_of(card)] for card in CARDS_BY_NUMBER)
"""Every card of the same suit, second copies too, by card."""


MARRIAGE_IN_TWO_PACKS: Final = tuple(
    mask(card for card in CARDS_BY_NUMBER if suit_of(card) == suit and rank_of(card) in (QUEEN, KING))
    for suit in range(4)
)
"""Kings and queens of a suit, second copies too, by suit."""
KINGS_IN_TWO_PACKS: Final = tuple(
    mask(card for card in CARDS_BY_NUMBER if suit_of(card) == suit and rank_of(card) == KING)
    for suit in range(4)
)
"""The kings of a suit, second copies too, by suit."""


def pairs_in(hand: Cards, suit: Suit) -> int:
    """How many pairs of king and queen of a suit a hand has, second copies too.

    >>> from referee.cards import HEARTS
    >>> pairs_in(mask([8, 32, 9]), HEARTS), pairs_in(mask([8, 32, 9, 33]), HEARTS)
    (1, 2)
    """
    kings = hand & KINGS_IN_TWO_PACKS[suit]
    return min(kings.bit_count(), (hand & MARRIAGE_IN_TWO_PACKS[suit] ^ kings).bit_count())


def trumps_of(trump: Suit) -> Cards:
    """Every card of the trump suit, second copies too; none without trumps."""
    return SUIT_IN_TWO_PACKS[trump] if trump >= 0 else 0


@cache
def beats_of(order: tuple[int, ...], trump: Suit) -> tuple[Cards, ...]:
    """The cards that beat each card, by an order of the ranks and the trump suit, if any.

    Neither of two equal cards beats the other, so the one that was played first wins. A seven is
    below all others.

    >>> from referee.cards import KING, NO_SUIT, members
    >>> list(members(beats_of((0, 1, 4, 2, 3, 5), NO_SUIT)[KING]))
    [5, 29]
    """
    height = {rank: place for place, rank in enumerate((SEVEN, *order))}
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


@cache
def beats_in_first(first: FirstTrick) -> tuple[Cards, ...]:
    """The cards that beat each card in the first trick of an opening.

    >>> from referee.cards import ACE, members
    >>> list(members(beats_in_first(FirstTrick.SAME)[ACE])), beats_in_first(FirstTrick.LEADER)[ACE]
    ([29], 0)
    """
    if first is FirstTrick.HIGHER:
        return beats_of(RANKS, NO_SUIT)
    if first is FirstTrick.LEADER:
        return (0,) * len(CARDS_BY_NUMBER)
    return tuple(
        mask(other for other in CARDS_BY_NUMBER if kind(other) == kind(card)) ^ BIT[card]
        for card in CARDS_BY_NUMBER
    )
