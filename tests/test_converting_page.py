"""The page that converts without keeping: it shows what `santase convert` writes, and nothing stays."""

import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Final

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from notation.formats import SGN, convert, grouped
from support.apps import made_app
from support.corpus import ROOT
from support.languages import COMPLETE
from viewer.documents.languages import language
from viewer.exports.formats import FORMATS
from viewer.store import Store
from viewer.web import Config

LOGS: Final = {
    "boardgame.jsonl": "boardgame",
    "bummerl.txt": "bummerl",
    "painsi.txt": "painsi",
    "vu-verbose.txt": "vu-verbose",
}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    app = made_app(Config(f"sqlite:///{tmp_path / 'archive.db'}"))
    yield app.test_client()
    store: Store = app.extensions["archive"]
    assert store.state().records == 0, "nothing is kept"


def converted(
    client: FlaskClient, data: bytes, name: str = "", lang: str = "en", **more: str
) -> TestResponse:
    sent = {"file": (io.BytesIO(data), name)} if name else {"text": data.decode().replace("\n", "\r\n")}
    return client.post(f"/conversion?lang={lang}", data=sent | more)


def shown(answer: TestResponse) -> str:
    """The SGN in the field of the page."""
    [text] = re.findall(r"<textarea[^>]* readonly[^>]*>\n(.*?)</textarea>", answer.text, re.DOTALL)
    return unescape(text)


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
        assert "None of the formats fits. The nearest is SGN" in unescape(answer.text)
        assert "hello world</textarea>" in answer.text, "to be put right and sent again"


def test_a_record_stays_as_it_is(client: FlaskClient) -> None:
    data = (ROOT / "samples/two-draws.sgn").read_bytes()
    assert shown(converted(client, data, "two-draws.sgn")).encode() == data
    assert 'id="sgn"' not in client.get("/conversion").text
