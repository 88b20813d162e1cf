"""How fast the referee is, beside others of its kind in one run: `python tests/bench/core.py FOLDER...`.

Each folder has a package `referee`: this tree, one that `.ci/compiled` made, one of an earlier commit
(`git archive COMMIT referee | tar x -C FOLDER`). Rounds are interleaved, each in a process of its own;
printed are the best times, and how many times as fast as the first folder the others are.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, Final

DEALS: Final = 100
ROUNDS: Final = 5
REPEATS: Final = 15


def measure() -> dict[str, float]:
    """Microseconds for each task, with the `referee` that is found first on the path."""
    from referee import SANTASE, Deal

    dealer: Any = 1  # a type of its own in some of the trees
    rng = random.Random(66)
    played: list[tuple[Callable[[], Any], list[int]]] = []
    states: list[Any] = []
    for _ in range(DEALS):
        order = rng.sample(range(24), 24)
        hands = [sum(1 << card for card in hand) for hand in (order[:6], order[6:12])]

        def dealt(hands: list[int] = hands, talon: Any = tuple(order[12:])) -> Any:
            return Deal(SANTASE, dealer, hands, talon)

        deal, cards = dealt(), []
        while not deal.spent:
            states.append(deal.copy())
            cards.append(rng.choice([card for card in range(24) if deal.playable() >> card & 1]))
            deal.push(cards[-1])
        played.append((dealt, cards))

    def copying() -> None:
        for state in states:
            state.copy()

    def listing() -> None:
        for state in states:
            state.legal()

    def playing(is_listed: bool) -> None:
        for dealt, cards in played:
            deal = dealt()
            for card in cards:
                if is_listed:
                    deal.legal()
                deal.push(card)
            deal.finish()

    tasks: dict[str, tuple[Callable[[], None], int]] = {
        "copy": (copying, len(states)),
        "legal": (listing, len(states)),
        "deal replayed": (lambda: playing(False), DEALS),
        "deal played, legal asked": (lambda: playing(True), DEALS),
    }
    return {name: _best(task) * 1e6 / count for name, (task, count) in tasks.items()}


def _best(task: Callable[[], None]) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        task()
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    """Run the rounds and print the table."""
    folders = sys.argv[1:] or ["."]
    best: dict[str, dict[str, float]] = {folder: {} for folder in folders}
    for _ in range(ROUNDS):
        for folder, times in best.items():
            command = [sys.executable, __file__, "--measure", folder]
            found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            for name, microseconds in found.items():
                times[name] = min(microseconds, times.get(name, microseconds))
    first = best[folders[0]]
    print(f"{'µs, and times as fast as the first':36}" + "".join(f"{folder[-22:]:>24}" for folder in folders))
    for name, base in first.items():
        cells = (f"{best[folder][name]:.2f}{base / best[folder][name]:10.1f}" for folder in folders)
        print(f"{name:36}" + "".join(f"{cell:>24}" for cell in cells))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        sys.path[0] = sys.argv[2]
        print(json.dumps(measure()))
    else:
        main()
