"""The archive under both databases: nothing is lost, everything is found, and nothing happens by halves.

What is found is compared with the records filtered one by one, judged apart from the archive. A server
of PostgreSQL is started for these tests alone; where there is none they are skipped, but not in CI.
"""

import base64
import hashlib
import os
import random
import re
import resource
import sqlite3
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from fnmatch import fnmatchcase
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from notation import Finding, Game, digest, read, read_spec, write, write_spec
from notation.judge import judge, judge_series, member_of
from notation.record.model import Tag
from notation.record.words import read_seat, score_words
from tests.support.archives import with_tables
from tests.support.corpus import ROOT, SAMPLES, VECTORS
from tests.support.databases import EITHER, Postgres, new_url
from tests.support.forked import Forked
from tests.support.games import random_record
from tests.support.hostile import GOOD, INPUTS
from tests.support.naming import case
from tests.support.parties import FOUR, THREE
from viewer.documents.languages import language
from viewer.limits import Settings, read_and_judge_record
from viewer.measures import Grouping
from viewer.store import (
    Listed,
    ListedPage,
    Novelty,
    Order,
    RecordStanding,
    SearchError,
    Store,
    Stored,
    StoreError,
    Visibility,
    archive,
)
from viewer.store.access import EVERYTHING, OPEN, is_listed
from viewer.store.finding import gathering, walk
from viewer.store.listings import Judged, put, put_new, unlist
from viewer.store.ordering import SORTINGS, read_cursor
from viewer.store.searching import asked_for
from viewer.store.summaries import summarise
from viewer.store.tables import COUNTED, LISTINGS, RECORDS, SCHEMA, SEAT_NAMES, UNCOUNTED, WORDS_FORM

pytestmark = pytest.mark.usefixtures("few_repairs")


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(with_tables(url)) as opened:
        yield opened


def test_a_new_sqlite_archive_is_for_its_owner_alone(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/archive.db") as store:
        store.rejudge()
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert modes == dict.fromkeys(["archive.db", "archive.db-shm", "archive.db-wal"], 0o600)


def indexed(store: Store) -> dict[int, set[str]]:
    """Return the index of words, by record, as the database has it."""
    told = "SELECT record, unnest(tsvector_to_array(lexemes)) FROM words"
    with store._database.writing() as connection:
        if connection.dialect.name == "sqlite":
            made = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.told USING fts5vocab('main', 'words', 'instance')"
            connection.exec_driver_sql(made)
            told = "SELECT doc, term FROM temp.told"
        found: dict[int, set[str]] = {}
        for record, word in connection.exec_driver_sql(told):
            found.setdefault(record, set()).add(word)
    return found


def everything(store: Store) -> dict[str, Any]:
    """All rows of all tables, and the index of words."""
    with store._database.reading() as connection:
        tables: dict[str, Any] = {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))))
            for table in SCHEMA.sorted_tables
        }
    return tables | {"words": indexed(store)}


def change(store: Store, *statements: sa.Executable) -> None:
    with store._database.writing() as connection:
        for statement in statements:
            connection.execute(statement)


# Records to test with.

NAMES = (
    *("Иван Петров", "Мария", "ЙОРДАН ъгъл", "Jürgen Groß", "Nora Feld", "Ивана", "100%_sure", "1000 sure"),
    *("back\\slash/", "O'Brien; --", "Ἀχιλλεύς", ""),
)
EVENTS = ("Клуб", "клубен турнир", "Club", "Club_1", "Club11", "50% off", "", "Straße")
DATES = ("2026-11-20", "2026-11-21", "2025-01-01", "2026-11-??", "2025-??-??", "????-??-??", "2026", "x", "")
RULES = ("santase", "santase  target=7", "santase target=11", "schnapsen", "schnapsen-sharp", "", "santasse")


def drawn(rng: random.Random) -> bytes:
    """Return a game of a deal or two, not all of which may be correct or readable."""
    record = random_record(rng.choice(("santase", "schnapsen", "sixty-six")), rng, True, rng.randrange(3))
    drawn = {name: rng.choice(NAMES) for name in ("A", "B")} | {
        "Event": rng.choice(EVENTS),
        "Date": rng.choice(DATES),
        "Rules": rng.choice(RULES),
        "Table": str(rng.randrange(10**9)),
    }
    kept = [tag for tag in record.tags if tag.name not in drawn]
    tags = [Tag(name, value) for name, value in drawn.items() if value or rng.random() < 0.5]
    text = write(replace(record, tags=(*kept, *tags)))
    return (text + rng.choice(("", "", "", "Иван was here\n", "deal ?\n"))).encode()


@cache
def files() -> tuple[bytes, ...]:
    rng = random.Random(66)
    return tuple(path.read_bytes() for path in SAMPLES) + tuple(drawn(rng) for _ in range(60))


class Fact:
    """What is true of a record, without asking the archive."""

    def __init__(self, game: Game) -> None:
        self.game, self.source = game, game.source
        self.judgement = judge(game)
        self.id = digest(game.record) if game.record else hashlib.sha256(game.source).hexdigest()
        tags = {tag.name: tag.value for tag in game.readable.tags}
        self.names = tuple(tags[seat] for seat in "ABCD" if seat in tags)
        self.event, self.date = tags.get("Event", ""), tags.get("Date", "")
        rules = read_spec(tags.get("Rules", ""))
        self.rules = "" if isinstance(rules, Finding) else write_spec(rules)
        self.score, self.winner = score_words(self.judgement.score), self.judgement.winner


@cache
def facts() -> dict[str, Fact]:
    """The facts of every record, by its id."""
    found: dict[str, Fact] = {}
    for fact in (Fact(game) for data in files() for game in read(data)):
        found.setdefault(fact.id, fact)
    return found


