"""Records as JSON, in both directions, through marshmallow.

An action is its SGN word, so there is only one notation for actions. What is read from JSON must be valid in
text form: bounds and words are the notation's, and are not defined again here. The module is long because
each shape states both directions.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final, NamedTuple

from marshmallow import ValidationError, fields, missing, post_load, validate, validates_schema

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding
from notation.limits import MAX_FINDINGS
from notation.record.model import (
    NO_SUIT,
    NOBODY,
    UNKNOWN_NUMBER,
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
    paid_outcome,
    span_at,
)
from notation.record.tags import LETTERS
from notation.record.words import SEAT_LETTERS, card_word, read_seat, seat_letter
from notation.text.reader import Game, read, read_action
from notation.text.source import MAX_TEXT, START, Start, saved_as
from notation.text.writer import holding_words, ply_word, won_label, write
from notation.wire import member
from notation.wire.member import some
from notation.wire.shape import WireSchema, dump_as, load_as
from referee.cards import SUIT_LETTERS, Seat, Suit

MOST: Final = 9999
"""The largest number that stands in a record."""
_BLANK: Final = re.compile(r"[ \t\r\n]*")
_ONE_LINE: Final = r"^[^\r\n]*\Z"
_SPLIT: Final = "a tag's value stands on one line"


# The words of SGN.


def _ply(word: str, *, is_opening: bool = False) -> Ply | None:
    """Return the action that a word of a record names; None if there is none, or blanks around it."""
    return read_action(word, is_opening=is_opening) if word == " ".join(word.split()) else None


class CardField(fields.String):
    """A card by its word, or a gap."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return card_word(value)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        ply = _ply(super()._deserialize(value, attr, data, **kwargs))
        if ply is None or ply != Ply(ply.action) or not ply.plays:
            raise ValidationError("not a card")
        return ply.action


class HeldField(fields.String):
    """A card of a hand or talon by its word: known, half known, unsure, or a gap."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        ply = _ply(super()._deserialize(value, attr, data, **kwargs))
        if ply is None or ply != Ply(ply.action, among=ply.among, unsure=ply.unsure) or not ply.plays:
            raise ValidationError("not a card")
        return ply


def _holding(held: Sequence[Ply], notes: tuple[Note, ...] = ()) -> Holding:
    return Holding(
        tuple(ply.played for ply in held),
        notes,
        among=tuple((place, ply.among) for place, ply in enumerate(held) if ply.among),
        unsure=tuple(place for place, ply in enumerate(held) if ply.unsure),
    )


class TrumpField(CardField):
    """The turn-up, or the letter of a suit."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return value if isinstance(value, str) else super()._serialize(value, attr, obj, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, str) and len(value) == 1 and value in SUIT_LETTERS:
            return value
        card = super()._deserialize(value, attr, data, **kwargs)
        if card < 0:
            raise ValidationError("neither a card nor a suit")
        return card


