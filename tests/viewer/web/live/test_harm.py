"""The ways in which a seat, a watcher, a stranger or the machine could harm a match, and that none does.

In each of them A, or somebody else, tries one thing; B is the honest seat, who has to lead and whose clock
runs. Afterwards B can act and has lost no time but its own, and the arbiter can end the match.
docs/live-safety.md lists the same ways in the same words.
"""

import json
import re
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from notation.findings import Phrase
from notation.live.journal import faults, load_line
from referee.cards import NOBODY, SEATS
from referee.shuffle import commit
from tests.support.corpus import ROOT
from tests.support.live_http import API, Live, OpenMatch
from viewer.limits import LIVE_BODY, LIVE_ROLE_STREAMS, Settings
from viewer.store.databases import UnusableError
from viewer.web.live.hall import clock
from viewer.web.live.pump import Pump
from viewer.web.rates import Rates

MAIN: Final = 60_000
"""The time of each seat, in milliseconds."""
OFTEN: Final = 12
"""How often what is tried without end is tried: more than the limits, which are lower here."""
A, B = SEATS[:2]


class TimedMatch:
    """A match in its first deal, its clock running for B."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.patch = patch
        self.live = Live(folder, settings=Settings(live_streams=20, live_opened=3))
        self.steady()
        self.match = self.live.open(dealing="hand", clock={"main": MAIN})
        self.match.deal()
        self.thought = 0
        """The time that B has used itself."""

    def steady(self) -> None:
        """Make the minute for which requests are counted stand still."""
        limiter = self.live.app.extensions["limiter"]
        limiter._opened = Rates(3, lambda: 0.0)
        limiter._asked = limiter._read = Rates(OFTEN, lambda: 0.0)

    def fair(self) -> None:
        """Take a match whose cards the house deals, and in which nobody has cut."""
        self.match = self.live.open(clock={"main": MAIN})
        self.match.room.keep_house()

    def passes(self, milliseconds: int, *, thinks: bool = False) -> None:
        """Let time pass, which is B's own if it ``thinks``."""
        self.live.time += milliseconds
        self.thought += milliseconds * thinks
        self.match.room.keep_house()

    def lines(self) -> int:
        return self.match.room.match.last.number

    def refused(self, role: str, status: int = 422, **said: Any) -> Any:
        """Send something that is refused, which changes nothing and leaves no line."""
        before = self.lines(), self.match.version
        answer = self.match.ask(role, **said)
        assert answer.status_code == status, answer.text
        assert (self.lines(), self.match.version) == before
        return answer

    def survives(self) -> None:
        """B can act, has its time, and the arbiter can end the match; or B has won it."""
        match, table = self.match, self.match.room.match.table
        if not table.ending:
            assert table.clock is not None
            assert table.clock.left_at(B, match.room.at()) == MAIN - self.thought
            self.steady()
            turn = match.get("legal", "B").json
            match.do("B", action=turn["legal"][0], version=turn["version"])
            match.do("arbiter", do="forfeit", seat="A")
        table = match.room.match.table
        assert (table.ending is not None, table.winner) == (True, B)
        assert match.get("record", Accept="application/x-sgn").status_code == 200
        found = [load_line(json.loads(line)) for line in match.get("journal").text.splitlines()]
        assert list(faults(found)) == []


class WayToHarm(NamedTuple):
    """A way to harm a match, in the words of the page, and what tries it."""

    words: str
    attempt: Callable[[TimedMatch], None]


WAYS: Final[list[WayToHarm]] = []


def way(words: str) -> Callable[[Callable[[TimedMatch], None]], Callable[[TimedMatch], None]]:
    def note(attempt: Callable[[TimedMatch], None]) -> Callable[[TimedMatch], None]:
        WAYS.append(WayToHarm(words, attempt))
        return attempt

    return note


# Another seat.


@way("sends refused requests without end")
def _(case: TimedMatch) -> None:
    statuses = [case.refused("A", status, do="settle").status_code for status in [422] * OFTEN + [429] * 3]
    assert statuses[-1] == 429


@way("sends requests for versions that are gone or still to come")
def _(case: TimedMatch) -> None:
    for version in (0, 99, *range(7, 12)):
        assert case.refused("A", 409, do="leave", version=version).json["code"] == "T401"


