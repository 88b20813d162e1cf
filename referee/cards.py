"""Cards as small integers, and the tables that the rules read them by.

A card is ``suit * 6 + rank``, a seven, which few games have, ``48 + suit``; a set of cards is a mask of as
many bits. Nothing here knows a rule set or a player. What a card and a seat are called here is for the
errors of programs; records have their own words.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NewType

Action = NewType("Action", int)
"""What somebody does at the table (:mod:`referee.actions`): an announcement, or a card that he plays."""
Card = NewType("Card", Action)
"""``suit * 6 + rank``, of a seven ``48 + suit``; -1 where no card is known or there is none.

A second copy of a card is 24 more, of a seven 4.
"""
Suit = NewType("Suit", int)
"""0 to 3; -1 where there is none."""
Seat = NewType("Seat", int)
"""0 to 5, in the order of play; -1 for nobody."""
Cards = int
"""A set of cards: bit ``card`` is set where the card is in it."""

NO_CARD: Final = Card(Action(-1))
"""In the place of a card: there is none, or it is not known."""
PARTNERS: Final = 8
"""Added to the first seat of two partners to name their side; any other side is named by its seat."""
SEVERAL: Final = 16
"""Added to a set of seats, as bits, to name several who win together and do not sit opposite each other."""
NO_SUIT: Final = Suit(-1)
"""In the place of a suit: there is none, or none is named."""
NOBODY: Final = Seat(-1)
"""In the place of a seat: nobody, or nobody is named."""

CARDS_BY_NUMBER: Final = tuple(Card(Action(number)) for number in range(56))
"""Every card, second copies too; to look one up is quicker than to make it of its number."""
PACK: Final = CARDS_BY_NUMBER[:24]
"""The cards of one pack, in the order of their numbers."""

SEATS: Final = tuple(map(Seat, range(6)))
"""Every seat that a game can have, in the order of play."""

_FIRST_SEVEN: Final = 48

SPADES: Final = Suit(0)
HEARTS: Final = Suit(1)
DIAMONDS: Final = Suit(2)
CLUBS: Final = Suit(3)
SUITS: Final = (SPADES, HEARTS, DIAMONDS, CLUBS)

NINE: Final = 0
JACK: Final = 1
QUEEN: Final = 2
KING: Final = 3
TEN: Final = 4
ACE: Final = 5
RANKS: Final = (NINE, JACK, QUEEN, KING, TEN, ACE)
"""The ranks from low to high: the ten stands above the king."""
SEVEN: Final = 6
"""A rank below all of these, of a pack that has no nines."""

RANK_LETTERS: Final = "9JQKTA7"
SUIT_LETTERS: Final = "shdc"
"""How ranks and suits are written, in the order of their numbers."""
SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
SEAT_LETTERS: Final = "ABCDEF"
PAIR_LETTERS: Final = ("AC", "BD")
"""Partners, who sit opposite each other, by their seats."""
RANK_POINTS: Final = (0, 2, 3, 4, 10, 11, 0)
"""Card points by rank (`deck.rank_values`); 120 in the pack."""


def card(suit: Suit, rank: int) -> Card:
    """The card of a suit and a rank.

    >>> card(HEARTS, TEN), card(HEARTS, SEVEN)
    (10, 49)
    """
    return CARDS_BY_NUMBER[suit * 6 + rank if rank < SEVEN else _FIRST_SEVEN + suit]


def suit_of(card: Card) -> Suit:
    """The suit of a card; -1 of -1."""
    return Suit(card // 6 if card < 24 else card // 6 - 4 if card < _FIRST_SEVEN else card % 4)


def rank_of(card: Card) -> int:
    """The rank of a card."""
    return card % 6 if card < _FIRST_SEVEN else SEVEN


def kind(card: Card) -> Card:
    """The first copy of the same card: what it is to everybody who does not ask which of two it is; -1 of -1.

    >>> [kind(CARDS_BY_NUMBER[number]) for number in (10, 34, 49, 53)]
    [10, 10, 49, 49]
    """
    if card < _FIRST_SEVEN:
        return card if card < len(PACK) else CARDS_BY_NUMBER[card - len(PACK)]
    return CARDS_BY_NUMBER[_FIRST_SEVEN + card % 4]


def is_second(card: Card) -> bool:
    """Whether a card is the second copy of another."""
    return kind(card) != card


def second_copy(card: Card) -> Card:
    """The second copy of the same card.

    >>> second_copy(CARDS_BY_NUMBER[10]), second_copy(CARDS_BY_NUMBER[53])
    (34, 53)
    """
    first = kind(card)
    return CARDS_BY_NUMBER[first + (len(PACK) if first < _FIRST_SEVEN else len(SUITS))]


def both(card: Card) -> Cards:
    """Both copies of a card.

    >>> list(members(both(CARDS_BY_NUMBER[34])))
    [10, 34]
    """
    return 1 << kind(card) | 1 << second_copy(card)


def copy_in(card: Card, sets: Iterable[Cards]) -> Card:
    """The copy of a card that the first of some sets with one has; of both, or of none, the first copy.

    >>> copy_in(CARDS_BY_NUMBER[10], [0, 1 << 34, 1 << 10]), copy_in(CARDS_BY_NUMBER[34], [1])
    (34, 10)
    """
    copies = both(card)
    for cards in sets:
        found = cards & copies
        if found:
            return CARDS_BY_NUMBER[(found & -found).bit_length() - 1]
    return kind(card)


def card_name(card: int) -> str:
    """A card by the letters of its rank and suit; a second copy has a mark, and no card is ``--``.

    >>> card_name(10), card_name(34), card_name(-1), card_name(49), card_name(56)
    ('Th', "Th'", '--', '7h', '56')
    """
    if card < 0:
        return "--"
    if card >= len(CARDS_BY_NUMBER):
        return str(card)
    named = CARDS_BY_NUMBER[card]
    return RANK_LETTERS[rank_of(named)] + SUIT_LETTERS[suit_of(named)] + "'" * is_second(named)


def seat_name(seat: int) -> str:
    """A seat by its letter, a side of partners by both of theirs, several who win together by each.

    >>> seat_name(1), seat_name(8), seat_name(SEVERAL + 0b0110)
    ('B', 'AC', 'BC')
    """
    if seat >= SEVERAL:
        return "".join(letter for place, letter in enumerate(SEAT_LETTERS) if seat - SEVERAL >> place & 1)
    if PARTNERS <= seat < PARTNERS + 2:
        return PAIR_LETTERS[seat - PARTNERS]
    return SEAT_LETTERS[seat] if 0 <= seat < len(SEAT_LETTERS) else str(seat)


def together(seats: Iterable[Seat]) -> Seat:
    """The name of seats that win together; that of one alone is his own.

    >>> [seat_name(together(map(Seat, seats))) for seats in ([1], [2, 0], [1, 2])]
    ['B', 'AC', 'BC']
    """
    first, *others = sorted(seats)
    if [seat - first for seat in others] == [2] and first < 2:
        return Seat(PARTNERS + first)
    return Seat(SEVERAL + sum(1 << seat for seat in (first, *others))) if others else first


def players_of(name: Seat) -> tuple[Seat, ...]:
    """The seats that are named together: several, or two partners; a seat alone; none for nobody.

    >>> [players_of(name) for name in (together([Seat(1), Seat(2)]), Seat(PARTNERS), Seat(1), NOBODY)]
    [(1, 2), (0, 2), (1,), ()]
    """
    if name >= SEVERAL:
        return tuple(seat for seat in SEATS if name - SEVERAL >> seat & 1)
    if name >= PARTNERS:
        return SEATS[name - PARTNERS], SEATS[name - PARTNERS + 2]
    return (name,) if name >= 0 else ()


def mask(cards: Iterable[Card]) -> Cards:
    """The set that holds the given cards.

    >>> mask(PACK[:2])
    3
    """
    found = 0
    for each in cards:
        found |= 1 << each
    return found


def members(cards: Cards) -> Iterator[Card]:
    """The cards of a set, in the order of their numbers.

    >>> list(members(5))
    [0, 2]
    """
    while cards:
        low = cards & -cards
        yield CARDS_BY_NUMBER[low.bit_length() - 1]
        cards ^= low


def points_of(cards: Cards) -> int:
    """The card points in a set of cards.

    >>> points_of(FULL_PACK)
    120
    """
    found = 0
    for points, having in BY_POINTS:
        found += points * (cards & having).bit_count()
    return found


def numbered(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards of which the second of two equal ones is its second copy; a third is left as that.

    >>> numbered(CARDS_BY_NUMBER[number] for number in (10, 11, 10, 49, 49))
    (10, 11, 34, 49, 53)
    """
    seen: set[Card] = set()
    found = []
    for each in cards:
        copy = second_copy(each) if each in seen and each >= 0 else each
        seen.add(copy)
        found.append(copy)
    return tuple(found)


