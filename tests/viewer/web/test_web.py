"""The pages: every one for every sample, what hostile records and requests come to, languages, headers."""

import io
import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from notation import read
from notation.findings.finding import Phrase
from notation.judge import judge
from notation.wire.record import dump
from tests.support.apps import app_in, made_app
from tests.support.corpus import ROOT
from tests.support.each import for_each
from tests.support.example_logs import SCG_FILE
from tests.support.hostile import GOOD, INPUTS
from tests.support.languages import COMPLETE
from tests.support.rulings import DEAL, TWO_DEALS
from viewer.limits import FORM_PARTS, GAMES_SENT, UPLOAD_BYTES
from viewer.store import Store, StoreError
from viewer.web import Config
from viewer.web.failures import SAID

pytestmark = pytest.mark.usefixtures("few_repairs")

SAMPLES: Final = sorted(Path("samples").rglob("*.sgn"))
SCRIPT: Final = "<script>alert('x')</script><img src=x onerror=alert(1)>"
HOSTILE: Final = f"""%SGN 1
[Event "{SCRIPT}"]
[Site "</script></style></title>{SCRIPT}"]
[A "{SCRIPT}"]
[B "\\"'><svg onload=alert(1)>"]
[Rules "santase"]
{{</script>{SCRIPT}}}
{DEAL}1. As {{{SCRIPT}<!--}} Td! @say("{SCRIPT.replace("(", "").replace(")", "")}")
2. exchange 40d close Kd Kc
3. out
ruling A 1 "{SCRIPT}"
= B 3 by out (0-69) score 1-3
"""
VOID: Final = frozenset({"meta", "link", "input", "img", "br", "use", "path", "rect", "circle", "line"})


class ParsedPage(HTMLParser):
    """What a browser sees in a page: its elements, attributes and text, with every element closed."""

    def __init__(self, answer: TestResponse) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.data: list[str] = []
        self._open: list[str] = []
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        self.feed(answer.text)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        (self.data if self._open and self._open[-1] in ("script", "style") else self.words).append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def check_harmless(self) -> None:
        """Nothing in the page runs but what it takes from this server."""
        for tag, attributes in self.elements:
            assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
            assert tag not in ("iframe", "object", "embed", "base", "img")
            assert "style" not in attributes
            if tag == "script":
                own = re.match(
                    r"/static/|/(live|live-new|replay|writing)\.js\?v=", attributes.get("src") or ""
                )
                assert own or attributes.get("type") == "application/json", attributes
            for name in ("href", "src", "action"):
                assert not re.match(r"\s*(?:javascript|data|vbscript):|//", attributes.get(name) or "", re.I)


@pytest.fixture(scope="module")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder = tmp_path_factory.mktemp("web")
    return app_in(folder, frame_ancestors="https://club.example")


@pytest.fixture
def client(shared_app: Flask) -> FlaskClient:
    """Somebody who comes for the first time, without the cookie of a language."""
    return shared_app.test_client()


@pytest.fixture
def fresh(tmp_path: Path) -> FlaskClient:
    return app_in(tmp_path).test_client()


def add(client: FlaskClient, data: bytes, name: str = "games.sgn") -> TestResponse:
    return client.post("/records", data={"file": (io.BytesIO(data), name)})


def ids(client: FlaskClient, data: bytes, name: str = "games.sgn") -> list[str]:
    """The ids of the games of a file that is added, as its links name them."""
    answer = add(client, data, name)
    if answer.status_code == 303:
        return [answer.headers["Location"].rpartition("/")[2]]
    assert answer.status_code == 201
    return re.findall('href="/records/([0-9a-f]{16})"', answer.text)


def kept(client: FlaskClient) -> int:
    """How many records there are."""
    return int(client.get("/api/v1/records").get_json()["total"])


def parts(key: str, deals: int) -> Iterator[str]:
    """The addresses of all that there is of a record."""
    yield f"/records/{key}"
    yield f"/records/{key}/embed"
    yield from (f"/records/{key}.{form}" for form in ("sgn", "json", "html"))
    yield from (f"/records/{key}/deals/{number}/ruling" for number in range(1, deals + 1))


