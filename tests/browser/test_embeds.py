"""A replay in a small frame of another page: all of it in view, nothing to scroll, as the address asks."""

from typing import Final

import pytest
from playwright.sync_api import ViewportSize

from tests.support.browser import OwnSite, Visitor, wait_until
from tests.support.corpus import ROOT
from tests.support.parties import FOUR, THREE

CLOSED: Final = ROOT / "samples/closed-and-won.sgn"
WRONG: Final = ROOT / "samples/faulty/does-not-follow.sgn"
OUTSIDE: Final = """() => ['h1', '.board', '.hand svg.card', '.played svg.card', '.spoken', '.act']
    .flatMap(name => [...document.querySelectorAll(name)].filter(each => {
        const box = each.getBoundingClientRect();
        return !box.width || !box.height || box.top < -4 || box.left < -4
            || box.bottom > innerHeight + 4 || box.right > innerWidth + 4;
    }).map(() => name))"""
"""What lies outside the frame; four pixels of a card that is turned may."""
SCROLLS: Final = """() => {
    const page = document.documentElement;
    return page.scrollHeight > innerHeight || page.scrollWidth > innerWidth;
}"""
SIZES: Final = [(320, 240), (480, 360), (640, 420)]


@pytest.mark.parametrize("room", SIZES, ids=lambda room: f"{room[0]}x{room[1]}")
@pytest.mark.parametrize("record", [CLOSED, WRONG, THREE, FOUR], ids=["closed", "wrong", "three", "four"])
def test_all_is_in_the_frame(visitor: Visitor, site: OwnSite, room: tuple[int, int], record: object) -> None:
    size = ViewportSize(width=room[0], height=room[1])
    address = f"{site.add(record)}/embed?step=d1s0&size=compact&theme=dark"  # type: ignore[arg-type]
    replay = visitor.replay(address, viewport=size)
    wait_until(replay.page, "document.querySelectorAll('svg.card-sprite').length > 0")
    replay.button("Forward one step").focus()
    for step in range(0, replay.last + 1, 2):
        assert not replay.page.evaluate(SCROLLS), step
        assert replay.page.evaluate(OUTSIDE) == [], step
        replay.press("ArrowRight", "ArrowRight")


def test_the_address_chooses_seat_and_theme(visitor: Visitor, site: OwnSite) -> None:
    size = ViewportSize(width=320, height=240)
    paper = "getComputedStyle(document.body).backgroundColor"
    seen = set()
    for theme in ("light", "dark"):
        address = f"{site.add(CLOSED)}/embed?step=d1s9&seat=A&theme={theme}"
        replay = visitor.replay(address, viewport=size, color_scheme="light" if theme == "dark" else "dark")
        assert replay.place == (1, 9)
        assert replay.names()[0] == "Ivan Petrov"
        seen.add(replay.page.evaluate(paper))
    assert seen == {"rgb(253, 252, 249)", "rgb(25, 27, 26)"}


def test_a_reader_chooses_the_theme_and_it_is_remembered(visitor: Visitor, site: OwnSite) -> None:
    replay = visitor.replay(site.add(CLOSED), color_scheme="light")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = replay.page.evaluate(paper)
    replay.element.locator("details.settings summary").click()
    replay.element.get_by_label("Page").select_option("dark")
    dark = replay.page.evaluate(paper)
    assert dark != light
    for address in (site.add(WRONG), "/rules"):
        assert visitor.open(address, color_scheme="light").evaluate(paper) == dark
    replay.element.get_by_label("Page").select_option("system")
    assert replay.page.evaluate(paper) == light
