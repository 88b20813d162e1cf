"""The console log of robertpainsi's Schnapsen in a browser: both hands, the talon, every move.

The program is robertpainsi/schnapsen (src/logic/game-logic.js, commit 98c8048). Traps: the talon's first card
is the turn-up and its last is drawn first; the hand named first leads; exchange, close, marriage and card are
one move, even if its marriage ends the deal; a marriage has an extra brace. `hum`, the human, is read as A.
Its rules are SPEC, with one difference that no option covers: a closer without a trick when the cards run out
loses 3, others who fail lose 2. The log's statements about tricks and draws must agree with the cards; other
console output is skipped. Nothing is judged here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Final

from notation.findings.finding import Phrase
from notation.formats.core.capabilities import PLAY, RecordPart
from notation.formats.core.cutting import heads_of, marks
from notation.formats.core.format import Format, Piece
from notation.formats.core.lines import line_of
from notation.formats.core.moves import (
    Move,
    arranged,
    moves,
    sign,
    talon_of,
    unfit,
)
from notation.formats.core.report import ReportKind, Telling
from notation.formats.painsi.reader import PLAYERS, SPEC, read
from notation.record.model import DealRecord
from notation.record.words import SUIT_SYMBOLS
from referee import actions
from referee.cards import SEATS, Card
from referee.rules import RuleSet


def _project(deal: DealRecord, rules: RuleSet, telling: Telling) -> DealRecord:
    """Remove a result that these logs cannot hold: a draw, or an undecided stop."""
    if deal.result and not (deal.result.winner >= 0 and 1 <= deal.result.game_points <= 3):
        telling.tell(ReportKind.DROPPED, RecordPart.RESULTS, deal.number)
        deal = replace(deal, result=None)
    return arranged(deal, rules, telling)


def _write(pieces: Sequence[Piece], telling: Telling) -> bytes:
    written = [line for piece in pieces for line in _lines(piece.record.deals[0], piece.rules)]
    return "".join(f"{line}\n" for line in written).encode()


def _lines(deal: DealRecord, rules: RuleSet) -> Iterator[str]:
    hands, talon = dict(deal.hands), talon_of(deal)
    yield f"talon {_listed(talon[::-1])}"
    yield f'trump "{_sign(talon[-1])}"'
    for seat in (SEATS[1 - deal.dealer], deal.dealer):
        yield f"{PLAYERS[seat]} hand {_listed(hands[seat].cards)}"
    made = moves(rules, deal)
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


_HEAD: Final = re.compile(
    rf'^talon \["\[(?:{"|".join(SUIT_SYMBOLS)})(?:10|[AKQJ])\]",[^\n]*\n'.encode()
    + rb'(?:[^\n]*\n){0,3}?(?:trump "\[|(?:hum|com) hand \[)',
    re.MULTILINE,
)


PAINSI: Final = Format(
    "painsi",
    Phrase("console log of robertpainsi/schnapsen"),
    ".log",
    PLAY | {RecordPart.BARE_MARRIAGES, RecordPart.RESULTS},
    partial(line_of, _HEAD),
    read,
    _write,
    SPEC,
    frozenset({RecordPart.HANDS, RecordPart.TALON}),
    pack=20,
    shows=Phrase('a line `talon ["[♠A]", ...]`, and under it the trump or a hand'),
    project=_project,
    unfit=unfit,
    between=b"",
    heads=heads_of(marks("talon ["), re.compile(r"talon \[")),
)