@pytest.mark.slow
@for_each(SAMPLES, one_in=14)
def test_every_page_of_every_sample(path: Path, client: FlaskClient) -> None:
    language = list(COMPLETE)[SAMPLES.index(path) % len(COMPLETE)]
    games = list(read(path.read_bytes()))
    keys = ids(client, path.read_bytes())
    assert len(keys) == len(games)
    for key, game in zip(keys, games, strict=True):
        judgement = judge(game)
        for address in parts(key, len(judgement.deals)):
            answer = client.get(f"{address}?lang={language}")
            if (address.endswith(".json") and game.record is None) or (
                judgement.rules is None and address != f"/records/{key}" and not address.endswith(".sgn")
            ):
                assert answer.status_code == 422
                ParsedPage(answer).check_harmless()
            else:
                assert answer.status_code == 200, address
                if answer.mimetype == "text/html" and not address.endswith(".html"):
                    ParsedPage(answer).check_harmless()
        assert client.get(f"/records/{key}.sgn").data == game.source
        if game.record is not None:
            assert client.get(f"/records/{key}.json").get_json() == dump(game.record)
        for number in (0, len(judgement.deals) + 1, 10**30):
            assert client.get(f"/records/{key}/deals/{number}/ruling").status_code == 404


def test_the_list_shows_what_was_added(fresh: FlaskClient) -> None:
    assert "There is no record here yet" in ParsedPage(fresh.get("/?lang=en")).text
    ids(fresh, b'%SGN 1\n[Event "Evening"]\n[A "Ivan"]\n%SGN 1\n[Event "Morning"]\n[A "Maria"]\n')
    page = ParsedPage(fresh.get("/"))
    assert "2 records" in page.text
    assert "Evening" in page.text
    assert "Morning" in page.text
    assert "Evening" not in ParsedPage(fresh.get("/?player=mar")).text
    many = b"".join(b'%%SGN 1\n[Event "E%03d"]\n' % number for number in range(60))
    ids(fresh, many)
    first = ParsedPage(fresh.get("/?order=event"))
    assert "E000" in first.text
    assert "E030" not in first.text
    assert [attributes["value"] for _, attributes in first.elements if "selected" in attributes] == ["event"]
    [(_, link)] = [element for element in first.elements if element[1].get("rel") == "next"]
    assert "E030" in ParsedPage(fresh.get(f"/{link['href']}")).text


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("date_from", "in autumn", "ein Datum wird"),
        ("result", "seven", "ein Ergebnis ist"),
        ("rules", "bridge", "bridge"),
        ("player", "x" * 257, "höchstens 256"),
    ],
)
def test_a_question_that_means_nothing_is_told_in_the_readers_language(
    client: FlaskClient, name: str, value: str, why: str
) -> None:
    ids(client, GOOD.encode())
    page = ParsedPage(client.get(f"/?lang=de&{name}={value}"))
    client.delete_cookie("lang")
    assert why in page.text
    [wrong] = [attributes for _, attributes in page.elements if "aria-invalid" in attributes]
    assert wrong["name"] == name
    assert [tag for tag, attributes in page.elements if attributes.get("id") == wrong["aria-describedby"]]


ODD_QUERIES: Final = (
    *("page=0", "page=-1", "page=x", "page=99999999999999999999", "page=999999", "order=best", "errors=x"),
    *("date_from=x", "result=x", "rules=x", "player=" + "x" * 999, "text=%00", "text=%ff", "text=%25_%5C"),
    *("lang=xx", "player=%3Cscript%3E", "order=%22%3E%3Cscript%3E"),
)


def test_any_question_gets_a_list(client: FlaskClient) -> None:
    for query in ODD_QUERIES:
        answer = client.get(f"/?{query}")
        assert answer.status_code == 200, query
        ParsedPage(answer).check_harmless()