def _seconds(cards: Cards) -> Cards:
    """The second copies of first ones."""
    return (cards & FULL_PACK) << 24 | (cards & _FIRST_SEVENS) << 4


def _firsts(cards: Cards) -> Cards:
    """The first copies of the second ones in a set."""
    return cards >> 24 & FULL_PACK | cards >> 4 & _FIRST_SEVENS


def swapped(cards: Cards, kinds: Cards) -> Cards:
    """A set of cards with the two copies of some in each other's place, which are named by the first.

    >>> swapped(mask([10, 34, 35]), mask([10, 11])) == mask([10, 34, 11])
    True
    """
    here, there = cards & kinds, cards & _seconds(kinds)
    return cards ^ here ^ there | _seconds(here) | _firsts(there)


def kinds_alone(cards: Cards) -> Cards:
    """The cards, by their first copies, of which a set has the second copy alone."""
    return _firsts(cards & ~FIRST_COPIES) & ~cards


def as_seen(cards: Cards) -> Cards:
    """A set of cards for who cannot tell copies apart: of one alone the first.

    >>> as_seen(mask([34, 11, 35])) == mask([10, 11, 35])
    True
    """
    return swapped(cards, kinds_alone(cards))


FULL_PACK: Final = (1 << 24) - 1
"""All 24 cards, nine to ace."""
DOUBLE_PACK: Final = (1 << 48) - 1
"""All 24 cards twice."""
ALL_CARDS: Final = (1 << len(CARDS_BY_NUMBER)) - 1
"""Every card that a pack can have."""
SUIT_CARDS: Final = tuple(0b111111 << suit * 6 for suit in SUITS)
"""Every card of a suit, by suit."""
NINES: Final = mask(card(suit, NINE) for suit in SUITS)
PACK_20: Final = FULL_PACK ^ NINES
"""The 20 cards that remain without the nines."""
SEVENS: Final = ALL_CARDS ^ DOUBLE_PACK
"""Both copies of every seven."""
_FIRST_SEVENS: Final = 0b1111 << _FIRST_SEVEN
FIRST_COPIES: Final = FULL_PACK | _FIRST_SEVENS
"""The first copy of every card."""
GAIGEL_PACK: Final = PACK_20 | PACK_20 << len(PACK) | SEVENS
"""Ace, ten, king, queen, jack and seven of four suits, each twice."""

