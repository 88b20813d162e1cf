"""What anybody may send to a server in the open: whole or refused, from known hosts, at a bounded cost.

Bodies are sent over real sockets, to the servers that are used.
"""

import http.client
import io
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock
from urllib.parse import quote_plus

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from notation import read, write
from notation.judge import judge
from notation.limits import limited
from notation.wire.record import dump
from referee.rulesets import PRESETS
from tests.support.apps import made_app, records_in
from tests.support.games import random_record
from tests.support.hostile import GOOD
from tests.support.servers import Loopback
from viewer.cli import main
from viewer.limits import (
    ANSWER_BYTES,
    ANSWERS_KEPT,
    RECORD_WORK,
    REQUEST_WORK,
    SEARCH_CHARACTERS,
    SEARCH_WORDS,
    UPLOAD_BYTES,
)
from viewer.store import Store, StoreError
from viewer.store.summaries import program
from viewer.web import Config

BOUNDARY: Final = "a-boundary"
BLANK: Final = "deal {} dealer B trump d\n" + "".join(f"{number}. -- --\n" for number in range(1, 6))
"""A deal of nothing but unknown cards, the dearest there is by its length."""


def blanks(deals: int) -> str:
    return "%SGN 1\n" + "".join(BLANK.format(number) for number in range(1, deals + 1))


def add(client: FlaskClient, text: str) -> str:
    """The id of a record that is added."""
    [added] = client.post("/api/v1/records", data=text, content_type="text/plain").get_json()["records"]
    return str(added["id"])


# Bodies in chunks.


@contextmanager
def listening(app: Flask) -> Iterator[tuple[str, int]]:
    with Loopback(app) as server:
        yield "127.0.0.1", server.port


def send(place: tuple[str, int], path: str, body: bytes, kind: str, chunked: bool) -> int:
    """The status of what is sent, with its length or in chunks of odd sizes; 0 where the server hangs up."""
    connection = http.client.HTTPConnection(*place, timeout=60)
    cut = [body[start : start + 4999] for start in range(0, len(body), 4999)]
    try:
        connection.request(
            "POST", path, iter(cut) if chunked else body, {"Content-Type": kind}, encode_chunked=chunked
        )
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except (ConnectionError, http.client.BadStatusLine):
        return 0
    finally:
        connection.close()


def many(size: int) -> bytes:
    """Return games with so many bytes in total, the last of which shows whether all of it arrived."""
    game = '%SGN 1\n[Round "{}"]\n{{' + "word " * 400 + "}}\n"
    games, text = 0, ""
    while len(text) + 2100 < size:
        games += 1
        text += game.format(games)
    return (text + "\n" * (size - len(text))).encode()


def part(name: str, data: bytes) -> bytes:
    head = f"--{BOUNDARY}\r\nContent-Disposition: form-data; {name}\r\n\r\n"
    return head.encode() + data + f"\r\n--{BOUNDARY}--\r\n".encode()


def encoded(data: bytes) -> bytes:
    return b"text=" + data.replace(b"%", b"%25").replace(b"\n", b"%0A").replace(b" ", b"+")


def whole(data: bytes) -> Iterator[Any]:
    return (game for game in read(data) if game.record)


