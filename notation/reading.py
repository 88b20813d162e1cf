"""Text to records: one game at a time through the grammar, with every fault in its place.

Lark's transformer builds the records while it parses. Reading is lax where the specification says
so and never guesses; whether a record is true is for :mod:`notation.judging`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput

from grammar import GRAMMAR
from notation import catalogue
from notation.faults import diagnose, is_bidi
from notation.findings import Finding
from notation.record import (
    NOBODY,
    Checkpoint,
    Comment,
    DealRecord,
    Glyph,
    Holding,
    Note,
    Outcome,
    Ply,
    Record,
    Span,
    Tag,
    Trick,
)
from notation.source import Source, cut
from notation.words import SEAT_LETTERS, read_card, read_suit
from referee import actions

MAX_DEALS: Final = 256
MAX_ACTIONS: Final = 96
"""Four times the pack."""
_UNNAMED: Final = -1
"""A marriage whose suit the lead has still to tell."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a file as far as it could be read; without a record the findings say why.

    ``number`` counts from 1 in its file, 0 stands for text before the first game; ``line`` is where
    it starts, and all spans count from there.
    """

    number: int
    line: int
    text: str
    record: Record | None
    findings: tuple[Finding, ...]

    def place(self, span: Span) -> Span:
        """A span of this game as a span of its file."""
        shift = self.line - 1
        return span._replace(line=span.line + shift, end_line=span.end_line + shift)


def read(data: bytes | str) -> Iterator[Game]:
    r"""The games of a file, each read on its own.

    >>> [game.record is not None for game in read("%SGN 1\n%SGN 1 {\n%SGN 1\n")]
    [True, False, True]
    """
    for source in cut(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data):
        yield read_game(source)


def read_file(path: Path) -> Iterator[Game]:
    """The games of the file at a path; raises OSError where it cannot be opened."""
    return read(path.read_bytes())


def read_game(source: Source) -> Game:
    """One game, from its text."""
    if source.fault:
        return Game(source.number, source.line, source.text, None, (source.fault,))
    try:
        # The transformer makes the parse tree a record; Lark's types cannot say so.
        record: Record = _parser().parse(source.text, start="game")  # type: ignore[assignment]
    except UnexpectedInput as error:
        return Game(source.number, source.line, source.text, None, (diagnose(error, source.text),))
    refused = list(_refusals(record))
    found = refused or list(_remarks(record))
    return Game(source.number, source.line, source.text, None if refused else record, tuple(found))


def read_action(word: str) -> Ply | None:
    """One action by itself, with its actor where one is named; None where the word is no action.

    >>> read_action("B: exchange").seat, read_action("7h")
    (1, None)
    """
    try:
        ply: Ply = _parser().parse(word, start="ply")  # type: ignore[assignment]
    except UnexpectedInput:
        return None
    return None if ply.notes or ply.action == _UNNAMED else ply


def _refusals(record: Record) -> Iterator[Finding]:
    """What the grammar lets through and no record may hold."""
    if len(record.deals) > MAX_DEALS:
        yield Finding(catalogue.MANY_DEALS, record.deals[MAX_DEALS].span)
    for deal in record.deals:
        plies = [ply for trick in deal.tricks for ply in trick.plies]
        if len(plies) > MAX_ACTIONS:
            yield Finding(catalogue.MANY_ACTIONS, plies[MAX_ACTIONS].span, deal=deal.number)
        for trick in deal.tricks:
            for ply in trick.plies:
                if ply.action == _UNNAMED:
                    yield Finding(catalogue.MARRIAGE_SUIT, ply.span, deal=deal.number, trick=trick.number)


def _remarks(record: Record) -> Iterator[Finding]:
    """What is wrong with the words of a record that can be judged all the same."""
    seen = set()
    for tag in record.tags:
        if tag.name in seen:
            yield Finding(catalogue.TAG_TWICE, tag.span, {"name": tag.name})
        seen.add(tag.name)
        bidi = next(filter(is_bidi, tag.value), None)
        if bidi:
            yield Finding(catalogue.BIDI, tag.span, {"character": f"U+{ord(bidi):04X}"})
    for number, deal in enumerate(record.deals, start=1):
        held = set()
        for seat, hand in deal.hands:
            if seat in held:
                yield Finding(catalogue.HAND_TWICE, hand.span, {"seat": seat}, deal=number, seat=seat)
            held.add(seat)


def _span(first: Token, last: Token | None = None) -> Span:
    last = last or first
    return Span(first.line or 0, first.column or 0, last.end_line or 0, last.end_column or 0)


def _numbers(token: Token | None) -> tuple[int, ...]:
    return tuple(int(number) for number in token.strip("<>()").split("-")) if token else ()


def _unescape(text: str, escaped: str) -> str:
    out, parts = [], iter(text)
    for character in parts:
        if character == "\\":
            following = next(parts, "")
            character = following if following in escaped else character + following
        out.append(character)
    return "".join(out)


def _notes(children: list[Any]) -> tuple[Note, ...]:
    return tuple(child for child in children if isinstance(child, Note))


class _Builder(Transformer[Token, Record]):
    """Makes each rule of the grammar the part of a record that it stands for."""

    def comment(self, children: list[Token]) -> Comment:
        (token,) = children
        return Comment(_unescape(token[1:-1], "}\\"), _span(token))

    def glyph(self, children: list[Token]) -> Glyph:
        (token,) = children
        return Glyph(str(token), _span(token))

    def checkpoint(self, children: list[Token]) -> Checkpoint:
        (token,) = children
        return Checkpoint(_numbers(token), _span(token))

    def tag(self, children: list[Any]) -> Tag:
        name, value, *rest = children
        return Tag(str(name), _unescape(value[1:-1], '"\\'), _notes(rest), _span(name, value))

    def hand(self, children: list[Any]) -> tuple[int, Holding]:
        return SEAT_LETTERS.index(children[0][0]), self.talon(children)

    def talon(self, children: list[Any]) -> Holding:
        label, *rest = children
        tokens = [child for child in rest if isinstance(child, Token)]
        return Holding(tuple(map(read_card, tokens)), _notes(rest), _span(label, tokens[-1]))

    def ply(self, children: list[Any]) -> Ply:
        owner, token, *rest = children
        seat = SEAT_LETTERS.index(owner[0]) if owner else NOBODY
        span = _span(owner or token, token)
        if token.type == "CARD":
            return Ply(read_card(token), 0, seat, _notes(rest), span)
        if token.type == "MARRIAGE":
            suit = token[2:]
            action = actions.marriage(read_suit(suit)) if suit else _UNNAMED
            return Ply(action, int(token[:2]), seat, _notes(rest), span)
        spoken = {"EXCHANGE": actions.EXCHANGE, "CLOSE": actions.CLOSE, "OUT": actions.OUT}
        return Ply(spoken[token.type], 0, seat, _notes(rest), span)

    def trick(self, children: list[Any]) -> Trick:
        number, *rest = children
        plies = [child for child in rest if isinstance(child, Ply)]
        for index, ply in enumerate(plies):
            lead = next(
                (later.action for later in plies[index:] if 0 <= later.action < actions.MARRIAGE), None
            )
            if ply.action == _UNNAMED and lead is not None:
                plies[index] = replace(ply, action=actions.marriage(lead // 6))
        return Trick(int(number[:-1]), _notes(rest), tuple(plies), _span(number))

    def win(self, children: list[Token]) -> Outcome:
        seat, points = children
        return Outcome(SEAT_LETTERS.index(seat), int(points))

    def drawn(self, _: list[Token]) -> Outcome:
        return Outcome()

    def unfinished(self, _: list[Token]) -> Outcome:
        return Outcome(finished=False)

    def result(self, children: list[Any]) -> Outcome:
        equals, outcome, reason, points, score, *rest = children
        stated: Outcome = outcome
        return replace(
            stated,
            reason=str(reason or ""),
            card_points=_numbers(points),
            score=_numbers(score),
            notes=_notes(rest),
            span=_span(equals),
        )

    def open_result(self, children: list[Any]) -> Outcome:
        equals, outcome, *rest = children
        return self.result([equals, outcome, None, *rest])

    def deal(self, children: list[Any]) -> DealRecord:
        head, number, dealer, trump, *rest = children
        return DealRecord(
            int(number),
            SEAT_LETTERS.index(dealer),
            None if trump is None else read_card(trump),
            tuple(child for child in rest if isinstance(child, tuple)),
            next((child for child in rest if isinstance(child, Holding)), None),
            tuple(child for child in rest if isinstance(child, Trick)),
            next((child for child in rest if isinstance(child, Outcome)), None),
            _notes(rest),
            _span(head, trump or dealer),
        )

    def game(self, children: list[Any]) -> Record:
        _, *rest = children
        return Record(
            tuple(child for child in rest if isinstance(child, Tag)),
            tuple(child for child in rest if isinstance(child, DealRecord)),
            _notes(rest),
        )


_PARSERS: Final[list[Lark]] = []


def _parser() -> Lark:
    if not _PARSERS:
        _PARSERS.append(Lark(GRAMMAR, start=["game", "ply"], parser="lalr", transformer=_Builder()))
    return _PARSERS[0]
