"""Records cut at the head of a trick into positions; the oracle, not the referee, says how things stand."""

import random
from dataclasses import replace

from notation.record.model import NOBODY, UNRECORDED, Closed, DealRecord, Holding, Position
from notation.record.words import action_word, card_word, read_card
from referee.cards import Seat, Suit
from support import oracle

SEATS = "AB"


def cut(deal: DealRecord, spec: str, index: int) -> DealRecord:
    """A whole deal that was played by the rules, taken up at the head of one of its tricks."""
    state = played_to(deal, spec, index)
    won = [
        (Seat(seat), _holding(state.won[letter])) for seat, letter in enumerate(SEATS) if state.won[letter]
    ]
    closed = state.closed
    position = Position(
        Seat(SEATS.index(state.leader)),
        _by_seat(state.points()),
        _by_seat(state.tricks),
        tuple(_waiting(state, seat) for seat in SEATS),
        Closed(Seat(SEATS.index(closed.closer)), _by_seat(closed.points), _by_seat(closed.tricks))
        if closed
        else None,
        won=tuple(won),
    )
    turn_up = read_card(state.talon[-1]) if state.talon else None
    return replace(
        deal,
        trump=turn_up,
        suit=Suit("shdc".index(state.trump) if turn_up is None else -1),
        hands=tuple((Seat(seat), _holding(state.hands[letter])) for seat, letter in enumerate(SEATS)),
        talon=_holding(state.talon) if state.talon else None,
        tricks=deal.tricks[index:],
        position=position,
    )


def played_to(deal: DealRecord, spec: str, index: int) -> oracle.Deal:
    """The oracle's deal at the head of a trick, both having drawn."""
    hands = {SEATS[seat]: [card_word(card) for card in hand.cards] for seat, hand in deal.hands}
    assert deal.talon  # else there is nothing to draw
    talon = [card_word(card) for card in deal.talon.cards]
    state = oracle.Deal(spec, SEATS[deal.dealer], hands, talon)
    for trick in deal.tricks[:index]:
        if state.before_draw:
            state.act(state.leader, "draw")
        for ply in trick.plies:
            seat = SEATS[ply.seat] if ply.seat >= 0 else state.turn
            word = action_word(ply.action, ply.value)
            if not (word == "out" and state.over):
                state.act(seat, word)
    if state.before_draw:
        state.act(state.leader, "draw")
    return state


def heads(deal: DealRecord, spec: str) -> list[int]:
    """The tricks at whose head a deal can be cut: not where a marriage was announced before the draw."""
    return [index for index in range(len(deal.tricks)) if played_to(deal, spec, index).melded is None]


def _holding(cards: list[str]) -> Holding:
    return Holding(tuple(map(read_card, cards)))


def _by_seat(numbers: dict[str, int]) -> tuple[int, ...]:
    return tuple(numbers[seat] for seat in SEATS)


def _waiting(state: oracle.Deal, seat: str) -> int:
    """The points of marriages that do not count yet for a seat."""
    if state.rules["marriage-count"] == "with-trick" and not state.tricks[seat]:
        return sum(state.marriages[seat])
    return sum(state.pending[seat])


def thinned(deal: DealRecord, rng: random.Random) -> DealRecord:
    """A position with some of its facts left out; who leads and who closed stays."""
    position = deal.position
    assert position
    if rng.random() < 0.5:
        position = replace(position, points=(), pending=())
    if rng.random() < 0.5:
        position = replace(position, tricks=())
    closed = position.closed
    if closed:
        points = () if rng.random() < 0.5 else closed.points
        position = replace(
            position, closed=Closed(closed.seat, points, () if rng.random() < 0.5 else closed.tricks)
        )
    match rng.randrange(5):
        case 0:
            position = replace(position, won=())
        case 1:
            position = replace(position, won=position.won[: rng.randrange(2)])
        case 2 if position.won:
            cards = tuple(card for _, pile in position.won for card in pile.cards)
            position = replace(position, won=((NOBODY, Holding(cards)),))
        case 3:
            position = replace(
                position, won=tuple((seat, _blanked(pile, rng)) for seat, pile in position.won)
            )
    hands = tuple((seat, _blanked(hand, rng)) for seat, hand in deal.hands if rng.random() < 0.8)
    talon = _blanked(deal.talon, rng) if deal.talon and rng.random() < 0.8 else None
    dealer = deal.dealer if rng.random() < 0.5 else NOBODY
    return replace(deal, position=position, hands=hands, talon=talon, dealer=dealer)


def _blanked(holding: Holding, rng: random.Random) -> Holding:
    share = rng.choice((0, 0, 0.2, 1))
    return Holding(tuple(UNRECORDED if rng.random() < share else card for card in holding.cards))


def spoilt(deal: DealRecord, since: int, rng: random.Random) -> DealRecord:
    """A deal in which some action from a trick on was changed for a card of the pack."""
    index = rng.randrange(since, len(deal.tricks))
    trick = deal.tricks[index]
    order = rng.randrange(len(trick.plies))
    plies = list(trick.plies)
    pack = [card for holding in deal.holdings for card in holding.cards]
    plies[order] = replace(plies[order], action=rng.choice(pack), value=0)
    changed = replace(trick, plies=tuple(plies))
    return replace(deal, tricks=(*deal.tricks[:index], changed, *deal.tricks[index + 1 :]))
