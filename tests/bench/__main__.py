"""Benchmarks of this program next to well-known others, in one run and one table: `.ci/bench`.

Everything is measured in CPU time, in rounds with one turn for each task, so that a busy machine slows all of
them equally; the output has medians, and the minimum and maximum of the ratios. Results are checked:
verdicts, points, numbers of games. Exits 1 if a must of :mod:`bench.musts` is missed or was not measured, or
a result is wrong.

Options: `--rounds N` (5), `--only GROUP` (several times), `--megabytes N` of the corpus that two processes
check, and of that whose peak memory `--only peak` measures (4). Without a compiled wheel its column is left
out.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import IO, Any, Final, NamedTuple, Self

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.musts import GROUPS, ON_REQUEST, REFERENCE_PLIES, START, Figure, Row
from tests.bench.tasks import BARE, COPIES, SELF_PLAY, SOLVED, make

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
PEERS: Final = ROOT / ".venv/bench/peers/bin/python"
PGN_EXTRACT: Final = ROOT / ".venv/bench/pgn-extract/usr/games/pgn-extract"
COMPILED: Final = ROOT / ".venv/bench/compiled"
PLAIN: Final = "plain"
MACHINE_CODE: Final = "compiled"
COMMAND: Final = "from viewer.cli import main; main()"
ALONE: Final = f"""
import os
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
{COMMAND}
"""
"""The same on one core: what other processes take that a command starts would not be counted."""
LIBRARY: Final = """
import gc, sys
from notation.judge import judge_text
gc.freeze()
with open(sys.argv[1], "rb") as file:
    print(*[judged.ok for judged in judge_text(file)])
"""
"""Judges a file as somebody does who writes a program: what the command may take is compared with that."""
MANY: Final = {"single": 60, "mixed": 15, "matches": 60}
"""How many times over the right games of a corpus are judged by the command and by the library."""
LEFT: Final = 52
"""The width of the names of rows."""
LARGER: Final = 8
"""The size of the large corpus, in multiples of the small one."""
ROUNDS_OF: Final = {"best play": 1, "commands": 3, "memory": 1, "peak": 1, "two cores": 3}
"""Rounds of slow groups."""
COLD: Final = ("best play", "memory", "peak", "two cores")
"""Groups that are not measured in the round that only warms up."""
WORDS: Final = {
    "compare": ["--under", "santase,sixty-six-casual"],
    "convert": ["--to", "vu-tricks"],
    "index": ["--force", "--to"],
}
"""What a command needs beside a file."""
GENERATED: Final = 20_000
"""Deals that are generated."""
SLOWEST_HELP: Final = """
import os, resource, sys, time
from viewer.cli import GROUPS, main

loaded, slowest, before = time.process_time(), 0, 0
for name in (name for group in GROUPS.values() for name in group):
    child = os.fork()
    if not child:
        sys.stdout = open(os.devnull, "w")
        try:
            main([name, "--help"])
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    slowest, before = max(slowest, used.ru_utime + used.ru_stime - before), used.ru_utime + used.ru_stime
print(loaded + slowest)
"""
"""Prints the CPU seconds of the command that takes longest to print its help."""


class Spent(NamedTuple):
    """The time a task took, and the amount of work."""

    cpu: float
    deals: float = 1
    plies: float = 1
    size: float = 1
    memory: float = 0

    def figure(self, kind: Figure) -> float:
        """Return the value that a row shows."""
        values = {
            Figure.PLIES: self.plies / self.cpu,
            Figure.DEALS: self.deals / self.cpu,
            Figure.MEGABYTES: self.size / self.cpu / 1e6,
            Figure.MICROSECONDS: self.cpu / self.plies * 1e6,
            Figure.MILLISECONDS: self.cpu / self.deals * 1e3,
            Figure.MEMORY: self.memory,
            Figure.TIMES: self.cpu,  # a ratio of elapsed times, computed by the task itself
        }
        return values[kind]


class WrongError(Exception):
    """A task gave a wrong result."""


class BenchWorker:
    """A process that does tasks on request."""

    def __init__(self, python: Path | str, script: str, folder: Path, path: str = "") -> None:
        self._process = subprocess.Popen(
            [str(python), str(HERE / script), str(folder)],
            env=environment(folder, path),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.about = json.loads(self._out.readline() or "null")

    @property
    def _out(self) -> IO[str]:
        assert self._process.stdout
        return self._process.stdout

    def run(self, task: str) -> tuple[float, Any]:
        """Return the CPU seconds of a task, and its result."""
        assert self._process.stdin
        self._process.stdin.write(f"{task}\n")
        self._process.stdin.flush()
        line = self._out.readline()
        if not line:
            raise WrongError(f"{task}: the process that does it has ended")
        seconds, comes = json.loads(line)
        return float(seconds), comes

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()


def environment(folder: Path, path: str) -> dict[str, str]:
    """Return the environment of a process with this module path and its byte code in the folder."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    cache = str(folder / "bytecode")
    return kept | {
        "PYTHONPATH": path,
        "PYTHONPYCACHEPREFIX": cache,
        "LC_ALL": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONSAFEPATH": "1",  # a command is that of the path, not of the folder it is started in
    }


