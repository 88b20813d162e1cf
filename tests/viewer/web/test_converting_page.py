"""The page that converts without keeping: it shows what `santase convert` writes, and nothing stays."""

import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from notation import read
from notation.formats import SGN, convert, grouped
from notation.judge import judge
from tests.support.apps import app_in
from tests.support.corpus import ROOT
from tests.support.languages import COMPLETE
from viewer.documents.languages import language
from viewer.exports.formats import FORMATS
from viewer.limits import FORM_PARTS, GAMES_CHOSEN
from viewer.store import Store

LOGS: Final = {
    "boardgame.jsonl": "boardgame",
    "bummerl.txt": "bummerl",
    "painsi.txt": "painsi",
    "vu-verbose.txt": "vu-verbose",
}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    app = app_in(tmp_path)
    yield app.test_client()
    store: Store = app.extensions["archive"]
    assert store.state().records == 0, "nothing is kept"


def converted(
    client: FlaskClient, data: bytes, name: str = "", lang: str = "en", **more: str
) -> TestResponse:
    sent: dict[str, Any] = (
        {"file": (io.BytesIO(data), name)} if name else {"text": data.decode().replace("\n", "\r\n")}
    )
    return client.post(f"/conversion?lang={lang}", data=sent | more)


def shown(answer: TestResponse) -> str:
    """The SGN in the field of the page."""
    [text] = re.findall(r"<textarea[^>]* readonly[^>]*>\n(.*?)</textarea>", answer.text, re.DOTALL)
    return unescape(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("is_file", [True, False])
def test_a_log_is_shown_as_it_is_converted_elsewhere(client: FlaskClient, name: str, is_file: bool) -> None:
    data = (ROOT / "tests/logs" / name).read_bytes()
    done = convert(data, FORMATS[LOGS[name]], SGN)
    answer = converted(client, data, name if is_file else "")
    assert answer.status_code == 200
    assert shown(answer).encode() == done.data
    assert f"This is {LOGS[name]}: " in answer.text
    notes = list(grouped(done.report, language("en")))
    assert notes
    said = unescape(answer.text)
    assert all(note in said for note in notes)
    saved = converted(client, data, name if is_file else "", **{"as": "file"})
    assert saved.data == done.data
    assert saved.headers["Content-Disposition"] == 'attachment; filename="converted.sgn"'


@pytest.mark.parametrize("lang", COMPLETE)
def test_what_fits_no_format_is_told_the_nearest(client: FlaskClient, lang: str) -> None:
    for data, status in ((b"hello world", 415), (b'{"a": 1}', 415), (b"", 400), (b"   ", 400)):
        answer = converted(client, data, lang=lang)
        assert answer.status_code == status
        assert 'role="alert"' in answer.text
    if lang == "en":
        answer = converted(client, b"hello world")
        assert "None of the formats fits. The closest is SGN" in unescape(answer.text)
        assert "hello world</textarea>" in answer.text, "to be put right and sent again"
        assert "missing: a line that begins with `%SGN`" in unescape(answer.text), "with the reasons"
        chess = converted(client, b'[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 1-0\n')
        assert "This is PGN, the notation of chess, which cannot be read here" in unescape(chess.text)


def test_a_record_stays_as_it_is(client: FlaskClient) -> None:
    data = (ROOT / "samples/two-draws.sgn").read_bytes()
    assert shown(converted(client, data, "two-draws.sgn")).encode() == data
    assert 'id="sgn"' not in client.get("/conversion").text


def painsi(*spoilt: int) -> bytes:
    """A log of two games, with the deals of some numbers spoilt."""
    lines = (ROOT / "tests/logs/painsi.txt").read_text("utf-8").split("\n")
    moves = [number for number, line in enumerate(lines) if line.startswith("talon ")]
    for number in spoilt:
        lines[moves[number - 1] + 4] = "Move nobody"
    return "\n".join(lines).encode()


def test_each_game_stands_beside_the_lines_that_it_came_from(client: FlaskClient) -> None:
    data = (ROOT / "tests/logs/bummerl.txt").read_bytes()
    page = converted(client, data).text
    lines = data.decode().split("\n")
    texts = dict(re.findall(r'<li id="l(\d+)"[^>]*><code>(.*?)</code>', page))
    told = {int(number): unescape(text) for number, text in texts.items()}
    assert told == dict(enumerate(lines[:113], start=1))
    beside = re.findall(r'<div class="beside">\n(.*?)</div>', page, re.DOTALL)
    assert len(beside) == 5, "a deal each"
    for number, part in enumerate(beside, start=1):
        assert f"===== Game #{number} =======" in part
        assert re.search(rf"^(?:<pre[^>]*>)?deal {number} ", part, re.MULTILINE)


def test_what_could_not_be_read_is_told_at_its_line_and_the_rest_is_there(client: FlaskClient) -> None:
    answer = converted(client, painsi(1))
    assert answer.status_code == 200
    page = answer.text
    [line] = re.findall(r'<a href="#l(\d+)">Line \1, column', page)
    [told] = re.findall(rf'<li id="l{line}"[^>]* class="faulty">(.*?)</li>', page)
    assert "<code>Move nobody</code>" in told
    assert "F403" in told
    assert page.count('name="game"') == 1
    assert "deal 1 dealer" in shown(answer)
    lost = converted(client, painsi(1, 2))
    assert lost.status_code == 422
    assert 'name="game"' not in lost.text
    assert lost.text.count('class="faulty"') == 2


def test_what_loses_nothing_is_chosen_and_what_is_not_whole_is_not(client: FlaskClient) -> None:
    assert converted(client, painsi()).text.count('" checked>') == 2
    lines = (ROOT / "tests/logs/bummerl.txt").read_text("utf-8").split("\n")
    page = converted(client, "\n".join([*lines[:50], "what is this?", *lines[50:]]).encode()).text
    assert page.count('name="game"') == 1
    assert '" checked>' not in page
    assert "not whole" in page
    assert page.count("This deal could not be read.") == 1


def test_what_is_chosen_is_saved_or_added(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    client, store = app.test_client(), app.extensions["archive"]
    both = shown(converted(client, painsi()))
    first, second = (f"%SGN{text}" for text in both.split("%SGN")[1:])
    sent = {"choosing": "yes", "text": both.replace("\n", "\r\n")}
    for games, wanted in ((["1"], first), (["2"], second), (["1", "2"], both)):
        saved = client.post("/conversion", data=sent | {"game": games, "as": "file"})
        assert saved.data.decode() == wanted
    assert store.state().records == 0
    none = client.post("/records", data=sent)
    assert none.status_code == 400
    assert store.state().records == 0
    added = client.post("/records", data=sent | {"game": ["2"]})
    assert added.status_code == 303
    assert store.state().records == 1
    [kept] = store.search(size=9).records
    assert store.get(kept.id).text.decode() == second


def test_games_beyond_those_that_are_shown_are_chosen_together(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("conversion.pages", "uploads"):
        monkeypatch.setattr(f"viewer.web.{module}.GAMES_CHOSEN", 1)
    assert GAMES_CHOSEN + 10 < FORM_PARTS, "a form can send a part for each"
    page = converted(client, painsi() + painsi()).text
    assert re.findall(r'name="game" value="(\w+)"', page) == ["1", "rest"]
    text = shown(converted(client, painsi() + painsi()))
    sent = {"choosing": "yes", "text": text, "game": "rest", "as": "file"}
    assert client.post("/conversion", data=sent).data.count(b"%SGN") == 3


def test_the_format_can_be_chosen(client: FlaskClient) -> None:
    both = (ROOT / "tests/logs/bummerl.txt").read_bytes() + painsi()
    asked = converted(client, both)
    assert asked.status_code == 415
    assert "This could be bummerl (line 1) or painsi (line 116). Please choose the format." in asked.text
    chosen = converted(client, both, **{"from": "painsi"})
    assert chosen.status_code == 200
    assert "This is painsi" in chosen.text
    assert chosen.text.count('name="game"') == 2
    assert "Lines that belong to no game" in chosen.text
    assert converted(client, b"hello", **{"from": "painsi"}).status_code == 422
    assert "This is painsi" in converted(client, painsi(), **{"from": "csv-deals"}).text, "not read"


def test_long_logs_and_lines_are_shown_in_part(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.limits.LINES_SHOWN", 10)
    monkeypatch.setattr("viewer.limits.LINE_SHOWN", 20)
    answer = converted(client, painsi())
    assert answer.text.count('<li id="l') == 10
    assert max(len(unescape(text)) for text in re.findall("<code>(.*?)</code></li>", answer.text)) == 21
    assert answer.text.count('name="game"') == 2


def test_programs_are_told_the_same(client: FlaskClient) -> None:
    data = painsi(1)
    told = client.post("/api/v1/conversion", data=data, content_type="text/plain").get_json()
    assert told["format"] == told["recognition"]["format"] == "painsi"
    [game] = told["games"]
    assert game["sgn"] == shown(converted(client, data))
    assert game["whole"]
    assert game["lines"] == [{"first": 48, "last": 93}]
    assert [each["code"] for each in told["findings"]] == ["F403"]
    for origin, games in (("", 0), ("?from=painsi", 0)):
        told = client.post(f"/api/v1/conversion{origin}", data=b"hello", content_type="text/plain").get_json()
        assert (told["recognition"]["format"], len(told["games"])) == (None, games)
        assert all(each["speaks_against"] for each in told["recognition"]["candidates"])
    assert client.post("/api/v1/conversion?from=csv-deals", data=data).status_code in (415, 422)


def test_what_would_make_a_game_right_can_be_chosen_before_it_is_saved(client: FlaskClient) -> None:
    right = (ROOT / "samples/closed-and-won.sgn").read_text("utf-8")
    wrong = right.replace("\n7. Jh Jc", "\n7. Jc Jh").replace("\n6. Td Jh", "\n6. Jh Td")
    assert [judged.errors > 0 for judged in map(judge, read(wrong))] == [True]
    page = unescape(converted(client, wrong.encode()).text)
    assert "if J♣ and J♥ in trick 7 are in the wrong order, everything fits" in re.sub("<[^>]*>", "", page)
    fields = re.findall(r'name="(repair-[^"]+)" value="([^"]+)"', page)
    assert len(dict(fields)) == 2, "one finding for each of the two deals"
    form = {"choosing": "yes", "game": "1", "as": "file"}
    for chosen, text in ((fields[:0], wrong), (fields, right)):
        assert converted(client, wrong.encode(), **form, **dict(chosen)).data.decode() == text
    answer = converted(client, wrong.encode(), **form, **{fields[0][0]: "999"})
    assert answer.status_code == 400
    assert "there is no repair 999" in answer.text
