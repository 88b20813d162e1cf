"""Renews the reference pictures of the main pages: `.venv/bin/python tests/scripts/pictures.py`."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.support.browser import launched, served
from tests.support.corpus import CHROMIUM
from tests.support.live_site import live_site
from tests.support.pictures import FOLDER, difference, keep, kept, live_pictures, pictures


def main() -> None:
    """Write every picture, with its difference from the previous one."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, launched(str(CHROMIUM)) as browser:
        (Path(folder) / "live").mkdir()
        with served(Path(folder)) as site, live_site(Path(folder) / "live") as live:
            for taken in (pictures(browser, site), live_pictures(browser, live)):
                for picture in taken:
                    before = kept(picture.name)
                    apart = difference(picture.image, before) if before else None
                    told = f"{apart.mean:.2f} {apart.far:.3f}" if apart else "new"
                    print(picture.name, keep(picture), told)


if __name__ == "__main__":
    main()
