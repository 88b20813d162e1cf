"""Does the main job with the program that is installed beside this Python, outside the tree of its source.

`python tests/scripts/installed.py plain` or `compiled` says which core it has to have. It needs only the
program and the standard library, and no shell, so that it runs wherever wheels are built.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
CLOSER = SAMPLES / "the-closer-fails.sgn"
REVOKE = SAMPLES / "faulty/does-not-follow.sgn"
DEALS = 2000


def run(folder: Path, *words: object, status: int = 0) -> str:
    """What the command prints in a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "santase", *map(str, words)],
        cwd=folder,
        env=os.environ | {"PYTHONUTF8": "1"},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout


def main() -> None:
    """Judge, explain, dispute, convert and export, by the command and from Python."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        version = run(folder, "--version").strip()
        assert version.endswith(f"({sys.argv[1]} core)"), version
        run(folder, "check", *sorted(SAMPLES.glob("*.sgn")))
        assert "error R210" in run(folder, "check", REVOKE, status=1)
        assert "Leopold wins 2" in run(folder, "explain", CLOSER, "--deal", 3)
        run(folder, "dispute", CLOSER, "--deal", 3, "--claim", "A 3", status=1)
        run(folder, "convert", CLOSER, "match.json")
        run(folder, "convert", "match.json", "match.sgn")
        assert run(folder, "digest", "match.sgn").split()[0] == run(folder, "digest", CLOSER).split()[0]
        run(folder, "conformance", "export", "suite.zip")
        run(folder, "generate", "--deals", DEALS, "--seed", 66, "-o", "deals.sgn")
        games = (folder / "deals.sgn").read_bytes()
    import santase

    assert SAMPLES.parent not in Path(santase.__file__).parents, "the tree has hidden what is installed"
    began = process_time()
    assert all(judged.ok for judged in santase.judge_text(games))
    print(f"{version}: {DEALS / (process_time() - began):,.0f} deals a second")


if __name__ == "__main__":
    main()
