"""Who may do what: the table of rights in the documentation is tried cell by cell, on every route.

The table says for each act and each caller what is answered. It is read from `docs/permissions.md`, where
people read it, so that neither can be true alone.
"""

import os
import re
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient
from werkzeug import Response
from werkzeug.test import TestResponse

from notation.findings import Phrase
from tests.support.apps import app_in, made_app
from tests.support.archives import with_tables
from tests.support.corpus import ROOT
from tests.support.databases import EITHER, Postgres, new_url
from tests.support.forked import Forked
from tests.support.hostile import GOOD
from viewer.measures import Grouping
from viewer.store import (
    Key,
    KeyRole,
    Novelty,
    Policy,
    ReadOnlyError,
    RecordStanding,
    Scope,
    Store,
    StoreError,
    Visibility,
)
from viewer.store.access import (
    EVERYTHING,
    AccessAct,
    AccessAnswer,
    Adders,
    RecordSight,
    is_listed,
    is_readable,
    may,
    sight_of,
)
from viewer.store.audit import COMMAND_LINE
from viewer.store.quotas import Quota, Quotas
from viewer.store.tables import RECORDS
from viewer.web import Config
from viewer.web.access import ROUTES
from viewer.web.rates import Rates
from viewer.web.server.workers import sender

pytestmark = pytest.mark.usefixtures("few_repairs")

SENT: Final = {"Content-Type": "application/x-sgn"}


def game(name: str) -> bytes:
    return f'%SGN 1\n[Event "{name}"]\n'.encode()


class House(NamedTuple):
    """An application with a record of each kind, and keys of each kind."""

    app: Flask
    store: Store
    keys: dict[str, str]
    records: dict[str, str]

    def client(self) -> FlaskClient:
        return self.app.test_client()

    def headers(self, who: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.keys[who]}"} if who in self.keys else {}


CALLERS: Final = ("nobody", "owner", "other key", "operator", "revoked key", "bad key")
NOBODY, OWNER, OTHER, OPERATOR, REVOKED, BAD = CALLERS
KINDS_OF_RECORDS: Final = ("public", "unlisted", "private", "hidden", "removed")


def record_of_kind(store: Store, kind: str, name: str) -> str:
    """The id of a new record of the owner."""
    visibility = Visibility.PUBLIC if kind in ("hidden", "removed") else Visibility(kind)
    text = GOOD.encode().replace(b"%SGN 1\n", game(name))
    [added] = store.add(text, standing=RecordStanding(OWNER, visibility))
    if kind == "hidden":
        store.hide(added.id, True, "a reason", actor=COMMAND_LINE)
    if kind == "removed":
        store.remove(added.id, "asked by a player", actor=COMMAND_LINE)
    return added.id


def furnish(store: Store) -> tuple[dict[str, str], dict[str, str]]:
    """Add keys and records of each kind; gives both by name."""
    roles = {
        OWNER: KeyRole.UPLOADER,
        OTHER: KeyRole.UPLOADER,
        REVOKED: KeyRole.UPLOADER,
        OPERATOR: KeyRole.OPERATOR,
    }
    keys = {name: store.keys.add(name, role, actor=COMMAND_LINE) for name, role in roles.items()}
    store.keys.revoke(REVOKED, actor=COMMAND_LINE)
    keys[BAD] = "sk" + "x" * 43
    return keys, {kind: record_of_kind(store, kind, kind) for kind in KINDS_OF_RECORDS}


@cache
def furnishings() -> tuple[bytes, dict[str, str], dict[str, str]]:
    """An SQLite file with keys and records, and these: each house has a copy."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "archive.db")
        with Store.open(with_tables(f"sqlite:///{path}")) as store:
            keys, records = furnish(store)
        return path.read_bytes(), keys, records


def furnished(folder: Path, **more: Any) -> House:
    folder.mkdir(exist_ok=True)
    path = folder / "archive.db"
    database = more.pop("database", f"sqlite:///{path}")
    is_file = database == f"sqlite:///{path}"
    if is_file:
        content, keys, records = furnishings()
        path.write_bytes(content)
    app = made_app(Config(database, **more))
    store: Store = app.extensions["archive"]
    if not is_file:
        keys, records = furnish(store)
    return House(app, store, keys, records)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return furnished(tmp_path)


@pytest.fixture(params=EITHER)
def either(request: pytest.FixtureRequest, tmp_path: Path) -> House:
    return furnished(tmp_path, database=new_url(request, request.param, tmp_path))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house whose first records nobody changes."""
    return furnished(tmp_path_factory.mktemp("house"))


# The table.


class Cell(NamedTuple):
    act: str
    kind: str
    who: str
    said: str


def cells(first: str) -> Iterator[Cell]:
    """The cells of a table of rights in the documentation, which begins with this heading."""
    page = (ROOT / "docs/permissions.md").read_text("utf-8")
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {first} "))
    _, _, *callers = [cell.strip() for cell in lines[start].strip("|").split("|")]
    for line in lines[start + 1 :]:
        act, kind, *said = [cell.strip() for cell in line.strip("|").split("|")]
        if len(said) != len(callers):
            return
        for who, answer in zip(callers, said, strict=True):
            yield Cell(act, kind, who, answer)


