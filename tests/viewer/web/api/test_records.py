"""The API: every resource and every failure, against its own OpenAPI document and against the command line.

`SANTASE_API_CASES` sets how many requests schemathesis makes up.
"""

import codecs
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, ClassVar, Final
from unittest.mock import Mock
from urllib.parse import quote, urlsplit

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import FlakyStrategyDefinition
from jsonschema import Draft202012Validator, ValidationError
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from werkzeug.test import TestResponse

from notation import CATALOGUE, digest, read
from notation.findings.finding import Phrase
from notation.judge import judge
from notation.specs.spec import OPTIONS
from notation.wire.record import dump
from referee.rulesets import PRESETS, points_decided
from tests.scripts.api_examples import KEPT, made
from tests.support.apps import app_in
from tests.support.commands import run
from tests.support.each import for_each
from tests.support.hostile import GOOD, INPUTS, JSON_INPUTS
from tests.support.languages import COMPLETE
from tests.support.parties import FOUR, THREE
from tests.support.rulings import DEAL, HEAD
from tests.support.sizes import Size, at_night
from viewer.limits import DEALS_COMPARED, GAMES_SENT, UPLOAD_BYTES
from viewer.store import Order, Store, StoreError, listings
from viewer.web.api.bodies import JSON
from viewer.web.failures import TOO_MUCH
from viewer.web.live.app import create_live_app

pytestmark = pytest.mark.usefixtures("few_repairs")

SAMPLED: Final = Path("samples")
SAMPLES: Final = sorted(SAMPLED.rglob("*.sgn"))
SHORT: Final = Path("samples/schnapsen-tompa-what-sets-it-apart.sgn")
CLUB: Final = Path("samples/a-club-match-with-clocks.sgn")
SEVEN: Final = Path("samples/schnapsen-a-game-to-seven.sgn")
UNREADABLE: Final = b"%SGN 1\n\0"
UNJUDGED: Final = b'%SGN 1\n[Rules "bridge"]\ndeal 1 dealer A\n'
NOBODY: Final = "0" * 64
DECK: Final = {rank + suit for rank in "9JQKTA7" for suit in "shdc"}
OPERATIONS: Final = 40
PROBLEM: Final = "application/problem+json"
CASES: Final = Size("API_CASES", 120)
NIGHTLY_CASES: Final = at_night(600, 20_000)


class ApiProgram:
    """A program that asks the API, and holds every answer against the OpenAPI document, the same for all."""

    document: ClassVar[dict[str, Any]] = {}
    validators: ClassVar[dict[str, Draft202012Validator]] = {}

    def __init__(self, folder: Path) -> None:
        self.app = app_in(folder)
        self.client: FlaskClient = self.app.test_client()
        if not self.document:
            answer = self.client.get("/api/v1/openapi.json")
            assert answer.mimetype == "application/json"
            self.document.update(answer.get_json())

    def get(self, path: str, **how: Any) -> TestResponse:
        return self.ask("get", path, **how)

    def post(self, path: str, data: bytes, kind: str = "application/x-sgn", **how: Any) -> TestResponse:
        return self.ask("post", path, data=data, content_type=kind, **how)

    def ask(self, method: str, path: str, **how: Any) -> TestResponse:
        answer = self.client.open(f"/api/v1{path}", method=method.upper(), **how)
        self.check(method, urlsplit(f"/api/v1{path}").path, answer)
        return answer

    def check(self, method: str, path: str, answer: TestResponse) -> None:
        """An answer is one of those that the document promises."""
        template = next(each for each in self.document["paths"] if fits(each, path))
        responses = self.document["paths"][template][method]["responses"]
        promised = responses[str(answer.status_code)]
        if "$ref" in promised:
            promised = self.document["components"]["responses"][promised["$ref"].rpartition("/")[2]]
        if "content" in promised:
            shape = promised["content"][str(answer.mimetype)]["schema"]
            if answer.mimetype in (JSON, PROBLEM):
                self.validate(json.loads(answer.data), shape)
        else:
            assert not answer.data
        assert "Set-Cookie" not in answer.headers

    def validate(self, value: Any, shape: dict[str, Any]) -> None:
        key = json.dumps(shape)
        if key not in self.validators:
            whole = {**shape, "components": self.document["components"]}
            checker = Draft202012Validator.FORMAT_CHECKER
            self.validators[key] = Draft202012Validator(whole, format_checker=checker)
        self.validators[key].validate(value)

    def keep(self, data: bytes) -> str:
        """The id of the one game that is sent."""
        [added] = self.post("/records", data).get_json()["records"]
        return str(added["id"])

    def problem(self, answer: TestResponse, status: int, kind: str = "") -> dict[str, Any]:
        assert (answer.status_code, answer.mimetype) == (status, PROBLEM)
        shape: dict[str, Any] = json.loads(answer.data)
        self.validate(shape, {"$ref": "#/components/schemas/Problem"})
        assert shape["status"] == status
        assert shape["type"] == (f"/api/v1/codes/{kind}" if kind else "about:blank")
        assert shape["detail"]
        return shape


def fits(template: str, path: str) -> bool:
    pattern = re.sub(r"\\{spec\\}", ".+", re.escape(template))
    return bool(re.fullmatch(re.sub(r"\\{[a-z]+\\}", "[^/]+", pattern), path))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> ApiProgram:
    """A program whose archive others have used before."""
    return ApiProgram(tmp_path_factory.mktemp("api"))


@pytest.fixture
def fresh(tmp_path: Path) -> ApiProgram:
    """A program with an empty archive."""
    return ApiProgram(tmp_path)


@pytest.fixture(scope="module")
def kept(program: ApiProgram) -> dict[Path, str]:
    """Return the ids of the samples, each with one game or more; the first counts."""
    found = {}
    for path in SAMPLES:
        added = program.post("/records", path.read_bytes()).get_json()["records"]
        found[path] = added[0]["id"]
    return found