@way("acts when it is the other's turn")
def _(case: TimedMatch) -> None:
    for action in ("As", "Jd", "close", "exchange", "out"):
        case.refused("A", action=action)


@way("acts in the other's name")
def _(case: TimedMatch) -> None:
    case.refused("A", action="Kh", seat="B")
    case.refused("A", do="forfeit", seat="B")
    case.refused("A", do="leave", by="B")


@way("plays cards that it does not hold, to learn who does")
def _(case: TimedMatch) -> None:
    told = set()
    for card in ("Ah", "Th", "Jc", "Qd", "Td", "Js"):  # B's, and those of the talon
        ruling = case.match.get(f"why?action={card}", "A").json["ruling"]
        told.add((ruling["code"], re.sub(r"\w*[♠♥♦♣]\w*", "*", ruling["says"])))
        case.refused("A", action=card)
    assert len(told) == 1


@way("looks at its first cards and breaks the match off")
def _(case: TimedMatch) -> None:
    case.refused("A", do="abort")


@way("lets its clock run and never acts")
def _(case: TimedMatch) -> None:
    case.passes(1_000, thinks=True)
    case.match.do("B", action="Kh")
    case.passes(MAIN - 1)
    assert case.match.room.match.table.ending is None
    case.passes(1)


@way("writes something into the record beside its play")
def _(case: TimedMatch) -> None:
    for said in ({"action": "As"}, {"do": "offer", "offer": "agree", "seat": "A", "points": 1}):
        assert case.refused("A", reason="I hold the queen", **said).json["code"] == "malformed"


@way("leaves")
def _(case: TimedMatch) -> None:
    case.match.do("A", do="leave")


@way("makes one offer after the other")
def _(case: TimedMatch) -> None:
    case.live.app.extensions["limiter"]._asked = Rates(100, lambda: 0.0)
    for _ in range(10):
        case.match.do("A", do="offer", offer="agree", seat="A", points=1)
        case.match.do("B", do="decline")
    case.refused("A", do="offer", offer="agree", seat="A", points=1)


@way("asks without end to take actions back")
def _(case: TimedMatch) -> None:
    case.live.app.extensions["limiter"]._asked = Rates(100, lambda: 0.0)
    case.match.do("B", action="Kh")
    case.match.do("A", action="Qh")
    version = case.match.version
    for _ in range(10):
        case.match.do("A", do="offer", offer="takeback", to=version - 1)
        case.match.do("B", do="decline")
    case.refused("A", do="offer", offer="takeback", to=version - 1)


