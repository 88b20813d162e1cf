"""Test data: whole games, one small record for each finding, a browser."""

import atexit
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from notation import CATALOGUE
from notation.findings.code_files import code_file

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "samples").rglob("*.sgn"))


def unpacked() -> Path:
    """The examples of the codes as files, for the lifetime of this process."""
    folder = Path(tempfile.mkdtemp(prefix="santase-examples-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for side in ("wrong", "right"):
        (folder / side).mkdir()
    for name in CATALOGUE:
        example = code_file(name).example
        if example:
            (folder / "wrong" / f"{name}.{example.kind}").write_bytes(example.wrong)
            (folder / "right" / f"{name}.{example.kind}").write_bytes(example.right)
    return folder


VECTORS = sorted([*(ROOT / "tests/vectors").rglob("*.sgn"), *unpacked().rglob("*.sgn")])
CHROMIUM = Path(os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium")
"""The browser: the headless build if installed, which takes three fifths of the time."""


def need_node() -> str:
    """Node, which only tests use; skips the test if it is not installed, but fails in CI."""
    found = shutil.which("node")
    if not found:
        if os.environ.get("CI") == "true":
            pytest.fail("node is not installed; `.ci/test` installs it")
        pytest.skip("node is not installed")
    return found


def passed_by_node(script: str, folder: Path, **environment: str) -> int:
    """Return how many tests of a Node script passed; fails if one of them did not."""
    done = subprocess.run(
        [need_node(), "--test", script],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    passed = re.search("pass ([0-9]+)", done.stdout)
    assert done.returncode == 0, done.stdout
    assert passed
    return int(passed[1])


def need_chromium() -> str:
    """The browser; skips the test if it is not installed, but fails in CI."""
    if not CHROMIUM.exists():
        if os.environ.get("CI") == "true":
            pytest.fail("there is no chromium: `.ci/test` installs it")
        pytest.skip("there is no chromium here")
    return str(CHROMIUM)
