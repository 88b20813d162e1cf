"""The conformance suite: the required output for the vectors, samples and examples.

`.venv/bin/python tests/scripts/conformance.py` renews `viewer/cli/conformance/suite.jsonl`; review the
changes. `tests/vectors/README.md` documents its lines, and is included.
"""

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from notation import CATALOGUE, digest, read, write
from notation.findings import code_file
from notation.judge import Judgement, judge
from notation.text import Game
from notation.wire import dump, load
from notation.wire.judgement import dump_judgement
from tests.support.contract_cases import CASES
from tests.support.random_contracts import record_of
from viewer.cli.conformance.suite import FORM, SUITE
from viewer.documents.code_reference import found_in

ROOT: Final = Path(__file__).parents[2]
CONTRACT: Final = ROOT / "tests/vectors/README.md"
KINDS: Final = ("sgn", "json")
SEPARATORS: Final = (",", ":")
OF_DEAL: Final = ("number", "winner", "game_points", "reason", "paid", "card_points", "score")
"""The compared members of a judged deal."""
_EXAMPLE: Final = re.compile(r"^```(sgn|json)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class ConformanceInput(NamedTuple):
    """The input for an implementation: the name of the case, its kind, its bytes."""

    name: str
    kind: str
    data: bytes


def cases() -> Iterator[ConformanceInput]:
    """All cases: vectors, contracts, examples of the codes, the specification and the core, samples."""
    for folder in ("valid", "invalid", "rulings", "disputes"):
        for path in sorted((ROOT / "tests/vectors" / folder).iterdir()):
            if path.suffix[1:] in KINDS and (folder in ("valid", "invalid") or path.suffix == ".sgn"):
                yield ConformanceInput(f"{folder}/{path.name}", path.suffix[1:], path.read_bytes())
    for each in CASES:
        if not each.options:
            name = re.sub("[^a-z0-9]+", "-", f"{each.game} {each.name}".casefold())
            yield ConformanceInput(f"contracts/{name}.sgn", "sgn", record_of(each).encode())
    for code in CATALOGUE:
        example = code_file(code).example
        if example and example.kind in KINDS:
            yield ConformanceInput(f"codes/{code}-wrong.{example.kind}", example.kind, example.wrong)
            yield ConformanceInput(f"codes/{code}-right.{example.kind}", example.kind, example.right)
    for page, name in (("SPECIFICATION", ""), ("CORE", "core-")):
        text = (ROOT / f"grammar/{page}.md").read_text("utf-8")
        for number, (kind, example) in enumerate(_EXAMPLE.findall(text), start=1):
            yield ConformanceInput(f"specification/{name}{number:02}.{kind}", kind, example.encode())
    for path in sorted((ROOT / "samples").rglob("*.sgn")):
        yield ConformanceInput(
            f"samples/{path.relative_to(ROOT / 'samples').as_posix()}", "sgn", path.read_bytes()
        )


def expected(case: ConformanceInput) -> dict[str, Any]:
    """The line of a case: its input, and the output of the program."""
    games = read(case.data) if case.kind == "sgn" else load(case.data)
    places = [(game.place(finding.span), finding) for game, finding in found_in(case.kind, case.data)]
    return {
        "case": case.name,
        "kind": case.kind,
        **_input(case.data),
        "games": [_game(case.kind, game) for game in games],
        "findings": sorted([finding.code.id, place.line, place.column] for place, finding in places),
    }


def _input(data: bytes) -> dict[str, str]:
    """Bytes as text if possible, otherwise in base64."""
    try:
        return {"text": data.decode("utf-8")}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def _game(kind: str, game: Game) -> dict[str, Any]:
    record, judgement = game.record, judge(game)
    judged = dump_judgement("", judgement)
    return {
        "number": game.number,
        **({"line": game.line} if kind == "sgn" else {}),
        "record": record and dump(record),
        "canonical": record and write(record),
        "digest": record and digest(record),
        "rules": judged["rules"],
        "deals": [{name: deal[name] for name in OF_DEAL if name in deal} for deal in judged["deals"]],
        **_match(judgement, judged),
    }


def _match(judgement: Judgement, judged: dict[str, Any]) -> dict[str, Any]:
    match = judged["match"] or {"score": None, "winner": None}
    return {name: match[name] for name in ("score", "winner")}


def suite() -> str:
    """The whole suite: a header, then a line for each case."""
    found = list(map(expected, cases()))
    head = {**FORM, "cases": len(found), "contract": CONTRACT.read_text("utf-8")}
    return "".join(
        f"{json.dumps(line, ensure_ascii=False, separators=SEPARATORS)}\n" for line in (head, *found)
    )


def main() -> None:
    """Renew the suite."""
    text = suite()
    SUITE.write_text(text, "utf-8", newline="\n")
    print(f"{text.count(chr(10)) - 1} cases, {len(text.encode()) >> 10} KiB")


if __name__ == "__main__":
    main()
