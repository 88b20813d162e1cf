"""Whatever stands in a file, a command ends with an answer.

The lines of samples and vectors are left out, doubled, moved, cut off and spoilt, and commands that read them
are run by rules and in languages that fit or not.
"""

import random
from pathlib import Path
from typing import Final

import pytest

from tests.support.commands import run
from tests.support.corpus import SAMPLES, VECTORS
from tests.support.naming import case
from tests.support.sizes import Size
from tests.support.slips import KINDS

pytestmark = pytest.mark.usefixtures("few_repairs")

ALTERED: Final = Size("ALTERED", 20_000)
RULES: Final = (
    "santase target=40",
    "schnapsen",
    "sixty-six-three",
    "santase-four",
    "snapszer-four",
    "gaigel-two",
)
COMMANDS: Final = (
    *("check", "check --fix", "check --format json", "check --format html", "check --statistics"),
    *("explain", "explain --format json", "explain --deal 1 --at 2.1 --knows A", "score", "fmt", "digest"),
    *("json", "compare", "infer", "audit", "recognise", "verify"),
    *("convert --to vu-tricks", "convert --to results-table", "convert --to json"),
    *("picture --force -o deal.svg", "dispute --deal 1 --claim A:66"),
)
UNJUDGED: Final = (
    '%SGN 1\n[Rules "schnapsen"]\ndeal 3 dealer B trump h\nposition lead A\n= A 1 by agreement\n'
)


def altered(text: str, rng: random.Random) -> str:
    """A text with a line more, less or elsewhere, or with a slip in it."""
    lines = text.splitlines(keepends=True)
    if len(lines) < 2:
        return text
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    line, words = lines[at], lines[at].split()
    match rng.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines.insert(to, line)
        case 2:
            lines[at], lines[to] = lines[to], line
        case 3:
            return "".join(lines[:at]) + line[: rng.randrange(len(line))]
        case 4 if words:
            lines[at] = " ".join(rng.sample(words, len(words))) + "\n"
        case 5 if words:
            words[rng.randrange(len(words))] = rng.choice(lines[to].split() or ["*"])
            lines[at] = " ".join(words) + "\n"
        case _:
            return rng.choice(list(KINDS.values()))(text, rng)
    return "".join(lines)


@pytest.mark.parametrize("seed", range(2))
def test_a_command_ends_with_an_answer(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    small = [path for path in SAMPLES + VECTORS if path.stat().st_size < 8_000]
    for _ in range(ALTERED // 2):
        text = rng.choice(small).read_text("utf-8", "replace")
        for _ in range(rng.choice((1, 1, 2, 3, 6))):
            text = altered(text, rng)
        (tmp_path / "altered.sgn").write_text(text, "utf-8", "replace")
        command, *options = rng.choice(COMMANDS).split()
        given = (
            ["--as", rng.choice(RULES)]
            if command in ("check", "explain", "score") and rng.random() < 0.4
            else []
        )
        if "--to" not in options and command not in ("fmt", "digest", "json"):
            given += ["--lang", rng.choice(("en", "bg", "de", "hu"))]
        with case((command, *options, *given, text)):
            run(command, "altered.sgn", *options, *given, folder=tmp_path)


@pytest.mark.parametrize(
    ("command", "text", "told"),
    [
        ("compare", "%SGT 1\n%SGN\n", "the record cannot be read"),
        ("picture -o deal.svg", UNJUDGED, "The play of this deal could not be judged."),
        ("animate -o deal.png", UNJUDGED, "The play of this deal could not be judged."),
    ],
)
def test_what_cannot_be_shown_is_told(command: str, text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "altered.sgn").write_text(text, "utf-8")
    name, *options = command.split()
    assert told in run(name, "altered.sgn", *options, status=2, folder=tmp_path).output
