"""Answers to programs: objects as JSON, in the order in which they were made."""

import json
from typing import Any

from flask import Response


def packed(shape: dict[str, Any]) -> bytes:
    """An object as it is sent."""
    return json.dumps(shape, separators=(",", ":")).encode()


def answer(shape: dict[str, Any], status: int = 200) -> Response:
    """An object as an answer."""
    return Response(packed(shape), status, mimetype="application/json")
