"""The console log of VU Amsterdam's old platform (2017-2021): each move, and the state after it.

The log states the trump suit and the size of the stock, but none of its cards. Cards drawn appear in the
hands after each trick, the winner's first; the turn-up appears when it is exchanged or drawn. A card played
stays in the printed hand until the trick is taken. The points of a state follow from the play, and are only
read to see who took a trick. Other lines are output of bots and are skipped.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.cutting import HeadLine, heads_by, marks
from notation.formats.core.format import Format, Piece
from notation.formats.core.lines import line_of, lines
from notation.formats.core.report import Telling
from notation.formats.vu import common
from notation.formats.vu.moves import CARDS, LETTERS, NUMBERS
from notation.formats.vu.reprs import is_name
from notation.record.model import UNRECORDED, DealRecord, Holding, Outcome, Position, Record, Tag
from notation.record.words import card_word, read_card, seat_letter
from notation.recorder import DealRecorder
from referee import actions
from referee.cards import NO_SUIT, SEATS, TEN, Card, Seat, Suit, mask, members, points_of, rank_of, suit_of
from referee.deal import Deal
from referee.rules import RuleSet
from referee.state import Reason

_CARD: Final = "(?:10|[AKQJ])[CDHS]"
_LINES: Final = {
    "player": r"player([12]): (.*)",
    "points": r"Player ([12])'s points: (\d{1,4}), pending: (\d{1,4})",
    "trump": r"The trump suit is: ([CDHS])",
    "hand": rf"Player ([12])'s hand:((?: {_CARD}){{0,6}}) *",
    "stock": r"There are (\d{1,2}) cards in the stock",
    "table": r"Player ([12]) has played card: (10|[AKQJ]) of ([CDHS])",
    "play": rf"\*   Player ([12]) plays: ({_CARD})",
    "marriage": rf"\*   Player ([12]) melds a marriage between ({_CARD}) and ({_CARD})",
    "exchange": r"\*   Player ([12]) performs a trump jack exchange",
    "revoke": r"!   Player ([12]) (?:revoked \(made illegal move\), game finished\.|took too long, .*)",
    "end": r"Game finished\. Player ([12]) has won, receiving (\d{1,4}) points\.",
}
_KNOWN: Final = {name: re.compile(pattern) for name, pattern in _LINES.items()}
_BEGINNINGS: Final = ("Player ", "The trump suit", "There are ", "*   Player", "!   Player", "Game finished")
"""The beginnings of lines that must be read; others are not part of a game."""
_LINE: Final = Phrase("a line of the platform's log")
_STOCK: Final = 10
"""Cards of the stock at the start of the deal."""


@dataclass(slots=True)
class _ConsoleState:
    """A deal as the log prints it."""

    points: list[int] = field(default_factory=lambda: [0, 0])
    pending: list[int] = field(default_factory=lambda: [0, 0])
    hands: list[frozenset[Card]] = field(default_factory=list)
    stock: int = _STOCK
    """The number of cards in the stock, including the turn-up."""


@dataclass(slots=True)
class _ConsoleMove:
    """A move, and the state shown after it; without a card it is an exchange."""

    line: int
    seat: Seat
    card: Card = UNRECORDED
    marriage: bool = False
    shown: _ConsoleState = field(default_factory=_ConsoleState)


@dataclass(slots=True)
class _ConsoleGame:
    line: int = 0
    names: dict[int, str] = field(default_factory=dict)
    suit: Suit = NO_SUIT
    start: _ConsoleState = field(default_factory=_ConsoleState)
    events: list[_ConsoleMove] = field(default_factory=list)
    revoked: bool = False
    result: tuple[Seat, int] | None = None
    fault: tuple[int, str, Phrase] | None = None

    def stop(self, line: int, word: str, expected: Phrase) -> None:
        """Record an error; only the first is reported."""
        self.fault = self.fault or (line, word, expected)


def _games(found: Iterator[tuple[int, str]]) -> Iterator[_ConsoleGame]:
    game = _ConsoleGame()
    for number, line in found:
        name, match = next(((n, m) for n, p in _KNOWN.items() if (m := p.fullmatch(line))), ("", None))
        if match is None and not line.startswith(_BEGINNINGS):
            continue
        if game.line and _begins(game, name):
            yield game
            game = _ConsoleGame()
        game.line = game.line or number
        if match is None or not _take(game, number, name, match):
            game.stop(number, line[:40], _LINE)
        if len(game.events) > common.MOST_MOVES:
            game.stop(number, line[:40], common.TOO_MANY)
    if game.line:
        yield game


def _begins(game: _ConsoleGame, name: str) -> bool:
    """Return whether a line starts another game: states are shown once at the start and after each move."""
    shown = game.events[-1].shown if game.events else game.start
    again = name == "points" and len(shown.hands) == 2
    return bool(game.result or again or (name == "player" and game.events))


def _take(game: _ConsoleGame, number: int, name: str, match: re.Match[str]) -> bool:
    """Process a line; returns whether it is valid there."""
    last = game.events[-1] if game.events else None
    shown = last.shown if last else game.start
    seat = Seat(int(match[1]) - 1 if name not in ("trump", "stock", "table") else 0)
    match name:
        case "player":
            if is_name(match[2]) and not match[2].startswith("<"):
                game.names[seat] = match[2]
        case "trump":
            game.suit = suit_of(_card("A" + match[1]))
        case "points":
            shown.points[seat], shown.pending[seat] = int(match[2]), int(match[3])
        case "hand":
            shown.hands.append(frozenset(map(_card, match[2].split())))
            return len(shown.hands) == seat + 1
        case "stock":
            shown.stock = int(match[1])
        case "play":
            game.events.append(_ConsoleMove(number, seat, _card(match[2])))
        case "marriage":
            if last is None or last.seat != seat or last.card != _card(match[2]):
                return False
            last.marriage = common.marry(last.card, _card(match[3]))
            return last.marriage
        case "exchange":
            game.events.append(_ConsoleMove(number, seat))
        case "revoke":
            game.revoked = True
        case "end":
            game.result = seat, int(match[2])
    return True


def _card(word: str) -> Card:
    return read_card(word[:-1] + word[-1].lower())


def _talon(game: _ConsoleGame) -> list[Card]:
    """Return the talon, as far as its cards appeared in a hand; the winner of a trick has more points."""
    size = game.start.stock
    drawn: list[Card] = []
    turn_up = UNRECORDED
    before, table = game.start, 0
    for event in game.events:
        shown = event.shown
        if len(shown.hands) < 2:
            break
        new = [[*(hand - old)] for hand, old in zip(shown.hands, before.hands, strict=True)]
        table = (table + 1) % 2 if event.card >= 0 else table
        if event.card < 0:
            turn_up = new[event.seat][0] if len(new[event.seat]) == 1 else UNRECORDED
        elif table == 0:
            winners = [seat for seat in (0, 1) if shown.points[seat] > before.points[seat]]
            if len(winners) != 1 or [len(cards) for cards in new] != [1, 1]:
                break
            drawn += [new[winners[0]][0], new[1 - winners[0]][0]]
        before = shown
    talon = [*drawn[:size], *[UNRECORDED] * (size - len(drawn))]
    if turn_up >= 0 and talon:
        talon[-1] = turn_up
    return talon


def _read(data: bytes, telling: Telling) -> Iterator[Record]:
    for game in _games(lines(data, telling)):
        telling.begin(game.line)
        first = game.events[0] if game.events else None
        if first and not game.start.hands and first.card >= 0:
            game.start = first.shown
        if not _is_start(game.start) or game.suit < 0:
            game.stop(game.line, "", Phrase("both hands of five cards and the trump suit"))
        talon = [] if game.fault else _talon(game)
        if talon and talon[-1] >= 0 and suit_of(talon[-1]) != game.suit:
            game.stop(game.line, card_word(talon[-1]), Phrase("a turn-up of the trump suit"))
        if game.fault:
            telling.misread(*game.fault)
        elif first is None:
            telling.fault(catalogue.LOG_END, game.line, expected=Phrase("a play"))
        else:
            yield _record(game, first, talon, telling)


def _is_start(shown: _ConsoleState) -> bool:
    """Return whether a deal can begin so: both with five cards, or with equal numbers of the last ones."""
    sizes = {len(hand) for hand in shown.hands}
    most = 0 if sizes and max(sizes) < 5 else _STOCK
    return (
        len(shown.hands) == 2 and len(sizes) == 1 and 0 not in sizes and shown.stock in range(0, most + 1, 2)
    )


def _position(game: _ConsoleGame, first: _ConsoleMove, telling: Telling) -> Position | None:
    """Return the position of a game that does not begin with the deal: the platform can start in phase 2."""
    start = game.start
    if start.stock == _STOCK:
        return None
    telling.unknown(RecordPart.PLAYS, Phrase("what was played before the log begins"))
    if not start.stock:
        why = Phrase("who won the points before phase 2; its program gives each player half, rounded down")
        telling.unknown(RecordPart.POSITION, why)
    pending = tuple(start.pending) if any(start.pending) else ()
    gone = mask(CARDS) & ~mask(card for hand in start.hands for card in hand)
    if not start.stock and points_of(gone) % 2:  # the card points that the program forgets would be an error
        return Position(first.seat, pending=pending)
    return Position(first.seat, tuple(start.points), pending=pending)


def _record(game: _ConsoleGame, first: _ConsoleMove, talon: Sequence[Card], telling: Telling) -> Record:
    position = _position(game, first, telling)
    if UNRECORDED in talon:
        telling.unknown(RecordPart.TALON, Phrase("what was never drawn"))
    if any(card >= 0 for card in talon):
        telling.derived(RecordPart.TALON, Phrase("the hands after each trick"))
    hands = [sorted(hand) for hand in game.start.hands]
    scribe = DealRecorder(common.FOLLOWED, 1, SEATS[1 - first.seat], hands, talon, game.suit, position)
    for event in game.events:
        if event.card < 0:
            scribe.do(actions.EXCHANGE, event.seat)
            continue
        if event.marriage:
            scribe.do(actions.marriage(suit_of(event.card)), event.seat)
        scribe.do(event.card, event.seat)
    reason = Reason.FORFEIT.value if game.revoked else ""
    result = Outcome(*game.result, True, reason) if game.result else None
    names = tuple(Tag(seat_letter(seat), name) for seat, name in sorted(game.names.items()))
    return Record(names, (scribe.record(result),))


def _project(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Return a deal with the talon cards that the log shows."""
    deal = common.projected(deal, rules, telling)
    played = common.turns(rules, deal)
    talon = deal.talon.cards if deal.talon else ()
    drawn = played[-1].after.drawn
    shown = [card if place < drawn else UNRECORDED for place, card in enumerate(talon)]
    if any(not turn.cards for turn in played):
        shown[-1] = talon[-1]
    if UNRECORDED in shown:
        telling.dropped(RecordPart.TALON, deal.number)
    seen = any(card >= 0 for card in shown)
    deal = replace(deal, talon=Holding(tuple(shown)) if seen else None)
    if shown[-1] >= 0:
        return deal
    telling.dropped(RecordPart.TRUMP, deal.number)
    return replace(deal, trump=None, suit=suit_of(talon[-1]))


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    """Return why the log cannot hold a deal: a play shows the first leader, and draws are not logged."""
    if not common.turns(rules, deal):
        return Phrase("it lacks {what}", {"what": RecordPart.PLAYS.title})
    if deal.result and deal.result.finished and deal.result.winner < 0:
        return Phrase("its program has no drawn deals")
    return common.unfit(deal, rules)


