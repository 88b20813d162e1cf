"""The output of `print_bummerl`: the deals of a match played with Patrasciuc's Schnapsen app.

The program is cpatrasciuc/schnapsen-card-game (src/ai/eval/print_bummerl.py, commit 2e04766). It plays
Schnapsen by the book, except that 66 ends a deal automatically, as SPEC says. Traps: the ten is `X`; the
second pair of game points is the score at the end of the match, the same after every deal; a marriage is
logged as the card led with it, even if it ends the deal. The seed is that of the shuffle, and not part of a
record: the cards are listed next to it.

A misplaced line ends its deal, and reading resumes with the next. Actions are recorded as logged, even
against the rules: nothing is judged or corrected.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, NamedTuple

from notation.findings import catalogue
from notation.findings.finding import Choice, Phrase
from notation.formats.core.capabilities import PLAY, STATED, RecordPart
from notation.formats.core.cutting import HeadLine, heads_by, marks
from notation.formats.core.format import Format, Piece, in_lines
from notation.formats.core.lines import LogError, line_of, lines
from notation.formats.core.moves import (
    Move,
    arranged,
    check_once,
    finished,
    following,
    moves,
    sign,
    talon_of,
    unfit_by_card,
    valued,
)
from notation.formats.core.report import Telling
from notation.record.model import NOBODY, DealRecord, Outcome, Record, Span, Tag
from notation.record.words import SUIT_SYMBOLS, read_card
from notation.recorder import DealRecorder
from referee import actions
from referee.cards import NO_CARD, SEATS, Card, Seat, suit_of
from referee.rules import RuleSet

SPEC: Final = "schnapsen claim=auto"
"""The rules of the program."""
PLAYERS: Final = ("ONE", "TWO")
"""The players; the first is A."""
MAX_ACTIONS: Final = 64
"""Actions of a deal, more than are possible with twenty cards."""
MAX_NUMBER: Final = 9999
"""The highest number of a deal that is read."""
MAX_DEALS: Final = 256
"""Deals of a match, as SGN has it."""


class Act(NamedTuple):
    """An action, named by the program's class for it."""

    name: str
    seat: Seat
    card: Card = NO_CARD


def written_down(deal: tuple[int, Seat], cards: Sequence[Card], acts: Sequence[Act]) -> DealRecord:
    """Return a deal from its number and dealer, its cards (ONE, TWO, talon, turn-up), and its actions."""
    number, dealer = deal
    scribe = DealRecorder(following(SPEC), number, dealer, [cards[:5], cards[5:10]], cards[10:])
    for act in acts:
        if act.name == "ExchangeTrumpCard":
            scribe.do(actions.EXCHANGE, act.seat)
        elif act.name == "CloseTheTalon":
            scribe.do(actions.CLOSE, act.seat)
        elif act.name == "AnnounceMarriage":
            scribe.do(actions.marriage(suit_of(act.card)), act.seat)
        if act.card >= 0:
            scribe.do(act.card, act.seat)
    return scribe.record()


_CARD: Final = f"[JQKXA][{SUIT_SYMBOLS}]"
_CARDS: Final = rf"\['{_CARD}'(?:, '{_CARD}'){{%d}}\]"
_PAIR: Final = r"PlayerPair\(one=([0-9]{1,4}), two=([0-9]{1,4})\)"
_GAME: Final = re.compile(r"===== Game #([0-9]{1,4}) =======")
_HEAD: Final = tuple(
    (re.compile(pattern), example)
    for pattern, example in (
        ("Seed: .*", "Seed: 0.5"),
        ("Dealer: (ONE|TWO)", "Dealer: ONE"),
        (f"Player #1: ({_CARDS % 4})", "Player #1: ['A♠', 'K♠', 'Q♠', 'J♠', 'X♠']"),
        (f"Player #2: ({_CARDS % 4})", "Player #2: ['A♥', 'K♥', 'Q♥', 'J♥', 'X♥']"),
        (f"Trump card: ({_CARD})", "Trump card: A♦"),
        (f"Talon: ({_CARDS % 8})", "Talon: ['K♦', ...]"),
    )
)
"""The first lines of every deal, with their patterns."""
_ACT: Final = re.compile(
    rf"(?:(PlayCard|AnnounceMarriage)Action\((ONE|TWO), ({_CARD})\)"
    r"|(ExchangeTrumpCard|CloseTheTalon)Action\((ONE|TWO)\))"
)
_TRICK_POINTS: Final = re.compile(f"Trick points: {_PAIR}")
_GAME_POINTS: Final = re.compile(f"Game points: {_PAIR}(?:, {_PAIR})?")
_EXPECTED: Final = Choice(("PlayCardAction(ONE, A♠)", "Trick points: PlayerPair(one=66, two=0)"))


