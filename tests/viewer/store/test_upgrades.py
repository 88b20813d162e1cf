"""Two versions of the program at one archive, and the way of its tables from one to the other and back.

Whatever is written is whole and in the form of the tables as they are; a program that does not know these
writes nothing, reads nothing, and says so. What a way back would lose is listed before it is lost.
"""

import random
import subprocess
import tarfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from http.client import HTTPException
from io import BytesIO
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from tests.support.corpus import ROOT, SAMPLES
from tests.support.databases import KINDS, new_url
from tests.support.sizes import Size
from tests.support.uploads import Server, check_archive, key_of, serving, texts
from viewer.cli import main
from viewer.limits import Settings
from viewer.store import KeyRole, OtherVersionError, RecordStanding, Scope, Store, UnusableError, Visibility
from viewer.store.access import EVERYTHING
from viewer.store.databases import Database
from viewer.store.migrations import all_steps, can_go_back, go_back
from viewer.store.tables import RECORDS, SCHEMA
from viewer.store.versions import go, way_to
from viewer.web import Config, create_app

OLD: Final = "23e2308"
"""A commit whose program knows step 0005, and never looks at the tables again once it has started."""
BESIDE: Final = Size("BESIDE", 120)
"""Records that are sent to two versions of the program."""
LATER: Final = "UPDATE alembic_version SET version_num = '9999'"


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_url(request, request.param, tmp_path)


def execute(url: str, *statements: str) -> None:
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


NAMES: Final = ("appearances", "known_names", "known_words")
"""Tables that a way back drops, and that are filled again when records are judged."""


