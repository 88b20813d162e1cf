"""The limits of the service are in one table, and nowhere else."""

import ast
import json
import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.support.commands import run
from tests.support.corpus import ROOT
from tests.support.languages import COMPLETE
from viewer.documents.languages import language
from viewer.documents.limits import limits_document, limits_json
from viewer.documents.text import as_text
from viewer.limits import Settings, limits, settable

NO_BOUNDS: Final = (
    "ADVANCE BATCH BEAT BEGUN CLOSING_SECONDS COMMON COMPUTING DAY GZIP HALVED INSTRUCTIONS KERNEL_BYTES KEY "
    "LAPSE LEAST_AWAY LEAST_WIDTH LEAVE_SECONDS LINGERING_SECONDS LONGEST_KEY LONGEST_WORD LOOKED_AT "
    "LOOKING_SECONDS MIGRATION_LOCK MIGRATION_SECONDS MINUTE MOST MOST_BYTES NICE PICTURE_WIDTH PIECE "
    "PROBING SHORTEST_ADDRESS SIZE STARTING_SECONDS STOPPING_SECONDS SWEEP_SECONDS SWITCH_SECONDS "
    "TRIES _BATCH _DIGITS _FOUND_AT_ONCE _LINE _READ_AT_ONCE"
).split()
"""Numbers of the server that refuse nothing and that users need not know."""


def numbers(folder: str) -> Iterator[tuple[str, str]]:
    """The constants of a package that are numbers, by their modules."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.AnnAssign | ast.Assign) and node.value is not None:
                parts = list(ast.walk(node.value))
                constants = [part for part in parts if isinstance(part, ast.Constant)]
                arithmetic = (ast.Constant, ast.BinOp, ast.operator, ast.UnaryOp, ast.unaryop)
                is_number = constants and all(isinstance(part, arithmetic) for part in parts)
                if is_number and all(type(each.value) in (int, float) for each in constants):
                    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                    yield path.name, ast.unparse(target)


def test_no_bound_stands_outside_of_the_table() -> None:
    found = {name for folder in ("viewer/web", "viewer/store") for _, name in numbers(folder)}
    assert found - {*NO_BOUNDS, "revision", "down_revision"} == set()


def test_the_pages_for_operators_repeat_no_number_of_the_table() -> None:
    pages = ("viewer/web/README.md", "docs/requests.md")
    text = "".join((ROOT / page).read_text("utf-8") for page in pages)
    said = [
        each.name
        for each in limits(Settings())
        if each.value > 99 and re.search(rf"(?<![\d.,:])({each.value}|{each.value:,})(?!\d)", text)
    ]
    assert said == []
    shown = [text, *(path.read_text("utf-8") for path in (ROOT / "viewer/templates").glob("*.html"))]
    assert not any("MiB" in each for each in shown)


def test_every_bound_has_a_name_of_its_own_and_is_told_in_every_language() -> None:
    table = limits(Settings())
    assert len({each.name for each in table}) == len(table)
    shapes = limits_json(Settings())["limits"]
    assert [shape["value"] for shape in shapes] == [each.value for each in table]
    for code in COMPLETE:
        text = as_text(limits_document(Settings(), language(code)), 400)
        for each in table:
            assert re.search(rf"\b{re.escape(each.name)}\b.*\b{each.value}\b", text), each.name


def test_the_command_prints_the_table_as_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANTASE_QUEUE", "1")
    printed = run("serve", "--limits", "--format", "json")
    assert printed.exit_code == 0, printed.output
    found = {each["name"]: each for each in json.loads(printed.output)["limits"]}
    assert (found["queue"]["value"], found["queue"]["variable"]) == (1, "SANTASE_QUEUE")
    assert found["request-work"]["variable"] is None
    text = run("serve", "--limits").output
    assert "request-work" in text
    monkeypatch.setenv("SANTASE_QUEUE", "many")
    refused = run("serve", "--limits")
    assert refused.exit_code == 2
    assert "SANTASE_QUEUE" in refused.output


@pytest.mark.parametrize("limit", settable(), ids=lambda limit: limit.name)
def test_what_can_be_set_is_set_by_its_variable_and_not_below_its_least(limit: object) -> None:
    [same] = [each for each in settable() if each == limit]
    field = same.name.replace("-", "_")
    if same.name != "threads":
        most = {"queue": 4, "processes": 2}.get(same.name, same.value + 1)
        assert getattr(Settings.from_environment({same.variable: str(most)}), field) == most
    for wrong in ("-1", "x", "1.5", "1234567", str(same.least - 1)):
        with pytest.raises(ValueError, match=same.variable):
            Settings.from_environment({same.variable: wrong})


def test_threads_are_left_for_others() -> None:
    with pytest.raises(ValueError, match="SANTASE_THREADS"):
        Settings.from_environment({"SANTASE_THREADS": "4"})
    with pytest.raises(ValueError, match="SANTASE_STREAMS"):
        Settings.from_environment({"SANTASE_STREAMS": "5"})
    alone = Settings.from_environment({"SANTASE_THREADS": "1", "SANTASE_PROCESSES": "0"})
    assert (alone.threads, alone.processes) == (1, 0)
