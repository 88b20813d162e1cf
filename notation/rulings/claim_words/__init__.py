"""The words of claims: a table for each language, and what they weigh for each claim.

The sections of a table:

* above the sections: words without a meaning of their own (`function`) and phrases that claim nothing
  (`fillers`); words that begin clauses (`splits`, `attached`) and never do (`joins`), that report, suppose or
  wonder; verbs and forms that tell who is meant where nobody is named (`third`, `mine`, `until`, `datives`);
* `[persons]`: words for the players;
* `[contracts]`: what contracts are called, by their names in records;
* `[numbers]` and `[faces]`: numbers and cards in words;
* `[signals]`: for each signal the words, or stems of words, that carry it. The signals are the same in every
  language;
* `[claims]` and `[denials]`: each claim as a sentence.

`weights.json` has the weight of each signal for each claim, learned from wordings in all languages.
:mod:`notation.rulings.claim_reader` reads with both.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from itertools import chain
from typing import Any, Final

from referee.rules import RuleSet

_TABLES: Final = (file.name.partition(".toml") for file in files(__name__).iterdir())
LANGUAGES: Final = tuple(
    sorted(
        (code for code, is_table, _ in _TABLES if is_table),
        key=lambda code: (code != "en", code),
    )
)
"""The languages in which a claim can be worded; all of them are read, whatever the reader's language."""
ORDINAL: Final = "."
"""Follows the figures of an ordinal number."""


def folded(word: str) -> str:
    """Return a word in small letters, without accents and apostrophes; `й` is a letter like others.

    >>> folded("Hányadik"), folded("didn't"), folded("groß"), folded("Ѝ"), folded("край")
    ('hanyadik', 'didnt', 'gross', 'й', 'край')
    """
    if word.isascii():
        return word.lower().replace("'", "").replace("`", "")
    plain = unicodedata.normalize("NFC", word.casefold()).replace("ѝ", "й")
    signs = (sign if sign == "й" else unicodedata.normalize("NFD", sign) for sign in plain)
    return "".join(sign for sign in "".join(signs) if not unicodedata.combining(sign) and sign not in "'’`´")


def _pattern(text: str) -> str:
    """Return words of a table as a regular expression over words with a space between them."""
    groups = (" ".join(map(_stem, part.split())) for part in folded(text).split(" .. "))
    return "(?: [^ ]+){0,4}? ".join(groups)


def _stem(word: str) -> str:
    """Return the regular expression of a word; a hyphen is for further letters, at least two before it."""
    before = "" if not word.startswith("-") else "[^ ]*" if word.endswith("-") else "[^ ]{2,}"
    return f"{before}{re.escape(word.strip('-'))}{'[^ ]*' if word.endswith('-') else ''}"


