"""Findings: what is wrong or worth knowing in a record, with its place.

Joins a code of the catalogue with facts and a place. Nothing here decides anything.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Self, Union

from notation.record.span import NOWHERE, Span
from notation.record.words import SUIT_NAMES, card_word, in_order, read_seat, score_words, seat_letter
from referee.actions import Action
from referee.cards import NOBODY, PARTNERS, Card, Seat, Suit
from referee.codes import CATALOGUE, FACTS, Code, FactKind, Severity


class SeatFact(int):
    """A seat, as a fact of a sentence.

    >>> ENGLISH.put(Phrase("{seat} wins {number}", {"seat": SeatFact(1), "number": 1}))
    'B wins 1'
    """

    __slots__ = ()


class CardFact(int):
    """A card, as a fact of a sentence; negative where it is not known."""

    __slots__ = ()


class CardsFact(int):
    """A set of cards, as a fact of a sentence."""

    __slots__ = ()


class SuitFact(int):
    """A suit, as a fact of a sentence."""

    __slots__ = ()


Fact = Union[int, str, tuple[int, ...], "Phrase", "Choice"]
"""What a sentence names in braces; a number that is none of the above is a number."""

_TYPES: Final[Mapping[FactKind, type[int]]] = {
    FactKind.NUMBER: int,
    FactKind.SEAT: SeatFact,
    FactKind.CARD: CardFact,
    FactKind.CARDS: CardsFact,
    FactKind.SUIT: SuitFact,
}


def typed(facts: Mapping[str, int]) -> dict[str, Fact]:
    """The facts of a ruling, or of a step of the arithmetic: what the referee gives as bare integers.

    >>> typed({"seat": 1, "points": 40})["seat"].__class__.__name__
    'SeatFact'
    """
    return {name: _TYPES[FACTS[name]](fact) for name, fact in facts.items()}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence, or a part of one, with the facts that it names in braces."""

    sentence: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    def __str__(self) -> str:
        """The phrase in English, in the spelling of SGN."""
        return ENGLISH.put(self)


class PhraseError(Exception):
    """An error whose phrase says why."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


def coded(code: Code, **facts: Fact) -> Phrase:
    """What a code says where no record has a place for it, with its id."""
    return Phrase("{code}: {what}", {"code": code.id, "what": Phrase(code.sentence, facts)})


class Choice(NamedTuple):
    """Several things of which one is meant or expected."""

    parts: tuple[str | Phrase, ...]


class Fix(NamedTuple):
    """A change of the text that puts a finding right: what stands at a place gives way to a text."""

    span: Span
    text: str
    is_sole: bool = False
    """Whether nothing else can be meant there; that it is right too is for the judge to prove."""


class Repair(NamedTuple):
    """Changes of the writing of a deal after which it is right; what they say is a clause, as after "if"."""

    says: Phrase
    changes: tuple[Fix, ...]


class Related(NamedTuple):
    """Another place that belongs to a finding, and what is seen there."""

    span: Span
    phrase: Phrase

    @property
    def sentence(self) -> str:
        """What is seen there, in English."""
        return str(self.phrase)


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding about a record: a code, where it is, and the facts that its sentence names.

    ``deal`` and ``trick`` count from 1 and are 0, ``seat`` is -1, where they mean nothing. The span
    is relative to its game; :meth:`notation.text.reader.Game.place` gives its place in the file.
    """

    code: Code
    span: Span = NOWHERE
    facts: Mapping[str, Fact] | None = None
    deal: int = 0
    trick: int = 0
    seat: Seat = NOBODY
    cite: str = ""
    related: Related | None = None
    fix: Fix | None = None
    """A safe change; only :mod:`notation.judge.fixes` says so."""
    proposal: Fix | None = None
    """A change that may be meant, and is for a person to decide on."""
    repairs: tuple[Repair, ...] = ()
    """What would make its deal right, likeliest first; they are given with the first error of the deal."""
    is_explained: bool = False
    """Whether a repair explains it, which is given with this error or with one before."""

    @property
    def change(self) -> Fix | None:
        """The change that may be meant, whether safe or not."""
        return self.fix or self.proposal

    def in_deal(self, number: int, cite: str) -> "Finding":
        """The same of a deal of a game, from 1, with the clause that it rests on."""
        return replace(self, deal=number, cite=cite)

    def moved(self, lines: int) -> "Finding":
        """The same, so many lines further on."""

        def further(span: Span) -> Span:
            return span._replace(line=span.line + lines, end_line=span.end_line + lines)

        return replace(
            self,
            span=further(self.span),
            related=self.related and self.related._replace(span=further(self.related.span)),
            fix=self.fix and self.fix._replace(span=further(self.fix.span)),
            proposal=self.proposal and self.proposal._replace(span=further(self.proposal.span)),
            repairs=tuple(
                each._replace(changes=tuple(fix._replace(span=further(fix.span)) for fix in each.changes))
                for each in self.repairs
            ),
        )

    @property
    def is_error(self) -> bool:
        """Whether the finding makes the record wrong."""
        return self.code.severity is Severity.ERROR

    @property
    def point(self) -> str:
        """The decision point that the finding rests on; of an action marked irregular that of its ruling."""
        ruling = CATALOGUE.get(str((self.facts or {}).get("rule")))
        return ruling.point if ruling and not self.code.point else self.code.point

    @property
    def sentence(self) -> str:
        """The sentence of the code with its facts in words."""
        return str(self.phrase)

    @property
    def phrase(self) -> Phrase:
        """The sentence of the code, and its facts."""
        return Phrase(self.code.sentence, self.facts or {})

    @property
    def message(self) -> str:
        """The sentence, and what the judgement did, in English; repairs are for :meth:`Wording.message`."""
        return ENGLISH.statement(self)


