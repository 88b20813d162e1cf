"""A deal as seen at the table, frame by frame: what was done, and where the cards are after it.

Built from the steps that the referee has played. A trick stays on the table until the next action; drawing,
the points of the last trick and the end of the deal have separate frames. Unjudged actions are shown as
written; nothing is decided here. Long, because a frame is made of what was judged, written, noted and found.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property, partial
from typing import NamedTuple

from notation.findings.finding import Finding
from notation.judge.deal import Step, replay
from notation.judge.judgement import DealJudgement, Event
from notation.record.model import (
    LAID_AWAY,
    NOBODY,
    NOWHERE,
    UNKNOWN_NUMBER,
    UNRECORDED,
    DealRecord,
    Note,
    Ply,
    Span,
    Trick,
    Variation,
)
from notation.record.path import Path
from notation.record.placeholders import among_of, half_card
from notation.record.traversal import first_trick, line_at, plies_of, walk, walk_deal
from notation.record.words import in_order
from notation.replay.steps import ReplayedDeal
from referee import actions
from referee.cards import BIT, SEATS, Card, Cards, Seat, Suit, mask, rank_of, suit_of
from referee.deal import Deal
from referee.legality import idler
from referee.rules import RuleSet
from referee.state import Marriage, Reason

_Numbered = tuple[Path, int, bool, Ply]
"""An action, its address, the least number that its trick can have, and whether that is its number."""


class FrameKind(Enum):
    """The event that a frame shows; for unjudged actions, whether they follow the end of the deal."""

    START = "start"
    OPENING = "opening"
    DISCARD = "discard"
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


class Layout(NamedTuple):
    """Where the cards are: hands by seat, the talon from the top, the trick on the table, tricks won.

    ``unseen`` counts the unknown cards of each hand; an unknown card in the talon is -1. ``taker`` is the
    winner of a complete trick on the table, ``closer`` the player who closed the talon, or -1. A deal that
    could not be judged has no points, and the seat of a card in its tricks may be unknown, -1. Tricks won and
    points are by side.
    """

    hands: tuple[tuple[Card, ...], ...]
    unseen: tuple[int, ...]
    talon: tuple[Card, ...]
    trick: tuple[tuple[int, Card], ...]
    won: tuple[tuple[Card, ...], ...]
    points: tuple[int, ...]
    slack: tuple[int, ...]
    pending: tuple[int, ...]
    turn: Seat
    taker: Seat = NOBODY
    closer: Seat = NOBODY
    twice: tuple[Card, ...] = ()
    """Cards that are recorded in several places, so that the deal could not be judged."""
    marriages: tuple[Marriage, ...] = ()
    """The marriages announced so far."""
    half: tuple[tuple[Card, ...], ...] = ()
    """By seat, those of the unknown cards in the hand that are half known (:func:`half_card`)."""
    unsure: Cards = 0
    """The cards in hands of which the scribe was unsure."""
    idle: Seat = NOBODY
    """The seat that takes no part in the play of the contract."""

    @property
    def players(self) -> int:
        """How many seats play to a trick."""
        return len(self.hands) - (self.idle >= 0)

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Return the cards of a hand as they are shown: known, half known, unknown."""
        half = self.half[seat] if self.half else ()
        if not (half or self.unsure or self.unseen[seat]):
            return self.hands[seat]
        known = (half_card(BIT[card]) if self.unsure & BIT[card] else card for card in self.hands[seat])
        return (*known, *half, *[UNRECORDED] * (self.unseen[seat] - len(half)))


class BeforeBreach(NamedTuple):
    """A line of play with its steps up to a breach of the rules, or to the end of what is judged."""

    record: DealRecord
    steps: tuple[Step, ...]


class Frame(NamedTuple):
    """One frame of a deal: the trick, the action and its player, and the layout after it."""

    kind: FrameKind
    trick: int
    layout: Layout
    seat: Seat = NOBODY
    event: Event | None = None
    notes: tuple[Note, ...] = ()
    lines: "tuple[tuple[Frame, ...], ...]" = ()
    """The variations of the action, each starting with the action that replaces it."""
    span: Span = NOWHERE
    """The span of the action, of the result at the end, or of what is not judged."""
    path: Path | None = None
    """The address of the action in the deal as written; None if it is not recorded there."""
    breach: BeforeBreach | None = None
    """The play up to an action against the rules, and so what was allowed instead."""
    came_to: DealJudgement | None = None
    """At the end, the result of the deal or the variation."""
    findings: tuple[Finding, ...] = ()
    steps: int = 0
    """The number of steps of its line of play so far; 0 if it shows unjudged play."""
    is_numbered: bool = True
    """Whether the number of the trick is known; otherwise it is the least that it can be."""

    @property
    def trick_number(self) -> int | str:
        """The number of the trick, or a question mark."""
        return self.trick if self.is_numbered else "?"

    def is_own(self, finding: Finding) -> bool:
        """Return whether a finding is about the action of the frame, or about why judging stops there."""
        return (0, 0) < self.span[:2] == finding.span[:2]