POINTS: Final = tuple(RANK_POINTS[rank_of(c)] for c in CARDS_BY_NUMBER)
"""Card points by card."""
BY_POINTS: Final = tuple(
    (points, mask(c for c in CARDS_BY_NUMBER if POINTS[c] == points)) for points in sorted(set(POINTS))
)
"""Card points, and the cards that have so many, the lowest first."""
BIT: Final = tuple(1 << c for c in CARDS_BY_NUMBER)
"""The set of one card, by card; second copies of cards have theirs."""
FOLLOW: Final = tuple(SUIT_CARDS[suit_of(c)] for c in PACK)
"""Every card of the same suit, by card."""
HIGHER: Final = tuple(mask(d for d in PACK[c + 1 :] if suit_of(d) == suit_of(c)) for c in PACK)
"""The cards of the same suit that beat a card, by card."""
MARRIAGE_CARDS: Final = tuple(mask((card(suit, QUEEN), card(suit, KING))) for suit in SUITS)
"""King and queen of a suit, by suit."""
QUEENS: Final = mask(card(suit, QUEEN) for suit in SUITS)
KING_CARD: Final = tuple(1 << card(suit, KING) for suit in SUITS)
"""The set of a suit's king alone, by suit."""
BEATS: Final = tuple(
    tuple(HIGHER[c] | (0 if suit_of(c) == trump else SUIT_CARDS[trump]) for c in PACK) for trump in SUITS
)
"""The cards that beat a card in a trick, by trump and card (`play.trick_winner`)."""
