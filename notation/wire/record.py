"""The same record as JSON, both ways, through marshmallow.

An action is its SGN word, so there is one language of moves. What is read from JSON must be what
its text form would say: bounds and words are the notation's, and are not defined again here.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from marshmallow import ValidationError

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding
from notation.record.model import (
    NO_SUIT,
    NOBODY,
    UNNUMBERED,
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
    Variation,
    span_at,
)
from notation.record.words import SEAT_LETTERS, by_seat, card_word, seat_letter
from notation.text.reader import MAX_TEXT, Game, read
from notation.text.writer import ply_word, won_label, write
from notation.wire.record_schema import RecordSchema
from referee.cards import SUIT_LETTERS

_BLANK: Final = re.compile(r"[ \t\r\n]*")


def dump(record: Record) -> dict[str, Any]:
    """A record as the JSON object of SGN 1; its tags must each stand once.

    >>> dump(Record(tags=(Tag("A", "Ivan"),)))
    {'sgn': 1, 'tags': {'A': 'Ivan'}, 'deals': []}
    """
    notes = _dump_notes(record.notes, "game")
    for tag in record.tags:
        notes += _dump_notes(tag.notes, tag.name)
    shape = {
        "sgn": 1,
        "tags": {tag.name: tag.value for tag in record.tags},
        "deals": [_dump_deal(deal) for deal in record.deals],
    }
    return shape | ({"notes": notes} if notes else {})


def _dump_deal(deal: DealRecord) -> dict[str, Any]:
    shape: dict[str, Any] = {"number": deal.number}
    if deal.dealer >= 0:
        shape["dealer"] = seat_letter(deal.dealer)
    notes = _dump_notes(deal.notes, "deal")
    if deal.trump is not None:
        shape["trump"] = card_word(deal.trump)
    elif deal.suit >= 0:
        shape["trump"] = SUIT_LETTERS[deal.suit]
    if deal.position:
        shape["position"] = _dump_position(deal.position)
        notes += _dump_notes(deal.position.notes, "position")
    if deal.hands:
        shape["hands"] = {seat_letter(seat): [card_word(c) for c in hand.cards] for seat, hand in deal.hands}
    for seat, hand in deal.hands:
        notes += _dump_notes(hand.notes, seat_letter(seat))
    if deal.talon:
        shape["talon"] = [card_word(c) for c in deal.talon.cards]
        notes += _dump_notes(deal.talon.notes, "talon")
    for seat, won in deal.position.won if deal.position else ():
        notes += _dump_notes(won.notes, won_label(seat)[:-1])
    shape["tricks"] = [_dump_trick(trick) for trick in deal.tricks]
    if deal.awards:
        shape["rulings"] = [_dump_award(award) for award in deal.awards]
    if deal.result:
        shape["result"] = _dump_result(deal.result)
    return shape | ({"notes": notes} if notes else {})


def _dump_position(position: Position) -> dict[str, Any]:
    shape = {"lead": seat_letter(position.lead)} | _dump_had(position.points, position.tricks)
    if position.pending:
        shape["pending"] = by_seat(position.pending)
    closed = position.closed
    if closed:
        shape["closed"] = {"by": seat_letter(closed.seat)} | _dump_had(closed.points, closed.tricks)
    if position.score:
        shape["score"] = by_seat(position.score)
    won = {seat: [card_word(card) for card in pile.cards] for seat, pile in position.won}
    played = won.pop(NOBODY, None)
    if won:
        shape["won"] = {seat_letter(seat): cards for seat, cards in won.items()}
    return shape | ({"played": played} if played is not None else {})


def _dump_had(points: tuple[int, ...], tricks: tuple[int, ...]) -> dict[str, Any]:
    told = {"points": by_seat(points), "tricks": by_seat(tricks)}
    return {name: numbers for name, numbers in told.items() if numbers}


def _dump_trick(trick: Trick) -> dict[str, Any]:
    notes = _dump_notes(trick.notes, 0)
    words = []
    for number, ply in enumerate(trick.plies, start=1):
        words.append(ply_word(ply))
        notes += _dump_notes(ply.notes, number)
    numbered = {"number": trick.number} if trick.number != UNNUMBERED else {}
    shape: dict[str, Any] = numbered | {"actions": words}
    return shape | ({"notes": notes} if notes else {})


def _dump_award(award: Award) -> dict[str, Any]:
    shape: dict[str, Any] = {"tricks": award.tricks, "to": seat_letter(award.seat), "points": award.points}
    if award.why is not None:
        shape["why"] = award.why
    notes = _dump_notes(award.notes, None)
    return shape | ({"notes": notes} if notes else {})


def _dump_result(outcome: Outcome) -> dict[str, Any]:
    shape: dict[str, Any] = {"finished": False}
    if outcome.finished:
        winner = seat_letter(outcome.winner) if outcome.winner >= 0 else None
        shape = {"winner": winner, "game_points": outcome.game_points}
    if outcome.reason:
        shape["reason"] = outcome.reason
    if outcome.card_points:
        shape["card_points"] = by_seat(outcome.card_points)
    if outcome.score:
        shape["score"] = by_seat(outcome.score)
    notes = _dump_notes(outcome.notes, None)
    return shape | ({"notes": notes} if notes else {})


def _dump_notes(notes: tuple[Note, ...], after: str | int | None) -> list[dict[str, Any]]:
    place = {} if after is None else {"after": after}
    return [place | _dump_note(note) for note in notes]


def _dump_note(note: Note) -> dict[str, Any]:
    match note:
        case Comment(text):
            return {"comment": text}
        case Glyph(mark):
            return {"glyph": mark}
        case Checkpoint(points):
            return {"checkpoint": by_seat(points)}
        case Annotation(name, value):
            return {"annotation": name, "value": value}
        case Remark(text, lines):
            return {"remark": text} | ({"lines": lines} if lines else {})
        case Variation(tricks, result):
            shape: dict[str, Any] = {"tricks": [_dump_trick(trick) for trick in tricks]}
            return {"variation": shape | ({"result": _dump_result(result)} if result else {})}
    raise TypeError("what could not be read has no JSON")


def load(data: bytes) -> Iterator[Game]:
    """The games of a JSON text: one object, or several, each starting on a line of its own.

    Each comes back as the game that its text form reads as, or with the findings that say why not.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        facts: dict[str, Fact] = {"byte": f"0x{data[error.start]:02X}", "offset": error.start}
        before = data[: error.start].decode("utf-8-sig")
        place = span_at(before, len(before))
        yield Game(1, 1, "", None, (Finding(catalogue.ENCODING, place, facts),))
        return
    decoder = json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    number, line, at = 0, 1, 0
    while not number or at < len(text):
        blank = _BLANK.match(text, at)
        begin = blank.end() if blank else at
        line += text.count("\n", at, begin)
        if number and begin == len(text):
            return
        number += 1
        apart = number == 1 or "\n" in text[at:begin]
        first = text.rfind("\n", at if apart else 0, begin) + 1  # where the object's line starts
        column = begin - first + 1
        try:
            if not apart:
                raise _NotJsonError("every game starts on a line of its own")
            shape, at = decoder.raw_decode(text, begin)
        except (ValueError, RecursionError) as error:
            why, place = "a number or its nesting is too large", Span(1, column, 1, column + 1)
            if isinstance(error, json.JSONDecodeError):
                why, place = error.msg, span_at(text[first:], error.pos - first)
            elif isinstance(error, _NotJsonError):
                why = str(error)
            yield Game(number, line, text[first:], None, (Finding(catalogue.NOT_JSON, place, {"why": why}),))
            return
        yield _load_game(shape, number, line, text[first:at], Span(1, column, 1, column + 1))
        line += text.count("\n", begin, at)


