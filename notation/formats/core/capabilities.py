"""What a record is made of, as far as formats differ in what they can hold of it.

:func:`carried` takes from a record what a format cannot hold, and tells every piece that it takes: what
is lost is computed here for all formats, and declared by none. Nothing is put in the place of anything.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeVar

from notation.findings.finding import Phrase
from notation.record.model import (
    NO_SUIT,
    NOBODY,
    Annotation,
    Award,
    Checkpoint,
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
)
from notation.record.words import SEAT_LETTERS
from referee import actions
from referee.rules import RuleSet


class Part(Enum):
    """A kind of thing that a record holds."""

    NAMES = "names"
    RULES = "rules"
    EVENT = "event and date"
    TAGS = "tags"
    MATCH = "match"
    NUMBERS = "numbers"
    DEALER = "dealer"
    TRUMP = "trump"
    HANDS = "hands"
    TALON = "talon"
    POSITION = "position"
    PLAYS = "plays"
    DRAWS = "draws"
    MARRIAGES = "marriages"
    BARE_MARRIAGES = "bare marriages"
    EXCHANGES = "exchanges"
    ANSWERS = "answers"
    CLOSES = "closes"
    SHORT_CLOSES = "short closes"
    CLAIMS = "claims"
    RESIGNATIONS = "resignations"
    ACTORS = "actors"
    IRREGULAR = "irregular"
    WITHDRAWN = "withdrawn"
    GAPS = "gaps"
    RESULTS = "results"
    REASONS = "reasons"
    CARD_POINTS = "card points"
    SCORES = "scores"
    CHECKPOINTS = "checkpoints"
    AWARDS = "awards"
    COMMENTS = "comments"
    GLYPHS = "glyphs"
    ANNOTATIONS = "annotations"
    REMARKS = "remarks"
    VARIATIONS = "variations"


TITLES: Final = {
    Part.NAMES: Phrase("names of players"),
    Part.RULES: Phrase("rules"),
    Part.EVENT: Phrase("event and date"),
    Part.TAGS: Phrase("other tags"),
    Part.MATCH: Phrase("which deals make a match"),
    Part.NUMBERS: Phrase("numbers of deals"),
    Part.DEALER: Phrase("who dealt"),
    Part.TRUMP: Phrase("turn-up"),
    Part.HANDS: Phrase("cards of the hands"),
    Part.TALON: Phrase("cards of the talon"),
    Part.POSITION: Phrase("deals that start in the middle"),
    Part.PLAYS: Phrase("cards played"),
    Part.DRAWS: Phrase("draws written down"),
    Part.MARRIAGES: Phrase("marriages"),
    Part.BARE_MARRIAGES: Phrase("marriages that no lead follows"),
    Part.EXCHANGES: Phrase("exchanges"),
    Part.ANSWERS: Phrase("exchanges of the closer's opponent"),
    Part.CLOSES: Phrase("closes"),
    Part.SHORT_CLOSES: Phrase("closes before drawing"),
    Part.CLAIMS: Phrase("claims"),
    Part.RESIGNATIONS: Phrase("resignations"),
    Part.ACTORS: Phrase("names of actors"),
    Part.IRREGULAR: Phrase("marks of irregular plays"),
    Part.WITHDRAWN: Phrase("cards taken back"),
    Part.GAPS: Phrase("plays that are not recorded"),
    Part.RESULTS: Phrase("results of deals"),
    Part.REASONS: Phrase("reasons of results"),
    Part.CARD_POINTS: Phrase("card points of results"),
    Part.SCORES: Phrase("scores"),
    Part.CHECKPOINTS: Phrase("stated card points"),
    Part.AWARDS: Phrase("rulings of the table"),
    Part.COMMENTS: Phrase("comments"),
    Part.GLYPHS: Phrase("glyphs"),
    Part.ANNOTATIONS: Phrase("annotations"),
    Part.REMARKS: Phrase("remarks"),
    Part.VARIATIONS: Phrase("variations"),
}
"""What each part is called."""

EVERYTHING: Final = frozenset(Part)
PLAY: Final = frozenset(
    {Part.DEALER, Part.TRUMP, Part.HANDS, Part.TALON, Part.PLAYS, Part.MARRIAGES, Part.EXCHANGES, Part.CLOSES}
)
"""What most programs log: the deal, and what is done with its cards."""
CHANGING: Final = frozenset(
    {Part.EXCHANGES, Part.ANSWERS, Part.CLOSES, Part.SHORT_CLOSES, Part.POSITION, Part.GAPS}
)
"""What cannot be taken from a deal without making the rest of it false."""

_NOTES: Final = {
    Comment: Part.COMMENTS,
    Glyph: Part.GLYPHS,
    Annotation: Part.ANNOTATIONS,
    Remark: Part.REMARKS,
    Variation: Part.VARIATIONS,
    Checkpoint: Part.CHECKPOINTS,
}
_CLOSING: Final = (actions.CLOSE, actions.CLOSE_SHORT)
_ACTIONS: Final = {
    actions.EXCHANGE: Part.EXCHANGES,
    actions.CLOSE: Part.CLOSES,
    actions.DRAW: Part.DRAWS,
    actions.OUT: Part.CLAIMS,
    actions.RESIGN: Part.RESIGNATIONS,
}

Tell = Callable[[Part, Span, int], None]
"""Is told what is taken away: its part, its place, and the number of its deal, 0 for the game's."""
_Noted = TypeVar("_Noted", Tag, Position, Holding, Ply, Outcome, Award)
"""Whatever has notes and a place."""


