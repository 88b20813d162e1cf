"""The public names of packages: type checkers know the late ones."""

import ast
import re
from importlib import import_module
from typing import Final

import pytest

from tests.support.commands import python
from tests.support.corpus import ROOT

FACES: Final = sorted(
    str(path.parent.relative_to(ROOT)).replace("/", ".")
    for room in ("grammar", "notation", "referee", "santase", "viewer")
    for path in (ROOT / room).rglob("__init__.py")
    if re.search(r"lazy\(|def __getattr__", path.read_text("utf-8"))
)


def told(face: str) -> dict[str, str]:
    """Return the names that a package imports for type checkers only, each with its module."""
    tree = ast.parse((ROOT / face.replace(".", "/") / "__init__.py").read_text("utf-8"))
    [checked] = [node for node in tree.body if isinstance(node, ast.If)]
    assert isinstance(checked.test, ast.Name)
    assert checked.test.id == "TYPE_CHECKING"
    return {
        alias.name: str(node.module)
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def test_the_faces_are_found() -> None:
    assert {"notation", "notation.judge", "notation.text", "santase"} <= set(FACES)


@pytest.mark.parametrize("face", FACES)
def test_a_face_gives_what_type_checkers_are_told(face: str) -> None:
    package = import_module(face)
    names = told(face)
    assert set(names) <= set(package.__all__) | set(vars(package))
    assert set(package.__all__) <= set(dir(package))
    for name, module in names.items():
        assert getattr(package, name) is getattr(import_module(module), name), name
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        package.nothing  # noqa: B018


@pytest.mark.parametrize("face", FACES)
def test_no_late_name_is_that_of_a_module(face: str) -> None:
    """Which would stand in its place as soon as it is imported."""
    folder = ROOT / face.replace(".", "/")
    assert not set(told(face)) & {path.stem for path in folder.iterdir()}


@pytest.mark.parametrize("face", FACES)
def test_a_face_by_itself_loads_no_more_than_a_few_modules(face: str) -> None:
    """None of those that it gives names of late."""
    done = python("-c", f"import sys, {face}\nprint(*sys.modules)")
    loaded = set(done.stdout.split())
    own = ast.parse((ROOT / face.replace(".", "/") / "__init__.py").read_text("utf-8")).body
    at_once = {node.module for node in own if isinstance(node, ast.ImportFrom)}
    late = set(told(face).values()) - at_once
    if face == "notation.text":  # what cuts files into blocks stands on it
        late -= {"notation.text.source"}
    if face == "notation.findings":
        late -= {"notation.findings.catalogue"}
    assert late
    assert not loaded & late
