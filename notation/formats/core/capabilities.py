"""Capabilities: the parts of a record that a format may or may not be able to hold.

:func:`carried` removes from a record what a format cannot hold, and reports each removed piece: losses are
computed here for all formats, and declared by none. Nothing is substituted.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Self, TypeVar

from notation.findings.finding import Phrase
from notation.record import model
from notation.record.traversal import first_trick
from notation.record.words import SEAT_LETTERS
from referee import actions
from referee.rules import RuleSet


class Titled(Enum):
    """Members with a value that leaves the program, and a title for people."""

    _value_: str
    title: Phrase

    def __new__(cls, value: str, title: Phrase) -> Self:
        """Make a member from its value and title."""
        member = object.__new__(cls)
        member._value_, member.title = value, title
        return member


class RecordPart(Titled):
    """A part that a record can contain."""

    NAMES = "names", Phrase("names of players")
    RULES = "rules", Phrase("rules")
    EVENT = "event and date", Phrase("event and date")
    TAGS = "tags", Phrase("other tags")
    MATCH = "match", Phrase("which deals make a match")
    NUMBERS = "numbers", Phrase("numbers of deals")
    DEALER = "dealer", Phrase("who dealt")
    TRUMP = "trump", Phrase("turn-up")
    HANDS = "hands", Phrase("cards of the hands")
    TALON = "talon", Phrase("cards of the talon")
    POSITION = "position", Phrase("deals that start in the middle")
    OPENING = "opening", Phrase("what is said and done before the first lead")
    TRICK_NUMBERS = "trick numbers", Phrase("wrong numbers of tricks")
    PLAYS = "plays", Phrase("cards played")
    DRAWS = "draws", Phrase("draws written down")
    MARRIAGES = "marriages", Phrase("marriages")
    BARE_MARRIAGES = "bare marriages", Phrase("marriages that no lead follows")
    EXCHANGES = "exchanges", Phrase("exchanges")
    ANSWERS = "answers", Phrase("exchanges of the closer's opponent")
    CLOSES = "closes", Phrase("closes")
    SHORT_CLOSES = "short closes", Phrase("closes before drawing")
    CLAIMS = "claims", Phrase("claims")
    RESIGNATIONS = "resignations", Phrase("resignations")
    ACTORS = "actors", Phrase("who acted, where it is named")
    IRREGULAR = "irregular", Phrase("marks of irregular plays")
    WITHDRAWN = "withdrawn", Phrase("what was taken back")
    GAPS = "gaps", Phrase("unrecorded plays")
    TESTIMONY = "testimony", Phrase("cards that are half known or unsure")
    RESULTS = "results", Phrase("results of deals")
    REASONS = "reasons", Phrase("reasons of results")
    CARD_POINTS = "card points", Phrase("card points of results")
    SCORES = "scores", Phrase("scores")
    CHECKPOINTS = "checkpoints", Phrase("stated card points")
    AWARDS = "awards", Phrase("rulings of the table")
    COMMENTS = "comments", Phrase("comments")
    GLYPHS = "glyphs", Phrase("glyphs")
    ANNOTATIONS = "annotations", Phrase("annotations")
    REMARKS = "remarks", Phrase("remarks")
    VARIATIONS = "variations", Phrase("variations")


EVERYTHING: Final = frozenset(RecordPart)
PLAY: Final = frozenset(
    {
        RecordPart.DEALER,
        RecordPart.TRUMP,
        RecordPart.HANDS,
        RecordPart.TALON,
        RecordPart.PLAYS,
        RecordPart.MARRIAGES,
        RecordPart.EXCHANGES,
        RecordPart.CLOSES,
    }
)
"""What most programs log: the deal, and the actions with its cards."""
ACTIONS: Final = frozenset(
    {
        RecordPart.PLAYS,
        RecordPart.MARRIAGES,
        RecordPart.BARE_MARRIAGES,
        RecordPart.EXCHANGES,
        RecordPart.ANSWERS,
        RecordPart.CLOSES,
        RecordPart.SHORT_CLOSES,
        RecordPart.CLAIMS,
        RecordPart.RESIGNATIONS,
    }
)
"""All that is done at a table, draws excepted."""
HEADINGS: Final = frozenset(
    {
        RecordPart.NAMES,
        RecordPart.RULES,
        RecordPart.EVENT,
        RecordPart.MATCH,
        RecordPart.NUMBERS,
        RecordPart.DEALER,
    }
)
"""What heads a match and its deals in a table."""
STATED: Final = frozenset({RecordPart.RESULTS, RecordPart.REASONS, RecordPart.CARD_POINTS, RecordPart.SCORES})
"""All that is stated of the end of a deal."""
CHANGING: Final = frozenset(
    {
        RecordPart.EXCHANGES,
        RecordPart.ANSWERS,
        RecordPart.CLOSES,
        RecordPart.SHORT_CLOSES,
        RecordPart.POSITION,
        RecordPart.GAPS,
    }
)
"""Parts that cannot be removed from a deal without making the rest of it false."""

_NOTES: Final = {
    model.Comment: RecordPart.COMMENTS,
    model.Glyph: RecordPart.GLYPHS,
    model.Annotation: RecordPart.ANNOTATIONS,
    model.Remark: RecordPart.REMARKS,
    model.Variation: RecordPart.VARIATIONS,
    model.Checkpoint: RecordPart.CHECKPOINTS,
}
_CLOSING: Final = (actions.CLOSE, actions.CLOSE_SHORT)
_ACTIONS: Final = {
    actions.EXCHANGE: RecordPart.EXCHANGES,
    actions.CLOSE: RecordPart.CLOSES,
    actions.DRAW: RecordPart.DRAWS,
    actions.OUT: RecordPart.CLAIMS,
    actions.RESIGN: RecordPart.RESIGNATIONS,
}

Tell = Callable[[RecordPart, model.Span, int], None]
"""Receives each removed piece: its part, its span, and the number of its deal, 0 for the game's."""
_Noted = TypeVar("_Noted", model.Tag, model.Position, model.Holding, model.Ply, model.Outcome, model.Award)
"""Any part with notes and a span."""


