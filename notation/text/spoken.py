"""Cards, marriages and marks as people say and write them: in words, stuck together, in brackets, unknown.

Shapes and names only; where they may stand is decided by :mod:`notation.text.spellings` and
:mod:`notation.text.habits`.
"""

import re
from typing import Final

_RANK_NAMES: Final = {
    "A": "ace ass as асо ász",
    "K": "king könig koenig поп крал király",
    "Q": "queen dame ober дама dáma felső",
    "J": "jack knave bube unter вале фанте fante bubi alsó",
    "T": "ten zehn zehner десетка tízes",
    "9": "nine neun neuner девятка деветка kilences",
    "7": "seven sieben siebener dissle седмица седмака hetes",
}
_SUIT_NAMES: Final = {
    "s": "spade spades pik laub пика пики pikk zöld",
    "h": "heart hearts herz купа купи kőr piros",
    "d": "diamond diamonds karo schellen каро káró tök",
    "c": "club clubs kreuz treff eichel спатия спатии treff makk",
}
RANKS: Final = {name: letter for letter, names in _RANK_NAMES.items() for name in names.split()}
SUITS: Final = {name: letter for letter, names in _SUIT_NAMES.items() for name in names.split()}
"""The letters of ranks and suits, by their names in four languages."""
EACH_RANK: Final = "|".join(sorted(RANKS, key=len, reverse=True))
EACH_SUIT: Final = "|".join(sorted(SUITS, key=len, reverse=True))
_SIGNS: Final = dict(zip("♠♥♦♣", "shdc", strict=True))

CARD: Final = r"(?:10|[ATKQJ97XOU])[shdclab♠♥♦♣]\ufe0f?"
"""A card in the letters of SGN."""
_LETTER: Final = "10|[AKQJT97]"
_OF: Final = r"[ \t]?(?:(?:of|in|на)[ \t]|-)?"
NAMED: Final = (
    r"(?:(?:the|an?|der|die|das)[ \t])?"
    rf"(?:(?:{EACH_RANK}){_OF}(?:{EACH_SUIT}|[♠♥♦♣])|(?:{_LETTER})[ \t]?(?:of[ \t])?(?:{EACH_SUIT})"
    rf"|(?:{EACH_SUIT})[ \t-]?(?:{EACH_RANK}|10|[AKQJ97](?!\w)))(?!\w)"
)
"""A card in words, such as `Queen of spades`, `Pik Dame` or `K hearts`."""
_BETWEEN: Final = r"[ \t,;/–—-]*(?:(?:and|then|und|dann|и|после|és|majd|on|auf)[ \t]+)?"
CHAIN: Final = rf"{NAMED}(?:{_BETWEEN}{NAMED})*"
"""Cards in words, one after another."""
STUCK: Final = rf"((?:[24]0[shdc]?)?)({CARD}(?:[x×]?{CARD})+)(?!\w)"
"""Cards without a blank between them."""
DOUBLED: Final = r"(?=[A-Za-z0-9♠♥♦♣]{3}(?!\w))(?!10|[24]0)[^\s]{3}"
"""A card with a letter too many."""
_TWENTIES: Final = "20|2[oO]|twenty|zwanzig(?:er)?|двайсет|двадесет|húsz"
_FORTIES: Final = "40|4[oO]|fou?rty|vierzig(?:er)?|четирийсет|четиридесет|negyven"
MARRIAGE: Final = (
    rf"(?:(?P<twenty>{_TWENTIES})|{_FORTIES})(?:er|-?as|-?es)?"
    rf"(?:[ \t]?(?:(?:in|of|на|в)[ \t])?(?P<suit>{EACH_SUIT}|[shdc♠♥♦♣])(?:ban|ben)?(?!\w)|(?!\w))"
)
"""A marriage in words, such as `20 in hearts`, `40er` or `4Od`."""
UNKNOWN: Final = (
    r"(?:[?_–—-]{1,3}|[xX]{1,2}(?!\w)|\.{2,3}|…|\*{1,2}|(?:unknown|unbekannt|неизвестна|ismeretlen)(?!\w))"
)
"""What people write for a card that they do not know."""
BY_SUIT: Final = (
    r"(?=.*(?:10|[AKQJT97])[ \t,]*(?:10|[AKQJT97]))"
    rf"(?:(?:[shdcSHDC♠♥♦♣]\ufe0f?|{EACH_SUIT})[ \t:=-]*"
    rf"(?:{_LETTER})(?:[ \t,]*(?:{_LETTER}))*[ \t,;/.]*){{2,4}}$"
)
"""The cards of a hand by their suits, as in bridge: `♠ AK ♥ 10 9`."""


