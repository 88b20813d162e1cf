"""The JSON Schemas: generated, complete in themselves, and held against what the commands print."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from notation.wire.json_schema import components, json_schema
from notation.wire.record import RecordSchema
from notation.wire.replay import ScriptSchema
from notation.wire.schemas import PRINTED, schema_named
from notation.wire.shape import WireSchema
from referee.codes import CATALOGUE
from tests.support.commands import run
from tests.support.corpus import ROOT, SAMPLES, VECTORS
from tests.support.rulings import objects
from viewer.web.api.shapes import PATHS

FEW = [*SAMPLES[::10], *VECTORS[::120]]
COMMANDS = {
    "judgement": ("check",),
    "record": ("json",),
    "ruling": ("explain",),
    "situation": ("explain", "--game", 1, "--deal", 1, "--at", "1"),
    "disputes": ("dispute",),
    "comparison": ("compare", "--under", "santase,sixty-six"),
}


def references(shape: Any) -> set[str]:
    if isinstance(shape, dict):
        found = {shape["$ref"]} if isinstance(shape.get("$ref"), str) else set()
        return found.union(*map(references, shape.values()))
    return set().union(*map(references, shape)) if isinstance(shape, list) else set()


@pytest.mark.parametrize("name", PRINTED)
def test_a_schema_is_complete_in_itself(name: str) -> None:
    schema = schema_named(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"urn:santase:{name}"
    assert references(schema) <= {f"#/$defs/{part}" for part in schema.get("$defs", ())}
    assert json.loads(run("json", "--schema", name).stdout) == schema
    for shape in (schema, *schema.get("$defs", {}).values()):
        assert len(shape["title"]) < 20
        assert shape["description"]


def test_every_schema_has_an_id_of_its_own() -> None:
    ids = [json_schema(shape)["$id"] for shape in (*PRINTED.values(), ScriptSchema)]
    assert len(ids) == len(set(ids))


def test_two_shapes_of_one_name_cannot_be_described_together() -> None:
    other = type(RecordSchema.__name__, (WireSchema,), {})
    assert components([RecordSchema, RecordSchema]).keys() == components([RecordSchema]).keys()
    with pytest.raises(TypeError, match="are both called Record"):
        components([RecordSchema, other])


def test_a_schema_that_is_not_there_is_wrong_use() -> None:
    result = run("json", "--schema", "nothing")
    assert result.exit_code == 2
    assert "there are record, judgement, ruling" in result.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_command_prints_is_of_its_schema(name: str) -> None:
    """And what has a member less, or one more, is not."""
    validator = Draft202012Validator(schema_named(name))
    command, *words = COMMANDS[name]
    form = () if command == "json" else ("--format", "json")
    printed = (shape for path in FEW for shape in objects(run(command, *form, *words, path)))
    shapes = [shape for shape in printed if "series" not in shape]  # which are of a schema of their own
    assert len(shapes) > 5
    for shape in shapes:
        validator.validate(shape)
    assert not validator.is_valid(shapes[0] | {"more": 1})
    for member in schema_named(name)["required"]:
        assert not validator.is_valid({key: part for key, part in shapes[0].items() if key != member})


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("inference", ("infer", "--format", "json", ROOT / "samples/closed-and-won.sgn")),
        ("code", ("code", "--format", "json")),
        ("format", ("formats", "--format", "json")),
    ],
)
def test_what_is_looked_up_is_of_its_schema(name: str, words: tuple[object, ...]) -> None:
    shapes = objects(run(*words))
    assert shapes
    for shape in shapes:
        Draft202012Validator(schema_named(name)).validate(shape)


@pytest.mark.parametrize("log", sorted((ROOT / "tests/logs").glob("*.*")), ids=lambda path: path.name)
def test_the_report_of_a_conversion_is_of_its_schema(log: Path) -> None:
    result = run("convert", log, "--to", "sgn", "--report", "json")
    [line] = [line for line in result.stderr.splitlines() if line.startswith("{")]
    Draft202012Validator(schema_named("conversion")).validate(json.loads(line))


def test_every_code_can_be_asked_for() -> None:
    validator = Draft202012Validator(PATHS["code"])
    for code in (*CATALOGUE, "F401", "N304"):
        validator.validate(code)
