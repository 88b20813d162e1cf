"""Mutation testing: which single changes to the code of the rules and of the judge the tests notice.

`mutants.py NUMBER [--seed SEED]` tries a random sample of the mutants with the tests of the rules and of the
judge, `mutants.py NAME ...` those with these names, as in the list of survivors, with the tests of the other
rooms of the notation too. mutmut makes the changes. Each mutant is tried in a copy of this process,
which has collected the tests by then. The tests that reach the changed function run until one fails: first
those that have noticed much, and the cheapest first.
"""

import argparse
import cProfile
import difflib
import os
import pickle
import random
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import accumulate, pairwise
from math import ceil
from pathlib import Path
from types import CodeType
from typing import Any, Final

import libcst
import pytest
from _pytest.runner import runtestprotocol
from mutmut.configuration import config
from mutmut.mutation.file_mutation import create_mutations

ROOT: Final = Path(__file__).resolve().parents[2]
TESTS: Final = ("tests/referee", "tests/notation/judge", "tests/notation/corpus/test_columns.py")
"""Those of the rules and of the judge; the recorder of the judge is compared where its columns are."""
MORE: Final = ("tests/referee", "tests/notation")
"""With which the survivors of those are tried."""
LEFT_OUT: Final = ("tests/notation/judge/test_cluster.py", "tests/referee/test_compiled.py")
"""They run the code in other processes, which the change does not reach."""
SECONDS: Final = 60
"""So long the tests of one mutant of a sample may take."""
SECONDS_OF_MORE: Final = 600
"""So long those of a survivor may."""
MEMORY: Final = 4 << 30


@dataclass(frozen=True)
class Mutant:
    """A single change to a function, or to a method of a class."""

    name: str
    path: Path
    function: str
    before: str
    after: str

    def activate(self) -> None:
        """Replace the code of the function by the changed one."""
        module = import_module(".".join(self.path.relative_to(ROOT).with_suffix("").parts))
        changed = dict(vars(module))
        exec(compile(self.after, self.path, "exec"), changed)
        first, *rest = self.function.split(".")
        old, new = vars(module)[first], changed[first]
        for name in rest:
            old, new = vars(old)[name], vars(new)[name]
        old, new = (getattr(each, "__func__", each) for each in (old, new))
        for part in ("__code__", "__defaults__", "__kwdefaults__"):
            setattr(old, part, getattr(new, part))

    def __str__(self) -> str:
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), n=0, lineterm="")
        return "\n".join([self.name, *list(lines)[2:]])


def mutants_in(path: Path) -> dict[str, Callable[[], Mutant]]:
    """The mutants of the functions of a module, by name; each is made when it is asked for."""
    module, mutations, *_ = create_mutations(str(path), path.read_text("utf-8"))
    functions: dict[Any, str] = {}
    for node in module.body:
        if isinstance(node, libcst.FunctionDef):
            functions[node] = node.name.value
        elif isinstance(node, libcst.ClassDef):
            methods = (each for each in node.body.body if isinstance(each, libcst.FunctionDef))
            functions |= {each: f"{node.name.value}.{each.name.value}" for each in methods}
    numbers: Counter[str] = Counter()
    named: dict[str, Callable[[], Mutant]] = {}
    for mutation in mutations:
        if function := functions.get(mutation.contained_by_top_level_function):
            numbers[function] += 1
            name = f"{path.relative_to(ROOT)}:{function}:{numbers[function]}"

            def make(name: str = name, function: str = function, mutation: Any = mutation) -> Mutant:
                changed: Any = module.deep_replace(mutation.original_node, mutation.mutated_node)
                return Mutant(name, path, function, module.code, changed.code)

            named[name] = make
    return named


def chosen(wanted: list[str], seed: str) -> list[Mutant]:
    """A random sample of a size, or the mutants with these names."""
    paths = [path for folder in config().source_paths for path in sorted((ROOT / folder).rglob("*.py"))]
    paths = list(filter(config().should_mutate, paths))
    if not wanted[0].isdigit():
        paths = sorted({ROOT / name.split(":")[0] for name in wanted})
    named = {name: make for path in paths for name, make in mutants_in(path).items()}
    if wanted[0].isdigit():
        print(len(named), "mutants", flush=True)
        wanted = random.Random(seed).sample(sorted(named), int(wanted[0]))
    return [named[name]() for name in wanted]


