"""Who may ask, by the names that a request bears: the host it is sent to, and the page it is sent from.

A page of another site may find its way here by a name of its own that leads to this machine (DNS
rebinding), or send a form; neither gets in.
"""

import re
from collections.abc import Collection
from ipaddress import ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, request

from notation.findings import Phrase
from viewer.web.failures import Problem, is_for_programs

READING: Final = ("GET", "HEAD", "OPTIONS")
ANYBODY: Final = "*"
"""As an origin: the pages of all sites."""
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - names that a server is bound to, and not bound here
"""As trusted hosts: all addresses, for no name can be made to stand for one."""
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
"""The names of this machine that no other can have."""
OPERATOR: Final = "loopback"
"""As who may read the metrics: whoever asks from this machine itself."""
_FORWARDED: Final = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-Ip",
)
"""What a proxy adds."""
_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::[0-9]{1,5})?", re.IGNORECASE)
_PORTS: Final = {"http": ":80", "https": ":443"}


def admit(app: Flask, hosts: Collection[str], origins: Collection[str] = ()) -> None:
    """Answer to these names alone, to all where there are none; refuse what another site's page sends.

    To the API the pages of ``origins`` may send, of those that are named there.
    """

    @app.before_request
    def know_the_host() -> None:
        host = request.headers.get("Host", "")
        if hosts and not is_trusted(host, hosts) and not _is_probe(host):
            raise Problem(400, Phrase("This server does not serve the host name in the request."))

    @app.before_request
    def keep_out() -> None:
        may_send = is_for_programs() and is_named(origins)
        if request.method not in READING and not may_send and _is_foreign():
            raise Problem(403, Phrase("Pages of other sites cannot send anything here."))


def is_operator() -> bool:
    """Whether whoever runs the server asks: from this machine itself, and past no proxy."""
    return _is_loopback(_peer()) and not any(name in request.headers for name in _FORWARDED)


def may_read_metrics(readers: Collection[str]) -> bool:
    """Whether the request comes from one of some networks, or from whoever runs the server."""
    if OPERATOR in readers and is_operator():
        return True
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return False
    return any(address in ip_network(each) for each in readers if each != OPERATOR)


def _is_probe(host: str) -> bool:
    """Whether something on this machine watches the server, by whatever names that answers to others."""
    return request.blueprint == "operations" and is_trusted(host, LOOPBACK) and is_operator()


def _peer() -> str:
    """Where the request comes from, whatever proxies say."""
    before: dict[str, str] = request.environ.get("werkzeug.proxy_fix.orig", {})
    return before.get("REMOTE_ADDR") or request.environ.get("REMOTE_ADDR", "")


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_trusted(host: str, hosts: Collection[str]) -> bool:
    """Whether a Host header names one of some hosts, with whatever port.

    >>> [is_trusted(host, ["localhost", "::1"]) for host in ("LOCALHOST:80", "[::1]:80", "evil.example")]
    [True, True, False]
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name = (found[1] or found[2]).lower()
    return name in hosts or (any(each in EVERYWHERE for each in hosts) and _is_address(name))


def is_named(origins: Collection[str]) -> bool:
    """Whether the page that asks is of one of some sites, ``*`` not counted."""
    origin = request.headers.get("Origin")
    return origin in origins and origin != ANYBODY


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_foreign() -> bool:
    """Whether a page of another site sends this: by what the browser says of it, or by where it comes from.

    Browsers say nothing themselves where a site is reached by plain HTTP; programs say neither.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = request.headers.get("Origin") or request.headers.get("Referer")
    return origin is not None and _place(origin) != _place(
        f"{request.scheme}://{request.headers.get('Host')}"
    )


def _place(address: str) -> str:
    """The host and port of an address, without the port that need not be written."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return parts.netloc.lower().removesuffix(_PORTS.get(parts.scheme, ":"))
