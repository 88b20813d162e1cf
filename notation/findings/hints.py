"""What a misspelt word was probably meant to be.

Suggests and never decides: no reading depends on a suggestion.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final

from notation.findings.finding import Phrase
from notation.record.tags import KNOWN_TAGS, TAG_NAMES


def suggestion(word: str, known: Iterable[str]) -> str:
    """The known word that a word is most like, or an empty text where it is known or like none.

    >>> suggestion("Evnet", ["Event", "Site"]), suggestion("Event", ["Event"]), suggestion("Zeal", ["Event"])
    ('Event', '', '')
    """
    return next(iter(suggestions(word, known)), "")


def sole_suggestion(word: str, known: Iterable[str]) -> str:
    """The suggestion, if no other known word comes near and there is nothing else than letters in the word.

    A longer name that starts with the suggestion does not come near, if the word has nothing of what it adds;
    nor does a name with which it shares two letters fewer, if the suggestion is but one letter off.

    >>> sole_suggestion("clsoe", ["close", "out"]), sole_suggestion("clsoe!", ["close"])
    ('close', '')
    >>> sole_suggestion("schnapsen-tomp", ["schnapsen-tompa", "schnapsen"])
    ''
    >>> [sole_suggestion(word, ["santase", "santase-club"]) for word in ("santasse", "santase-c")]
    ['santase', '']
    >>> [sole_suggestion(word, ["schnapsen", "snapszer"]) for word in ("shnapsen", "snapsen")]
    ['schnapsen', '']
    """
    if not re.fullmatch(r"[A-Za-z-]+:?", word):
        return ""
    nearest, *others = suggestions(word, known) or [""]
    return "" if any(_comes_near(word, nearest, other) for other in others) else nearest


def _comes_near(word: str, name: str, other: str) -> bool:
    """Whether a word that is like a name may as well have been meant to be another."""
    if name.startswith(other) or other.startswith(name):
        return not _adds_only(word, name, other)
    shared = _shared(word, name)
    return shared < max(len(word), len(name)) - 1 or _shared(word, other) + 2 > shared


def _adds_only(word: str, name: str, longer: str) -> bool:
    """Whether a longer name starts with a name, and a word has nothing of the rest."""
    return longer.startswith(name) and _shared(word, longer) == _shared(word, name)


def _shared(word: str, name: str) -> int:
    """How many letters a word has in common with a name, in their order."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, name.casefold(), word.casefold(), autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks())


def suggestions(word: str, known: Iterable[str]) -> list[str]:
    """The known words that a word is like, the most alike first; none where it is known itself.

    >>> suggestions("A revokd", ["A revoked", "A is out", "A revokes"])
    ['A revoked', 'A revokes']
    """
    words = list(known)
    if word in words or len(word) > 64:
        return []
    folded = word.casefold()
    by_fold = {fold: other for other in words if _share_letters(folded, fold := other.casefold())}
    if not by_fold:
        return []
    from difflib import get_close_matches  # most words are known, or like none

    alike = get_close_matches(folded, by_fold, n=len(by_fold), cutoff=_ALIKE)
    return [by_fold[fold] for fold in alike]


def _share_letters(one: str, other: str) -> bool:
    """Whether two words have letters enough in common to be alike, in whatever order."""
    return 2 * (Counter(one) & Counter(other)).total() >= _ALIKE * (len(one) + len(other))


_ALIKE: Final = 0.7
"""The share of the letters of two words that those have in common which are alike."""


COMPASS: Final = ("North", "East", "South", "West")
"""The players in the notation of bridge, in the order in which they play."""


def seat_meant(name: str, names: Collection[str]) -> str:
    """The seat of a player whose tag is that of bridge, among the tags of a record; nothing for other tags.

    >>> seat_meant("South", ["North", "South"]), seat_meant("South", [*COMPASS]), seat_meant("Zeal", [])
    ('B', 'C', '')
    """
    if name not in COMPASS:
        return ""
    free = [seat for seat in "ABCD" if seat not in names]
    at = [each for each in COMPASS if each in names].index(name)
    return free[at] if at < len(free) else ""


@lru_cache(maxsize=256)
def tag_meant(name: str) -> str:
    """The tag that a name is most likely meant to be, or an empty text where it can stand as it is.

    >>> tag_meant("Evnet"), tag_meant("White"), tag_meant("Zeal")
    ('Event', 'A', '')
    """
    if name in KNOWN_TAGS:
        return ""
    return TAG_NAMES.get(name.casefold(), "") or suggestion(name, KNOWN_TAGS)


def did_you_mean(meant: str) -> Phrase | str:
    """A suggestion as the end of a sentence's clause, or nothing where there is none.

    >>> str(did_you_mean("santase"))
    ', did you mean santase?'
    """
    return Phrase(", did you mean {meant}?", {"meant": meant}) if meant else ""
