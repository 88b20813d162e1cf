"""The log of boardgame.io's client for the sixty-six of FreeBoardGames.org (TypeScript, boardgame.io 0.49).

Written are a line with the state whose `G` holds the deck, which is visible when a round ends, then the
entries of `client.log` for that round, one per line; read is anything the client or server saves
(:mod:`notation.formats.boardgame.stored`), each round as a game. Cards are indices into hands that the
program sorts, so nothing can be determined without the deck: hands are its cards 0-5 and 6-11, the stock is
the rest, drawn from its end.

The program plays German sixty-six with claims. It exchanges the nine automatically, after each draw and on
each close, even before the player has a trick, without logging it; where its scoring deviates from its rules
(a close before drawing is attributed to the winner of the last trick, a closer who continues with 66 wins
without a claim) its statements are preserved.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.boardgame.moves import Otherwise, logged_moves
from notation.formats.boardgame.state import RANKS, state
from notation.formats.boardgame.stored import MOVES, StoredMatches, StoredRound, shows
from notation.formats.boardgame.table import SUITS, OrderedHands
from notation.formats.core.capabilities import PLAY, RecordPart
from notation.formats.core.format import Format, Piece
from notation.formats.core.json_values import BadValue, first_values, part, shown, values
from notation.formats.core.lines import is_full
from notation.formats.core.moves import dealt_twice, following, valued
from notation.formats.core.replayed import followed
from notation.formats.core.report import ReportKind, Telling
from notation.record.model import NOBODY, DealRecord, Outcome, Record, Tag
from notation.record.traversal import plies_of, rebuild
from notation.record.words import seat_letter
from notation.recorder import DealRecorder
from referee import actions
from referee.actions import Action
from referee.cards import SEATS, Card, Seat, card
from referee.rules import RuleSet

SPEC: Final = "sixty-six exchange-min-tricks=0 defender-out=as-failed"
_MAX_POINTS: Final = 999
_MAX_ENTRIES: Final = 500
"""Entries of a round."""


def _read(data: bytes, telling: Telling) -> Iterator[Record]:
    for found in _rounds(data, telling):
        if is_full(telling, found.line):
            return
        telling.begin(found.line)
        try:
            yield _record(found, telling)
        except BadValue as error:
            telling.fault(catalogue.LOG_WORD, found.line, word=error.word, expected=error.expected)


def _rounds(data: bytes, telling: Telling) -> Iterator[StoredRound]:
    """Yield the rounds of all matches in a file; what is not part of one is reported once."""
    stored = StoredMatches()
    is_told = False
    line = 1
    try:
        for line, value in values(data, telling):
            if not stored.take(line, value) and not is_told:
                expected = '"action"' if stored.matches else '"G"'
                telling.fault(catalogue.LOG_WORD, line, word=shown(value), expected=expected)
                is_told = True
        for match in stored.matches:
            line = match.line
            if match.is_of_another_game:
                why = Phrase("its game does not belong to this family")
                telling.tell(ReportKind.LEFT_OUT, None, 0, why, line)
            else:
                yield from match.rounds()
    except RecursionError:
        telling.fault(catalogue.NOT_JSON, line, why="a number or its nesting is too large")


def _record(found: StoredRound, telling: Telling) -> Record:
    deck = _deck(_told_deck(found, telling))
    twice = dealt_twice(deck)
    if twice:
        telling.fault(catalogue.LOG_CONTRADICTS, found.line, why=twice)
        raise BadValue(found.deck, '"deck"')
    tags = tuple(Tag(seat_letter(seat), name) for seat, name in sorted(_names(found).items()))
    outcome = _outcome(found.summary)
    reader = _EntryReader(deck, _dealer(found), telling)
    for number, (line, entry) in enumerate(found.moves):
        found.line = line
        if number == _MAX_ENTRIES:
            raise BadValue(entry, '"G"')
        reader.take(entry)
    if found.is_shuffled:
        telling.derived(RecordPart.HANDS, Phrase("what its program shuffles next"), 1)
    for _ in range(found.undone):
        telling.tell(ReportKind.DROPPED, RecordPart.WITHDRAWN, 1)
    return Record(tags, (reader.scribe.record(outcome),))


def _names(found: StoredRound) -> dict[int, str]:
    """Return the names of the players: those of the match, otherwise those in its states."""
    names = {}
    for _, told in found.states:
        for seat in range(2):
            name = part(told, "G", "players", seat, "name")
            if isinstance(name, str) and name:
                names[seat] = name
    return names | found.names


def _told_deck(found: StoredRound, telling: Telling) -> Any:
    """Return the deck of a round from its state."""
    if found.deck is None and found.is_hidden:
        expected = Phrase("the end of the round, when the deck is shown")
        telling.fault(catalogue.LOG_END, found.line, expected=expected)
    if found.deck is None and not found.states:
        raise BadValue(found.moves[0][1], Phrase("a state that tells the deck of this round"))
    return found.deck


def _deck(told: Any) -> list[Card]:
    if not isinstance(told, list) or len(told) != 24:
        raise BadValue(told, '"deck"')
    deck = []
    for each in told:
        suit, value = part(each, "suit"), part(each, "value")
        if type(suit) is not int or not 0 <= suit < 4 or type(value) is not int or value not in RANKS:
            raise BadValue(each, '{"suit": 0, "value": 9}')
        deck.append(card(SUITS[suit], RANKS[value]))
    return deck


def _dealer(found: StoredRound) -> Seat:
    """Return the dealer: the player who does not act first; without play, the one in the state."""
    for _, entry in found.moves:
        if part(entry, "action", "type") == "MAKE_MOVE":
            return SEATS[1 - _seat(entry)]
    told = part(found.states[0][1], "G") if found.states else None
    leader = part(told, "trick", "leaderId")
    if leader in ("0", "1"):
        return SEATS[1 - int(leader)]
    for seat in SEATS[:2]:
        if part(told, "players", seat, "isDealer") is True:
            return seat
    raise BadValue(part(told, "players"), '"isDealer"')


def _seat(entry: Any) -> Seat:
    told = part(entry, "action", "payload", "playerID")
    if told not in ("0", "1"):
        raise BadValue(told, '"playerID"')
    return Seat(int(told))


def _outcome(told: Any) -> Outcome | None:
    """Return the result that the summary of a round states."""
    if told is None:
        return None
    winner, scoring, points = (part(told, name) for name in ("winnerId", "scoring", "points"))
    if winner not in ("0", "1", None) or not _is_pair(scoring):
        raise BadValue(told, '"winnerId", "scoring"')
    seat = NOBODY if winner is None else Seat(int(winner))
    card_points = tuple(points) if _is_pair(points) else ()
    return Outcome(seat, scoring[seat] if seat >= 0 else 0, card_points=card_points)


def _is_pair(told: Any) -> bool:
    pair = isinstance(told, list) and len(told) == 2
    return pair and all(type(each) is int and 0 <= each <= _MAX_POINTS for each in told)


class _EntryReader:
    """Follows the entries of a round at a separate table, and records them."""

    def __init__(self, deck: Sequence[Card], dealer: Seat, telling: Telling) -> None:
        self._table = OrderedHands(deck)
        talon = deck[:11:-1]
        self.scribe = DealRecorder(following(SPEC), 1, dealer, [deck[:6], deck[6:12]], talon)
        self._telling = telling
        self._laid = 0

    def take(self, entry: Any) -> None:
        """Process an entry; raises :class:`BadValue`."""
        kind = part(entry, "action", "type")
        move = part(entry, "action", "payload", "type")
        if kind != "MAKE_MOVE":
            raise BadValue(kind, '"MAKE_MOVE", "GAME_EVENT"')
        seat = _seat(entry)
        first = part(entry, "action", "payload", "args", 0)
        if move == "SelectCards":
            self._play(seat, part(first, 0))
        elif move == "Meld":
            if type(first) is not int or not 0 <= first < 4:
                raise BadValue(first, '"args": [0]')
            self._do(actions.marriage(SUITS[first]), seat, self._table.is_short)
        elif move == "DrawCards":
            if self._table.draw(seat):
                self._exchange(seat, False)
        elif move == "Close":
            self._close(seat)
        elif move == "GoOut":
            self._do(actions.OUT, seat, self._table.is_short)
        elif move != "Finish":
            raise BadValue(move, ", ".join(f'"{each}"' for each in MOVES))

    def _do(self, action: Action, seat: Seat, short: bool = False) -> None:
        self.scribe.do(action, seat, short=short)

    def _play(self, seat: Seat, index: Any) -> None:
        hand = self._table.hands[seat]
        if type(index) is not int or not 0 <= index < len(hand):
            raise BadValue(index, '"args": [[0]]')
        self._do(hand.pop(index), seat)
        self._laid += 1
        if self._laid % 2 == 0:
            self._table.is_short = bool(self._table.stock) and not self._table.is_closed

    def _exchange(self, seat: Seat, short: bool) -> None:
        self._telling.derived(RecordPart.EXCHANGES, Phrase("its program exchanges automatically"), 1)
        self._do(actions.EXCHANGE, seat, short)

    def _close(self, seat: Seat) -> None:
        short = self._table.is_short
        exchanger = self._table.close()
        self._table.is_short = False
        if exchanger == seat:
            self._exchange(seat, short)
        self._do(actions.CLOSE_SHORT if short else actions.CLOSE, seat)
        if exchanger == 1 - seat:
            self._exchange(exchanger, False)


# Writing.


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    try:
        for _ in logged_moves(deal, rules):
            pass
    except Otherwise:
        return Phrase("its program would have exchanged at another moment, or refused something")
    return None


def _project(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Return a deal with each claim in the trick that it follows, and with a result only if there is one."""
    if deal.result and not deal.result.finished:
        telling.tell(ReportKind.DROPPED, RecordPart.RESULTS, deal.number)
        deal = replace(deal, result=None)
    deal = valued(deal, rules, telling)
    in_turn = {done.path for done in followed(rules, deal) or () if done.seat == done.before.turn}
    named = {path for path, ply in plies_of(deal) if ply.seat >= 0 and path in in_turn}
    for _ in named:
        telling.tell(ReportKind.DROPPED, RecordPart.ACTORS, deal.number)
    deal = rebuild(deal, lambda path, ply: replace(ply, seat=NOBODY) if path in named else ply)
    tricks = list(deal.tricks)
    if len(tricks) > 1 and tricks[-1].plies[:1] and tricks[-1].plies[0].action == actions.OUT:
        claim = tricks.pop()
        tricks[-1] = replace(tricks[-1], plies=(*tricks[-1].plies, *claim.plies))
    return replace(deal, tricks=tuple(tricks))


