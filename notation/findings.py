"""Findings: what is wrong or worth knowing in a record, with its place.

Joins a code of the catalogue with facts and a place. Nothing here decides anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from notation.record import NOWHERE, Span
from notation.words import SUIT_NAMES, card_word, cards_words, seat_letter
from referee.rulings import Code, Severity

Fact = int | str | tuple[int, ...]


class Fix(NamedTuple):
    """The one change of the text that puts a finding right: what stands at a place gives way to a text."""

    span: Span
    text: str


class Related(NamedTuple):
    """Another place that belongs to a finding, and what is seen there."""

    span: Span
    sentence: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding about a record: a code, where it is, and the facts that its sentence names.

    ``deal`` and ``trick`` count from 1 and are 0, ``seat`` is -1, where they mean nothing. The span
    is relative to its game; :meth:`notation.reading.Game.place` gives its place in the file.
    """

    code: Code
    span: Span = NOWHERE
    facts: Mapping[str, Fact] | None = None
    deal: int = 0
    trick: int = 0
    seat: int = -1
    cite: str = ""
    related: Related | None = None
    fix: Fix | None = None

    @property
    def is_error(self) -> bool:
        """Whether the finding makes the record wrong."""
        return self.code.severity is Severity.ERROR

    @property
    def sentence(self) -> str:
        """The sentence of the code with its facts in words."""
        words = {name: _words(name, fact) for name, fact in (self.facts or {}).items()}
        return self.code.sentence.format_map(words)

    @property
    def message(self) -> str:
        """The sentence, and what the judgement did."""
        effect = self.code.effect.value
        return f"{self.sentence} ({effect})" if effect else self.sentence


_SEATS: Final = frozenset({"seat", "turn", "holder", "winner", "stated_seat"})
_CARDS: Final = frozenset({"card", "lead", "best"})


def _words(name: str, fact: Fact) -> str:
    if isinstance(fact, str):
        return escape(fact)
    if isinstance(fact, tuple):
        return "-".join(str(number) for number in fact)
    if name in _SEATS:
        return seat_letter(fact)
    if name in _CARDS:
        return card_word(fact)
    if name == "cards":
        return cards_words(fact)
    return SUIT_NAMES[fact] if name == "suit" else str(fact)


def escape(text: str) -> str:
    r"""Text of a record made safe to show: controls, bidirectional ones too, as escapes.

    >>> escape("a\u202eb\x1b")
    'a\\u202eb\\x1b'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