class _NotJsonError(ValueError):
    """What Python's decoder would let through."""


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique: dict[str, Any] = {}
    for key, value in pairs:
        if key in unique:
            raise _NotJsonError(f"the key {key!r} stands twice in one object")
        unique[key] = value
    return unique


def _no_constant(word: str) -> None:
    raise _NotJsonError(f"{word} is no value of JSON")


def _load_game(shape: Any, number: int, line: int, source: str, place: Span) -> Game:
    """The game of a JSON object; its faults stand where the object starts, with the path to them."""
    if len(source) > MAX_TEXT:
        why = f"a game holds at most {MAX_TEXT} characters"
        return Game(number, line, source, None, (_shape(place, "game", why),))
    try:
        record = _record(RecordSchema().load(shape))
    except RecursionError:
        return Game(number, line, source, None, (_shape(place, "game", "it is nested too deeply"),))
    except ValidationError as error:
        messages = error.messages if isinstance(error.messages, dict) else {"game": error.messages}
        found = tuple(_shape(place, where, why) for where, why in _flat(messages))
        return Game(number, line, source, None, found)
    text = write(record)
    games = list(read(text))
    if len(games) == 1 and games[0].record is None:
        whys = [f"its text form is refused, {f.code.id}: {f.message}" for f in games[0].findings]
        return Game(number, line, source, None, tuple(_shape(place, "game", why) for why in whys))
    if len(games) != 1 or not _same(games[0].record, record):
        found = (_shape(place, "game", "something in it cannot be written as SGN"),)
        return Game(number, line, source, None, found)
    return replace(games[0], number=number, line=1)


def _same(read_back: Record | None, record: Record) -> bool:
    """Whether nothing of a record was changed by writing and reading it."""
    if read_back is None:
        return False
    spelt = dump(record)
    if "Rules" in spelt["tags"]:  # its spelling is the one thing that writing settles
        spelt["tags"]["Rules"] = read_back.tag("Rules")
    return dump(read_back) == spelt


def _shape(place: Span, where: str, why: str) -> Finding:
    return Finding(catalogue.SHAPE, place, {"where": where, "why": why})


