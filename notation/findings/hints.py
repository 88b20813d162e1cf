"""What a misspelt word was probably meant to be.

Suggests and never decides: no reading depends on a suggestion.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from notation.findings.finding import Phrase


def suggestion(word: str, known: Iterable[str]) -> str:
    """The known word that a word is most like, or an empty text where it is known or like none.

    >>> suggestion("Evnet", ["Event", "Site"]), suggestion("Event", ["Event"]), suggestion("Zeal", ["Event"])
    ('Event', '', '')
    """
    return next(iter(_alike(word, known)), "")


def sole_suggestion(word: str, known: Iterable[str]) -> str:
    """The suggestion, if no other known word comes near and there is nothing else than letters in the word.

    >>> sole_suggestion("clsoe", ["close", "out"]), sole_suggestion("clsoe!", ["close"])
    ('close', '')
    >>> sole_suggestion("schnapsen-tomp", ["schnapsen-tompa", "schnapsen"])
    ''
    """
    alike = _alike(word, known)
    return alike[0] if len(alike) == 1 and re.fullmatch(r"[A-Za-z-]+:?", word) else ""


def _alike(word: str, known: Iterable[str]) -> list[str]:
    """The known words that a word is like, the most alike first; none where it is known itself."""
    words = list(known)
    if word in words or len(word) > 64:
        return []
    by_fold = {other.casefold(): other for other in words}
    return [by_fold[fold] for fold in get_close_matches(word.casefold(), by_fold, n=2, cutoff=0.7)]


def did_you_mean(meant: str) -> Phrase | str:
    """A suggestion as the end of a sentence's clause, or nothing where there is none.

    >>> str(did_you_mean("santase"))
    ', did you mean santase?'
    """
    return Phrase(", did you mean {meant}?", {"meant": meant}) if meant else ""
