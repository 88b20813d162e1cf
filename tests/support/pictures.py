"""Downscaled pictures of the pages, and their comparison with the saved ones.

A pixel of a small picture is the mean of a block of the page, so that slightly different rendering of letters
changes nothing; all text is set in the bundled font, so that the length of a page does not depend on
installed fonts. A missing part or another colour changes many blocks considerably.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from PIL import Image, ImageChops
from playwright.sync_api import Browser, FloatRect, Page

from tests.support import pages
from tests.support.browser import NARROW, WIDE, OwnSite, ReplayPage, Visitor, wait_until
from tests.support.corpus import ROOT
from tests.support.languages import COMPLETE
from tests.support.live_site import LiveSite, Opened

FOLDER: Final = ROOT / "tests/browser/pictures"
SCHEMES: Final = ("light", "dark")
SIZES: Final = {WIDE["width"]: (10, 1600), NARROW["width"]: (6, 1608)}
"""By page width: the pixels of a block, and the height of the page in the picture."""
COLOURS: Final = 256
FAR: Final = 40
"""The difference, of 255, from which a block counts as changed."""
MOST_SHOTS: Final = 10
"""The maximum number of screenshots until a page is stable."""
WIDEST: Final = 10_000
"""Wider than any page."""
MOST_MEAN: Final = 2.4
MOST_FAR: Final = 0.011
FACE: Final = """
@font-face {
  font-family: Pictured; font-weight: 400 700; font-display: block;
  src: url(/static/faces/sans-latin.woff2); unicode-range: U+20-24F, U+2010-22FF;
}
@font-face {
  font-family: Pictured; font-weight: 400 700; font-display: block;
  src: url(/static/faces/sans-cyrillic.woff2); unicode-range: U+400-4FF, U+2116;
}
*, *::before, *::after { font-family: Pictured !important }
"""
LATE: Final = ".worth { display: none }"
"""What is fetched after the rest, whenever that is done."""
LOADED: Final = "document.fonts.load('1rem Pictured').then(found => found.length)"
PART: Final = 1000
"""The height of other pages in their pictures, whose blocks are twice as large."""
CHANGING: Final = ("state",)
"""Pages that show times."""
TABLES: Final = {
    "two": ("the-winter-bummerl.sgn", "d3s9"),
    "three": ("sixty-six-three-an-evening-for-three.sgn", "d1s10"),
    "four": ("sixty-six-four-a-match-of-partners.sgn", "d1s10"),
}
"""Replays of two to four players, each at a step in the middle of a deal."""
OPENINGS: Final = {
    "three": ("dreierschnapsen-ein-gang-und-ein-rekontra.sgn", "d1s1"),
    "four": ("bauernschnapsen-ein-abend-beim-kirchenwirt.sgn", "d1s5"),
}
"""Replays at a step before the first lead, as their players read them."""
BIDDING: Final[dict[str, dict[str, Any]]] = {
    "dreierschnapsen": {
        "hands": {
            "A": ["Ah", "Kh", "Qh", "Ac", "Jd", "Ks"],
            "B": ["Th", "Ad", "Qd", "Ts", "Kc", "Qs"],
            "C": ["Jh", "Td", "Kd", "As", "Tc", "Jc"],
        },
        "talon": ["Qc", "Js"],
    },
    "bauernschnapsen": {
        "hands": {
            "A": ["Qh", "Js", "Kh", "Tc", "Qc"],
            "B": ["Ah", "Jc", "Th", "Kd", "Qd"],
            "C": ["Ad", "Kc", "Ts", "Ac", "Td"],
            "D": ["Qs", "Jd", "As", "Jh", "Ks"],
        },
    },
}
"""Deals of live tables at which trumps have been named."""
DEALT: Final[dict[str, Any]] = {
    "hands": {"A": ["As", "Ks", "Qh", "Jd", "Jc"], "B": ["Ts", "Qs", "Ah", "Kd", "Qc"]},
    "talon": ["Js", "Ac", "Tc", "Kc", "Ad", "Td", "Qd", "Kh", "Jh", "Th"],
}


class SmallPicture(NamedTuple):
    """A small picture of a page, by its name."""

    name: str
    image: Image.Image


class PictureDifference(NamedTuple):
    """The difference of two pictures: the mean of all blocks, and the proportion of changed ones."""

    mean: float
    far: float

    @property
    def is_large(self) -> bool:
        """Whether the page has changed."""
        return self.mean > MOST_MEAN or self.far > MOST_FAR


def addresses(site: OwnSite) -> dict[str, str]:
    """The main pages of a site with the samples."""
    for path in sorted((ROOT / "samples").glob("*.sgn")):
        site.store.add(path.read_bytes())
    site.store.count()
    club = site.add(ROOT / "samples/a-club-match-with-clocks.sgn")
    return {
        "archive": "/",
        "search": "/?text=club",
        "replay": f"{club}#d2s8",
        "ruling": f"{club}/deals/2/ruling",
        "desk": "/dispute",
        "case": f"{club}/deals/2/disputes?claim=A: A 3&claim=B: draw",
        "statistics": "/statistics",
        "code": "/codes/R210",
        "player": "/players/Berta",
    }


def pictures(browser: Browser, site: OwnSite, *, in_turn: bool = False) -> Iterator[SmallPicture]:
    """The main pages, wide and narrow, light and dark: each in all four looks, or in one of them in turn."""
    shown = list(addresses(site).items())
    for look, (width, scheme, page, visitor) in enumerate(_visits(browser, site)):
        for name, address in shown[look::4] if in_turn else shown:
            pages.load(page, address)
            if "#" in address:
                ReplayPage(page).wait_for_pictures()
                page.locator(".worth").wait_for()  # which is fetched after the rest
            yield SmallPicture(f"{name}-{width}-{scheme}", small(page))
        visitor.leave()
        assert visitor.faults == []


def all_pictures(
    browser: Browser, site: OwnSite, empty: OwnSite, *, in_turn: bool = False
) -> Iterator[SmallPicture]:
    """The upper part of every page, and tables of two to four players in every language.

    Each in all four looks, or in one of them in turn.
    """
    shown = {name.replace(" ", "-"): address for name, address in pages.addresses(site, empty).items()}
    for name in CHANGING:
        del shown[name]
    for seats, (record, place) in TABLES.items():
        address = site.add(ROOT / "samples" / record)
        shown |= {f"table-of-{seats}-{code}": f"{address}?lang={code}#{place}" for code in COMPLETE}
    for seats, (record, place) in OPENINGS.items():
        shown[f"opening-of-{seats}"] = f"{site.add(ROOT / 'samples' / record)}?lang=de#{place}"
    every = list(shown.items())
    for look, (width, scheme, page, visitor) in enumerate(_visits(browser, site)):
        for name, address in every[look::4] if in_turn else every:
            pages.load(page, address)
            pages.ready(page)
            page.wait_for_load_state("networkidle")
            yield SmallPicture(f"every-{name}-{width}-{scheme}", small(page, PART))
        visitor.leave()
        assert [fault for fault in visitor.faults if "Failed to load resource" not in fault] == []


def live_pictures(browser: Browser, live: LiveSite) -> Iterator[SmallPicture]:
    """A live table as a player, a watcher and the arbiter see it, and the desk of a scorer, in all looks."""
    played: Opened = live.open(dealing="hand")
    scored: Opened = live.open(dealing="hand", mode="scorer")
    for match in (played, scored):
        live.act(match, "arbiter", do="deal", cards=DEALT)
    tables = {
        "live-watched": played.address(),  # before the browser knows a key
        "live": played.address("B"),
        "live-arbiter": played.address("arbiter"),
        "live-scorer": scored.address("arbiter"),
    }
    for rules, cards in BIDDING.items():
        match = live.open(rules=rules, dealing="hand", dealer=max(cards["hands"]), deals=2)
        live.act(match, "arbiter", do="deal", cards=cards)
        live.act(match, "A", action="trump h")
        tables[f"live-{rules}"] = match.address("A")
    for width, scheme, page, visitor in _visits(browser, live):  # type: ignore[arg-type]
        for name, address in tables.items():
            pages.load(page, address)
            page.locator(".board .hand svg").first.wait_for()
            yield SmallPicture(f"{name}-{width}-{scheme}", small(page))
        visitor.leave()


def _visits(browser: Browser, site: OwnSite) -> Iterator[tuple[int, str, Page, Visitor]]:
    for size in (WIDE, NARROW):
        for scheme in SCHEMES:
            visitor = Visitor(browser, site, draws=True)
            page = visitor.page(viewport=size, color_scheme=scheme, bypass_csp=True, locale="en")
            page.set_default_timeout(60_000)
            yield size["width"], scheme, page, visitor


def small(page: Page, part: int = 0) -> Image.Image:
    """A page as blocks, or its upper part."""
    page.add_style_tag(content=FACE + (LATE if part else ""))
    page.evaluate("document.querySelectorAll('img').forEach(each => each.loading = 'eager')")
    assert page.evaluate(LOADED) == 1
    page.wait_for_load_state("load")
    wait_until(page, "[...document.images].every(each => each.complete)")
    block, height = SIZES[page.viewport_size["width"]]  # type: ignore[index]
    with Image.open(BytesIO(_at_rest(page, part or height))) as shot:
        whole = shot.convert("RGB")
    block *= 2 if part else 1
    return whole.crop((0, 0, whole.width // block * block, whole.height // block * block)).reduce(block)


def _at_rest(page: Page, height: int) -> bytes:
    """A screenshot of a page down to a height once it is stable."""
    upper = FloatRect(x=0, y=0, width=WIDEST, height=height)
    shot, before = page.screenshot(full_page=True, clip=upper), b""
    for _ in range(MOST_SHOTS):
        if shot == before:
            break
        shot, before = page.screenshot(full_page=True, clip=upper), shot
    return shot


def kept(name: str, folder: Path = FOLDER) -> Image.Image | None:
    """The saved picture; None if there is none."""
    path = folder / f"{name}.png"
    if not path.is_file():
        return None
    with Image.open(path) as image:
        return image.convert("RGB")


def keep(picture: SmallPicture, folder: Path = FOLDER) -> int:
    """Save a picture, and return its size in bytes."""
    path = Path(folder / f"{picture.name}.png")
    picture.image.quantize(COLOURS).save(path, optimize=True)
    return path.stat().st_size


def difference(one: Image.Image, other: Image.Image) -> PictureDifference:
    """The difference of two pictures; if one is longer, the excess counts as changed."""
    size = max(one.width, other.width), max(one.height, other.height)
    sheets = []
    for image, ground in ((one, (255, 0, 255)), (other, (0, 255, 0))):
        sheet = Image.new("RGB", size, ground)
        sheet.paste(image)
        sheets.append(sheet)
    red, green, blue = ImageChops.difference(*sheets).split()
    counted = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    total = sum(counted)
    mean = sum(value * number for value, number in enumerate(counted)) / total
    return PictureDifference(mean, sum(counted[FAR:]) / total)
