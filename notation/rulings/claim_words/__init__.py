"""The words of claims: a table for each language, compiled to patterns.

A table lists the wordings of each claim; the first is the one that is shown to people.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

_TABLES: Final = (file.name.partition(".toml") for file in files(__name__).iterdir())
LANGUAGES: Final = tuple(
    sorted((code for code, is_table, _ in _TABLES if is_table), key=lambda code: (code != "en", code))
)
"""The languages in which a claim can be worded; all of them are read, whatever the reader's language."""
DENIED: Final = "denials"

_EXAMPLE: Final = {
    "seat": "A",
    "me": "",
    "number": "20",
    "trick": "5",
}
_OPTIONAL: Final = re.compile(r"\[[^][]*\]")
_CHOICE: Final = re.compile(r"\(([^()|]*)[^()]*\)")
_PLACEHOLDER: Final = re.compile(r"\{([a-z]+)\}")
_NUMBERS: Final = {"worth": "2", "points": "41", "tricks": "2", "reached": "66", "more": "33"}
"""The numbers in examples of claims other than marriages."""


class Worded(NamedTuple):
    """The claim in a wording: subject, denied or not, and the words for who, how many, and where.

    ``who`` is None if nobody is named; ``number`` and ``trick`` are 0 if there is none.
    """

    of: str
    denied: bool
    who: str | None
    number: int
    trick: int
    language: str