def _flat(messages: dict[Any, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in messages.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", " ".join(str(part) for part in value)


def _record(shape: dict[str, Any]) -> Record:
    tags = shape.get("tags", {})
    notes = _Notes(shape.get("notes", ()), {"game", *tags})
    return Record(
        tuple(Tag(name, value, notes.after(name)) for name, value in tags.items()),
        tuple(_deal(deal) for deal in shape.get("deals", ())),
        notes.after("game"),
    )


def _deal(shape: dict[str, Any]) -> DealRecord:
    hands = shape.get("hands", {})
    trump = shape.get("trump")
    stated = shape.get("position", {})
    places = {"deal", *hands, *({"talon", "position"} & shape.keys()), *({"played"} & stated.keys())}
    notes = _Notes(shape.get("notes", ()), places | {f"won {seat}" for seat in stated.get("won", ())})
    return DealRecord(
        shape["number"],
        _seat(shape.get("dealer")),
        trump if isinstance(trump, int) else None,
        tuple(
            (SEAT_LETTERS.index(seat), Holding(tuple(cards), notes.after(seat)))
            for seat, cards in sorted(hands.items())
        ),
        Holding(tuple(shape["talon"]), notes.after("talon")) if "talon" in shape else None,
        tuple(_trick(trick) for trick in shape.get("tricks", ())),
        _outcome(shape["result"]) if "result" in shape else None,
        notes.after("deal"),
        suit=SUIT_LETTERS.index(trump) if isinstance(trump, str) else NO_SUIT,
        awards=tuple(_award(award) for award in shape.get("rulings", ())),
        position=_position(stated, notes) if stated else None,
    )


def _seat(letter: str | None) -> int:
    return SEAT_LETTERS.index(letter) if letter else NOBODY


def _position(shape: dict[str, Any], notes: "_Notes") -> Position:
    closed = shape.get("closed")
    piles = [(_seat(letter), cards) for letter, cards in sorted(shape.get("won", {}).items())]
    piles += [(NOBODY, shape["played"])] if "played" in shape else []
    return Position(
        _seat(shape["lead"]),
        _unseated(shape.get("points", {})),
        _unseated(shape.get("tricks", {})),
        _unseated(shape.get("pending", {})),
        Closed(_seat(closed["by"]), _unseated(closed.get("points", {})), _unseated(closed.get("tricks", {})))
        if closed
        else None,
        _unseated(shape.get("score", {})),
        tuple((seat, Holding(tuple(cards), notes.after(won_label(seat)[:-1]))) for seat, cards in piles),
        notes.after("position"),
    )


def _award(shape: dict[str, Any]) -> Award:
    return Award(
        SEAT_LETTERS.index(shape["to"]),
        shape["points"],
        shape.get("why"),
        shape["tricks"],
        tuple(_note(note) for note in shape.get("notes", ())),
    )


def _trick(shape: dict[str, Any]) -> Trick:
    plies: list[Ply] = shape["actions"]
    notes = _Notes(shape.get("notes", ()), set(range(len(plies) + 1)))
    noted = tuple(replace(ply, notes=notes.after(index)) for index, ply in enumerate(plies, start=1))
    return Trick(shape.get("number", UNNUMBERED), notes.after(0), noted)


def _outcome(shape: dict[str, Any]) -> Outcome:
    return Outcome(
        _seat(shape.get("winner")),
        shape.get("game_points", 0),
        shape.get("finished", True),
        shape.get("reason", ""),
        _unseated(shape.get("card_points", {})),
        _unseated(shape.get("score", {})),
        tuple(_note(note) for note in shape.get("notes", ())),
    )


def _unseated(numbers: dict[str, int]) -> tuple[int, ...]:
    if sorted(numbers) != list(SEAT_LETTERS[: len(numbers)]):
        raise ValidationError("the seats must be A, B and so on without a gap")
    return tuple(numbers[seat] for seat in sorted(numbers))


class _Notes:
    """The notes of an object by what they stand behind; one that stands behind nothing is refused."""

    def __init__(self, shapes: list[dict[str, Any]], places: set[Any]) -> None:
        self._notes: dict[Any, list[Note]] = {}
        for shape in shapes:
            place = shape.get("after")
            if not isinstance(place, str | int) or isinstance(place, bool) or place not in places:
                raise ValidationError(f"a note stands after {place!r}, which is not here")
            self._notes.setdefault(place, []).append(_note(shape))

    def after(self, place: str | int) -> tuple[Note, ...]:
        return tuple(self._notes.get(place, ()))


def _note(shape: dict[str, Any]) -> Note:
    note: dict[str, Any] = {key: value for key, value in shape.items() if key != "after"}
    match note:
        case {"comment": text, **rest} if not rest:
            return Comment(text)
        case {"glyph": mark, **rest} if not rest:
            return Glyph(mark)
        case {"checkpoint": points, **rest} if not rest:
            return Checkpoint(_unseated(points))
        case {"annotation": name, "value": value, **rest} if not rest:
            return Annotation(name, value)
        case {"remark": text, **rest} if rest.keys() <= {"lines"}:
            return Remark(text, rest.get("lines", 0))
        case {"variation": dict(shape), **rest} if not rest:
            outcome = _outcome(shape["result"]) if "result" in shape else None
            return Variation(tuple(_trick(trick) for trick in shape["tricks"]), outcome)
    raise ValidationError("a note is one of comment, glyph, checkpoint, annotation, remark or variation")
