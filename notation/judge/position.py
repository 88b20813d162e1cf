"""The cards and points of a position: what is known of them, and the deal that is taken up there.

What is not stated has the bounds that the cards give it. Nothing is guessed; what the rules make of a
position the referee says.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Fact, Finding, Phrase, typed
from notation.judge.progress import NOTHING, Course, Fault, Taken, misfit, piles_of, take
from notation.record.model import NOBODY, UNRECORDED, DealRecord, Holding, Position
from referee.actions import CLOSE, CLOSE_SHORT
from referee.cards import MARRIAGE_CARDS, SEATS, SUITS, Cards, Seat, Suit, mask, points_of, suit_of
from referee.codes import Ruling
from referee.deal import Deal
from referee.decisions import Announcer, ClaimMode, MarriageCount
from referee.partial import Midway, PartialDeal
from referee.rules import RuleSet
from referee.state import TARGET, Marriage

_ALL: Final = Phrase("together they are {stated}, but {expected} would fit")
_HAS: Final = Phrase("those of {seat} are {stated}, but {expected} would fit")
_HAD: Final = Phrase("those of {seat} at the close are {stated}, but {expected} would fit")
_BY_SIDE: Final = Phrase("numbers are stated for {stated} sides, but there are {expected}")
_GOES_ON: Final = Phrase(
    "those of {seat} are at least {stated}, but because the deal goes on, {expected} would fit"
)
_NO_TALON: Final = Phrase("the talon is closed, but this game is played without one")
_WAIT: Final = Phrase("those of {seat} that wait for a trick are {stated}, but {expected} would fit")


def seats_of(record: DealRecord) -> Iterator[Seat]:
    """The seats that a position names, and the last of each for which it states a number."""
    position = record.position
    if position is None:
        return
    yield from (position.lead, *(seat for seat, _ in position.won))
    closed = position.closed
    yield from (closed.seat,) if closed else ()
    yield from (Seat(len(stated) - 1) for stated in _numbers_of(position))


def _numbers_of(position: Position) -> list[tuple[int, ...]]:
    """Everything that a position states by side, nothing where it does not."""
    closed = position.closed
    numbers = [position.points, position.tricks, position.pending, position.score]
    return numbers + ([closed.points, closed.tricks] if closed else [])


class Middle:
    """A deal that starts in the middle, under some rules, as far as its position tells."""

    def __init__(self, rules: RuleSet, record: DealRecord, position: Position) -> None:
        self.rules = rules
        self.record = record
        self.position = position
        hands = dict(record.hands)
        self._hands = [_known(hands.get(seat, NOTHING)) for seat in SEATS[: rules.seats]]
        piles = piles_of(rules, position)
        by_side = [piles.get(side, NOTHING) for side in SEATS[: len(rules.sides)]]
        self._piles = list(map(_known, by_side))
        self._told = [pile.is_whole and min(pile.cards) >= 0 for pile in by_side]
        self._talon = [max(card, UNRECORDED) for card in (record.talon or NOTHING).cards]
        self._gone = _union((*self._piles, _known(piles.get(NOBODY, NOTHING))))

    @cached_property
    def taken(self) -> list[Taken] | Fault:
        """Every way in which the deal can have come so far, or what contradicts itself."""
        if any(seat >= self.rules.seats for seat in seats_of(self.record)):
            return []
        sides = len(self.rules.sides)
        for stated in _numbers_of(self.position):
            if stated and len(stated) != sides:
                facts: dict[str, Fact] = {"stated": len(stated), "expected": sides}
                return Fault(Phrase(_BY_SIDE.sentence, facts), self.position.span)
        if self.position.closed and not self.rules.talon_size:
            return Fault(_NO_TALON, self.position.span)
        return take(
            self.rules,
            self.record,
            self.position,
            lambda side: self._stated(side) not in self._trickless(side),
            lambda course: self._against_close(course) is not None,
        )

    @cached_property
    def deals(self) -> list[Deal]:
        """The deal as it stands, in every way in which it can have come so far; none without a trump suit."""
        if isinstance(self.taken, Fault) or self._scale is None:
            return []
        return [self._deal(taken, self._scale.trump) for taken in self.taken]

    def _deal(self, taken: Taken, trump: Suit) -> Deal:
        course = taken.course
        left = [UNRECORDED] * (self.rules.talon_size - course.drawn)
        left[: len(self._talon)] = self._talon
        if left and left[-1] < 0 and self.record.trump is not None:
            left[-1] = self.record.trump
        unseen = [max(0, course.hand - hand.bit_count()) for hand in self._hands]
        talon = [UNRECORDED] * course.drawn + left
        deal = PartialDeal(self.rules, self.record.dealer, self._hands, talon, trump, unseen)
        deal.take_up(self._midway(taken))
        deal.take_up(self._midway(taken, deal.frozen))  # only now it is known who takes no more points
        if not any(unseen) and min(left, default=0) >= 0:
            deal.gone = self.rules.deck_cards & ~_union((*self._hands, mask(left)))
        return deal

    @property
    def _leading(self) -> Seat:
        return self.rules.side_of[self.position.lead]

    @property
    def is_exact(self) -> bool:
        """Whether all that counts is known."""
        if len(self.deals) != 1:
            return False
        [deal] = self.deals
        return not (deal.is_blurred or any(deal.unseen) or min(deal.talon[deal.drawn :], default=0) < 0)

    def faults(self) -> Iterator[Finding]:
        """What contradicts itself, and a close that the rules forbid."""
        if isinstance(self.taken, Fault):
            yield Finding(catalogue.POSITION_COUNT, self.taken.span, {"what": self.taken.what})
            return
        pairs = zip(self.taken, self.deals, strict=False)
        faults = [list(self._point_faults(taken, deal.frozen)) for taken, deal in pairs]
        for what in faults[0] if faults and all(faults) else ():
            yield Finding(catalogue.POSITION_POINTS, self.position.span, {"what": what})
        rulings = [self._against_close(taken.course) for taken in self.taken]
        if rulings and rulings[0] is not None and all(rulings):
            first = rulings[0]
            yield Finding(first.code, self.position.span, typed(first.facts), seat=first.seat)

    def _against_close(self, course: Course) -> Ruling | None:
        closed, seats = self.position.closed, self.rules.seats
        if closed is None:
            return None
        zeros = (0,) * len(self.rules.sides)
        early = course.short and self.rules.close_before_draw
        drawn = course.drawn + (seats if course.short and not early else 0)
        deal = PartialDeal(
            self.rules, NOBODY, zeros, [UNRECORDED] * self.rules.talon_size, SUITS[0], [1] * seats
        )
        deal.take_up(Midway(closed.seat, course.closed, drawn, zeros, zeros, zeros, zeros))
        deal.undrawn = early
        return deal.why_not(CLOSE_SHORT if course.short else CLOSE, closed.seat)

    # What the cards tell.

    @cached_property
    def _scale(self) -> Deal | None:
        """A deal without cards, to ask what a marriage is worth; None where no trump suit is known."""
        trump = self.record.suit
        if self.record.trump is not None:
            trump = suit_of(self.record.trump)
        elif self._talon and self._talon[-1] >= 0:
            trump = suit_of(self._talon[-1])
        return Deal.unchecked(self.rules, SEATS[0], [0] * self.rules.seats, [], trump) if trump >= 0 else None

    @cached_property
    def _lost(self) -> Cards:
        """The cards that can have been played."""
        return self.rules.deck_cards & ~_union(
            (*self._hands, mask(card for card in self._talon if card >= 0))
        )

    @cached_property
    def _marriages(self) -> list[int]:
        """What each marriage is worth that can have been announced.

        Its maker led its king or queen, unless he was the leader's partner: then he may hold both.
        """
        scale = self._scale
        suits = [suit for suit in SUITS if scale and self._may_be_announced(MARRIAGE_CARDS[suit])]
        return [scale.marriage_points(suit) for suit in suits] if scale else []

    def _may_be_announced(self, pair: Cards) -> bool:
        """Whether a marriage of these two cards can have been announced."""
        if self.rules.marriage_who is not Announcer.SIDE:
            return bool(pair & self._lost)
        return bool(pair & self._lost) or any(hand & pair == pair for hand in self._hands)

    @cached_property
    def _at_one_lead(self) -> list[int]:
        """What marriages can have brought a side at one lead: one, or of partners one each."""
        sums = {0, *self._marriages}
        if self.rules.marriage_who is Announcer.SIDE:
            sums |= {one + other for one, other in combinations(self._marriages, 2)}
        return sorted(sums)

    @cached_property
    def _announced(self) -> list[int]:
        """What marriages can have brought one side or all."""
        sums = {0}
        for points in self._marriages:
            sums |= {before + points for before in sums}
        return sorted(sums)

    def _still_held(self, taken: Taken) -> Iterator[Marriage]:
        """The marriages of partners that must have been announced, and are held whole anyway.

        Only the leader leads a card of his own. Where the card points of a side are known, each way in which
        marriages make up the rest of what is stated must hold such a one.
        """
        stated, pending = self.position.points, self.position.pending
        if self.rules.marriage_who is not Announcer.SIDE or not stated or self._scale is None:
            return
        for side in SEATS[: len(self.rules.sides)]:
            low, high = self._cards(taken, side)
            brought = stated[side] + (pending[side] if pending else 0) - low
            worth = {suit: self._scale.marriage_points(suit) for suit in SUITS if self._can_be_of(suit, side)}
            ways = [
                set(suits)
                for number in range(len(worth) + 1)
                for suits in combinations(worth, number)
                if sum(worth[suit] for suit in suits) == brought
            ]
            for suit in sorted(set.intersection(*ways)) if ways and low == high else ():
                pair = MARRIAGE_CARDS[suit]
                for seat, hand in zip(SEATS, self._hands, strict=False):
                    if hand & pair == pair:
                        yield Marriage(0, seat, suit, worth[suit])

    def _can_be_of(self, suit: Suit, side: Seat) -> bool:
        """Whether a side can have announced a marriage: no card of it is held by the others."""
        others = (hand for seat, hand in enumerate(self._hands) if self.rules.side_of[seat] != side)
        return self._may_be_announced(MARRIAGE_CARDS[suit]) and not any(
            hand & MARRIAGE_CARDS[suit] for hand in others
        )

    def _trickless(self, side: Seat) -> list[int]:
        """What marriages can have brought a side without a trick: one at the first lead counts at once."""
        rules, dealer = self.rules, self.record.dealer
        leads = dealer < 0 or side == rules.side_of[(dealer + 1) % rules.seats]
        at_once = rules.marriage_count_when is MarriageCount.AT_ONCE
        return self._at_one_lead if leads and at_once and rules.marriage_first_trick else [0]

    def _brought(self, taken: Taken, side: Seat) -> list[int]:
        """What marriages can have brought a side by its tricks."""
        if not taken.course.trick:
            return [0]
        has_tricks = taken.tricks.tricks[side] + taken.tricks.untold
        return self._announced if has_tricks else self._trickless(side)

    def _waiting(self, taken: Taken, side: Seat, frozen: Seat) -> list[int]:
        """What can wait for a trick of a side: the marriages of the one lead whose trick it lost last."""
        when = self.rules.marriage_count_when
        has_trick = taken.tricks.tricks[side] > 0 and side != frozen
        counted = when is MarriageCount.WITH_TRICK or side == self._leading
        if when is MarriageCount.AT_ONCE or not taken.course.trick or (has_trick and counted):
            return [0]
        return self._at_one_lead

    def _stated(self, side: Seat) -> int:
        return self.position.points[side] if self.position.points else 0

    def _cards(self, taken: Taken, side: Seat) -> tuple[int, int]:
        """The least and the most card points that can lie in the tricks of a side."""
        low = points_of(self._piles[side])
        if self._told[side] or not taken.tricks.tricks[side] + taken.tricks.untold:
            return low, low
        others = _union(pile for other, pile in enumerate(self._piles) if other != side)
        return low, points_of(self._lost & ~others)

    def _points(self, taken: Taken, side: Seat, frozen: Seat, waiting: int = 0) -> tuple[int, int]:
        """The least and the most points that count for a side, with those that may wait for a trick."""
        closed = self.position.closed
        if side == frozen and closed and closed.points:
            return closed.points[side], closed.points[side]
        low, high = self._cards(taken, side)
        low, high = 0 if side == frozen else low, high + self._brought(taken, side)[-1]
        if self._would_be_over(side):
            high = max(low, min(high, TARGET - 1))
        return low, high + waiting

    def _would_be_over(self, side: Seat) -> bool:
        """Whether 66 of a side would have ended the deal before the trick that was taken last."""
        by_itself = self.rules.claim_mode is ClaimMode.AUTO and self.rules.marriage_out_without_lead
        return by_itself and side != self._leading

    def _midway(self, taken: Taken, frozen: Seat = NOBODY) -> Midway:
        position, course = self.position, taken.course
        zeros = (0,) * len(self.rules.sides)
        points, slack = position.points, zeros
        if not points:
            sides = SEATS[: len(zeros)]
            waiting = [self._waiting(taken, side, frozen)[-1] for side in sides]
            bounds = [self._points(taken, side, frozen, waiting[side]) for side in sides]
            points = tuple(low for low, _ in bounds)
            slack = tuple(high - low for low, high in bounds)
        middle = Midway(
            position.lead,
            course.trick,
            course.drawn,
            points,
            slack,
            position.pending or zeros,
            taken.tricks.tricks,
            taken.tricks.untold,
            self._gone,
            marriages=tuple(self._still_held(taken)),
        )
        if not position.closed or not taken.before:
            return middle
        had, more = position.closed.points, zeros
        if not had:
            since = course.trick > course.closed
            had = tuple(0 if since and seat != frozen else low for seat, low in enumerate(points))
            tops = list(map(sum, zip(points, slack, strict=True)))
            for seat, tricks in zip(SEATS, taken.before.tricks, strict=False):
                if not tricks + taken.before.untold:
                    tops[seat] = max(had[seat], min(tops[seat], self._trickless(seat)[-1]))
            more = tuple(high - low for high, low in zip(tops, had, strict=True))
        return middle._replace(
            closer=position.closed.seat,
            close_points=had,
            close_slack=more,
            close_tricks=taken.before.tricks,
            close_untold=taken.before.untold,
        )

    # What contradicts itself.

    def _point_faults(self, taken: Taken, frozen: Seat) -> Iterator[Phrase]:
        """What is wrong with the points that are stated."""
        for side, points in zip(SEATS, self.position.points, strict=False):
            fit = self._fitting(taken, side, frozen)
            if points not in fit:
                yield misfit(_HAS, points, fit, self.rules.sides[side])
        yield from self._sum_faults(taken, frozen)
        yield from self._end_faults(taken, frozen)
        yield from self._close_faults(taken)
        for side, points in zip(SEATS, self.position.pending, strict=False):
            waiting = self._waiting(taken, side, frozen)
            if points not in waiting:
                yield misfit(_WAIT, points, waiting, self.rules.sides[side])

    def _fitting(self, taken: Taken, side: Seat, frozen: Seat) -> range | list[int]:
        """The card points that a side can have."""
        low, high = self._cards(taken, side)
        if low < high or side == frozen or self._would_be_over(side):
            low, high = self._points(taken, side, frozen)
            return range(low, high + 1)
        return [low + more for more in self._brought(taken, side)]

    def _sum_faults(self, taken: Taken, frozen: Seat) -> Iterator[Phrase]:
        """What is wrong with the points of all seats together, where all cards in tricks are known."""
        stated = self.position.points
        sums = self._announced if taken.course.trick else [0]
        cards = taken.course.trick * self.rules.seats
        for gone in {self._gone, self._lost} if stated and frozen < 0 else ():
            fit = [points_of(gone) + more for more in sums]
            if gone.bit_count() == cards and sum(stated) not in fit:
                yield misfit(_ALL, sum(stated), fit)

    def _end_faults(self, taken: Taken, frozen: Seat) -> Iterator[Phrase]:
        """What is wrong where 66 must have ended the deal automatically, and it goes on."""
        by_itself = self.rules.claim_mode is ClaimMode.AUTO and not self.position.points and frozen < 0
        if not by_itself or not any(ply.plays for trick in self.record.tricks for ply in trick.plies):
            return
        gone = self._lost if self._lost.bit_count() == taken.course.trick * self.rules.seats else self._gone
        most = [min(TARGET - 1, self._cards(taken, side)[1]) for side in SEATS[: len(self.rules.sides)]]
        for side, points in zip(SEATS, most, strict=False):
            least = points_of(gone) - (sum(most) - points)
            if least >= TARGET:
                yield misfit(_GOES_ON, least, range(TARGET), self.rules.sides[side])

    def _close_faults(self, taken: Taken) -> Iterator[Phrase]:
        """What is wrong with the points that each seat is stated to have had at the close."""
        stated, closed = self.position.points, self.position.closed
        for seat, before in zip(SEATS, closed.points if closed else (), strict=False):
            most = stated[seat] if stated else before
            fit: range | list[int] = range(most + 1)
            if taken.before and not taken.before.tricks[seat] + taken.before.untold:
                fit = [points for points in self._trickless(seat) if points <= most]
            if before not in fit:
                yield misfit(_HAD, before, fit, seat)


def _known(holding: Holding) -> Cards:
    return mask(card for card in holding.cards if card >= 0)


def _union(sets: Iterable[Cards]) -> Cards:
    found = 0
    for cards in sets:
        found |= cards
    return found
