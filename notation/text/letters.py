"""Own letters: a game's cards in the letters that its tag Letters names, instead of the English ones.

The grammar only knows English letters. Before a game with other letters is parsed, all its cards are
converted to English letters, one character for one, so that spans stay valid; output is converted back.
Comments, remarks and quoted text contain no cards.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase
from notation.findings.hints import suggestion
from notation.record.span import Span, span_at
from notation.record.tags import LETTERS
from referee.cards import ACE, JACK, RANK_LETTERS, SUIT_LETTERS

_SYMBOL: Final = "[♠♥♦♣]\ufe0f?"
_TAG: Final = re.compile(
    r'\[[ \t\r\n]*+(?P<name>\w++)(?:[ \t\r\n]*+"(?P<value>(?:[^"\\\n]|\\["\\]){0,1024}+)"[ \t\r\n]*+\])?'
)
_NO_CARDS: Final = (
    r'\{|"(?:[^"\\\n]|\\["\\]){0,1024}+(?:"|[^\n]*+)|;[^\n]*+|\[[ \t\r\n]*+\w++(?!\])'
    r"|@best\(|@incident\([\w-]*+|@[A-Za-z][A-Za-z0-9-]*+(?:\([^\"()\n]*+\))?"
    r"|(?:=|\bruling(?!\w))[ \t\r\n]*+[A-F]{2,6}+(?!\w)"
)
"""Text between cards: placeholders for hidden cards, and sides of several seats, which look like cards."""
_COMMENT: Final = re.compile(r"\{(?:[^\\}]|\\[\s\S])*+\}")
_LINE: Final = re.compile(r"[^\n]*")


@dataclass(frozen=True)
class Alphabet:
    """A set of letters for cards: those that are read, with their English equivalents, and those written.

    Letters without an entry are read as English. ``ranks`` and ``suits`` are written, in numerical order.
    """

    name: str
    read_ranks: Mapping[str, str]
    read_suits: Mapping[str, str]
    ranks: tuple[str, ...]
    suits: str = SUIT_LETTERS
    mistaken: str = ""
    """A letter that is read, but is how people without its accent write another rank."""

    def english(self, text: str) -> str:
        """Return a text with its cards in English letters, at the same length.

        >>> ALPHABETS["de"].english("1. Ds 10h {Ds}"), ALPHABETS["hu"].english("20z Bz Áp")
        ('1. Qs 10h {Ds}', '20s Js Ah')
        """
        return _respelt(text, self._to_english, self.ranks_read, self.suits_read)

    def own(self, text: str) -> str:
        """Return a text in English letters with its cards in these.

        >>> ALPHABETS["deutsch"].own("deal 1 dealer A trump d"), ALPHABETS["bg"].own("Kd Ts^")
        ('deal 1 dealer A trump s', 'Кd 10s^')
        """
        return _respelt(text, _FROM_ENGLISH, self._ranks_written, self._suits_written)

    def words(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the cards of a text in these letters, its marriages, and its suits and ranks alone."""
        return _words_of(text, self._to_english)

    @cached_property
    def ranks_read(self) -> dict[str, str]:
        """The English rank of each letter that is read, in both cases."""
        return _both_cases(self.read_ranks)

    @cached_property
    def suits_read(self) -> dict[str, str]:
        """The English suit of each letter that is read, in both cases."""
        return _both_cases(self.read_suits)

    @cached_property
    def _to_english(self) -> re.Pattern[str]:
        return _cards("".join(self.ranks_read), "".join(self.suits_read))

    @cached_property
    def _ranks_written(self) -> dict[str, str]:
        return dict(zip(RANK_LETTERS, self.ranks, strict=True))

    @cached_property
    def _suits_written(self) -> dict[str, str]:
        return dict(zip(SUIT_LETTERS, self.suits, strict=True))


def _both_cases(letters: Mapping[str, str]) -> dict[str, str]:
    return {each: meant for letter, meant in letters.items() for each in (letter.lower(), letter.upper())}


