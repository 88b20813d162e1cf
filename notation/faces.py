"""Faces of packages that load a module when one of its names is asked for, so that programs start sooner.

A face lists its names in ``__all__``, imports them for type checkers alone, and has the ``__getattr__`` and
``__dir__`` that are made here. A name that is also that of a module beside it cannot be had in this way:
importing the module would put it in the place of the name.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy(package: str, **names: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of a package, from the names that each of its modules gives it."""
    face = sys.modules[package]
    module_of = {name: module for module, given in names.items() for name in given.split()}

    def find(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name, obj=face)
        found = getattr(import_module(f"{package}.{module_of[name]}"), name)
        setattr(face, name, found)  # which is not asked for again
        return found

    def listed() -> list[str]:
        return sorted({*vars(face), *module_of})

    return find, listed