def printed(*arguments: object) -> list[dict[str, Any]]:
    """The objects that a command prints, one a line."""
    words = [str(argument) for argument in arguments]
    return [json.loads(line) for line in run(*words).stdout.splitlines()]


def without(shape: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in shape.items() if name not in names}


# The document.


def references(shape: Any) -> Iterator[str]:
    if isinstance(shape, dict):
        if isinstance(shape.get("$ref"), str):
            yield shape["$ref"]
        for value in shape.values():
            yield from references(value)
    elif isinstance(shape, list):
        for value in shape:
            yield from references(value)


def test_the_document_is_whole(program: ApiProgram) -> None:
    document = program.document
    assert document["openapi"].startswith("3.1.")
    components = document["components"]
    for reference in references(document):
        kind, name = reference.removeprefix("#/components/").split("/")
        assert name in components[kind], reference
    for name in components["schemas"]:
        Draft202012Validator.check_schema({"$ref": f"#/components/schemas/{name}", "components": components})
    operations = [
        each for path in document["paths"].values() for each in path.values() if "responses" in each
    ]
    ids = [operation["operationId"] for operation in operations]
    assert len(ids) == len(set(ids)) == OPERATIONS
    assert all(operation["summary"] for operation in operations)


def test_a_shape_holds_nothing_that_is_not_named(program: ApiProgram) -> None:
    for name in ("Summary", "Script", "Comparison", "Ruling", "Judgement", "Problem", "ExplainedCode"):
        assert program.document["components"]["schemas"][name]["additionalProperties"] is False, name


# Examples and links.


