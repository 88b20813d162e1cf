"""What may be kept by whoever asks, and for how long: by its tag an answer is known to be still right.

A file of this program carries its digest in its address, so it is asked for once and never again.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, request

from notation.limits import SpentError
from viewer.cards import stylesheet
from viewer.replay.page import element
from viewer.store import Store, Stored, StoreError
from viewer.store.summaries import program
from viewer.web.visits import note_kept, note_unreachable

DAY: Final = "public, max-age=86400"
ASK: Final = "public, no-cache"
"""It may be kept, and has to be asked for before it is used again."""
FOR_GOOD: Final = "public, max-age=31536000, immutable"


def tagged(
    stored: Stored,
    make: Callable[[], Response],
    *,
    fixed: bool = False,
    look: Callable[[], object] | None = None,
) -> Response:
    """An answer about a record with its ETag; where the asker has it already, that is said instead.

    The tag names the record, the build of the program and, as a digest, the question with the text that it is
    asked of. Each answer has to be asked for before it is used again, for a record can be removed. That
    there is such an answer comes first: ``look`` raises the Problem where there is none, and without it the
    answer is made.
    """
    asked = f"{question()} {g.language.code} {stored.added.isoformat()}\0".encode() + stored.text
    tag = f"{stored.id[:16]}-{program()}-{_short(asked)}"
    response = Response(status=304)
    if not request.if_none_match.contains_weak(tag):
        response = make()
    else:
        (look or make)()
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = ASK
    return response


def tag_by_content(response: Response) -> None:
    """Give an answer without a tag that of its content; where the asker has it already, that is said instead.

    It is made all the same: what is saved is the sending.
    """
    has_none = response.status_code == 200 and "ETag" not in response.headers
    if request.method in ("GET", "HEAD") and has_none and not response.is_streamed:
        tag = _short(response.get_data())
        response.set_etag(tag, weak=True)
        if request.if_none_match.contains_weak(tag):
            response.status_code = 304
            response.set_data(b"")
            del response.headers["Content-Type"], response.headers["Content-Length"]


def question() -> str:
    """What is asked of a record, as one text, by whatever words of the address."""
    parts = sorted((request.view_args or {}).items())
    named = [f"{name}={value}" for name, value in parts if name != "id"]
    return f"{request.endpoint}/{','.join(named)}?{urlencode(sorted(request.args.items(multi=True)))}"


def remembered(stored: Stored, make: Callable[[], bytes], mimetype: str = "application/json") -> Response:
    """An answer that takes long to find: found once for each record, question and build.

    That it takes too much work is remembered as well.
    """
    store: Store = current_app.extensions["archive"]
    asked = question()
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
    return Response(body, mimetype=mimetype)


def keep(store: Store, record: str, asked: str, body: bytes) -> None:
    """Keep what was found of a record; where that cannot be done, it can be said all the same."""
    try:
        if not store.read_only:
            store.keep(record, asked, body)
            note_kept()
    except StoreError as error:
        note_unreachable(error)


def card_colours() -> Response:
    """The style sheet of the cards."""
    response = Response(stylesheet(), mimetype="text/css")
    response.add_etag()
    response.headers["Cache-Control"] = ASK
    response.make_conditional(request)
    return response


def version_files(app: Flask) -> None:
    """Give the addresses of files their digests, and let what is asked for so be kept for good."""
    made = {"pages.cards": _short(stylesheet().encode()), "pages.replay_script": _short(element().encode())}

    def digest_at(endpoint: str, values: dict[str, Any]) -> str | None:
        """The digest of what an address leads to, if that is a file of this program."""
        if endpoint in made:
            return made[endpoint]
        path = Path(app.static_folder or "") / values.get("filename", "")
        if endpoint == "static" and path.is_file():
            return _digest_of(path, path.stat().st_mtime_ns)
        return None

    @app.url_defaults
    def name(endpoint: str, values: dict[str, Any]) -> None:
        digest = digest_at(endpoint, values)
        if digest:
            values["v"] = digest

    @app.after_request
    def keep(response: Response) -> Response:
        asked = request.args.get("v") if response.status_code in (200, 304) else None
        if asked and asked == digest_at(request.endpoint or "", request.view_args or {}):
            response.headers["Cache-Control"] = FOR_GOOD
        kind = response.mimetype or ""
        if (
            request.endpoint == "static"
            and response.status_code == 200
            and kind.startswith(("text/", "image/svg"))
        ):
            response.direct_passthrough = False
            response.set_data(response.get_data())  # what is streamed would not be packed
        return response


@cache
def _digest_of(path: Path, changed: int) -> str:
    return _short(path.read_bytes())


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]