DEALT: Final = Path("samples/closed-and-won.sgn").read_bytes()
WAYS: Final[Mapping[str, Any]] = {
    "records": ("/api/v1/records", "application/x-sgn", lambda data: data),
    "records as plain text": ("/api/v1/records", "text/plain", lambda data: data),
    "records as JSON": (
        "/api/v1/records",
        "application/json",
        lambda data: b"".join(
            json.dumps(dump(game.record)).encode() + b"\n" for game in read(data) if game.record
        ),
    ),
    "check": ("/api/v1/check", "application/x-sgn", lambda data: data),
    "checks": ("/api/v1/checks", "application/x-sgn", lambda data: data),
    "uploads": ("/api/v1/uploads", "application/x-sgn", lambda data: data),
    "explain": ("/api/v1/explain?deal=1", "application/x-sgn", lambda data: DEALT + data),
    "solve": ("/api/v1/solve?deal=1", "application/x-sgn", lambda data: DEALT + data),
    "edits": (
        "/api/v1/edits",
        "application/json",
        lambda data: json.dumps({"text": (DEALT + b"; " + data.replace(b"\n", b"\n; ")).decode()}).encode(),
    ),
    "situation": ("/api/v1/situation?deal=1&moment=1", "application/x-sgn", lambda data: DEALT + data),
    "opened": ("/api/v1/conversion", "application/x-sgn", lambda data: data),
    "converted": ("/conversion", "application/x-www-form-urlencoded", encoded),
    "pasted": ("/records", "application/x-www-form-urlencoded", encoded),
    "pasted in a part": (
        "/records",
        f"multipart/form-data; boundary={BOUNDARY}",
        lambda data: part('name="text"', data),
    ),
    "disputed": (
        "/dispute",
        "application/x-www-form-urlencoded",
        lambda data: (
            b"deal=1&saysA=A+3&text=" + quote_plus(DEALT + b"; " + data.replace(b"\n", b"\n; ")).encode()
        ),
    ),
    "file": (
        "/records",
        f"multipart/form-data; boundary={BOUNDARY}",
        lambda data: part('name="file"; filename="games.sgn"', data),
    ),
}


def test_every_way_in_is_tried(app: Flask) -> None:
    posts = {
        rule.rule
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and not rule.endpoint.startswith(("people.", "live."))
    }
    assert posts == {path.partition("?")[0] for path, _, _ in WAYS.values()}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_sent_in_chunks_is_whole_or_refused(app: Flask, way: str) -> None:
    path, kind, put = WAYS[way]
    with listening(app) as place:
        for size in (UPLOAD_BYTES + UPLOAD_BYTES // 4, UPLOAD_BYTES + 1):
            body = put(many(size))
            assert len(body) > UPLOAD_BYTES or way == "records as JSON"
            assert send(place, path, body.ljust(UPLOAD_BYTES + 1), kind, chunked=True) in (413, 0)
        assert records_in(app) == 0
        small = put(many(40_000))
        for chunked in (False, True):
            assert send(place, path, small, kind, chunked) in (200, 201, 303)
    if path.endswith(("/records", "/uploads")):
        archive: Store = app.extensions["archive"]
        assert records_in(app) == len(list(read(many(40_000))))
        assert archive.search(errors=True).total == 0


# Hosts and origins.


@contextmanager
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> Iterator[FlaskClient]:
    """The application as `santase serve` makes it."""
    serve = Mock()
    monkeypatch.setattr("viewer.cli.replay.serve._serve", serve)
    (tmp_path / "good.sgn").write_text(GOOD, "utf-8")
    database = f"sqlite:///{tmp_path / 'served.db'}"
    result = CliRunner().invoke(main, ["serve", "--db", database, *options, str(tmp_path / "good.sgn")])
    assert result.exit_code == 0, result.output
    made: Flask = serve.call_args.args[0]
    yield made.test_client()
    made.extensions["archive"].close()


FOREIGN: Final = (
    "evil.example",
    "evil.example:8066",
    "localhost.evil.example",
    "evil@localhost",
    "",
    "[::2]:80",
)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize(
    "path", ["/", "/api/v1/records", "/api/v1/codes", "/static/style.css", "/health", "/x"]
)
def test_a_name_that_somebody_else_leads_to_this_machine_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, path: str
) -> None:
    with served(tmp_path, monkeypatch) as client:
        answer = client.get(path, headers={"Host": host, "Sec-Fetch-Site": "same-origin"})
        assert answer.status_code == 400
        assert "evil" not in answer.text
        assert "Access-Control-Allow-Origin" not in answer.headers
        sent = {"Host": host, "Sec-Fetch-Site": "same-origin", "Origin": f"http://{host}"}
        assert client.post("/records", data={"text": GOOD}, headers=sent).status_code == 400


