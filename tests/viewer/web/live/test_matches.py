"""Live matches over HTTP: the answers to each role, derived from the journal alone."""

import json
import threading
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from notation import read
from notation.judge import judge
from notation.live.journal import JournalLine, faults, load_line
from notation.live.match import LiveMatch
from referee.cards import SEATS
from tests.support.journals import events_since
from tests.support.live_http import API, Live, OpenMatch
from viewer.documents.languages import language
from viewer.limits import LIVE_ADDRESS_PROGRAMS, Settings
from viewer.store import KeyRole, Scope
from viewer.store.access import Adders
from viewer.store.audit import COMMAND_LINE
from viewer.web import Config
from viewer.web.live.app import create_live_app
from viewer.web.live.matches import PREFIX
from viewer.web.live.shares import Shares


@pytest.fixture
def match(live: Live) -> OpenMatch:
    """A match whose first deal has been dealt; B leads."""
    match = live.open(dealing="hand")
    match.deal()
    return match


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json"), answer.text
    assert answer.json["code"] == code, answer.text
    assert answer.json["request_id"] == answer.headers["X-Request-Id"]
    found: dict[str, Any] = answer.json
    return found


def test_a_match_is_opened_played_and_read(live: Live, match: OpenMatch) -> None:
    told = match.do("B", action="Ah")
    assert told["receipt"] == {"version": 2, "head": match.room.match.receipt.head}
    held = ["Ks", "Ts", "As", "Qh", "Jd"]
    assert match.get(role="A").json["view"]["deal"]["legal"] == held
    assert match.get(role="A").json["view"]["you"] == "A"
    assert match.get().json["view"]["deal"]["hand"] == []
    assert match.get("legal", "A").json == {"version": 2, "legal": held}
    assert match.get("legal", "B").json == {"version": 2, "legal": []}
    assert match.get("why?action=Jd", "A").json["legal"] is True
    assert match.get("why?action=Ac", "A").json["ruling"]["code"] == "R205"


def test_refusals_are_problems_that_say_what_could_be_done(match: OpenMatch) -> None:
    refused = problem(match.ask("A", action="As"), 422, "R201")
    assert refused["ruling"]["code"] == "R201"
    assert refused["legal"] == []
    assert refused["version"] == match.version == 1
    stale = problem(match.ask("B", action="Ah", version=0), 409, "T401")
    assert set(stale["legal"]) == {"Ah", "Th", "Kh", "Qs", "Jc", "close", "exchange"}


def test_what_cannot_be_taken(match: OpenMatch) -> None:
    wrong: list[tuple[str, dict[str, Any], int, str]] = [
        ("B", {"action": "Zz"}, 422, "malformed"),
        ("B", {"action": 7}, 422, "malformed"),
        ("B", {}, 422, "malformed"),
        ("B", {"action": "Ah", "sorry": 1}, 422, "malformed"),
        ("B", {"do": "call", "reason": "\ud800"}, 400, "malformed"),
        ("B", {"do": "pause"}, 422, "T402"),
        ("", {"action": "Ah"}, 401, "needs-key"),
    ]
    for role, said, status, code in wrong:
        problem(match.ask(role, version=1, **said), status, code)
        assert match.version == 1


def test_a_request_says_at_which_version_it_is_meant(match: OpenMatch) -> None:
    path, headers = f"{API}/{match.id}/actions", match.headers("B")
    client = match.live.client
    problem(client.post(path, json={"action": "Ah"}, headers=headers), 422, "no-version")
    problem(client.post(path, data="{", headers=headers, content_type="application/json"), 400, "malformed")
    problem(client.post(path, data="[]", headers=headers, content_type="application/json"), 422, "malformed")
    problem(client.post(path, data="{}", headers=headers, content_type="text/plain"), 415, "no-such-kind")
    problem(client.post(path, json={"reason": "x" * 20000}, headers=headers), 413, "too-large")
    problem(client.put(path, json={}, headers=headers), 405, "no-such-method")


