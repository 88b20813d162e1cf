"""Benchmark of the memory for converting a large log: `python tests/bench/conversion.py [MEGABYTES]
[FORMAT...]`.

A log that this program writes from a sample is repeated up to so many megabytes (64), and converted to SGN by
the command in a separate process. The output is the peak memory of this process or its workers, as counted by
the system, for every format whose logs are streamed, or for those named. Exits 1 if that is more than 100 MB.
`--jobs N` and `--keep FOLDER` are for closer inspection.
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
sys.path.insert(0, str(ROOT))

from notation.formats import FORMATS, SGN, convert
from tests.support.example_logs import WRITTEN

MOST: Final = 100
"""The maximum memory in megabytes."""
SAMPLES: Final = {**WRITTEN, "sgn": "schnapsen-a-game-to-seven", "json": "schnapsen-a-game-to-seven"}
COMMAND: Final = "from viewer.cli import main; main(prog_name='santase')"


class ConversionCost(NamedTuple):
    memory: float
    seconds: float
    said: str


def made(name: str, megabytes: float, path: Path) -> None:
    """Write a log in a format, of so many megabytes."""
    sample = (ROOT / "samples" / f"{SAMPLES[name]}.sgn").read_bytes()
    data = convert(sample, SGN, FORMATS[name]).data + b"\n" * (name != "json")
    with path.open("wb") as file:
        size = 0
        while size < megabytes * 1e6:
            size += file.write(data)


def converted(log: Path, to: Path, options: list[str]) -> ConversionCost:
    """Run the command; this process has no other children."""
    began = perf_counter()
    words = [sys.executable, "-c", COMMAND, "convert", str(log), str(to), "--force", "--lang", "en", *options]
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    if done.returncode:
        raise RuntimeError(done.stderr)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return ConversionCost(
        most / 1000, perf_counter() - began, done.stderr.splitlines()[-1].rpartition(": ")[2]
    )


def main() -> int:
    """Measure; returns 0 if nothing exceeds its limit."""
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
            with get_context("spawn").Pool(1) as alone:  # earlier children would be counted
                took = alone.apply(converted, (log, log.with_suffix(".sgn"), ["--jobs", wish.jobs]))
            print(f"{name:12}{took.memory:8.0f} MB{took.seconds:8.0f} s  {took.said}", flush=True)
            worst = max(worst, took.memory)
            if not wish.keep:
                log.unlink()
                log.with_suffix(".sgn").unlink()
    return worst > MOST


if __name__ == "__main__":
    sys.exit(main())
