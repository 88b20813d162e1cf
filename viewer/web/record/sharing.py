"""Link previews of a record: Open Graph on its page, and oEmbed for sites that embed it.

They reveal nothing of a record that its page does not, and find no record that its page does not find.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, Final, NamedTuple, Self
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree

from flask import Blueprint, Response, current_app, g, jsonify, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from notation.findings import Phrase
from notation.record import score_words
from notation.replay import frames
from notation.rulings import rules_of
from viewer.documents.languages import NAMES, Language, language
from viewer.limits import HELD_BYTES, RECORDS_HELD
from viewer.replay.page import title
from viewer.replay.script import conclusion
from viewer.store import Stored
from viewer.web.api.shapes import LEAST_WIDTH, ViewQuery
from viewer.web.caching import ASK
from viewer.web.failures import Problem
from viewer.web.kept import deal_to_show, open_record, to_show
from viewer.web.record.pictures import size_of

sharing = Blueprint("sharing", __name__)

SIZES: Final = {"compact": (320, 240), "full": (640, 420)}
"""The width and height of a frame with a replay."""
SIZE: Final = SIZES["full"]
"""The default size of a frame."""
PICTURE_WIDTH: Final = 1200
"""The default width of a picture in pixels."""
FORMS: Final = ("json", "xml")
"""The formats of oEmbed."""
HAS_PIXELS: Final = find_spec("resvg_py") is not None
"""Whether this server can make PNG."""
_PLACE: Final = re.compile(r"d([1-9]\d{0,3})s(\d{1,4})[\dv.]*(?:b([A-D]))?(?:h([A-D]{1,4}))?(?:k[A-D])?")
"""A step of a deal as in the fragment of a link: `d3s5bAhB`."""
_SEEN: Final = ("pages.record", "pages.embed")
_VIEWS: Final = {
    "step": _PLACE,
    "seat": re.compile("[A-D]"),
    "size": re.compile("|".join(SIZES)),
    "theme": re.compile("light|dark"),
}
"""The valid values of each part of a view."""


class EmbeddedView(NamedTuple):
    """The initial view of an embedded replay, from its query; empty for the defaults.

    Invalid values are ignored, since the reader of that page did not write the URL.
    """

    step: str = ""
    """A step of a deal as in a link: `d3s5`."""
    seat: str = ""
    """The seat at the bottom."""
    size: str = ""
    """One of :data:`SIZES`."""
    theme: str = ""
    """``light`` or ``dark``; empty for the reader's system setting."""

    @classmethod
    def asked(cls, query: Mapping[str, str]) -> Self:
        """Return the view that a query asks for.

        >>> EmbeddedView.asked({"step": "d3s5", "seat": "Z", "size": "compact"}).place
        'd3s5'
        """
        known = {name: query.get(name, "") for name in cls._fields}
        if query.get("deal"):
            known["step"] = f"d{query['deal']}s{query.get('at') or 0}"
        return cls(*(said if _VIEWS[name].fullmatch(said) else "" for name, said in known.items()))

    @property
    def place(self) -> str:
        """The step and the seat as in a link; empty where neither is given."""
        if not self.seat or "b" in self.step:
            return self.step
        return f"{self.step or 'd1s0'}b{self.seat}"

    @property
    def moment(self) -> tuple[int, int]:
        """The number of the deal and its step: the start of the first where none is given."""
        found = _PLACE.fullmatch(self.step)
        return (int(found[1]), int(found[2])) if found else (1, 0)

    @property
    def room(self) -> tuple[int, int]:
        """The width and height of its frame."""
        return SIZES[self.size or "full"]


def frame(source: str, width: int, height: int, title: str) -> str:
    """Return the HTML that embeds a replay in another page."""
    words = '<iframe src="{}" width="{}" height="{}" title="{}" frameborder="0" allowfullscreen></iframe>'
    return str(Markup(words).format(source, width, height, title))  # noqa: S704 - it escapes what it is given


class SharedRecord(NamedTuple):
    """The preview of a record: some text, and a step of a deal from a point of view."""

    title: str
    description: str
    number: int
    step: int
    """Counted from 0; -1 where nothing of the deal can be shown."""
    view: Mapping[str, str]
    spoken: Language

    def picture(self, id: str, width: int = PICTURE_WIDTH) -> str:
        """Return the address of the picture of the step, as PNG where this server can make it."""
        form: dict[str, Any] = {"form": "png", "width": width} if HAS_PIXELS else {"form": "svg"}
        named: dict[str, Any] = {"id": id, "number": self.number, "step": self.step, **form, **self.view}
        return url_for("pages.position", **named, lang=self.spoken.code, _external=True)

    def animation(self, id: str) -> str:
        """Return the address of the steps up to this one as a picture that moves, if there are any."""
        if not HAS_PIXELS or self.step < 1:
            return ""
        steps: dict[str, Any] = {"number": self.number, "first": 0, "last": self.step, **self.view}
        return url_for("pages.animated", id=id, **steps, lang=self.spoken.code, _external=True)


