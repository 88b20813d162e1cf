"""A step of a replay as a picture that can be sent or printed: what lies on the table, seen as a reader asks.

A hand that is hidden lies face down, and so do the cards of the talon, of which nobody at the table knows.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from flask import Response

from notation.findings import CardFact, Fact, Phrase, SeatFact, SuitFact
from notation.limits import spend
from notation.record import HIDDEN, NOBODY, UNRECORDED, Record, seat_letter
from notation.replay import Layout, frames, trump_of
from notation.rulings import Account
from viewer.cards import DrawnPosition, Look, Seat, position_png, position_svg
from viewer.cards.sheets import PLAIN
from viewer.documents.languages import Language
from viewer.documents.sides import player_names
from viewer.limits import DRAWN_PIXELS
from viewer.replay.page import title
from viewer.replay.script import script
from viewer.store import Stored
from viewer.web.caching import remembered, tagged
from viewer.web.failures import Problem
from viewer.web.kept import deal_to_show, language, to_show

_SIZE: Final = re.compile('width="([0-9]+)" height="([0-9]+)"')
SVG: Final = "image/svg+xml"
PNG: Final = "image/png"

_PLAIN: Final = {
    "bottom": "",
    "hidden": "",
    "pack": PLAIN.pack,
    "palette": PLAIN.palette,
    "tone": PLAIN.tone,
}
"""How a table is seen where nobody asks for anything else."""


def picture(kept: Stored, deal: int, step: int, asked: Mapping[str, Any], width: int = 0) -> Response:
    """A step of a deal as SVG, or as PNG of a width; steps count from 0, as in a link to one.

    What is asked has the names and the words of :class:`viewer.web.api.shapes.ViewQuery`. A Problem says
    that there is no such deal, step or seat, or that nothing here makes a PNG.
    """

    def look() -> tuple[Account, Layout]:
        account = deal_to_show(kept, deal)
        return account, _layout(account, step, asked)

    def make() -> Response:
        svg = _svg(*look(), step, asked, language())
        if not width:
            return Response(svg, mimetype=SVG)
        try:
            spend(width * width // DRAWN_PIXELS)
            return Response(position_png(svg, width), mimetype=PNG)
        except ModuleNotFoundError:
            raise Problem(501, Phrase("This server makes no PNG: please take the picture as SVG.")) from None

    return tagged(kept, make, look=look)


def small_picture(kept: Stored) -> Response:
    """The last deal half way through as SVG, found once for each record; a Problem where there is none."""

    def make() -> bytes:
        account = deal_to_show(kept, len(to_show(kept).game.readable.deals))
        step = len(frames(account)) // 2
        return _svg(account, _layout(account, step, _PLAIN), step, _PLAIN, language()).encode()

    return tagged(kept, lambda: remembered(kept, make, SVG), look=lambda: None)


def size_of(
    kept: Stored, deal: int, step: int, asked: Mapping[str, Any], spoken: Language
) -> tuple[int, int]:
    """The width and height of a picture as SVG, in a language; a Problem as of :func:`picture`."""
    account = deal_to_show(kept, deal)
    found = _SIZE.search(_svg(account, _layout(account, step, asked), step, asked, spoken))
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _layout(account: Account, number: int, asked: Mapping[str, Any]) -> Layout:
    """What lies where at a step; a Problem where there is none, or a seat that is asked for."""
    found = frames(account)
    if number >= len(found):
        if not found:
            raise Problem(404, Phrase("The play of this deal could not be judged."))
        last: dict[str, Fact] = {"number": number, "last": len(found) - 1}
        raise Problem(404, Phrase("This deal has no step {number}: the last is {last}.", last))
    letters = [seat_letter(seat) for seat in range(account.rules.seats)]
    for letter in asked["bottom"] + asked["hidden"]:
        if letter not in letters:
            raise Problem(422, Phrase("Nobody sits at {seat} in this record.", {"seat": letter}))
    return found[number].layout


def _svg(account: Account, layout: Layout, number: int, asked: Mapping[str, Any], spoken: Language) -> str:
    position = _position(account, layout, asked["bottom"], asked["hidden"], spoken)
    look = Look(asked["pack"], spoken.code, asked["palette"], asked["tone"])
    said = script(account, spoken)["steps"][number]["say"]
    name = title(account.judgement.game.readable, account.rules, spoken)
    return position_svg(position, f"{name}: {said}", look)


def _record(account: Account) -> Record:
    record = account.judgement.game.draft
    assert record is not None  # noqa: S101 - it was judged
    return record


def _position(account: Account, layout: Layout, bottom: str, hidden: str, spoken: Language) -> DrawnPosition:
    """What lies where, the seat at the bottom last."""
    letters = [seat_letter(seat) for seat in range(account.rules.seats)]
    after = (letters.index(bottom) + 1) % len(letters) if bottom else 0
    order = [*range(after, len(letters)), *range(after)]
    trump = trump_of(account)
    sides = [account.rules.side_of[seat] for seat in order]
    return DrawnPosition(
        [
            _seat(account, layout, seat, letters[seat] in hidden, sides.index(side) == row, spoken)
            for row, (seat, side) in enumerate(zip(order, sides, strict=True))
        ],
        [HIDDEN] * (len(layout.talon) - 1) + [*layout.talon[-1:]],
        [(order.index(seat) if seat >= 0 else NOBODY, card) for seat, card in layout.trick],
        trump if trump >= 0 else None,
        layout.closer >= 0,
        _caption(account, layout, spoken),
        layout.twice,
    )


def _seat(account: Account, layout: Layout, seat: int, hidden: bool, speaks: bool, spoken: Language) -> Seat:
    """A seat with its hand; one that speaks for its side with the points too."""
    rules = account.rules
    unseen = layout.unseen[seat]
    hand = (
        [HIDDEN] * (len(layout.hands[seat]) + unseen)
        if hidden
        else [*layout.hands[seat], *[UNRECORDED] * unseen]
    )
    said = ""
    side = rules.side_of[seat]
    if layout.points and speaks:
        points = f"{layout.points[side]}{'+' if layout.slack[side] else ''}"
        if layout.pending[side] and rules.seats > 2:
            points += f" (+{layout.pending[side]})"
        if rules.mp_partners:
            points = f"{seat_letter(rules.sides[side])} {points}"
        said = spoken.say("Card points: {points}", points=points)
    letter, name = seat_letter(seat), player_names(account.judgement.game.readable, rules)[seat]
    return Seat(name if rules.seats == 2 or name == letter else f"{letter} {name}", hand, said)


def _caption(account: Account, layout: Layout, spoken: Language) -> str:
    """What is told of the talon; where there is none, of what fixed trumps."""
    number = len(layout.talon)
    if not account.rules.talon_size:
        fixed, trump = account.record.trump, trump_of(account)
        if fixed is None and trump < 0:
            return ""
        told: Fact = SuitFact(trump) if fixed is None else CardFact(fixed)
        return spoken.say("Trumps: {suit}", suit=told)
    if layout.closer >= 0:
        return spoken.say(
            "Closed by {seat}; cards in the talon: {number}", seat=SeatFact(layout.closer), number=number
        )
    return spoken.say("Cards in the talon: {number}", number=number)
