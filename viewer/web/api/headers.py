"""What every answer to a program says beside its content: whose pages may use it, how long it may be kept.

Nothing is remembered of who asks; what a browser sends by itself (cookies, passwords) lets no page in.
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
"""What a page may read beside the content."""
SENT: Final = "Authorization, Content-Type, If-None-Match"
"""What a page of a site that is named may send; others send `If-None-Match` alone."""
ASKED_AGAIN: Final = "7200"
"""After how many seconds a browser asks again what a page may do."""


def add_headers(app: Flask, origins: Collection[str]) -> None:
    """Give every answer under /api its headers; the pages of these sites may read it.

    Those of a site that is named, and not meant by ``*``, may send as well, and with a key.
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
    """Let the pages of some sites read, and those of sites that are named send."""
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