def examples(shape: Any, at: str = "") -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Return every example of the document with its schema."""
    if isinstance(shape, dict):
        if "schema" in shape and "example" in shape:
            yield at, shape["schema"], shape["example"]
        elif "example" in shape and "type" in shape:
            yield at, shape, shape["example"]
        for name, value in shape.items():
            if name not in ("example", "examples"):
                yield from examples(value, f"{at}/{name}")
    elif isinstance(shape, list):
        for number, value in enumerate(shape):
            yield from examples(value, f"{at}/{number}")


def documents(program: ApiProgram) -> Iterator[dict[str, Any]]:
    """The documents of the records and of the live matches."""
    yield program.document
    live = create_live_app(program.app.extensions["config"], program.app.extensions["archive"])
    yield live.test_client().get("/api/v1/live/openapi.json").get_json()


def test_the_examples_are_what_their_schemas_say(program: ApiProgram) -> None:
    for document in documents(program):
        found = list(examples(document))
        assert len(found) > 40
        for at, schema, example in found:
            shape, values = schema, [example]
            if "contentSchema" in schema:
                shape, values = schema["contentSchema"], list(map(json.loads, example.splitlines()))
            elif schema.get("format") == "binary":
                assert example.startswith(("%SGN 1\n", "{")), at
            for value in values:
                Draft202012Validator({**shape, "components": document["components"]}).validate(value)


def test_every_operation_has_examples_of_request_and_answer(program: ApiProgram) -> None:
    paths = [item for document in documents(program) for item in document["paths"].items()]
    for path, operations in paths:
        shared = operations.get("parameters", [])
        for operation in (each for method, each in operations.items() if method != "parameters"):
            for parameter in (*shared, *operation.get("parameters", [])):
                if parameter.get("required"):
                    assert "example" in parameter or "example" in parameter["schema"], (path, parameter)
            for kind, body in operation.get("requestBody", {}).get("content", {}).items():
                assert "example" in body or kind == "text/html", (path, kind)
            for status, answer in operation["responses"].items():
                for kind, content in answer.get("content", {}).items():
                    assert "example" in content or kind.startswith("image/"), (path, status, kind)


def test_the_description_of_rule_specs_fits_all_that_are_taken_and_few_others(program: ApiProgram) -> None:
    for part, several in (("judgement", False), ("comparison", True)):
        operation = program.document["paths"][f"/api/v1/records/{{id}}/{part}"]["get"]
        [asked] = [each for each in operation["parameters"] if each["name"] == "rules"]
        specs = [*PRESETS, " santase  target=11 failed-close=1/2/3 "]
        specs += ["", "santase,,sixty-six target=7 , schnapsen", ","] if several else []
        for spec in specs:
            program.validate(spec, asked["schema"])
        for spec in ("bridge", "Santase", "santase-", "santase target", *([] if several else ["", "a,b"])):
            with pytest.raises(ValidationError):
                program.validate(spec, asked["schema"])


@pytest.mark.nightly
def test_the_examples_are_what_the_program_answers(fresh: ApiProgram) -> None:
    assert made(fresh.app) == json.loads(KEPT.read_text("utf-8")), "run tests/scripts/api_examples.py"


def test_the_answers_lead_to_operations_that_there_are(program: ApiProgram) -> None:
    operations = {
        operation["operationId"]: {
            each["name"]
            for each in (*operations.get("parameters", []), *operation.get("parameters", []))
            if each.get("required")
        }
        for operations in program.document["paths"].values()
        for method, operation in operations.items()
        if method != "parameters"
    }
    changing = {"step_png", "set_visibility", "set_hidden", "remove"}
    of_records = {name for name, needed in operations.items() if "id" in needed} - changing
    for method, statuses in (("post", ("200", "201")), ("get", ("200",))):
        for status in statuses:
            links = program.document["paths"]["/api/v1/records"][method]["responses"][status]["links"]
            assert links.keys() == of_records
            for name, link in links.items():
                assert (link["operationId"], link["parameters"].keys()) == (name, operations[name])


# Sending.


@pytest.mark.parametrize("kind", ["application/x-sgn", "text/plain", "text/plain; charset=utf-8"])
def test_a_record_is_kept_once(fresh: ApiProgram, kind: str) -> None:
    first = fresh.post("/records", GOOD.encode(), kind)
    assert first.status_code == 201
    [added] = first.get_json()["records"]
    [game] = read(GOOD)
    assert game.record is not None
    assert added == {
        "id": digest(game.record),
        "digest": digest(game.record),
        "number": 1,
        "novelty": "new",
        "errors": 0,
        "findings": len(judge(game).findings),
    }
    assert first.headers["Location"] == f"/api/v1/records/{added['id']}"
    assert fresh.client.get(first.headers["Location"]).get_json()["id"] == added["id"]
    again = fresh.post("/records", GOOD.encode(), kind)
    assert again.status_code == 200
    assert again.get_json()["records"] == [added | {"novelty": "known"}]
    other = fresh.post("/records", (GOOD + "{a note}\n").encode(), kind)
    assert other.status_code == 200
    assert other.get_json()["records"][0] | {"findings": 0} == added | {"novelty": "rewritten", "findings": 0}
    assert fresh.get(f"/records/{added['id']}/text").data == GOOD.encode()


@pytest.mark.slow
def test_every_game_of_a_file_is_told(fresh: ApiProgram) -> None:
    data = b"".join(path.read_bytes().rstrip() + b"\n" for path in SAMPLES)
    answer = fresh.post("/records", data)
    added = answer.get_json()["records"]
    judged = [judge(game) for game in read(data)]
    assert [(each["number"], each["errors"], each["findings"]) for each in added] == [
        (found.game.number, found.errors, len(found.findings)) for found in judged
    ]
    assert "Location" not in answer.headers
    assert fresh.get("/records").get_json()["total"] == len({each["id"] for each in added})


def test_json_is_kept_as_the_sgn_that_it_means(fresh: ApiProgram) -> None:
    [game] = read(CLUB.read_bytes())
    assert game.record is not None
    sent = fresh.post("/records", json.dumps(dump(game.record)).encode(), "application/json")
    assert sent.status_code == 201
    [added] = sent.get_json()["records"]
    assert added["digest"] == digest(game.record)
    assert fresh.get(f"/records/{added['id']}/json").get_json() == dump(game.record)


def test_checking_keeps_nothing(fresh: ApiProgram) -> None:
    answer = fresh.post("/check", CLUB.read_bytes() + GOOD.encode())
    expected = [*printed("check", "--format", "json", CLUB)]
    first, second = answer.get_json()["games"]
    assert [without(first, "file")] == [without(each, "file") for each in expected]
    assert second["game"] == 2
    assert fresh.get("/records").get_json()["total"] == 0
    imposed = fresh.post("/check?rules=schnapsen", GOOD.encode()).get_json()["games"][0]
    assert imposed["rules"] == "schnapsen"
    assert "N302" in [finding["code"] for finding in imposed["findings"]]


# Reading.


@pytest.mark.slow
@for_each(SAMPLES, one_in=7)
def test_a_sample_is_read_back(path: Path, program: ApiProgram, kept: dict[Path, str]) -> None:
    game = next(read(path.read_bytes()))
    at = f"/records/{kept[path]}"
    assert program.get(f"{at}/text").data == game.source
    [expected, *_] = printed("check", "--format", "json", path)
    said = program.get(f"{at}/judgement").get_json()
    assert said["file"] == f"{kept[path][:16]}.sgn"
    assert without(said, "file") == without(expected, "file")
    summary = program.get(at).get_json()
    assert summary["deals"] == len(said["deals"])
    assert summary["errors"] == sum(finding["severity"] == "error" for finding in said["findings"])
    assert summary["score"] == (said["match"]["score"] if said["match"] else {})
    assert summary["whole"] == (said["digest"] is not None)
    shape = program.get(f"{at}/json")
    if game.record is None:
        found = program.problem(shape, 422, game.findings[0].code.id)["findings"]
        assert [finding["code"] for finding in found] == [finding.code.id for finding in game.findings]
    else:
        assert shape.get_json() == dump(game.record)


@pytest.mark.slow
@for_each(SAMPLES, one_in=28)
def test_a_ruling_is_that_of_the_command_line(path: Path, program: ApiProgram, kept: dict[Path, str]) -> None:
    language = list(COMPLETE)[SAMPLES.index(path) % len(COMPLETE)]
    expected = printed("explain", "--format", "json", "--game", 1, "--lang", language, path)
    for number, ruling in enumerate(expected, start=1):
        at = f"/records/{kept[path]}/deals/{number}"
        assert program.get(f"{at}/ruling?lang={language}").get_json() == ruling
        script = program.get(f"{at}/script?lang={language}").get_json()
        assert (script["number"], script["answer"]) == (number, ruling["answer"])
        actions = [action for trick in ruling["ledger"] if trick["trick"] for action in trick["actions"]]
        words = [action["action"].strip("[]^").rpartition(" ")[2] for action in actions]
        played = [word for word in words if word in {*DECK, "--"}]
        shown = [
            step["card"]
            for step in script["steps"]
            if "card" in step and step["kind"] not in ("written", "after")
        ]
        assert len(shown) == len(played)
        assert all(word in (card, "--") for card, word in zip(shown, played, strict=True))
    assert program.problem(program.get(f"/records/{kept[path]}/deals/{len(expected) + 1}/ruling"), 404)


def test_three_and_four_are_told_by_side(fresh: ApiProgram) -> None:
    three, four = (f"/records/{fresh.keep(record.encode())}" for record in (THREE, FOUR))
    script = fresh.get(f"{three}/deals/1/script").get_json()
    assert (script["paid"], script["turn_up"], script["winner"]) == ({"A": -2, "B": 4, "C": -2}, "As", "B")
    assert script["steps"][1]["changes"]["announced"] == "B:40s"
    named = fresh.get(f"{three}/deals/2/script").get_json()
    assert ("turn_up" in named, named["trump"]) == (False, "h")
    listed = fresh.get(three).get_json()
    assert (listed["score"], listed["winner"]) == ({"A": 0, "B": 0, "C": 0}, None)
    script = fresh.get(f"{four}/deals/1/script").get_json()
    assert (script["winner"], script["score"]) == ("AC", {"A": 2, "B": 0})
    assert "paid" not in script
    assert {len(step["changes"]["points"]) for step in script["steps"] if "points" in step["changes"]} == {2}
    assert {name for step in script["steps"] for name in step["changes"] if name.startswith("won")} == {
        "won A",
        "won B",
    }
    listed = fresh.get(four).get_json()
    assert (listed["score"], listed["winner"]) == ({"A": 5, "B": 7}, "BD")
    assert found(fresh, result="BD")["records"][0]["id"] == listed["id"]


def test_no_finding_of_a_deal_is_left_out(fresh: ApiProgram, tmp_path: Path) -> None:
    deals = (DEAL.replace("deal 1", f"deal {number}") for number in range(1, 111))
    path = tmp_path / "many.sgn"
    path.write_text(HEAD + "".join(f"{deal}1. As Td\n2. Kc\n= B 2 by out\n" for deal in deals), "utf-8")
    key = fresh.keep(path.read_bytes())
    [expected] = printed("explain", "--format", "json", "--deal", 109, "--lang", "en", path)
    assert expected["findings"]
    assert fresh.get(f"/records/{key}/deals/109/ruling").get_json() == expected


KNOWS: Final = ("explain", "--deal", "1", "--at", "4.3", "--knows", "A")
COMPARED: Final = ("closed-and-won", "two-draws", "faulty/does-not-follow")
SETS: Final = "santase,sixty-six"
AS_PRINTED: Final[list[tuple[Path, str, tuple[str, ...]]]] = [
    *(
        (SAMPLED / f"{name}.sgn", f"comparison?rules={SETS}", ("compare", "--under", SETS))
        for name in COMPARED
    ),
    (SAMPLED / "closed-and-won.sgn", "inference?", ("infer",)),
    *(
        (CLUB, f"deals/2/situation?moment={place}{asked}", ("explain", "--deal", "2", "--at", place, *rules))
        for place in ("1", "4", "7.1")
        for asked, rules in (("", ()), ("&rules=schnapsen", ("--as", "schnapsen")))
    ),
    (CLUB, "deals/1/steps/STEP/knowledge?seat=A", KNOWS),
    (SEVEN, "deals/7/best-play?", ("solve", "--deal", "7")),
    (SEVEN, "deals/7/ruling?best_play=true", ("explain", "--deal", "7", "--best-play")),
]
"""What is asked of a sample, and the command that prints the same."""


@pytest.mark.slow
def test_an_answer_is_what_the_command_line_prints(program: ApiProgram, kept: dict[Path, str]) -> None:
    for (path, asked, words), lang in zip(AS_PRINTED, cycle(COMPLETE), strict=False):
        at = f"/records/{kept[path]}"
        if words == KNOWS:  # the talon has been closed, so that nothing is drawn between a step and the next
            steps = program.get(f"{at}/deals/1/script").get_json()["steps"]
            step = max(at for at, each in enumerate(steps) if (each["trick"], each["kind"]) == (4, "play"))
            asked = asked.replace("STEP", str(step))
        expected = printed(words[0], "--format", "json", *words[1:], "--lang", lang, path)
        answer = program.get(f"{at}/{asked}&lang={lang}")
        said = [answer.get_json()] if answer.status_code == 200 else []
        assert [without(each, "file") for each in said] == [without(each, "file") for each in expected], asked


@pytest.mark.slow
@pytest.mark.usefixtures("few_positions")
def test_best_play_of_a_record_that_is_sent_is_that_of_a_stored_one(
    program: ApiProgram, kept: dict[Path, str]
) -> None:
    at, data = f"/records/{kept[CLUB]}/deals/1", CLUB.read_bytes()
    found = program.get(f"{at}/best-play").get_json()
    assert program.post("/solve?deal=1", data).get_json() == found
    assert found["steps"][-1]["step"] == len(program.get(f"{at}/script").get_json()["steps"]) - 1
    ruled = program.get(f"{at}/ruling?best_play=true").get_json()
    assert program.post("/explain?deal=1&best_play=true", data).get_json() == ruled
    assert "best_play" not in program.get(f"{at}/ruling?best_play=false").get_json()


def test_a_search_for_best_play_is_bounded(program: ApiProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.limits.POSITIONS_SOLVED", 20)
    answer = program.post("/solve?deal=1&lang=en", CLUB.read_bytes()).get_json()
    assert not answer["whole"]
    assert answer["start"]


def test_claims_are_answered_as_by_the_command_line(program: ApiProgram, tmp_path: Path) -> None:
    """Those of a record, and what both sides say instead of them."""
    path = tmp_path / "disputed.sgn"
    path.write_text(HEAD + DEAL + '1. As Td @dispute("B had no trick")\n2. Kd Kc\n@dispute("A 3")\n', "utf-8")
    at = f"/records/{program.keep(path.read_bytes())}/deals/1/disputes"
    [expected] = printed("dispute", "--format", "json", "--lang", "hu", path)
    said = program.get(f"{at}?lang=hu").get_json()
    assert len(said["disputes"]) == 2
    assert without(said, "file", "ruling_digest") == without(expected, "file", "ruling_digest")
    claims = ["A: B hatte nie einen Stich", "B: az első ütés az enyém", "the moon is green"]
    told = program.get(at, query_string={"claim": claims, "lang": "hu"}).get_json()
    words = ("--claim", claims[0], "--claim", claims[1])
    [expected] = printed("dispute", "--format", "json", "--lang", "hu", path, *words)
    assert [each["verdict"] for each in told["disputes"]] == ["wrong", "right", "open"]
    assert told["disputes"][:2] == expected["disputes"]
    assert told["disputes"][2]["fault_kind"] == "not-understood"
    for wrong in (["draw"] * 9, ["a" * 300]):
        assert program.get(at, query_string={"claim": wrong}).status_code == 422


def test_other_rules_can_be_imposed(program: ApiProgram, kept: dict[Path, str]) -> None:
    at = f"/records/{kept[CLUB]}"
    asked = f"?rules={quote('santase target=31')}"
    assert program.get(f"{at}/judgement{asked}").get_json()["rules"] == "santase target=31"
    assert program.get(f"{at}/deals/1/ruling{asked}").get_json()["rules"] == "santase target=31"


def test_the_beginning_of_an_id_is_enough(program: ApiProgram, kept: dict[Path, str]) -> None:
    whole = kept[CLUB]
    for key in (whole[:8], whole[:16].upper(), whole):
        assert program.get(f"/records/{key}").get_json()["id"] == whole
    for key in (whole[:7], whole + "0", "%00", "..", "x" * 9, NOBODY, "<script>"):
        program.problem(program.client.get(f"/api/v1/records/{key}"), 404)


# Searching.


def found(program: ApiProgram, **asked: object) -> dict[str, Any]:
    words = "&".join(f"{name}={quote(str(value))}" for name, value in asked.items())
    answer = program.get(f"/records?{words}")
    assert answer.status_code == 200, answer.data
    shape: dict[str, Any] = answer.get_json()
    return shape


def test_records_are_found_by_everything_that_is_offered(fresh: ApiProgram) -> None:
    one = (
        '%SGN 1\n[Event "Клуб"]\n[Date "2026-03-01"]\n[Rules "santase target=11"]\n[A "Иван"]\n[B "Мария"]\n'
    )
    two = '%SGN 1\n[Event "Open"]\n[Date "2025-??-??"]\n[Rules "schnapsen"]\n[A "Ivo"]\n{a word}\n'
    three = GOOD
    wrong = GOOD.replace("= B 3", "= B 2")
    ids = [fresh.keep(text.encode()) for text in (one, two, three, wrong)]
    hits: list[tuple[dict[str, object], list[int]]] = [
        ({"player": "иван"}, [0]),
        ({"event": "open"}, [1]),
        ({"date_from": "2026"}, [0]),
        ({"date_to": "2025-06"}, [1]),
        ({"rules": "schnapsen"}, [1]),
        ({"rules": "santase target=11"}, [0]),
        ({"rules": "santase"}, [3, 2, 0]),
        ({"result": "0-3"}, [3, 2]),
        ({"errors": "true"}, [3]),
        ({"errors": "false"}, [2, 1, 0]),
        ({"errors": "false", "order": "date"}, [0, 1, 2]),
        ({"text": "word"}, [1]),
        ({"text": "word", "player": "иван"}, []),
    ]
    for asked, expected in hits:
        said = found(fresh, **asked)
        assert [each["id"] for each in said["records"]] == [ids[at] for at in expected], asked
        assert said["total"] == len(expected)
    [first] = found(fresh, player="иван", errors="false")["records"]
    assert first["players"] == {"A": "Иван", "B": "Мария"}
    assert (first["event"], first["site"], first["date"]) == ("Клуб", None, "2026-03-01")
    assert (first["rules"], first["score"], first["winner"]) == ("santase target=11", {"A": 0, "B": 0}, None)


def test_a_list_goes_on_from_page_to_page_while_records_come(fresh: ApiProgram) -> None:
    for order in (Order.ADDED, Order.EVENT):
        there = found(fresh, size=500)["total"]
        fresh.post(
            "/records",
            b"".join(b'%%SGN 1\n[Event "%d %s"]\n' % (each, order.value.encode()) for each in range(4)),
        )
        page = found(fresh, order=order.value, size=3, player="", lang="bg", text="sgn & 1")
        ids = [record["id"] for record in page["records"]]
        while page["next"]:
            assert page["next"].startswith("/api/v1/records?")
            fresh.post("/records", b'%%SGN 1\n[Event "%d"]\n' % (10_000 * there + len(ids)))
            page = fresh.get(page["next"].removeprefix("/api/v1")).get_json()
            ids += [record["id"] for record in page["records"]]
        assert len(ids) == len(set(ids)) >= there + 4


def exported(program: ApiProgram, kind: str, **asked: Any) -> bytes:
    plain = program.get(f"/records.{kind}", query_string=asked)
    assert plain.status_code == 200
    assert "Content-Encoding" not in plain.headers
    assert "Content-Length" not in plain.headers
    packed = program.client.get(
        f"/api/v1/records.{kind}", query_string=asked, headers={"Accept-Encoding": "br;q=1, gzip;q=0.5"}
    )
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    data: bytes = plain.data
    assert gzip.decompress(packed.data) == data
    return data


@pytest.mark.slow
def test_all_that_is_found_is_exported_as_it_came(program: ApiProgram, kept: dict[Path, str]) -> None:
    no_utf_8 = program.keep(b'%SGN 1\n[Event "\xff"]')
    stray = program.keep(b"no game at all\ndeal 1 dealer A")
    program.keep(b'%SGN 1\r\n[Event "of another program"]\r\n')
    queries: list[dict[str, Any]] = [
        {}, {"errors": "true"}, {"player": "radka"}, {"text": "sgn trump"}, {"rules": "santase"}, {"since": 3}
    ]  # fmt: skip
    for asked in queries:
        listed = found(program, size=500, order="oldest", **asked)["records"]
        assert len(listed) > 0
        lines = [json.loads(line) for line in exported(program, "ndjson", **asked).decode().splitlines()]
        assert [without(line, "text") for line in lines] == listed
        texts = [program.get(f"/records/{line['id']}/text").data for line in lines]
        for line, text in zip(lines, texts, strict=True):
            program.validate(line, {"$ref": "#/components/schemas/ExportedRecord"})
            assert line["text"] == (None if line["id"] == no_utf_8 else text.decode())
        games = [game for game in read(exported(program, "sgn", **asked)) if game.text.strip()]
        assert len(games) == len(texts)
        for game, text, line in zip(games, texts, lines, strict=True):
            head = b"%SGN 1\n" if line["id"] == stray else b""
            assert game.source in (head + text, head + text + b"\n")
            assert (digest(game.record) if game.record else line["id"]) == line["id"]
    wrong = program.problem(program.get("/records.ndjson?date_from=2026-11&date_to=2025"), 422)
    assert [each["parameter"] for each in wrong["errors"]] == ["date_to"]
    assert program.problem(program.get("/records.sgn?page=2"), 422)
    assert program.client.head("/api/v1/records.sgn").data == b""


def test_what_is_exported_is_read_while_it_is_sent(
    fresh: ApiProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is asked of the archive before somebody takes it, and a failure ends the connection."""
    fresh.post("/records", b"".join(b'%%SGN 1\n[Round "%d"]\n' % number for number in range(90)))
    monkeypatch.setattr("viewer.web.api.streaming.PIECE", 1)
    store: Store = fresh.app.extensions["archive"]
    read_rows = Mock(wraps=listings.summary_of)
    monkeypatch.setattr("viewer.store.finding.summary_of", read_rows)
    answer = fresh.client.get("/api/v1/records.sgn", buffered=False)
    pieces = answer.iter_encoded()
    for _ in range(15):
        next(pieces)
    assert 15 <= read_rows.call_count <= 20
    store.add(b'%SGN 1\n[Round "late"]\n')
    monkeypatch.setattr("viewer.store.finding.summary_of", Mock(side_effect=StoreError(Phrase("gone"))))
    with pytest.raises(StoreError):
        list(pieces)


