"""A class name has one meaning, also in tests, and no modules of the program import each other in a circle.

An import inside a function or for type checkers alone counts too.
"""

import ast
import re
from collections.abc import Collection, Iterator
from graphlib import CycleError, TopologicalSorter
from typing import Final

import pytest

from tests.support.corpus import ROOT

PACKAGES: Final = ("grammar", "notation", "referee", "santase", "viewer")


def modules(*packages: str) -> Iterator[tuple[str, str]]:
    """The name and the text of each module of some packages."""
    for package in packages:
        for path in (ROOT / package).rglob("*.py"):
            if "node_modules" in path.parts:  # of the tests of scripts
                continue
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            yield name.removesuffix(".__init__"), path.read_text("utf-8")


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


def test_a_class_name_has_one_meaning() -> None:
    """A reader of the program or of its tests need not ask which one is meant.

    A leading underscore makes no other name. Marshmallow wants the options of a schema in a class `Meta`.
    """
    classes: dict[str, list[str]] = {}
    for module, text in modules(*PACKAGES, "tests"):
        for name in re.findall(r"^ *class _*(\w+)[(:]", text, re.MULTILINE):
            classes.setdefault(name, []).append(module)
    assert len(classes.pop("Meta")) > 1
    assert len(classes) > 800
    assert {name: found for name, found in classes.items() if len(found) > 1} == {}


@pytest.mark.slow
def test_nothing_is_imported_in_a_circle() -> None:
    trees = {module: ast.parse(text) for module, text in modules(*PACKAGES)}
    assert len(trees) > 300
    imports = {name: set(imported(tree, trees.keys())) & trees.keys() for name, tree in trees.items()}
    assert circle(imports) == []
