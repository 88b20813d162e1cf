"""Records where they are linked to: Open Graph tags, and oEmbed; nothing that the page does not show."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from notation import read_file
from notation.record import score_words
from tests.support.apps import made_app
from tests.support.corpus import ROOT
from tests.support.languages import COMPLETE
from viewer.web import Config
from viewer.web.record import sharing

CLUB: Final = ROOT / "samples/a-club-match-with-clocks.sgn"
HOSTILE: Final = '%SGN 1\n[A "<script>\\"&"]\n[B "</title>"]\ndeal 1 dealer A\n= A 1\n'
PNG: Final = b"\x89PNG"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    database = f"sqlite:///{tmp_path_factory.mktemp('sharing') / 'archive.db'}"
    return made_app(Config(database, hosts=("localhost",)))


def add(client: FlaskClient, data: bytes) -> str:
    answer = client.post("/api/v1/records", data=data, content_type="text/plain")
    return str(answer.get_json()["records"][0]["id"])


@pytest.fixture
def key(client: FlaskClient) -> str:
    return add(client, CLUB.read_bytes())


def tags(answer: TestResponse) -> dict[str, str]:
    """What the tags of a page say, by their names."""
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', answer.text)
    return {name: unescape(value) for name, value in found}


def oembed(client: FlaskClient, url: str, **more: object) -> TestResponse:
    return client.get("/oembed", query_string={"url": url, **more})


PLACES: Final = {
    "step=d2s4": "#d2s4",
    "step=d2s4&seat=B": "#d2s4bB",
    "step=d2s4bA&seat=B": "#d2s4bA",
    "seat=B": "#d1s0bB",
    "step=d2s4bBhA&theme=dark": "?theme=dark#d2s4bBhA",
    "step=d2s4v0.1&size=compact&lang=de": "?size=compact&lang=de#d2s4v0.1",
}


def test_a_step_in_the_address_of_a_frame_is_that_of_a_link(client: FlaskClient, key: str) -> None:
    for query, place in PLACES.items():
        answer = client.get(f"/records/{key}/embed?{query}")
        assert answer.status_code == 302, query
        assert answer.headers["Location"] == f"/records/{key}/embed{place}"
        assert client.get(answer.headers["Location"]).status_code == 200


def test_a_frame_has_the_colours_that_are_asked_for_and_ignores_nonsense(
    client: FlaskClient, key: str
) -> None:
    dark = client.get(f"/records/{key}/embed?theme=dark&size=compact").text
    assert '<body class="cards dark compact">' in dark
    assert 'data-theme="dark"' in dark
    plain = client.get(f"/records/{key}/embed").text
    assert client.get(f"/records/{key}/embed?theme=x&size=x&seat=Z&step=../x").text == plain
    assert '<body class="cards auto">' in plain


def copied(client: FlaskClient, path: str) -> list[str]:
    """What a page offers to be copied."""
    return [unescape(each) for each in re.findall('<input readonly value="([^"]*)">', client.get(path).text)]


def test_a_step_has_a_link_a_picture_and_an_animation(client: FlaskClient, key: str) -> None:
    link, picture, animation, _ = copied(client, f"/records/{key}/sharing?deal=3&at=5&seat=B")
    assert link.endswith(f"/records/{key[:16]}#d3s5bB")
    assert "/deals/3/steps/5.png?" in picture
    assert "/deals/3/steps/0-5.png?" in animation
    for address in (picture, animation):
        assert client.get(address).data.startswith(PNG)
    assert len(copied(client, f"/records/{key}/sharing?deal=1&at=0")) == 3, "no step before it to animate"
    for nonsense in ("deal=x&at=y", "deal=1&at=99999", "deal=-1", "step=../x"):
        assert client.get(f"/records/{key}/sharing?{nonsense}").status_code == 200, nonsense
    assert client.get(f"/records/{key}/sharing?deal=99").status_code == 404


@pytest.mark.parametrize(
    ("ancestors", "said"),
    [("'self'", "--embed-for"), ("'self' https://club.example", "of these sites"), ("*", "<iframe")],
)
def test_the_snippet_is_offered_where_it_works(tmp_path: Path, ancestors: str, said: str) -> None:
    config = Config(f"sqlite:///{tmp_path / 'a.db'}", hosts=("localhost",), frame_ancestors=ancestors)
    client = made_app(config).test_client()
    path = f"/records/{add(client, CLUB.read_bytes())}/sharing"
    assert said in client.get(path).text
    assert any("<iframe" in each for each in copied(client, path)) == (ancestors != "'self'")


def test_the_snippet_is_a_frame_with_what_was_chosen(client: FlaskClient, key: str) -> None:
    snippet = copied(client, f"/records/{key}/sharing?step=d3s5&seat=B&size=compact&theme=dark")[-1]
    [source] = re.findall('<iframe src="([^"]+)" width="320" height="240" ', snippet)
    parts = urlsplit(unescape(source))
    assert parts.path == f"/records/{key[:16]}/embed"
    assert parse_qs(parts.query) == {
        "step": ["d3s5"], "seat": ["B"], "size": ["compact"], "theme": ["dark"]
    }  # fmt: skip
    answer = client.get(f"{parts.path}?{parts.query}")
    assert answer.headers["Location"].endswith("/embed?size=compact&theme=dark#d3s5bB")


@pytest.mark.slow
@pytest.mark.parametrize("lang", COMPLETE)
def test_a_page_says_who_played_how_it_ended_and_shows_the_end(
    client: FlaskClient, key: str, lang: str
) -> None:
    said = tags(client.get(f"/records/{key}?lang={lang}"))
    judged = client.get(f"/api/v1/records/{key}/judgement").get_json()
    listed = client.get(f"/api/v1/records/{key}").get_json()
    for name in (
        *listed["players"].values(),
        listed["event"],
        score_words(judged["match"]["score"].values()),
    ):
        assert name in said["og:title"]
    last = listed["deals"]
    ruling = client.get(f"/api/v1/records/{key}/deals/{last}/ruling?lang={lang}").get_json()
    assert ruling["answer"].startswith(said["og:description"].partition(": ")[2])
    assert str(last) in said["og:description"].partition(": ")[0]
    assert said["og:url"] == f"http://localhost/records/{key[:16]}"
    picture = urlsplit(said["og:image"])
    steps = client.get(f"/api/v1/records/{key}/deals/{last}/script").get_json()["steps"]
    assert picture.path == f"/records/{key[:16]}/deals/{last}/steps/{len(steps) - 1}.png"
    assert client.get(said["og:image"]).data.startswith(PNG)


def test_what_a_record_says_is_text_in_the_tags(client: FlaskClient) -> None:
    key = add(client, HOSTILE.encode())
    page = client.get(f"/records/{key}")
    assert "<script>\\" not in page.text
    assert tags(page)["og:title"].startswith('<script>"& – </title>')
    said = oembed(client, f"http://localhost/records/{key}").get_json()
    assert "<script>" not in said["html"]
    assert said["title"].startswith("<script>")


def test_a_page_leads_to_oembed(client: FlaskClient, key: str) -> None:
    page = client.get(f"/records/{key}").text
    for kind in ("application/json+oembed", "text/xml+oembed"):
        [link] = re.findall(f'<link rel="alternate" type="{re.escape(kind)}" href="([^"]+)"', page)
        answer = client.get(link.replace("&amp;", "&"))
        assert (answer.status_code, answer.mimetype) == (200, kind.replace("+oembed", ""))


@pytest.mark.parametrize("page", ["", "/embed"])
def test_a_record_is_embedded_with_the_step_that_is_linked_to(
    client: FlaskClient, key: str, page: str
) -> None:
    url = f"https://localhost/records/{key}{page}?lang=de#d2s5bAhB"
    said = oembed(client, url).get_json()
    assert (said["type"], said["version"], said["provider_name"]) == ("rich", "1.0", "Santase")
    [source] = re.findall('src="([^"]+)"', said["html"])
    assert source == f"http://localhost/records/{key[:16]}/embed?lang=de#d2s5bAhB"
    assert client.get(source.partition("#")[0]).status_code == 200
    picture = urlsplit(said["thumbnail_url"])
    assert picture.path.endswith("/deals/2/steps/5.png")
    assert parse_qs(picture.query) == {"bottom": ["A"], "hidden": ["B"], "width": ["1200"], "lang": ["de"]}
    data = client.get(said["thumbnail_url"]).data
    assert data.startswith(PNG)
    width, height = (int.from_bytes(data[at : at + 4]) for at in (16, 20))
    assert (width, abs(height - said["thumbnail_height"]) <= 1) == (said["thumbnail_width"], True)


def test_both_forms_say_the_same(client: FlaskClient, key: str) -> None:
    url = f"http://localhost/records/{key[:8]}"
    shape = oembed(client, url, format="json").get_json()
    root = ElementTree.fromstring(oembed(client, url, format="xml").data)
    assert root.tag == "oembed"
    assert {each.tag: each.text for each in root} == {name: str(value) for name, value in shape.items()}


ROOMS: Final[tuple[tuple[dict[str, int], tuple[int, int], bool], ...]] = (
    ({}, (640, 420), True),
    ({"maxwidth": 300}, (300, 420), True),
    ({"maxheight": 100}, (640, 100), True),
    ({"maxwidth": 99999999999, "maxheight": 9999}, (640, 420), True),
    ({"maxwidth": 63}, (63, 420), False),
    ({"maxwidth": 1, "maxheight": 1}, (1, 1), False),
)


@pytest.mark.parametrize("pixels", [True, False])
def test_no_more_room_is_taken_than_there_is(
    client: FlaskClient, key: str, monkeypatch: pytest.MonkeyPatch, pixels: bool
) -> None:
    monkeypatch.setattr(sharing, "HAS_PIXELS", pixels)
    for room, size, thumbnail in ROOMS:
        said = oembed(client, f"http://localhost/records/{key}", **room).get_json()
        assert (said["width"], said["height"]) == size
        assert f'width="{size[0]}" height="{size[1]}"' in said["html"]
        if pixels:
            assert ("thumbnail_url" in said) == thumbnail, room
        if "thumbnail_url" in said:
            assert said["thumbnail_width"] <= room.get("maxwidth", 1200)
            assert said["thumbnail_height"] <= room.get("maxheight", 1200)
            assert client.get(said["thumbnail_url"]).status_code == 200


ABSENT: Final = (
    *(f"http://{host}/records/{{key}}" for host in ("evil.example", "localhost.evil.example")),
    *(
        f"http://{host}/records/{{key}}"
        for host in ("localhost@evil.example", "localhost:8080", "[localhost")
    ),
    *("ftp://localhost/records/{key}", "javascript:alert(1)", "/records/{key}", "", "http://localhost/"),
    *(f"http://localhost/records/{rest}" for rest in ("0" * 16, "{key}.sgn", "{key}/", "{key}#d99s1")),
    "http://localhost/api/v1/records/{key}",
)


def test_nothing_but_a_record_of_this_server_is_embedded(client: FlaskClient, key: str) -> None:
    own = f"http://localhost/records/{key}"
    asked: list[tuple[str, dict[str, Any], int]] = [(url.replace("{key}", key), {}, 404) for url in ABSENT]
    asked += [(f"{own}{end}", {}, 200) for end in ("#d1s9999", "#d1s1bD", "#<script>")]
    asked += [(own, {"format": "yaml"}, 501), (own, {"maxwidth": "wide"}, 400)]
    asked += [(own, {"maxheight": height}, 400) for height in ("0", "-5", "")]
    for url, more, status in asked:
        answer = oembed(client, url, **more)
        assert answer.status_code == status, (url, more)
        assert "<script>" not in answer.text


def test_what_the_archive_does_not_give_is_not_shown(
    client: FlaskClient, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.store.Store.get", lambda *_: None)
    assert oembed(client, f"http://localhost/records/{key}").status_code == 404
    assert client.get(f"/records/{key}").status_code == 404


@pytest.mark.parametrize("text", ["%SGN 1\n\0", "%SGN 1\n", '%SGN 1\n[Rules "bridge"]\n'])
def test_a_record_without_deals_has_nothing_to_show(client: FlaskClient, text: str) -> None:
    key = add(client, text.encode())
    assert "og:image" not in tags(client.get(f"/records/{key}"))
    assert oembed(client, f"http://localhost/records/{key}").status_code == 404


def test_a_deal_that_nobody_judged_is_shown_as_it_is_written(client: FlaskClient) -> None:
    [game] = read_file(CLUB)
    text = re.sub(r'\[Rules "[^"]+"\]', '[Rules "bridge"]', game.text)
    key = add(client, text.encode())
    said = tags(client.get(f"/records/{key}"))
    assert client.get(said["og:image"]).status_code == 200
    assert json.loads(oembed(client, said["og:url"]).data)["title"] == said["og:title"]


def test_the_words_do_not_say_what_a_hidden_hand_holds(client: FlaskClient, key: str) -> None:
    url = f"http://localhost/records/{key}#d1s0hAB"
    said = oembed(client, url).get_json()
    words = json.dumps({name: said[name] for name in ("title", "html")})
    assert not re.search(r"\b[9TJQKA][shdc]\b|[♠♥♦♣]", words)
    picture = said["thumbnail_url"].replace(".png", ".svg")
    assert client.get(picture).text.count("<title>ace") == 0
