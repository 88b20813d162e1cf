"""`import santase` and the command, where another package has one of the names of the program's own."""

import os
import re
from pathlib import Path

import pytest

import santase
from santase.installation import PACKAGES
from tests.support.commands import python
from tests.support.corpus import ROOT

FIRST_USE = "import santase; santase.read"
LOST = "the package notation of santase has lost files"


def stderr_of(*words: str, path: list[Path], status: int) -> str:
    """What Python prints with these folders on its path, where it ends with a status."""
    return python(*words, folder=path[0], path=os.pathsep.join(map(str, path)), status=status).stderr


def test_a_package_that_hides_one_of_the_program_is_named(tmp_path: Path) -> None:
    for name in PACKAGES:
        path = [tmp_path / name, ROOT]
        package = path[0] / name
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        sentence = (
            f"{package} hides the package {name} of santase: "
            "install santase with pipx, or in an environment of its own"
        )
        assert stderr_of("-m", "santase", "--version", path=path, status=2) == f"santase: {sentence}\n"
    assert stderr_of("-c", FIRST_USE, path=path, status=1).endswith(f"\nImportError: {sentence}\n")
    package.rename(tmp_path / "gone")
    package.with_suffix(".py").touch()
    assert f"{package}.py hides" in stderr_of("-m", "santase", path=path, status=2)


def test_a_distribution_that_overwrites_a_package_is_named(tmp_path: Path) -> None:
    for name in ("grammar", "referee", "santase", "viewer"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "notation").mkdir()
    for path in (ROOT / "notation").iterdir():
        if path.name != "__init__.py":
            (tmp_path / "notation" / path.name).symlink_to(path)
    (tmp_path / "notation/__init__.py").touch()
    record = tmp_path / "music-1.0.dist-info/RECORD"
    record.parent.mkdir()
    record.write_text("notation/__init__.py,,\n")
    record.with_name("METADATA").write_text("Metadata-Version: 2.1\nName: music\nVersion: 1.0\n")
    sentence = (
        "music has overwritten files of the package notation of santase: "
        "install santase with pipx, or in an environment of its own\n"
    )
    check = ["-m", "santase", "check", str(ROOT / "samples/closed-and-won.sgn")]
    assert stderr_of("-c", FIRST_USE, path=[tmp_path], status=1).endswith(f"\nImportError: {sentence}")
    assert stderr_of(*check, path=[tmp_path], status=2) == f"santase: {sentence}"
    record.unlink()  # what is left when that distribution is removed
    (tmp_path / "notation/__init__.py").unlink()
    lost = sentence.replace("music has overwritten files of the package notation of santase", LOST)
    without_a_tree = ["-S", "-c", FIRST_USE]
    assert stderr_of(*without_a_tree, path=[tmp_path], status=1).endswith(f"\nImportError: {lost}")


def test_other_errors_of_imports_stay_as_they_are(tmp_path: Path) -> None:
    code = "import sys, santase; sys.modules['lark'] = sys.modules['notation.text'] = None; santase.read"
    assert "import of notation.text halted" in stderr_of("-c", code, path=[tmp_path, ROOT], status=1)


def test_pictures_and_explanations_are_of_places_in_the_record() -> None:
    [game] = santase.read_file(ROOT / "samples/closed-and-won.sgn")
    judgement = santase.judge(game)
    assert santase.explain(judgement, 2, lang="de") != santase.explain(judgement, 2)
    assert santase.picture(judgement, "2:") != santase.picture(judgement, "2:3.1")
    deal = santase.Deal.dealt_from(santase.SCHNAPSEN, santase.SEATS[0], order=santase.SCHNAPSEN.pack)
    before = santase.picture(deal)
    deal.do(deal.legal()[0][0])
    assert santase.picture(deal) != before
    for place in ("99:", "2:99", "seven"):
        with pytest.raises(ValueError, match=place.removeprefix("2:")):
            santase.picture(judgement, place)
    with pytest.raises(ValueError, match="no deal 99"):
        santase.explain(judgement, 99)


def test_an_everyday_job_takes_ten_lines_of_the_one_name() -> None:
    """The tests of the pages run them."""
    page = (ROOT / "docs/python.md").read_text("utf-8")
    jobs = re.findall(r"^### .+?^```python\n(.+?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(jobs) == 10
    for job in jobs:
        lines = re.findall(r"^(?:>>>|\.\.\.) .+", job, re.MULTILINE)
        assert len(lines) <= 10, job
        assert not [line for line in lines if re.search("import (?!santase|Path|random)", line)], job
