"""A client that is generated from the OpenAPI document asks a running server, and reads every answer."""

import importlib
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from notation import read_file
from notation.wire.record import dump
from notation.wire.schemas import PRINTED
from tests.support.corpus import ROOT
from tests.support.servers import Loopback
from viewer.store import KeyRole
from viewer.store.audit import COMMAND_LINE
from viewer.web import Config, create_app

SERIES = ROOT / "samples/the-winter-bummerl.sgn"
SAMPLE = ROOT / "samples/a-club-match-with-clocks.sgn"
LOG = ROOT / "tests/logs/boardgame.jsonl"
DISPUTED = ROOT / "samples/faulty/does-not-follow.sgn"
NAME = "santase_client"
KEYED = ("own_records", "all_records", "set_visibility", "set_hidden", "remove")
"""The operations for which a key is needed."""


class Generated:
    """The generated package, its client, and the requested operations."""

    def __init__(self, document: dict[str, Any], url: str, key: str) -> None:
        self.document = document
        self.asked: set[str] = set()
        self.types: Any = importlib.import_module(f"{NAME}.types")
        self.models: Any = importlib.import_module(f"{NAME}.models")
        made = importlib.import_module(f"{NAME}.client")
        self._client = made.Client(base_url=url)
        self._operator = made.AuthenticatedClient(base_url=url, token=key)

    def ask(self, tag: str, operation: str, *named: object, **how: object) -> Any:
        """What an operation answers; JSON has to come out of the client's classes as it went in."""
        self.asked.add(operation)
        module = importlib.import_module(f"{NAME}.api.{tag}.{operation}")
        client = self._operator if operation in KEYED else self._client
        answer = module.sync_detailed(*named, client=client, **how)
        assert answer.parsed is not None, (operation, answer.content)
        if answer.headers["content-type"] in ("application/json", "application/problem+json"):
            assert answer.parsed.to_dict() == json.loads(answer.content), operation
        return answer.parsed

    def file(self, data: bytes) -> Any:
        """Bytes as the client sends them."""
        return self.types.File(payload=io.BytesIO(data))


