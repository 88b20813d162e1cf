"""Tournaments over HTTP: many matches opened at once, one arbiter, one feed."""

import csv
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest

from notation.record import SEAT_LETTERS
from notation.rulings.signatures import NotSignedError, new_key, verify_object
from tests.support.live_http import HANDS, TALON, Live, OpenMatch
from viewer.limits import Settings
from viewer.store import KeyRole, Scope, Store
from viewer.store.access import Adders
from viewer.store.transfer import read_line, write_line
from viewer.web.live.pairings import read_pairings

API: Final = "/api/v1/live/tournaments"
KEY: Final = "a-key-of-a-request"
ROUND: Final[dict[str, Any]] = {
    "rules": "schnapsen",
    "dealing": "hand",
    "matches": [
        {"round": "1", "board": "10", "names": ["Ana", "Boris"]},
        {"round": "1", "board": "2", "names": ["Vera", "Gog"]},
    ],
}


class Desk:
    """A tournament with its arbiter's key, and its matches."""

    def __init__(self, live: Live, **how: Any) -> None:
        self.live = live
        answer = live.client.post(API, json={"name": "Club", **ROUND, **how})
        assert answer.status_code == 201, answer.text
        self.told = answer.json
        self.key: str = answer.json["key"]
        self.path = f"{API}/{answer.json['id']}"
        self.matches = [self.match(each) for each in answer.json["matches"]]

    def match(self, told: Any) -> OpenMatch:
        return OpenMatch(self.live, told | {"keys": told["keys"] | {"arbiter": self.key}})

    def send(self, path: str, by: str = "", **said: Any) -> Any:
        headers = {"Authorization": f"Bearer {by or self.key}"}
        return self.live.client.post(f"{self.path}/{path}", json=said, headers=headers)

    def get(self, path: str = "", key: str = "") -> Any:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return self.live.client.get(f"{self.path}{path}", headers=headers)

    def follow(self, key: str = "") -> Iterator[dict[str, Any]]:
        """The events of the feed, without keep-alives."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        answer = self.live.client.get(f"{self.path}/events", headers=headers, buffered=False)
        assert answer.status_code == 200, answer.text
        for part in answer.iter_encoded():
            yield from (json.loads(line) for line in part.splitlines() if line)


def listed(live: Live) -> list[Any]:
    found: list[Any] = live.client.get("/api/v1/live/matches").json["matches"]
    return found


def test_one_request_opens_all_matches_and_its_key_is_the_arbiters_of_each(live: Live) -> None:
    desk = Desk(live)
    assert [set(match.keys) for match in desk.matches] == [{"A", "B", "arbiter"}] * 2
    for match, said in zip(desk.matches, ROUND["matches"], strict=True):
        match.deal()
        match.do("B", action="Ah")
        match.do("arbiter", do="pause", reason="tea")
        assert match.get("record").json is None
        record = match.get("record").text
        assert '[Tournament "Club"]' in record
        assert f'[Board "{said["board"]}"]' in record
        assert match.get("legal", "arbiter").status_code == 200
    assert [each["tournament_id"] for each in listed(live)] == [desk.told["id"]] * 2
    assert [board["board"] for board in desk.get().json["boards"]] == ["2", "10"]
    assert desk.get("", desk.matches[0].keys["A"]).status_code == 401
    assert live.client.get(f"{API}/0123456789abcdef").json["code"] == "no-tournament"


def test_the_same_request_opens_nothing_twice_and_is_answered_as_before(live: Live) -> None:
    first = Desk(live, key=KEY)
    assert Desk(live, key=KEY).told == first.told
    assert Desk(live.another(), key=KEY).told == first.told
    assert len(listed(live)) == 2
    other = {"name": "Club", **ROUND, "matches": ROUND["matches"][:1], "key": KEY}
    for changed in (other, {**other, **ROUND, "rules": "santase"}, {**other, **ROUND, "name": "Cup"}):
        assert live.client.post(API, json=changed).json["code"] == "key-used"
    assert Desk(live, key=f"{KEY}-2").told["key"] != first.key
    more = {
        "rules": "santase",
        "pairings": "round,board,A,B\n2,1,Ana,Gog\n2,2,Vera,Boris\n",
        "key": KEY[::-1],
    }
    answers = [first.send("matches", **more) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json == answers[1].json
    assert [board["round"] for board in first.get().json["boards"]] == ["1", "1", "2", "2"]
    added = first.match(answers[0].json["matches"][0])
    assert added.ask("arbiter", do="pause").status_code == 200
    assert first.send("matches", first.matches[0].keys["A"], **more).status_code == 401
    assert first.send("matches", **more | {"pairings": "A,B\nAna,Gog\n"}).json["code"] == "key-used"


def test_keys_are_secret_even_to_whoever_reads_the_archive_or_the_request(live: Live) -> None:
    desk = Desk(live, key=KEY)
    folder = Path(live.config.database.removeprefix("sqlite:///")).parent
    stored = b"".join(path.read_bytes() for path in folder.iterdir())
    assert b"Vera" in stored
    for token in (KEY, desk.key, *(token for match in desk.matches for token in match.keys.values())):
        assert token.encode() not in stored
    tokens = [token for match in desk.matches for role, token in match.keys.items() if role in SEAT_LETTERS]
    assert len({*tokens, desk.key}) == 5


def errors(answer: Any) -> list[tuple[str, str]]:
    assert (answer.status_code, answer.json["code"]) == (422, "malformed"), answer.text
    return [(error["parameter"], error["detail"]) for error in answer.json["errors"]]


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"matches": [{}, {"names": ["Ana", 'B"']}]}, ["matches.1.names.1"]),
        ({"matches": [{"rules": "chess"}, {}, {"names": ["A"] * 3}]}, ["matches.0.rules", "matches.2.names"]),
        ({"matches": [{"rules": "sixty-six-three"}]}, ["matches.0.deals"]),
        ({"matches": [{"chairs": 2}]}, ["matches.0.chairs"]),
        ({"rules": "", "matches": []}, ["rules"]),
        ({"name": ""}, ["name"]),
        ({"key": "short"}, ["key"]),
        ({"matches": [{"deals": -1}], "pairings": "A,B\nAna,Boris,Gog\n"}, ["matches.0.deals"]),
        ({"matches": [{}], "pairings": "A,B\nAna,Boris,Gog\n"}, ["pairings:2:11"]),
        ({"pairings": "round,board,A,B\n1,1,Ana,Boris\n\n1, 2, Vera, C, D\n"}, ["pairings:4:16"]),
        ({"pairings": 'board;A;B\n1;Ana;"B""oris"\n'}, ["pairings:2:7"]),
        ({"pairings": "A\tB\nAna\tBoris\nVera\tGog\n", "rules": "bad"}, ["rules"]),
        ({"pairings": "A,B,C\nAna,Boris,Vera\n"}, ["pairings:2:11"]),
        ({"pairings": "board,white,black\n1,Ana,Boris\n"}, ["pairings:1:7"]),
        ({"pairings": "1,Ana,Boris\n"}, ["pairings:1:1"]),
        ({"pairings": "# first round\nROUND\tx\tA\n"}, ["pairings:2:7"]),
        ({"rules": "", "pairings": "A,B\nAna,Boris\n"}, ["rules"]),
        ({"pairings": "A,B\n" + "Ana,Boris\n" * 501}, ["pairings"]),
    ],
)  # fmt: skip
def test_one_mistake_is_told_with_its_place_and_opens_nothing(
    live: Live, wrong: dict[str, Any], where: list[str]
) -> None:
    asked = {"name": "Club", "rules": "schnapsen", **wrong}
    assert [place for place, _ in errors(live.client.post(API, json=asked))] == where
    assert listed(live) == []


def test_a_table_of_pairings_is_read_whatever_separates_its_fields() -> None:
    for separator in ",;\t":
        text = "# first round\n" + "\n".join(map(separator.join, (["ROUND", "a", "B"], ["", "Ana", "Gog"])))
        [(match, _)] = read_pairings(text)
        assert match == {"round": "", "names": ["Ana", "Gog"]}
    [(match, place)] = read_pairings('A;B\n"Ana; ""the"" first" ;Boris\n')
    assert match == {"names": ['Ana; "the" first', "Boris"]}
    assert (place("names.0"), place("names.1")) == ("pairings:2:1", "pairings:2:23")
    for text, names in ((",", ["", ""]), ("Ana,", ["Ana", ""]), ('"Ana"x,"', ['"Ana"x', '"'])):
        assert next(read_pairings(f"A,B\n{text}\n"))[0] == {"names": names}
    assert not list(read_pairings("\n#\n"))


def rest(feed: Iterator[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """The next events of a feed."""
    return [next(feed) for _ in range(number)]


def test_one_feed_says_how_every_board_stands(live: Live) -> None:
    desk = Desk(live, clock={"main": 60_000})
    first, second = desk.matches
    asked = {"Accept": "text/event-stream"}
    served = live.client.get(f"{desk.path}/events", headers=asked, buffered=False).iter_encoded()
    assert b"".join(islice(served, 2)).startswith(b"event: tournament\ndata: {")
    feed = desk.follow(desk.key)
    began, *boards = rest(feed, 3)
    assert (began["event"], began["name"], began["id"]) == ("tournament", "Club", desk.told["id"])
    assert [(board["event"], board["board"], board["awaited"]) for board in boards] == [
        ("board", "2", []),
        ("board", "10", []),
    ]
    live.time += 5_000
    first.deal()
    dealt = next(feed)
    assert (dealt["match"], dealt["awaited"], dealt["deal"]) == (first.id, ["B"], 1)
    assert dealt["since"].endswith("25.000Z")
    assert dealt["clock"] == {"left": {"A": 60_000, "B": 60_000}, "running": "B"}
    live.time += 2_000
    first.do("B", action="Ah")
    acted = next(feed)
    assert (acted["awaited"], acted["since"][-7:], acted["clock"]["left"]["B"]) == (["A"], "27.000Z", 58_000)
    live.time += 1_000
    first.do("A", do="offer", offer="abort")
    offered = next(feed)
    assert (offered["offer"]["by"], offered["awaited"], offered["since"][-7:]) == ("A", ["B"], "28.000Z")
    second.do("arbiter", do="pause")
    assert [(board["match"], board["paused"]) for board in rest(feed, 1)] == [(second.id, True)]
    first.do("A", do="leave")
    left = next(feed)
    assert (left["ending"], left["winner"], left["by"], left["awaited"]) == ("left", "B", "A", [])
    more = desk.send("matches", rules="schnapsen", matches=[{"round": "2", "names": ["Ana", "Vera"]}])
    live.hall.room(more.json["matches"][0]["id"])
    assert next(feed)["round"] == "2"
    assert {board["match"]: board["version"] for board in desk.get("", desk.key).json["boards"]} == {
        first.id: 4,
        second.id: 1,
        more.json["matches"][0]["id"]: 0,
    }


def test_who_watches_is_told_what_a_watcher_may_see_and_as_late(live: Live) -> None:
    desk = Desk(live, delay=30_000)
    [match, _] = desk.matches
    feed = desk.follow()
    rest(feed, 3)
    match.deal()
    match.do("A", do="call", reason="I hold the ace of spades")
    assert desk.get().json["boards"][1]["version"] == 0
    assert desk.get("", desk.key).json["boards"][1]["calls"][0]["reason"] == "I hold the ace of spades"
    live.time += 30_001
    match.room.keep_house()
    shown = rest(feed, 2)
    assert [board["version"] for board in shown] == [1, 2]
    assert "reason" not in shown[1]["calls"][0]
    assert "spades" not in json.dumps(desk.get().json)
    cards = {card for hand in HANDS.values() for card in hand} | set(TALON)
    told = json.dumps([shown, desk.get().json, desk.get("", desk.key).json])
    assert not [card for card in cards if f'"{card}"' in told]


def test_who_watches_is_told_of_a_rematch_as_late_as_of_the_end_before_it(live: Live) -> None:
    desk = Desk(live, delay=30_000)
    [match, _] = desk.matches
    feed = desk.follow()
    rest(feed, 3)
    match.do("A", do="leave")
    match.do("A", do="offer", offer="rematch")
    match.do("B", do="accept")
    following = match.get("next", "A").json["id"]
    late = desk.follow()
    assert len(rest(late, 3)) == 3
    assert [len(desk.get("", key).json["boards"]) for key in ("", desk.key)] == [2, 3]
    live.time += 30_001
    for each in (match.id, following):
        live.hall._tend(each, heard=False)
    assert len(desk.get().json["boards"]) == 3
    OpenMatch(live, {"id": following, "keys": match.keys}).do("arbiter", do="pause")
    live.time += 30_001
    live.hall._tend(following, heard=False)
    assert [
        next(board["version"] for board in each if board["match"] == following) for each in (feed, late)
    ] == [1, 1]


def test_a_private_tournament_needs_the_arbiters_key(live: Live) -> None:
    desk = Desk(live, public=False)
    for path in ("", "/events"):
        assert desk.get(path).json["code"] == "needs-key"
        assert desk.get(path, desk.matches[0].keys["A"]).json["code"] == "bad-key"
    assert listed(live) == []
    assert len(rest(desk.follow(desk.key), 3)) == 3


def test_a_renewed_key_shuts_out_the_old_one_at_every_board(live: Live) -> None:
    desk = Desk(live)
    [match, _] = desk.matches
    feed = desk.follow(desk.key)
    rest(feed, 3)
    renewed = desk.send("key").json["key"]
    assert not list(feed)
    assert match.ask("arbiter", do="pause").status_code == 401
    assert desk.send("key").status_code == 401
    desk.key = match.keys["arbiter"] = renewed
    match.do("arbiter", do="pause")
    assert rest(desk.follow(renewed), 3)[2]["paused"] is True


def test_a_rematch_is_a_board_of_the_same_tournament(live: Live) -> None:
    desk = Desk(live)
    [match, _] = desk.matches
    match.do("A", do="leave")
    feed = desk.follow(desk.key)
    rest(feed, 3)
    match.do("A", do="offer", offer="rematch")
    match.do("B", do="accept")
    again = match.get("next").json["id"]
    live.hall.room(again)
    assert again in {board["match"] for board in rest(feed, 3)}
    match.id = again
    match.do("arbiter", do="pause")


def test_a_seat_calls_the_arbiter_who_answers(live: Live) -> None:
    desk = Desk(live)
    [match, _] = desk.matches
    match.deal()
    told = match.follow("B", since=1)
    match.do("A", do="call", reason="He looked at my cards")
    assert match.ask("A", do="call").json["code"] == "T417"
    assert match.ask("arbiter", do="answer", seat="B").json["code"] == "T417"
    assert match.ask("B", do="answer", seat="A").json["code"] == "T402"
    for role, reason in {"A": True, "arbiter": True, "B": False, "": False}.items():
        [call] = match.get(role=role).json["view"]["calls"]
        assert (call["by"], call.get("reason")) == ("A", "He looked at my cards" if reason else None)
        assert ("looked" in match.get("journal", role).text) is reason
    assert "reason" not in next(told)["entry"]
    match.do("arbiter", do="answer", seat="A", reason="Seen: a warning")
    assert next(told)["entry"]["reason"] == "Seen: a warning"
    assert "calls" not in match.get(role="A").json["view"]
    match.do("A", do="leave")
    assert "looked" in match.get("journal").text  # as everything, when the match is over


def test_who_may_open_a_tournament_and_how_many_matches(tmp_path: Path) -> None:
    live = Live(tmp_path, settings=Settings(live_opened=3))
    try:
        Desk(live)
        refused = live.client.post(API, json={"name": "Club", **ROUND})
        assert (refused.status_code, refused.json["code"]) == (429, "rate")
        assert len(listed(live)) == 2
    finally:
        live.close()
    live = Live(tmp_path, live=Adders.KEY, settings=Settings(live_opened=3))
    try:
        with Store.open(live.config.database) as store:
            key = store.keys.add("club", KeyRole.UPLOADER, [Scope.ADD], actor="test")
        headers = {"Authorization": f"Bearer {key}"}
        asked = {"name": "Club", **ROUND, "matches": ROUND["matches"] * 5}
        assert live.client.post(API, json=asked).json["code"] == "needs-key"
        answer = live.client.post(API, json=asked, headers=headers)
        assert answer.status_code == 201
        opened = live.hall.journal.find(answer.json["matches"][9]["id"])
        assert opened
        assert opened.listing.owner == "club"
    finally:
        live.close()


def test_a_tournament_goes_on_in_another_archive(live: Live, tmp_path: Path) -> None:
    desk = Desk(live, public=False)
    source: Store = live.app.extensions["archive"]
    (tmp_path / "other").mkdir()
    other = Live(tmp_path / "other")
    try:
        for kept in source.journal.each(everything=True):
            other.app.extensions["archive"].take(read_line(write_line(kept)), actor="test")
        desk.live = other
        assert [board["board"] for board in desk.get("", desk.key).json["boards"]] == ["2", "10"]
        match = desk.match(desk.told["matches"][0])
        match.live = other
        match.do("arbiter", do="pause")
    finally:
        other.close()


def test_results_are_signed_each_and_together_as_json_and_as_csv(tmp_path: Path) -> None:
    private, public = new_key()
    live = Live(tmp_path, signing_key=private)
    try:
        desk = Desk(live, delay=30_000, matches=[*ROUND["matches"], {"board": "3", "names": ["=Eva", "B"]}])
        first, _, third = desk.matches
        first.do("A", do="leave")
        first.do("B", do="confirm")
        third.do("B", do="leave")
        assert desk.get("/results").json["results"] == []  # those who watch are later
        told = desk.get("/results", desk.key).json
        verify_object(told, public)
        for result in told["results"]:
            verify_object(result, public)
        assert [(each["match"], each["winner"], each["confirmed"]) for each in told["results"]] == [
            (third.id, "A", []),
            (first.id, "B", ["B"]),
        ]
        assert told["results"][1] == first.get("result", "arbiter").json
        told["results"][0]["winner"] = "B"
        for forged in (told, told["results"][0]):
            with pytest.raises(NotSignedError):
                verify_object(forged, public)
        live.time += 30_001
        first.room.keep_house()
        third.room.keep_house()
        answer = live.client.get(f"{desk.path}/results", headers={"Accept": "text/csv"})
        rows = list(csv.DictReader(answer.text.splitlines()))
        assert [(row["round"], row["board"], row["A"], row["score B"], row["confirmed"]) for row in rows] == [
            ("", "3", "'=Eva", "0", ""),
            ("1", "10", "Ana", "0", "B"),
        ]
        assert rows[1]["signature"] == desk.get("/results").json["results"][1]["signature"]
    finally:
        live.close()


def test_an_operator_seats_persons_at_all_boards_and_in_later_rounds(live: Live) -> None:
    store: Store = live.app.extensions["archive"]
    keys = {
        name: store.keys.add(name, role, actor="test")
        for name, role in (
            *(("Ana", KeyRole.UPLOADER), ("Boris", KeyRole.UPLOADER)),
            ("Office", KeyRole.OPERATOR),
        )
    }
    asked = {"name": "Cup", "rules": "schnapsen", "identified": True, "pairings": "board,A,B\n1,Ana,Boris\n"}

    def sent(path: str, key: str) -> Any:
        return live.client.post(path, json=asked, headers={"Authorization": f"Bearer {key}"})

    assert sent(API, keys["Ana"]).status_code == 403
    opened = sent(API, keys["Office"]).json
    assert opened["matches"][0]["keys"] == {}
    path = f"{API}/{opened['id']}/matches"
    del asked["name"]
    for key, status in ((opened["key"], 403), (keys["Boris"], 401), (keys["Office"], 201)):
        assert sent(path, key).status_code == status
    asked["pairings"] = "board,A,B\n1,Ana,Gog\n"
    assert errors(sent(path, keys["Office"]))[0][0].startswith("pairings:2:")
    view = live.client.get(
        opened["matches"][0]["links"]["match"], headers={"Authorization": f"Bearer {keys['Ana']}"}
    )
    assert view.json["view"]["you"] == "A"
    assert len(listed(live)) == 2