REFUSED: Final = {
    "records": "page=0 page=1000001 page=x size=0 size=501 order=best errors=maybe errors=yes errors=1"
    " result=won rules=bridge date_from=yesterday lang=fr players=Ivan",
    "records/KEY/deals/2/situation": "moment=seven moment=0 moment= moment",
    "records/KEY/deals/1/steps/0/knowledge": "seat=G seat= seat",
    "records/KEY/deals/1/ruling": "best_play=perhaps",
}


def test_a_question_that_means_nothing_is_refused(program: ApiProgram, kept: dict[Path, str]) -> None:
    wrong = [(path, each, each.partition("=")[0]) for path, said in REFUSED.items() for each in said.split()]
    wrong.append(("records", "date_from=2026&date_to=2025", "date_to"))
    wrong.append(("records", f"player={'x' * 257}", "player"))
    for path, query, parameter in wrong:
        asked = f"?{query}" if "=" in query else ""
        shape = program.problem(program.get(f"/{path.replace('KEY', kept[CLUB])}{asked}"), 422)
        assert [error["parameter"] for error in shape["errors"]] == [parameter], query
        assert all(error["detail"] in shape["detail"] for error in shape["errors"])
    for path in ("situation?moment=99", "steps/999/knowledge?seat=A", "steps/0/knowledge?seat=D"):
        assert program.problem(program.get(f"/records/{kept[CLUB]}/deals/1/{path}"), 404)
    assert program.problem(program.get(f"/records/{kept[CLUB]}/deals/99/best-play"), 404)


