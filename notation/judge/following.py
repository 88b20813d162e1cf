"""A record that is judged while it is written: line by line, each deal as far as it has come.

Nothing is judged here: the deal that is being played is read and judged as in any record, and counted when
the next one begins. So a line costs what one deal costs at most, however long the match is.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Finding
from notation.judge.judgement import Judgement
from notation.judge.match import Deals
from notation.judge.rules import not_dealt_so, rules_dealt, rules_of_record
from notation.record.span import Span
from notation.record.tags import LETTERS
from notation.text.reader import Game, read
from notation.text.source import GAME, GAME_LINE, MAX_DEALS
from referee.match import Match
from referee.rules import RuleSet

_DEAL: Final = re.compile(rb"[ \t]*deal(?![0-9A-Za-z_-])")
_BEFORE_PLAY: Final = re.compile(rb"[ \t\r\n]*(?:[;{@]|position|[A-F]:|talon:|stock:|won[ \t]|played:|$)")
"""What lines start with that may stand between the head of a deal and its play."""
_CLOSED: Final = re.compile(
    rb'\{(?:[^\\}]|\\[\s\S])*\}|"(?:[^"\\\n]|\\["\\])*"|;[^\n]*|@[A-Za-z][A-Za-z0-9-]*\([^"()\n]*\)|\([0-9-]+\)'
)
"""What may hold brackets, and is closed."""
_MOST_LINES: Final = 96
"""Lines of one comment or variation that are waited for."""
_MOST_BEFORE: Final = 1 << 16
"""Bytes before the first game that are kept."""
_OPEN: Final = frozenset({catalogue.CANNOT_DECIDE, catalogue.TAKEN_ON_TRUST})
"""What may be decided by cards that are written after a result: it is certain at the end of a deal."""


_OF_ORDER: Final = frozenset({catalogue.TRICK_SHORT, catalogue.TRICK_ORDER})
"""What the rest of a trick, or the number of the next, may show to be something else."""


class Told(NamedTuple):
    """A finding that has become certain; or one that was reported and does not stand, as later lines show."""

    judgement: Judgement
    """Of the game as far as it has come."""
    finding: Finding
    stands: bool = True


class Follower:
    r"""Judges a text while it grows; every game is yielded as its judgement when it is at its end.

    >>> follower = Follower()
    >>> text = b'%SGN 1 stream\n[Rules "santase"]\n\ndeal 1 dealer B trump Qd\n1. As\nAs\n'
    >>> [told.finding.code.id for line in text.splitlines(True) for told in follower.take(line)]
    ['R203']
    >>> [[done.deals[0].number for done in follower.end()]]
    [[1]]
    """

    def __init__(self, assumed: RuleSet | None = None, imposed: RuleSet | None = None) -> None:
        self._rules = assumed, imposed
        self._line = 0
        self._before = b""
        self._game: _FollowedGame | None = None

    @property
    def is_over(self) -> bool:
        """Whether somebody has won the match that is written."""
        return self._game is not None and self._game.is_over

    def take(self, line: bytes) -> Iterator[Told | Judgement]:
        """Read one line, with its end; what it makes certain."""
        self._line += 1
        if GAME_LINE.match(line):
            number = self._game.number + 1 if self._game else 1
            yield from self.end()
            self._game = _FollowedGame(number, self._line, *self._rules)
        if self._game:
            yield from self._game.take(line)
        elif len(self._before) < _MOST_BEFORE:
            self._before += line

    def end(self) -> Iterator[Told | Judgement]:
        """Nothing more comes: what is certain by that."""
        if self._game:
            yield from self._game.end()
        elif self._before.strip() or not self._line:
            for game in read(self._before):
                judgement = Judgement(game, None, list(game.findings), errors=len(game.findings))
                for finding in game.findings:
                    yield Told(judgement, finding)
                yield judgement


class _FollowedGame:
    """One game, as far as it has come."""

    def __init__(self, number: int, line: int, assumed: RuleSet | None, imposed: RuleSet | None) -> None:
        self.number = number
        self.is_over = False
        self._rules = assumed, imposed
        self._at = line
        self._lines = 0
        """Its lines so far."""
        self._open = b""
        """Lines of which the last leaves a comment or a variation open."""
        self._head = b""
        self._above = f"{GAME}\n".encode()
        """The text before a deal that is needed to read it separately."""
        self._deal = b""
        """The lines of the deal that is being played."""
        self._first = 0
        """The line of the game with which they start."""
        self._is_begun = False
        """Whether its position and its cards are all there, as far as they stand before the play."""
        self._last_trick = 0
        """The line on which its last trick starts."""
        self._told: dict[tuple[str, Span, int], Finding] = {}
        """What was reported of that deal, with a number where the same is found several times at a place."""
        self._deals: Deals | None = None
        self._is_lost = False
        """Whether nothing more is judged: the text of the game, or its rules, cannot be read."""
        self._judgement: Judgement
        """The game as far as it has come, once its head is read."""

    def take(self, line: bytes) -> Iterator[Told]:
        self._lines += 1
        self._open += line
        if _is_open(self._open):
            return
        text, self._open = self._open, b""
        first = self._lines - text.count(b"\n") + (text[-1:] == b"\n")
        if _DEAL.match(text):
            yield from self._close(is_last=False)
            if len(self._judgement.deals) == MAX_DEALS and not self._is_lost:
                [game] = read(self._above + text)
                for deal in game.readable.deals[:1]:
                    many = Finding(catalogue.MANY_DEALS, deal.span)
                    yield from self._lose(many.moved(first - 1 - self._above.count(b"\n")))
            self._deal, self._first, self._is_begun = text, first, False
        elif self._first:
            self._deal += text
            if not self._is_begun and not _BEFORE_PLAY.match(text):
                self._is_begun = True
                yield from self._see_how_dealt()
        else:
            self._head += text
        if self._is_begun and text.strip() and self._deals and not self._is_lost:
            deals = self._deals
            yield from self._tell(deals.try_out(lambda: self._found(deals, is_last=True)), is_whole=False)

    def end(self) -> Iterator[Told | Judgement]:
        """Nothing more comes."""
        if self._open:
            text, self._open = self._open, b""
            if self._first:
                self._deal += text
            else:
                self._head += text
        yield from self._close(is_last=True)
        if self._deals and not self._is_lost:
            before = len(self._judgement.findings)
            self._deals.close(self._judgement.game.readable)
            self._told = {}
            yield from self._tell(self._judgement.findings[before:], is_whole=True)
        self._judgement.errors = sum(finding.is_error for finding in self._judgement.findings)
        yield self._judgement

    def _close(self, is_last: bool) -> Iterator[Told]:
        """What was read last is whole: the head, or a deal."""
        if self._first and not self._is_begun:
            yield from self._see_how_dealt()
        if self._first and self._deals and not self._is_lost:
            before = len(self._judgement.findings)
            found = self._found(self._deals, is_last)
            self._judgement.findings[before:] = found
            yield from self._tell(found, is_whole=True)
        elif not self._first:
            yield from self._begin()
        self._told = {}

    def _begin(self) -> Iterator[Told]:
        """Read the head of the game, and choose the rules."""
        [game] = read(self._head)
        found = list(game.findings)
        rules = rules_of_record(game.draft, *self._rules, found) if game.draft else None
        head = Game(self.number, self._at, game.text, None, (), game.draft)
        if head.alphabet:
            self._above += f'[{LETTERS} "{head.alphabet.name}"]\n'.encode()
        self._judgement = Judgement(head, rules, found)
        if rules:
            self._deals = Deals(rules, self._judgement, Match(rules))
            self._deals.look_before(game.readable)
        yield from self._tell(found, is_whole=True)

    def _see_how_dealt(self) -> Iterator[Told]:
        """Judge by the rules that the hands of the first deal show, if no more of it is wrong by them."""
        deals, judgement = self._deals, self._judgement
        if (
            not deals
            or judgement.deals
            or self._rules[1]
            or any(each.is_error for each in judgement.findings)
        ):
            return
        [game] = read(self._above + self._deal)
        dealt = rules_dealt(game.readable, deals.rules)
        if dealt is None:
            return
        other = Deals(dealt, judgement, Match(dealt))
        errors, fewer = (
            sum(each.is_error for each in by.try_out(partial(self._found, by, is_last=True)))
            for by in (deals, other)
        )
        if fewer < errors:
            finding = not_dealt_so(judgement.game.readable, deals.rules, dealt)
            judgement.rules, self._deals = dealt, other
            judgement.findings.append(finding)
            yield Told(judgement, finding)

    def _lose(self, finding: Finding) -> Iterator[Told]:
        """Judge the game no further."""
        self._is_lost = True
        self._judgement.findings.append(finding)
        yield Told(self._judgement, finding)

    def _found(self, deals: Deals, is_last: bool) -> list[Finding]:
        """What is found in the deal as it stands, in the order of its places."""
        [game] = read(self._above + self._deal)
        before, number = len(self._judgement.findings), len(self._judgement.deals)
        record = game.readable
        deals.look_in(game.text)
        deals.look_before(record)
        for order, deal in enumerate(record.deals, start=1):
            deals.judge_deal(deal, number + order, is_last and order == len(record.deals))
        self.is_over = deals.match.winner >= 0
        tricks = record.deals[-1].tricks if record.deals else ()
        shift = self._first - 1 - self._above.count(b"\n")
        self._last_trick = tricks[-1].span.line + shift if tricks else 0
        self._is_lost = self._is_lost or game.draft is None
        in_text = (replace(each, deal=each.deal and number + each.deal) for each in game.findings)
        found = sorted((*in_text, *self._judgement.findings[before:]), key=lambda each: each.span[:2])
        return [finding.moved(shift) for finding in found]

    def _tell(self, found: list[Finding], is_whole: bool) -> Iterator[Told]:
        """What is new of what is found, and what no longer stands."""
        now: dict[tuple[str, Span, int], Finding] = {}
        for finding in found:
            number = 0
            while (key := (finding.code.id, finding.span, number)) in now:
                number += 1
            now[key] = finding
        for told in [told for told in self._told if told not in now]:
            yield Told(self._judgement, self._told.pop(told), stands=False)
        for key, finding in now.items():
            if key not in self._told and (is_whole or self._is_certain(finding)):
                self._told[key] = finding
                yield Told(self._judgement, finding)

    def _is_certain(self, finding: Finding) -> bool:
        """Whether no line that may come can speak against a finding about a deal that goes on."""
        if finding.code in _OF_ORDER:
            return finding.span.line < self._last_trick
        return finding.code not in _OPEN


def _is_open(text: bytes) -> bool:
    """Whether a comment or a variation is open at the end of some lines, and may still be closed."""
    if text.count(b"\n") > _MOST_LINES or not (b"{" in text or b"(" in text):
        return False
    left = _CLOSED.sub(b"", text)
    return b"{" in left or left.count(b"(") > left.count(b")")