def test_a_reason_that_is_too_long_is_refused_and_not_cut(match: OpenMatch) -> None:
    version = match.version
    wrong = problem(match.ask("arbiter", do="pause", reason="x" * 501, version=version), 422, "malformed")
    [said] = wrong["errors"]
    assert said["parameter"] == "reason"
    assert "500" in said["detail"]
    assert match.version == version
    assert match.ask("arbiter", do="pause", reason="x" * 500, version=version).status_code == 200


@pytest.mark.parametrize("character", ["\0", "\x0b", "\x1b", "\x7f", "\x85"])
def test_a_reason_that_no_record_can_express_is_refused(match: OpenMatch, character: str) -> None:
    for role in ("arbiter", "B"):
        problem(match.ask(role, do="call", reason=f"a{character}b"), 422, "malformed")
    match.do("arbiter", action="resign", seat="B", reason="a\n\tb")
    [game] = read(match.get("record", Accept="application/x-sgn").text)
    assert not [finding for finding in judge(game).findings if finding.is_error]


def test_of_many_who_ask_at_one_version_one_is_taken(match: OpenMatch) -> None:
    answers: list[int] = []
    begin = threading.Barrier(16)

    def ask() -> None:
        begin.wait()
        answers.append(match.ask("B", action="Kh", version=1).status_code)

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200] + [409] * 15
    assert match.version == 2


def test_two_processes_serve_one_match(live: Live, match: OpenMatch) -> None:
    other = live.another()
    there = OpenMatch(other, {"id": match.id, "keys": match.keys})
    assert there.version == 1
    match.do("B", action="Kh")
    problem(there.ask("B", action="Ah", version=1), 409, "T401")
    there.do("A", action="Qh", version=2)
    match.do("B", action="Ah", key="later")
    there.room.catch_up()
    assert there.room.match.receipt == match.room.match.receipt
    stream = there.follow("A")
    assert next(stream)["id"] == there.version
    path = f"{API}/{match.id}/keys/A"
    live.client.delete(path, headers=match.headers("arbiter"))
    there.room.forget_keys()  # as after some seconds
    other.hall._sweep()
    assert list(stream) == []
    other.close()


def test_the_arbiter_renews_and_revokes_keys(live: Live, match: OpenMatch) -> None:
    stream = match.follow("A")
    assert next(stream)["event"] == "snapshot"
    path = f"{API}/{match.id}/keys/A"
    renewed = live.client.post(path, headers=match.headers("arbiter")).json
    assert list(stream) == []  # it was cut
    problem(match.get("legal", "A"), 401, "bad-key")
    match.keys["A"] = renewed["key"]
    assert match.get("legal", "A").status_code == 200
    assert live.client.delete(path, headers=match.headers("arbiter")).json == {"role": "A"}
    problem(match.get("legal", "A"), 401, "bad-key")
    problem(live.client.post(f"{API}/{match.id}/keys/D", headers=match.headers("arbiter")), 404, "no-role")


