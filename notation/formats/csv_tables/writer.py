"""Tables for spreadsheets: one row per deal, or one per trick. Written only.

The statements of the record and the findings of the referee are in separate columns. A cell that a
spreadsheet would interpret as a formula starts with an apostrophe.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from notation.corpus.tables import no_formula
from notation.findings.finding import Phrase
from notation.formats.core.capabilities import ACTIONS, HEADINGS, STATED, RecordPart
from notation.formats.core.format import Format, Piece
from notation.formats.core.replayed import Done, by_trick, followed
from notation.formats.core.report import Telling
from notation.judge.judgement import DealJudgement
from notation.judge.match import judge_under
from notation.record.model import DealRecord, Holding
from notation.record.words import card_word, seat_letter, seat_or_none
from notation.specs.spec import write_spec
from notation.text.reader import Game
from notation.text.writer import outcome_words, ply_word
from referee import actions
from referee.cards import SEATS, SUIT_LETTERS

_MATCH: Final = HEADINGS | {RecordPart.TRUMP}
_SAID: Final = ACTIONS | {RecordPart.ACTORS, RecordPart.IRREGULAR, RecordPart.WITHDRAWN}
_CLOSES: Final = frozenset({RecordPart.CLOSES, RecordPart.SHORT_CLOSES})


class _Rows:
    """Rows under one header, quoted as in RFC 4180."""

    def __init__(self, columns: Sequence[str], telling: Telling) -> None:
        self._page = io.StringIO(newline="")
        self._writer = csv.writer(self._page)
        self._writer.writerow(columns)
        self._telling = telling

    def row(self, cells: Iterable[object]) -> None:
        self._writer.writerow(
            [harmless(cell, self._telling) if isinstance(cell, str) else cell for cell in cells]
        )

    @property
    def data(self) -> bytes:
        return self._page.getvalue().encode()


def harmless(cell: str, telling: Telling) -> str:
    """Return a cell that is safe from formula injection; a changed one is reported."""
    safe = no_formula(cell)
    if safe != cell:
        telling.different(None, Phrase("cells that would be formulas start with an apostrophe"))
    return safe


def _by_seat(name: str, seats: int) -> list[str]:
    return [f"{name}_{seat_letter(seat).lower()}" for seat in range(seats)]


def _about(seats: int) -> list[str]:
    """Return the columns with which every row starts."""
    return ["game", "event", "date", "rules", *_by_seat("player", seats), "deal", "dealer", "trump"]


def _seats(pieces: Sequence[Piece]) -> int:
    return max(piece.rules.seats for piece in pieces)


def _padded(cells: Iterable[object], seats: int) -> list[object]:
    found = list(cells)
    return found + [None] * (seats - len(found))


def _cards(holding: Holding | None) -> str:
    return " ".join(map(card_word, holding.cards)) if holding else ""


def _head(number: int, piece: Piece, seats: int) -> list[object]:
    tags = [piece.whole.tag(name) for name in ("Event", "Date")]
    return [number, *tags, write_spec(piece.rules), *(piece.whole.tag(seat_letter(s)) for s in range(seats))]


def _write_deals(pieces: Sequence[Piece], telling: Telling) -> bytes:
    seats = _seats(pieces)
    paying = seats if any(piece.rules.mp_all_pay for piece in pieces) else 0
    columns = [*_about(seats), *_by_seat("hand", seats), "talon", "stated", "stated_of_the_match"]
    columns += ["winner", "game_points", *_by_seat("paid", paying), "reason", *_by_seat("card_points", seats)]
    columns += [*_by_seat("tricks", seats), *_by_seat("score", seats)]
    columns += ["closer", "closed_at", "closed_before_draw", "errors"]
    sheet = _Rows(columns, telling)
    for number, piece in enumerate(pieces, start=1):
        record = piece.record
        judgement = judge_under(Game(number, 1, "", piece.whole, (), piece.whole), piece.rules)
        for deal, found in zip(record.deals, judgement.deals, strict=True):
            _tell_lost_closes(deal, found, telling)
            errors = sum(each.is_error and each.deal == found.number for each in judgement.findings)
            sheet.row(
                [
                    *_head(number, piece, seats),
                    *_dealt(deal, seats),
                    outcome_words(deal.result).removeprefix("= ") if deal.result else None,
                    piece.whole.tag("Result"),
                    *_found(found, seats, paying),
                    errors,
                ]
            )
    return sheet.data


def _dealt(deal: DealRecord, seats: int) -> list[object]:
    hands = dict(deal.hands)
    turn_up = deal.trump if deal.trump is not None else deal.talon.cards[-1] if deal.talon else None
    return [
        deal.number,
        seat_or_none(deal.dealer),
        card_word(turn_up) if turn_up is not None else SUIT_LETTERS[deal.suit] if deal.suit >= 0 else None,
        *(_cards(hands.get(seat)) for seat in SEATS[:seats]),
        _cards(deal.talon),
    ]


def _found(deal: DealJudgement, seats: int, paying: int) -> list[object]:
    """Return the referee's results; what belongs to two partners is listed for their first seat."""
    result, closing = deal.result, deal.closing
    return [
        seat_or_none(result.winner) if result else None,
        deal.game_points if result else None,
        *_padded((result.paid if result else ())[:paying], paying),
        result.reason.value if result else None,
        *_padded(deal.card_points, seats),
        *_padded(deal.tricks_won, seats),
        *_padded(deal.score, seats),
        seat_letter(closing.seat) if closing else None,
        closing.trick if closing else None,
        ("yes" if closing.short else "no") if closing else None,
    ]


