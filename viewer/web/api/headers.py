"""What every answer to a program says beside its content: whose pages may read it, who may keep it how long.

Nothing is remembered of who asks.
"""

from collections.abc import Collection
from typing import Final

from flask import Flask, Response, request

from viewer.web.callers import READING
from viewer.web.failures import is_for_programs

ANYBODY: Final = "*"
"""As an origin: the pages of all sites."""


def add_headers(app: Flask, origins: Collection[str]) -> None:
    """Give every answer under /api its headers; the pages of these sites may read it."""

    @app.after_request
    def share(response: Response) -> Response:
        if is_for_programs():
            _allow(response, origins)
            keeps = request.method in READING and response.status_code < 400
            response.headers.setdefault("Cache-Control", "no-cache" if keeps else "no-store")
        return response


def _allow(response: Response, origins: Collection[str]) -> None:
    """Let the pages of some sites read."""
    origin = request.headers.get("Origin")
    if ANYBODY not in origins:
        if origins:
            response.vary.add("Origin")
        if origin not in origins:
            return
    if request.method in READING:
        response.headers["Access-Control-Allow-Origin"] = ANYBODY if ANYBODY in origins else origin or ""
        response.headers["Access-Control-Expose-Headers"] = "ETag"
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, HEAD"
        response.headers["Access-Control-Allow-Headers"] = "If-None-Match"