def test_a_row_of_the_list_opens_its_game_as_a_whole(fresh: FlaskClient) -> None:
    """One link with players, score, rules in words, and the cards of the last whole trick."""
    names = b'%SGN 1\n[A "Ivan & Co"]\n[B "Maria"]\n[Event "Evening"]\n'
    changed = b'[Rules "santase target=11"]'
    [played] = ids(fresh, GOOD.encode().replace(b"%SGN 1\n", names).replace(b'[Rules "santase"]', changed, 1))
    [empty] = ids(fresh, b'%SGN 1\n[Event "Nothing played"]\n')
    page = fresh.get("/?lang=en").text
    rows = re.findall('<li><a href="(/records/[^"]+)">(.*?)</a></li>', page)
    assert [address for address, _ in rows] == [f"/records/{empty}", f"/records/{played}"]
    [(_, row)] = [each for each in rows if each[0].endswith(played)]
    words = unescape(re.sub("<[^>]*>", " ", row))
    for told in ("Ivan & Co – Maria", "Evening", "Santase (agreed: ", "11 game points"):
        assert told in words, words
    drawn = re.findall('href="#(french-[^"]+)"', row)
    assert len(drawn) == 2
    assert all(f'id="{each}"' in page for each in drawn), "the cards are in the page"
    assert 'href="#' not in rows[0][1]


def test_players_events_and_rules_are_filters(fresh: FlaskClient) -> None:
    text = '%SGN 1\n[A "Ivan"]\n[Event "Evening"]\n[Rules "schnapsen target=5"]\n'
    ids(fresh, text.encode())
    page = fresh.get("/?rules=schnapsen target=5&lang=en").text
    for offered in ('<option value="Ivan">', '<option value="Evening">', '<option value="sixty-six-four">'):
        assert offered in page
    assert '<option value="schnapsen target=5" selected>' in page
    assert ">Sixty-six for four</option>" in page
    assert "1 record" in ParsedPage(fresh.get("/?rules=schnapsen&player=ivan&event=evening")).text


def test_a_text_that_is_refused_stays_in_the_form(client: FlaskClient) -> None:
    typed = "hello </textarea> world"
    answer = client.post("/records", data={"text": typed})
    assert answer.status_code == 415
    [kept] = re.findall("<textarea[^>]*>\n(.*?)</textarea>", answer.text, re.DOTALL)
    assert unescape(kept) == typed
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize(
    ("address", "status", "meant"),
    [
        ("/records/ID?rules=shnapsen&lang=en", 422, "/records/ID?rules=schnapsen&lang=en"),
        ("/rules/santase targt=7", 404, "/rules/santase%20target=7"),
        ("/records/ID?rules=bridge", 422, ""),
    ],
)
def test_an_error_page_leads_to_what_was_meant(
    client: FlaskClient, address: str, status: int, meant: str
) -> None:
    [key] = ids(client, GOOD.encode())
    answer = client.get(address.replace("ID", key))
    assert answer.status_code == status
    page = ParsedPage(answer)
    [answered] = re.findall('<p class="answer">.*?</p>', answer.text, re.DOTALL)
    assert [unescape(each) for each in re.findall('href="(/r[^"]*)"', answered) if "codes" not in each] == (
        [meant.replace("ID", key)] if meant else []
    )
    assert not re.search(r"<h1>[0-9]", answer.text)
    if meant:
        assert client.get(meant.replace("ID", key)).status_code == 200
    page.check_harmless()


# What is hostile.


@pytest.mark.slow
@pytest.mark.parametrize("language", COMPLETE)
def test_what_a_record_says_stays_text(fresh: FlaskClient, language: str) -> None:
    [key] = ids(fresh, HOSTILE.encode())
    [game] = read(HOSTILE)
    assert game.record is not None, game.findings
    for address in ("/", *parts(key, 1)):
        answer = fresh.get(f"{address}?lang={language}")
        assert answer.status_code == 200
        if answer.mimetype != "text/html":
            assert answer.headers["Content-Disposition"].startswith("attachment")
        elif not address.endswith(".html"):
            page = ParsedPage(answer)
            page.check_harmless()
            assert "alert" in page.text or any("alert" in data for data in page.data)
        else:
            page = ParsedPage(answer)
            kinds = [attributes.get("type") for tag, attributes in page.elements if tag == "script"]
            assert kinds == ["application/json", "application/vnd.santase.sgn+base64", "module"]
            assert not [tag for tag, _ in page.elements if tag == "img"]
    script = next(data for data in ParsedPage(fresh.get(f"/records/{key}")).data if data.strip())
    assert json.loads(script)["names"]["A"] == SCRIPT


