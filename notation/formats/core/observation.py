"""Reconstructs a deal from what its players saw: their hands, the cards they drew, and the actions.

The referee decides who takes a trick and draws first; a card that nobody saw stays unknown. For logs from the
view of one side, or of both separately, which are merged: a statement in only one view is accepted; different
statements are a contradiction, and neither is preferred.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from notation.findings.finding import CardFact, Phrase
from notation.formats.core.lines import LogError
from notation.record.model import NO_SUIT, NOBODY
from notation.recorder import DealRecorder
from referee import actions
from referee.actions import Action
from referee.cards import BIT, NO_CARD, SEATS, Card, Seat, Suit, suit_of
from referee.deal import Deal
from referee.partial import possible, reveal, unplaced
from referee.rules import RuleSet


class ObservedAction(NamedTuple):
    """An action; its player, if known, and the stated value of a marriage."""

    action: Action
    seat: Seat = NOBODY
    value: int = 0


@dataclass(frozen=True, slots=True)
class ObservedDeal:
    """A deal as seen: hands as dealt, with -1 for unknown cards, the turn-up or -1, the trump suit.

    ``drawn`` has the cards drawn, by trick from 1 and by seat; ``top`` the talon from its top, if the log
    lists it separately.
    """

    dealer: Seat
    hands: Sequence[Sequence[Card]]
    turn_up: Card
    steps: Sequence[ObservedAction]
    drawn: Mapping[int, Mapping[Seat, Card]]
    suit: Suit = NO_SUIT
    top: Sequence[Card] = ()

    def written(self, rules: RuleSet, number: int) -> DealRecorder:
        """Record the deal; raises :class:`LogError` if the draws are impossible."""
        hidden = [NO_CARD] * (rules.talon_size - 1)
        talon = [*[*self.top, *hidden][: len(hidden)], self.turn_up]
        scribe = DealRecorder(rules, number, self.dealer, self.hands, talon, self.suit)
        drawn = {trick: cards for trick, cards in self.drawn.items() if cards}
        for step in self.steps:
            before = scribe.deal.trick
            scribe.do(*step)
            if scribe.deal.trick > before:
                self._place(scribe.deal, drawn.pop(scribe.deal.trick, {}), talon)
        marriage = scribe.deal.marriages[-1:]
        # Some programs let both draw although a marriage ended the deal.
        if marriage and marriage[0].trick == scribe.deal.trick + 1:
            self._place(scribe.deal, drawn.pop(scribe.deal.trick + 1, {}), talon, is_next=True)
        if drawn:
            raise LogError(Phrase("cards are drawn after a trick that was not completed"))
        scribe = DealRecorder(rules, number, self.dealer, self.hands, talon, self.suit)
        for step in self.steps:
            scribe.do(*step)
        return scribe

    def _place(
        self, deal: Deal, drawn: Mapping[Seat, Card], talon: list[Card], is_next: bool = False
    ) -> None:
        """Put the cards drawn after the last complete trick, or next, into the talon."""
        seats, is_next = deal.rules.seats, is_next or deal.undrawn
        first = deal.drawn if is_next else seats * (deal.trick - 1)
        is_over = deal.strict or deal.talon_left < seats if is_next else deal.drawn != seats * deal.trick
        if drawn and is_over:
            raise LogError(Phrase("cards are drawn although the talon is closed or exhausted"))
        for place, seat in enumerate(_from_leader(deal), first):
            card = drawn.get(seat, NO_CARD)
            if card >= 0 and deal.talon[place] >= 0:
                _check(deal.talon[place] == card, card)
            elif card >= 0:
                _check(bool((unplaced(deal) if is_next else possible(deal, seat)) & BIT[card]), card)
                if is_next:
                    deal.talon[place] = card
                else:
                    reveal(deal, seat, card)
                talon[place] = card


def _from_leader(deal: Deal) -> list[Seat]:
    """Return the seats in the order in which they draw."""
    seats = deal.rules.seats
    return [SEATS[(deal.leader + offset) % seats] for offset in range(seats)]


def _check(is_there: bool, card: Card) -> None:
    if not is_there:
        raise LogError(Phrase("{card} is drawn, but it is elsewhere", {"card": CardFact(card)}))


# What one player saw.

T = TypeVar("T", bound=int)


@dataclass(slots=True)
class OneSidedTrick:
    """A trick as one player saw it.

    ``first`` is whether the player led, if known. ``done`` is what the player did before leading, ``seen``
    the opponent's visible actions. ``value`` is that of the marriage announced with the lead. ``ended`` means
    that the trick ended, even without a reply.
    """

    first: bool | None = None
    done: list[Action] = field(default_factory=list)
    seen: list[Action] = field(default_factory=list)
    lead: Card = NO_CARD
    value: int = 0
    reply: Card = NO_CARD
    ended: bool = False
    drawn: Card = NO_CARD


@dataclass(slots=True)
class OneSidedDeal:
    """A deal as one player saw it: the score before it, own first; the hand and turn-up; the tricks."""

    line: int
    score: tuple[int, int]
    hand: tuple[Card, ...]
    turn_up: Card
    views: list[OneSidedTrick] = field(default_factory=list)
    over: bool = False
    broken: bool = False
    """Whether some line of it could not be read."""

    def meets(self, other: "OneSidedDeal") -> bool:
        """Return whether this can be the other player's view of the same deal."""
        same = self.turn_up == other.turn_up and self.score == other.score[::-1]
        ends = [[view for view in each.views if view.ended][:1] for each in (self, other)]
        shown = [(view.lead, view.reply) for [view] in filter(None, ends)]
        return same and not {*self.hand} & {*other.hand} and len({*shown}) < 2


