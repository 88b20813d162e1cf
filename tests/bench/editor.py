"""Benchmark of the editor's answers for a match of 20 deals: `python tests/bench/editor.py`.

Each has a limit, about ten times its time on one core; exits 1 if one is exceeded.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from notation import write
from tests.support.games import random_record
from tests.support.outlines import outline
from viewer.editor.completion import complete
from viewer.editor.hovers import hover
from viewer.editor.layout import edits
from viewer.editor.review import Review

DEALS: Final = 20
ROUNDS: Final = 5
LONG: Final = "%SGN 1\n" + ";  x\n" * 30_000


def seconds(task: Callable[[], object]) -> float:
    """Return the median of several rounds."""
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        task()
        times.append(time.process_time() - begin)
    return statistics.median(times)


def main() -> int:
    """Print the time of each answer, and its limit."""
    record = random_record("santase target=99", random.Random(1), most_deals=DEALS)
    text = write(replace(record, deals=record.deals[:DEALS]))
    review = Review(text)
    place = list(review.games[0].parts_of(object))[-4].extent.start
    tasks: dict[str, tuple[Callable[[], object], float]] = {
        "review": (lambda: Review(text), 0.5),
        "completion": (lambda: complete(review, place), 0.1),
        "hover": (lambda: hover(review, place), 0.01),
        "outline": (lambda: outline(review), 0.05),
        "layout of 30,000 lines": (lambda: edits(LONG), 5),
    }
    slow = 0
    for name, (task, most) in tasks.items():
        took = seconds(task)
        slow += took > most
        print(f"{name:24}{took * 1000:8.1f} ms of {most * 1000:8,.0f} ms")
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
