"""Edits of a record as JSON, and the response: the new record, and what can come next."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from marshmallow import ValidationError, fields, missing, post_load, validate

from notation import editing
from notation.record import model
from notation.record.path import Path, read_path
from notation.record.traversal import RecordNode, walk
from notation.record.words import SEAT_LETTERS, card_word, read_seat, seat_letter
from notation.text.reader import read, read_action
from notation.text.writer import ply_word
from notation.wire import member
from notation.wire.member import SeatField
from notation.wire.record import CardField, TrumpField
from notation.wire.replay import ReplayedFindingSchema, ReplayedStepSchema, ScriptSchema
from notation.wire.shape import WireSchema, clause, told
from referee.cards import SUIT_LETTERS, SUITS, members
from referee.decisions import TrumpCard

_NAME: Final = r"^[A-Za-z][A-Za-z0-9_-]{0,63}$"
_GLYPH: Final = r"^([!?]{1,2}|\$([1-9]|1[03-9]))$"
_NEEDED: Final = {
    "comment": ("text",),
    "glyphs": ("at", "glyphs"),
    "tag": ("name", "value"),
    "result": ("at", "result"),
    "act": ("at", "action"),
    "vary": ("at", "action"),
    "remove": ("at",),
    "deal": ("dealer",),
}
"""What an edit cannot be without, by its kind."""


class PathField(fields.String):
    """The address of a part of a record, without a game."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return None if value is None else str(value)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        path = read_path(super()._deserialize(value, attr, data, **kwargs))
        if path is None or path.game or (not path.deal and path != Path()):
            raise ValidationError("not a place in a game, as in 1:, 1:5.2 or 1:5.2/1")
        return path


class PlyField(fields.String):
    """An action by its SGN word."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        word = super()._deserialize(value, attr, data, **kwargs)
        ply = None
        if len(word) <= 64:
            ply = read_action(word) or read_action(word, is_opening=True)
        if ply is None:
            raise ValidationError("not an action")
        return ply


class OutcomeField(fields.String):
    """A result as it is written after its equals sign; nothing for none."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        words = super()._deserialize(value, attr, data, **kwargs).strip().removeprefix("=").strip()
        if not words:
            return None
        game = next(read(f"%SGN 1\ndeal 1 dealer A\n= {words[:200]}\n"))
        result = game.record.deals[0].result if game.record and len(game.record.deals) == 1 else None
        if result is None or result.notes:
            raise ValidationError("not a result, as in B 2 by out (41-66) score 3-2")
        return result


def _told(about: str) -> dict[str, Any]:
    return {"metadata": {"description": about}}


class EditSchema(WireSchema):
    """One change of a record; `do` says which, and so which other members it needs."""

    do = member.word(
        _NEEDED,
        about="`comment` (`at`, `of`, `text`, `number`), `glyphs` (`at`, `glyphs`), `tag` (`name`, `value`), "
        "`result` (`at`, `result`), `act` (`at`, `action`, `trick`), `vary` (`at`, `action`), `remove` "
        "(`at`), `deal` (`at`, `dealer`, `trump`, `hands`, `talon`, `packets`)",
    )
    at = PathField(
        **_told("the address of what is changed: `1:` is a deal, `1:5.2` an action, `1:5.2/1` a variation")
    )
    of = member.text(
        about="what a comment of a deal is about: result, talon, position or a seat; of the game, a tag",
        most=64,
        required=False,
    )
    text = member.text(about="the comment; nothing to remove it", most=4096, required=False)
    number = member.count(
        about="which comment of the place, from 1; 0 for a new one", most=9999, required=False
    )
    glyphs = member.many(
        member.text(pattern=_GLYPH), about="all glyphs of the action", most=16, required=False
    )
    name = member.text(about="the name of a tag", pattern=_NAME, required=False)
    value = member.text(about="its value; nothing to remove it", most=1024, required=False)
    result = OutcomeField(**_told("the result as SGN writes it, `B 2 by out (41-66)`; nothing for none"))
    action = PlyField(**_told("the action as SGN writes it, with `^` where it is marked as irregular"))
    trick = member.count(
        about="the number of its trick; without it, or with 0, it stands in the last",
        most=9999,
        required=False,
    )
    dealer = member.seat(about="who deals", required=False)
    trump = TrumpField(**_told("the turn-up, or the letter of a suit"))
    hands = member.table(
        fields.List(CardField(), validate=validate.Length(min=1, max=24)),
        about="the cards of each hand that is known, by seat",
        keys=SEAT_LETTERS,
        required=False,
    )
    talon = member.many(CardField(), about="from the top, the turn-up last", most=48, required=False)
    packets = member.table(
        member.count(least=1, most=24),
        about="of how many cards the first packet of a hand was, by seat, where its cards begin with them",
        keys=SEAT_LETTERS,
        required=False,
    )

    @post_load
    def _made(self, found: dict[str, Any], **_: Any) -> editing.Edit:
        kind = found["do"]
        lacking = {name: ["Missing data for required field."] for name in _NEEDED[kind] if name not in found}
        if lacking:
            raise ValidationError(lacking)
        path = found.get("at", Path())
        match kind:
            case "comment":
                return editing.SetComment(
                    editing.NotePlace(path, found.get("of", "")), found["text"], found.get("number", 0)
                )
            case "glyphs":
                return editing.SetGlyphs(path, tuple(found["glyphs"]))
            case "tag":
                return editing.SetTag(found["name"], found["value"])
            case "result":
                return editing.SetResult(path, found["result"])
            case "act":
                return editing.AddAction(path, found["action"], found.get("trick", 0))
            case "vary":
                return editing.AddVariation(path, found["action"])
            case "remove":
                return editing.Remove(path)
        return _deal(path, found)