def _write(pieces: Sequence[Piece], telling: Telling) -> bytes:
    blocks = ["\n".join(_lines(piece)) for piece in pieces if piece.record.deals]
    return "".join(f"{block}\n\n" for block in blocks).encode()


def _lines(piece: Piece) -> Iterator[str]:
    [deal] = piece.record.deals
    names = [piece.record.tag(seat_letter(seat)) or "" for seat in range(2)]
    made = list(logged_moves(deal, piece.rules))
    turns = 1 + sum(move.type in ("SelectCards", "GoOut") for move in made)
    ctx = {"numPlayers": 2, "turn": turns, "phase": "round_end" if deal.result else "placement"}
    yield _line({"G": state(deal, piece.rules, names, made), "ctx": ctx, "_stateID": len(made)})
    turn, laid = 1, 0
    for number, move in enumerate(made):
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


def _event(payload: dict[str, Any], place: dict[str, Any], automatic: dict[str, bool]) -> str:
    return _line({"action": {"type": "GAME_EVENT", "payload": payload}, **place, **automatic})


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _is_boardgame(data: bytes) -> int:
    return next((line for line, value in first_values(data) if shows(value)), 0)


BOARDGAME: Final = Format(
    "boardgame",
    Phrase("boardgame.io log of FreeBoardGames.org's sixty-six, with its deck"),
    ".jsonl",
    PLAY
    | {
        RecordPart.NAMES,
        RecordPart.BARE_MARRIAGES,
        RecordPart.ANSWERS,
        RecordPart.SHORT_CLOSES,
        RecordPart.CLAIMS,
    }
    | {RecordPart.RESULTS, RecordPart.CARD_POINTS},
    _is_boardgame,
    _read,
    _write,
    SPEC,
    frozenset({RecordPart.HANDS, RecordPart.TALON}),
    pack=24,
    shows=Phrase("a state whose `G` has a deck of these cards, or a move that only this game has"),
    project=_project,
    unfit=_unfit,
    between=b"",
    merges=True,
)
"""The log of boardgame.io's client."""