class ActionField(fields.String):
    """An action by its word, of the play or of an opening, with its actor where one is named."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return ply_word(value)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        word = super()._deserialize(value, attr, data, **kwargs)
        ply = _ply(word) or _ply(word, is_opening=True)
        if ply is None:
            raise ValidationError("not an action")
        return ply


# The parts of a record.


class NoteAfter(NamedTuple):
    """A note, and what it is written after: a word, so many actions, or nothing that needs to be said."""

    after: str | int | None
    note: Note

    def of(self, kind: type, name: str) -> Any:
        """Return part of the note if it is of this kind."""
        return getattr(self.note, name) if isinstance(self.note, kind) else missing


def _after(place: str | int | None, notes: Iterable[Note]) -> list[NoteAfter]:
    return [NoteAfter(place, note) for note in notes]


class NoteSchema(WireSchema):
    """One note, and what it is written after."""

    after = member.described(
        {"type": ["string", "integer"]}, lambda of: missing if of.after is None else of.after, required=False
    )
    comment = member.text(lambda of: of.of(Comment, "text"), required=False)
    glyph = member.text(lambda of: of.of(Glyph, "mark"), required=False)
    checkpoint = member.seats(lambda of: of.of(Checkpoint, "points"), required=False, most=MOST)
    annotation = member.text(lambda of: of.of(Annotation, "name"), required=False)
    value = member.text(
        lambda of: of.of(Annotation, "value"), required=False, pattern=_ONE_LINE, error=_SPLIT
    )
    remark = member.text(lambda of: of.of(Remark, "text"), required=False, pattern=_ONE_LINE, error=_SPLIT)
    lines = member.count(lambda of: some(of.of(Remark, "lines")), required=False, most=2)
    variation = member.part(
        lambda: VariationSchema(),
        lambda of: of.note if isinstance(of.note, Variation) else missing,
        required=False,
    )

    @post_load
    def _make(self, shape: dict[str, Any], **_: object) -> NoteAfter:
        return NoteAfter(shape.pop("after", None), _note(shape))


def _note(shape: dict[str, Any]) -> Note:
    match shape:
        case {"comment": text, **rest} if not rest:
            return Comment(text)
        case {"glyph": mark, **rest} if not rest:
            return Glyph(mark)
        case {"checkpoint": points, **rest} if not rest:
            return Checkpoint(points)
        case {"annotation": name, "value": value, **rest} if not rest:
            return Annotation(name, value)
        case {"remark": text, **rest} if rest.keys() <= {"lines"}:
            return Remark(text, rest.get("lines", 0))
        case {"variation": Variation() as variation, **rest} if not rest:
            return variation
    raise ValidationError("a note is one of comment, glyph, checkpoint, annotation, remark or variation")


def _notes(take: member.Take) -> fields.List[Any]:
    """Return the member for the notes of an object; omitted if there are none."""
    return member.parts(NoteSchema, lambda value: some(take(value)), required=False)


def _notes_by_place(shape: dict[str, Any], places: Iterable[str | int]) -> dict[Any, tuple[Note, ...]]:
    """Return the notes of an object by what they follow, which must be present."""
    found: dict[Any, list[Note]] = {place: [] for place in places}
    for after, note in shape.get("notes", ()):
        if not isinstance(after, str | int) or isinstance(after, bool) or after not in found:
            raise ValidationError(f"a note stands after {after!r}, which is not here", "notes")
        found[after].append(note)
    return {place: tuple(notes) for place, notes in found.items()}


def _own_notes(shape: dict[str, Any]) -> tuple[Note, ...]:
    """Return the notes of an object whose parts have no notes."""
    return tuple(note for _, note in shape.get("notes", ()))


def _number(trick: Trick) -> Any:
    return {UNNUMBERED: missing, UNKNOWN_NUMBER: None}.get(trick.number, trick.number)


def _with_notes(number: int, plies: Iterable[Ply], notes: Sequence[tuple[Note, ...]]) -> Trick:
    """Return a trick of actions, with the notes behind its number and behind each of them."""
    first, *others = notes
    noted = (replace(ply, notes=each) for ply, each in zip(plies, others, strict=True))
    return Trick(number, first, tuple(noted))


class RecordedTrickSchema(WireSchema):
    """A trick: its number, null where it is not known, and its actions; a note stands ``after`` so many."""

    number = member.count(_number, most=MOST, null=True)
    actions = member.many(ActionField(), "plies")
    notes = _notes(
        lambda trick: [note for number, notes in enumerate(_noted(trick)) for note in _after(number, notes)]
    )

    @post_load
    def _make(self, shape: dict[str, Any], **_: object) -> Trick:
        plies: list[Ply] = shape["actions"]
        notes = _notes_by_place(shape, range(len(plies) + 1))
        number = shape.get("number", UNNUMBERED)
        return _with_notes(UNKNOWN_NUMBER if number is None else number, plies, list(notes.values()))


class VariationTrickSchema(RecordedTrickSchema):
    """A trick of a variation, which may go on with one that is open and has no number then."""

    number = member.count(_number, most=MOST, null=True, required=False)


def _is_false(value: object) -> None:
    if value is not False:
        raise ValidationError("nothing but false can stand here")


def _winner(data: Mapping[str, Any]) -> Seat:
    winner = data.get("winner")
    return NOBODY if winner is None else Seat(winner)


class StatedResultSchema(WireSchema):
    """A stated result; a draw has no winner, an unfinished deal nothing but ``finished: false``."""

    finished = member.described(
        {"type": "boolean", "enum": [False]},
        lambda outcome: missing if outcome.finished else False,
        required=False,
        check=_is_false,
    )
    winner = member.side(
        lambda outcome: outcome.winner if outcome.finished else missing, null=True, required=False
    )
    game_points = member.count(
        lambda outcome: outcome.game_points if outcome.finished else missing, required=False, most=MOST
    )
    reason = member.text(empty="omitted")
    card_points = member.seats(most=MOST, empty="omitted")
    score = member.score(most=MOST, empty="omitted")
    paid = member.score(about="what each wins or pays, where all pay", most=MOST, empty="omitted")
    notes = _notes(lambda outcome: _after(None, outcome.notes))

    @validates_schema
    def _is_one_or_the_other(self, data: dict[str, Any], **_: Any) -> None:
        decided = {"winner", "game_points"} & data.keys()
        if "finished" in data and (decided or "reason" in data):
            raise ValidationError("an unfinished deal has no winner, game points or reason")
        if "finished" not in data and len(decided) < 2:
            raise ValidationError("a result has winner and game_points, or finished: false")
        if data.get("winner", "") is None and data["game_points"]:
            raise ValidationError("a draw has no game points")
        told = paid_outcome(data["paid"]) if data.get("paid") else None
        if told and (told.winner, told.game_points) != (_winner(data), data.get("game_points")):
            raise ValidationError("winner and game_points are those of the side that is paid most")

    @post_load
    def _make(self, shape: dict[str, Any], **_: object) -> Outcome:
        winner = shape.get("winner")
        return Outcome(
            NOBODY if winner is None else winner,
            shape.get("game_points", 0),
            shape.get("finished", True),
            shape.get("reason", ""),
            shape.get("card_points", ()),
            shape.get("score", ()),
            _own_notes(shape),
            paid=shape.get("paid", ()),
        )


class VariationSchema(WireSchema):
    """What could have been done instead of the action before."""

    tricks = member.parts(VariationTrickSchema)
    result = member.part(StatedResultSchema, empty="omitted")

    @post_load
    def _make(self, shape: dict[str, Any], **_: object) -> Variation:
        return Variation(tuple(shape["tricks"]), shape.get("result"))


class AwardSchema(WireSchema):
    """A ruling of the table, after so many tricks."""

    tricks = member.count(most=MOST)
    to = member.side("seat")
    points = member.count(most=MOST)
    why = member.text(
        lambda award: missing if award.why is None else award.why,
        required=False,
        pattern=_ONE_LINE,
        error=_SPLIT,
    )
    notes = _notes(lambda award: _after(None, award.notes))

    @post_load
    def _make(self, shape: dict[str, Any], **_: object) -> Award:
        return Award(shape["to"], shape["points"], shape.get("why"), shape["tricks"], _own_notes(shape))


class ClosedBeforeSchema(WireSchema):
    """Who had closed the talon before a position, and what each seat had then."""

    by = member.seat("seat")
    points = member.seats(most=MOST, empty="omitted")
    tricks = member.seats(most=MOST, empty="omitted")

    @post_load
    def _make(self, shape: dict[str, Any], **_: object) -> Closed:
        return Closed(shape["by"], shape.get("points", ()), shape.get("tricks", ()))


def _won(position: Position) -> dict[str, list[str]]:
    return {seat_letter(seat): holding_words(pile) for seat, pile in position.won if seat != NOBODY}


class PositionSchema(WireSchema):
    """Where a deal is taken up in the middle."""

    lead = member.seat()
    points = member.seats(most=MOST, empty="omitted")
    tricks = member.seats(most=MOST, empty="omitted")
    pending = member.seats(most=MOST, empty="omitted")
    closed = member.part(ClosedBeforeSchema, empty="omitted")
    score = member.score(most=MOST, empty="omitted")
    won = member.table(
        member.ListField(HeldField()),
        lambda position: some(_won(position)),
        "cards of the tricks of each seat",
        keys=SEAT_LETTERS,
        required=False,
    )
    played = member.many(
        HeldField(),
        lambda position: next(
            (holding_words(pile) for seat, pile in position.won if seat == NOBODY), missing
        ),
        "cards that were played, by whomever they were won",
        required=False,
    )

    @post_load
    def _make(self, shape: dict[str, Any], **_: object) -> Position:
        piles = [(read_seat(letter), cards) for letter, cards in sorted(shape.get("won", {}).items())]
        piles += [(NOBODY, shape["played"])] if "played" in shape else []
        return Position(
            shape["lead"],
            shape.get("points", ()),
            shape.get("tricks", ()),
            shape.get("pending", ()),
            shape.get("closed"),
            shape.get("score", ()),
            tuple((seat, _holding(cards)) for seat, cards in piles),
        )


def _trump(deal: DealRecord) -> Any:
    if deal.trump is not None:
        return deal.trump
    return SUIT_LETTERS[deal.suit] if deal.suit >= 0 else missing


def _pile_name(seat: int) -> str:
    """Return the name of the cards won by a seat, for notes that follow them."""
    return won_label(seat)[:-1]


def _deal_notes(deal: DealRecord) -> Iterator[NoteAfter]:
    yield from _after("deal", deal.notes)
    if deal.position:
        yield from _after("position", deal.position.notes)
    for seat, hand in deal.hands:
        yield from _after(seat_letter(seat), hand.notes)
    if deal.talon:
        yield from _after("talon", deal.talon.notes)
    if deal.opening:
        for number, notes in enumerate(_noted(deal.opening)):
            yield from _after(_in_opening(number), notes)
    for seat, pile in deal.position.won if deal.position else ():
        yield from _after(_pile_name(seat), pile.notes)


def _noted(trick: Trick) -> list[tuple[Note, ...]]:
    """Return the notes of a trick: those behind its number, then those of each action."""
    return [trick.notes, *(ply.notes for ply in trick.plies)]


def _in_opening(number: int) -> str:
    """Return how a note of a deal says that it stands after so many actions of the opening."""
    return f"0.{number}" if number else "opening"


class RecordedDealSchema(WireSchema):
    """A deal; a note stands ``after`` the word deal, position, talon or opening, or a seat's cards.

    After an action of the opening it stands ``after`` its address, such as 0.2.
    """

    number = member.count(most=MOST)
    dealer = member.seat(lambda deal: deal.dealer if deal.dealer >= 0 else missing, required=False)
    trump = TrumpField(metadata={"take": _trump, "description": "the turn-up, or the letter of a suit"})
    position = member.part(PositionSchema, empty="omitted")
    hands = member.table(
        member.ListField(HeldField()),
        lambda deal: some({seat_letter(seat): holding_words(hand) for seat, hand in deal.hands}),
        keys=SEAT_LETTERS,
        required=False,
    )
    packets = member.table(
        member.count(least=1, most=MOST),
        lambda deal: some({seat_letter(seat): size for seat, size in deal.packets}),
        "how many cards the first packet of a hand had",
        keys=SEAT_LETTERS,
        required=False,
    )
    talon = member.many(
        HeldField(), lambda deal: holding_words(deal.talon) if deal.talon else missing, required=False
    )
    opening = member.many(
        ActionField(),
        lambda deal: deal.opening.plies if deal.opening else missing,
        "what is said and done before the first lead",
        required=False,
    )
    tricks = member.parts(RecordedTrickSchema, required=False)
    rulings = member.parts(AwardSchema, "awards", "rulings of the table", empty="omitted")
    result = member.part(StatedResultSchema, empty="omitted")
    notes = _notes(lambda deal: list(_deal_notes(deal)))

    @validates_schema
    def _is_dealt(self, data: dict[str, Any], **_: Any) -> None:
        is_bare = "result" in data and not any(
            map(data.get, ("hands", "talon", "opening", "tricks", "rulings"))
        )
        if "dealer" not in data and "position" not in data and not is_bare:
            raise ValidationError("Missing data for required field.", "dealer")

    @post_load
    def _make(self, shape: dict[str, Any], **_: object) -> DealRecord:
        hands, trump, position = shape.get("hands", {}), shape.get("trump"), shape.get("position")
        won = position.won if position else ()
        plies: list[Ply] = shape.get("opening", [])
        places = {"deal", *hands, *({"talon", "position", "opening"} & shape.keys())}
        places |= {_in_opening(number) for number in range(1, len(plies) + 1)}
        notes = _notes_by_place(shape, places | {_pile_name(seat) for seat, _ in won})
        if position:
            piles = tuple((seat, replace(pile, notes=notes[_pile_name(seat)])) for seat, pile in won)
            position = replace(position, won=piles, notes=notes["position"])
        return DealRecord(
            shape["number"],
            shape.get("dealer", NOBODY),
            None if isinstance(trump, str) else trump,
            tuple(
                (read_seat(letter), _holding(cards, notes[letter])) for letter, cards in sorted(hands.items())
            ),
            _holding(shape["talon"], notes["talon"]) if "talon" in shape else None,
            tuple(shape.get("tricks", ())),
            shape.get("result"),
            notes["deal"],
            suit=Suit(SUIT_LETTERS.index(trump)) if isinstance(trump, str) else NO_SUIT,
            awards=tuple(shape.get("rulings", ())),
            position=position,
            opening=_with_notes(0, plies, [notes[_in_opening(number)] for number in range(len(plies) + 1)])
            if "opening" in shape
            else None,
            packets=tuple(
                (read_seat(letter), size) for letter, size in sorted(shape.get("packets", {}).items())
            ),
        )


def _game_notes(record: Record) -> list[NoteAfter]:
    return _after("game", record.notes) + [
        note for tag in record.tags for note in _after(tag.name, tag.notes)
    ]


class RecordSchema(WireSchema):
    """A game; a note stands ``after`` the word game or a tag of that name."""

    sgn = fields.Integer(
        required=True, strict=True, validate=validate.Equal(1), metadata={"take": lambda _: 1}
    )
    tags = member.table(
        member.text(pattern=_ONE_LINE, error=_SPLIT),
        lambda record: {tag.name: tag.value for tag in record.tags},
        required=False,
    )
    deals = member.parts(RecordedDealSchema, required=False)
    notes = _notes(_game_notes)

    @validates_schema
    def _is_english(self, data: dict[str, Any], **_: Any) -> None:
        if LETTERS in data.get("tags", ()):
            raise ValidationError("cards have English letters here, and no tag names others", "tags")

    @post_load
    def _make(self, shape: dict[str, Any], **_: object) -> Record:
        tags = shape.get("tags", {})
        notes = _notes_by_place(shape, {"game", *tags})
        return Record(
            tuple(Tag(name, value, notes[name]) for name, value in tags.items()),
            tuple(shape.get("deals", ())),
            notes["game"],
        )


# Whole games.


def dump(record: Record) -> dict[str, Any]:
    """Serialize a record as the JSON object of SGN 1; each of its tags must occur once.

    >>> dump(Record(tags=(Tag("A", "Ivan"),)))
    {'sgn': 1, 'tags': {'A': 'Ivan'}, 'deals': []}
    """
    return dump_as(RecordSchema, record)


def load(data: bytes, start: Start = START) -> Iterator[Game]:
    """Yield the games of a JSON text: one object, or several, each starting on a new line.

    Each is the game that its text form reads as, or has the findings that say why not. ``start`` is the
    position of a chunk in its file.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        facts: dict[str, Fact] = {"byte": f"0x{data[error.start]:02X}", "offset": start.offset + error.start}
        facts["hint"] = saved_as(data)
        before = data[: error.start].decode("utf-8-sig")
        place = span_at(before, len(before))
        yield Game(start.games + 1, start.line, "", None, (Finding(catalogue.ENCODING, place, facts),))
        return
    decoder = json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_no_constant)
    number, line, at = start.games, start.line, 0
    while number == start.games or at < len(text):
        blank = _BLANK.match(text, at)
        begin = blank.end() if blank else at
        line += text.count("\n", at, begin)
        if number > start.games and begin == len(text):
            return
        number += 1
        apart = number == start.games + 1 or "\n" in text[at:begin]
        first = text.rfind("\n", at if apart else 0, begin) + 1  # the start of the object's line
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
    raise _NotJsonError(f"{word} is not a JSON value")