def frames(deal: ReplayedDeal) -> tuple[Frame, ...]:
    """Return every frame of a deal with its notes and findings; none without cards and tricks.

    Notes and findings at an action belong to its frame; all others to the last frame before them in the text.
    """
    line = _FrameMaker(deal, Path(), Path()).frames(deal.deal, deal.deal.stopped)
    if not line:
        return ()
    framed = set(_paths(line))
    notes = [(span, note) for path, span, note in _noted(deal) if path not in framed]
    return _with_belongings(line, [*notes, *((finding.span, finding) for finding in findings_of(deal))])


def layout_at_start(deal: ReplayedDeal) -> Layout:
    """Return the layout before the first action of a deal whose play could be judged."""
    return _FrameMaker(deal, Path(), Path()).layout(deal.played[0].after)


def findings_of(deal: ReplayedDeal) -> list[Finding]:
    """Return the findings about a deal; with the first of a game, those before all deals."""
    found = deal.findings
    draft = deal.judgement.game.draft
    if deal.number > 1 or draft is None:
        return found
    first = draft.deals[0].span[:2]
    return [*(each for each in deal.judgement.findings if not each.deal and each.span[:2] < first), *found]


def notes_of(deal: ReplayedDeal) -> list[Note]:
    """Return every note in a deal except variations; with the first of a game, those before all deals."""
    return [note for *_, note in _noted(deal)]


def trump_of(deal: ReplayedDeal) -> Suit:
    """Return the trump suit of a deal as judged, otherwise as written; -1 if none is known."""
    return deal.played[-1].after.trump if deal.played else trump_written(deal.record)


def trump_written(record: DealRecord) -> Suit:
    """Return the trump suit of a deal as written; -1 if it is not known."""
    turn_up = record.trump
    if turn_up is None and record.talon and record.talon.is_whole:
        turn_up = record.talon.cards[-1]
    return suit_of(turn_up) if turn_up is not None and turn_up >= 0 else record.suit


def won_before(rules: RuleSet, record: DealRecord) -> list[list[Card]]:
    """Return the tricks each side has won before a position: their cards, -1 for an unknown one."""
    won: list[list[Card]] = [[] for _ in rules.sides]
    position = record.position
    for seat, pile in position.won if position else ():
        if seat >= 0:
            won[rules.side_of[seat]] += [max(card, UNRECORDED) for card in pile.cards]
    for side, tricks in enumerate(position.tricks if position else ()):
        won[side] = won[side] or [UNRECORDED] * (tricks * rules.seats)
    return won


class _RememberedCards:
    """What is remembered of cards in hands and talon, as far as a deal has come.

    A half known card is shown until it may have been one that has come to light: then nobody can tell whether
    it is still there.
    """

    def __init__(self, rules: RuleSet, record: DealRecord) -> None:
        hands = dict(record.hands)
        self._half = [hands[seat].among if seat in hands else () for seat in SEATS[: rules.seats]]
        self._recorded = mask([card for holding in record.holdings for card in holding.cards if card >= 0])
        self._shown = [0] * rules.seats
        self._deck = rules.deck_cards
        talon = record.talon.shown if record.talon else ()
        self._half_in_talon = [
            (place, shown) for place, shown in enumerate(reversed(talon), start=1) if among_of(shown)
        ]
        """The half known cards of the talon, by their places from below."""
        self.unsure = _unsure(record)

    def done(self, event: Event, deal: Deal) -> None:
        """Take note of a card that has left a hand."""
        if event.ply.action == actions.EXCHANGE:
            self._shown[event.seat] |= deal.lowest_of_trumps
        elif event.ply.plays:
            self._shown[event.seat] |= BIT[event.card] if event.card >= 0 else event.ply.among or self._deck

    def hands(self, deal: Deal) -> tuple[tuple[Card, ...], ...]:
        """Return the half known cards that are certainly in each hand."""
        if not any(self._half):
            return ()
        held = []
        for half, shown, hand, unseen in zip(self._half, self._shown, deal.hands, deal.unseen, strict=True):
            light = (shown | hand) & ~self._recorded
            left = [among for _, among in half if not among & light]
            held.append(tuple(map(half_card, left)) if len(left) <= unseen else ())
        return tuple(held)

    def talon(self, deal: Deal, drawn: int) -> tuple[Card, ...]:
        """Return the talon from a card on."""
        cards = deal.talon[drawn:]
        for place, shown in self._half_in_talon:
            if place <= len(cards) and (cards[-place] < 0 or among_of(shown) == BIT[cards[-place]]):
                cards[-place] = shown
        return tuple(cards)