# Looking up.


def test_rule_sets_can_be_looked_up(program: ApiProgram) -> None:
    shape = program.get("/rules").get_json()
    assert [each["rules"] for each in shape["sets"]] == list(PRESETS)
    assert [each["option"] for each in shape["options"]] == [option.word for option in OPTIONS]
    sheet = program.get(f"/rules/{quote('santase failed-close=1/2/3 target=11')}?lang=bg").get_json()
    assert sheet["rules"] == "santase target=11 failed-close=1/2/3"
    assert [each["point"] for each in sheet["points"]] == list(points_decided(PRESETS["santase"]))
    agreed = {each["point"] for each in sheet["points"] if each["agreed"]}
    assert agreed == {"game.target", "score.closer_fails"}
    assert (len(sheet["cards"]), sheet["hand"], sheet["options"]["target"]) == (24, 6, "11")
    assert program.problem(program.get("/rules/bridge"), 404, "S119")
    assert program.problem(program.get("/rules/santase%20target"), 404, "S121")


@pytest.mark.slow
def test_every_code_can_be_looked_up(program: ApiProgram) -> None:
    listed = program.get("/codes").get_json()["codes"]
    assert {each["code"] for each in listed} == set(CATALOGUE)
    for shape in listed:
        alone = program.get(f"/codes/{shape['code']}").get_json()
        assert without(alone, "example") == shape
    german = program.get("/codes/r203?lang=de").get_json()
    assert german["says"] != german["sentence"]
    assert german["example"]["wrong"] != german["example"]["right"]
    assert program.problem(program.get("/codes/S999"), 404)
    assert "no longer" in program.problem(program.get("/codes/S130"), 410)["detail"]


