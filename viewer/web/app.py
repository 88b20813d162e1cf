"""Makes the web application, step by step; every step does one thing to it."""

import atexit
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import BytesIO
from threading import BoundedSemaphore
from typing import IO, Any, Final
from urllib.parse import quote, urlencode

from flask import Flask, Request, Response, g, request
from flask_compress import Compress
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.middleware.proxy_fix import ProxyFix

from viewer.documents.languages import NAMES, Language, language
from viewer.documents.rendering import FILTERS
from viewer.exports.formats import FORMATS
from viewer.limits import FORM_PARTS, UPLOAD_BYTES, Settings
from viewer.store import Policy, Store
from viewer.store.access import OPEN_TO_ALL, Adders
from viewer.store.quotas import Quota
from viewer.web.access import control_access
from viewer.web.api import add_api
from viewer.web.caching import version_files
from viewer.web.callers import OPERATOR, admit
from viewer.web.conversions import conversions
from viewer.web.desk import desk
from viewer.web.failures import is_for_programs, show_failures
from viewer.web.handbook import handbook
from viewer.web.links import linked, page_of
from viewer.web.listing import listing
from viewer.web.live_pages import live_pages
from viewer.web.logs import Log
from viewer.web.metrics import Metrics
from viewer.web.names import NameConverter, names
from viewer.web.operations import operations
from viewer.web.pages import pages
from viewer.web.people import people
from viewer.web.processes import Pool
from viewer.web.questions import questions
from viewer.web.rates import limit_rates
from viewer.web.sharing import sharing
from viewer.web.statistics import statistics
from viewer.web.watching import Watch, watch
from viewer.web.work import limit_work
from viewer.web.writing import writing

SILENT: Final = ("static", "pages.cards", "pages.replay_script", "pages.as_sgn", "pages.as_json")
"""What is the same in every language."""
POLICY: Final = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors {}"
)


@dataclass(frozen=True, slots=True)
class Config:
    """What an application is told: where the records are kept, its place, and what other sites may do."""

    database: str
    frame_ancestors: str = "*"
    secure: bool = False
    """Whether it is reached by HTTPS alone, so that cookies are sent by nothing else."""
    proxies: int = 0
    """How many proxies stand before it, whose word for the address asked for is taken."""
    hosts: tuple[str, ...] = ()
    """The names that it answers to, without ports; all where none is given."""
    origins: tuple[str, ...] = ("*",)
    """The sites whose pages may read the API, ``*`` for all; those that are named may send to it as well."""
    policy: Policy = OPEN_TO_ALL
    live: Adders = Adders.ALL
    """Who may open live matches."""
    address_quota: Quota | None = None
    """What an address without a key may add in a day; anything where there is none."""
    key_quota: Quota | None = None
    """What an uploader's key may add in a day."""
    rate: int = 0
    """How many requests of the dearest kinds a worker answers a sender in a minute; 0 for all."""
    offers_sign_in: bool = False
    """Whether pages lead to the one where people sign in."""
    settings: Settings = field(default_factory=Settings)
    packs: tuple[bytes, ...] = ()
    """The rule packs that were made known, for the processes that answer long questions."""
    log: str = "off"
    """The form of the log: ``json``, ``text`` or ``off``."""
    addresses: bool = False
    """Whether the log says who asks."""
    metrics: tuple[str, ...] = (OPERATOR,)
    """Who may read the metrics: networks, and ``loopback`` for whoever runs the server."""
    is_watched: bool = False
    """Whether it answers long questions for another application, which counts and logs them."""


class WholeRequest(Request):
    """A request whose body comes whole or not at all.

    Of one that is sent without its length, in chunks, what is over the limit would be left unread in silence.
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
    """An application whose requests are read whole, and none of whose functions is a coroutine."""

    request_class = WholeRequest

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function: Flask asks for each one, twenty times in a request."""
        return func


