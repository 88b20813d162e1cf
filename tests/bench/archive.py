"""Benchmark of the archive's size and its lists: `.venv/bin/python tests/bench/archive.py`.

It fills an archive with generated records of about 2 kB each, and prints the size of the database relative to
the text of the records, and for every way to list and search them the median and the 99th percentile of CPU
time: of this process and, with PostgreSQL, of the server process that answers it.

Options: `--records N` (100000; 1000000 takes an hour), `--only sqlite|postgresql`, `--rounds N` (40), `--keep
FOLDER` to save the SQLite file. Exits 1 if a list takes more than `--most` milliseconds (100), or the SQLite
file is larger than 1.8 times the text.
"""

import argparse
import gc
import hashlib
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parents[2]))

from notation import read
from notation.corpus import generate
from referee import PRESETS
from tests.support.databases import started_server
from viewer.limits import judge_record
from viewer.store import Order, Store
from viewer.store.listings import Judged, put_new
from viewer.store.names import NameKind, NameOrder
from viewer.store.summaries import Summary, summarise
from viewer.store.tables import RECORDS, text_key

BATCH: Final = 1000
LARGEST: Final = 1.8
"""Bytes of an SQLite file for each byte of text."""
TEMPLATES: Final = 120
LETTERS: Final = ("абвгдежзийклмнопрстуфхцчшщъьюя", "abcdefghijklmnopqrstuvwxyzäöüßáéíóőúű")


class JudgedText(NamedTuple):
    """A judged match whose text is reused with many players."""

    text: str
    summary: Summary


def word(rng: random.Random) -> str:
    """Something like a word."""
    return "".join(rng.choices(rng.choice(LETTERS), k=rng.randrange(2, 10)))


