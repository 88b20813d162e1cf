"""Reads the game string of SchnapsenAI, described in :mod:`notation.formats.oneliner.writer`.

A misplaced word ends its deal; breaches of rules are recorded. Nothing is corrected.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import CardFact, Choice, Phrase, typed
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.cutting import heads_of, marks
from notation.formats.core.lines import lines
from notation.formats.core.log_error import LogError
from notation.formats.core.moves import (
    dealt_twice,
    following,
)
from notation.formats.core.report import Telling
from notation.record.model import DealRecord, Holding, Record
from notation.recorder import DealRecorder
from referee import actions, cards
from referee.cards import BIT, NO_CARD, SEATS, Card, Seat, card, suit_of
from referee.codes import Ruling
from referee.partial import possible, reveal

SPEC: Final = "schnapsen marriage-out=no claim=auto"
"""The rules of the program."""
OWNER: Final = Seat(0)
"""The seat of the player whose hand is known."""
HAND: Final = 5
TALON: Final = 10
MAX_STEPS: Final = 10
"""Steps of a deal: its tricks."""

MAX_WORDS: Final = 200
"""Words of a deal: a head of twelve, and at most twelve for each step."""

RANKS: Final = ("9", "J", "Q", "K", "10", "A")
SUITS: Final = "SHDC"
"""The letters of the suits, in numerical order."""
_SIGNS: Final = dict(zip("SHDC♠♥♦♣♤♡♢♧", cards.SUITS * 3, strict=True))
_CARD: Final = f"(?:10|[JQKA])[{''.join(_SIGNS)}]"
_LETTERS: Final = "a?t?z?|a?z?t?|t?a?z?|t?z?a?|z?a?t?|z?t?a?"
_HEAD: Final = re.compile(rf"\s*(?:{_CARD} ){{5}}- [12] - {_CARD} -(?: .*)?")
_ANNOUNCED: Final = {"t": actions.EXCHANGE, "z": actions.CLOSE}


class _Word(NamedTuple):
    """A word and its place; without text the end of a deal."""

    line: int
    column: int
    text: str


class _WordError(LogError):
    """A misplaced word."""

    def __init__(self, word: _Word, why: str | Choice | Phrase) -> None:
        super().__init__(why)
        self.word = word


class _Words:
    """The words of one deal, consumed in order."""

    def __init__(self, words: list[_Word]) -> None:
        last = words[-1]
        self._words = words[::-1]
        self._end = _Word(last.line, last.column + len(last.text), "")

    @property
    def next(self) -> _Word:
        """The next word."""
        return self._words[-1] if self._words else self._end

    def take(self, pattern: str, *expected: str) -> _Word:
        """Consume the next word, which must match."""
        word = self.next
        if not word.text or not re.fullmatch(pattern, word.text):
            raise _WordError(word, Choice(expected))
        return self._words.pop()

    def card(self) -> Card:
        """Consume a card."""
        return _card(self.take(_CARD, "10S").text)

    def play(self) -> tuple[_Word, str]:
        """Consume a card or `*`, with the letters after it."""
        word = self.take(rf"{_CARD}|\*", "10S", "*")
        lettered = word.text != "*" and self.next.text and re.fullmatch(_LETTERS, self.next.text)
        return word, self._words.pop().text if lettered else ""


def _card(word: str) -> Card:
    return card(_SIGNS[word[-1]], RANKS.index(word[:-1]))


class _WordedDeal:
    """A deal that is recorded as its words are read; raises _WordError."""

    def __init__(self, words: _Words) -> None:
        start = words.next
        hand = [words.card() for _ in range(HAND)]
        words.take("-", "-")
        self._leader = int(words.take("[12]", "1", "2").text) - 1
        """The seat of player 1, who leads the deal."""
        words.take("-", "-")
        self._talon = [NO_CARD] * (TALON - 1) + [words.card()]
        words.take("-", "-")
        twice = dealt_twice([*hand, self._talon[-1]])
        if twice:
            raise _WordError(start, twice)
        hands = [hand, [NO_CARD] * HAND]
        self._scribe = DealRecorder(following(SPEC), 1, SEATS[1 - self._leader], hands, self._talon)
        self._words = words

    def deal(self) -> DealRecord:
        """Return the deal, read to its end."""
        words, steps = self._words, 0
        while words.next.text and steps < MAX_STEPS and self._step():
            steps += 1
        if words.next.text:
            raise _WordError(words.next, "*")
        return replace(self._scribe.record(), talon=Holding(tuple(self._talon)))

    def _step(self) -> bool:
        """Read a trick; returns whether another may follow it."""
        words, scribe = self._words, self._scribe
        plays = [words.play()]
        words.take(":", ":")
        plays.append(words.play())
        words.take(":", ":")
        drawn = words.take(rf"{_CARD}|\*", "10S", "*")
        if words.next.text:
            words.take("#", "#")
        (lead, letters), (reply, none) = plays if scribe.turn == self._leader else plays[::-1]
        before = scribe.deal.drawn
        if lead.text != "*":
            self._play(lead, letters)
        if reply.text != "*":
            if lead.text == "*":
                raise _WordError(lead, "10S")
            if none:
                raise _WordError(reply, reply.text)
            self._play(reply, "")
        if scribe.deal.drawn > before:
            self._draw(drawn, before)
        elif drawn.text != "*":
            raise _WordError(drawn, "*")
        return reply.text != "*" or self._only_stars()

    def _only_stars(self) -> bool:
        """Return whether only stars follow, as after an incomplete trick."""
        while self._words.next.text in ("*", ":", "#"):
            self._words.take("[*:#]", "*")
        return False

    def _play(self, word: _Word, letters: str) -> None:
        played, scribe = _card(word.text), self._scribe
        for letter in sorted(letters, key="tza".index):
            scribe.do(_ANNOUNCED.get(letter, actions.marriage(suit_of(played))))
        ruling: Ruling | None = scribe.do(played)
        if scribe.lost and ruling:
            raise _WordError(word, Phrase(ruling.code.sentence, typed(ruling.facts)))

    def _draw(self, word: _Word, before: int) -> None:
        """Read the owner's draw after a trick: the first card or the second, depending on who took it."""
        deal = self._scribe.deal
        place = before + (deal.leader != OWNER)
        if word.text == "*":
            raise _WordError(word, "10S")
        drawn = _card(word.text)
        if place == TALON - 1:
            if drawn != deal.talon[-1]:
                raise _WordError(word, Phrase("by the talon something else is drawn"))
        elif not possible(deal, OWNER) & BIT[drawn]:
            raise _WordError(word, Phrase("{card} cannot be in the talon", {"card": CardFact(drawn)}))
        else:
            reveal(deal, OWNER, drawn)
            self._talon[place] = drawn


