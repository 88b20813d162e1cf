"""Several workers of live matches: each looks after its share, and one that dies is taken over.

Matches are played by programs that ask as a proxy does: the worker of the match, and any other if that one
is gone. Everything acknowledged is in the journals, and nobody's clock is charged for an outage.
"""

import http.client
import json
import os
import random
import signal
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from notation.findings import Phrase
from notation.live.journal import JournalLine, faults
from tests.support.databases import new_url
from tests.support.live_http import API, BEGAN, HANDS, TALON, Live, OpenMatch
from tests.support.servers import LISTENS, children, free_ports, started
from tests.support.sizes import sizes
from viewer.limits import LIVE_IDLE
from viewer.store import Store
from viewer.store.databases import UnusableError
from viewer.store.leases import Lease
from viewer.web.live.shares import BEAT, LAPSE, Shares


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[Live]]:
    """Two workers over one archive, which have started; their background work is done by the tests."""
    first = Live(tmp_path)
    made = [first, first.another()]
    for number, live in enumerate(made):
        begin(live, number)
    yield made
    for live in made:
        live.close()


def begin(live: Live, number: int) -> None:
    """Start a worker as one of two, without its threads."""
    live.hall.draw = random.Random(f"{number} {live.time} {len(live._ended)}").randbytes
    live.hall._shares = Shares(live.hall.store.leases, number, 2, lambda: live.hall.now())
    live.hall._follow_shares()


