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
from flask import Flask
from flask.testing import FlaskClient

from notation import read, write
from notation.judge import judge
from notation.limits import limited
from notation.wire.record import dump
from referee.rulesets import PRESETS
from tests.support.apps import records_in
from tests.support.commands import run
from tests.support.games import blanks, random_record
from tests.support.hostile import GOOD
from tests.support.servers import Loopback
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

BOUNDARY: Final = "a-boundary"


def add(client: FlaskClient, text: str) -> str:
    """The id of a record that is added."""
    [added] = client.post("/api/v1/records", data=text, content_type="text/plain").get_json()["records"]
    return str(added["id"])


# Bodies in chunks.


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


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_what_is_sent_in_chunks_is_whole_or_refused(app: Flask, way: str) -> None:
    path, kind, put = WAYS[way]
    with Loopback(app) as server:
        place = ("127.0.0.1", server.port)
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
    monkeypatch.setattr("viewer.cli.replay.serving._serve", serve)
    (tmp_path / "good.sgn").write_text(GOOD, "utf-8")
    database = f"sqlite:///{tmp_path / 'served.db'}"
    result = run("serve", "--db", database, *options, tmp_path / "good.sgn")
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


def test_a_name_that_somebody_else_leads_to_this_machine_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path, monkeypatch) as client:
        for host in FOREIGN:
            sent = {"Host": host, "Sec-Fetch-Site": "same-origin"}
            for path in ("/", "/api/v1/records", "/api/v1/codes", "/static/style.css", "/health", "/x"):
                answer = client.get(path, headers=sent)
                assert answer.status_code == 400, (host, path)
                assert "evil" not in answer.text
                assert "Access-Control-Allow-Origin" not in answer.headers
            sent["Origin"] = f"http://{host}"
            assert client.post("/records", data={"text": GOOD}, headers=sent).status_code == 400, host


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


OWN: Final = "http://localhost"


FROM_HERE: Final[tuple[dict[str, str], ...]] = (
    {},
    {"Origin": OWN},
    {"Origin": f"{OWN}:80"},
    {"Origin": "https://localhost"},  # a proxy brings HTTPS
    {"Referer": f"{OWN}/records/x?y"},
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": "same-origin", "Origin": OWN, "Referer": f"{OWN}/"},
)
FROM_ELSEWHERE: Final = (
    {"Origin": "https://evil.example"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": f"{OWN}:8067"},
    {"Origin": "null"},
    {"Origin": "http://[evil"},
    {"Referer": "https://evil.example/http://localhost/"},
    {"Origin": "https://evil.example", "Referer": f"{OWN}/"},
    {"Sec-Fetch-Site": "cross-site", "Origin": OWN},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "of another time"},
)


def test_a_page_of_another_site_sends_nothing_whatever_its_browser_says(
    client: FlaskClient, app: Flask
) -> None:
    for headers in (*FROM_ELSEWHERE, *FROM_HERE):
        form = client.post("/records", data={"text": GOOD}, headers=headers)
        sent = [
            client.post(f"/api/v1/{path}", headers=headers, data=GOOD, content_type="text/plain")
            for path in ("records", "check")
        ]
        statuses = {answer.status_code for answer in (form, *sent)}
        assert statuses <= {200, 201, 303} if headers in FROM_HERE else statuses == {403}, headers
        assert records_in(app) == (headers in FROM_HERE)


# Cached answers and their ETags.


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
    key = add(client, of_one_card(3))
    api = f"/api/v1/records/{key}"
    judged = client.get(f"{api}/judgement").get_json()
    said = [finding for finding in judged["findings"] if "work limit" in finding["message"]]
    assert {finding["code"] for finding in said} == {"N304"}
    assert [finding["deal"] for finding in said] == [2, 3]
    for number in (1, 3):
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


@pytest.mark.slow
def test_what_takes_too_much_work_together_is_refused_whole(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.web.server.work.REQUEST_WORK", 9_000)
    text = "".join(blanks(1, number) for number in range(5))
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
def test_a_record_s_judgement_does_not_hang_on_what_it_was_sent_with(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.limits.RECORD_WORK", cost_of_one() * 5 // 2)
    deals = (4, 3)
    games = [of_one_card(number, number) for number in deals]
    together = client.post("/api/v1/records", data="".join(games), content_type="text/plain").get_json()
    for sent, number in zip(together["records"], deals, strict=True):
        judged = client.get(f"/api/v1/records/{sent['id']}/judgement").get_json()
        left = [each for each in judged["findings"] if "work limit" in each["message"]]
        assert len(judged["findings"]) == sent["findings"]
        assert len(left) == number - 2
    assert 5 * RECORD_WORK <= REQUEST_WORK


def of_one_card(deals: int, round: object = 0) -> str:
    """A record of deals with one known card, all equally dear."""
    return blanks(deals, round, tricks=1).replace("-- --", "-- Td")


def cost_of_one() -> int:
    with limited(RECORD_WORK) as budget:
        judge(next(read(of_one_card(1))))
    return RECORD_WORK - budget.left


# Searches.


def test_so_many_words_can_be_looked_for_and_more_are_refused_in_a_sentence(client: FlaskClient) -> None:
    too_many, too_long = f"at most {SEARCH_WORDS} words", f"at most {SEARCH_CHARACTERS} char|[Ll]onger than"
    for words, said in (
        ("x " * (SEARCH_WORDS - 1) + "y", ""),
        (" ".join("abcdefgh"[:SEARCH_WORDS]), ""),
        ("y" * SEARCH_CHARACTERS, ""),
        (" ".join(map(str, range(SEARCH_WORDS + 1))), too_many),
        (" ".join("abcdefghijklmnopqrstuvwxyz" * 4), too_many),
        ("y" * (SEARCH_CHARACTERS + 1), too_long),
    ):
        answer = client.get("/api/v1/records", query_string={"text": words})
        page = client.get("/", query_string={"text": words}).text
        assert answer.status_code == (422 if said else 200)
        assert ('id="fault"' in page) == bool(said)
        assert re.search(said, answer.text)
        assert re.search(said, page)


# What is no record.


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


def test_what_is_in_no_format_is_answered_and_not_kept(client: FlaskClient, app: Flask) -> None:
    for text, known in UNKNOWN.items():
        kind = "application/json" if text.startswith('{"') else "text/plain"
        is_named = "chess" in known
        for answer in (
            client.post("/records", data={"text": text}),
            client.post("/records", data={"file": (io.BytesIO(text.encode()), "log.txt")}),
            client.post("/api/v1/records", data=text, content_type=kind),
            client.post("/api/v1/check", data=text, content_type=kind),
        ):
            assert answer.status_code == 415, text
            assert ("This is" if is_named else "None of the formats fits. The closest is") in answer.text
            assert known in answer.text
        assert answer.get_json(force=True)["type"] == f"/api/v1/codes/{'F408' if is_named else 'F401'}"
    assert records_in(app) == 0


@pytest.mark.slow
def test_every_rule_set_s_pack_can_be_asked_about_within_the_work(client: FlaskClient) -> None:
    """Whole matches of ordinary deals are answered, whatever is asked of them."""
    for number, spec in enumerate(list(PRESETS)[:3]):
        record = random_record(spec, random.Random(number), noted=False, most_deals=6)
        api = f"/api/v1/records/{add(client, write(record))}"
        for question in QUESTIONS:
            assert client.get(f"{api}/{question}").status_code == 200