@dataclass(slots=True)
class _PrintedDeal:
    """A deal as far as it has been read: its first line, and the contents of the following ones."""

    number: int
    line: int
    head: list[str] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    trick_points: tuple[int, ...] = ()
    game_points: tuple[int, ...] = ()
    score: tuple[int, ...] = ()
    broken: bool = False

    @property
    def ended(self) -> bool:
        """Whether its end has been read."""
        return bool(self.trick_points or self.game_points)

    def read(self, line: int, text: str, telling: Telling) -> None:
        """Process a line; after one that cannot be read, the rest of the deal is skipped."""
        if self.broken:
            return
        if len(self.head) < len(_HEAD):
            pattern, example = _HEAD[len(self.head)]
            found = pattern.fullmatch(text)
            if found:
                self.head.append(found[1] if found.groups() else "")
            else:
                self._fault(line, text, example, telling)
        elif (found := _ACT.fullmatch(text)) and not self.ended and len(self.acts) < MAX_ACTIONS:
            name, seat, word = found[1] or found[4], found[2] or found[5], found[3]
            self.acts.append(Act(name, Seat(PLAYERS.index(seat)), read_card(word) if word else NO_CARD))
        elif (found := _TRICK_POINTS.fullmatch(text)) and not self.ended:
            self.trick_points = _pair(found, 1)
        elif (found := _GAME_POINTS.fullmatch(text)) and not self.game_points and not all(_pair(found, 1)):
            self.game_points = _pair(found, 1)
            self.score = _pair(found, 3) if found[3] else ()
        else:
            self._fault(line, text, _EXPECTED, telling)

    def _fault(self, line: int, text: str, expected: str | Choice, telling: Telling) -> None:
        self.broken = True
        telling.misread(line, text, expected)

    def deal(self, telling: Telling) -> DealRecord | None:
        """Return the deal if it could be read completely."""
        try:
            if not self.broken:
                return self._whole(telling)
        except LogError as unread:
            unread.tell(telling, self.line)
        telling.lost.append(self.line)
        return None

    def _whole(self, telling: Telling) -> DealRecord:
        if len(self.head) < len(_HEAD):
            raise LogError(_HEAD[len(self.head)][1])
        _, dealer, one, two, turn_up, talon = self.head
        cards = [read_card(word) for word in re.findall(_CARD, one + two + talon + turn_up)]
        check_once(cards)
        record = written_down((self.number, Seat(PLAYERS.index(dealer))), cards, self.acts)
        return replace(record, result=self._result(telling), span=Span(self.line, 1, self.line, 1))

    def _result(self, telling: Telling) -> Outcome | None:
        if not self.game_points:
            if self.trick_points:
                telling.dropped(RecordPart.CARD_POINTS, self.number)
            return None
        won = max(self.game_points)
        winner = Seat(self.game_points.index(won)) if won else NOBODY
        return Outcome(winner, won, card_points=self.trick_points)


def _pair(found: re.Match[str], group: int) -> tuple[int, ...]:
    return int(found[group]), int(found[group + 1])


def _beginnings(found: Iterator[HeadLine]) -> Iterator[tuple[int, int]]:
    """Yield the deals that begin another match, because their numbers do not increase."""
    last = MAX_NUMBER
    for line in found:
        game = _GAME.match(line.text)
        if game:
            if int(game[1]) <= last:
                yield line.at, line.at
            last = int(game[1])


HEADS: Final = heads_by(marks("===== Game #"), _beginnings)
"""The finder of its matches' starts."""


def read(data: bytes, telling: Telling) -> Iterator[Record]:
    """Yield the matches: another one begins where the numbers of deals do not increase."""
    match: list[_PrintedDeal] = []
    for line, text in lines(data, telling):
        found = _GAME.fullmatch(text)
        if found:
            log = _PrintedDeal(int(found[1]), line)
            if match and log.number <= match[-1].number:
                yield from _match(match, telling)
                match = []
            match.append(log)
            if len(match) == 1:
                telling.begin(line)
        elif match and text.strip():
            match[-1].read(line, text, telling)
        elif text.strip():
            telling.game = max(telling.game, 1)
            telling.misread(line, text, "===== Game #1 =======")
            return
    if match:
        yield from _match(match, telling)


