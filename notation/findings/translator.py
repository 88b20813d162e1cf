"""What puts the program's sentences into the language of a reader, as far as values need it on their way out.

The catalogues of the languages are no part of this package; whoever has them hands a translator in.
"""

from abc import ABC, abstractmethod

from notation.findings.finding import Fact, Wording
from referee.rules import RuleSet


class Translator(Wording, ABC):
    """A language: its sentences, with their facts in words."""

    code: str

    @abstractmethod
    def say(self, sentence: str, /, **facts: Fact) -> str:
        """A sentence with the facts that it names in braces."""

    @abstractmethod
    def count(self, one: str, many: str, number: int, /, **facts: Fact) -> str:
        """A sentence about a number of things, which it names as {number}."""

    @abstractmethod
    def cite(self, rules: RuleSet, point: str) -> str:
        """The clause for a point under a rule set; nothing for no point."""

    @abstractmethod
    def rule(self, rules: RuleSet, point: str) -> str:
        """What a rule set says of a point."""

    @abstractmethod
    def rule_in_words(self, rules: RuleSet, point: str) -> str:
        """The same, with what an option decides in a sentence."""

    @abstractmethod
    def clause(self, rules: RuleSet, point: str) -> str:
        """What a rule set decides at a point, and where it has it from; nothing for no point."""
