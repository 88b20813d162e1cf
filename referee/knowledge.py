"""What each seat of a deal can know of the cards: from its own hand, and from what happened in the open.

Everybody sees what is played, the turn-up, the two cards of a marriage, and who takes a turn-up or draws
it; a reply that had to follow suit, head the trick or trump shows what its hand does not hold, and whoever
names trumps or bids shows that he holds what is needed for it, even if he then lays it away. Who
doubles, and how a deal goes on or ends, can show who holds the card that was called. The rest follows by
counting. Nobody's view is ever worked out from a card that it may not see; whatever the play
shows is taken as allowed, since nobody at the table can tell otherwise, until a card proves that it was not.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import combinations, product
from typing import NamedTuple

from referee.actions import (
    CALL_CARD,
    CONTRACT,
    DOUBLE,
    NAME_TRUMP,
    NO_TRUMP,
    TURN_UP,
    Action,
    is_play,
    turned_card,
)
from referee.auction import needed_for
from referee.cards import (
    BIT,
    FIRST_COPIES,
    FULL_PACK,
    MARRIAGE_CARDS,
    NO_CARD,
    SEATS,
    Card,
    Cards,
    Seat,
    as_seen,
    both,
    kind,
    kinds_alone,
    mask,
    members,
    players_of,
    swapped,
)
from referee.contracts import KINGS_IN_TWO_PACKS, MARRIAGE_IN_TWO_PACKS, SUIT_IN_TWO_PACKS, Opening
from referee.deal import Deal
from referee.legality import idler
from referee.state import Marriage, Reason


class Occasion(Enum):
    """On what occasion cards of a hand were seen by everybody."""

    MARRIAGE = "marriage"
    EXCHANGE = "exchange"
    LAST_DRAW = "last-draw"
    PARTNER = "partner"
    """Before it is played, the called card's holder was seen to play with the caller."""
    SHOWN = "shown"


class Showing(NamedTuple):
    """Cards that everybody has seen in a hand, on what occasion, and at which trick; 0 where that is open."""

    seat: Seat
    cards: Cards
    occasion: Occasion
    trick: int


class Reply(NamedTuple):
    """A reply that shows what the hand did not hold, if it was allowed: the card led, the card played.

    Without such cards it stands for whatever showed that the hand does not hold the called card.
    """

    missing: Cards
    trick: int
    lead: Card
    card: Card


class Promise(NamedTuple):
    """What a seat has shown of its hand by naming trumps or a bid: it holds every card of one of these sets.

    Cards that it has played since are no longer in them.
    """

    seat: Seat
    sets: tuple[Cards, ...]
    laid_away: bool = False
    """Whether some of them may be among the cards that the seat has laid away."""

    def ways(self) -> Iterator[tuple[Cards, Cards]]:
        """Every way to keep it: the cards in hand, and those laid away."""
        for cards in self.sets:
            most = cards.bit_count() if self.laid_away else 0
            for size in range(most + 1):
                for away in combinations(members(cards), size):
                    yield cards & ~mask(away), mask(away)

    def kept(self, seat: Seat, card: Cards) -> "Promise | None":
        """What is left of it once a card of a seat has been seen; None where it has been kept."""
        if seat != self.seat:
            return self
        left = tuple(cards & ~card for cards in self.sets)
        return self._replace(sets=left) if all(left) else None


