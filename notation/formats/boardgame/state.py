"""The state of a round of FreeBoardGames.org's sixty-six in boardgame.io's client, as written.

It is the result of the log's moves on the deck, key by key in the order of the program; a log contains
nothing of earlier games, and of a summary only what a record states.
"""

from collections.abc import Sequence
from typing import Any, Final

from notation.formats.boardgame.moves import LoggedMove, deck_of
from notation.formats.boardgame.table import SUITS, OrderedHands
from notation.formats.core.replayed import followed
from notation.record.model import NOBODY, DealRecord, Outcome
from referee.cards import SEATS, Card, Seat, rank_of, suit_of
from referee.rules import RuleSet

RANKS: Final = {9: 0, 10: 4, 11: 1, 12: 2, 13: 3, 14: 5}
"""The ranks by the program's numbers."""
_NUMBERS: Final = {rank: number for number, rank in RANKS.items()}


def state(
    deal: DealRecord, rules: RuleSet, names: Sequence[str], made: Sequence[LoggedMove]
) -> dict[str, Any]:
    """Return the state after all moves of a deal; ``names`` are those of the players, or empty."""
    deck = deck_of(deal)
    table = _Followed(deck, SEATS[1 - deal.dealer], _winners(deal, rules))
    for move in made:
        table.take(move)
    result = deal.result
    scoring = _scoring(result) if result else [0, 0]
    players = [
        {
            "id": str(seat),
            "name": names[seat],
            "score": scoring[seat],
            "isDealer": seat == deal.dealer,
            "isReady": result is None,
            "hand": _cards(table.table.hands[seat]),
            "melds": table.melds[seat],
        }
        for seat in range(2)
    ]
    return {
        "players": players,
        "deck": _cards(deck),
        "stock": _cards(table.table.stock),
        "trumpSuit": SUITS[table.table.trump],
        "trick": {"cards": _cards(table.trick), "leaderId": str(table.leader)},
        "exchanged9": _id(table.exchanged),
        "lastMeldTime": table.last_meld,
        "out": _id(table.out),
        "closed": table.table.is_closed or not table.table.stock,
        "resolvedTricks": table.resolved,
        "roundSummaries": [_summary(result, scoring)] if result else [],
    }


def _winners(deal: DealRecord, rules: RuleSet) -> list[Seat]:
    """Return who took each trick."""
    play = followed(rules, deal) or ()
    return [done.after.leader for done in play if done.ply.plays and done.before.lead >= 0]


def _scoring(result: Outcome) -> list[int]:
    return [result.game_points if seat == result.winner else 0 for seat in range(2)]


def _summary(result: Outcome, scoring: list[int]) -> dict[str, Any]:
    points = {"points": list(result.card_points)} if result.card_points else {}
    return {"winnerId": _id(result.winner), **points, "scoring": scoring}


def _id(seat: Seat) -> str | None:
    return str(seat) if seat >= 0 else None


def _cards(cards: Sequence[Card]) -> list[dict[str, int]]:
    return [{"suit": SUITS[suit_of(card)], "value": _NUMBERS[rank_of(card)]} for card in cards]


class _Followed:
    """The table after some moves, with the program's own notes."""

    def __init__(self, deck: Sequence[Card], leader: Seat, winners: Sequence[Seat]) -> None:
        self.table = OrderedHands(deck)
        self.leader = leader
        self.trick: list[Card] = []
        self.resolved: list[dict[str, Any]] = []
        self.melds: tuple[list[int], list[int]] = ([], [])
        self.exchanged = self.out = NOBODY
        self.last_meld: int | None = None
        self._winners = winners

    def take(self, move: LoggedMove) -> None:
        """Make a move."""
        table, seat = self.table, move.seat
        if move.type == "SelectCards":
            self.trick.append(table.hands[seat].pop(move.args[0][0]))
            if len(self.trick) == 2:
                self._resolve(self._winners[len(self.resolved)])
        elif move.type == "DrawCards":
            self.exchanged = seat if table.draw(seat) else self.exchanged
        elif move.type == "Close":
            exchanger = table.close()
            self.exchanged = exchanger if exchanger >= 0 else self.exchanged
        elif move.type == "Meld":
            self.melds[seat].append(move.args[0])
            self.exchanged = NOBODY if self.exchanged == seat else self.exchanged
            self.last_meld = len(table.stock) + sum(map(len, table.hands))
        else:
            self.out, self.exchanged = seat, NOBODY

    def _resolve(self, winner: Seat) -> None:
        told = {"cards": _cards(self.trick), "leaderId": str(self.leader), "winnerId": str(winner)}
        self.resolved.append(told)
        self.trick, self.leader, self.exchanged = [], winner, NOBODY