def lines(answer: Any, model: Any) -> list[Any]:
    objects = [json.loads(line) for line in answer.payload.read().splitlines()]
    found = [model.from_dict(each) for each in objects]
    assert [each.to_dict() for each in found] == objects
    return found


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    """The client, made as the documentation says, and the server that it asks."""
    folder = tmp_path_factory.mktemp("client")
    app = create_app(Config(f"sqlite:///{folder / 'archive.db'}"))
    document = app.test_client().get("/api/v1/openapi.json").get_json()
    (folder / "openapi.json").write_text(json.dumps(document), "utf-8")
    [config] = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs/http.md").read_text("utf-8"), re.DOTALL)
    (folder / "client.yaml").write_text(config, "utf-8")
    program = Path(sys.executable).with_name("openapi-python-client")
    words = ["--path", "openapi.json", "--config", "client.yaml", "--meta", "none", "--output-path", NAME]
    made = subprocess.run(
        [program, "generate", "--fail-on-warning", *words], cwd=folder, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stdout + made.stderr
    key = app.extensions["archive"].keys.add("office", KeyRole.OPERATOR, actor=COMMAND_LINE)
    with Loopback(app) as server, pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield Generated(document, server.url, key)


@pytest.mark.nightly
def test_it_sends_what_there_is_and_reads_every_answer(generated: Generated) -> None:
    ask = generated.ask
    [game] = read_file(SAMPLE)
    assert game.record
    added = ask("records", "add", body=generated.file(SAMPLE.read_bytes()))
    [first] = added.records
    record = generated.models.Record.from_dict(dump(game.record))
    assert record.to_dict() == dump(game.record)
    [again] = ask("records", "add", body=record).records
    assert (again.id, again.novelty.value) == (first.id, "known")
    log = ask("records", "add", body=generated.file(LOG.read_bytes()))
    assert log.records
    assert log.report
    opened = ask("logs", "open_sent_log", body=generated.file(LOG.read_bytes()))
    assert opened.recognition.format_
    assert opened.games
    [disputed] = ask("records", "add", body=generated.file(DISPUTED.read_bytes())).records
    assert ask("records", "check", body=generated.file(SAMPLE.read_bytes())).games[0].ok
    found = ask("records", "search", player="radka", order=generated.models.SearchOrder.OLDEST)
    assert found.total == len(found.records) > 0
    changes = ask("records", "changes", since=0, size=1)
    assert [(each.id, each.record.id, each.removed) for each in changes.changes] == [
        (first.id,) * 2 + (None,)
    ]
    assert changes.more
    assert ask("records", "export_sgn").payload.read().startswith(b"%SGN 1\n")
    exported = ask("records", "export_ndjson", player="radka").payload.read().splitlines()
    assert [json.loads(line)["sequence"] for line in exported] == [each.sequence for each in found.records]
    many = generated.file(SAMPLE.read_bytes() + b"\n" + DISPUTED.read_bytes())
    checked = lines(ask("streams", "check_each", body=many), generated.models.CheckedGame)
    assert [(line.game, line.left, line.judgement.ok) for line in checked] == [(1, 1, True), (2, 0, False)]
    objects = generated.file(json.dumps(dump(game.record)).encode() + b'\n{"sgn": 2}\n')
    taken = lines(ask("streams", "keep_each", body=objects), generated.models.TakenGame)
    assert [line.added.id for line in taken[:1]] == [first.id]
    assert [finding.code for finding in taken[1].problem.findings] == ["S141"]
    assert ask("rulings", "explain", body=generated.file(DISPUTED.read_bytes()), deal=1).deal == 1
    assert ask("rulings", "solve", body=generated.file(DISPUTED.read_bytes()), deal=1).deal == 1
    moment = {"deal": 1, "moment": "2"}
    assert ask("rulings", "describe", body=generated.file(DISPUTED.read_bytes()), **moment).deal == 1
    counted = ask("records", "statistics")
    assert counted.tallies[0].deals
    ask("records", "add", body=generated.file(SERIES.read_bytes()))
    assert len(ask("records", "series", name="Winter Bummerl 2025").matches) == 3

    for key in (first.id, disputed.id):
        assert ask("records", "record", key).id == key
        ask("rulings", "judgement", key)
        assert ask("rulings", "ruling", key, 1, best_play=True).best_play.actions is not None
        assert ask("rulings", "solved", key, 1).deal == 1
        ask("rulings", "disputed", key, 1)
        ask("rulings", "situated", key, 1, moment="2.1")
        ask("rulings", "replay", key, 1)
        seat = generated.models.KnowledgeSeat.B
        assert ask("rulings", "knowledge", key, 1, 2, seat=seat).sight.seat.value == "B"
        ask("rulings", "compare", key, rules="santase,sixty-six")
    ask("rulings", "inferred", first.id)
    assert ask("records", "text", first.id).payload.read() == SAMPLE.read_bytes()
    assert ask("records", "as_object", first.id).to_dict() == dump(game.record)
    assert ask("rulings", "step_svg", first.id, 1, 0).payload.read().startswith(b"<svg")
    assert ask("rulings", "step_png", first.id, 1, 0).payload.read().startswith(b"\x89PNG")

    assert ask("reference", "index").openapi == "/api/v1/openapi.json"
    assert ask("reference", "rules").sets
    assert ask("reference", "sheet", "santase target=7").points
    assert ask("reference", "all_codes").codes
    assert ask("reference", "one_code", "F401").code == "F401"
    for name in PRINTED:
        ask("reference", "json_schema", name)
    edit = {"edits": [{"do": "tag", "name": "Rules", "value": "schnapsen"}]}
    assert "schnapsen" in ask("editing", "edit", body=generated.models.EditRequest.from_dict(edit)).text
    assert not ask("records", "own_records").total
    assert ask("records", "all_records").total
    unlisted = generated.models.SetVisibilityTo.UNLISTED
    assert ask("records", "set_visibility", disputed.id, to=unlisted).visibility.value == "unlisted"
    assert ask("records", "set_hidden", disputed.id, to=True).hidden
    assert ask("records", "remove", disputed.id, reason="a wish").reason == "a wish"
    paths = generated.document["paths"].values()
    operations = {each["operationId"] for path in paths for each in path.values() if "operationId" in each}
    assert generated.asked == operations


@pytest.mark.slow
def test_it_reads_what_is_wrong(generated: Generated) -> None:
    assert generated.ask("records", "add", body=generated.file(b"")).status == 400
    assert generated.ask("records", "record", "0" * 64).status == 404
    refused = generated.ask("records", "search", date_from="yesterday")
    assert [wrong.parameter for wrong in refused.errors] == ["date_from"]
    found = generated.ask("records", "add", body=generated.file(b'{"sgn": 1, "more": 1}'))
    assert [finding.code for finding in found.findings] == ["S141"]
    for operation in ("check_each", "keep_each"):
        assert generated.ask("streams", operation, body=generated.file(b"")).status == 400
    moment: dict[str, Any] = {"deal": 1, "moment": "1"}
    assert generated.ask("rulings", "describe", body=generated.file(b""), **moment).status == 400
