"""The words of a claim as they are typed, and the players' names among them."""

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from notation.record.model import NOBODY
from notation.rulings.claim_words import folded
from notation.rulings.same_names import CYRILLIC
from referee.cards import Seat

_TOKEN: Final = re.compile(
    r"\d{1,4}(?:\s*[-–:]\s*\d{1,4}){1,3}(?!\w)|\d+|[^\W\d_]+(?:['’`´][^\W\d_]+)*|[♠♥♦♣♤♡♢♧]|[^\w\s]"
)
_LATIN: Final = CYRILLIC | str.maketrans(
    {"ь": "", "ю": "yu", "я": "ya", "і": "i", "ї": "i", "є": "e", "ґ": "g"}
)
_FROM_LATIN: Final = dict(
    zip("abvgdezijklmnoprstufhcyqwx", "абвгдезийклмнопрстуфхцъявх", strict=True),
    sht="щ", zh="ж", ch="ч", sh="ш", ts="ц", yu="ю", ya="я", ay="ай", ey="ей", oy="ой", iy="ий",
)  # fmt: skip
_SOUNDS: Final = re.compile("sht|[aeoi]y(?![au])|zh|ch|sh|ts|yu|ya|[a-z]")
ALIKE: Final = str.maketrans("АВСБабвс", "ABCBabbc")


SHORTEST_NAME: Final = 4
"""Letters of the shortest pet name, all but the last of which are in the name."""


class Token(NamedTuple):
    """A word of a text, or a sign."""

    text: str
    start: int
    end: int


def _latin(word: str) -> str:
    """Return a name in Latin letters."""
    return folded(word).translate(_LATIN)


def _stem_of(name: str) -> str:
    """Return how a name and its inflected forms and diminutives begin."""
    return re.sub("[aeiouyáéíóöőúüű]+$", "", name) if len(name) > 3 else name


class SpokenNames:
    """The players' names in a text."""

    def __init__(self, names: Sequence[str]) -> None:
        self.has_first = bool(names and names[0])
        self._parts: dict[str, Seat] = {}
        shared: set[str] = set()
        for seat, name in enumerate(names):
            for part in {_latin(part) for part in re.findall(r"\w+", name)}:
                if len(part) > 1 and part in self._parts:
                    shared.add(part)
                if len(part) > 1:
                    self._parts[part] = Seat(seat)
        for part in shared:
            del self._parts[part]

    def seat(self, word: str, short: bool = False) -> Seat:
        """Return the player whose name a word is, inflected or not; nobody if of none or several.

        ``short`` names are read too: `Gabi` for Gábor, `Vanko` for Ivan.
        """
        latin = _latin(word.replace("'", " ").replace("’", " ").split()[0]) if word.strip("'’") else ""
        if latin in self._parts:
            return self._parts[latin]
        found = {
            seat
            for name, seat in self._parts.items()
            if len(_stem_of(name)) >= 3 and latin.startswith(_stem_of(name)) and len(latin) <= len(name) + 5
        }
        if short and not found and word[0].isupper() and len(latin) >= SHORTEST_NAME:
            begins = latin[: SHORTEST_NAME - 1]
            found = {
                seat
                for name, seat in self._parts.items()
                if name.startswith(begins) or (name[0] in "aeiou" and name.startswith(begins, 1))
            }
        return found.pop() if len(found) == 1 else Seat(NOBODY)

    def is_whole(self, word: str) -> bool:
        """Return whether a word is a name, also with an English or German ending."""
        latin = _latin(word.replace("'s", "").replace("’s", ""))
        return latin in self._parts or (latin.endswith("s") and latin[:-1] in self._parts)


def in_cyrillic(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of a text that somebody typed in Latin letters in Cyrillic ones, as Bulgarians do.

    >>> [token.text for token in in_cyrillic(tokens_of("petata vzyatka e moya"))]
    ['петата', 'взятка', 'е', 'моя']
    """
    return [token._replace(text=_SOUNDS.sub(_cyrillic, token.text.casefold())) for token in tokens]


def _cyrillic(found: re.Match[str]) -> str:
    return _FROM_LATIN.get(found[0], found[0])


def tokens_of(text: str) -> list[Token]:
    """Return the words, figures and signs of a text."""
    return [Token(match[0], *match.span()) for match in _TOKEN.finditer(text)]


def starts_of(words: Iterable[str]) -> list[int]:
    """Return where each of some words begins in a line that has a space between them.

    >>> starts_of(["I", "have", "66"])
    [0, 2, 7]
    """
    return list(accumulate((len(word) + 1 for word in words), initial=0))[:-1]
