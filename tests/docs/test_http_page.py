"""The examples of docs/http.md and the page after it: a shell runs each, and every operation has one."""

import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from flask import Flask

from tests.support.apps import app_in
from tests.support.commands import shell
from tests.support.corpus import ROOT, need
from tests.support.servers import Loopback
from viewer.store import KeyRole
from viewer.store.audit import COMMAND_LINE

PAGE: Final = "".join((ROOT / f"docs/{name}.md").read_text("utf-8") for name in ("http", "http-embedding"))
EXAMPLES: Final = re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return app_in(tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def server(app: Flask) -> Iterator[Loopback]:
    """The server, with the records that the page speaks of."""
    for name in ("a-club-match-with-clocks", "the-winter-bummerl"):
        data = (ROOT / f"samples/{name}.sgn").read_bytes()
        app.test_client().post("/api/v1/records", data=data, content_type="text/plain")
    with Loopback(app) as server:
        yield server


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the examples run: what they write stays outside of the project."""
    folder = tmp_path_factory.mktemp("examples")
    for name in ("samples", "tests"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def run(server: Loopback, app: Flask, folder: Path, example: str) -> str:
    """What an example prints, all of whose commands succeed."""
    need("curl")
    [first, *_] = app.test_client().get("/api/v1/records?player=radka&event=club").get_json()["records"]
    key = app.extensions["archive"].keys.add(secrets.token_hex(8), KeyRole.OPERATOR, actor=COMMAND_LINE)
    done = shell(example, folder, SANTASE=server.url, ID=first["id"][:16], KEY=key)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_does_what_the_page_says(server: Loopback, app: Flask, folder: Path, example: str) -> None:
    before = len(server.asked)
    printed = run(server, app, folder, example)
    asked = server.asked[before:]
    assert len(asked) == example.count("curl ")
    for method, path, status in asked:
        assert status in (200, 201, 204, 304), (method, path)
    if "/checks" in example or "/uploads" in example:
        lines = [json.loads(line) for line in printed.splitlines()]
        assert lines[-1]["left"] == 0
        assert all(line["problem"] is None for line in lines)
    elif "http_code" in example:
        assert printed == "304"
        assert asked[-1][2] == 304
    elif "OPTIONS" in example:
        assert "204" in printed.splitlines()[0]
        assert "Access-Control-Allow-Methods: GET, HEAD" in printed


def test_every_operation_has_an_example(server: Loopback, app: Flask, folder: Path) -> None:
    document = app.test_client().get("/api/v1/openapi.json").get_json()
    shown = re.findall(r"curl[^\n]*\$SANTASE(/api/v1[^\s?\"]*)", "".join(EXAMPLES))
    for path, operations in document["paths"].items():
        pattern = re.sub(r"\\{spec\\}", ".+", re.escape(path))
        pattern = re.sub(r"\\{[a-z]+\\}", "[^/]+", pattern)
        found = [each for each in shown if re.fullmatch(pattern, each)]
        assert len(found) >= sum(method != "parameters" for method in operations), path
