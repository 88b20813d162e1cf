"""Records that are sent for a ruling and not stored: the same rulings as for stored ones, and no trace."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient

from notation import digest, read
from notation.wire.record import dump
from tests.support.apps import app_in
from tests.support.each import for_each
from tests.support.hostile import GOOD
from tests.support.sizes import Size
from viewer.store import Store
from viewer.web import kept

SAMPLES: Final = sorted(Path("samples").rglob("*.sgn"))
LOG: Final = Path("tests/logs/boardgame.jsonl")
CLUB: Final = Path("samples/a-club-match-with-clocks.sgn")
MOMENTS: Final = Size("MOMENTS", 1_000)
"""Of each record, if it has so many."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return app_in(tmp_path_factory.mktemp("unkept"))


def moments(game: dict[str, list[dict[str, list[dict[str, list[object]]]]]]) -> Iterator[tuple[int, str]]:
    """Every deal with the head of each of its tricks, each action in it, and one more of both."""
    for number, deal in enumerate(game.get("deals", []), start=1):
        tricks = deal.get("tricks", [])
        for place, trick in enumerate(tricks, start=1):
            yield number, f"{place}"
            yield from ((number, f"{place}.{action}") for action in range(1, len(trick.get("plies", [])) + 2))
        yield number, f"{len(tricks) + 1}"


@pytest.mark.slow
@for_each(SAMPLES, one_in=21)
def test_the_answers_are_those_for_a_record_that_is_kept(path: Path, client: FlaskClient) -> None:
    data = path.read_bytes()
    added = client.post("/api/v1/records", data=data, content_type="text/plain").get_json()["records"]
    for game, one in zip([game for game in read(data) if game.number], added, strict=False):
        asked = {"game": game.number, "lang": ("en", "bg", "de", "hu")[game.number % 4]}
        there, lang = f"/api/v1/records/{one['id']}/deals", asked["lang"]
        found = moments(dump(game.record)) if game.record else iter([(1, "1")])
        every = list(found)
        drawn = random.Random(path.stem).sample(every, min(MOMENTS, len(every)))
        questions = [(number, "situation", "situation", {"moment": moment}) for number, moment in drawn]
        questions += [(number, "ruling", "explain", {}) for number in sorted({number for number, _ in every})]
        for number, name_there, name_here, more in questions:
            kept_answer = client.get(f"{there}/{number}/{name_there}", query_string={"lang": lang, **more})
            answer = client.post(
                f"/api/v1/{name_here}",
                data=data,
                content_type="application/x-sgn",
                query_string={**asked, "deal": number, **more},
            )
            assert (answer.status_code, answer.mimetype) == (kept_answer.status_code, kept_answer.mimetype)
            same = {"request_id": ""} if answer.status_code >= 400 else {}
            here, as_kept = (each.get_json(force=True) | same for each in (answer, kept_answer))
            assert here == as_kept, (number, more)


def test_other_rules_and_other_forms_of_the_record_are_taken(client: FlaskClient) -> None:
    [game] = read(CLUB.read_bytes())
    assert game.record
    asked = {"deal": 2, "rules": "santase target=31"}
    sgn = client.post("/api/v1/explain", data=game.source, content_type="text/plain", query_string=asked)
    shape = json.dumps(dump(game.record))
    other = client.post("/api/v1/explain", data=shape, content_type="application/json", query_string=asked)
    assert sgn.get_json()["rules"] == other.get_json()["rules"] == "santase target=31"
    assert other.get_json()["digest"] == digest(game.record)
    log = client.post(
        "/api/v1/explain",
        data=LOG.read_bytes(),
        content_type="application/octet-stream",
        query_string={"deal": 1},
    )
    assert log.get_json()["answer"]


def test_what_is_not_in_it_is_a_problem(client: FlaskClient) -> None:
    asked: list[tuple[dict[str, object], int]] = [({"deal": 1}, 200), ({"deal": 9}, 404), ({}, 422)]
    asked += [({"deal": 1, "game": 2}, 404), ({"deal": 0}, 422), ({"deal": 1, "game": 0}, 422)]
    asked += [({"deal": 1, "at": "1"}, 422), ({"deal": 1, "rules": "bridge"}, 422)]
    for query, status in asked:
        answer = client.post("/api/v1/explain", data=GOOD, content_type="text/plain", query_string=query)
        assert answer.status_code == status, query
        assert status == 200 or answer.mimetype == "application/problem+json"


def test_nothing_of_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = app_in(tmp_path)
    client = app.test_client()
    name = "Somebody Unheard-of"
    text = GOOD.replace("%SGN 1\n", f'%SGN 1\n[A "{name}"]\n')
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'archive.db'}")
    tables = set(sa.inspect(engine).get_table_names()) - {"words"}  # an index, whose parts other tables hold

    def counted() -> dict[str, int]:
        with engine.connect() as connection:
            return {
                table: connection.scalar(sa.text(f"SELECT count(*) FROM {table}")) or 0 for table in tables
            }

    before = counted()
    kept._judged.cache_clear()
    kept._account.cache_clear()
    with caplog.at_level(0):
        for path in ("explain", "situation", "check", "checks"):
            query: dict[str, object] = {"deal": 1} if path in ("explain", "situation") else {}
            query |= {"moment": "1"} if path == "situation" else {}
            answer = client.post(f"/api/v1/{path}", data=text, content_type="text/plain", query_string=query)
            assert answer.status_code == 200
            assert answer.headers["Cache-Control"] == "no-store"
            assert "ETag" not in answer.headers
    assert name not in caplog.text
    assert counted() == before
    engine.dispose()
    assert kept._judged.cache_info().currsize == kept._account.cache_info().currsize == 0
    archive: Store = app.extensions["archive"]
    assert archive.search(size=1).total == 0
    assert not any(name.encode() in path.read_bytes() for path in tmp_path.iterdir())