class _FrameMaker:
    """Makes frames of the steps of a line of play, with variations of its actions from a certain one on."""

    def __init__(self, deal: ReplayedDeal, line: Path, since: Path) -> None:
        self._deal = deal
        self._rules = deal.rules
        self._record = deal.record
        self._steps = deal.played
        self._line = line
        self._since = since
        self._trick: list[tuple[int, Card]] = []
        # A position that cannot be judged may name seats that do not exist.
        self._won = won_before(self._rules, self._record) if self._steps else []
        self._bonus = [0] * len(self._rules.sides)
        self._remembered = _RememberedCards(self._rules, self._record)

    @cached_property
    def _coming(self) -> list[_Numbered]:
        """The actions without a frame so far."""
        return list(_numbered(self._record))

    @cached_property
    def _plies(self) -> dict[Path, Ply]:
        return dict(plies_of(self._record))

    @cached_property
    def _played(self) -> set[Path | None]:
        return {step.written for step in self._steps}

    def frames(self, came_to: DealJudgement | None, stopped: bool) -> list[Frame]:
        """Return all frames, including the end if the result of the deal is known."""
        last = self._steps[-1] if self._steps else None
        found = self._as_played() if last else self._as_written()
        if not found:
            return []
        over = last is not None and last.after.over
        if last and stopped and not over:
            found.append(self._stop(last))
        self._clear()
        layout = self.layout(last.after) if last else found[-1].layout
        rest = list(self._unjudged(FrameKind.AFTER if over else FrameKind.WRITTEN, layout, found[-1].trick))
        found += rest
        if came_to:
            found.append(self._end(came_to, found[-1].trick, rest[-1].layout if rest else layout))
        return found

    def _as_played(self) -> list[Frame]:
        first, *others = self._steps
        found = [Frame(FrameKind.START, first.path.trick, self.layout(first.after), steps=1)]
        for count, step in enumerate(others, start=1):
            before, after = step.before, step.after
            made: Iterable[Frame] = ()
            if step.event:
                skipped = self._up_to(step.written)
                found += self._unjudged(FrameKind.AFTER, found[-1].layout, found[-1].trick, skipped)
                made = self._done(step, step.event, count)
            elif after.drawn > before.drawn:
                self._clear()
                made = [self._draw(after.trick, after, count)]
            elif after.over and not before.over:
                made = self._last_trick(step, count)
            found += made
        return found

    def _up_to(self, written: Path | None) -> list[_Numbered]:
        """Remove and return the actions up to this one that have no frame and will get none."""
        at = next((at for at, (path, *_) in enumerate(self._coming) if path == written), None)
        if at is None:  # a marriage that is written as a note
            return []
        skipped = [each for each in self._coming[:at] if each[0] not in self._played]
        later = [each for each in self._coming[:at] if each[0] in self._played]
        self._coming = later + self._coming[at + 1 :]
        return skipped

    def _as_written(self) -> list[Frame]:
        """Return the start of a deal that could not be judged; nothing without cards and tricks."""
        layout = _laid_out(self._rules, self._record)
        if not (self._coming or layout.talon or any(layout.hands) or any(layout.unseen)):
            return []
        return [Frame(FrameKind.START, self._coming[0][1] if self._coming else 1, layout)]

    def _draw(self, trick: int, deal: Deal, before: int) -> Frame:
        """Return the frame of drawing, which so many steps of its line of play are before."""
        return Frame(FrameKind.DRAW, trick, self.layout(deal), deal.leader, steps=before + 1)

    def _last_trick(self, step: Step, before: int) -> Iterator[Frame]:
        """Yield the frame of the points for the last trick, which count once the deal is settled."""
        deal = step.after
        for side, points in enumerate(deal.result.card_points if deal.result else ()):
            if points > deal.own_points[side]:
                self._clear()
                self._bonus[side] = points - deal.own_points[side]
                layout = self.layout(deal)
                yield Frame(FrameKind.BONUS, step.path.trick, layout, deal.leader, steps=before + 1)

    def _end(self, came_to: DealJudgement, trick: int, layout: Layout) -> Frame:
        """Return the last frame, with the points as judged."""
        if came_to.card_points and layout.points:
            slack = (0,) * len(came_to.card_points)
            layout = layout._replace(points=came_to.card_points, slack=slack)
        span = self._record.result.span if self._record.result else NOWHERE
        shown = layout._replace(turn=NOBODY)
        return Frame(FrameKind.END, trick, shown, span=span, came_to=came_to, steps=len(self._steps))

    def _stop(self, last: Step) -> Frame:
        """Return the frame at which judging stops, at the first action that was not judged."""
        span = self._coming[0][-1].span if self._coming else NOWHERE
        self._clear()
        breach = BeforeBreach(self._record, self._steps)
        layout = self.layout(last.after)
        return Frame(
            FrameKind.STOP, last.path.trick, layout, span=span, breach=breach, steps=len(self._steps)
        )

    def _done(self, step: Step, event: Event, count: int) -> Iterator[Frame]:
        """Yield the frame of an action after so many steps, and those of the draw or bonus after a trick."""
        before, deal = step.before, step.after
        framed = partial(
            Frame,
            trick=step.path.trick,
            seat=event.seat,
            event=event,
            notes=event.ply.notes,
            lines=tuple(self._lines(step.written, event)),
            span=event.ply.span,
            path=step.written and self._address(step.written),
            breach=BeforeBreach(self._record, self._steps[:count]) if event.ruling else None,
            steps=count + 1,
        )
        self._clear()
        self._remembered.done(event, deal)
        ends = deal.over and not before.over
        if not event.ply.plays:
            claimed_with = deal.result is not None and deal.result.reason is Reason.OUT
            if ends and claimed_with:
                yield from self._last_trick(step, count)
            kind = _KINDS.get(event.ply.action, FrameKind.OPENING)
            if actions.is_marriage(event.ply.action):
                kind = FrameKind.MARRIAGE
            yield framed(kind, layout=self.layout(deal))
            if ends and not claimed_with:
                yield from self._last_trick(step, count)
            return
        self._trick.append((event.seat, event.ply.shown(event.card)))
        self._players = len({*deal.after})
        complete = len(self._trick) == self._players
        layout = self.layout(deal, deal.leader if complete and deal.lead < 0 else NOBODY)
        drawn = deal.talon[before.drawn : deal.drawn]
        if drawn:
            hands = tuple(tuple(card for card in hand if card not in drawn) for hand in layout.hands)
            more = len(drawn) // self._rules.seats
            sizes = (len(hand) + unknown for hand, unknown in zip(layout.hands, layout.unseen, strict=True))
            unseen = tuple(size - more - len(hand) for size, hand in zip(sizes, hands, strict=True))
            talon = self._remembered.talon(deal, before.drawn)
            layout = layout._replace(hands=hands, unseen=unseen, talon=talon)
        yield framed(FrameKind.PLAY, layout=layout)
        if drawn:
            self._clear()
            yield self._draw(step.path.trick, deal, count)
        if ends:
            yield from self._last_trick(step, count)

    def _address(self, path: Path) -> Path:
        """Return the address in the deal of an action of this line of play."""
        return self._line.at(path.trick, path.action) if self._line.variations else path

    def _clear(self) -> None:
        """Move the complete trick from the table to its winner."""
        if len(self._trick) == self._players:
            self._won[self._rules.side_of[self._taker]].extend(card for _, card in self._trick)
            self._trick = []

    _taker = -1
    _players = -1
    """How many seats play to a trick."""

    def layout(self, deal: Deal, taker: Seat = NOBODY) -> Layout:
        """Return the layout of a state of the deal."""
        if taker >= 0:
            self._taker = taker
        return Layout(
            tuple(map(in_order, deal.hands)),
            tuple(deal.unseen),
            self._remembered.talon(deal, deal.drawn),
            tuple(self._trick),
            tuple(map(tuple, self._won)),
            tuple(points + bonus for points, bonus in zip(deal.own_points, self._bonus, strict=True)),
            deal.own_slack,
            deal.own_pending,
            NOBODY if deal.over else deal.turn,
            taker,
            deal.closer,
            marriages=deal.marriages,
            half=self._remembered.hands(deal),
            unsure=self._remembered.unsure,
            idle=idler(deal),
        )

    def _lines(self, written: Path | None, event: Event) -> Iterator[tuple[Frame, ...]]:
        """Yield the variations of an action, each starting with the action that replaces it."""
        if written is None or written < self._since or self._plies[written] is not event.ply:
            return
        judged = iter(event.variations)
        variations = (note for note in event.ply.notes if isinstance(note, Variation))
        for number, note in enumerate(variations, start=1):
            if note.tricks:
                inside = self._address(written).into(number)
                record = line_at(self._record, written.into(number))
                came_to = next(judged, None)
                if came_to and came_to.result:
                    came_to = replace(came_to, game_points=came_to.result.game_points)
                else:
                    came_to = None
                deal = replace(self._deal, record=record, played=tuple(replay(self._rules, record)))
                begins = inside.at(written.trick, written.action)
                line = _FrameMaker(deal, inside, written).frames(came_to, stopped=False)
                starts = (at for at, frame in enumerate(line) if frame.path and frame.path >= begins)
                first = next(starts, None)
                if first is not None:
                    yield tuple(line[first:])

    def _unjudged(
        self, kind: FrameKind, layout: Layout, trick: int, plies: "list[_Numbered] | None" = None
    ) -> Iterator[Frame]:
        """Yield the frames of unjudged actions; of all that are left if none are given."""
        for path, frame in _written(kind, layout, trick, self._coming if plies is None else plies):
            yield frame._replace(path=self._address(path))


