"""Distributions of the program as built by installers, and environments to install them into."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Final

import pytest

from tests.support.corpus import ROOT

UNREACHABLE: Final = ("NewConnectionError", "Max retries exceeded", "NameResolutionError")
"""What pip prints without a package index."""


def build(source: Path, target: str, folder: Path) -> Path:
    """Build a distribution of a source without a network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=60)
    [built] = folder.iterdir()
    return built


def build_wheel(folder: Path) -> Path:
    """Build the wheel from the source distribution."""
    with tarfile.open(build(ROOT, "sdist", folder / "sdist")) as packed:
        packed.extractall(folder, filter="data")
    [source] = folder.glob("santase-*")
    return build(source, "wheel", folder / "wheel")


class Installed:
    """An environment with only what was installed into it; its programs run in a separate folder."""

    def __init__(self, folder: Path, *requirements: str) -> None:
        """Skips the test if packages cannot be downloaded, but not in CI."""
        self.folder = folder / "work"
        self.folder.mkdir(parents=True)
        self.programs = folder / "env" / "bin"
        self.environment = {
            name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")
        } | {"LC_ALL": "C", "HOME": str(self.folder)}
        subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True, timeout=120)
        done = self.run("pip", "install", "--quiet", "--retries", "1", *requirements, exit_code=None)
        if any(words in done.stderr for words in UNREACHABLE) and os.environ.get("CI") != "true":
            pytest.skip("no package can be had here")
        assert done.returncode == 0, done.stderr
        self.run("pip", "check")

    def run(
        self, program: str, *words: object, exit_code: int | None = 0, stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run one of its programs."""
        done = subprocess.run(
            self.command(program, *words),
            cwd=self.folder,
            env=self.environment,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert exit_code in (None, done.returncode), f"{words}\n{done.stdout}\n{done.stderr}"
        return done

    def command(self, program: str, *words: object) -> list[str]:
        """The command line of one of its programs."""
        return [str(self.programs / program), *map(str, words)]
