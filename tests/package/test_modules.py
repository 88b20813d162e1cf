"""The modules of the program: a class name has one meaning, and none import each other in a circle.

An import inside a function or for type checkers alone counts too.
"""

import ast
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from typing import Final

import pytest

from tests.support.corpus import ROOT

PACKAGES: Final = ("grammar", "notation", "referee", "santase", "viewer")


@cache
def modules() -> dict[str, ast.Module]:
    """The modules of the program, by name."""
    found = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = ast.parse(path.read_text("utf-8"))
    return found


def imported(tree: ast.Module, known: Collection[str]) -> Iterator[str]:
    """The modules that one imports, anywhere in its text; of a package that gives a module, only that."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else str(node.module)


def circle(imports: dict[str, set[str]]) -> list[str]:
    """A circle of imports, if there is one; each module is imported by the next."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.slow
def test_a_class_name_has_one_meaning() -> None:
    """A reader of the program need not ask which one is meant."""
    classes: dict[str, list[str]] = {}
    for module, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name, []).append(module)
    assert len(classes) > 500
    assert {name: found for name, found in classes.items() if len(found) > 1} == {}


def test_nothing_is_imported_in_a_circle() -> None:
    trees = modules()
    assert len(trees) > 300
    imports = {name: set(imported(tree, trees.keys())) & trees.keys() for name, tree in trees.items()}
    assert circle(imports) == []
