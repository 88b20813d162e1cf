"""The pages of players and events: what they count is what the public records say, one by one."""

import csv
import random
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import Final
from urllib.parse import quote

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from notation.wire.schemas import schema_named
from tests.support.apps import app_in
from tests.support.corpus import ROOT
from tests.support.evenings import evening
from viewer.rulings.audits import TABLES
from viewer.store import RecordStanding, SearchError, Store, StoreError, Visibility
from viewer.store.access import EVERYTHING
from viewer.store.names import NameKind, NameOrder, is_listable
from viewer.store.tables import APPEARANCES, KNOWN_NAMES, KNOWN_WORDS
from viewer.store.words import words

NAMES: Final = (
    *("Ivan Petrov", "Иван Петров", "ИВАН ПЕТРОВ", "50% / off?", "a#b&c", "Ева", "Jürgen Groß", "..", ""),
    "O'Brien <b>",
)
EVENTS: Final = ("Club 2024/25", "What's up?", "клуб", "a/../b", "", "x" * 300)
WON: Final = (ROOT / "samples/schnapsen-a-game-to-seven.sgn").read_text("utf-8")


def game(names: tuple[str, ...], event: str, number: int, rules: str = "schnapsen") -> bytes:
    tags = "".join(f'[{letter} "{name}"]\n' for letter, name in zip("ABCD", names, strict=False) if name)
    return f'%SGN 1\n[Event "{event}"]\n[Round "{number}"]\n[Rules "{rules}"]\n{tags}'.encode()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(url) as opened:
        yield opened


def counted(store: Store, kind: NameKind) -> dict[str, int]:
    """How many of the public records have each name, counted one by one."""
    found: Counter[str] = Counter()
    for record in store.each():
        said = record.summary
        names = set(said.players) if kind is NameKind.PLAYER else {said.event}
        found.update(name for name in names if is_listable(name))
    return dict(found)


def listed(
    store: Store, kind: NameKind, text: str = "", order: NameOrder = NameOrder.GAMES
) -> dict[str, int]:
    """All names that are found, page by page."""
    found: list[tuple[str, int]] = []
    page = 1
    while True:
        part = store.names(kind, text, order=order, page=page, size=3)
        found += [(each.name, each.games) for each in part.names]
        page += 1
        if not part.goes_on:
            break
    if order is NameOrder.GAMES:
        assert [games for _, games in found] == sorted((games for _, games in found), reverse=True)
    assert len(dict(found)) == len(found) == part.total
    return dict(found)


@pytest.mark.slow
def test_names_are_counted_as_records_come_and_go(store: Store) -> None:
    rng = random.Random(66)
    for number in range(40):
        who = tuple(rng.choices(NAMES, k=rng.choice((2, 2, 3))))
        visibility = rng.choice((Visibility.PUBLIC, Visibility.PUBLIC, *Visibility))
        owner = "" if visibility is not Visibility.PRIVATE and rng.random() < 0.5 else "ana"
        store.add(game(who, rng.choice(EVENTS), number), standing=RecordStanding(owner, visibility))
    ids = [each.id for each in store.transfer(EVERYTHING)]
    for _ in range(30):
        at = rng.randrange(len(ids))
        try:
            match rng.randrange(4):
                case 0:
                    store.hide(ids[at], rng.random() < 0.5, "", actor="x")
                case 1:
                    ids[at] = store.set_visibility(ids[at], rng.choice(list(Visibility)), actor="x")
                case 2 if len(ids) > 20:
                    store.remove(ids[at], "", actor="x")
                    del ids[at]
        except StoreError:
            pass
        for kind in NameKind:
            assert listed(store, kind) == counted(store, kind)
    assert len(counted(store, NameKind.PLAYER)) > 5
    assert list(store.faults()) == []
    for kind in NameKind:
        for name, games in counted(store, kind).items():
            found = store.named(kind, name)
            assert found
            assert (found.games, len(found.records)) == (games, games)
            assert {each.id for each in found.records} == {
                each.id
                for each in store.each()
                if name in ((each.summary.event,) if kind is NameKind.EVENT else each.summary.players)
            }
        for order in NameOrder:
            assert listed(store, kind, order=order) == counted(store, kind)


