"""What programs send, by the kind that they say it is."""

import math
from typing import Final

from flask import request
from werkzeug.exceptions import UnsupportedMediaType

from notation.findings import Phrase
from notation.text import cut
from viewer.web.failures import Problem
from viewer.web.uploads import Sent, UploadKind, as_sgn, kind_of

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
"""Objects of JSON, each on a line of its own."""
KINDS: Final = {
    "application/x-sgn": UploadKind.SGN,
    "text/plain": UploadKind.SGN,
    "text/html": UploadKind.PAGE,
    LINES: UploadKind.JSON,
    "application/octet-stream": None,
    JSON: UploadKind.JSON,
}
"""What can be sent, by its media type; of what kind the bytes of any file are is seen in them."""


def sent() -> Sent:
    """The games of the request as SGN; a Problem where they cannot be taken."""
    return as_sgn(*_body())


def sent_log() -> bytes:
    """What the request sends, whatever it is; a Problem where there is nothing in it."""
    data, _ = _body()
    if not data.strip():
        raise Problem(400, Phrase("It is empty."))
    return data


def sent_for_lines() -> tuple[bytes, UploadKind]:
    """What the request sends as SGN or as JSON, to be read game by game; a Problem where it is neither."""
    data, kind = _body()
    if kind not in (UploadKind.SGN, UploadKind.JSON):
        raise Problem(415, Phrase("Only SGN and JSON with one game a line are read game by game."))
    if kind is UploadKind.SGN:
        return as_sgn(data, kind, math.inf).data, kind
    if not data.strip():
        raise Problem(400, Phrase("It is empty."))
    return data, kind


def sent_game(number: int) -> bytes:
    """The text of one game of the request, by its number; a Problem where it has none of that number."""
    found = next((game for game in cut(sent().data) if game.number == number), None)
    if found is None:
        raise Problem(404, Phrase("There is no game {number} in what was sent.", {"number": number}))
    return found.raw


def _body() -> tuple[bytes, UploadKind]:
    """The bytes of the request, and of what kind they are."""
    if request.mimetype not in KINDS:
        raise UnsupportedMediaType
    data, kind = request.get_data(cache=False), KINDS[request.mimetype]
    seen = kind if kind is UploadKind.PAGE else kind_of(data)
    return data, seen if kind is None or seen is UploadKind.LOG else kind
