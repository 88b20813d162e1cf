"""Load test of the service, as run by gunicorn: `.venv/bin/python tests/bench/service.py load`.

* `load` asks for what people and programs ask for, over 1, 8 and 64 kept connections, and prints how many
  requests are answered in a second, and how long half of all take, and all but 1 in 100.
* `hostile` asks for what costs most, and floods ordinary pages, each at twice the rate that can be answered,
  and holds half requests and answers that nobody reads, while ordinary readers read and somebody asks for
  `/health` and `/live`; once from 16 addresses, and once with one address for each kind of attack.
* `memory` sends 20,000 mixed requests and prints the memory of each worker on the way.

The clients are separate processes on the same machine, and take their share of it. Seconds are elapsed time,
because waiting is measured: the load average is printed next to them.

Options: `--records N` in the archive (300), `--seconds N` of each measurement (4; of an attack 20),
`--requests N` (20000), `--database postgresql`. Exits 1 where an aim is missed, and says which.
"""

import argparse
import asyncio
import os
import platform
import random
import re
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from functools import cache
from itertools import count, cycle
from math import inf
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from notation import write
from tests.bench.archive import fill
from tests.support.databases import started_server
from tests.support.games import random_record
from tests.support.servers import ask, children, service
from viewer.store import Store

CONNECTIONS: Final = (1, 8, 64)
PATIENCE: Final = 60
"""Seconds after which a client abandons a request."""
LONGEST: Final = 7200
"""Seconds after which a server is killed."""
MARKS: Final = (0, 2000, 4000, 5000, 6000, 8000, 10_000, 12_000, 14_000, 16_000, 18_000, 20_000)
SETTLED: Final = 5000
"""Requests after which memory must not grow."""
READERS: Final = 12
PAUSE: Final = 1.5
"""Seconds for which a reader reads."""
PROBES: Final = ("/health", "/live")
ATTACKERS: Final = [f"127.0.1.{number}" for number in range(1, 17)]
"""Enough addresses that no limit per address is reached."""
AT_ONCE: Final = 400
"""Hostile requests pending at a time."""
ATTACK_NICE: Final = 5
"""The nice value of attackers, which normally run on other machines."""
LEAST_DEAR: Final = 10.0
"""The minimum rate of expensive requests, per second."""
LONGER: Final = 6
"""Seconds that an attack lasts beyond the measurement."""
SLOW: Final = 120
"""Slow clients of each kind."""

# The targets.
LOAD_P99: Final = {1: 0.5, 8: 1.0, 64: 5.0}
READERS_P99: Final = 1.0
READERS_ANSWERED: Final = 0.99
PROBES_P99: Final = 0.1
RECOVERED: Final = 30.0
GROWTH: Final = 1.05


class ServerAddress(NamedTuple):
    host: str
    port: int


class TimedExchange(NamedTuple):
    """A request and its response; without one the status is 0."""

    name: str
    status: int
    seconds: float


class BenchRequest(NamedTuple):
    name: str
    data: bytes


def get(name: str, path: str) -> BenchRequest:
    return BenchRequest(
        name, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    )


def post(name: str, path: str, body: str) -> BenchRequest:
    """Make a POST request with a text."""
    data = body.encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: {len(data)}"
    )
    return BenchRequest(name, f"{head}\r\n\r\n".encode() + data)


# The client.


class BenchClient:
    """A client with an address and a persistent connection."""

    def __init__(self, place: ServerAddress, address: str = "127.0.0.1") -> None:
        self.place = place
        self.address = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, asked: BenchRequest) -> TimedExchange:
        """Send a request and read the whole response; reopens a closed connection."""
        began = time.perf_counter()
        status = 0
        for _ in range(2):
            is_kept = self._streams is not None
            try:
                async with asyncio.timeout(PATIENCE):
                    status = await self._exchange(asked.data)
                break
            except (OSError, asyncio.IncompleteReadError):
                self.close()
                if not is_kept:
                    break
        return TimedExchange(asked.name, status, time.perf_counter() - began)

    async def _exchange(self, data: bytes) -> int:
        if self._streams is None:
            self._streams = await asyncio.open_connection(*self.place, local_addr=(self.address, 0))
        reader, writer = self._streams
        writer.write(data)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if b"\r\ntransfer-encoding: chunked" in head:
            while size := int(await reader.readline(), 16):
                await reader.readexactly(size + 2)
            await reader.readline()
        elif found := re.search(rb"\r\ncontent-length: ([0-9]+)", head):
            await reader.readexactly(int(found[1]))
        if b"\r\nconnection: close" in head:
            self.close()
        return int(head[9:12])

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
            self._streams = None