class OpenPlay(NamedTuple):
    """What has happened in the open: all that every seat has seen, and nothing that one alone has.

    >>> from referee.cards import mask
    >>> from referee.rulesets import SCHNAPSEN
    >>> cards = [[1, 2, 3, 4, 5], [7, 8, 9, 10, 11]]
    >>> deal = Deal(SCHNAPSEN, 1, [mask(hand) for hand in cards], [*range(13, 18), *range(19, 24)])
    >>> start, before = OpenPlay.start(deal), deal.copy()
    >>> deal.push(64)
    >>> play = start.then(before, 0, 24, deal)
    >>> list(members(play.shown[0])), list(members(sight(play, 1, deal.hands[1]).hands[0].known))
    ([2, 3], [2, 3])
    """

    pack: Cards
    held: tuple[int, ...]
    """How many cards each seat holds."""
    turn_up: Card
    """The card that lies open under the talon; -1 where none does, or where it is not recorded."""
    has_talon: bool
    """Whether cards were left of the deal that are drawn; they may all be gone."""
    face_down: int
    """How many cards of the talon nobody sees."""
    gone: Cards
    """The cards that have been played in the open."""
    shown: tuple[Cards, ...]
    """Cards that were seen in each hand, and are in it still."""
    replies: tuple[tuple[Reply, ...], ...]
    """By seat, the replies that show what the hand did not hold."""
    showings: tuple[Showing, ...] = ()
    """How cards came to be shown, in that order; they may have been played since."""
    promises: tuple[Promise, ...] = ()
    """What was shown by naming trumps and by bids, if it was allowed."""

    @staticmethod
    def start(deal: Deal) -> "OpenPlay":
        """What everybody has seen of a deal before its first action: marriages, where it is taken up."""
        seats = deal.rules.seats
        shown = [0] * seats
        showings = []
        for marriage in deal.marriages:
            cards = MARRIAGE_CARDS[marriage.suit] & deal.hands[marriage.seat]
            shown[marriage.seat] |= cards
            showings.append(Showing(marriage.seat, cards, Occasion.MARRIAGE, marriage.trick))
        return _standing(deal, shown, [()] * seats, tuple(showings))

    def then(
        self, before: Deal, seat: Seat, action: Action, after: Deal, irregular: bool = False
    ) -> "OpenPlay":
        """What everybody has seen once a seat has acted; a negative action is a card that is not recorded.

        An ``irregular`` reply is one that everybody knew to break a rule: it shows nothing but itself.
        """
        shown, replies, showings = list(self.shown), list(self.replies), []
        if len(after.marriages) > len(before.marriages):
            marriage = after.marriages[-1]
            cards = _shown_with(after, marriage, shown[marriage.seat])
            showings.append(Showing(marriage.seat, cards, Occasion.MARRIAGE, marriage.trick))
        if TURN_UP <= action < CALL_CARD:
            showings.append(Showing(seat, BIT[turned_card(action)], Occasion.SHOWN, 0))
        if after.exchanged != before.exchanged and self.turn_up >= 0:
            showings.append(Showing(seat, BIT[self.turn_up], Occasion.EXCHANGE, before.trick + 1))
        if self.turn_up >= 0 and not after.talon_left:
            order = len(after.talon) - 1 - before.drawn
            drawer = SEATS[(after.leader + order) % after.rules.seats]
            showings.append(Showing(drawer, BIT[self.turn_up], Occasion.LAST_DRAW, after.trick))
        if not irregular:
            for other, holds in _seen_of_partner(before, seat, action, after).items():
                cards = BIT[after.auction.called] if after.auction is not None else 0
                if holds:
                    showings.append(Showing(other, cards, Occasion.PARTNER, after.trick))
                else:
                    replies[other] += (Reply(cards, after.trick, NO_CARD, NO_CARD),)
        for showing in showings:
            shown[showing.seat] |= showing.cards
        if action < 0 or _is_unseen(before, action):
            shown[seat] = 0  # any of these may have been played, or laid away
        elif is_play(action):
            if before.terms.has_copies and not shown[seat] & BIT[action]:
                shown[seat] &= ~both(action)  # it may be the one shown
            replies[seat] = _unless_disproved(replies[seat], BIT[action])
            if before.lead >= 0 and seat == before.turn and not irregular:
                missing = _missing(before, action)
                replies[seat] += (Reply(missing, before.trick + 1, kind(before.lead), kind(action)),)
        play = _standing(after, shown, replies, (*self.showings, *showings))
        if before.auction is None:
            return play
        return play._replace(promises=self._promised(before, seat, action, irregular))

    def _promised(self, before: Deal, seat: Seat, action: Action, irregular: bool) -> tuple[Promise, ...]:
        """What every seat has shown of its hand by naming trumps and bidding, once a seat has acted."""
        auction, table = before.auction, before.rules.auction
        if auction is None or action < 0:
            return tuple(each for each in self.promises if each.seat != seat)
        if auction.due is Opening.DISCARD:
            seen = (Promise(seat, (self.shown[seat],)),) if self.shown[seat] else ()
            promises = (*self.promises, *seen)
            return tuple(each._replace(laid_away=True) if each.seat == seat else each for each in promises)
        if _is_unseen(before, action):  # what it showed may lie with the cards that it laid down
            return tuple(each for each in self.promises if each.seat != seat)
        if is_play(action):
            return tuple(filter(None, (each.kept(seat, BIT[action]) for each in self.promises)))
        sets: tuple[Cards, ...] = ()
        if NAME_TRUMP <= action < NO_TRUMP and table.call_held:
            suit = SUIT_IN_TWO_PACKS[action - NAME_TRUMP] & before.rules.deck_cards
            sets = tuple(BIT[card] for card in members(suit))
        elif CONTRACT <= action < DOUBLE:
            sets = needed_for(before, table.contracts[action - CONTRACT])
        return (*self.promises, Promise(seat, sets)) if sets and not irregular else self.promises

    def showing(self, seat: Seat, cards: Cards) -> "OpenPlay":
        """What everybody has seen once cards of a seat have come to sight that it does not play."""
        if not cards:
            return self
        shown, replies = list(self.shown), list(self.replies)
        shown[seat] |= cards
        replies[seat] = _unless_disproved(replies[seat], cards)
        showings = (*self.showings, Showing(seat, cards, Occasion.SHOWN, 0))
        return self._replace(shown=tuple(shown), replies=tuple(replies), showings=showings)