class Wording:
    """Puts phrases into words: in English and in the spelling of SGN, where nothing is overridden."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._names = names

    def naming(self, names: Sequence[str]) -> Self:
        """The same words with names for the seats."""
        named = copy(self)
        named._names = names
        return named

    def translate(self, sentence: str) -> str:
        """A sentence of the program in the language of the reader."""
        return sentence

    def card(self, card: Card) -> str:
        """A card as the reader is shown it."""
        return card_word(card)

    def seat(self, seat: Seat) -> str:
        """A seat by the name of who sits there, where it is known, else by its letter."""
        if seat >= PARTNERS and self._names:
            return "/".join(self.seat(read_seat(letter)) for letter in seat_letter(seat))
        return self._names[seat] if 0 <= seat < len(self._names) else seat_letter(seat)

    def suit(self, suit: Suit) -> str:
        """A suit as the reader sees it."""
        return self.translate(SUIT_NAMES[suit])

    def put(self, phrase: Phrase) -> str:
        """A phrase in words.

        >>> ENGLISH.put(Phrase("{seat} plays {card}", {"seat": SeatFact(1), "card": CardFact(5)}))
        'B plays As'
        """
        words = {name: self._words(fact) for name, fact in phrase.facts.items()}
        return self.translate(phrase.sentence).format_map(words)

    def _words(self, fact: Fact) -> str:
        kind = type(fact)
        if kind is SeatFact:  # the usual cases, which the patterns below would come to late
            return self.seat(fact)  # type: ignore[arg-type]
        if kind is int:
            return str(fact)
        match fact:
            case str():
                return escape(fact)
            case Phrase():
                return self.put(fact)
            case Choice():
                return self.either(fact)
            case tuple():
                return score_words(fact)
            case SeatFact():
                return self.seat(Seat(fact))
            case CardFact():
                return self.card(Card(Action(fact)))
            case CardsFact():
                return " ".join(map(self.card, in_order(fact)))
            case SuitFact():
                return self.suit(Suit(fact))
        return str(fact)

    def message(self, finding: Finding) -> str:
        """What would make the deal right, then what a finding says, and what the judgement did."""
        said = self.statement(finding)
        if not finding.is_explained:
            return said
        if not finding.repairs:
            return self.translate(AS_WRITTEN).format(said=said)
        slips = self.either(Choice(tuple(each.says for each in finding.repairs[:MOST_NAMED])))
        return self.translate(IF_REPAIRED).format(slips=slips, said=said)

    def statement(self, finding: Finding) -> str:
        """What a finding says, and what the judgement did."""
        effect = finding.code.effect.value
        said = self.put(finding.phrase)
        return f"{said} ({self.translate(effect)})" if effect else said

    def either(self, choice: Choice) -> str:
        """Several things of which one is meant, in words."""
        parts = [self._words(part) for part in choice.parts]
        if len(parts) < 2:
            return "".join(parts)
        return self.translate(EITHER).format(first=", ".join(parts[:-1]), last=parts[-1])


EITHER: Final = "{first} or {last}"
AS_WRITTEN: Final = "as written, {said}"
IF_REPAIRED: Final = "if {slips}, everything fits; as written, {said}"
MOST_NAMED: Final = 3
"""Repairs that a message names."""
ENGLISH: Final = Wording()


def escape(text: str) -> str:
    r"""Text of a record made safe to show: controls, bidirectional ones too, as escapes.

    >>> escape("a\u202eb\x1b")
    'a\\u202eb\\x1b'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
