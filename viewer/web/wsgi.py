"""The WSGI entry point for gunicorn, configured by environment variables; every worker opens the archive.

gunicorn --worker-class gthread 'viewer.web:create_app_from_environment()'
"""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path

from flask import Flask
from gunicorn.errors import AppImportError

from notation.specs import know_packs, packs_named
from viewer.limits import Settings
from viewer.store import Policy, StoreError
from viewer.store.access import Adders
from viewer.store.quotas import Quota
from viewer.web.app import create_app
from viewer.web.callers import OPERATOR
from viewer.web.config import Config
from viewer.web.server.logs import FORMS
from viewer.web.server.rejudging import rejudge

_NAME = re.compile(r"[a-z0-9_.-]+|[0-9a-f:.]+")
_ORIGIN = re.compile(r"\*|https?://[^/\s*]+")
_QUOTA = re.compile("([0-9]{1,9}) +([0-9]{1,6})")
_NUMBER = re.compile("[0-9]{1,6}")


def create_app_from_environment() -> Flask:
    """Create the application of :func:`config_from`; re-judge its records if another version judged them.

    Raises AppImportError, which gunicorn reports in one line, for an invalid setting or a missing archive.
    """
    try:
        packs = tuple(path.read_bytes() for path in packs_named(os.environ))
        know_packs(packs)
        app = create_app(replace(config_from(os.environ), packs=packs))
    except (ValueError, OSError, StoreError) as error:
        raise AppImportError(f"santase: {error}") from None
    rejudge(app)
    return app


def config_from(environ: Mapping[str, str]) -> Config:
    """Return the configuration in an environment; raise ValueError for an invalid one.

    >>> config_from({"SANTASE_DATABASE": "sqlite:///archive.db", "SANTASE_SECURE": "1"}).secure
    True
    """
    database = environ.get("SANTASE_DATABASE")
    if not database:
        raise ValueError("SANTASE_DATABASE names no archive: sqlite:////var/lib/santase/archive.db")
    proxies = environ.get("SANTASE_PROXIES", "0")
    if not (proxies.isascii() and proxies.isdigit() and len(proxies) == 1):
        raise ValueError(f"SANTASE_PROXIES is the number of proxies, not {proxies}")
    ancestors = environ.get("SANTASE_FRAME_ANCESTORS", "*")
    if set(ancestors) & set(";,\r\n"):
        raise ValueError(f"SANTASE_FRAME_ANCESTORS is a list of sites with blanks between, not {ancestors!r}")
    return Config(
        database,
        ancestors,
        _switch(environ, "SANTASE_SECURE"),
        int(proxies),
        _listed(environ, "SANTASE_TRUSTED_HOSTS", "", _NAME, "names of hosts without ports"),
        _listed(environ, "SANTASE_CORS_ORIGINS", "*", _ORIGIN, "origins such as https://club.example"),
        settings=Settings.from_environment(environ),
        log=_one_of(FORMS, environ.get("SANTASE_LOG", "json"), "SANTASE_LOG"),
        addresses=_switch(environ, "SANTASE_LOG_ADDRESSES"),
        metrics=_readers(environ),
        policy=Policy(_adders(environ, "SANTASE_ADD", Adders.ALL), _switch(environ, "SANTASE_READ_ONLY")),
        live=_adders(environ, "SANTASE_LIVE", Adders.KEY),
        signing_key=_signing_key(environ.get("SANTASE_SIGNING_KEY", "")),
        address_quota=_quota(environ, "SANTASE_ADDRESS_QUOTA", "1000 32"),
        key_quota=_quota(environ, "SANTASE_KEY_QUOTA", "20000 256"),
        rate=_number(environ, "SANTASE_RATE", "120"),
        offers_sign_in=True,
    )


def _one_of(words: Sequence[str], said: str, variable: str) -> str:
    if said not in words:
        raise ValueError(f"{variable} is {', '.join(words[:-1])} or {words[-1]}, not {said}")
    return said


def _switch(environ: Mapping[str, str], variable: str) -> bool:
    return _one_of(("0", "1"), environ.get(variable) or "0", variable) == "1"


def _adders(environ: Mapping[str, str], variable: str, default: Adders) -> Adders:
    words = [each.value for each in Adders]
    return Adders(_one_of(words, environ.get(variable, default.value), variable))


def _signing_key(path: str) -> bytes:
    """Return the private key in a file, made by ``santase sign --new-key``."""
    if not path:
        return b""
    from notation.rulings.signatures import SignatureError, sign  # needs an extra

    try:
        key = Path(path).read_bytes()
        sign(b"", key)
    except (OSError, SignatureError) as error:
        raise ValueError(f"SANTASE_SIGNING_KEY is the file of a private key, not {path}: {error}") from None
    return key


def _readers(environ: Mapping[str, str]) -> tuple[str, ...]:
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


def _quota(environ: Mapping[str, str], variable: str, default: str) -> Quota | None:
    """Return the daily quota in records and MiB; None for ``none``."""
    said = environ.get(variable, default).strip()
    if said == "none":
        return None
    found = _QUOTA.fullmatch(said)
    if not found:
        raise ValueError(
            f"{variable} is a number of records and one of MiB, `1000 32`, or none, not {said!r}"
        )
    return Quota(int(found[1]), int(found[2]) << 20)


def _number(environ: Mapping[str, str], variable: str, default: str) -> int:
    said = environ.get(variable, default).strip()
    if not _NUMBER.fullmatch(said):
        raise ValueError(f"{variable} is a number of requests, 0 for any, not {said!r}")
    return int(said)


def _listed(
    environ: Mapping[str, str], variable: str, default: str, form: re.Pattern[str], what: str
) -> tuple[str, ...]:
    """Return the space-separated words of a variable; ``'none'`` is empty, as in a CSP policy."""
    said = environ.get(variable, default)
    words = () if said.strip() == "'none'" else tuple(word.lower() for word in said.split())
    if not all(map(form.fullmatch, words)):
        raise ValueError(f"{variable} is a list of {what}, with blanks between, not {said!r}")
    return words
