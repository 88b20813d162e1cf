"""The application of live matches, whose workers do nothing else.

It shares only the archive with the application of the records: uploads and judgements there take no thread
and no lock from players here.
"""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, request
from gunicorn.errors import AppImportError

from notation.specs import know_packs, packs_named
from viewer.limits import LIVE_BODY
from viewer.store import Store, StoreError
from viewer.web.api.contract import add_contract
from viewer.web.api.headers import add_headers
from viewer.web.app import (
    Site,
    keep_log,
    keep_records,
    protect,
    speak_as_asked,
    stand_behind,
    watch_requests,
)
from viewer.web.callers import admit
from viewer.web.config import Config
from viewer.web.failures import show_failures
from viewer.web.live.hall import Hall
from viewer.web.live.matches import PREFIX, matches
from viewer.web.live.roles import KnownKeys, Limiter
from viewer.web.live.seats import seats
from viewer.web.live.tournaments import tournaments
from viewer.web.server.operations import health, metrics, ready
from viewer.web.wsgi import config_from

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ABOUT: Final = """Live matches under a referee: opened, played, followed and read.

A match has a key for each seat and one for the arbiter, sent as `Authorization: Bearer ...`; whoever shows
none watches. Everybody gets what he may know and nothing else. What a table accepts or refuses is stored
before it is answered, with a receipt. What goes wrong is told as a problem by RFC 9457, with a `code` for
programs."""
WORDS: Final = {
    400: "malformed",
    404: "not-here",
    405: "no-such-method",
    406: "no-such-form",
    413: "too-large",
    415: "no-such-kind",
    422: "malformed",
    500: "failure",
    503: "unavailable",
}
"""The default codes of problems, by status."""


def create_live_app(config: Config, store: Store | None = None) -> Flask:
    """Create the application over an archive, which may be open already; raise StoreError on failure."""
    app = Site("viewer")
    keep_log(app, config)
    if store is None:
        keep_records(app, config)
    else:
        app.extensions["archive"] = store
    app.config["MAX_CONTENT_LENGTH"] = LIVE_BODY
    speak_as_asked(app, config)
    protect(app, config)
    admit(app, config.hosts, config.origins)
    app.extensions["pool"] = None
    app.extensions["limiter"] = Limiter(config.settings)
    app.extensions["known"] = KnownKeys()
    hall = app.extensions["hall"] = Hall(
        app.extensions["archive"],
        app.extensions["log"],
        most_streams=config.settings.live_streams,
        most_programs=config.settings.live_programs,
        send_seconds=config.settings.send_seconds,
    )
    watch_requests(app, config)
    hall.on_streams = app.extensions["watch"].metrics.streams.set
    stand_behind(app, config.proxies)
    show_failures(app, words=WORDS, note_away=hall.note_away)
    add_headers(app, config.origins)
    add_contract(app, matches, seats, tournaments, prefix=PREFIX, title="Santase live", about=ABOUT)
    for view in (health, metrics, ready):
        name: str = view.__name__
        app.add_url_rule(f"/{name}", f"operations.{name}", view)
    _keep_to_oneself(app)
    return app


def create_live_app_from_environment() -> Flask:
    """Create the application for gunicorn; raise AppImportError for bad settings or a missing archive."""
    try:
        know_packs(path.read_bytes() for path in packs_named(os.environ))
        return create_live_app(config_from(os.environ))
    except (ValueError, OSError, StoreError) as error:
        raise AppImportError(f"santase: {error}") from None


def beside(records: Flask, app: Flask) -> "WSGIApplication":
    """Combine two applications: that of the records, and this one for the URLs of live matches."""

    def choose(environ: "WSGIEnvironment", start_response: "StartResponse") -> "Iterable[bytes]":
        path: str = environ.get("PATH_INFO", "")
        return (app if path == PREFIX or path.startswith(f"{PREFIX}/") else records)(environ, start_response)

    return choose


def _keep_to_oneself(app: Flask) -> None:
    """Forbid caching, because answers depend on the reader."""
    own = [each.blueprint.name for each in (matches, seats, tournaments)]

    @app.after_request
    def keep(response: Response) -> Response:
        if request.blueprint in own:
            response.headers["Cache-Control"] = "no-store"
            response.vary.add("Authorization")
        return response
