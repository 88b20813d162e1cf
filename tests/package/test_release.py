"""What a release says of itself: its metadata, its page on an index, and how it is built and published."""

import fnmatch
import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from typing import Any, Final

import pytest
import yaml  # type: ignore[import-untyped]

from tests.support.corpus import ROOT
from viewer import __version__

PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LINK: Final = re.compile(r"(!?)\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)\)")
WORKFLOW: Final = ROOT / ".github/workflows/release.yml"


@cache
def metadata() -> dict[str, Any]:
    """The metadata of the distributions."""
    command = [sys.executable, "-m", "hatchling", "metadata"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@cache
def workflow() -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(WORKFLOW.read_text("utf-8"))
    return found


def test_the_version_stands_in_one_place() -> None:
    assert "version" in PROJECT["project"]["dynamic"]
    assert metadata()["version"] == __version__
    folder = ROOT / "viewer/editor/vscode"
    for name in ("package.json", "package-lock.json"):
        assert json.loads((folder / name).read_text("utf-8"))["version"] == __version__


def test_every_link_of_the_readme_leads_to_a_file_of_the_release_from_anywhere() -> None:
    repository = metadata()["urls"]["Repository"]
    raw = repository.replace("//github.com/", "//raw.githubusercontent.com/")
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = metadata()["readme"]
    assert shown["content-type"] == "text/markdown"
    written, led = LINK.findall(readme), LINK.findall(shown["text"])
    assert len(written) == len(led) > 20
    for (is_picture, before), (_, after) in zip(written, led, strict=True):
        if re.match("[a-z]+:|#", before):
            assert after == before
        else:
            start = f"{raw}/v{__version__}" if is_picture else f"{repository}/blob/v{__version__}"
            assert after == f"{start}/{before}"
            assert (ROOT / before.partition("#")[0]).is_file()


def test_every_address_is_of_the_one_repository() -> None:
    urls = metadata()["urls"]
    assert {"Changelog", "Documentation", "Issues", "Repository"} <= set(urls)
    for url in urls.values():
        assert url.startswith(urls["Repository"])
        if found := re.search("/(?:tree|blob)/main/(.+)", url):
            assert (ROOT / found[1]).exists()


def test_wheels_are_compiled_for_every_python_that_is_named_and_tested() -> None:
    named = {
        each.rpartition(" ")[2] for each in metadata()["classifiers"] if re.search(r"Python :: 3\.\d+$", each)
    }
    patterns = PROJECT["tool"]["cibuildwheel"]["build"]
    for version in named:
        tag = f"cp{version.replace('.', '')}"
        for platform in ("manylinux_x86_64", "musllinux_aarch64", "macosx_arm64", "win_amd64"):
            assert any(fnmatch.fnmatch(f"{tag}-{platform}", pattern) for pattern in patterns)
    assert len(patterns) == len(named)
    assert f"for version in {' '.join(sorted(named))};" in (ROOT / ".ci/versions").read_text("utf-8")
    assert metadata()["requires-python"] == f">={min(named)}"


def test_every_licence_of_what_is_shipped_is_named() -> None:
    """Typefaces are what others made; the cards are drawn by the program."""
    assert metadata()["license"] == "MIT AND OFL-1.1"
    files = [path for path in (ROOT / "viewer").rglob("*") if "vscode" not in path.parts]
    licences = {ROOT / "LICENSE", *(path for path in files if path.name.startswith("LICENSE"))}
    assert {ROOT / name for name in PROJECT["project"]["license-files"]} == licences
    typefaces = [path for path in files if path.suffix in (".woff", ".woff2", ".ttf", ".otf")]
    assert {path.with_name("LICENSE.txt") for path in typefaces} == licences - {ROOT / "LICENSE"}


def test_only_the_last_job_may_publish_and_only_for_a_tag() -> None:
    jobs = workflow()["jobs"]
    assert workflow()["permissions"] == {"contents": "read"}
    assert [name for name, job in jobs.items() if "permissions" in job] == ["publish"]
    publish = jobs["publish"]
    assert publish["permissions"] == {"id-token": "write"}
    assert (publish["if"], set(publish["needs"])) == ("github.ref_type == 'tag'", set(jobs) - {"publish"})
    assert not [step for step in publish["steps"] if "run" in step]
    assert "secrets" not in WORKFLOW.read_text("utf-8")


def test_the_workflow_builds_as_it_can_be_done_here() -> None:
    steps = [step for job in workflow()["jobs"].values() for step in job["steps"]]
    assert ".ci/release --dry-run" in [step.get("run") for step in steps]
    done = subprocess.run([ROOT / ".ci/release"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--dry-run" in done.stderr


@pytest.mark.nightly
def test_a_release_is_built_checked_and_tried() -> None:
    """Both wheels and the source distribution, each installed where nothing else is."""
    done = subprocess.run([ROOT / ".ci/release", "--dry-run"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for core, times in (("compiled", 1), ("plain", 2)):
        assert len(re.findall(rf"version {__version__} \({core} core\): ", done.stdout)) == times
    assert len(re.findall(rf"(?m)^[0-9a-f]{{64}}  santase-{__version__}", done.stdout)) == 3
