"""The examples of docs/live.md and the pages after it, run by one shell; every operation has one."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.scripts.api_examples import KEPT_OF_LIVE, made_of_live
from tests.support.apps import app_in
from tests.support.commands import shell
from tests.support.corpus import ROOT, need
from tests.support.live_http import HANDS, TALON, Live
from tests.support.servers import Loopback
from viewer.store import KeyRole
from viewer.store.audit import COMMAND_LINE
from viewer.web.live.app import beside, create_live_app

PAGE: Final = "".join(
    (ROOT / f"docs/{name}.md").read_text("utf-8")
    for name in ("live", "live-streams", "live-records", "live-tournaments")
)
"""The examples of a page go on from those of the page before."""
EXAMPLES: Final = re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


class WholeServer(Loopback):
    """Both applications at one port, as `santase serve` has them."""

    def __init__(self, folder: Path) -> None:
        self.records = app_in(folder)
        self.live = create_live_app(self.records.extensions["config"], self.records.extensions["archive"])
        super().__init__(beside(self.records, self.live))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[WholeServer]:
    with WholeServer(tmp_path) as server:
        server.live.extensions["hall"].start(hands_over=False)
        yield server
        server.live.extensions["hall"].close()


@pytest.mark.nightly
def test_a_bot_plays_with_curl(server: WholeServer, tmp_path: Path) -> None:
    need("curl")
    key = server.records.extensions["archive"].keys.add("Ivan", KeyRole.UPLOADER, actor=COMMAND_LINE)
    script = "\n".join(EXAMPLES)
    done = shell(script, tmp_path, SANTASE=server.url, KEY=key)
    assert done.returncode == 0, done.stderr + done.stdout
    assert len(server.asked) == script.count("curl ")
    for method, path, status in server.asked:
        assert status in (200, 201), (method, path)
    printed = done.stdout
    for said in (
        '"snapshot"',
        '"entry"',
        f"id: {re.findall('id: ([0-9a-f]{16}):3', printed)[0]}:3",
        "%SGN 1",
    ):
        assert said in printed


def test_every_operation_has_an_example(server: WholeServer) -> None:
    document = server.live.test_client().get("/api/v1/live/openapi.json").get_json()
    assert document["openapi"] == "3.1.0"
    script = "".join(EXAMPLES).replace("$ACTIONS", "$SANTASE/api/v1/live/matches/$MATCH/actions")
    script = script.replace("$CUP", "$SANTASE/api/v1/live/tournaments/$ID")
    shown = re.findall(r"curl[^\n]*\$SANTASE(/api/v1[^\s?\"|;]*)", script)
    for path, operations in document["paths"].items():
        pattern = re.sub(r"\\{[a-z]+\\}", "[^/]+", re.escape(path))
        found = [each for each in shown if re.fullmatch(pattern, each)]
        assert len(found) >= sum(method != "parameters" for method in operations), path


def test_the_examples_are_what_the_program_answers(tmp_path: Path) -> None:
    live = Live(tmp_path)
    assert made_of_live(live) == json.loads(KEPT_OF_LIVE.read_text("utf-8")), (
        "run tests/scripts/api_examples.py"
    )
    live.close()


def test_the_replay_of_a_private_match_is_for_whoever_sends_a_key_to_it(server: WholeServer) -> None:
    """The key is sent in a form, alone or as the end of an address; it is in no address, and not stored."""
    client, live = server.records.test_client(), server.live.test_client()
    api = "/api/v1/live/matches"
    asked = {"rules": "schnapsen", "names": ["Ana", "Boris"], "dealing": "hand", "public": False}
    opened, other = (live.post(api, json=asked).get_json() for _ in range(2))
    path, keys = f"/live/{opened['id']}", opened["keys"]

    def act(role: str, **said: Any) -> None:
        said["key"] = "k" + str(said)[:9].encode().hex()
        headers = {"Authorization": f"Bearer {keys[role]}"}
        assert live.post(f"{api}/{opened['id']}/actions", json=said, headers=headers).status_code == 200

    assert client.post(f"{path}/record", data={"key": keys["A"]}).status_code == 404  # no deal is over
    act("arbiter", do="deal", cards={"hands": HANDS, "talon": TALON})
    assert client.post(f"{path}/record", data={"key": keys["A"]}).status_code == 404
    act("B", action="resign")
    assert f'replay="{path}/record"' in client.get(path).text
    for page in ("record", "deals/1/ruling"):
        form = client.get(f"{path}/{page}")
        assert (form.status_code, "Boris" in form.text) == (200, False)
        for wrong in ("x", other["keys"]["A"]):
            refused = client.post(f"{path}/{page}", data={"key": wrong})
            assert (refused.status_code, "Boris" in refused.text) == (403, False)
        for role in ("A", "arbiter"):
            for sent in (keys[role], f" http://club.example{path}#{keys[role]} "):
                shown = client.post(f"{path}/{page}", data={"key": sent})
                assert shown.status_code == 200
                assert "Boris" in shown.text
                assert keys[role] not in shown.text
                assert "no-store" in shown.headers["Cache-Control"]
    headers = {"Authorization": f"Bearer {keys['arbiter']}"}
    assert live.delete(f"{api}/{opened['id']}/keys/A", headers=headers).status_code == 200
    assert client.post(f"{path}/record", data={"key": keys["A"]}).status_code == 403
    act("B", do="leave")
    server.live.extensions["hall"]._tend(opened["id"], heard=False)
    [kept] = server.records.extensions["archive"].journal.matches(everything=True, is_open=False)
    assert f"/records/{kept.record[:16]}" in client.post(f"{path}/record", data={"key": keys["B"]}).text
    assert kept.record[:16] not in client.get("/").text + client.get(path).text
