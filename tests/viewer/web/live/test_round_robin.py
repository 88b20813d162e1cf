"""Programs play a round robin over HTTP with an arbiter's script, while workers are killed at random."""

import http.client
import json
import os
import random
import signal
import threading
import time
from itertools import combinations
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from notation import read
from notation.judge import judge
from notation.live.journal import Receipt, faults
from notation.live.match import LiveMatch
from notation.rulings.signatures import new_key, verify_object
from tests.support.servers import children, live_service
from tests.support.sizes import sizes
from viewer.store import KeyRole, Store

API: Final = "/api/v1/live"
PATIENCE: Final = 60.0
"""Seconds for which a request is repeated, as a worker was killed."""
RESIGNS: Final = 0.3
"""How often a program resigns rather than play on, so that matches are short."""


class PatientClient:
    """Requests on one connection, repeated until they are answered."""

    def __init__(self, origin: str) -> None:
        self._host = urlsplit(origin).netloc
        self._connection: http.client.HTTPConnection | None = None
        self.broken = 0

    def ask(
        self, method: str, path: str, key: str, body: Any = None, accept: str = "application/json"
    ) -> str:
        headers = {"Authorization": f"Bearer {key}", "Accept": accept, "Content-Type": "application/json"}
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._connection = self._connection or http.client.HTTPConnection(self._host, timeout=20)
                self._connection.request(method, path, json.dumps(body) if body else None, headers)
                answer = self._connection.getresponse()
                text = answer.read().decode()
                if answer.status < 300 or answer.status in (409, 422):
                    return text
                assert answer.status in (429, 503), (answer.status, text)
            except (http.client.HTTPException, OSError):
                self.broken += 1
                self.close()
            assert time.monotonic() < until, path
            time.sleep(0.1)

    def close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None

    def json(self, method: str, path: str, key: str, body: Any = None) -> Any:
        return json.loads(self.ask(method, path, key, body))


class RoundRobinPlayer:
    """A player who plays all of its matches, one action at each in turn."""

    def __init__(self, name: str, origin: str, matches: list[Any]) -> None:
        self.client = PatientClient(origin)
        self.rng = random.Random(name)
        self.receipts: dict[str, list[Receipt]] = {}
        self.seats = {
            each["id"]: each["keys"]["AB"[each["names"].index(name)]]
            for each in matches
            if name in each["names"]
        }
        self.called: set[str] = set()
        self.thread = threading.Thread(target=self.play, name=name)

    def play(self) -> None:
        waiting = dict(self.seats)
        while waiting:
            acted = 0
            for match, key in list(waiting.items()):
                view = self.client.json("GET", f"{API}/matches/{match}", key)["view"]
                asked = self.next_request(match, view)
                if asked:
                    acted += self.do(match, key, asked)
                if asked == {"do": "confirm"}:
                    del waiting[match]
            if not acted:
                time.sleep(0.05)

    def next_request(self, match: str, view: Any) -> dict[str, Any] | None:
        if view["ending"]:
            return {"do": "confirm"}
        if match not in self.called and self.rng.random() < 0.2:
            self.called.add(match)
            return {"do": "call", "reason": "Is this right?"}
        if view["paused"]:
            return None
        deal = view["deal"]
        if deal is None:
            may_cut = view["commitment"] and view["you"] not in view["cut_by"]
            return {"do": "cut", "cut": f"{self.rng.randrange(1000)}"} if may_cut else None
        if deal.get("claim_holds"):
            return {"action": "out", "version": view["version"]}
        if not deal["legal"]:
            return None
        resigns = self.rng.random() < RESIGNS
        return {"action": "resign" if resigns else self.rng.choice(deal["legal"]), "version": view["version"]}

    def do(self, match: str, key: str, asked: dict[str, Any]) -> bool:
        body = asked | {"key": f"{self.rng.getrandbits(128):032x}"}
        told = self.client.json("POST", f"{API}/matches/{match}/actions", key, body)
        if "receipt" in told:
            self.receipts.setdefault(match, []).append(Receipt(**told["receipt"]))
        return "receipt" in told


