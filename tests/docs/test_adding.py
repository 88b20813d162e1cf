"""The recipes of `docs/adding` are followed, to the letter, in a copy of the program.

What a recipe adds is taken from its page: a block of code says after its language which file it is,
and a block of `diff` what of a file is changed. The tests that the page names are run in the copy.
"""

import json
import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from tests.support.copies import ProgramCopy
from tests.support.corpus import ROOT
from tests.support.rulings import DEAL

BLOCK: Final = re.compile(r"^(`{3,})(\w+) ?(\S*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
SCRIPT: Final = "PYTHONPATH=. .venv/bin/python "
"""The prefix of a command that creates a file."""
TESTING: Final = """
import json, sys, pytest
for words in json.loads(sys.argv[1]):
    status = pytest.main([*words[1:], "-q", "-p", "no:cacheprovider"])
    assert status == 0, (words, status)
"""
"""Runs what the page names in one process; that no test is chosen is a fault, too."""
SEEN: Final = {
    "code": (["code", "N319"], "an ace is turned up"),
    "decision": (["check", "ahead.sgn"], "santase lead=2, 1 deal"),
    "format": (["convert", "evening.log"], "1. As Td"),
    "front-end": (["ticker", "samples/closed-and-won.sgn"], "7-3 (0)\n"),
    "language": (["explain", "samples/closed-and-won.sgn", "--deal", "1", "--lang", "ro"], "pas cu pas"),
    "rule-set": (["check", "evening.sgn"], "evening, 1 deal"),
}
"""What is asked on the command line once a recipe has been followed, and what the answer has."""
RECORD: Final = f"""%SGN 1
[Rules "evening"]

{DEAL}1. As Td!
"""
LOG: Final = (
    "dealt by B: Ks As Qh Kh Ah Kc Ts 9d Kd Td 9c Qc 9h Tc Qs Ad Th Jc 9s Jd Ac Js Jh Qd\nplayed: As Td\n"
)
FILES: Final = {
    "evening.sgn": RECORD,
    "ahead.sgn": RECORD.replace("evening", "santase lead=2"),
    "evening.log": LOG,
}
"""What is asked about."""


def changed(text: str, lines: list[str]) -> str:
    """Apply a block of `diff`: what it takes away or keeps stands in the text once."""
    before = "".join(line[1:] for line in lines if line[0] in " -")
    assert text.count(before) == 1, before
    return text.replace(before, "".join(line[1:] for line in lines if line[0] in " +"))


def blocks(recipe: str) -> list[tuple[str, str, str]]:
    """The blocks of code on the page of a recipe: their kind, their file if they are of one, their text."""
    page = (ROOT / f"docs/adding/{recipe}.md").read_text("utf-8")
    return [(kind, name, text) for _, kind, name, text in BLOCK.findall(page)]


@pytest.mark.parametrize("recipe", SEEN)
def test_what_a_recipe_changes_is_there(recipe: str) -> None:
    for kind, name, text in blocks(recipe):
        if kind == "diff":
            changed((ROOT / name).read_text("utf-8"), text.splitlines(keepends=True))
        else:
            assert not (name and (ROOT / name).exists())


@pytest.mark.nightly
@pytest.mark.parametrize("recipe", SEEN)
def test_a_recipe_adds_its_thing_and_the_tests_pass(recipe: str, tmp_path: Path) -> None:
    copy = ProgramCopy(tmp_path / "copy", "tests", "samples", "docs")
    for name in ("pyproject.toml", "README.md", "CHANGELOG.md"):
        (copy.folder / name).write_bytes((ROOT / name).read_bytes())
    for name, text in FILES.items():
        (copy.folder / name).write_text(text, "utf-8")
    asked, answer = SEEN[recipe]
    assert answer not in copy.santase(*asked, exit_code=None)
    scripts, tests = [], []
    for kind, name, text in blocks(recipe):
        path = copy.folder / name
        if kind == "diff":
            path.write_text(changed(path.read_text("utf-8"), text.splitlines(keepends=True)), "utf-8")
        elif name:
            assert not path.exists()
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        elif text.startswith("pytest "):
            tests += [shlex.split(line) for line in text.splitlines()]
        elif text.startswith(SCRIPT):
            scripts += [shlex.split(line.removeprefix(SCRIPT)) for line in text.splitlines()]
    for words in scripts:
        copy.run(*words)
    assert tests
    copy.run("-c", TESTING, json.dumps(tests))
    assert answer in copy.santase(*asked, exit_code=None)