@pytest.mark.slow
def test_hostile_files_get_pages(client: FlaskClient) -> None:
    for name in [*INPUTS][::32]:
        data = INPUTS[name](20)
        answer = add(client, data)
        assert answer.status_code in (201, 303, 400, 413, 415), name
        if answer.status_code in (201, 303) and len(data) < 20_000:
            for key in ids(client, data)[:2]:
                page = client.get(f"/records/{key}")
                assert page.status_code == 200, name
                ParsedPage(page).check_harmless()


NOWHERE: Final = (
    *("/x", "/records", "/records/x", "/records/00000000", f"/records/{'0' * 64}", f"/records/{'0' * 999}"),
    *("/records/..%2f..%2fetc%2fpasswd", "/records/%00", "/records/x.sgn", "/records/x.json"),
    *("/records/x.html", "/records/x/embed", "/records/x/deals/1/ruling", "/static/x"),
    *("/records/00000000/deals/-1/ruling", "/static/../web/app.py", "/https://x.example"),
    *("/%3Cscript%3Ealert(1)%3C/script%3E", "/%22%3E%3Cscript%3E"),
)


def test_what_is_not_there_gets_a_friendly_page(client: FlaskClient) -> None:
    for path in NOWHERE:
        answer = client.get(path, follow_redirects=True)
        assert answer.status_code in (404, 405), path
        page = ParsedPage(answer)
        page.check_harmless()
        assert str(answer.status_code) in page.text


def test_an_unknown_path_leads_nowhere_else(client: FlaskClient) -> None:
    answer = client.get("/", base_url="http://localhost", environ_overrides={"PATH_INFO": "//evil.example/x"})
    if answer.status_code in (301, 308):
        assert not answer.headers["Location"].startswith("//")
        assert answer.headers["Location"].startswith("http://localhost/")
    else:
        ParsedPage(answer).check_harmless()


# Adding.


def test_a_file_and_a_text_are_taken(fresh: FlaskClient) -> None:
    assert add(fresh, GOOD.encode()).status_code == 303
    answer = fresh.post("/records", data={"text": GOOD}, follow_redirects=True)
    assert answer.status_code == 200
    assert "69" in ParsedPage(answer).text
    both = ParsedPage(add(fresh, (GOOD + TWO_DEALS).encode()))
    assert both.text.count("Game ") == 2
    assert both.text.count("already known") == 1


def test_what_a_file_is_is_seen_in_it(fresh: FlaskClient) -> None:
    [game] = read(GOOD)
    assert game.record is not None
    shape = dump(game.record)
    [key] = ids(fresh, GOOD.encode())
    lines = f"{json.dumps(shape)}\n{json.dumps(shape | {'notes': [{'after': 'game', 'comment': 'again'}]})}\n"
    page = fresh.get(f"/records/{key}.html").data
    for data in (
        json.dumps(shape, indent=2).encode(),
        b"\xef\xbb\xbf" + json.dumps(shape).encode(),
        lines.encode(),
        page,
        b"\r\n" + page,
    ):
        for name in ("game.sgn", "x", "../../etc/passwd", "C:\\game.exe", "a\0b.sgn", "<script>.html"):
            assert set(ids(fresh, data, name)) == {key}
    assert fresh.post("/records", data={"text": json.dumps(shape)}).headers["Location"].endswith(key)
    assert fresh.get(f"/records/{key}.sgn").data == GOOD.encode()
    assert kept(fresh) == 1


def test_a_saved_replay_comes_back_byte_for_byte(fresh: FlaskClient, tmp_path: Path) -> None:
    data = HOSTILE.replace("\n", "\r\n").encode()
    [key] = ids(fresh, data)
    page = fresh.get(f"/records/{key}.html?lang=bg").data
    other = made_app(Config(f"sqlite:///{tmp_path / 'other.db'}")).test_client()
    assert ids(other, page, "replay.html") == [key]
    assert other.get(f"/records/{key}.sgn").data == data