def passes(workers: list[Live], milliseconds: int) -> None:
    """Let time pass at some workers, which renew their leases."""
    for _ in range(milliseconds // BEAT):
        for live in workers:
            live.time += BEAT
            live.hall._follow_shares()


def match_of(share: int, live: Live, **how: Any) -> OpenMatch:
    """Open a match in the share of a worker."""
    while True:
        match = live.open(**how)
        if int(match.id[0], 16) // 8 == share:
            return match


def charge(match: OpenMatch) -> dict[str, int]:
    """What the clock of a match has charged to each seat."""
    clock = match.get().json["view"]["clock"]
    return {seat: 60_000 - left for seat, left in clock["left"].items()}


def test_each_worker_looks_after_the_matches_of_its_share(
    pair: list[Live], monkeypatch: pytest.MonkeyPatch
) -> None:
    for share, live in enumerate(pair):
        there = OpenMatch(pair[1 - share], vars(match_of(share, live)))
        assert [each.hall.is_in_charge(there.id) for each in pair] == [share == 0, share == 1]
    foreign = match_of(1, pair[0])
    assert foreign.do("A", do="cut", cut="x", key="cut")  # any worker serves any match
    foreign.room.used -= 10
    monkeypatch.setattr("viewer.web.live.hall.LIVE_IDLE", 10)
    pair[0].hall._sweep()
    assert foreign.id not in pair[0].hall._rooms
    for live, hears in zip(pair, (False, True), strict=True):
        live.hall._heard.clear()
        live.hall._hear(foreign.id, 0)
        assert (foreign.id in live.hall._heard) is hears


def test_the_share_of_a_worker_that_dies_is_taken_over_and_given_back(pair: list[Live]) -> None:
    first, second = pair
    match = match_of(1, first)
    passes(pair, 5_000)
    reader = match.follow("A")
    assert next(reader)["event"] == "snapshot"
    [stream] = match.room.streams()
    died = first.time
    while not first.hall.is_in_charge(match.id) and first.time < died + 5_000:
        passes([first], BEAT)
    assert LAPSE < first.time - died <= LAPSE + 2 * BEAT
    assert match.id in first.hall._next
    second.time = first.time
    second.restart()
    begin(second, 1)
    assert second.hall.is_in_charge(match.id)
    assert not stream.is_cut
    passes(pair, BEAT)
    assert stream.is_cut  # its reader comes back, to the worker that is there again
    assert list(reader) == []
    assert [live.hall.is_in_charge(match.id) for live in pair] == [False, True]


def test_of_two_processes_of_one_number_the_later_one_has_its_share(pair: list[Live]) -> None:
    first, second = pair
    successor = first.another()
    successor.time = first.time + 10
    begin(successor, 0)
    match = match_of(0, successor)
    passes([first, second, successor], 10_000)
    assert [live.hall.is_in_charge(match.id) for live in (first, second, successor)] == [False, False, True]
    passes([first, second], 5_000)
    assert sum(live.hall.is_in_charge(match.id) for live in (first, second)) == 1
    successor.close()


def test_no_clock_is_charged_for_the_outage_of_a_worker(pair: list[Live]) -> None:
    first, second = pair
    match = match_of(1, second, dealing="hand", clock={"main": 60_000})
    there = OpenMatch(first, vars(match))
    match.deal()
    passes(pair, 20_000)
    assert charge(match) == charge(there) == {"A": 0, "B": 20_000}
    passes([first], 4_000)  # the other one has died
    taken = charge(there)["B"]
    assert 20_000 <= taken <= 20_000 + 4_000 - LAPSE
    second.time = first.time
    second.restart()
    begin(second, 1)
    passes(pair, 10_000)
    assert charge(match) == charge(there) == {"A": 0, "B": taken + 10_000}
    there.do("B", action="Kh")
    match.room.catch_up()
    passes(pair, 1_000)
    assert charge(match) == charge(there) == {"A": 1_000, "B": taken + 10_000}


def test_a_worker_that_is_asked_in_an_outage_gives_back_its_time(pair: list[Live]) -> None:
    """As when the machine has been down, and the worker of a match starts later than the others."""
    match = match_of(1, pair[1], dealing="hand", clock={"main": 60_000})
    match.deal()
    passes(pair, 7_000)
    for live in pair:
        live.restart()
        live.time += 3_600_000
    begin(pair[0], 0)
    there = OpenMatch(pair[0], vars(match))
    assert charge(there) == {"A": 0, "B": 7_000}
    pair[0].time += 500
    pair[1].time += 500
    begin(pair[1], 1)
    assert charge(match) == {"A": 0, "B": 7_500}


def test_a_worker_alone_needs_no_lease(tmp_path: Path) -> None:
    live = Live(tmp_path)
    live.hall.start(hands_over=False)
    assert live.hall.is_in_charge("f" * 16)
    assert live.hall.store.leases.all() == {}
    live.close()


def test_a_lease_that_cannot_be_renewed_is_renewed_later(
    pair: list[Live], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise UnusableError(Phrase("the database is away"))

    first, second = pair
    match = match_of(1, first)
    with monkeypatch.context() as broken:
        broken.setattr(first.hall.journal, "open_matches", away)
        passes([first], 4_000)
    assert first.hall.is_in_charge(match.id)
    first.hall._next.clear()
    passes([first], BEAT)
    assert match.id in first.hall._next
    assert second.hall.store.leases.all()[1] == Lease(0, BEGAN, first.time)


def test_what_is_stored_elsewhere_while_a_match_comes_to_a_worker_is_shown_there(
    pair: list[Live], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    match = match_of(0, first, dealing="hand")
    match.deal()
    read = second.hall.journal.since

    def read_too_early(id: str, number: int, most: int | None = None) -> list[JournalLine]:
        lines = read(id, number, most)
        if number < 0:
            match.do("B", action="Kh")
            second.hall._hear(id, match.version)
        return lines

    monkeypatch.setattr(second.hall.journal, "since", read_too_early)
    reader = OpenMatch(second, vars(match)).follow("A")
    assert next(reader)["id"] == match.version == 2


def test_a_match_that_is_asked_for_is_not_let_go_in_the_same_moment(pair: list[Live]) -> None:
    hall = pair[0].hall
    match = match_of(0, pair[0])
    match.room.used -= 2 * LIVE_IDLE

    class SweptAfter(threading.Condition):
        def __exit__(self, *how: Any) -> None:
            super().__exit__(*how)
            if hall._turn is self:
                hall._turn = turn
                hall._sweep()

    turn, hall._turn = hall._turn, SweptAfter()
    assert hall.room(match.id) is hall._rooms.get(match.id)


def test_what_a_worker_hears_goes_before_the_matches_that_it_has_to_load(
    pair: list[Live], monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = pair[0].hall
    matches = [pair[0].open().id for _ in range(3)]
    tended: list[tuple[str, bool]] = []

    def tend(match: str, heard: bool) -> None:
        tended.append((match, heard))
        if len(tended) == 1:
            hall._hear(match, 99)
        if len(tended) == 4:
            hall._stopped.set()

    monkeypatch.setattr(hall, "_tend", tend)
    for match in matches:
        hall.look_after(match)
    hall._run()
    first, second, *others = tended
    assert second == (first[0], True)
    assert {match for match, heard in (first, *others) if not heard} == set(matches)


# Killed.

LOADED: Final = "import viewer.web.live.app, gunicorn.app.wsgiapp as program; program.run()"
"""Gunicorn with the modules loaded before it forks its workers, once for all of them."""
COMMAND: Final = (sys.executable, "-c", LOADED, "-c", "python:viewer.web.live.gunicorn_conf")
GOES_ON: Final = 5.0
"""Seconds within which matches go on."""
HOUR: Final = 3_600_000
UNNOTICED: Final = 1_000
"""Milliseconds of an outage that a clock may be charged, or given too much."""
PLAYED: Final = 4
"""Matches that are played meanwhile."""


class Proxy:
    """What asks the worker of a match, on its own port, and any of them if that one is gone."""

    def __init__(self, port: int) -> None:
        self._port = port

    def ask(self, id: str, key: str = "", what: str = "", body: Any = None) -> tuple[int, Any]:
        """Send a request until it is answered, other than with 503."""
        ports = (self._port + 1 + int(id[0], 16) // 8, self._port) if id else (self._port,)
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        data = None if body is None else json.dumps(body).encode()
        path = f"{API}/{id}/{what}".rstrip("/")
        until = time.monotonic() + 3 * GOES_ON
        while time.monotonic() < until:
            for port in ports:
                request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
                try:
                    with urllib.request.urlopen(request, timeout=GOES_ON) as answer:
                        return answer.status, json.load(answer)
                except urllib.error.HTTPError as error:
                    with error:
                        if error.code != 503:
                            return error.code, json.load(error)
                except (OSError, http.client.HTTPException):  # refused or broken off
                    continue
            time.sleep(0.05)
        pytest.fail(f"nobody answers {path}")

    def open(self, **how: Any) -> dict[str, Any]:
        status, opened = self.ask("", body={"rules": "schnapsen target=99", **how})
        assert status == 201, opened
        found: dict[str, Any] = opened
        return found


class FastPlayer(threading.Thread):
    """Somebody who plays both seats of a match, as fast as he is answered."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__()
        self._proxy = proxy
        self.opened = proxy.open()
        self.heads: list[str] = []
        """Of what was acknowledged."""
        self.longest = 0.0
        """How long it took at most until something was acknowledged, in seconds."""
        self.stopped = threading.Event()

    def run(self) -> None:
        """Play until it is stopped."""
        match, keys = self.opened["id"], self.opened["keys"]
        chance = random.Random(match)
        while not self.stopped.wait(0.05):
            began = time.monotonic()
            said = self._next(match, keys, chance)
            if said:
                seat, body = said
                status, answer = self._proxy.ask(match, keys[seat], "actions", body)
                assert status in (200, 409), answer
                if status == 200:
                    self.heads.append(answer["receipt"]["head"])
                    self.longest = max(self.longest, time.monotonic() - began)

    def _next(
        self, match: str, keys: dict[str, str], chance: random.Random
    ) -> tuple[str, dict[str, Any]] | None:
        """The next request and its seat, if anybody can do anything."""
        for seat in "AB":
            _, found = self._proxy.ask(match, keys[seat])
            view = found["view"]
            asked = {"version": view["version"], "key": f"{seat}-{view['version']}"}
            if view["deal"] is None and view["commitment"] and seat not in view["cut_by"]:
                return seat, asked | {"do": "cut"}
            if view["deal"] and view["deal"]["turn"] == seat:
                words = [word for word in view["deal"]["legal"] if word != "out"]
                return seat, asked | ({"action": chance.choice(words)} if words else {"do": "settle"})
        return None


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def outages(store: Store, before: dict[int, Lease], killed: int) -> dict[int, tuple[int, int]]:
    """Wait until every share is looked after again; from when until when it was not, where that is so."""
    renewed: dict[int, Lease] = {}
    while len(renewed) < 2:
        assert now() - killed < 3 * 1000 * GOES_ON
        for share, lease in store.leases.all().items():
            if lease.beat > killed:
                renewed.setdefault(share, lease)
        time.sleep(0.02)
    return {
        share: (before[share].beat, lease.beat)
        for share, lease in renewed.items()
        if lease[:2] != before[share][:2]
    }


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.nightly)])
@sizes(2, 50)
def test_one_of_two_workers_is_killed_and_the_matches_go_on(
    kind: str, size: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = new_url(request, kind, tmp_path)
    chance = random.Random(40)
    place = f"127.0.0.1:{free_ports(3)}"
    told = {"SANTASE_DATABASE": url, "SANTASE_LIVE_BIND": place, "SANTASE_LIVE": "all"}
    told |= {"SANTASE_LIVE_WORKERS": "2", "SANTASE_LIVE_OPENED": "9999"}
    with (
        started(*COMMAND, said=LISTENS, seconds=60 + 10 * size, **told) as (address, process),
        Store.open(url) as store,
    ):
        assert process.stdout
        threading.Thread(target=process.stdout.read, daemon=True).start()
        proxy = Proxy(int(address.rpartition(":")[2]))
        while len(store.leases.all()) < 2:
            time.sleep(0.05)
        players = [FastPlayer(proxy) for _ in range(PLAYED)]
        thinking: dict[int, dict[str, Any]] = {}
        while len(thinking) < 2:
            opened = proxy.open(dealing="hand", clock={"main": HOUR})
            thinking[int(opened["id"][0], 16) // 8] = opened
        dealt = {}
        for share, opened in thinking.items():
            cards = {"key": "cards", "do": "deal", "cards": {"hands": HANDS, "talon": TALON}}
            assert proxy.ask(opened["id"], opened["keys"]["arbiter"], "actions", cards)[0] == 200
            dealt[share] = now()
        for player in players:
            player.start()
        lost: dict[int, list[tuple[int, int]]] = {0: [], 1: []}
        for _ in range(size):
            time.sleep(chance.uniform(0.3, 1.5))
            before, killed = store.leases.all(), now()
            os.kill(chance.choice(children(process.pid)), signal.SIGKILL)
            for share, (last, again) in outages(store, before, killed).items():
                assert again - killed <= 1000 * GOES_ON
                lost[share].append((again - killed, again - last))
            while len(children(process.pid)) < 2:
                time.sleep(0.02)
        for player in players:
            player.stopped.set()
        for player in players:
            player.join()
            stored = store.journal.since(player.opened["id"], -1)
            assert not list(faults(stored))
            assert player.heads
            assert {line.head.hex() for line in stored} >= set(player.heads)
            assert player.longest <= GOES_ON
        assert sum(map(len, lost.values())) > size // 2  # some had not taken their share yet
        for share, opened in thinking.items():
            _, found = proxy.ask(opened["id"])
            thought, charged = now() - dealt[share], HOUR - found["view"]["clock"]["left"]["B"]
            assert charged <= thought - sum(real - UNNOTICED for real, _ in lost[share])
            assert charged >= thought - sum(seen + UNNOTICED for _, seen in lost[share])
