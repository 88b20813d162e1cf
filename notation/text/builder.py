"""Lark's callbacks: build the parts of a record while a game is parsed.

Builds what is written and judges nothing; :mod:`notation.text.recovery` handles what cannot be parsed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from lark import Token, Transformer

from notation.record.model import (
    NO_SUIT,
    NOBODY,
    UNNAMED,
    UNNUMBERED,
    UNREAD_WINNER,
    UNREADABLE,
    UNRECORDED,
    Annotation,
    Award,
    Checkpoint,
    Closed,
    Comment,
    DealRecord,
    Glyph,
    Holding,
    Note,
    Outcome,
    Ply,
    Position,
    Record,
    Remark,
    Span,
    Tag,
    Trick,
    Unread,
    Variation,
    Withdrawn,
    paid_outcome,
)
from notation.record.words import read_card, read_seat, read_suit
from notation.text.parts import BLANKS, named, unescape
from referee import actions
from referee.cards import Seat

_SPOKEN: Final = {
    "exchange": actions.EXCHANGE,
    "close": actions.CLOSE,
    "out": actions.OUT,
    "resign": actions.RESIGN,
}


def _span(first: Token, last: Token | None = None) -> Span:
    last = last or first
    return Span(first.line or 0, first.column or 0, last.end_line or 0, last.end_column or 0)


def _done(word: str) -> Withdrawn:
    """Return the action that a word names, and the 20 or 40 of a marriage."""
    if word in _SPOKEN:
        return Withdrawn(_SPOKEN[word])
    if word[:2] in ("20", "40"):
        return Withdrawn(actions.marriage(read_suit(word[2:])) if word[2:] else UNNAMED, int(word[:2]))
    return Withdrawn(read_card(word))


def _numbers(token: Token | None) -> tuple[int, ...]:
    if not token:
        return ()
    numbers = token.split() if token.type == "STAKES" else token.strip("<>()").split("-")
    return tuple(map(int, numbers))


def _notes(children: list[Any]) -> tuple[Note, ...]:
    return tuple(child for child in children if isinstance(child, Note))


def _of(kind: Any, children: list[Any]) -> tuple[Any, ...]:
    return tuple(child for child in children if isinstance(child, kind))


def _with_note(part: Any, note: Note) -> Any:
    """Return a part of a deal with a note added after all its others."""
    if isinstance(part, _Won):
        return replace(part, cards=_with_note(part.cards, note))
    if isinstance(part, tuple):
        seat, hand = part
        return seat, _with_note(hand, note)
    if isinstance(part, Trick) and part.plies:
        return replace(part, plies=(*part.plies[:-1], _with_note(part.plies[-1], note)))
    return replace(part, notes=(*part.notes, note))


@dataclass(frozen=True, slots=True)
class _Won:
    """Cards won before a position, and the seat that won them."""

    seat: Seat
    cards: Holding


def _with_won(position: Position | None, won: Iterable[_Won]) -> Position | None:
    return replace(position, won=tuple((pile.seat, pile.cards) for pile in won)) if position else None


class _Builder(Transformer[Token, Record]):
    """Transforms each rule of the grammar into a part of a record."""

    def comment(self, children: list[Token]) -> Comment:
        (token,) = children
        return Comment(unescape(token[1:-1].replace("\r\n", "\n"), "}\\"), _span(token))

    def annotation(self, children: list[Token]) -> Annotation:
        (token,) = children
        name, _, value = token[1:-1].partition("(")
        return Annotation(name, value, _span(token))

    def remark(self, children: list[Token]) -> Remark:
        (token,) = children
        before, _, text = token.partition(";")
        lines = min(before.count("\n"), 2)
        line = (token.line or 0) + before.count("\n")
        column = len(before) - before.rfind("\n") if lines else (token.column or 0)
        place = Span(line, column, line, column + 1 + len(text))
        return Remark(text.strip(BLANKS), lines, place)

    def unread(self, children: list[Token]) -> Unread:
        (token,) = children
        text = token.strip(BLANKS)
        before, after = token[: token.find(text)], token[token.find(text) + len(text) :]
        ends = "\n" in after or not token.end_pos
        return Unread(text, "\n" in before, ends, not before, token.value.strip(BLANKS), _span(token))

    def glyph(self, children: list[Token]) -> Glyph:
        (token,) = children
        return Glyph(str(token), _span(token))

    def checkpoint(self, children: list[Token]) -> Checkpoint:
        (token,) = children
        return Checkpoint(_numbers(token), _span(token))

    def variation(self, children: list[Any]) -> Variation:
        first, *rest, last = children
        tricks: tuple[Trick, ...] = _of(Trick, rest)
        plies: tuple[Ply, ...] = _of(Ply, rest)
        if plies:
            tricks = (Trick(UNNUMBERED, (), named(plies), plies[0].span), *tricks)
        outcome = next(iter(_of(Outcome, rest)), None)
        return Variation(tricks, outcome, _notes(rest), _span(first, last))

    def tag(self, children: list[Any]) -> Tag:
        name, value, *rest = children
        return Tag(str(name), unescape(value[1:-1], '"\\'), _notes(rest), _span(name, value))

    def unread_tag(self, children: list[Any]) -> Tag:
        return Tag("", "", _notes(children), children[0].span)

    def hand(self, children: list[Any]) -> tuple[Seat, Holding]:
        return read_seat(children[0][0]), self.talon(children)

    def talon(self, children: list[Any]) -> Holding:
        label, *rest = children
        tokens = _of(Token, rest)
        return Holding(
            tuple(map(read_card, tokens)), _notes(rest), _span(label, tokens[-1] if tokens else label)
        )

    def dealt(self, children: list[Any]) -> tuple[Seat, Holding]:
        return read_seat(children[0][-2]), self.talon(children)

    def dealt_talon(self, children: list[Any]) -> Holding:
        return self.talon(children)

    def ply(self, children: list[Any]) -> Ply:
        owner, *rest = children
        seat = read_seat(owner[0]) if owner else NOBODY
        tokens = _of(Token, rest)
        withdrawn = tuple(_done(token[1:]) for token in tokens if token.type == "BACK")
        token = tokens[len(withdrawn)]
        irregular = tokens[-1].type == "IRREGULAR"
        card = UNRECORDED
        if token.type == "DRAWN":
            action, value, card = actions.DRAW, 0, read_card(token[1:])
        else:
            action, value = _done(token)
        span = _span(owner or tokens[0], tokens[-1])
        return Ply(action, value, seat, _notes(rest), span, irregular, withdrawn, card)

    def unread_ply(self, children: list[Any]) -> Ply:
        tokens = _of(Token, children)
        owned = tokens[0].type == "OWNER"
        seat = read_seat(tokens[0][0]) if owned else NOBODY
        withdrawn = tuple(_done(token[1:]) for token in tokens[owned:])
        return Ply(UNREADABLE, 0, seat, _notes(children), _span(tokens[0], tokens[-1]), withdrawn=withdrawn)

    def trick(self, children: list[Any]) -> Trick:
        number, *rest = children
        return Trick(int(number[:-1]), _notes(rest), named(_of(Ply, rest)), _span(number))

    def win(self, children: list[Token]) -> Outcome:
        seat, points = children
        return Outcome(read_seat(seat), int(points))

    def paid(self, children: list[Token]) -> Outcome:
        return paid_outcome(_numbers(children[0]))

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

    def unread_result(self, children: list[Any]) -> Outcome:
        equals, *rest = children
        return Outcome(UNREAD_WINNER, notes=_notes(rest), span=_span(equals))

    def ruling(self, children: list[Any]) -> Award:
        word, seat, points, why, *rest = children
        why = None if why is None else unescape(why[1:-1], '"\\')
        return Award(read_seat(seat), int(points), why, 0, _notes(rest), _span(word, points))

    def unread_ruling(self, children: list[Any]) -> Award:
        word, *rest = children
        return Award(NOBODY, 0, None, 0, _notes(rest), _span(word))

    def position(self, children: list[Any]) -> Position:
        word, seat, points, tricks, pending, closed, score, *rest = children
        return Position(
            read_seat(seat),
            _numbers(points),
            _numbers(tricks),
            _numbers(pending),
            closed,
            _numbers(score),
            notes=_notes(rest),
            span=_span(word, seat),
        )

    def unread_position(self, children: list[Any]) -> Position:
        word, *rest = children
        return Position(NOBODY, notes=_notes(rest), span=_span(word))

    def closed(self, children: list[Any]) -> Closed:
        seat, points, tricks = children
        return Closed(read_seat(seat), _numbers(points), _numbers(tricks))

    def won(self, children: list[Any]) -> _Won:
        label = children[0]
        seat = NOBODY if label == "played:" else read_seat(label[-2])
        return _Won(seat, self.talon(children))

    def deal(self, children: list[Any]) -> DealRecord:
        head, *rest = children
        number, dealer, card, suit = UNNUMBERED, NOBODY, None, NO_SUIT
        last = head
        for last in _of(Token, rest):
            match last.type:
                case "NUMBER":
                    number = int(last)
                case "SEAT":
                    dealer = read_seat(last)
                case "CARD":
                    card = read_card(last)
                case "SUIT":
                    suit = read_suit(last)
        notes: list[Note] = []
        parts: list[Any] = []
        tricks = 0
        for child in rest:
            tricks += isinstance(child, Trick)
            if isinstance(child, Unread) and parts:
                parts[-1] = _with_note(parts[-1], child)
            elif isinstance(child, Note):
                notes.append(child)
            elif isinstance(child, Award):
                parts.append(replace(child, tricks=tricks))
            elif child is not None and not isinstance(child, Token):
                parts.append(child)
        return DealRecord(
            number,
            dealer,
            card,
            _of(tuple, parts),
            next(iter(_of(Holding, parts)), None),
            _of(Trick, parts),
            next(iter(_of(Outcome, parts)), None),
            tuple(notes),
            _span(head, last),
            suit,
            _of(Award, parts),
            _with_won(next(iter(_of(Position, parts)), None), _of(_Won, parts)),
        )

    def game(self, children: list[Any]) -> Record:
        _, *rest = children
        return Record(_of(Tag, rest), _of(DealRecord, rest), _notes(rest))


BUILDER: Final = _Builder()
"""The transformer that Lark calls while parsing."""
