"""The words of claims: a table for each language, and one for what they make together.

The tables list signals, which are stems of words; `kinds.toml` says which signals make which claim.
:mod:`notation.rulings.claim_reader` reads with them.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final, NamedTuple

_TABLES: Final = (file.name.partition(".toml") for file in files(__name__).iterdir())
LANGUAGES: Final = tuple(
    sorted(
        (code for code, is_table, _ in _TABLES if is_table and code != "kinds"),
        key=lambda code: (code != "en", code),
    )
)
"""The languages in which a claim can be worded; all of them are read, whatever the reader's language."""
ORDINAL: Final = "."
"""Stands behind the figures of an ordinal number."""


def folded(word: str) -> str:
    """Return a word in small letters, without accents and apostrophes.

    >>> folded("Hányadik"), folded("didn't"), folded("groß")
    ('hanyadik', 'didnt', 'gross')
    """
    plain = unicodedata.normalize("NFD", word.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign) and sign not in "'’`´")


def _pattern(text: str) -> str:
    """Return words of a table as a regular expression over words with a space between them."""
    groups = (" ".join(map(_stem, part.split())) for part in folded(text).split(" .. "))
    return "(?: [^ ]+){0,4}? ".join(groups)


def _stem(word: str) -> str:
    """Return the regular expression of a word; a hyphen is for further letters, at least two before it."""
    before = "" if not word.startswith("-") else "[^ ]*" if word.endswith("-") else "[^ ]{2,}"
    return f"{before}{re.escape(word.strip('-'))}{'[^ ]*' if word.endswith('-') else ''}"


def _any_of(text: str) -> re.Pattern[str]:
    """Return what finds any of the words of a table, longest first."""
    patterns = sorted(
        (_pattern(one) for one in text.split(" | ") if " .. " not in one), key=len, reverse=True
    )
    return re.compile(f"(?<![^ ])(?:{'|'.join(patterns)})(?![^ ])") if text else re.compile("(?!)")


def _spread(text: str) -> re.Pattern[str]:
    """Return what finds the words of a table with others between them."""
    patterns = [_pattern(one) for one in text.split(" | ") if " .. " in one]
    return re.compile(f"(?<![^ ])(?:{'|'.join(patterns)})(?![^ ])")


SHORTEST: Final = 6
"""Letters of the shortest word that is corrected."""