def _write(pieces: Sequence[Piece], telling: Telling) -> bytes:
    return "\n\n".join("\n".join(_blocks(piece)) for piece in pieces).encode()


def _blocks(piece: Piece) -> Iterator[str]:
    [deal] = piece.record.deals
    played = common.turns(piece.rules, piece.whole.deals[0])
    yield _state(played[0].before, {})
    yield "player1: <A>\nplayer2: <B>"
    for turn in played:
        star = f"*   Player {turn.seat + 1}"
        if not turn.cards:
            yield f"{star} performs a trump jack exchange\n{_state(turn.after, {})}"
            continue
        led = turn.cards[0]
        yield f"{star} plays: {_word(led)}"
        if turn.marriage >= 0:
            yield f"{star} melds a marriage between {_word(led)} and {_word(common.partner(led))}"
        yield _state(turn.led, {turn.seat: led})
        if len(turn.cards) > 1:
            yield f"*   Player {2 - turn.seat} plays: {_word(turn.cards[1])}\n{_state(turn.after, {})}"
    if deal.result:
        won = f"Player {deal.result.winner + 1} has won, receiving {deal.result.game_points} points."
        yield f"Game finished. {won}\n"


def _state(deal: Deal, table: Mapping[int, Card]) -> str:
    """Return a deal as printed, with the cards on the table still in the hands."""
    lines = [f"The game is in phase: {1 if deal.talon_left else 2}"]
    lines += [f"Player {p}'s points: {deal.points[p - 1]}, pending: {deal.pending[p - 1]}" for p in (1, 2)]
    lines.append(f"The trump suit is: {LETTERS[deal.trump]}")
    for seat in (0, 1):
        held = {*members(deal.hands[seat]), *([table[seat]] if seat in table else ())}
        words = (_word(card) for card in sorted(held, key=NUMBERS.__getitem__))
        lines.append(" ".join([f"Player {seat + 1}'s hand:", *words]))
    lines.append(f"There are {deal.talon_left} cards in the stock")
    for seat, card in table.items():
        lines.append(f"Player {seat + 1} has played card: {_word(card)[:-1]} of {_word(card)[-1]}")
    return "\n".join(lines) + "\n"


