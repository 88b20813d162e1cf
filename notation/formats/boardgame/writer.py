"""Writes the log that FreeBoardGames.org's sixty-six would have made of a deal, and the state of its client.

Its program exchanges automatically; other deals have no such log. The state has the keys of the program in
their order; a log contains nothing of earlier games, and of a summary only what a record states.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from notation.findings.finding import Phrase
from notation.formats.boardgame.table import NUMBERS, SUITS, OrderedHands
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.format import Piece
from notation.formats.core.moves import finished, talon_of, valued
from notation.formats.core.replayed import Done, followed
from notation.formats.core.report import Telling
from notation.record.model import NOBODY, DealRecord
from notation.record.traversal import plies_of, rebuild
from notation.record.words import seat_letter
from referee import actions
from referee.cards import SEATS, Card, Seat, Suit, rank_of, suit_of
from referee.rules import RuleSet

_CLOSING: Final = (actions.CLOSE, actions.CLOSE_SHORT)


class _Otherwise(Exception):  # noqa: N818 - not an error of the program: a deal that it cannot log
    """A deal in which a player did not exchange where the program does it, or the other way round."""


class _LoggedMove(NamedTuple):
    """A logged move: its type, argument and player."""

    type: str
    args: tuple[Any, ...]
    seat: Seat


class _Client(OrderedHands):
    """The table of the program's client, which logs its moves and keeps notes in its state."""

    def __init__(self, deck: Sequence[Card], leader: Seat) -> None:
        super().__init__(deck)
        self.deck = deck
        self.moves: list[_LoggedMove] = []
        self._leader = leader
        self._trick: list[Card] = []
        self._resolved: list[dict[str, Any]] = []
        self._melds: tuple[list[int], list[int]] = ([], [])
        self._exchanged = self._out = NOBODY
        self._last_meld: int | None = None

    def _log(self, kind: str, seat: Seat, *args: Any) -> None:
        self.moves.append(_LoggedMove(kind, args, seat))

    def take_card(self, seat: Seat, played: Card) -> None:
        self._log("SelectCards", seat, [self.hands[seat].index(played)])
        self.hands[seat].remove(played)
        self._trick.append(played)

    def end_trick(self, winner: Seat) -> None:
        ids = {"leaderId": str(self._leader), "winnerId": str(winner)}
        self._resolved.append({"cards": _cards(self._trick), **ids})
        self._trick, self._leader, self._exchanged = [], winner, NOBODY
        self.is_short = bool(self.stock) and not self.is_closed

    def draw_cards(self, seat: Seat) -> bool:
        """Let both draw; returns whether the first of them exchanged."""
        self._log("DrawCards", seat)
        has_exchanged = self.draw(seat)
        self._exchanged = seat if has_exchanged else self._exchanged
        return has_exchanged

    def close_talon(self, seat: Seat, exchanger: Seat) -> None:
        """Close the talon; raises _Otherwise if somebody else than this seat exchanges."""
        self._log("Close", seat)
        self.is_short = False
        if self.close() != exchanger:
            raise _Otherwise
        self._exchanged = exchanger if exchanger >= 0 else self._exchanged

    def meld(self, seat: Seat, suit: Suit) -> None:
        self._log("Meld", seat, SUITS[suit])
        self._melds[seat].append(SUITS[suit])
        self._exchanged = NOBODY if self._exchanged == seat else self._exchanged
        self._last_meld = len(self.stock) + sum(map(len, self.hands))

    def go_out(self, seat: Seat) -> None:
        self._log("GoOut", seat)
        self._out, self._exchanged = seat, NOBODY

    def state(self, deal: DealRecord, names: Sequence[str]) -> dict[str, Any]:
        """Return the state after all moves of a deal; ``names`` are those of the players, or empty."""
        result = deal.result
        winner, won = (result.winner, result.game_points) if result else (NOBODY, 0)
        scoring = [won if seat == winner else 0 for seat in range(2)]
        points = {"points": list(result.card_points)} if result and result.card_points else {}
        summary = {"winnerId": _id(winner), **points, "scoring": scoring}
        players = [
            {
                "id": str(seat),
                "name": names[seat],
                "score": scoring[seat],
                "isDealer": seat == deal.dealer,
                "isReady": result is None,
                "hand": _cards(self.hands[seat]),
                "melds": self._melds[seat],
            }
            for seat in range(2)
        ]
        return {
            "players": players,
            "deck": _cards(self.deck),
            "stock": _cards(self.stock),
            "trumpSuit": SUITS[self.trump],
            "trick": {"cards": _cards(self._trick), "leaderId": str(self._leader)},
            "exchanged9": _id(self._exchanged),
            "lastMeldTime": self._last_meld,
            "out": _id(self._out),
            "closed": self.is_closed or not self.stock,
            "resolvedTricks": self._resolved,
            "roundSummaries": [summary] if result else [],
        }


