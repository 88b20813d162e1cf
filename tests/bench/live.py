"""Load test of live matches, including the client: `python tests/bench/live.py`.

Starts the server for live matches as in production, opens matches, follows them with many streams, and sends
a fixed number of legal actions per second, chosen from what the seat sees. With several workers it asks each
for the matches of its share, as the proxy does. Prints the latency of
acknowledgements, and of events to every reader since the request of their action; whether any event is
missing or out of order; the memory of the server over time, and the CPU time of its workers and of PostgreSQL
per action, which does not depend on other load of the machine. Then it requests more streams than the limit,
while the actions continue. Exits 1 if an event is missing, or an action fails.

With `--hostile` others ask for what costs most meanwhile: the journal and the record of a match over and
over, streams from the first event and streams that they never read, actions with wrong keys and out of turn,
and requests that they never finish.

Options: `--streams 1000 --actions 200 --seconds 60 --matches 100 --workers 1 --database sqlite|postgresql`.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.support.databases import Postgres, started_server
from tests.support.servers import LISTENS, LIVE_SERVICE, children, free_ports, started

API: Final = "/api/v1/live/matches"
ENTRY: Final = b'{"event":"entry","id":'
OVER_CAP: Final = 50
"""Streams requested beyond the limit."""


class Workers:
    """The workers that are measured: their common port, and one of each after it if there are several."""

    def __init__(self, port: int, number: int, pid: int, database: int) -> None:
        self.port = port
        self.number = number
        self._pid = pid
        self._database = database

    def of(self, match: str) -> int:
        """Return the port to which a proxy sends what concerns a match."""
        return self.port + (1 + int(match[0], 16) * self.number // 16 if self.number > 1 else 0)

    def spent(self) -> tuple[list[float], float]:
        """Return the CPU seconds of each worker, and those of PostgreSQL."""
        return [seconds_of(child) for child in children(self._pid)], sum(
            map(seconds_of, children(self._database)) if self._database else ()
        )

    def memory(self) -> list[float]:
        """Return the memory of each worker, in MiB."""
        kept = [Path(f"/proc/{child}/statm").read_text().split()[1] for child in children(self._pid)]
        return [int(pages) * os.sysconf("SC_PAGE_SIZE") / (1 << 20) for pages in kept]


def seconds_of(pid: int) -> float:
    """Return the CPU seconds of a process."""
    spent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")


class BenchConnection:
    """A persistent connection for consecutive requests."""

    def __init__(self, port: int, sender: str = "10.0.0.1") -> None:
        self._port = port
        self._sender = sender
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, key: str = "", body: Any = None) -> tuple[int, bytes]:
        """Return the status and the body of a response."""
        data = b"" if body is None else json.dumps(body).encode()
        while True:
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", self._port)
            reader, writer = self._streams
            try:
                writer.write(head(method, path, key, self._sender, len(data)) + data)
                status, headers = await read_head(reader)
                break
            except (OSError, asyncio.IncompleteReadError):  # it has been closed
                self._streams = None
        found = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            writer.close()
            self._streams = None
        return status, found


def head(method: str, path: str, key: str, sender: str, size: int = 0) -> bytes:
    """The head of a request, as a proxy passes it on for a sender."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept: application/x-ndjson, */*;q=0.5"]
    lines += [f"X-Forwarded-For: {sender}"]
    lines += [f"Authorization: Bearer {key}"] if key else []
    lines += ["Content-Type: application/json", f"Content-Length: {size}"] if size else []
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Read the status and the headers of a response."""
    status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = (line.split(": ", 1) for line in lines if line)
    return int(status.split()[1]), {name.lower(): said for name, said in headers}


class LiveFigures:
    def __init__(self) -> None:
        self.actions: list[float] = []
        self.events: list[float] = []
        self.wrong: list[str] = []


class Bout:
    """A match: its actors, and the time of the request for each of its versions."""

    def __init__(self, port: int, opened: dict[str, Any], figures: LiveFigures) -> None:
        self.id: str = opened["id"]
        self.keys: dict[str, str] = opened["keys"]
        self.asked: dict[int, float] = {}
        self.views: dict[str, dict[str, Any]] = {}
        self.changed = asyncio.Event()
        self.port = port
        self.sender = f"10.1.{int(self.id[:2], 16)}.{int(self.id[2:4], 16)}"
        self._connection = BenchConnection(port, self.sender)
        self._figures = figures
        self._random = random.Random(self.id)

    async def act(self) -> bool:
        """Do the next action; returns whether there was one."""
        view = max(self.views.values(), key=lambda view: int(view["version"]), default=None)
        if view is None:
            return False
        body: dict[str, Any] = {"version": view["version"], "key": str(view["version"])}
        seat = next(iter(set("AB") - set(view["cut_by"])), "")
        if view["deal"] is not None:
            seat = view["deal"]["turn"]
            legal = self.views.get(seat, {}).get("deal") or {}
            if self.views[seat]["version"] != view["version"]:
                return False
            words = [word for word in legal["legal"] if word != "out"]
            body |= {"action": self._random.choice(words)} if words else {"do": "settle"}
        elif view["commitment"] and seat:
            body["do"] = "cut"
        else:
            return False
        began = time.perf_counter()
        self.asked[view["version"] + 1] = began
        status, said = await self._connection.ask("POST", f"{API}/{self.id}/actions", self.keys[seat], body)
        if status == 200:
            self._figures.actions.append(time.perf_counter() - began)
        else:
            self._figures.wrong.append(f"{status} {said[:200]!r}")
        return True

    async def follow(self, seat: str, figures: LiveFigures, ready: asyncio.Event) -> None:
        """Read a stream to its end; every event must arrive once, and in order."""
        status = 503
        while status == 503:  # so many start at once that some must retry
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(head("GET", f"{API}/{self.id}/events", self.keys.get(seat, ""), self.sender))
            status, _ = await read_head(reader)
            if status == 503:
                writer.close()
                await asyncio.sleep(1)
        if status != 200:
            figures.wrong.append(f"a stream was answered with {status}")
            ready.set()
            return
        last, rest = -1, b""
        try:
            while size := int(await reader.readuntil(b"\r\n"), 16):
                *lines, rest = (rest + (await reader.readexactly(size + 2))[:-2]).split(b"\n")
                now = time.perf_counter()
                for line in filter(None, lines):
                    if line.startswith(ENTRY):
                        number = int(line[len(ENTRY) : line.index(b",", len(ENTRY))])
                        if number != last + 1:
                            figures.wrong.append(f"after event {last} comes {number}")
                        last = number
                        if number in self.asked:
                            figures.events.append(now - self.asked[number])
                    else:
                        last = json.loads(line)["id"]
                        ready.set()
                    if seat:
                        self.views[seat] = json.loads(line)["view"]
        except (OSError, asyncio.IncompleteReadError) as error:
            figures.wrong.append(f"a stream broke off: {error!r}")
        finally:
            writer.close()


def percentile(figures: list[float], share: float) -> float:
    """Return a percentile, in milliseconds."""
    return (
        sorted(figures)[min(len(figures) - 1, int(len(figures) * share))] * 1000 if figures else float("nan")
    )


def said_of(figures: list[float]) -> str:
    """Format the median and the 99th percentile."""
    return f"p50 {percentile(figures, 0.5):6.1f} p99 {percentile(figures, 0.99):6.1f} ms"


def postmaster(server: Postgres | None) -> int:
    """Return the process id of a PostgreSQL server; 0 without one."""
    return int((server.folder / "data" / "postmaster.pid").read_text().split()[0]) if server else 0


async def play(bouts: list[Bout], rate: int, seconds: float, behind: list[float]) -> None:
    """Send a fixed number of actions per second; ``behind`` collects the delay of each."""
    began, number = time.perf_counter(), 0
    busy: dict[Bout, asyncio.Task[bool]] = {}
    turn = 0
    while time.perf_counter() - began < seconds:
        due = began + number / rate
        wait = due - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        for _ in range(len(bouts)):
            turn += 1
            bout = bouts[turn % len(bouts)]
            if bout not in busy or busy[bout].done():
                busy[bout] = asyncio.create_task(bout.act())
                break
        behind.append(time.perf_counter() - due)
        number += 1
    await asyncio.gather(*busy.values())


async def run(workers: Workers, asked: argparse.Namespace) -> LiveFigures:
    """Run the whole test."""
    figures, connection = LiveFigures(), BenchConnection(workers.port)
    opening = {"rules": "schnapsen target=99", "names": ["Ana", "Boris"]}
    bouts = []
    for _ in range(asked.matches):
        status, said = await connection.ask("POST", API, "", opening)
        if status != 201:
            sys.exit(f"{status} {said!r}")
        opened = json.loads(said)
        bouts.append(Bout(workers.of(opened["id"]), opened, figures))
    tasks, waits = [], []
    for number in range(asked.streams):
        bout, seat = bouts[number % len(bouts)], ("A", "B", "")[min(2, number // len(bouts))]
        ready = asyncio.Event()
        waits.append(ready.wait())
        tasks.append(asyncio.create_task(bout.follow(seat, figures, ready)))
        if number % 50 == 49:
            await asyncio.sleep(0.05)
    await asyncio.gather(*waits)
    shares = [sum(bout.port == port for bout in bouts) for port in sorted({bout.port for bout in bouts})]
    print(f"{asked.streams} streams of {shares} matches; load {os.getloadavg()[0]:.1f}", flush=True)
    if asked.hostile:
        tasks += [
            asyncio.create_task(attack(bouts, how, f"192.0.2.{number}"))
            for number, how in enumerate(HARM * ATTACKERS)
        ]
    for part in range(6):
        figures.actions.clear()
        figures.events.clear()
        behind: list[float] = []
        cpu, (before, database) = time.process_time(), workers.spent()
        began = time.perf_counter()
        await play(bouts, asked.actions, asked.seconds / 6, behind)
        took, done = time.perf_counter() - began, max(1, len(figures.actions))
        after, spent = workers.spent()
        each = [now - then for now, then in zip(after, before, strict=True)]
        print(
            f"{len(figures.actions) / took:6.1f} actions/s {said_of(figures.actions)}  "
            f"{len(figures.events) / took:7.1f} events/s {said_of(figures.events)}  "
            f"workers {' '.join(f'{size:.0f}' for size in workers.memory())} MiB, "
            f"{' '.join(f'{100 * one / took:.0f}' for one in each)} % of a core, "
            f"{1000 * sum(each) / done:.2f} ms an action, database {1000 * (spent - database) / done:.2f}  "
            f"client {100 * (time.process_time() - cpu) / took:3.0f} %, late {said_of(behind)}  "
            f"load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        if part == 0:
            figures.wrong = [said for said in figures.wrong if not said.startswith("409")]
    if asked.hostile:
        print("others were answered", dict(sorted(ATTACKED.items())))
    else:
        await try_too_many(workers, bouts, asked, figures)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return figures


async def try_too_many(
    workers: Workers, bouts: list[Bout], asked: argparse.Namespace, figures: LiveFigures
) -> None:
    """Ask for more streams than there can be, while the actions continue."""
    refused = await over_the_cap(bouts[0].port, bouts[0].id, OVER_CAP)
    figures.actions.clear()
    await play(bouts, asked.actions, 5, [])
    print(f"beyond the cap: {refused} of {OVER_CAP} streams refused; actions {said_of(figures.actions)}")
    if refused != OVER_CAP and workers.number == 1:
        figures.wrong.append(f"only {refused} streams too many were refused")


HARM: Final = ("journal", "record", "events?since=0", "events", "wrong key", "out of turn", "half")
ATTACKERS: Final = 8
"""How many there are of each kind."""
ATTACKED: Final = Counter[str]()
"""How often attackers were answered, by kind and status."""


async def attack(bouts: list[Bout], how: str, sender: str) -> None:
    """Ask for one thing over and over, each time of another match."""

    async def ask(method: str, what: str, key: str = "", said: Any = None) -> int:
        return (await BenchConnection(bout.port, sender).ask(method, f"{API}/{bout.id}/{what}", key, said))[0]

    for number in count():
        bout = bouts[number % len(bouts)]
        status = 0
        with suppress(OSError, asyncio.IncompleteReadError, ValueError, TimeoutError):
            if how in ("half", "events", "events?since=0"):
                reader, writer = await asyncio.open_connection("127.0.0.1", bout.port)
                path = f"{API}/{bout.id}/{how if how != 'half' else 'events'}"
                request = head("GET", path, "", sender)
                writer.write(request[: -2 if how == "half" else None])
                async with asyncio.timeout(30):
                    status, _ = await read_head(reader)
                if how == "events" and status == 200:
                    await asyncio.sleep(30)  # and reads nothing
                writer.close()
            elif how in ("wrong key", "out of turn"):
                key = "x" if how == "wrong key" else bout.keys["A"]
                said = {"action": "Zz", "version": 0} if number % 2 else {"do": "settle", "version": 0}
                status = await ask("POST", "actions", key, said)
            else:
                status = await ask("GET", how)
        ATTACKED[f"{how} {status}"] += 1
        await asyncio.sleep(0.05 if status else 1)


async def over_the_cap(port: int, match: str, number: int) -> int:
    """Return how many streams beyond the limit are properly refused."""
    refused = 0
    for _ in range(number):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head("GET", f"{API}/{match}/events", "", "10.0.0.1"))
        status, headers = await read_head(reader)
        refused += status == 503 and "retry-after" in headers
        writer.close()
    return refused


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--actions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--hostile", action="store_true")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    asked = parser.parse_args()
    if asked.streams < 2 * asked.matches:
        parser.error("both seats of every match are followed: ask for twice as many streams as matches")
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="live-bench-"))
        server = started_server() if asked.database == "postgresql" else None
        if server:
            stack.callback(server.stop)
        room = asked.streams * 10 // 9 // asked.workers  # a tenth is kept for those who play
        told = {
            "SANTASE_DATABASE": server.new_url() if server else f"sqlite:///{folder}/archive.db",
            "SANTASE_LIVE_BIND": f"127.0.0.1:{free_ports(asked.workers + 1)}",
            "SANTASE_LIVE": "all",
            "SANTASE_LIVE_OPENED": "9999",
            "SANTASE_PROXIES": "1",
            "SANTASE_LIVE_WORKERS": str(asked.workers),
            "SANTASE_LIVE_STREAMS": str(room if asked.workers == 1 and not asked.hostile else 2 * room),
        }
        seconds = int(asked.seconds + 300)
        url, process = stack.enter_context(started(*LIVE_SERVICE, said=LISTENS, seconds=seconds, **told))
        assert process.stdout is not None
        threading.Thread(target=process.stdout.read, daemon=True).start()  # its log
        port = int(url.rpartition(":")[2])
        while len(children(process.pid)) < asked.workers or not all(map(answers, ports(port, asked.workers))):
            time.sleep(0.1)
        workers = Workers(port, asked.workers, process.pid, postmaster(server))
        figures = asyncio.run(run(workers, asked))
    for said in figures.wrong[:10]:
        print(said)
    return bool(figures.wrong)


def ports(port: int, workers: int) -> list[int]:
    return [port + 1 + number for number in range(workers)] if workers > 1 else [port]


def answers(port: int) -> bool:
    """Return whether something listens at a port."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


if __name__ == "__main__":
    sys.exit(main())
