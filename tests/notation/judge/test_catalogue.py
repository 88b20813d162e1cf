"""The catalogue: ids kept, every sentence complete, every code with an example, a near miss and a citation.

Each code has a file with its example in `notation/findings/codes`; more vectors lie beside the tests.
"""

import re
import string
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from notation import CATALOGUE
from notation.findings.code_files import FOLDER, code_file, retired
from referee import CATALOGUE as RULES
from referee.codes import Code
from referee.points import POINTS
from tests.notation.record.test_facts import misnamed
from tests.support.corpus import ROOT
from tests.support.naming import case
from viewer.documents.code_reference import found_in

pytestmark = pytest.mark.usefixtures("few_repairs")

VECTORS: Final = ROOT / "tests/vectors"
KINDS: Final = ("sgn", "json", "log")
INVALID: Final = sorted(path for path in (VECTORS / "invalid").iterdir() if path.suffix[1:] in KINDS)
VALID: Final = sorted((VECTORS / "valid").iterdir())
SPECIFICATION: Final = (ROOT / "grammar/SPECIFICATION.md").read_text("utf-8")


def findings(kind: str, data: bytes) -> list[str]:
    """What is found in some bytes, a line each; what would make it right says nothing of a code."""
    lines = []
    for game, finding in found_in(kind, data):
        assert not misnamed(finding), finding
        place = game.place(finding.span)
        severity = finding.code.severity.value
        message = replace(finding, is_explained=False).message
        lines.append(f"{place.line}:{place.column} {severity} {finding.code.id}: {message}")
    return lines


def codes(lines: list[str]) -> list[str]:
    return [line.split(" ")[2].rstrip(":") for line in lines]


# One file for each code.


def missing(code: Code) -> Iterator[str]:
    """What a code lacks, a sentence each."""
    path = f"notation/findings/codes/{code.id}.md"
    if not (ROOT / path).exists():
        yield f"{code.id} has an entry in its catalogue, but no file {path}"
        return
    try:
        file = code_file(code.id)
    except ValueError as error:
        yield str(error)
        return
    if code.point:
        if code.point not in POINTS:
            yield f"{code.id} rests on {code.point}, which referee.points.POINTS does not have"
        if file.section:
            yield f"{path} names a section of the specification, but {code.id} rests on {code.point}"
    elif f"\n## {file.section}\n" not in SPECIFICATION:
        yield f"{path} names no section of the specification that {code.id} rests on"
    if (file.example is None) == (file.remark is None):
        yield f"{path} has to show an example, or else to say why there is none"
    if file.example is None:
        return
    found = findings(file.example.kind, file.example.wrong)
    if code.id not in codes(found):
        yield f"the wrong record of {path} does not get {code.id}"
    if list(file.example.found) != found:
        yield f"{path} states other findings than its wrong record gets:\n" + "\n".join(found)
    right = findings(file.example.kind, file.example.right)
    if code.id in codes(right) or any(" error " in line for line in right):
        yield f"the right record of {path} gets {', '.join(codes(right))}"


@pytest.mark.slow
def test_no_code_lacks_anything() -> None:
    assert not [lack for code in CATALOGUE.values() for lack in missing(code)]


def test_what_a_code_lacks_is_said_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = CATALOGUE["R203"]
    good = (FOLDER / "R203.md").read_text("utf-8")
    assert list(missing(Code("R999", code.severity, "x", code.point))) == [
        "R999 has an entry in its catalogue, but no file notation/findings/codes/R999.md"
    ]
    monkeypatch.setattr("notation.findings.code_files.FOLDER", tmp_path)
    for text, said in {
        "# R204\n": "R203.md does not have the form that its README describes",
        "# R203\n": "has to show an example, or else to say why there is none",
        good.replace("9:4", "9:5"): "states other findings than its wrong record gets",
        good.replace("2. As Ts", "2. Ah Ts", 1): "does not get R203",
        good.replace("2. Ah Ts", "2. As Ts"): "the right record of notation/findings/codes/R203.md gets R203",
        good.replace("# R203\n", "# R203\n\nSpecification: Cards\n"): "names a section of the specification",
    }.items():
        (tmp_path / "R203.md").write_text(text, "utf-8")
        code_file.cache_clear()
        assert said in "\n".join(missing(code)), text
    code_file.cache_clear()


def test_every_file_is_of_a_code_or_says_why_it_is_no_longer_given() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {
        "README.md",
        *(f"{name}.md" for name in (*CATALOGUE, *retired())),
    }
    for name in retired():
        file = code_file(name)
        assert file.remark, f"{name}.md is of no code, and does not say why it is no longer reported"
        assert not file.section
        assert file.example is None


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


def test_every_code_is_complete() -> None:
    for code in CATALOGUE.values():
        with case(code.id):
            assert code.sentence
            list(string.Formatter().parse(code.sentence))
            is_of_play = code.id in RULES and not code.id.startswith("T")
            assert bool(code.point) == is_of_play
            assert code.id[0] in "SXRCNFTE"


# Vectors.


@pytest.mark.slow
def test_a_vector_shows_its_findings() -> None:
    for path in INVALID:
        with case(path.name):
            expected = path.with_suffix(".txt").read_text("utf-8").splitlines()
            assert findings(path.suffix[1:], path.read_bytes()) == expected
            assert path.name[:4] in codes(expected)


@pytest.mark.slow
def test_a_near_miss_does_not() -> None:
    for path in VALID:
        with case(path.name):
            found = findings(path.suffix[1:], path.read_bytes())
            assert not [line for line in found if " error " in line]
            assert path.name[:4] not in codes(found)


def test_every_vector_is_of_a_code_and_has_its_findings() -> None:
    assert {path.name[:4] for path in (*INVALID, *VALID)} <= {*CATALOGUE, *retired()}
    written = {path.name for path in (VECTORS / "invalid").glob("*.txt")}
    assert written == {f"{path.stem}.txt" for path in INVALID}


# What a code rests on.


def test_an_example_of_the_specification_stands_in_the_section_that_its_code_rests_on() -> None:
    """What was mapped by reading, compared with where the specification itself shows the code, there too."""
    shown: dict[str, set[str]] = {}
    for part in SPECIFICATION.split("\n## ")[1:]:
        heading = part.partition("\n")[0]
        for name in re.findall("^```sgn ([A-Z][0-9]{3})$", part, re.MULTILINE):
            if not CATALOGUE[name].point:
                shown.setdefault(name, set()).add(heading)
    for name, headings in shown.items():
        assert code_file(name).section in headings, name
    assert len(shown) >= 10
