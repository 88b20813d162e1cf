"""Prints the lines of Python by room, and the modules with more than 500: `python tests/bench/size.py`."""

import sys
from collections import Counter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PRODUCT: Final = ("grammar", "notation", "referee", "viewer")
LONG: Final = 500
"""Lines from which a module is named."""


def lines_of(*folders: str) -> dict[str, int]:
    """The modules in some folders, each with its number of lines."""
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8").count("\n")
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "node_modules" not in path.parts
    }


def room(module: str) -> str:
    """The folder of a module, at most two levels deep: that of `tests/viewer/web` is `tests/viewer`."""
    return "/".join(module.split("/")[:-1][:2])


def main() -> int:
    """Print both tables."""
    for folders in (PRODUCT, ("tests",)):
        modules = lines_of(*folders)
        rooms: Counter[str] = Counter()
        for module, lines in modules.items():
            rooms[room(module)] += lines
        for name, lines in sorted(rooms.items()):
            print(f"{lines:9,} {name}")
        print(f"{sum(rooms.values()):9,} in {len(modules)} modules of {', '.join(folders)}\n")
    for module, lines in sorted(lines_of(*PRODUCT, "tests").items(), key=lambda item: -item[1]):
        if lines > LONG:
            print(f"{lines:9,} {module}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