def apart(work: Callable[[], Any], seconds: float) -> Any:
    """What a copy of this process answers; nothing if it breaks off, or needs more CPU time or memory."""
    reader, writer = os.pipe()
    if not (child := os.fork()):
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (1, 2):
            os.dup2(null, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(seconds), ceil(seconds)))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            answer = pickle.dumps(work())
            with os.fdopen(writer, "wb") as file:
                file.write(answer)
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        answer = file.read()
    os.waitpid(child, 0)
    return pickle.loads(answer) if answer else None


class Trials:
    """Tries mutants in place of running the tests that pytest has collected."""

    def __init__(self, mutants: list[Mutant], seconds: int) -> None:
        self.mutants = mutants
        self.seconds = seconds

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find out which test reaches what, and try every mutant."""
        taken: dict[int, float] = {}
        reaching: dict[tuple[str, str], list[int]] = {}
        for number, spent, reached in apart(lambda: list(reach(session.items)), 3600):
            taken[number] = spent
            for function in reached:
                reaching.setdefault(function, []).append(number)
        print(f"{len(taken)} of {len(session.items)} tests, {sum(taken.values()):.0f} s", flush=True)
        noticed: Counter[int] = Counter()
        survivors = endless = 0
        for mutant in self.mutants:
            tests = reaching.get((str(mutant.path), mutant.function), [])
            tests.sort(key=lambda test: taken[test] / (1 + 10 * noticed[test]))
            sums = accumulate(taken[test] for test in tests)
            tests = [test for test, spent in zip(tests, sums, strict=True) if spent <= self.seconds]

            def attempt(mutant: Mutant = mutant, tests: list[int] = tests) -> int:
                mutant.activate()
                ran = failures([session.items[test] for test in tests])
                return next((test for test, failed in zip(tests, ran, strict=True) if failed), -1)

            found = apart(attempt, 10 + 5 * sum(taken[test] for test in tests))
            if found is None:
                endless += 1
            elif found >= 0:
                noticed[found] += 1
            else:
                survivors += 1
                print(f"{mutant} [{len(tests)} tests]", flush=True)
        tried = len(self.mutants)
        share = 100 * (tried - survivors) / tried
        print(
            f"{tried - survivors} of {tried} noticed ({share:.1f} %), {endless} by a limit of time or memory"
        )
        return True


def failures(items: list[pytest.Item]) -> Iterator[bool]:
    """Run tests, and give of each whether it fails."""
    for item, following in pairwise([*items, None]):
        assert item
        yield any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def forget(item: pytest.Item) -> None:
    """Empty the caches of the module of a test: it is to reach what it would come to without the others."""
    assert isinstance(item, pytest.Function)
    for made in vars(item.module).values():
        if hasattr(made, "cache_clear") and made.__module__ == item.module.__name__:
            made.cache_clear()


def reach(items: list[pytest.Item]) -> Iterator[tuple[int, float, set[tuple[str, str]]]]:
    """The tests that do not fail, with the seconds of CPU time they take and the functions they reach."""
    ran = failures(items)
    for number, item in enumerate(items):
        forget(item)
        started = time.process_time()
        with cProfile.Profile(subcalls=False, builtins=False) as profile:
            failed = next(ran)
        spent = time.process_time() - started
        codes = [entry.code for entry in profile.getstats() if isinstance(entry.code, CodeType)]
        names = {
            (code.co_filename, code.co_qualname) for code in codes if code.co_filename.startswith(str(ROOT))
        }
        if not failed:
            yield number, spent, names


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("wanted", nargs="+", metavar="NUMBER | NAME", help="how many mutants, or their names")
    parser.add_argument("--seed", default="66", help="of the sample")
    arguments = parser.parse_args()
    tests, seconds = (TESTS, SECONDS) if arguments.wanted[0].isdigit() else (MORE, SECONDS_OF_MORE)
    trials = Trials(chosen(arguments.wanted, arguments.seed), seconds)
    options = ["-q", "-s", "-p", "no:cacheprovider", "-m", "not nightly"]
    pytest.main([*options, *(f"--ignore={path}" for path in LEFT_OUT), *tests], plugins=[trials])
