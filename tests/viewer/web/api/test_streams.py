"""Files of games that are answered game by game: each as it is done with, within the work of a request."""

import http.client
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from notation import read
from notation.findings import Phrase
from notation.limits import is_limited, limited
from notation.wire.record import dump
from tests.support.apps import app_in, records_in
from tests.support.hostile import GOOD
from tests.support.servers import Loopback
from viewer.limits import Settings, judge_record
from viewer.store import Store, StoreError
from viewer.web.failures import Problem

streams: Final = sys.modules["viewer.web.api.streams"]
"""The module: its name in the package is that of what it offers."""
SAMPLES: Final = sorted(Path("samples").rglob("*.sgn"))
SGN: Final = "application/x-sgn"
LINES: Final = "application/x-ndjson"
PATHS: Final = ("/api/v1/checks", "/api/v1/uploads")


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An application whose archive stays empty."""
    return app_in(tmp_path_factory.mktemp("streams"))


def send(client: FlaskClient, path: str, data: bytes, kind: str = SGN) -> list[dict[str, Any]]:
    """The lines of an answer, which is whole."""
    answer = client.post(path, data=data, content_type=kind)
    assert (answer.status_code, answer.mimetype) == (200, LINES)
    assert answer.data.endswith(b"\n")
    lines = [json.loads(line) for line in answer.data.splitlines()]
    assert [line["left"] for line in lines] == list(range(len(lines) - 1, -1, -1))
    return lines


def games(number: int, text: str = GOOD) -> bytes:
    """So many games, each another."""
    return "".join(text.replace("%SGN 1\n", f'%SGN 1\n[Round "{at}"]\n') for at in range(number)).encode()


def test_the_lines_are_the_judgements_of_the_games_in_their_order(used: Flask) -> None:
    client = used.test_client()
    data = b"".join(path.read_bytes().rstrip() + b"\n" for path in SAMPLES[::3])
    lines = send(client, "/api/v1/checks", data)
    whole = []
    for game in read(data):
        alone = client.post("/api/v1/check", data=game.source, content_type=SGN).get_json()["games"]
        whole += alone
    shifted = {"game", "line", "end_line", "column", "end_column", "related", "file", "fixes", "offset"}

    def bare(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: bare(part) for name, part in value.items() if name not in shifted}
        return [bare(part) for part in value] if isinstance(value, list) else value

    assert [bare(line["judgement"]) for line in lines] == [bare(each) for each in whole]
    assert [(line["game"], line["line"]) for line in lines] == [
        (game.number, game.line) for game in read(data)
    ]
    assert [line["judgement"]["game"] for line in lines] == [line["game"] for line in lines]
    [imposed] = send(client, "/api/v1/checks?rules=schnapsen", GOOD.encode())
    assert imposed["judgement"]["rules"] == "schnapsen"


def test_what_was_kept_is_what_the_lines_say(client: FlaskClient, app: Flask) -> None:
    data = games(3)
    first = send(client, "/api/v1/uploads", data)
    assert [line["added"]["novelty"] for line in first] == ["new"] * 3
    assert [line["added"]["number"] for line in first] == [1, 2, 3] == [line["game"] for line in first]
    for line, game in zip(first, read(data), strict=True):
        assert client.get(f"/api/v1/records/{line['added']['id']}/text").data == game.source
    noted = data + games(1, GOOD + "{a note}\n") + b"%SGN 1\n\0"
    again = send(client, "/api/v1/uploads", noted)
    assert [line["added"]["novelty"] for line in again] == ["known"] * 3 + ["rewritten", "new"]
    assert records_in(app) == 4
    together = client.post("/api/v1/records", data=noted, content_type=SGN).get_json()["records"]
    assert [line["added"] | {"novelty": ""} for line in again] == [
        each | {"novelty": ""} for each in together
    ]


@pytest.mark.parametrize("kind", [LINES, "application/json", "application/octet-stream"])
def test_objects_are_taken_line_by_line_and_a_bad_one_stops_none(
    client: FlaskClient, app: Flask, kind: str
) -> None:
    records = [json.dumps(dump(game.record)) for game in read(games(2)) if game.record]
    data = "\n".join([records[0], '{"sgn": 1, "more": 2}', "{", "", records[1]]).encode()
    lines = send(client, "/api/v1/uploads", data, kind)
    assert [(line["game"], line["line"]) for line in lines] == [(1, 1), (2, 2), (3, 3), (4, 5)]
    assert [line["added"]["novelty"] if line["added"] else None for line in lines] == [
        "new",
        None,
        None,
        "new",
    ]
    assert [line["problem"]["type"][-4:] for line in lines if line["problem"]] == ["S141", "S140"]
    assert records_in(app) == 2
    checked = send(client, "/api/v1/checks", data, kind)
    assert [line["judgement"]["ok"] for line in checked] == [True, False, False, True]
    codes = [[each["code"] for each in line["judgement"]["findings"]] for line in checked[1:3]]
    assert codes == [["S141"], ["S140"]]


def test_what_is_not_even_text_has_a_line_too(client: FlaskClient) -> None:
    for path in PATHS:
        [line] = send(client, path, b"\xb9\x98", LINES)
        assert "S104" in json.dumps(line)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"", SGN, 400),
        (b" \n", LINES, 400),
        (b"hello world", SGN, 415),
        (GOOD.encode(), "text/html", 415),
        (GOOD.encode(), "multipart/form-data", 415),
        (Path("tests/logs/boardgame.jsonl").read_bytes(), "application/octet-stream", 415),
        (b"x" * ((1 << 20) + 1), SGN, 413),
    ],
)
def test_what_cannot_be_taken_game_by_game_is_a_problem(
    used: Flask, path: str, data: bytes, kind: str, status: int
) -> None:
    answer = used.test_client().post(path, data=data, content_type=kind)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert records_in(used) == 0


# The work of a request.


def test_what_is_beyond_the_work_says_so_and_is_judged_as_ever_when_it_is_sent_again(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = games(6)
    whole = send(client, "/api/v1/checks", data)
    with limited(10**6) as budget:
        judge_record(next(read(data)))
    cost = budget.units - budget.left
    monkeypatch.setattr(streams, "REQUEST_WORK", 3 * cost + cost // 2)
    found = send(client, "/api/v1/checks", data)
    done = [line for line in found if line["judgement"]]
    assert done == whole[: len(done)]
    assert len(done) == 3
    for line in found[3:]:
        assert (line["problem"]["status"], line["problem"]["type"]) == (422, "about:blank")
        assert "more work" in line["problem"]["detail"]
    assert [line["game"] for line in found] == [1, 2, 3, 4, 5, 6]
    rest = data.splitlines(keepends=True)[found[3]["line"] - 1 :]
    monkeypatch.undo()
    again = send(client, "/api/v1/checks", b"".join(rest))
    assert [line["judgement"]["digest"] for line in again] == [
        line["judgement"]["digest"] for line in whole[3:]
    ]
    # Whatever of the fourth game can still be done.
    for times, spare in enumerate(range(0, cost, max(1, cost // 8)), start=1):
        monkeypatch.setattr(streams, "REQUEST_WORK", 3 * cost + spare)
        assert [line for line in send(client, "/api/v1/checks", data) if line["judgement"]] == done
        taken = send(client, "/api/v1/uploads", data.replace(b'[Round "', b'[Round "%d0' % times))
        assert sum(line["added"] is not None for line in taken) == 3
        assert records_in(app) == 3 * times


@pytest.mark.slow
def test_a_file_of_the_largest_size_is_answered_line_by_line_and_the_thread_is_left_without_a_limit(
    client: FlaskClient,
) -> None:
    one = b'%%SGN 1\n[Round "%05d"]\n{%s}\n'
    data = b"".join(one % (number, b"word " * 40) for number in range((1 << 20) // 235))
    assert len(data) > 1_000_000
    answer = client.post("/api/v1/checks", data=data, content_type=SGN, buffered=False)
    lines = 0
    for line in answer.response:
        assert len(line) < 2_000
        assert not is_limited()
        lines += 1
    assert lines == data.count(b"%SGN")


# While it runs.


def asked(port: int, path: str, data: bytes, chunked: bool) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    parts = iter([data[at : at + 999] for at in range(0, len(data), 999)])
    connection.request(
        "POST", path, parts if chunked else data, {"Content-Type": SGN}, encode_chunked=chunked
    )
    return connection.getresponse()


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("path", PATHS)
def test_a_line_comes_before_the_next_game_is_looked_at(
    app: Flask, monkeypatch: pytest.MonkeyPatch, path: str, chunked: bool
) -> None:
    seen = threading.Event()
    waited: list[bool] = []

    def after(real: Any) -> Any:
        def done(*arguments: Any, **named: Any) -> Any:
            if waited:
                assert seen.wait(30)
            waited.append(True)
            return real(*arguments, **named)

        return done

    monkeypatch.setattr(streams, "judge_record", after(streams.judge_record))
    monkeypatch.setattr(Store, "add", after(Store.add))
    with Loopback(app) as server, asked(server.port, path, games(3), chunked) as answer:
        first = json.loads(answer.readline())
        assert (first["game"], first["left"], len(waited)) == (1, 2, 1)
        seen.set()
        assert [json.loads(line)["left"] for line in answer] == [1, 0]


def test_what_has_a_line_is_kept_where_the_connection_breaks_and_sending_again_is_harmless(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, gone, ended = 40, threading.Event(), threading.Event()
    real = Store.add

    def slowly(self: Store, data: bytes, **how: Any) -> Any:
        if b'"5"' in data:
            assert gone.wait(30)
        return real(self, data, **how)

    def end(lines: Iterator[bytes]) -> Iterator[bytes]:
        try:
            yield from lines
        finally:
            ended.set()

    lines_of = streams._Lines.of
    monkeypatch.setattr(Store, "add", slowly)
    monkeypatch.setattr(streams._Lines, "of", lambda *given: end(lines_of(*given)))
    with Loopback(app) as server:
        answer = asked(server.port, "/api/v1/uploads", games(number), chunked=True)
        acknowledged = [json.loads(answer.readline()) for _ in range(3)]
        answer.close()
        gone.set()
        assert ended.wait(60)
        client = app.test_client()
        for line in acknowledged:
            assert client.get(f"/api/v1/records/{line['added']['id']}").status_code == 200
        before = records_in(app)
        assert 3 <= before <= number
        monkeypatch.undo()
        again = send(client, "/api/v1/uploads", games(number))
    assert [line["added"]["novelty"] for line in again] == ["known"] * before + ["new"] * (number - before)
    assert records_in(app) == number


def test_a_game_that_is_refused_stops_no_other(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Store.add

    def refusing(self: Store, data: bytes, **how: Any) -> Any:
        if b'"2"' in data:
            raise Problem(409, Phrase("This record is not taken."))
        return real(self, data, **how)

    monkeypatch.setattr(Store, "add", refusing)
    lines = send(client, "/api/v1/uploads", games(4))
    assert [line["problem"]["status"] if line["problem"] else 200 for line in lines] == [200, 200, 409, 200]
    assert [line["game"] for line in lines] == [1, 2, 3, 4]
    assert records_in(app) == 3


def test_where_the_archive_fails_the_line_says_so_and_the_rest_is_not_tried(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, tried = Store.add, Mock()

    def failing(self: Store, data: bytes, **how: Any) -> Any:
        tried()
        if b'"2"' in data:
            raise StoreError(Phrase("the disk is full"))
        return real(self, data, **how)

    monkeypatch.setattr(Store, "add", failing)
    lines = send(client, "/api/v1/uploads", games(5))
    assert [line["problem"]["status"] if line["problem"] else 200 for line in lines] == [
        200,
        200,
        503,
        503,
        503,
    ]
    assert "disk" not in json.dumps(lines)
    assert (tried.call_count, records_in(app)) == (3, 2)


def test_no_sender_takes_every_place(client: FlaskClient) -> None:
    """However slowly the answers are read; a place that is left is free again."""

    def ask(address: str) -> TestResponse:
        return client.get("/api/v1/records.sgn", environ_base={"REMOTE_ADDR": address})

    held = [ask("192.0.2.1") for _ in range(Settings().streams)]
    assert [answer.status_code for answer in held] == [200] * (len(held) - 1) + [503]
    other = ask("192.0.2.2")
    assert (other.status_code, ask("192.0.2.2").status_code, ask("192.0.2.3").status_code) == (200, 503, 503)
    held[0].close()
    assert ask("192.0.2.1").status_code == 503
    assert ask("192.0.2.3").status_code == 200