# Failing.


@pytest.mark.slow
@for_each(
    [
        (b"", "text/plain", 400, ""),
        (b" \n\t", "application/x-sgn", 400, ""),
        (b"", "application/json", 400, "S140"),
        (b"{", "application/json", 400, "S140"),
        (b"{} {}", "application/json", 422, "S141"),
        (b"\xff", "application/json", 400, "S104"),
        (b"[" * 100_000, "application/json", 400, "S140"),
        (b"[]", "application/json", 422, "S141"),
        (b'{"sgn": 2}', "application/json", 422, "S141"),
        (b'{"sgn": 1, "sgn": 1}', "application/json", 400, "S140"),
        (b"x" * (UPLOAD_BYTES + 1), "text/plain", 413, ""),
        (b"%SGN 1\n" * (GAMES_SENT + 1), "text/plain", 413, ""),
        (b'{"sgn": 1}\n' * (GAMES_SENT + 1), "application/json", 413, ""),
        (b"x=y", "application/x-www-form-urlencoded", 415, ""),
        (GOOD.encode(), "text/html", 415, ""),
        (GOOD.encode(), "", 415, ""),
        (GOOD.encode(), "multipart/form-data", 415, ""),
    ],
    one_in=2,
)
def test_a_body_that_cannot_be_taken(
    data: bytes, kind: str, status: int, code: str, program: ApiProgram
) -> None:
    before = program.get("/records").get_json()["total"]
    for path in ("/records", "/check"):
        shape = program.problem(program.post(path, data, kind), status, code)
        if code:
            assert shape["findings"][0]["code"] == code
            assert {"severity", "message", "line", "column"} <= shape["findings"][0].keys()
    assert program.get("/records").get_json()["total"] == before


