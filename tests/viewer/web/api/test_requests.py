"""What a request asks beside its path: what has changed since, what can be done, and from which page."""

from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.apps import app_in
from tests.support.hostile import GOOD

pytestmark = pytest.mark.usefixtures("few_repairs")

API: Final = "/api/v1"
CLUB: Final = "https://club.example"
SAMPLE: Final = Path("samples/closed-and-won.sgn").read_bytes()


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return app_in(tmp_path_factory.mktemp("requests"))


@pytest.fixture
def key(client: FlaskClient) -> str:
    answer = client.post(f"{API}/records", data=SAMPLE, content_type="text/plain")
    return str(answer.get_json()["records"][0]["id"])


# What has changed since.

LISTS: Final = (
    *("", "/records", "/records?player=a", "/statistics", "/rules", "/rules/santase"),
    *("/codes", "/codes/R203"),
)
OF_RECORDS: Final = (
    *("", "/text", "/json", "/judgement", "/judgement?rules=schnapsen"),
    *("/comparison?rules=santase,sixty-six", "/inference"),
    *("/deals/1/ruling", "/deals/1/ruling?lang=de", "/deals/1/disputes", "/deals/1/script"),
    *("/deals/1/situation?moment=1", "/deals/1/situation?moment=2"),
    *("/deals/1/steps/0/svg", "/deals/1/steps/1/svg", "/deals/1/steps/1/svg?bottom=A"),
)


def ask(client: FlaskClient, path: str, tag: str = "", method: str = "GET", **more: str) -> TestResponse:
    headers = more | ({"If-None-Match": tag} if tag else {})
    return client.open(path, method=method, headers=headers)


@pytest.mark.slow
@pytest.mark.parametrize("part", [*LISTS, *(f"/records/KEY{path}" for path in OF_RECORDS)])
def test_what_is_had_already_is_not_sent_again(client: FlaskClient, key: str, part: str) -> None:
    path = API + part.replace("KEY", key)
    first = ask(client, path)
    tag = first.headers["ETag"]
    assert first.status_code == 200
    assert tag.startswith('W/"')
    strong, other = tag.removeprefix("W/"), 'W/"other"'
    kept = {name: first.headers.get(name) for name in ("ETag", "Cache-Control", "Vary")}
    assert kept["Vary"] == "Accept-Encoding"
    for known, status in (
        (tag, 304),
        (strong, 304),
        (f"{other}, {tag}", 304),
        (f'"a","b",{strong} , {other}', 304),
        ("*", 304),
        (other, 200),
        (f'{strong[:-1]}0"', 200),
        ("", 200),
    ):
        ways = (("GET", "identity"), ("HEAD", "identity"), ("GET", "gzip"), ("HEAD", "gzip"))
        for method, packed in ways[: None if known in (tag, other) else 1]:
            answer = ask(client, path, known, method, **{"Accept-Encoding": packed})
            assert answer.status_code == status, (known, method)
            assert {name: answer.headers.get(name) for name in kept} == kept, (known, method, packed)
            assert bool(answer.data) == (status == 200 and method == "GET")
            if status == 304:
                assert not {"Content-Encoding", "Content-Length"} & set(answer.headers.keys())


