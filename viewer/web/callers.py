"""Who may ask, by the names that a request bears: the host it is sent to, and the page it is sent from.

A page of another site may find its way here by a name of its own that leads to this machine (DNS
rebinding), or send a form; neither gets in.
"""

import re
from collections.abc import Collection
from ipaddress import ip_address
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
_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+))(?::[0-9]{1,5})?", re.IGNORECASE)
_PORTS: Final = {"http": ":80", "https": ":443"}


def admit(app: Flask, hosts: Collection[str], origins: Collection[str] = ()) -> None:
    """Answer to these names alone, to all where there are none; refuse what another site's page sends.

    To the API the pages of ``origins`` may send, of those that are named there.
    """

    @app.before_request
    def know_the_host() -> None:
        if hosts and not is_trusted(request.headers.get("Host", ""), hosts):
            raise Problem(400, Phrase("This server does not answer to the name that it was asked by."))

    @app.before_request
    def keep_out() -> None:
        may_send = is_for_programs() and is_named(origins)
        if request.method not in READING and not may_send and _is_foreign():
            raise Problem(403, Phrase("A page of another site can send nothing here."))


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
