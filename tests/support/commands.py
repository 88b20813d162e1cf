"""The command as it is typed: here, or as a process."""

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from subprocess import CompletedProcess
from typing import Final

from click.testing import CliRunner, Result

from tests.support.corpus import ROOT
from viewer.cli import main

COMMAND: Final = (sys.executable, "-c", "from viewer.cli import main; main(prog_name='santase')")
"""How a process of the program is started."""


def shell(script: str, folder: Path, *, stops: bool = True, **more: str) -> CompletedProcess[str]:
    """What becomes of commands as they are typed in a folder; where it stops, up to the first that fails."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-euo" if stops else "-uo", "pipefail", "-c", script],
        cwd=folder,
        env=os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)} | more,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def python(
    *words: object,
    stdin: str = "",
    folder: Path = ROOT,
    path: Path | str = ROOT,
    status: int | None = 0,
    **more: str,
) -> CompletedProcess[str]:
    """What becomes of Python with these words in a folder, with modules from a path and this exit status."""
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(path)} | more,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert status in (None, done.returncode), done.stdout + done.stderr
    return done


def run(
    *words: object,
    stdin: str | bytes = "",
    env: Mapping[str, str | None] | None = None,
    status: int | None = None,
    folder: Path = Path(),
) -> Result:
    """The result of a command in a folder, which has ended in order, and with this exit status."""
    with chdir(folder):
        given = [str(word) for word in words]
        result = CliRunner(env=env).invoke(main, given, input=stdin, catch_exceptions=False)
    assert status in (None, result.exit_code), result.output
    return result