OTHER_KINDS: Final = (
    *((data, 415) for data in (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"PK\x03\x04\x14\0\0\0", b"\0" * 100)),
    *((data, 415) for data in (GOOD.encode("utf-16"), GOOD.encode("utf-16-be"), b"\xff\xfea")),
    (b"<!DOCTYPE html><p>nothing here", 415),
    *((data, 400) for data in (b"", b"\xef\xbb\xbf \n")),
)


@pytest.mark.parametrize("language", COMPLETE)
def test_a_file_of_another_kind_is_refused_in_a_sentence(client: FlaskClient, language: str) -> None:
    before = kept(client)
    for data, status in OTHER_KINDS:
        answer = client.post(f"/records?lang={language}", data={"file": (io.BytesIO(data), "game.sgn")})
        assert answer.status_code == status, data
        page = ParsedPage(answer)
        page.check_harmless()
        [said] = [text for text in page.words if text.strip().endswith(".")]
        assert said not in {text.sentence for text in SAID.values()}
        kind = "text/html" if data.startswith(b"<") else "text/plain"
        program = client.post(f"/api/v1/records?lang={language}", data=data, content_type=kind)
        assert program.mimetype == "application/problem+json"
        assert program.get_json(force=True)["detail"] == said.strip()
    assert kept(client) == before


def test_several_files_come_at_once_and_a_bad_one_stops_none(fresh: FlaskClient) -> None:
    names = ("good.sgn", "<b>picture</b>.png", "two.sgn", "bad.json")
    contents = (GOOD.encode(), b"\x89PNG\0", TWO_DEALS.encode(), b'{"sgn": 2}')
    files = [(io.BytesIO(data), name) for name, data in zip(names, contents, strict=True)]
    answer = fresh.post("/records", data={"file": files})
    assert answer.status_code == 201
    page = ParsedPage(answer)
    page.check_harmless()
    assert all(name in page.text for name in names)
    assert "This is not text" in page.text
    assert kept(fresh) == 2
    bad = fresh.post("/records", data={"file": [(io.BytesIO(b"\0"), "a"), (io.BytesIO(b""), "b")]})
    assert bad.status_code == 422
    assert "Nothing was added" in ParsedPage(bad).text
    assert kept(fresh) == 2


def test_what_cannot_be_taken(fresh: FlaskClient) -> None:
    forms: list[tuple[dict[str, object], int]] = [({"text": text}, 400) for text in ("", " \n ")]
    forms += [({}, 400), ({"file": "no file"}, 400)]
    forms += [({"file": (io.BytesIO(b""), name)}, 400) for name in ("", "empty.sgn")]
    forms += [({"file": (io.BytesIO(b"%SGN 1\n" * (GAMES_SENT + 1)), "many.sgn")}, 413)]
    forms += [({f"field{number}": "x" for number in range(FORM_PARTS + 1)}, 413)]
    for form, status in forms:
        answer = fresh.post("/records", data=form, content_type="multipart/form-data")
        assert answer.status_code == status, form
        is_nothing = status == 400 and "empty.sgn" not in str(form)
        assert ("Nothing was sent: please choose a file" in answer.text) == is_nothing
        ParsedPage(answer).check_harmless()
    for kind in ("application/json", "text/plain", "", "multipart/form-data; boundary=x"):
        assert fresh.post("/records", data=GOOD.encode(), content_type=kind).status_code == 400, kind
    assert kept(fresh) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ['name="text"', 'name="file"; filename="large.sgn"'])