def rows(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables that the program knows."""
    with Store.open(url) as store, store._database.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
            for table in SCHEMA.sorted_tables
        }


def archive(*words: object, url: str, exit_code: int = 0) -> Result:
    done = CliRunner(env={"LC_ALL": "C"}).invoke(main, ["archive", *map(str, words), "--db", url])
    assert done.exit_code == exit_code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done


def furnish(url: str, changed: bool = True) -> None:
    """Put something of everything into an archive, and change some of it afterwards."""
    with Store.open(url) as store:
        for name, role in (("Ivan", KeyRole.UPLOADER), ("office", KeyRole.OPERATOR)):
            store.keys.add(name, role, tuple(Scope), actor="test")
        for path in SAMPLES[:4]:
            store.add(path.read_bytes())
        for path, visibility in zip(SAMPLES[4:7], Visibility, strict=True):
            store.add(path.read_bytes(), standing=RecordStanding("Ivan", visibility), actor="Ivan")
        if changed:
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


def test_a_version_whose_tables_were_taken_back_writes_nothing_either(url: str) -> None:
    with Store.open(url) as store:
        store.add(b"%SGN 1\n")
        go(url, way_to(url, "0005"))
        with pytest.raises(OtherVersionError, match="step 0005"):
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
"""Parts of a row as an earlier program would have written them, or half."""


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


def test_tables_are_changed_when_nobody_reads_them(url: str) -> None:
    """Readers meanwhile are refused with a reason, or see the tables as they were: never a mixture."""
    with Store.open(url) as store, Store.open(url) as other:
        store.add(b"%SGN 1\n")
        with store._database.reading() as reading:
            changing = threading.Thread(target=lambda: go(url, way_to(url, "0005")))
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
            go_back(connection, "0005")
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


def test_a_program_that_locks_the_tables_otherwise_does_not_keep_a_new_one_from_starting(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    url = new_url(request, "postgresql", tmp_path)
    with Store.open(url) as store:
        store.add(b"%SGN 1\n")
    go(url, way_to(url, "0005"))
    opened: list[int] = []

    def start() -> None:
        with Store.open(url) as store:
            opened.append(store.search().total)

    engine = sa.create_engine(url)
    starting = threading.Thread(target=start)
    with engine.connect() as connection:
        connection.exec_driver_sql("SELECT count(*) FROM listings")
        starting.start()
        wait_for_lock(url, starting)
        with suppress(sa.exc.DBAPIError):  # each waits for the other; PostgreSQL sends one of them away
            connection.exec_driver_sql("INSERT INTO records VALUES ('x', '', now())")
        connection.rollback()
    starting.join()
    engine.dispose()
    assert opened == [1]


# There and back.


BACK: Final = [step for step in all_steps() if can_go_back(step)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "step", [*(pytest.param(step, marks=pytest.mark.nightly) for step in BACK[:-2]), *BACK[-2:]]
)
def test_the_way_back_and_forward_again_leads_to_the_same_rows(url: str, step: str, tmp_path: Path) -> None:
    before_it = all_steps()[all_steps().index(step) - 1]
    if step > "0007":
        furnish(url, changed=False)
    else:  # what people did has no place there
        with Store.open(url) as store:
            for text in texts(20, 4):
                store.add(text)
            store.count()
    before = rows(url)
    assert way_to(url, before_it).losses == ()
    no_copy = [] if url.startswith("sqlite") else ["--no-backup"]
    back = archive("migrate", "--to", before_it, *no_copy, url=url).output
    assert f"back: {', '.join(reversed(all_steps()[all_steps().index(before_it) + 1 :]))}\n" in back
    assert f"the tables are at step {before_it}\n" in back
    forward = archive("migrate", "--no-backup", url=url).output
    assert f"the tables are at step {all_steps()[-1]}\n" in forward
    with Store.open(url) as store:
        store.rejudge()
    after = rows(url)
    for table in NAMES:
        assert len(after.pop(table)) == len(before.pop(table)), "under other numbers"
    assert after == before
    archive("check", url=url)


@pytest.mark.slow
def test_what_a_way_back_would_lose_is_listed_and_is_lost_only_on_request(url: str, tmp_path: Path) -> None:
    furnish(url)
    before = rows(url)
    withheld = {each[0] for each in before["withheld"]}
    copy = [] if url.startswith("sqlite") else ["--no-backup"]
    for words, exit_code in ((["--dry-run"], 0), (copy, 2)):
        said = archive("migrate", "--to", "0006", *words, url=url, exit_code=exit_code).output
        lost = [line.removeprefix("lost: ") for line in said.splitlines() if line.startswith("lost: ")]
        assert lost == [
            f"changes of public records, for copies of the archive: {len(before['changes'])}",
            f"keys and their sessions: {len(before['keys'])}",
            f"owners of records: {len(before['owners'])}",
            f"records that are not public or are hidden, with their texts: {len(withheld)}",
            f"removed records, which can then be added again: {len(before['tombstones'])}",
            f"entries of the audit trail: {len(before['audit'])}",
        ]
        assert rows(url) == before
    assert "--lose" in said
    archive("migrate", "--to", "0006", "--lose", *copy, url=url)
    archive("migrate", "--no-backup", url=url)
    with Store.open(url) as store:
        store.rejudge()
    after = rows(url)
    assert after["records"] == [row for row in before["records"] if row[0] not in withheld]
    assert after["listings"] == [row for row in before["listings"] if row[0] not in withheld]
    assert not any(after[name] for name in ("keys", "owners", "withheld", "tombstones", "audit"))
    archive("check", url=url)
    with Store.open(url) as store:
        for number, _, text, *_ in before["records"]:
            if number in withheld:
                assert store.add(text)[0].novelty.value == "new"
        assert store.search(size=100).total == len(before["records"])


def test_a_copy_is_made_first_and_is_the_archive_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "archive.db"
    url = f"sqlite:///{path}"
    furnish(url, changed=False)
    before = rows(url)
    said = archive("migrate", "--to", "0007", url=url).output
    copy = tmp_path / f"archive.db.{all_steps()[-1]}"
    assert f"as it was: {copy}\n" in said
    assert rows(f"sqlite:///{copy}") == before
    archive("migrate", "--no-backup", url=url)
    taken = path.read_bytes()
    assert "--force" in archive("migrate", "--to", "0007", url=url, exit_code=2).output
    assert path.read_bytes() == taken
    named = tmp_path / "named.db"
    archive("migrate", "--to", "0007", "--backup", named, url=url)
    assert named.exists()
    assert {each.name for each in tmp_path.iterdir()} <= {
        *("archive.db", "archive.db-wal", "archive.db-shm", copy.name, f"{copy.name}-wal"),
        *(f"{copy.name}-shm", named.name),
    }


def test_what_cannot_be_done_is_said(url: str) -> None:
    assert archive("migrate", "--dry-run", url="sqlite:////nowhere/archive.db", exit_code=2)
    furnish(url, changed=False)
    before = rows(url)
    for step, why in (("0004", "step 0005 cannot be taken back"), ("7", "there is no step 7: they are")):
        assert why in archive("migrate", "--to", step, url=url, exit_code=2).output
    if url.startswith("postgresql"):
        assert "pg_dump" in archive("migrate", "--to", "0007", url=url, exit_code=2).output
    assert archive("migrate", url=url).output == f"the tables are at step {all_steps()[-1]}\n"
    assert rows(url) == before
    way = way_to(url, "0006")
    archive("keys", "add", "Eva", url=url)
    with pytest.raises(Exception, match="somebody else"):
        go(url, way)
    execute(url, LATER)
    assert "later version" in archive("migrate", url=url, exit_code=2).output


# The program of before, beside this one.


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an earlier program."""
    kept = subprocess.run(["git", "archive", OLD], cwd=ROOT, capture_output=True, check=False)
    if kept.returncode:
        pytest.skip(f"the history of the project is not here: no commit {OLD}")
    folder = tmp_path_factory.mktemp("old")
    with tarfile.open(fileobj=BytesIO(kept.stdout)) as packed:
        packed.extractall(folder, filter="data")
    return folder


class Sending:
    """Uploads to several servers in parallel, by several threads, and their results."""

    def __init__(self, sent: dict[str, bytes]) -> None:
        self.sent = sent
        self.servers: dict[str, Server] = {}
        self.acknowledged: dict[str, str] = {}
        """The server that acknowledged each first."""
        self.late: list[str] = []
        """What an old server acknowledged after the new one was up."""
        self.wrong: list[object] = []
        self.is_new_up = threading.Event()
        self._waiting = SimpleQueue[str]()
        self._threads = [threading.Thread(target=self._send, args=(random.Random(at),)) for at in range(4)]

    def begin(self, keys: list[str]) -> None:
        """Upload records until all are stored; idle threads send again what is already stored."""
        self.put(keys)
        for thread in self._threads:
            thread.start()

    def put(self, keys: list[str]) -> None:
        for key in keys:
            self._waiting.put(key)

    def end(self) -> None:
        """Wait until everything is acknowledged."""
        for thread in self._threads:
            thread.join()

    def _send(self, rng: random.Random) -> None:
        while len(self.acknowledged) < len(self.sent) and not self.wrong:
            try:
                key = self._waiting.get_nowait()
            except Empty:
                key = rng.choice(list(self.acknowledged))
            name = rng.choice(sorted(self.servers))
            was_new_up = self.is_new_up.is_set()
            try:
                status = self.servers[name].add(self.sent[key]).status
            except (OSError, HTTPException):
                status = 503
            if status in (200, 201):
                self.acknowledged.setdefault(key, name)
                if was_new_up and name == "old":
                    self.late.append(key)
            elif key not in self.acknowledged:
                self._waiting.put(key)
            if status not in (200, 201, 500, 503):
                self.wrong.append((name, status))
            self._look(self.servers[name], rng)

    def _look(self, server: Server, rng: random.Random) -> None:
        """What can be read is a text that was sent, and that of its id."""
        for key in rng.sample(list(self.acknowledged), min(2, len(self.acknowledged))):
            with suppress(OSError, HTTPException):
                answer = server.ask("GET", f"/records/{key}.sgn")
                is_right = answer.body == self.sent[key] if answer.status == 200 else answer.status in FAILED
                if not is_right:
                    self.wrong.append((key, answer))


FAILED: Final = (404, 500, 503)
"""What may be answered instead of a record, by a program whose tables are gone."""


@pytest.mark.nightly
def test_uploads_to_two_versions_at_once_lose_nothing_and_tear_nothing(url: str, old: Path) -> None:
    sent = {key_of(text): text for text in texts(BESIDE, 23)}
    first, second = list(sent)[: BESIDE // 2], list(sent)[BESIDE // 2 :]
    sending = Sending(sent)
    with serving(url, folder=old) as before:
        sending.servers = {"old": before}
        assert before.add(sent[first[0]]).status == 201
        sending.acknowledged[first[0]] = "old"
        sending.begin(first[1:])
        with serving(url) as now:
            sending.servers = {"old": before, "new": now}
            while now.ask("GET", "/health").status != 200:
                pass
            sending.is_new_up.set()
            sending.put(second)
            sending.end()
            assert before.add(sent[first[0]]).status in (500, 503)
            for key, text in sent.items():
                answer = now.ask("GET", f"/records/{key}.sgn")
                assert (answer.status, answer.body) == (200, text)
    assert sending.wrong == []
    assert sending.late == []
    assert set(sending.acknowledged.values()) == {"old", "new"}
    check_archive(url, sent, sent)
    assert archive("check", url=url).output == "the archive is intact\n"
    # And back: what is there then is served by the old program, as it was and as it came since.
    archive("migrate", "--to", "0005", "--lose", "--no-backup", url=url)
    with serving(url, folder=old) as again:
        for key, text in sent.items():
            assert again.ask("GET", f"/records/{key}.sgn").body == text
        assert again.ask("GET", "/?player=a").status == 200
    archive("migrate", "--no-backup", url=url)
    check_archive(url, sent, sent)
    archive("check", url=url)