def _cuts(word: str) -> set[str]:
    """Return a word, and it without one of its letters after the first."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(1, len(word)))}


class Way(NamedTuple):
    """One way to make a claim: the signals it needs, and those that must not be there."""

    kind: str
    needs: frozenset[str]
    bars: frozenset[str]


@cache
def ways() -> tuple[Way, ...]:
    """Return all ways to make a claim."""
    found = []
    table = _table("kinds")
    del table["classes"]
    for kind, texts in table.items():
        for text in texts:
            words = text.split()
            needs = frozenset(word for word in words if not word.startswith("!"))
            found.append(Way(kind, needs, frozenset(word[1:] for word in words if word.startswith("!"))))
    return tuple(found)


@cache
def signal_class(name: str) -> frozenset[str]:
    """Return the signals of a class that `kinds.toml` explains."""
    return frozenset(_table("kinds")["classes"][name].split())


def _table(name: str) -> dict[str, Any]:
    import tomllib  # most records contain no claim

    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))


class ClaimWords:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        table = _table(language)
        self.language = language
        self._table: Mapping[str, Any] = table
        self.signals = {name: _any_of(text) for name, text in table["signals"].items()}
        self.spread = {name: _spread(text) for name, text in table["signals"].items() if " .. " in text}
        self.persons = {name: _any_of(text) for name, text in table["persons"].items()}
        self.function = _any_of(table["function"])
        self.splits = _any_of(table["splits"])
        self.attributions = _any_of(table["attributions"])
        self.hypothetical = _any_of(table["hypothetical"])
        self.numbers = dict(self._number_words(table["numbers"]))
        self.endings = _ending(table["numbers"]["endings"])
        self.ordinal_endings = _ending(table["numbers"]["ordinal_endings"])
        self.ordinals = [_any_of(text) for text in table["numbers"]["ordinals"]]
        self.suits = [_any_of(text) for text in table["faces"]["suits"]]
        self.ranks = [_any_of(text) for text in table["faces"]["ranks"]]
        self.articles = _any_of(table["faces"].get("articles", ""))
        self.pair_links = table["numbers"]["pair_link"].split(" | ")
        self.link: str = table["faces"]["link"]
        self.compounds: bool = table["faces"].get("compounds", False)
        self.denying = str(table["denials"]["any"]).partition("{claim}")[0].casefold()
        self.verbs = _any_of(table["verbs"])
        self.pro_drop: bool = table.get("pro_drop", False)
        self.things = _any_of(table.get("things", ""))
        self.asking = _any_of(table["asking"])
        self.attached = _any_of(table.get("attached", ""))
        self.mine = _any_of(table.get("mine", ""))
        self.articles_one: list[str] = table["numbers"].get("article", "").split(" | ")
        self.has_article = bool(self.function.fullmatch("a"))
        self.singular_trick = _any_of(table["numbers"].get("singular_trick", ""))
        self.inside: list[str] = table["numbers"].get("inside", "").split(" | ")

    @staticmethod
    def _number_words(table: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
        """Yield each number in words, as people write it."""
        units = [text.split(" | ") for text in table["units"]]
        for number, words in enumerate(units):
            yield from ((folded(word), number) for word in words)
        for place, text in enumerate(table["tens"], start=2):
            for ten in text.split(" | "):
                yield folded(ten), place * 10
                for number in range(1, 10):
                    for unit in units[number]:
                        for compound in table["compound"].split(" | "):
                            yield folded(compound.format(ten=ten, unit=unit)), place * 10 + number

    def sentence(self, kind: str, denied: bool, facts: Mapping[str, Any]) -> str:
        """Return a claim in a sentence."""
        if denied and kind in self._table["denials"]:
            return str(self._table["denials"][kind]).format_map(facts)
        said = str(self._table["claims"][kind]).format_map(facts)
        return str(self._table["denials"]["any"]).format(claim=said) if denied else said

    def term(self, name: str) -> str:
        """Return a word of the sentences: `somebody`, `possessive`, `trick`, `last`."""
        return str(self._table[name])

    def corrected(self, word: str) -> str:
        """Return the word of a signal for one with a slip of the keyboard, or the word itself.

        >>> claim_words("en").corrected("revokd"), claim_words("de").corrected("bedint")
        ('revoke', 'bedien')
        """
        if len(word) < SHORTEST:
            return word
        for end in range(len(word), SHORTEST - 2, -1):
            for cut in _cuts(word[:end]):
                if cut in self._slips:
                    return self._slips[cut]
        return word

    @cached_property
    def _slips(self) -> dict[str, str]:
        """The words of the signals, each also without one of its letters."""
        words = {
            folded(word).strip("-")
            for text in self._table["signals"].values()
            for word in text.split(" | ")
            if " " not in word and not word.startswith("-")
        }
        return {cut: word for word in sorted(words) if len(word) >= SHORTEST - 1 for cut in _cuts(word)}

    def examples(self) -> Iterator[tuple[str, bool, str]]:
        """Yield each claim that people word, plain and denied, in a sentence."""
        facts = {"seat": "A", "of": self.term("possessive").format(seat="A"), "points": "41-66"}
        for part in ("claims", "denials"):
            for kind in self._table[part]:
                if kind not in ("paid", "any"):
                    number = {"worth": 2, "tricks": 2, "counts": 20}.get(kind, 66)
                    yield (
                        kind,
                        part == "denials",
                        self.sentence(kind, part == "denials", facts | {"number": number}),
                    )


def _ending(text: str) -> re.Pattern[str]:
    """Return what matches the letters behind figures."""
    return re.compile("|".join(map(re.escape, map(folded, text.split(" | ")))) if text else "(?!)")


@cache
def claim_words(language: str) -> ClaimWords:
    """Return the words of a language by its code; the English ones if it has none."""
    return ClaimWords(language if language in LANGUAGES else "en")