def test_a_key_that_is_revoked_while_it_is_looked_up_opens_nothing_after(
    match: OpenMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = match.room._journal
    look_up = journal.role_of

    def late(*asked: str) -> str | None:
        found = look_up(*asked)
        monkeypatch.undo()
        assert (
            match.live.client.delete(f"{API}/{match.id}/keys/B", headers=match.headers("arbiter")).status_code
            == 200
        )
        return found

    match.room.forget_keys()
    assert match.get(role="arbiter").status_code == 200
    monkeypatch.setattr(journal, "role_of", late)
    assert match.get(role="B").status_code == 200
    problem(match.get(role="B"), 401, "bad-key")


def test_a_worker_knows_whose_key_opened_a_role_when_it_was_shown_last(live: Live) -> None:
    is_known = live.app.extensions["known"].shown_in
    match, other = live.open(), live.open()

    def heads(role: str) -> list[bytes]:
        key = match.keys[role].encode()
        lines = b"Authorization: Bearer %b", b"AUTHORIZATION:  bearer %b ", b"Cookie: x=1; session=%b; y=2"
        return [b"POST / HTTP/1.1\r\n%b\r\nAccept: */*\r\n\r\n" % (line % key) for line in lines]

    def known() -> str:
        found = {role: {is_known(head) for head in heads(role)} for role in sorted(match.keys)}
        assert all(len(each) == 1 for each in found.values())
        return "".join(role[0] for role, each in found.items() if each == {True})

    assert known() == ""
    match.keys["x"], match.keys["y"] = "x" * 43, other.keys["A"]
    for role in match.keys:
        match.get("legal", role)
    assert match.get().status_code == 200
    assert known() == "ABa"  # neither a wrong key nor that of another match
    assert not is_known(b"GET /Bearer HTTP/1.1\r\nHost: x\r\n\r\n")
    assert other.get("legal", "A").status_code == 200
    assert known() == "ABay"
    renewed = live.client.post(f"{API}/{match.id}/keys/A", headers=match.headers("arbiter")).json["key"]
    problem(match.get("legal", "A"), 401, "bad-key")
    assert known() == "Bay"
    match.keys["A"] = renewed
    assert known() == "Bay"
    assert match.get("legal", "A").status_code == 200
    assert known() == "ABay"


def test_no_token_is_kept_or_logged(live: Live, match: OpenMatch, capsys: pytest.CaptureFixture[str]) -> None:
    match.do("B", action="Kh")
    kept = b"".join(path.read_bytes() for path in Path(live.config.database[10:]).parent.iterdir())
    for key in match.keys.values():
        assert key.encode() not in kept
    assert capsys.readouterr() == ("", "")


def test_streams_go_on_without_gap_or_double(live: Live, match: OpenMatch) -> None:
    whole = match.follow("A", since=0)
    broken = match.follow("A")
    assert [next(broken)["id"]] == [1]
    for role, action in (("B", "Kh"), ("A", "Qh"), ("B", "draw")):
        match.ask(role, action=action)
    got = [next(whole) for _ in range(match.version)]
    assert [event["id"] for event in got] == list(range(1, match.version + 1))
    lines = live.hall.journal.since(match.id, -1)
    assert got == json.loads(json.dumps(list(events_since(lines, 0, language("en"), 0))))  # type: ignore[arg-type]
    for since in range(match.version):
        assert list(islice(match.follow("A", since=since), match.version - since)) == got[since:]
    live.restart()
    for since in range(match.version):
        assert list(islice(match.follow("A", since=since), match.version - since)) == got[since:]


def test_what_a_reader_has_missed_comes_in_pieces(
    live: Live, match: OpenMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    for do in ("pause", "resume") * 4:
        match.do("arbiter", do=do)
    match.do("B", do="leave")
    monkeypatch.setattr("viewer.web.live.room.LIVE_PIECE", 2_000)
    found: list[Any] = []
    sizes = []
    while not found or found[-1]["event"] != "end":
        piece = list(match.follow("B", found[-1]["id"] if found else 0))
        found += piece
        sizes.append(len(piece))
    assert len(sizes) > 3
    lines = live.hall.journal.since(match.id, -1)
    assert found == json.loads(json.dumps(list(events_since(lines, SEATS[1], language("en"), 0))))


def test_a_stream_ends_with_the_match(match: OpenMatch) -> None:
    stream = match.follow()
    assert next(stream)["event"] == "snapshot"
    match.do("A", do="leave")
    rest = list(stream)
    assert [event["event"] for event in rest] == ["entry", "end"]
    assert rest[-1] | {"head": ""} == {
        "event": "end",
        "id": 2,
        "head": "",
        "ending": "left",
        "by": "A",
        "winner": "B",
        "score": {"A": 0, "B": 0},
    }
    assert [event["event"] for event in match.follow()] == ["snapshot", "end"]
    assert [event["event"] for event in match.follow(since=1)] == ["entry", "end"]
    assert [event["event"] for event in match.follow(since=2)] == ["end"]


def test_where_a_stream_cannot_begin(match: OpenMatch) -> None:
    problem(match.get("events?since=9"), 409, "ahead")
    problem(match.get("events?since=x"), 422, "malformed")
    problem(match.get("events", **{"Last-Event-ID": "0123456789abcdef:1"}), 409, "other-match")
    problem(match.get("events", **{"Last-Event-ID": "one"}), 400, "bad-event")
    problem(match.get("events", Accept="image/png"), 406, "no-such-form")


def test_server_sent_events_have_ids_to_go_on_from(match: OpenMatch) -> None:
    match.do("A", do="leave")
    sse = match.get("events?since=0", Accept="text/event-stream")
    assert sse.mimetype == "text/event-stream"
    assert [line for line in sse.text.splitlines() if line.startswith("id:")] == [
        f"id: {match.id}:{number}" for number in (1, 2, 2)
    ]
    later = match.get("events", Accept="text/event-stream", **{"Last-Event-ID": f"{match.id}:1"})
    assert later.text == sse.text[sse.text.index(f"id: {match.id}:2") :]


def test_there_are_so_many_streams_and_moves_go_on(tmp_path: Path) -> None:
    live = Live(tmp_path, settings=Settings(live_streams=2))
    match = live.open(dealing="hand")
    match.deal()
    streams = [match.follow(), match.follow("A")]
    assert [next(stream)["event"] for stream in streams] == ["snapshot"] * 2
    refused = match.get("events")
    problem(refused, 503, "streams-full")
    assert refused.headers["Retry-After"]
    match.do("B", action="Kh")
    streams[0].close()  # type: ignore[attr-defined]
    assert live.hall.streams == 1
    assert next(match.follow())["id"] == 2
    live.close()


def test_those_who_watch_are_behind(live: Live) -> None:
    match = live.open(dealing="hand", delay=5_000)
    live.time += 1_000
    match.deal()
    watching = match.follow()
    assert next(watching)["view"]["deal"] is None
    live.time += 1_000
    match.do("B", action="Kh")
    assert match.get().json["id"] == 0
    assert match.get(role="A").json["id"] == 2
    assert len(match.get("journal").text.splitlines()) == 1
    assert len(match.get("journal", "A").text.splitlines()) == 3
    problem(match.get("events?since=2"), 409, "ahead")
    live.time += 4_000
    assert match.room.keep_house() == live.time + 1_000
    assert match.get().json["view"]["deal"]["table"] == []
    live.time += 1_000
    match.room.keep_house()
    assert [next(watching)["id"] for _ in range(2)] == [1, 2]
    match.do("A", do="leave")
    live.hall._tend(match.id, heard=False)
    assert [each["open"] for each in live.client.get(API).json["matches"]] == [True]
    assert match.get("record").text.count("%DEAL") == 0
    live.restart()
    assert match.get().json["view"]["ending"] is None
    live.time += 5_000
    live.hall._tend(match.id, heard=False)
    assert [each["open"] for each in live.client.get(API).json["matches"]] == [False]
    assert match.get().json["view"]["ending"] == "left"


def test_the_house_deals_when_all_have_cut_or_time_is_up(live: Live) -> None:
    match = live.open()
    assert match.room.keep_house() == live.time + 10_000
    match.do("A", do="cut", cut="lucky-7")
    assert match.get().json["view"]["cut_by"] == ["A"]
    followed = "".join(map(str, islice(match.follow(since=0), 2)))
    for role, sees in (("A", True), ("B", False), ("arbiter", False), ("", False)):
        assert ("lucky-7" in match.get("journal", role).text) is sees
    assert "lucky-7" not in followed
    live.time += 10_000
    match.room.keep_house()
    assert match.get().json["view"]["number"] == 1
    seen = match.get("journal").text
    assert "lucky-7" in seen
    assert '"leaf"' in seen
    assert "cards" not in seen
    assert "seed" not in seen


def test_time_without_a_server_is_charged_to_nobody(live: Live) -> None:
    """After an orderly stop only the downtime is not charged; after a kill, less is charged."""
    match = live.open(dealing="hand", clock={"main": 60_000, "increment": 1_000})
    live.hall.start(hands_over=False)
    match.deal()

    def left() -> dict[str, int]:
        found: dict[str, int] = match.get().json["view"]["clock"]["left"]
        return found

    live.time += 20_000
    live.hall.close()
    live.time += 3_600_000
    live.restart()
    live.hall.start(hands_over=False)
    assert left() == {"A": 60_000, "B": 40_000}
    live.time += 10_000
    assert left() == {"A": 60_000, "B": 30_000}
    match.do("B", action="Kh")
    assert left() == {"A": 60_000, "B": 31_000}
    live.time += 15_000
    live.restart()  # killed: nothing is entered
    live.time += 3_600_000
    live.hall.start(hands_over=False)
    assert left() == {"A": 60_000, "B": 31_000}
    live.time += 500
    match.do("A", action="Qh")
    assert left() == {"A": 60_500, "B": 31_000}
    lines = live.hall.journal.since(match.id, -1)
    resumed = LiveMatch.resume(lines)
    assert resumed.receipt == match.room.match.receipt
    assert resumed.table.clock
    assert resumed.table.clock.left == [60_500, 31_000]
    entries = [line.said["entry"] for line in lines[1:]]
    noted = [(each["seat"], each["time"]) for each in entries if each["kind"] == "clock"]
    assert noted == [("B", 40_000), ("B", 40_000), ("A", 60_000)]
    assert {each["by"] for each in entries if each["kind"] == "clock"} == {"house"}


def test_nothing_is_entered_of_a_clock_that_does_not_run_or_has_run_out(live: Live) -> None:
    stopped, without, up = (
        live.open(dealing="hand", **more) for more in ({"clock": {"main": 9_000}}, {}, {"clock": {"main": 1}})
    )
    for match in (stopped, without, up):
        match.deal()
    stopped.do("arbiter", do="pause")
    live.hall.start(hands_over=False)
    live.time += 100
    live.hall.close()
    live.restart()
    live.time += 3_600_000
    live.hall.start(hands_over=False)
    assert [match.version for match in (stopped, without, up)] == [2, 1, 2]
    assert up.get().json["view"]["ending"] == "time"


def test_servers_that_start_together_give_time_back_once(live: Live) -> None:
    match = live.open(dealing="hand", clock={"main": 60_000})
    match.deal()
    live.time += 3_600_000
    live.restart()
    other = live.another()
    there = OpenMatch(other, {"id": match.id, "keys": match.keys})
    for each in (live, other):
        each.hall._shares = Shares(each.hall.store.leases, 0, 1, lambda: live.time)
    assert match.version == 2
    live.time = other.time = live.time + 5_000
    assert there.version == 2
    assert [found.get().json["view"]["clock"]["left"]["B"] for found in (match, there)] == [55_000] * 2
    other.close()


def test_a_rematch_is_opened_as_the_next_match_of_the_series_with_the_same_keys(
    live: Live, match: OpenMatch
) -> None:
    problem(match.get("next"), 404, "not-here")
    match.do("B", action="resign")
    match.do("A", do="leave")
    match.do("A", do="offer", offer="rematch")
    problem(match.get("next"), 404, "not-here")
    match.do("B", do="accept")
    following = match.get("next").json["id"]
    assert following != match.id
    read_by_b = live.client.get(
        f"{API}/{following}", headers={"Authorization": f"Bearer {match.keys['B']}"}
    ).json
    assert read_by_b["view"]["you"] == "B"
    assert read_by_b["match"]["tags"]["Match"] == "2"
    assert read_by_b["match"]["dealer"] != match.get().json["match"]["dealer"]
    match.room.has_rematch = False
    live.hall.keep_house(match.room)
    assert len(live.client.get(API).json["matches"]) == 2


@pytest.mark.parametrize(("said", "following"), [("3", "4"), ("three", "2"), ("", "2")])
def test_a_rematch_follows_whatever_the_tag_of_its_number_says(live: Live, said: str, following: str) -> None:
    match = live.open(dealing="hand", tags={"Match": said})
    match.do("A", do="leave")
    match.do("A", do="offer", offer="rematch")
    match.do("B", do="accept")
    again = OpenMatch(live, {"id": match.get("next").json["id"], "keys": match.keys})
    assert again.get().json["match"]["tags"]["Match"] == following


def listed(live: Live) -> list[str]:
    """The matches in the list for everybody."""
    return [each["id"] for each in live.client.get(API).json["matches"]]


def test_those_who_watch_are_behind_also_in_what_follows_from_the_end(live: Live) -> None:
    match = live.open(dealing="hand", delay=5_000)
    match.deal()
    live.time += 1_000
    assert live.client.post(f"{API}/{match.id}/seats/A").status_code == 409
    match.do("B", action="resign")
    match.do("A", do="leave")
    match.do("A", do="offer", offer="rematch")
    match.do("B", do="accept")
    following = OpenMatch(live, {"id": match.get("next", "A").json["id"], "keys": match.keys})
    assert following.get(role="A").json["match"]["tally"]
    assert live.client.post(f"{API}/{match.id}/seats/A").status_code == 409
    problem(match.get("next"), 404, "not-here")
    for what in ("", "events", "journal"):
        problem(following.get(what), 404, "no-match")
    assert listed(live) == [match.id]
    live.time += 5_000
    match.room.keep_house()
    assert listed(live) == [following.id, match.id]
    assert match.get("next").json["id"] == following.id
    assert following.get().status_code == 200
    assert live.client.post(f"{API}/{match.id}/seats/A").status_code == 404


def test_the_journal_and_the_record_bear_each_other_out(live: Live, match: OpenMatch) -> None:
    receipts = [match.do("B", action="Kh")["receipt"]]
    match.do("A", action="resign")
    shown = [load_line(json.loads(line)) for line in match.get("journal").text.splitlines()]
    assert list(faults(shown)) == []
    lines = [line for line in shown if isinstance(line, JournalLine)]
    assert LiveMatch.resume(lines).receipt == match.room.match.receipt
    assert receipts[0]["head"] in [line.head.hex() for line in lines]
    text = match.get("record").data
    [game] = read(text)
    assert not [finding for finding in judge(game).findings if finding.is_error]
    assert match.get("record", Accept="application/json").json["deals"]
    assert match.get("deals/1/ruling").status_code == 200
    assert match.get("deals/1/disputes").status_code == 200
    assert match.get("deals/2/ruling").status_code == 404


def test_a_journal_is_read_in_pages(match: OpenMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    for role, action in (("B", "Kh"), ("A", "Qh"), ("B", "draw")):
        match.ask(role, action=action)
    whole = match.get("journal")
    assert "Link" not in whole.headers
    monkeypatch.setattr("viewer.web.live.matches.LIVE_LINES", 3)
    pages, address = [], f"{API}/{match.id}/journal"
    while address:
        page = match.live.client.get(address)
        pages.append(page.text)
        address = page.headers.get("Link", "<>").partition(">")[0].removeprefix("<")
    assert [len(page.splitlines()) for page in pages] == [3, 1]
    assert "".join(pages) == whole.text
    problem(match.get(f"journal?since={1 << 63}"), 422, "malformed")


def test_a_match_that_is_over_goes_into_the_archive(live: Live, match: OpenMatch) -> None:
    match.do("B", action="resign")
    match.do("A", do="leave")
    live.hall._tend(match.id, heard=False)
    [listed] = live.client.get(f"{API}?open=false").json["matches"]
    stored = live.app.extensions["archive"].get(listed["record"])
    assert stored.text == match.get("record").data


def test_matches_are_listed(live: Live) -> None:
    first = live.open(tags={"Tournament": "Winter", "Round": "1", "Board": "3"})
    live.time += 1_000
    second = live.open(tags={"Tournament": "Winter", "Round": "2"})
    hidden = live.open(public=False)
    listed = live.client.get(f"{API}?tournament=Winter").json["matches"]
    assert [each["id"] for each in listed] == [second.id, first.id]
    page = live.client.get(f"{API}?size=1").json
    assert [each["id"] for each in live.client.get(page["next"]).json["matches"]] == [first.id]
    problem(hidden.get(), 401, "needs-key")
    assert hidden.get(role="A").status_code == 200


def test_what_no_database_can_have_is_not_found_and_none_seems_to_be_away(url: str) -> None:
    app = create_live_app(Config(url))
    with app.extensions["archive"], app.test_client() as client:
        for path in (f"{API}/%00", f"{API}/a%00/events", f"{API}/%00/journal", f"{PREFIX}/tournaments/%00"):
            problem(client.get(path), 404, "not-here")
        for name in ("tournament", "round", "board"):
            assert client.get(f"{API}?{name}=%00").json == {"matches": []}


def test_a_free_seat_is_taken_by_the_first_who_comes(live: Live) -> None:
    match = live.open(free=["B"])
    assert sorted(match.keys) == ["A", "arbiter"]
    listed = {each["id"]: each for each in live.client.get(API).json["matches"]}
    assert listed[match.id]["free"] == ["B"]
    path = f"{API}/{match.id}/seats/B"
    taken = live.client.post(path).json
    match.keys["B"] = taken["key"]
    assert match.get("legal", "B").status_code == 200
    problem(live.client.post(path), 409, "not-free")
    problem(live.client.post(f"{API}/{match.id}/seats/A"), 409, "not-free")
    problem(live.client.post(f"{API}/{match.id}/seats/C"), 404, "no-role")
    assert "free" not in live.client.get(API).json["matches"][0]
    live.client.delete(f"{API}/{match.id}/keys/B", headers=match.headers("arbiter"))
    problem(match.get("legal", "B"), 401, "bad-key")
    problem(live.client.post(path), 409, "not-free")
    problem(live.client.post(f"{API}/{live.open(public=False, free=['B']).id}/seats/B"), 401, "needs-key")


def test_a_program_takes_a_seat_and_plays_by_itself(live: Live) -> None:
    match = live.open(programs={"B": "careful"})
    assert sorted(match.keys) == ["A", "arbiter"]
    match.do("A", do="cut", cut="mine", key="cut")
    table = match.room.match.table
    assert table.now
    while table.ending is None:
        live.time += 1_200
        live.hall.keep_house(match.room)
        legal = match.get("legal", "A").json["legal"]
        if table.now and table.now.deal.turn == 0 and legal:
            match.do("A", action=next((each for each in legal if len(each) == 2), legal[0]))
        elif table.now is None and table.ending is None and table.commitment and SEATS[0] not in table.cuts:
            match.do("A", do="cut", cut="mine", key=f"cut-{len(table.finished)}")
    live.restart()
    assert match.room.match.table.match.score == table.match.score
    match.do("A", do="offer", offer="rematch")
    live.time += 1_200
    live.hall._tend(match.id, heard=False)
    assert match.get("next", "A").status_code == 200


def test_programs_do_nothing_in_an_auction_in_which_the_match_has_ended(live: Live) -> None:
    programs = dict.fromkeys("ABC", "greedy")
    match = live.open(rules="bauernschnapsen", dealer="D", programs=programs)
    match.room.keep_house()
    match.do("D", do="cut")
    match.room.keep_house()
    deal = match.room.match.table.now
    assert deal is not None
    assert (deal.deal.is_opening, deal.deal.turn) == (True, SEATS[0])
    match.do("D", do="leave")
    live.time += 5_000
    live.hall._tend(match.id, heard=False)
    assert [each["open"] for each in live.client.get(API).json["matches"]] == [False]


def test_programs_are_limited_and_somebody_has_to_play(tmp_path: Path) -> None:
    live = Live(tmp_path, settings=Settings(live_programs=1))
    asked = {"rules": "schnapsen"}
    for wrong in (
        {"programs": {"A": "careful", "B": "careful"}},
        {"programs": {"C": "careful"}},
        {"programs": {"B": "perfect"}},
        {"programs": {"B": "careful"}, "free": ["B"]},
        {"programs": {"B": "careful"}, "mode": "scorer"},
    ):
        problem(live.client.post(API, json=asked | wrong), 422, "malformed")
    live.open(programs={"B": "careful"})
    problem(live.client.post(API, json=asked | {"programs": {"B": "careful"}}), 503, "no-programs")
    live.close()


def test_nobody_without_a_key_takes_all_places_at_programs(tmp_path: Path) -> None:
    live = Live(tmp_path, settings=Settings(live_programs=LIVE_ADDRESS_PROGRAMS + 1))
    asked = {"rules": "schnapsen", "programs": {"B": "careful"}}
    opened = [live.open(**asked) for _ in range(LIVE_ADDRESS_PROGRAMS)]
    problem(live.client.post(API, json=asked), 503, "no-programs")
    key = live.app.extensions["archive"].keys.add("club", KeyRole.UPLOADER, [Scope.ADD], actor=COMMAND_LINE)
    with_key = {"Authorization": f"Bearer {key}"}
    opened[0].do("A", do="leave")
    assert live.client.post(API, json=asked).status_code == 201
    assert live.client.post(API, json=asked, headers=with_key).status_code == 201
    problem(live.client.post(API, json=asked, environ_base={"REMOTE_ADDR": "10.0.0.7"}), 503, "no-programs")
    live.close()


def test_the_first_cards_wait_for_everybody(live: Live) -> None:
    match = live.open(waits=True)
    match.do("A", do="cut", cut="x")
    live.time += 60_000
    live.hall.keep_house(match.room)
    assert match.room.match.table.now is None
    match.do("B", do="cut", cut="y")
    assert match.room.match.table.now is not None


def test_a_match_that_is_removed_is_gone_also_for_those_who_follow(live: Live, match: OpenMatch) -> None:
    other = live.open()
    streams = [match.follow("A"), other.follow("A")]
    assert [next(stream)["event"] for stream in streams] == ["snapshot"] * 2
    live.hall.journal.remove(match.id, "test", actor=COMMAND_LINE)
    live.hall._sweep()
    assert list(streams[0]) == []
    problem(match.get(), 404, "no-match")
    problem(match.ask("B", action="Kh", version=1), 404, "no-match")
    live.hall._tend(match.id, heard=False)
    other.do("A", do="cut", cut="x")
    assert next(streams[1])["entry"]["kind"] in ("commit", "cut")


def test_a_scorers_table_is_not_dealt_by_the_server(live: Live) -> None:
    asked = {"rules": "schnapsen", "mode": "scorer"}
    [wrong] = problem(live.client.post(API, json=asked | {"dealing": "fair"}), 422, "malformed")["errors"]
    assert (wrong["parameter"], "dealt by hand" in wrong["detail"]) == ("dealing", True)
    assert live.open(mode="scorer").room.match.opening.dealing == "hand"


def test_who_may_open_matches(tmp_path: Path) -> None:
    live = Live(tmp_path, live=Adders.KEY)
    problem(live.client.post(API, json={"rules": "schnapsen"}), 401, "needs-key")
    key = live.app.extensions["archive"].keys.add("club", KeyRole.UPLOADER, [Scope.ADD], actor=COMMAND_LINE)
    headers = {"Authorization": f"Bearer {key}"}
    assert live.client.post(API, json={"rules": "schnapsen"}, headers=headers).status_code == 201
    live.close()
    closed = Live(tmp_path, live=Adders.NOBODY)
    problem(closed.client.post(API, json={"rules": "schnapsen"}), 403, "not-allowed")
    closed.close()


def test_a_match_that_cannot_be_opened(live: Live) -> None:
    wrong: list[dict[str, Any]] = [
        {},
        {"rules": "poker"},
        {"names": ["a", "b", "c"]},
        {"names": ["\x00"]},
        {"dealer": "C"},
        {"delay": 10**9},
        {"clock": {"main": 0}},
        {"tags": {"no tag": "x"}},
        {"tags": {"Rules": "santase"}},
        {"tags": {"Termination": "never"}},
        {"tags": {"SeriesScore": "1-0"}},
    ]
    for asked in wrong:
        answer = live.client.post(API, json={"rules": "schnapsen"} | asked if asked else {})
        problem(answer, 422, answer.json["code"])
    assert live.client.get(API).json["matches"] == []


def test_what_a_match_looks_like_is_kept_by_nobody(match: OpenMatch) -> None:
    for role in ("", "A"):
        assert match.get(role=role).headers["Cache-Control"] == "no-store"
        assert "Authorization" in match.get(role=role).headers["Vary"]


def test_a_scorer_asks_for_a_seat(live: Live) -> None:
    match = live.open(mode="scorer", dealing="hand")
    match.deal()
    assert match.get("legal?seat=B", "arbiter").json["legal"]
    assert match.get("legal", "B").json["legal"] == match.get(role="B").json["view"]["deal"]["legal"] == []
    assert match.get("why?action=As", "B").json["ruling"]["code"] == "T402"
    problem(match.ask("B", action="Ah"), 422, "T402")
    assert match.get("why?action=As&seat=B", "arbiter").json["ruling"]["code"] == "R204"
    problem(match.get("legal?seat=B", "A"), 403, "not-allowed")
