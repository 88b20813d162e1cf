"""Lazy package faces: a module is imported when one of its names is first used, so programs start sooner.

A face imports its names only for type checkers (as ``A as A``, which exports them), and gets its
``__getattr__``, ``__dir__`` and ``__all__`` from here. A name that is also the name of a submodule cannot be
exported in this way: importing the submodule would replace it.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy(package: str, **names: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Make these three of a package, given the names that each module provides."""
    face = sys.modules[package]
    module_of = {name: module for module, given in names.items() for name in given.split()}

    def find(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name, obj=face)
        found = getattr(import_module(f"{package}.{module_of[name]}"), name)
        setattr(face, name, found)  # so that it is looked up only once
        return found

    def listed() -> list[str]:
        return sorted({*vars(face), *module_of})

    return find, listed, list(module_of)
