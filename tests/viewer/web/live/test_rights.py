"""Who may do what at live matches: the table in the documentation is tried cell by cell, on every route.

The routes of the other application are in the table of `test_people.py`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.apps import made_app
from tests.support.live_http import API, Live, OpenMatch
from tests.viewer.web.test_people import cells
from viewer.limits import Settings
from viewer.store import KeyRole, Scope
from viewer.store.audit import COMMAND_LINE
from viewer.web import Config
from viewer.web.live.matches import PREFIX

ACTS: Final = {
    "look": "operations.health operations.metrics operations.ready openapi_json api-docs.openapi_json",
    "list": "matches.all_matches",
    "open": "matches.open_match tournaments.open_tournament",
    "watch": "matches.match matches.events matches.record matches.journal matches.result matches.next_match "
    "matches.deal_ruling matches.deal_disputes",
    "act": "matches.act matches.legal matches.why",
    "change keys": "seats.renew seats.revoke",
    "take a seat": "seats.take_seat",
    "follow a tournament": "tournaments.tournament tournaments.tournament_events tournaments.results",
    "direct a tournament": "tournaments.add_matches tournaments.renew_tournament",
}
"""What is done at each route."""
QUERIES: Final = {"matches.why": "?action=As"}
BODIES: Final = {
    "matches.open_match": {"rules": "schnapsen", "public": False},
    "matches.act": {"do": "settle", "version": 0},
    "tournaments.open_tournament": {"name": "Cup", "rules": "schnapsen"},
    "tournaments.add_matches": {"rules": "schnapsen"},
}
MAY: Final = {200, 201, 404, 406, 409, 410, 415, 422}
"""The answers to whoever may do something, whatever else is wrong."""


CELLS: Final = list(cells("live act"))


class RightsTable:
    """A public and a private match, and the keys of all callers; and tournaments with such matches."""

    def __init__(self, folder: Path) -> None:
        self.live = Live(folder, settings=Settings(live_opened=100))
        store = self.live.app.extensions["archive"]
        kinds = {
            "player": (KeyRole.UPLOADER, tuple(Scope)),
            "opener": (KeyRole.UPLOADER, tuple(Scope)),
            "moderator": (KeyRole.UPLOADER, (Scope.MODERATE,)),
            "operator": (KeyRole.OPERATOR, tuple(Scope)),
        }
        self.keys = {name: store.keys.add(name, *how, actor=COMMAND_LINE) for name, how in kinds.items()}
        self.keys["bad key"] = "sk" + "x" * 43
        self.matches = {kind: self._open(kind == "public") for kind in ("public", "private")}
        self.tournaments = {kind: self._open_tournament(kind == "public") for kind in ("public", "private")}

    def _open_tournament(self, public: bool) -> dict[str, str]:
        """A tournament: its id, the arbiter's key, the key of a seat."""
        opener = {"Authorization": f"Bearer {self.keys['opener']}"}
        asked = {"name": "Cup", "rules": "schnapsen", "public": public, "pairings": "A,B\nx,y\n"}
        told = self.live.client.post(f"{PREFIX}/tournaments", json=asked, headers=opener).json
        return {"id": told["id"], "arbiter": told["key"], "opponent": told["matches"][0]["keys"]["B"]}

    def _open(self, public: bool) -> OpenMatch:
        opener = {"Authorization": f"Bearer {self.keys['opener']}"}
        player = {"Authorization": f"Bearer {self.keys['player']}"}
        asked = {"rules": "schnapsen", "names": ["x", "y"], "dealing": "hand", "public": public}
        match = OpenMatch(self.live, self.live.client.post(API, json=asked, headers=opener).json)
        path = f"{API}/{match.id}/seats/A"
        taken = self.live.client.post(path, json={"invitation": match.keys["A"]}, headers=player)
        assert taken.status_code == 200
        match.deal()
        return match

    def headers(self, who: str, match: OpenMatch) -> dict[str, str]:
        key = {"opponent": match.keys["B"], "arbiter": match.keys["arbiter"]}.get(who) or self.keys.get(who)
        return {"Authorization": f"Bearer {key}"} if key else {}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RightsTable]:
    made = RightsTable(tmp_path_factory.mktemp("rights"))
    yield made
    made.live.close()