_KINDS = {
    actions.EXCHANGE: FrameKind.EXCHANGE,
    actions.CLOSE: FrameKind.CLOSE,
    actions.CLOSE_SHORT: FrameKind.CLOSE,
    actions.OUT: FrameKind.CLAIM,
    actions.RESIGN: FrameKind.RESIGN,
    LAID_AWAY: FrameKind.DISCARD,
}


# Unjudged play.


def _numbered(record: DealRecord) -> Iterator[_Numbered]:
    """Yield the actions of a deal as written, each with its address and the number of its trick."""
    place, number = 0, 1
    for path, ply in plies_of(record):
        stated = record.tricks[path.trick - first_trick(record)].number if path.trick else 0
        if stated >= 0:
            number = stated
        elif stated == UNKNOWN_NUMBER and path.trick != place:
            number += bool(place)
        place = path.trick
        yield path, number, stated != UNKNOWN_NUMBER, ply


def _unsure(record: DealRecord) -> Cards:
    """Return the cards in hands and talon of which the scribe is unsure."""
    return mask([holding.cards[at] for holding in record.holdings for at in holding.unsure])


def _laid_out(rules: RuleSet, record: DealRecord) -> Layout:
    """Return the recorded cards of a deal; which of them have been drawn or won is not judged."""
    seats = rules.seats
    hands: list[list[Card]] = [[] for _ in range(seats)]
    unseen = [0] * seats
    half: list[list[Card]] = [[] for _ in range(seats)]
    for seat, hand in record.hands:
        if seat < seats:
            hands[seat] += (card for card in hand.cards if card >= 0)
            unseen[seat] += sum(card < 0 for card in hand.cards)
            half[seat] += (half_card(among) for _, among in hand.among)
    talon = record.talon.shown if record.talon else ()
    if not talon and rules.talon_size and record.trump is not None:
        talon = (record.trump,)
    written = record.talon.cards if record.talon else talon
    number = Counter(card for cards in (*hands, written) for card in cards if card >= 0)
    return Layout(
        tuple(tuple(sorted(hand, key=lambda card: (suit_of(card), -rank_of(card)))) for hand in hands),
        tuple(unseen),
        talon,
        trick=(),
        won=((),) * len(rules.sides),
        points=(),
        slack=(),
        pending=(),
        turn=NOBODY,
        twice=tuple(card for card in sorted(number) if number[card] > 1),
        half=tuple(map(tuple, half)),
        unsure=_unsure(record),
    )