@pytest.mark.slow
def test_a_body_of_the_largest_size_is_taken(program: ApiProgram) -> None:
    junk = b"%SGN 1\n{" + b"x\n" * (UPLOAD_BYTES // 2)
    [added] = program.post("/records", junk[:UPLOAD_BYTES]).get_json()["records"]
    assert added["errors"] > 0
    assert program.get(f"/records/{added['id']}/text").data == junk[:UPLOAD_BYTES]


def test_a_path_that_is_not_there_and_what_cannot_be_done(program: ApiProgram) -> None:
    for path in ("/api", "/api/", "/api/v1/", "/api/v2/records", "/api/v1/records/", "/api/v1/codes/S101/x"):
        program.problem(program.client.get(path), 404)
    for path in ("/records", f"/records/{NOBODY}/text", "/codes", "/check", "/openapi.json", "/docs"):
        for method in ("DELETE", "PUT", "PATCH"):
            answer = program.client.open(f"/api/v1{path}", method=method)
            program.problem(answer, 405)
            assert set(answer.headers["Allow"].split(", ")) & {"GET", "POST"}


def test_a_record_that_cannot_be_read_or_judged(program: ApiProgram) -> None:
    unreadable, unjudged = program.keep(UNREADABLE), program.keep(UNJUDGED)
    for part in ("json", "deals/1/ruling", "deals/1/script", "comparison"):
        shape = program.problem(program.get(f"/records/{unreadable}/{part}"), 422, "S103")
        assert [finding["code"] for finding in shape["findings"]] == ["S103"]
    program.problem(program.get(f"/records/{unjudged}/deals/1/ruling"), 422, "S119")
    assert "cannot be read" in program.problem(program.get(f"/records/{unjudged}/comparison"), 422)["detail"]
    assert program.get(f"/records/{unjudged}/deals/1/ruling?rules=santase").status_code == 200


def test_what_cannot_be_compared(program: ApiProgram, kept: dict[Path, str]) -> None:
    at = f"/records/{kept[CLUB]}/comparison"
    assert "20" in program.problem(program.get(f"{at}?rules=schnapsen"), 422)["detail"]
    assert program.problem(program.get(f"{at}?rules={','.join(['santase'] * 10)}"), 422)["errors"]
    many = '%SGN 1\n[Rules "santase"]\n' + "".join(
        f"deal {n} dealer A\n" for n in range(1, DEALS_COMPARED + 2)
    )
    key = program.keep(many.encode())
    for part in ("comparison", "inference"):
        assert str(DEALS_COMPARED) in program.problem(program.get(f"/records/{key}/{part}"), 422)["detail"]


def test_the_inside_of_the_program_is_never_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fresh = ApiProgram(tmp_path)
    for error, status in ((RuntimeError("secret"), 500), (StoreError(Phrase("secret")), 503)):
        for name in ("search", "get", "add"):
            monkeypatch.setattr(Store, name, Mock(side_effect=error))
        for answer in (
            fresh.get("/records"),
            fresh.get(f"/records/{NOBODY}/judgement"),
            fresh.post("/records", GOOD.encode()),
        ):
            fresh.problem(answer, status)
            assert b"secret" not in answer.data
            assert b"Traceback" not in answer.data
            assert answer.headers["Cache-Control"] == "no-store"
        page = fresh.client.get("/")
        assert (page.status_code, "secret" in page.text, str(status) in page.text) == (status, False, True)
    said = capsys.readouterr().err
    assert said.count("kind='RuntimeError'") == 4
    assert said.count("why='secret'") == 4


def test_failures_are_told_in_the_language_that_is_asked_for(program: ApiProgram) -> None:
    told = {program.problem(program.get(f"/codes/x?lang={lang}"), 404)["detail"] for lang in COMPLETE}
    asked = {
        program.problem(program.client.get(f"/api/v1/x?lang={lang}"), 404)["detail"] for lang in COMPLETE
    }
    assert told
    assert len(asked) == len(COMPLETE)


HOSTILE: Final = INPUTS | JSON_INPUTS
MOST_SENT: Final = 20_000
"""Bytes of a hostile body that is kept and read; larger ones are only judged."""


@pytest.mark.slow
@for_each(HOSTILE, one_in=90, parts=4)
def test_hostile_bodies_get_findings(name: str, program: ApiProgram) -> None:
    data = HOSTILE[name](50)
    kind = "application/json" if name in JSON_INPUTS else "text/plain"
    answer = program.post("/check", data, kind)
    if answer.status_code == 200:
        assert all(game["findings"] for game in answer.get_json()["games"] if not game["ok"])
    elif answer.status_code not in (413, 415) and data.removeprefix(codecs.BOM_UTF8).strip():
        assert answer.status_code in (400, 422)
        said = json.loads(answer.data)
        assert said.get("findings") or said["detail"] == TOO_MUCH.sentence
    if kind == "text/plain" and len(data) <= MOST_SENT and answer.status_code == 200:
        for added in program.post("/records", data).get_json()["records"][:3]:
            for part in ("", "/text", "/json", "/judgement", "/deals/1/ruling", "/deals/1/script"):
                answer = program.get(f"/records/{added['id']}{part}")
                assert answer.status_code in (200, 404, 422)


# Headers.


def test_nothing_is_remembered(program: ApiProgram) -> None:
    program.client.set_cookie("lang", "de")
    try:
        answer = program.client.get("/api/v1/x?lang=bg", headers={"Accept-Language": "hu"})
        assert "Set-Cookie" not in answer.headers
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.vary.as_set() <= {"accept-encoding"}
        english = program.client.get("/api/v1/x", headers={"Accept-Language": "hu"}).get_json(force=True)
    finally:
        program.client.delete_cookie("lang")
    assert english["detail"].startswith("There is nothing here")


# The page that documents it.


def test_the_documentation_comes_from_here_alone(program: ApiProgram) -> None:
    page = program.client.get("/api/v1/docs")
    assert page.mimetype == "text/html"
    assert "script-src 'self';" in page.headers["Content-Security-Policy"]
    for link in re.findall('(?:src|href)="([^"]+)"', page.text):
        with program.client.get(link if link.startswith("/") else f"/api/v1/{link}") as answer:
            assert answer.status_code == 200, link
        kinds = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8"}
        assert answer.headers["Content-Type"] == kinds.get(
            link.rpartition(".")[2], answer.headers["Content-Type"]
        )
    for name in ("index.html", "..%2fflask_swagger_ui.py", "VERSION"):
        program.problem(program.client.get(f"/api/v1/docs/{name}"), 404)


# Requests that are made up.


CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]


