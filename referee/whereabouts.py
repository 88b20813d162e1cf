"""Where each card of a pack can be for all that one seat knows, and by what it knows that.

Reads :mod:`referee.knowledge`, and gives a reason for everything that stands there: what was seen, which
reply excludes a card from a hand, which cards leave no room for another. It knows no rule itself.
"""

from enum import Enum
from typing import Final, NamedTuple

from referee.cards import BIT, NO_CARD, Card, Cards, Seat, members, suit_of
from referee.knowledge import Count, Occasion, OpenPlay, Sight, choices, copies_by_place, counted, sight_of

Place = int
"""Where a card can be: a seat stands for its hand, and what else there is has the numbers that follow."""
FACE_DOWN: Final = 6
"""In the talon, face down."""
TURN_UP: Final = 7
"""Open under the talon."""
PLAYED: Final = 8
UNRECORDED: Final = 9
"""Played or laid away, in a record that does not say so."""


class Clue(Enum):
    """By what a seat knows that a card is somewhere, or that it is not."""

    HELD = "held"
    PLAYED = "played"
    TURN_UP = "turn-up"
    MARRIAGE = "marriage"
    EXCHANGE = "exchange"
    LAST_DRAW = "last-draw"
    SHOWN = "shown"
    NOWHERE_ELSE = "nowhere-else"
    NOT_FOLLOWED = "not-followed"
    NOT_HEADED = "not-headed"
    NOT_TRUMPED = "not-trumped"
    FULL = "full"
    COUNTED = "counted"
    CALLED = "called"
    PARTNER = "partner"
    NOT_PARTNER = "not-partner"


_SHOWN: Final = {
    Occasion.MARRIAGE: Clue.MARRIAGE,
    Occasion.EXCHANGE: Clue.EXCHANGE,
    Occasion.LAST_DRAW: Clue.LAST_DRAW,
    Occasion.PARTNER: Clue.PARTNER,
    Occasion.SHOWN: Clue.SHOWN,
}


class Evidence(NamedTuple):
    """A clue, with what belongs to it: whose hand, at which trick, the card led and the one played on it.

    ``cards`` are those that can be only where they leave no room for another.
    """

    clue: Clue
    place: Place
    trick: int = 0
    lead: Card = NO_CARD
    card: Card = NO_CARD
    cards: Cards = 0


class Whereabouts(NamedTuple):
    """Where one card can be for all that a seat knows.

    ``why`` is the reason for the one place where it must be; None where it can be in several. ``cannot`` has
    a reason for each place where cards lie that the seat does not see, and where this one cannot be.
    """

    card: Card
    places: tuple[Place, ...]
    why: Evidence | None
    cannot: tuple[Evidence, ...]


class Knowledge(NamedTuple):
    """What a seat can know: of each hand and the talon, and of each card of the pack by its number."""

    sight: Sight
    cards: tuple[Whereabouts, ...]

    @property
    def seat(self) -> Seat:
        """Who knows it."""
        return self.sight.seat


def knowledge(play: OpenPlay, seat: Seat, hand: Cards, away: Cards = 0) -> Knowledge:
    """What a seat can know that holds these cards, and has laid others away, with the reasons.

    The places of a card are exact: it is in each of them in some deal in which the seat may be, for all that
    was seen of the play, if no reply was a revoke. Which card of the talon lies where is not asked.

    >>> from referee.cards import mask
    >>> from referee.deal import Deal
    >>> from referee.rulesets import SCHNAPSEN
    >>> cards = [[1, 2, 3, 4, 5], [7, 8, 9, 10, 11]]
    >>> deal = Deal(SCHNAPSEN, 1, [mask(hand) for hand in cards], [*range(13, 18), *range(19, 24)])
    >>> start, before = OpenPlay.start(deal), deal.copy()
    >>> deal.push(64)
    >>> found = knowledge(start.then(before, 0, 64, deal), 1, deal.hands[1])
    >>> by_card = {each.card: each for each in found.cards}
    >>> by_card[3].places, by_card[3].why.clue.value, by_card[4].places
    ((0,), 'marriage', (0, 6))
    """
    play, hand, away = copies_by_place(play, seat, hand, away)
    count = counted(play, seat, hand, away)
    return Knowledge(
        sight_of(play, seat, count),
        tuple(_whereabouts(play, seat, count, card) for card in members(play.pack)),
    )


def _whereabouts(play: OpenPlay, seat: Seat, count: Count, card: Card) -> Whereabouts:
    if not count.hidden & BIT[card]:
        reason = _seen(play, seat, count, card)
        return Whereabouts(card, (reason.place,), reason, ())
    at = [number for number, cards in enumerate(count.places) if cards & BIT[card]]
    places = tuple(_place(count, number) for number in at)
    others = [
        number
        for number in range(len(count.places))
        if number not in at and number != seat and _is_asked(play, count, number)
    ]
    why = Evidence(Clue.NOWHERE_ELSE, places[0]) if len(places) == 1 else None
    return Whereabouts(card, places, why, tuple(_excluded(play, count, number, card) for number in others))


def _place(count: Count, number: int) -> Place:
    seats = len(count.shown)
    return number if number < seats else (FACE_DOWN, UNRECORDED)[number - seats]


def _is_asked(play: OpenPlay, count: Count, number: int) -> bool:
    """Whether there is such a place: a hand, the talon where there is or was one, or nothing recorded."""
    seats = len(count.shown)
    return number < seats or (number == seats and play.has_talon) or count.sizes[number] > 0


def _seen(play: OpenPlay, seat: Seat, count: Count, card: Card) -> Evidence:
    if play.gone & BIT[card]:
        return Evidence(Clue.PLAYED, PLAYED)
    if card == play.turn_up:
        return Evidence(Clue.TURN_UP, TURN_UP)
    if not any(cards & BIT[card] for cards in count.shown):
        return Evidence(Clue.HELD, UNRECORDED)  # laid away by the seat itself
    holder = next(at for at, cards in enumerate(count.shown) if cards & BIT[card])
    if holder == seat:
        return Evidence(Clue.HELD, holder)
    for showing in reversed(play.showings):
        if showing.seat == holder and showing.cards & BIT[card]:
            return Evidence(_SHOWN[showing.occasion], holder, showing.trick)
    return Evidence(Clue.SHOWN, holder)


def _excluded(play: OpenPlay, count: Count, number: int, card: Card) -> Evidence:
    """Why a hidden card cannot be in a place."""
    place = _place(count, number)
    if not count.sizes[number]:
        return Evidence(Clue.FULL, place)
    if not count.rooms[number] & BIT[card]:
        reply = next(each for each in play.replies[number] if each.missing & BIT[card])
        clue = Clue.NOT_TRUMPED
        if reply.card < 0:
            clue = Clue.NOT_PARTNER
        elif suit_of(card) == suit_of(reply.card):
            clue = Clue.NOT_HEADED
        elif suit_of(card) == suit_of(reply.lead):
            clue = Clue.NOT_FOLLOWED
        return Evidence(clue, place, reply.trick, reply.lead, reply.card)
    inside = [
        alone
        for chosen, alone in choices(count.hidden, count.rooms)
        if number in chosen
        and not alone & BIT[card]
        and alone.bit_count() == sum(count.sizes[each] for each in chosen)
    ]
    if not inside:
        return Evidence(Clue.CALLED, place)
    return Evidence(Clue.COUNTED, place, cards=min(inside, key=int.bit_count))
