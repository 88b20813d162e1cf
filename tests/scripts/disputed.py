"""Disputes as they are kept: for each kind a record, what is claimed of it in four languages, and the answer.

`.venv/bin/python tests/scripts/disputed.py` answers anew what is claimed, and prints the names of those whose
answers have changed.
"""

import json
from pathlib import Path
from typing import Any, Final

from notation import read_file
from notation.judge import judge
from notation.rulings import answer_claims
from notation.wire.dispute import dump_disputes
from viewer.documents.languages import language

FOLDER: Final = Path(__file__).parents[1] / "vectors" / "disputes"
KEPT: Final = sorted(FOLDER.glob("*.json"))
UNCOMPARED: Final = ("text", "line", "column", "end_line", "end_column")
"""Where and in which words a claim is made."""


def read_kept(path: Path) -> dict[str, Any]:
    """What is kept of a kind of dispute."""
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return kept


def answers(path: Path, spoken: str) -> list[dict[str, Any]]:
    """The answers, in English, to what is claimed in a language."""
    kept = read_kept(path)
    [game] = read_file(path.with_suffix(".sgn"))
    rules = judge(game).rules
    assert rules is not None
    claims = [claim[spoken] for claim in kept["claims"]]
    where = (game, kept["deal"], rules)
    told = dump_disputes(answer_claims(*where, claims), *where, language("en"), path.stem)
    return [
        {name: part for name, part in dispute.items() if name not in UNCOMPARED}
        for dispute in json.loads(json.dumps(told["disputes"]))
    ]


def main() -> None:
    """Answer all anew."""
    for path in KEPT:
        kept = read_kept(path)
        told = answers(path, "en")
        if kept.get("answers") != told:
            kept["answers"] = told
            path.write_text(f"{json.dumps(kept, indent=1, ensure_ascii=False)}\n", "utf-8")
            print(path.stem)


if __name__ == "__main__":
    main()
