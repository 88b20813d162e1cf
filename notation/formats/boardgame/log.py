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

from collections.abc import Iterator, Sequence
from typing import Any, Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.boardgame.stored import MOVES, StoredMatches, StoredRound, shows
from notation.formats.boardgame.table import RANKS, SUITS, OrderedHands
from notation.formats.boardgame.writer import log_lines, project, unfit
from notation.formats.core.capabilities import PLAY, RecordPart
from notation.formats.core.format import Format, in_lines
from notation.formats.core.json_values import BadValueError, first_values, part, shown, values
from notation.formats.core.lines import LogError, is_full
from notation.formats.core.moves import check_once, following
from notation.formats.core.report import Telling
from notation.record.model import NOBODY, Outcome, Record, Tag
from notation.record.words import seat_letter
from notation.recorder import DealRecorder
from referee import actions
from referee.cards import SEATS, Card, Seat, card

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
        except LogError as error:
            error.tell(telling, found.line)


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
                telling.left_out(why, line)
            else:
                yield from match.rounds()
    except RecursionError:
        telling.fault(catalogue.NOT_JSON, line, why="a number or its nesting is too large")


def _record(found: StoredRound, telling: Telling) -> Record:
    deck = _deck(_told_deck(found, telling))
    check_once(deck)
    tags = tuple(Tag(seat_letter(seat), name) for seat, name in sorted(_names(found).items()))
    outcome = _outcome(found.summary)
    reader = _EntryReader(deck, _dealer(found), telling)
    for number, (line, entry) in enumerate(found.moves):
        found.line = line
        if number == _MAX_ENTRIES:
            raise BadValueError(entry, '"G"')
        reader.take(entry)
    if found.is_shuffled:
        telling.derived(RecordPart.HANDS, Phrase("what its program shuffles next"), 1)
    for _ in range(found.undone):
        telling.dropped(RecordPart.WITHDRAWN, 1)
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
    if found.deck is None and found.is_hidden:
        expected = Phrase("the end of the round, when the deck is shown")
        telling.fault(catalogue.LOG_END, found.line, expected=expected)
    if found.deck is None and not found.states:
        raise BadValueError(found.moves[0][1], Phrase("a state that tells the deck of this round"))
    return found.deck


def _deck(told: Any) -> list[Card]:
    if not isinstance(told, list) or len(told) != 24:
        raise BadValueError(told, '"deck"')
    deck = []
    for each in told:
        suit, value = part(each, "suit"), part(each, "value")
        if type(suit) is not int or not 0 <= suit < 4 or type(value) is not int or value not in RANKS:
            raise BadValueError(each, '{"suit": 0, "value": 9}')
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
    raise BadValueError(part(told, "players"), '"isDealer"')


def _seat(entry: Any) -> Seat:
    told = part(entry, "action", "payload", "playerID")
    if told not in ("0", "1"):
        raise BadValueError(told, '"playerID"')
    return Seat(int(told))


def _outcome(told: Any) -> Outcome | None:
    """Return the result that the summary of a round states."""
    if told is None:
        return None
    winner, scoring, points = (part(told, name) for name in ("winnerId", "scoring", "points"))
    if winner not in ("0", "1", None) or not _is_pair(scoring):
        raise BadValueError(told, '"winnerId", "scoring"')
    seat = NOBODY if winner is None else Seat(int(winner))
    card_points = tuple(points) if _is_pair(points) else ()
    return Outcome(seat, scoring[seat] if seat >= 0 else 0, card_points=card_points)


def _is_pair(told: Any) -> bool:
    pair = isinstance(told, list) and len(told) == 2
    return pair and all(type(each) is int and 0 <= each <= _MAX_POINTS for each in told)


class _EntryReader(OrderedHands):
    """The table of a round, which follows its entries and records them."""

    def __init__(self, deck: Sequence[Card], dealer: Seat, telling: Telling) -> None:
        super().__init__(deck)
        self.scribe = DealRecorder(following(SPEC), 1, dealer, [deck[:6], deck[6:12]], deck[:11:-1])
        self._telling = telling
        self._laid = 0

    def take(self, entry: Any) -> None:
        """Process an entry; raises :class:`BadValueError`."""
        kind = part(entry, "action", "type")
        move = part(entry, "action", "payload", "type")
        if kind != "MAKE_MOVE":
            raise BadValueError(kind, '"MAKE_MOVE", "GAME_EVENT"')
        seat = _seat(entry)
        first = part(entry, "action", "payload", "args", 0)
        if move == "SelectCards":
            self._play(seat, part(first, 0))
        elif move == "Meld":
            if type(first) is not int or not 0 <= first < 4:
                raise BadValueError(first, '"args": [0]')
            self.scribe.do(actions.marriage(SUITS[first]), seat, short=self.is_short)
        elif move == "DrawCards":
            if self.draw(seat):
                self._record_exchange(seat, False)
        elif move == "Close":
            self._close_talon(seat)
        elif move == "GoOut":
            self.scribe.do(actions.OUT, seat, short=self.is_short)
        elif move != "Finish":
            raise BadValueError(move, ", ".join(f'"{each}"' for each in MOVES))

    def _play(self, seat: Seat, index: Any) -> None:
        hand = self.hands[seat]
        if type(index) is not int or not 0 <= index < len(hand):
            raise BadValueError(index, '"args": [[0]]')
        self.scribe.do(hand.pop(index), seat)
        self._laid += 1
        if self._laid % 2 == 0:
            self.is_short = bool(self.stock) and not self.is_closed

    def _record_exchange(self, seat: Seat, short: bool) -> None:
        self._telling.derived(RecordPart.EXCHANGES, Phrase("its program exchanges automatically"), 1)
        self.scribe.do(actions.EXCHANGE, seat, short=short)

    def _close_talon(self, seat: Seat) -> None:
        short, exchanger = self.is_short, self.close()
        self.is_short = False
        if exchanger == seat:
            self._record_exchange(seat, short)
        self.scribe.do(actions.CLOSE_SHORT if short else actions.CLOSE, seat)
        if exchanger == 1 - seat:
            self._record_exchange(exchanger, False)


BOARDGAME: Final = Format(
    "boardgame",
    Phrase("boardgame.io log of FreeBoardGames.org's sixty-six, with its deck"),
    ".jsonl",
    PLAY
    | {RecordPart.NAMES, RecordPart.BARE_MARRIAGES, RecordPart.ANSWERS, RecordPart.SHORT_CLOSES}
    | {RecordPart.CLAIMS, RecordPart.RESULTS, RecordPart.CARD_POINTS},
    lambda data: next((line for line, value in first_values(data) if shows(value)), 0),
    _read,
    in_lines(log_lines),
    SPEC,
    frozenset({RecordPart.HANDS, RecordPart.TALON}),
    pack=24,
    shows=Phrase("a state whose `G` has a deck of these cards, or a move that only this game has"),
    project=project,
    unfit=unfit,
    between=b"",
    merges=True,
)
"""The log of boardgame.io's client."""
