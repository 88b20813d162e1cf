"""How much of the program a reader has to follow: the modules and functions that a task goes through.

`python tests/bench/walks.py` prints a table; `--list TASK` names the modules of one task, in the order in
which they are entered. Exits 1 where a task takes more modules than it may.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Final

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from click.testing import CliRunner

ROOMS: Final = tuple(str(ROOT / room) + "/" for room in ("grammar", "notation", "referee", "viewer"))
SAMPLE: Final = ROOT / "samples" / "closed-and-won.sgn"
MOST: Final = {"check": 15, "dispute": 20, "replay page": 25}
"""How many modules a task may go through."""


class Walk:
    """The modules and functions that were entered, each once and in their order, and the number of calls."""

    def __init__(self) -> None:
        self.functions: dict[tuple[str, str], None] = {}
        self.calls = 0

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """What :func:`sys.setprofile` calls."""
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(ROOMS) and code.co_name != "<module>":
            self.calls += 1
            self.functions[code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname] = None

    @property
    def modules(self) -> list[str]:
        """The modules, in the order in which they were first entered."""
        return list(dict.fromkeys(module for module, _ in self.functions))


def followed(task: Callable[[], object]) -> Walk:
    """The walk of a task, which is done once before, so that only what it does every time is seen."""
    task()
    walk = Walk()
    sys.setprofile(walk)
    try:
        task()
    finally:
        sys.setprofile(None)
    return walk


def command(*words: str) -> Callable[[], object]:
    """A command of the command line, as a task."""
    from viewer.cli import main

    def run() -> None:
        result = CliRunner().invoke(main, words)
        assert result.exit_code in (0, 1), result.output

    return run


def replay_page(folder: Path) -> Callable[[], object]:
    """The page of a record in the browser, as a task."""
    from viewer.web import Config, create_app

    app = create_app(Config(f"sqlite:///{folder / 'archive.db'}"))
    with app.extensions["archive"] as archive:
        [added] = archive.add(SAMPLE.read_bytes())
    client = app.test_client()

    def run() -> None:
        assert client.get(f"/records/{added.id[:16]}").status_code == 200

    return run


def main() -> int:
    """Print the table, or the modules of one task."""
    with tempfile.TemporaryDirectory() as folder:
        tasks = {
            "check": command("check", str(SAMPLE)),
            "dispute": command("dispute", str(SAMPLE), "--deal", "1", "--claim", "A 3"),
            "replay page": replay_page(Path(folder)),
        }
        walks = {name: followed(task) for name, task in tasks.items()}
    if sys.argv[1:2] == ["--list"]:
        print(*walks[" ".join(sys.argv[2:])].modules, sep="\n")
        return 0
    print(f"{'task':12} {'modules':>8} {'at most':>8} {'functions':>10} {'calls':>8}")
    for name, walk in walks.items():
        print(f"{name:12} {len(walk.modules):8} {MOST[name]:8} {len(walk.functions):10} {walk.calls:8}")
    return int(any(len(walk.modules) > MOST[name] for name, walk in walks.items()))


if __name__ == "__main__":
    sys.exit(main())
