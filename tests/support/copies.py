"""The program copied to a folder, for tests that add something to it."""

import json
import shutil
from pathlib import Path

from tests.support.commands import COMMAND, python
from tests.support.corpus import ROOT


class ProgramCopy:
    """A copy of the program in a folder, to which files can be added."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder = folder
        left_out = shutil.ignore_patterns("vscode")
        for room in ("grammar", "notation", "referee", "santase", "viewer", *(more or ("tests/scripts",))):
            shutil.copytree(ROOT / room, folder / room, ignore=left_out)
        self.catalogue = folder / "viewer/documents/translations/ro.po"

    def run(self, *words: object, exit_code: int | None = 0, **environment: str) -> tuple[str, str]:
        """Run Python on it, and return its output and errors."""
        environment = {"LC_ALL": "C.UTF-8", **environment}
        done = python(*words, folder=self.folder, path=self.folder, status=exit_code, **environment)
        return done.stdout, done.stderr

    def santase(self, *words: object, exit_code: int | None = 0, **environment: str) -> str:
        """Run the command, and return its output."""
        return self.run(*COMMAND[1:], *words, exit_code=exit_code, **environment)[0]

    def states(self) -> dict[str, dict[str, object]]:
        """The state of each language."""
        lines = self.santase("languages", "--format", "json").splitlines()
        return {state["code"]: state for state in map(json.loads, lines)}