class BenchedVersion:
    """One version of this program, or the peers, with all their tasks."""

    def __init__(self, folder: Path, expected: dict[str, Any], plies: dict[str, int]) -> None:
        self._folder = folder
        self._expected = expected
        self._plies = plies
        self.corpus = folder / "peak.sgn"
        """The corpus for several processes, and for the memory that a large one takes."""

    def launched(self, words: list[str], path: str = "") -> tuple[Spent, float, str]:
        """Return the CPU and elapsed time of a command, and its output."""
        output = self._folder / "output"
        launch = [sys.executable, "-S", "-I", str(HERE / "launch.py"), str(output), *words]
        done = subprocess.run(
            launch, env=environment(self._folder, path), capture_output=True, text=True, check=True
        )
        cpu, took, memory, status = json.loads(done.stdout)
        printed = output.read_text("utf-8")
        if status not in (0, 1):
            raise WrongError(f"{' '.join(words[-3:])}: exit status {status}\n{printed[-500:]}")
        return Spent(cpu, memory=memory), took, printed

    def peer(self, task: str, worker: BenchWorker) -> Spent:
        cpu, count = worker.run(task)
        games = {"chess": 100, "poker": 60, "vu": 60}[task]
        require(count == games, f"{task}: {count} of {games}")
        return Spent(cpu, count, self._plies[task])

    def pgn_extract(self) -> Spent:
        """Check the chess games, many times."""
        spent, _, printed = self.launched([str(PGN_EXTRACT), "-r", "-s", str(self._folder / "games.pgn")])
        require(printed.endswith("Games: 2000\n"), f"pgn-extract: {printed[-80:]!r}")
        return spent._replace(deals=2000, plies=20 * self._plies["chess"])

    def task(self, task: str, worker: BenchWorker) -> Spent:
        """Run a task of this program in a persistent process."""
        cpu, comes = worker.run(task)
        if task in self._expected:
            wanted = self._expected[task]
            require(comes == wanted["comes"], f"{task}: another outcome than it must have")
            return Spent(cpu, wanted["deals"], wanted["plies"], wanted.get("bytes", 1))
        if task in ("copy", "legal"):
            require(comes > COPIES * 400, f"{task}: {comes} states")
            return Spent(cpu, comes, comes)
        if task == "self-play":
            require(comes > 3000, f"{task}: {comes} plies")
            return Spent(cpu, SELF_PLAY, comes)
        if task.startswith("solve "):
            require(comes > SOLVED, f"{task}: {comes} positions")
            return Spent(cpu, SOLVED, comes)
        require(comes == 200, f"{task}: HTTP status {comes}")
        return Spent(cpu, BARE if task == "bare page" else 1)

    def command(self, task: str, path: str) -> Spent:
        """Run a complete command of this program."""
        if task == "python":
            return self.launched([sys.executable, "-c", "pass"])[0]
        if task == "--help":
            spent, _, printed = self.launched([sys.executable, "-c", SLOWEST_HELP], path)
            return spent._replace(cpu=float(printed))
        name, _, what = task.partition(" ")
        if what in MANY:
            return self.in_bulk(name, what, path)
        words = [name, *self.words(name, what)]
        spent, _, printed = self.launched([sys.executable, "-c", COMMAND, *words], path)
        self.check_output(name, what, printed)
        return spent._replace(deals=GENERATED) if name == "generate" else spent

    def words(self, name: str, what: str) -> list[str]:
        """Return what follows the name of a command."""
        if name == "--version":
            return []
        if name == "generate":
            return ["--deals", str(GENERATED), "--jobs", "1"]
        out = [str(self._folder / "tables")] if name == "index" else []
        return [str(self._folder / f"{what or 'matches'}.sgn"), *WORDS.get(name, []), *out]

    def in_bulk(self, name: str, what: str, path: str) -> Spent:
        """Judge a corpus, so many times over that starting hardly counts, by a program or by the command."""
        expected = self._expected[f"right {what}"]
        right = expected["comes"] * MANY[what]
        file = str(self._folder / f"{what}-many.sgn")
        words = [LIBRARY, file] if name == "judge_text" else [ALONE, name, *self.words(name, f"{what}-many")]
        spent, _, printed = self.launched([sys.executable, "-c", *words], path)
        if name == "judge_text":
            require(printed.split() == list(map(str, right)), f"{name} {what}: other verdicts")
        elif name == "check":
            told = f"{len(right)} games in 1 file: "
            require(told in printed and printed.count(": right: ") == len(right), f"{name} {what}: {told!r}")
        deals = expected["deals"] * MANY[what] if name in ("index", "stats", "dups") else len(right)
        return Spent(spent.cpu, deals, expected["plies"] * MANY[what], memory=spent.memory)

    def check_output(self, name: str, what: str, printed: str) -> None:
        """Check that a command did all of its work."""
        right = self._expected["judge matches"]["comes"]
        errors = right.count(False)
        many = len(right)
        if name == "generate":
            require(printed.count("\ndeal ") == GENERATED, f"generate: {printed.count('deal ')} deals")
        if name == "check" and what != "peak":
            times = {"one": 0, "small": 1, "large": LARGER}.get(what, 1)
            games, wrong = (many * times, errors * times) if times else (1, 0)
            plural = "" if games == 1 else "s"
            wanted = f"{games} game{plural} in 1 file: {wrong} error{'' if wrong == 1 else 's'}, 0 warnings"
            require(printed.rstrip().endswith(wanted), f"check {what}: {printed[-100:]!r}, not {wanted!r}")
        counts = {"fmt": "%SGN 1\n", "digest": "  /", "json": "}\n", "score": "\nJudged by "}
        if name in counts and what != "peak":
            found = printed.count(counts[name])
            require(found >= many, f"{name}: {found} of {many}")

    def gain(self, task: str, path: str) -> Spent:
        """Return the speed-up of two jobs over one."""
        times = []
        for jobs in ("1", "2"):
            words = [str(self.corpus), "--quiet"] if task == "check jobs" else ["--deals", str(GENERATED)]
            command = [sys.executable, "-c", COMMAND, task.split()[0], "--jobs", jobs, *words]
            times.append(self.launched(command, path)[1])
        return Spent(times[0] / times[1])


