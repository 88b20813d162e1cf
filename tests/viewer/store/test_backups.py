"""Backups in both databases: verified by restoring them, and rotated; and what an archive drops in time."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from tests.support.commands import run
from tests.support.corpus import SAMPLES
from tests.support.databases import EITHER, Postgres
from tests.support.journals import opened
from viewer.limits import Settings
from viewer.store import KeyRole, Novelty, Store, StoreError
from viewer.store.access import EVERYTHING
from viewer.store.audit import AuditEntry
from viewer.store.backups import kept, rotate
from viewer.store.journal import KeptMatch, MatchListing, NewMatch, RoleKey
from viewer.store.retention import Overdue
from viewer.store.tables import MATCHES, RECORDS

NOW = datetime(2026, 11, 26, 3, 30, tzinfo=UTC)


@pytest.fixture(params=EITHER)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a new archive; in PostgreSQL a database, whose name and server are those of no other."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'archive.db'}"
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    name = f"backed_up_{abs(hash(tmp_path))}"
    for each in (name, f"{name}_new"):
        postgres.execute(f"CREATE DATABASE {each}")
    yield postgres.url(name)
    for each in (name, f"{name}_new"):
        postgres.execute(f"DROP DATABASE {each} WITH (FORCE)")


def new_place(url: str) -> str:
    """The address of an archive that does not exist yet."""
    place = sa.make_url(url)
    return place.set(database=f"{place.database}_new").render_as_string(hide_password=False)


def filled(store: Store) -> None:
    for path in SAMPLES[:2]:
        store.add(path.read_bytes(), actor="Ana")
    store.keys.add("Ana", KeyRole.UPLOADER, actor="@santase")
    played(store, "m1")


def played(
    store: Store, match: str, days: int = 0, *, is_open: bool = False, tournament: str = "", person: str = ""
) -> None:
    """A live match that ended some days before now, if it is over."""
    first = opened(match).last
    ended = NOW - timedelta(days=days)
    keys = {"A": RoleKey(b"a"), "B": RoleKey(b"" if person else b"b", person)}
    store.journal.create_all(
        [NewMatch(match, first, keys, MatchListing(ended, ("Ana", "Boris"), tournament=tournament))]
    )
    if not is_open:
        store.journal.end(match)
        with store._database.writing() as connection:
            connection.execute(sa.update(MATCHES).where(MATCHES.c.id == match).values(ended=ended))


def everything(store: Store) -> tuple[object, ...]:
    matches: list[KeptMatch] = list(store.journal.each(everything=True))
    trail: list[AuditEntry] = store.trail()
    return list(store.transfer(EVERYTHING)), matches, trail, store.keys.list()


@pytest.mark.slow
def test_a_backup_is_whole_and_restored_only_into_an_empty_place(url: str, tmp_path: Path) -> None:
    copy, torn, other = str(tmp_path / "copy"), str(tmp_path / "torn"), new_place(url)
    with Store.open(url) as store:
        filled(store)
        run("archive", "backup", "--db", url, copy)
        Path(torn).write_bytes(Path(copy).read_bytes()[:9000])
        for broken in (torn, str(SAMPLES[0])):
            said = run("archive", "restore", "--db", other, broken, status=2).output
            assert "not an intact backup" in said or "pg_restore has failed" in said
        Store.open(other).close()  # its tables are there, and empty
        run("archive", "restore", "--db", other, copy)
        with Store.open(other) as restored:
            assert everything(restored) == everything(store)
    assert "not empty" in run("archive", "restore", "--db", other, copy, status=2).output


@pytest.mark.slow
def test_a_backup_is_added_when_it_was_restored_and_found_intact(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    with Store.open(url) as store:
        filled(store)
        before = everything(store)
        assert store.last_backup() is None
        first = rotate(store, folder, Settings(), NOW - timedelta(days=1), actor="@santase")
        assert isinstance(first, Path)
        said = run("archive", "rotate", "--db", url, str(folder)).output
        assert "restored and found intact" in said
        assert len(list(folder.iterdir())) == 2, "nothing else is left there"
        assert [each.deed.value for each in store.trail("archive")] == ["back up"] * 2
        last = store.last_backup()
        assert last
        assert abs(last - datetime.now(UTC)) < timedelta(minutes=5)
        run("archive", "restore", "--db", new_place(url), str(first))
        with Store.open(new_place(url)) as restored:
            assert everything(restored) == before


@pytest.mark.slow
def test_a_backup_that_is_not_intact_replaces_nothing(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    with Store.open(url) as store:
        filled(store)
        first = rotate(store, folder, Settings(backup_days=1), NOW, actor="@santase")
        with store._database.writing() as connection:
            connection.execute(sa.text("UPDATE listings SET errors = errors + 1"))
        last = store.last_backup()
        said = run("archive", "rotate", "--db", url, str(folder), status=1).output
        assert "listed as something else" in said
        assert store.last_backup() == last
    assert isinstance(first, Path)
    assert {path.stem for path in folder.iterdir()} == {first.stem, "unverified"}


def test_a_copy_that_cannot_be_restored_is_no_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is damaged on its way to the disk."""

    def damaged(store: Store, target: Path) -> None:
        target.write_bytes(b"SQLite format 3\0" + bytes(4000))

    with Store.open(f"sqlite:///{tmp_path / 'archive.db'}") as store:
        monkeypatch.setattr("viewer.store.backups.backup", damaged)
        with pytest.raises(StoreError, match="not an intact backup"):
            rotate(store, tmp_path / "backups", Settings(), NOW, actor="@santase")
        assert store.last_backup() is None