def _written(
    kind: FrameKind, layout: Layout, trick: int, plies: Iterable[_Numbered]
) -> Iterator[tuple[Path, Frame]]:
    """Yield the frames of unjudged actions, starting from a layout in the middle of a trick.

    A card leaves the only hand in which it is recorded, or that of its named player, and is shown in the
    middle until the next trick begins. After an exchange the holder may differ from the one it was dealt to.
    """
    exchanged = False
    for path, number, is_numbered, ply in plies:
        exchanged |= ply.action == actions.EXCHANGE
        if ply.action == actions.DRAW:
            continue
        layout = layout._replace(turn=NOBODY, taker=NOBODY)
        seat = ply.seat if ply.seat < len(layout.hands) else NOBODY
        card = max(ply.played, UNRECORDED) if ply.plays else UNRECORDED
        shown = ply.shown(card)
        if ply.plays:
            if number != trick or len(layout.trick) == len(layout.hands):
                layout = layout._replace(trick=())
            holders = [holder for holder, hand in zip(SEATS, layout.hands, strict=False) if card in hand]
            holder = holders[0] if len(holders) == 1 else seat
            hands = [
                tuple(held for held in hand if held != card) if place == holder else hand
                for place, hand in enumerate(layout.hands)
            ]
            seat = holder if seat == NOBODY and not exchanged else seat
            layout = layout._replace(hands=tuple(hands), trick=(*layout.trick, (seat, shown)))
        trick = number
        event = Event(ply, seat, layout.points, card=card)
        frame = Frame(kind, number, layout, seat, event, ply.notes, span=ply.span, is_numbered=is_numbered)
        yield path, frame