CELLS: Final = list(cells("act"))
STATUS: Final = {
    "yes": {200, 201, 301, 303, 400, 404, 409, 415, 422},  # it may be done, whatever else is wrong
    "401": {401},
    "403": {403},
    "404": {404},
    "410": {410},
}


def test_the_table_has_a_cell_for_every_act_record_and_caller() -> None:
    assert {cell.act for cell in CELLS} == {act.value for act in AccessAct}
    assert {cell.who for cell in CELLS} == set(CALLERS)
    kinds = {(cell.act, cell.kind) for cell in CELLS}
    expected = {
        (act.value, kind) for act in AccessAct for kind in (KINDS_OF_RECORDS if act.needs_record else ("",))
    }
    assert kinds == expected
    assert len(CELLS) == len(kinds) * len(CALLERS)
    assert {cell.said for cell in CELLS} == set(STATUS)


def test_every_route_is_in_the_table_of_routes(shared: House) -> None:
    """Where this fails, say in `viewer.web.access.ROUTES` what is done at the new route."""
    routes = {rule.endpoint for rule in shared.app.url_map.iter_rules()}
    assert routes - ROUTES.keys() == set()
    assert ROUTES.keys() - routes == set()


def requests_of(
    app: Flask, act: AccessAct, record_of: Callable[[], str], routes: slice
) -> Iterator[tuple[str, str, str]]:
    """A request for these routes at which an act is done: its endpoint, method and path; to a record each."""
    values = {
        "number": 1,
        "step": 0,
        "form": "svg",
        "code": "R203",
        "spec": "santase",
        "schema": "ruling",
        "pack": "french",
        "filename": "live.css",
        "sheet": "site",
        "module": "replay",
        "name": "swagger-ui.css",
        "match": "0123456789abcdef",
        "first": 0,
        "last": 1,
    }
    adapter = app.url_map.bind("localhost")
    for rule in [rule for rule in app.url_map.iter_rules() if ROUTES[rule.endpoint] is act][routes]:
        record = record_of()
        named = {name: values.get(name, record) for name in rule.arguments}
        named |= {"id": record} if "id" in rule.arguments else {}
        method = next(iter((rule.methods or set()) - {"HEAD", "OPTIONS"}))
        query = {
            "records.set_hidden": "?to=true",
            "records.set_visibility": "?to=unlisted",
            "rulings.knowledge": "?seat=A",
            "rulings.situated": "?moment=1",
        }.get(rule.endpoint, "")
        yield rule.endpoint, method, adapter.build(rule.endpoint, named, method) + query