def part_of(trick: model.Trick, index: int, seats: int, before: model.Trick | None = None) -> RecordPart:
    """Return the part that an action of a trick is; ``before`` is the trick before it."""
    plies = trick.plies
    ply = plies[index]
    if ply.plays:
        return RecordPart.GAPS if ply.action < 0 else RecordPart.PLAYS
    played = sum(other.plays for other in plies[:index])
    if actions.is_marriage(ply.action):
        return (
            RecordPart.MARRIAGES if any(other.plays for other in plies[index:]) else RecordPart.BARE_MARRIAGES
        )
    previous = plies[index - 1 : index] or (before.plies[-1:] if before else ())
    if ply.action == actions.EXCHANGE and previous and previous[0].action in _CLOSING:
        return RecordPart.ANSWERS
    if ply.action in _CLOSING and (ply.action == actions.CLOSE_SHORT or played == seats):
        return RecordPart.SHORT_CLOSES
    return _ACTIONS[ply.action]


def parts_of(deal: model.DealRecord, seats: int) -> Iterator[tuple[RecordPart, model.Span]]:
    """Yield every part in the play of a deal, with its span."""
    if deal.position:
        yield RecordPart.POSITION, deal.position.span
    if deal.opening:
        yield RecordPart.OPENING, deal.opening.span
    for before, trick in zip((None, *deal.tricks), deal.tricks, strict=False):
        for index, ply in enumerate(trick.plies):
            yield part_of(trick, index, seats, before), ply.span


def carried(record: model.Record, rules: RuleSet, holds: frozenset[RecordPart], tell: Tell) -> model.Record:
    """Return a record reduced to what a format holds; ``tell`` is called with each removed piece.

    The caller has to find the deals that a format cannot hold at all.
    """
    return _Sieve(rules.seats, holds, tell).record(record)