def test_what_is_intact_in_a_damaged_archive_is_brought_back(tmp_path: Path) -> None:
    """What came after the last backup, except for the record that is damaged."""
    url, other = f"sqlite:///{tmp_path / 'archive.db'}", f"sqlite:///{tmp_path / 'other.db'}"
    copy, lines = tmp_path / "copy", tmp_path / "all.ndjson"
    with Store.open(url) as store:
        filled(store)
        run("archive", "backup", "--db", url, copy)
        [later] = store.add(SAMPLES[3].read_bytes())
        played(store, "m2")
        with store._database.writing() as connection:
            connection.execute(sa.text("UPDATE records SET text = (SELECT max(text) FROM records)"))
            connection.execute(
                sa.update(RECORDS).where(RECORDS.c.id == later.id).values(text=SAMPLES[3].read_bytes())
            )
    assert "its text" in run("archive", "check", "--db", url, status=1).output
    run("archive", "restore", "--db", other, copy)
    run("archive", "export", "--db", url, "--all", "-o", lines)
    run("archive", "import", "--db", other, lines, status=2)
    with Store.open(other) as restored:
        assert {later.id} < {each.id for each in restored.transfer(EVERYTHING)}
        assert [each.listed.id for each in restored.journal.each(everything=True)] == ["m1", "m2"]
        assert list(restored.faults()) == []


def test_what_postgresql_lacks_is_said(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres: Postgres = request.getfixturevalue("postgres")
    url = postgres.new_url()
    with Store.open(url):
        monkeypatch.setenv("PATH", str(tmp_path))
        said = run("archive", "backup", "--db", url, str(tmp_path / "copy"), status=2).output
    assert "pg_dump is not installed" in said
    assert list(tmp_path.iterdir()) == []


def test_backups_are_kept_by_days_weeks_and_months() -> None:
    """After three years of nights, some of them without a backup, as when they are thinned each night."""
    random, settings = Random(3), Settings(backup_days=7, backup_weeks=5, backup_months=12)
    there: set[datetime] = set()
    every: list[datetime] = []
    for night in range(3 * 365):
        if random.random() < 0.9:
            every.append(NOW + timedelta(days=night, minutes=random.randrange(60)))
            there = kept({*there, every[-1]}, settings)
            assert every[-1] in there
            assert len(there) <= 7 + 5 + 12
    assert there == kept(every, settings), "thinned at once, or night by night"
    assert set(every[-7:]) <= there
    by_month = {each.strftime("%Y-%m"): each for each in every}
    assert set(list(by_month.values())[-12:]) <= there
    assert kept(every, Settings(backup_days=0, backup_weeks=0, backup_months=0)) == {every[-1]}


# Retention.


def test_only_what_is_overdue_is_dropped_and_the_trail_says_so(url: str) -> None:
    settings = Settings(keep_journals=30)
    with Store.open(url) as store:
        filled(store)
        played(store, "old", 31)
        played(store, "new", 29)
        played(store, "open", 400, is_open=True)
        played(store, "cup", 400, tournament="Winter")
        played(store, "person", 400, person="Ana")
        assert store.overdue(Settings(), NOW) == Overdue((), 0, 0), "by default all stays for ever"
        assert store.overdue(settings, NOW) == Overdue(("old",), 0, 0)
        copy = next(each for each in store.journal.each(everything=True) if each.listed.id == "old")
        assert store.tidy(settings, NOW, actor="@santase").matches == ("old",)
        left = {each.listed.id for each in store.journal.each(everything=True)}
        assert left == {"m1", "new", "open", "cup", "person"}
        [entry] = store.trail("old")
        assert (entry.deed.value, entry.reason) == ("remove", "kept for 30 days")
        assert store.take(copy, actor="Ana") is Novelty.REFUSED
        assert list(store.faults()) == []


def test_the_audit_trail_is_thinned_only_with_an_entry_that_says_so(url: str) -> None:
    with Store.open(url) as store:
        filled(store)
        store.note_backup("archive.db", actor="@santase")
        gone = next(iter(store.transfer(EVERYTHING))).id
        store.remove(gone, "a wish", actor="Ana")
        with pytest.raises(StoreError, match="cannot be changed"), store._database.writing() as connection:
            connection.execute(sa.text("DELETE FROM audit"))
        later = datetime.now(UTC) + timedelta(days=11)
        found = store.tidy(Settings(keep_audit=10), later, actor="@santase")
        assert found.entries > 0
        deeds = [each.deed.value for each in store.trail()]
        assert deeds == ["tidy", "remove", "back up"], "what refuses a removal stays as long as its tombstone"
        assert store.tombstone(gone[:12])
        store.tidy(Settings(keep_audit=10, keep_tombstones=10), later, actor="@santase")
        assert [each.deed.value for each in store.trail()] == ["tidy", "tidy", "tidy", "back up"]
        assert store.tombstone(gone[:12]) is None
        with pytest.raises(StoreError, match="cannot be changed"), store._database.writing() as connection:
            connection.execute(sa.text("DELETE FROM audit"))


def test_the_command_shows_what_it_would_drop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'archive.db'}"
    with Store.open(url) as store:
        played(store, "old", 400)
    monkeypatch.setenv("SANTASE_KEEP_JOURNALS", "365")
    for words, left in ((("--dry-run",), 1), ((), 0)):
        assert "1 live match\n" in run("archive", "tidy", "--db", url, *words).output
        with closing(sqlite3.connect(tmp_path / "archive.db")) as connection:
            assert connection.execute("SELECT count(*) FROM match_lines").fetchone() == (left,)
    monkeypatch.setenv("SANTASE_KEEP_JOURNALS", "soon")
    assert "SANTASE_KEEP_JOURNALS" in run("archive", "tidy", "--db", url, status=2).output