def part_of(trick: Trick, index: int, seats: int, before: Trick | None = None) -> Part:
    """The part that an action of a trick is; ``before`` is the trick before it."""
    plies = trick.plies
    ply = plies[index]
    if ply.plays:
        return Part.GAPS if ply.action < 0 else Part.PLAYS
    played = sum(other.plays for other in plies[:index])
    if actions.is_marriage(ply.action):
        return Part.MARRIAGES if any(other.plays for other in plies[index:]) else Part.BARE_MARRIAGES
    previous = plies[index - 1 : index] or (before.plies[-1:] if before else ())
    if ply.action == actions.EXCHANGE and previous and previous[0].action in _CLOSING:
        return Part.ANSWERS
    if ply.action in _CLOSING and (ply.action == actions.CLOSE_SHORT or played == seats):
        return Part.SHORT_CLOSES
    return _ACTIONS[ply.action]


def parts_of(deal: DealRecord, seats: int) -> Iterator[tuple[Part, Span]]:
    """Every part that the play of a deal has, with its place."""
    if deal.position:
        yield Part.POSITION, deal.position.span
    for before, trick in zip((None, *deal.tricks), deal.tricks, strict=False):
        for index, ply in enumerate(trick.plies):
            yield part_of(trick, index, seats, before), ply.span


def carried(record: Record, rules: RuleSet, holds: frozenset[Part], tell: Tell) -> Record:
    """A record with nothing but what a format holds; ``tell`` is told each piece that is taken away.

    Which deals a format cannot hold at all is for the caller to see.
    """
    return _Sieve(rules.seats, holds, tell).record(record)


