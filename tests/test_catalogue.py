"""The catalogue: ids frozen, every sentence complete, every code shown by a vector and a near-miss."""

import string
from pathlib import Path

import pytest

from notation import CATALOGUE, judge, read
from notation.jsonform import load
from referee import CATALOGUE as RULES
from referee.clauses import POINTS

VECTORS = Path(__file__).parent / "vectors"
FROZEN = (VECTORS / "CODES.txt").read_text("utf-8").split()
UNREACHED = dict(
    line.split(" ", 1) for line in (VECTORS / "UNREACHED.txt").read_text("utf-8").splitlines() if line
)
INVALID = sorted(path for path in (VECTORS / "invalid").iterdir() if path.suffix in (".sgn", ".json"))
VALID = sorted((VECTORS / "valid").iterdir())


def findings(path: Path) -> list[tuple[str, str, str]]:
    data = path.read_bytes()
    games = load(data) if path.suffix == ".json" else read(data)
    found = []
    for game in games:
        for finding in judge(game).findings:
            span = game.place(finding.span)
            place = f"{span.line}:{span.column}"
            found.append((place, f"{finding.code.severity.value} {finding.code.id}", finding.message))
    return found


def test_no_id_is_dropped_or_used_again() -> None:
    """CODES.txt only grows; a code that the program no longer gives stays in it."""
    assert len(FROZEN) == len(set(FROZEN))
    assert set(CATALOGUE) <= set(FROZEN)


@pytest.mark.parametrize("code", CATALOGUE.values(), ids=lambda code: code.id)
def test_every_code_is_complete(code) -> None:  # type: ignore[no-untyped-def]
    assert code.sentence
    list(string.Formatter().parse(code.sentence))
    assert (code.point in POINTS) if code.id in RULES else not code.point
    assert code.id[0] in "SXRCN"


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_a_vector_shows_its_findings(path: Path) -> None:
    expected = path.with_suffix(".txt").read_text("utf-8").splitlines()
    assert [f"{place} {code}: {message}" for place, code, message in findings(path)] == expected
    assert path.name[:4] in {line.split(" ")[2].rstrip(":") for line in expected}


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_near_miss_does_not(path: Path) -> None:
    found = [code for _, code, _ in findings(path)]
    assert not [code for code in found if code.startswith("error") or code.endswith(path.name[:4])]


def test_every_code_has_a_vector_and_a_near_miss() -> None:
    shown = {path.name[:4] for path in INVALID}
    spared = {path.name[:4] for path in VALID}
    assert shown | set(UNREACHED) >= set(CATALOGUE)
    assert spared >= shown
    assert not shown & set(UNREACHED)