@dataclass(slots=True)
class OneSidedLog:
    """A game as one player saw it: the opponent, and the first line.

    ``won`` is whether that player won it, if known.
    """

    opponent: str = ""
    rounds: list[OneSidedDeal] = field(default_factory=list)
    won: bool | None = None
    line: int = 0

    def meets(self, other: "OneSidedLog", next_to: bool) -> bool:
        """Return whether this can be the other log of the same game; one without tricks must be adjacent."""
        if not (self.rounds and other.rounds):
            return next_to and not self.rounds and not other.rounds
        mine, theirs = self.rounds[0], other.rounds[0]
        return mine.meets(theirs) and (next_to or any(view.ended for view in mine.views))


def paired(logs: Sequence[OneSidedLog]) -> Iterator[tuple[OneSidedLog, ...]]:
    """Yield the logs of each game: two if both views exist, the one for seat A first."""
    waiting: dict[tuple[object, ...], list[int]] = {}
    for index, log in enumerate(logs):
        waiting.setdefault(_mark(log), []).append(index)
    taken: set[int] = set()
    for index, log in enumerate(logs):
        if index in taken:
            continue
        others = waiting.get(_mark(log, mirrored=True), ())
        found = next(
            (o for o in others if o > index and o not in taken and log.meets(logs[o], o == index + 1)), None
        )
        if found is None:
            yield (log,)
        else:
            taken.add(found)
            yield log, logs[found]


def _mark(log: OneSidedLog, mirrored: bool = False) -> tuple[object, ...]:
    """Return what the logs of one game must have in common."""
    if not log.rounds:
        return ()
    first = log.rounds[0]
    return (first.turn_up, *(first.score[::-1] if mirrored else first.score))


def seen_of(views: Mapping[Seat, OneSidedDeal]) -> ObservedDeal:
    """Return a deal as the given seats saw it, without a dealer if the first leader is unknown.

    Raises :class:`LogError` if the views contradict each other.
    """
    one = next(iter(views.values()))
    if len(views) == 2 and not views[SEATS[0]].meets(views[SEATS[1]]):
        raise LogError(Phrase("the two logs tell different deals"))
    steps: list[ObservedAction] = []
    drawn: dict[int, dict[Seat, Card]] = {}
    dealer = NOBODY
    for number, pair in enumerate(zip_longest(*(views[seat].views for seat in views)), start=1):
        trick = {seat: view for seat, view in zip(views, pair, strict=True) if view}
        leaders = {
            seat if view.first else SEATS[1 - seat] for seat, view in trick.items() if view.first is not None
        }
        leader = _agreed(leaders, Phrase("it says two different things about who leads"), NOBODY)
        dealer = SEATS[1 - leader] if number == 1 and leader >= 0 else dealer
        steps += _trick(trick, leader, number)
        drawn[number] = {seat: view.drawn for seat, view in trick.items() if view.drawn >= 0}
    hands = [views[seat].hand if seat in views else [NO_CARD] * len(one.hand) for seat in SEATS[:2]]
    return ObservedDeal(dealer, hands, one.turn_up, steps, drawn)


def _trick(trick: Mapping[Seat, OneSidedTrick], leader: Seat, number: int) -> Iterator[ObservedAction]:
    place = {"trick": number}
    own = trick.get(leader)
    told = [view.seen for seat, view in trick.items() if seat != leader and view.first is not None]
    if own and (own.seen or any(sorted(own.done) != sorted(seen) for seen in told)):
        raise LogError(
            Phrase("it says two different things about what was announced before trick {trick}", place)
        )
    for action in own.done if own else next(iter(told), []):
        yield ObservedAction(action, leader)
    played = Phrase("it says two different things about what was played to trick {trick}", place)
    lead = _agreed({view.lead for view in trick.values()} - {NO_CARD}, played, NO_CARD)
    reply = _agreed({view.reply for view in trick.values()} - {NO_CARD}, played, NO_CARD)
    stated = (view.value for seat, view in trick.items() if view.ended or (view.lead >= 0 and seat != leader))
    value = _agreed({*stated}, played, 0)
    if value:
        yield ObservedAction(actions.marriage(suit_of(lead)), leader, value)
    if lead >= 0:
        yield ObservedAction(lead, leader)
    if reply >= 0:
        yield ObservedAction(reply, SEATS[1 - leader] if leader >= 0 else NOBODY)


def _agreed(told: AbstractSet[T], what: Phrase, nothing: T) -> T:
    """Return the common statement of all views, or ``nothing`` if there is none."""
    if len(told) > 1:
        raise LogError(what)
    return next(iter(told), nothing)