@dataclass(frozen=True, slots=True)
class _Sieve:
    """Goes through a record and lets pass what a format holds."""

    seats: int
    holds: frozenset[Part]
    tell: Tell
    deal: int = 0
    """The number of the deal that is gone through."""

    def record(self, record: Record) -> Record:
        return replace(
            record,
            tags=self._all((_part_of_tag(tag), tag) for tag in record.tags),
            deals=tuple(
                replace(self, deal=deal.number)._deal(order if Part.MATCH in self.holds else 1, deal)
                for order, deal in enumerate(record.deals, start=1)
            ),
            notes=self._notes(record.notes),
        )

    def _keeps(self, part: Part, span: Span) -> bool:
        if part in self.holds:
            return True
        self.tell(part, span, self.deal)
        return False

    def _notes(self, notes: tuple[Note, ...]) -> tuple[Note, ...]:
        return tuple(note for note in notes if self._keeps(_NOTES[type(note)], note.span))

    def _kept(self, part: Part, thing: _Noted | None) -> _Noted | None:
        """A thing with the notes that are kept of it; None where it goes, and all its notes with it."""
        if thing is None:
            return None
        if self._keeps(part, thing.span):
            return replace(thing, notes=self._notes(thing.notes))
        for note in thing.notes:
            self.tell(_NOTES[type(note)], note.span, self.deal)
        return None

    def _all(self, things: Iterable[tuple[Part, _Noted]]) -> tuple[_Noted, ...]:
        kept = (self._kept(part, thing) for part, thing in things)
        return tuple(thing for thing in kept if thing is not None)

    def _deal(self, order: int, deal: DealRecord) -> DealRecord:
        numbered = deal.number == order or self._keeps(Part.NUMBERS, deal.span)
        turned = (deal.trump is None and deal.suit < 0) or self._keeps(Part.TRUMP, deal.span)
        hands = ((seat, self._kept(Part.HANDS, hand)) for seat, hand in deal.hands)
        tricks = map(self._trick, deal.tricks, (None, *deal.tricks))
        return replace(
            deal,
            number=deal.number if numbered else order,
            dealer=deal.dealer if deal.dealer < 0 or self._keeps(Part.DEALER, deal.span) else NOBODY,
            trump=deal.trump if turned else None,
            suit=deal.suit if turned else NO_SUIT,
            position=self._kept(Part.POSITION, deal.position),
            hands=tuple((seat, hand) for seat, hand in hands if hand is not None),
            talon=self._kept(Part.TALON, deal.talon),
            tricks=tuple(trick for trick in tricks if trick.plies or trick.notes),
            result=self._result(deal.result) if deal.result else None,
            notes=self._notes(deal.notes),
            awards=self._all((Part.AWARDS, award) for award in deal.awards),
        )

    def _trick(self, trick: Trick, before: Trick | None) -> Trick:
        notes = self._notes(trick.notes)
        parts = [part_of(trick, index, self.seats, before) for index in range(len(trick.plies))]
        plies = [self._ply(part, ply) for part, ply in zip(parts, trick.plies, strict=True)]
        return replace(trick, notes=notes, plies=tuple(ply for ply in plies if ply is not None))

    def _ply(self, part: Part, ply: Ply) -> Ply | None:
        """An action with what is kept of it; what is written beside it goes with it."""
        beside = {
            Part.ACTORS: ply.seat >= 0 and part is not Part.ANSWERS,
            Part.IRREGULAR: ply.irregular,
            Part.WITHDRAWN: bool(ply.withdrawn),
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
            seat=NOBODY if Part.ACTORS in gone else ply.seat,
            irregular=ply.irregular and Part.IRREGULAR not in gone,
            withdrawn=() if Part.WITHDRAWN in gone else ply.withdrawn,
        )

    def _result(self, result: Outcome) -> Outcome | None:
        kept = self._kept(Part.RESULTS, result)
        reason = result.reason if result.reason and self._keeps(Part.REASONS, result.span) else ""
        points = result.card_points
        points = points if points and self._keeps(Part.CARD_POINTS, result.span) else ()
        score = result.score if result.score and self._keeps(Part.SCORES, result.span) else ()
        return replace(kept, reason=reason, card_points=points, score=score) if kept else None


def _part_of_tag(tag: Tag) -> Part:
    if tag.name in SEAT_LETTERS:
        return Part.NAMES
    named = {"Rules": Part.RULES, "Result": Part.SCORES, "Event": Part.EVENT, "Date": Part.EVENT}
    return named.get(tag.name, Part.TAGS)


def known(holding: Holding | None, size: int) -> bool:
    """Whether a hand or the talon is recorded with every card.

    >>> known(Holding((1, 2)), 2), known(Holding((1, -1)), 2), known(None, 2)
    (True, False, False)
    """
    return holding is not None and len(holding.cards) == size and min(holding.cards, default=0) >= 0
