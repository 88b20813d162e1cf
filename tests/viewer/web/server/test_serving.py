"""The viewer as it is really started: `santase serve`, and gunicorn with several workers."""

import os
import re
import signal
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from flask import Flask

from notation import digest, read
from tests.support.commands import run
from tests.support.copies import ProgramCopy
from tests.support.corpus import ROOT, SAMPLES
from tests.support.forked import Forked
from tests.support.hostile import GOOD
from tests.support.languages import COMPLETE
from tests.support.servers import ENVIRONMENT, ask, started
from tests.support.uploads import LOADED
from viewer.cli.archive.filling import Filling
from viewer.documents.languages import Language
from viewer.store import Store
from viewer.store.summaries import program
from viewer.store.tables import LISTINGS
from viewer.web.server.metrics import FOLDER
from viewer.web.wsgi import config_from, create_app_from_environment

SERVE: Final = (sys.executable, "-c", "from viewer.cli import main; main()", "serve", "--port", "0")


# On this machine.


@pytest.mark.slow
def test_it_is_there_when_it_says_so_and_ends_in_order(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'archive.db'}"
    with Store.open(database) as archive:
        [added] = archive.add(GOOD.encode())
    for end in (signal.SIGTERM, signal.SIGINT):
        with started(*SERVE, "--db", database, said="(http://127.0.0.1:[0-9]+/)") as (address, process):
            status, page, headers = ask(address)
            assert (status, headers["Server"]) == (200, "santase")
            assert set(re.findall('href="/records/([0-9a-f]{16})"', page)) == {added.id[:16]}
            process.send_signal(end)
            assert process.wait(30) == 0
            assert process.stdout is not None
            assert process.stdout.read() == ""


def filled(app: Flask, host: str, port: int, language: Language, filling: Filling | None) -> None:
    """Serve nobody, until the archive is filled."""
    if filling:
        filling.start()
        filling.join()


@pytest.mark.slow
def test_pages_are_served_while_the_archive_is_filled(tmp_path: Path) -> None:
    """The second of three files is a pipe: the files after it wait until a page has been requested."""
    good, pipe, picture = (tmp_path / f"{name}.sgn" for name in "abc")
    good.write_text(GOOD, "utf-8")
    os.mkfifo(pipe)
    picture.write_bytes(b"\x89PNG\0")
    command = (*SERVE, "--db", f"sqlite:///{tmp_path / 'archive.db'}", *map(str, (good, pipe, picture)))
    with started(*command, said="(http://127.0.0.1:[0-9]+/)") as (address, process):
        status, page, _ = ask(address)
        assert status == 200
        with pipe.open("w") as opened:  # which the reader has come to
            page = ask(address)[1]
            assert len(set(re.findall('href="/records/([0-9a-f]{16})"', page))) == 1
            opened.write(f'%SGN 1\n[A "Later"]\n\n{GOOD}')
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(2)]
        assert "c.sgn" in said[0]
        assert said[1] == "santase: 2 records added, 1 already known\n"
        assert len(set(re.findall('href="/records/([0-9a-f]{16})"', ask(address)[1]))) == 2


@pytest.mark.slow
def test_an_archive_begins_with_what_is_named_or_with_the_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.cli.replay.serving._serve", filled)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "good.sgn").write_text(GOOD, "utf-8")
    sampled = {digest(game.record) for path in SAMPLES for game in read(path.read_bytes()) if game.record}
    for name, paths, least in (("own", ["games"], 1), ("sampled", [], len(sampled))):
        database = f"sqlite:///{tmp_path / name}.db"
        for arguments in (paths, []):
            given = [str(tmp_path / path) for path in arguments]
            result = run("serve", "--db", database, *given)
            assert result.exit_code == 0, result.output
            with Store.open(database) as archive:
                found = archive.search(size=1)
            assert found.total >= least
            assert (found.total == 1) == (name == "own")
    assert found.records[0].summary.event == next(read(SAMPLES[0].read_bytes())).record.tag("Event")  # type: ignore[union-attr]


@pytest.mark.slow
def test_what_cannot_be_served_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "empty").mkdir()
    (tmp_path / "config").write_text("a file, and no folder")
    database, languages = f"sqlite:///{tmp_path / 'archive.db'}", cycle(COMPLETE)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for arguments, why in (
            (["--db", database, str(tmp_path / "empty")], "no .sgn files in this folder"),
            (["--db", database, str(tmp_path / "nowhere.sgn")], "No such file"),
            (["--db", database, "--port", str(port)], "in use"),
            (["--db", database, "--host", "nowhere.invalid"], "nowhere.invalid"),
            (["--db", database, "--host", "a" * 99], "a" * 99),
            (["--db", "mysql://somewhere"], "SQLite"),
            (["--db", "sqlite:////nowhere/at/all.db"], "unable to open"),
            (["--port", "65536"], "65536"),
            (["--db", database, "--embed-for", "javascript:alert(1)"], "https://club.example"),
            (["--db", database, "--embed-for", "https://a.example; script-src *"], "https://club.example"),
            ([], "config"),
        ):
            result = run("serve", "--lang", next(languages), *arguments)
            assert result.exit_code == 2, arguments
            assert why in result.output
            assert isinstance(result.exception, SystemExit)
            assert "Traceback" not in result.output