def _seen_of_partner(before: Deal, seat: Seat, action: Action, after: Deal) -> dict[Seat, bool]:
    """Of which seats it is seen now, before the called card is played, whether they hold it.

    The two sides double in turn; who keeps a contract going by a trick is known; and so is who wins or loses
    with the caller, unless he has claimed, which he does for himself.
    """
    was, now = before.auction, after.auction
    if was is None or now is None or now.called < 0 or after.gone >> now.called & 1:
        return {}
    others = [each for each in SEATS[: after.rules.seats] if each != now.declarer]
    if action == DOUBLE:
        return {each: was.doubles % 2 > 0 for each in others if each == seat}
    if was.partner != now.partner:
        return {now.partner: True}
    if after.result is None or after.result.reason is Reason.OUT:
        return {}
    winners = players_of(after.result.winner)
    return {each: (each in winners) is (now.declarer in winners) for each in others}


def _standing(
    deal: Deal, shown: list[Cards], replies: list[tuple[Reply, ...]], showings: tuple[Showing, ...]
) -> OpenPlay:
    """What everybody has seen of a deal as it stands, where so much was shown and told."""
    is_open = deal.talon_left and deal.rules.draws
    turn_up = deal.talon[-1] if is_open else NO_CARD
    gone, held = _played(deal), list(map(deal.held, SEATS[: deal.rules.seats]))
    if deal.auction is not None and deal.auction.idle:
        held[idler(deal)] = deal.auction.idle.bit_count()
    elsewhere = gone | (BIT[turn_up] if turn_up >= 0 else 0)
    return OpenPlay(
        deal.rules.deck_cards,
        tuple(held),
        turn_up,
        bool(deal.talon),
        deal.talon_left - (turn_up >= 0),
        gone,
        tuple(cards & ~elsewhere for cards in shown),
        tuple(replies),
        showings,
    )


def _played(deal: Deal) -> Cards:
    """The cards that have been played in the open."""
    auction = deal.auction
    if auction is None:
        return deal.gone
    return 0 if deal.face_down else deal.gone & ~(auction.aside | auction.idle)


def _is_unseen(before: Deal, action: Action) -> bool:
    """Whether an action lays a card away, or down where nobody sees it yet."""
    if before.auction is None:
        return False
    return before.auction.due is Opening.DISCARD or (is_play(action) and before.face_down)


def _shown_with(deal: Deal, marriage: Marriage, seen: Cards) -> Cards:
    """The cards that are shown with a marriage: all four with the second of a suit.

    Of two equal ones nobody can tell that it is not the one that has been ``seen`` in that hand already.
    """
    if not deal.terms.has_copies:
        return MARRIAGE_CARDS[marriage.suit]
    number = sum(each[1:3] == marriage[1:3] for each in deal.marriages)
    hand, kings = deal.hands[marriage.seat], KINGS_IN_TWO_PACKS[marriage.suit]
    queens = MARRIAGE_IN_TWO_PACKS[marriage.suit] ^ kings
    sets = ((*members(hand & cards & seen), *members(hand & cards & ~seen)) for cards in (kings, queens))
    return mask(card for cards in sets for card in cards[:number])