def _tell_lost_closes(deal: DealRecord, found: DealJudgement, telling: Telling) -> None:
    """Report the closes that the referee does not confirm: they have no column."""
    for trick in deal.tricks if found.closing is None else ():
        for ply in trick.plies:
            if ply.action in (actions.CLOSE, actions.CLOSE_SHORT):
                line = telling.line_of(ply.span)
                telling.dropped(RecordPart.CLOSES, deal.number, None, line)


def _write_tricks(pieces: Sequence[Piece], telling: Telling) -> bytes:
    seats = _seats(pieces)
    columns = [
        *_about(seats),
        "trick",
        "leader",
        "actions",
        *_by_seat("card", seats),
        "winner",
        *_by_seat("points", seats),
    ]
    sheet = _Rows(columns, telling)
    for number, piece in enumerate(pieces, start=1):
        for deal in piece.record.deals:
            head = [*_head(number, piece, seats), *_dealt(deal, seats)[:3]]
            for trick in by_trick(followed(piece.rules, deal) or ()):
                sheet.row([*head, *_trick(trick, seats)])
    return sheet.data


def _trick(trick: list[Done], seats: int) -> list[object]:
    last = trick[-1].after
    cards: list[object] = [None] * seats
    for done in trick:
        if actions.is_play(done.action):
            cards[done.seat] = card_word(done.action)
    plays = [done for done in trick if done.ply.plays]
    complete = len(plays) == last.rules.seats
    return [
        trick[0].trick,
        seat_letter(plays[0].seat) if plays else None,
        " ".join(ply_word(done.ply) for done in trick),
        *cards,
        seat_letter(plays[-1].after.leader) if complete else None,
        *_padded(last.points, seats),
    ]


DEALS: Final = Format(
    "csv-deals",
    Phrase("CSV, a row a deal"),
    ".csv",
    _MATCH | STATED | _CLOSES | {RecordPart.HANDS, RecordPart.TALON},
    writer=_write_deals,
    seats=4,
    follows=False,
)
TRICKS: Final = Format(
    "csv-tricks", Phrase("CSV, a row a trick"), ".csv", _MATCH | _SAID, writer=_write_tricks, seats=4
)
