"""The console log of robertpainsi's Schnapsen in a browser: both hands, the talon, every move.

The program is robertpainsi/schnapsen (src/logic/game-logic.js, commit 98c8048). Traps: the talon's first card
is the turn-up and its last is drawn first; the hand named first leads; exchange, close, marriage and card are
one move, even if its marriage ends the deal; a marriage has an extra brace. `hum`, the human, is read as A.
Its rules are SPEC, with one difference that no option covers: a closer without a trick when the cards run out
loses 3, others who fail lose 2. The log's statements about tricks and draws must agree with the cards; other
console output is skipped. A misplaced line ends its game. Nothing is corrected or judged here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.capabilities import PLAY, RecordPart
from notation.formats.core.cutting import heads_of, marks
from notation.formats.core.format import Format, Piece, in_lines
from notation.formats.core.lines import LogError, line_of, lines
from notation.formats.core.moves import Move, arranged, check_once, following, moves, sign, talon_of, unfit
from notation.formats.core.report import Telling
from notation.record.model import DealRecord, Outcome, Record
from notation.record.words import SUIT_SYMBOLS, read_card, read_suit
from notation.recorder import DealRecorder
from referee import actions
from referee.cards import SEATS, Card, Seat
from referee.rules import RuleSet

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
            due = self._due.pop(0) if self._due else None
            if not self._scribe.lost and (PLAYERS.index(found[1]), _card(found[2])) != due:
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
            check_once([*hands[0], *hands[1], *self._talon])
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
        drawn = deal.drawn
        scribe.do(_card(played), seat)
        others = (deal.leader, 1 - deal.leader)
        self._due = list(zip(others, deal.talon[drawn : deal.drawn], strict=False))

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


# Writing.


def _project(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Remove a result that these logs cannot hold: a draw, or an undecided stop."""
    if deal.result and not (deal.result.winner >= 0 and 1 <= deal.result.game_points <= 3):
        telling.dropped(RecordPart.RESULTS, deal.number)
        deal = replace(deal, result=None)
    return arranged(deal, rules, telling)


def _lines(piece: Piece) -> Iterator[str]:
    [deal] = piece.record.deals
    hands, talon = dict(deal.hands), talon_of(deal)
    yield f"talon {_listed(talon[::-1])}"
    yield f'trump "{_sign(talon[-1])}"'
    for seat in (SEATS[1 - deal.dealer], deal.dealer):
        yield f"{PLAYERS[seat]} hand {_listed(hands[seat].cards)}"
    made = moves(piece.rules, deal)
    for move, following_move in zip_longest(made, made[1:]):
        yield _move_line(move)
        after = move.done[-1].after
        if after.lead < 0:
            yield f"{PLAYERS[after.leader]} tricks"
        if following_move:
            now = following_move.done[0].before
            for order, drawn in enumerate(now.talon[move.done[-1].before.drawn : now.drawn]):
                yield f'{PLAYERS[(now.leader + order) % 2]} draws card "{_sign(drawn)}"'
    if deal.result:
        yield f"winner {deal.result.game_points} points {PLAYERS[deal.result.winner]}"
        yield f"loser {PLAYERS[1 - deal.result.winner]}"


def _move_line(move: Move) -> str:
    who, before = PLAYERS[move.seat], move.done[0].before
    swap, marriage = "null", "null"
    if move.has(actions.EXCHANGE):
        old, new = _sign(before.talon[-1]), _sign(before.lowest_trump)
        swap = f'{{"oldTrump":"{old}","newTrump":"{new}"}}'
    if move.suit >= 0:
        marriage = f'"{SUIT_SYMBOLS[move.suit]}{move.value}}}"'
    closes = "true" if move.has(actions.CLOSE) else "false"
    what = f'"swapTrump":{swap},"closeTalon":{closes},"marriage":{marriage},"card":"{_sign(move.card)}"'
    return f'Move {who} {{"player":"{who}",{what}}}'


def _sign(shown: Card) -> str:
    word = sign(shown, "10")
    return f"[{word[-1]}{word[:-1]}]"


def _listed(cards: Sequence[Card]) -> str:
    return "[" + ",".join(f'"{_sign(each)}"' for each in cards) + "]"


_SHOWN_BY: Final = re.compile(
    rf'^talon \["\[(?:{"|".join(SUIT_SYMBOLS)})(?:10|[AKQJ])\]",[^\n]*\n'.encode()
    + rb'(?:[^\n]*\n){0,3}?(?:trump "\[|(?:hum|com) hand \[)',
    re.MULTILINE,
)


PAINSI: Final = Format(
    "painsi",
    Phrase("console log of robertpainsi/schnapsen"),
    ".log",
    PLAY | {RecordPart.BARE_MARRIAGES, RecordPart.RESULTS},
    partial(line_of, _SHOWN_BY),
    read,
    in_lines(_lines),
    SPEC,
    frozenset({RecordPart.HANDS, RecordPart.TALON}),
    pack=20,
    shows=Phrase('a line `talon ["[♠A]", ...]`, and under it the trump or a hand'),
    project=_project,
    unfit=unfit,
    between=b"",
    heads=heads_of(marks("talon ["), re.compile(r"talon \[")),
)