@pytest.mark.slow
@pytest.mark.usefixtures("few_positions")
@pytest.mark.parametrize("one_in", [5, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("act", AccessAct, ids=lambda act: act.value)
def test_every_cell_of_the_table_is_so(act: AccessAct, one_in: int, shared: House) -> None:
    """What is changed is a record that is new for each request.

    Of the many routes for reading each cell has one in so many: each route has all callers and all kinds.
    """
    numbers = count()
    for at, cell in enumerate(CELLS):
        if cell.act != act.value:
            continue
        changes = act.writes and cell.said == "yes"

        def record_of(cell: Cell = cell, is_new: bool = changes and act.needs_record) -> str:
            if is_new:
                return record_of_kind(
                    shared.store, cell.kind, f"{cell} {one_in} {next(numbers)}".replace('"', "")
                )
            return shared.records.get(cell.kind, "")

        tried = 0
        routes = slice(at % one_in, None, one_in) if act is AccessAct.READ else slice(None)
        for endpoint, method, path in requests_of(shared.app, act, record_of, routes):
            if changes and endpoint in ("people.sign_in", "people.sign_out"):  # which need a session
                continue
            data = {"to": "unlisted"} if changes and act.needs_record else None
            client, headers = shared.client(), shared.headers(cell.who)
            with client.open(path, method=method, headers=headers, data=data) as answer:
                is_as_said(cell, path, answer)
            if changes and act.needs_record:
                [entry, *_] = shared.store.trail(most=1)
                assert (entry.actor, entry.deed.value) == (
                    cell.who,
                    "unhide" if act is AccessAct.HIDE and not path.startswith("/api") else act.value,
                ), cell
                assert entry.moment <= datetime.now(UTC)
            tried += 1
        assert tried or changes, cell


def is_as_said(cell: Cell, path: str, answer: Response) -> None:
    assert answer.status_code in STATUS[cell.said], (cell, path, answer.status_code, answer.data[:200])
    if cell.said in ("401", "403") and path.startswith("/api/"):
        problem = answer.get_json(force=True)
        assert answer.mimetype == "application/problem+json", cell
        assert problem["code"] in ("needs-key", "bad-key", "not-allowed"), cell
        assert len(problem["detail"]) > 20, cell
    if cell.said == "401":
        assert answer.headers["WWW-Authenticate"].startswith("Bearer "), cell


def _key(who: str) -> Key | None:
    if who == NOBODY:
        return None
    role = KeyRole.OPERATOR if who == OPERATOR else KeyRole.UPLOADER
    return Key(who, role, frozenset(Scope), datetime.now(UTC))


# The same decision in SQL, and with fewer scopes.


def test_what_a_database_is_asked_is_what_is_decided(either: House) -> None:
    """Every caller and record: what may be read is what is found, and lists have what is public."""
    keys: list[Key | None] = [None, *either.store.keys.list()]
    keys += [
        Key(each.name, each.role, frozenset({Scope.ADD}), each.created) for each in either.store.keys.list()
    ]
    standings = {each.id: each.standing for each in either.store.transfer(EVERYTHING)}
    assert len(standings) == 4
    for key in keys:
        sight = sight_of(key)
        for record, standing in standings.items():
            found = either.store.get(record, sight)
            assert (found is not None) == (may(key, AccessAct.READ, standing) is AccessAnswer.YES)
            assert found is None or found.standing == standing
    public = {record for record, standing in standings.items() if standing.is_public}
    assert {each.id for each in either.store.search().records} == public
    assert {each.id for each in either.store.search(sight=RecordSight(owner=OWNER)).records} == set(standings)
    assert not either.store.search(sight=RecordSight(owner=OTHER)).total
    assert is_listed(RECORDS.c.id) is not None
    assert is_readable(RECORDS.c.id, RecordSight(), "") is not None


@pytest.mark.parametrize("adders", Adders)
def test_read_only_and_who_may_add(adders: Adders) -> None:
    """The rules of the page, in other words: nothing is written, and adding is for the named users."""
    for who in (None, _key(OWNER), _key(OPERATOR)):
        for act in AccessAct:
            frozen = may(who, act, RecordStanding(OWNER), Policy(adders, read_only=True))
            assert (frozen is AccessAnswer.READ_ONLY) == act.writes
        with_key = AccessAnswer.YES if who else AccessAnswer.NEEDS_KEY
        expected = {Adders.NOBODY: AccessAnswer.NO, Adders.KEY: with_key, Adders.ALL: AccessAnswer.YES}
        assert may(who, AccessAct.ADD, None, Policy(adders)) is expected[adders]


@pytest.mark.parametrize("scope", Scope)
def test_a_key_does_no_more_than_its_scopes(scope: Scope) -> None:
    for role in KeyRole:
        key = Key(OWNER, role, frozenset({scope}), datetime.now(UTC))
        own = RecordStanding(OWNER)
        assert (may(key, AccessAct.ADD) is AccessAnswer.YES) == (scope is Scope.ADD)
        assert (may(key, AccessAct.READ, RecordStanding(OWNER, Visibility.PRIVATE)) is AccessAnswer.YES) == (
            scope is Scope.READ
        )
        assert (may(key, AccessAct.REMOVE, own) is AccessAnswer.YES) == (scope is Scope.MODERATE)
        assert (may(key, AccessAct.CHANGE_KEYS) is AccessAnswer.YES) == (
            scope is Scope.MODERATE and role is KeyRole.OPERATOR
        )


def test_who_may_add_is_the_server_s_to_say(tmp_path: Path) -> None:
    for adders, nobody, owner in ((Adders.NOBODY, 403, 403), (Adders.KEY, 401, 201), (Adders.ALL, 201, 201)):
        folder = tmp_path / adders.value
        folder.mkdir()
        house = furnished(folder, policy=Policy(adders))
        client = house.client()
        form = 'action="/records"'
        assert (form in client.get("/").text) == (nobody == 201)
        for who, expected in ((NOBODY, nobody), (OWNER, owner)):
            sent = client.post("/api/v1/records", data=game(who), headers=SENT | house.headers(who))
            assert sent.status_code == expected, (adders, who)
            assert (form in client.get("/", headers=house.headers(who)).text) == (expected == 201)


# Nothing leaks.


def told(answer: TestResponse) -> str:
    """Return an answer without the id of the request, which is unique."""
    return answer.text.replace(answer.headers.pop("X-Request-Id"), "")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["private", "hidden"])
def test_what_may_not_be_read_is_as_if_it_were_not_there(kind: str, shared: House) -> None:
    client, there, absent = shared.client(), shared.records[kind], "0" * 64
    for endpoint, method, path in requests_of(shared.app, AccessAct.READ, lambda: there, slice(None)):
        for who in (NOBODY, OTHER):
            headers = shared.headers(who) | {"If-None-Match": "*"}
            found = client.open(path, method=method, headers=headers)
            missing = client.open(path.replace(there, absent), method=method, headers=headers)
            assert found.status_code == missing.status_code == 404, endpoint
            assert told(found).replace(there, absent) == told(missing)
            assert dict(found.headers) == dict(missing.headers)
            assert len(found.data) == len(missing.data)
    for short in (there[:8], there[:16]):
        assert client.get(f"/records/{short}").status_code == 404


def test_what_is_unlisted_is_found_by_its_address_alone(shared: House) -> None:
    client, record = shared.client(), shared.records["unlisted"]
    assert client.get(f"/records/{record[:16]}").status_code == 200
    assert client.get(f"/records/{record[:8]}").status_code == 404
    assert "no-store" in client.get(f"/records/{record}").headers["Cache-Control"]
    for path in ("/", "/api/v1/records", "/api/v1/records?event=unlisted", "/?text=unlisted"):
        assert record[:16] not in client.get(path).text


def test_a_private_record_is_not_told_by_adding_the_same(either: House) -> None:
    """Another sends the very text: for him it is new, and lies elsewhere."""
    text = GOOD.encode().replace(b"%SGN 1\n", game("private"))
    [added] = either.store.add(text, standing=RecordStanding(OTHER))
    assert added.novelty is Novelty.NEW
    assert added.id == added.digest != either.records["private"]
    [again] = either.store.add(text, standing=RecordStanding(OTHER, Visibility.PRIVATE))
    [own] = either.store.add(text, standing=RecordStanding(OWNER, Visibility.PRIVATE))
    assert len({added.id, again.id, own.id}) == 3
    assert own.novelty is Novelty.KNOWN
    assert own.id == either.records["private"]


def test_lists_statistics_and_series_are_of_what_is_public(either: House) -> None:
    client = either.client()
    series = b'%SGN 1\n[Series "Club"]\n[Match "1"]\n'
    [added] = either.store.add(GOOD.encode().replace(b"%SGN 1\n", series), standing=RecordStanding(OWNER))
    either.store.count()

    def told() -> tuple[int, int, int, int]:
        rows = client.get("/api/v1/statistics").get_json()["tallies"]
        return (
            client.get("/api/v1/records").get_json()["total"],
            client.get("/api/v1/series?name=Club").status_code,
            sum(row["deals"] for row in rows),
            client.get("/api/v1/records?text=club").get_json()["total"],
        )

    before = told()
    assert before[1] == 200
    either.store.hide(added.id, True, "", actor=COMMAND_LINE)
    during = told()
    assert during == (before[0] - 1, 404, before[2] - 1, 0)
    either.store.hide(added.id, False, "", actor=COMMAND_LINE)
    assert told() == before
    either.store.set_visibility(added.id, Visibility.UNLISTED, actor=OWNER)
    assert told() == during
    either.store.set_visibility(added.id, Visibility.PUBLIC, actor=OWNER)
    assert told() == before
    either.store.remove(added.id, "", actor=COMMAND_LINE)
    assert told() == during


def test_statistics_are_counted_anew_where_one_record_takes_another_s_place(either: House) -> None:
    """As many records and the same last moment as before, and yet not the same."""
    moment = datetime(2026, 11, 20, tzinfo=UTC)
    ids = []
    for player in ("Ana", "Bojan"):
        text = GOOD.encode().replace(b"%SGN 1\n", f'%SGN 1\n[A "{player}"]\n'.encode())
        [added] = either.store.add(text, added=moment)
        ids.append(added.id)

    def players() -> set[str]:
        either.store.count()
        return {str(tally.group) for tally in either.store.tallies(Grouping.PLAYER)} & {"Ana", "Bojan"}

    first, second = ids
    either.store.hide(first, True, "", actor=OPERATOR)
    assert players() == {"Bojan"}
    either.store.hide(first, False, "", actor=OPERATOR)
    either.store.hide(second, True, "", actor=OPERATOR)
    assert players() == {"Ana"}


def test_whoever_has_a_tag_is_told_what_became_of_the_record(house: House) -> None:
    client, record = house.client(), house.records["public"]
    paths = [f"/records/{record}.sgn", f"/api/v1/records/{record}", f"/api/v1/records/{record}/comparison"]
    tags = {path: client.get(path).headers["ETag"] for path in paths}
    for path, tag in tags.items():
        answer = client.get(path, headers={"If-None-Match": tag})
        assert answer.status_code == 304
        assert "no-cache" in answer.headers["Cache-Control"]
    house.store.remove(record, "asked by a player", actor=COMMAND_LINE)
    for path, tag in tags.items():
        gone = client.get(path, headers={"If-None-Match": tag})
        assert gone.status_code == 410
        assert "asked by a player" in gone.text


def test_nothing_of_a_removed_record_stays_in_the_files(house: House, tmp_path: Path) -> None:
    word = b"Hapaxlegomenon"
    [added] = house.store.add(
        GOOD.encode().replace(b"%SGN 1\n", game(word.decode()) + b'[A "Hapaxlegomenon"]\n')
    )
    house.client().get(f"/api/v1/records/{added.id}/judgement")
    files = list(tmp_path.iterdir())
    assert any(word in path.read_bytes() for path in files)
    house.store.remove(added.id, "", actor=COMMAND_LINE)
    assert not any(
        word in path.read_bytes() or word.lower() in path.read_bytes() for path in tmp_path.iterdir()
    )


def test_a_removed_record_is_taken_again_only_after_an_operator_says_so(either: House) -> None:
    client, text = either.client(), GOOD.encode().replace(b"%SGN 1\n", game("removed"))
    refused = client.post("/api/v1/records", data=text, headers=SENT)
    assert refused.status_code == 409
    assert "asked by a player" in refused.get_json(force=True)["detail"]
    both = client.post("/api/v1/records", data=text + b"\n" + game("another"), headers=SENT).get_json()
    assert [each["novelty"] for each in both["records"]] == ["refused", "new"]
    assert both["records"][0]["why"] == "asked by a player"
    hidden = client.post(
        "/api/v1/records", data=GOOD.encode().replace(b"%SGN 1\n", game("hidden")), headers=SENT
    )
    assert hidden.status_code == 409
    either.store.readmit(either.records["removed"], "a mistake", actor=OPERATOR)
    assert client.post("/api/v1/records", data=text, headers=SENT).status_code == 201


def test_a_hidden_record_does_not_come_back_by_becoming_private(house: House) -> None:
    client, hidden = house.client(), house.records["hidden"]
    path = f"/api/v1/records/{hidden}/visibility?to="
    assert client.put(f"{path}private", headers=house.headers(OWNER)).status_code == 409
    assert client.put(f"{path}unlisted", headers=house.headers(OWNER)).status_code == 200
    text = GOOD.encode().replace(b"%SGN 1\n", game("hidden"))
    for key in (OWNER, OTHER):
        again = client.post("/api/v1/records", data=text, headers=SENT | house.headers(key))
        assert again.status_code == 409
    assert client.get(f"/api/v1/records/{hidden}").status_code == 404


def test_why_a_hidden_record_was_removed_is_told_to_nobody_who_could_not_read_it(house: House) -> None:
    client, hidden = house.client(), house.records["hidden"]
    house.store.remove(hidden, "a player complained", actor=COMMAND_LINE)
    text = GOOD.encode().replace(b"%SGN 1\n", game("hidden"))
    for answer in (
        client.get(f"/api/v1/records/{hidden}"),
        client.post("/api/v1/records", data=text, headers=SENT),
        client.post("/api/v1/records", data=text + game("another"), headers=SENT),
    ):
        assert "complained" not in answer.text
    assert "complained" in client.get(f"/api/v1/records/{hidden}", headers=house.headers(OWNER)).text


def test_what_is_hidden_while_an_export_is_read_is_left_out(
    either: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.store.finding._READ_AT_ONCE", 1)
    ids = [added.id for name in "abc" for added in either.store.add(game(name))]
    export = either.store.each(since=str(either.store.get(ids[0]).number - 1))  # type: ignore[union-attr]
    first = next(export)
    either.store.hide(ids[1], True, "rude", actor=OPERATOR)
    assert [first.id, *(each.id for each in export)] == [ids[0], ids[2]]


def test_who_comes_second_with_a_change_is_told_that_the_record_is_gone(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, record = house.client(), house.records["public"]
    here = house.store.get(record)
    house.store.remove(record, "", actor=COMMAND_LINE)
    monkeypatch.setattr(house.store, "get", lambda *_: here)
    for answer in (
        client.delete(f"/api/v1/records/{record}", headers=house.headers(OWNER)),
        client.put(f"/api/v1/records/{record}/hidden?to=true", headers=house.headers(OPERATOR)),
    ):
        assert (answer.status_code, answer.get_json(force=True)["detail"]) == (
            409,
            "there is no record of this id",
        )


# What the owner and the operator change.


def test_the_owner_says_who_may_read_a_record(either: House) -> None:
    client, headers = either.client(), either.headers(OWNER)
    record, text = either.records["public"], either.store.get(either.records["public"])
    assert text
    path = "/api/v1/records/{}/visibility?to={}"
    private = client.put(path.format(record, "private"), headers=headers).get_json()
    assert private["visibility"] == "private"
    assert private["id"] != record
    assert client.get(f"/api/v1/records/{record}").status_code == 404
    assert client.get(f"/api/v1/records/{private['id']}").status_code == 404
    own = client.get(f"/api/v1/records/{private['id']}/text", headers=headers)
    assert own.data == text.text
    assert own.headers["Cache-Control"] == "private, no-store"
    public = client.put(path.format(private["id"], "public"), headers=headers).get_json()
    assert public["id"] == record
    assert public["added"] == private["added"]
    trail = either.store.trail(record)
    assert trail[0].actor == OWNER
    assert private["id"] in trail[0].reason


def test_an_anonymous_record_cannot_be_private(house: House) -> None:
    client = house.client()
    sent = client.post("/api/v1/records?visibility=private", data=game("x"), headers=SENT)
    assert sent.status_code == 401
    [added] = house.store.add(game("y"))
    said = client.put(f"/api/v1/records/{added.id}/visibility?to=private", headers=house.headers(OPERATOR))
    assert said.status_code == 409


def test_the_audit_trail_is_only_added_to(either: House) -> None:
    client, record = either.client(), either.records["public"]
    client.put(f"/api/v1/records/{record}/hidden?to=true&reason=rude", headers=either.headers(OPERATOR))
    client.put(f"/api/v1/records/{record}/hidden?to=false", headers=either.headers(OPERATOR))
    client.delete(f"/api/v1/records/{record}?reason=wish", headers=either.headers(OWNER))
    said = [(each.actor, each.deed.value, each.reason) for each in either.store.trail(record)]
    assert said == [(OWNER, "remove", "wish"), (OPERATOR, "unhide", ""), (OPERATOR, "hide", "rude")]
    for statement in ("DELETE FROM audit", "UPDATE audit SET actor = 'x'"):
        with (
            pytest.raises(StoreError, match="cannot be changed"),
            either.store._database.writing() as changing,
        ):
            changing.execute(sa.text(statement))
    assert len(either.store.trail(record)) == len(said)


# Keys.


def test_no_secret_is_kept(house: House, tmp_path: Path) -> None:
    house.store.keys.sign_in(house.keys[OWNER])
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in house.keys.values():
        assert secret.encode() not in held
        assert len(secret) == 45
    assert len(set(house.keys.values())) == len(house.keys)


def test_what_is_no_key_is_refused_and_what_a_proxy_asks_for_does_no_harm(shared: House) -> None:
    client = shared.client()
    for header in ("Bearer", "Bearer ", "Bearer \ud800x", "sk", "sk1234", "Token x"):
        said = {"Authorization": header.encode("utf-8", "replace").decode("latin-1")}
        assert client.get("/api/v1/records", headers=said).status_code == 401, header
        assert client.get("/", headers=said).status_code == 401, header
    for header in ("Basic c2s6eA==", "basic x", "Negotiate x", ""):
        said = {"Authorization": header}
        assert client.get("/api/v1/records", headers=said).status_code == 200, header
        assert client.get("/own", headers=said).status_code == 401, header


def test_a_key_opens_what_can_be_read_where_nothing_can_be_written(
    shared: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared.store.keys, "_remember_use", Mock(side_effect=StoreError(Phrase("full"))))
    path = f"/api/v1/records/{shared.records['private']}"
    assert shared.client().get(path, headers=shared.headers(OWNER)).status_code == 200


def test_a_name_is_taken_for_good(either: House) -> None:
    for name in (OWNER, REVOKED, "", " x", "x" * 65, COMMAND_LINE, "a\nb"):
        with pytest.raises(StoreError):
            either.store.keys.add(name, KeyRole.UPLOADER, actor=COMMAND_LINE)
    with pytest.raises(StoreError):
        either.store.keys.revoke(REVOKED, actor=COMMAND_LINE)


# Sessions.


def signed_in(house: House, who: str) -> tuple[FlaskClient, str]:
    client = house.client()
    answer = client.post("/sign-in", data={"key": house.keys[who]})
    assert answer.status_code == 303
    page = client.get("/own").text
    found = re.search('name="token" value="([0-9a-f]{64})"', page)
    assert found
    return client, found[1]


def test_a_session_is_opened_with_a_key_and_ends(either: House) -> None:
    client, token = signed_in(either, OWNER)
    cookie = client.get_cookie("session")
    assert cookie
    assert cookie.http_only
    assert cookie.same_site == "Lax"
    assert either.records["private"][:16] in client.get("/own").text
    assert client.get(f"/records/{either.records['private']}").status_code == 200
    assert client.get(f"/api/v1/records/{either.records['private']}").status_code == 404
    assert client.get("/administration").status_code == 403
    assert client.post("/sign-out", data={"token": token}).status_code == 303
    client.set_cookie("session", cookie.value)
    assert client.get("/own").status_code == 401


def test_a_session_ends_with_its_key_and_in_time(either: House, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = either.store.keys.sign_in(either.keys[OWNER])
    late = either.store.keys.sign_in(either.keys[OTHER])
    assert opened
    assert late
    assert either.store.keys.holder(opened)
    renewed = either.store.keys.renew(OWNER, actor=OPERATOR)
    assert either.store.keys.holder(opened) is None
    assert either.store.keys.find(either.keys[OWNER]) is None
    again = either.store.keys.sign_in(renewed)
    assert again
    assert either.store.keys.holder(again)
    either.store.keys.revoke(OWNER, actor=OPERATOR)
    assert either.store.keys.holder(again) is None
    assert either.store.keys.find(renewed) is None

    class Later(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> "Later":
            return cls.fromtimestamp(datetime.now(UTC).timestamp() + 43_201, tz)

    assert either.store.keys.holder(late)
    monkeypatch.setattr("viewer.store.keys.datetime", Later)
    assert either.store.keys.holder(late) is None


def test_a_form_needs_the_token_of_its_session(house: House) -> None:
    client, token = signed_in(house, OPERATOR)
    record = house.records["public"]
    _, foreign = signed_in(house, OWNER)
    for wrong in ({}, {"token": ""}, {"token": foreign}, {"token": "ä"}):
        for path in (f"/records/{record}/remove", "/keys", "/sign-out", "/records"):
            assert client.post(path, data={"name": "x", **wrong}).status_code == 403
    assert house.store.get(record)
    assert (
        client.post(f"/records/{record}/remove", data={"token": token, "reason": "wish"}).status_code == 200
    )
    assert client.get(f"/records/{record}").status_code == 410


def test_an_operator_s_page_makes_and_revokes_keys_and_lets_records_in_again(house: House) -> None:
    client, token = signed_in(house, OPERATOR)
    said = {"token": token, "name": "Новият", "role": "uploader", "scope": ["add", "read"]}
    made = client.post("/keys", data=said)
    found = re.search('<code class="secret">(sk[^<]+)<', made.text)
    assert found
    key = house.store.keys.find(found[1])
    assert key
    assert key.scopes == {Scope.ADD, Scope.READ}
    assert found[1] not in client.get("/administration").text
    assert client.post("/keys", data=said).status_code == 422
    assert client.post("/keys", data=said | {"name": "x", "role": "king"}).status_code == 422
    assert client.post("/keys/revoke", data={"token": token, "name": "Новият"}).status_code == 303
    assert house.store.keys.find(found[1]) is None
    gone = {"token": token, "id": house.records["removed"]}
    assert client.post("/readmit", data=gone).status_code == 303
    assert client.post("/readmit", data=gone).status_code == 409


def test_a_form_hides_shows_and_sets_visibility(house: House) -> None:
    operator, token = signed_in(house, OPERATOR)
    record = house.records["public"]
    for to, status in (("hidden", 404), ("shown", 200)):
        done = operator.post(f"/records/{record}/hide", data={"token": token, "to": to})
        assert done.status_code == 303
        assert house.client().get(f"/records/{record}").status_code == status
    owner, token = signed_in(house, OWNER)
    done = owner.post(f"/records/{record}/visibility", data={"token": token, "to": "private"})
    assert owner.get(done.headers["Location"]).status_code == 200
    assert house.client().get(done.headers["Location"]).status_code == 404
    sent = owner.post("/records", data={"token": token, "text": game("z").decode(), "visibility": "private"})
    assert owner.get(sent.headers["Location"]).status_code == 200
    assert house.client().get(sent.headers["Location"]).status_code == 404


# Quotas and rates.


@pytest.mark.parametrize("kind", EITHER)
def test_so_much_can_be_added_in_a_day(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    quotas = {"address_quota": Quota(3, 1 << 20), "key_quota": Quota(5, 1 << 20)}
    house = furnished(tmp_path, database=new_url(request, kind, tmp_path), **quotas)
    client = house.client()

    def send(count: int, who: str, address: str = "192.0.2.1") -> TestResponse:
        data = b"\n".join(game(f"{who}{address}{n}") for n in range(count))
        return client.post(
            "/api/v1/records",
            data=data,
            headers=SENT | house.headers(who),
            environ_overrides={"REMOTE_ADDR": address},
        )

    assert send(2, NOBODY).status_code == 201
    refused = send(2, NOBODY)
    assert refused.status_code == 429
    assert refused.get_json(force=True)["code"] == "quota"
    assert 0 < int(refused.headers["Retry-After"]) <= 86_400
    assert '"records";r=1;t=' in refused.headers["RateLimit"]
    assert '"records";q=3;w=86400' in refused.headers["RateLimit-Policy"]
    assert send(1, NOBODY).status_code == 200
    assert send(1, NOBODY, "192.0.2.2").status_code == 201
    assert send(2, NOBODY, "2001:db8::1").status_code == 201
    assert send(2, NOBODY, "2001:db8::2").status_code == 429
    assert send(5, OWNER).status_code == 201
    assert send(1, OWNER).status_code == 429
    assert send(5, OTHER).status_code == 201
    assert send(7, OPERATOR).status_code == 201


def test_a_quota_is_for_a_day_and_no_address_is_kept(tmp_path: Path) -> None:
    now = datetime(2026, 11, 20, 23, 59, 50, tzinfo=UTC)
    with Store.open(f"sqlite:///{tmp_path / 'archive.db'}") as store:
        quotas = Quotas(store.quotas._database, lambda: now)
        first = quotas.charge("", "192.0.2.1", 2, 10, Quota(2, 100))
        assert first == (True, 0, 90, 10)
        assert not quotas.charge("", "192.0.2.1", 1, 10, Quota(2, 100)).is_within
        assert not quotas.charge("", "192.0.2.3", 1, 101, Quota(2, 100)).is_within
        held = sqlite3.connect(tmp_path / "archive.db")
        senders = {row[0] for row in held.execute("SELECT sender FROM uses")}
        assert len(senders) == 2
        assert not any("192.0.2" in sender for sender in senders)
        now += timedelta(seconds=10)
        assert quotas.charge("", "192.0.2.1", 2, 10, Quota(2, 100)).is_within
        days = {row[0] for table in ("uses", "salts") for row in held.execute(f"SELECT day FROM {table}")}
        assert days == {int(now.timestamp()) // 86_400}
        assert senders.isdisjoint(row[0] for row in held.execute("SELECT sender FROM uses"))
        held.close()


def test_an_address_is_what_the_proxies_say_and_nobody_else(tmp_path: Path) -> None:
    for proxies, last in ((0, 429), (1, 201)):
        folder = tmp_path / str(proxies)
        folder.mkdir()
        house = furnished(folder, address_quota=Quota(1, 1 << 20), proxies=proxies)
        statuses = [
            house.client()
            .post("/api/v1/records", data=game(str(n)), headers=SENT | {"X-Forwarded-For": f"192.0.2.{n}"})
            .status_code
            for n in range(2)
        ]
        assert statuses == [201, last]


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("2001:db8::1:2:3:4", "2001:db8::5", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
    ],
)
def test_who_counts_as_one_sender(one: str, other: str, together: bool) -> None:
    """A socket of both kinds names IPv4 addresses as IPv6, and those of a link with their interface."""
    senders = {sender(b"GET / HTTP/1.1\r\n\r\n", (address, 7), 0) for address in (one, other)}
    assert "" not in senders
    assert (len(senders) == 1) is together


def test_so_many_dear_requests_are_answered_in_a_minute(tmp_path: Path) -> None:
    house = furnished(tmp_path, rate=2)
    client, path = house.client(), "/api/v1/records/{}/inference"
    path = path.format(house.records["public"])
    statuses = [client.get(path).status_code for _ in range(3)]
    if 429 not in statuses:  # the minute turned between
        statuses = [client.get(path).status_code for _ in range(3)]
    assert statuses[-1] == 429
    last = client.get(path)
    assert last.get_json(force=True)["code"] == "rate"
    assert 0 < int(last.headers["Retry-After"]) <= 60
    assert client.get("/api/v1/records").status_code == 200
    assert client.get(path, headers=house.headers(OTHER)).status_code == 200
    assert {client.get(path, headers=house.headers(OPERATOR)).status_code for _ in range(4)} == {200}


def test_a_rate_begins_anew_each_minute_and_holds_so_many_senders() -> None:
    now = [0.0]
    rates = Rates(1, lambda: now[0])
    assert [rates.count("a")[0] for _ in range(2)] == [0, -1]
    now[0] = 60.0
    assert rates.count("a") == (0, 60)
    for n in range(20_000):
        rates.count(str(n))
    assert len(rates._counts) <= 10_000


# Read only.


def test_a_frozen_archive_is_served(tmp_path: Path) -> None:
    house = furnished(tmp_path)
    house.store.close()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    frozen = app_in(tmp_path, policy=Policy(read_only=True))
    client, headers = frozen.test_client(), house.headers(OWNER)
    assert 'action="/records"' not in client.get("/").text
    assert client.get(f"/records/{house.records['public']}").status_code == 200
    assert client.get(f"/api/v1/records/{house.records['private']}", headers=headers).status_code == 200
    assert client.get(f"/api/v1/records/{house.records['public']}/comparison").status_code == 200
    assert client.get("/statistics").status_code == 200
    for path in ("/api/v1/records", "/records"):
        refused = client.post(path, data=game("x"), headers=SENT)
        assert refused.status_code == 403
        assert "read only" in refused.text
    assert client.post("/sign-in", data={"key": house.keys[OWNER]}).status_code == 403
    store: Store = frozen.extensions["archive"]
    with pytest.raises(StoreError, match="read only"):
        store.add(game("x"))
    assert store.rejudge() == 0
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.db")} == {
        name: data for name, data in before.items() if name.endswith(".db")
    }


READING: Final = """
import os, sys, tempfile
from viewer.store import Store, StoreError
with tempfile.TemporaryDirectory() as other, Store.open(f"sqlite:///{other}/archive.db") as store:
    store.add(b"%SGN 1")  # all that this needs is loaded
if not os.geteuid():
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)
with Store.open(f"sqlite:///{sys.argv[1]}/archive.db") as store:
    print(store.read_only, store.search().total)
    try:
        store.add(b"%SGN 1")
    except StoreError as error:
        print(error, flush=True)
os._exit(0)  # coverage would write where this user may not
"""


@pytest.mark.slow
def test_a_folder_in_which_nothing_can_be_written_makes_an_archive_read_only(tmp_path: Path) -> None:
    """Asked by somebody who is not root, who may write everywhere."""
    with tempfile.TemporaryDirectory(prefix="frozen") as folder:
        furnished(Path(folder)).store.close()
        Path(folder).chmod(0o555)
        command = [sys.executable, "-c", READING, folder]
        with Forked(command, os.environ) as process:
            assert process.communicate(timeout=60)[0] == "True 1\nthe archive is read only\n"
        assert sorted(path.name for path in Path(folder).iterdir()) == ["archive.db"]
        Path(folder).chmod(0o755)


def test_a_server_that_takes_no_writes_makes_an_archive_read_only(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_url()
    furnished(tmp_path, database=url)
    with Store.open(f"{url}%20-cdefault_transaction_read_only%3Don") as store:
        assert store.read_only
        assert store.search().total == 1
        with pytest.raises(ReadOnlyError):
            store.add(game("x"))


def test_an_archive_that_is_only_read_has_to_be_there_and_of_today(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'archive.db'}"
    with pytest.raises(StoreError):
        Store.open(url, read_only=True)
    with Store.open(url) as store, store._database.writing() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0000'"))
    with pytest.raises(StoreError, match="another version"):
        Store.open(url, read_only=True)
