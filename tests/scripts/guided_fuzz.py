"""Coverage-guided fuzzing of reading, judging and formatting with atheris; arguments are libFuzzer's.

`.ci/nightly` runs it for twenty minutes. libFuzzer saves an input that ends in anything but games and
findings to a separate file, and the exit status is not 0.
"""

import sys
from pathlib import Path

import atheris  # type: ignore[import-untyped]

sys.path.insert(0, str(Path(__file__).parents[2]))

with atheris.instrument_imports(include=["notation", "referee", "lark"]):
    from notation import read
    from notation.judge import judge
    from notation.text.formatter import format_file
    from tests.support.corpus import VECTORS


def judged(data: bytes) -> None:
    """Read, judge and format any bytes; raises if the result is not as it must be."""
    for game in read(data):
        judgement = judge(game)
        if game.record is None and not judgement.errors:
            raise AssertionError("a game was neither read nor found faulty")
    once = format_file(data)
    if format_file(once) != once:
        raise AssertionError("formatting twice is not formatting once")


def main() -> None:
    """Fuzz, starting from the vectors."""
    seeds = [str(folder) for folder in sorted({path.parent for path in VECTORS})]
    atheris.Setup([sys.argv[0], *sys.argv[1:], *seeds], judged)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
