"""Renews the reference pictures of the pages: `.venv/bin/python tests/scripts/pictures.py [KIND...]`.

The kinds are `main`, `live` and `every`; without one all are renewed.
"""

import sys
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.support.browser import launched, served
from tests.support.corpus import CHROMIUM
from tests.support.live_site import live_site
from tests.support.pictures import FOLDER, all_pictures, difference, keep, kept, live_pictures, pictures


def main(*kinds: str) -> None:
    """Write the pictures of some kinds, with their difference from the previous ones."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, launched(str(CHROMIUM)) as browser:
        folders = [Path(folder) / name for name in ("main", "every", "empty", "live")]
        for each in folders:
            each.mkdir()
        main, every, empty, live = folders
        with served(main) as site, served(every) as other, served(empty) as none, live_site(live) as table:
            taken = {
                "main": pictures(browser, site),
                "live": live_pictures(browser, table),
                "every": all_pictures(browser, other, none),
            }
            for picture in chain.from_iterable(taken[kind] for kind in kinds or taken):
                before = kept(picture.name)
                apart = difference(picture.image, before) if before else None
                told = f"{apart.mean:.2f} {apart.far:.3f}" if apart else "new"
                print(picture.name, keep(picture), told, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
