"""Cuts records at the head of a trick into positions, whose state comes from the oracle, not the referee."""

import random
from dataclasses import replace

from notation.record.model import NOBODY, UNRECORDED, Closed, DealRecord, Holding, Position
from notation.record.words import action_word, card_word, read_card
from referee.cards import SUIT_LETTERS, Seat, Suit, suit_of
from tests.support import oracle, oracle_of_more

SEATS = "ABCD"
Played = oracle.OracleDeal | oracle_of_more.OracleDealOfMore
"""A deal as played by the oracle, with or without a talon."""


def cut(deal: DealRecord, spec: str, index: int) -> DealRecord:
    """A complete, legally played deal, cut into a position at the head of one of its tricks."""
    state = played_to(deal, spec, index)
    won = [(Seat(SEATS.index(side[0])), _holding(cards)) for side, cards in state.won.items() if cards]
    closed = state.closed if isinstance(state, oracle.OracleDeal) else None
    position = Position(
        Seat(SEATS.index(state.leader)),
        tuple(state.points().values()),
        tuple(state.tricks.values()),
        tuple(_waiting(state, side) for side in state.tricks),
        Closed(Seat(SEATS.index(closed.closer)), tuple(closed.points.values()), tuple(closed.tricks.values()))
        if closed
        else None,
        won=tuple(won),
    )
    taken_up = replace(
        deal,
        hands=tuple((Seat(SEATS.index(letter)), _holding(hand)) for letter, hand in state.hands.items()),
        tricks=deal.tricks[index:],
        position=position,
    )
    if isinstance(state, oracle_of_more.OracleDealOfMore):
        return taken_up
    turn_up = read_card(state.talon[-1]) if state.talon else None
    return replace(
        taken_up,
        trump=turn_up,
        suit=Suit("shdc".index(state.trump) if turn_up is None else -1),
        talon=_holding(state.talon) if state.talon else None,
    )


def oracles_deal(deal: DealRecord, spec: str) -> Played:
    """A deal before its first action, in the oracle; all its cards are known."""
    hands = {SEATS[seat]: [card_word(card) for card in hand.cards] for seat, hand in deal.hands}
    if deal.talon:
        talon = [card_word(card) for card in deal.talon.cards]
        return oracle.OracleDeal(spec, SEATS[deal.dealer], hands, talon, deal.number == 1)
    suit = deal.suit if deal.trump is None else suit_of(deal.trump)
    return oracle_of_more.OracleDealOfMore(
        spec, SEATS[deal.dealer], hands, SUIT_LETTERS[suit], deal.number == 1
    )


def played_to(deal: DealRecord, spec: str, index: int) -> Played:
    """The oracle's deal at the head of a trick, after both have drawn."""
    state = oracles_deal(deal, spec)
    for trick in deal.tricks[:index]:
        _draw(state)
        for ply in trick.plies:
            seat = SEATS[ply.seat] if ply.seat >= 0 else state.turn
            word = action_word(ply.action, ply.value)
            if not (word == "out" and state.over):
                state.act(seat, word)
    _draw(state)
    return state


def _draw(state: Played) -> None:
    """Let both draw, if due."""
    if state.before_draw:
        state.act(state.leader, "draw")


def heads(deal: DealRecord, spec: str) -> list[int]:
    """The tricks at whose head a deal can be cut: not where a marriage was announced before the draw."""
    return [index for index in range(len(deal.tricks)) if not _has_announced(played_to(deal, spec, index))]


def _has_announced(state: Played) -> bool:
    return (
        bool(state.announced_now())
        if isinstance(state, oracle_of_more.OracleDealOfMore)
        else state.melded is not None
    )


def _holding(cards: list[str]) -> Holding:
    return Holding(tuple(map(read_card, cards)))


def _waiting(state: Played, side: str) -> int:
    """The points of a side's marriages that do not count yet."""
    if isinstance(state, oracle_of_more.OracleDealOfMore):
        own = (marriage for marriage in state.marriages if marriage.seat in side)
        return sum(marriage.points for marriage in own if not state.counts(marriage))
    if state.rules["marriage-count"] == "with-trick" and not state.tricks[side]:
        return sum(state.marriages[side])
    return sum(state.pending[side])


def thinned(deal: DealRecord, rng: random.Random) -> DealRecord:
    """A position with some of its facts removed, except who leads and who closed."""
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
    """A deal in which some action from a trick on was replaced by a card of the pack."""
    index = rng.randrange(since, len(deal.tricks))
    trick = deal.tricks[index]
    order = rng.randrange(len(trick.plies))
    plies = list(trick.plies)
    pack = [card for holding in deal.holdings for card in holding.cards]
    plies[order] = replace(plies[order], action=rng.choice(pack), value=0)
    changed = replace(trick, plies=tuple(plies))
    return replace(deal, tricks=(*deal.tricks[:index], changed, *deal.tricks[index + 1 :]))
