"""The pages to look things up in, and what leads to them from all others."""

import re
from html import unescape
from typing import Final
from urllib.parse import unquote, urlsplit

import pytest
from flask.testing import FlaskClient

from notation.findings import CATALOGUE, retired
from referee import PRESETS, points_decided
from tests.support.apps import app_in
from tests.support.corpus import ROOT
from tests.support.languages import COMPLETE
from viewer.documents.code_reference import explained, sentence
from viewer.documents.languages import language
from viewer.limits import SETS_COMPARED

_HREF: Final = re.compile('<a [^>]*href="([^"]+)"')
_ID: Final = re.compile(' id="([^"]+)"')
FAULTY: Final = sorted((ROOT / "samples/faulty").glob("*.sgn"))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    folder = tmp_path_factory.mktemp("handbook")
    return app_in(folder).test_client()


def links(page: str) -> list[str]:
    return [unescape(href) for href in _HREF.findall(page)]


@pytest.mark.parametrize("code", ["en", "bg"])
def test_every_code_has_an_anchor_and_a_page(client: FlaskClient, code: str) -> None:
    spoken = language(code)
    listed = client.get(f"/codes?lang={code}").text
    assert set(CATALOGUE) <= set(_ID.findall(listed))
    for name in ("R210", "S119", "C201", "X120", "N304", "F401", "T401"):
        assert f"/codes/{name}" in links(listed)
        page = unescape(client.get(f"/codes/{name}?lang={code}").text)
        assert f"<h1>{name}</h1>" in page
        assert sentence(CATALOGUE[name], spoken).replace("'", "&#39;") in page.replace("'", "&#39;")
    for name in retired():
        assert explained(name, spoken).parts[0].text in unescape(client.get(f"/codes/{name}").text)  # type: ignore[union-attr]


def test_a_code_is_found_in_small_letters_and_by_the_field(client: FlaskClient) -> None:
    assert client.get("/codes/r210").headers["Location"] == "/codes/R210"
    assert client.get("/codes?code=r210+").headers["Location"] == "/codes/R210"
    for wrong in ("/codes/R999", "/codes/%3Cscript%3E"):
        answer = client.get(wrong, follow_redirects=True)
        assert answer.status_code == 404
        assert "<script>" not in answer.text


def test_every_point_of_a_rule_sheet_has_an_anchor(client: FlaskClient) -> None:
    listed = links(client.get("/rules").text)
    for name, rules in PRESETS.items():
        assert set(points_decided(rules)) <= set(_ID.findall(client.get(f"/rules/{name}").text)), name
        assert f"/rules/{name}" in listed


def test_rule_sets_with_options_have_sheets_and_nonsense_has_none(client: FlaskClient) -> None:
    assert "<h1>santase target=11</h1>" in client.get("/rules/santase target=11").text
    answer = client.get("/rules/shnapsen")
    assert answer.status_code == 404
    assert "schnapsen" in answer.text


def test_any_number_of_rule_sets_is_compared(client: FlaskClient) -> None:
    two = client.get("/rule-comparison?set=santase&set=schnapsen").text
    three = client.get("/rule-comparison?set=santase&set=schnapsen&set=sixty-six&set=").text
    differing = [
        point for point in _ID.findall(two) if "." in point and point in points_decided(PRESETS["santase"])
    ]
    assert len(differing) > 10
    assert set(differing) <= set(_ID.findall(three))
    assert three.count("<th ") == 4


def test_what_cannot_be_compared_leads_back_to_the_form(client: FlaskClient) -> None:
    assert len(PRESETS) + 1 > SETS_COMPARED
    many = [*PRESETS, "santase target=11"]
    for sets in ([], ["santase"], ["santase", "santase"], ["santase", "whist"], many):
        answer = client.get("/rule-comparison", query_string={"set": sets})
        assert answer.status_code == 400, sets
        assert 'role="alert"' in answer.text
        assert 'action="/rule-comparison"' in answer.text


@pytest.mark.slow
@pytest.mark.parametrize("code", COMPLETE)
def test_codes_and_clauses_lead_to_their_pages(client: FlaskClient, code: str) -> None:
    """Of every faulty record: each code that is found is a link, and each anchor of a link is there."""
    sheets: dict[str, set[str]] = {}
    tried = 0
    for path in FAULTY[:: len(COMPLETE)]:
        added = client.post("/api/v1/records", data=path.read_bytes(), content_type="text/plain").get_json()
        for record in added["records"]:
            page = client.get(f"/records/{record['id'][:16]}?lang={code}").text
            found = client.get(f"/api/v1/records/{record['id']}/judgement").get_json()
            for finding in found["findings"]:
                assert f"/codes/{finding['code']}" in links(page), (path.name, finding)
            for href in links(page):
                parts = urlsplit(href)
                if parts.path.startswith("/rules/") and parts.fragment:
                    if parts.path not in sheets:
                        sheets[parts.path] = set(_ID.findall(client.get(parts.path).text))
                    assert unquote(parts.fragment) in sheets[parts.path]
                    tried += 1
    assert tried


def test_a_ruling_leads_to_its_clauses(client: FlaskClient) -> None:
    data = (ROOT / "samples/faulty/does-not-follow.sgn").read_bytes()
    [record] = client.post("/api/v1/records", data=data, content_type="text/plain").get_json()["records"]
    found = links(client.get(f"/records/{record['id'][:16]}/deals/1/ruling").text)
    assert "/codes/R210" in found
    assert [href for href in found if re.fullmatch(r"/rules/[a-z-]+#[a-z0-9_.]+", href)]


def test_a_comment_cannot_make_a_link(client: FlaskClient) -> None:
    data = b'%SGN 1\n[Rules "whist"]\n[A "R210<b>"]\n[Event "R999"]\n\ndeal 1 dealer B\n1. As Ks\n'
    [record] = client.post("/api/v1/records", data=data, content_type="text/plain").get_json()["records"]
    page = client.get(f"/records/{record['id'][:16]}").text
    assert "<b>" not in page
    assert "/codes/R999" not in page


@pytest.mark.parametrize("code", COMPLETE)
def test_every_page_leads_to_all_parts_of_the_house(client: FlaskClient, code: str) -> None:
    for address in ("/", "/codes", "/rules", "/statistics", "/nothing"):
        page = client.get(f"{address}?lang={code}").text
        assert {"/", "/live/", "/rules", "/codes", "/statistics"} <= set(links(page)), address
    assert client.get("/codes").text.count('aria-current="page"') == 1
