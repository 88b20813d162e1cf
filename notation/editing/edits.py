"""Edits of a record: each changes one part of it, and everything else remains as it was.

What an edit writes is a statement like any other: whether it is right is for the judgement to say. What
cannot be written so that it is read back the same is refused.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from operator import itemgetter
from types import UnionType
from typing import Final, NamedTuple

from notation.findings.finding import Phrase, PhraseError
from notation.judge.action import OPENING
from notation.judge.opening import speaks
from notation.record.model import (
    NO_SUIT,
    NOBODY,
    UNNUMBERED,
    Comment,
    DealRecord,
    Glyph,
    Holding,
    Note,
    Outcome,
    Ply,
    Record,
    Remark,
    Tag,
    Trick,
    Variation,
)
from notation.record.path import Path
from notation.record.traversal import first_trick
from notation.record.words import SEAT_LETTERS, read_seat
from notation.text.reader import read
from notation.text.writer import write
from referee.cards import Card, Seat, Suit

MOST_EDITS: Final = 200
"""Edits that are made at once."""
RESULT: Final = "result"
TALON: Final = "talon"
POSITION: Final = "position"

NOT_THERE: Final = Phrase("There is nothing at this place of the record.")
NO_NOTES: Final = Phrase("Nothing can be noted here.")
NOT_LAST: Final = Phrase("Only the last deal of a record can be removed.")
UNWRITABLE: Final = Phrase("This cannot be written into the record.")


class EditError(PhraseError, ValueError):
    """An edit that cannot be made, and why."""


class NotePlace(NamedTuple):
    """What a note belongs to: the part at a path, or ``of`` a deal its result, talon, position or a hand.

    A hand is named by the letter of its seat. With the path of the whole record ``of`` names a tag.
    """

    path: Path
    of: str = ""


@dataclass(frozen=True, slots=True)
class SetComment:
    """A comment of a place, counted from 1, becomes this text; 0 adds one, and no text removes it."""

    place: NotePlace
    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class SetGlyphs:
    """An action has these glyphs and no others."""

    path: Path
    glyphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetTag:
    """A tag has this value; no value removes it."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class SetResult:
    """A deal or a variation states this result, or none."""

    path: Path
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class AddAction:
    """An action is added at the end of a line of play: in a trick of this number, or in the last."""

    path: Path
    ply: Ply
    trick: int = 0


@dataclass(frozen=True, slots=True)
class AddVariation:
    """A variation is added to an action, which begins with another in its place."""

    path: Path
    ply: Ply


@dataclass(frozen=True, slots=True)
class Remove:
    """An action is removed with all that comes after it in its line; or a variation; or the last deal."""

    path: Path


@dataclass(frozen=True, slots=True)
class SetDeal:
    """The head and the cards of a deal; the path of no deal adds one after the last."""

    path: Path
    dealer: Seat
    turn_up: Card | None = None
    suit: Suit = NO_SUIT
    hands: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    talon: tuple[Card, ...] = ()
    packets: tuple[tuple[Seat, int], ...] = ()
    """Of how many cards the first packet of a hand was, where that is known."""


Edit = SetComment | SetGlyphs | SetTag | SetResult | AddAction | AddVariation | Remove | SetDeal


def edited(record: Record, edits: Iterable[Edit]) -> Record:
    r"""A record after some edits, one after the other; raises EditError for one that cannot be made.

    >>> from notation.record.path import read_path
    >>> game = next(read("%SGN 1\ndeal 1 dealer B trump Qd\n1. As Td (9d)"))
    >>> said = SetComment(NotePlace(read_path("1:1.2/1:1.2")), "cheaper")
    >>> print(write(edited(game.record, [said, SetGlyphs(read_path("1:1.1"), ("!",))])), end="")
    %SGN 1
    <BLANKLINE>
    deal 1 dealer B trump Qd
    1. As! Td (9d {cheaper})
    """
    for edit in edits:
        record = _edited(record, edit)
    return record


def written(record: Record) -> str:
    """A record as text; EditError where something in it cannot be read back as it is."""
    text = write(record)
    games = list(read(text))
    draft = games[0].draft
    if len(games) > 1 or draft is None or write(draft) != text or _plain(draft) != _plain(record):
        wrong = next((finding for game in games for finding in game.findings if finding.is_error), None)
        raise EditError(wrong.phrase if wrong else UNWRITABLE)
    return text


