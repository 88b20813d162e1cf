"""Checks of Host and Origin: which host a request is sent to, and which page sent it.

They keep out DNS rebinding (a page of another site that resolves its own name to this machine) and forms sent
from other sites.
"""

import re
from collections.abc import Collection
from ipaddress import ip_network
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, request
from werkzeug.exceptions import BadRequest, NotFound

from notation.findings import Phrase
from viewer.store.quotas import ip_of
from viewer.web.failures import Problem, is_for_programs

READING: Final = ("GET", "HEAD", "OPTIONS")
ANYBODY: Final = "*"
"""As an origin: pages of any site."""
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - names that a server is bound to, and not bound here
"""As trusted hosts: every IP address; no DNS name can be made to stand for one."""
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
"""The names of this machine that no other machine can have."""
OPERATOR: Final = "loopback"
"""As a reader of the metrics: the operator, who asks from this machine itself."""
_FORWARDED: Final = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-Ip",
)
"""Headers that a proxy adds."""
_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::[0-9]{1,5})?", re.IGNORECASE)
_PORTS: Final = {"http": ":80", "https": ":443"}


def admit(app: Flask, hosts: Collection[str], origins: Collection[str] = ()) -> None:
    """Accept requests for these host names, or for any if empty; refuse those sent from other sites' pages.

    Pages of the named ``origins`` may write to the API.
    """

    @app.before_request
    def know_the_host() -> None:
        host = request.headers.get("Host", "")
        if hosts and not is_trusted(host, hosts) and not _is_probe(host):
            raise Problem(400, Phrase("This server does not serve the host name in the request."))

    @app.before_request
    def look_for_nothing() -> None:
        if "\0" in request.path:
            raise NotFound  # nothing has such a name, and PostgreSQL fails where it is asked for one

    @app.before_request
    def understand_the_dates() -> None:
        try:
            _ = request.if_modified_since, request.if_range
        except OverflowError:  # which werkzeug leaves to whoever reads them
            raise BadRequest from None

    @app.before_request
    def keep_out() -> None:
        may_send = is_for_programs() and is_named(origins)
        if request.method not in READING and not may_send and _is_foreign():
            raise Problem(403, Phrase("Pages of other sites cannot send anything here."))


def is_operator() -> bool:
    """Return whether the operator asks: from this machine itself, and not through a proxy."""
    peer = ip_of(_peer())
    return bool(peer and peer.is_loopback) and not any(name in request.headers for name in _FORWARDED)


def may_read_metrics(readers: Collection[str]) -> bool:
    """Return whether the request comes from one of some networks, or from the operator."""
    if OPERATOR in readers and is_operator():
        return True
    address = ip_of(request.remote_addr or "")
    return bool(address) and any(address in ip_network(each) for each in readers if each != OPERATOR)


def _is_probe(host: str) -> bool:
    """Return whether a health check on this machine asks, whatever host names the server answers to."""
    return request.blueprint == "operations" and is_trusted(host, LOOPBACK) and is_operator()


def _peer() -> str:
    """Return the address of the connection, whatever forwarded headers say."""
    before: dict[str, str] = request.environ.get("werkzeug.proxy_fix.orig", {})
    return before.get("REMOTE_ADDR") or request.environ.get("REMOTE_ADDR", "")


def is_trusted(host: str, hosts: Collection[str]) -> bool:
    """Return whether a Host header names one of some hosts, with any port.

    >>> [is_trusted(host, ["localhost", "::1"]) for host in ("LOCALHOST:80", "[::1]:80", "evil.example")]
    [True, True, False]
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name = (found[1] or found[2]).lower()
    return name in hosts or (any(each in EVERYWHERE for each in hosts) and bool(ip_of(name)))


def is_named(origins: Collection[str]) -> bool:
    """Return whether the request comes from a page of one of the named sites; ``*`` does not count."""
    origin = request.headers.get("Origin")
    return origin in origins and origin != ANYBODY


def _is_foreign() -> bool:
    """Return whether a page of another site sent this, by Sec-Fetch-Site or else by Origin.

    Browsers omit Sec-Fetch-Site over plain HTTP; programs send neither header.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = request.headers.get("Origin") or request.headers.get("Referer")
    return origin is not None and _place(origin) != _place(
        f"{request.scheme}://{request.headers.get('Host')}"
    )


def _place(address: str) -> str:
    """Return the host and port of an address, without a default port."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return parts.netloc.lower().removesuffix(_PORTS.get(parts.scheme, ":"))
