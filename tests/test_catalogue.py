"""The catalogue: ids frozen, every sentence complete, every code with a vector, a near-miss and a citation.

The vectors that people are shown lie in the package, the others beside the tests.
"""

import re
import string
from pathlib import Path

import pytest

from notation import CATALOGUE, read
from notation.findings.catalogue import RETIRED, SECTIONS
from notation.findings.finding import Finding
from notation.formats import FORMATS, convert, recognised
from notation.judge import judge
from notation.wire.record import load
from referee import CATALOGUE as RULES
from referee.points import POINTS
from referee.rulesets import BOOKS
from viewer.documents.code_reference import FOLDER

VECTORS = Path(__file__).parent / "vectors"
FROZEN = (VECTORS / "CODES.txt").read_text("utf-8").split()
UNREACHED = {"F406", "N302", "R252", "S132"}
"""Codes that no file of a bearable size shows; tests/test_codes.py brings them about."""
RECORDS = (".sgn", ".json", ".log")
SHOWN = sorted((FOLDER / "wrong").iterdir())
INVALID = SHOWN + sorted(path for path in (VECTORS / "invalid").iterdir() if path.suffix in RECORDS)
VALID = sorted((FOLDER / "right").iterdir()) + sorted((VECTORS / "valid").iterdir())
SPECIFICATION = (Path(__file__).parents[1] / "grammar" / "SPECIFICATION.md").read_text("utf-8")


def findings(path: Path) -> list[tuple[str, str, str]]:
    data = path.read_bytes()
    if path.suffix == ".log":
        log = recognised(data, list(FORMATS.values()))
        told = (log,) if isinstance(log, Finding) else convert(data, log, FORMATS["sgn"]).findings
        return [
            (
                f"{finding.span.line}:{finding.span.column}",
                f"{finding.code.severity.value} {finding.code.id}",
                finding.message,
            )
            for finding in told
        ]
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
    assert set(FROZEN) == set(CATALOGUE) | set(RETIRED)
    assert not set(CATALOGUE) & set(RETIRED)
    assert all(map(str, RETIRED.values()))


def test_every_entry_is_in_the_catalogue_under_its_own_id() -> None:
    """Two entries with one id would leave the catalogue with one of them."""
    import notation.findings.catalogue
    import referee.codes

    entries = [
        value
        for module in (notation.findings.catalogue, referee.codes)
        for value in vars(module).values()
        if isinstance(value, referee.codes.Code)
    ]
    assert sorted(entry.id for entry in entries) == sorted(CATALOGUE)


@pytest.mark.parametrize("code", CATALOGUE.values(), ids=lambda code: code.id)
def test_every_code_is_complete(code) -> None:  # type: ignore[no-untyped-def]
    assert code.sentence
    list(string.Formatter().parse(code.sentence))
    assert (code.point in POINTS) if code.id in RULES else not code.point
    assert code.id[0] in "SXRCNF"


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_a_vector_shows_its_findings(path: Path) -> None:
    told = VECTORS / "shown" / f"{path.stem}.txt" if path in SHOWN else path.with_suffix(".txt")
    expected = told.read_text("utf-8").splitlines()
    assert [f"{place} {code}: {message}" for place, code, message in findings(path)] == expected
    assert path.name[:4] in {line.split(" ")[2].rstrip(":") for line in expected}


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_near_miss_does_not(path: Path) -> None:
    found = [code for _, code, _ in findings(path)]
    assert not [code for code in found if code.startswith("error") or code.endswith(path.name[:4])]


def test_every_code_has_a_vector_and_a_near_miss() -> None:
    shown = {path.name[:4] for path in INVALID}
    spared = {path.name[:4] for path in VALID}
    assert shown == set(CATALOGUE) - UNREACHED
    assert spared - set(RETIRED) == shown


def test_every_account_of_findings_has_its_vector() -> None:
    told = {path.name for folder in ("shown", "invalid") for path in (VECTORS / folder).glob("*.txt")}
    assert told == {f"{path.stem}.txt" for path in INVALID}
    assert {path.stem for path in (VECTORS / "shown").iterdir()} == {path.stem for path in SHOWN}


@pytest.mark.parametrize("code", CATALOGUE.values(), ids=lambda code: code.id)
def test_every_code_is_cited(code) -> None:  # type: ignore[no-untyped-def]
    """Rules and claims by a clause of every rule set, the others by one section of the specification."""
    sections = [section for section, ids in SECTIONS.items() if code.id in ids]
    if code.point:
        assert not sections
        for book in BOOKS.values():
            clause = book.clauses[code.point]
            assert clause.rule
            assert clause.section or clause.ruled, "where the source is silent it is said what was ruled"
    else:
        assert len(sections) == 1 == SECTIONS[sections[0]].count(code.id)
        assert f"\n## {sections[0]}\n" in SPECIFICATION


def test_only_codes_are_cited() -> None:
    assert set().union(*SECTIONS.values()) <= set(CATALOGUE)


def test_an_example_of_the_specification_stands_in_the_section_that_its_code_rests_on() -> None:
    """What was mapped by reading, compared with where the specification itself shows the code."""
    compared = 0
    for part in SPECIFICATION.split("\n## ")[1:]:
        heading = part.partition("\n")[0]
        for name in re.findall("^```sgn ([A-Z][0-9]{3})$", part, re.MULTILINE):
            if not CATALOGUE[name].point:
                assert name in SECTIONS[heading]
                compared += 1
    assert compared >= 10