@dataclass(frozen=True, slots=True)
class _Sieve:
    """A filter over a record that passes what a format holds."""

    seats: int
    holds: frozenset[RecordPart]
    tell: Tell
    deal: int = 0
    """The number of the current deal."""

    def record(self, record: model.Record) -> model.Record:
        return replace(
            record,
            tags=self._all((_part_of_tag(tag), tag) for tag in record.tags),
            deals=tuple(
                replace(self, deal=deal.number)._deal(order if RecordPart.MATCH in self.holds else 1, deal)
                for order, deal in enumerate(record.deals, start=1)
            ),
            notes=self._notes(record.notes),
        )

    def _keeps(self, part: RecordPart, span: model.Span) -> bool:
        if part in self.holds:
            return True
        self.tell(part, span, self.deal)
        return False

    def _notes(self, notes: tuple[model.Note, ...]) -> tuple[model.Note, ...]:
        return tuple(note for note in notes if self._keeps(_NOTES[type(note)], note.span))

    def _kept(self, part: RecordPart, thing: _Noted | None) -> _Noted | None:
        """Return a part with the notes that are kept; None if it is removed, together with its notes."""
        if thing is None:
            return None
        if self._keeps(part, thing.span):
            return replace(thing, notes=self._notes(thing.notes))
        for note in thing.notes:
            self.tell(_NOTES[type(note)], note.span, self.deal)
        return None

    def _holding(self, part: RecordPart, holding: model.Holding | None) -> model.Holding | None:
        kept = self._kept(part, holding)
        if kept is None or not (kept.among or kept.unsure) or self._keeps(RecordPart.TESTIMONY, kept.span):
            return kept
        return replace(kept, among=(), unsure=())

    def _all(self, things: Iterable[tuple[RecordPart, _Noted]]) -> tuple[_Noted, ...]:
        kept = (self._kept(part, thing) for part, thing in things)
        return tuple(thing for thing in kept if thing is not None)

    def _deal(self, order: int, deal: model.DealRecord) -> model.DealRecord:
        numbered = deal.number == order or self._keeps(RecordPart.NUMBERS, deal.span)
        in_talon = deal.talon is not None and max(deal.talon.cards[-1:], default=-1) >= 0
        is_known = deal.trump is not None or deal.suit >= 0 or in_talon
        turned = not is_known or self._keeps(RecordPart.TRUMP, deal.span)
        hands = ((seat, self._holding(RecordPart.HANDS, hand)) for seat, hand in deal.hands)
        tricks = map(self._trick, self._numbered(deal), (None, *deal.tricks))
        return replace(
            deal,
            number=deal.number if numbered else order,
            dealer=deal.dealer
            if deal.dealer < 0 or self._keeps(RecordPart.DEALER, deal.span)
            else model.NOBODY,
            trump=deal.trump if turned else None,
            suit=deal.suit if turned else model.NO_SUIT,
            position=self._kept(RecordPart.POSITION, deal.position),
            hands=tuple((seat, hand) for seat, hand in hands if hand is not None),
            talon=self._holding(RecordPart.TALON, deal.talon),
            opening=self._opening(deal.opening) if deal.opening else None,
            tricks=tuple(trick for trick in tricks if trick.plies or trick.notes),
            result=self._result(deal.result) if deal.result else None,
            notes=self._notes(deal.notes),
            awards=self._all((RecordPart.AWARDS, award) for award in deal.awards),
        )

    def _opening(self, opening: model.Trick) -> model.Trick | None:
        """Return an opening with the notes that are kept; None if it is removed, together with its notes."""
        kept = self._keeps(RecordPart.OPENING, opening.span)
        notes = self._notes(opening.notes)
        plies = tuple(replace(ply, notes=self._notes(ply.notes)) for ply in opening.plies)
        return replace(opening, notes=notes, plies=plies) if kept else None

    def _numbered(self, deal: model.DealRecord) -> Iterator[model.Trick]:
        """Yield the tricks, renumbered if their stated numbers are not kept."""
        for number, trick in enumerate(deal.tricks, start=first_trick(deal)):
            is_kept = trick.number == number or self._keeps(RecordPart.TRICK_NUMBERS, trick.span)
            yield trick if is_kept else replace(trick, number=number)

    def _trick(self, trick: model.Trick, before: model.Trick | None) -> model.Trick:
        notes = self._notes(trick.notes)
        parts = [part_of(trick, index, self.seats, before) for index in range(len(trick.plies))]
        plies = [self._ply(part, ply) for part, ply in zip(parts, trick.plies, strict=True)]
        return replace(trick, notes=notes, plies=tuple(ply for ply in plies if ply is not None))

    def _ply(self, part: RecordPart, ply: model.Ply) -> model.Ply | None:
        """Return an action with the notes that are kept; None if it is removed, together with its notes."""
        beside = {
            RecordPart.ACTORS: ply.seat >= 0 and part is not RecordPart.ANSWERS,
            RecordPart.IRREGULAR: ply.irregular,
            RecordPart.WITHDRAWN: bool(ply.withdrawn),
            RecordPart.TESTIMONY: ply.unsure or bool(ply.among),
        }
        kept = self._kept(part, ply)
        gone = {each for each, stands in beside.items() if stands and not (kept and each in self.holds)}
        for each in beside:
            if each in gone:
                self.tell(each, ply.span, self.deal)
        if kept is None:
            return None
        return replace(
            kept,
            seat=model.NOBODY if RecordPart.ACTORS in gone else ply.seat,
            irregular=ply.irregular and RecordPart.IRREGULAR not in gone,
            withdrawn=() if RecordPart.WITHDRAWN in gone else ply.withdrawn,
            among=0 if RecordPart.TESTIMONY in gone else ply.among,
            unsure=ply.unsure and RecordPart.TESTIMONY not in gone,
        )

    def _result(self, result: model.Outcome) -> model.Outcome | None:
        kept = self._kept(RecordPart.RESULTS, result)
        reason = result.reason if result.reason and self._keeps(RecordPart.REASONS, result.span) else ""
        points = result.card_points
        points = points if points and self._keeps(RecordPart.CARD_POINTS, result.span) else ()
        score = result.score if result.score and self._keeps(RecordPart.SCORES, result.span) else ()
        return replace(kept, reason=reason, card_points=points, score=score) if kept else None


def _part_of_tag(tag: model.Tag) -> RecordPart:
    if tag.name in SEAT_LETTERS:
        return RecordPart.NAMES
    named = {
        "Rules": RecordPart.RULES,
        "Result": RecordPart.SCORES,
        "Event": RecordPart.EVENT,
        "Date": RecordPart.EVENT,
    }
    return named.get(tag.name, RecordPart.TAGS)


def known(holding: model.Holding | None, size: int) -> bool:
    """Return whether every card of a hand or the talon is recorded.

    >>> known(model.Holding((1, 2)), 2), known(model.Holding((1, -1)), 2), known(None, 2)
    (True, False, False)
    """
    return holding is not None and len(holding.cards) == size and min(holding.cards, default=0) >= 0