def test_every_route_is_in_the_table(table: RightsTable) -> None:
    named = {route for routes in ACTS.values() for route in routes.split()}
    live = {rule.endpoint for rule in table.live.app.url_map.iter_rules()} - {"static"}
    assert live - named == set()
    assert named - live <= {"openapi_json", "api-docs.openapi_json"}


def test_the_table_has_a_cell_for_every_act_match_and_caller() -> None:
    callers = {who for _, _, who, _ in CELLS}
    assert callers == {
        *("guest", "player", "opponent", "arbiter"),
        *("opener", "moderator", "operator", "bad key"),
    }
    kinds = {act: ("",) if act in ("look", "list", "open") else ("public", "private") for act in ACTS}
    kinds["list mine"] = ("",)
    expected = {(act, kind, who) for act, its in kinds.items() for kind in its for who in callers}
    assert {cell[:3] for cell in CELLS} == expected
    assert len(CELLS) == len(expected)


@pytest.mark.parametrize("act", [*ACTS, "list mine"])
def test_every_cell_is_so_on_every_route(act: str, table: RightsTable) -> None:
    """What may be done is tried so that it changes nothing."""
    adapter = table.live.app.url_map.bind("localhost")
    routes = set(ACTS.get(act, ACTS["list"]).split())
    rules = [rule for rule in table.live.app.url_map.iter_rules() if rule.endpoint in routes]
    assert rules
    for _, kind, who, said in (cell for cell in CELLS if cell[0] == act):
        match = table.matches[kind or "public"]
        tournament = table.tournaments[kind or "public"]
        values = {"match": match.id, "tournament": tournament["id"], "role": "A", "seat": "A", "number": 1}
        for rule in rules:
            method = next(iter((rule.methods or set()) - {"HEAD", "OPTIONS"}))
            named = {name: values[name] for name in rule.arguments}
            path = adapter.build(rule.endpoint, named, method) + QUERIES.get(rule.endpoint, "")
            path += "?mine=true" if act == "list mine" else ""
            headers, body = table.headers(who, match), BODIES.get(rule.endpoint)
            if "tournament" in rule.arguments and who in tournament:
                headers = {"Authorization": f"Bearer {tournament[who]}"}
            with table.live.client.open(path, method=method, json=body, headers=headers) as answer:
                expected = MAY if said == "yes" else {int(said)}
                assert answer.status_code in expected, (act, kind, who, path, answer.status_code)
                if rule.endpoint == "tournaments.renew_tournament" and said == "yes":
                    tournament["arbiter"] = answer.json["key"]
                if said == "401":
                    assert answer.headers["WWW-Authenticate"].startswith("Bearer "), (who, path)
    assert {key: match.get(role="B").status_code for key, match in table.matches.items()} == dict.fromkeys(
        table.matches, 200
    )


def test_the_pages_of_a_private_match_are_open_to_its_persons_without_its_keys(table: RightsTable) -> None:
    match = table.matches["private"]
    match.do("B", action="resign")
    pages = made_app(Config(table.live.config.database)).test_client()
    for page in ("record", "deals/1/ruling"):
        open_to = {}
        for who in ("guest", "player", "opener", "moderator", "operator"):
            headers = {"Authorization": f"Bearer {table.keys[who]}"} if who in table.keys else {}
            text = pages.get(f"/live/{match.id}/{page}", headers=headers).text
            open_to[who] = 'name="key"' not in text
        assert open_to == dict.fromkeys(open_to, True) | {"guest": False, "moderator": False}