MEANT: Final = {"rules", "date_to", "text", "player", "event", "series", "since", "cursor", "page"}
"""What of a query can mean nothing in ways that no schema says: rules that nobody knows, no words."""


def only_what_means_nothing_is_refused(context: Any, response: Any, case: Any) -> None:
    """A question that is as its schema says is refused for what it means alone, an edit by its record."""
    if response.status_code == 422 and not case.path.endswith("/edits"):
        problem = json.loads(response.content)
        assert {error["parameter"] for error in problem.get("errors", ())} <= MEANT, problem


def try_cases(program: ApiProgram, kept: dict[Path, str], number: int) -> int:
    """Send so many requests, right and wrong ones, to ids that are there and, if they are many, to others."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", program.app)
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    plans: list[tuple[Any, GenerationMode, dict[str, Any] | None]] = []
    for operation in operations:
        named = [parameter.name for parameter in operation.path_parameters]
        if "id" not in named or number > len(operations):
            plans += [(operation, mode, None) for mode in GenerationMode]
        if "id" in named:
            there = {"id": kept[SHORT]} | {name: 1 for name in ("number", "step") if name in named}
            plans += [(operation, mode, there) for mode in GenerationMode]
    return sum(send(*plan, max(1, number // len(plans))) for plan in plans)


def send(operation: Any, mode: GenerationMode, there: dict[str, Any] | None, number: int) -> int:
    """Send so many requests of a kind; the number of them."""
    more: Any = only_what_means_nothing_is_refused
    if mode is GenerationMode.NEGATIVE:
        more = negative_data_rejection
        if operation.method == "post" and operation.path.endswith(("/checks", "/uploads")):
            more = not_a_server_error  # what is wrong with a game is said on its line
    checks = [*CHECKS, more]
    sent = 0

    @settings(
        max_examples=number,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode, path_parameters=there))
    def ask(case: schemathesis.Case[Any]) -> None:
        nonlocal sent
        sent += 1
        case.call_and_validate(checks=checks, headers={"Accept-Encoding": "identity"})

    ask()
    return sent


@pytest.mark.slow
@pytest.mark.parametrize("cases", [CASES, pytest.param(NIGHTLY_CASES, marks=pytest.mark.nightly)])
def test_requests_that_are_made_up_are_answered_as_promised(
    program: ApiProgram, kept: dict[Path, str], cases: int
) -> None:
    assert try_cases(program, kept, cases) >= cases // 2


@pytest.mark.slow
def test_requests_that_follow_from_answers_are_answered_as_promised(fresh: ApiProgram) -> None:
    fresh.keep(GOOD.encode())
    machine = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", fresh.app).as_state_machine()
    answered: Counter[str] = Counter()

    class Following(machine):  # type: ignore[misc, valid-type]  # it is made
        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            return {"headers": {"Accept-Encoding": "identity"}}

        def validate_response(self, response: Any, case: Any, **how: Any) -> None:
            case.validate_response(response, checks=CHECKS)
            answered[case.operation.path] += response.status_code == 200

    rules = settings(
        max_examples=max(8, CASES // 15),
        stateful_step_count=10,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    for last in (False, False, True):
        try:
            Following.run(settings=rules)
            break
        except FlakyStrategyDefinition:  # what can follow depends on what the archive has by then
            if last:
                raise
    led = [path for path, number in answered.items() if "{id}" in path and number]
    assert len(led) >= 4


# Series of matches.


def test_a_series_is_found_by_its_name(program: ApiProgram) -> None:
    path = Path("samples/the-winter-bummerl.sgn")
    sent = program.post("/records", path.read_bytes()).get_json()["records"]
    series = program.get("/series", query_string={"name": "Winter Bummerl 2025"}).get_json()
    assert [match["file"] for match in series["matches"]] == [each["id"][:16] for each in sent]
    *_, printed = run("score", path, "--format", "json").output.splitlines()
    for shape in (series, said := json.loads(printed)):
        for match in shape["matches"]:
            del match["file"], match["game"]
    assert series == said
    found = program.get("/records", query_string={"series": "bummerl 2025"}).get_json()
    assert sorted(each["match"] for each in found["records"]) == [1, 2, 3]
    assert {each["series"] for each in found["records"]} == {"Winter Bummerl 2025"}


def test_a_series_that_is_not_there_is_a_problem(program: ApiProgram) -> None:
    for name in ("Winter", "winter bummerl 2025", "\0", "/../x"):
        program.problem(program.get("/series", query_string={"name": name}), 404)
    for query in ({}, {"name": ""}, {"name": "x" * 1025}):
        program.problem(program.get("/series", query_string=query), 422)