def _deal(path: Path, found: dict[str, Any]) -> editing.SetDeal:
    trump = found.get("trump")
    is_suit = isinstance(trump, str)
    hands = sorted((read_seat(seat), tuple(cards)) for seat, cards in found.get("hands", {}).items())
    return editing.SetDeal(
        path,
        found["dealer"],
        None if is_suit else trump,
        SUITS[SUIT_LETTERS.index(trump)] if isinstance(trump, str) else model.NO_SUIT,
        tuple(hands),
        tuple(found.get("talon", ())),
        tuple((read_seat(seat), size) for seat, size in sorted(found.get("packets", {}).items())),
    )


class EditRequestSchema(WireSchema):
    """A record, what is to be changed in it, and the place that is asked about."""

    text = member.text(about="one game of SGN; a new one where it is left out", required=False)
    edits = member.many(
        fields.Nested(EditSchema), about="one after the other", required=False, most=editing.MOST_EDITS
    )
    at = PathField(
        **_told(
            "what to tell of it: the end of a deal `1:` or of a variation `1:5.2/1`, or what could stand in "
            "the place of an action `1:5.2`; the last deal where it is left out"
        )
    )


# Responses.


class WrittenActionSchema(WireSchema):
    """An action of a trick."""

    action = member.text("ply", "as SGN writes it", via=ply_word, least=1)
    seat = member.seat()
    trick = member.count(about="the number of its trick; 0 before the first lead")


class NextActionSchema(WrittenActionSchema):
    """An action that can be written next."""

    before_draw = member.truth("early", "whether it stands after a trick, before both draw", empty="omitted")


class IrregularActionSchema(WrittenActionSchema):
    """An action against the rules that could have happened all the same, and why it is."""

    code = member.text("ruling.code.id", pattern=member.RULING_CODE)
    says = member.text("ruling", via=told)
    clause = member.text("ruling.code.point", via=clause)


class NextSchema(WireSchema):
    """What can be written at the place that was asked about."""

    turn = member.seat(about="whose turn it is; null where nothing can follow", null=True)
    gaps = member.truth(about="whether cards are not recorded, so that any unseen one may be played")
    actions = member.parts(NextActionSchema, "allowed", "what the rules allow")
    irregular = member.parts(IrregularActionSchema, about="what is against them and stands all the same")
    draws = member.parts(NextActionSchema, about="cards that can have been drawn, where that is not recorded")
    dealers = member.many(SeatField(), about="who can deal the next deal; nobody where the match is over")
    result = member.text(about="the result that the play gives, as SGN writes it; nothing without one")


class EditedTableSchema(WireSchema):
    """What does not change from deal to deal: who sits there, and with which cards."""

    rules = member.text()
    names = member.table(fields.String(), about="by seat")
    short = member.table(fields.String(), about="how sentences call them, by seat")
    sides = member.many(
        fields.Dict(keys=fields.String(), values=fields.String()),
        about="their `seats`, their `name`, and how sentences call them",
    )
    pays = member.truth(about="whether all pay")
    target = member.count(about="game points that win a match; 0 for none")
    cards = member.texts(lambda of: [card_word(card) for card in members(of.of_rules.deck_cards)])
    hand = member.count("of_rules.deal_hand_size", "cards of a hand")
    talon = member.count("of_rules.talon_size", "cards beside the hands")
    packet = member.count(
        "of_rules.auction.packet", "cards that are dealt before trumps are named", empty="omitted"
    )
    opens = member.truth(
        lambda of: bool(of.of_rules.auction.steps),
        "whether trumps are named, or contracts bid, before the first lead",
        empty="omitted",
    )
    contracts = member.table(
        fields.String(), about="how sentences call the contracts, by name", empty="omitted"
    )
    draws = member.truth("of_rules.draws", "whether the players draw from the talon", empty="omitted")
    needed = member.count(lambda of: of.of_rules.target, "the card points that end a deal")
    named = member.truth(
        lambda of: of.of_rules.deal_trump_card is TrumpCard.NAMED, "whether trumps can be named"
    )