def test_every_question_about_every_record_has_a_tag_of_its_own(client: FlaskClient, key: str) -> None:
    answer = client.post(f"{API}/records", data=GOOD, content_type="text/plain")
    keys = (key, answer.get_json()["records"][0]["id"])
    tags = [
        ask(client, f"{API}/records/{each}{part}").headers["ETag"] for each in keys for part in OF_RECORDS
    ]
    assert len(set(tags)) == len(tags)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "status"),
    [
        ("/nothing", 404),
        ("/records/00000000", 404),
        ("/records/KEY/deals/99/ruling", 404),
        ("/records/KEY/deals/0/script", 404),
        ("/records/KEY/deals/1/situation?moment=99", 404),
        ("/records/KEY/deals/1/situation", 422),
        ("/records/KEY/deals/1/situation?moment=x", 422),
        ("/records/KEY/judgement?rules=bridge", 422),
        ("/records/KEY/judgement?unknown=1", 422),
        ("/records/KEY/deals/1/steps/999/svg", 404),
        ("/records/KEY/deals/1/steps/0/svg?hidden=D", 422),
        ("/records/KEY/deals/1/steps/0/svg?bottom=D", 422),
        ("/records/KEY/deals/1/steps/999/png", 404),
        ("/records/KEY/comparison?rules=santase,sixty-six target=7,santase deck=20", 422),
        ("/records?size=0", 422),
        ("/codes/S130", 410),
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_that_there_is_no_answer_comes_before_that_it_is_had(
    client: FlaskClient, key: str, part: str, status: int, method: str
) -> None:
    tag = ask(client, f"{API}/records/{key}/judgement").headers["ETag"]
    for known in ("*", tag, f'"x", {tag}'):
        answer = ask(client, API + part.replace("KEY", key), known, method)
        assert answer.status_code == status
        assert "ETag" not in answer.headers


def test_a_list_has_another_tag_once_something_is_added(client: FlaskClient) -> None:
    before = ask(client, f"{API}/records").headers["ETag"]
    client.post(f"{API}/records", data=f"%SGN 1\n{{{before[3:-1]}}}\n", content_type="text/plain")
    assert ask(client, f"{API}/records", before).status_code == 200


# What can be done.


@pytest.mark.parametrize("name", ["If-Modified-Since", "If-Range"])
def test_a_date_that_cannot_be_is_refused(client: FlaskClient, name: str) -> None:
    for path in ("/static/icon.svg", "/styles/site.css", "/"):
        for year, statuses in (("99999999999", (400,)), ("2026", (200, 206, 304))):
            headers = {name: f"Thu, 01 Jan {year} 00:00:00 GMT", "Range": "bytes=0-1"}
            with client.get(path, headers=headers) as answer:
                assert answer.status_code in statuses


def test_what_can_be_done_is_told_without_a_body(client: FlaskClient, key: str) -> None:
    document = client.get(f"{API}/openapi.json").get_json()
    named = {"id": key, "number": "1", "step": "0", "spec": "santase", "code": "R203", "schema": "ruling"}
    for path, operations in document["paths"].items():
        answer = client.options(path.format(**named))
        assert (answer.status_code, answer.data) == (204, b"")
        assert "Content-Type" not in answer.headers
        offered = {method.upper() for method in operations if method != "parameters"}
        offered |= {"HEAD"} if "GET" in offered else set()
        assert set(answer.headers["Allow"].split(", ")) == offered | {"OPTIONS"}
    assert client.options(f"{API}/nothing").status_code == 404


def test_the_index_names_everything_that_there_is(client: FlaskClient) -> None:
    index = client.get(API).get_json()
    document = client.get(index["openapi"]).get_json()
    assert client.get(index["docs"]).status_code == 200
    assert {each["href"]: each["methods"] for each in index["resources"]} == {
        path: sorted(method.upper() for method in operations if method != "parameters")
        for path, operations in document["paths"].items()
        if path != API
    }


# From a page elsewhere.

PREFLIGHT: Final = {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization,content-type",
}
ALLOWED: Final = (
    "Access-Control-Allow-Origin",
    "Access-Control-Allow-Methods",
    "Access-Control-Allow-Headers",
    "Access-Control-Expose-Headers",
    "Access-Control-Max-Age",
)


@pytest.fixture(scope="module", params=["*", CLUB, f"* {CLUB}", ""])
def shared(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Flask, list[str]]:
    """An application with the sites that may use it."""
    origins = request.param.split()
    folder = tmp_path_factory.mktemp("origins")
    return app_in(folder, origins=tuple(origins)), origins


@pytest.mark.parametrize("origin", [CLUB, "https://evil.example", "http://club.example", "null", "*", ""])
def test_pages_may_do_what_their_site_is_allowed(shared: tuple[Flask, list[str]], origin: str) -> None:
    app, origins = shared
    client = app.test_client()
    sent: dict[str, str] = {"Origin": origin} if origin else {}
    named = origin == CLUB and CLUB in origins
    may_read = named or "*" in origins
    expected = (CLUB if named else "*") if may_read else None
    for path, status in (("/records", 200), ("/codes/x", 404)):
        answer = client.get(API + path, headers=sent)
        assert answer.status_code == status
        assert answer.headers.get("Access-Control-Allow-Origin") == expected
        exposed = answer.headers.get("Access-Control-Expose-Headers", "").split(", ")
        wanted = {"ETag", "Link", "Location", "Retry-After", "X-Request-Id", "RateLimit"}
        assert wanted <= set(exposed) if may_read else exposed == [""]
        assert ("origin" in answer.vary.as_set()) == (CLUB in origins)
        assert "Access-Control-Allow-Credentials" not in answer.headers
    asked = client.options(f"{API}/records", headers=sent | PREFLIGHT)
    assert asked.status_code == 204
    headers: dict[str, Any] = {name: asked.headers.get(name) for name in ALLOWED}
    if named:
        assert headers["Access-Control-Allow-Methods"] == "GET, HEAD, POST"
        assert {"Authorization", "Content-Type"} <= set(headers["Access-Control-Allow-Headers"].split(", "))
    elif may_read:
        assert headers["Access-Control-Allow-Methods"] == "GET, HEAD"
        assert headers["Access-Control-Allow-Headers"] == "If-None-Match"
    else:
        assert set(headers.values()) == {None}
    for site in ({}, {"Sec-Fetch-Site": "cross-site"}):
        posted = client.post(f"{API}/check", data=GOOD, content_type="text/plain", headers=sent | site)
        is_foreign = bool(site or origin) and not named
        assert posted.status_code == (403 if is_foreign else 200), (site, origin)
        assert posted.headers.get("Access-Control-Allow-Origin") == (CLUB if named else None)
    form = client.post("/records", data={"text": GOOD}, headers=sent | {"Sec-Fetch-Site": "cross-site"})
    assert form.status_code == 403
    assert "Access-Control-Allow-Origin" not in form.headers
