"""Benchmark of the solver, on random endgames and before the first lead: `python tests/bench/solver.py`.

With the folder of a compiled wheel in PYTHONPATH (`.ci/compiled --build FOLDER`) it measures that. Exits 1 if
the median over all rule sets for two is at least one millisecond compiled, or three otherwise.
"""

import random
import sys
import time
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Final

sys.path.append(str(Path(__file__).parents[2]))

from referee import Deal, solver
from referee.cards import SEATS
from referee.rules import RuleSet
from referee.rulesets import PRESETS
from tests.support.endgames import endgame
from tests.support.plain import PLAIN

ENDGAMES: Final = 200
"""Endgames of each rule set."""
DEALS: Final = 20
"""Deals of each rule set that are solved before the first lead."""
FEWER: Final = 200_000
"""How many positions are searched at most of a deal of more than two players, or under a contract."""


def measured(rules: RuleSet, most: int) -> tuple[list[float], int]:
    """Return the milliseconds for each endgame, and the total number of positions."""
    times, positions = [], 0
    for seed in range(ENDGAMES):
        deal, asked = endgame(rules, random.Random(seed), most), solver.Solver(SEATS[0])
        begun = time.process_time_ns()
        asked.value(deal)
        times.append((time.process_time_ns() - begun) / 1e6)
        positions += solver.POSITIONS - asked.positions
    return times, positions


def begun(rules: RuleSet, rng: random.Random) -> Deal:
    """Return a deal at its first lead; what comes before that is done by chance."""
    while True:
        order = rng.sample(rules.pack, len(rules.pack))
        deal = Deal.dealt_from(rules, SEATS[0], order)
        while deal.is_opening:
            deal.do(*rng.choice(deal.legal()))
        if not deal.over:
            return deal


def before_the_first_lead(rules: RuleSet) -> tuple[list[float], list[int]]:
    """Return the milliseconds for each deal, and the positions; those of a search given up too."""
    most = solver.POSITIONS if rules.name in PLAIN and rules.seats == 2 else FEWER
    times, positions = [], []
    for seed in range(DEALS):
        deal, asked = begun(rules, random.Random(seed)), solver.Solver(SEATS[0], most)
        begun_at = time.process_time_ns()
        with suppress(solver.SearchTooLongError):
            asked.value(deal)
        times.append((time.process_time_ns() - begun_at) / 1e6)
        positions.append(most - max(0, asked.positions))
    return sorted(times), sorted(positions)


def main() -> int:
    """Print a table, and whether it is fast enough."""
    is_compiled = not str(solver.__file__).endswith(".py")
    told = "compiled" if is_compiled else "plain"
    print(f"{told:24}median ms  at the first trick  most  positions  µs a position")
    every: list[float] = []
    for name, rules in PRESETS.items():
        if rules.seats == 2:
            times, positions = measured(rules, 2)
            first, _ = measured(rules, 0)
            every += times
            figures = f"{median(times):9.2f}{median(first):20.2f}{max(first):6.1f}"
            print(f"{name:24}{figures}{positions / ENDGAMES:11.0f}{1000 * sum(times) / positions:15.1f}")
    print(f"{'all':24}{median(every):9.2f}")
    print("before the first lead       median ms   90 % below    most  positions    most")
    for name, rules in PRESETS.items():
        times, numbers = before_the_first_lead(rules)
        figures = f"{median(times):13.0f}{times[DEALS * 9 // 10]:13.0f}{times[-1]:8.0f}"
        print(f"{name:24}{figures}{median(numbers):11.0f}{numbers[-1]:8}", flush=True)
    return int(median(every) >= (1 if is_compiled else 3))


if __name__ == "__main__":
    sys.exit(main())
