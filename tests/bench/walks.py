"""Measures how much code a reader has to follow: the modules and functions that a task goes through.

A module is followed if one of its functions that the task enters hands work on to another module: by any call
that Python makes, including callbacks and calls through a library. Any other module is only looked up: a
reader who meets a call of it reads a name and a docstring and continues. A call does not hand work on

* of a function that calls nothing in its turn, such as the suit of a card,
* that reads a member of a value or makes a value, as long as that asks nothing of another module,
* of or in a module that only puts things into words (`WORDING`).

The column `calling` has every module that calls any other, whatever it calls: what a tool sees that does not
distinguish work from look-ups. Templates are counted separately.

`python tests/bench/walks.py` prints a table; `--list TASK` names the modules of one task, in the order in
which they are entered; `--calls TASK` the calls that hand work on from one module to another. Exits 1 if a
reader has to follow a task through more modules than the limit, or if it takes more calls.
"""

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from click.testing import CliRunner

PACKAGES: Final = ("grammar", "notation", "referee", "santase", "viewer")
ROOMS: Final = tuple(f"{ROOT / package}/" for package in PACKAGES)
SAMPLE: Final = ROOT / "samples" / "closed-and-won.sgn"
MOST: Final = {"check": 10, "dispute": 20, "replay page": 25}
"""The limit of modules in which a reader has to follow each task; it rises only if the task does more."""
MOST_CALLS: Final = {"check": 2_500, "dispute": 60_000, "replay page": 75_000}
"""The limit of calls, which keeps anything from being computed twice."""
WORDING: Final = (
    "notation/findings/names.py",
    "notation/record/words.py",
    "notation/rulings/rule_words.py",
    "viewer/documents/languages.py",
)
"""Modules whose functions return a word or sentence for something, and are never followed."""
FOLLOWED: Final = "followed"
LOOKED_UP: Final = "looked up"
TEMPLATE: Final = "template"

_OF_VALUES: Final = ("__getattr__", "__post_init__")
_WITHIN: Final = re.compile(r"(?:\.<locals>\.<(?:genexpr|listcomp|setcomp|dictcomp|lambda)>)+$")
"""The suffix that Python gives to comprehensions, generator expressions and lambdas within a function."""


class Function(NamedTuple):
    """A function of the program, by its module and its name there."""

    module: str
    name: str


class Walk:
    """The functions entered, in order, and their callers."""

    def __init__(self) -> None:
        self.functions: dict[Function, None] = {}
        self.number_of_calls = 0
        self._calls: dict[tuple[Function, Function], None] = {}
        self._members: set[Function] = set()
        self._codes = set(codes_of_members())

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """The callback for :func:`sys.setprofile`."""
        function = function_of(frame)
        if event != "call" or function is None:
            return
        self.number_of_calls += 1
        self.functions[function] = None
        if frame.f_code in self._codes:
            self._members.add(function)
        caller = frame.f_back
        while caller and function_of(caller) is None:  # in a library
            caller = caller.f_back
        calling = function_of(caller) if caller else None
        if calling and calling != function:
            self._calls[calling, function] = None

    @property
    def modules(self) -> dict[str, str]:
        """The modules, in the order of first entry, each with what a reader does there."""
        followed = {calling.module for calling, _ in self.handed_on}
        return {module: kind_of(module, module in followed) for module, _ in self.functions}

    @property
    def handed_on(self) -> list[tuple[Function, Function]]:
        """The calls that hand work on to another module."""
        calls = [(by, to) for by, to in self._calls if by.module not in WORDING]
        going_on: set[Function] = set()
        while more := {by for by, to in calls if self._goes_on(by, to) or to in going_on} - going_on:
            going_on |= more
        return [(by, to) for by, to in calls if by.module != to.module and to in going_on]

    def _goes_on(self, by: Function, to: Function) -> bool:
        """Whether the caller is more than a function that returns a value at once."""
        return to not in self._members and (by not in self._members or by.module != to.module)

    @property
    def calling(self) -> set[str]:
        """The modules that call any other."""
        return {by.module for by, to in self._calls if by.module != to.module}


def kind_of(module: str, is_followed: bool) -> str:
    """Return what a reader does in a module."""
    if not module.endswith(".py"):
        return TEMPLATE
    return FOLLOWED if is_followed else LOOKED_UP


def function_of(frame: FrameType) -> Function | None:
    """Return the function of the program that a frame runs, if any."""
    code = frame.f_code
    if code.co_name == "<module>" or not code.co_filename.startswith(ROOMS):
        return None
    return Function(code.co_filename.removeprefix(f"{ROOT}/"), _WITHIN.sub("", code.co_qualname))


def codes_of_members() -> Iterator[CodeType]:
    """Yield the code that runs when a member of a value is read, or such a value made."""
    for module in [module for name, module in sys.modules.items() if name.split(".")[0] in PACKAGES]:
        for cls in [value for value in vars(module).values() if isinstance(value, type)]:
            for name, value in vars(cls).items():
                function = value.fget if isinstance(value, property) else value
                function = function.func if isinstance(function, cached_property) else function
                if isinstance(function, FunctionType) and (function is not value or name in _OF_VALUES):
                    yield function.__code__


def walk_of(task: Callable[[], object]) -> Walk:
    """Return the walk of a task, run once before so that only what it always does is recorded."""
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
    from viewer.web.record import sharing

    app = create_app(Config(f"sqlite:///{folder / 'archive.db'}"))
    with app.extensions["archive"] as archive:
        [added] = archive.add(SAMPLE.read_bytes())
    client = app.test_client()

    def run() -> None:
        for held in (kept._judged, kept._replay, sharing._shared):  # as if nobody had requested it before
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
    if sys.argv[1:2] == ["--calls"]:
        for by, called in walks[" ".join(sys.argv[2:])].handed_on:
            print(f"{by.module}: {by.name} -> {called.module}: {called.name}")
        return 0
    heads = (FOLLOWED, "at most", LOOKED_UP, "templates", "calling", "functions", "calls")
    print(f"{'task':12}", *(f"{head:>10}" for head in heads))
    too_many = False
    for name, walk in walks.items():
        kinds = list(walk.modules.values())
        followed = kinds.count(FOLLOWED)
        modules = (followed, MOST[name], kinds.count(LOOKED_UP), kinds.count(TEMPLATE))
        calling = sum(module.endswith(".py") for module in walk.calling)
        rest = (calling, len(walk.functions), walk.number_of_calls)
        print(f"{name:12}", *(f"{number:10}" for number in (*modules, *rest)))
        too_many |= followed > MOST[name] or walk.number_of_calls > MOST_CALLS[name]
    return int(too_many)


if __name__ == "__main__":
    sys.exit(main())