class NotedCommentSchema(WireSchema):
    """A comment with its place, as an edit names it."""

    at = PathField(required=True)
    of = member.text(empty="omitted")
    number = member.count(least=1)
    comment = member.text()


class EditedDealSchema(WireSchema):
    """A deal in short."""

    dealer = member.seat(null=True)
    tricks = member.count()
    result = member.text(about="as it is stated; nothing where none is")
    score = member.score(about="after it; nothing where it is not known")


class EditRepairSchema(WireSchema):
    """One change of the writing after which a deal is right."""

    says = member.text(about="what the slip was, as a clause after `if`", least=1)
    text = member.text(about="the whole game after it")


class EditFindingSchema(ReplayedFindingSchema):
    """A finding, the deal that it is about, from 1, and what would make that right."""

    repairs = member.parts(EditRepairSchema, about="likeliest first", empty="omitted")
    deal = member.count(
        lambda of: of.finding.deal or missing,
        "from 1; left out where it is about none",
        required=False,
        least=1,
    )


class EditedStepSchema(ReplayedStepSchema):
    """A step of a deal that is being written, with its place."""

    path = member.text(
        "frame.path",
        "where the action stands in its deal as it is written, as in `5.2` or `5.2/1:6.1`",
        via=str,
        empty="omitted",
    )
    action = member.text(
        lambda of: ply_word(of.frame.event.ply) if of.frame.event else "",
        "the action as SGN writes it",
        empty="omitted",
    )
    lines = member.many(
        fields.List(fields.Nested(lambda: EditedStepSchema())),
        about="variations, step by step",
        empty="omitted",
    )


def _packets(of: Any) -> Any:
    """Return the cards of the first packets, if they are marked."""
    record = of.account.record
    hands = dict(record.hands)
    return {
        seat_letter(seat): [card_word(card) for card in hands[seat].cards[:size]]
        for seat, size in record.packets
        if seat in hands
    } or missing


class EditedScriptSchema(ScriptSchema):
    """A deal that is being written, step by step."""

    packets = member.table(
        fields.List(fields.String()),
        _packets,
        "the first packet of a hand, by seat",
        keys=SEAT_LETTERS,
        required=False,
    )
    steps = member.parts(EditedStepSchema)


class EditedSchema(WireSchema):
    """A record after edits, what was found in it, and what can be written next."""

    text = member.text(about="the game in canonical form")
    errors = member.count()
    findings = member.parts(EditFindingSchema)
    tags = member.table(fields.String())
    table = member.part(EditedTableSchema, about="null where the rules are not known", null=True)
    deals = member.parts(EditedDealSchema)
    comments = member.parts(NotedCommentSchema, about="those of the game, and of the deal asked about")
    winner = member.side(about="who has won the match", null=True)
    score = member.score(about="of the match")
    deal = member.count(about="which deal is told, from 1; 0 for none")
    script = member.part(EditedScriptSchema, about="that deal, step by step", null=True)
    next = member.part(NextSchema, about="null where there is no deal", null=True)


class NotedComment(NamedTuple):
    """A comment, and where it stands."""

    at: Path
    of: str
    number: int
    comment: str


def comments_in(record: model.Record, deal: int) -> Iterator[NotedComment]:
    r"""Return the comments of a game outside its deals, and those of one deal, as edits name them.

    >>> text = "%SGN 1\n[A \"Ani\"] {one}\ndeal 1 dealer B {two}\nA: As {three}\n1. As {four} (Ks {5})"
    >>> for noted in comments_in(next(read(text)).record, 1):
    ...     print(noted.at, noted.of, noted.number, noted.comment)
     A 1 one
    1:  1 two
    1: A 1 three
    1:1.1  1 four
    1:1.1/1:1.1  1 5
    """
    owner: str | None = ""
    count: dict[tuple[Path, str], int] = {}
    for path, part in walk(record):
        if path.deal not in (0, deal):
            continue
        if not isinstance(part, model.Comment):
            owner = _owner(record, path, part, owner)
            continue
        of = "" if path.last.trick or path.last.action else owner
        if of is not None:
            count[path, of] = count.get((path, of), 0) + 1
            yield NotedComment(path, of, count[path, of], part.text)


def _owner(record: model.Record, path: Path, part: RecordNode, before: str | None) -> str | None:
    """Return the word for what the next comments belong to; None if no edit can name it."""
    match part:
        case model.DealRecord():
            return ""
        case model.Tag(name):
            return name
        case model.Outcome():
            return editing.RESULT
        case model.Position():
            return editing.POSITION
        case model.Award() | model.Trick(number=0):
            return None
        case model.Holding():
            deal = record.deals[path.deal - 1]
            if part is deal.talon:
                return editing.TALON
            return next((seat_letter(seat) for seat, hand in deal.hands if hand is part), None)
    return before
