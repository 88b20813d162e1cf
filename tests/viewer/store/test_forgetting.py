"""A person is removed from an archive: the name is nowhere, and what can be checked still holds."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from notation import digest, read
from notation.live.journal import JournalLine, dump_line, faults, load_line
from notation.live.match import LiveMatch, MatchOpening, Proposed, seated_lines
from notation.live.record import record_of, text_of
from referee.cards import SEATS
from referee.rulesets import SCHNAPSEN
from referee.table import Entry, Kind
from tests.support.apps import made_app
from tests.support.commands import run
from tests.support.databases import EITHER, new_url
from viewer.cli import main
from viewer.store import KeyRole, RecordStanding, Store, StoreError, Visibility
from viewer.store.access import EVERYTHING
from viewer.store.audit import COMMAND_LINE
from viewer.store.journal import MatchListing, NewMatch, RoleKey, token_digest
from viewer.store.names import NameKind
from viewer.store.tables import SCHEMA
from viewer.web import Config

GONE, STAYS = "Веселин Илиев", "Ivan"
OPENED = datetime(2026, 11, 26, 19, tzinfo=UTC)


def play(store: Store, id: str, names: tuple[str, str], persons: tuple[str, str], *, is_over: bool) -> None:
    """A match that is resigned at once, and its record; the last one goes on."""
    opening = MatchOpening(SCHNAPSEN, names, opened="2026-11-26T19:00:00Z", identifies=True)
    lines = seated_lines(opening, persons, lambda size: bytes(size))
    match = LiveMatch.resume(lines)
    shown = tuple(person or name for person, name in zip(persons, names, strict=True))
    keys = {
        seat: RoleKey(person=person) if person else RoleKey(token_digest(f"{id} {seat}"))
        for seat, person in zip("AB", persons, strict=True)
    }
    store.journal.create_all(
        [NewMatch(id, lines[0], keys, MatchListing(OPENED, shown, owner=GONE), lines[1:])]
    )
    for number in range(4 if is_over else 2):
        proposed = match.house(number, bytes([len(id), number] * 16), bytes(16))
        if proposed is None:
            cut = Entry(Kind.CUT, SEATS[number - 1], number, data=id.encode())
            proposed = match.propose(cut, match.table.version, bytes(16))  # type: ignore[assignment]
        assert isinstance(proposed, Proposed)
        match.take(proposed.line)
        store.journal.append(id, proposed.line, "house")
    if is_over:
        left = match.propose(Entry(Kind.LEAVE, SEATS[0], 9), match.table.version, bytes(16))
        assert isinstance(left, Proposed)
        match.take(left.line)
        store.journal.append(id, left.line, "A")
        store.file_record(id, text_of(match).encode(), "0-0", 1, actor="live")


def everything(store: Store) -> str:
    """All that is stored in all tables, as text."""
    found = []
    with store._database.reading() as connection:
        for table in SCHEMA.sorted_tables:
            found += [str(tuple(row)) for row in connection.execute(sa.select(table))]
            for row in connection.execute(sa.select(table)):
                found += [each.decode("utf-8", "replace") for each in row if isinstance(each, bytes)]
    return "\n".join(found)


def files(store: Store) -> list[bytes]:
    """The contents of the files of a SQLite archive."""
    file = store.file()
    return [each.read_bytes() for each in file.parent.glob(f"{file.name}*")] if file else []


@pytest.mark.slow
@pytest.mark.parametrize("kind", EITHER)
def test_a_forgotten_person_is_nowhere(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    url = new_url(request, kind, tmp_path)
    with Store.open(url) as store:
        secrets = {name: store.keys.add(name, KeyRole.UPLOADER, actor=COMMAND_LINE) for name in (GONE, STAYS)}
        session = store.keys.sign_in(secrets[GONE])
        assert session
        play(store, "bound", ("x", "y"), (GONE, STAYS), is_over=True)
        play(store, "guests", (GONE, STAYS), ("", ""), is_over=True)
        play(store, "twice", (GONE, "y"), ("", GONE), is_over=True)
        play(store, "others", ("x", "y"), (STAYS, ""), is_over=True)
        own = RecordStanding(GONE, Visibility.PRIVATE)
        [private] = store.add(b'%SGN 1\n[Event "mine"]', standing=own, actor=GONE)
        text = f'%SGN 1\n[A "{GONE}"]\n[B "{STAYS}"] ; after'
        [written] = store.add(text.encode(), standing=RecordStanding(GONE))
        [other] = store.add(f'%SGN 1\n[Event "{STAYS}"]\n[A "{STAYS}"]'.encode(), actor=STAYS)
        play(store, "runs", (GONE, "y"), ("", ""), is_over=False)
        with pytest.raises(StoreError, match="in progress: runs"):
            store.forget(GONE, actor=COMMAND_LINE)
        store.journal.remove("runs", "", actor=COMMAND_LINE)
        its = ("bound", "guests", "twice")
        heads = {match: [line.head for line in store.journal.since(match, -1)] for match in its}
        assert GONE in everything(store)
        assert any(GONE.encode() in data for data in files(store)) is (kind == "sqlite")
        said = run("archive", "keys", "forget", GONE, "--db", url)
        assert said.exit_code == 0, said.output
        assert GONE not in everything(store)
        assert STAYS in everything(store)
        assert not any(GONE.encode() in data for data in files(store))
        assert list(store.faults()) == []
        assert (store.keys.find(secrets[GONE]), store.keys.holder(session)) == (None, None)
        assert store.keys.find(secrets[STAYS])
        with pytest.raises(StoreError, match="no key is called"):
            store.forget(GONE, actor=COMMAND_LINE)
        for named, was in heads.items():
            lines = store.journal.since(named, -1)
            assert [line.head for line in lines] == was
            shown = [load_line(json.loads(json.dumps(dump_line(line)))) for line in lines]
            assert shown == lines
            assert list(faults(shown)) == []
            match = LiveMatch.resume(lines)
            listed = store.journal.find(named)
            assert listed
            stored = store.get(listed.record, EVERYTHING)
            assert stored
            assert stored.text == text_of(match).encode()
            assert stored.id == digest(record_of(match))
        assert {each.name: each.games for each in store.names(NameKind.PLAYER).names} == {
            "removed": 3,
            STAYS: 4,
        }
        assert store.get(private.id, EVERYTHING) is None
        grave = store.tombstone(written.id)
        assert grave
        successor = store.get(grave.successor)
        assert successor
        assert successor.text.decode() == text.replace(GONE, "removed")
        assert successor.standing.owner.startswith("@removed ")
        assert store.get(other.id)
        client = made_app(Config(url)).test_client()
        gone = client.get(f"/records/{written.id[:16]}")
        assert gone.status_code == 410
        assert f"/records/{successor.id[:16]}" in gone.text
        problem: Any = client.get(f"/api/v1/records/{written.id[:16]}").json
        assert successor.id[:16] in problem["detail"]
        added = store.add(text.encode())
        assert added[0].novelty.value == "refused"
        exported = tmp_path / "all.ndjson"
        cli = CliRunner().invoke
        assert cli(main, ["archive", "export", "--db", url, "--all", "-o", str(exported)]).exit_code == 0
        assert GONE not in exported.read_text("utf-8")
        there = f"sqlite:///{tmp_path / 'there.db'}"
        assert cli(main, ["archive", "import", "--db", there, str(exported)]).exit_code == 0
        assert cli(main, ["archive", "check", "--db", there]).output == "the archive is intact\n"


@pytest.mark.parametrize("kind", EITHER)
def test_nothing_but_a_name_can_be_changed(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """The database refuses to change journals and the audit trail in any other way."""
    with Store.open(new_url(request, kind, tmp_path)) as store:
        play(store, "over", ("x", "y"), (GONE, STAYS), is_over=True)
        tables = SCHEMA.tables
        wrong: list[tuple[sa.Table, dict[str, Any]]] = [
            (tables["match_lines"], {"body": b"{}"}),
            (tables["match_lines"], {"head": bytes(32), "former_leaf": bytes(32)}),
            (tables["audit"], {"actor": "somebody"}),
            (tables["audit"], {"deed": "remove", "actor": "@removed x"}),
            (tables["audit"], {"reason": ""}),
        ]
        store.keys.add("Ana", KeyRole.UPLOADER, actor=COMMAND_LINE)
        for table, values in wrong:
            with pytest.raises(StoreError), store._database.writing() as connection:
                connection.execute(sa.update(table).values(values))


def test_a_line_is_redacted_only_where_it_has_a_name() -> None:
    lines = seated_lines(MatchOpening(SCHNAPSEN), (GONE,), lambda size: bytes(size))
    match = LiveMatch.resume(lines)
    house = match.house(0, bytes(32), bytes(16))
    assert house
    for line in (*lines, house.line):
        dumped = dump_line(line._replace(former_leaf=line.leaf, salt=b""))
        if line is house.line:
            with pytest.raises(ValueError, match="name"):
                load_line(dumped)
        else:
            assert isinstance(load_line(dumped), JournalLine)
    assert read(text_of(match).encode())


def test_nothing_of_a_person_comes_in_while_that_is_removed(tmp_path: Path) -> None:
    """What was under way when the key was revoked is refused: nobody would own it."""
    with Store.open(f"sqlite:///{tmp_path / 'archive.db'}") as store:
        store.keys.add(GONE, KeyRole.UPLOADER, actor=COMMAND_LINE)
        own = RecordStanding(GONE, Visibility.PRIVATE)
        [kept] = store.add(b'%SGN 1\n[Event "mine"]', standing=own, actor=GONE)
        store._revoke_for_ever(GONE)
        with pytest.raises(StoreError, match="no active key"):
            store.add(b'%SGN 1\n[Event "late"]', standing=own, actor=GONE)
        assert store.forget(GONE, actor=COMMAND_LINE).records == {kept.id: ""}
        with pytest.raises(StoreError, match="no active key"):
            store.add(b'%SGN 1\n[Event "later"]', standing=own, actor=GONE)
        assert list(store.transfer(EVERYTHING)) == []


def test_each_text_of_a_record_stays_one_without_the_name(tmp_path: Path) -> None:
    """In whichever order they come: another text of a record is stored beside the first."""
    with Store.open(f"sqlite:///{tmp_path / 'archive.db'}") as store:
        store.keys.add(GONE, KeyRole.UPLOADER, actor=COMMAND_LINE)
        expected = {}
        for number in range(6):
            for note in (b"", b" ; note"):
                text = f'%SGN 1\n[Round "{number}"]\n[A "{GONE}"]'.encode() + note
                [added] = store.add(text, beside=True)
                expected[added.id] = text.replace(GONE.encode(), b"removed")
        renamed = store.forget(GONE, actor=COMMAND_LINE).records
        assert {old: stored.text for old, new in renamed.items() if (stored := store.get(new))} == expected
