"""The application factory: each step configures one thing."""

import atexit
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from io import BytesIO
from typing import IO, Any, Final
from urllib.parse import quote, urlencode

from flask import Flask, Request, Response, g, request
from flask_compress import Compress
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.middleware.proxy_fix import ProxyFix

from viewer.documents.languages import NAMES, Language, language
from viewer.documents.rendering import FILTERS
from viewer.exports.formats import FORMATS
from viewer.limits import FORM_PARTS, UPLOAD_BYTES
from viewer.store import Store
from viewer.web.access import control_access
from viewer.web.api import add_api
from viewer.web.api.streaming import StreamPlaces
from viewer.web.archive.listing import listing
from viewer.web.archive.names import NameConverter, names
from viewer.web.archive.statistics import statistics
from viewer.web.caching import version_files
from viewer.web.callers import admit
from viewer.web.config import Config
from viewer.web.conversion.pages import conversions
from viewer.web.desk import desk
from viewer.web.failures import is_for_programs, show_failures
from viewer.web.handbook import handbook
from viewer.web.links import card_sprite, linked, page_of, rules_called
from viewer.web.live.match_pages import live_pages
from viewer.web.people import people
from viewer.web.pointing import pointing
from viewer.web.rates import limit_rates
from viewer.web.record.pages import pages
from viewer.web.record.questions import questions
from viewer.web.record.sharing import sharing
from viewer.web.server.logs import Log
from viewer.web.server.metrics import Metrics
from viewer.web.server.operations import operations
from viewer.web.server.processes import Pool
from viewer.web.server.watching import Watch, watch
from viewer.web.server.work import limit_work
from viewer.web.writing import writing

SILENT: Final = ("static", "pages.styles", "pages.script", "pages.as_sgn", "pages.as_json")
"""Strings that are the same in every language."""
POLICY: Final = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors {}"
)

PARTS: Final = ("static", "pages.styles", "pages.script", "pages.pictures")
"""Parts of pages, from the program alone: what protects a page means nothing for them, and every byte of
them delays one.
"""


class WholeRequest(Request):
    """A request whose body is complete or refused.

    A chunked body, which has no declared length, would otherwise be silently truncated at the limit.
    """

    @cached_property
    def stream(self) -> IO[bytes]:
        """The body."""
        stream = super().stream
        if "wsgi.input_terminated" not in self.environ:
            return stream
        data = stream.read()
        if self.environ["wsgi.input"].read(1):
            raise RequestEntityTooLarge
        return BytesIO(data)


class Site(Flask):
    """An application whose requests are read in full and whose view functions are never coroutines."""

    request_class = WholeRequest

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function as it is; Flask's own check runs twenty times per request."""
        return func


def create_app(config: Config) -> Flask:
    """Create the application over an archive; raise StoreError if that cannot be opened."""
    app = Site("viewer")
    keep_log(app, config)
    keep_records(app, config)
    _bound(app, config)
    Compress(app)  # before everything that creates or changes responses: the first registered sees them last
    speak_as_asked(app, config)
    protect(app, config)
    admit(app, config.hosts, config.origins)
    control_access(app, replace(config.policy, read_only=app.extensions["archive"].read_only))
    limit_rates(app, config.rate, config.address_quota, config.key_quota)
    _limit_work(app, config)
    watch_requests(app, config)
    stand_behind(app, config.proxies)  # outermost: monitoring needs the address of the client
    version_files(app)
    show_failures(app)
    _load_formats(app)
    add_api(app, config.origins)
    app.url_map.converters["name"] = NameConverter
    for part in (
        *(conversions, desk, handbook, listing, live_pages, names, operations),
        *(pages, people, pointing, questions, sharing, statistics, writing),
    ):
        app.register_blueprint(part)
    return app


def keep_log(app: Flask, config: Config) -> None:
    """Log errors, without anything that was sent."""
    app.extensions["config"] = config
    log = app.extensions["log"] = Log(config.log, config.addresses)

    def log_exception(how: Any) -> None:
        log.failure(how[1])

    app.log_exception = log_exception  # type: ignore[assignment, method-assign]


