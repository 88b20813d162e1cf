"""The steps of a deal as somebody at the table sees them: what was done, and what lies where behind it.

Made from the moments that the referee has played through. A trick lies on the table until the next
action; drawing, the points of the last trick and the end of the deal are steps of their own. What nobody
judged is laid out as it is written; nothing is decided here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from notation.judge import DealJudgement, Event, Moment, moments
from notation.record import (
    NOBODY,
    NOWHERE,
    UNNUMBERED,
    UNRECORDED,
    DealRecord,
    Note,
    Ply,
    Span,
    Variation,
    in_order,
)
from notation.replay import varied
from notation.rulings import Account, Place, Situation, situation
from referee import Card, Deal, Reason, Suit, actions, rank_of, suit_of


class Kind(Enum):
    """What a step does; of actions that nobody judged, whether they stand after the end of the deal."""

    START = "start"
    PLAY = "play"
    DRAW = "draw"
    MARRIAGE = "marriage"
    EXCHANGE = "exchange"
    CLOSE = "close"
    CLAIM = "claim"
    RESIGN = "resign"
    BONUS = "bonus"
    END = "end"
    STOP = "stop"
    WRITTEN = "written"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies where: hands by seat, the talon from the top, the trick on the table, the tricks won.

    ``unseen`` counts the cards of each hand that are not known; a talon holds -1 for one. ``taker`` is who
    takes the trick that lies complete, ``closer`` who closed the talon, else -1. A deal that could not be
    judged has no points, and a card of its tricks may lie there without a seat, -1.
    """

    hands: tuple[tuple[Card, ...], ...]
    unseen: tuple[int, ...]
    talon: tuple[Card, ...]
    trick: tuple[tuple[int, Card], ...]
    won: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]
    slack: tuple[int, ...]
    pending: tuple[int, ...]
    turn: int
    taker: int = -1
    closer: int = -1
    twice: tuple[Card, ...] = ()
    """Cards that are written in several places, so that nobody could judge the deal."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: in which trick, what was done by whom, and the layout behind it."""

    kind: Kind
    trick: int
    layout: Layout
    seat: int = -1
    event: Event | None = None
    notes: tuple[Note, ...] = ()
    lines: "tuple[tuple[Step, ...], ...]" = ()
    """The variations that stand behind the action, each from the action that it puts in its place."""
    span: Span = NOWHERE
    """Where it is written: the action, the result of a deal that ends, what is judged no further."""
    instead: Situation | None = None
    """How the deal stood before an action against the rules, and so what was allowed in its place."""
    came_to: DealJudgement | None = None
    """At the end, what the deal or the variation came to."""


def steps(account: Account) -> tuple[Step, ...]:
    """Every step of a deal; none where neither cards nor tricks are written."""
    return tuple(_Stepping(account).steps(account.deal, account.deal.stopped))


def trump_of(account: Account) -> Suit:
    """The trump suit of a deal, as it was judged or else as it is written; -1 where it is not known."""
    if account.moments:
        return account.moments[0].deal.trump
    record = account.record
    turn_up = record.trump
    if turn_up is None and record.talon and record.talon.is_whole:
        turn_up = record.talon.cards[-1]
    return suit_of(turn_up) if turn_up is not None and turn_up >= 0 else record.suit


def won_before(seats: int, record: DealRecord) -> list[list[Card]]:
    """The tricks of each seat when a deal is taken up: their cards, -1 for one that is not known."""
    won: list[list[Card]] = [[] for _ in range(seats)]
    position = record.position
    for seat, tricks in enumerate(position.tricks if position else ()):
        won[seat] = [UNRECORDED] * (tricks * seats)
    for seat, pile in position.won if position else ():
        if seat >= 0:
            won[seat] = [max(card, UNRECORDED) for card in pile.cards]
    return won


def _same(written: Ply, played: Ply) -> bool:
    """Whether an action that is written is one that was played; it may have been played at another place."""
    return written is played or written.span == played.span != NOWHERE


