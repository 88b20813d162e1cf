"""Seats of persons: bound to the keys of people, for whom alone they open; guests' seats as before."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from notation import digest, read
from notation.live.match import LiveMatch
from notation.rulings.signatures import NotSignedError, new_key, verify_object
from tests.support.apps import made_app
from tests.support.commands import run
from tests.support.live_http import API, Live, OpenMatch
from viewer.measures import Grouping
from viewer.store import KeyRole, Store
from viewer.store.audit import COMMAND_LINE
from viewer.store.journal import rematch_id
from viewer.store.names import NameKind
from viewer.web import Config
from viewer.web.access import COOKIE
from viewer.web.live.roles import FORM_TOKEN
from viewer.web.wsgi import config_from

PEOPLE = ("Ivan", "Мария")


class Club:
    """A server of live matches with the keys of people, and one of an operator."""

    def __init__(self, folder: Path, **how: Any) -> None:
        self.live = Live(folder, **how)
        self.keys = {name: self.store.keys.add(name, KeyRole.UPLOADER, actor=COMMAND_LINE) for name in PEOPLE}
        self.keys["Office"] = self.store.keys.add("Office", KeyRole.OPERATOR, actor=COMMAND_LINE)

    @property
    def store(self) -> Store:
        found: Store = self.live.app.extensions["archive"]
        return found

    def headers(self, who: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.keys[who]}"} if who else {}

    def post(self, who: str, path: str, **said: Any) -> Any:
        return self.live.client.post(path, headers=self.headers(who), json=said)

    def get(self, who: str, path: str) -> Any:
        return self.live.client.get(path, headers=self.headers(who))

    def open(self, who: str, **how: Any) -> OpenMatch:
        answer = self.post(who, API, **{"rules": "schnapsen", "names": ["x", "y"]} | how)
        assert answer.status_code == 201, answer.text
        return OpenMatch(self.live, answer.json)

    def sit(self, who: str, match: OpenMatch, seat: str, invitation: str = "") -> Any:
        said = {"invitation": invitation} if invitation else {}
        return self.post(who, f"{API}/{match.id}/seats/{seat}", **said)

    def signed_in(self, who: str) -> Any:
        """A browser that is signed in, and the headers with which a page of its session asks."""
        session = self.store.keys.sign_in(self.keys[who])
        assert session
        client = self.live.client
        client.set_cookie(COOKIE, session)
        return client, {FORM_TOKEN: hashlib.sha256(f"form {session}".encode()).hexdigest()}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    made = Club(tmp_path)
    yield made
    made.live.close()


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json.get("code", "")


def you(answer: Any) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json["view"]["you"]


def tags(match: OpenMatch, role: str = "") -> dict[str, str]:
    [game] = read(match.get("record", role).data)
    assert game.record is not None, game.findings
    return {tag.name: tag.value for tag in game.record.tags}


def test_a_person_opens_a_match_and_another_takes_the_free_seat(club: Club) -> None:
    match = club.open("Ivan", people={"A": "Ivan"}, free=["B"])
    assert set(match.keys) == {"arbiter"}
    path = f"{API}/{match.id}"
    assert you(club.get("Ivan", path)) == "A"
    assert you(club.get("Мария", path)) is None
    taken = club.sit("Мария", match, "B")
    assert taken.json == {"role": "B", "person": "Мария"}
    assert you(club.get("Мария", path)) == "B"
    state = match.get().json
    assert state["view"]["persons"] == {"A": "Ivan", "B": "Мария"}
    assert state["match"]["names"] == ["Ivan", "Мария"]
    [listed] = club.get("", API).json["matches"]
    assert (listed["names"], listed["identified"]) == (["Ivan", "Мария"], ["A", "B"])
    assert tags(match) | {"A": "Ivan", "B": "Мария", "Identified": "AB"} == tags(match)
    for role in ("A", "B"):  # no token opens the seat of a person, and none is made
        answer = club.live.client.post(f"{path}/keys/{role}", headers=match.headers("arbiter"))
        assert code(answer) == (409, "bound")
        answer = club.live.client.delete(f"{path}/keys/{role}", headers=match.headers("arbiter"))
        assert code(answer) == (409, "bound")


def test_an_invitation_is_exchanged_for_the_seat_once(club: Club) -> None:
    match = club.open("", public=False)
    path = f"{API}/{match.id}"
    assert code(club.get("Ivan", path)) == (403, "not-allowed")
    assert code(club.sit("Ivan", match, "B", match.keys["A"])) == (409, "not-free")
    assert code(club.sit("", match, "B", match.keys["B"])) == (401, "needs-key")
    assert club.sit("Ivan", match, "B", match.keys["B"]).status_code == 200
    assert you(club.get("Ivan", path)) == "B"
    assert code(match.get(role="B")) == (401, "bad-key")
    assert code(club.sit("Мария", match, "B", match.keys["B"])) == (409, "too-late")
    assert code(club.sit("Ivan", match, "A", match.keys["A"])) == (409, "too-late")
    assert you(match.get(role="A")) == "A"
    told = tags(match, "A")
    assert (told["Identified"], told["A"], told["B"]) == ("B", "x", "Ivan")


def test_a_seat_is_a_persons_before_the_first_cards_alone(club: Club) -> None:
    match = club.open("", dealing="hand")
    match.deal()
    assert code(club.sit("Ivan", match, "B", match.keys["B"])) == (409, "too-late")
    assert you(match.get(role="B")) == "B"
    assert tags(match)["Identified"] == "-"
    assert "persons" not in match.get().json["view"]


def test_only_an_operator_seats_others(club: Club) -> None:
    said = {"rules": "schnapsen", "people": {"A": "Ivan", "B": "Мария"}}
    assert code(club.post("", API, **said)) == (403, "not-allowed")
    assert code(club.post("Ivan", API, **said)) == (403, "not-allowed")
    assert club.post("Office", API, **said).status_code == 201
    for people in ({"A": "Nobody"}, {"A": "Ivan", "B": "Ivan"}, {"C": "Ivan"}):
        assert club.post("Office", API, **said | {"people": people}).status_code == 422
    assert club.post("Ivan", API, **said | {"people": {"A": "Ivan"}, "free": ["A"]}).status_code == 422
    with_tag = {"rules": "schnapsen", "tags": {"Identified": "AB"}}
    assert club.post("Ivan", API, **with_tag).status_code == 422


def test_who_opened_a_match_is_told_to_few(club: Club) -> None:
    match = club.open("Ivan")
    path = f"{API}/{match.id}"
    told = [club.get(who, path).json.get("owner") for who in ("Ivan", "Office", "Мария", "")]
    told += [match.get(role=role).json.get("owner") for role in ("arbiter", "A")]
    assert told == ["Ivan", "Ivan", None, None, "Ivan", None]
    hidden = club.open("Ivan", public=False)
    told = [code(club.get(who, f"{API}/{hidden.id}"))[0] for who in ("Ivan", "Office", "Мария", "")]
    assert told == [200, 200, 403, 401]


def test_whoever_is_signed_in_plays_by_the_session_and_its_proof(club: Club) -> None:
    match = club.open("", free=["B"])
    path = f"{API}/{match.id}"
    client, proof = club.signed_in("Ivan")
    cookie = f"GET / HTTP/1.1\r\nCookie: {COOKIE}={client.get_cookie(COOKIE).value}\r\n\r\n".encode()
    is_known = club.live.app.extensions["known"].shown_in
    assert you(client.get(path, headers=proof)) is None
    assert not is_known(cookie)  # the requests of whoever only watches wait for their turn
    taken = client.post(f"{path}/seats/B", headers=proof)
    assert taken.json == {"role": "B", "person": "Ivan"}
    assert you(client.get(path, headers=proof)) == "B"
    assert is_known(cookie)
    assert you(client.get(path)) is None  # a cookie alone, as a page of another site would send it
    assert code(client.post(f"{path}/actions", json={"do": "leave", "key": "x"})) == (401, "needs-key")
    wrong = {FORM_TOKEN: "0" * 64}
    assert code(client.post(f"{path}/actions", json={"do": "leave", "key": "x"}, headers=wrong)) == (
        403,
        "form-expired",
    )
    club.store.keys.revoke("Ivan", actor=COMMAND_LINE)
    match.room.forget_keys()
    assert code(client.get(path, headers=proof)) == (401, "bad-key")


def test_the_journal_says_who_sits_and_a_rematch_has_the_same_seats(club: Club) -> None:
    match = club.open("Office", people={"A": "Ivan", "B": "Мария"})
    lines = club.store.journal.since(match.id, -1)
    assert LiveMatch.resume(lines).persons == ("Ivan", "Мария")
    for who, said in (
        ("Ivan", {"do": "leave"}),
        ("Ivan", {"do": "offer", "offer": "rematch"}),
        ("Мария", {"do": "accept"}),
    ):
        answer = club.post(who, f"{API}/{match.id}/actions", **said, version=match.version)
        assert answer.status_code == 200, answer.text
    following = f"{API}/{rematch_id(match.id)}"
    assert [you(club.get(who, following)) for who in (*PEOPLE, "")] == ["A", "B", None]
    assert club.get("", following).json["view"]["persons"] == {"A": "Ivan", "B": "Мария"}
    club.live.restart()
    assert you(club.get("Мария", following)) == "B"


def test_the_place_taken_in_another_process_is_taken_here(club: Club) -> None:
    match = club.open("", free=["A", "B"])
    assert you(club.get("Ivan", f"{API}/{match.id}")) is None
    other = club.live.another()
    answer = other.client.post(f"{API}/{match.id}/seats/A", headers=club.headers("Ivan"))
    assert answer.status_code == 200
    assert code(club.sit("Мария", match, "A")) == (409, "too-late")
    assert code(club.sit("Ivan", match, "B")) == (409, "too-late")
    assert club.sit("Мария", match, "B").status_code == 200
    match.room.forget_keys()
    assert you(club.get("Ivan", f"{API}/{match.id}")) == "A"
    other.close()


def test_a_result_is_signed_and_confirmed(tmp_path: Path) -> None:
    private, public = new_key()
    club = Club(tmp_path, signing_key=private)
    tags = {"Tournament": "Cup", "Round": "2", "Board": "5"}
    match = club.open("Ivan", people={"A": "Ivan"}, programs={"B": "careful"}, tags=tags)
    path = f"{API}/{match.id}"
    assert code(club.get("", f"{path}/result")) == (409, "not-over")
    refused = club.post("Ivan", f"{path}/actions", do="confirm", key="early")
    assert code(refused) == (422, "T406")
    club.post("Ivan", f"{path}/actions", do="leave", key="go")
    club.live.hall._tend(match.id, heard=False)
    result = club.get("", f"{path}/result").json
    assert result["confirmed"] == ["B"]  # a program does at once
    assert club.post("Ivan", f"{path}/actions", do="confirm", key="yes").status_code == 200
    assert code(club.post("Ivan", f"{path}/actions", do="confirm", key="again")) == (422, "T417")
    result = club.get("", f"{path}/result").json
    verify_object(result, public)
    expected = {
        "match": match.id,
        "names": ["Ivan", "y"],
        "identified": ["A"],
        "ending": "left",
        "winner": "B",
        "confirmed": ["A", "B"],
        "tournament": "Cup",
        "round": "2",
        "board": "5",
        "score": {"A": 0, "B": 0},
        "head": match.room.match.receipt.head,
    }
    assert result | expected == result
    [game] = read(match.get("record").data)
    assert game.record
    assert result["record"] == digest(game.record)
    with pytest.raises(NotSignedError):
        verify_object(result | {"winner": "A"}, public)
    key, file = tmp_path / "server.pub", tmp_path / "result.json"
    key.write_bytes(public)
    for changed in ({}, {"winner": "A"}, {"signature": None}):
        file.write_text(json.dumps(result | changed, indent=1))
        told = run("verify", file, "--key", key)
        is_verified = "verified: signed with the key" in told.output
        assert (told.exit_code == 0, is_verified) == (not changed, not changed)
    club.live.close()


def test_without_a_key_a_result_says_that_it_is_not_signed(club: Club) -> None:
    match = club.open("")
    match.do("A", do="abort")
    result = match.get("result").json
    assert (result["signature"], result["key"], result["winner"]) == (None, None, None)


def test_no_result_of_a_guest_is_under_a_persons_name(club: Club) -> None:
    """Every way in which a guest is called like a person: names, statistics and pages count persons alone."""
    people = [{}, {"A": "Ivan"}, {"B": "Ivan"}, {"A": "Ivan", "B": "Мария"}]
    for names in (("Ivan", "Мария"), ("Мария", "Ivan"), ("Ivan", "Ivan")):
        for seated in people:
            match = club.open("Office", names=names, people=seated)
            for who in ("A", "B"):
                headers = club.headers(seated[who]) if who in seated else match.headers(who)
                said = {"do": "cut", "cut": f"{names} {seated}".encode().hex()[:60], "key": "c"}
                club.live.client.post(f"{API}/{match.id}/actions", json=said, headers=headers)
            club.live.hall._tend(match.id, heard=False)
            for action in ({"action": "resign", "key": "r"}, {"do": "leave", "key": "l"}):
                headers = club.headers(seated["A"]) if "A" in seated else match.headers("A")
                answer = club.live.client.post(f"{API}/{match.id}/actions", json=action, headers=headers)
                assert answer.status_code == 200, answer.text
            club.live.hall._tend(match.id, heard=False)
    store = club.store
    assert store.count() == 0
    assert store.search().total == 12
    games = {name: store.named(NameKind.PLAYER, name) for name in PEOPLE}
    assert {name: found and found.games for name, found in games.items()} == {"Ivan": 9, "Мария": 3}
    by_player = {each.group: each.deals for each in store.tallies(Grouping.PLAYER) if each.group}
    assert by_player == {"Ivan": 9, "Мария": 3}
    assert {each.name: each.games for each in store.names(NameKind.PLAYER).names} == {"Ivan": 9, "Мария": 3}


def test_my_matches_are_those_at_which_i_sit_and_those_that_i_opened(club: Club) -> None:
    """Against the seats themselves: every match of three people who open and sit in every way."""
    opened: list[tuple[str, str, dict[str, str]]] = []
    for opener in ("Ivan", "Office", ""):
        for people in ({}, {"A": "Ivan"}, {"A": "Мария", "B": "Ivan"}):
            if opener == "Office" or not people:
                match = club.open(opener, people=people, public=len(opened) % 2 == 0)
                opened.append((match.id, opener, people))
                club.live.time += 1_000
    assert code(club.get("", f"{API}?mine=true")) == (401, "needs-key")
    for who in club.keys:
        listed = club.get(who, f"{API}?mine=true").json["matches"]
        its = [match for match, opener, people in reversed(opened) if who in (opener, *people.values())]
        assert [each["id"] for each in listed] == its
        for each in listed:
            [seats] = [people for match, _, people in opened if match == each["id"]]
            assert each.get("own", "") == "".join(seat for seat, person in seats.items() if person == who)
    match = club.open("Office", people={"A": "Ivan", "B": "Мария"})
    [mine] = [each for each in club.get("Ivan", f"{API}?mine=true").json["matches"] if each["id"] == match.id]
    assert mine["awaited"] == ["A", "B"]  # to cut
    club.post("Ivan", f"{API}/{match.id}/actions", do="cut", cut="x", key="c")
    [mine, *_] = club.get("Ivan", f"{API}?mine=true&open=true").json["matches"]
    assert mine["awaited"] == ["B"]
    club.post("Мария", f"{API}/{match.id}/actions", do="leave", key="l")
    club.live.hall._tend(match.id, heard=False)
    [mine] = club.get("Ivan", f"{API}?mine=true&open=false").json["matches"]
    assert (mine["score"], mine["winner"], "awaited" in mine) == ("0-0", "A", False)


def test_the_page_of_my_matches_says_whose_turn_it_is(club: Club) -> None:
    match = club.open("Office", people={"A": "Ivan", "B": "Мария"}, dealing="hand")
    match.deal()
    pages = made_app(Config(club.live.config.database)).test_client()
    assert pages.get("/own/matches").status_code == 401
    told = {who: pages.get("/own/matches", headers=club.headers(who)).text for who in PEOPLE}
    assert [match.id in page for page in told.values()] == [True, True]
    assert [page.count("Your turn") for page in told.values()] == [0, 1]


def test_the_key_of_the_server_is_in_a_file_that_is_read_when_it_starts(tmp_path: Path) -> None:
    private, _ = new_key()
    file = tmp_path / "server.key"
    environ = {"SANTASE_DATABASE": "sqlite:///archive.db", "SANTASE_SIGNING_KEY": str(file)}
    for wrong in (None, b"not a key"):
        if wrong:
            file.write_bytes(wrong)
        with pytest.raises(ValueError, match="SANTASE_SIGNING_KEY is the file of a private key"):
            config_from(environ)
    file.write_bytes(private)
    config = config_from(environ)
    assert config.signing_key == private
    assert "PRIVATE" not in repr(config)
