"""A step of a replay as a picture to send or print, from the requested point of view.

A hidden hand is face down, and so are the cards of the talon that nobody at the table knows.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from flask import Response

from notation.findings import Fact, Phrase
from notation.limits import spend
from notation.record import seat_letter
from notation.replay import Layout, frames
from notation.rulings import Account
from viewer.cards import Look, position_png, position_svg
from viewer.cards.sheets import PLAIN
from viewer.documents.languages import Language
from viewer.limits import DRAWN_PIXELS
from viewer.replay.animation import animation
from viewer.replay.page import title
from viewer.replay.script import script
from viewer.rulings.positions import Viewpoint, position_of
from viewer.store import Stored
from viewer.web.caching import tagged
from viewer.web.failures import Problem
from viewer.web.kept import deal_to_show, language

_SIZE: Final = re.compile('width="([0-9]+)" height="([0-9]+)"')
SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
_PLAIN: Final = {"bottom": "", "hidden": "", "pack": PLAIN.pack, "palette": PLAIN.palette, "tone": PLAIN.tone}
"""The default view of a table."""


def picture(kept: Stored, deal: int, step: int, asked: Mapping[str, Any], width: int = 0) -> Response:
    """Return a step of a deal as SVG, or as PNG of a width; steps count from 0, as in a link to one.

    The view has the names and words of :class:`viewer.web.api.shapes.ViewQuery`. Raises a Problem where there
    is no such deal, step or seat, or PNG is not installed.
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
            raise Problem(501, Phrase("This server cannot make PNG pictures: please use SVG.")) from None

    return tagged(kept, make, look=look)


def animated_picture(kept: Stored, deal: int, steps: range, asked: Mapping[str, Any]) -> Response:
    """Return steps of a deal as an animated PNG; raise a Problem as :func:`picture`, or without steps."""

    def make() -> Response:
        account = deal_to_show(kept, deal)
        _layout(account, max(steps.start, steps.stop - 1), asked)
        if not steps:
            raise Problem(422, Phrase("An animated picture runs from one step to a later one."))
        view, spoken = Viewpoint(asked["bottom"], asked["hidden"]), language()
        look = _look(asked, spoken)
        try:
            found = animation(account, steps, view, look, spoken, asked["width"], asked["pause"])
        except ModuleNotFoundError:
            raise Problem(501, Phrase("This server cannot make PNG pictures: please use SVG.")) from None
        return Response(found, mimetype=PNG)

    return tagged(kept, make)


def last_step(account: Account, hidden: str, spoken: Language) -> str:
    """Return the last step of a deal as SVG, with hidden hands; raise a Problem if there is none."""
    step = max(0, len(frames(account)) - 1)
    asked = _PLAIN | {"hidden": hidden}
    return _svg(account, _layout(account, step, asked), step, asked, spoken)


def size_of(
    kept: Stored, deal: int, step: int, asked: Mapping[str, Any], spoken: Language
) -> tuple[int, int]:
    """Return the width and height of a picture as SVG in a language; raise a Problem as :func:`picture`."""
    account = deal_to_show(kept, deal)
    found = _SIZE.search(_svg(account, _layout(account, step, asked), step, asked, spoken))
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _layout(account: Account, number: int, asked: Mapping[str, Any]) -> Layout:
    """Return the layout of the table at a step; raise a Problem for an invalid step or seat."""
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
    position = position_of(account, layout, Viewpoint(asked["bottom"], asked["hidden"]), spoken)
    said = script(account, spoken)["steps"][number]["say"]
    name = title(account.judgement.game.readable, account.rules, spoken)
    return position_svg(position, f"{name}: {said}", _look(asked, spoken))


def _look(asked: Mapping[str, Any], spoken: Language) -> Look:
    return Look(asked["pack"], spoken.code, asked["palette"], asked["tone"])
