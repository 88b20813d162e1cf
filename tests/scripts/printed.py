"""Renews the reference pictures of printed output: `.venv/bin/python tests/scripts/printed.py`."""

import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.support.pictures import difference, keep, kept
from tests.support.printed import PRINTED, printed


def main() -> None:
    """Write every picture, with its difference from the previous one."""
    PRINTED.mkdir(exist_ok=True)
    for picture in printed():
        before = kept(picture.name, PRINTED)
        apart = difference(picture.image, before) if before else None
        told = f"{apart.mean:.2f} {apart.far:.3f}" if apart else "new"
        print(picture.name, keep(picture, PRINTED), told)


if __name__ == "__main__":
    main()
