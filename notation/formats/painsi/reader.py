"""Reads the console log of robertpainsi's Schnapsen; :mod:`notation.formats.painsi.writer` says what it is.

A misplaced line of the log ends its game; other console output is skipped. Nothing is corrected.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.lines import lines
from notation.formats.core.log_error import LogError
from notation.formats.core.moves import dealt_twice, following
from notation.formats.core.report import Telling
from notation.record.model import DealRecord, Outcome, Record
from notation.record.words import SUIT_SYMBOLS, read_card, read_suit
from notation.recorder import DealRecorder
from referee import actions
from referee.cards import Card, Seat

SPEC: Final = (
    "schnapsen exchange-min-talon=4 close-min-talon=4 claim=auto closed-basis=total failed-close=2 "
    "defender-out=2-or-3 exhausted=1/2/3"
)
"""The rules of the program."""
PLAYERS: Final = ("hum", "com")
"""The players; the first is A."""
MAX_MOVES: Final = 20
"""Moves of a deal: one for each card."""

_SEAT: Final = "(hum|com)"
_CARD: Final = rf"\[[{SUIT_SYMBOLS}](?:10|[JQKA])\]"
_CARDS: Final = rf'(\["{_CARD}"(?:,"{_CARD}"){{%d}}\])'
_TALON: Final = re.compile(f"talon {_CARDS % 9}")
_TRUMP: Final = re.compile(f'trump "({_CARD})"')
_HAND: Final = re.compile(f"{_SEAT} hand {_CARDS % 4}")
_MOVE: Final = re.compile(
    rf'Move {_SEAT} \{{"player":"(?:\1)",'
    rf'"swapTrump":(?:null|\{{"oldTrump":"({_CARD})","newTrump":"({_CARD})"\}}),'
    rf'"closeTalon":(true|false),"marriage":(?:null|"([{SUIT_SYMBOLS}])(20|40)\}}?"),"card":"({_CARD})"\}}'
)
_TRICKS: Final = re.compile(f"{_SEAT} tricks")
_DRAWS: Final = re.compile(f'{_SEAT} draws card "({_CARD})"')
_WINNER: Final = re.compile(f"winner ([1-3]) points {_SEAT}")
_LOSER: Final = re.compile(f"loser {_SEAT}")
_OF_THE_LOG: Final = re.compile(r"\s*(?:talon|trump|Move|winner|loser|(?:hum|com) (?:hand|tricks|draws))\b")
"""The beginnings of the log's lines; the program also writes others to the console."""
_HEAD: Final = (
    (_TRUMP, 'trump "[♠A]"'),
    (_HAND, 'hum hand ["[♠K]", ...]'),
    (_HAND, 'com hand ["[♥K]", ...]'),
)