def _cards(ranks: str, suits: str) -> re.Pattern[str]:
    """Compile a pattern for the parts of a text: suits, marriages, cards in these letters, other words."""
    rank, suit = f"[ATKQJ97XOU{ranks}]", f"[shdclabSHDCLAB{suits}]"
    return re.compile(
        rf"(?P<other>{_NO_CARDS})"
        rf"|(?P<before>\btrump[ \t\r\n]++|20|40)(?P<named>{suit})(?![\w:.])"
        rf"|(?P<rank>10|{rank})(?P<suit>{suit}|{_SYMBOL})(?![^\W_])"
        rf"|(?P<alone>10|{rank})(?=-(?![\w#-]))|(?<![\w-])(?P<dash>-)(?P<half>{suit})(?![\w:.])"
        r"|[^\W_]++"
    )


_FROM_ENGLISH: Final = _cards("", "")


def _words_of(text: str, cards: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the cards of a text, its marriages, and its suits and ranks alone; nothing of its comments."""
    at, unclosed = 0, len(text)
    while found := cards.search(text, at):
        start, at = found.span()
        if found.lastgroup != "other":
            yield found
        elif text[start] == "{":
            comment = _COMMENT.match(text, start) if start < unclosed else None
            if comment is None:  # the reader resumes after the line of a comment that is never closed
                unclosed = min(unclosed, start)
                comment = _LINE.match(text, start)
            at = comment.end() if comment else at


def _respelt(text: str, cards: re.Pattern[str], ranks: Mapping[str, str], suits: Mapping[str, str]) -> str:
    parts: list[str] = []
    done = 0
    for found in _words_of(text, cards):
        start, end = found.span()
        match found.lastgroup:
            case "suit":
                rank, suit = found["rank"], found["suit"]
                parts += (text[done:start], ranks.get(rank, rank), suits.get(suit, suit))
                done = end
            case "named":
                parts += (text[done:start], found["before"], suits.get(found["named"], found["named"]))
                done = end
            case "alone":
                parts += (text[done:start], ranks.get(found["alone"], found["alone"]))
                done = end
            case "half":
                parts += (text[done:start], "-", suits.get(found["half"], found["half"]))
                done = end
    return "".join(parts) + text[done:]


ENGLISH_RANKS: Final = ("9", "J", "Q", "K", "10", "A", "7")
"""The ranks as readers of English are shown them, in numerical order."""
_GERMAN_SUITS: Final = {"e": "c", "g": "s", "r": "h", "s": "d"}
_HUNGARIAN_SUITS: Final = {"p": "h", "z": "s", "m": "c", "t": "d"}
ALPHABETS: Final = {
    each.name: each
    for each in (
        Alphabet("de", dict(zip("AZKDB", "ATKQJ", strict=True)), {}, ("9", "B", "D", "K", "10", "A", "7")),
        Alphabet(
            "deutsch",
            dict(zip("ADXZKOU", "AATTKQJ", strict=True)),
            _GERMAN_SUITS,
            ("9", "U", "O", "K", "10", "A", "7"),
            "grse",
        ),
        Alphabet(
            "bg",
            dict(zip("АAКKПДВB", "AAKKKQJJ", strict=True)),
            {"с": "c"},
            ("9", "В", "Д", "К", "10", "А", "7"),
        ),
        Alphabet(
            "hu",
            dict(zip("ÁXKDFBA", "ATKQQJJ", strict=True)),
            _HUNGARIAN_SUITS,
            ("9", "B", "D", "K", "10", "Á", "7"),
            "zptm",
            mistaken="A",
        ),
    )
}
"""The alphabets that the tag Letters can name."""
_CALLED: Final = {"german": "de", "bulgarian": "bg", "hungarian": "hu", "magyar": "hu", "български": "bg"}


def alphabet_of(text: str) -> Alphabet | None:
    r"""Return the alphabet that a game names; None if it names no known one.

    >>> alphabet_of("%SGN 1\n[Letters \"hu\"]\n").name, alphabet_of("%SGN 1\n{[Letters \"hu\"]}\n")
    ('hu', None)
    """
    tags = _tags(text)
    return ALPHABETS.get(tags[0]["value"]) if tags else None


@lru_cache(maxsize=2)
def in_english(text: str) -> str:
    """Return the text of a game with its cards in English letters, as the grammar expects them.

    Memoised, because reading and judging both ask for it.
    """
    alphabet = alphabet_of(text)
    return alphabet.english(text) if alphabet else text


def letters_fault(text: str) -> Finding | None:
    """Return what is wrong with a game's tag Letters, because of which nothing of it can be read."""
    tags = _tags(text)
    if len(tags) > 1:
        return Finding(catalogue.TAG_TWICE, _place(text, tags[1]), {"name": LETTERS})
    if not tags or tags[0]["value"] in ALPHABETS:
        return None
    word = tags[0]["value"]
    meant = _CALLED.get(word.casefold(), "") or suggestion(word.casefold(), ALPHABETS)
    meant = word.casefold() if word.casefold() in ALPHABETS else meant
    hint = Phrase(", did you mean {meant}?", {"meant": meant}) if meant else ""
    return Finding(catalogue.LETTERS_UNKNOWN, _place(text, tags[0]), {"word": word, "hint": hint})


def mistaken_letter(text: str) -> Finding | None:
    """Return the first card of a game whose letter may be meant for another rank, or None.

    The letter is plain where that rank has its own letter somewhere in the game, and the suits are those of
    the same pack.
    """
    alphabet = alphabet_of(text)
    if alphabet is None or not alphabet.mistaken:
        return None
    cards = [found for found in alphabet.words(text) if found.lastgroup == "suit"]
    ace, jack = alphabet.ranks[ACE], alphabet.ranks[JACK]
    written = {found["rank"].upper() for found in cards}
    foreign = [found for found in cards if found["suit"].lower() not in alphabet.suits]
    doubted = [
        found
        for found in (foreign if ace in written else cards)
        if found["rank"].upper() == alphabet.mistaken
    ]
    if not doubted:
        return None
    word, suit = doubted[0][0], doubted[0]["suit"]
    is_likely = doubted[0] in foreign or not written.isdisjoint((jack, RANK_LETTERS[JACK]))
    hint = _OTHER_RANK if is_likely else ""
    facts: dict[str, Fact] = {"word": word, "hint": hint, "ace": ace + suit, "jack": jack + suit}
    return Finding(catalogue.MISTAKEN_LETTER, span_at(text, doubted[0].start(), len(word)), facts)


_OTHER_RANK: Final = Phrase(", but an ace is probably meant")


def _place(text: str, tag: re.Match[str]) -> Span:
    return span_at(text, tag.start("name"), tag.end("value") + 1 - tag.start("name"))


def _tags(text: str) -> list[re.Match[str]]:
    """Return the tags Letters before the first deal; a quick check shows that most games have none."""
    if LETTERS not in text:
        return []
    found, at = [], 0
    while word := _HEAD.search(text, at):
        at = word.end()
        if word[0] == "{":
            comment = _COMMENT.match(text, word.start())
            if comment is None:
                break
            at = comment.end()
        elif word[0] == "[":
            tag = _TAG.match(text, word.start())
            at = tag.end() if tag else at
            if tag and tag["name"] == LETTERS and tag["value"] is not None:
                found.append(tag)
        elif word[0] == "deal":
            break
    return found


_HEAD: Final = re.compile(
    r'[{\[]|"(?:[^"\\\n]|\\["\\]){0,1024}+(?:"|[^\n]*+)|;[^\n]*+|@[A-Za-z][A-Za-z0-9-]*+(?:\([^"()\n]*+\))?|\bdeal(?![\w-])'
)
"""The contents of a game's head: text in which a tag name is no tag, tags, the first deal."""