def _id(seat: Seat) -> str | None:
    return str(seat) if seat >= 0 else None


def _cards(cards: Sequence[Card]) -> list[dict[str, int]]:
    return [{"suit": SUITS[suit_of(card)], "value": NUMBERS[rank_of(card)]} for card in cards]


def _played(deal: DealRecord, rules: RuleSet) -> _Client:
    """Return the client after a deal; raises _Otherwise if the program cannot have logged it."""
    hands = dict(deal.hands)
    deck = [*hands[SEATS[0]].cards, *hands[SEATS[1]].cards, *reversed(talon_of(deal))]
    client = _Client(deck, SEATS[1 - deal.dealer])
    play = [done for done in followed(rules, deal) or () if done.action != actions.RESIGN]
    rest = iter(zip(play, [*play[1:], None], strict=False))
    for done, after in rest:
        seat, action = done.seat, done.action
        if seat != done.before.turn or (done.before.lead >= 0 and not done.ply.plays):
            raise _Otherwise
        if client.is_short and not _is_short(done) and client.draw_cards(seat):
            if action != actions.EXCHANGE:
                raise _Otherwise
        elif action == actions.EXCHANGE:
            if after is None or after.action not in _CLOSING:
                raise _Otherwise
            closing, _ = next(rest)
            client.close_talon(closing.seat, seat)
        elif action in _CLOSING:
            answers = after is not None and after.action == actions.EXCHANGE
            client.close_talon(seat, SEATS[1 - seat] if answers else NOBODY)
            if answers:
                next(rest)
        elif actions.is_marriage(action):
            client.meld(seat, actions.marriage_suit(action))
        elif action == actions.OUT:
            client.go_out(seat)
        elif not actions.is_play(action) or action not in client.hands[seat]:
            raise _Otherwise
        else:
            client.take_card(seat, action)
            if done.after.trick > done.before.trick:
                client.end_trick(done.after.leader)
    return client


def _is_short(done: Done) -> bool:
    """Return whether an action is done before both draw; a claim needs no draw."""
    return done.action == actions.OUT or done.trick == done.before.trick


def unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    """Return why the program cannot have logged a deal, or None."""
    try:
        _played(deal, rules)
    except _Otherwise:
        return Phrase("its program would have exchanged at another moment, or refused something")
    return None


def project(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Return a deal with each claim in the trick that it follows, and with a result only if there is one."""
    deal = valued(finished(deal, telling), rules, telling)
    in_turn = {done.path for done in followed(rules, deal) or () if done.seat == done.before.turn}
    named = {path for path, ply in plies_of(deal) if ply.seat >= 0 and path in in_turn}
    for _ in named:
        telling.dropped(RecordPart.ACTORS, deal.number)
    deal = rebuild(deal, lambda path, ply: replace(ply, seat=NOBODY) if path in named else ply)
    tricks = list(deal.tricks)
    if len(tricks) > 1 and tricks[-1].plies[:1] and tricks[-1].plies[0].action == actions.OUT:
        claim = tricks.pop()
        tricks[-1] = replace(tricks[-1], plies=(*tricks[-1].plies, *claim.plies))
    return replace(deal, tricks=tuple(tricks))


def log_lines(piece: Piece) -> Iterator[str]:
    """Yield the log of a deal, with an empty line after it."""
    [deal] = piece.record.deals
    names = [piece.record.tag(seat_letter(seat)) or "" for seat in range(2)]
    client = _played(deal, piece.rules)
    turns = 1 + sum(move.type in ("SelectCards", "GoOut") for move in client.moves)
    ctx = {"numPlayers": 2, "turn": turns, "phase": "round_end" if deal.result else "placement"}
    yield _line({"G": client.state(deal, names), "ctx": ctx, "_stateID": len(client.moves)})
    turn, laid = 1, 0
    for number, move in enumerate(client.moves):
        payload = {"type": move.type, "args": list(move.args), "playerID": str(move.seat)}
        place = {"_stateID": number, "turn": turn, "phase": "placement"}
        yield _line({"action": {"type": "MAKE_MOVE", "payload": payload}, **place})
        laid += move.type == "SelectCards"
        if move.type in ("SelectCards", "GoOut"):
            ends = move.type == "GoOut" or laid % 2 == 0
            automatic = {"automatic": True} if ends else {}
            yield _event({"type": "endTurn"}, place, automatic)
            if ends:
                yield _event({"type": "endPhase", "args": True}, place, automatic)
            turn += 1
    yield ""


def _event(payload: dict[str, Any], place: dict[str, Any], automatic: dict[str, bool]) -> str:
    return _line({"action": {"type": "GAME_EVENT", "payload": payload}, **place, **automatic})


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
