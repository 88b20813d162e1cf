"""How much is sent for the page of a match: markup, styles, scripts, pictures and the face, with headers."""

import re
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from tests.support.corpus import ROOT

MATCH = ROOT / "samples/the-winter-bummerl.sgn"
"""Fifteen deals."""
MOST = {"en": 61_600, "de": 61_900, "hu": 62_200, "bg": 71_000}
"""Bulgarian has the Cyrillic letters of the face besides."""
MOST_REQUESTS = 10
OF_SERVERS = 100
"""Bytes of the status and of the headers that servers add, such as their name and the date."""
LINKED = re.compile(r'<(?:link rel="(?:stylesheet|icon)"|script)[^>]* (?:href|src)="([^"]+)"')
PICTURES = re.compile(r'pictures="([^"]+)"')
IMPORTED = re.compile(r'^import [^;]* from "([^"]+)";', re.MULTILINE)
STYLED = re.compile(r'url\("([^"]+)"\)')


def sent(client: FlaskClient, address: str, code: str) -> dict[str, int]:
    """The bytes of everything that a browser asks for to show a page in a language, by its address."""
    sizes: dict[str, int] = {}
    todo = [address]
    while todo:
        asked = todo.pop()
        if asked in sizes:
            continue
        with client.get(asked, headers={"Accept-Encoding": "gzip"}) as answer:
            assert answer.status_code == 200, asked
            sizes[asked] = len(answer.data) + len(str(answer.headers)) + OF_SERVERS
        with client.get(asked) as unpacked:
            plain = unpacked.data.decode(errors="replace")
        if answer.mimetype == "text/html":
            found = LINKED.findall(plain) + [
                each.replace("PACK", "french") for each in PICTURES.findall(plain)
            ]
        elif answer.mimetype == "text/javascript":
            found = IMPORTED.findall(plain)
        else:
            found = STYLED.findall(plain) if answer.mimetype == "text/css" else []
            found = [each for each in found if code == "bg" or "cyrillic" not in each]
        todo += [urljoin(asked, each.replace("&amp;", "&")) for each in found]
    return sizes


@pytest.mark.slow
@pytest.mark.parametrize("code", MOST)
def test_a_match_of_fifteen_deals_is_small(client: FlaskClient, code: str) -> None:
    kept = client.application.extensions["archive"].add(MATCH.read_bytes())[0]
    sizes = sent(client, f"/records/{kept.id[:16]}?lang={code}", code)
    for kind in (".js", ".css", ".svg", ".woff2", "lang="):
        assert any(kind in address for address in sizes), kind
    assert len(sizes) <= MOST_REQUESTS
    assert sum(sizes.values()) <= MOST[code], sorted(sizes.items(), key=lambda each: -each[1])
