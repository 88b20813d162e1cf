"""JSON responses; members are in the order in which they were set."""

import json
from typing import Any

from flask import Response
from marshmallow import Schema

from notation.wire.shape import Given, dump_as


def packed(shape: dict[str, Any]) -> bytes:
    """Return an object as JSON bytes."""
    return json.dumps(shape, separators=(",", ":")).encode()


def answer(shape: dict[str, Any]) -> Response:
    """Return an object as a response."""
    return Response(packed(shape), mimetype="application/json")


def answer_as(shape: type[Schema], value: object, status: int = 200, given: Given | None = None) -> Response:
    """Return a value as a response of a shape, with what its parts are ``given``."""
    return Response(packed(dump_as(shape, value, given)), status, mimetype="application/json")
