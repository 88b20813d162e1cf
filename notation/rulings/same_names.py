"""Names that may be those of one player, spelt differently. Proposes and never decides."""

import unicodedata
from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

LONG: Final = 4
"""Letters of a word of which one may differ; in one of twice as many letters two."""
CYRILLIC: Final = dict(
    zip(map(ord, "абвгдезийклмнопрстуфхъьыэ"), "abvgdeziiklmnoprstufhaiie", strict=True)
) | {
    ord("ж"): "zh",
    ord("ц"): "ts",
    ord("ч"): "ch",
    ord("ш"): "sh",
    ord("щ"): "sht",
    ord("ю"): "iu",
    ord("я"): "ia",
}
"""Cyrillic letters in Latin ones, y and j as i."""


class LikeName(NamedTuple):
    """A name, and the more frequent one that it may be a spelling of."""

    name: str
    like: str


def like_names(games: Mapping[str, int], met: Collection[tuple[str, str]]) -> Iterator[LikeName]:
    """Yield the names that are like others, which are found in at least as many games.

    ``games`` has the number of games of each name; ``met`` are pairs who played in one game, and so are two.

    >>> games = {"Maria Ivanova": 5, "Mariya Ivanova": 1, "M. Ivanova": 1, "Мария Иванова": 1, "Ivan": 8}
    >>> [found.name for found in like_names(games, [])]
    ['Mariya Ivanova', 'M. Ivanova', 'Мария Иванова']
    >>> list(like_names({"Ana": 3, "Anna": 3}, [("Anna", "Ana")]))
    []
    """
    words = {name: _words(name) for name in games}
    apart = {frozenset(pair) for pair in met}
    names = sorted(games, key=lambda name: -games[name])
    for place, name in enumerate(names):
        for other in names[:place]:
            if frozenset((name, other)) not in apart and _is_like(words[name], words[other]):
                yield LikeName(name, other)
                break


def _words(name: str) -> list[str]:
    """Return the words of a name in plain small letters."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(CYRILLIC).replace("ß", "ss"))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    spelt = letters.replace("y", "i").replace("j", "i")
    return "".join(letter if letter.isalnum() else " " for letter in spelt).split()


def _is_like(some: list[str], others: list[str]) -> bool:
    """Whether the words of one name are those of another, up to spelling, order and words left out."""
    fewer, more = sorted((some, others), key=len)
    left = list(more)
    is_spelt_out = False
    for word in fewer:
        found = next((other for other in left if _is_alike(word, other)), None)
        if found is None:
            return False
        left.remove(found)
        is_spelt_out = is_spelt_out or min(len(word), len(found)) > 1
    return is_spelt_out


def _is_alike(word: str, other: str) -> bool:
    """Whether two words are one, an initial of the other, or differ in a letter or two."""
    short, long = sorted((word, other), key=len)
    if len(short) == 1 or short == long:
        return long.startswith(short)
    most = 1 + (len(short) >= 2 * LONG)
    if len(short) < LONG - 1 or len(long) < LONG or len(long) - len(short) > most:
        return False
    if len(set(short).symmetric_difference(long)) > 2 * most:  # each letter changes two at most
        return False
    return _distance(short, long) <= most


def _distance(word: str, other: str) -> int:
    """Return the number of letters to change, to add, to leave out or to swap with their neighbours."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(word, start=1):
        costs = [row]
        for column, target in enumerate(other, start=1):
            cost = min(last[column] + 1, costs[-1] + 1, last[column - 1] + (letter != target))
            if row > 1 < column and (letter, word[row - 2]) == (other[column - 2], target):
                cost = min(cost, before[column - 2] + 1)
            costs.append(cost)
        before, last = last, costs
    return last[-1]