def named_card(words: str) -> str:
    """The card that is meant by words.

    >>> named_card("Queen of spades"), named_card("karo 10"), named_card("10купа"), named_card("x hearts")
    ('Qs', 'Td', 'Th', '')
    """
    rank = re.search(
        rf"(?<!\w)(?:{EACH_RANK}|{_LETTER})(?!\w)|^(?:{EACH_RANK}|(?:{_LETTER})(?={EACH_SUIT}))",
        words,
        re.IGNORECASE,
    )
    suit = re.search(rf"(?:{EACH_SUIT}|[♠♥♦♣])(?!\w)|^(?:{EACH_SUIT})", words, re.IGNORECASE)
    if not rank or not suit:
        return ""
    letter = RANKS.get(rank[0].casefold(), rank[0].upper().replace("10", "T"))
    return letter + (_SIGNS.get(suit[0]) or SUITS[suit[0].casefold()])


def chain(words: str) -> str:
    """The cards of a chain of names.

    >>> chain("King of spades, ten of diamonds")
    'Ks Td'
    """
    return " ".join(named_card(found[0]) for found in re.finditer(NAMED, words, re.IGNORECASE))


def apart(words: str) -> str:
    """Cards with blanks between them.

    >>> apart("KcAd"), apart("20sKsx10s")
    ('Kc Ad', '20s Ks 10s')
    """
    return " ".join(re.findall(rf"[24]0[shdc]?(?={CARD})|{CARD}", words))


def marriage(words: str) -> str:
    """The marriage that is meant by words.

    >>> marriage("20 in hearts"), marriage("vierzig"), marriage("4Od")
    ('20h', '40', '40d')
    """
    found = re.match(MARRIAGE, words, re.IGNORECASE)
    if not found:
        return ""
    suit = (found["suit"] or "").casefold()
    return ("20" if found["twenty"] else "40") + (SUITS.get(suit) or _SIGNS.get(suit, suit))


def less_one(word: str) -> str:
    """The only card that is left of a word without one of its letters; "" if there is none, or another.

    >>> less_one("KKc"), less_one("4Kc"), less_one("Khs")
    ('Kc', 'Kc', '')
    """
    cards = {word[:at] + word[at + 1 :] for at in range(len(word))}
    cards = {card for card in cards if re.fullmatch(CARD, card)}
    return cards.pop() if len(cards) == 1 else ""


def by_suit(words: str) -> str:
    """The cards of a hand that is written by suits.

    >>> by_suit("♠ AK ♥ 10 9"), by_suit("h: Q, J; c: A")
    ('As Ks Th 9h', 'Qh Jh Ac')
    """
    cards = []
    for found in re.finditer(
        rf"({EACH_SUIT}|[shdcSHDC♠♥♦♣])\ufe0f?[ \t:=-]*((?:[ \t,]*(?:10|[AKQJT97]))+)", words, re.IGNORECASE
    ):
        suit = found[1].casefold()
        letter = SUITS.get(suit) or _SIGNS.get(suit, suit)
        cards += [rank.replace("10", "T") + letter for rank in re.findall(r"10|[AKQJT97]", found[2])]
    return " ".join(cards)