def _load_game(shape: Any, number: int, line: int, source: str, place: Span) -> Game:
    """Load the game of a JSON object; its errors are located at the start of the object, with their paths."""
    if len(source) > MAX_TEXT:
        why = f"a game holds at most {MAX_TEXT} characters"
        return Game(number, line, source, None, (_shape(place, "game", why),))
    try:
        record = load_as(RecordSchema, shape)
    except RecursionError:
        return Game(number, line, source, None, (_shape(place, "game", "it is nested too deeply"),))
    except ValidationError as error:
        wrong = islice(member.messages_in(error.messages), MAX_FINDINGS)
        found = tuple(_shape(place, where or "game", why) for where, why in wrong)
        if len(found) == MAX_FINDINGS:
            found += (Finding(catalogue.CUT_SHORT, place, {"number": MAX_FINDINGS}),)
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
    """Return whether the round trip leaves a record unchanged."""
    if read_back is None:
        return False
    spelt = dump(record)
    if "Rules" in spelt["tags"]:  # writing normalises only its spelling
        spelt["tags"]["Rules"] = read_back.tag("Rules")
    return dump(read_back) == spelt


def _shape(place: Span, where: str, why: str) -> Finding:
    return Finding(catalogue.SHAPE, place, {"where": where, "why": why})
