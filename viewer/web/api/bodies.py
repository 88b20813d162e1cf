"""Request bodies, by their declared media type."""

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
"""JSON objects, one per line."""
KINDS: Final = {
    "application/x-sgn": UploadKind.SGN,
    "text/plain": UploadKind.SGN,
    "text/html": UploadKind.PAGE,
    LINES: UploadKind.JSON,
    "application/octet-stream": None,
    JSON: UploadKind.JSON,
}
"""What can be sent, by its media type; the kind of other files is detected from their bytes."""


def sent() -> Sent:
    """Return the games of the request as SGN; raise a Problem if they are invalid."""
    return as_sgn(*_body())


def sent_log() -> bytes:
    """Return the body of the request, of whatever kind; raise a Problem if it is empty."""
    data, _ = _body()
    if not data.strip():
        raise Problem(400, Phrase("It is empty."))
    return data


def sent_for_lines() -> tuple[bytes, UploadKind]:
    """Return an SGN or JSON body to be read game by game; raise a Problem for any other."""
    data, kind = _body()
    if kind not in (UploadKind.SGN, UploadKind.JSON):
        raise Problem(415, Phrase("Only SGN and JSON with one game a line are read game by game."))
    if kind is UploadKind.SGN:
        return as_sgn(data, kind, math.inf).data, kind
    if not data.strip():
        raise Problem(400, Phrase("It is empty."))
    return data, kind


def sent_game(number: int) -> bytes:
    """Return the text of one game of the request, by its number; raise a Problem if there is none."""
    found = next((game for game in cut(sent().data) if game.number == number), None)
    if found is None:
        raise Problem(404, Phrase("There is no game {number} in what was sent.", {"number": number}))
    return found.raw


def _body() -> tuple[bytes, UploadKind]:
    """Return the bytes of the request and their kind."""
    if request.mimetype not in KINDS:
        raise UnsupportedMediaType
    data, kind = request.get_data(cache=False), KINDS[request.mimetype]
    seen = kind if kind is UploadKind.PAGE else kind_of(data)
    return data, seen if kind is None or seen is UploadKind.LOG else kind
