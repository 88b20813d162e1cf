"""Every example of the specification, the README and the documentation is what it claims to be."""

import json
import re
import shlex
from pathlib import Path

import pytest

from notation import read, write
from notation.text.annotations import ANNOTATIONS
from notation.wire.record import dump, load
from tests.support.commands import run
from tests.support.corpus import ROOT
from viewer.documents.code_reference import found_in

DOCS = [str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs").rglob("*.md"))]
PAGES = ("grammar/SPECIFICATION.md", "grammar/CORE.md", "README.md", *DOCS)
FENCE = re.compile(r"^```(sgn|json)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SLOW = ("docs/best-play.md", "docs/expectation.md")
"""Pages whose commands take many seconds."""
SHOWN = re.compile(r"^```console\n\$ santase ([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


EXAMPLES = [
    pytest.param(kind, codes.split(), text, id=f"{page}:{number}")
    for page in PAGES
    for number, (kind, codes, text) in enumerate(FENCE.findall(text_of(page)), start=1)
]
COMMANDS = [
    pytest.param(command, output, id=f"{page}:{number}", marks=[pytest.mark.nightly] * (page in SLOW))
    for page in PAGES
    for number, (command, output) in enumerate(SHOWN.findall(text_of(page)), start=1)
]


@pytest.mark.parametrize(("kind", "codes", "text"), EXAMPLES)
def test_example(kind: str, codes: list[str], text: str) -> None:
    if kind == "sgn":
        assert list(read(text))
        errors = {finding.code.id for _, finding in found_in(kind, text.encode()) if finding.is_error}
        assert errors == set(codes)
    else:
        games = list(load(text.encode()))
        assert games
        assert all(game.record for game in games)


def test_first_example_is_canonical() -> None:
    kind, _, text = FENCE.findall(text_of(PAGES[0]))[0]
    [game] = read(text)
    assert kind == "sgn"
    assert game.record is not None
    assert write(game.record) == text


@pytest.mark.slow
@pytest.mark.parametrize(("command", "output"), COMMANDS)
def test_what_a_page_shows_is_printed(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run(*shlex.split(command)).output == output


def test_the_values_of_annotations_are_those_that_are_read() -> None:
    [block] = re.findall(r"^```text\n(clk .*?)^```$", text_of(PAGES[0]), re.MULTILINE | re.DOTALL)
    stated = {name: re.compile(shape) for name, shape in (line.split(None, 1) for line in block.splitlines())}
    assert stated == {name: re.compile(shape) for name, (_, shape) in ANNOTATIONS.items()}


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 12
    assert len(COMMANDS) >= 3


def test_the_ruling_that_the_readme_quotes_is_that_on_its_record(tmp_path: Path) -> None:
    (_, _, record), *_ = FENCE.findall(text_of("README.md"))
    [ruling] = re.findall(r"^```text\n(.*?)^```$", text_of("README.md"), re.MULTILINE | re.DOTALL)
    (tmp_path / "match.sgn").write_text(record, "utf-8")
    assert f"\n\n{ruling}\n" in run("explain", tmp_path / "match.sgn").output


def test_the_core_fits_on_two_pages_and_begins_with_the_least_record() -> None:
    text = text_of("grammar/CORE.md")
    assert len(re.findall(r"[^\s|]+", FENCE.sub("", text).replace("---", ""))) <= 900
    least, _, _ = text.partition("## Text")
    assert len(least.splitlines()) <= 20
    [(kind, codes, record)] = FENCE.findall(least)
    assert (kind, codes, len(record.splitlines())) == ("sgn", "", 7)


def test_the_core_shows_a_record_and_the_same_as_json() -> None:
    *_, (_, _, text), (_, _, shown) = FENCE.findall(text_of("grammar/CORE.md"))
    [game] = read(text)
    assert game.record
    assert dump(game.record) == json.loads(shown)


def test_the_readme_is_short() -> None:
    assert len(text_of("README.md").split()) <= 800