def _plain(record: Record) -> Record:
    """A record with its tags and hands in one order, as writing puts them."""
    deals = tuple(replace(deal, hands=tuple(sorted(deal.hands, key=itemgetter(0)))) for deal in record.deals)
    return replace(record, tags=tuple(sorted(record.tags, key=lambda tag: tag.name)), deals=deals)


def _edited(record: Record, edit: Edit) -> Record:
    match edit:
        case SetTag():
            return replace(record, tags=_with_tag(record.tags, edit))
        case SetComment(NotePlace(path, of)) if not path.deal:
            return _with_game_notes(record, of, lambda notes: _with_comment(notes, edit))
        case SetDeal(path) if not path.deal:
            number = record.deals[-1].number + 1 if record.deals else 1
            return replace(record, deals=(*record.deals, _dealt(DealRecord(number, NOBODY), edit)))
        case Remove(path) if path.deal and not (path.trick or path.action or path.variations):
            if path.deal != len(record.deals):
                raise EditError(NOT_LAST if path.deal < len(record.deals) else NOT_THERE)
            return replace(record, deals=record.deals[:-1])
    path = edit.place.path if isinstance(edit, SetComment) else edit.path
    if not 1 <= path.deal <= len(record.deals):
        raise EditError(NOT_THERE)
    before, deal, after = (
        record.deals[: path.deal - 1],
        record.deals[path.deal - 1],
        record.deals[path.deal :],
    )
    return replace(record, deals=(*before, _in_deal(deal, edit), *after))


def _in_deal(deal: DealRecord, edit: Edit) -> DealRecord:
    match edit:
        case SetComment(NotePlace(path, of)):
            return _with_notes(deal, path, of, lambda notes: _with_comment(notes, edit))
        case SetGlyphs(path, glyphs):
            return _with_ply(
                deal, path, lambda ply: replace(ply, notes=tuple(_with_glyphs(ply.notes, glyphs)))
            )
        case SetResult(path, outcome):
            return _with_line(deal, path.line, lambda line: line._replace(result=_stated(line, outcome)))
        case AddAction(path):
            return _with_line(deal, path.line, lambda line: _longer(line, edit))
        case AddVariation(path, ply):
            side = Variation((Trick(UNNUMBERED, (), (ply,)),))
            return _with_ply(
                deal, path, lambda held: replace(held, notes=_inserted(held.notes, side, Remark))
            )
        case Remove(path):
            return _without(deal, path)
        case SetDeal():
            return _dealt(deal, edit)
    raise EditError(NOT_THERE)


# Tags and the cards of a deal.


def _with_tag(tags: tuple[Tag, ...], edit: SetTag) -> tuple[Tag, ...]:
    value = edit.value.strip()
    if any(tag.name == edit.name for tag in tags):
        kept = (replace(tag, value=value) if tag.name == edit.name else tag for tag in tags)
        return tuple(tag for tag in kept if tag.value or tag.name != edit.name)
    return (*tags, Tag(edit.name, value)) if value else tags


def _dealt(deal: DealRecord, edit: SetDeal) -> DealRecord:
    """A deal with other cards; what was noted at a hand stays there."""
    noted = {seat: hand.notes for seat, hand in deal.hands}
    hands = ((seat, Holding(cards, noted.get(seat, ()))) for seat, cards in edit.hands)
    talon = Holding(edit.talon, deal.talon.notes if deal.talon else ()) if edit.talon else None
    return replace(
        deal,
        dealer=edit.dealer,
        trump=edit.turn_up,
        suit=edit.suit,
        hands=tuple(hands),
        talon=talon,
        packets=edit.packets,
    )


# Lines of play.


class _OpenLine(NamedTuple):
    """A line of play as it is held: its tricks, the number of the first, what is done before it there."""

    tricks: tuple[Trick, ...]
    result: Outcome | None
    first: int
    done: int = 0

    def at(self, trick: int, action: int) -> tuple[int, int]:
        """The place of an action among the tricks, both from 0; EditError where there is none."""
        index = trick - self.first
        order = action - 1 - (self.done if not index else 0)
        if not (0 <= index < len(self.tricks) and 0 <= order < len(self.tricks[index].plies)):
            raise EditError(NOT_THERE)
        return index, order

    def with_trick(self, index: int, trick: Trick) -> "_OpenLine":
        """The line with another trick at a place."""
        return self._replace(tricks=(*self.tricks[:index], trick, *self.tricks[index + 1 :]))


