"""Test data: whole games, one small record for each finding, a browser."""

import atexit
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NoReturn

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


def lacking(what: str) -> NoReturn:
    """Skip a test for what is not on this machine; in CI, where everything is, it fails."""
    missing = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
    missing(f"{what}: `.ci/system` installs it")


def need(program: str) -> str:
    """Where a program lies that only tests use."""
    return shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin") or lacking(program)


def passed_by_node(script: str, folder: Path, **environment: str) -> int:
    """Return how many tests of a Node script passed; fails if one of them did not."""
    done = subprocess.run(
        [need("node"), "--test", script],
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
    return str(CHROMIUM) if CHROMIUM.exists() else lacking("chromium")