class Sample:
    """Vocabulary of the records: names and words of which few are common and most are rare."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.first = [word(rng).title() for _ in range(200)]
        self.last = [word(rng).title() for _ in range(5000)]
        years = [year for year in range(2000, 2027) for _ in range(20)]
        self.events = [f"{word(rng).title()} {word(rng)} {year}" for year in years]
        self.words = [word(rng) for _ in range(30_000)]
        specs = ("santase", "santase target=7", "schnapsen", "sixty-six")
        self.texts = []
        for number in range(TEMPLATES):
            rules = PRESETS[specs[number % 4].split()[0]]
            text = next(iter(generate(rules, 6, number)))
            [game] = read(text)
            self.texts.append(JudgedText(text, summarise(judge_record(game))))

    def common(self, words: list[str]) -> str:
        """A random word; the first ones are the most common."""
        return words[min(int(len(words) * self.rng.random() ** 3), len(words) - 1)]

    def name(self) -> str:
        return f"{self.common(self.first)} {self.common(self.last)}"

    def record(self, number: int) -> tuple[bytes, Summary]:
        """A record and its entry in a list."""
        rng = self.rng
        text, summary = self.texts[rng.randrange(len(self.texts))]
        body = re.sub(r'\[(?:Event|Date|A|B|Round) "[^"]*"\]\n', "", text.split("\n", 1)[1])
        day = (date(2000, 1, 1) + timedelta(int(9700 * rng.random() ** 0.5))).isoformat()
        tags = {"Event": self.common(self.events), "Date": day, "Round": str(number)}
        tags |= {"A": self.name(), "B": self.name()}
        said = " ".join(self.common(self.words) for _ in range(55))
        head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
        listed = replace(
            summary,
            event=tags["Event"],
            date=day,
            round=tags["Round"],
            players=(tags["A"], tags["B"]),
            errors=rng.choice((0,) * 9 + (1, 1, 2, 5)),
        )
        return f"%SGN 1\n{{{said}}}\n{head}{body}".encode(), listed


def fill(store: Store, records: int) -> int:
    """Fill an archive with so many records; returns the bytes of their text."""
    sample, size = Sample(random.Random(66)), 0
    for start in range(0, records, BATCH):
        made = [sample.record(number) for number in range(start, min(start + BATCH, records))]
        with store._database.adding() as connection:
            now = datetime.now(UTC)
            rows = [
                {
                    "id": hashlib.sha256(text).hexdigest(),
                    "text": text,
                    "added": now,
                    "text_key": text_key(text),
                }
                for text, _ in made
            ]
            insert = sa.insert(RECORDS).returning(RECORDS.c.number, sort_by_parameter_order=True)
            numbers = connection.scalars(insert, rows).all()
            both = zip(numbers, made, strict=True)
            put_new(connection, (Judged(number, text, listed) for number, (text, listed) in both))
        size += sum(len(text) for text, _ in made)
    return size


# The queries.


def asked(store: Store) -> dict[str, Callable[[random.Random], object]]:
    """Ways to list and to search; each call uses other arguments."""
    sample = Sample(random.Random(66))

    def one(**how: Any) -> Callable[[random.Random], object]:
        return lambda rng: store.search(
            size=50, **{name: each(rng) if callable(each) else each for name, each in how.items()}
        )

    def far(order: Order) -> Callable[[random.Random], object]:
        """A page from the middle: the record before it is known."""

        def ask(rng: random.Random) -> object:
            first = store.search(order=order, size=50, cursor=cursors.get(order, ""))
            cursors[order] = first.next or ""
            return first

        cursors: dict[Order, str] = {}
        return ask

    def name(rng: random.Random) -> str:
        return rng.choice(sample.last[:2500])

    def common(rng: random.Random) -> str:
        return rng.choice(sample.words[:20])

    def rare(rng: random.Random) -> str:
        return rng.choice(sample.words[15_000:])

    def year(rng: random.Random) -> str:
        return str(rng.randrange(2001, 2026))

    ways: dict[str, Callable[[random.Random], object]] = {}
    for order in Order:
        ways[f"by {order.value}"] = one(order=order)
        ways[f"by {order.value}, on and on"] = far(order)
        ways[f"by {order.value}, errors"] = one(order=order, errors=True)
        ways[f"by {order.value}, a common word"] = one(order=order, text=common)
        ways[f"by {order.value}, the word of all"] = one(order=order, text="sgn")
    return ways | {
        "page 200": one(page=200),
        "a rare word": one(text=rare),
        "eight words": one(text=lambda rng: " ".join(sample.words[rng.randrange(300)] for _ in range(8))),
        "eight that all have": one(text="sgn 1 2 3 4 5 6 event"),
        "a common and a rare word": one(text=lambda rng: f"{common(rng)} {rare(rng)}"),
        "a player": one(player=name),
        "how a player begins": one(player=lambda rng: name(rng)[:2]),
        "a letter of a player": one(player=lambda rng: name(rng)[:1]),
        "eight letters of a player": one(player=lambda rng: " ".join(rng.sample("абвгдежз", 8))),
        "a letter of a player, by date": one(player=lambda rng: name(rng)[:1], order=Order.DATE),
        "an event": one(event=lambda rng: rng.choice(sample.events)),
        "a year": one(date_from=year),
        "a year alone, by player": one(date_from="2003", date_to="2003", order=Order.PLAYER),
        "rules": one(rules="schnapsen"),
        "rules that none has": one(rules="schnapsen-sharp"),
        "a score": one(result=lambda rng: rng.choice(("7-4", "7-0", "0-7"))),
        "a winner, by event": one(result="A", order=Order.EVENT),
        "a winner, a letter, a year, errors": one(
            result="B", player=lambda rng: name(rng)[:1], date_from=year, errors=True, order=Order.EVENT
        ),
        "the players": lambda _: store.names(NameKind.PLAYER),
        "the players, from A": lambda _: store.names(NameKind.PLAYER, order=NameOrder.NAME),
        "the players, page 200": lambda _: store.names(NameKind.PLAYER, page=200),
        "a letter of the players": lambda rng: store.names(NameKind.PLAYER, name(rng)[:1]),
        "two letters of the players": lambda rng: store.names(
            NameKind.PLAYER, f"{name(rng)[:1]} {name(rng)[:1]}", order=NameOrder.NAME
        ),
        "a name among the players": lambda rng: store.names(NameKind.PLAYER, name(rng)),
        "the events": lambda _: store.names(NameKind.EVENT),
        "the page of a player": lambda rng: store.named(NameKind.PLAYER, sample.name()),
        "the page of the player of most games": lambda _: store.named(
            NameKind.PLAYER, store.names(NameKind.PLAYER).names[0].name
        ),
        "the page of an event": lambda rng: store.named(NameKind.EVENT, sample.common(sample.events)),
        "since the middle": one(since="50000", order=Order.OLDEST),
        "what there is not": one(errors=False, result="9999-0", rules="santase"),
    }


class CpuClock:
    """The CPU time of this process and of the server process that answers it."""

    def __init__(self, store: Store) -> None:
        self._server = ""
        with store._database.reading() as connection:
            if connection.dialect.name != "sqlite":
                self._server = f"/proc/{connection.scalar(sa.text('SELECT pg_backend_pid()'))}/schedstat"

    def __call__(self) -> float:
        """Milliseconds."""
        server = int(Path(self._server).read_text().split()[0]) / 1e6 if self._server else 0
        return time.process_time() * 1e3 + server


def measured(store: Store, rounds: int) -> Iterator[tuple[str, float, float]]:
    """Yield the CPU time of every way in milliseconds: median and 99th percentile."""
    clock, ways = CpuClock(store), asked(store)
    gc.collect()
    gc.freeze()  # the arguments are large, and not part of any answer
    for name, ask in ways.items():
        rng, took = random.Random(name), []
        for number in range(rounds + 1):
            before = clock()
            ask(rng)
            if number:  # the first one has cold caches
                took.append(clock() - before)
        took.sort()
        yield name, took[len(took) // 2], took[min(len(took) - 1, int(len(took) * 0.99))]


def size_of(store: Store) -> int:
    """The bytes of a database."""
    with store._database.reading() as connection:
        if connection.dialect.name == "sqlite":
            pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            return int(connection.scalar(sa.text(pages)) or 0)
        return int(connection.scalar(sa.text("SELECT pg_database_size(current_database())")) or 0)


def parts_of(store: Store) -> list[tuple[str, int]]:
    """The bytes of every table and index."""
    with store._database.reading() as connection:
        if connection.dialect.name == "sqlite":
            told = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC"
        else:
            told = (
                "SELECT relname, pg_relation_size(oid) "
                "FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace "
                "ORDER BY 2 DESC"
            )
        return [(str(name), int(size)) for name, size in connection.execute(sa.text(told))]


def main() -> int:
    """Fill, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--most", type=float, default=100)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--keep")
    told = parser.parse_args()
    missed = 0
    with ExitStack() as stack:
        urls = {}
        if told.only != "postgresql":
            folder = told.keep or stack.enter_context(tempfile.TemporaryDirectory())
            urls["sqlite"] = f"sqlite:///{folder}/archive.db"
        if told.only != "sqlite":
            server = started_server()
            stack.callback(server.stop)
            urls["postgresql"] = server.url()
        for kind, url in urls.items():
            with Store.open(url) as store:
                missed += report(kind, store, told.records, told.rounds, told.most)
    return 1 if missed else 0


def report(kind: str, store: Store, records: int, rounds: int, most: float) -> int:
    """Fill one archive and print its figures; returns the number of missed musts."""
    before = time.process_time()
    size = fill(store, records)
    took = time.process_time() - before
    if kind == "postgresql":
        with store._database.writing() as connection:
            connection.execute(sa.text("ANALYZE"))
    ratio = size_of(store) / size
    print(f"\n{kind}: {records} records, {size / 1e6:.0f} MB of text; filled in {took:.0f} s of CPU time")
    print(f"{size_of(store) / 1e6:.0f} MB, {ratio:.2f} times the text:")
    for name, part in parts_of(store)[:14]:
        print(f"  {part / size:6.3f}  {name}")
    missed = int(kind == "sqlite" and ratio > LARGEST)
    for name, half, slow in measured(store, rounds):
        missed += slow > most
        print(f"  {half:8.1f} {slow:8.1f} ms  {name}{'  MISSED' if slow > most else ''}", flush=True)
    return missed


if __name__ == "__main__":
    os.umask(0o077)
    raise SystemExit(main())