def test_what_is_too_large(fresh: FlaskClient, name: str) -> None:
    for size, status in ((UPLOAD_BYTES + 1, 413), (UPLOAD_BYTES - 1000, 303)):
        head = f"--x\r\nContent-Disposition: form-data; {name}\r\n\r\n".encode()
        body = head + b"%SGN 1\n" + b"{\n" * (size // 2 - 4) + b"\r\n--x--\r\n"
        answer = fresh.post("/records", data=body, content_type="multipart/form-data; boundary=x")
        assert answer.status_code == status
    assert kept(fresh) == 1


# Languages.


def lang(answer: TestResponse) -> str | None:
    return next(attributes["lang"] for tag, attributes in ParsedPage(answer).elements if tag == "html")


SPEAKERS: Final = (
    *(("", "", header, expected) for header, expected in (("", "en"), ("bg", "bg"), ("de-AT", "de"))),
    *(("", "", header, "en") for header in ("*", ";;;q=x")),
    ("", "", "fr, hu;q=0.5, en;q=0.1", "hu"),
    ("", "de", "bg", "de"),
    ("", "xx", "bg", "bg"),
    ("hu", "de", "bg", "hu"),
    ("xx", "de", "bg", "de"),
)
"""The language in the address, in the cookie and in the header, and the one of the answer."""


def test_the_language_is_the_one_asked_for_and_stays(shared_app: Flask) -> None:
    for query, cookie, header, expected in SPEAKERS:
        for path in ("/", "/nothing"):
            client = shared_app.test_client()
            if cookie:
                client.set_cookie("lang", cookie)
            asked = f"{path}?lang={query}" if query else path
            answer = client.get(asked, headers={"Accept-Language": header})
            assert lang(answer) == expected, (query, cookie, header)
            assert answer.vary.as_set() >= {"accept-language", "cookie"}
            said = answer.headers.get("Set-Cookie", "")
            assert bool(said) == (query in COMPLETE)
            assert not said or ("HttpOnly" in said and "SameSite=Lax" in said)
            assert not said or lang(client.get("/")) == expected


def test_the_cookie_goes_by_https_alone_where_that_is_said(tmp_path: Path) -> None:
    secure = app_in(tmp_path, secure=True).test_client()
    assert "Secure" in secure.get("/?lang=de").headers["Set-Cookie"]


# What may be kept.


def test_files_of_the_program_are_asked_for_once(client: FlaskClient) -> None:
    [key] = ids(client, GOOD.encode())
    linked = set()
    for path in ("/", f"/records/{key}", f"/records/{key}/embed"):
        for tag, attributes in ParsedPage(client.get(path)).elements:
            link = attributes.get("src" if tag == "script" else "href") or ""
            if tag in ("link", "script") and link and attributes.get("rel") != "alternate":
                linked.add(link)
    assert len(linked) >= 5
    for link in linked:
        with client.get(link) as answer:
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable", link
            assert answer.vary.as_set() == {"accept-encoding"}
        with client.get(link, headers={"If-None-Match": answer.headers["ETag"]}) as again:
            assert again.status_code == 304
        for other in (link.partition("?")[0], link[:-1] + ("0" if link[-1] != "0" else "1")):
            with client.get(other) as answer:
                assert "no-cache" in answer.headers["Cache-Control"], other


def test_games_that_are_added_together_are_told_by_players_and_score(fresh: FlaskClient) -> None:
    """A file of several games leads to each by its players; the other languages preserve the request."""
    games = "\n".join(
        path.read_text("utf-8") for path in SAMPLES if path.stem in ("two-draws", "the-last-ten")
    )
    page = fresh.post("/records", data={"text": games}).get_data(as_text=True)
    shown = re.findall(
        r'href="/records/([0-9a-f]{16})">Game [12]: ([^<]+)</a>, ([0-9]+-[0-9]+): 0 errors', page
    )
    assert len(shown) == 2
    for key, players, score in shown:
        listed = fresh.get("/", query_string={"player": players.split(" – ")[0]}).get_data(as_text=True)
        assert re.search(f'/records/{key}">.*<b>{players}</b>.*</a>', listed)
        assert score in listed
    asked = fresh.get("/?player=Ivan&page=1").get_data(as_text=True)
    assert 'href="/?player=Ivan&amp;page=1&amp;lang=de"' in asked


def test_the_log_of_another_program_is_made_sgn_and_what_was_derived_is_told(fresh: FlaskClient) -> None:
    """A position file alone is previewed first; several files are stored as SGN, and all is reported."""
    alone = fresh.post("/records", data={"file": (io.BytesIO(SCG_FILE.encode()), "cards.scg")})
    assert alone.status_code == 200
    files = [(io.BytesIO(data), name) for data, name in ((SCG_FILE.encode(), "x.scg"), (GOOD.encode(), "y"))]
    for answer in (alone, fresh.post("/records", data={"file": files})):
        assert b"derived: rules: the rules that its program plays" in answer.data
        assert b"marriages that were announced before" in answer.data
    assert answer.status_code == 201
    key = re.findall(rb'href="/records/([0-9a-f]{16})"', answer.data)[0]
    assert b"position lead A" in fresh.get(f"/records/{key.decode()}.sgn").data
    wrong = fresh.post("/records", data={"text": SCG_FILE.replace("move:0", "move:x")})
    assert wrong.status_code == 422


# Headers and failures.


def policy(answer: TestResponse) -> dict[str, str]:
    rules = (
        rule.strip().partition(" ")[::2] for rule in answer.headers["Content-Security-Policy"].split(";")
    )
    return dict(rules)


def test_pages_keep_to_themselves(client: FlaskClient) -> None:
    [key] = ids(client, GOOD.encode())
    deal = f"/records/{key}/deals/1"
    for path in ("/", f"/records/{key}", f"/records/{key}/deals/1/ruling", "/nothing", f"{deal}/steps/0.svg"):
        answer = client.get(path)
        rules = policy(answer)
        assert rules["default-src"] == rules["frame-ancestors"] == "'self'"
        assert rules["object-src"] == rules["base-uri"] == "'none'"
        assert "unsafe" not in str(rules)
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert "Access-Control-Allow-Origin" not in answer.headers
    embedded = client.get(f"/records/{key}/embed")
    assert policy(embedded)["frame-ancestors"] == "https://club.example"
    assert "X-Frame-Options" not in embedded.headers
    for path in ("/styles/site.css", "/replay.js", "/cards/french.svg"):
        assert client.get(path).headers["X-Content-Type-Options"] == "nosniff"


def test_where_the_archive_is_lost_between_two_files_it_is_told_which_are_in(
    fresh: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    adding = Store.add

    def add_twice(store: Store, data: bytes, **how: Any) -> object:
        if b"Three" in data:
            raise StoreError(Phrase("secret"))
        return adding(store, data, **how)

    monkeypatch.setattr(Store, "add", add_twice)
    names = ("One", "Two", "Three", "Four")
    files = [(io.BytesIO(b'%%SGN 1\n[Event "%s"]\n' % name.encode()), f"{name}.sgn") for name in names]
    answer = fresh.post("/records", data={"file": files})
    assert answer.status_code == 503
    text = ParsedPage(answer).text
    assert "secret" not in text
    assert all(f"{name}.sgn" in text for name in names)
    assert text.count("The archive cannot be reached now.") == 2
    assert kept(fresh) == 2


def test_a_long_list_says_so_and_leads_to_all_of_it(
    fresh: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.store.finding.RECORDS_COUNTED", 30)
    monkeypatch.setattr("viewer.limits.RECORDS_SKIPPED", 50)
    fresh.post("/records", data={"text": "".join(f'%SGN 1\n[Round "{n}"]\n' for n in range(90))})
    first = fresh.get("/?errors=no&text=sgn").text
    assert "more than 30 records" in first
    assert "/api/v1/records.sgn?errors=false&amp;text=sgn" in first
    assert fresh.get("/api/v1/records.sgn?errors=false&text=sgn").data.count(b"%SGN") == 90
    third = fresh.get("/?page=3&lang=de").text
    assert "Weiter reichen die Seiten nicht" in third
    assert 'rel="next"' not in third
    assert 'rel="next"' in fresh.get("/?page=2").text
    assert "Nothing was searched: pages end" in fresh.get("/?page=9999&lang=en").text


def test_a_proxy_is_believed_only_where_there_is_one(tmp_path: Path) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "club.example"}
    for proxies, expected in ((0, "http://localhost/records/"), (1, "https://club.example/records/")):
        config = Config(f"sqlite:///{tmp_path / 'archive.db'}", proxies=proxies)
        app = made_app(config)
        app.view_functions["operations.health"] = lambda: url_for("pages.record", id="x", _external=True)
        assert app.test_client().get("/health", headers=said).text == f"{expected}x"


# Series of matches.


def test_a_series_has_a_page_that_leads_to_its_matches(fresh: FlaskClient) -> None:
    keys = ids(fresh, (ROOT / "samples/the-winter-bummerl.sgn").read_bytes())
    page = ParsedPage(fresh.get("/series?name=Winter+Bummerl+2025"))
    page.check_harmless()
    assert "Games won: Anna Gruber 3, Karl Nemeth 1." in page.text
    assert "Match 2 Karl Nemeth 7-0 Anna Gruber 2 2-1" in page.text
    links = [attributes.get("href") for _, attributes in page.elements]
    for key in keys:
        assert f"/records/{key}" in links
        there = [
            attributes.get("href") for _, attributes in ParsedPage(fresh.get(f"/records/{key}")).elements
        ]
        assert "/series?name=Winter+Bummerl+2025" in there
    shown = ParsedPage(fresh.get("/?series=winter"))
    assert "3 records" in shown.text
    assert "Winter Bummerl 2025 · 3" in shown.text
    assert "0 records" in ParsedPage(fresh.get("/?series=summer")).text


def test_a_page_says_what_does_not_fit_into_a_series(fresh: FlaskClient) -> None:
    name = "<b>A/../B</b> & \u202e"[:15]
    games = "".join(f'%SGN 1\n[Series "{name}"]\n[Match "{number}"]\n\n' for number in (1, 3))
    ids(fresh, games.encode())
    page = ParsedPage(fresh.get("/series", query_string={"name": name}))
    page.check_harmless()
    assert "matches are missing between match 1 and match 3" in page.text
    assert "N320" in page.text
    assert name in page.text
    assert fresh.get("/series").status_code == fresh.get("/series?name=C").status_code == 404


def test_a_replay_under_other_rules_has_their_verdicts(client: FlaskClient) -> None:
    data = (ROOT / "samples/the-closer-fails.sgn").read_bytes()
    answer = client.post("/api/v1/records", data=data, content_type="application/x-sgn")
    [added] = answer.get_json()["records"]
    at = f"/records/{added['id']}"
    verdicts = []
    for query in ("", "?rules=santase%20failed-close=3"):
        expected = client.get(f"/api/v1{at}/deals/3/script{query}").get_json()
        for page in (at, f"{at}/embed"):
            text = client.get(page + query).text
            found = re.search(r'<script type="application/json">(.*?)</script>', text)
            assert found
            script = json.loads(found[1])
            deal = script["deals"][2]
            clause = script["clauses"][deal["clause"]]
            unnamed = expected.keys() - {"answer", "clause", "steps"}
            assert {name: deal[name] for name in unnamed} == {name: expected[name] for name in unnamed}
            assert [step["changes"] for step in deal["steps"]] == [
                step["changes"] for step in expected["steps"]
            ]
            assert "Leopold" in deal["answer"], "people are named beside a table"
            assert clause.startswith("What a closer's failure gives the opponent: ")
            assert not re.search(r"[\[\]/(]|agreed:", clause), "told as a player tells it"
        verdicts.append((expected["answer"], client.get(f"{at}/deals/3/ruling{query}").text))
    assert verdicts[0][0] != verdicts[1][0]
    assert verdicts[0][1] != verdicts[1][1]
    for page in (at, f"{at}/embed", f"{at}/deals/3/ruling"):
        assert client.get(f"{page}?rules=whist").status_code == 422


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "is_drawn"),
    [
        ("http://localhost/live/0123456789abcdef#" + "k" * 43, True),
        ("https://localhost/live/", True),
        ("", False),
        ("https://elsewhere.example/live/0123456789abcdef", False),
        ("http://localhost/records", False),
        ("javascript://localhost/live/", False),
        ("http://[localhost/live/", False),
        ("http://localhost/live/" + "k" * 300, False),
    ],
)
def test_only_links_of_live_matches_here_become_qr_codes(
    client: FlaskClient, address: str, is_drawn: bool
) -> None:
    answer = client.post("/live/qr.svg", data={"address": address})
    assert answer.status_code == (200 if is_drawn else 422)
    assert answer.text.startswith("<svg") is is_drawn
    if is_drawn:
        assert (answer.mimetype, answer.headers["Cache-Control"]) == ("image/svg+xml", "no-store")
    assert "k" * 43 not in answer.text