@way("calls the arbiter without end")
def _(case: TimedMatch) -> None:
    case.match.do("A", do="call", reason="B is slow")
    for _ in range(3):
        case.refused("A", do="call", reason="B is slow")
    case.passes(MAIN // 2, thinks=True)
    case.match.do("arbiter", do="answer", seat="A")


@way("leaves an offer open, so that nothing else can be done")
def _(case: TimedMatch) -> None:
    case.match.do("A", do="offer", offer="agree", seat="A", points=3)
    case.match.do("B", action="Kh")
    assert case.match.room.match.table.offer is None
    case.match.do("A", action="Qh")


@way("accepts its own offer")
def _(case: TimedMatch) -> None:
    case.match.do("A", do="offer", offer="agree", seat="A", points=3)
    case.refused("A", do="accept")


@way("does what only the arbiter may")
def _(case: TimedMatch) -> None:
    for said in (
        {"do": "pause"},
        {"do": "award", "seat": "A", "points": 7},
        {"do": "clock", "seat": "B", "time": 1},
        {"do": "correct", "to": 0},
        {"do": "forfeit", "seat": "B"},
        {"do": "flag"},
        {"do": "deal", "cards": {"hands": {}, "talon": []}},
    ):
        case.refused("A", **said)


@way("does not cut, so that nothing is dealt")
def _(case: TimedMatch) -> None:
    case.fair()
    case.match.do("B", do="cut", cut="mine")
    case.passes(9_999)
    assert case.match.room.match.table.now is None
    case.passes(1)
    assert case.match.room.match.table.now is not None
    case.refused("A", do="cut", cut="late")


@way("cuts after it has seen the other's cut")
def _(case: TimedMatch) -> None:
    case.fair()
    case.match.do("B", do="cut", cut="secret-cut")
    stream = case.match.follow("A", since=0)
    seen = json.dumps([next(stream) for _ in range(2)])
    for told in (seen, case.match.get("journal", "A").text, case.match.get(role="A").text):
        assert "secret-cut" not in told
    case.match.do("A", do="cut", cut="first")
    case.refused("A", do="cut", cut="second")


@way("sends a huge body")
def _(case: TimedMatch) -> None:
    case.refused("A", 413, do="leave", reason="x" * LIVE_BODY)


@way("sends what is not a request")
def _(case: TimedMatch) -> None:
    for data in (b"", b"{", b"[" * 9_000, b"\xff\xfe", b'{"do":' * 2_000, b"null", b'{"version": 1e999}'):
        path = f"{API}/{case.match.id}/actions"
        head = case.match.headers("A", **{"Content-Type": "application/json"})
        assert case.live.client.post(path, data=data, headers=head).status_code in (400, 422), data[:9]


@way("repeats a request that was done")
def _(case: TimedMatch) -> None:
    first = case.match.do("A", do="offer", offer="abort", key="once")
    lines = case.lines()
    for _ in range(OFTEN - 1):
        assert case.match.do("A", do="offer", offer="abort", key="once") == first
    assert case.lines() == lines
    case.match.do("B", do="decline")


@way("takes the idempotency key that the other will use")
def _(case: TimedMatch) -> None:
    case.match.do("A", do="offer", offer="agree", seat="A", points=1, key="1")
    case.match.do("B", do="decline", key="1")
    assert case.match.room.match.table.offer is None


@way("wants a rematch instead of the end, or one that the other does not want")
def _(case: TimedMatch) -> None:
    case.refused("A", do="offer", offer="rematch")
    case.match.do("A", do="leave")
    case.match.do("A", do="offer", offer="rematch")
    case.match.room.keep_house()
    case.live.hall.keep_house(case.match.room)
    assert case.match.get("next").status_code == 404


@way("renews or revokes the other's key")
def _(case: TimedMatch) -> None:
    for send in (case.live.client.post, case.live.client.delete):
        for role in ("A", "B", "arbiter"):
            answer = send(f"{API}/{case.match.id}/keys/{role}", headers=case.match.headers("A"))
            assert answer.status_code == 403


# Readers, and strangers.


@way("guesses keys")
def _(case: TimedMatch) -> None:
    for key in ("", "x", "B", case.match.keys["B"][:-1], case.match.keys["B"].swapcase(), "ж" * 40):
        head = {"Authorization": f"Bearer {key}".encode().decode("latin-1")}
        answer = case.live.client.post(
            f"{API}/{case.match.id}/actions", json={"do": "leave", "key": "k"}, headers=head
        )
        assert answer.status_code == 401


@way("uses the key of another match")
def _(case: TimedMatch) -> None:
    other = case.live.open()
    case.match.keys["X"] = other.keys["B"]
    case.refused("X", 401, do="leave")


@way("acts without a key")
def _(case: TimedMatch) -> None:
    case.refused("", 401, do="leave")


@way("has a page of another site act in a player's browser")
def _(case: TimedMatch) -> None:
    head = case.match.headers("B", Origin="https://evil.example")
    path = f"{API}/{case.match.id}/actions"
    assert case.live.client.post(path, json={"do": "leave", "key": "k"}, headers=head).status_code == 403


@way("opens matches without end")
def _(case: TimedMatch) -> None:
    asked = {"rules": "schnapsen"}
    answers = [case.live.client.post(API, json=asked) for _ in range(OFTEN)]
    assert (answers[0].status_code, answers[-1].status_code) == (201, 429)
    assert int(answers[-1].headers["Retry-After"]) <= 60


@way("opens one rematch after the other")
def _(case: TimedMatch) -> None:
    match, number = case.live.open(dealing="hand"), 0
    while True:
        match.do("A", do="leave")
        answer = match.ask("A", do="offer", offer="rematch")
        if answer.status_code == 429:
            break
        match.do("B", do="accept")
        match = OpenMatch(case.live, {"id": match.get("next").json["id"], "keys": match.keys})
        number += 1
    assert number == 1  # of three, with the two that were opened


@way("reads a long journal, or everything since the start, again and again")
def _(case: TimedMatch) -> None:
    for what in ("journal", "record", "events?since=0"):
        for _ in range(OFTEN + 1):
            answer = case.match.get(what)
            answer.close()
        assert answer.status_code == 429, what
    assert case.match.get("journal", "B").status_code == 200


@way("fills all streams, so that nobody can follow")
def _(case: TimedMatch) -> None:
    assert len(_streams_of_watchers(case)) == 18
    assert next(case.match.follow("B"))["event"] == "snapshot"


@way("opens matches to have keys, and fills the last tenth with them")
def _(case: TimedMatch) -> None:
    own = case.live.open(dealing="hand")
    case.patch.setattr("viewer.web.live.hall.LIVE_ADDRESS_STREAMS", 6)
    watchers = _streams_of_watchers(case)
    assert len(watchers) == 6
    problem = own.get("events", "A").json
    assert problem["code"] == "streams-full"
    path, elsewhere = f"{API}/{case.match.id}/events", {"REMOTE_ADDR": "192.0.2.7"}
    answer = case.live.client.get(path, buffered=False, environ_overrides=elsewhere)
    assert answer.status_code == 200
    for each in [*watchers, answer]:
        each.close()
    assert next(case.match.follow("B"))["event"] == "snapshot"


@way("opens streams with the key of a seat, so that the other cannot follow")
def _(case: TimedMatch) -> None:
    streams = [case.match.follow("A") for _ in range(LIVE_ROLE_STREAMS + 3)]
    assert [next(stream)["event"] for stream in streams] == ["snapshot"] * len(streams)
    assert [next(stream, None) for stream in streams[:3]] == [None] * 3
    assert case.live.hall.streams == len(case.match.room.streams("A")) == LIVE_ROLE_STREAMS
    assert next(case.match.follow("B"))["event"] == "snapshot"


def _streams_of_watchers(case: TimedMatch) -> list[Any]:
    """Streams of watchers, as many as there may be."""
    opened = []
    for _ in range(30):
        path = f"{API}/{case.match.id}/events"
        answer = case.live.client.get(path, buffered=False)
        if answer.status_code != 200:
            assert answer.json["code"] == "streams-full"
            break
        opened.append(answer)
    return opened


@way("follows the match and never reads")
def _(case: TimedMatch) -> None:
    room, hall = case.match.room, case.live.hall
    stream = hall.open_stream("application/x-ndjson", room.leave, sender="", watches=True)
    assert stream
    room.follow(stream, NOBODY, "en", None)
    case.patch.setattr("viewer.web.live.streams.LIVE_BUFFER", 5_000)
    for do in ("pause", "resume") * 5:
        case.match.do("arbiter", do=do)
    assert stream.is_cut


@way("follows the match over a connection that is gone without a word")
def _(case: TimedMatch) -> None:
    pump, room, hall = Pump(send_seconds=7), case.match.room, case.live.hall
    pump.start()
    stream = hall.open_stream("application/x-ndjson", room.leave, sender="", watches=True)
    assert stream
    room.follow(stream, NOBODY, "en", None)
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as reader,
    ):
        sock, _ = server.accept()
        pump.adopt(stream, sock, is_chunked=False)
        # Taking away the network is not for a test: the kernel is asked how long it waits.
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 7_000
        assert reader.recv(1) == b"{"
        pump.stop()
    assert hall.streams == 0


