"""The frozen rulings of small records, each named by what it shows.

`.venv/bin/python tests/scripts/frozen.py` renews those that have changed, and prints the checksum for
CHANGELOG.md.
"""

import hashlib
import json
from pathlib import Path
from typing import Any, Final

from notation import read_file
from notation.judge import judge
from notation.rulings.ledger import account
from notation.wire.ruling import dump_ruling
from viewer.documents.languages import language

FOLDER: Final = Path(__file__).parents[1] / "vectors" / "rulings"
RECORDS: Final = sorted(FOLDER.glob("*.sgn"))
UNFROZEN: Final = (
    *("game", "record", "line", "language", "ruling_digest"),
    *("answer", "players", "dealt", "source", "points", "alternatives", "disputes", "elsewhere"),
    *("certain", "depends", "match"),
)
"""The parts of a ruling that are not frozen: words, and what follows from the record and the rest."""


def rulings(path: Path) -> list[dict[str, Any]]:
    """The rulings of the deals of a record, as far as they are compared."""
    found = []
    for game in read_file(path):
        judgement = judge(game)
        for number in range(1, len(judgement.deals) + 1):
            ruling = dump_ruling(account(judgement, number), language("en"))
            found.append(
                {name: part for name, part in ruling.items() if name not in UNFROZEN}
                | {
                    "claims": _each(ruling["claims"], "trick", "seat", "points", "right"),
                    "steps": _each(ruling["steps"], "step", "point", "facts"),
                    "findings": _each(ruling["findings"], "code", "trick", "seat"),
                }
            )
    return found


def _each(parts: list[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    return [{name: part[name] for name in names} for part in parts]


def kept(path: Path) -> Path:
    """The file with the rulings of a record."""
    return path.with_suffix(".jsonl")


def read_kept(path: Path) -> list[dict[str, Any]]:
    """The frozen rulings of a record."""
    return [json.loads(line) for line in kept(path).read_text("utf-8").splitlines()]


def ruled(ruling: dict[str, Any]) -> dict[str, Any]:
    """A ruling without the version of the program."""
    return {name: part for name, part in ruling.items() if name != "santase"}


def total() -> str:
    """The SHA-256 of all frozen rulings, concatenated in the order of their names."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(FOLDER.glob("*.jsonl")))).hexdigest()


def main() -> None:
    """Renew what has changed, and print the checksum."""
    for path in RECORDS:
        now = rulings(path)
        if not kept(path).exists() or list(map(ruled, read_kept(path))) != list(map(ruled, now)):
            kept(path).write_text("".join(f"{json.dumps(ruling)}\n" for ruling in now), "utf-8")
            print(f"frozen: {path.stem}")
    print(total())


if __name__ == "__main__":
    main()
