"""Answers to programs: objects as JSON, in the order in which they were made."""

import json
from typing import Any

from flask import Response
from marshmallow import Schema

from notation.wire.shape import dump_as


def packed(shape: dict[str, Any]) -> bytes:
    """An object as it is sent."""
    return json.dumps(shape, separators=(",", ":")).encode()


def answer(shape: dict[str, Any]) -> Response:
    """An object as an answer."""
    return Response(packed(shape), mimetype="application/json")


def answer_as(shape: type[Schema], value: object, status: int = 200) -> Response:
    """A value as an answer of a shape."""
    return Response(packed(dump_as(shape, value)), status, mimetype="application/json")