class _Stepping:
    """Turns moments into steps."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._rules = account.rules
        self._record = account.record
        self._coming = list(_numbered(self._record))
        """The actions that no step has yet, each with the number of its trick."""
        self._trick: list[tuple[int, Card]] = []
        # A position that cannot be judged may name seats that are not there.
        self._won = won_before(self._rules.seats, self._record) if account.moments else []
        self._bonus = [0] * self._rules.seats

    def steps(self, came_to: DealJudgement | None, stopped: bool) -> list[Step]:
        """All steps, the end included where it is known what the deal came to."""
        seen = self._account.moments
        found = self._played() if seen else self._as_written()
        if not found:
            return []
        over = bool(seen) and seen[-1].deal.over
        if seen and stopped and not over:
            found.append(self._stop(seen[-1]))
        self._clear()
        layout = self._layout(seen[-1].deal) if seen else found[-1].layout
        rest = list(_written(Kind.AFTER if over else Kind.WRITTEN, layout, found[-1].trick, self._coming))
        found += rest
        if came_to:
            found.append(self._end(came_to, found[-1].trick, rest[-1].layout if rest else layout))
        return found

    def _played(self) -> list[Step]:
        """The steps that were judged."""
        found: list[Step] = []
        before: Moment | None = None
        for now in self._account.moments:
            if before is None:
                found.append(Step(Kind.START, now.trick, self._layout(now.deal)))
            elif now.event:
                skipped = self._up_to(now.event.ply)
                found += _written(Kind.AFTER, found[-1].layout, found[-1].trick, skipped)
                found += self._done(before, now, now.event)
            elif now.deal.drawn > before.deal.drawn:
                self._clear()
                found.append(Step(Kind.DRAW, now.deal.trick, self._layout(now.deal), now.deal.leader))
            elif now.deal.over and not before.deal.over:
                found += self._last_trick(now)
            before = now
        return found

    def _up_to(self, ply: Ply) -> list[tuple[int, Ply]]:
        """The actions before one that no step has and none will have; they and itself are behind then."""
        at = next((at for at, (_, coming) in enumerate(self._coming) if _same(coming, ply)), None)
        if at is None:  # a marriage that is written as a note
            return []
        played = [moment.event.ply for moment in self._account.moments if moment.event]
        ahead = [any(_same(coming, each) for each in played) for _, coming in self._coming[:at]]
        skipped = [each for each, comes in zip(self._coming, ahead, strict=False) if not comes]
        later = [each for each, comes in zip(self._coming, ahead, strict=False) if comes]
        self._coming = later + self._coming[at + 1 :]
        return skipped

    def _as_written(self) -> list[Step]:
        """The start of a deal that could not be judged; nothing where no cards and no tricks are written."""
        layout = _laid_out(self._rules.seats, self._record)
        if not (self._coming or layout.talon or any(layout.hands) or any(layout.unseen)):
            return []
        return [Step(Kind.START, self._coming[0][0] if self._coming else 1, layout)]

    def _last_trick(self, now: Moment) -> Iterator[Step]:
        """The points of the last trick, which count once the deal is settled."""
        result = now.deal.result
        for seat, points in enumerate(result.card_points if result else ()):
            if points > now.deal.points[seat]:
                self._clear()
                self._bonus[seat] = points - now.deal.points[seat]
                yield Step(Kind.BONUS, now.trick, self._layout(now.deal), seat)

    def _end(self, came_to: DealJudgement, trick: int, layout: Layout) -> Step:
        """The end, with the points as they were judged."""
        if came_to.card_points and layout.points:
            slack = (0,) * len(came_to.card_points)
            layout = replace(layout, points=came_to.card_points, slack=slack)
        span = self._record.result.span if self._record.result else NOWHERE
        return Step(Kind.END, trick, replace(layout, turn=NOBODY), span=span, came_to=came_to)

    def _stop(self, last: Moment) -> Step:
        """The step at which nothing is judged any more, at the first action that was not."""
        span = self._coming[0][1].span if self._coming else NOWHERE
        self._clear()
        return Step(Kind.STOP, last.trick, self._layout(last.deal), span=span, instead=self._instead(last))

    def _instead(self, before: Moment) -> Situation | None:
        """How the deal stood at a moment; None where nobody can tell."""
        found = situation(self._account, Place(before.trick, before.action))
        return found if isinstance(found, Situation) else None

    def _done(self, before: Moment, now: Moment, event: Event) -> Iterator[Step]:
        """The step of an action, and those of the draw or the bonus which follow a trick."""
        deal, seat, trick = now.deal, event.seat, now.trick
        lines = tuple(self._lines(event))
        instead = self._instead(before) if event.ruling else None
        self._clear()
        ends = deal.over and not before.deal.over
        if not event.ply.plays:
            claimed_with = deal.result is not None and deal.result.reason is Reason.OUT
            if ends and claimed_with:
                yield from self._last_trick(now)
            yield Step(
                _KINDS.get(event.ply.action, Kind.MARRIAGE),
                trick,
                self._layout(deal),
                seat,
                event,
                event.ply.notes,
                lines,
                event.ply.span,
                instead,
            )
            if ends and not claimed_with:
                yield from self._last_trick(now)
            return
        self._trick.append((seat, event.card))
        complete = len(self._trick) == self._rules.seats
        layout = self._layout(deal, deal.leader if complete and deal.lead < 0 else -1)
        drawn = deal.talon[before.deal.drawn : deal.drawn]
        if drawn:
            hands = tuple(tuple(card for card in hand if card not in drawn) for hand in layout.hands)
            more = len(drawn) // self._rules.seats
            sizes = (len(hand) + unknown for hand, unknown in zip(layout.hands, layout.unseen, strict=True))
            unseen = tuple(size - more - len(hand) for size, hand in zip(sizes, hands, strict=True))
            layout = replace(layout, hands=hands, unseen=unseen, talon=tuple(deal.talon[before.deal.drawn :]))
        notes, span = event.ply.notes, event.ply.span
        yield Step(Kind.PLAY, trick, layout, seat, event, notes, lines, span, instead)
        if drawn:
            self._clear()
            yield Step(Kind.DRAW, trick, self._layout(deal), deal.leader)
        if ends:
            yield from self._last_trick(now)

    def _clear(self) -> None:
        """The trick that lies complete goes to who took it."""
        if self._trick and len(self._trick) == self._rules.seats:
            self._won[self._taker].extend(card for _, card in self._trick)
            self._trick = []

    _taker = -1

    def _layout(self, deal: Deal, taker: int = -1) -> Layout:
        if taker >= 0:
            self._taker = taker
        return Layout(
            tuple(tuple(in_order(hand)) for hand in deal.hands),
            tuple(deal.unseen),
            tuple(deal.talon[deal.drawn :]),
            tuple(self._trick),
            tuple(map(tuple, self._won)),
            tuple(points + bonus for points, bonus in zip(deal.points, self._bonus, strict=True)),
            tuple(deal.slack),
            tuple(deal.pending),
            NOBODY if deal.over else deal.turn,
            taker,
            deal.closer,
        )

    def _lines(self, event: Event) -> Iterator[tuple[Step, ...]]:
        judged = iter(event.variations)
        for note in event.ply.notes:
            if isinstance(note, Variation) and note.tricks:
                record = _with_line(self._record, event.ply, note)
                plies = {id(ply) for trick in note.tricks for ply in trick.plies}
                line = self._steps_of(record, next(judged, None)) if record else []
                first = next(
                    (at for at, step in enumerate(line) if step.event and id(step.event.ply) in plies), None
                )
                if first is not None:
                    yield tuple(line[first:])

    def _steps_of(self, record: DealRecord, came_to: DealJudgement | None) -> list[Step]:
        """The steps of another line of play in this deal, with the end of one that was decided."""
        seen = tuple(moments(self._rules, record))
        if came_to and came_to.result:
            came_to = replace(came_to, game_points=came_to.result.game_points)
        else:
            came_to = None
        stepping = _Stepping(replace(self._account, record=record, moments=seen))
        return stepping.steps(came_to, stopped=False)


_KINDS = {
    actions.EXCHANGE: Kind.EXCHANGE,
    actions.CLOSE: Kind.CLOSE,
    actions.CLOSE_SHORT: Kind.CLOSE,
    actions.OUT: Kind.CLAIM,
    actions.RESIGN: Kind.RESIGN,
}


def _with_line(record: DealRecord, ply: Ply, line: Variation) -> DealRecord | None:
    """A deal as if it had gone the way of a variation that stands behind an action."""
    for index, trick in enumerate(record.tricks):
        for order, done in enumerate(trick.plies):
            if done is ply:
                return varied(record, index, order, line)
    return None


# What nobody judged.


def _numbered(record: DealRecord) -> Iterator[tuple[int, Ply]]:
    """The actions of a deal as they are written, each with the number of its trick."""
    number = 1
    for trick in record.tricks:
        number = trick.number if trick.number != UNNUMBERED else number
        for ply in trick.plies:
            yield number, ply


def _laid_out(seats: int, record: DealRecord) -> Layout:
    """The cards of a deal where they are written; which of them have been drawn or won, nobody judged."""
    hands: list[list[Card]] = [[] for _ in range(seats)]
    unseen = [0] * seats
    for seat, hand in record.hands:
        if seat < seats:
            hands[seat] += (card for card in hand.cards if card >= 0)
            unseen[seat] += sum(card < 0 for card in hand.cards)
    talon = tuple(max(card, UNRECORDED) for card in record.talon.cards) if record.talon else ()
    if not talon and record.trump is not None:
        talon = (record.trump,)
    number = Counter(card for cards in (*hands, talon) for card in cards if card >= 0)
    return Layout(
        tuple(tuple(sorted(hand, key=lambda card: (suit_of(card), -rank_of(card)))) for hand in hands),
        tuple(unseen),
        talon,
        trick=(),
        won=((),) * seats,
        points=(),
        slack=(),
        pending=(),
        turn=NOBODY,
        twice=tuple(card for card in sorted(number) if number[card] > 1),
    )


def _written(kind: Kind, layout: Layout, trick: int, plies: Iterable[tuple[int, Ply]]) -> Iterator[Step]:
    """The steps of actions that nobody judged, from how the deal lay in the middle of some trick.

    A card leaves the only hand in which it is written, or that of whom the record names, and lies in the
    middle until the next trick begins. After an exchange another may hold it than it was dealt to.
    """
    exchanged = False
    for number, ply in plies:
        exchanged |= ply.action == actions.EXCHANGE
        if ply.action == actions.DRAW:
            continue
        layout = replace(layout, turn=NOBODY, taker=NOBODY)
        seat = ply.seat if ply.seat < len(layout.hands) else NOBODY
        card = max(ply.action, UNRECORDED)
        if ply.plays:
            if number != trick or len(layout.trick) == len(layout.hands):
                layout = replace(layout, trick=())
            holders = [holder for holder, hand in enumerate(layout.hands) if card in hand]
            holder = holders[0] if len(holders) == 1 else seat
            hands = [
                tuple(held for held in hand if held != card) if place == holder else hand
                for place, hand in enumerate(layout.hands)
            ]
            seat = holder if seat == NOBODY and not exchanged else seat
            layout = replace(layout, hands=tuple(hands), trick=(*layout.trick, (seat, card)))
        trick = number
        event = Event(ply, seat, layout.points, card=card)
        yield Step(kind, number, layout, seat, event, ply.notes, span=ply.span)
