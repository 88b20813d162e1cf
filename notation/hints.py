"""What a misspelt word was probably meant to be.

Suggests and never decides: no reading depends on a suggestion.
"""

from collections.abc import Iterable
from difflib import get_close_matches


def suggestion(word: str, known: Iterable[str]) -> str:
    """The known word that a word is most like, or an empty text where it is known or like none.

    >>> suggestion("Evnet", ["Event", "Site"]), suggestion("Event", ["Event"]), suggestion("Zeal", ["Event"])
    ('Event', '', '')
    """
    words = list(known)
    if word in words or len(word) > 64:
        return ""
    by_fold = {other.casefold(): other for other in words}
    close = get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.7)
    return by_fold[close[0]] if close else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The suggestion as the end of a sentence's clause, or nothing.

    >>> did_you_mean("santasse", ["santase"])
    ', did you mean santase?'
    """
    meant = suggestion(word, known)
    return f", did you mean {meant}?" if meant else ""
