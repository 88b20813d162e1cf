"""What the tests work on: whole games, one small record for each thing that can be found, a browser."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "samples").rglob("*.sgn"))
VECTORS = sorted([*(ROOT / "tests/vectors").rglob("*.sgn"), *(ROOT / "viewer/examples").rglob("*.sgn")])
CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))


def need_chromium() -> str:
    """The browser; skips a test where none is installed, but fails it where CI runs."""
    if not CHROMIUM.exists():
        if os.environ.get("CI") == "true":
            pytest.fail("there is no chromium: `.ci/test` installs it")
        pytest.skip("there is no chromium here")
    return str(CHROMIUM)
