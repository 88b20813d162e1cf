"""What an operator sees of a server: ids, the log, the metrics, the probes, the status page."""

import io
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest
from flask import Flask
from flask.testing import FlaskClient

from notation import CATALOGUE, write
from notation.findings import Phrase
from tests.support.apps import app_in, made_app
from tests.support.games import random_record
from tests.support.hostile import GOOD
from tests.support.languages import COMPLETE
from viewer.documents.languages import language
from viewer.limits import RETRY_SECONDS, Settings
from viewer.store import Store, StoreError
from viewer.web import Config
from viewer.web.failures import Problem, problem_of
from viewer.web.live.app import create_live_app
from viewer.web.server.logs import Log, kind_and_places
from viewer.web.visits import Visit
from viewer.web.wsgi import config_from

SECRET: Final = '[A "Ivan Secretov"]'
TEXT: Final = GOOD.replace("%SGN 1\n", f"%SGN 1\n{SECRET}\n", 1)
FORWARDED: Final = {"X-Forwarded-For": "192.0.2.7"}


class Watched:
    """An application whose log is read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path, **config: Any) -> None:
        self.file = io.StringIO()
        monkeypatch.setattr("viewer.web.app.Log", lambda form, addresses: Log(form, addresses, self.file))
        told = {"log": "json"} | config
        self.app: Flask = app_in(folder, **told)
        self.client: FlaskClient = self.app.test_client()

    def lines(self) -> list[dict[str, Any]]:
        found = [json.loads(line) for line in self.file.getvalue().splitlines()]
        self.file.seek(0)
        self.file.truncate()
        return found


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Watched:
    return Watched(monkeypatch, tmp_path)


# Ids.


def test_every_request_has_an_id_of_its_own(watched: Watched) -> None:
    answers = [watched.client.get(path) for path in ("/", "/nowhere", "/api/v1/nowhere", "/static/style.css")]
    ids = [answer.headers["X-Request-Id"] for answer in answers]
    assert all(answer.data for answer in answers)
    assert len(set(ids)) == 4
    assert answers[2].get_json(force=True)["request_id"] == ids[2]
    assert [line["request_id"] for line in watched.lines()] == ids


GIVEN: Final = {
    "0123456789abcdef": True,
    "a.b-c_d.1": True,
    "short": False,
    "x" * 65: False,
    "<script>alert(1)</script>": False,
    "12345678\x0b": False,
    "": False,
}


def test_an_id_is_taken_from_a_trusted_proxy_where_it_is_well_formed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for proxies in (0, 1):
        client = Watched(monkeypatch, tmp_path, proxies=proxies).client
        for given, is_well_formed in GIVEN.items():
            answer = client.get("/live", headers={"X-Request-Id": given} | FORWARDED)
            assert (answer.headers["X-Request-Id"] == given) == (is_well_formed and proxies == 1), given
            assert re.fullmatch("[A-Za-z0-9._-]{8,64}", answer.headers["X-Request-Id"])


# The log.


def test_a_line_says_how_a_request_went_and_nothing_of_what_was_in_it(watched: Watched) -> None:
    client = watched.client
    [added] = client.post("/api/v1/records", data=TEXT, content_type="text/plain").get_json()["records"]
    [line] = watched.lines()
    assert line["event"] == "request"
    assert (line["method"], line["route"], line["status"]) == ("POST", "/api/v1/records", 201)
    assert line["units"] > 0
    assert line["ms"] >= 0 <= line["cpu_ms"]
    assert {"timestamp", "level", "bytes", "request_id"} <= set(line)
    client.get("/", query_string={"text": "Secretov", "player": "Ivan"}).get_data()
    client.get(f"/records/{added['id']}?lang=de", headers={"User-Agent": "Secretov"}).get_data()
    client.get("/api/v1/records?nonsense=Secretov").get_data()
    client.get("/Secretov").get_data()
    client.open("/", method="SECRETOV").get_data()
    lines = watched.lines()
    assert [line["route"] for line in lines] == ["/", "/records/<id>", "/api/v1/records", "-", "-"]
    assert [line["status"] for line in lines] == [200, 200, 422, 404, 405]
    assert [line["method"] for line in lines][-1] == "other"
    said = json.dumps(lines)
    for secret in ("ecretov", "Ivan", added["id"][:8], "127.0.0.1", "nonsense"):
        assert secret.lower() not in said.lower()


def test_the_address_is_logged_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    watched = Watched(monkeypatch, tmp_path, addresses=True, proxies=1)
    watched.client.get("/live", headers=FORWARDED).get_data()
    assert [line["address"] for line in watched.lines()] == ["192.0.2.7"]


def test_a_slow_request_is_a_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    watched = Watched(monkeypatch, tmp_path, settings=Settings(slow_ms=0))
    watched.client.get("/live").get_data()
    assert [(line["event"], line["level"]) for line in watched.lines()] == [("slow request", "warning")]


def test_a_log_is_text_or_keeps_quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for form, number in (("text", 1), ("off", 0)):
        watched = Watched(monkeypatch, tmp_path, log=form)
        watched.client.get("/live").get_data()
        assert watched.file.getvalue().count("event='request'") == number
        with monkeypatch.context() as broken:
            broken.setattr(Store, "check", Mock(side_effect=StoreError(Mock())))
            assert watched.client.get("/health").status_code == 503
        assert "event='archive'" in watched.file.getvalue()


def test_an_error_of_the_program_is_told_without_what_it_quotes(
    monkeypatch: pytest.MonkeyPatch, watched: Watched
) -> None:
    def fail(*_: object, **__: object) -> None:
        try:
            raise KeyError("A: Ks As Qh")
        except KeyError as error:
            raise ValueError(SECRET) from error

    monkeypatch.setattr(Store, "search", fail)
    answer = watched.client.get("/api/v1/records")
    assert (answer.status_code, answer.mimetype) == (500, "application/problem+json")
    assert answer.get_json(force=True)["detail"]
    failure, request = watched.lines()
    assert failure["event"] == "failure"
    assert failure["kind"] == "ValueError < KeyError"
    assert failure["request_id"] == request["request_id"] == answer.get_json(force=True)["request_id"]
    assert any(__file__ in place and place.endswith(" fail") for place in failure["traceback"])
    assert "ecretov" not in json.dumps([failure, request])
    assert "Ks As" not in json.dumps([failure, request])
    state = watched.client.get("/state").text
    assert failure["request_id"] in state
    assert "ValueError" in state


def test_an_error_without_a_cause_is_told_alone() -> None:
    def raised() -> BaseException:
        try:
            try:
                raise KeyError
            except KeyError:
                raise ValueError from None
        except ValueError as error:
            return error

    assert kind_and_places(raised())["kind"] == "ValueError"


# The metrics.


def figures(client: FlaskClient, **more: Any) -> dict[str, float]:
    text = client.get("/metrics", **more).text
    return {
        name: float(value)
        for name, _, value in (line.rpartition(" ") for line in text.splitlines() if line[0] != "#")
    }


def test_requests_records_and_work_are_counted(watched: Watched) -> None:
    client = watched.client
    for _ in range(2):
        client.post("/api/v1/records", data=TEXT, content_type="text/plain").get_data()
    for _ in range(3):
        client.get("/nowhere").get_data()
    found = figures(client)
    assert found['santase_requests_total{method="POST",route="/api/v1/records",status="201"}'] == 1
    assert found['santase_requests_total{method="POST",route="/api/v1/records",status="200"}'] == 1
    assert found['santase_requests_total{method="GET",route="-",status="404"}'] == 3
    assert found['santase_route_seconds_count{route="/api/v1/records"}'] == 2
    assert found["santase_request_seconds_count"] == 5
    assert (found["santase_records_added_total"], found["santase_records_judged_total"]) == (1, 1)
    assert found["santase_work_units_total"] == sum(line["units"] for line in watched.lines()[:-1])
    assert found["santase_requests_in_progress"] == 1
    assert [name for name in found if name.startswith('santase_info{build="') and "sqlite" in name]


def test_failures_of_the_database_are_counted(monkeypatch: pytest.MonkeyPatch, watched: Watched) -> None:
    monkeypatch.setattr(Store, "search", Mock(side_effect=StoreError(Mock())))
    answer = watched.client.get("/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(RETRY_SECONDS))
    assert answer.data
    assert figures(watched.client)["santase_database_errors_total"] == 1


READERS: Final[list[tuple[tuple[str, ...], int, str, dict[str, str], int]]] = [
    (("loopback",), 0, "127.0.0.1", {}, 200),
    (("loopback",), 0, "::1", {}, 200),
    (("loopback",), 0, "::ffff:127.0.0.1", {}, 200),
    (("loopback",), 0, "192.0.2.7", {}, 404),
    (("loopback",), 0, "127.0.0.1", FORWARDED, 404),
    (("loopback",), 1, "127.0.0.1", FORWARDED, 404),
    (("loopback",), 1, "127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 404),
    (("loopback",), 0, "127.0.0.1", {"Via": "1.1 proxy"}, 404),
    (("loopback",), 0, "", {}, 404),
    (("192.0.2.0/24",), 0, "192.0.2.7", {}, 200),
    (("192.0.2.0/24",), 0, "::ffff:192.0.2.7", {}, 200),
    (("192.0.2.0/24",), 1, "127.0.0.1", FORWARDED, 200),
    (("192.0.2.0/24",), 0, "127.0.0.1", FORWARDED, 404),
    (("192.0.2.0/24",), 0, "127.0.0.1", {}, 404),
    ((), 0, "127.0.0.1", {}, 404),
]


def test_the_metrics_are_for_whom_the_operator_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made: dict[tuple[tuple[str, ...], int], FlaskClient] = {}
    for readers, proxies, peer, headers, status in READERS:
        if (readers, proxies) not in made:
            made[readers, proxies] = Watched(monkeypatch, tmp_path, metrics=readers, proxies=proxies).client
        client = made[readers, proxies]
        told: Any = {"headers": headers, "environ_base": {"REMOTE_ADDR": peer}}
        assert client.get("/metrics", **told).status_code == status, (readers, proxies, peer, headers)
        is_near = peer in ("127.0.0.1", "::1", "::ffff:127.0.0.1") and not headers
        assert client.get("/state", **told).status_code == (200 if is_near else 404)


def test_the_settings_of_the_log_and_the_metrics_are_read() -> None:
    database = {"SANTASE_DATABASE": "sqlite:///archive.db"}
    config = config_from(database)
    assert (config.log, config.addresses, config.metrics) == ("json", False, ("loopback",))
    told = {"SANTASE_METRICS": "loopback 10.0.0.0/8", "SANTASE_LOG": "text", "SANTASE_LOG_ADDRESSES": "1"}
    config = config_from(database | told)
    assert (config.log, config.addresses, config.metrics) == ("text", True, ("loopback", "10.0.0.0/8"))
    assert config_from(database | {"SANTASE_METRICS": "'none'"}).metrics == ()


# The probes and the page of state.


def test_the_probes_say_what_works(monkeypatch: pytest.MonkeyPatch, watched: Watched) -> None:
    client = watched.client
    monkeypatch.setattr("viewer.web.server.watching.PROBE_SECONDS", 0)
    for path in ("/live", "/health", "/ready"):
        answer = client.get(path)
        assert (answer.text, answer.headers["Cache-Control"]) == ("ok\n", "no-store")
    monkeypatch.setattr(Store, "try_to_write", Mock(side_effect=StoreError(Mock())))
    refused = client.get("/ready")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, str(RETRY_SECONDS))
    assert "nothing can be added" in refused.text
    assert [client.get(path).status_code for path in ("/live", "/health")] == [200, 200]
    monkeypatch.setattr(Store, "check", Mock(side_effect=StoreError(Mock())))
    assert [client.get(path).status_code for path in ("/live", "/health", "/ready")] == [200, 503, 503]


@pytest.mark.parametrize("made", [made_app, create_live_app])
def test_a_probe_of_either_server_is_text_when_the_archive_cannot_be_used(
    made: Callable[[Config], Flask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = made(Config(f"sqlite:///{tmp_path / 'archive.db'}"))
    client = app.test_client()
    for broken, probes in (("try_to_write", ("/ready",)), ("check", ("/ready", "/health"))):
        monkeypatch.setattr(Store, broken, Mock(side_effect=StoreError(Mock())))
        for probe in probes:
            answer = client.get(probe, headers={"Accept": "text/html"})
            assert (answer.status_code, answer.mimetype) == (503, "text/plain"), probe
            assert answer.headers["Retry-After"] == str(RETRY_SECONDS)
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.text.endswith(".\n")
    app.extensions["archive"].close()


def test_the_server_of_live_matches_shows_no_page_whatever_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_live_app(Config(f"sqlite:///{tmp_path / 'archive.db'}", metrics=()))
    monkeypatch.setitem(app.view_functions, "operations.health", Mock(side_effect=RuntimeError))
    monkeypatch.setitem(app.view_functions, "matches.all_matches", Mock(side_effect=RuntimeError))
    client = app.test_client()
    for path, status in (("/nowhere", 404), ("/metrics", 404), ("/api/v1/live/matches", 500)):
        answer = client.get(path)
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json"), path
    assert client.get("/health").status_code == 500
    app.extensions["archive"].close()


def test_the_title_of_a_problem_is_a_sentence_without_gaps(watched: Watched) -> None:
    with watched.app.test_request_context():
        for code in CATALOGUE.values():
            for name in COMPLETE:
                title = problem_of(Problem(422, Phrase("x"), code), language(name)).title
                assert title
                assert not set(title) & set("‹›{}"), (code.id, title)


def test_the_metrics_stay_small_when_every_route_was_asked_for(watched: Watched) -> None:
    """A few lines for each route: what is counted for each is not multiplied by the steps of a histogram."""
    routes = [rule.rule for rule in watched.app.url_map.iter_rules()]
    for route in routes:
        watched.app.extensions["watch"].metrics.note(Visit(""), "GET", route, 0.1, 0.1)
    assert len(figures(watched.client)) < 3 * len(routes) + 60


def test_a_probe_writes_once_however_often_it_is_asked(
    monkeypatch: pytest.MonkeyPatch, watched: Watched
) -> None:
    monkeypatch.setattr("viewer.web.server.watching.PROBE_SECONDS", 3600)
    write = Mock()
    monkeypatch.setattr(Store, "try_to_write", write)
    for _ in range(5):
        assert watched.client.get("/ready").status_code == 200
    assert write.call_count == 1


def test_what_watches_from_this_machine_needs_no_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    client = Watched(monkeypatch, tmp_path, hosts=("club.example",)).client
    for path in ("/live", "/health", "/ready", "/metrics", "/state"):
        assert client.get(path, headers={"Host": "127.0.0.1:8066"}).status_code == 200
        assert client.get(path, headers={"Host": "127.0.0.1:8066"} | FORWARDED).status_code == 400
        assert client.get(path, headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/", headers={"Host": "127.0.0.1:8066"}).status_code == 400


def test_the_page_of_state_says_how_things_are_in_every_language(watched: Watched) -> None:
    record = random_record("santase target=11", random.Random(3), noted=False, most_deals=1)
    watched.client.post("/api/v1/records", data=write(record), content_type="text/plain").get_data()
    archive: Store = watched.app.extensions["archive"]
    pages = {}
    for code in COMPLETE:
        pages[code] = watched.client.get(f"/state?lang={code}").text
        for said in ("sqlite", str(archive.state().size), "request-work", "SANTASE_QUEUE"):
            assert said in pages[code]
    assert len(set(pages.values())) == len(COMPLETE)
    assert archive.state().records == 1


def test_nothing_is_watched_twice_where_a_process_answers(tmp_path: Path) -> None:
    app = app_in(tmp_path, is_watched=True)
    assert "X-Request-Id" not in app.test_client().get("/live").headers
    assert "watch" not in app.extensions