@way("asks for a match that is not public")
def _(case: TimedMatch) -> None:
    hidden = case.live.open(public=False)
    for what in ("", "events", "journal", "record", "legal"):
        assert hidden.get(what).status_code == 401
    assert hidden.id not in case.live.client.get(API).text


# Keys, the arbiter and the house.


@way("a key is lost or stolen")
def _(case: TimedMatch) -> None:
    stolen = case.match.keys["B"]
    stream = case.match.follow("B")
    next(stream)
    answer = case.live.client.post(f"{API}/{case.match.id}/keys/B", headers=case.match.headers("arbiter"))
    case.match.keys |= {"B": answer.json["key"], "X": stolen}
    case.refused("X", 401, do="leave")
    assert list(stream) == []


@way("the arbiter is gone")
def _(case: TimedMatch) -> None:
    head = case.match.headers("arbiter")
    assert case.live.client.delete(f"{API}/{case.match.id}/keys/arbiter", headers=head).status_code == 200
    case.refused("arbiter", 401, do="pause")
    case.match.do("B", action="Kh")
    case.passes(MAIN)  # the match ends without one


@way("the house chooses the cards after it has seen the cuts")
def _(case: TimedMatch) -> None:
    case.fair()
    table = case.match.room.match.table
    committed = table.commitment
    case.match.do("A", do="cut", cut="a")
    case.match.do("B", do="cut", cut="b")
    case.match.room.keep_house()
    assert case.match.room.match.table.now
    fairness = case.match.room.match.shuffled
    assert fairness
    assert fairness.commitment == committed.hex()
    lines = case.live.hall.journal.since(case.match.id, -1)[1:]
    assert [line.said["entry"]["kind"] for line in lines] == ["commit", "cut", "cut", "deal"]
    assert commit(bytes.fromhex(lines[0].said["seed"])) == committed.hex()


