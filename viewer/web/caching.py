"""HTTP caching: what may be stored and for how long, and ETags to revalidate it.

The URL of a static file contains its digest, so it is fetched once and never revalidated.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, request

from notation.limits import SpentError
from viewer.replay.page import packed_script
from viewer.store import Store, Stored, StoreError
from viewer.store.summaries import program
from viewer.web.styles import digest, sheet
from viewer.web.visits import note_kept, note_unreachable

DAY: Final = "public, max-age=86400"
ASK: Final = "public, no-cache"
"""May be stored, but must be revalidated before each use."""
FOR_GOOD: Final = "public, max-age=31536000, immutable"


def tagged(
    stored: Stored,
    make: Callable[[], Response],
    *,
    fixed: bool = False,
    look: Callable[[], object] | None = None,
) -> Response:
    """Return an answer about a record with its ETag, or 304 where the client has it already.

    The ETag consists of the record, the build of the program and a digest of the question and the text that
    it is about. Answers must be revalidated before each use, because a record can be removed. Existence is
    checked first: ``look`` raises the Problem of something that is missing. The answer is computed only if it
    is sent.
    """
    asked = f"{question()} {g.language.code} {stored.added.isoformat()}\0".encode() + stored.text
    tag = f"{stored.id[:16]}-{program()}-{digest(asked)}"
    response = Response(status=304)
    if not request.if_none_match.contains_weak(tag):
        response = make()
    else:
        (look or make)()
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = ASK
    return response


def tag_by_content(response: Response) -> None:
    """Give an answer without an ETag that of its content; 304 where the client has it already.

    The answer is computed in any case; only the transfer is saved.
    """
    has_none = response.status_code == 200 and "ETag" not in response.headers
    if request.method in ("GET", "HEAD") and has_none and not response.is_streamed:
        tag = digest(response.get_data())
        response.set_etag(tag, weak=True)
        if request.if_none_match.contains_weak(tag):
            response.status_code = 304
            response.set_data(b"")
            del response.headers["Content-Type"], response.headers["Content-Length"]


def question() -> str:
    """Return what is asked of a record as one text, whatever words the URL uses."""
    parts = sorted((request.view_args or {}).items())
    named = [f"{name}={value}" for name, value in parts if name != "id"]
    return f"{request.endpoint}/{','.join(named)}?{urlencode(sorted(request.args.items(multi=True)))}"


def remembered(stored: Stored, make: Callable[[], bytes], mimetype: str = "application/json") -> Response:
    """Return an expensive answer from the cache, by record, question and build; compute it on a miss."""
    return Response(found_once(stored, question(), make), mimetype=mimetype)


def found_once(stored: Stored, asked: str, make: Callable[[], bytes]) -> bytes:
    """Return what was found about a record, from the cache if it is there; compute it on a miss.

    That it takes too much work is cached as well.
    """
    store: Store = current_app.extensions["archive"]
    body = store.answer(stored.id, asked)
    if body is not None:
        note_kept()
    else:
        try:
            body = make()
        except SpentError:
            body = b""
        keep(store, stored.id, asked, body)
    if not body:
        raise SpentError
    return body


def keep(store: Store, record: str, asked: str, body: bytes) -> None:
    """Cache a result about a record; a failure to store it is ignored."""
    try:
        if not store.read_only:
            store.keep(record, asked, body)
            note_kept()
    except StoreError as error:
        note_unreachable(error)


def generated(text: str, mimetype: str) -> Response:
    """Return a file that this program generates, which is revalidated by its content."""
    response = Response(text, mimetype=mimetype)
    response.add_etag()
    response.headers["Cache-Control"] = ASK
    response.make_conditional(request)
    return response


def version_files(app: Flask) -> None:
    """Put digests into the URLs of static files, and let those URLs be cached for good."""

    def digest_at(endpoint: str, values: dict[str, Any]) -> str | None:
        """Return the digest of the file that a URL names, if it is a static file of this program."""
        if endpoint == "pages.script":
            return _digest_of_text(packed_script(values["module"]))
        if endpoint == "pages.styles":
            return _digest_of_text(sheet(values["sheet"]))
        if endpoint == "static":
            path = Path(app.static_folder or "") / values.get("filename", "")
            return _digest_of(path, path.stat().st_mtime_ns) if path.is_file() else None
        return None

    @app.url_defaults
    def name(endpoint: str, values: dict[str, Any]) -> None:
        found = digest_at(endpoint, values)
        if found:
            values["v"] = found

    @app.after_request
    def keep(response: Response) -> Response:
        asked = request.args.get("v") if response.status_code in (200, 304) else None
        if asked and asked == digest_at(request.endpoint or "", request.view_args or {}):
            response.headers["Cache-Control"] = FOR_GOOD
            for name in ("Content-Disposition", "Last-Modified"):  # it is not asked for again
                response.headers.pop(name, None)
        kind = response.mimetype or ""
        if (
            request.endpoint == "static"
            and response.status_code == 200
            and kind.startswith(("text/", "image/svg"))
        ):
            response.direct_passthrough = False
            response.set_data(response.get_data())  # a streamed answer would not be compressed
        return response


@cache
def _digest_of(path: Path, changed: int) -> str:
    return digest(path.read_bytes())


@cache
def _digest_of_text(text: str) -> str:
    return digest(text.encode())
