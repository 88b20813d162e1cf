"""The writing of a deal, and changes of it: what the deal is after one, and how its text changes.

What is a slip, the other modules here say; whether it explains anything is for :mod:`notation.judge.repairs`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from notation.findings.finding import CardFact, Fact, Finding, Fix, Phrase
from notation.judge.incidents import deed
from notation.judge.judgement import Judgement
from notation.judge.tried_deal import TriedDeal
from notation.record.model import NOBODY, UNKNOWN_NUMBER, DealRecord, Holding, Ply, Trick
from notation.record.span import Span
from notation.text.fixes import Places
from notation.text.letters import in_english
from notation.text.reader import Game
from notation.text.writer import ply_word
from referee.actions import OUT, Action
from referee.cards import Card, Seat, kind, rank_of, suit_of
from referee.codes import NOT_IN_TURN, REVOKE
from referee.rules import RuleSet

_HEAD: Final = re.compile(
    r"deal[ \t\r\n]*[0-9]+[ \t\r\n]+dealer[ \t\r\n]*(?P<seat>[A-F])"
    r"(?:[ \t\r\n]+trump[ \t\r\n]+(?P<trump>[^\s{;]+))?"
)
"""The head of a deal as it is written with a trump card or suit in letters."""


class TriedChange(NamedTuple):
    """One change of the writing of a deal: what it says, the deal after it, and how the text changes.

    Where the text changes is looked for only after a change that makes the deal right.
    """

    says: Phrase
    deal: DealRecord
    fixes: Iterable[Fix]
    is_right: bool = False
    """Whether the deal is known to be right after it."""


class Writing(TriedDeal):
    """The writing of a deal with which something is wrong."""

    def __init__(
        self, judgement: Judgement, rules: RuleSet, page: Game, number: int, errors: Sequence[Finding]
    ) -> None:
        super().__init__(judgement, rules, page, number)
        self.errors, self.number, self.deals = errors, number, judgement.game.readable.deals
        self.are_dealers_wrong = any(
            each.code.id == NOT_IN_TURN.id and each.trick == 1 and abs(each.deal - number) == 1
            for each in judgement.findings
        )
        """Whether somebody leads out of turn in the first trick of the deal before or after this one."""
        self.text = in_english(page.text)
        self.places = Places(self.text)
        self.head = _HEAD.match(self.text, self.places.offset(*self.deal.span[:2]))
        last, wrong = len(self.deal.tricks), [finding.trick for finding in errors]
        self.last = last if self.is_dark or not all(wrong) else min(*wrong, last)
        """The trick after which no change helps: what is wrong by then does not depend on it."""
        self.copies = Counter(map(kind, rules.pack))
        """How many of each kind of card the pack has."""
        cards = Counter(ply.played for trick in self.deal.tricks for ply in trick.plies if ply.plays)
        self.unplayed = [card for card in rules.pack if cards[kind(card)] < self.copies[kind(card)]]
        named = (fact for each in errors for fact in (each.facts or {}).values())
        self.suspects = {Card(Action(fact)) for fact in named if isinstance(fact, CardFact) and fact >= 0}
        """The cards that the errors name, and those that are played too often."""
        self.suspects |= {card for card in cards if card >= 0 and cards[card] > self.copies[card]}

        self.is_more_than_duty = any(each.code.id[0] == "R" and each.code.point != REVOKE for each in errors)
        """Whether another rule is broken than what must be played: a revoke is undone by many changes."""

    def is_of_unsure(self, fix: Fix) -> bool:
        """Whether a change is one of a card that the scribe is unsure of."""
        start, end = self.places.offsets(fix.span)
        return "%" in self.text[start:end]

    def plies(self) -> Iterator[tuple[int, int, Ply]]:
        """The actions of the tricks in which a change may help, with the index of the trick and their own."""
        for at, trick in enumerate(self.deal.tricks[: self.last]):
            for index, ply in enumerate(trick.plies):
                yield at, index, ply

    @property
    def held(self) -> list[tuple[Seat, Holding]]:
        """The hands with their seats, then the talon."""
        return [*self.deal.hands, *([(NOBODY, self.deal.talon)] if self.deal.talon else [])]

    def with_tricks(self, tricks: Iterable[Trick]) -> DealRecord:
        """The deal with other tricks."""
        return replace(self.deal, tricks=tuple(tricks))

    def with_plies(self, at: int, plies: Iterable[Ply]) -> DealRecord:
        """The deal with other actions in a trick."""
        tricks = list(self.deal.tricks)
        tricks[at] = replace(tricks[at], plies=tuple(plies))
        return self.with_tricks(tricks)

    def put(self, says: Phrase, at: int, changed: dict[int, Ply]) -> TriedChange:
        """The change that writes other actions in the place of some in a trick."""
        plies = self.deal.tricks[at].plies
        deal = self.with_plies(at, (changed.get(index, ply) for index, ply in enumerate(plies)))
        return TriedChange(
            says, deal, (Fix(plies[index].span, ply_word(ply)) for index, ply in changed.items())
        )

    def inserted(self, says: Phrase, at: int, index: int, ply: Ply) -> TriedChange:
        """The change that writes one more action in a trick, before that of an index."""
        plies = self.deal.tricks[at].plies
        deal = self.with_plies(at, (*plies[:index], ply, *plies[index:]))
        return TriedChange(says, deal, self.insertion(at, index, ply))

    def without(self, ply: Ply) -> Fix:
        """How the text changes when an action is left out."""
        start, end = self.places.offsets(ply.span)
        after = end + len(self.text[end:]) - len(self.text[end:].lstrip(" \t"))
        if after == end:
            start = len(self.text[:start].rstrip(" \t"))
        return Fix(self.places.span(start, after), "")

    def insertion(self, at: int, index: int, ply: Ply) -> Iterator[Fix]:
        """How the text changes when one more action is written."""
        trick = self.deal.tricks[at]
        if index < len(trick.plies):
            yield before(trick.plies[index].span, ply_word(ply))
        else:
            end = self.end_of(trick)
            yield behind(self.places.span(end, end), ply_word(ply))

    def exchanged(self, one: Span, other: Span) -> Iterator[Fix]:
        """How the text changes when what is written in two places changes places."""
        yield Fix(one, self.words(other))
        yield Fix(other, self.words(one))

    def end_of(self, trick: Trick) -> int:
        """Where a trick ends in the text, its notes included."""
        spans = [trick.span, *(ply.span for ply in trick.plies)]
        spans += (note.span for ply in trick.plies[-1:] for note in ply.notes)
        return max(self.places.offset(*span[2:]) for span in spans)

    def actions_of(self, trick: Trick) -> Span:
        """The place of what is done in a trick."""
        start = self.places.offset(*trick.plies[0].span[:2])
        return self.places.span(start, self.end_of(trick))

    def words(self, span: Span) -> str:
        """What is written in a place, in English letters."""
        start, end = self.places.offsets(span)
        return self.text[start:end]

    @cached_property
    def ends_with_a_claim(self) -> bool:
        """Whether the play may be right if 66 was claimed after its last action."""
        tricks = self.deal.tricks
        return self.fits_inserted(len(tricks) - 1, len(tricks[-1].plies), OUT)

    def dealt_at(self, holding: Holding, index: int) -> Span:
        """The place of a card of a hand or of the talon."""
        start = self.places.offset(*holding.span[:2])
        after = self.text.index(":", start) + 1
        end = self.places.offset(*holding.span[2:])
        words = list(re.finditer(r"[^\s|]+", self.text[after:end]))  # a bar may stand between the cards
        return self.places.span(after + words[index].start(), after + words[index].end())

    def renumbered(self, says: Phrase, tricks: Sequence[Trick], fixes: list[Fix]) -> TriedChange:
        """A change by which the numbers of tricks change."""
        numbered = []
        for number, trick in enumerate(tricks, start=1):
            if trick.number == UNKNOWN_NUMBER:
                number = UNKNOWN_NUMBER
            elif trick.number != number:
                start = self.places.offset(*trick.span[:2])
                end = start + len(str(trick.number))
                fixes.append(Fix(self.places.span(start, end), str(number)))
            numbered.append(replace(trick, number=number))
        return TriedChange(says, self.with_tricks(numbered), tuple(fixes))


def before(place: Span, words: str) -> Fix:
    """The change that writes words before what is written in a place."""
    return Fix(Span(*place[:2], *place[:2]), f"{words} ")


def behind(place: Span, words: str) -> Fix:
    """The change that writes words after what is written in a place."""
    return Fix(Span(*place[2:], *place[2:]), f" {words}")


def named(ply: Ply) -> Fact:
    """An action, as a phrase names it."""
    return CardFact(ply.action) if ply.plays else deed(ply)


def are_alike(card: Card, other: Card) -> bool:
    """Whether two cards differ in their rank alone, or in their suit alone."""
    return (suit_of(card) == suit_of(other)) is not (rank_of(card) == rank_of(other))