@pytest.mark.nightly
def test_the_sites_that_are_named_may_show_a_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = []

    def asked(app: Flask, *_: object) -> None:
        key = app.extensions["archive"].add(SAMPLES[0].read_bytes())[0].id[:16]
        for address in (f"/records/{key}/embed", f"/records/{key}"):
            answer = app.test_client().get(address, base_url="http://localhost")
            said.append(answer.headers["Content-Security-Policy"].rpartition("frame-ancestors ")[2])

    monkeypatch.setattr("viewer.cli.replay.serving._serve", asked)
    database = f"sqlite:///{tmp_path / 'archive.db'}"
    named = ["--embed-for", "https://club.example/", "--embed-for", "http://localhost:8000"]
    for arguments in ([], named):
        words = ["serve", "--db", database, *arguments, str(SAMPLES[0])]
        run(*words)
    assert said == ["'self'", "'self'", "'self' https://club.example http://localhost:8000", "'self'"]


# For others.


def gunicorn(*more: str) -> tuple[str, ...]:
    words = "--bind 127.0.0.1:0 --workers 2 --worker-class gthread --threads 4".split()
    return (sys.executable, "-c", LOADED, *words, *more, "viewer.web:create_app_from_environment()")


@pytest.mark.slow
def test_workers_of_gunicorn_serve_one_archive(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'archive.db'}"
    told: Any = {
        "SANTASE_DATABASE": database,
        "SANTASE_FRAME_ANCESTORS": "https://club.example",
        "SANTASE_SECURE": "1",
    }
    with Store.open(database) as archive:
        keys = [added.id[:16] for path in SAMPLES[:3] for added in archive.add(path.read_bytes())]
    with started(*gunicorn(), said=r"Listening at: (http://127\.0\.0\.1:[0-9]+)", **told) as (
        address,
        process,
    ):
        with ThreadPoolExecutor(8) as pool:
            paths = ["/", *(f"/records/{key}" for key in keys)] * 5
            answers = list(pool.map(lambda path: ask(address + path), paths))
        answers = [  # a busy machine may answer that it is busy
            answer if answer[0] != 503 else ask(address + path)
            for path, answer in zip(paths, answers, strict=True)
        ]
        assert [status for status, _, _ in answers] == [200] * len(paths)
        assert {headers["Server"] for _, _, headers in answers} == {"gunicorn"}
        assert "Secure" in ask(f"{address}/?lang=de")[2]["Set-Cookie"]
        assert (
            "frame-ancestors https://club.example"
            in ask(f"{address}/records/{keys[0]}/embed")[2]["Content-Security-Policy"]
        )
        assert ask(f"{address}/health")[:2] == (200, "ok\n")
        process.terminate()
        assert process.stdout is not None
        heard = process.stdout.read()
        assert len(re.findall("Booting worker", heard)) == 2
        assert process.wait(30) == 0
        assert "Traceback" not in heard


@pytest.mark.slow
def test_gunicorn_tells_what_it_lacks_in_a_line() -> None:
    with Forked(gunicorn("--workers", "1"), ENVIRONMENT) as process:
        said, _ = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "SANTASE_DATABASE names no archive" in said
    assert str(ROOT) + "/viewer" not in said


WRONG: Final = {
    "SANTASE_DATABASE": ("",),
    "SANTASE_SECURE": ("yes",),
    "SANTASE_PROXIES": ("x", "-1"),
    "SANTASE_FRAME_ANCESTORS": ("https://x; script-src *",),
    "SANTASE_ADD": ("everybody",),
    "SANTASE_READ_ONLY": ("yes", "01"),
    "SANTASE_ADDRESS_QUOTA": ("1000",),
    "SANTASE_KEY_QUOTA": ("-1 5",),
    "SANTASE_RATE": ("often",),
    "SANTASE_METRICS": ("everybody", "10.0.0.1/8"),
    "SANTASE_LOG": ("yaml",),
    "SANTASE_LOG_ADDRESSES": ("yes",),
    "SANTASE_QUEUE": ("-1",),
}


def test_an_environment_that_makes_no_sense_is_refused() -> None:
    for name, values in WRONG.items():
        for value in values:
            with pytest.raises(ValueError, match=name):
                config_from({"SANTASE_DATABASE": "sqlite:///archive.db", name: value})


@pytest.mark.nightly
def test_what_is_built_again_is_the_same_program(tmp_path: Path) -> None:
    copy = ProgramCopy(tmp_path)

    def told() -> str:
        return copy.run("-c", "from viewer.store.summaries import program; print(program())")[0]

    seen = [told()]
    for seed in ("1", "2"):
        copy.run("-c", "from grammar import tables; tables.save()", PYTHONHASHSEED=seed)
        assert told() == seen[0]
    for name in ("grammar/sgn.lark", "referee/settlement.py"):
        with (tmp_path / name).open("a") as changed:
            changed.write("\n")
        assert told() not in seen
        seen.append(told())


@pytest.mark.slow
def test_records_are_judged_anew_by_a_process_beside_the_serving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all the workers of a server one has it done, and none computes in its own threads."""
    database = f"sqlite:///{tmp_path / 'archive.db'}"
    with Store.open(database) as store:
        for path in SAMPLES[:8]:
            store.add(path.read_bytes())
        with store._database.writing() as connection:
            connection.execute(sa.update(LISTINGS).values(program="0.0.1"))
        assert store._uncounted()
    done = Mock(side_effect=AssertionError)
    monkeypatch.setattr(Store, "rejudge", done)
    monkeypatch.setenv("SANTASE_DATABASE", database)
    monkeypatch.setenv(FOLDER, str(tmp_path))
    apps = [create_app_from_environment() for _ in range(2)]
    for thread in threading.enumerate():
        if thread.name == "rejudge":
            thread.join(60)
            assert not thread.is_alive()
    archive: Store = apps[0].extensions["archive"]
    assert archive._uncounted() == 0
    with archive._database.reading() as connection:
        assert set(connection.scalars(sa.select(LISTINGS.c.program))) == {program()}
    assert not done.called
    for app in apps:
        app.extensions["archive"].close()