def shared(kept: Stored, spoken: Language, place: str = "") -> SharedRecord | None:
    """Return the preview of a record: of the step that a place names, else of its end.

    None for a record without deals; raises a Problem where the page has no replay or not this deal.
    """
    make = _shared if not place and len(kept.text) <= HELD_BYTES else _shared.__wrapped__
    return make(kept, spoken, place)


@lru_cache(RECORDS_HELD)
def _shared(kept: Stored, spoken: Language, place: str) -> SharedRecord | None:
    judgement = to_show(kept)
    record = judgement.game.readable
    if not record.deals:
        return None
    named = _PLACE.fullmatch(place)
    account = deal_to_show(kept, int(named[1]) if named else len(record.deals))
    last = len(frames(account)) - 1
    view = {"bottom": named[3], "hidden": named[4]} if named else {}
    score = score_words(judgement.score) if judgement.rules and not judgement.is_open else ""
    return SharedRecord(
        " · ".join(filter(None, (title(record, rules_of(judgement), spoken), score))),
        f"{spoken.say('Deal {number}', number=account.number)}: {conclusion(account, spoken)[0]}",
        account.number,
        min(int(named[2]), last) if named else last,
        {name: seats for name, seats in view.items() if seats},
        spoken,
    )


class _Linked(NamedTuple):
    """The record and the place that a URL leads to."""

    kept: Stored
    place: str
    shown: SharedRecord


@sharing.get("/oembed")
def oembed() -> Response:
    """Return how to embed the record of a URL, by oEmbed 1.0."""
    form = request.args.get("format", "json")
    if form not in FORMS:
        raise Problem(501, Phrase("oEmbed is available as JSON and XML."))
    room = _room("maxwidth"), _room("maxheight")
    linked = _linked(request.args.get("url", ""))
    if linked is None:
        raise Problem(404, Phrase("There is no record at this address."))
    said = _embedding(linked, room)
    response = jsonify(said) if form == "json" else Response(_as_xml(said), mimetype="text/xml")
    response.headers["Cache-Control"] = ASK
    return response


def _room(name: str) -> int | None:
    """Return the maximum of pixels, if given."""
    asked = request.args.get(name)
    if asked is None:
        return None
    if not (asked.isascii() and asked.isdigit() and int(asked[:9]) > 0):
        raise Problem(
            400, Phrase("The address gives a value for {names} that cannot be used.", {"names": name})
        )
    return int(asked[:9])


def _linked(address: str) -> _Linked | None:
    """Return the record that a URL of this server leads to, if it can be shown."""
    try:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or parts.netloc.lower() != request.host.lower():
            return None
        adapter = current_app.create_url_adapter(request)
        endpoint, named = adapter.match(unquote(parts.path), "GET") if adapter else ("", {})
        if endpoint not in _SEEN:
            return None
        kept = open_record(named["id"])
        asked = parse_qs(parts.query).get("lang", [""])[0]
        spoken = language(asked) if asked in NAMES else g.language
        shown = shared(kept, spoken, parts.fragment)
    except (ValueError, HTTPException):
        return None
    return _Linked(kept, parts.fragment, shown) if shown else None


def _embedding(linked: _Linked, room: tuple[int | None, int | None]) -> dict[str, str | int]:
    """Return the oEmbed response for a record, within the maximum size."""
    key = linked.kept.id[:16]
    width, height = (min(size, most or size) for size, most in zip(SIZE, room, strict=True))
    place = linked.place if _PLACE.fullmatch(linked.place) else None
    source = url_for("pages.embed", id=key, lang=linked.shown.spoken.code, _external=True, _anchor=place)
    return {
        "type": "rich",
        "version": "1.0",
        "title": linked.shown.title,
        "provider_name": "Santase",
        "provider_url": url_for("listing.archive", _external=True),
        "html": frame(source, width, height, linked.shown.title),
        "width": width,
        "height": height,
        **_thumbnail(linked, room),
    }


def _thumbnail(linked: _Linked, room: tuple[int | None, int | None]) -> dict[str, str | int]:
    """Return the picture with its size, if one is small enough."""
    shown = linked.shown
    if shown.step < 0:
        return {}
    try:
        width, height = size_of(
            linked.kept, shown.number, shown.step, ViewQuery().load(shown.view), shown.spoken
        )
    except Problem:  # no such seat to look from
        return {}
    wide, tall = (most or PICTURE_WIDTH for most in room)
    if HAS_PIXELS:
        fitting = min(PICTURE_WIDTH, wide, tall * width // height)
        width, height = fitting, round(height * fitting / width)
    if width > wide or height > tall or (HAS_PIXELS and width < LEAST_WIDTH):
        return {}
    address = shown.picture(linked.kept.id[:16], width)
    return {"thumbnail_url": address, "thumbnail_width": width, "thumbnail_height": height}


def _as_xml(said: Mapping[str, str | int]) -> bytes:
    root = ElementTree.Element("oembed")
    for name, value in said.items():
        ElementTree.SubElement(root, name).text = str(value)
    found: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return found