def _with_line(deal: DealRecord, line: Path, change: Callable[[_OpenLine], _OpenLine]) -> DealRecord:
    """A deal with a line of play changed: its own, or that of a variation."""
    if not line.variations:
        held = (deal.opening, *deal.tricks) if deal.opening else deal.tricks
        changed = change(_OpenLine(held, deal.result, first_trick(deal) - bool(deal.opening)))
        is_opened = bool(changed.tricks) and not changed.tricks[0].number
        opening = changed.tricks[0] if is_opened else None
        return replace(deal, opening=opening, tricks=changed.tricks[is_opened:], result=changed.result)
    _, trick, action = line.outer.last

    def branch(held: Variation) -> Variation:
        goes_on = not held.tricks or held.tricks[0].number == UNNUMBERED or action == 1
        first, done = (trick, action - 1) if goes_on else (trick + 1, 0)
        changed = change(_OpenLine(held.tricks, held.result, first, done))
        return replace(held, tricks=changed.tricks, result=changed.result)

    number = line.last.variation
    return _with_ply(
        deal, line.outer, lambda ply: replace(ply, notes=_with_variation(ply.notes, number, branch))
    )


def _with_variation(
    notes: tuple[Note, ...], number: int, change: Callable[[Variation], Variation]
) -> tuple[Note, ...]:
    """Notes with the variation of a number changed, or without it where no tricks are left of it."""
    places = [(at, note) for at, note in enumerate(notes) if isinstance(note, Variation)]
    if not 1 <= number <= len(places):
        raise EditError(NOT_THERE)
    at, held = places[number - 1]
    changed = change(held)
    return (*notes[:at], *([changed] if changed.tricks else []), *notes[at + 1 :])


def _with_ply(deal: DealRecord, path: Path, change: Callable[[Ply], Ply]) -> DealRecord:
    _, trick, action = path.last

    def changed(line: _OpenLine) -> _OpenLine:
        index, order = line.at(trick, action)
        held = line.tricks[index]
        plies = (*held.plies[:order], change(held.plies[order]), *held.plies[order + 1 :])
        return line.with_trick(index, replace(held, plies=plies))

    return _with_line(deal, path.line, changed)


def _longer(line: _OpenLine, edit: AddAction) -> _OpenLine:
    """A line with one more action, in its last trick or in another of the number that is given.

    What is said before the first lead goes into the opening, and a card is played behind it.
    """
    if not line.tricks:
        number = OPENING if speaks(edit.ply) else edit.trick or line.first
        return line._replace(tricks=(Trick(number, (), (edit.ply,)),))
    last = line.tricks[-1]
    number = line.first + len(line.tricks) - 1 if last.number < 0 else last.number
    if edit.ply.plays and number == OPENING:
        wanted = edit.trick or number + 1
    else:
        wanted = number if speaks(edit.ply) else edit.trick or number
    if wanted != number:
        return line._replace(tricks=(*line.tricks, Trick(wanted, (), (edit.ply,))))
    return line.with_trick(len(line.tricks) - 1, replace(last, plies=(*last.plies, edit.ply)))


def _without(deal: DealRecord, path: Path) -> DealRecord:
    """A deal without an action and all after it in its line, or without a variation."""
    variation, trick, action = path.last
    if path.variations and not (trick or action):
        empty = Variation(())
        return _with_ply(
            deal,
            path.outer,
            lambda ply: replace(ply, notes=_with_variation(ply.notes, variation, lambda _: empty)),
        )

    def cut(line: _OpenLine) -> _OpenLine:
        index, order = line.at(trick, action)
        held = replace(line.tricks[index], plies=line.tricks[index].plies[:order])
        return line._replace(tricks=(*line.tricks[:index], *([held] if held.plies or held.notes else [])))

    deal = _with_line(deal, path.line, cut)
    left = len(deal.tricks)
    return replace(
        deal, awards=tuple(replace(award, tricks=min(award.tricks, left)) for award in deal.awards)
    )