class WordFinder:
    """Finds any of some words of a table in a line, longest first.

    The expression is compiled when a line first holds a stem of one of them: most signals are in few claims.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._stems = [max(folded(one).replace("-", " ").split(), key=len, default="") for one in words]
        self._compiled: re.Pattern[str] | None = None

    @property
    def pattern(self) -> str:
        """The regular expression."""
        patterns = sorted(map(_pattern, self._words), key=len, reverse=True)
        return f"(?<![^ ])(?:{'|'.join(patterns)})(?![^ ])"

    def _in(self, line: str) -> re.Pattern[str]:
        """Return what finds the words of a line."""
        if self._compiled is None and any(stem in line for stem in self._stems):
            self._compiled = re.compile(self.pattern)
        return self._compiled or _NOTHING

    def finditer(self, line: str) -> Iterator[re.Match[str]]:
        """Return every place in a line."""
        return self._in(line).finditer(line)

    def search(self, line: str) -> re.Match[str] | None:
        """Return the first place in a line."""
        return self._in(line).search(line)

    def match(self, line: str) -> re.Match[str] | None:
        """Return the place at the beginning of a line."""
        return self._in(line).match(line)

    def fullmatch(self, line: str) -> re.Match[str] | None:
        """Return the place that is the whole line."""
        return self._in(line).fullmatch(line)


_NOTHING: Final = re.compile("(?!)")


def _any_of(text: str) -> WordFinder:
    """Return what finds any of the words of a table that stand together."""
    return WordFinder([one for one in text.split(" | ") if " .. " not in one] if text else [])


def _spread(text: str) -> WordFinder:
    """Return what finds the words of a table with others between them."""
    return WordFinder([one for one in text.split(" | ") if " .. " in one])


SHORTEST: Final = 6
"""Letters of the shortest word that is corrected."""


LONGEST_ENDING: Final = 3
"""Letters that a corrected word may have after the stem that it is corrected to."""


MIN_STEM: Final = 4
"""Length of the shortest stem that identifies a language."""


def _cuts(word: str) -> list[str]:
    """Return a word, and it without one of its letters after the first."""
    return list(dict.fromkeys((word, *(word[:at] + word[at + 1 :] for at in range(1, len(word))))))


def _table(name: str) -> dict[str, Any]:
    import tomllib  # most records contain no claim

    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))


def _pattern_of(*path: str) -> cached_property[WordFinder]:
    """Return a property that finds the words of a place in a table, made when it is first needed."""

    def read(words: "ClaimWords") -> WordFinder:
        found: Any = words.table
        for key in path:
            found = found.get(key, {})
        return _any_of(found or "")

    return cached_property(read)


class ClaimWords:
    """The words of one language."""

    splits = _pattern_of("splits")
    attributions = _pattern_of("attributions")
    reported = _pattern_of("reported")
    reports = _pattern_of("reports")
    hypothetical = _pattern_of("hypothetical")
    function = _pattern_of("function")
    fillers = _pattern_of("fillers")
    joins = _pattern_of("joins")
    even = _pattern_of("even")
    until = _pattern_of("until")
    third = _pattern_of("third")
    datives = _pattern_of("datives")
    owned = _pattern_of("faces", "owned")
    articles = _pattern_of("faces", "articles")
    verbs = _pattern_of("verbs")
    things = _pattern_of("things")
    wondering = _pattern_of("wondering")
    attached = _pattern_of("attached")
    mine = _pattern_of("mine")
    difference = _pattern_of("numbers", "difference")
    singular_trick = _pattern_of("numbers", "singular_trick")

    def __init__(self, language: str) -> None:
        self.language = language
        self.table: Mapping[str, Any] = _table(language)
        numbers, faces = self.table["numbers"], self.table["faces"]
        self.pair_links = numbers["pair_link"].split(" | ")
        self.articles_one: list[str] = numbers.get("article", "").split(" | ")
        self.inside: list[str] = numbers.get("inside", "").split(" | ")
        self.link: str = faces["link"]
        self.spelt: dict[str, str] = self.table.get("spelt", {})
        self.is_cyrillic: bool = self.table.get("cyrillic", False)
        self.compounds: bool = faces.get("compounds", False)
        self.pro_drop: bool = self.table.get("pro_drop", False)
        self.postpositions: bool = self.table.get("postpositions", False)
        self.short_names: bool = self.table.get("short_names", False)
        self.has_article = not {"a", "а"}.isdisjoint(self.table["function"].split(" | "))
        self.denying = str(self.table["denials"]["any"]).partition("{claim}")[0].casefold()

    @cached_property
    def signals(self) -> dict[str, WordFinder]:
        """What finds each signal."""
        table = self.table["signals"] | {"contract": " | ".join(self.table["contracts"].values())}
        return {name: _any_of(text) for name, text in table.items()}

    def contracts_of(self, rules: RuleSet) -> Iterator[tuple[str, WordFinder]]:
        """Yield each contract of a rule set that has a name here, with what finds it."""
        for contract in rules.auction.contracts:
            if contract.name in self._contracts:
                yield contract.name, self._contracts[contract.name]

    @cached_property
    def _contracts(self) -> dict[str, WordFinder]:
        return {name: _any_of(text) for name, text in self.table["contracts"].items()}

    @cached_property
    def when_closed(self) -> WordFinder:
        """What finds the words for the time when the talon was closed."""
        return WordFinder(str(self.table["when_closed"]).split(" | "))

    @cached_property
    def closing(self) -> WordFinder:
        """What finds the words for closing the talon."""
        return WordFinder(str(self.table["closing"]).split(" | "))

    @cached_property
    def spread(self) -> dict[str, WordFinder]:
        """What finds those signals that have words of other meaning between them."""
        return {name: _spread(text) for name, text in self.table["signals"].items() if " .. " in text}

    @cached_property
    def persons(self) -> dict[str, WordFinder]:
        """What finds the words for a player."""
        return {name: _any_of(text) for name, text in self.table["persons"].items()}

    @cached_property
    def people(self) -> dict[str, WordFinder]:
        """The same without the verbs whose subject can be left out."""
        return {name: pattern for name, pattern in self.persons.items() if name != "finite"}

    @cached_property
    def empty(self) -> WordFinder:
        """What finds the words that do not say what is claimed."""
        texts = [text for name, text in self.table["persons"].items() if name not in ("finite", "nobody")]
        whole = [word for word in " | ".join(texts).split(" | ") if word[0] not in "-+"]
        return _any_of(
            " | ".join([*(self.table[name] for name in ("function", "attached", "splits")), *whole])
        )

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers in words."""
        return dict(self._number_words(self.table["numbers"]))

    @cached_property
    def endings(self) -> re.Pattern[str]:
        """What matches the ending of a number in words."""
        return _ending(self.table["numbers"]["endings"])

    @cached_property
    def ordinal_endings(self) -> re.Pattern[str]:
        """What matches the ending of figures that makes them an ordinal number."""
        return _ending(self.table["numbers"]["ordinal_endings"])

    @cached_property
    def ordinals(self) -> list[WordFinder]:
        """What finds each ordinal number."""
        return [_any_of(text) for text in self.table["numbers"]["ordinals"]]

    @cached_property
    def suits(self) -> list[WordFinder]:
        """What finds each suit."""
        return [_any_of(text) for text in self.table["faces"]["suits"]]

    @cached_property
    def ranks(self) -> list[WordFinder]:
        """What finds each rank."""
        return [_any_of(text) for text in self.table["faces"]["ranks"]]

    def share(self, words: Sequence[str]) -> float:
        """Return about how many of some words belong to the language, from 0 to 1."""
        whole, stems = self._vocabulary
        plain = [folded(word) for word in words]
        return sum(word in whole or word.startswith(stems) for word in plain) / max(1, len(plain))

    @cached_property
    def _vocabulary(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """The words of the signals and the words between them, whole ones and stems."""
        parts = (self.table[name].values() for name in ("persons", "signals", "contracts"))
        texts = [self.table["function"], *chain.from_iterable(parts)]
        words = {word for text in texts for word in folded(text).split()}
        stems = tuple(word.strip("-") for word in words if word.endswith("-") and len(word) > MIN_STEM)
        return frozenset(words), stems

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
        if denied and kind in self.table["denials"]:
            return str(self.table["denials"][kind]).split(" | ")[0].format_map(facts)
        said = str(self.table["claims"][kind]).split(" | ")[0].format_map(facts)
        return str(self.table["denials"]["any"]).format(claim=said) if denied else said

    def term(self, name: str) -> str:
        """Return a word of the sentences: `somebody`, `possessive`, `trick`, `last`."""
        return str(self.table[name])

    def corrected(self, word: str) -> str:
        """Return the word of a signal for one with a slip of the keyboard, or the word itself.

        >>> claim_words("en").corrected("revokd"), claim_words("de").corrected("bedint")
        ('revoke', 'bedient')
        """
        if len(word) < SHORTEST:
            return word
        for end in range(len(word), max(SHORTEST - 2, len(word) - LONGEST_ENDING), -1):
            for cut in _cuts(word[:end]):
                if cut in self._slips:
                    return self._slips[cut]
        return word

    @cached_property
    def _slips(self) -> dict[str, str]:
        """The words of the signals, each also without one of its letters."""
        words = {
            folded(word).strip("-")
            for text in self.table["signals"].values()
            for word in text.split(" | ")
            if " " not in word and not word.startswith("-")
        }
        return {cut: word for word in sorted(words) if len(word) >= SHORTEST - 1 for cut in _cuts(word)}

    def sentences(self) -> Iterator[tuple[str, bool, str]]:
        """Yield each claim that people word, plain and denied, as the table has its sentence."""
        for part in ("claims", "denials"):
            for kind, sentence in self.table[part].items():
                if kind not in ("paid", "any"):
                    yield from ((kind, part == "denials", each) for each in sentence.split(" | "))

    def examples(self) -> Iterator[tuple[str, bool, str]]:
        """Yield each claim that people word, plain and denied, in a sentence."""
        of = self.term("possessive").format(seat="A")
        facts = {"seat": "A", "of": of, "whose": of, "suit": self.term("suit")}
        for kind, denied in dict.fromkeys((kind, denied) for kind, denied, _ in self.sentences()):
            number = {"worth": 2, "tricks": 2, "counts": 20}.get(kind, 66)
            points = "3-1" if kind == "score" else "41-66"
            yield kind, denied, self.sentence(kind, denied, facts | {"number": number, "points": points})


def _ending(text: str) -> re.Pattern[str]:
    """Return what matches the letters behind figures."""
    return re.compile("|".join(map(re.escape, map(folded, text.split(" | ")))) if text else "(?!)")


def likely_languages(words: Sequence[str]) -> list[str]:
    """Return the languages that some words can be in.

    >>> likely_languages(["er", "hat", "nicht", "bedient"]), likely_languages(["66"])
    (['de'], ['en', 'bg', 'de', 'hu'])
    """
    shares = {language: claim_words(language).share(words) for language in LANGUAGES}
    return [language for language, share in shares.items() if share >= max(shares.values()) - SPREAD]


SPREAD: Final = 0.35
"""How many fewer of the words a language can know than another."""


@cache
def claim_words(language: str) -> ClaimWords:
    """Return the words of a language by its code; the English ones if it has none."""
    return ClaimWords(language if language in LANGUAGES else "en")
