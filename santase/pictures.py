"""A moment of a deal as a picture."""

from typing import Final

from notation.findings import Phrase
from notation.judge import Judgement
from notation.record import NOBODY, seat_letter
from notation.record.path import Path, read_path
from notation.rulings import account
from referee import Deal, members
from referee.view import View, Watcher
from viewer.cards import DrawnPosition, Look, Seat, position_svg
from viewer.documents.languages import language
from viewer.rulings.positions import Viewpoint, position_of
from viewer.terminal import showings

_PRINT: Final = Look(tone="print")


def picture(of: Judgement | Deal, at: str = "1:") -> str:
    """Draw a moment of a recorded deal, or a deal in progress as it stands, as an SVG with all hands face up.

    ``at`` is an address in the record: `3:` is deal 3 as it was dealt, `3:5.2` the moment after the second
    action of its trick 5. Raises ValueError if the record has no such place, or only the result of that deal.

    >>> from referee import SCHNAPSEN
    >>> picture(Deal.dealt_from(SCHNAPSEN, dealer=0, order=SCHNAPSEN.pack)).startswith("<svg")
    True
    """
    return _of_deal(of) if isinstance(of, Deal) else _of_record(of, at)


def _of_record(judgement: Judgement, at: str) -> str:
    place = read_path(at)
    if place is None or not 0 < (place.deal or 1) <= len(judgement.deals):
        raise ValueError(f"{at!r} is not a place in the record")
    told, spoken = account(judgement, place.deal or 1), language("en")
    shown = next(showings([told], spoken))
    if not shown.steps:
        raise ValueError(f"nothing of deal {place.deal or 1} can be drawn: no cards of it are recorded")
    step = shown.step_at(Path(trick=place.trick, action=place.action)) if place.trick else 0
    if isinstance(step, Phrase):
        raise ValueError(str(step))
    position = position_of(told, shown.steps[step].frame.layout, Viewpoint(open_talon=True), spoken)
    return position_svg(position, shown.title, _PRINT)


def _of_deal(deal: Deal) -> str:
    seats = [Seat(seat_letter(seat), list(members(hand))) for seat, hand in enumerate(deal.hands)]
    table = View(deal, NOBODY, (), Watcher(deal)).on_table()
    trump = deal.trump if deal.trump >= 0 else None
    talon = deal.talon[deal.drawn :]
    return position_svg(DrawnPosition(seats, talon, table, trump, deal.closer >= 0), str(deal), _PRINT)