def require(holds: bool, what: str) -> None:
    """Stop if a condition does not hold."""
    if not holds:
        raise WrongError(what)


def spin(_: int = 0) -> None:
    """Keep a core busy."""
    sum(number * number for number in range(3_000_000))


def gain_of_machine() -> Spent:
    """Return the speed-up of two processes on this machine, now."""
    with get_context("fork").Pool(2) as pool:
        pool.map(spin, range(2))
        start = time.perf_counter()
        spin()
        spin()
        one = time.perf_counter() - start
        start = time.perf_counter()
        pool.map(spin, range(2), chunksize=1)
        return Spent(one / (time.perf_counter() - start))


Times = dict[tuple[str, str], list[Spent]]
"""The times of each task in each round, by version and task."""


def measured(groups: list[str], rounds: int, megabytes: int, folder: Path) -> Times:
    """Measure everything, round by round; raises WrongError."""
    expected = make(folder)
    matches = (folder / "matches.sgn").read_bytes()
    for kind, times_over in MANY.items():
        (folder / f"{kind}-many.sgn").write_bytes((folder / f"{kind}-right.sgn").read_bytes() * times_over)
    (folder / "small.sgn").write_bytes(matches)
    (folder / "large.sgn").write_bytes(matches * LARGER)
    times: Times = defaultdict(list)
    with ExitStack() as stack:
        peers = stack.enter_context(BenchWorker(PEERS, "peers.py", folder)) if PEERS.exists() else None
        bench = BenchedVersion(folder, expected, peers.about if peers else {})
        paths = {PLAIN: str(ROOT)} | ({MACHINE_CODE: str(COMPILED)} if any(COMPILED.glob("*.so")) else {})
        workers = {}
        for version, path in paths.items():
            workers[version] = stack.enter_context(BenchWorker(sys.executable, "tasks.py", folder, path))
            where = workers[version].about
            require(where.startswith(path), f"{version}: the referee in use is {where}")
            require((not where.endswith(".py")) is (version == MACHINE_CODE), f"{version}: {where}")
        if {"two cores", "peak"} & set(groups):
            bench.corpus.write_bytes(matches * (megabytes * 1_000_000 // len(matches) + 1))
        for number in range(rounds + 1):  # the first only warms up
            for version, task, spent in one_round(bench, workers, paths, peers, groups, number):
                if number:
                    times[version, task].append(spent)
            print(f"round {number} of {rounds}", file=sys.stderr, flush=True)
    return times


def one_round(
    bench: BenchedVersion,
    workers: dict[str, BenchWorker],
    paths: dict[str, str],
    peers: BenchWorker | None,
    groups: list[str],
    number: int,
) -> Iterator[tuple[str, str, Spent]]:
    """Run each task once, one version after the other."""
    if peers:
        for task in ("chess", "poker", "vu"):
            yield "", task, bench.peer(task, peers)
        if PGN_EXTRACT.exists():
            yield "", "pgn-extract", bench.pgn_extract()
    for group in groups:
        if number > ROUNDS_OF.get(group, number) or (not number and group in COLD):
            continue
        for task in dict.fromkeys(row.task for row in GROUPS[group]):
            for version, path in paths.items():
                if group in ("core", "text", "best play", "service"):
                    yield version, task, bench.task(task, workers[version])
                elif group == "two cores":
                    yield version, "spin", gain_of_machine()
                    yield version, task, bench.gain(task, path)
                elif group != "peers":
                    yield version, task, bench.command(task, path)


def ratios(times: Times, row: Row, version: str) -> list[float]:
    """Return the figure of a row in every round, divided by that of its base."""
    ours = [spent.figure(row.figure) for spent in times.get((version, row.task), [])]
    if not row.base:
        return ours
    if row.base == "reference":
        speed = (spent.figure(Figure.PLIES) / REFERENCE_PLIES for spent in times.get(("", "chess"), []))
        return [figure / factor for figure, factor in zip(ours, speed, strict=False)]
    if row.base == "start":
        python = (spent.figure(row.figure) for spent in times[version, "python"])
        return [figure / (START * least) for figure, least in zip(ours, python, strict=False)]
    base = times.get((version, row.base)) or times.get(("", row.base), [])
    return [figure / spent.figure(row.figure) for figure, spent in zip(ours, base, strict=False)]


def shown(value: float) -> str:
    """Format a number with three significant digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def cells(times: Times, row: Row, version: str) -> tuple[str, str, bool]:
    """Return the figure, the ratio, and whether a must is missed."""
    found = ratios(times, row, version)
    must = row.compiled if version == MACHINE_CODE else row.plain
    taken = [spent.figure(row.figure) for spent in times.get((version, row.task), [])]
    figure = f"{shown(median(taken))} {row.figure.value}" if taken else "-"
    if not found:
        return figure, "not measured" if must is not None else "", must is not None
    value = median(found)
    missed = must is not None and (value < must if row.figure.more_is_better else value > must)
    ratio = (
        f"{shown(value)} ({shown(min(found))}-{shown(max(found))})" if row.base or must is not None else ""
    )
    if must is not None:
        ratio += f" {'MISSES' if missed else 'of'} {shown(must)}"
    return figure, ratio, missed


def print_table(times: Times, groups: list[str]) -> list[str]:
    """Print all measurements; return the musts that are missed."""
    versions = sorted({version for version, _ in times if version}, reverse=True)
    heads = "".join(f"{version:>18}  {'ratio (least-most), must':33}" for version in versions)
    print(f"{'':{LEFT}}{heads}".rstrip())
    missed, above = [], ""
    for group in ["peers", *groups]:
        for row in GROUPS[group]:
            line = f"{row.name:{LEFT}}"
            above = above if row.name.startswith(" ") else row.name
            for version in versions if group != "peers" else [""]:
                figure, ratio, misses = cells(times, row, version)
                if misses:
                    name = row.name if row.name == above else f"{above}, {row.name.strip()}"
                    missed.append(f"{version}: {name}: {ratio}")
                line += f"{figure:>18}  {ratio:33}"
            print(line.rstrip())
    return missed


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What tests/bench measures; see docs/speed.md.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", action="append", choices=[group for group in GROUPS if group != "peers"])
    parser.add_argument("--megabytes", type=int, default=4)
    options = parser.parse_args()
    groups = options.only or [group for group in GROUPS if group != "peers" and group not in ON_REQUEST]
    with tempfile.TemporaryDirectory() as folder:
        try:
            times = measured(groups, options.rounds, options.megabytes, Path(folder))
        except WrongError as error:
            print(f"not done as it should be: {error}", file=sys.stderr)
            return 1
    load = "-".join(f"{value:.1f}" for value in sorted(os.getloadavg())[::2])
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{time.strftime('%Y-%m-%d', time.gmtime())}, {python}, {os.cpu_count()} cores, load {load}\n")
    missed = print_table(times, groups)
    print(f"\n{len(missed) or 'no'} must{'' if len(missed) == 1 else 's'} missed or not measured")
    print(*missed, sep="\n")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
