"""The languages in which the program speaks to people: sentences from the catalogues beside this module.

Every sentence is written in English where it is used, and found in `translations/` by itself. What a
record says is never translated.
"""

import gettext
import io
import os
from collections.abc import Sequence
from functools import cache
from typing import Final, Self

from notation.findings import Fact, Finding, Phrase, SeatFact, Wording
from notation.record import SUIT_SYMBOLS
from notation.specs import OPTION_OF
from referee import (
    BOOKS,
    POINTS,
    RANK_LETTERS,
    Card,
    RuleSet,
    Seat,
    Suit,
    citation,
    field_of,
    is_option,
    rank_of,
    suit_of,
)
from referee.cards import PARTNERS

NAMES: Final = {"en": "English", "bg": "български", "de": "Deutsch", "hu": "magyar"}
"""The languages by their codes, each by the name that it gives itself."""


class CitedClause(str):
    """A clause in words that still knows whose it is, so that a page can lead to it."""

    rules: RuleSet
    point: str

    @classmethod
    def of(cls, words: str, rules: RuleSet, point: str) -> Self:
        """The words of a clause, with the rule set and the point."""
        clause = cls(words)
        clause.rules, clause.point = rules, point
        return clause


class Language(Wording):
    """One language: its sentences, with their facts in words.

    >>> from notation.findings import CardFact, SeatFact
    >>> language("en").say("{seat} plays {card}", seat=SeatFact(1), card=CardFact(5))
    'B plays A♠'
    """

    def __init__(
        self,
        code: str,
        messages: gettext.NullTranslations,
        as_written: bool = False,
        names: Sequence[str] = (),
    ) -> None:
        self.code = code
        self._as_written = as_written
        self._messages = messages
        self._names = names

    def translate(self, sentence: str) -> str:
        """A sentence in this language."""
        return self._messages.gettext(sentence) if sentence else ""

    def card(self, card: Card) -> str:
        """A card by the letter of its rank and the symbol of its suit; `--` or `##` for a gap."""
        if card < 0 or self._as_written:
            return super().card(card)
        return RANK_LETTERS[rank_of(card)] + SUIT_SYMBOLS[suit_of(card)]

    def seat(self, seat: Seat) -> str:
        """A seat by the name of who sits there, where this language knows it, else by its letter."""
        if seat >= PARTNERS and self._names:
            return "/".join(self._names[seat - PARTNERS :: 2])
        return self._names[seat] if 0 <= seat < len(self._names) else super().seat(seat)

    def suit(self, suit: Suit) -> str:
        """A suit by its name; by its symbol where the cards are shown beside the words, in whatever pack."""
        return SUIT_SYMBOLS[suit] if self._names else super().suit(suit)

    def naming(self, names: Sequence[str]) -> "Language":
        """The same language with names for the seats and symbols for the suits, for words beside a table.

        >>> from notation.findings import SeatFact, SuitFact
        >>> ours = language("en").naming(["Ivan", "Maria"])
        >>> ours.say("{seat} names {suit}", seat=SeatFact(1), suit=SuitFact(2))
        'Maria names ♦'
        """
        return Language(self.code, self._messages, self._as_written, names)

    def as_written(self) -> "Language":
        """The same language with cards in the spelling of SGN, for words that stand beside a record.

        >>> from notation.findings import CardFact, SeatFact
        >>> language("en").as_written().say("{seat} plays {card}", seat=SeatFact(1), card=CardFact(5))
        'B plays As'
        """
        return Language(self.code, self._messages, as_written=True)

    def say(self, sentence: str, /, **facts: Fact) -> str:
        """A sentence with the facts that it names in braces."""
        words = {name: self._words(fact) for name, fact in facts.items()}
        return self.translate(sentence).format_map(words)

    def count(self, one: str, many: str, number: int, /, **facts: Fact) -> str:
        """A sentence about a number of things, which it names as {number}."""
        sentence = self._messages.ngettext(one, many, number)
        named = {name: self.seat(Seat(of)) if isinstance(of, SeatFact) else of for name, of in facts.items()}
        return Wording.put(_AS_IT_IS, Phrase(sentence, {"number": number, **named}))

    def message(self, finding: Finding) -> str:
        """What a finding says, and what the judgement did."""
        effect = finding.code.effect.value
        said = self.put(finding.phrase)
        return f"{said} ({self.translate(effect)})" if effect else said

    def cite(self, rules: RuleSet, point: str) -> str:
        """The clause behind a point under a rule set; nothing for no point."""
        if not point:
            return ""
        cited = citation(rules, point)
        source = f"{cited.source}, {cited.section}" if cited.section else cited.source
        if cited.told:
            return self.say("agreed at this table, as {source} has it", source=source)
        if cited.agreed:
            return self.say("agreed at this table, instead of {source}", source=source)
        return source if cited.section else self.say("{source}: silent; ruled by this referee", source=source)

    def rule(self, rules: RuleSet, point: str) -> str:
        """What a rule set says of a point, an option of the table included."""
        clause = BOOKS[rules.name].clauses[point]
        said = self.translate(clause.rule)
        if clause.ruled:
            said = f"{said} ({self.translate(clause.ruled)})"
        option = OPTION_OF.get(field_of(point) or "")
        if option and is_option(rules, point):
            word = f"{option.word}={option.write(getattr(rules, option.decision))}"
            return self.say("agreed: {option}, instead of: {rule}", option=word, rule=said)
        return said

    def passage(self, rules: RuleSet, point: str) -> str:
        """Where the source speaks of a point, and its own sentence there, which no language changes.

        Nothing where it is silent, which the rule says.
        """
        cited = citation(rules, point)
        where = cited.section or (cited.source if cited.quote else "")
        if cited.agreed:
            where = self.cite(rules, point)
        elif cited.source != BOOKS[rules.name].source:
            where = ", ".join(filter(None, (cited.source, cited.section)))
        return self.say("{where}: “{quote}”", where=where, quote=cited.quote) if cited.quote else where

    def clause(self, rules: RuleSet, point: str) -> str:
        """What a rule set decides at a point, and where it has it from; nothing for no point."""
        if not point:
            return ""
        words = f"{self.translate(POINTS[point])}: {self.rule(rules, point)} [{self.cite(rules, point)}]"
        return CitedClause.of(words, rules, point)


_AS_IT_IS: Final = Wording()


@cache
def language(code: str) -> Language:
    """The language of a code; KeyError where there is none."""
    if code == "en":
        return Language(code, gettext.NullTranslations())
    from pathlib import Path

    from babel.messages.mofile import write_mo  # costs more than all of `santase check` in English
    from babel.messages.pofile import read_po

    if code not in NAMES:
        raise KeyError(code)
    with (Path(__file__).parent / f"translations/{code}.po").open("rb") as file:
        catalogue = read_po(file, locale=code)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Language(code, gettext.GNUTranslations(compiled))


def spoken() -> str:
    """The language of this machine's environment, as far as there is one of its sentences; else English."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    code = next(filter(None, named), "")[:2]
    return code if code in NAMES else "en"
