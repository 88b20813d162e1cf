"""Names of changes to the rules, drawn by chance from all that mutmut makes: `mutants.py NUMBER [SEED]`.

`.ci/mutation --sample NUMBER` tries those alone, in minutes: about what the whole run says in an hour.
The changes must have been made, in `mutants`.
"""

import json
import random
import sys
from pathlib import Path


def sample(folder: Path, number: int, seed: str) -> list[str]:
    """So many of the changes in a folder, by name; all of them where there are fewer."""
    made = [json.loads(path.read_text("utf-8")) for path in sorted(folder.rglob("*.meta"))]
    names = sorted(name for file in made for name in file["exit_code_by_key"])
    return random.Random(seed).sample(names, min(number, len(names)))


if __name__ == "__main__":
    wanted, seed = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "66"
    print(*sample(Path("mutants"), wanted, seed))
