"""The application as gunicorn starts it, told by its environment; every worker opens the archive itself.

gunicorn --worker-class gthread 'viewer.web:create_app_from_environment()'
"""

import os
import re
import threading
from collections.abc import Mapping
from dataclasses import replace
from ipaddress import ip_network

from flask import Flask
from gunicorn.errors import AppImportError

from notation.specs import know_pack, packs_named, read_pack
from viewer.limits import Settings
from viewer.store import StoreError
from viewer.web.app import Config, create_app
from viewer.web.callers import OPERATOR
from viewer.web.logs import FORMS

_NAME = re.compile(r"[a-z0-9_.-]+|[0-9a-f:.]+")
_ORIGIN = re.compile(r"\*|https?://[^/\s*]+")
_SWITCH = {"": False, "0": False, "1": True}


def create_app_from_environment() -> Flask:
    """The application of :func:`config_from`; its records are judged anew where another version judged them.

    Raises AppImportError, which gunicorn tells in one line, where it is told wrongly or has no archive.
    """
    try:
        packs = tuple(path.read_bytes() for path in packs_named(os.environ))
        for pack in packs:
            know_pack(read_pack(pack))
        app = create_app(replace(config_from(os.environ), packs=packs))
    except (ValueError, OSError, StoreError) as error:
        raise AppImportError(f"santase: {error}") from None
    rejudge(app)
    return app


def config_from(environ: Mapping[str, str]) -> Config:
    """What an environment says; ValueError where that cannot be meant.

    >>> config_from({"SANTASE_DATABASE": "sqlite:///archive.db", "SANTASE_SECURE": "1"}).secure
    True
    """
    database = environ.get("SANTASE_DATABASE")
    if not database:
        raise ValueError("SANTASE_DATABASE names no archive: sqlite:////var/lib/santase/archive.db")
    secure, proxies = environ.get("SANTASE_SECURE", ""), environ.get("SANTASE_PROXIES", "0")
    if secure not in _SWITCH:
        raise ValueError(f"SANTASE_SECURE is 0 or 1, not {secure}")
    if not (proxies.isascii() and proxies.isdigit() and len(proxies) == 1):
        raise ValueError(f"SANTASE_PROXIES is the number of proxies, not {proxies}")
    ancestors = environ.get("SANTASE_FRAME_ANCESTORS", "*")
    if set(ancestors) & set(";,\r\n"):
        raise ValueError(f"SANTASE_FRAME_ANCESTORS is a list of sites with blanks between, not {ancestors!r}")
    log, addresses = environ.get("SANTASE_LOG", "json"), environ.get("SANTASE_LOG_ADDRESSES", "")
    if log not in FORMS:
        raise ValueError(f"SANTASE_LOG is one of {', '.join(FORMS)}, not {log}")
    if addresses not in _SWITCH:
        raise ValueError(f"SANTASE_LOG_ADDRESSES is 0 or 1, not {addresses}")
    return Config(
        database,
        ancestors,
        _SWITCH[secure],
        int(proxies),
        _listed(environ, "SANTASE_TRUSTED_HOSTS", "", _NAME, "names of hosts without ports"),
        _listed(environ, "SANTASE_CORS_ORIGINS", "*", _ORIGIN, "origins such as https://club.example"),
        Settings.from_environment(environ),
        log=log,
        addresses=_SWITCH[addresses],
        metrics=_readers(environ),
    )


def _readers(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Who may read the metrics."""
    form = re.compile(rf"{OPERATOR}|[0-9a-f.:]+(?:/[0-9]{{1,3}})?")
    found = _listed(environ, "SANTASE_METRICS", OPERATOR, form, f"networks, and `{OPERATOR}`")
    for each in found:
        if each != OPERATOR:
            try:
                ip_network(each)
            except ValueError as error:
                raise ValueError(
                    f"SANTASE_METRICS is a list of networks, and `{OPERATOR}`: {error}"
                ) from None
    return found


def _listed(
    environ: Mapping[str, str], variable: str, default: str, form: re.Pattern[str], what: str
) -> tuple[str, ...]:
    """The words of a variable, with blanks between; ``'none'`` for none, as in a policy."""
    said = environ.get(variable, default)
    words = () if said.strip() == "'none'" else tuple(word.lower() for word in said.split())
    if not all(map(form.fullmatch, words)):
        raise ValueError(f"{variable} is a list of {what}, with blanks between, not {said!r}")
    return words


def rejudge(app: Flask) -> None:
    """Judge again, beside everything else, what another version has judged, and count what came since."""

    def work() -> None:
        try:
            app.extensions["archive"].rejudge()
            app.extensions["archive"].count()
        except StoreError as error:
            app.extensions["log"].error("archive", why=str(error))

    threading.Thread(target=work, name="rejudge", daemon=True).start()
