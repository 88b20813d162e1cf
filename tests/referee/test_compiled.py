"""That the tests run on the compiled wheel, where they are said to (`.ci/compiled`), on every part of it."""

import os
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from tests.support.commands import run
from tests.support.corpus import ROOT

FOLDER: Final = os.environ.get("SANTASE_COMPILED", "")
HOOK: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"][
    "targets"
]["wheel"]["hooks"]["mypyc"]


def modules(patterns: list[str]) -> set[str]:
    """The modules of this tree that patterns of the build name."""
    files = {file for pattern in patterns for file in ROOT.glob(pattern.lstrip("/"))}
    return {".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files}


MADE: Final = {"notation.judge.specialised"}
"""What is made of others when they are compiled, and is in no tree."""
COMPILED: Final = sorted((modules(HOOK["include"]) - modules(HOOK["exclude"])) | MADE)


def test_nothing_is_compiled_unless_it_is_asked_for() -> None:
    assert HOOK["enable-by-default"] is False
    assert {"referee.deal", "referee.legality", "referee.settlement", "referee.state"} < set(COMPILED)


@pytest.mark.skipif(not FOLDER, reason="the wheel is compiled by .ci/compiled")
@pytest.mark.parametrize("name", COMPILED)
def test_the_tests_run_on_what_was_compiled(name: str) -> None:
    file = Path(str(import_module(name).__file__))
    assert file.is_relative_to(FOLDER)
    assert file.suffix in (".so", ".pyd")


@pytest.mark.skipif(not FOLDER, reason="the wheel is compiled by .ci/compiled")
def test_the_command_says_which_core_runs() -> None:
    assert run("--version").output.endswith("(compiled core)\n")


@pytest.mark.skipif(bool(FOLDER), reason="what is compiled is tried")
def test_a_tree_has_nothing_compiled_that_would_hide_its_source() -> None:
    assert not [*ROOT.glob("referee/*.so"), *ROOT.glob("notation/**/*.so"), *ROOT.glob("*.so")]
    assert not [name for name in MADE if (ROOT / name.replace(".", "/")).with_suffix(".py").exists()]
