"""Whether the packages of the program are its own, and not others of the same names. Imports none of them."""

import os.path
from importlib.util import find_spec
from typing import Final

PACKAGES: Final = ("grammar", "notation", "referee", "viewer")
FOLDER: Final = os.path.dirname(os.path.dirname(__file__))
REMEDY: Final = "install santase with pipx, or in an environment of its own"


def hidden() -> str:
    """Return a sentence about a package or module that is found in the place of one of ours, or ''."""
    for name in PACKAGES:
        spec = find_spec(name)
        places = [*(spec.submodule_search_locations or ()), spec.origin or ""] if spec else []
        if places and os.path.join(FOLDER, name) not in places:
            return f"{places[0]} hides the package {name} of santase: {REMEDY}"
    return ""


def damaged() -> str:
    """Return a sentence about one of our packages with files that another one overwrote or removed, or ''."""
    from importlib.metadata import packages_distributions

    found = packages_distributions()
    for name in PACKAGES:
        others = set(found.get(name, ())) - {"santase"}
        if others:
            return f"{min(others)} has overwritten files of the package {name} of santase: {REMEDY}"
        if not os.path.isfile(os.path.join(FOLDER, name, "__init__.py")):
            return f"the package {name} of santase has lost files: {REMEDY}"
    return ""