async def at_once(
    place: ServerAddress, requests: Iterator[BenchRequest], addresses: list[str], seconds: float
) -> list[TimedExchange]:
    """Send requests from these addresses, each sending the next one after the last response."""
    found: list[TimedExchange] = []
    end = time.perf_counter() + seconds

    async def go_on(client: BenchClient) -> None:
        while time.perf_counter() < end:
            found.append(await client.ask(next(requests)))
        client.close()

    await asyncio.gather(*(go_on(BenchClient(place, address)) for address in addresses))
    return found


async def at_rate(
    place: ServerAddress, requests: Iterator[BenchRequest], rate: float, seconds: float, addresses: list[str]
) -> list[TimedExchange]:
    """Send requests at a fixed rate, whatever the responses; status 0 for abandoned ones."""
    found: list[TimedExchange] = []
    free = asyncio.Semaphore(AT_ONCE)
    whose = cycle(addresses)
    began = time.perf_counter()

    async def ask(asked: BenchRequest) -> None:
        client = BenchClient(place, next(whose))
        found.append(await client.ask(asked))
        client.close()
        free.release()

    async with asyncio.TaskGroup() as tasks:
        for number in count():
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
            await free.acquire()
            if time.perf_counter() - began > seconds:
                break
            tasks.create_task(ask(next(requests)))
    return found


async def every(
    place: ServerAddress, requests: list[BenchRequest], pause: float, seconds: float, addresses: list[str]
) -> list[TimedExchange]:
    """Readers who send a request, read for a while and repeat."""
    found: list[TimedExchange] = []
    end = time.perf_counter() + seconds

    async def read(number: int, address: str) -> None:
        client, mine = BenchClient(place, address), cycle(requests[number % len(requests) :] + requests)
        await asyncio.sleep(pause * number / len(addresses))
        while time.perf_counter() < end:
            found.append(await client.ask(next(mine)))
            await asyncio.sleep(pause)
        client.close()

    await asyncio.gather(*(read(number, address) for number, address in enumerate(addresses)))
    return found