def _stated(line: _OpenLine, outcome: Outcome | None) -> Outcome | None:
    """A result, with the notes of the one before it."""
    return replace(outcome, notes=line.result.notes) if outcome and line.result else outcome


# Notes.


def _with_game_notes(
    record: Record, of: str, change: Callable[[tuple[Note, ...]], tuple[Note, ...]]
) -> Record:
    """A record with the notes before its tags changed, or those of a tag."""
    if not of:
        return replace(record, notes=change(record.notes))
    if record.tag(of) is None:
        raise EditError(NOT_THERE)
    tags = (replace(tag, notes=change(tag.notes)) if tag.name == of else tag for tag in record.tags)
    return replace(record, tags=tuple(tags))


def _with_notes(
    deal: DealRecord, path: Path, of: str, change: Callable[[tuple[Note, ...]], tuple[Note, ...]]
) -> DealRecord:
    _, trick, action = path.last
    if action and not of:
        return _with_ply(deal, path, lambda ply: replace(ply, notes=change(ply.notes)))
    if trick and not of:
        return _with_line(deal, path.line, lambda line: _with_trick_notes(line, trick, change))
    if trick:
        raise EditError(NOT_THERE)
    if of == RESULT:
        return _with_line(deal, path.line, lambda line: line._replace(result=_noted(line.result, change)))
    if path.variations:
        raise EditError(NO_NOTES)
    if not of:
        return replace(deal, notes=change(deal.notes))
    if of == TALON and deal.talon:
        return replace(deal, talon=replace(deal.talon, notes=change(deal.talon.notes)))
    if of == POSITION and deal.position:
        return replace(deal, position=replace(deal.position, notes=change(deal.position.notes)))
    seat = read_seat(of) if of and of in SEAT_LETTERS else NOBODY
    if all(held != seat for held, _ in deal.hands):
        raise EditError(NOT_THERE)
    hands = (
        (held, replace(hand, notes=change(hand.notes)) if held == seat else hand) for held, hand in deal.hands
    )
    return replace(deal, hands=tuple(hands))


def _noted(outcome: Outcome | None, change: Callable[[tuple[Note, ...]], tuple[Note, ...]]) -> Outcome:
    if outcome is None:
        raise EditError(NOT_THERE)
    return replace(outcome, notes=change(outcome.notes))


def _with_trick_notes(
    line: _OpenLine, number: int, change: Callable[[tuple[Note, ...]], tuple[Note, ...]]
) -> _OpenLine:
    index = number - line.first
    if not 0 <= index < len(line.tricks) or line.tricks[index].number == UNNUMBERED:
        raise EditError(NO_NOTES)
    held = line.tricks[index]
    return line.with_trick(index, replace(held, notes=change(held.notes)))


def _with_comment(notes: tuple[Note, ...], edit: SetComment) -> tuple[Note, ...]:
    """Notes with a comment more, less or changed; a new one stands before the last variations."""
    text = edit.text.replace("\r\n", "\n").strip()
    places = [at for at, note in enumerate(notes) if isinstance(note, Comment)]
    if edit.number > len(places) or (not edit.number and not text):
        raise EditError(NOT_THERE)
    if edit.number:
        at = places[edit.number - 1]
        return (*notes[:at], *([Comment(text)] if text else []), *notes[at + 1 :])
    return _inserted(notes, Comment(text), Variation | Remark)


def _inserted(notes: tuple[Note, ...], new: Note, before: type | UnionType) -> tuple[Note, ...]:
    """Notes with a new one, which stands before all of some kind that come last."""
    at = len(notes)
    while at and isinstance(notes[at - 1], before):
        at -= 1
    return (*notes[:at], new, *notes[at:])


def _with_glyphs(notes: tuple[Note, ...], glyphs: tuple[str, ...]) -> list[Note]:
    """Notes with these glyphs: those that are there stay in their places, the others come first."""
    there = [note.mark for note in notes if isinstance(note, Glyph)]
    kept = [note for note in notes if not isinstance(note, Glyph) or note.mark in glyphs]
    leading = next((at for at, note in enumerate(kept) if not isinstance(note, Glyph)), len(kept))
    new: list[Note] = [Glyph(mark) for mark in dict.fromkeys(glyphs) if mark not in there]
    return [*kept[:leading], *new, *kept[leading:]]
