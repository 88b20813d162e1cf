"""What puts the program's sentences into the language of a reader, as far as values need it on their way out.

The catalogues of the languages are no part of this package; whoever has them hands a translator in.
"""

from collections.abc import Sequence
from typing import Protocol, Self

from notation.findings.finding import Choice, Fact, Finding, Phrase
from referee.cards import Card, Seat, Suit
from referee.rules import RuleSet


class Translator(Protocol):
    """A language: its sentences, with their facts in words."""

    code: str

    def naming(self, names: Sequence[str]) -> Self:
        """The same language with names for the seats."""

    def translate(self, sentence: str) -> str:
        """A sentence of the program in this language."""

    def card(self, card: Card) -> str:
        """A card as the reader is shown it."""

    def seat(self, seat: Seat) -> str:
        """A seat as the reader sees it."""

    def suit(self, suit: Suit) -> str:
        """A suit as the reader sees it."""

    def put(self, phrase: Phrase) -> str:
        """A phrase in words."""

    def say(self, sentence: str, /, **facts: Fact) -> str:
        """A sentence with the facts that it names in braces."""

    def count(self, one: str, many: str, number: int, /, **facts: Fact) -> str:
        """A sentence about a number of things, which it names as {number}."""

    def either(self, choice: Choice) -> str:
        """Several things of which one is meant, in words."""

    def message(self, finding: Finding) -> str:
        """What a finding says, and what the judgement did."""

    def cite(self, rules: RuleSet, point: str) -> str:
        """The clause for a point under a rule set; nothing for no point."""

    def rule(self, rules: RuleSet, point: str) -> str:
        """What a rule set says of a point."""

    def rule_in_words(self, rules: RuleSet, point: str) -> str:
        """The same, with what an option decides in a sentence."""

    def clause(self, rules: RuleSet, point: str) -> str:
        """What a rule set decides at a point, and where it has it from; nothing for no point."""