async def bare(seconds: float) -> list[TimedExchange]:
    """Measure a server that does nothing on this machine, with the same client."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, OSError):
            while await reader.readuntil(b"\r\n\r\n"):
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok\n")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    place = ServerAddress(*server.sockets[0].getsockname())
    found = await every(place, [get("nothing", "/")], 0.05, seconds, ["127.0.0.1"])
    server.close()
    return found


async def until_well(
    place: ServerAddress, requests: list[BenchRequest], seconds: float
) -> list[TimedExchange]:
    """Request each page in turn until all of them are answered quickly, or a limit is reached."""
    found: list[TimedExchange] = []
    client, end = BenchClient(place, "127.0.0.3"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        found = [await client.ask(each) for each in requests]
        if all(each.status == 200 and each.seconds < READERS_P99 for each in found):
            break
        await asyncio.sleep(0.1)
    client.close()
    return found


HALF_HEAD: Final = b"GET /live HTTP/1.1\r\nHost: localhost\r\n"
HALF_BODY: Final = (
    b"POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
    b"Content-Length: 1000000\r\n\r\n%SGN 1\n"
)
UNREAD: Final = b"GET /api/v1/records.sgn HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def slow(place: ServerAddress, seconds: float, addresses: list[str]) -> list[TimedExchange]:
    """Slow clients: half a head or body, dripping, or not reading; they reconnect when closed."""
    end = time.perf_counter() + seconds
    found: list[TimedExchange] = []

    async def hold(number: int, address: str) -> None:
        begun = (HALF_HEAD, HALF_BODY, HALF_BODY, UNREAD)[number % 4]
        while time.perf_counter() < end:
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                sock = socket.socket()
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
                sock.setblocking(False)
                sock.bind((address, 0))
                await asyncio.get_running_loop().sock_connect(sock, place)
                reader, writer = await asyncio.open_connection(sock=sock, limit=1024)
                writer.write(begun)
                async with asyncio.timeout(end - time.perf_counter()):
                    if begun == UNREAD:
                        await asyncio.sleep(seconds)
                    while number % 4 == 1 and not reader.at_eof():
                        writer.write(b"x")
                        await asyncio.sleep(0.5)
                    head = await reader.readuntil(b"\r\n\r\n")
                    found.append(TimedExchange("slow", int(head[9:12]), 0))
                writer.close()

    whose = cycle(addresses)
    await asyncio.gather(*(hold(number, next(whose)) for number in range(4 * SLOW)))
    return found


def run(what: Callable[..., Coroutine[Any, Any, list[TimedExchange]]], *how: Any) -> list[TimedExchange]:
    """Run a client; iterators are created where they are used. Attackers have a lower priority."""
    os.nice(ATTACK_NICE if what in (at_rate, slow) else 0)
    return asyncio.run(what(*(each() if isinstance(each, Mix) else each for each in how)))


class Mix(NamedTuple):
    """An endless, random sequence of requests."""

    requests: list[BenchRequest]

    def __call__(self) -> Iterator[BenchRequest]:
        """Iterate over it; the placeholder for a number is different each time."""
        rng, numbers = random.Random(66), count(time.time_ns())
        while True:
            asked = rng.choice(self.requests)
            yield asked._replace(data=asked.data.replace(b"0" * 19, b"%019d" % next(numbers)))


# The requests.

UNIQUE: Final = "0" * 19
"""A placeholder in a text, replaced by a different number each time."""


def match_of(deals: int) -> str:
    """A match of so many deals."""
    rng = random.Random(66)
    records = (random_record("santase target=40", rng, noted=False, most_deals=deals) for _ in range(999))
    return write(next(record for record in records if len(record.deals) == deals))


@cache
def check_of() -> str:
    """A match of about 3 kB."""
    rng = random.Random(66)
    texts = (write(random_record("santase", rng, noted=False)) for _ in range(999))
    return next(text for text in texts if 2900 < len(text) < 3300)


def blanks(deals: int, tricks: int = 6) -> str:
    """Deals without any known card: the most expensive per word."""
    deal = "deal {} dealer B trump d\n" + "".join(f"{number}. -- --\n" for number in range(1, tricks))
    named = f'%SGN 1\n[Round "{UNIQUE}"]\n'
    return named + "".join(deal.format(number) for number in range(1, deals + 1))


def faulty(games: int) -> str:
    """Games with many faults in each."""
    return "".join(
        f'%SGN 1\n[Round "{UNIQUE}"]\ndeal 1 dealer B trump d\n' + "1. x\n" * 90 for _ in range(games)
    )


class Archive(NamedTuple):
    seven: str
    fifteen: str
    others: list[str]
    dear: list[str]


def filled(url: str, records: int) -> Archive:
    """Fill an archive; returns the ids of its records."""
    with Store.open(url) as store:
        fill(store, records)
        ids = [store.add(match_of(deals).encode())[0].id for deals in (7, 15)]
        dear = [store.add(blanks(32).replace(UNIQUE, f"{n:019}").encode())[0].id for n in range(40)]
        listed = store.search(size=300).records
        others = [each.id for each in listed if each.id not in (*ids, *dear)]
    return Archive(ids[0], ids[1], others, dear)


def ordinary(archive: Archive) -> list[BenchRequest]:
    """Requests of readers and programs."""
    return [
        get("record page, 7 deals", f"/records/{archive.seven}"),
        get("record page, 15 deals", f"/records/{archive.fifteen}"),
        get("judgement by the API, 7 deals", f"/api/v1/records/{archive.seven}/judgement"),
        get("list", "/"),
        post("check of 3 kB", "/api/v1/check", check_of()),
    ]


DEAR_READS: Final = (
    ("inference", "/api/v1/records/{}/inference"),
    ("comparison", "/api/v1/records/{}/comparison"),
    ("page of blank cards", "/records/{}"),
    ("saved page", "/records/{}.html"),
    ("large picture", "/records/{}/deals/7/steps/2.png?width=2048"),
    ("ruling", "/records/{}/deals/31/ruling"),
)
MIXED_READS: Final = (
    ("page", "/records/{}"),
    ("page", "/records/{}?lang=de"),
    ("ruling", "/records/{}/deals/1/ruling"),
    ("judgement", "/api/v1/records/{}/judgement"),
    ("script", "/api/v1/records/{}/deals/1/script"),
    ("text", "/records/{}.sgn"),
    ("picture", "/records/{}/deals/1/steps/3.svg"),
)


def reads(key: str, paths: tuple[tuple[str, str], ...]) -> list[BenchRequest]:
    """Requests about a record, by name and path."""
    return [get(name, path.format(key)) for name, path in paths]


def dear(archive: Archive) -> list[BenchRequest]:
    """The most expensive requests."""
    asked = [
        post("check of blank cards", "/api/v1/check", blanks(32)),
        post("check of blank cards, 600 kB", "/api/v1/check", blanks(250, 13) + "\n" + blanks(250, 13) * 15),
        post("check of faults", "/api/v1/check", faulty(110)),
        post("checks, a line for each game", "/api/v1/checks", faulty(110)),
        post("upload", "/api/v1/records", blanks(20)),
        get("many letters", "/api/v1/records?text=a+b+c+d+e+f+g+h&player=a+b+c+d+e+f+g+h"),
    ]
    for key in archive.dear:
        asked += reads(key, DEAR_READS)
    return asked


def mixed(archive: Archive) -> list[BenchRequest]:
    """A mixture of all."""
    asked = 20 * ordinary(archive)
    text = f'%SGN 1\n[Round "{UNIQUE}"]\n' + check_of().partition("\n")[2]
    for key in archive.others:
        asked += [
            *reads(key, MIXED_READS),
            get("search", f"/api/v1/records?text={key[:2]}&player={key[2]}"),
            get("nothing", f"/records/{key[::-1]}"),
            get("health", "/health"),
            post("check", "/api/v1/check", text),
            post("upload", "/api/v1/records", text),
            post("rubbish", "/api/v1/check", "rubbish" * 100),
        ]
    return asked + dear(archive)[:6]


# The measurements.


def at(share: float, seconds: list[float]) -> float:
    """Return a percentile."""
    return sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))] if seconds else 0.0


def told(statuses: Counter[int]) -> str:
    """Return the counts of each status."""
    named = {0: "none"}
    return ", ".join(f"{number} x {named.get(status, status)}" for status, number in sorted(statuses.items()))


class BenchReport:
    """The printed lines, and the number of missed targets."""

    def __init__(self) -> None:
        self.missed = 0

    def line(self, text: str, *missed: str) -> None:
        """Print a line, with the targets that it misses."""
        self.missed += len(missed)
        print("  ".join([text, *(f"MISSES {each}" for each in missed)]), flush=True)


def load_figures(bench: "ServiceBench") -> None:
    """Requests per second, and their latency, by the number of connections."""
    bench.report.line(f"\n{'':32}{'connections':>12}{'requests/s':>12}{'p50':>10}{'p99':>10}")
    for number, asked in enumerate(ordinary(bench.archive), 2):
        bench.client(at_once, Mix([asked]), ATTACKERS, 0.5).result()  # the first ones have cold caches
        for connections in CONNECTIONS:
            # Clients that have sent many requests are served after those that have not.
            addresses = [f"127.0.{number}.{connections + each}" for each in range(connections)]
            found = bench.client(at_once, Mix([asked]), addresses, bench.seconds or 4).result()
            seconds = [each.seconds for each in found]
            statuses = Counter(each.status for each in found)
            wrong = [told(statuses)] if set(statuses) != {200} else []
            if at(0.99, seconds) > LOAD_P99[connections]:
                wrong.append(f"{LOAD_P99[connections]:g} s")
            bench.report.line(
                f"{asked.name:32}{connections:12}{len(found) / sum(seconds) * connections:12.0f}"
                f"{at(0.5, seconds) * 1e3:7.0f} ms{at(0.99, seconds) * 1e3:7.0f} ms",
                *wrong,
            )


def hostile_figures(bench: "ServiceBench") -> None:
    """The latency for readers during an attack, and how soon it recovers."""
    seconds = bench.seconds or 20
    pages, dearest = ordinary(bench.archive), dear(bench.archive)
    kept = [get(path, path) for path in PROBES]
    rates = []
    for name, requests in (("ordinary requests", pages), ("dearest requests", dearest)):
        found = bench.client(at_once, Mix(requests), ATTACKERS * 2, 6).result()
        answered = sum(each.status not in (0, 429, 503) for each in found)
        rates.append(2 * answered / 6)
        bench.report.line(f"{name}: {answered / 6:.1f} are answered in a second")
    for whose, addresses in (
        ("16 addresses", [ATTACKERS] * 3),
        ("three addresses", [[a] for a in ATTACKERS[:3]]),
    ):
        bench.report.line(f"\nattacked from {whose}, {seconds:g} s; load {os.getloadavg()[0]:.1f}")
        began = time.perf_counter()
        attacks = [
            bench.client(at_rate, Mix(requests), rate, seconds + LONGER, addresses[number])
            for number, (requests, rate) in enumerate(
                ((dearest, max(LEAST_DEAR, rates[1])), (pages, rates[0]))
            )
        ]
        attacks.append(bench.client(slow, seconds + LONGER, addresses[2]))
        time.sleep(LONGER / 2)
        people = [f"127.0.0.{number + 10}" for number in range(READERS)]
        readers = bench.client(every, pages, PAUSE, seconds, people)
        probes = bench.client(every, kept, 0.05, seconds, ["127.0.0.2"])
        beside = bench.clients.submit(run, bare, seconds)
        bench.report.line(f"{'':32}{'requests':>9}{'p50':>10}{'p99':>10}{'most':>10}")
        judge("readers", readers.result(), READERS_P99, READERS_ANSWERED, bench.report)
        judge("/health and /live", probes.result(), PROBES_P99, 1, bench.report)
        judge("a bare server beside it", beside.result(), inf, 1, bench.report)
        time.sleep(max(0.0, began + seconds + LONGER - time.perf_counter()))
        end = time.perf_counter()
        bench.client(until_well, pages, 2 * RECOVERED).result()
        late = time.perf_counter() - end
        waited = [each.result() for each in attacks]  # requests sent before the end are still awaited
        for name, found in zip(("dearest", "flood", "slow"), waited, strict=True):
            statuses = Counter(each.status for each in found)
            faults = {status for status in statuses if status >= 500 and status != 503}
            bench.report.line(f"{name:32}{len(found):9}  {told(statuses)}", *map(str, faults))
        bench.report.line(
            f"recovered after {late:.1f} s", *([f"{RECOVERED:g} s"] if late > RECOVERED else [])
        )


def judge(name: str, found: list[TimedExchange], most: float, share: float, report: BenchReport) -> None:
    """Print the latency of requests, and whether it is within the limit."""
    names = sorted({each.name for each in found})
    for one in [name, *(names if len(names) > 1 else [])]:
        mine = [each for each in found if one in (name, each.name)]
        seconds, statuses = [each.seconds for each in mine], Counter(each.status for each in mine)
        wrong = []
        if one == name and at(0.99, seconds) > most:
            wrong.append(f"{most:g} s")
        if one == name and statuses[200] < share * len(mine):
            wrong.append(f"{share:.0%} answered")
        figures = "".join(
            f"{each * 1e3:7.0f} ms" for each in (at(0.5, seconds), at(0.99, seconds), max(seconds))
        )
        report.line(f"{one:32}{len(mine):9}{figures}  {told(statuses)}", *wrong)


def memory_figures(bench: "ServiceBench") -> None:
    """The resident memory of each worker over many requests."""
    found: Counter[int] = Counter()
    sizes: dict[int, list[float]] = {}
    marks = [mark for mark in MARKS if mark <= bench.requests]
    bench.report.line(f"\n{'requests':>9}{'workers':>22}{'their processes':>22}")
    for before, mark in zip([0, *marks], marks, strict=False):
        if mark > before:
            for each in bench.client(so_many, Mix(mixed(bench.archive)), 8, mark - before).result():
                found[each.status] += 1
        workers, others = resident(bench.pid)
        sizes[mark] = workers
        shown = (" ".join(f"{size:.1f}" for size in each) for each in (workers, others))
        bench.report.line(f"{mark:9}" + "".join(f"{each + ' MiB':>22}" for each in shown))
    bench.report.line(told(found))
    if SETTLED in sizes:
        ratio = max(after / early for after, early in zip(sizes[marks[-1]], sizes[SETTLED], strict=True))
        missed = [f"{GROWTH:g}"] if ratio > GROWTH else []
        bench.report.line(f"after {marks[-1]} requests {ratio:.3f} of what it was after {SETTLED}", *missed)


async def so_many(
    place: ServerAddress, requests: Iterator[BenchRequest], connections: int, number: int
) -> list[TimedExchange]:
    """Send a fixed number of requests over several connections."""
    left = iter(range(number))

    async def go_on(client: BenchClient) -> list[TimedExchange]:
        found = [await client.ask(next(requests)) for _ in left]
        client.close()
        return found

    parts = await asyncio.gather(
        *(
            go_on(BenchClient(place, address))
            for _, address in zip(range(connections), cycle(ATTACKERS), strict=False)
        )
    )
    return [each for part in parts for each in part]


def resident(pid: int) -> tuple[list[float], list[float]]:
    """Return the MiB in memory of a server's workers, and of their child processes."""

    def size(pid: int) -> float:
        with suppress(OSError):
            return (
                int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / (1 << 20)
            )
        return 0.0

    workers = children(pid)
    below = [each for worker in workers for each in children(worker)]
    return [size(each) for each in workers], [size(each) for server in below for each in children(server)]