def read(data: bytes, telling: Telling) -> Iterator[Record]:
    """Yield the deals of a file, each as a separate game."""
    words: list[_Word] = []
    for number, text in lines(data, telling):
        if words and _HEAD.fullmatch(text):
            yield from _record(words, telling)
            words = []
        found = re.finditer(r"\S+", text)
        words += [_Word(number, each.start() + 1, each[0]) for each in found]
        if len(words) > MAX_WORDS:
            telling.begin(words[0].line)
            telling.fault(catalogue.LOG_LARGE, number, what=Phrase("a deal"), most=MAX_WORDS)
            return
    if words:
        yield from _record(words, telling)


def _record(words: list[_Word], telling: Telling) -> Iterator[Record]:
    telling.begin(words[0].line)
    try:
        deal = _WordedDeal(_Words(words)).deal()
    except _WordError as unread:
        unread.tell(telling, *unread.word)
        return
    for part in (RecordPart.HANDS, RecordPart.TALON):
        telling.unknown(part, Phrase("the log shows only what one player sees"), 1)
    yield Record((), (deal,))


HEADS: Final = heads_of(marks(" - 1 - ", " - 2 - "), re.compile(rf"{_HEAD.pattern}$"))
"""The finder of its deals' starts."""


def is_oneliner(data: bytes) -> int:
    """Return the first non-blank line of a file if it is the head of a deal, otherwise 0."""
    before = len(data) - len(data.lstrip())
    first = data[before : before + 4096].decode("utf-8", "replace").partition("\n")[0]
    return data.count(b"\n", 0, before) + 1 if _HEAD.fullmatch(first.rstrip("\r")) else 0
