"""The console log of VU Amsterdam's old platform (2017-2021): each move, and the state after it.

The log states the trump suit and the size of the stock, but none of its cards. Cards drawn appear in the
hands after each trick, the winner's first; the turn-up appears when it is exchanged or drawn. A card played
stays in the printed hand until the trick is taken. The points of a state follow from the play, and are only
read to see who took a trick.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from notation.findings import catalogue
from notation.findings.finding import Phrase
from notation.formats.core.capabilities import RecordPart
from notation.formats.core.cutting import HeadLine, heads_by, marks
from notation.formats.core.format import Format, Piece
from notation.formats.core.lines import line_of, lines
from notation.formats.core.report import ReportKind, Telling
from notation.formats.vu.common import (
    FOLLOWED,
    HOLDS,
    NEEDS,
    OLD_SPEC,
    partner,
    projected,
    turns,
    unfit,
)
from notation.formats.vu.console import STOCK, ConsoleGame, ConsoleMove, ConsoleState, games, talon_of
from notation.formats.vu.moves import CARDS, LETTERS, NUMBERS
from notation.record.model import UNRECORDED, DealRecord, Holding, Outcome, Position, Record, Tag
from notation.record.words import card_word, seat_letter
from notation.recorder import DealRecorder
from referee import actions
from referee.cards import SEATS, TEN, Card, mask, members, points_of, rank_of, suit_of
from referee.deal import Deal
from referee.rules import RuleSet
from referee.state import Reason


def _read(data: bytes, telling: Telling) -> Iterator[Record]:
    for game in games(lines(data, telling)):
        telling.begin(game.line)
        first = game.events[0] if game.events else None
        if first and not game.start.hands and first.card >= 0:
            game.start = first.shown
        if not _is_start(game.start) or game.suit < 0:
            game.stop(game.line, "", Phrase("both hands of five cards and the trump suit"))
        talon = [] if game.fault else talon_of(game)
        if talon and talon[-1] >= 0 and suit_of(talon[-1]) != game.suit:
            game.stop(game.line, card_word(talon[-1]), Phrase("a turn-up of the trump suit"))
        if game.fault:
            telling.misread(*game.fault)
        elif first is None:
            telling.fault(catalogue.LOG_END, game.line, expected=Phrase("a play"))
        else:
            yield _record(game, first, talon, telling)


def _is_start(shown: ConsoleState) -> bool:
    """Return whether a deal can begin so: both with five cards, or with equal numbers of the last ones."""
    sizes = {len(hand) for hand in shown.hands}
    most = 0 if sizes and max(sizes) < 5 else STOCK
    return (
        len(shown.hands) == 2 and len(sizes) == 1 and 0 not in sizes and shown.stock in range(0, most + 1, 2)
    )


def _position(game: ConsoleGame, first: ConsoleMove, telling: Telling) -> Position | None:
    """Return the position of a game that does not begin with the deal: the platform can start in phase 2."""
    start = game.start
    if start.stock == STOCK:
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


def _record(game: ConsoleGame, first: ConsoleMove, talon: Sequence[Card], telling: Telling) -> Record:
    position = _position(game, first, telling)
    if UNRECORDED in talon:
        telling.unknown(RecordPart.TALON, Phrase("what was never drawn"))
    if any(card >= 0 for card in talon):
        telling.derived(RecordPart.TALON, Phrase("the hands after each trick"))
    hands = [sorted(hand) for hand in game.start.hands]
    scribe = DealRecorder(FOLLOWED, 1, SEATS[1 - first.seat], hands, talon, game.suit, position)
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
    deal = projected(deal, rules, telling)
    played = turns(rules, deal)
    talon = deal.talon.cards if deal.talon else ()
    drawn = played[-1].after.drawn
    shown = [card if place < drawn else UNRECORDED for place, card in enumerate(talon)]
    if any(not turn.cards for turn in played):
        shown[-1] = talon[-1]
    if UNRECORDED in shown:
        telling.tell(ReportKind.DROPPED, RecordPart.TALON, deal.number)
    seen = any(card >= 0 for card in shown)
    deal = replace(deal, talon=Holding(tuple(shown)) if seen else None)
    if shown[-1] >= 0:
        return deal
    telling.tell(ReportKind.DROPPED, RecordPart.TRUMP, deal.number)
    return replace(deal, trump=None, suit=suit_of(talon[-1]))


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    """Return why the log cannot hold a deal: a play shows the first leader, and draws are not logged."""
    if not turns(rules, deal):
        return Phrase("it lacks {what}", {"what": RecordPart.PLAYS.title})
    if deal.result and deal.result.finished and deal.result.winner < 0:
        return Phrase("its program has no drawn deals")
    return unfit(deal, rules)


def _write(pieces: Sequence[Piece], telling: Telling) -> bytes:
    return "\n\n".join("\n".join(_blocks(piece)) for piece in pieces).encode()


def _blocks(piece: Piece) -> Iterator[str]:
    [deal] = piece.record.deals
    played = turns(piece.rules, piece.whole.deals[0])
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
            yield f"{star} melds a marriage between {_word(led)} and {_word(partner(led))}"
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
    HOLDS,
    partial(line_of, _HEAD),
    _read,
    _write,
    OLD_SPEC,
    NEEDS,
    20,
    shows=Phrase("a line `The trump suit is: H`, and under it the hand of player 1"),
    project=_project,
    unfit=_unfit,
    between=b"\n\n",
    heads=heads_by(marks("The game is in phase: ", "Game finished. "), _beginnings),
)
