"""The saved disputes: for each kind a record, claims about it in four languages, and the answers.

`.venv/bin/python tests/scripts/disputed.py` renews the answers, and prints the names of those that have
changed.
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
UNCOMPARED: Final = ("text", "words", "line", "column", "end_line", "end_column")
"""The members for the place and wording of a claim."""


def read_kept(path: Path) -> dict[str, Any]:
    """Read the saved dispute of a kind."""
    kept: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return kept


def answers(path: Path, spoken: str) -> list[dict[str, Any]]:
    """The answers, in English, to the claims in a language."""
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
    """Renew all answers."""
    for path in KEPT:
        kept = read_kept(path)
        told = answers(path, "en")
        if kept.get("answers") != told:
            kept["answers"] = told
            path.write_text(f"{json.dumps(kept, indent=1, ensure_ascii=False)}\n", "utf-8")
            print(path.stem)


if __name__ == "__main__":
    main()
