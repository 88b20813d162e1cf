"""A random sample of mutmut's mutants of the rules: `mutants.py NUMBER [SEED]`.

`.ci/mutation --sample NUMBER` tries only those, in minutes: an estimate of the whole run, which takes an
hour. The mutants must exist, in `mutants`.
"""

import json
import random
import sys
from pathlib import Path


def sample(folder: Path, number: int, seed: str) -> list[str]:
    """A sample of the mutants in a folder, by name; all of them if there are fewer."""
    made = [json.loads(path.read_text("utf-8")) for path in sorted(folder.rglob("*.meta"))]
    names = sorted(name for file in made for name in file["exit_code_by_key"])
    return random.Random(seed).sample(names, min(number, len(names)))


if __name__ == "__main__":
    wanted, seed = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "66"
    print(*sample(Path("mutants"), wanted, seed))