@pytest.fixture(scope="module", params=EITHER)
def full(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """An archive of all these files, which no test changes."""
    with Store.open(new_url(request, request.param, tmp_path_factory.mktemp("full"))) as store:
        for data in files():
            store.add(data)
        yield store


def ids(page: ListedPage) -> list[str]:
    return [listed.id for listed in page.records]


# What goes in comes out.


def kept(store: Store, id: str) -> Stored:
    found = store.get(id)
    assert found is not None
    return found


@pytest.mark.slow
def test_every_text_comes_back_byte_for_byte(full: Store) -> None:
    for fact in facts().values():
        stored = kept(full, fact.id)
        assert (stored.id, stored.text) == (fact.id, fact.source)
    assert full.search().total == len(facts()) > 100


@pytest.mark.slow
def test_what_is_hostile_is_kept_like_anything_else(store: Store) -> None:
    vectors = {path.name: path.read_bytes() for path in VECTORS[::76]}
    hostile = {name: make(50) for name, make in list(INPUTS.items())[::44]}
    for name, data in (vectors | hostile).items():
        if len(data) > 20_000:
            continue
        games = [game for game in read(data) if game.text.strip()]
        added = store.add(data)
        assert [one.number for one in added] == [game.number for game in games], name
        for one, game in zip(added, games, strict=True):
            stored = kept(store, one.id)
            assert (one.digest is None) == (game.record is None) == (not stored.summary.whole), name
            assert one.summary.errors == judge(game).errors, name
            if one.novelty is Novelty.REWRITTEN:
                assert one.digest == one.id
            else:
                assert stored.text == game.source, name
                assert one.summary.errors == stored.summary.errors, name


def test_a_file_of_many_games_is_taken_game_by_game(store: Store) -> None:
    for blank in (b"", b"\n \n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n"):
        assert store.add(blank) == []
    good = b'%SGN 1\n[Event "one"]\n\n'
    data = b"a note\n" + good + b"%SGN 2\r\n\r\n" + good + b"%SGN 1\n[Event \xff]\n"
    added = store.add(data)
    assert [(one.number, one.novelty.value, one.digest is None) for one in added] == [
        (0, "new", True),
        (1, "new", False),
        (2, "new", True),
        (3, "known", False),
        (4, "new", True),
    ]
    assert b"".join(kept(store, one.id).text for one in added) == data
    assert store.search().total == 4


@pytest.mark.slow
def test_a_text_that_is_known_is_not_judged_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    some = files()[::4]
    first = [one for data in some for one in store.add(data, at_once=True)]
    assert {one.novelty for one in first} == {Novelty.NEW}
    before = everything(store)
    judged = Mock(side_effect=read_and_judge_record)
    monkeypatch.setattr(archive, "read_and_judge_record", judged)
    told: list[int] = []
    for at_once in (False, True):
        how: Any = {"at_once": at_once, "once_judged": told.append if at_once else None}
        again = [one for data in some for one in store.add(data, **how)]
        assert again == [replace(one, novelty=Novelty.KNOWN) for one in first]
    assert everything(store) == before
    assert judged.call_count == 0
    assert sum(told) == len(first)
    known = next(data for data in some if len(list(read(data))) == 1)
    mixed = known.rstrip(b"\n") + b"\n%SGN 1\n{new}\n"
    assert [one.novelty for one in store.add(mixed)][-1] is Novelty.NEW
    assert 1 <= judged.call_count <= 2


def test_what_is_known_is_judged_again_where_the_answer_is_not_in_the_lists(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of another program, withheld from the sender, or to be kept for him alone."""
    texts = [f'%SGN 1\n[Round "{number}"]\n'.encode() for number in range(4)]
    ana = RecordStanding("ana", Visibility.PRIVATE)
    outdated, hidden, private, known = [
        store.add(text, standing=ana if number == 2 else OPEN)[0] for number, text in enumerate(texts)
    ]
    store.hide(hidden.id, True, "rude", actor="office")
    listed = sa.select(RECORDS.c.number).where(RECORDS.c.id == outdated.id).scalar_subquery()
    change(store, sa.update(LISTINGS).where(LISTINGS.c.record == listed).values(program="0", deals=99))
    judged = Mock(side_effect=read_and_judge_record)
    monkeypatch.setattr(archive, "read_and_judge_record", judged)
    assert store.add(texts[0]) == [replace(outdated, novelty=Novelty.KNOWN)]
    assert store.add(texts[1])[0].novelty is Novelty.REFUSED
    [others] = store.add(texts[2])
    assert (others.novelty, others.id == private.id) == (Novelty.NEW, False)
    assert store.add(texts[3], standing=ana)[0].novelty is Novelty.NEW
    assert judged.call_count == 4
    assert store.add(texts[3]) == [replace(known, novelty=Novelty.KNOWN)]
    assert judged.call_count == 4


def other_layouts(data: bytes) -> Iterator[bytes]:
    """The same record in other texts."""
    text = data.decode()
    yield text.replace("\n", "\r\n").encode()
    yield text.replace(" ", "  ").encode() if "{" not in text and '"' not in text else data + b"\n"
    yield data + b"; copied from the score sheet\n"
    yield data.replace(b"%SGN 1\n", b"%SGN 1\n{an evening}\n", 1)
    yield b"\xef\xbb\xbf" + data


@pytest.mark.slow
def test_another_layout_of_the_same_play_is_recognised(store: Store) -> None:
    whole = [data for data in files()[::9] if [game.record is not None for game in read(data)] == [True]]
    assert len(whole) > 5
    for data in whole:
        [first] = store.add(data)
        before = store.get(first.id)
        for other in other_layouts(data):
            [one] = store.add(other)
            assert (one.id, one.novelty) == (first.id, Novelty.REWRITTEN)
            assert store.get(first.id) == before
    assert store.search().total == len(whole)


def test_another_play_is_another_record(store: Store) -> None:
    data = SAMPLES[0].read_bytes()
    [game] = read(data)
    assert game.record
    fewer = replace(game.record, tags=game.record.tags[1:])
    shorter = replace(game.record, deals=game.record.deals[:-1])
    for text in (data, *(write(other).encode() for other in (fewer, shorter))):
        assert [one.novelty for one in store.add(text)] == [Novelty.NEW]


def test_what_could_not_be_read_once_stays_where_it_is(store: Store) -> None:
    """A later program may read what an earlier could not: it lies under the SHA-256 of its text."""
    text = b'%SGN 1\n[A  "Ivan"]\n'
    by_text = hashlib.sha256(text).hexdigest()
    change(store, sa.insert(RECORDS).values(id=by_text, text=text, added=datetime.now(UTC)))
    assert store.rejudge() == 1
    [one] = store.add(text)
    assert one.id == by_text != one.digest
    assert one.novelty is Novelty.KNOWN
    assert len(everything(store)["records"]) == 1


def test_the_time_is_that_of_the_first_adding(store: Store) -> None:
    before = datetime.now(UTC)
    [one] = store.add(b"%SGN 1\n")
    after = datetime.now(UTC)
    store.add(b"%SGN 1\n")
    assert before <= kept(store, one.id).added <= after


# By ids.


@pytest.mark.slow
def test_a_record_is_found_by_the_beginning_of_its_id(full: Store) -> None:
    for whole in list(facts())[::7]:
        for length in (8, 12, 40, 64):
            assert kept(full, whole[:length]).id == kept(full, whole[:length].upper()).id == whole
        assert full.get(whole[:7]) is None
    for key in ("", "%", "_" * 8, "%" * 8, "g" * 12, "0" * 65, "\0" * 8, "٠" * 8, "\ud800" * 8):
        assert full.get(key) is None, key


def test_a_beginning_that_several_have_finds_none(store: Store) -> None:
    keys = ["12345678" + digit * 56 for digit in "0af"] + ["1234567a" + "0" * 56]
    rows = [{"id": key, "text": b"%SGN 1\n", "added": datetime.now(UTC)} for key in keys]
    change(store, sa.insert(RECORDS).values(rows))
    assert store.get("12345678") is None
    for key in keys:
        assert kept(store, key).id == key
        assert (found := store.get(key[:9])) is None or found.id == key
    assert kept(store, "12345678f").id == keys[2]


# Searching.


@cache
def possible_days(day: str) -> tuple[str, ...]:
    """The days that a date may be, by trying every day."""
    pattern = day + "-??" * ((10 - len(day)) // 3)
    every = (date(1980, 1, 1) + timedelta(number) for number in range(20_000))
    return tuple(one for one in map(date.isoformat, every) if fnmatchcase(one, pattern))


def between(day: str, begin: str, end: str) -> bool:
    """Whether a date may be a day of a span."""
    return any((begin or "0") <= one <= (end or "9") for one in possible_days(day))


@cache
def word_by_word(text: str) -> list[str]:
    """The words of a text, character by character."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).casefold())
    return "".join(
        each if unicodedata.category(each)[0] in "LN" or "\u0300" <= each <= "\u036f" else " "
        for each in folded
    ).split()


def begins(text: str, sought: str) -> bool:
    """Whether every word that is sought is how a word of a text begins."""
    return all(any(word.startswith(each) for word in word_by_word(text)) for each in word_by_word(sought))


def fulfils(fact: Fact, asked: dict[str, Any], day: dict[str, bool]) -> bool:
    """Whether a record matches a search, computed without a database."""
    for name, wanted in asked.items():
        if name == "player":
            right = any(begins(player, wanted) for player in fact.names)
        elif name == "event":
            right = begins(fact.event, wanted)
        elif name == "text":
            right = set(word_by_word(wanted)) <= set(word_by_word(fact.game.text))
        elif name == "rules":
            right = fact.rules == wanted if " " in wanted else fact.rules.split(" ")[0] == wanted
        elif name == "result":
            won = {"A": fact.winner == 0, "B": fact.winner == 1, "*": fact.winner < 0 and fact.score != ""}
            right = won.get(wanted, fact.score == wanted)
        elif name == "errors":
            right = (fact.judgement.errors > 0) == wanted
        else:
            right = day[fact.date]
        if not right:
            return False
    return True


def some_case(word: str, rng: random.Random) -> str:
    return rng.choice((str, str.upper, str.lower, str.swapcase, str.title))(word)


def begun(text: str, rng: random.Random) -> str:
    """How some words of a text begin, or now and then something out of the middle of one."""
    words = word_by_word(text) or ["x"]
    some = rng.sample(words, min(len(words), rng.choice((1, 1, 2))))
    start = int(rng.random() < 0.1)
    return some_case(" ".join(word[start:][: rng.randrange(1, 8)] or word for word in some), rng)


def question(rng: random.Random) -> dict[str, Any]:
    """Something to look for, often what some record fulfils."""
    fact = rng.choice(list(facts().values()))
    days = sorted(date(2025, 1, 1) + timedelta(rng.randrange(720)) for _ in range(2))
    asked: dict[str, Any] = {
        "player": begun(rng.choice([*fact.names, rng.choice(NAMES)]), rng),
        "event": begun(rng.choice((fact.event, rng.choice(EVENTS))), rng),
        "text": some_case(" ".join(rng.choices(word_by_word(fact.game.text), k=rng.randrange(1, 4))), rng),
        "date_from": days[0].isoformat(),
        "date_to": days[1].isoformat(),
        "rules": fact.rules or rng.choice(("santase", "schnapsen", "santase target=11")),
        "result": rng.choice((fact.score or "*", "A", "B", "*", "7-4")),
        "errors": rng.random() < 0.5,
    }
    return {name: asked[name] for name in rng.sample(list(asked), rng.choice((1, 1, 1, 2, 2, 3)))}


@pytest.mark.slow
def test_what_is_found_is_what_a_filter_finds(full: Store) -> None:
    rng = random.Random(99)
    found: Counter[str] = Counter()
    every_date = {fact.date for fact in facts().values()}
    for _ in range(160):
        asked = question(rng)
        begin, end = asked.get("date_from", ""), asked.get("date_to", "")
        day = {one: between(one, begin, end) for one in every_date} if begin or end else {}
        page = full.search(**asked, size=500)
        expected = {fact.id for fact in facts().values() if fulfils(fact, asked, day)}
        assert set(ids(page)) == expected, asked
        assert page.total == len(page.records) == len(expected)
        for name in asked:
            found[name] += 0 < len(expected) < len(facts())
    assert min(found.values()) > 10, "every filter must find something and leave something"
    assert len(found) == 8


def test_every_record_is_listed_as_it_is(full: Store) -> None:
    for listed in full.search(size=500).records:
        fact, summary = facts()[listed.id], listed.summary
        game, judgement = fact.game, fact.judgement
        assert tuple(filter(None, summary.players)) == tuple(filter(None, fact.names))
        assert (summary.event, summary.date, summary.rules) == (fact.event, fact.date, fact.rules)
        assert (summary.score, summary.winner) == (fact.score, fact.winner)
        assert (summary.errors, summary.findings) == (judgement.errors, len(judgement.findings))
        assert (summary.deals, summary.whole) == (len(game.readable.deals), game.record is not None)
        stored = kept(full, listed.id)
        assert (stored.id, stored.added, stored.summary) == (listed.id, listed.added, summary)


def test_seats_and_tags_are_listed_in_their_places(store: Store) -> None:
    store.add('%SGN 1\n[Site "Sofia"] [Round "4"] [Result "7-4"] [B "Мария"] [C "Ева"]'.encode())
    [listed] = store.search().records
    summary = listed.summary
    assert summary.players == ("", "Мария", "Ева")
    assert (summary.site, summary.round, summary.result) == ("Sofia", "4", "7-4")
    assert ids(store.search(player="ева")) == [listed.id]
    store.add(b'%SGN 1\n[Event "first"]\n[Event "second"]\n')
    assert [one.summary.event for one in store.search(text="second").records] == ["first"]


def test_matches_of_three_and_four_are_found_by_how_they_ended(store: Store) -> None:
    two_deals = THREE[: THREE.index("deal 3")].replace('[Result "0-0-0"]', '[Result "-3 2 1"]')
    (three,), (four,), (part,) = (store.add(text.encode()) for text in (THREE, FOUR, two_deals))
    assert (four.summary.score, four.summary.winner) == ("5-7", read_seat("BD"))
    assert (three.summary.score, part.summary.score, part.summary.winner) == ("0-0-0", "-3 2 1", -1)
    assert not any(each.summary.errors for each in (three, four, part))
    assert ids(store.search(result="BD")) == ids(store.search(result="5-7")) == [four.id]
    assert ids(store.search(result="AC")) == ids(store.search(result="B")) == []
    assert ids(store.search(result="-3 2 1")) == [part.id]
    assert sorted(ids(store.search(result="*"))) == sorted([three.id, part.id])
    assert sorted(ids(store.search(player="petar g"))) == sorted([three.id, part.id])
    assert ids(store.search(player="elena")) == [four.id]


def sort_key(order: Order, one: Listed) -> Any:
    """What a record is sorted by."""
    fact = facts()[one.id]
    day = fact.date.replace("?", "0") + "-00" * ((10 - len(fact.date)) // 3)
    return {
        Order.ADDED: -one.number,
        Order.OLDEST: one.number,
        Order.EVENT: (fact.event.casefold(), one.number),
        Order.PLAYER: (next(filter(None, fact.names), "").casefold(), one.number),
        Order.RULES: (fact.rules, one.number),
        Order.ERRORS: (-fact.judgement.errors, -one.number),
        Order.DATE: ([0] if fact.date in ("", "x") else [-ord(sign) for sign in day], -one.number),
    }[order]


def test_pages_cover_everything_once_and_in_order(full: Store) -> None:
    for order in Order:
        for size in (7, 50, 500):
            last_page = -(-len(facts()) // size)
            pages = [full.search(order=order, page=number + 1, size=size) for number in range(last_page + 1)]
            assert {(page.total, page.pages) for page in pages} == {(len(facts()), last_page)}
            assert pages[-1].records == ()
            listed = [one for page in pages for one in page.records]
            assert listed == sorted(listed, key=partial(sort_key, order)), (order, size)
            assert sorted(one.id for one in listed) == sorted(facts())


def test_the_newest_comes_first_whatever_its_moment_is(store: Store) -> None:
    added = [one.id for number in range(6) for one in store.add(b'%%SGN 1\n[Round "%d"]\n' % number)]
    assert ids(store.search()) == added[::-1]
    in_sofia = datetime(2026, 11, 20, 1, tzinfo=timezone(timedelta(hours=2)))
    change(store, sa.update(RECORDS).values(added=in_sofia))
    assert ids(store.search()) == added[::-1] == ids(store.search(order=Order.OLDEST))[::-1]
    assert {one.added for one in store.search().records} == {in_sofia}


def test_players_are_found_however_their_names_are_written(store: Store) -> None:
    names = ("Йордан Ъглов", "Ёлка Ґалаґан", "Jürgen Groß", "ΣΊΣΥΦΟΣ", "Ivan")
    for number, name in enumerate(names):
        form: Any = ("NFC", "NFD")[number % 2]
        store.add(f'%SGN 1\n[A "{unicodedata.normalize(form, name)}"]\n'.encode())
    for name in names:
        for turned in (str.upper, str.lower, str.swapcase, str.title):
            for form in ("NFC", "NFD"):
                [one] = store.search(player=unicodedata.normalize(form, turned(name))).records
                assert unicodedata.normalize("NFC", one.summary.players[0]) == name
    assert store.search(player="иордан").total == 0, "й is another letter"
    assert store.search(player="й").total == 1


def test_rules_are_found_in_any_spelling(store: Store) -> None:
    specs = ["santase", "santase target=11", "santase failed-close=3 target=11"]
    specs += ["schnapsen", "schnapsen-sharp"]
    keys = [one.id for spec in specs for one in store.add(f'%SGN 1\n[Rules "{spec}"]\n'.encode())]
    for spec, found in (
        ("santase", keys[:3]),
        ("santase target=7", keys[:1]),
        ("santase  claim=said target=11", keys[1:2]),
        ("santase target=11 failed-close=3", keys[2:3]),
        ("schnapsen", keys[3:4]),
        ("schnapsen-sharp", keys[4:]),
        ("sixty-six", []),
    ):
        assert set(ids(store.search(rules=spec))) == set(found), spec


def words_of_attack(rng: random.Random) -> Iterator[str]:
    yield from r"""% _ %% __ \ / /% \% /_ ' '' " ; -- * ? [a-z] .* $1 :player {} %s""".split(" ")
    yield from ("' OR 1=1 --", "'; DROP TABLE records; --", "') OR ('1'='1", "%' ESCAPE '%")
    yield from ("\0", "a\0b", "\ud800", "\udcff", "\u202e", "\ufeff", "\ufffd", "\n", "\x1b[0m", "😀")
    yield "е" * 256
    yield from ("".join(rng.choice("%_/\\'\"ab1 ") for _ in range(rng.randrange(1, 6))) for _ in range(60))


@pytest.mark.slow
def test_no_word_means_anything_to_the_database(store: Store) -> None:
    names = [*NAMES, *r"""a%b a_b a/b a\b a'b a"b ab a1b""".split(), "\ufffd", "😀", "$1 :player {} %s"]
    for number, name in enumerate(names):
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        store.add(f'%SGN 1\n[Event "{escaped}"]\n[Round "{number}"]\n[A "{escaped}"]\n'.encode())
    before = everything(store)
    found = 0
    for word in words_of_attack(random.Random(5)):
        if not word_by_word(word):
            for name in ("player", "event", "text", "series"):
                with pytest.raises(SearchError) if word.strip() else nullcontext():
                    asked: Any = {name: word}
                    store.search(**asked)
            continue
        expected = {name for name in names if begins(name, word)}
        for page in (store.search(player=word), store.search(event=word)):
            assert {"".join(one.summary.players) for one in page.records} == expected, word
        whole = {name for name in names if set(word_by_word(word)) <= {*word_by_word(name)}}
        assert {"".join(one.summary.players) for one in store.search(text=word).records} >= whole, word
        found += 0 < len(expected) < len(names)
    assert found > 20
    assert everything(store) == before


MEANINGLESS: dict[str, tuple[Any, ...]] = {
    "page": (0, -1, 10**30),
    "size": (0, 10**6),
    "date_from": ("yesterday", "٢٠٢٦"),
    "date_to": ("2026-11-20T10:00", "2026-11-20\n2026", "2025-10"),
    "rules": ("santasse", "santase target=x", "\ud800", "x" * 257),
    "result": ("G", "AB", "7", "7-4 OR 1=1", "x" * 257),
    **dict.fromkeys(("player", "event", "text"), ("x" * 257,)),
}


def test_what_means_nothing_is_refused_by_its_name_and_what_is_blank_asks_nothing(full: Store) -> None:
    for name, values in MEANINGLESS.items():
        for value in values:
            with case((name, value)), pytest.raises(SearchError, match=f"^{name}: ") as raised:
                full.search(**{"date_from": "2026"} | {name: value})
            assert raised.value.name == name
    blank = full.search(player=" ", event="\t", date_from=" ", date_to="", rules=" ", result=" ", text="\n")
    assert blank == full.search()


# Lists that go on while records come.


def dated(number: int, rng: random.Random) -> bytes:
    """Return a record; others have the same date, event, player and rules."""
    tags = {"Round": str(number), "Date": rng.choice(DATES), "Event": rng.choice(EVENTS)}
    tags |= {"A": rng.choice(NAMES[:4]), "Rules": rng.choice(RULES)}
    listed = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"%SGN 1\n{listed}".encode()


def pages(store: Store, between: Callable[[], object], **asked: Any) -> list[str]:
    """The ids of all pages that follow each other, with something done after each of them."""
    page = store.search(**asked)
    found = ids(page)
    while cursor := page.next:
        between()
        page = store.search(**asked, cursor=cursor)
        found += ids(page)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("counted", [5, 1000])
def test_no_record_is_left_out_or_listed_twice_while_others_come(
    store: Store, monkeypatch: pytest.MonkeyPatch, counted: int
) -> None:
    """Lists that are sorted whole, and lists that walk an index."""
    monkeypatch.setattr("viewer.store.finding.RECORDS_COUNTED", counted)
    monkeypatch.setattr("viewer.store.finding.COMMON", counted % 2)
    rng = random.Random(8)
    numbers = iter(range(10_000))
    questions: tuple[dict[str, Any], ...] = ({}, {"text": "sgn"}, {"player": "и", "date_from": "2025"})

    def add_some() -> bool:
        return bool(store.add(b"".join(dated(next(numbers), rng) for _ in range(2))))

    store.add(b"".join(dated(next(numbers), rng) for _ in range(12)))
    for order in Order:
        for asked in questions:
            there = set(ids(store.search(**asked, size=500)))
            size = max(2, len(there) // 5)
            found = pages(store, lambda: rng.random() < 0.3 and add_some(), **asked, order=order, size=size)
            assert len(found) == len(set(found)), (order, asked)
            assert there <= set(found), (order, asked)
            quietly = pages(store, lambda: None, **asked, order=order, size=11)
            assert quietly == ids(store.search(**asked, order=order, size=500)), (order, asked)


def test_who_asks_what_came_after_the_last_that_he_has_gets_every_record(store: Store) -> None:
    copy: list[int] = []
    moments = []
    for number in range(7):
        [first, *_] = store.add(b"".join(b'%%SGN 1\n[Round "%d-%d"]\n' % (number, each) for each in range(3)))
        moments.append(kept(store, first.id).added)
        page = store.search(order=Order.OLDEST, since=str(copy[-1] if copy else 0), size=500)
        assert len(page.records) == 3
        copy += [one.number for one in page.records]
    assert copy == sorted(set(copy))
    assert [one.number for one in store.search(order=Order.OLDEST, size=500).records] == copy
    for place, moment in enumerate(moments):
        page = store.search(order=Order.OLDEST, since=moment.isoformat(), size=500)
        assert [one.number for one in page.records] == copy[3 * place :]
    assert store.search(since=(moments[-1] + timedelta(seconds=1)).isoformat()).total == 0


class RecordFollower:
    """A copy of the public records, maintained from the changes of the archive."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.since = 0
        self.records: dict[str, Listed] = {}
        self.told: list[str] = []
        """Every id ever listed."""
        self.reasons: list[str] = []

    def follow(self, size: int) -> None:
        more = True
        while more:
            page = self.store.changes(self.since, size)
            assert [change.number for change in page.changes] == sorted(
                {change.number for change in page.changes if change.number > self.since}
            )
            for change in page.changes:
                self.told.append(change.id)
                if change.record:
                    assert change.removed is None
                    self.records[change.id] = change.record
                else:
                    self.records.pop(change.id, None)
                    gone = {grave.id: grave for grave in self.store.tombstones()}
                    assert not change.removed or change.removed == gone[change.id]
                    self.reasons += [change.removed.reason] if change.removed else []
            self.since, more = page.last, page.more


@pytest.mark.slow
def test_a_copy_that_follows_the_changes_has_the_public_records_and_hears_of_no_others(store: Store) -> None:
    """Whatever is made of records, and however often, and in however large steps, a copy follows."""
    rng, whole, copies = random.Random(0), [*Visibility], [RecordFollower(store) for _ in range(3)]
    texts = [f'%SGN 1\n[Round "{number}"]\n'.encode() for number in range(8)]
    ever: set[str] = set()
    for step in range(40):
        text, standing = rng.choice(texts), RecordStanding("ana", rng.choice(whole))
        there = store.search(size=500, sight=EVERYTHING).records
        one = rng.choice(there) if there else None
        act = rng.choice(("add", "add", "hide", "show", "remove", "visibility", "visibility", "readmit"))
        gone = store.tombstones()
        try:
            if act == "add":
                store.add(text, standing=standing)
            elif act == "readmit" and gone:
                store.readmit(rng.choice(gone).id, "", actor="office")
            elif act == "visibility" and one:
                store.set_visibility(one.id, standing.visibility, actor="ana")
            elif act == "remove" and one:
                store.remove(one.id, "asked", actor="ana")
            elif act in ("hide", "show") and one:
                store.hide(one.id, act == "hide", "", actor="office")
        except StoreError:  # it is kept under that id already, or was removed
            pass
        public = {record.id for record in store.search(size=500).records}
        ever |= public
        for copy, every in zip(copies, (1, 7, 20), strict=True):
            if step % every == every - 1:
                copy.follow(rng.choice((1, 2, 500)))
                assert copy.records.keys() == public
    for copy in copies:
        copy.follow(3)
        assert copy.records.keys() == public
        assert {record.id: record for record in store.search(size=500).records} == copy.records
        assert set(copy.told) <= ever
        assert set(copy.reasons) == {"asked"}
    assert store.changes(copies[0].since).changes == ()


def wait_for_lock(store: Store, other: Future[Any], where: str) -> bool:
    """Wait until somebody waits for a lock, or has ended; return whether it waits."""
    blocked, waits = sa.text(f"SELECT count(*) FROM {where}"), 0
    while not waits and not other.done():
        with store._database.reading() as watching:
            waits = watching.scalar(blocked) or 0
    return waits > 0


def test_no_record_is_seen_before_one_that_comes_before_it(postgres: Postgres) -> None:
    """A writer who has a number and has not ended keeps others from being seen before him."""
    with Store.open(postgres.new_url()) as store, ThreadPoolExecutor(1) as pool:
        with store._database.adding() as connection:
            row = {"id": "0" * 64, "text": b"%SGN 1\n", "added": datetime.now(UTC)}
            number = connection.scalar(sa.insert(RECORDS).values(row).returning(RECORDS.c.number))
            second = pool.submit(store.add, b'%SGN 1\n[Round "2"]\n')
            assert wait_for_lock(store, second, "pg_locks WHERE locktype = 'advisory' AND NOT granted")
            assert store.search().total == 0
        [added] = second.result(60)
        assert number is not None
        assert kept(store, added.id).number > number


def test_a_cursor_is_that_of_one_order_and_everything_else_is_refused(full: Store) -> None:
    said = ['["added"]', '["added",-1]', '["oldest",1e400]', '["errors",9223372036854775808,1]']
    said += ['["date","\\ud800",1]', '["event","\\u0000",1]', '["event",["a"],1]', '["rules","",true]']
    said += ['["player",{},1,1]', "[" * 3000]
    packed = [base64.urlsafe_b64encode(each.encode()).decode() for each in said]
    cursors: list[Any] = [(order, full.search(order=order, size=1).next) for order in Order]
    for order, cursor in cursors + [
        (None, each) for each in ("x", "....", "é", "\0", "W10", "bnVsbA", "A" * 5000, *packed)
    ]:
        for other in Order:
            with nullcontext() if other is order else pytest.raises(SearchError, match=r"^cursor: "):
                read_cursor(cursor, other)


def test_what_is_counted_is_counted_so_far_and_pages_reach_so_far(
    full: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.store.finding.RECORDS_COUNTED", 30)
    page = full.search()
    assert (page.total, page.more, len(page.records)) == (30, True, 50)
    few = full.search(player="nora")
    assert not few.more
    assert few.total == len(few.records) > 0
    assert len(full.search(page=21, size=500).records) == 0
    with pytest.raises(SearchError, match="end at"):
        full.search(page=22, size=500)


def test_all_that_is_found_is_handed_out_one_by_one(full: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.store.finding._FOUND_AT_ONCE", 30)
    monkeypatch.setattr("viewer.store.finding._READ_AT_ONCE", 7)
    rng = random.Random(3)
    for asked in ({}, {"text": "sgn"}, *(question(rng) for _ in range(12))):
        expected = [*reversed(pages(full, lambda: None, **asked, size=500))]
        found = []
        for stored in full.each(**asked):
            pool: Any = full._database._engine.pool
            assert pool.checkedout() == 0, "no connection is held"
            found.append(stored.id)
            assert stored.text == facts()[stored.id].source
        assert found == expected
    with pytest.raises(SearchError):
        full.each(text="--")


# What the databases do to find records.


def text(number: int) -> bytes:
    """A text with a word that one in ninety texts have."""
    return b"%%SGN 1\n{w%d}" % (number % 90)


@pytest.fixture(scope="module", params=EITHER)
def large(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """An archive of some thousand records, a list of which shows a hundredth."""
    with Store.open(new_url(request, request.param, tmp_path_factory.mktemp("large"))) as store:
        [game] = read(SAMPLES[0].read_bytes())
        summary, rng = summarise(judge(game)), random.Random(4)

        def listed(number: int) -> Judged:
            drawn = replace(
                summary,
                event=f"event {rng.randrange(300)}",
                date=f"{rng.randrange(1900, 2026)}-01-01",
                players=(f"player{rng.randrange(300)}", "Ivan"),
                rules=f"santase target={rng.randrange(2, 100)}",
                score=f"{rng.randrange(80)}-0",
                winner=rng.choice((-1, *(0, 1) * 40)),
                series=f"series {rng.randrange(300)}",
                errors=int(rng.random() < 0.02),
            )
            return Judged(number, text(number), drawn)

        with store._database.adding() as connection:
            rows = [
                {"id": f"{number:064x}", "text": text(number), "added": datetime.now(UTC)}
                for number in range(4000)
            ]
            connection.execute(sa.insert(RECORDS), rows)
            put_new(connection, map(listed, connection.scalars(sa.select(RECORDS.c.number)).all()))
        change(store, sa.text("ANALYZE" if "postgres" in request.param else "SELECT 1"))
        yield store


def plan(store: Store, question: sa.Select[Any]) -> str:
    """How a database will find what is asked."""
    with store._database.reading() as connection:
        dialect = store._database._engine.dialect
        said = str(question.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))
        begin = "EXPLAIN QUERY PLAN " if dialect.name == "sqlite" else "EXPLAIN "
        if dialect.name != "sqlite":  # which reads a few thousand rows sooner than an index
            connection.execute(sa.text("SET LOCAL enable_seqscan = off"))
        return "\n".join(str(row[-1]) for row in connection.exec_driver_sql(begin + said.replace("%", "%%")))


SORTS = re.compile("TEMP B-TREE|Sort")
WALKS_ALL = re.compile("SCAN listings$|Seq Scan on listings", re.MULTILINE)


@pytest.mark.slow
def test_every_order_has_an_index_that_serves_it(large: Store) -> None:
    for order, goes_on in product(Order, (False, True)):
        sorting, rules = SORTINGS[order], asked_for(rules="santase")
        first = 0 if order is Order.ERRORS else "m"
        place = (first, 2000)[-len(sorting.columns) :] if goes_on else None
        with large._database.reading() as connection:
            for asked in (asked_for(), rules, asked_for(errors=False)):
                found = plan(large, walk(connection, asked, sorting, place).limit(51))
                assert not SORTS.search(found), (order, found)
                if sorting.walked:
                    assert not WALKS_ALL.search(found), (order, found)
                    assert sorting.walked in found or asked.conditions, order
                elif goes_on:
                    assert "rowid" in found or "listings_pkey" in found, (order, found)


FILTERS: tuple[dict[str, Any], ...] = (
    {"player": "player17"},
    {"event": "event 17"},
    {"series": "series 17"},
    {"text": "w17"},
    {"text": "sgn w17", "player": "ivan", "errors": False},
    {"rules": "santase target=17"},
    {"result": "17-0"},
    {"result": "*"},
    {"errors": True},
    {"date_to": "1905"},
    {"date_from": "1910", "date_to": "1912"},
    {"since": "3990"},
    {"since": "2100-01-01"},
)


@pytest.mark.slow
def test_every_filter_has_an_index_that_serves_it(large: Store) -> None:
    for asked in FILTERS:
        with large._database.reading() as connection:
            gathered = gathering(connection, asked_for(**asked), SORTINGS[Order.EVENT]).limit(1001)
        found = plan(large, gathered)
        assert not SORTS.search(found), (asked, found)
        assert not WALKS_ALL.search(found), (asked, found)
        assert "Seq Scan on words" not in found, asked
        assert 0 < large.search(**asked).total < 400 or "2100-01-01" in asked.values(), asked


def test_a_series_is_found_by_an_index(large: Store) -> None:
    assert len(large.series("series 17")) > 1
    is_meant = LISTINGS.c.series_key == "series 17"
    assert "listings_by_series" in plan(large, sa.select(LISTINGS.c.record).where(is_meant))


def test_the_index_of_words_holds_no_text_and_what_a_listing_has(full: Store) -> None:
    """It is determined by the records alone, so that entries can be removed again."""
    rows = {one.number: one for one in full.each()}
    found = indexed(full)
    assert found.keys() == rows.keys()
    for number, stored in rows.items():
        said = stored.summary
        names = [*enumerate(said.players), ("e", said.event), ("s", said.series)]
        marked = {f"{mark}={word}" for mark, name in names for word in word_by_word(name)}
        assert found[number] == marked | set(word_by_word(stored.text.decode("utf-8", "replace")))


def test_words_are_cut_and_so_many_are_indexed(store: Store) -> None:
    """PostgreSQL takes no more in one piece than a megabyte, and no word of 2 kB."""
    rng = random.Random(2)
    letters = "абвгдежзийклмнопрст"
    many = " ".join("".join(rng.choices(letters, k=60)) for _ in range(9000))
    [named] = store.add(f'%SGN 1\n[Event "{"ж" * 200}"]\n'.encode())
    assert ids(store.search(event="ж" * 80)) == ids(store.search(text="ж" * 64)) == [named.id]
    assert store.search(event="ж" * 63, text="ж" * 63).total == 0
    [one] = store.add(f"%SGN 1\n{{early {'x' * 3000} {many} late}}".encode())
    assert ids(store.search(text="early")) == ids(store.search(text="X" * 70)) == [one.id]
    assert store.search(text="late").total == 0
    stored = kept(store, one.id)
    with store._database.writing() as connection:
        unlist(connection, stored.number, stored.text)
    assert len(indexed(store)) == 1


def test_an_index_of_another_form_is_made_anew(store: Store) -> None:
    for data in files()[::20]:
        store.add(data)
    before = everything(store)
    change(store, sa.update(WORDS_FORM).values(form="0 another"))
    store.add(b'%SGN 1\n[A "Meanwhile"]\n')
    assert store.rejudge() == len(before["records"]) + 1
    after = everything(store)
    for table in ("records", "listings", "words"):
        assert len(after[table]) == len(before[table]) + 1
    assert before["words"].items() <= after["words"].items()
    assert after["words_form"] == before["words_form"]
    assert store.search(player="meanwhile").total == 1


# Judged by another version.


def test_what_another_version_judged_is_judged_again(store: Store) -> None:
    for data in files()[::8]:
        store.add(data)
    right, listed = everything(store), store.search(size=500)
    keys = sorted(row[0] for row in right["records"])
    old = LISTINGS.c.record.in_(keys[::2])
    with store._database.writing() as connection:
        texts = dict(map(tuple, connection.execute(sa.select(RECORDS.c.number, RECORDS.c.text))))
        unlist(connection, keys[1], texts[keys[1]])
        for key in keys[::4]:  # from which an earlier program read other names
            summary = replace(listed.records[0].summary, players=("Somebody", "Else"), event="Nowhere")
            put(connection, Judged(key, texts[key], summary))
        connection.execute(sa.update(LISTINGS).where(old).values(program="0.0.1", errors=77))
    assert store.search(player="some").total == len(keys[::4])
    assert store.search(errors=True).total >= len(keys[::2])
    for one in listed.records:
        assert kept(store, one.id).summary == one.summary, "what is said of one record is of today"
    assert store.search(size=500).total == len(keys) - 1
    assert store.rejudge() == len(keys[::2]) + 1
    found = everything(store)
    assert by_name(found) == by_name(right)
    assert {name: found[name] for name in found if name not in NAMES_OF} == {
        name: right[name] for name in right if name not in NAMES_OF
    }
    assert store.search(player="some").total == 0
    assert store.search(size=500) == listed
    assert store.rejudge() == 0


def test_all_are_judged_again_however_many(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_BATCH", 10)
    now = datetime.now(UTC)
    rows = [{"id": f"{number:064x}", "text": b"%SGN 1\n", "added": now} for number in range(25)]
    change(store, sa.insert(RECORDS).values(rows))
    assert store.search().total == 0
    assert store.rejudge() == 25
    assert store.search().total == 25


# Migrations.


def differences(store: Store) -> list[Any]:
    """What the tables are not as the program knows them; the index of words is each database's own."""

    def is_known(name: str | None, kind: str, _: object) -> bool:
        return kind != "table" or name == "words_form" or not str(name).startswith("words")

    with store._database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"include_name": is_known})
        return list(compare_metadata(context, SCHEMA))


def test_the_steps_make_the_tables_that_the_program_knows(url: str) -> None:
    with Store.open(url) as store:
        assert differences(store) == []
        store.add(b"%SGN 1\n")
    with Store.open(url) as store:
        assert differences(store) == []
        assert store.search().total == 1


def test_the_order_of_text_does_not_depend_on_the_language_of_a_server(postgres: Postgres) -> None:
    columns = sa.text(
        "SELECT collation_name FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND data_type = 'text'"
    )
    with Store.open(postgres.new_url()) as store, store._database.reading() as connection:
        texts = [
            column
            for table in SCHEMA.sorted_tables
            for column in table.c
            if isinstance(column.type, sa.Text) or column.type is SEAT_NAMES
        ]
        assert connection.scalars(columns).all() == ["C"] * len(texts)


NAMES_OF = ("appearances", "known_names", "known_words")
"""Tables that are filled again when records are judged again, under other numbers."""


def by_name(tables: dict[str, Any]) -> dict[str, Any]:
    """The names of an archive with how many games and which words and records each has, without numbers."""
    names = {row[0]: (row[1], row[3]) for row in tables["known_names"]}
    return {
        "games": sorted((*names[row[0]], row[5]) for row in tables["known_names"]),
        "words": sorted((word, *names[number]) for word, number in tables["known_words"]),
        "records": sorted((*names[number], record) for number, record in tables["appearances"]),
    }


def test_steps_happen_together_or_not_at_all(url: str) -> None:
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE VIEW match_keys AS SELECT 1 AS something")  # in the way
    with pytest.raises(StoreError, match="match_keys"):
        Store.open(url)
    assert sa.inspect(engine).get_table_names() == []
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP VIEW match_keys")
    engine.dispose()
    with Store.open(url) as store:
        assert differences(store) == []


# All or nothing, and one after the other.


def test_a_failure_between_two_tables_leaves_nothing_of_a_file(store: Store) -> None:
    store.add(b"%SGN 1\n")
    change(store, sa.text("ALTER TABLE words RENAME TO gone"))
    for at_once in (True, False):
        with pytest.raises(StoreError):
            store.add(b'%SGN 1\n[Event "one"]\n%SGN 1\n[A "Ivan"]\n', at_once=at_once)
    with store._database.reading() as connection:
        for table in (RECORDS, LISTINGS):
            assert connection.scalar(sa.select(sa.func.count()).select_from(table)) == 1
    change(store, sa.text("ALTER TABLE gone RENAME TO words"))
    assert [one.novelty.value for one in store.add(b'%SGN 1\n[Event "one"]\n%SGN 1\n')] == ["new", "known"]


@pytest.mark.slow
def test_a_full_disk_is_told_and_leaves_no_half_of_a_record(tmp_path: Path) -> None:
    rng = random.Random(1)  # what repeats would take next to nothing once it is packed
    words = ("".join(rng.choices("абвгдежзийклмнопрстуфхцчшщъьюя", k=2000)) for _ in range(300))
    long = '%SGN 1\n[Round "2"]\n' + "".join(f"{{{word}}}\n" for word in words)
    with Store.open(f"sqlite:///{tmp_path / 'archive.db'}") as store:
        store.add(b"%SGN 1\n")
        before = everything(store)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
        try:
            with pytest.raises(StoreError):
                store.add(long.encode())
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert everything(store) == before
        assert [one.novelty for one in store.add(long.encode())] == [Novelty.NEW]
        with sqlite3.connect(tmp_path / "archive.db") as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()


def test_a_file_that_is_no_archive_is_told_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    with Store.open(f"sqlite:///{path}") as store:
        store.check()
    path.write_bytes(b"%SGN 1\n" * 1000)
    for attempt in (store.check, lambda: Store.open(f"sqlite:///{path}")):
        with pytest.raises(StoreError, match="not a database") as raised:
            attempt()
        assert language("de").put(raised.value.phrase).startswith("das Archiv ist nicht zu gebrauchen")
    assert path.read_bytes() == b"%SGN 1\n" * 1000


def test_what_two_programs_judge_again_is_judged_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add(b"%SGN 1\n")
    change(store, sa.update(LISTINGS).values(program="0"))
    judged = Mock(side_effect=summarise)
    monkeypatch.setattr("viewer.store.archive.summarise", judged)
    monkeypatch.setattr(store, "_rejudge", lambda key, rejudge=store._rejudge: (rejudge(key), rejudge(key)))
    assert store.rejudge() == 1
    assert judged.call_count == 1


def test_nothing_is_listed_that_is_not_kept(store: Store) -> None:
    [one] = store.add('%SGN 1\n[A "Иван"]\n'.encode())
    listing = {column.name: 0 if isinstance(column.type, sa.Integer) else "" for column in LISTINGS.c}
    never = listing | {"record": 99, "players": (), "whole": True, "open": False}
    for statement in (sa.insert(LISTINGS).values(never), sa.delete(RECORDS).where(RECORDS.c.id == one.id)):
        with pytest.raises(StoreError):
            change(store, statement)
    assert store.search(player="иван").total == 1


def test_a_reader_sees_one_moment(store: Store) -> None:
    count = sa.select(sa.func.count()).select_from(RECORDS)
    store.add(b"%SGN 1\n")
    with store._database.reading() as connection:
        assert connection.scalar(count) == 1
        store.add(b'%SGN 1\n[Round "2"]\n')
        assert connection.scalar(count) == 1
    assert store.search().total == 2


def test_nobody_waits_long_for_a_lock(url: str) -> None:
    """Writers are refused, and readers are answered."""
    with Store.open(url) as other, Store.open(url, Settings(lock_seconds=1)) as store:
        store.add(b"%SGN 1\n")
        with other._database.writing() as connection:
            connection.execute(sa.update(RECORDS).values(added=datetime.now(UTC)))
            if connection.dialect.name == "postgresql":
                connection.execute(sa.text("LOCK TABLE alembic_version IN SHARE MODE"))
            assert store.search().total == 1
            with pytest.raises(StoreError, match="lock"):
                store.try_to_write()
        store.try_to_write()
        asked = "PRAGMA busy_timeout" if url.startswith("sqlite") else "SHOW lock_timeout"
        with store._database.reading() as connection:
            assert connection.execute(sa.text(asked)).scalar_one() in (1000, "1s")


def test_a_question_to_the_database_ends(url: str) -> None:
    """As soon as its time is over, and with nothing lost."""
    endless = sa.text(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    )
    with Store.open(url, Settings(query_seconds=1)) as store:
        store.add(b"%SGN 1\n")
        with pytest.raises(StoreError, match=r"interrupted|timeout"), store._database.reading() as connection:
            connection.execute(endless)
        assert store.search().total == 1
        store.try_to_write()


def test_an_archive_says_how_it_stands(url: str) -> None:
    with Store.open(url) as store:
        assert (store.state().records, store.state().last) == (0, None)
        store.add(b"%SGN 1\n")
        state = store.state()
        assert (state.kind, state.records) == (url.partition("+")[0].partition(":")[0], 1)
        assert state.size > 0
        assert state.last
        assert abs(datetime.now(UTC) - state.last) < timedelta(hours=1)


def test_what_cannot_be_written_to_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk without room, as far as SQLite can tell."""
    with Store.open(f"sqlite:///{tmp_path / 'archive.db'}") as store:
        store.try_to_write()
        file = tmp_path / "archive.db-wal"
        assert file.stat().st_size > 0
        before = file.read_bytes()
        monkeypatch.setattr("viewer.store.databases.time", lambda: 1)
        store.try_to_write()
        assert file.read_bytes() != before  # something is written each time
        with store._database.reading() as connection:
            connection.exec_driver_sql("PRAGMA query_only = 1")
        with pytest.raises(StoreError, match="readonly"):
            store.try_to_write()


def test_who_is_second_by_a_hair_is_told_that_it_is_known(postgres: Postgres) -> None:
    """The other has begun to add the record and not ended yet, so that nobody can see it."""
    text = b'%SGN 1\n[A "Ivan"]\n'
    with Store.open(postgres.new_url()) as store, ThreadPoolExecutor(1) as pool:
        [game] = read(text)
        assert game.record
        with store._database.adding() as connection:
            row = {"id": digest(game.record), "text": text + b"\n", "added": datetime.now(UTC)}
            connection.execute(sa.insert(RECORDS).values(row))
            second = pool.submit(store.add, text)
            assert wait_for_lock(store, second, "pg_stat_activity WHERE wait_event_type = 'Lock'")
        assert [one.novelty for one in second.result(60)] == [Novelty.REWRITTEN]
        assert len(everything(store)["records"]) == 1


def assert_each_was_new_once(answers: list[tuple[str, str]], store: Store, workers: int) -> None:
    """Every record was new to one of those who added it, and there is one of it."""
    new = Counter(key for key, novelty in answers if novelty == "new")
    assert set(new.values()) == {1}
    assert set(Counter(key for key, _ in answers).values()) == {workers}
    rows = everything(store)
    numbers = sorted(row[0] for row in rows["records"])
    assert numbers == sorted(row[0] for row in rows["listings"]) == sorted(rows["words"])
    assert {row[1] for row in rows["records"]} == set(new)
    assert store.search(size=500).total == len(new)


@pytest.mark.slow
def test_threads_may_share_an_archive(store: Store) -> None:
    some, workers = files()[-10:], 6
    with ThreadPoolExecutor(workers) as pool:
        added = list(pool.map(store.add, [data for data in some for _ in range(workers)]))
    assert_each_was_new_once([(one.id, one.novelty.value) for [one] in added], store, workers)


ADDING = """
import os
import sys
from pathlib import Path
from viewer.limits import Settings
from viewer.store import Store
other = os.fork()  # both of them make the tables, too
with Store.open(sys.argv[1], Settings(lock_seconds=60)) as store:
    for data in Path(sys.argv[2]).read_bytes().split(b"\\0"):
        for one in store.add(data):
            sys.stdout.write(f"{one.id} {one.novelty.value}\\n")
if other:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(other, 0)[1]))
"""


@pytest.mark.slow
def test_processes_that_add_the_same_records_keep_one_of_each(url: str, tmp_path: Path) -> None:
    (tmp_path / "some").write_bytes(b"\0".join(files()[-8:]))
    with Forked([sys.executable, "-c", ADDING, url, str(tmp_path / "some")], os.environ) as process:
        printed, _ = process.communicate(timeout=120)
    assert process.returncode == 0, printed
    answers = [(line[:64], line[65:]) for line in printed.splitlines()]
    with Store.open(url) as store:
        assert_each_was_new_once(answers, store, 2)


@pytest.mark.slow
def test_two_that_judge_again_at_once_agree(url: str) -> None:
    some = files()[-20:]
    with Store.open(url) as store:
        for data in some:
            store.add(data)
        right = everything(store)
        change(store, sa.update(LISTINGS).values(program="0.0.1", errors=77))
        with ThreadPoolExecutor(4) as pool:
            numbers = [future.result() for future in [pool.submit(store.rejudge) for _ in range(4)]]
        assert everything(store) == right
        assert sum(numbers) >= len(right["records"])


# Archives that cannot be opened.


UNOPENED = {
    "": "not the address",
    "archive.db": "not the address",
    "sqlite://": "is a file",
    "sqlite:///:memory:": "is a file",
    "mysql://somebody@somewhere/archive": "not in mysql",
    "sqlite:////nowhere/at/all/archive.db": "unable to open",
    "sqlite:////": "unable to open",
    "postgresql://somebody@localhost:port/archive": "not the address",
    "postgresql://somebody:secret@127.0.0.1:1/archive": "refused",
    "postgresql://somebody:secret@127.0.0.1:1/archive?nonsense=1": "nonsense",
}


def test_an_archive_that_cannot_be_opened_is_told_and_no_password() -> None:
    for address, why in UNOPENED.items():
        with case(address), pytest.raises(StoreError, match=why) as raised:
            Store.open(address)
        assert "secret" not in str(raised.value)


def test_a_database_that_cannot_keep_every_letter_is_refused(postgres: Postgres) -> None:
    postgres.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    postgres.execute("CREATE DATABASE bytes ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
    for name in ("latin", "bytes"):
        with pytest.raises(StoreError, match="UTF8"):
            Store.open(postgres.url(name))


# What is counted.


def test_what_is_to_be_counted_is_what_is_public_and_was_not(store: Store) -> None:
    """However it came there; so that looking for it costs nothing where there is nothing to do."""
    withheld = RecordStanding("ana", Visibility.PRIVATE)
    ids = []
    for number, standing in enumerate([OPEN] * 4 + [withheld] * 2):
        text = GOOD.replace("%SGN 1\n", f'%SGN 1\n[Round "{number}"]\n')
        ids.append(store.add(text.encode(), standing=standing)[0].id)

    def assert_queued(left: int) -> None:
        counted = sa.select(COUNTED.c.record)
        public = sa.select(LISTINGS.c.record).where(is_listed(LISTINGS.c.record))
        with store._database.reading() as connection:
            queued = set(connection.scalars(sa.select(UNCOUNTED.c.record)))
            assert queued == set(connection.scalars(public.where(LISTINGS.c.record.not_in(counted))))
        assert len(queued) == left
        assert store.count() == 0
        assert sum(tally.deals for tally in store.tallies(Grouping.RULES)) == store.search().total

    assert_queued(4)
    assert_queued(0)
    change(store, sa.update(LISTINGS).values(program="0"))
    store.rejudge()
    assert_queued(4)
    store.hide(ids[0], True, "", actor="office")
    store.set_visibility(ids[4], Visibility.PUBLIC, actor="ana")
    assert_queued(1)
    store.hide(ids[0], False, "", actor="office")
    store.remove(ids[1], "", actor="office")
    assert_queued(1)


# Series of matches.


def test_the_matches_of_a_series_are_found_by_its_very_name(store: Store) -> None:
    names = ("Есен", "есен", "Есен 2", "100%", "")
    text = "".join(
        f'%SGN 1\n[Series "{name}"]\n[Match "{number}"]\n\n' for name in names for number in (10, 9, 1)
    )
    store.add(text.encode())
    for name in names[:-1]:
        found = [(one.summary.series, one.summary.match) for one in store.series(name)]
        assert found == [(name, 1), (name, 9), (name, 10)]
    assert store.series("") == store.series("Ес") == store.series("\0") == store.series("\ud800") == ()
    assert store.search(series="ЕСЕН").total == 9
    assert (store.search(series="100%").total, store.search(series="0%").total) == (3, 0)


def test_a_listing_has_all_that_a_series_needs(store: Store) -> None:
    path = ROOT / "samples/the-winter-bummerl.sgn"
    store.add(path.read_bytes())
    text = f'{write_with_name(path)}%SGN 1\n[Series "Other"]\n[Match "1"]\n'
    store.add(text.encode())
    for name in ("Winter Bummerl 2025", "Winter Bummerl 2026", "Other"):
        listed = judge_series(one.summary.member(one.id) for one in store.series(name))
        games = (judge(game) for data in (path.read_bytes(), text.encode()) for game in read(data))
        members = (member for each in games if (member := member_of(each)) and member.series == name)
        judged = judge_series(members)
        assert (listed.players, listed.tally, listed.rules) == (judged.players, judged.tally, judged.rules)
        for one, other in zip(listed.matches, judged.matches, strict=True):
            assert (one.score, one.counts, one.tally) == (other.score, other.counts, other.tally)
            assert [f.message for f in one.findings] == [f.message for f in other.findings]


def write_with_name(path: Path) -> str:
    """The sample as another series, in which a tally is wrong and a match is missing."""
    text = path.read_text("utf-8").replace("Bummerl 2025", "Bummerl 2026")
    return text.replace('"2-1"', '"5-1"').replace('[Match "3"]', '[Match "4"]')