def copies_by_place(play: OpenPlay, seat: Seat, hand: Cards, away: Cards) -> tuple[OpenPlay, Cards, Cards]:
    """What a seat sees, with the copies of each card in the order of where it sees them.

    Which of two equal cards is which nobody can tell: what is worked out of this tells nothing of it.
    """
    if play.pack <= FULL_PACK:
        return play, hand, away
    turned = BIT[play.turn_up] if play.turn_up >= 0 else 0
    shown = [cards for at, cards in enumerate(play.shown) if at != seat]
    turn = ordered = 0
    for cards in (hand, away, turned, *shown, play.gone):
        turn |= kinds_alone(cards) & ~ordered
        ordered |= as_seen(cards) & FIRST_COPIES
    replies = [
        tuple(each._replace(missing=swapped(each.missing, turn)) for each in of_seat)
        for of_seat in play.replies
    ]
    seen = play._replace(
        turn_up=next(members(swapped(turned, turn)), NO_CARD),
        gone=swapped(play.gone, turn),
        shown=tuple(swapped(cards, turn) for cards in play.shown),
        replies=tuple(replies),
        showings=tuple(each._replace(cards=swapped(each.cards, turn)) for each in play.showings),
        promises=tuple(
            each._replace(sets=tuple(swapped(cards, turn) for cards in each.sets)) for each in play.promises
        ),
    )
    return seen, swapped(hand, turn), swapped(away, turn)


def _missing(before: Deal, card: Card) -> Cards:
    """What the player of a reply did not hold: each card beside which this one was not allowed."""
    seen = before.copy()
    missing = 0
    for other in members(seen.rules.deck_cards & ~_played(seen) & ~BIT[card]):
        seen.hands[seen.turn] = BIT[card] | BIT[other]
        if not seen.playable() & BIT[card]:
            missing |= BIT[other]
    return missing


def _unless_disproved(replies: tuple[Reply, ...], seen: Cards) -> tuple[Reply, ...]:
    """The replies of a hand, but for those that a card of it proves to be revokes."""
    return tuple(reply for reply in replies if not reply.missing & seen)


class Contents(NamedTuple):
    """What is known of a hand or of the talon: cards that are in it, and cards of which so many are."""

    known: Cards
    possible: Cards
    """The cards that may be in it beside those, each of them in some case."""
    unknown: int
    """How many of the possible cards are in it."""


class Sight(NamedTuple):
    """What one seat can know of the cards; of the hand it holds everything but what is not recorded."""

    seat: Seat
    hands: tuple[Contents, ...]
    talon: Contents
    """The cards that lie face down."""
    turn_up: Card
    gone: Cards
    hidden: Cards
    """The cards that the seat has not seen: of each it knows at most by counting where it is."""

    def absent(self, seat: Seat) -> Cards:
        """The cards that this seat has not seen and can still prove not to be in another's hand."""
        hand = self.hands[seat]
        return self.hidden & ~hand.known & ~hand.possible


def sight(play: OpenPlay, seat: Seat, hand: Cards, away: Cards = 0) -> Sight:
    """What a seat can know that holds these cards; they are fewer than all where some are not recorded.

    The player knows those, of course; what would follow from them for the others is not worked out. ``away``
    are the cards that it has laid away, and knows.

    >>> from referee.cards import mask
    >>> from referee.rulesets import SANTASE
    >>> deal = Deal(SANTASE, 1, [mask(range(0, 6)), mask(range(6, 12))], range(12, 24))
    >>> seen = sight(OpenPlay.start(deal), 0, deal.hands[0])
    >>> seen.turn_up, seen.hands[1].unknown, seen.hands[1].possible == mask(range(6, 23))
    (23, 6, True)
    """
    play, hand, away = copies_by_place(play, seat, hand, away)
    return sight_of(play, seat, counted(play, seat, hand, away))


class Count(NamedTuple):
    """Where the cards can be that a seat has not seen: the hands by seat, the talon, or nowhere recorded."""

    shown: tuple[Cards, ...]
    """By seat, the cards that are seen in its hand."""
    hidden: Cards
    sizes: tuple[int, ...]
    """By place, how many of the hidden cards are there."""
    rooms: tuple[Cards, ...]
    """By place, the hidden cards that no reply excludes from it."""
    places: tuple[Cards, ...]
    """By place, those of them that are there in some case."""


