"""The words of SGN for cards, seats and actions, both ways.

Reading takes every spelling of the specification; writing knows one. No rule of play is here.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from notation.record.placeholders import HIDDEN, LAID_AWAY, UNKNOWN_NUMBER, UNRECORDED, among_of, half_card
from referee import actions
from referee import cards as referee_cards
from referee.actions import Action
from referee.cards import (
    BIT,
    CARDS_BY_NUMBER,
    CLUBS,
    DIAMONDS,
    PARTNERS,
    RANK_LETTERS,
    RANKS,
    SEVEN,
    SEVERAL,
    SPADES,
    SUIT_CARDS,
    SUIT_LETTERS,
    SUITS,
    Card,
    Cards,
    Seat,
    Suit,
    card,
    kind,
    mask,
    members,
    players_of,
    rank_of,
    seat_name,
    suit_of,
)

SUIT_SYMBOLS: Final = "♠♥♦♣"
SEAT_LETTERS: Final = referee_cards.SEAT_LETTERS
PAIR_LETTERS: Final = referee_cards.PAIR_LETTERS
SUIT_NAMES: Final = referee_cards.SUIT_NAMES

_RANKS: Final = {letter: rank for rank, letter in enumerate(RANK_LETTERS)} | {"10": 4, "X": 4, "O": 2, "U": 1}
_SMALL: Final = dict(
    zip(f"{SUIT_LETTERS}{SUIT_SYMBOLS}lba", (*SUITS, *SUITS, SPADES, DIAMONDS, CLUBS), strict=True)
)
_SUITS: Final = _SMALL | {letter.upper(): suit for letter, suit in _SMALL.items()}

_SPOKEN: Final = {
    actions.EXCHANGE: "exchange",
    actions.CLOSE: "close",
    actions.CLOSE_SHORT: "close",
    actions.OUT: "out",
    actions.RESIGN: "resign",
    actions.NO_TRUMP: "trump none",
    actions.PASS: "pass",
    actions.DOUBLE: "double",
}
_GAPS: Final = {UNRECORDED: "--", HIDDEN: "##"}
_CARDS: Final = {word: gap for gap, word in _GAPS.items()} | {
    rank + letter: card(suit, number) for rank, number in _RANKS.items() for letter, suit in _SUITS.items()
}
"""Every spelling of a card."""
_WORDS: Final = _GAPS | {
    each: RANK_LETTERS[rank_of(each)] + SUIT_LETTERS[suit_of(each)] for each in CARDS_BY_NUMBER
}
"""The one spelling in which each card is written; two equal cards are written alike."""
KINDS: Final = tuple(each for each in CARDS_BY_NUMBER if kind(each) == each)
"""Every card that a record can name: what stands twice in a pack has one name."""
_FROM_HIGH: Final = {rank: place for place, rank in enumerate((*reversed(RANKS), SEVEN))}
_PLACE_IN_ORDER: Final = tuple(
    suit_of(each) * len(_FROM_HIGH) + _FROM_HIGH[rank_of(each)] for each in CARDS_BY_NUMBER
)


def read_suit(letter: str) -> Suit:
    """The suit that a letter or symbol names.

    >>> read_suit("♥"), read_suit("L")
    (1, 0)
    """
    return _SUITS[letter.removesuffix("\ufe0f")]


def is_card(word: str) -> bool:
    """Whether a word names a card, in any spelling of the specification."""
    return word.removesuffix("\ufe0f") in _CARDS


def read_card(word: str) -> Card:
    """The card that a word names, in any spelling of the specification; a gap is negative.

    >>> read_card("10h") == read_card("Xh") == read_card("T♥") == read_card("Th")
    True
    """
    return _CARDS[word.removesuffix("\ufe0f")]


def card_word(card: Card) -> str:
    """A card as written, or what stands in its place.

    >>> card_word(read_card("Oa")), card_word(read_card("--")), card_word(half_card(63))
    ('Qc', '--', '-s')
    """
    return _WORDS[card] if card in _WORDS else half_word(among_of(card))


_AMONG: Final = {f"-{letter}": SUIT_CARDS[suit] for letter, suit in _SMALL.items()} | {
    f"{rank}-": mask(card(suit, number) for suit in SUITS) for rank, number in _RANKS.items()
}
"""What is known of a card by its suit or its rank, in every spelling; a suit stands for its seven, too."""
_AMONG_WORDS: Final = {
    among: f"-{SUIT_LETTERS[suit]}" for suit, among in zip(SUITS, SUIT_CARDS, strict=True)
} | {_AMONG[f"{letter}-"]: f"{letter}-" for letter in RANK_LETTERS}


def read_half(word: str) -> Cards:
    """The cards that one which is half known can be.

    >>> [card_word(card) for card in in_order(read_half("Ks|Kh"))], read_half("-♥") == read_half("-h")
    (['Ks', 'Kh'], True)
    """
    first, is_pair, second = word.partition("|")
    if is_pair:
        return BIT[read_card(first)] | BIT[read_card(second)]
    return _AMONG[word.removesuffix("\ufe0f")]


def read_shown(word: str) -> Card:
    """The card that a word shows (:func:`card_word`).

    >>> [card_word(read_shown(word)) for word in ("Ks", "--", "-h", "Ks|Qs", "Ks%")]
    ['Ks', '--', '-h', 'Ks|Qs', 'Ks%']
    """
    if word.endswith("%"):
        return half_card(BIT[read_card(word[:-1])])
    return read_card(word) if is_card(word) else half_card(read_half(word))


def half_word(among: Cards) -> str:
    """A card that is half known as written: by its suit, its rank, or the cards that it can be; or unsure.

    >>> half_word(read_half("-♥")), half_word(read_half("10-")), half_word(read_half("Qs|Ks")), half_word(2)
    ('-h', 'T-', 'Ks|Qs', 'Js%')
    """
    return _AMONG_WORDS.get(among) or "|".join(map(card_word, in_order(among))) + "%" * (
        not among & among - 1
    )


@lru_cache(maxsize=1 << 10)
def in_order(cards: Cards) -> tuple[Card, ...]:
    """A set of cards as a reader sees it, high cards first in each suit."""
    return tuple(sorted(members(cards), key=_PLACE_IN_ORDER.__getitem__))


def read_seat(letter: str) -> Seat:
    """The seat that a letter names.

    Two letters name a side of partners (:data:`referee.cards.PARTNERS`), others several seats
    (:data:`referee.cards.SEVERAL`).

    >>> read_seat("B"), read_seat("AC"), read_seat("BC")
    (1, 8, 22)
    """
    if letter in PAIR_LETTERS:
        return Seat(PARTNERS + PAIR_LETTERS.index(letter))
    if len(letter) > 1:
        return Seat(SEVERAL + sum(1 << SEAT_LETTERS.index(each) for each in letter))
    return Seat(SEAT_LETTERS.index(letter))


def wins(winner: Seat, side: Seat) -> bool:
    """Whether a seat, or a side of partners, is among those who are named as winners.

    >>> wins(read_seat("BC"), read_seat("C")), wins(read_seat("AC"), read_seat("AC")), wins(Seat(-1), Seat(0))
    (True, True, False)
    """
    return side >= 0 and set(players_of(side)) <= set(players_of(winner))


def seat_letter(seat: int) -> str:
    """A seat as written, or a side of partners.

    >>> seat_letter(1), seat_letter(8)
    ('B', 'AC')
    """
    return seat_name(seat) if seat >= PARTNERS else SEAT_LETTERS[seat]


def seat_or_none(seat: int) -> str | None:
    """A seat as written, or nothing for nobody."""
    return seat_letter(seat) if seat >= 0 else None


def by_seat(numbers: tuple[int, ...]) -> dict[str, int]:
    """Numbers in the order of the seats, by their letters.

    >>> by_seat((41, 66))
    {'A': 41, 'B': 66}
    """
    return {seat_letter(seat): number for seat, number in enumerate(numbers)}


def score_words(numbers: Iterable[object]) -> str:
    """A score as written: with blanks where something was paid.

    >>> score_words((3, 6)), score_words((2, -1, -1))
    ('3-6', '2 -1 -1')
    """
    words = " ".join(map(str, numbers))
    return words if "-" in words else words.replace(" ", "-")


def is_score(words: str) -> bool:
    """Whether words are a score as a tag states it: each side's, or `*` for a match that is not finished.

    >>> is_score("7-4"), is_score("2 -1 -1"), is_score("l0-3")
    (True, True, False)
    """
    return words == "*" or bool(re.fullmatch(r"-?[0-9]+(?:[- ]-?[0-9]+)+", words))


def trick_word(number: int) -> str:
    """The number of a trick as written.

    >>> trick_word(4), trick_word(UNKNOWN_NUMBER)
    ('4.', '?.')
    """
    return "?." if number == UNKNOWN_NUMBER else f"{number}."


def action_word(action: Action, value: int = 0, word: str = "", cards: Iterable[Card] = ()) -> str:
    """An action as written.

    A marriage needs the value that was announced, a bid the name of the contract, and what is laid away its
    cards.

    >>> action_word(actions.marriage(1), 20), action_word(actions.OUT)
    ('20h', 'out')
    >>> action_word(actions.TURN_UP + 8), action_word(actions.CONTRACT, word="gang")
    ('trump Qh', 'bid gang')
    """
    if action == LAID_AWAY:
        return " ".join(("discard", *map(card_word, cards)))
    if actions.is_play(action):
        return card_word(action)
    if actions.is_marriage(action):
        return f"{value}{SUIT_LETTERS[actions.marriage_suit(action)]}"
    if actions.NAME_TRUMP <= action < actions.NO_TRUMP:
        return f"trump {SUIT_LETTERS[action - actions.NAME_TRUMP]}"
    if actions.CONTRACT <= action < actions.DOUBLE:
        return f"bid {word}"
    if actions.TURN_UP <= action < actions.CALL_CARD:
        return f"trump {_WORDS[CARDS_BY_NUMBER[action - actions.TURN_UP]]}"
    if actions.CALL_CARD <= action < actions.CALL_CARD + actions.CARDS:
        return f"call {_WORDS[CARDS_BY_NUMBER[action - actions.CALL_CARD]]}"
    return _SPOKEN[action]