# The server.


class ServiceBench(NamedTuple):
    """A running server, its contents, and the options of the test."""

    place: ServerAddress
    pid: int
    archive: Archive
    clients: ProcessPoolExecutor
    report: BenchReport
    seconds: float
    requests: int

    def client(self, what: Callable[..., Coroutine[Any, Any, list[TimedExchange]]], *how: Any) -> Any:
        """Start a client in a separate process."""
        return self.clients.submit(run, what, self.place, *how)


@contextmanager
def served(url: str, report: BenchReport, **environment: str) -> Iterator[tuple[ServerAddress, int]]:
    """Run a server; errors in its log are missed targets."""
    with service(url, LONGEST, **environment) as (address, process):
        host, _, port = address.removeprefix("http://").partition(":")
        heard: list[str] = []
        assert process.stdout
        thread = threading.Thread(target=lambda: heard.extend(process.stdout or ()))
        thread.start()
        ask(f"{address}/live")
        try:
            yield ServerAddress(host, int(port)), process.pid
        finally:
            if process.poll() is not None:
                report.line(f"the server ended with {process.returncode}", "a server that goes on")
            process.terminate()
            thread.join()
            errors = [line.strip() for line in heard if '"level": "error"' in line]
            wrong = [line.strip() for line in heard if "traceback" in line.lower()]
            report.line(f"\n{len(heard)} lines of log, {len(errors)} of errors", *wrong[:5])
            for line in sorted(set(errors) - set(wrong))[:5]:
                report.line(line)


FIGURES: Final = {"load": load_figures, "hostile": hostile_figures, "memory": memory_figures}


def main() -> int:
    """Serve, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("what", choices=FIGURES)
    parser.add_argument("--records", type=int, default=300)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    asked = parser.parse_args()
    report = BenchReport()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        url = f"sqlite:///{folder}/archive.db"
        if asked.database == "postgresql":
            server = started_server()
            stack.callback(server.stop)
            url = server.url()
        archive = filled(url, asked.records)
        # Only attackers are limited by address.
        limits = {} if asked.what == "hostile" else {"SANTASE_RATE": "0", "SANTASE_ADDRESS_QUOTA": "none"}
        place, pid = stack.enter_context(served(url, report, **limits))
        clients = stack.enter_context(ProcessPoolExecutor(6, get_context("spawn"), max_tasks_per_child=1))
        report.line(
            f"{asked.what}, {asked.database}, {datetime.now(UTC):%Y-%m-%d}, "
            f"CPython {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
        )
        FIGURES[asked.what](ServiceBench(place, pid, archive, clients, report, asked.seconds, asked.requests))
    return 1 if report.missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
