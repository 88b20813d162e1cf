"""What every answer to a program says beside its content: who may read it, and who may keep it how long.

Records are public, so any page may read; none but our own may write. Nothing is remembered of who asks.
"""

from flask import Flask, Response, request

from notation.findings import Phrase
from viewer.web.failures import Problem, is_for_programs

READING = ("GET", "HEAD", "OPTIONS")


def add_headers(app: Flask) -> None:
    """Give every answer under /api its headers, and refuse what another site's page sends anywhere."""

    @app.before_request
    def keep_out() -> None:
        site = request.headers.get("Sec-Fetch-Site", "none")
        if request.method not in READING and site in ("cross-site", "same-site"):
            raise Problem(403, Phrase("A page of another site can read records here, but cannot send any."))

    @app.after_request
    def share(response: Response) -> Response:
        if is_for_programs():
            _allow(response)
            keeps = request.method in READING and response.status_code < 400
            response.headers.setdefault("Cache-Control", "no-cache" if keeps else "no-store")
        return response


def _allow(response: Response) -> None:
    """Let pages of any site read."""
    if request.method in READING:
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = "ETag"
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, HEAD"
        response.headers["Access-Control-Allow-Headers"] = "If-None-Match"