def create_app(config: Config) -> Flask:
    """The application over an archive; raises StoreError where that cannot be opened."""
    app = Site("viewer")
    keep_log(app, config)
    keep_records(app, config)
    _bound(app, config)
    Compress(app)  # before all that makes or marks answers: what is first here is last to see them
    speak_as_asked(app, config)
    protect(app, config)
    admit(app, config.hosts, config.origins)
    control_access(app, replace(config.policy, read_only=app.extensions["archive"].read_only))
    limit_rates(app, config.rate, config.address_quota, config.key_quota)
    _limit_work(app, config)
    watch_requests(app, config)
    stand_behind(app, config.proxies)  # outermost: what watches has to know who asks
    version_files(app)
    show_failures(app)
    _load_formats(app)
    add_api(app, config.origins)
    app.url_map.converters["name"] = NameConverter
    app.register_blueprint(conversions)
    app.register_blueprint(desk)
    app.register_blueprint(handbook)
    app.register_blueprint(listing)
    app.register_blueprint(live_pages)
    app.register_blueprint(names)
    app.register_blueprint(pages)
    app.register_blueprint(people)
    app.register_blueprint(questions)
    app.register_blueprint(sharing)
    app.register_blueprint(statistics)
    app.register_blueprint(writing)
    app.register_blueprint(operations)
    return app


def keep_log(app: Flask, config: Config) -> None:
    """Write down what goes wrong, and nothing of what was sent."""
    app.extensions["config"] = config
    log = app.extensions["log"] = Log(config.log, config.addresses)

    def log_exception(how: Any) -> None:
        log.failure(how[1])

    app.log_exception = log_exception  # type: ignore[assignment, method-assign]


def keep_records(app: Flask, config: Config) -> None:
    """Open the archive; StoreError where that cannot be."""
    settings, read_only = config.settings, config.policy.read_only
    app.extensions["archive"] = Store.open(config.database, settings, read_only=read_only)


def _load_formats(app: Flask) -> None:
    """Have every format ready before the first request, and log which ones of packages are left out."""
    for problem in FORMATS.problems:
        app.extensions["log"].warning("formats", why=str(problem))


def _bound(app: Flask, config: Config) -> None:
    app.config |= {
        "MAX_CONTENT_LENGTH": UPLOAD_BYTES,
        "MAX_FORM_PARTS": FORM_PARTS,
        "MAX_FORM_MEMORY_SIZE": UPLOAD_BYTES,
        "SESSION_COOKIE_SECURE": config.secure,
        "COMPRESS_ALGORITHM": ["gzip"],
        "COMPRESS_STREAMS": False,
    }
    app.jinja_env.filters |= FILTERS | {"linked": linked}
    app.jinja_env.globals["offers_sign_in"] = config.offers_sign_in
    app.jinja_env.globals["page_of"] = page_of
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def _same_page(code: str) -> str:
    """The address of this page in another language."""
    asked = {**request.args.to_dict(flat=False), "lang": code}
    return f"{quote(request.path)}?{urlencode(asked, doseq=True)}"


def speak_as_asked(app: Flask, config: Config) -> None:
    """Every answer is in one language: the one asked for, else that of the cookie, else the browser's.

    Programs get what they ask for, and are not remembered.
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
    """Headers that keep pages to themselves; only the embed page may stand in another."""

    @app.after_request
    def guard(response: Response) -> Response:
        embedded = request.endpoint == "pages.embed"
        ancestors = config.frame_ancestors if embedded else "'self'"
        response.headers.setdefault("Content-Security-Policy", POLICY.format(ancestors))
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        if not embedded:
            response.headers["X-Frame-Options"] = "SAMEORIGIN"
        return response


def _limit_work(app: Flask, config: Config) -> None:
    """Let no request cost more than its work, and no thread compute for long; watch that."""
    pool = Pool(config) if config.settings.processes else None
    limit_work(app, pool)
    app.extensions["pool"] = pool
    app.extensions["streams"] = BoundedSemaphore(config.settings.streams)
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
    """Take the word of so many proxies for who asks and by which address; of no other."""
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
