"""Reads the debug log of fltk-schnapsen, wcout/fltk-schnapsen at fd2a9f5 (C++): whole matches.

The program writes it into the folder for temporary files and, at a higher log level, to its console in
colours. The player is seat A, the program seat B. `PL move` is a card of the player held over the table: the
next line shows whether he puts it back (`withdraw`), takes the turn-up with it (`changes`), or has played it.

It exchanges and closes with at least four cards left. A closed deal is played until the closer has 66 or the
cards are gone, whatever the opponent has by then; a failure gives 3 if the closer has no points, otherwise 2.
The player may claim the remaining tricks if he has the highest cards of all: the program then counts 66 for
him.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.capabilities import PLAY, STATED, RecordPart
from notation.formats.core.format import Format
from notation.formats.core.lines import LogError, line_of, lines
from notation.formats.core.moves import check_once, following
from notation.formats.core.report import Telling
from notation.record.model import DealRecord, Outcome, Record
from notation.record.words import SUIT_SYMBOLS, read_card, read_suit
from notation.recorder import DealRecorder
from referee import actions
from referee.cards import NO_CARD, SEATS, Card, Seat, suit_of
from referee.state import TARGET

SPEC: Final = (
    "schnapsen exchange-min-talon=4 close-min-talon=4 claim=auto closed-basis=total failed-close=2 "
    "defender-out=2-or-3 exhausted=1/2/3"
)
"""The rules of the program."""
MAX_ACTIONS: Final = 60
"""Actions of a deal, more than are possible."""

_PLAYER, _PROGRAM = SEATS[:2]
_SEATS: Final = {"PL": _PLAYER, "PLAYER": _PLAYER, "Player": _PLAYER, "player": _PLAYER, "AI": _PROGRAM}
_COLOUR: Final = re.compile("\x1b\\[[0-9;]*m")
_CARD: Final = f"[AKQJT][{SUIT_SYMBOLS}]"
_CARDS: Final = rf"((?:\|{_CARD})*\|?) \(\d+\)"
_DEALER: Final = re.compile("dealer is (AI|PLAYER)")
_TRUMP: Final = re.compile(f"trump: ([{SUIT_SYMBOLS}])")
_TALON: Final = re.compile(f"cards: {_CARDS}")
_HAND: Final = re.compile(
    rf"(AI|PL) cards: {_CARDS}\t(?:score: (\d{{1,3}}) pending: \d+|score closed: \d+)\t20/40:.*"
)
_WON: Final = re.compile("(AI|Player) wins(!| by last trick!| closed game!| because .* has not enough!)")
_REASONS: Final = {"!": "out", " by last trick!": "last-trick", " closed game!": "out"}
"""The reasons for winning a deal; any other text means that the closer failed."""
_SCORES: Final = re.compile("(PL|AI) scores ([123])")
_SCORE: Final = re.compile(r"match score PL:AI: (\d{1,2}):(\d{1,2})")
_MATCH: Final = re.compile(r"(?:You win|AI wins) match \d{1,2}:\d{1,2}")
_AGAIN: Final = "***redeal***"
_ACTS: Final = {
    "take up": re.compile(f"PL move: (?P<card>{_CARD})"),
    "put back": re.compile(f"withdraw or invalid (?P<card>{_CARD})"),
    "marriage": re.compile(f"(?P<who>AI|Player) declares (?P<value>20|40) with (?P<card>{_CARD})"),
    "exchange": re.compile(f"(?P<who>AI|Player) changes jack for (?P<card>{_CARD})"),
    "close": re.compile(r"\*\*\* closed by (?P<who>AI|player)!"),
    "play": re.compile(f"AI move: (?P<card>{_CARD})"),
    "trick": re.compile("next move: (?P<who>AI|PLAYER)"),
    "offer": re.compile(re.escape("You have a winner hand!")),
}
"""The action of each line; what the player holds over the table is not played yet."""
_OF_THE_DEAL: Final = re.compile(
    r"(?:AI|PL) (?:move:|scores)|(?:AI|Player) (?:declares|changes|wins)|withdraw|\*\*\* closed|next move:"
    r"|match score|You have a winner hand|Loaded game file|history size:"
)
"""The beginnings of lines needed to reconstruct a deal; the others add nothing."""
_OF_THE_STATE: Final = re.compile(r"trump: |(?:(?:AI|PL) )?cards: ")
"""The beginnings of lines with the cards dealt and later states."""


class _DebugDeal:
    """One deal as far as it has been read."""

    def __init__(self, line: int, number: int, dealer: Seat) -> None:
        self.line = line
        self.number = number
        self.broken = False
        self._dealer = dealer
        self._trump = -1
        self._talon: list[Card] = []
        self._hands: dict[Seat, list[Card]] = {}
        self._points: dict[Seat, int | None] = {}
        self._recorder: DealRecorder | None = None
        self._done = 0
        self._held = NO_CARD
        """The card that the player holds over the table."""
        self._offered = False
        self._winner: Seat | None = None
        self._reason = ""
        self.result: Outcome | None = None

    def state(self, text: str) -> None:
        """Process a line with a state; raises LogError if that is impossible."""
        if self._winner is not None:
            return
        if found := _TRUMP.fullmatch(text):
            self._trump = read_suit(found[1])
        elif found := _HAND.fullmatch(text):
            seat = _SEATS[found[1]]
            self._points[seat] = int(found[3]) if found[3] else None
            self._hands.setdefault(seat, _cards(found[2]))
        elif not (found := _TALON.fullmatch(text)):
            raise LogError("cards: |K♣|...| (10)")
        elif self._recorder is None:
            self._talon = _cards(found[1])
        elif _cards(found[1]) != self._left(self._recorder):
            raise LogError(Phrase("by the talon something else is drawn"))
        if self._recorder is None and len(self._hands) == 2:
            self._deal()

    def _deal(self) -> None:
        hands = [self._hands[_PLAYER], self._hands[_PROGRAM]]
        if [*map(len, hands), len(self._talon)] != [5, 5, 10]:
            raise LogError("cards: |K♣|...| (10)")
        check_once([*hands[0], *hands[1], *self._talon])
        if suit_of(self._talon[-1]) != self._trump:
            raise LogError(Phrase("the trump is not the last card of the talon"))
        self._recorder = DealRecorder(following(SPEC), self.number, self._dealer, hands, self._talon)

    @staticmethod
    def _left(recorder: DealRecorder) -> list[Card]:
        deal = recorder.deal
        if recorder.lost:
            return []
        return list(deal.talon[deal.drawn + 2 * deal.undrawn :])

    def act(self, text: str) -> None:
        """Process a line with an action; raises LogError if it is misplaced."""
        recorder = self._recorder
        if recorder is None:
            raise LogError("trump: ♥" if self._trump < 0 else "cards: |K♣|...| (10)")
        if self._winner is not None:
            self._end(text, self._winner)
        elif found := _WON.fullmatch(text):
            self._winner = _SEATS[found[1]]
            self._reason = _REASONS.get(found[2], "closer-failed")
        else:
            self._done += 1
            matches = ((kind, form.fullmatch(text)) for kind, form in _ACTS.items())
            kind, found = next(((kind, found) for kind, found in matches if found), ("", None))
            if found is None or self._done > MAX_ACTIONS:
                raise LogError("AI move: K♥")
            self._do(kind, found, recorder)

    def _end(self, text: str, winner: Seat) -> None:
        if self.result:
            raise LogError("match score PL:AI: 1:0")
        found = _SCORES.fullmatch(text)
        if not found or _SEATS[found[1]] != winner:
            raise LogError(f"{('PL', 'AI')[winner]} scores 1")
        points = tuple(told for seat in SEATS[:2] if (told := self._points.get(seat)) is not None)
        self.result = Outcome(
            winner, int(found[2]), reason=self._reason, card_points=points if len(points) == 2 else ()
        )

    def _do(self, kind: str, found: re.Match[str], recorder: DealRecorder) -> None:
        """Do what a line says; the player has the card of a marriage or an exchange over the table."""
        deal, card = recorder.deal, read_card(found["card"]) if "card" in found.groupdict() else NO_CARD
        seat = _SEATS[found["who"]] if "who" in found.groupdict() else _PROGRAM
        if kind == "put back":
            self._drop(card)
        elif kind == "take up":
            if self._held >= 0:
                raise LogError("withdraw or invalid K♥")
            self._held, self._offered = card, False
        elif kind == "offer":
            self._offered = True
        elif kind in ("marriage", "exchange") and seat == _PLAYER:
            self._drop(card if kind == "marriage" else deal.lowest_trump)
        elif self._held >= 0:
            recorder.do(self._held, _PLAYER)
            self._held = NO_CARD
        if kind == "marriage":
            recorder.do(actions.marriage(suit_of(card)), seat, int(found["value"]))
            if seat == _PLAYER:
                recorder.do(card, seat)
        elif kind == "exchange":
            if not recorder.lost and deal.talon[-1] != card:
                raise LogError(Phrase("by the cards something else is exchanged"))
            recorder.do(actions.EXCHANGE, seat)
        elif kind == "close":
            recorder.do(actions.CLOSE, seat)
        elif kind == "play":
            recorder.do(card, _PROGRAM)
        elif kind == "trick" and not recorder.lost and (deal.lead >= 0 or deal.leader != seat):
            raise LogError(Phrase("by the cards somebody else takes this trick"))

    def _drop(self, card: Card) -> None:
        """The player no longer holds a card over the table."""
        if self._held < 0 or self._held != card:
            raise LogError("PL move: K♥")
        self._held = NO_CARD

    def record(self, score: tuple[int, ...], telling: Telling) -> DealRecord | None:
        """Return the deal if it could be read completely."""
        if self.broken:
            return None
        if self._recorder is None:
            telling.fault(catalogue.LOG_END, self.line, expected="cards: |K♣|...| (10)")
            return None
        result = self.result
        if result and self._is_claimed(self._recorder):
            why = Phrase("the remaining tricks were claimed")
            telling.derived(RecordPart.REASONS, why, self.number)
            result = replace(result, reason="agreement", card_points=())
        return self._recorder.record(replace(result, score=score) if result else None)

    def _is_claimed(self, recorder: DealRecorder) -> bool:
        """Return whether the program counts 66 for a player who does not have them."""
        is_counted = self._offered and self._points.get(_PLAYER) == TARGET
        return is_counted and not recorder.lost and recorder.deal.points[_PLAYER] < TARGET


def _cards(listed: str) -> list[Card]:
    return [read_card(word) for word in re.findall(_CARD, listed)]


class _MatchReader:
    """Reads a log line by line, and yields a record at the end of each match."""

    def __init__(self, telling: Telling) -> None:
        self._telling = telling
        self._deals: list[DealRecord] = []
        self._number = 0
        self._deal: _DebugDeal | None = None
        self._is_told = False
        """Whether lines without a deal have been reported."""

    def take(self, line: int, text: str) -> Iterator[Record]:
        """Process a line; yields the match that it ends."""
        deal = self._deal
        if found := _DEALER.fullmatch(text):
            self._begin(line, _SEATS[found[1]])
        elif _MATCH.fullmatch(text):
            yield from self.end()
        elif text == _AGAIN and deal:
            why = Phrase("it was dealt again")
            self._telling.left_out(why, deal.line, self._number)
            self._number, self._deal = self._number - 1, None
        elif deal and deal.result and (found := _SCORE.fullmatch(text)):
            self._finish((int(found[1]), int(found[2])))
        elif _OF_THE_DEAL.match(text):
            self._read(line, text, deal.act if deal else None)
        elif deal and _OF_THE_STATE.match(text):
            self._read(line, text, deal.state)

    def _begin(self, line: int, dealer: Seat) -> None:
        self._finish()
        if not self._number:
            self._telling.begin(line)
        self._number += 1
        self._deal, self._is_told = _DebugDeal(line, self._number, dealer), False

    def _read(self, line: int, text: str, read_line: Callable[[str], None] | None) -> None:
        if self._is_told:
            return
        try:
            if read_line is None:
                if not self._telling.game:
                    self._telling.begin(line)
                raise LogError("dealer is AI")
            read_line(text)
        except LogError as unread:
            unread.tell(self._telling, line, 1, text)
            self._is_told = True
            if self._deal:
                self._deal.broken = True

    def _finish(self, score: tuple[int, ...] = ()) -> None:
        record = self._deal.record(score, self._telling) if self._deal else None
        if record:
            self._deals.append(record)
        self._deal = None

    def end(self) -> Iterator[Record]:
        """Yield the match as far as it could be read, if there is one."""
        self._finish()
        deals, self._deals = self._deals, []
        self._number = 0
        if deals:
            yield Record((), tuple(deals))


def read(data: bytes, telling: Telling) -> Iterator[Record]:
    """The matches of a log."""
    reader = _MatchReader(telling)
    for line, text in lines(data, telling):
        yield from reader.take(line, _COLOUR.sub("", text))
    yield from reader.end()


FLTK: Final = Format(
    "fltk",
    Phrase("debug log of fltk-schnapsen"),
    ".log",
    PLAY | STATED | {RecordPart.MATCH, RecordPart.BARE_MARRIAGES},
    partial(line_of, re.compile(rb"(?m)^(?:\x1b\[[0-9;]*m)*dealer is (?:AI|PLAYER)\r?$")),
    read,
    spec=SPEC,
    pack=20,
    shows=Phrase("a line `dealer is AI` or `dealer is PLAYER`"),
)
"""The debug log of fltk-schnapsen, which is only read."""
