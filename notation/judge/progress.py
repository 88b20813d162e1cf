"""Where a deal is taken up in the middle: how far it must have come, by all that its position states of it.

Counts cards and tricks; what they are worth is for :mod:`notation.judge.position`. What neither is stated
nor follows stays unknown within its bounds: nothing is guessed, and no rule of play stands here.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from notation.findings.finding import Choice, Fact, Phrase, SeatFact
from notation.record.model import NOBODY, DealRecord, Holding, Position, Span
from referee.cards import SEATS, Seat
from referee.rules import RuleSet

NOTHING: Final = Holding(())
"""A hand, a talon or a pile of which nothing is recorded."""


class Course(NamedTuple):
    """How far a deal can have come: tricks in all, before the close (-1: open), cards drawn and in hand."""

    trick: int
    closed: int
    drawn: int
    hand: int
    short: bool = False
    """Whether the talon was closed before the draw."""


def courses(rules: RuleSet, closed: bool) -> Iterator[Course]:
    """Every course that a deal can have taken to the head of a trick, its talon closed or not.

    >>> from referee.rulesets import PRESETS
    >>> [tuple(course) for course in courses(PRESETS["schnapsen"], closed=False)][4:7]
    [(4, -1, 8, 5, False), (5, -1, 10, 5, False), (6, -1, 10, 4, False)]
    """
    size, seats, draws = rules.deal_hand_size, rules.seats, rules.talon_size // rules.seats
    if not closed:
        for trick in range(draws + size):
            yield Course(trick, NOBODY, seats * min(trick, draws), size - max(0, trick - draws))
        return
    for before in range(draws + 1):
        for short in (False, True):
            if 0 <= before - short < draws:
                for since in range(size - short):
                    drawn = seats * (before - short)
                    yield Course(before + since, before, drawn, size - short - since, short)


class Fault(NamedTuple):
    """What in a position contradicts the rest of it, and where it stands."""

    what: Phrase
    span: Span


class Known(NamedTuple):
    """How many tricks each seat has won at least, and how many there are of which nobody knows the winner."""

    tricks: tuple[int, ...]
    untold: int


class Taken(NamedTuple):
    """How far the deal of a position has come, and what is known of its tricks and those before the close."""

    course: Course
    tricks: Known
    before: Known | None = None


_CARDS: Final = Phrase("the number of cards in tricks is {stated}, but {expected} would fit")
_TRICKS: Final = Phrase("the number of tricks won is {stated}, but {expected} would fit")
_HAND: Final = Phrase("the number of cards that {seat} holds is {stated}, but {expected} would fit")
_TALON: Final = Phrase("the number of cards in the talon is {stated}, but {expected} would fit")
_CLOSED: Final = Phrase("the number of tricks before the close is {stated}, but {expected} would fit")
_HAS_CARDS: Final = Phrase("the number of cards that {seat} has won is {stated}, but {expected} would fit")
_HAD: Final = Phrase(
    "the number of tricks that {seat} has before the close is {stated}, but {expected} would fit"
)
_NO_TRICK: Final = Phrase("{seat} is to lead, but has not taken a trick")
_FIRST: Final = Phrase("{seat} is to lead, but {turn} leads to the first trick")


def take(
    rules: RuleSet,
    record: DealRecord,
    position: Position,
    has_trick: Callable[[Seat], bool],
    is_irregular: Callable[[Course], bool],
) -> list[Taken] | Fault:
    """Every way in which the deal of a position can have come so far, or what contradicts itself.

    ``has_trick`` says of a seat whether something else proves that it has won one, ``is_irregular`` of a
    course whether the rules forbid its close; such a course is taken where no other fits.
    """
    found = _courses(rules, record, position, is_irregular)
    if isinstance(found, Fault):
        return found
    judged = [_Tricks(rules, record, position, course, has_trick).taken() for course in found]
    taken = [come for come in judged if isinstance(come, Taken)]
    return taken or next(fault for fault in judged if isinstance(fault, Fault))


def _courses(
    rules: RuleSet, record: DealRecord, position: Position, is_irregular: Callable[[Course], bool]
) -> list[Course] | Fault:
    """The courses that fit the numbers which are stated."""
    found = list(courses(rules, position.closed is not None))
    for what, says, stated, seat, span in _counts(rules, record, position):
        fitting = [course for course in found if says(course) == stated]
        if not fitting:
            offered = [course for course in found if not is_irregular(course)] or found
            return _fault(what, span, stated, sorted(set(map(says, offered))), seat)
        found = fitting
    if record.tricks:
        found = [course for course in found if course.trick + 1 == record.tricks[0].number] or found
    return [course for course in found if not is_irregular(course)] or found


def misfit(what: Phrase, stated: int, fit: range | list[int], seat: Seat = NOBODY) -> Phrase:
    """What is wrong with a number that is stated where others would fit."""
    expected: Fact = f"{fit[0]}-{fit[-1]}" if isinstance(fit, range) else Choice(tuple(map(str, fit)))
    facts = {"stated": stated, "expected": expected} | ({"seat": SeatFact(seat)} if seat >= 0 else {})
    return Phrase(what.sentence, facts)


def _fault(what: Phrase, span: Span, stated: int, fit: list[int], seat: Seat = NOBODY) -> Fault:
    return Fault(misfit(what, stated, fit, seat), span)


_Count = tuple[Phrase, Callable[[Course], int], int, Seat, Span]
"""A number that is stated, in words; what a course says of it; the number, whose it is, and where."""


def _counts(rules: RuleSet, record: DealRecord, position: Position) -> Iterator[_Count]:
    """The numbers that are stated and tell how far a deal has come."""
    if record.talon and record.talon.is_whole:
        cards = len(record.talon.cards)
        yield _TALON, lambda course: rules.talon_size - course.drawn, cards, NOBODY, record.talon.span
    for seat, hand in record.hands:
        if hand.is_whole:
            yield _HAND, lambda course: course.hand, len(hand.cards), seat, hand.span
    if position.tricks:
        yield _TRICKS, lambda course: course.trick, sum(position.tricks), NOBODY, position.span
    if position.closed and position.closed.tricks:
        yield _CLOSED, lambda course: course.closed, sum(position.closed.tricks), NOBODY, position.span
    piles = piles_of(rules, position)
    if (NOBODY in piles or len(piles) == len(rules.sides)) and all(pile.is_whole for pile in piles.values()):
        cards = sum(len(pile.cards) for pile in piles.values())
        yield _CARDS, lambda course: rules.seats * course.trick, cards, NOBODY, position.won[-1][1].span


def piles_of(rules: RuleSet, position: Position) -> dict[Seat, Holding]:
    """The cards that were won, by the place of the side, or by nobody where that is not recorded.

    What stands at one of two partners is what both have won; where it stands at both, it is put together.
    """
    found: dict[Seat, Holding] = {}
    for seat, pile in position.won:
        side = rules.side_of[seat] if 0 <= seat < rules.seats else seat
        if side in found and seat >= 0 and rules.mp_partners:
            before = found[side]
            pile = Holding((*before.cards, *pile.cards), (*before.notes, *pile.notes), pile.span)
        found[side] = pile
    return found


class _Tricks:
    """What is known of who has won the tricks of a position whose course is known."""

    def __init__(
        self,
        rules: RuleSet,
        record: DealRecord,
        position: Position,
        course: Course,
        has_trick: Callable[[Seat], bool],
    ) -> None:
        self.rules = rules
        self.record = record
        self.position = position
        self.course = course
        self.has_trick = has_trick
        self.low = [0] * len(rules.sides)
        self.high = [course.trick] * len(rules.sides)

    def taken(self) -> Taken | Fault:
        """What is known, or what contradicts itself."""
        fault = self._piles() or self._leader() or self._narrow(self.low, self.high, self.course.trick)
        if fault:
            return fault
        tricks = Known(tuple(self.low), self.course.trick - sum(self.low))
        if not self.position.closed:
            return Taken(self.course, tricks)
        before = self._before(self.position.closed.tricks)
        return before if isinstance(before, Fault) else Taken(self.course, tricks, before)

    def _piles(self) -> Fault | None:
        """What is stated of a seat's tricks, as a number and by its cards."""
        stated = dict(zip(SEATS, self.position.tricks, strict=False))
        for side, pile in piles_of(self.rules, self.position).items():
            if side >= 0 and pile.is_whole:
                seats, cards = self.rules.seats, len(pile.cards)
                tricks = [stated[side]] if side in stated else [*range(self.course.trick + 1)]
                if cards not in (fit := [number * seats for number in tricks]):
                    return _fault(_HAS_CARDS, pile.span, cards, fit, self.rules.sides[side])
                stated[side] = cards // seats
        for side, known in stated.items():
            self.low[side] = self.high[side] = known
        return None

    def _leader(self) -> Fault | None:
        """The leader has taken the last trick, and before the first he sits after the dealer."""
        lead, dealer = self.position.lead, self.record.dealer
        first = (dealer + 1) % self.rules.seats
        if not self.course.trick:
            if dealer >= 0 and lead != first:
                return Fault(
                    Phrase(_FIRST.sentence, {"seat": SeatFact(lead), "turn": SeatFact(first)}),
                    self.position.span,
                )
            return None
        leading = self.rules.side_of[lead]
        if not self.high[leading]:
            return Fault(Phrase(_NO_TRICK.sentence, {"seat": SeatFact(lead)}), self.position.span)
        for side in SEATS[: len(self.low)]:
            if self.high[side] and (side == leading or self.has_trick(side)):
                self.low[side] = max(1, self.low[side])
        return None

    def _narrow(self, low: list[int], high: list[int], total: int) -> Fault | None:
        """Bring bounds of numbers together that make a total."""
        for side in range(len(low)):
            others = [other for other in range(len(low)) if other != side]
            low[side] = max(low[side], total - sum(high[other] for other in others))
            high[side] = min(high[side], total - sum(low[other] for other in others))
        if sum(low) > total or any(map(int.__gt__, low, high)):
            return _fault(_TRICKS, self.position.span, sum(low), [total])
        return None

    def _before(self, stated: tuple[int, ...]) -> Known | Fault:
        """What is known of the tricks before the close."""
        since = self.course.trick - self.course.closed
        low = [max(0, tricks - since) for tricks in self.low]
        high = [min(tricks, self.course.closed) for tricks in self.high]
        for seat, tricks in zip(SEATS, stated, strict=False):
            if not low[seat] <= tricks <= high[seat]:
                return _fault(_HAD, self.position.span, tricks, [*range(low[seat], high[seat] + 1)], seat)
            low[seat] = high[seat] = tricks
        fault = self._narrow(low, high, self.course.closed)
        return fault or Known(tuple(low), self.course.closed - sum(low))
