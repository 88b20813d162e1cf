"""Headers of all API responses: CORS and caching.

Credentials that a browser sends automatically (cookies, passwords) give pages no access.
"""

from collections.abc import Collection
from typing import Final

from flask import Flask, Response, request

from viewer.web.caching import tag_by_content
from viewer.web.callers import ANYBODY, READING, is_named
from viewer.web.failures import is_for_programs

EXPOSED: Final = (
    "ETag, Link, Location, RateLimit, RateLimit-Limit, RateLimit-Policy, RateLimit-Remaining, "
    "RateLimit-Reset, Retry-After, X-Request-Id"
)
"""Response headers that a page may read."""
SENT: Final = "Authorization, Content-Type, If-None-Match"
"""Request headers that pages of named origins may send; others send `If-None-Match` only."""
ASKED_AGAIN: Final = "7200"
"""Seconds for which a browser caches a preflight response."""


def add_headers(app: Flask, origins: Collection[str]) -> None:
    """Add the headers to every response under /api; pages of these origins may read it.

    Pages of origins that are named, not only matched by ``*``, may also write, and with a key.
    """

    @app.after_request
    def share(response: Response) -> Response:
        if is_for_programs():
            if request.method == "OPTIONS" and response.status_code == 200:
                response.status_code = 204
                del response.headers["Content-Type"]
            _allow(response, origins)
            keeps = request.method in READING and response.status_code < 400
            response.headers.setdefault("Cache-Control", "no-cache" if keeps else "no-store")
            tag_by_content(response)
        return response


def _allow(response: Response, origins: Collection[str]) -> None:
    """Let pages of some origins read, and those of named ones write."""
    if any(origin != ANYBODY for origin in origins):
        response.vary.add("Origin")
    named = is_named(origins)
    if not named and (ANYBODY not in origins or request.method not in READING):
        return
    response.headers["Access-Control-Allow-Origin"] = request.headers["Origin"] if named else ANYBODY
    response.headers["Access-Control-Expose-Headers"] = EXPOSED
    if request.method == "OPTIONS":
        offered = [method for method in ("GET", "HEAD", "POST", "PUT", "DELETE") if method in response.allow]
        may = [method for method in offered if named or method in READING]
        response.headers["Access-Control-Allow-Methods"] = ", ".join(may)
        response.headers["Access-Control-Allow-Headers"] = SENT if named else "If-None-Match"
        response.headers["Access-Control-Max-Age"] = ASKED_AGAIN
