"""A deal as a picture for print, all hands and the talon face up: SVG, or PNG with the extra `png`."""

from collections.abc import Sequence
from typing import Final

from notation.findings import Phrase
from notation.formats import Format, Piece, RecordPart, Telling
from notation.limits import spend
from notation.record import DealRecord
from notation.replay import frames
from notation.rulings import accounts_of
from referee import RuleSet
from viewer.cards import Look, position_png, position_svg
from viewer.documents.languages import language
from viewer.exports.pages import judged
from viewer.limits import DRAWN_PIXELS
from viewer.replay.page import title
from viewer.rulings.positions import Viewpoint, position_of

WIDTH: Final = 1600
"""Of a PNG, in pixels: seven inches of print."""
_HOLDS: Final = frozenset(
    {RecordPart.NAMES, RecordPart.TRUMP, RecordPart.HANDS, RecordPart.TALON, RecordPart.POSITION}
)
_PRINT: Final = Look(tone="print")


def _svg(pieces: Sequence[Piece]) -> str:
    """The first deal as it was dealt, or where the record takes it up."""
    spoken = language("en")
    judgement = judged(pieces[0])
    account = next(accounts_of(judgement, digested=False))
    position = position_of(account, frames(account)[0].layout, Viewpoint(open_talon=True), spoken)
    number = spoken.say("Deal {number}", number=account.record.number)
    name = f"{title(judgement.game.readable, account.rules, spoken)} · {number}"
    return position_svg(position, name, _PRINT)


def _write_svg(pieces: Sequence[Piece], telling: Telling) -> bytes:
    return _svg(pieces).encode()


def _write_png(pieces: Sequence[Piece], telling: Telling) -> bytes:
    spend(WIDTH * WIDTH // DRAWN_PIXELS)
    return position_png(_svg(pieces), WIDTH)


def _unfit(deal: DealRecord, rules: RuleSet) -> Phrase | None:
    return None if deal.hands else Phrase("it lacks {what}", {"what": RecordPart.HANDS.title})


SVG: Final = Format(
    "svg",
    Phrase("a deal as a picture that can be made any size: all hands, the talon, trumps"),
    ".svg",
    _HOLDS,
    writer=_write_svg,
    seats=4,
    follows=False,
    single=True,
    unfit=_unfit,
)
PNG: Final = Format(
    "png",
    Phrase("a deal as a picture in pixels: all hands, the talon, trumps"),
    ".png",
    _HOLDS,
    writer=_write_png,
    seats=4,
    follows=False,
    single=True,
    unfit=_unfit,
)