def test_one_s_own_archive_answers_to_this_machine_and_to_no_page_of_another_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path, monkeypatch) as client:
        for host in ("localhost", "LOCALHOST:8066", "127.0.0.1:8066", "[::1]:8066"):
            answer = client.get("/api/v1/records", headers={"Host": host, "Origin": "https://evil.example"})
            assert answer.status_code == 200
            assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
    for bound, host, status in (
        ("Club.Lan", "club.lan:80", 200),
        ("127.0.0.1", "192.168.1.7", 400),
        ("0.0.0.0", "192.168.1.7:8066", 200),
        ("0.0.0.0", "evil.example", 400),
        ("::", "[fd00::7]:8066", 200),
    ):
        with served(tmp_path, monkeypatch, "--host", bound) as client:
            assert client.get("/health", headers={"Host": host}).status_code == status


def test_hosts_and_origins_are_those_that_are_configured(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'archive.db'}"
    client = made_app(Config(url, hosts=("club.example",), origins=("https://club.example",))).test_client()
    assert client.get("/api/v1/codes", headers={"Host": "localhost"}).status_code == 400
    for origin, allowed in (("https://club.example", True), ("https://evil.example", False), ("null", False)):
        answer = client.get("/api/v1/codes", headers={"Host": "club.example", "Origin": origin})
        assert answer.headers.get("Access-Control-Allow-Origin") == (origin if allowed else None)
        assert "origin" in answer.vary.as_set()


OWN: Final = "http://localhost"


