"""The moves that FreeBoardGames.org's sixty-six would have logged for a deal.

Its program exchanges automatically; other deals have no such log.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from notation.formats.boardgame.table import SUITS, OrderedHands
from notation.formats.core.moves import talon_of
from notation.formats.core.replayed import Done, followed
from notation.record.model import NOBODY, DealRecord
from referee import actions
from referee.cards import SEATS, Card, Seat
from referee.rules import RuleSet


class Otherwise(Exception):  # noqa: N818 - not an error of the program: a deal that it cannot log
    """A deal in which a player did not exchange where the program does it, or the other way round."""


class LoggedMove(NamedTuple):
    """A logged move: its type, argument and player."""

    type: str
    args: tuple[Any, ...]
    seat: Seat


def deck_of(deal: DealRecord) -> list[Card]:
    """Return the deck as the program stores it: both hands, then the stock from its end."""
    hands = dict(deal.hands)
    return [*hands[SEATS[0]].cards, *hands[SEATS[1]].cards, *reversed(talon_of(deal))]


def logged_moves(deal: DealRecord, rules: RuleSet) -> Iterator[LoggedMove]:
    """Yield the moves of a deal; raises :class:`Otherwise` if the program cannot have logged it."""
    table = OrderedHands(deck_of(deal))
    play = [done for done in followed(rules, deal) or () if done.action != actions.RESIGN]
    rest = iter(zip(play, [*play[1:], None], strict=False))
    for done, after in rest:
        seat, action = done.seat, done.action
        if seat != done.before.turn or (done.before.lead >= 0 and not done.ply.plays):
            raise Otherwise
        if table.is_short and not _is_short(done):
            yield LoggedMove("DrawCards", (), seat)
            if table.draw(seat):
                if action != actions.EXCHANGE:
                    raise Otherwise
                continue
        if action == actions.EXCHANGE:
            if after is None or after.action not in (actions.CLOSE, actions.CLOSE_SHORT):
                raise Otherwise
            done, after = next(rest)
            yield from _close(table, done, seat)
        elif action in (actions.CLOSE, actions.CLOSE_SHORT):
            answers = after is not None and after.action == actions.EXCHANGE
            yield from _close(table, done, SEATS[1 - seat] if answers else NOBODY)
            if answers:
                next(rest)
        elif actions.is_marriage(action):
            yield LoggedMove("Meld", (SUITS[action - actions.MARRIAGE],), seat)
        elif action == actions.OUT:
            yield LoggedMove("GoOut", (), seat)
        elif not actions.is_play(action) or action not in table.hands[seat]:
            raise Otherwise
        else:
            yield LoggedMove("SelectCards", ([table.hands[seat].index(action)],), seat)
            table.hands[seat].remove(action)
            if done.after.trick > done.before.trick:
                table.is_short = bool(table.stock) and not table.is_closed


def _close(table: OrderedHands, done: Done, exchanger: Seat) -> Iterator[LoggedMove]:
    yield LoggedMove("Close", (), done.seat)
    table.is_short = False
    if table.close() != exchanger:
        raise Otherwise


def _is_short(done: Done) -> bool:
    """Return whether an action is done before both draw; a claim needs no draw."""
    return done.action == actions.OUT or done.trick == done.before.trick