# Notes and findings, and their places.


def _with_belongings(
    line: Sequence[Frame], belongings: Iterable[tuple[Span, Note | Finding]]
) -> tuple[Frame, ...]:
    by_frame: dict[int, list[tuple[Span, Note | Finding]]] = {}
    for span, each in belongings:
        by_frame.setdefault(_frame_at(line, span), []).append((span, each))
    return tuple(_with_own(frame, by_frame[at]) if at in by_frame else frame for at, frame in enumerate(line))


def _with_own(frame: Frame, belongings: list[tuple[Span, Note | Finding]]) -> Frame:
    """Return a frame with what belongs to it, and its variations with what belongs to theirs."""
    sides: list[list[tuple[Span, Note | Finding]]] = [[] for _ in frame.lines]
    notes, findings = list(frame.notes), []
    for span, each in belongings:
        side = _side_at(frame, span)
        if side is not None:
            sides[side].append((span, each))
        elif isinstance(each, Finding):
            findings.append(each)
        else:
            notes.append(each)
    return frame._replace(
        findings=tuple(findings),
        notes=tuple(sorted(notes, key=lambda note: note.span[:2])),
        lines=tuple(_with_belongings(*each) for each in zip(frame.lines, sides, strict=True)),
    )


def _frame_at(line: Sequence[Frame], span: Span) -> int:
    """Return the index of the last frame of a line that is at a place in the text or before it."""
    found = 0
    for at, frame in enumerate(line):
        # A stop is at the first unjudged action, and has the findings about that.
        if line[found].span[:2] < frame.span[:2] <= span[:2]:
            found = at
    return found


def _side_at(frame: Frame, span: Span) -> int | None:
    """Return the index of the frame's variation that contains a place; None if there is none."""
    variations = (note for note in frame.notes if isinstance(note, Variation))
    for number, note in enumerate(variations, start=1):
        if note.span[:2] <= span[:2] < note.span[2:]:
            for at, (first, *_) in enumerate(frame.lines):
                if first.path and first.path.variations[-1].variation == number:
                    return at
    return None


def _paths(line: Iterable[Frame]) -> Iterator[Path]:
    for frame in line:
        if frame.path:
            yield frame.path
        for other in frame.lines:
            yield from _paths(other)


def _noted(deal: ReplayedDeal) -> Iterator[tuple[Path, Span, Note]]:
    """Yield every note of a deal except variations, with its address and place (a trick's: its first action).

    The first deal of a game includes the notes before it.
    """
    draft = deal.judgement.game.draft
    before = walk(replace(draft, deals=())) if draft and deal.number == 1 else ()
    trick: Trick | None = None
    for path, part in (*before, *walk_deal(deal.record)):
        if isinstance(part, Trick):
            trick = part
        elif isinstance(part, Note) and not isinstance(part, Variation):
            _, number, action = path.last
            opens = bool(number) and not action and trick is not None and bool(trick.plies)
            yield path, trick.plies[0].span if trick and opens else part.span, part
