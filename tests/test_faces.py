"""The faces of the packages: what they show, and that nobody outside of a package reaches past its face."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
FACES = [
    "notation",
    "referee",
    *sorted(f"notation.{path.parent.name}" for path in ROOT.glob("notation/*/__init__.py")),
]
WIRE = "notation.wire."
"""Its modules are faces themselves, one for each value, so that nobody loads the shapes of all."""
ROOMS = ("grammar", "notation", "referee", "viewer")
OUTSIDE = sorted((ROOT / "viewer").rglob("*.py"))


@pytest.mark.parametrize("name", FACES)
def test_a_face_says_what_is_in_the_room_and_shows_what_it_says(name: str) -> None:
    face: ModuleType = import_module(name)
    assert face.__doc__
    assert face.__all__, "what is shown is listed"
    assert len(face.__all__) == len(set(face.__all__))
    assert not [shown for shown in face.__all__ if not hasattr(face, shown)]


def _imports(path: Path) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or "", [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)


def _reaches_past(module: str, names: list[str]) -> bool:
    """Whether an import names an inner module, or what its face does not show; one module alone is a face."""
    root, *rooms = module.split(".")
    if root not in ("notation", "referee"):
        return False
    if module.startswith(WIRE):
        return False
    if module not in FACES:
        return root == "referee" or len(rooms) != 1
    return not set(names) <= set(import_module(module).__all__)


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_viewer_imports_faces_alone(path: Path) -> None:
    assert not [module for module, names in _imports(path) if _reaches_past(module, names)]


def test_an_import_past_a_face_is_noticed() -> None:
    assert _reaches_past("notation.judge.match", ["judge"])
    assert _reaches_past("referee.cards", ["Card"])
    assert _reaches_past("notation.judge", ["Play"])
    assert not _reaches_past("notation.judge", ["judge"])
    assert not _reaches_past("notation.limits", ["limited"])


def test_no_class_name_stands_for_two_things() -> None:
    """Nor one of a module's own for another's; `Meta` is marshmallow's own word, inside of a schema."""
    places: dict[str, list[str]] = {}
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name != "Meta":
                places.setdefault(node.name.lstrip("_"), []).append(str(path.relative_to(ROOT)))
    assert not {name: found for name, found in places.items() if len(found) > 1}