def counted(play: OpenPlay, seat: Seat, hand: Cards, away: Cards = 0) -> Count:
    """Where the cards can be that a seat has not seen, of what it sees by :func:`copies_by_place`.

    >>> from referee.cards import mask
    >>> from referee.rulesets import SANTASE
    >>> deal = Deal(SANTASE, 1, [mask(range(0, 6)), mask(range(6, 12))], range(12, 24))
    >>> counted(OpenPlay.start(deal), 0, deal.hands[0]).sizes
    (0, 6, 11, 0)
    """
    seats = range(len(play.held))
    shown = tuple(cards | hand if at == seat else cards for at, cards in enumerate(play.shown))
    seen = play.gone | away | (BIT[play.turn_up] if play.turn_up >= 0 else 0)
    for cards in shown:
        seen |= cards
    hidden = play.pack & ~seen
    sizes = [play.held[at] - shown[at].bit_count() for at in seats] + [play.face_down]
    sizes.append(hidden.bit_count() - sum(sizes))  # played or laid aside, and not recorded
    rooms = [hidden] * len(sizes)
    for at in seats:
        for reply in play.replies[at] if at != seat else ():
            rooms[at] &= ~reply.missing
    for allowed in (rooms, [hidden] * len(sizes)):  # where counting proves a revoke, no reply tells anything
        places = _places(hidden, sizes, allowed)
        if places is not None:
            promises = [each for each in play.promises if each.seat != seat]
            if promises:
                places = _promised_places(hidden, sizes, allowed, shown, promises) or places
            return Count(shown, hidden, tuple(sizes), tuple(allowed), tuple(places))
    return Count(shown, hidden, tuple(sizes), tuple(rooms), tuple(rooms))


def sight_of(play: OpenPlay, seat: Seat, count: Count) -> Sight:
    """What a seat can know for which the places of the cards have been counted."""
    contents = [
        _contents(shown, count.places, at, count.sizes[at]) for at, shown in enumerate((*count.shown, 0, 0))
    ]
    return Sight(seat, tuple(contents[:-2]), contents[-2], play.turn_up, play.gone, count.hidden)


def _promised_places(
    hidden: Cards,
    sizes: Sequence[int],
    rooms: Sequence[Cards],
    shown: Sequence[Cards],
    promises: Sequence[Promise],
) -> list[Cards] | None:
    """By place the cards that can be in it where every promise is kept; None where they cannot all be."""
    found = [0] * len(sizes)
    for chosen in product(*(each.ways() for each in promises)):
        forced = [0] * len(sizes)
        for promise, (held, away) in zip(promises, chosen, strict=True):
            forced[promise.seat] |= held & ~shown[promise.seat]
            forced[-1] |= away
        taken = left = 0
        for place, cards in enumerate(forced):
            left |= cards & ~rooms[place] | cards & taken
            taken |= cards
        free = [size - cards.bit_count() for size, cards in zip(sizes, forced, strict=True)]
        if left or min(free) < 0:
            continue
        places = _places(hidden & ~taken, free, [room & ~taken for room in rooms])
        for place, cards in enumerate(places or ()):
            found[place] |= cards | forced[place]
    return found if any(found) else None


def _places(hidden: Cards, sizes: Sequence[int], rooms: Sequence[Cards]) -> list[Cards] | None:
    """By place the cards that can be in it, if all of them are somewhere; None where they cannot be.

    ``sizes`` says how many each place holds, ``rooms`` of which cards. Where some places together have
    no more room than for the cards that can be nowhere else, no other card is in them; and by Hall's theorem
    nothing more than that can be determined.
    """
    places = list(rooms)
    for inside, alone in choices(hidden, rooms):
        size = sum(sizes[place] for place in inside)
        if alone.bit_count() > size:
            return None
        if alone.bit_count() == size:
            for place in inside:
                places[place] &= alone
    return places


def choices(hidden: Cards, rooms: Sequence[Cards]) -> Iterator[tuple[list[int], Cards]]:
    """Every choice of places, and the cards that can be nowhere but in them.

    >>> list(choices(3, [1, 3]))
    [([0], 0), ([1], 2), ([0, 1], 3)]
    """
    for chosen in range(1, 1 << len(rooms)):
        inside = [place for place in range(len(rooms)) if chosen >> place & 1]
        alone = hidden
        for place, cards in enumerate(rooms):
            if place not in inside:
                alone &= ~cards
        yield inside, alone


def _contents(shown: Cards, places: Sequence[Cards], at: int, size: int) -> Contents:
    elsewhere = 0
    for place, cards in enumerate(places):
        elsewhere |= cards if place != at else 0
    alone = places[at] & ~elsewhere
    return Contents(shown | alone, places[at] & elsewhere, size - alone.bit_count())
