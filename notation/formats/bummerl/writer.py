"""The output of `print_bummerl`: the deals of a match played with Patrasciuc's Schnapsen app.

The program is cpatrasciuc/schnapsen-card-game (src/ai/eval/print_bummerl.py, commit 2e04766). It plays
Schnapsen by the book, except that 66 ends a deal automatically, as SPEC says. Traps: the ten is `X`; the
second pair of game points is the score at the end of the match, the same after every deal; a marriage is
logged as the card led with it, even if it ends the deal. The seed is that of the shuffle, and not part of a
record: the cards are listed next to it. Nothing is judged here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from notation.findings.finding import Phrase
from notation.formats.bummerl.reader import HEADS, PLAYERS, SPEC, read
from notation.formats.core.capabilities import PLAY, RecordPart
from notation.formats.core.format import Format, Piece
from notation.formats.core.lines import line_of
from notation.formats.core.moves import (
    Move,
    arranged,
    moves,
    sign,
    talon_of,
    unfit_by_card,
    valued,
)
from notation.formats.core.report import ReportKind, Telling
from notation.record.model import DealRecord, Record
from referee import actions
from referee.cards import SEATS, Card
from referee.rules import RuleSet


def _project(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Remove from a deal what these logs cannot hold: the score after it, and how it stopped undecided."""
    result = deal.result
    if result and not result.finished:
        telling.tell(ReportKind.DROPPED, RecordPart.RESULTS, deal.number)
        result = None
    if result and result.score:
        telling.tell(ReportKind.DROPPED, RecordPart.SCORES, deal.number)
        result = replace(result, score=())
    return valued(arranged(replace(deal, result=result), rules, telling), rules, telling)


_SCORE: Final = re.compile("([0-9]{1,4})-([0-9]{1,4})")


def _finish(piece: Piece, telling: Telling) -> Record:
    """Remove a score other than the final one: it is listed with the results of the deals."""
    record, score = piece.record, piece.record.tag("Result")
    if score is None or (_SCORE.fullmatch(score) and any(deal.result for deal in record.deals)):
        return record
    telling.tell(ReportKind.DROPPED, RecordPart.SCORES)
    return replace(record, tags=tuple(tag for tag in record.tags if tag.name != "Result"))


def _write(pieces: Sequence[Piece], telling: Telling) -> bytes:
    written = []
    for piece in pieces:
        stated = _SCORE.fullmatch(piece.record.tag("Result") or "")
        score = f", {_written_pair(stated.groups())}" if stated else ""
        written += [line for deal in piece.record.deals for line in _lines(deal, piece.rules, score)]
    return "".join(f"{line}\n" for line in written).encode()


def _lines(deal: DealRecord, rules: RuleSet, score: str) -> Iterator[str]:
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


_HEAD: Final = re.compile(
    rb"^===== Game #[0-9]{1,4} =======\r?\n(?:[^\n]*\n){0,3}?"
    rb"(?:Seed: |Dealer: (?:ONE|TWO)\b|Player #[12]: \[)",
    re.MULTILINE,
)


BUMMERL: Final = Format(
    "bummerl",
    Phrase("text of print_bummerl (cpatrasciuc/schnapsen-card-game)"),
    ".txt",
    PLAY
    | {
        RecordPart.MATCH,
        RecordPart.BARE_MARRIAGES,
        RecordPart.RESULTS,
        RecordPart.CARD_POINTS,
        RecordPart.SCORES,
    },
    partial(line_of, _HEAD),
    read,
    _write,
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