def keep_records(app: Flask, config: Config) -> None:
    """Open the archive; raise StoreError if that is impossible."""
    settings, read_only = config.settings, config.policy.read_only
    app.extensions["archive"] = Store.open(config.database, settings, read_only=read_only)


def _load_formats(app: Flask) -> None:
    """Load every format before the first request, and log the plug-in formats that fail to load."""
    for problem in FORMATS.problems:
        app.extensions["log"].warning("formats", why=str(problem))


def _bound(app: Flask, config: Config) -> None:
    app.config |= {
        "MAX_CONTENT_LENGTH": UPLOAD_BYTES,
        "MAX_FORM_PARTS": FORM_PARTS,
        "MAX_FORM_MEMORY_SIZE": UPLOAD_BYTES,
        "SESSION_COOKIE_SECURE": config.secure,
        "COMPRESS_ALGORITHM": ["gzip"],
        "COMPRESS_LEVEL": 9,
        "COMPRESS_STREAMS": False,
    }
    app.jinja_env.filters |= FILTERS | {"linked": linked}
    app.jinja_env.globals["offers_sign_in"] = config.offers_sign_in
    app.jinja_env.globals |= {"page_of": page_of, "rules_called": rules_called, "card_sprite": card_sprite}
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def _same_page(code: str) -> str:
    asked = {**request.args.to_dict(flat=False), "lang": code}
    return f"{quote(request.path)}?{urlencode(asked, doseq=True)}"


def speak_as_asked(app: Flask, config: Config) -> None:
    """Choose the language of each answer: the requested one, else the cookie's, else the browser's.

    Only browsers get a cookie that remembers it.
    """

    @app.before_request
    def choose() -> None:
        asked = request.args.get("lang", "")
        if is_for_programs():
            g.language = language(asked if asked in NAMES else "en")
            return
        kept = request.cookies.get("lang", "")
        best = request.accept_languages.best_match(NAMES, "en")
        g.language = language(next(code for code in (asked, kept, best) if code in NAMES))

    @app.context_processor
    def words() -> dict[str, object]:
        spoken: Language = g.language
        return {
            "say": spoken.say,
            "count": spoken.count,
            "lang": spoken.code,
            "languages": NAMES,
            "same_page": _same_page,
        }

    @app.after_request
    def remember(response: Response) -> Response:
        if is_for_programs():
            return response
        if request.args.get("lang", "") in NAMES:
            response.set_cookie(
                "lang", g.language.code, max_age=31536000, httponly=True, samesite="Lax", secure=config.secure
            )
        if request.endpoint not in SILENT:
            response.vary.update(("Accept-Language", "Cookie"))
        return response


def protect(app: Flask, config: Config) -> None:
    """Set the security headers; only the embed page may be framed by another site."""

    @app.after_request
    def guard(response: Response) -> Response:
        response.headers["X-Content-Type-Options"] = "nosniff"
        if request.endpoint in PARTS:
            return response
        embedded = request.endpoint == "pages.embed"
        ancestors = config.frame_ancestors if embedded else "'self'"
        response.headers.setdefault("Content-Security-Policy", POLICY.format(ancestors))
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        if not embedded:
            response.headers["X-Frame-Options"] = "SAMEORIGIN"
        return response


def _limit_work(app: Flask, config: Config) -> None:
    """Limit the work of each request and the time that a thread computes, and monitor both."""
    pool = Pool(config, create_app) if config.settings.processes else None
    limit_work(app, pool)
    app.extensions["pool"] = pool
    app.extensions["streams"] = StreamPlaces(config.settings.streams)
    if pool:
        atexit.register(pool.close)


def watch_requests(app: Flask, config: Config) -> None:
    """Give every request an id, count it and log it."""
    if config.is_watched:
        return
    pool = app.extensions["pool"]
    metrics = Metrics(app.extensions["archive"].kind)
    app.extensions["watch"] = Watch(app.extensions["log"], metrics, pool, config.settings)
    watch(app, app.extensions["watch"], trusts_ids=config.proxies > 0)


def stand_behind(app: Flask, proxies: int) -> None:
    """Trust the forwarded headers of this many proxies for client address and URL."""
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