def _match(match: Sequence[_PrintedDeal], telling: Telling) -> Iterator[Record]:
    deals = tuple(deal for log in match if (deal := log.deal(telling)))
    scores = {log.score for log in match if log.score}
    if len(match) > MAX_DEALS:
        telling.fault(catalogue.LOG_LARGE, match[MAX_DEALS].line, what=Phrase("a match"), most=MAX_DEALS)
    elif len(scores) > 1:
        why = Phrase("the score at the end of the match differs from deal to deal")
        telling.fault(catalogue.LOG_CONTRADICTS, match[0].line, why=why)
    elif deals:
        yield Record(tuple(Tag("Result", f"{one}-{two}") for one, two in scores), deals)


# Writing.


def _project(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Remove from a deal what these logs cannot hold: the score after it, and how it stopped undecided."""
    deal = finished(deal, telling)
    if deal.result and deal.result.score:
        telling.dropped(RecordPart.SCORES, deal.number)
        deal = replace(deal, result=replace(deal.result, score=()))
    return valued(arranged(deal, rules, telling), rules, telling)


_SCORE: Final = re.compile("([0-9]{1,4})-([0-9]{1,4})")


def _finish(piece: Piece, telling: Telling) -> Record:
    """Remove a score other than the final one: it is listed with the results of the deals."""
    record, score = piece.record, piece.record.tag("Result")
    if score is None or (_SCORE.fullmatch(score) and any(deal.result for deal in record.deals)):
        return record
    telling.dropped(RecordPart.SCORES)
    return replace(record, tags=tuple(tag for tag in record.tags if tag.name != "Result"))


def _lines(piece: Piece) -> Iterator[str]:
    stated = _SCORE.fullmatch(piece.record.tag("Result") or "")
    score = f", {_written_pair(stated.groups())}" if stated else ""
    for deal in piece.record.deals:
        yield from _deal_lines(deal, piece.rules, score)


def _deal_lines(deal: DealRecord, rules: RuleSet, score: str) -> Iterator[str]:
    """Yield the lines of a deal; its end as far as the record states it."""
    hands, talon = dict(deal.hands), talon_of(deal)
    yield f"===== Game #{deal.number} ======="
    yield "Seed: None"
    yield f"Dealer: {PLAYERS[deal.dealer]}"
    yield f"Player #1: {_listed(hands[SEATS[0]].cards)}"
    yield f"Player #2: {_listed(hands[SEATS[1]].cards)}"
    yield ""
    yield f"Trump card: {sign(talon[-1], 'X')}"
    yield f"Talon: {_listed(talon[:-1])}"
    yield ""
    for move in moves(rules, deal):
        yield from _actions(move)
    if deal.result and deal.result.card_points:
        yield f"Trick points: {_written_pair(deal.result.card_points)}"
    if deal.result:
        points = [0, 0]
        points[deal.result.winner] = deal.result.game_points
        yield f"Game points: {_written_pair(points)}{score}"
    yield ""


def _actions(move: Move) -> Iterator[str]:
    seat = PLAYERS[move.seat]
    if move.has(actions.EXCHANGE):
        yield f"ExchangeTrumpCardAction({seat})"
    if move.has(actions.CLOSE):
        yield f"CloseTheTalonAction({seat})"
    if move.suit >= 0:
        yield f"AnnounceMarriageAction({seat}, {sign(move.card, 'X')})"
    elif move.card >= 0:
        yield f"PlayCardAction({seat}, {sign(move.card, 'X')})"


def _listed(cards: Sequence[Card]) -> str:
    return str([sign(each, "X") for each in cards])


def _written_pair(pair: Sequence[int | str]) -> str:
    return f"PlayerPair(one={pair[0]}, two={pair[1]})"


_SHOWN_BY: Final = re.compile(
    rb"^===== Game #[0-9]{1,4} =======\r?\n(?:[^\n]*\n){0,3}?"
    rb"(?:Seed: |Dealer: (?:ONE|TWO)\b|Player #[12]: \[)",
    re.MULTILINE,
)


BUMMERL: Final = Format(
    "bummerl",
    Phrase("text of print_bummerl (cpatrasciuc/schnapsen-card-game)"),
    ".txt",
    PLAY | STATED - {RecordPart.REASONS} | {RecordPart.MATCH, RecordPart.BARE_MARRIAGES},
    partial(line_of, _SHOWN_BY),
    read,
    in_lines(_lines),
    SPEC,
    frozenset({RecordPart.HANDS, RecordPart.TALON}),
    pack=20,
    shows=Phrase("a line `===== Game #1 =======`, and under it the seed, the dealer or a hand"),
    project=_project,
    unfit=unfit_by_card,
    finish=_finish,
    between=b"",
    heads=HEADS,
)