@pytest.mark.sampled(9)
@pytest.mark.parametrize("path", ["/records", "/api/v1/records", "/api/v1/check"])
@pytest.mark.parametrize(
    ("headers", "is_taken"),
    [
        ({}, True),
        ({"Origin": OWN}, True),
        ({"Origin": f"{OWN}:80"}, True),
        ({"Origin": "https://localhost"}, True),  # a proxy brings HTTPS
        ({"Referer": f"{OWN}/records/x?y"}, True),
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Sec-Fetch-Site": "same-origin", "Origin": OWN, "Referer": f"{OWN}/"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "http://localhost.evil.example"}, False),
        ({"Origin": f"{OWN}:8067"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://[evil"}, False),
        ({"Referer": "https://evil.example/http://localhost/"}, False),
        ({"Origin": "https://evil.example", "Referer": f"{OWN}/"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": OWN}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "of another time"}, False),
    ],
)
def test_a_page_of_another_site_sends_nothing_whatever_its_browser_says(
    client: FlaskClient, app: Flask, path: str, headers: dict[str, str], is_taken: bool
) -> None:
    body: dict[str, Any] = {"data": {"text": GOOD}}
    if path.startswith("/api"):
        body = {"data": GOOD.encode(), "content_type": "text/plain"}
    status = client.post(path, headers=headers, **body).status_code
    assert status in (200, 201, 303) if is_taken else status == 403
    assert records_in(app) == (is_taken and path != "/api/v1/check")


# Cached answers and their ETags.


def test_what_is_not_there_is_not_there_for_whoever_has_a_tag_either(client: FlaskClient) -> None:
    key, faulty = add(client, GOOD), add(client, '%SGN 1\n[Rules "bridge"]\ndeal 1 dealer A\n')
    api = f"/api/v1/records/{key}"
    tag = client.get(f"{api}/judgement").headers["ETag"]
    other = tag.replace(key[:16], faulty[:16])
    assert other != tag
    picture = f"/records/{key}/deals/1/steps"
    wrong = {
        f"{api}/deals/999/ruling": 404,
        f"{api}/deals/1/situation?moment=90": 404,
        f"{api}/deals/1/situation": 422,
        f"{api}/deals/1/steps/9999/svg": 404,
        f"{api}/deals/1/steps/0/svg?bottom=D": 422,
        f"{api}/deals/1/steps/9999/png": 404,
        f"{picture}/9999.svg": 404,
        f"{picture}/0.svg?b=D": 422,
        f"/api/v1/records/{faulty}/deals/1/ruling": 422,
        f"{api}/comparison?rules=santase,sixty-six target=7,santase deck=20": 422,
        "/api/v1/records/" + "0" * 64: 404,
    }
    for path, status in wrong.items():
        for known in ("*", tag, other):
            assert client.get(path, headers={"If-None-Match": known}).status_code == status, path
    for path in (f"{api}/judgement", f"{api}/deals/1/ruling", f"{api}/text", f"{picture}/0.svg"):
        for known, status in (("*", 304), ('"x"', 200)):
            assert client.get(path, headers={"If-None-Match": known}).status_code == status, path


QUESTIONS: Final = ("judgement", "comparison", "inference", "deals/1/ruling", "deals/1/disputes")


def test_what_took_long_is_answered_from_memory_the_second_time(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = random_record("santase target=21", random.Random(1), noted=False, most_deals=3)
    api = f"/api/v1/records/{add(client, write(record))}"
    first = {
        (part, lang): client.get(f"{api}/{part}?lang={lang}") for part in QUESTIONS for lang in ("en", "de")
    }
    judged_again = Mock(side_effect=AssertionError("it is judged again"))
    monkeypatch.setattr("notation.judge.match.Deals.judge_deal", judged_again)
    for (question, lang), answer in first.items():
        again = client.get(f"{api}/{question}?lang={lang}")
        assert (again.status_code, again.data) == (answer.status_code, answer.data) == (200, again.data)
        again.headers["X-Request-Id"] = answer.headers["X-Request-Id"]
        assert again.headers == answer.headers
    assert client.get(f"{api}/comparison?rules=santase,sixty-six").status_code == 500


def test_no_answer_of_another_build_is_given(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = add(client, GOOD)
    first = client.get(f"/api/v1/records/{key}/inference")
    assert program() in first.headers["ETag"]
    for name in ("store.answers", "web.caching", "store.archive", "store.listings"):
        monkeypatch.setattr(f"viewer.{name}.program", lambda: "0.1.0+another")
    module = sys.modules["viewer.web.api.rulings"]
    monkeypatch.setattr(module, "dump_inference", lambda *_: {"said": "otherwise"})
    other = client.get(f"/api/v1/records/{key}/inference", headers={"If-None-Match": first.headers["ETag"]})
    assert (other.status_code, other.get_json()) == (200, {"said": "otherwise"})
    archive: Store = app.extensions["archive"]
    monkeypatch.undo()
    assert client.get(f"/api/v1/records/{key}/inference").get_json() == first.get_json()
    archive.rejudge()


def test_answers_are_kept_up_to_a_bound_and_lost_without_harm(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = add(client, GOOD)
    archive: Store = app.extensions["archive"]
    monkeypatch.setattr("viewer.store.answers.ANSWERS_KEPT", 5)
    for number in range(12):
        archive.keep(key, f"question {number}", b"%d" % number)
        archive.keep(key, f"question {number}", b"%d again" % number)
    left = [number for number in range(12) if archive.answer(key, f"question {number}")]
    assert left == [7, 8, 9, 10, 11]
    assert archive.answer(key, "question 11") == b"11 again"
    archive.keep(key, "large", random.Random(0).randbytes(ANSWER_BYTES + 1))
    assert archive.answer(key, "large") is None
    assert ANSWERS_KEPT * ANSWER_BYTES <= 1 << 30
    monkeypatch.setattr(Store, "keep", Mock(side_effect=StoreError(Mock())))
    assert client.get(f"/api/v1/records/{key}/inference").status_code == 200


# Work.


@pytest.mark.slow
def test_no_request_costs_more_than_its_work_and_a_refusal_is_remembered(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.web.server.work.REQUEST_WORK", 12 * cost_of_one())
    monkeypatch.setattr("viewer.limits.RECORD_WORK", cost_of_one() * 3 // 2)
    key = add(client, blanks(6))
    api = f"/api/v1/records/{key}"
    judged = client.get(f"{api}/judgement").get_json()
    said = [finding for finding in judged["findings"] if "work limit" in finding["message"]]
    assert {finding["code"] for finding in said} == {"N304"}
    assert [finding["deal"] for finding in said] == [2, 3, 4, 5, 6]
    for number in (1, 6):
        for path in (f"{api}/deals/{number}/ruling", f"{api}/deals/{number}/script"):
            assert client.get(path).status_code == 200
        assert client.get(f"/records/{key}/deals/{number}/ruling").status_code == 200
    for path in (f"/records/{key}", f"/records/{key}/embed", f"/records/{key}.html"):
        assert client.get(path).status_code == 200
    for question in ("comparison", "inference"):
        refused = client.get(f"{api}/{question}")
        assert (refused.status_code, refused.mimetype) == (422, "application/problem+json")
        assert refused.get_json(force=True)["detail"] == "This would take more work than one request may use."
        with limited(0):
            again = client.get(f"{api}/{question}").get_json(force=True)
        assert again | {"request_id": ""} == refused.get_json(force=True) | {"request_id": ""}
        assert client.get(f"{api}/{question}", headers={"If-None-Match": "*"}).status_code == 422


def test_what_takes_too_much_work_together_is_refused_whole(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.web.server.work.REQUEST_WORK", 9_000)
    text = "".join(f'%SGN 1\n[Round "{number}"]\n{blanks(1)[7:]}' for number in range(5))
    sent = client.post("/api/v1/records", data=text, content_type="text/plain")
    assert sent.status_code == 422
    assert client.post("/records", data={"text": text}).status_code == 422
    files = [(io.BytesIO(GOOD.encode()), "good.sgn"), (io.BytesIO(text.encode()), "many.sgn")]
    several = client.post("/records", data={"file": files})
    assert several.status_code == 201
    assert "more work than one request may use" in several.text
    assert records_in(app) == 1
    assert client.post("/api/v1/check", data=text, content_type="text/plain").status_code == 422


@pytest.mark.slow
def test_a_record_s_judgement_does_not_hang_on_what_it_was_sent_with(client: FlaskClient) -> None:
    deals = (16, 14)
    games = [blanks(number).replace("%SGN 1\n", f'%SGN 1\n[Round "{number}"]\n') for number in deals]
    together = client.post("/api/v1/records", data="".join(games), content_type="text/plain").get_json()
    for sent, number in zip(together["records"], deals, strict=True):
        judged = client.get(f"/api/v1/records/{sent['id']}/judgement").get_json()
        left = [each for each in judged["findings"] if "work limit" in each["message"]]
        assert len(judged["findings"]) == sent["findings"]
        assert len(left) == number - RECORD_WORK // cost_of_one()
    assert 5 * RECORD_WORK <= REQUEST_WORK


def cost_of_one() -> int:
    with limited(RECORD_WORK) as budget:
        judge(next(read(blanks(1))))
    return RECORD_WORK - budget.left


# Searches.


@pytest.mark.parametrize(
    "words",
    ["x " * (SEARCH_WORDS - 1) + "y", " ".join("abcdefgh"[:SEARCH_WORDS]), "y" * SEARCH_CHARACTERS],
)
def test_so_many_words_can_be_looked_for(client: FlaskClient, words: str) -> None:
    assert client.get("/api/v1/records", query_string={"text": words}).status_code == 200
    assert 'id="fault"' not in client.get("/", query_string={"text": words}).text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (" ".join(map(str, range(SEARCH_WORDS + 1))), f"at most {SEARCH_WORDS} words can be searched for"),
        (" ".join("abcdefghijklmnopqrstuvwxyz" * 4), f"at most {SEARCH_WORDS} words can be searched for"),
        ("y" * (SEARCH_CHARACTERS + 1), f"at most {SEARCH_CHARACTERS} characters|[Ll]onger than"),
    ],
)
def test_more_words_are_refused_in_a_sentence(client: FlaskClient, words: str, said: str) -> None:
    answer = client.get("/api/v1/records", query_string={"text": words})
    assert answer.status_code == 422
    assert re.search(said, answer.get_json(force=True)["detail"])
    assert re.search(said, client.get("/", query_string={"text": words}).text)


# What is no record.


def test_text_from_a_form_is_kept_with_the_ends_of_lines_that_it_had(client: FlaskClient, app: Flask) -> None:
    answer = client.post("/records", data={"text": GOOD.replace("\n", "\r\n")})
    key = answer.headers["Location"].rpartition("/")[2]
    assert client.get(f"/records/{key}.sgn").data == GOOD.encode()


def test_no_excerpt_shows_the_end_of_a_line(client: FlaskClient) -> None:
    text = '%SGN 1\n[Rules "santase"]\n\ndeal 1 dealer B trump Qd\nA: Ks As Qh Kh Ah Kc\nB: Ts 9d Kd Td 9c\n'
    text += "1. As Td {never closed\n2. exch\n"
    for data in (text, '%SGN 1\n[Rules "bridge"]\n'):
        key = add(client, data.replace("\n", "\r\n"))
        for path in (
            f"/records/{key}",
            f"/records/{key}/deals/1/ruling",
            f"/api/v1/records/{key}/deals/1/ruling",
        ):
            answer = client.get(path).text
            if path.startswith("/api"):  # a ruling holds its record as it was sent
                answer = json.dumps(json.loads(answer) | {"record": ""})
            assert r"\r" not in answer.replace("\\replay", ""), path


UNKNOWN: Final = {
    "hello world": "SGN",
    "0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 10, 0, 1 || 1, 0": "SGN",
    '[Event "F/S Return Match"]\n[White "Fischer"]\n\n1. e4 e5 2. Nf3 Nc6 *': "PGN, the notation of chess",
    "{\n" * 1000: "SGN",
    "Dear Ivan,\nI deal next.\n": "SGN",
    '{"deck": {"card_state": ["S", "S", "P1H"]}}': "JSON",
}


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_is_in_no_format_is_answered_and_not_kept(client: FlaskClient, app: Flask, text: str) -> None:
    file = {"file": (io.BytesIO(text.encode()), "log.txt")}
    kind = "application/json" if text.startswith('{"') else "text/plain"
    for answer in (
        client.post("/records", data={"text": text}),
        client.post("/records", data=file),
        client.post("/api/v1/records", data=text, content_type=kind),
        client.post("/api/v1/check", data=text, content_type=kind),
    ):
        assert answer.status_code == 415
        is_named = "chess" in UNKNOWN[text]
        said = "This is" if is_named else "None of the formats fits. The closest is"
        assert said in answer.text
        assert UNKNOWN[text] in answer.text
    assert answer.get_json(force=True)["type"] == f"/api/v1/codes/{'F408' if is_named else 'F401'}"
    assert records_in(app) == 0


def test_a_form_without_anything_leads_back_to_the_form(client: FlaskClient, app: Flask) -> None:
    for form in ({}, {"text": " \r\n "}, {"file": (io.BytesIO(b""), ""), "text": ""}):
        answer = client.post("/records", data=form, content_type="multipart/form-data")
        assert answer.status_code == 400
        assert '<form class="add"' in answer.text
        assert "Nothing was sent: please choose a file" in answer.text
    assert records_in(app) == 0


def test_every_rule_set_s_pack_can_be_asked_about_within_the_work(client: FlaskClient) -> None:
    """Whole matches of ordinary deals are answered, whatever is asked of them."""
    for number, spec in enumerate(list(PRESETS)[:3]):
        record = random_record(spec, random.Random(number), noted=False, most_deals=6)
        api = f"/api/v1/records/{add(client, write(record))}"
        for question in QUESTIONS:
            assert client.get(f"{api}/{question}").status_code == 200
