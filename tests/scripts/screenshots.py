"""Takes the README's screenshots of the main pages: `.venv/bin/python tests/scripts/screenshots.py`."""

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.support.browser import NARROW, WIDE, ReplayPage, Visitor, launched, served
from tests.support.corpus import CHROMIUM
from tests.support.live_site import Chair, live_site

FOLDER: Final = ROOT / "samples/screenshots"
COLOURS: Final = 128
MOST: Final = 150_000
"""Bytes of a picture."""
DEALT: Final = {
    "hands": {"A": ["As", "Ks", "Qh", "Jd", "Jc"], "B": ["Ts", "Qs", "Ah", "Kd", "Qc"]},
    "talon": ["Js", "Ac", "Tc", "Kc", "Ad", "Td", "Qd", "Kh", "Jh", "Th"],
}
PLAYED: Final = (("A", "As"), ("B", "Qs"), ("A", "Ks"), ("B", "Ts"), ("B", "Qc"))
"""What is done in the deal, as far as its pictures go."""


def main() -> None:
    """Write every picture, each of the visible part of a page; AssertionError if one is too large."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, served(Path(folder)) as site, launched(str(CHROMIUM)) as browser:
        visitor = Visitor(browser, site, draws=True)
        for path in sorted((ROOT / "samples").glob("*.sgn")):
            site.add(path)
        club = site.add(ROOT / "samples/a-club-match-with-clocks.sgn")
        wrong = site.add(ROOT / "samples/faulty/does-not-follow.sgn")
        closer = site.add(ROOT / "samples/the-closer-fails.sgn")
        pictures: dict[str, tuple[str, dict[str, Any]]] = {
            "record": (f"{club}#d1s12", {"viewport": WIDE}),
            "record-dark-narrow": (f"{club}#d2s8", {"viewport": NARROW, "color_scheme": "dark"}),
            "against-the-rules": (f"{wrong}#d1s7", {"viewport": WIDE}),
            "archive": ("/", {"viewport": WIDE}),
            "ruling": (f"{club}/deals/2/ruling", {"viewport": WIDE}),
            "dispute": (
                f"{closer}/deals/3/disputes?claim=A: A 2&claim=B: I had 66&place=Graz&case=7",
                {"viewport": WIDE},
            ),
            "writing": (f"{club}/annotate", {"viewport": WIDE}),
        }
        for name, (address, options) in pictures.items():
            page = visitor.open(address, reduced_motion="reduce", **options)
            if "#" in address:
                ReplayPage(page).wait_for_pictures()
            page.wait_for_load_state("networkidle")
            save(name, page)
        visitor.leave()
        assert visitor.faults == []
        take_live(browser)


def take_live(browser: Browser) -> None:
    """Write the pictures of a player's table and of a scorer's desk."""
    with TemporaryDirectory() as folder, live_site(Path(folder)) as site:
        visitor = Visitor(browser, site)  # type: ignore[arg-type]
        tables = {"live": ("A", {}), "live-desk": ("arbiter", {"mode": "scorer"})}
        for name, (role, asked) in tables.items():
            match = site.open(dealing="hand", dealer="B", names=["Ana", "Boris"], **asked)
            site.act(match, "arbiter", do="deal", cards=DEALT)
            for seat, action in PLAYED:
                entered = {"seat": seat} if asked else {}
                site.act(match, "arbiter" if asked else seat, action=action, **entered)
            page = visitor.open(match.address(role), reduced_motion="reduce", viewport=WIDE)
            Chair(page)
            page.wait_for_load_state("load")
            save(name, page)
        visitor.leave()
        assert visitor.faults == []


def save(name: str, page: Page) -> None:
    """Write what is visible of a page."""
    path = FOLDER / f"{name}.png"
    with Image.open(BytesIO(page.screenshot())) as picture:
        picture.convert("RGB").quantize(COLOURS).save(path, optimize=True)
    assert path.stat().st_size < MOST, f"{name} has {path.stat().st_size} bytes"
    print(path.relative_to(ROOT), path.stat().st_size)


if __name__ == "__main__":
    main()