def test_names_are_found_by_how_their_words_begin(store: Store) -> None:
    for number, name in enumerate(NAMES):
        store.add(game((name, "Zoe"), "", number))
    everybody = counted(store, NameKind.PLAYER)
    for text in ("iv", "ИВ", "пет иван", "gross", "GROß", "50 off", "brien", "nobody", "z", "ева"):
        wanted = {
            name
            for name in everybody
            if all(any(word.startswith(sought) for word in words(name)) for sought in words(text))
        }
        assert set(listed(store, NameKind.PLAYER, text)) == wanted
    for text in ("!", "x" * 257, " ".join("abcdefghi")):
        with pytest.raises(SearchError):
            store.names(NameKind.PLAYER, text)


def test_a_name_that_nobody_has_any_more_is_forgotten(store: Store) -> None:
    [added] = store.add(game(("Ева", "Zoe"), "клуб", 1))
    store.remove(added.id, "", actor="x")
    with store._database.reading() as connection:
        for table in (KNOWN_NAMES, KNOWN_WORDS, APPEARANCES):
            assert connection.execute(sa.select(table)).all() == []
    assert store.named(NameKind.PLAYER, "Ева") is None


def test_a_count_that_is_wrong_is_reported(store: Store) -> None:
    store.add(game(("Ева", "Zoe"), "", 1))
    with store._database.writing() as connection:
        connection.execute(sa.update(KNOWN_NAMES).where(KNOWN_NAMES.c.name == "Ева").values(games=7))
    assert [str(fault.phrase) for fault in store.faults()] == ["Ева is listed with 7 games and has 1"]


# The pages.


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    app = app_in(tmp_path_factory.mktemp("names"))
    store: Store = app.extensions["archive"]
    for number, (first, second) in enumerate((("Ana", "Bo"), ("Bo", "Cy"), ("Cy", "Ana"), ("Ana", "Cy"))):
        store.add(retold(first, second, number))
    store.add(retold("Ana", "Dee", 9), standing=RecordStanding("ana", Visibility.UNLISTED))
    for number, name in enumerate(NAMES):
        store.add(game((name, "Zoe"), EVENTS[number % len(EVENTS)], number))
    store.add(game(("Eve", "Fay"), "Duel", 1))
    store.count()
    return app


def retold(first: str, second: str, number: int) -> bytes:
    """A match that A wins 7-0, with other names."""
    body = WON.partition("\ndeal 1")
    others = ("[A ", "[B ", "[Ev", "[Ro")
    tags = "".join(line for line in body[0].splitlines(keepends=True) if line[:3] not in others)
    head = f'[Event "Cup"]\n[Round "{number}"]\n[A "{first}"]\n[B "{second}"]\n'
    return (tags.rstrip("\n") + "\n" + head + "".join(body[1:])).encode()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.slow
def test_every_name_has_a_page_that_every_list_leads_to(client: FlaskClient, app: Flask) -> None:
    store: Store = app.extensions["archive"]
    for kind, room in ((NameKind.PLAYER, "players"), (NameKind.EVENT, "events")):
        listing = client.get(f"/{room}").text
        for name in counted(store, kind):
            address = f"/{room}/{quote(name)}"
            assert client.get(address).status_code == 200, name
            links = [quote(unescape(each), safe="/%") for each in listing.split('href="')]
            assert any(each.startswith(address) for each in links), name
    [listed, *_] = store.each(event="Cup")
    record = client.get(f"/records/{listed.id[:16]}").text
    assert '"/players/Ana"' in record
    assert '"/events/Cup"' in record
    assert client.get("/players/..").status_code == 404
    assert client.get("/players/Dee").status_code == 404, "her only game is not listed"
    for lang in ("bg", "de", "hu"):
        assert client.get(f"/players/nobody?lang={lang}").status_code == 404


def test_the_balance_of_a_player_is_that_of_his_games(client: FlaskClient, app: Flask) -> None:
    store: Store = app.extensions["archive"]
    [winner] = {each.summary.winner for each in store.each(event="Cup")}
    assert winner >= 0
    expected: Counter[str] = Counter()
    for record in store.each(event="Cup"):
        names = record.summary.players
        expected["won" if names[winner] == "Ana" else "lost"] += "Ana" in names
    page = client.get("/players/Ana").text
    said = f"3 games: {expected['won']} won, {expected['lost']} lost, 0 undecided"
    assert said in page
    assert 'href="/players/Bo"' in page
    assert 'href="/players/Dee"' not in page