class _ConsoleDeal:
    """One deal as far as it has been read."""

    def __init__(self, line: int, talon: Sequence[Card]) -> None:
        self.line = line
        self.broken = False
        self._talon = talon[::-1]
        self._hands: list[tuple[int, list[Card]]] = []
        self._trumped = False
        self._scribe: DealRecorder | None = None
        self._moves = 0
        self._due: list[tuple[int, Card]] = []
        """The draws due after the last trick."""
        self._result: Outcome | None = None

    @property
    def expected(self) -> str:
        """A description of what the next line of the deal may be."""
        if self._scribe is None:
            return _HEAD[len(self._hands) + self._trumped][1]
        return "loser com" if self._result else 'Move hum {"player":"hum",...}'

    def read(self, text: str, telling: Telling) -> None:
        """Process a line; raises LogError if it is misplaced."""
        if self._scribe is None:
            self._read_head(text)
        elif (found := _MOVE.fullmatch(text)) and not self._result and self._moves < MAX_MOVES:
            self._moves += 1
            self._move(self._scribe, found)
        elif (found := _TRICKS.fullmatch(text)) and not self._result:
            deal = self._scribe.deal
            if not self._scribe.lost and (deal.lead >= 0 or PLAYERS[deal.leader] != found[1]):
                raise LogError(Phrase("by the cards somebody else takes this trick"))
        elif (found := _DRAWS.fullmatch(text)) and not self._result:
            if not self._scribe.lost and (PLAYERS.index(found[1]), _card(found[2])) != self._next_draw():
                raise LogError(Phrase("by the talon something else is drawn"))
        elif (found := _WINNER.fullmatch(text)) and not self._result:
            self._result = Outcome(Seat(PLAYERS.index(found[2])), int(found[1]))
        elif not (found := _LOSER.fullmatch(text)) or not self._result:
            raise LogError(self.expected)
        elif PLAYERS.index(found[1]) == self._result.winner:
            raise LogError(Phrase("the loser was named as the winner before"))

    def _read_head(self, text: str) -> None:
        pattern, example = _HEAD[len(self._hands) + self._trumped]
        found = pattern.fullmatch(text)
        if not found:
            raise LogError(example)
        if pattern is _TRUMP:
            self._trumped = True
            if _card(found[1]) != self._talon[-1]:
                raise LogError(Phrase("the trump is not the first card of the talon"))
            return
        seat = Seat(PLAYERS.index(found[1]))
        if self._hands and seat == self._hands[0][0]:
            raise LogError(f"{PLAYERS[1 - seat]} hand [...]")
        self._hands.append((seat, _cards(found[2])))
        if len(self._hands) == len(PLAYERS):
            hands = dict(self._hands)
            twice = dealt_twice([*hands[0], *hands[1], *self._talon])
            if twice:
                raise LogError(twice)
            self._scribe = DealRecorder(following(SPEC), 1, seat, [hands[0], hands[1]], self._talon)

    def _move(self, scribe: DealRecorder, found: re.Match[str]) -> None:
        who, old, new, closes, suit, value, played = found.groups()
        seat, deal = Seat(PLAYERS.index(who)), scribe.deal
        if old:
            if not scribe.lost and (_card(old), _card(new)) != (deal.talon[-1], deal.lowest_trump):
                raise LogError(Phrase("by the cards something else is exchanged"))
            scribe.do(actions.EXCHANGE, seat)
        if closes == "true":
            scribe.do(actions.CLOSE, seat)
        if suit:
            scribe.do(actions.marriage(read_suit(suit)), seat, int(value))
        self._play(scribe, _card(played), seat)

    def _play(self, scribe: DealRecorder, played: Card, seat: Seat) -> None:
        deal = scribe.deal
        drawn = deal.drawn
        scribe.do(played, seat)
        others = (deal.leader, 1 - deal.leader)
        self._due = list(zip(others, deal.talon[drawn : deal.drawn], strict=False))

    def _next_draw(self) -> tuple[int, Card] | None:
        return self._due.pop(0) if self._due else None

    def deal(self, telling: Telling) -> DealRecord | None:
        """Return the deal if it could be read completely."""
        if self.broken:
            return None
        if self._scribe is None:
            telling.fault(catalogue.LOG_END, self.line, expected=self.expected)
            return None
        telling.derived(RecordPart.DEALER, Phrase("the hand named first leads"), 1)
        return self._scribe.record(self._result)


def _card(word: str) -> Card:
    return read_card(f"{word[2:-1]}{word[1]}")


def _cards(listed: str) -> list[Card]:
    return [_card(word) for word in re.findall(_CARD, listed)]


def read(data: bytes, telling: Telling) -> Iterator[Record]:
    """Yield the games of a console log, each with one deal."""
    log: _ConsoleDeal | None = None
    for line, text in lines(data, telling):
        found = _TALON.fullmatch(text)
        if found:
            yield from _record(log, telling)
            telling.begin(line)
            log = _ConsoleDeal(line, _cards(found[1]))
        elif _OF_THE_LOG.match(text) and not (log and log.broken):
            try:
                if log is None:
                    telling.begin(line)
                    raise LogError('talon ["[♠A]", ...]')
                log.read(text, telling)
            except LogError as unread:
                unread.tell(telling, line, 1, text)
                log = log or _ConsoleDeal(line, ())
                log.broken = True
    yield from _record(log, telling)


def _record(log: _ConsoleDeal | None, telling: Telling) -> Iterator[Record]:
    deal = log.deal(telling) if log else None
    if deal:
        yield Record((), (deal,))
