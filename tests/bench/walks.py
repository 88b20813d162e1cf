"""How much of the program a reader has to follow: the modules and functions that a task goes through.

A module is followed where one of its functions that the task enters calls on into another module: any call
that Python makes counts, that of a property, a constructor or a callback too, and one that passes through a
library. A module from which no call leads on is looked up: whoever meets it reads a name and a docstring and
goes on. Templates are counted apart.

`python tests/bench/walks.py` prints a table; `--list TASK` names the modules of one task, in the order in
which they are entered. Exits 1 where a reader has to follow a task through more modules than it may take.
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
"""Through how many modules a reader may have to follow a task."""
FOLLOWED: Final = "followed"
LOOKED_UP: Final = "looked up"
TEMPLATE: Final = "template"


class Walk:
    """The modules and functions that were entered, each once and in their order, and the number of calls."""

    def __init__(self) -> None:
        self.functions: dict[tuple[str, str], None] = {}
        self.calls = 0
        self._leading_on: set[str] = set()

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """What :func:`sys.setprofile` calls."""
        module = module_of(frame)
        if event != "call" or module is None:
            return
        self.calls += 1
        self.functions[module, frame.f_code.co_qualname] = None
        caller = frame.f_back
        while caller and module_of(caller) is None:  # in a library
            caller = caller.f_back
        calling = module_of(caller) if caller else None
        if calling and calling != module:
            self._leading_on.add(calling)

    @property
    def modules(self) -> dict[str, str]:
        """The modules, in the order in which they were first entered, each with what a reader does there."""
        return {module: self._kind(module) for module, _ in self.functions}

    def _kind(self, module: str) -> str:
        if not module.endswith(".py"):
            return TEMPLATE
        return FOLLOWED if module in self._leading_on else LOOKED_UP

    def number(self, kind: str) -> int:
        """How many modules are of a kind."""
        return list(self.modules.values()).count(kind)


def module_of(frame: FrameType) -> str | None:
    """The module of the program that a frame runs a function of, if it does."""
    code = frame.f_code
    if code.co_name == "<module>" or not code.co_filename.startswith(ROOMS):
        return None
    return code.co_filename.removeprefix(f"{ROOT}/")


def walk_of(task: Callable[[], object]) -> Walk:
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
    from viewer.web import Config, create_app, kept

    app = create_app(Config(f"sqlite:///{folder / 'archive.db'}"))
    with app.extensions["archive"] as archive:
        [added] = archive.add(SAMPLE.read_bytes())
    client = app.test_client()

    def run() -> None:
        for held in (kept._judged, kept._replay):  # as if nobody had asked before
            held.cache_clear()
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
        walks = {name: walk_of(task) for name, task in tasks.items()}
    if sys.argv[1:2] == ["--list"]:
        for module, kind in walks[" ".join(sys.argv[2:])].modules.items():
            print(f"{kind:10} {module}")
        return 0
    heads = (FOLLOWED, "at most", LOOKED_UP, "templates", "functions", "calls")
    print(f"{'task':12}", *(f"{head:>10}" for head in heads))
    for name, walk in walks.items():
        modules = (walk.number(FOLLOWED), MOST[name], walk.number(LOOKED_UP), walk.number(TEMPLATE))
        print(f"{name:12}", *(f"{number:10}" for number in (*modules, len(walk.functions), walk.calls)))
    return int(any(walk.number(FOLLOWED) > MOST[name] for name, walk in walks.items()))


if __name__ == "__main__":
    sys.exit(main())
