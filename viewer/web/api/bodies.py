"""Bodies of requests, by their declared media type, and of responses, whose members are in the order set."""

import json
import math
from typing import Any, Final

from flask import Response, request
from marshmallow import Schema, ValidationError
from werkzeug.exceptions import UnsupportedMediaType

from notation.findings import Phrase
from notation.text import cut
from notation.wire.member import messages_in
from notation.wire.shape import Given, dump_as, load_as, load_json
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
NOT_UNDERSTOOD: Final = Phrase("The request cannot be understood.")


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


def sent_json() -> Any:
    """Return the JSON of the request; raise a Problem if it is none."""
    if request.mimetype != JSON:
        raise UnsupportedMediaType
    try:
        return load_json(request.get_data(cache=False))
    except (ValueError, RecursionError):
        raise Problem(400, Phrase("This is not JSON."), word="malformed") from None


def loaded(shape: Any, found: object) -> Any:
    """Return the value of an object that was sent; raise a Problem if it violates the schema."""
    try:
        return load_as(shape, found)
    except ValidationError as error:
        raise not_understood(error.messages) from None


def not_understood(wrong: Any) -> Problem:
    """Return the Problem of an object with invalid members: what is wrong with each, by its name."""
    errors = [{"parameter": name, "detail": why} for name, why in messages_in(wrong)]
    return Problem(422, NOT_UNDERSTOOD, errors=errors, word="malformed")


def _body() -> tuple[bytes, UploadKind]:
    if request.mimetype not in KINDS:
        raise UnsupportedMediaType
    data, kind = request.get_data(cache=False), KINDS[request.mimetype]
    seen = kind if kind is UploadKind.PAGE else kind_of(data)
    return data, seen if kind is None or seen is UploadKind.LOG else kind


def packed(shape: dict[str, Any]) -> bytes:
    """Return an object as JSON bytes."""
    return json.dumps(shape, separators=(",", ":")).encode()


def answer(shape: dict[str, Any]) -> Response:
    """Return an object as a response."""
    return Response(packed(shape), mimetype=JSON)


def answer_as(shape: type[Schema], value: object, status: int = 200, given: Given | None = None) -> Response:
    """Return a value as a response of a shape, with what its parts are ``given``."""
    return Response(packed(dump_as(shape, value, given)), status, mimetype=JSON)
