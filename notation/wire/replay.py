"""The script of a replay as JSON: each step in words, and what changes on the table."""

from collections.abc import Callable, Iterator
from typing import Any

from marshmallow import fields, missing

from notation.record import card_word, model
from notation.replay.frame import FrameKind
from notation.wire import member
from notation.wire.member import CODE, some
from notation.wire.shape import WireSchema
from referee import SUIT_LETTERS, Severity


def _changed(now: dict[str, Any], before: dict[str, Any] | None) -> dict[str, Any]:
    """Return what lies elsewhere than before; at the first step everything, but nobody who sits out."""
    if before is None:
        return {name: part for name, part in now.items() if name != "idle" or part}
    return {name: part for name, part in now.items() if before.get(name) != part}


def _text(about: str = "cards as SGN writes them", key: str | None = None) -> fields.String:
    return member.text(about=about, required=False, key=key)


def _numbers(about: str = "") -> fields.List[Any]:
    return member.many(fields.Integer(), about=about, required=False)


def _held(seat: str) -> tuple[fields.String, fields.String]:
    """Return the members for the hand of a seat, and for what it has won."""
    return _text(key=f"hand {seat}"), _text("those of partners at their first seat", f"won {seat}")


class ChangesSchema(WireSchema):
    """What lies elsewhere than at the step before; every part is whole."""

    talon = _text()
    trick = _text(
        "seat and card of each play, in order, as in `A:Ks B:As`; `:Ks` where nobody judged whose it is"
    )
    taker = _text("who takes the trick that is complete, or nothing")
    closer = _text("who closed the talon, or nothing")
    turn = _text("whose turn it is, or nothing")
    points = _numbers("by side; none of a deal that could not be judged")
    slack = _numbers()
    pending = _numbers()
    announced = _text("marriages so far with their points, as in `A:40s C:20h`")
    idle = _text("who takes no part in the play of the contract, or nothing")
    hand_a, won_a = _held("A")
    hand_b, won_b = _held("B")
    hand_c, won_c = _held("C")
    hand_d, won_d = _held("D")
    twice = _text("cards that are written in several places, so that nobody could judge the deal")


class RelatedLineSchema(WireSchema):
    """Another line that belongs to a finding."""

    line = member.count()
    column = member.count()
    message = member.text()


class ReplayedFindingSchema(WireSchema):
    """A finding as a replay shows it."""

    code = member.text("finding.code.id", pattern=CODE)
    severity = member.word(Severity, "finding.code.severity")
    message = member.text()
    clause = member.text(null=True)
    line = member.count("place.line")
    column = member.count("place.column")
    excerpt = member.texts(about="the line of the record, and carets under it")
    related = member.part(RelatedLineSchema, empty="omitted")
    own = member.truth(
        lambda of: missing if of.own is None else of.own,
        "whether it is about the action of its step",
        required=False,
    )


def _noted(kind: type, part: Callable[[Any], Any]) -> member.Take:
    return lambda of: some([part(note) for note in of.notes if isinstance(note, kind)])


def _findings() -> fields.List[Any]:
    """Return the member for the findings, omitted if there are none."""
    return member.parts(ReplayedFindingSchema, "findings", empty="omitted")


def _notes() -> Iterator[fields.List[Any]]:
    """Return the members for the notes of a record, each omitted if empty."""
    yield member.texts(_noted(model.Comment, lambda note: note.text), required=False)
    yield member.texts(_noted(model.Glyph, lambda note: note.mark), required=False)
    yield member.many(
        fields.List(fields.String()),
        _noted(model.Annotation, lambda note: [note.name, note.value]),
        "each with its name and its value",
        required=False,
    )
    yield member.texts(_noted(model.Checkpoint, lambda note: "-".join(map(str, note.points))), required=False)


def _played(of: Any) -> Any:
    event = of.frame.event
    return card_word(event.ply.shown(event.card)) if event and event.ply.plays else missing


class ReplayedStepSchema(WireSchema):
    """One step of a replay."""

    kind = member.word(FrameKind, "frame.kind")
    trick = member.count("frame.trick")
    unnumbered = member.truth(
        lambda of: some(not of.frame.is_numbered),
        "that the number of the trick is not known, and is the least that it can be",
        required=False,
    )
    say = member.text(about="what is done, numbered")
    seat = member.seat(
        lambda of: of.frame.seat if of.frame.seat >= 0 and of.frame.kind is not FrameKind.DRAW else missing,
        required=False,
    )
    move = member.text(empty="omitted")
    card = member.text(_played, required=False)
    irregular = member.truth(lambda of: some(bool(of.frame.event and of.frame.event.ruling)), required=False)
    findings = _findings()
    allowed = member.texts(
        lambda of: missing if of.allowed is None else of.allowed,
        "what the rules allowed instead, in words",
        required=False,
    )
    allowed_cards = member.text(
        lambda of: missing if of.allowed is None else " ".join(map(card_word, of.allowed_cards)),
        "what might have been played instead",
        required=False,
    )
    comments, glyphs, annotations, checkpoints = _notes()
    changes = member.part(ChangesSchema, lambda of: _changed(of.now, of.before))
    lines = member.many(
        fields.List(fields.Nested(lambda: ReplayedStepSchema())),
        about="variations, step by step",
        empty="omitted",
    )


class ScriptSchema(WireSchema):
    """A deal as it is replayed, step by step; one without steps has its findings and notes itself."""

    number = member.count("account.number", least=1)
    dealer = member.seat("account.record.dealer", null=True)
    trump = member.word(SUIT_LETTERS, lambda of: SUIT_LETTERS[of.trump] if of.trump >= 0 else None, null=True)
    contract = member.text(about="who plays which contract, in words", empty="omitted")
    answer = member.text(about="what the deal came to, in words")
    clause = member.text(
        lambda of: of.clause or missing, "what the rules say of its worth, and where", required=False
    )
    game_points = member.count("account.deal.game_points")
    winner = member.side("account.deal.result.winner", null=True)
    score = member.score("account.deal.score")
    paid = member.score(about="what each side wins or pays, where all pay", empty="omitted")
    turn_up = member.card(
        about="the card in a hand that fixes trumps, where there is no talon", empty="omitted"
    )
    steps = member.parts(ReplayedStepSchema)
    findings = member.parts(
        ReplayedFindingSchema, lambda of: missing if of.steps else of.findings, required=False
    )
    comments, glyphs, annotations, checkpoints = _notes()
