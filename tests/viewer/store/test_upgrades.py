"""Two versions of the program at one archive, and the way of its tables from one to the other and back.

Whatever is written is whole and in the form of the tables as they are; a program that does not know these
writes nothing, reads nothing, and says so. What a way back would lose is listed before it is lost.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest
import sqlalchemy as sa
from click.testing import Result
from flask.testing import FlaskClient

from tests.support.commands import run
from tests.support.corpus import SAMPLES
from tests.support.databases import new_url
from tests.support.upgrades import know_later_step
from tests.support.uploads import key_of, texts
from viewer.limits import Settings
from viewer.store import (
    KeyRole,
    OtherVersionError,
    RecordStanding,
    Scope,
    Store,
    StoreError,
    UnusableError,
    Visibility,
)
from viewer.store.access import EVERYTHING
from viewer.store.databases import Database
from viewer.store.migrations import all_steps, go_back
from viewer.store.tables import RECORDS, SCHEMA
from viewer.store.versions import go, way_to
from viewer.web import Config, create_app

LATER: Final = "UPDATE alembic_version SET version_num = '9999'"


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of which this one is the version before."""
    know_later_step(monkeypatch)


def execute(url: str, *statements: str) -> None:
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


def rows(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables that the program knows."""
    with Store.open(url) as store, store._database.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
            for table in SCHEMA.sorted_tables
        }


def archive(*words: object, url: str, exit_code: int = 0) -> Result:
    done = run("archive", *words, "--db", url)
    assert done.exit_code == exit_code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done


def furnish(url: str) -> None:
    """Put something of everything into an archive, and change some of it afterwards."""
    with Store.open(url) as store:
        for name, role in (("Ivan", KeyRole.UPLOADER), ("office", KeyRole.OPERATOR)):
            store.keys.add(name, role, tuple(Scope), actor="test")
        for path in SAMPLES[:4]:
            store.add(path.read_bytes())
        for path, visibility in zip(SAMPLES[4:7], Visibility, strict=True):
            store.add(path.read_bytes(), standing=RecordStanding("Ivan", visibility), actor="Ivan")
        first, second = store.search(size=2).records
        store.hide(first.id, True, "rude", actor="office")
        store.remove(second.id, "a wish", actor="office")
        store.count()
        store.keep(store.search(size=1).records[0].id, "how?", b"so")


# A version that does not know the tables.


@pytest.fixture
def client(url: str) -> Iterator[FlaskClient]:
    app = create_app(Config(url))
    yield app.test_client()
    app.extensions["archive"].close()


def test_a_program_that_runs_answers_nothing_of_tables_that_it_does_not_know(
    url: str, client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    text, other = texts(2, 3)
    key = key_of(text)
    assert client.post("/api/v1/records", data=text, content_type="application/x-sgn").status_code == 201
    before = rows(url)
    execute(url, "ALTER TABLE listings RENAME COLUMN event TO occasion", LATER)
    page = f"/records/{key[:16]}"
    pages = ("/", page, f"{page}.sgn", "/statistics", "/ready", "/health")
    asked = [client.get(path) for path in pages]
    asked += [client.get(f"/api/v1/records{path}") for path in ("", f"/{key}", f"/{key}/judgement", ".sgn")]
    asked.append(client.post("/api/v1/records", data=other, content_type="application/x-sgn"))
    for answer in asked:
        assert answer.status_code == 503, answer.request.path
        assert int(answer.headers["Retry-After"]) > 0
        assert "another version" in answer.text
    for answer in (
        client.post("/records", data={"text": other.decode()}),
        client.post("/api/v1/uploads", data=other, content_type="application/x-sgn"),
    ):
        assert key_of(other) not in answer.text
        assert answer.status_code in (200, 503)
    assert client.get("/live").status_code == 200
    assert "raceback" not in capsys.readouterr().err
    step = all_steps()[-1]
    execute(
        url,
        "ALTER TABLE listings RENAME COLUMN occasion TO event",
        f"UPDATE alembic_version SET version_num = '{step}'",
    )
    assert rows(url) == before
    assert client.get(f"/records/{key[:16]}").status_code == 200


def test_every_way_into_an_archive_looks_at_the_version(url: str) -> None:
    with Store.open(url) as store:
        [added] = store.add(b"%SGN 1\n")
        execute(url, LATER)
        tries: tuple[Callable[[], object], ...] = (
            lambda: store.add(b"%SGN 1\n; x\n"),
            lambda: store.get(added.id),
            store.search,
            store.rejudge,
            store.count,
            store.check,
            store.try_to_write,
            store.state,
            lambda: store.keys.add("x", KeyRole.UPLOADER, tuple(Scope), actor=""),
            lambda: store.hide(added.id, True, "", actor=""),
            lambda: store.set_visibility(added.id, Visibility.UNLISTED, actor=""),
            lambda: store.keep(added.id, "?", b""),
            lambda: list(store.transfer(EVERYTHING)),
        )
        for attempt in tries:
            with pytest.raises(OtherVersionError, match="step 9999"):
                attempt()


@pytest.mark.usefixtures("later")
def test_a_version_whose_tables_were_taken_back_writes_nothing_either(url: str) -> None:
    with Store.open(url) as store:
        store.add(b"%SGN 1\n")
        go(url, way_to(url, "0001"))
        with pytest.raises(OtherVersionError, match="step 0001"):
            store.add(b"%SGN 1\n; x\n")
        go(url, way_to(url))
        assert store.search().total == 1


NOW: Final = datetime(2026, 11, 23, tzinfo=UTC).replace(tzinfo=None)
DIGEST: Final = "ab" * 32
TORN: Final[tuple[dict[str, object], ...]] = (
    {"id": DIGEST.encode()},
    {"id": DIGEST},
    {"id": bytes.fromhex(DIGEST)[:31]},
    {"text": b"%SGN 1\n"},
    {"text": b""},
)
"""Parts of a row in another form, or half."""


def test_no_row_of_another_form_gets_into_the_records(url: str) -> None:
    with Store.open(url) as store:
        store.add(b"%SGN 1\n")
        with store._database.reading() as connection:
            packed = connection.execute(sa.text("SELECT text FROM records")).scalar_one()
    before = rows(url)
    row: dict[str, object] = {"id": bytes.fromhex(DIGEST), "text": bytes(packed), "added": NOW}
    engine = sa.create_engine(url)
    table = sa.table("records", sa.column("id"), sa.column("text"), sa.column("added", sa.DateTime))
    for part in TORN:
        for statement in (sa.insert(table).values(row | part), sa.update(table).values(part)):
            with pytest.raises(sa.exc.DBAPIError), engine.begin() as connection:
                connection.execute(statement)
    engine.dispose()
    assert rows(url) == before


@pytest.mark.usefixtures("later")
def test_tables_are_changed_when_nobody_reads_them(url: str) -> None:
    """Readers meanwhile are refused with a reason, or see the tables as they were: never a mixture."""
    with Store.open(url) as store, Store.open(url) as other:
        store.add(b"%SGN 1\n")
        with store._database.reading() as reading:
            changing = threading.Thread(target=lambda: go(url, way_to(url, "0001")))
            changing.start()
            if url.startswith("postgresql"):
                wait_for_lock(url, changing)
                with pytest.raises(UnusableError):  # those that come later wait behind it, for a moment
                    other.search()
            else:
                changing.join()
            assert len(reading.execute(sa.select(RECORDS)).all()) == 1
        changing.join()
        for each in (store, other):
            with pytest.raises(OtherVersionError):
                each.search()


@pytest.mark.usefixtures("later")
def test_who_has_waited_until_the_tables_were_changed_sees_that(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Without a lock PostgreSQL would have decided before that he sees none of the new rows."""
    url = new_url(request, "postgresql", tmp_path)
    found: list[object] = []
    with Store.open(url, Settings(lock_seconds=60)) as store:
        store.add(b"%SGN 1\n")

        def search() -> None:
            try:
                found.append(store.search().total)
            except OtherVersionError as error:
                found.append(error)

        searching = threading.Thread(target=search)
        with closing(Database(url, as_it_is=True)) as database, database.changing_tables() as connection:
            database.hold_tables(connection)
            go_back(connection, "0001")
            searching.start()
            wait_for_lock(url, searching, "AccessShareLock")
        searching.join()
    assert [type(each) for each in found] == [OtherVersionError]


def wait_for_lock(url: str, waiter: threading.Thread, mode: str = "AccessExclusiveLock") -> None:
    """Wait until somebody waits for a table, or has ended."""
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        asked = sa.text("SELECT count(*) FROM pg_locks WHERE NOT granted AND mode = :mode")
        while waiter.is_alive() and not connection.scalar(asked, {"mode": mode}):
            pass
    engine.dispose()


# There and back.


@pytest.mark.slow
@pytest.mark.usefixtures("later")
def test_the_way_back_and_forward_again_leads_to_the_same_rows(url: str) -> None:
    furnish(url)
    before = rows(url)
    assert way_to(url, "0001").losses == ()
    no_copy = [] if url.startswith("sqlite") else ["--no-backup"]
    back = archive("migrate", "--to", "0001", *no_copy, url=url).output
    assert back.startswith("the tables are at step 0002\nback: 0002\n")
    assert "the tables are at step 0001\n" in back
    forward = archive("migrate", "--no-backup", url=url).output
    assert forward == "the tables are at step 0001\nforward: 0002\nthe tables are at step 0002\n"
    assert rows(url) == before
    archive("check", url=url)


@pytest.mark.usefixtures("later")
def test_what_a_way_back_would_lose_is_listed_and_is_lost_only_on_request(url: str) -> None:
    furnish(url)
    execute(url, "INSERT INTO notes VALUES (1, 'so'), (2, 'that')")
    copy = [] if url.startswith("sqlite") else ["--no-backup"]
    for words, exit_code in ((["--dry-run"], 0), (copy, 2)):
        said = archive("migrate", "--to", "0001", *words, url=url, exit_code=exit_code).output
        assert "lost: notes: 2\n" in said
        assert way_to(url).steps == ()
    assert "--lose" in said
    archive("migrate", "--to", "0001", "--lose", *copy, url=url)
    archive("migrate", "--no-backup", url=url)
    assert way_to(url, "0001").losses == ()


@pytest.mark.usefixtures("later")
def test_a_copy_is_made_first_and_is_the_archive_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    url = f"sqlite:///{path}"
    furnish(url)
    before = rows(url)
    said = archive("migrate", "--to", "0001", url=url).output
    copy = tmp_path / "archive.db.0002"
    assert f"as it was: {copy}\n" in said
    assert rows(f"sqlite:///{copy}") == before
    archive("migrate", "--no-backup", url=url)
    taken = path.read_bytes()
    assert "--force" in archive("migrate", "--to", "0001", url=url, exit_code=2).output
    assert path.read_bytes() == taken
    named = tmp_path / "named.db"
    archive("migrate", "--to", "0001", "--backup", named, url=url)
    assert named.exists()
    assert {each.name for each in tmp_path.iterdir()} <= {
        *("archive.db", "archive.db-wal", "archive.db-shm", copy.name, f"{copy.name}-wal"),
        *(f"{copy.name}-shm", named.name),
    }


@pytest.mark.slow
@pytest.mark.usefixtures("later")
def test_what_cannot_be_done_is_said(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert archive("migrate", "--dry-run", url="sqlite:////nowhere/archive.db", exit_code=2)
    furnish(url)
    before = rows(url)
    why = "there is no step 7: they are 0001 to 0002"
    assert why in archive("migrate", "--to", "7", url=url, exit_code=2).output
    with monkeypatch.context() as patched:
        patched.setattr("viewer.store.versions.can_go_back", lambda step: False)
        said = archive("migrate", "--to", "0001", url=url, exit_code=2).output
        assert "step 0002 cannot be taken back" in said
    if url.startswith("postgresql"):
        assert "santase archive backup" in archive("migrate", "--to", "0001", url=url, exit_code=2).output
    assert archive("migrate", url=url).output == "the tables are at step 0002\n"
    assert rows(url) == before
    way = way_to(url, "0001")
    execute(url, "INSERT INTO notes VALUES (1, 'so')")
    with pytest.raises(StoreError, match="somebody else"):
        go(url, way)
    execute(url, LATER)
    assert "later version" in archive("migrate", url=url, exit_code=2).output