class ClaimWords:
    """The words of one language.

    >>> english = claim_words("en")
    >>> english.read("b revoked"), english.example("counts", denied=True)
    (Worded(of='revoke', denied=False, who='b', number=0, trick=0, language='en'), 'the 20 does not count')
    """

    def __init__(self, language: str) -> None:
        import tomllib  # most records contain no claim

        table = tomllib.loads(files(__name__).joinpath(f"{language}.toml").read_text("utf-8"))
        self.language = language
        self._table: Mapping[str, Any] = table
        self._numbers = {word.casefold(): number for word, number in table["numbers"].items()}
        self._ordinals = {word.casefold(): number for number, word in enumerate(table["ordinals"], start=1)}
        self._short: Mapping[str, str] = table.get("short", {})
        self.letters: Mapping[str, str] = table.get("letters", {})
        self._parts = self._placeholders()
        self._places = [re.compile(f" ?,? ?{self._pattern(text)} ?,? ?") for text in table["place"]]
        self._forms = [
            (of, part == DENIED, re.compile(self._pattern(text)))
            for part in ("claims", DENIED)
            for of, texts in table[part].items()
            for text in texts
        ]

    @property
    def suffixes(self) -> list[str]:
        """The possible endings of a name."""
        return list(self._table["suffixes"])

    def person(self, word: str) -> str:
        """Return whom a word means: `me`, `us`, `other`, `leader`, or a seat by its letters."""
        for person, words in (
            ("me", [*self._table["me"], *self._table["my"], ""]),
            ("us", self._table["us"]),
            ("other", [*self._table["other"], *self._table["his"]]),
            ("leader", self._table["leader"]),
        ):
            if word in words:
                return person
        return self.letters.get(word, word.strip("<>"))

    def examples(self) -> Iterator[tuple[str, bool, str]]:
        """Yield each claim, plain and denied, with one wording."""
        for part in ("claims", DENIED):
            for of in self._table[part]:
                yield of, part == DENIED, self.example(of, denied=part == DENIED)

    def example(self, of: str, *, denied: bool = False) -> str:
        """Return one wording of a claim."""
        facts = _EXAMPLE | {"of": self.term("possessive").format(seat="A"), "nth": self._ordinal(5)}
        facts["number"] = _NUMBERS.get(of, "20")
        return self.sentence(of, denied, facts)

    def sentence(self, of: str, denied: bool, facts: Mapping[str, Any]) -> str:
        """Return a claim in a sentence."""
        text = str(self._table[DENIED if denied else "claims"][of][0])
        while _OPTIONAL.search(text):
            text = _OPTIONAL.sub("", text)
        while _CHOICE.search(text):
            text = _CHOICE.sub(r"\1", text)
        return text.format_map(facts)

    def term(self, name: str) -> str:
        """Return a word of the sentences, such as `possessive`."""
        return str(self._table[name])

    def wordings(self) -> Iterator[tuple[str, bool, str]]:
        """Yield every wording as in the table."""
        for part in ("claims", DENIED):
            for of, texts in self._table[part].items():
                for text in texts:
                    yield of, part == DENIED, text

    def read(self, words: str) -> Worded | None:
        """Return what lower-case words claim; None if this language has no such claim."""
        words = " ".join(self._short.get(word, word) for word in words.split(" "))
        for of, denied, form in self._forms:
            found = form.fullmatch(words)
            if found:
                told = found.groupdict()
                who = next((told[name] for name in ("seat", "of", "me") if told.get(name) is not None), None)
                number, trick = told.get("number"), told.get("trick")
                return Worded(
                    of,
                    denied,
                    who,
                    self._number(number) if number else 0,
                    self._number(trick) if trick else 0,
                    self.language,
                )
        return None

    def cut(self, words: str) -> Iterator[tuple[str, int]]:
        """Yield the words without the trick they name, and its number."""
        for place in self._places:
            found = place.search(words)
            if found:
                rest = f"{words[: found.start()]} {words[found.end() :]}".strip()
                yield rest, self._number(found["trick"])

    def _ordinal(self, number: int) -> str:
        return str(self._table["ordinals"][number - 1])

    def _number(self, word: str) -> int:
        if word.isascii() and word.isdigit():
            return int(word)
        return self._numbers[word] if word in self._numbers else self._ordinals[word]

    def _placeholders(self) -> dict[str, str]:
        """The pattern of each placeholder in a wording."""
        table = self._table

        def one_of(words: Any) -> str:
            return "|".join(map(re.escape, sorted(map(str.casefold, words), key=len, reverse=True)))

        seat = one_of([*table["me"], *table["us"], *table["other"], *table["leader"], *self.letters])
        seat = f"(?:<(?:[a-d])>|ac|bd|[a-d]|{seat})"
        whose = str(table["possessive"]).casefold().replace("{seat}", f"(?P<seat>{seat})")
        whose = f"(?:{whose}|(?P<of>{one_of([*table['my'], *table['his']])}))"
        number = f"(?:[0-9]{{1,4}}|{one_of(self._numbers)})"
        ending = f"(?:[.]|{one_of(table['endings'])})?" if table["endings"] else "[.]?"
        return {
            "seat": f"(?P<seat>{seat})",
            "of": whose,
            "me": "(?P<me>)",
            "number": f"(?P<number>{number})",
            "trick": f"(?P<trick>[0-9]{{1,2}}|{one_of(self._numbers)})",
            "nth": f"(?P<trick>[0-9]{{1,2}}|{one_of(self._ordinals)}){ending}",
        }

    def _pattern(self, text: str) -> str:
        """Return a wording as a regular expression; of a person named twice the first counts."""
        text = text.casefold().replace("(", "(?:").replace("[", "(?:").replace("]", ")?")
        seen: set[str] = set()

        def part(found: re.Match[str]) -> str:
            name = found[1]
            pattern = self._parts[name]
            if name in ("seat", "of"):
                if seen & {"seat", "of"}:
                    pattern = re.sub(r"\(\?P<[a-z]+>", "(?:", pattern)
                seen.add(name)
            return pattern

        return _PLACEHOLDER.sub(part, text)


@cache
def claim_words(language: str) -> ClaimWords:
    """Return the words of a language by its code; the English ones if it has none."""
    return ClaimWords(language if language in LANGUAGES else "en")


def named(words: str, names: Mapping[str, str]) -> str:
    """Return words with each player's name replaced by its seat's letter: `<a>`.

    >>> named("vasil's trick at trick 2", {"vasil": "b"})
    "<b>'s trick at trick 2"
    """
    suffixes = {suffix for language in LANGUAGES for suffix in claim_words(language).suffixes}
    ends = "|".join(map(re.escape, sorted(suffixes, key=len, reverse=True)))
    for name, letter in sorted(names.items(), key=lambda entry: -len(entry[0])):
        words = re.sub(rf"(?<!\w){re.escape(name)}(?=(?:{ends})?(?!\w))", f"<{letter}>", words)
    return words
