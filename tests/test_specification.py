"""Every example of the specification and the README is what it claims to be."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from notation import read, write
from notation.judge import judge
from notation.wire.record import load
from viewer.cli import main
from viewer.documents.rule_sheets import comparison

ROOT = Path(__file__).parents[1]
PAGES = ("grammar/SPECIFICATION.md", "README.md")
FENCE = re.compile(r"^```(sgn|json)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    pytest.param(kind, codes.split(), text, id=f"{page}:{number}")
    for page in PAGES
    for number, (kind, codes, text) in enumerate(FENCE.findall((ROOT / page).read_text("utf-8")), start=1)
]


@pytest.mark.parametrize(("kind", "codes", "text"), EXAMPLES)
def test_example(kind: str, codes: list[str], text: str) -> None:
    games = list(load(text.encode()) if kind == "json" else read(text))
    assert games
    found = {finding.code.id for game in games for finding in judge(game).findings if finding.is_error}
    if kind == "sgn":
        assert found == set(codes)
    else:
        assert all(game.record for game in games)


def test_first_example_is_canonical() -> None:
    kind, _, text = FENCE.findall((ROOT / PAGES[0]).read_text("utf-8"))[0]
    [game] = read(text)
    assert kind == "sgn"
    assert game.record is not None
    assert write(game.record) == text


def test_what_the_readme_shows_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = re.findall(
        r"^```console\n\$ santase ([^\n]*)\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.M | re.S
    )
    assert shown
    for command, output in shown:
        assert CliRunner().invoke(main, shlex.split(command)).output == output


def test_the_table_of_the_readme_is_that_of_the_rules() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    table = readme.split("<!-- santase rules --table -->\n")[1].split("<!-- end -->")[0]
    assert table == comparison()


def test_specification_has_examples() -> None:
    assert len(EXAMPLES) >= 12
