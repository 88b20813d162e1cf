"""A match as a score sheet, each match of a file on a separate sheet; needs the extra `sheets`.

The running score is a formula that adds up the game points, stored with its value; a different score in the
record is written as a value. What the play shows and no result states (who closed and what was announced) is
written for people.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from notation.findings.finding import Phrase
from notation.formats.core.capabilities import HEADINGS, STATED, RecordPart
from notation.formats.core.format import Format, Piece
from notation.formats.core.report import Telling
from notation.formats.score_sheet import rows
from notation.formats.score_sheet.reader import is_workbook, read_sheets
from notation.judge.judgement import DealJudgement, Judgement
from notation.judge.match import judge_under
from notation.record.model import NOBODY, DealRecord, Outcome, Record
from notation.record.words import action_word, seat_letter
from notation.text.reader import Game
from referee import actions
from referee.cards import SEATS, Seat, players_of
from referee.rules import RuleSet

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

_MADE: Final = datetime(2000, 1, 1)
"""The creation date of every sheet, fixed so that the same record gives the same file."""
_A4: Final = 9
_WIDTHS: Final = dict.fromkeys(rows.CARD_POINTS, 13) | {
    rows.DEAL: 12,
    rows.DEALER: 18,
    rows.GAME_POINTS: 12,
    rows.REASON: 14,
    rows.CLOSED: 10,
    rows.ANNOUNCED: 24,
}
"""The widths of columns, in characters; of others 9."""


def _write(pieces: Sequence[Piece], telling: Telling) -> bytes:
    from xlsxwriter import Workbook

    page = BytesIO()
    book = Workbook(page, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"created": _MADE})
    strong = book.add_format({"bold": True})
    head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "bottom"})
    plain = book.add_format({"bottom": 4})
    for number, piece in enumerate(pieces, start=1):
        sheet = book.add_worksheet(f"Match {number}")
        names = rows.columns(len(piece.rules.sides))
        for column, name in enumerate(names):
            sheet.set_column(column, column, _WIDTHS.get(name, 9))
        for row, tag in enumerate(piece.record.tags):
            sheet.write_string(row, 0, tag.name, strong)
            sheet.write_string(row, 1, tag.value)
        top = len(piece.record.tags) + (1 if piece.record.tags else 0)
        for column, name in enumerate(names):
            sheet.write_string(top, column, name, head)
        _write_deals(sheet, piece, names, top + 1, plain)
        sheet.freeze_panes(top + 1, 0)
        sheet.set_landscape()
        sheet.set_paper(_A4)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(top)
    book.close()
    return page.getvalue()


def _write_deals(sheet: "Worksheet", piece: Piece, names: Sequence[str], first: int, plain: Any) -> None:
    found, sides = _judged(piece).deals, piece.rules.sides
    won: Counter[Seat] = Counter()
    for row, (deal, judged) in enumerate(zip(piece.record.deals, found, strict=True), start=first):
        cells = _cells(deal, judged, len(sides))
        if deal.result and deal.result.finished and deal.result.winner >= 0:
            won[deal.result.winner] += deal.result.game_points
        score = deal.result.score if deal.result else ()
        for column, cell in enumerate(cells):
            name = names[column]
            if name in rows.SCORES and cell is not None and score == tuple(map(won.__getitem__, sides)):
                formula = _running(seat_letter(sides[rows.SCORES.index(name)]), first, row)
                sheet.write_formula(row, column, formula, plain, cell)
            elif isinstance(cell, str):
                sheet.write_string(row, column, cell, plain)
            elif cell is not None:
                sheet.write_number(row, column, cell, plain)
            else:
                sheet.write_blank(row, column, None, plain)


def _running(seat: str, first: int, row: int) -> str:
    """Return the formula that adds up what a seat has won up to a row."""
    winners, points = (rows.COLUMNS.index(name) for name in (rows.WINNER, rows.GAME_POINTS))
    of = f"{_fixed(first, winners)}:{rows.cell_name(row, winners)}"
    return f'=SUMIF({of},"{seat}",{_fixed(first, points)}:{rows.cell_name(row, points)})'


def _fixed(row: int, column: int) -> str:
    name = rows.cell_name(row, column)
    return f"{name[0]}${name[1:]}"


def _cells(deal: DealRecord, found: DealJudgement, sides: int) -> list[str | int | None]:
    """Return the cells of a deal, in the order of the columns."""
    result, closing = deal.result, found.closing
    said = [
        f"{seat_letter(event.seat)} {action_word(event.ply.action, event.ply.value)}"
        for trick in found.tricks
        for event in trick.events
        if actions.is_marriage(event.ply.action)
    ]
    dealer = seat_letter(deal.dealer) if deal.dealer >= 0 else None
    cells: list[str | int | None] = [deal.number, dealer, *_won(result)]
    for numbers in (result.card_points, result.score) if result else ((), ()):
        cells += numbers or [None] * sides
    return [*cells, seat_letter(closing.seat) if closing else None, ", ".join(said) or None]


def _won(result: Outcome | None) -> tuple[str | int | None, ...]:
    """Return the winner, game points and reason of a result."""
    if result is None:
        return None, None, None
    if not result.finished:
        return rows.UNFINISHED, None, result.reason or None
    if result.winner < 0:
        return rows.DRAW, None, result.reason or None
    return seat_letter(result.winner), result.game_points, result.reason or None


def _judged(piece: Piece) -> Judgement:
    return judge_under(Game(1, 1, "", piece.whole, (), piece.whole), piece.rules)


def _finish(piece: Piece, telling: Telling) -> Record:
    """Return a match with missing results and scores filled in from its play; without empty tags."""
    record = piece.record
    for tag in record.tags:
        if not tag.value:
            telling.dropped(RecordPart.TAGS, line=telling.line_of(tag.span))
    deals = zip(record.deals, _judged(piece).deals if record.deals else (), strict=True)
    return replace(
        record,
        tags=tuple(tag for tag in record.tags if tag.value),
        deals=tuple(_completed(deal, found, telling) for deal, found in deals),
    )


def _completed(deal: DealRecord, found: DealJudgement, telling: Telling) -> DealRecord:
    result, played = deal.result, Phrase("the referee's judgement of the play")
    if result is None and found.result is not None:
        winner, points, reason, cards = found.result[:4]
        points = points if winner >= 0 else 0
        result = Outcome(winner, points, reason=reason.value, card_points=tuple(cards))
        telling.derived(RecordPart.RESULTS, played, deal.number)
    if result is not None and result.finished and not result.score and found.score:
        result = replace(result, score=tuple(found.score))
        telling.derived(RecordPart.SCORES, Phrase("the deals so far"), deal.number)
    return replace(deal, result=result)


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    if deal.dealer < 0 and not deal.result:
        return Phrase("it lacks {what}", {"what": RecordPart.DEALER.title})
    result = deal.result or Outcome()
    numbers = {len(result.card_points), len(result.score)}
    named = {deal.dealer, *players_of(result.winner)} - {NOBODY}
    if not named <= {*SEATS[: rules.seats]} or not numbers <= {0, len(rules.sides)}:
        return Phrase("it names a seat that is not in the game")
    if rules.mp_all_pay:
        return Phrase("its players pay each other")
    return None


SCORE_SHEET: Final = Format(
    "score-sheet",
    Phrase("a score sheet for spreadsheets (XLSX): a row a deal, with the score so far"),
    ".xlsx",
    HEADINGS | STATED | {RecordPart.TAGS},
    is_workbook,
    read_sheets,
    _write,
    seats=len(SEATS),
    follows=False,
    exact=True,
    unfit=_unfit,
    finish=_finish,
    shows=Phrase("a workbook of XLSX"),
)
