"""The steps of a deal as somebody at the table sees them: what was done, and what lies where behind it.

Made from the moments that the referee has played through. A trick lies on the table until the next
action, and drawing is a step of its own; nothing is decided here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from notation.accounts import Account
from notation.deals import Moment, moments
from notation.judgement import Event
from notation.lines import varied
from notation.record import NOWHERE, UNRECORDED, DealRecord, Note, Ply, Span, Variation
from notation.situations import Place, Situation, situation
from notation.words import in_order
from referee import actions
from referee.cards import Card
from referee.deal import Deal


class Kind(Enum):
    """What a step does."""

    START = "start"
    PLAY = "play"
    DRAW = "draw"
    MARRIAGE = "marriage"
    EXCHANGE = "exchange"
    CLOSE = "close"
    CLAIM = "claim"
    RESIGN = "resign"
    END = "end"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies where: hands by seat, the talon from the top, the trick on the table, the tricks won.

    ``unseen`` counts the cards of each hand that are not known; a talon holds -1 for one. ``taker`` is who
    takes the trick that lies complete, ``closer`` who closed the talon, else -1.
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


def steps(account: Account) -> tuple[Step, ...]:
    """Every step of a deal; none where its play cannot be judged at all."""
    return tuple(_Stepping(account).steps(account.deal.stopped))


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


class _Stepping:
    """Turns moments into steps."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._rules = account.rules
        self._record = account.record
        self._trick: list[tuple[int, Card]] = []
        # A position that cannot be judged may name seats that are not there.
        self._won = won_before(self._rules.seats, self._record) if account.moments else []

    def steps(self, stopped: bool) -> list[Step]:
        found: list[Step] = []
        before: Moment | None = None
        for now in self._account.moments:
            if before is None:
                found.append(Step(Kind.START, now.trick, self._layout(now.deal)))
            elif now.event and now.event.ply.action == actions.DRAW:
                notes = (*found[-1].notes, *now.event.ply.notes)
                found[-1] = replace(found[-1], notes=notes)
            elif now.event:
                found += self._done(before, now, now.event)
            elif now.deal.drawn > before.deal.drawn:
                self._clear()
                found.append(Step(Kind.DRAW, now.deal.trick, self._layout(now.deal), now.deal.leader))
            elif now.deal.over and not before.deal.over:
                self._clear()
                span = self._record.result.span if self._record.result else NOWHERE
                found.append(Step(Kind.END, now.trick, self._layout(now.deal), span=span))
            before = now
        if before and stopped and not before.deal.over:
            found.append(self._stop(before))
        return found

    def _stop(self, last: Moment) -> Step:
        """The step at which nothing is judged any more, at the first action that was not."""
        done = {id(moment.event.ply) for moment in self._account.moments if moment.event}
        plies = [ply for trick in self._record.tricks for ply in trick.plies]
        since = max((index for index, ply in enumerate(plies) if id(ply) in done), default=-1) + 1
        span = plies[since].span if since < len(plies) else NOWHERE
        self._clear()
        return Step(Kind.STOP, last.trick, self._layout(last.deal), span=span, instead=self._instead(last))

    def _instead(self, before: Moment) -> Situation | None:
        """How the deal stood at a moment; None where nobody can tell."""
        found = situation(self._account, Place(before.trick, before.action))
        return found if isinstance(found, Situation) else None

    def _done(self, before: Moment, now: Moment, event: Event) -> Iterator[Step]:
        """The step of an action, and that of the draw which follows a trick."""
        deal, seat, trick = now.deal, event.seat, now.trick
        lines = tuple(self._lines(event))
        instead = self._instead(before) if event.ruling else None
        if self._trick and len(self._trick) == self._rules.seats:
            self._clear()
        if not event.ply.plays:
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
            tuple(deal.points),
            tuple(deal.slack),
            tuple(deal.pending),
            deal.turn,
            taker,
            deal.closer,
        )

    def _lines(self, event: Event) -> Iterator[tuple[Step, ...]]:
        for note in event.ply.notes:
            if isinstance(note, Variation) and note.tricks:
                record = _with_line(self._record, event.ply, note)
                plies = {id(ply) for trick in note.tricks for ply in trick.plies}
                line = self._steps_of(record) if record else []
                first = next(
                    (at for at, step in enumerate(line) if step.event and id(step.event.ply) in plies), None
                )
                if first is not None:
                    yield tuple(line[first:])

    def _steps_of(self, record: DealRecord) -> list[Step]:
        """The steps of another line of play in this deal."""
        seen = tuple(moments(self._rules, record))
        return _Stepping(replace(self._account, record=record, moments=seen)).steps(stopped=False)


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
