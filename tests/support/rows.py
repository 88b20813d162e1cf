"""Files of cases in `tests`: below each heading a case on each row, its cells apart."""

from pathlib import Path

from tests.support.corpus import ROOT


def rows(path: str | Path) -> dict[str, list[list[str]]]:
    """The rows of a file, by their headings; ⏎ is the end of a line."""
    kinds: dict[str, list[list[str]]] = {}
    for line in (ROOT / "tests" / path).read_text("utf-8").splitlines():
        if line.startswith("## "):
            found = kinds.setdefault(line[3:], [])
        elif kinds and line:
            found.append(line.replace("⏎", "\n").split(" ¦ "))
    return kinds
