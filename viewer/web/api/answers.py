"""Answers to programs: objects as JSON, in the order in which they were made."""

import json
from typing import Any

from flask import Response


def answer(shape: dict[str, Any], status: int = 200) -> Response:
    """An object as an answer."""
    return Response(json.dumps(shape, separators=(",", ":")), status, mimetype="application/json")
