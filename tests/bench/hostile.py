"""Benchmark of hostile inputs, and whether time is linear in their size: `python tests/bench/hostile.py`.

Every input in full size must be processed in less than a second of CPU time. Of valid and of faulty games 1,
10 and 100 MB are read and judged, each in a separate process: the rate at 100 MB must be at least 90 % of
that at 1 MB. Words on the command line select the inputs whose names contain one of them; `growth` selects
none.
"""

import random
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from notation import Game, read, write
from notation.judge import judge
from notation.wire.record import load
from tests.support.games import random_record
from tests.support.hostile import FULL, INPUTS, JSON_INPUTS

MOST_SECONDS: Final = 1.0
PATIENCE: Final = 20
"""Seconds of CPU time after which an input is abandoned."""
SHOWN: Final = 40
MEGABYTES: Final = (1, 10, 100)
ROUNDS: Final = (7, 3, 1)
"""Rounds for each size; the median counts."""
LEAST_RATE: Final = 0.9


class _GivenUpError(Exception):
    """An input takes too long."""


def _give_up(_number: int, _frame: FrameType | None) -> None:
    raise _GivenUpError


def seconds_for(data: bytes, reader: Callable[[bytes], Iterator[Game]]) -> tuple[float, str]:
    """Return the CPU time for the games of an input, and remarks."""
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    start = time.process_time()
    games, said = 0, ""
    try:
        for game in reader(data):
            judge(game)
            games += 1
    except _GivenUpError:
        said = ", given up"
    except Exception as error:
        said = f", {type(error).__name__}: {error}"[:100]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return time.process_time() - start, f"{games} games{said}"


def time_inputs(words: list[str]) -> int:
    """Print the time of the inputs, slowest first; returns how many are too slow or end otherwise."""
    signal.signal(signal.SIGPROF, _give_up)
    rows = []
    for inputs, reader in ((INPUTS, read), (JSON_INPUTS, load)):
        for name, recipe in inputs.items():
            if not words or any(word in name for word in words):
                data = recipe(FULL)
                rows.append((*seconds_for(data, reader), len(data), name))
    rows.sort(reverse=True)
    wrong = [row for row in rows if row[0] >= MOST_SECONDS or "," in row[1]]
    print(f"{'seconds':>8}{'bytes':>12}  {'input':60}what came")
    for row in rows:
        if row in wrong or row in rows[:SHOWN]:
            seconds, said, size, name = row
            print(f"{seconds:8.2f}{size:12,}  {name:60}{said}")
    print(f"{len(rows)} inputs, {sum(row[0] for row in rows):.0f} s; {len(wrong)} of them wrong")
    return len(wrong)


def right_games(size: int) -> bytes:
    """Valid games of so many bytes."""
    rng = random.Random(66)
    text = "".join(write(random_record("santase", rng, most_deals=3)) for _ in range(100)).encode()
    return text * (size // len(text) + 1)


def faulty_games(size: int) -> bytes:
    """Games of so many bytes that have lost one letter each."""
    rng = random.Random(66)
    games = []
    for _ in range(100):
        text = write(random_record("santase", rng, most_deals=3))
        at = rng.randrange(7, len(text) - 1)
        games.append(text[:at] + text[at + 1 :])
    whole = "".join(games).encode()
    return whole * (size // len(whole) + 1)


KINDS: Final = {"right": right_games, "faulty": faulty_games}


def most_memory() -> float:
    """Return the peak resident size of this process so far, in MB; 0 if the system does not report it."""
    status = Path("/proc/self/status")
    lines = status.read_text("utf-8").splitlines() if status.exists() else []
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1000


def measure(kind: str, megabytes: int, rounds: int) -> tuple[float, float, float]:
    """Return MB per second, and the peak resident size in MB before and after."""
    data = KINDS[kind](megabytes * 1_000_000)
    for game in read(data[:100_000]):
        judge(game)
    before = most_memory()
    rates = []
    for _ in range(rounds):
        start = time.process_time()
        for game in read(data):
            judge(game)
        rates.append(len(data) / 1e6 / (time.process_time() - start))
    return statistics.median(rates), before, most_memory()


def measure_growth() -> int:
    """Print rates and memory by size; returns how many kinds of games slow down as they grow."""
    slowed = 0
    print(f"\n{'games':8}{'MB':>5}{'MB/s':>8}{'RSS before':>12}{'RSS after':>11}")
    for kind in KINDS:
        rates = []
        for megabytes, rounds in zip(MEGABYTES, ROUNDS, strict=True):
            with get_context("spawn").Pool(1) as pool:
                rate, before, after = pool.apply(measure, (kind, megabytes, rounds))
            rates.append(rate)
            print(f"{kind:8}{megabytes:5}{rate:8.3f}{before:12.0f}{after:11.0f}", flush=True)
        slowed += rates[-1] < LEAST_RATE * rates[0]
    return slowed


def main() -> None:
    """Print both tables; the exit status is 1 if something is too slow."""
    words = sys.argv[1:]
    for game in read("%SGN 1\nx"):  # builds the parser, which should not be measured
        judge(game)
    wrong = 0 if words == ["growth"] else time_inputs(words)
    if words in ([], ["growth"]):
        wrong += measure_growth()
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
