"""What the players of a record are called in sentences."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar
from unicodedata import bidirectional, normalize

from notation.findings.finding import escape
from notation.record.words import PAIR_LETTERS, SEAT_LETTERS, seat_letter
from referee.rules import RuleSet

if TYPE_CHECKING:  # a game that is right is judged without either
    from notation.findings.translator import Translator
    from notation.record.model import Record

Speaking = TypeVar("Speaking", bound="Translator")

LONGEST: Final = 40
"""Characters of a name that stand in a sentence."""
_LETTERS: Final = frozenset((*SEAT_LETTERS, *PAIR_LETTERS, *"АБВГСД"))
"""What stands for a seat or a side, in Cyrillic letters too."""
_ALIKE: Final = str.maketrans("авекмнорстухѕіјһԁԛοαικνρτυχ", "abekmhopctyxsijhdqoaiknptux")
"""Small Cyrillic and Greek letters, and the Latin ones that they, or their capitals, are taken for."""
_TO_THE_LEFT: Final = frozenset({"R", "AL", "AN"})
"""Unicode's directions of writing of what is written from right to left."""


def player_names(record: "Record", rules: RuleSet) -> list[str]:
    """The players by seat; the letter of the seat where no name is written."""
    letters = map(seat_letter, range(rules.seats))
    return [escape(record.tag(letter) or letter) for letter in letters]


def short_names(players: Sequence[str]) -> list[str]:
    """The players as they are called where they are named again and again: by their first words.

    All by their whole names where that would not tell them apart, or would leave an initial of somebody.

    >>> short_names(["Ivan Petrov", "Maria"]), short_names(["Team One", "Team Two"])
    (['Ivan', 'Maria'], ['Team One', 'Team Two'])
    """
    first = [name.split()[0] if name.split() else name for name in players]
    shorter = len(set(first)) == len(first) and all(
        short == name or (len(short.rstrip(".")) > 1 and '"' not in short)
        for short, name in zip(first, players, strict=True)
    )
    return first if shorter else list(players)


def names_in_sentences(written: Sequence[str | None]) -> list[str]:
    """What players are called in sentences, by seat, after their names; nobody can be taken for another.

    A name that is ambiguous alone has the letter of its seat beside it: one that two players have, or that
    only looks like another's, and one that is the letter of a seat. Long names are cut, and those that are
    written from right to left do not turn the sentence around them.

    >>> names_in_sentences(["B", "Ana Lisa"]), names_in_sentences(["Ana", "Ana"])
    (['B (A)', 'Ana'], ['Ana (A)', 'Ana (B)'])
    """
    letters = SEAT_LETTERS[: len(written)]
    named = [escape(" ".join((name or "").split())) for name in written]
    known = [name for name in named if name]
    short = dict(zip(known, short_names(known), strict=True))
    called = [_cut(short.get(each, "")) for each in named]
    times = Counter(map(_seen, called))
    return [
        _called(name, letter, times[_seen(name)] == 1) if name else letter
        for name, letter in zip(called, letters, strict=True)
    ]


def _seen(name: str) -> str:
    """A name as it is seen: alike where nobody could tell two apart."""
    folded = name.casefold()
    return folded if folded.isascii() else normalize("NFKC", folded).translate(_ALIKE)


def _called(name: str, letter: str, is_own: bool) -> str:
    """A name, with the letter of the seat where it could be taken for another."""
    is_letter = name.upper() in _LETTERS
    if any(bidirectional(each) in _TO_THE_LEFT for each in name):
        name = f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name if is_own and not (is_letter and name.upper() != letter) else f"{name} ({letter})"


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def names_of(record: "Record | None", rules: RuleSet | None = None) -> list[str]:
    """What the players of a record are called in sentences, by seat."""
    return names_in_sentences(_written(record, rules))


def _written(record: "Record | None", rules: RuleSet | None) -> tuple[str | None, ...]:
    letters = SEAT_LETTERS[: rules.seats if rules else None]
    return tuple(record.tag(letter) if record else None for letter in letters)


def speaking_of(record: "Record | None", rules: RuleSet | None, language: Speaking) -> Speaking:
    """A language as it is spoken at a table: of people by the names that a record has for them.

    It is the same one for every deal of a match, so that what is remembered of it serves them all.
    """
    spoken: Speaking = _speaking(language, _written(record, rules))
    return spoken


@lru_cache(maxsize=1 << 8)
def _speaking(language: Speaking, written: tuple[str | None, ...]) -> Speaking:
    return language.naming(names_in_sentences(written))