class Arbiter:
    """A script at the desk of the tournament: it answers calls, and pauses a match now and then."""

    def __init__(self, origin: str, tournament: str, key: str) -> None:
        self.origin, self.tournament, self.key = origin, tournament, key
        self.client = PatientClient(origin)
        self.boards: dict[str, Any] = {}
        self.answered = 0
        self.is_over = False
        self.rng = random.Random(tournament)
        self.thread = threading.Thread(target=self.follow)

    def follow(self) -> None:
        while not self.is_over:
            connection = http.client.HTTPConnection(urlsplit(self.origin).netloc, timeout=20)
            try:
                headers = {"Authorization": f"Bearer {self.key}"}
                connection.request("GET", f"{API}/tournaments/{self.tournament}/events", headers=headers)
                answer = connection.getresponse()
                while (line := answer.readline()) and not self.is_over:
                    if line.strip():
                        self.hear(json.loads(line))
            except (http.client.HTTPException, OSError, ValueError):
                time.sleep(0.1)
            finally:
                connection.close()

    def hear(self, event: Any) -> None:
        if event["event"] != "board":
            return
        match = event["match"]
        before, self.boards[match] = self.boards.get(match), event
        if event["ending"]:
            return
        for call in event["calls"]:
            assert call["reason"] == "Is this right?"
            self.answered += self.do(match, {"do": "answer", "seat": call["by"], "reason": "It is."})
        if event["paused"]:
            self.do(match, {"do": "resume"})
        elif before and self.rng.random() < 0.02:
            self.do(match, {"do": "pause"})

    def do(self, match: str, asked: Any) -> bool:
        body = asked | {"key": f"{self.rng.getrandbits(128):032x}"}
        return "receipt" in self.client.json("POST", f"{API}/matches/{match}/actions", self.key, body)


@sizes(6, 32)
def test_every_result_of_a_round_robin_is_right_and_signed_though_workers_are_killed(
    tmp_path: Path, size: int
) -> None:
    database = f"sqlite:///{tmp_path / 'archive.db'}"
    private, public = new_key()
    (tmp_path / "private.pem").write_bytes(private)
    with Store.open(database) as store:
        own = store.keys.add("club", KeyRole.OPERATOR, actor="test")
    names = [f"Program {number}" for number in range(size)]
    pairs = [{"board": str(at), "names": [*pair]} for at, pair in enumerate(combinations(names, 2), start=1)]
    how = {
        "SANTASE_LIVE_WORKERS": "2",
        "SANTASE_LOG": "off",
        "SANTASE_SIGNING_KEY": str(tmp_path / "private.pem"),
    }
    with live_service(database, **how) as (origin, server):
        office = PatientClient(origin)
        asked = {"name": "Round robin", "rules": "schnapsen", "deals": 1, "waits": True, "key": "k" * 16}
        asked |= {"matches": pairs}
        told = office.json("POST", f"{API}/tournaments", own, asked)
        arbiter = Arbiter(origin, told["id"], told["key"])
        programs = [RoundRobinPlayer(name, origin, told["matches"]) for name in names]
        threads = [arbiter.thread, *(program.thread for program in programs)]
        for thread in threads:
            thread.start()
        rng, kills = random.Random(size), 0
        while any(program.thread.is_alive() for program in programs):
            time.sleep(rng.uniform(0.5, 2))
            if kills < size // 3 and len(workers := children(server.pid)) == 2:
                os.kill(rng.choice(workers), signal.SIGKILL)
                kills += 1
        results = office.json("GET", f"{API}/tournaments/{told['id']}/results", told["key"])
        arbiter.is_over = True
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()
        records = {
            each["id"]: office.ask(
                "GET", f"{API}/matches/{each['id']}/record", told["key"], accept="text/plain"
            )
            for each in told["matches"]
        }
        assert office.json("POST", f"{API}/tournaments", own, asked) == told
        for client in (office, arbiter.client, *(program.client for program in programs)):
            client.close()
    assert kills
    verify_object(results, public)
    assert [result["board"] for result in results["results"]] == [pair["board"] for pair in pairs]
    with Store.open(database) as store:
        for result, pair in zip(results["results"], pairs, strict=True):
            verify_object(result, public)
            lines = store.journal.since(result["match"], -1)
            receipts = [each for program in programs for each in program.receipts.get(result["match"], [])]
            assert receipts
            assert not list(faults(lines, receipts))
            played = LiveMatch.resume(lines).table
            [game] = read(records[result["match"]].encode())
            judgement = judge(game)
            assert (result["names"], result["ending"]) == (pair["names"], "played")
            assert tuple(result["score"].values()) == judgement.score == tuple(played.match.score)
            assert result["winner"] == "AB"[played.winner]
            assert result["confirmed"] == ["A", "B"]
            assert result["head"] == lines[-1].head.hex()
    print(f"{len(pairs)} matches, {kills} kills, {sum(each.client.broken for each in programs)} broken")