def _word(card: Card) -> str:
    rank = "10" if rank_of(card) == TEN else card_word(card)[0]
    return rank + LETTERS[suit_of(card)]


_HEAD: Final = re.compile(
    rb"^The trump suit is: [CDHS]\r?\n\s*Player 1's hand:(?: (?:10|[AKQJ])[CDHS])* *\r?$", re.MULTILINE
)


def _beginnings(found: Iterator[HeadLine]) -> Iterator[tuple[int, int]]:
    """Yield the starts of games: a state called the start, or one after the end of another game."""
    is_over = True
    for line in found:
        if line.text.startswith("Game finished. "):
            is_over = True
        elif line.text.startswith("Start state: ") or (is_over and line.text.startswith("The game ")):
            yield line.at, line.at
            is_over = False


VU_VERBOSE: Final = Format(
    "vu-verbose",
    Phrase("VU Amsterdam's old platform: its console log"),
    ".log",
    common.HOLDS,
    partial(line_of, _HEAD),
    _read,
    _write,
    common.OLD_SPEC,
    common.NEEDS,
    20,
    shows=Phrase("a line `The trump suit is: H`, and under it the hand of player 1"),
    project=_project,
    unfit=_unfit,
    between=b"\n\n",
    heads=heads_by(marks("The game is in phase: ", "Game finished. "), _beginnings),
)