# The machine.


@way("has its clock set back or forward")
def _(case: TimedMatch) -> None:
    wall, steady = [10**18], [5 * 10**9]
    case.patch.setattr(time, "time_ns", lambda: wall[0])
    case.patch.setattr(time, "monotonic_ns", lambda: steady[0])
    now = clock()
    before = now()
    for change in (-3600, 7200, -(10**6)):
        wall[0] += change * 10**9
        assert now() == before
    steady[0] += 10**9
    assert now() == before + 1_000


@way("is restarted with its clock set back")
def _(case: TimedMatch) -> None:
    case.passes(1_000, thinks=True)
    case.match.do("arbiter", do="pause")
    case.match.do("arbiter", do="resume")
    case.live.time -= 3_600_000
    case.live.restart()
    case.steady()
    assert case.match.room.match.table.clock
    case.passes(500, thinks=True)


@way("loses power, or the server is killed")
def _(case: TimedMatch) -> None:
    version = case.match.version
    case.live.restart()
    case.steady()
    assert case.match.version == version


@way("has a full disk, or a database that is away")
def _(case: TimedMatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise UnusableError(Phrase("the disk is full"))

    with case.patch.context() as broken:
        broken.setattr(case.live.hall.journal, "append", fail)
        broken.setattr(case.live.hall.journal, "since", fail)
        case.refused("A", 503, do="leave")
        for _ in range(MAIN // 5_000 + 1):
            case.live.time += 5_000
            case.steady()
            case.refused("B", 503, action="Kh")
    case.live.hall._tend(case.match.id, heard=False)


@way("has its archive moved away while it is used")
def _(case: TimedMatch) -> None:
    file = Path(case.live.config.database.removeprefix("sqlite:///"))
    file.rename(file.with_name("moved.db"))
    case.refused("B", 503, action="Kh")
    case.refused("A", 503, do="leave")
    file.with_name("moved.db").rename(file)


@way("runs two servers, which are asked at the same time")
def _(case: TimedMatch) -> None:
    other = case.live.another()
    twin = OpenMatch(other, {"id": case.match.id, "keys": case.match.keys})
    version = twin.version
    case.match.do("A", do="offer", offer="abort", version=version)
    assert twin.ask("A", do="leave", version=version).status_code == 409
    twin.do("B", do="decline")
    case.match.room.catch_up()
    assert case.match.version == version + 2
    other.app.extensions["archive"].close()


# What they have in common.


@pytest.mark.slow
@pytest.mark.parametrize("tried", WAYS, ids=lambda tried: tried.words)
def test_no_way_to_harm_a_match_costs_the_honest_seat_anything(
    tried: WayToHarm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = TimedMatch(tmp_path, monkeypatch)
    try:
        with monkeypatch.context() as patch:
            case.patch = patch
            tried.attempt(case)
        case.survives()
    finally:
        case.live.close()


def test_the_page_lists_the_ways_in_the_same_words() -> None:
    section = (ROOT / "docs/live-safety.md").read_text().partition("\n## ")[0]
    listed = re.findall(r"(?m)^\* (.*?)\. ", section)
    assert [words[0].lower() + words[1:] for words in listed] == [each.words for each in WAYS]
    assert len(WAYS) >= 30