def test_a_tournament_has_a_cross_table(client: FlaskClient, app: Flask) -> None:
    store: Store = app.extensions["archive"]
    page = client.get("/events/Cup").text
    table = page.partition('<table class="cross">')[2].partition("</table>")[0]
    rows = re.findall(r"<tr><td.*?</tr>", table)
    cells: dict[tuple[str, str], list[str]] = {}
    order = [re.findall(r'<th scope="row"><a[^>]*>(.*?)</a>', row)[0] for row in rows]
    for name, row in zip(order, rows, strict=True):
        for other, cell in zip(order, re.findall(r"<td.*?</td>", row)[1:], strict=False):
            cells[name, other] = re.findall(r">([0-9]+–[0-9]+)<", cell)
    expected: dict[tuple[str, str], list[str]] = {(name, other): [] for name in order for other in order}
    for record in store.each(event="Cup"):
        said = record.summary
        first, second = said.score.split("-")
        expected[said.players[0], said.players[1]].append(f"{first}–{second}")
        expected[said.players[1], said.players[0]].append(f"{second}–{first}")
    assert cells == expected
    assert '<table class="cross">' not in client.get("/events/Duel").text


def test_an_event_has_an_audit_with_a_link_from_each_fault_to_its_record(
    client: FlaskClient, app: Flask
) -> None:
    store: Store = app.extensions["archive"]
    club = evening(random.Random(4), 2)
    for sheet in club.sheets:
        store.add(sheet.text().replace("[Rules", '[Event "Club 66"]\n[Rules', 1).encode())
    assert "/audits/Club%2066" in client.get("/events/Club%2066").text
    page = client.get("/audits/Club%2066").text
    faults = client.get("/audits/Club%2066?form=csv&table=faults").text.splitlines()[1:]
    for line in csv.reader(faults):
        record, said = line[0].removesuffix(".sgn"), line[-1]
        assert re.search(rf'<a href="/records/{record}">[^<]*{re.escape(said)}</a>', page)
    told = client.get("/audits/Club%2066?form=json").json
    Draft202012Validator(schema_named("audit")).validate(told)
    assert told
    assert len(told["games"]) == len(club.sheets)
    assert {each["player"] for each in told["cross"]} == {
        name for sheet in club.sheets for name in sheet.players
    }
    one, other, *_ = sorted({each["player"] for each in told["standings"]})
    merged = client.get(f"/audits/Club%2066?same={quote(f'{one}={other}')}&form=csv&table=standings").text
    assert one not in merged
    assert client.get("/audits/none").status_code == 404


def test_no_cell_of_an_audit_is_a_formula(client: FlaskClient, app: Flask) -> None:
    store: Store = app.extensions["archive"]
    for name in ("=HYPERLINK(1)", "+1", "-1"):
        text = re.sub(r"(?m)^\[(Event|A|B) .*", "", WON)
        tags = f'[Event "=1+1"]\n[A "{name}"]\n[B "@SUM(2)"]\n[Rules'
        store.add(text.replace("[Rules", tags).encode())
    for table in TABLES:
        rows = list(csv.reader(client.get(f"/audits/=1+1?form=csv&table={table}").text.splitlines()))
        assert rows
        assert not any(cell.startswith(("=", "@", "+", "-")) for row in rows for cell in row), table


def test_the_switch_of_languages_keeps_the_name(client: FlaskClient) -> None:
    name = "50% / off?"
    page = client.get(f"/players/{quote(name)}").text
    [address] = [each for each in page.split('href="') if "lang=de" in each]
    found = client.get(address.partition('"')[0])
    assert found.status_code == 200
    assert f"<h1>{name}</h1>" in found.text
    assert '<html lang="de"' in found.text


def test_whatever_is_asked_of_a_list_has_an_answer(client: FlaskClient) -> None:
    for room in ("players", "events", "players/Ana"):
        for query in ("page=0", "page=x", "page=999999", "text=!", "order=x", "page=2"):
            assert client.get(f"/{room}?{query}").status_code in (200, 404), (room, query)
