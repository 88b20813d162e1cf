"""The memory that converting a large log takes: `python tests/bench/conversion.py [MEGABYTES] [FORMAT...]`.

A log that this program writes of a sample is repeated until it has so many megabytes (64), and converted to
SGN by the command in a process of its own. Printed is the most that this process, or one that works for it,
has held at a time, as the system counts it, for every format whose logs are read game by game, or those that
are named. Exits 1 where that is more than 100 MB. `--jobs N` and `--keep FOLDER` are for closer looks.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from notation.formats import FORMATS, SGN, convert
from support.example_logs import WRITTEN

MOST: Final = 100
"""Megabytes that may be held."""
SAMPLES: Final = {**WRITTEN, "sgn": "schnapsen-a-game-to-seven", "json": "schnapsen-a-game-to-seven"}
COMMAND: Final = "from viewer.cli import main; main(prog_name='santase')"


class Measured(NamedTuple):
    """What a conversion took."""

    memory: float
    seconds: float
    said: str


def made(name: str, megabytes: float, path: Path) -> None:
    """A log in a format, of so many megabytes."""
    sample = (ROOT / "samples" / f"{SAMPLES[name]}.sgn").read_bytes()
    data = convert(sample, SGN, FORMATS[name]).data + b"\n" * (name != "json")
    with path.open("wb") as file:
        size = 0
        while size < megabytes * 1e6:
            size += file.write(data)


def converted(log: Path, to: Path, options: list[str]) -> Measured:
    """A conversion by the command; this process has nothing else to wait for."""
    began = perf_counter()
    words = [sys.executable, "-c", COMMAND, "convert", str(log), str(to), "--force", "--lang", "en", *options]
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    if done.returncode:
        raise RuntimeError(done.stderr)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return Measured(most / 1000, perf_counter() - began, done.stderr.splitlines()[-1].rpartition(": ")[2])


def main() -> int:
    """Measure; 0 where nothing takes more than it may."""
    streamed = [name for name, each in FORMATS.items() if each.heads and each.writer]
    parser = argparse.ArgumentParser(description="The memory that conversions take.")
    parser.add_argument("megabytes", type=float, nargs="?", default=64)
    parser.add_argument("formats", nargs="*", metavar="format")
    parser.add_argument("--jobs", default="1")
    parser.add_argument("--keep", type=Path)
    wish = parser.parse_args()
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for name in wish.formats or streamed:
            log = (wish.keep or Path(folder)) / f"{name}.log"
            made(name, wish.megabytes, log)
            with get_context("spawn").Pool(1) as alone:  # what it waited for before would count
                took = alone.apply(converted, (log, log.with_suffix(".sgn"), ["--jobs", wish.jobs]))
            print(f"{name:12}{took.memory:8.0f} MB{took.seconds:8.0f} s  {took.said}", flush=True)
            worst = max(worst, took.memory)
            if not wish.keep:
                log.unlink()
                log.with_suffix(".sgn").unlink()
    return worst > MOST


if __name__ == "__main__":
    sys.exit(main())
